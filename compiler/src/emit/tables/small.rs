//! Rows of the smaller tables: regular expressions, computed fields and hooks.

use grammarc_runtime::grammar::{
    ByteOrder, Codec, Drive, Expression, ExpressionId, Field, FunctionId, Hook, Hooks, Label, Regular, RegularId, Sign,
    Text,
};

use super::super::names::{byte, byte_lit, lit};

/// Writes a regular expression.
pub(super) fn regular(regular: &Regular) -> String {
    match regular {
        Regular::Literal { text, fold: false } => format!("literal({})", byte_lit(text)),
        Regular::Literal { text, fold: true } => format!("folded({})", byte_lit(text)),
        Regular::Chars(ranges) => {
            let ranges: Vec<String> = ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect();
            format!("chars(&[{}])", ranges.join(", "))
        }
        Regular::Bytes(ranges) => {
            let ranges: Vec<String> =
                ranges.iter().map(|(low, high)| format!("({}, {})", byte(*low), byte(*high))).collect();
            format!("bytes(&[{}])", ranges.join(", "))
        }
        Regular::Sequence(parts) => format!("sequence(&[{}])", ids(parts)),
        Regular::Choice(options) => format!("choice(&[{}])", ids(options)),
        Regular::Repeat { body, min, max: Some(max) } => format!("repeat({min}, {max}, {})", body.0),
        Regular::Repeat { body, min, max: None } => format!("at_least({min}, {})", body.0),
        Regular::Ahead { body, negative: true } => format!("never({})", body.0),
        Regular::Ahead { body, negative: false } => format!("must({})", body.0),
        Regular::Except { body, without } => format!("except({}, {})", body.0, without.0),
        Regular::Text { label: of, fold } => format!("Regular::Text {{ label: {}, fold: {fold} }}", label(of)),
    }
}

/// Writes how earlier labels drive the size or the count of an item.
/// For example, `v:<body>` is driven by `n:<u8> := size(v)` before it.
pub(super) fn driven(drive: &Drive) -> String {
    match drive {
        Drive::None => "Drive::None".to_owned(),
        Drive::Here => "Drive::Here".to_owned(),
        Drive::Size(size) => format!("Drive::Size({})", formula(size)),
        Drive::Count { low, high, left } => {
            let high = high.as_ref().map_or_else(|| "None".to_owned(), |high| format!("Some({})", formula(high)));
            format!("Drive::Count {{ low: {}, high: {high}, left: {} }}", formula(low), label(left))
        }
        Drive::Next(left) => format!("Drive::Next({})", label(left)),
        Drive::Iteration(left) => format!("Drive::Iteration({})", label(left)),
    }
}

/// Writes an expression over labels.
pub(super) fn expression(expression: &Expression) -> String {
    let labels = |labels: &[Label]| labels.iter().map(label).collect::<Vec<_>>().join(", ");
    match expression {
        Expression::Integer(number) => format!("Expression::Integer({})", integer(*number)),
        Expression::Value { label: of, codec: by } => format!("labelled_value({}, {})", label(of), codec(by)),
        Expression::Size(of) => format!("Expression::Size({})", label(of)),
        Expression::Count(of) => format!("Expression::Count({})", label(of)),
        Expression::Offset(of) => format!("Expression::Offset({})", label(of)),
        Expression::Checksum { checksum, labels: of } => {
            format!("checksum_of(Checksum::{checksum:?}, &[{}])", labels(of))
        }
        Expression::Call { function: FunctionId(number), labels: of } => {
            format!("custom_value(FunctionId({number}), &[{}])", labels(of))
        }
        Expression::Binary { operator, left, right } => {
            format!("binary_expression(Operator::{operator:?}, {}, {})", left.0, right.0)
        }
    }
}

/// Writes a computed field.
pub(super) fn field(Field { name, written, codec: by, value }: &Field) -> String {
    match by {
        Some(by) => format!("computed_field({}, {}, {}, {})", lit(name), lit(written), codec(by), formula(value)),
        None => format!("custom_field({}, {}, {})", lit(name), lit(written), formula(value)),
    }
}

/// Writes the hooks of an item.
pub(super) fn hooks(hooks: &Hooks) -> String {
    format!("Cow::Borrowed(&[{}])", hooks.iter().map(hook).collect::<Vec<_>>().join(", "))
}

/// Writes a hook as `Debug` does, but for the path of an enum in it.
fn hook(hook: &Hook) -> String {
    format!("Hook::{hook:?}").replace("at: ", "at: At::")
}

/// Writes a text.
pub(super) fn text(text: &Text) -> String {
    format!("Cow::Borrowed({})", lit(text))
}

/// Writes how a number is written.
pub(super) fn codec(codec: &Codec) -> String {
    match codec {
        Codec::Fixed { bytes, order, sign } => {
            let order = match order {
                ByteOrder::Big => "Big",
                ByteOrder::Little => "Little",
            };
            let sign = match sign {
                Sign::Unsigned => "Unsigned",
                Sign::Signed => "Signed",
            };
            format!("Codec::Fixed {{ bytes: {bytes}, order: ByteOrder::{order}, sign: Sign::{sign} }}")
        }
        Codec::Leb128 => "Codec::Leb128".to_owned(),
        Codec::Decimal => "Codec::Decimal".to_owned(),
        Codec::Hexadecimal => "Codec::Hexadecimal".to_owned(),
    }
}

fn formula(ExpressionId(number): &ExpressionId) -> String {
    format!("ExpressionId({number})")
}

/// Writes a number the way clippy likes long ones: `1_000_000`.
fn integer(number: i128) -> String {
    let digits = number.to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let mut out = String::from(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && digits.len() > 5 && (digits.len() - place) % 3 == 0 {
            out.push('_');
        }
        out.push(digit);
    }
    out
}

/// Writes the number of a regular expression.
pub(super) fn id(RegularId(number): &RegularId) -> String {
    format!("RegularId({number})")
}

fn ids(all: &[RegularId]) -> String {
    all.iter().map(|RegularId(number)| format!("Id({number})")).collect::<Vec<_>>().join(", ")
}

/// Writes a label.
pub(super) fn label(Label(number): &Label) -> String {
    format!("Label({number})")
}
