//! `reducer.rs` of a generated crate: the facts that the reducer needs, as constant tables under the rules they serve.

use grammarc_runtime::facts::{Facts, Place};
use grammarc_runtime::grammar::{Grammar, Symbol};

use super::layout::table::{filled, table};
use super::layout::words::Words;
use super::names::{Names, byte, byte_lit};

/// Writes the tables of a grammar, laid out.
pub(crate) fn source(grammar: &Grammar, names: &Names) -> String {
    let facts = Facts::of(grammar);
    let reducer = Reducer { grammar, facts: &facts, names };
    let tables = [reducer.whole(), reducer.symbols(), reducer.expansions(), reducer.places(), reducer.lists()];
    let tables = tables.concat();
    head(&tables) + &tables
}

/// Writes the imports that the tables need.
fn head(tables: &str) -> String {
    let words = Words::of(tables);
    let symbols = if words.has_symbols { ", symbols as s" } else { "" };
    format!(
        "//! Facts for the reducer: minimal texts, replacements, lists and expansions.\n\n\
         use std::ops::Range;\n\
         {}use grammarc_runtime::facts::{{List, Part, Place, Facts, SymbolFacts}};\n\
         use super::grammar::{{ITEMS, PRODUCTIONS, REGULARS, RULES, TERMINALS{symbols}}};\n",
        words.import("grammarc_runtime::facts::rows", &ROWS)
    )
}

/// The functions that make rows.
const ROWS: [&str; 8] = ["expansions", "facts", "first", "list", "next", "parts", "places", "table"];

/// Writer of one `reducer.rs`: the grammar, the facts about it, and the names that rows refer to.
struct Reducer<'a> {
    grammar: &'a Grammar,
    facts: &'a Facts,
    names: &'a Names,
}

impl Reducer<'_> {
    fn whole(&self) -> String {
        let blank = self.facts.blank.map_or("None".to_owned(), |blank| format!("Some({})", byte(blank)));
        format!(
            "\n/// All facts for the reducer.\n\
             pub(super) static FACTS: Facts = \
             table(&SYMBOLS, &EXPANSIONS, &PARTS, &PLACES, &LISTS, {blank});\n"
        )
    }

    /// Writes for each symbol a shortest text and the symbols that may stand for it.
    fn symbols(&self) -> String {
        let rows = self.facts.symbols.iter().enumerate().map(|(number, facts)| {
            let units: Vec<String> = facts.units.iter().map(|&symbol| self.symbol(symbol)).collect();
            let row = format!("facts({}, &[{}])", byte_lit(&facts.minimal), units.join(", "));
            (self.title(Symbol(number as u32)), vec![row])
        });
        table(
            "A shortest text of every symbol, and the symbols that can replace it: one production of it derives each of them alone.",
            "SYMBOLS",
            "SymbolFacts",
            &rows.collect::<Vec<_>>(),
        )
    }

    /// Writes the items of every production, and each item's form when repetitions are empty.
    fn expansions(&self) -> String {
        let (productions, items) = (self.grammar.productions.len(), self.grammar.items.len());
        format!(
            "\n/// The items of every production.\n\
             static EXPANSIONS: [Range<u32>; {productions}] = expansions(&PRODUCTIONS);\n\n\
             /// The form of every item when repetitions are empty.\n\
             static PARTS: [Part; {items}] = parts(&ITEMS, &RULES, &TERMINALS, &REGULARS, &SYMBOLS);\n"
        )
    }

    /// Writes the items that are elements of lists. The places of the other items follow from the tables.
    fn places(&self) -> String {
        let rows = self.facts.places.iter().enumerate().filter_map(|(item, place)| match place {
            Place::Element { list, first: true } => Some(format!("({item}, first({list}))")),
            Place::Element { list, first: false } => Some(format!("({item}, next({list}))")),
            Place::Fixed | Place::Optional | Place::Skip | Place::Separator => None,
        });
        let rows = [(String::new(), rows.collect())];
        let count = self.grammar.items.len();
        let head = format!(
            "\n/// The edits of the node of every item. The elements of lists stand here; the other edits follow from the tables.\nstatic PLACES: [Place; {count}] = places(&ITEMS, &SYMBOLS, &["
        );
        filled(&head, &rows, "]);")
    }

    fn lists(&self) -> String {
        let rows = self.facts.lists.iter().map(|list| format!("list({}, {})", self.symbol(list.element), list.minimum));
        let rows = [(String::new(), rows.collect())];
        table("The element of every list, and its least number.", "LISTS", "List", &rows)
    }

    /// Returns the title over the row of a symbol: its rule, or `terminals`.
    fn title(&self, symbol: Symbol) -> String {
        let is_rule = self.grammar.rule(symbol).is_some();
        if is_rule { format!("<{}>", self.grammar.name(symbol)) } else { "terminals".to_owned() }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        self.names.symbol(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, source};

    #[test]
    fn rows_stand_under_the_rules_they_serve() {
        let grammar = "<start> ::= <list>\n<list> ::= \"[\" <word> ** \",\" \"]\"\n%token <word> ::= [a-z]+\n";
        let loaded = crate::load_text("list", grammar).expect("the grammar is sound");
        let code = source(&loaded.grammar, &Names::new(&loaded.grammar));
        expect_test::expect_file!["reducer/list.rs.txt"].assert_eq(&code);
    }
}
