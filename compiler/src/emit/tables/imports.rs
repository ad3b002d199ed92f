//! The head of `grammar.rs`: its documentation, and the imports of the tables.

use super::super::layout::words::Words;

/// Writes the imports that rows need.
pub(super) fn head(code: &str) -> String {
    let words = Words::of(code);
    [
        "//! The tables of the grammar: what Earley, the fuzzer and the reducer read.\n\n".to_owned(),
        words.import("std::borrow", &["Cow"]),
        words.import("grammarc_runtime::byteset", &["ByteSet"]),
        words.import("grammarc_runtime::grammar::rows", &CALLS),
        words.import("grammarc_runtime::grammar::Plan", &["Chart", "Exclusive", "Loop", "Ordered", "Predict"]),
        words.import("grammarc_runtime::grammar", &TYPES),
        words.import("grammarc_runtime::grammar", &["RegularId as Id"]),
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
const TYPES: [&str; 29] = [
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
    "Indent",
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
