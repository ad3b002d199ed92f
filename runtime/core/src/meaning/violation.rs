//! Violations: the places where a tree breaks the demands of its grammar. A reduction compares their identities, so
//! that it keeps the mistakes of its input and adds none.

use std::ops::RangeInclusive;
use std::str::Utf8Error;

use crate::grammar::{Codec, Expression, FieldId, FunctionId, Grammar, ItemId, Label, Namespace, ProductionId, Value};
use crate::tree::NodeId;

/// A mistake in the meaning of an input. For example, in `3:ab` the size `3` is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The node with the mistake.
    pub node: NodeId,
    /// The kind of the mistake.
    pub kind: ViolationKind,
}

/// A kind of mistake, with its details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind {
    /// A computed field differs from the value of its `:=`.
    Lies(Lie),
    /// A repeated text differs from the text of its label, for example an end tag `</b>` for `<a>`.
    Differs {
        /// The item that repeats the label.
        item: ItemId,
        /// The production around it.
        production: ProductionId,
        /// Which label.
        label: Label,
        /// The text that is there.
        text: Vec<u8>,
        /// The text of the label.
        expected: Vec<u8>,
    },
    /// A repetition has another number of iterations than an earlier label says. For example, `3 a b` has two.
    Miscounted {
        /// The item that is repeated.
        item: ItemId,
        /// The production around it.
        production: ProductionId,
        /// The label with the number.
        label: Label,
        /// The numbers of iterations that are right; none if no repetition can have that number.
        asked: Option<RangeInclusive<usize>>,
        /// The number of iterations that are there.
        count: usize,
    },
    /// `@use` of an undefined name, for example `print x` without a `let x`.
    Undefined {
        /// The namespace of the lookup.
        namespace: Namespace,
        /// The name.
        text: Vec<u8>,
        /// Whether a later definition in the scope would have been accepted.
        late: bool,
    },
    /// `@unique`, or `@def` with `unique`, of a name that the scope has already. For example, the second `"a"` in
    /// `{"a": 1, "a": 2}`.
    Taken {
        /// The namespace that has it.
        namespace: Namespace,
        /// The name.
        text: Vec<u8>,
    },
    /// A function of `@pre` did not offer the text.
    NotOffered {
        /// Which function.
        function: FunctionId,
        /// The text.
        text: Vec<u8>,
    },
    /// A function of `@post` rejected the text.
    Rejected {
        /// Which function.
        function: FunctionId,
        /// The text.
        text: Vec<u8>,
        /// The reason that the function gave.
        reason: String,
    },
}

/// A field whose value differs from its `:=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lie {
    /// The node of the field.
    pub node: NodeId,
    /// Which field.
    pub field: FieldId,
    /// The value of the field; none if it does not fit into 127 bits.
    pub found: Option<Value>,
    /// The value of its `:=`; none if it cannot be computed.
    pub expected: Option<Value>,
}

impl Lie {
    /// Returns the message, a sentence: `` `len` is 5 here, but `size(v)` is 3 ``.
    pub fn message(&self, grammar: &Grammar) -> String {
        let field = &grammar.fields[self.field.0 as usize];
        let is_checksum = matches!(grammar.expressions[field.value.0 as usize], Expression::Checksum { checksum, .. } if checksum.most() > 0xff);
        // As the field writes it. A checksum in bytes is shown in hexadecimal.
        let shown = |value: &Option<Value>, unknown: &str| match (value, field.codec) {
            (Some(Value::Number(number)), Some(Codec::Decimal)) => number.to_string(),
            (Some(Value::Number(number)), Some(Codec::Hexadecimal)) => format!("{number:#x}"),
            (Some(Value::Number(number)), _) if is_checksum => format!("{number:#010x}"),
            (Some(Value::Number(number)), _) => number.to_string(),
            (Some(Value::Text(text)), _) => format!("`{}`", shown(text)),
            (None, _) => unknown.to_owned(),
        };
        let found = shown(&self.found, "too large");
        let expected = shown(&self.expected, "not computable");
        format!("`{}` is {found} here, but `{}` is {expected}", field.name, field.written)
    }
}

/// The identity of a violation, without its place. For example, two undefined uses of `x` share it, wherever they
/// stand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// A computed field, by rule, label and `:=`.
    Field(FieldId),
    /// A repeated text, by rule and label.
    Differs(ItemId),
    /// A counted repetition, by rule and label.
    Miscounted(ItemId),
    /// `@use` of a text.
    Undefined(Namespace, Vec<u8>),
    /// `@unique` of a text.
    Taken(Namespace, Vec<u8>),
    /// `@pre` on a text.
    NotOffered(FunctionId, Vec<u8>),
    /// `@post` on a text.
    Rejected(FunctionId, Vec<u8>),
}

impl ViolationKind {
    /// Returns the identity, which is the same wherever the mistake stands.
    pub fn identity(&self) -> Identity {
        match self {
            Self::Lies(lie) => Identity::Field(lie.field),
            Self::Differs { item, .. } => Identity::Differs(*item),
            Self::Miscounted { item, .. } => Identity::Miscounted(*item),
            Self::Undefined { namespace, text, .. } => Identity::Undefined(*namespace, text.clone()),
            Self::Taken { namespace, text } => Identity::Taken(*namespace, text.clone()),
            Self::NotOffered { function, text } => Identity::NotOffered(*function, text.clone()),
            Self::Rejected { function, text, .. } => Identity::Rejected(*function, text.clone()),
        }
    }
}

impl Violation {
    /// Returns the identity, which is the same wherever the mistake stands.
    pub fn identity(&self) -> Identity {
        self.kind.identity()
    }

    /// Returns the message, a sentence: `` `x` is not defined before its use (in `vars`) ``.
    pub fn message(&self, grammar: &Grammar) -> String {
        match &self.kind {
            ViolationKind::Lies(lie) => lie.message(grammar),
            ViolationKind::Differs { production, label, text, expected, .. } => {
                let name = grammar.label_name(*production, *label);
                let there = if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
                format!("expected `{}`, the text of `{name}`, but found {there}", shown(expected))
            }
            ViolationKind::Miscounted { production, label, asked, count, .. } => {
                let name = grammar.label_name(*production, *label);
                format!("`{name}` requires {} here, but there {}", times(asked.as_ref()), there_are(*count))
            }
            ViolationKind::Undefined { namespace, text, late } => {
                let place = if *late { "in its scope" } else { "before its use" };
                let of = grammar.namespace(*namespace);
                if text.is_empty() {
                    return format!("no name is defined {place} (in `{of}`)");
                }
                format!("`{}` is not defined {place} (in `{of}`)", shown(text))
            }
            ViolationKind::Taken { namespace, text } => {
                let of = grammar.namespace(*namespace);
                format!("`{}` is already defined (in `{of}`) and must be unique", shown(text))
            }
            ViolationKind::NotOffered { function, text } => {
                let name = grammar.function(*function);
                format!("`{}` is not one of the texts that `@pre({name})` offers here", shown(text))
            }
            ViolationKind::Rejected { function, text, reason } => {
                let name = grammar.function(*function);
                let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
                format!("`@post({name})` rejects `{}`{why}", shown(text))
            }
        }
    }
}

/// Returns the demanded number of iterations, as a phrase. For example, `2 or more repetitions`.
fn times(asked: Option<&RangeInclusive<usize>>) -> String {
    match asked.map(|asked| (*asked.start(), *asked.end())) {
        None => "an impossible number of repetitions".to_owned(),
        Some((1, 1)) => "1 repetition".to_owned(),
        Some((low, high)) if low == high => format!("{low} repetitions"),
        Some((low, usize::MAX)) => format!("{low} or more repetitions"),
        Some((low, high)) => format!("{low} to {high} repetitions"),
    }
}

fn there_are(count: usize) -> String {
    if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
}

/// Maximum length in bytes of a name that is shown whole. A message with two names then fits two lines.
const MAX_SHOWN_NAME_BYTES: usize = 60;

/// Returns a name as messages show it. A long name is cut between two characters. For example, the bytes `61 ff` are
/// shown as `a\xff`.
#[doc(hidden)]
pub fn shown(text: &[u8]) -> String {
    let end = text.len().min(MAX_SHOWN_NAME_BYTES);
    let dots = if text.len() > MAX_SHOWN_NAME_BYTES { "…" } else { "" };
    let is_cut = |error: &Utf8Error| text.len() > MAX_SHOWN_NAME_BYTES && error.error_len().is_none();
    let whole = match std::str::from_utf8(&text[..end]) {
        Err(error) if is_cut(&error) => std::str::from_utf8(&text[..error.valid_up_to()]),
        whole => whole,
    };
    match whole {
        Ok(text) => text.escape_debug().to_string() + dots,
        Err(_) => text[..end].escape_ascii().to_string() + dots,
    }
}

/// Returns whether `of` contains `some`: each identity at least as often. For example, two undefined uses of `x`
/// contain one.
pub fn is_subset(some: &[Violation], of: &[Violation]) -> bool {
    let sorted = |all: &[Violation]| {
        let mut all: Vec<Identity> = all.iter().map(Violation::identity).collect();
        all.sort();
        all
    };
    let (some, of) = (sorted(some), sorted(of));
    let mut rest = of.iter();
    some.iter().all(|one| rest.any(|other| other == one))
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_long_name_is_cut_between_characters() {
        let dots = |text: &str| format!("{text}…");
        assert_eq!(shown("é".repeat(30).as_bytes()), "é".repeat(30));
        assert_eq!(shown("é".repeat(40).as_bytes()), dots(&"é".repeat(30)));
        // The 60th byte is the first of two.
        assert_eq!(shown(format!("x{}", "é".repeat(40)).as_bytes()), dots(&format!("x{}", "é".repeat(29))));
        assert_eq!(shown("😀".repeat(16).as_bytes()), dots(&"😀".repeat(15)));
        // Bytes that are not UTF-8 are shown one by one. So is a short name that ends inside of a character.
        assert_eq!(shown(b"a\xff"), r"a\xff");
        assert_eq!(shown(b"a\xc3"), r"a\xc3");
        assert_eq!(shown(&[0xff; 61]), dots(&r"\xff".repeat(60)));
    }
}
