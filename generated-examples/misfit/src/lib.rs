//! Nothing: `tests/` compiles code that must not compile.
