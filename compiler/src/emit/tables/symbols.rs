//! The numbers of all symbols, as constants documented with their text in the grammar file.

use grammarc_runtime::grammar::{Grammar, RuleKind, Symbol, TerminalKind};

use super::super::layout::code;
use super::super::layout::table::fill;
use super::super::names::{Names, lit};

/// Columns by which the numbers are indented.
const INDENT: usize = 8;

/// Writes a constant for every symbol. Hidden rules, which only the tables use, stand beside the rule that they came from.
/// Literals bring their text with them, so that several of them share a line.
pub(super) fn module(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let rows: Vec<Row> =
        texts.iter().zip(0..).map(|(text, number)| row(grammar, text, names, Symbol(number))).collect();
    let mut lines = Vec::new();
    for group in rows.chunk_by(|before, row| row.doc.is_none() && (!row.is_text || before.is_text)) {
        if let Some(doc) = &group[0].doc {
            lines.push(format!("{:INDENT$}/// {doc}", ""));
        }
        fill(&mut lines, &group.iter().map(|row| row.code.as_str()).collect::<Vec<_>>(), INDENT);
    }
    let lines = lines.join("\n");
    format!(
        "\n/// The number of every rule and terminal.\npub mod symbols {{\n    \
         grammarc_runtime::symbols! {{\n{lines}\n    }}\n}}\n"
    )
}

/// The row of one symbol.
struct Row {
    /// The comment above it.
    doc: Option<String>,
    /// Whether it brings its text with it.
    is_text: bool,
    code: String,
}

fn row(grammar: &Grammar, text: &str, names: &Names, symbol: Symbol) -> Row {
    let (doc, number) = (code(text), format!("{} = {}", names.constant(symbol), symbol.0));
    match (grammar.rule(symbol), grammar.terminal(symbol)) {
        (Some(rule), _) if rule.kind != RuleKind::Named => Row { doc: None, is_text: false, code: number },
        // Its text is code as it is.
        (None, Some(leaf)) if leaf.kind == TerminalKind::Leaf && doc == format!("`{text}`") => {
            Row { doc: None, is_text: true, code: format!("pub {number} {}", lit(text)) }
        }
        _ => Row { doc: Some(doc), is_text: false, code: format!("pub {number}") },
    }
}
