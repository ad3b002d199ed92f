//! Nothing: `tests/` holds the generated crates, the interpreter and Earley against each other.
