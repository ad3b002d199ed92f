//! Modules of constants, so that generated code calls its numbers by name: `item::PAIR_KEY` in place of 7.

use std::collections::BTreeSet;

use super::bare::bare;
use super::layout::table::fill;
use super::names::Names;

/// Columns by which the constants are indented.
const INDENT: usize = 8;

/// A module of constants of one type, for the names that code refers to.
pub(crate) struct Numbers<'a> {
    pub(crate) module: &'a str,
    /// The documentation of the module.
    pub(crate) doc: &'a str,
    /// `u32`, or a type of `grammarc_runtime::grammar` around it.
    pub(crate) kind: &'a str,
    /// Names and numbers, ascending by number.
    pub(crate) rows: Vec<(String, u32)>,
}

impl Numbers<'_> {
    /// Writes the module, laid out, with those of its names that stand in the code; nothing if there are none. A constant that
    /// nothing refers to would be a warning.
    /// For example, code with `item::PAIR_KEY` gets a module `item` with this constant alone.
    pub(crate) fn used_in(&self, code: &str) -> String {
        let used = used(code, self.module);
        let rows = self.rows.iter().filter(|(name, _)| used.contains(name.as_str()));
        let rows: Vec<String> = rows.map(|(name, number)| format!("{name} = {number}")).collect();
        if rows.is_empty() {
            return String::new();
        }
        let mut lines = Vec::new();
        fill(&mut lines, &rows.iter().map(String::as_str).collect::<Vec<_>>(), INDENT);
        let Self { module, doc, kind, .. } = self;
        format!(
            "\ngrammarc_runtime::numbers! {{\n    /// {doc}\n    mod {module}: {kind} {{\n{}\n    }}\n}}\n",
            lines.join("\n")
        )
    }
}

/// Returns the names that code without literals refers to in a module.
fn used<'c>(code: &'c str, module: &str) -> BTreeSet<&'c str> {
    let path = format!("{module}::");
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let whole = |at: &usize| !code[..*at].ends_with(is_part);
    let name = |at: usize| code[at + path.len()..].split(|c| !is_part(c)).next().unwrap_or_default();
    code.match_indices(&path).map(|(at, _)| at).filter(whole).map(name).collect()
}

/// Writes the modules of the items and productions that laid out code refers to.
pub(crate) fn parts(code: &str, names: &Names) -> String {
    let code = bare(code);
    let rows = |names: &[String]| names.iter().cloned().zip(0..).collect();
    let items = Numbers {
        module: "item",
        doc: "Items: the places of symbols in rules.",
        kind: "ItemId",
        rows: rows(&names.parts.items),
    };
    let productions = Numbers {
        module: "production",
        doc: "The alternatives of rules.",
        kind: "ProductionId",
        rows: rows(&names.parts.productions),
    };
    items.used_in(&code) + &productions.used_in(&code)
}
