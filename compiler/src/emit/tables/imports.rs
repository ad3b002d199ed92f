//! The head of `grammar.rs`: what the tables need.

use super::super::layout::table::import;
use super::super::layout::words::{bare, mentions};

/// Writes the imports that rows need: others would be a warning.
pub(super) fn head(code: &str) -> String {
    let code = &bare(code);
    let used =
        |names: &[&'static str]| -> Vec<&str> { names.iter().copied().filter(|name| mentions(code, name)).collect() };
    [
        "//! The tables of the grammar: what Earley, the fuzzer and the reducer read.\n\n".to_owned(),
        import("std::borrow", &used(&["Cow"])),
        import("grammarc_runtime::byteset", &["ByteSet"]),
        import("grammarc_runtime::grammar::rows", &used(&CALLS)),
        import("grammarc_runtime::grammar::Plan", &used(&["Chart", "Loop", "Ordered", "Predict"])),
        import("grammarc_runtime::grammar", &used(&TYPES)),
        if mentions(code, "Id") {
            "use grammarc_runtime::grammar::RegularId as Id;\n".to_owned()
        } else {
            String::new()
        },
        "use self::symbols as s;\n".to_owned(),
    ]
    .concat()
}

/// The functions that make rows.
const CALLS: [&str; 43] = [
    "ahead",
    "anonymous",
    "at_least",
    "binary_expression",
    "bytes",
    "chars",
    "choice",
    "computed_field",
    "custom_field",
    "custom_value",
    "element",
    "empty",
    "except",
    "folded",
    "grammar",
    "group",
    "items",
    "label_name",
    "labelled_value",
    "leaf",
    "level",
    "literal",
    "must",
    "named",
    "never",
    "next",
    "node",
    "node_of",
    "not_ahead",
    "numbered",
    "opaque_node",
    "productions",
    "repeat",
    "repetition",
    "rules",
    "separator",
    "sequence",
    "set",
    "skip",
    "splice",
    "terminal",
    "terminals",
    "token",
];

/// The types that rows mention.
const TYPES: [&str; 28] = [
    "At",
    "ByteOrder",
    "Check",
    "Codec",
    "Drive",
    "Encoding",
    "Expression",
    "ExpressionId",
    "Field",
    "FieldId",
    "FunctionId",
    "Grammar",
    "Hook",
    "Hooks",
    "HooksId",
    "Item",
    "Label",
    "LabelName",
    "Namespace",
    "Operator",
    "Production",
    "Regular",
    "RegularId",
    "Rule",
    "Separator",
    "Sign",
    "Terminal",
    "TerminalKind",
];
