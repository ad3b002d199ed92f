//! Random grammars in their generated form. `tests/` holds them against the interpreter and Earley.

use grammarc_runtime::format::Format;

include!(concat!(env!("OUT_DIR"), "/all.rs"));
