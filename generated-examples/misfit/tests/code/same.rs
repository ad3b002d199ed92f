//! Code that fits.

grammarc_runtime::abi!(1, "0.1.0");

fn main() {}
