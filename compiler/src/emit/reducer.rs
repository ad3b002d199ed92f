//! `reducer.rs` of a generated crate: what reducing knows of the format, as constant tables under the rules they serve.

use grammarc_runtime::grammar::{Grammar, ProductionId, Symbol};
use grammarc_runtime::reductions::{Part, Place, Reductions};

use super::layout::table::{import, passed, table};
use super::names::{Names, byte, byte_lit};

/// Writes the tables of a grammar, laid out.
pub(crate) fn source(grammar: &Grammar, names: &Names) -> String {
    let reductions = Reductions::of(grammar);
    let reducer = Reducer { grammar, reductions: &reductions, names };
    let tables = [reducer.whole(), reducer.symbols(), reducer.expansions(), reducer.places(), reducer.lists()];
    reducer.head() + &tables.concat()
}

/// What every row refers to.
struct Reducer<'a> {
    grammar: &'a Grammar,
    reductions: &'a Reductions,
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
            ("expansions", true),
            ("facts", true),
            ("fill", parts.iter().any(|part| matches!(part, Part::Symbol(_)))),
            ("first", has(|place| matches!(place, Place::Element { first: true, .. }))),
            ("list", !lists.is_empty()),
            ("next", has(|place| matches!(place, Place::Element { first: false, .. }))),
            ("text", parts.iter().any(|part| matches!(part, Part::Text(_)))),
        ];
        let used: Vec<&str> = names.into_iter().filter_map(|(name, is_used)| is_used.then_some(name)).collect();
        format!(
            "//! What the reducer knows of the format: minimal strings, what may stand for what, lists, expansions.\n\n\
             use std::borrow::Cow;\nuse std::ops::Range;\n\
             {}use grammarc_runtime::reductions::{{Closure, List, Part, Place, Reductions, SymbolFacts}};\n\
             use super::grammar::symbols;\n",
            import("grammarc_runtime::reductions::rows", &used)
        )
    }

    fn whole(&self) -> String {
        let blank = self.reductions.blank.map_or("None".to_owned(), |blank| format!("Some({})", byte(blank)));
        format!(
            "\n/// Everything that the reducer knows of the format.\n\
             pub(super) static REDUCTIONS: Reductions = Reductions {{\n    \
             symbols: Cow::Borrowed(&SYMBOLS),\n    expansions: Cow::Borrowed(&EXPANSIONS),\n    \
             parts: Cow::Borrowed(&PARTS),\n    places: Cow::Borrowed(&PLACES),\n    lists: Cow::Borrowed(&LISTS),\n    \
             blank: {blank},\n    closure: Closure::new(),\n}};\n"
        )
    }

    /// Writes for each symbol a shortest text and the symbols that may stand for it.
    fn symbols(&self) -> String {
        let rows = self.reductions.symbols.iter().enumerate().map(|(number, facts)| {
            let units: Vec<String> = facts.units.iter().map(|&symbol| self.symbol(symbol)).collect();
            let row = format!("facts({}, &[{}])", byte_lit(&facts.minimal), units.join(", "));
            (self.title(Symbol(number as u32)), vec![row])
        });
        table(
            "A shortest text of every symbol, and what may stand for it: it derives that in one step with everything else empty.",
            "SYMBOLS",
            "SymbolFacts",
            &rows.collect::<Vec<_>>(),
        )
    }

    /// Writes what each production consists of when its repetitions are empty.
    fn expansions(&self) -> String {
        let numbers = 0..self.reductions.expansions.len() as u32;
        let parts = numbers.map(|number| {
            let parts = self.reductions.expansion(ProductionId(number)).iter().map(|part| match part {
                Part::Text(text) => format!("text({})", byte_lit(text)),
                Part::Symbol(symbol) => format!("fill({})", self.symbol(*symbol)),
            });
            (self.title_of(number), parts.collect())
        });
        let sizes = self.reductions.expansions.iter().map(|range| (range.end - range.start).to_string());
        let parts = table(
            "What the productions consist of when repetitions are empty.",
            "PARTS",
            "Part",
            &parts.collect::<Vec<_>>(),
        );
        let sizes = [(String::new(), sizes.collect())];
        parts + &passed("How many parts belong to each production.", "EXPANSIONS", "Range<u32>", "expansions(", &sizes)
    }

    /// Writes what may happen to the node of each item.
    fn places(&self) -> String {
        let rows = (0..self.grammar.productions.len() as u32).map(|number| {
            let items = self.grammar.production(ProductionId(number)).items.clone();
            (self.title_of(number), items.map(|item| place(self.reductions.places[item as usize])).collect())
        });
        table("What may happen to the node of every item.", "PLACES", "Place", &rows.collect::<Vec<_>>())
    }

    fn lists(&self) -> String {
        let rows =
            self.reductions.lists.iter().map(|list| format!("list({}, {})", self.symbol(list.element), list.minimum));
        let rows = [(String::new(), rows.collect())];
        table("What is repeated in every list, and how often at least.", "LISTS", "List", &rows)
    }

    /// What the rows of a symbol stand under: the rule that it is part of.
    fn title(&self, symbol: Symbol) -> String {
        let is_rule = self.grammar.rule(symbol).is_some();
        if is_rule { format!("<{}>", self.grammar.name(symbol)) } else { "terminals".to_owned() }
    }

    /// What the rows of a production stand under.
    fn title_of(&self, production: u32) -> String {
        self.title(self.grammar.production(ProductionId(production)).rule)
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
