//! What generated parsers import.

use std::collections::HashSet;

use super::super::layout::words::{bare, refers_to};

/// Writes the imports that the code needs.
pub(super) fn imports(code: &str) -> String {
    let code = bare(code);
    let words: HashSet<&str> = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let import = |path: &str, names: &[&str]| {
        let used: Vec<&str> = names.iter().copied().filter(|name| words.contains(name)).collect();
        if used.is_empty() { String::new() } else { format!("use {path}{{{}}};\n", used.join(", ")) }
    };
    let rows =
        if words.contains("SETS") { import("grammarc_runtime::grammar::rows::", &["set"]) } else { String::new() };
    let symbols = if refers_to(&code, "s::") { "use super::grammar::symbols as s;\n" } else { "" };
    [
        import("std::borrow::", &["Cow"]),
        import("grammarc_runtime::byteset::", &["ByteSet"]),
        import("grammarc_runtime::grammar::", &["ItemId", "Label", "Symbol"]),
        rows,
        import("grammarc_runtime::language::", &["Attempt", "Language"]),
        import("grammarc_runtime::parse::", &["pen"]),
        import("grammarc_runtime::parse::cursor::", &["Count", "Cursor", "Scope"]),
        import("grammarc_runtime::parse::decisions::", &["Branch"]),
        import("grammarc_runtime::parse::pen::", &["Sheet", "Written"]),
        import("grammarc_runtime::parse::scan::", &SCAN),
        import("grammarc_runtime::tree::", &["Builder"]),
        symbols.to_owned(),
    ]
    .concat()
}

/// The functions of the runtime that terminals are matched by.
const SCAN: [&str; 6] =
    ["end_of_bytes", "end_of_character", "end_of_characters", "end_of_literal", "end_of_run", "end_of_text"];
