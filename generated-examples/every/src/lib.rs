//! Every grammar of the repository in its generated form, which builds without a warning. `tests/` holds them against the interpreter.
#![deny(warnings)]
// A rule that is repeated up to 130 times is 130 functions that call one another through the cursor's generic methods.
#![recursion_limit = "512"]

use grammarc_runtime::format::Format;

include!(concat!(env!("OUT_DIR"), "/all.rs"));
