//! Compiles the grammars of which there is no generated example, for the benchmarks.

use grammarc::Build;

fn main() {
    Build::new()
        .grammar("grammars/book.bnf")
        .grammar("grammars/left.bnf")
        .grammar("grammars/free_assign.bnf")
        .grammar("grammars/json_values.bnf")
        .grammar("../grammars/csv/csv.bnf")
        .grammar("../grammars/tlv/tlv.bnf")
        .grammar("../grammars/assign/assign.bnf")
        .grammar("../grammars/imp/imp.bnf")
        .compile()
        .unwrap();
}
