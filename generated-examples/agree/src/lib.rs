//! The bundled grammars in their generated form. `tests/` holds it, the interpreter and Earley against each other.

include!(concat!(env!("OUT_DIR"), "/all.rs"));

grammarc_runtime::include_grammar!(
    /// A grammar that leaves something to Rust.
    pub club
);
