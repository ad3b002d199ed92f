//! The imports of generated parsers.

use super::super::bare::bare;
use super::super::layout::words::Words;

/// Writes the imports that the code needs.
pub(super) fn imports(code: &str) -> String {
    let words = Words::of(code);
    // A place may be called `set` as well.
    let rows = if bare(code).contains("set(b ") {
        words.import("grammarc_runtime::grammar::rows", &["set"])
    } else {
        String::new()
    };
    [
        words.import("std::borrow", &["Cow"]),
        words.import("grammarc_runtime::byteset", &["ByteSet"]),
        words.import("grammarc_runtime::grammar", &["ItemId", "Label", "ProductionId", "Symbol"]),
        rows,
        words.import("grammarc_runtime::language", &["Attempt", "Language"]),
        words.import("grammarc_runtime::parse", &["pen"]),
        words.import("grammarc_runtime::parse::cursor", &["Count", "Cursor", "Scope"]),
        words.import("grammarc_runtime::parse::decisions", &["Branch", "KEYWORD", "part_or_rest"]),
        words.import("grammarc_runtime::parse::pen", &["CompleteParse", "Sheet"]),
        words.import("grammarc_runtime::parse::scan", &SCAN),
        words.import("grammarc_runtime::tree", &["Builder"]),
        words.symbols().to_owned(),
    ]
    .concat()
}

/// The functions of the runtime that terminals are matched by.
const SCAN: [&str; 6] =
    ["end_of_bytes", "end_of_character", "end_of_characters", "end_of_literal", "end_of_run", "end_of_text"];
