//! `reducer.rs` of a generated crate: what reducing knows of the format, as constant tables under the rules they serve.

use grammarc_runtime::grammar::{Grammar, ProductionId, Symbol};
use grammarc_runtime::reductions::{Part, Place, Reductions};

use super::layout::comment;
use super::names::{Names, byte, byte_lit};

/// Writes the tables of a grammar. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let reductions = Reductions::of(grammar);
    let reducer = Reducer { grammar, reductions: &reductions, texts, names };
    let tables = [reducer.whole(), reducer.symbols(), reducer.expansions(), reducer.places(), reducer.lists()];
    reducer.head() + &tables.concat()
}

/// What every row refers to.
struct Reducer<'a> {
    grammar: &'a Grammar,
    reductions: &'a Reductions,
    texts: &'a [String],
    names: &'a Names,
}

impl Reducer<'_> {
    /// Writes the imports that the tables need.
    fn head(&self) -> String {
        let Reductions { parts, places, lists, .. } = self.reductions;
        let has = |wanted: fn(&Place) -> bool| places.iter().any(wanted);
        let names = [
            ("FIXED", has(|place| *place == Place::Fixed)),
            ("OPTIONAL", has(|place| *place == Place::Optional)),
            ("SEPARATOR", has(|place| *place == Place::Separator)),
            ("SKIP", has(|place| *place == Place::Skip)),
            ("facts", true),
            ("fill", parts.iter().any(|part| matches!(part, Part::Symbol(_)))),
            ("first", has(|place| matches!(place, Place::Element { first: true, .. }))),
            ("list", !lists.is_empty()),
            ("next", has(|place| matches!(place, Place::Element { first: false, .. }))),
            ("text", parts.iter().any(|part| matches!(part, Part::Text(_)))),
        ];
        let used: Vec<&str> = names.into_iter().filter_map(|(name, is_used)| is_used.then_some(name)).collect();
        format!(
            "//! What the reducer knows of the format: minimal strings, what may stand for what, lists, expansions.\n\
             use std::borrow::Cow;\nuse std::ops::Range;\n\
             use grammarc_runtime::reductions::rows::{{{}}};\n\
             use grammarc_runtime::reductions::{{Closure, List, Part, Place, Reductions, SymbolFacts}};\n\
             use super::grammar::symbols;\n",
            used.join(", ")
        )
    }

    fn whole(&self) -> String {
        let blank = self.reductions.blank.map_or("None".to_owned(), |blank| format!("Some({})", byte(blank)));
        format!(
            "/// Everything that the reducer knows of the format.\n\
             pub(super) static REDUCTIONS: Reductions = Reductions {{\n\
             symbols: Cow::Borrowed(&SYMBOLS), expansions: Cow::Borrowed(&EXPANSIONS), parts: Cow::Borrowed(&PARTS),\n\
             places: Cow::Borrowed(&PLACES), lists: Cow::Borrowed(&LISTS), blank: {blank}, closure: Closure::new() }};\n"
        )
    }

    /// Writes for each symbol a shortest text and the symbols that may stand for it.
    fn symbols(&self) -> String {
        let rows = self.reductions.symbols.iter().enumerate().map(|(number, facts)| {
            let units: Vec<String> = facts.units.iter().map(|&symbol| self.symbol(symbol)).collect();
            let title = comment(&self.texts[number]);
            format!("{title},facts({}, &[{}])", byte_lit(&facts.minimal), units.join(", "))
        });
        table(
            "A shortest text of every symbol, and what may stand for it: it derives that in one step with everything else empty.",
            "SYMBOLS",
            "SymbolFacts",
            self.reductions.symbols.len(),
            rows.collect(),
        )
    }

    /// Writes what each production consists of when its repetitions are empty.
    fn expansions(&self) -> String {
        let numbers = 0..self.reductions.expansions.len() as u32;
        let parts = numbers.clone().map(|number| {
            let parts = self.reductions.expansion(ProductionId(number)).iter().map(|part| match part {
                Part::Text(text) => format!("text({})", byte_lit(text)),
                Part::Symbol(symbol) => format!("fill({})", self.symbol(*symbol)),
            });
            self.titled(number, parts.collect())
        });
        let ranges = numbers.map(|number| {
            let range = &self.reductions.expansions[number as usize];
            format!("{}..{}", range.start, range.end)
        });
        let count = self.reductions.parts.len();
        let parts = table(
            "What the productions consist of when repetitions are empty.",
            "PARTS",
            "Part",
            count,
            parts.collect(),
        );
        let count = self.reductions.expansions.len();
        parts + &table("Which parts belong to each production.", "EXPANSIONS", "Range<u32>", count, ranges.collect())
    }

    /// Writes what may happen to the node of each item.
    fn places(&self) -> String {
        let rows = (0..self.grammar.productions.len() as u32).map(|number| {
            let items = self.grammar.production(ProductionId(number)).items.clone();
            self.titled(number, items.map(|item| place(self.reductions.places[item as usize])).collect())
        });
        let count = self.reductions.places.len();
        table("What may happen to the node of every item.", "PLACES", "Place", count, rows.collect())
    }

    fn lists(&self) -> String {
        let rows =
            self.reductions.lists.iter().map(|list| format!("list({}, {})", self.symbol(list.element), list.minimum));
        let count = self.reductions.lists.len();
        table("What is repeated in every list, and how often at least.", "LISTS", "List", count, rows.collect())
    }

    /// Puts rows under the rule and number of their production.
    fn titled(&self, production: u32, rows: Vec<String>) -> String {
        let rule = self.grammar.production(ProductionId(production)).rule;
        let first = self.grammar.rules[rule.0 as usize].productions.start;
        let title = format!("{}, alternative {}", self.names.stem(rule), production - first);
        if rows.is_empty() { String::new() } else { format!("{},{}", comment(&title), rows.join(",")) }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        format!("symbols::{}", self.names.constant(symbol))
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Fixed => "FIXED".to_owned(),
        Place::Optional => "OPTIONAL".to_owned(),
        Place::Element { list, first: true } => format!("first({list})"),
        Place::Element { list, first: false } => format!("next({list})"),
        Place::Skip => "SKIP".to_owned(),
        Place::Separator => "SEPARATOR".to_owned(),
    }
}

fn table(doc: &str, name: &str, row: &str, count: usize, rows: Vec<String>) -> String {
    let rows: Vec<String> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    format!("/// {doc}\nstatic {name}: [{row}; {count}] = [{}];\n", rows.join(","))
}

#[cfg(test)]
mod tests {
    use super::super::layout;
    use super::{Names, source};

    #[test]
    fn rows_stand_under_the_rules_they_serve() {
        let grammar = "<start> ::= <list>\n<list> ::= \"[\" <word> ** \",\" \"]\"\n%token <word> ::= [a-z]+\n";
        let loaded = crate::load_text("list", grammar).expect("the grammar is sound");
        let count = loaded.grammar.rules.len() + loaded.grammar.terminals.len();
        let texts: Vec<String> = (0..count).map(|number| format!("symbol {number}")).collect();
        let code = source(&loaded.grammar, &texts, &Names::new(&loaded.grammar));
        expect_test::expect_file!["reducer/list.rs.txt"].assert_eq(&layout::finish("// from list.bnf", &code));
    }
}
