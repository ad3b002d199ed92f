//! Code of a generation that is yet to come.

grammarc_runtime::abi!(6, "0.9.0");

fn main() {}
