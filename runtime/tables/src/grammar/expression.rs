//! Arithmetic over the labels of an alternative, as after `:=` and in counts, for example `size(body) + 4` and `{n}`.

use super::{Checksum, Codec, FunctionId, Grammar, Label, Table, Text};

/// Number of an expression in [`Grammar::expressions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExpressionId(pub u32);

/// Number of a field in [`Grammar::fields`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub u32);

/// An item whose text is computed, for example `n:<u16be> := size(body)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The label, or else the item as written.
    pub name: Text,
    /// The expression as written.
    pub written: Text,
    /// How the item writes a number; none where a function of the author gives its text.
    pub codec: Option<Codec>,
    /// The expression whose value it must have.
    pub value: ExpressionId,
}

/// An expression; its operands are in [`Grammar::expressions`], always before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Integer(i128),
    /// The number that the text of a label encodes; 0 if the label is absent. For example, 258 for `01 02` as `u16be`.
    Value {
        /// Which label.
        label: Label,
        /// How its text is read.
        codec: Codec,
    },
    /// How many bytes a label has. For example, 3 for `abc`.
    Size(Label),
    /// How many elements the repetition of a label has.
    Count(Label),
    /// Where a label begins, in bytes from the start of the input.
    Offset(Label),
    /// The checksum of these texts one after another.
    Checksum {
        /// Which one.
        checksum: Checksum,
        /// The labels of the texts.
        labels: Table<Label>,
    },
    /// The result of a function of the author.
    Call {
        /// Which function.
        function: FunctionId,
        /// The labels whose texts it gets.
        labels: Table<Label>,
    },
    /// An operation on two numbers.
    Binary {
        /// The operation.
        operator: Operator,
        /// The left operand.
        left: ExpressionId,
        /// The right operand.
        right: ExpressionId,
    },
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number, written as the field writes numbers.
    Number(i128),
    /// These bytes.
    Text(Vec<u8>),
}

impl From<i128> for Value {
    fn from(number: i128) -> Self {
        Self::Number(number)
    }
}

impl From<Vec<u8>> for Value {
    fn from(text: Vec<u8>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text.into_bytes())
    }
}

/// An operation on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`, without the remainder. For example, `7 / 2` is 3.
    Divide,
    /// `/`, where there must be no remainder. For example, `6 / 2` is 3, and `7 / 2` has no value.
    Exactly,
    /// The left operand, which must be at least the right operand. For example, 3 and 2 give 3, and 2 and 3 have no
    /// value.
    AtLeast,
    /// The left operand, which must be at most the right operand.
    AtMost,
}

impl Operator {
    fn apply(self, left: i128, right: i128) -> Option<i128> {
        match self {
            Self::Add => left.checked_add(right),
            Self::Subtract => left.checked_sub(right),
            Self::Multiply => left.checked_mul(right),
            Self::Divide => left.checked_div(right),
            Self::Exactly => left.checked_div(right).filter(|_| left.checked_rem(right) == Some(0)),
            Self::AtLeast => (left >= right).then_some(left),
            Self::AtMost => (left <= right).then_some(left),
        }
    }
}

/// The facts known about labels where an expression is evaluated. One unknown fact makes the whole expression unknown.
/// For example, a parser does not know the offset of a label, so `offset(v) + 4` is unknown to it.
pub trait LabelLookup {
    /// Returns the text of a label, empty if it is absent.
    fn text(&self, label: Label) -> &[u8];

    /// Returns how many elements the repetition of a label has.
    fn count(&self, _: Label) -> Option<usize> {
        None
    }

    /// Returns where a label begins.
    fn offset(&self, _: Label) -> Option<usize> {
        None
    }

    /// Returns the texts of these labels one after another, as a checksum sees them.
    fn bytes(&self, _: &[Label]) -> Option<Vec<u8>> {
        None
    }

    /// Returns the result of a function of the author for these texts.
    fn call(&self, _: FunctionId, _: &[Label]) -> Option<Value> {
        None
    }
}

impl Grammar {
    /// Returns the value of an expression; none if something in it is unknown, overflows, or does not divide. Recurses
    /// as deep as the expression nests, which the compiler bounds.
    pub fn evaluate(&self, id: ExpressionId, known: &impl LabelLookup) -> Option<i128> {
        let number = |length: usize| i128::try_from(length).ok();
        match &self.expressions[id.0 as usize] {
            Expression::Integer(number) => Some(*number),
            Expression::Value { label, codec } => match known.text(*label) {
                [] => Some(0),
                text => codec.decode(text),
            },
            Expression::Size(label) => number(known.text(*label).len()),
            Expression::Count(label) => number(known.count(*label)?),
            Expression::Offset(label) => number(known.offset(*label)?),
            Expression::Checksum { checksum, labels } => Some(checksum.of(&known.bytes(labels)?).into()),
            Expression::Call { function, labels } => match known.call(*function, labels)? {
                Value::Number(number) => Some(number),
                Value::Text(_) => None,
            },
            Expression::Binary { operator, left, right } => {
                operator.apply(self.evaluate(*left, known)?, self.evaluate(*right, known)?)
            }
        }
    }

    /// Returns the value that a field must have: a number, or the text that a function of the author gives.
    pub fn value(&self, field: &Field, known: &impl LabelLookup) -> Option<Value> {
        match &self.expressions[field.value.0 as usize] {
            Expression::Call { function, labels } => known.call(*function, labels),
            _ => self.evaluate(field.value, known).map(Value::Number),
        }
    }

    /// Returns whether an expression calls a function of the author.
    pub fn is_custom(&self, id: ExpressionId) -> bool {
        match &self.expressions[id.0 as usize] {
            Expression::Call { .. } => true,
            Expression::Binary { left, right, .. } => self.is_custom(*left) || self.is_custom(*right),
            _ => false,
        }
    }

    /// Returns the value of an expression as a number of bytes or elements; none if it is unknown or negative. For
    /// example, `n - 4` has none if `n` is 3.
    pub fn amount(&self, id: ExpressionId, known: &impl LabelLookup) -> Option<usize> {
        usize::try_from(self.evaluate(id, known)?).ok()
    }

    /// Returns the labels that an expression mentions.
    pub fn labels_of(&self, id: ExpressionId) -> Vec<Label> {
        labels_of(&self.expressions, id)
    }
}

/// Returns the labels that an expression of a table mentions.
pub fn labels_of(expressions: &[Expression], id: ExpressionId) -> Vec<Label> {
    match &expressions[id.0 as usize] {
        Expression::Integer(_) => Vec::new(),
        Expression::Value { label, .. }
        | Expression::Size(label)
        | Expression::Count(label)
        | Expression::Offset(label) => vec![*label],
        Expression::Checksum { labels, .. } | Expression::Call { labels, .. } => labels.to_vec(),
        Expression::Binary { left, right, .. } => {
            [labels_of(expressions, *left), labels_of(expressions, *right)].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Operator;

    #[test]
    fn arithmetic_never_overflows() {
        use Operator::{Add, AtLeast, AtMost, Divide, Exactly, Multiply, Subtract};
        assert_eq!(Add.apply(i128::MAX, 1), None);
        assert_eq!(Subtract.apply(i128::MIN, 1), None);
        assert_eq!(Multiply.apply(i128::MAX, 2), None);
        assert_eq!((Divide.apply(7, 2), Divide.apply(7, 0), Divide.apply(i128::MIN, -1)), (Some(3), None, None));
        assert_eq!((Exactly.apply(7, 2), Exactly.apply(6, 2), Exactly.apply(6, 0)), (None, Some(3), None));
        assert_eq!(Exactly.apply(i128::MIN, -1), None);
        assert_eq!((AtLeast.apply(2, 3), AtLeast.apply(3, 3)), (None, Some(3)));
        assert_eq!((AtMost.apply(3, 2), AtMost.apply(2, 2)), (None, Some(2)));
    }
}
