//! Code of a generation that this runtime has left behind: what it wants is gone.

use grammarc_runtime::language::Gone;

grammarc_runtime::abi!(0, "0.0.1");

pub static FORMAT: Gone = Gone::new(grammarc_runtime::grammar::gone());

fn main() {}
