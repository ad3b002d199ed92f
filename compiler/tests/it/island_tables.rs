//! The tables of the island language are what the compiler makes of `island.bnf`. `UPDATE_EXPECT=1 cargo test -p grammarc
//! island_tables::` renews them.
//!
//! A scanner writes island trees, and no engine parses by these tables. So they differ from those of other grammars: FIRST and
//! FOLLOW tell nothing, and the rules that only name a part of an alternative have no nodes.

use expect_test::expect_file;
use grammarc::LoadedGrammar;
use grammarc::emit::{Interface, Options, Parts, Runtime, crate_files};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, RuleKind, Shape, Slot, Symbol};

use crate::common::root;

/// The rules without nodes.
const HIDDEN: [&str; 10] = ["statements", "lines", "body", "row", "list", "parts", "part", "notes", "note", "gap"];

#[test]
fn the_tables_of_islands_are_fresh() {
    let folder = root().join("runtime/outline/src/outline");
    let mut loaded = grammarc::load(&folder.join("island.bnf")).expect("the grammar is right");
    hide(&mut loaded.grammar);
    loosen(&mut loaded.grammar);
    expect_file![folder.join("tables/grammar.rs")].assert_eq(&tables(&loaded));
}

/// Returns the file of tables, for a crate below the façade.
fn tables(loaded: &LoadedGrammar) -> String {
    let interface = Interface::Library(Parts { generate: false, reduce: false, generalize: false });
    let options = Options { runtime: Runtime::Path("../../runtime".into()), interface, own_workspace: false };
    let files = crate_files(loaded, &options);
    let (_, text) = files.into_iter().find(|(path, _)| path.ends_with("grammar.rs")).expect("a crate has tables");
    text.replace("grammarc_runtime::", "grammarc_core::")
}

/// Takes the nodes of hidden rules away. The node of a part stands where the part does, and gaps are skipped.
fn hide(grammar: &mut Grammar) {
    for name in HIDDEN {
        let rule = named(grammar, name);
        grammar.rules.to_mut()[rule.0 as usize].kind = RuleKind::Group;
        for production in grammar.rules[rule.0 as usize].productions.clone() {
            grammar.productions.to_mut()[production as usize].shape = Shape::Splice;
            if ["part", "note"].contains(&name) {
                let first = grammar.productions[production as usize].items.start;
                grammar.items.to_mut()[first as usize].pass = true;
            }
        }
    }
    for name in HIDDEN {
        stand_for_itself(grammar, named(grammar, name));
    }
    let skipped = [Symbol(named(grammar, "gap").0 + 1), terminal(grammar, "space")];
    for item in grammar.items.to_mut().iter_mut().filter(|item| skipped.contains(&item.symbol)) {
        item.slot = Slot::Skip;
    }
}

/// Puts a repetition wherever the hidden rule stands that consists of nothing else. For example, `<part>` and `<parts>` are then
/// `<part>+`: one list.
fn stand_for_itself(grammar: &mut Grammar, rule: Symbol) {
    let mut productions = grammar.productions_of(rule);
    let (Some(only), None) = (productions.next(), productions.next()) else { return };
    let [repetition] = grammar.items_of(only) else { return };
    let repetition = repetition.symbol;
    if grammar.rule(repetition).is_some_and(|row| row.kind == RuleKind::Repeat) {
        let uses = grammar.items.to_mut().iter_mut().filter(|item| item.symbol == rule);
        uses.for_each(|item| item.symbol = repetition);
    }
}

/// Lets every byte begin and follow everything.
fn loosen(grammar: &mut Grammar) {
    for rule in grammar.rules.to_mut() {
        (rule.first, rule.follow) = (ByteSet::ALL, ByteSet::ALL);
    }
    grammar.productions.to_mut().iter_mut().for_each(|production| production.predict = ByteSet::ALL);
}

/// Returns the rule of a name.
fn named(grammar: &Grammar, name: &str) -> Symbol {
    let is_it = |symbol: &Symbol| grammar.name(*symbol) == name;
    (0..grammar.rules.len() as u32).map(Symbol).find(is_it).expect("the grammar has the rule")
}

/// Returns the token of a name.
fn terminal(grammar: &Grammar, name: &str) -> Symbol {
    let symbols = (0..grammar.terminals.len()).map(|number| grammar.terminal_symbol(number));
    symbols.into_iter().find(|symbol| grammar.name(*symbol) == name).expect("the grammar has the token")
}
