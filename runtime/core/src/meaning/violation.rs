//! What a tree breaks of what its grammar asks for.

use std::str::Utf8Error;

use crate::grammar::{Codec, Expression, FieldId, FunctionId, Grammar, ItemId, Label, Namespace, ProductionId, Value};
use crate::tree::NodeId;

/// One thing that is wrong with the meaning of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Where.
    pub node: NodeId,
    /// What.
    pub wrong: Wrong,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// A computed field is not what its `:=` says.
    Lies(Lie),
    /// What repeats the text of a label is another text.
    Differs {
        /// The item that repeats it.
        item: ItemId,
        /// The production around it.
        production: ProductionId,
        /// Which label.
        label: Label,
        /// What is there.
        text: Vec<u8>,
        /// What should be there.
        expected: Vec<u8>,
    },
    /// A repetition has another number of iterations than a label before it says.
    Miscounted {
        /// The item that is repeated.
        item: ItemId,
        /// The production around it.
        production: ProductionId,
        /// The label that says how many.
        label: Label,
        /// At least and at most so many iterations are asked for; none if no repetition can have that number.
        asked: Option<(usize, usize)>,
        /// How many there are.
        count: usize,
    },
    /// `@use` of what is not defined.
    Undefined {
        /// Where it was looked for.
        namespace: Namespace,
        /// What was looked for.
        text: Vec<u8>,
        /// Whether a later definition in the scope would have done.
        late: bool,
    },
    /// `@unique`, or `@def` with `unique`, of what the scope has already.
    Taken {
        /// Where it is taken.
        namespace: Namespace,
        /// What.
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
        /// What it said.
        reason: String,
    },
}

/// A field that is not what its `:=` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lie {
    /// The node of the field.
    pub node: NodeId,
    /// Which field.
    pub field: FieldId,
    /// What it is worth; none if that is more than fits into 127 bits.
    pub found: Option<Value>,
    /// What it should be worth; none if that cannot be computed.
    pub expected: Option<Value>,
}

impl Lie {
    /// Returns what is wrong, as a sentence: `` `len` is 5 here, but `size(v)` is 3 ``.
    pub fn message(&self, grammar: &Grammar) -> String {
        let field = &grammar.fields[self.field.0 as usize];
        let is_checksum = matches!(grammar.expressions[field.value.0 as usize], Expression::Crc32(_));
        // As the field writes it; what is written in bytes shows best in hexadecimal if it is a checksum.
        let shown = |value: &Option<Value>, unknown: &str| match (value, field.codec) {
            (Some(Value::Number(number)), Some(Codec::Decimal)) => number.to_string(),
            (Some(Value::Number(number)), Some(Codec::Hexadecimal)) => format!("{number:#x}"),
            (Some(Value::Number(number)), _) if is_checksum => format!("{number:#010x}"),
            (Some(Value::Number(number)), _) => number.to_string(),
            (Some(Value::Text(text)), _) => format!("`{}`", shown(text)),
            (None, _) => unknown.to_owned(),
        };
        let found = shown(&self.found, "too large");
        let expected = shown(&self.expected, "no number that can be computed");
        format!("`{}` is {found} here, but `{}` is {expected}", field.name, field.written)
    }
}

/// What two violations have in common that are the same wherever they stand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Identity {
    /// A computed field, by rule, label and `:=`.
    Field(FieldId),
    /// What repeats a label, by rule and label.
    Differs(ItemId),
    /// What a label counts, by rule and label.
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

impl Wrong {
    /// Returns what it has in common with others of its kind.
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
    /// Returns what it has in common with others of its kind.
    pub fn identity(&self) -> Identity {
        self.wrong.identity()
    }

    /// Returns what is wrong, as a sentence: `` `x` is used here, but defined nowhere before (in `vars`) ``.
    pub fn message(&self, grammar: &Grammar) -> String {
        match &self.wrong {
            Wrong::Lies(lie) => lie.message(grammar),
            Wrong::Differs { production, label, text, expected, .. } => {
                let name = grammar.label_name(*production, *label);
                let there = if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shown(text)) };
                format!("{there} stands where the text of `{name}`, `{}`, is repeated", shown(expected))
            }
            Wrong::Miscounted { production, label, asked, count, .. } => {
                let name = grammar.label_name(*production, *label);
                format!("`{name}` asks for {} here, but there {}", times(*asked), there_are(*count))
            }
            Wrong::Undefined { namespace, text, late } => {
                let place = if *late { "in its scope" } else { "before" };
                let of = grammar.namespace(*namespace);
                if text.is_empty() {
                    return format!("nothing that this needs is defined {place} (in `{of}`)");
                }
                format!("`{}` is used here, but defined nowhere {place} (in `{of}`)", shown(text))
            }
            Wrong::Taken { namespace, text } => {
                let of = grammar.namespace(*namespace);
                format!("`{}` is there already (in `{of}`), and must be unique", shown(text))
            }
            Wrong::NotOffered { function, text } => {
                let name = grammar.function(*function);
                format!("`{}` is not among what `@pre({name})` offers here", shown(text))
            }
            Wrong::Rejected { function, text, reason } => {
                let name = grammar.function(*function);
                let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
                format!("`@post({name})` rejects `{}`{why}", shown(text))
            }
        }
    }
}

/// Returns how many iterations are asked for, as a phrase.
fn times(asked: Option<(usize, usize)>) -> String {
    match asked {
        None => "a number of repetitions that cannot be".to_owned(),
        Some((1, 1)) => "1 repetition".to_owned(),
        Some((low, high)) if low == high => format!("{low} repetitions"),
        Some((low, usize::MAX)) => format!("{low} or more repetitions"),
        Some((low, high)) => format!("{low} to {high} repetitions"),
    }
}

fn there_are(count: usize) -> String {
    if count == 1 { "is 1".to_owned() } else { format!("are {count}") }
}

/// The longest name that is shown whole, in bytes.
const LONG: usize = 60;

/// Returns a name as messages show it. A long one is cut between two characters.
#[doc(hidden)]
pub fn shown(text: &[u8]) -> String {
    let end = text.len().min(LONG);
    let dots = if text.len() > LONG { "…" } else { "" };
    let is_cut = |error: &Utf8Error| text.len() > LONG && error.error_len().is_none();
    let whole = match std::str::from_utf8(&text[..end]) {
        Err(error) if is_cut(&error) => std::str::from_utf8(&text[..error.valid_up_to()]),
        whole => whole,
    };
    match whole {
        Ok(text) => text.escape_debug().to_string() + dots,
        Err(_) => text[..end].escape_ascii().to_string() + dots,
    }
}

/// Returns whether the first violations are among the second, each as often at most.
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
        // What is no text at all is shown byte by byte, and so is what ends inside of a character by itself.
        assert_eq!(shown(b"a\xff"), r"a\xff");
        assert_eq!(shown(b"a\xc3"), r"a\xc3");
        assert_eq!(shown(&[0xff; 61]), dots(&r"\xff".repeat(60)));
    }
}
