//! Compiles the grammar, whenever it changes, to the module that `src/lib.rs` includes.

fn main() {
    grammarc::Build::new().grammar("calc.bnf").compile().unwrap();
}
