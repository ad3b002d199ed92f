//! Compiles the grammars of which there is no generated example, for the benchmark of generation.

fn main() {
    grammarc::Build::new()
        .grammar("grammars/book.bnf")
        .grammar("grammars/free_assign.bnf")
        .grammar("../grammars/assign/assign.bnf")
        .grammar("../grammars/imp/imp.bnf")
        .compile()
        .unwrap();
}
