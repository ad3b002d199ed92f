//! Rows of the tables as generated code writes them: constant, one call each, without the usual values. For example,
//! `item(SYMBOL, 0).consume()` names 3 of the 10 fields of an item.

use std::borrow::Cow;
use std::mem::{forget, replace};
use std::ops::Range;

use super::{
    Check, Checksum, Codec, Drive, Expression, ExpressionId, Field, FieldId, FunctionId, HooksId, Item, Label,
    LabelName, Operator, Plan, Production, Regular, RegularId, Rule, RuleKind, Shape, Slot, Symbol, Terminal,
    TerminalKind,
};
use crate::byteset::ByteSet;

mod numbered;
mod whole;

pub use numbered::{
    alternative, anonymous, element, empty, group, index, index_after, items, level, named, next, node, node_of,
    numbered, opaque_node, productions, repetition, rules, separator, set, skip, splice, terminals,
};
pub use whole::grammar;

/// Makes a rule without parameters, neither opaque nor nullable.
pub const fn rule(
    name: &'static str,
    kind: RuleKind,
    productions: Range<u32>,
    plan: Plan,
    sets: [ByteSet; 2],
    cost: u32,
) -> Rule {
    let [first, follow] = sets;
    let (params, name) = (Cow::Borrowed(&[] as &[Label]), Cow::Borrowed(name));
    Rule { name, kind, productions, params, count: None, opaque: false, nullable: false, first, follow, cost, plan }
}

impl Rule {
    /// Sets the outer labels whose texts it depends on.
    #[must_use]
    pub const fn with_params(mut self, params: &'static [Label]) -> Self {
        // A constant function cannot drop the old value, even an empty one.
        forget(replace(&mut self.params, Cow::Borrowed(params)));
        self
    }

    /// Makes it a repetition that a label counts.
    #[must_use]
    pub const fn counted(mut self, left: Label) -> Self {
        self.count = Some(left);
        self
    }

    /// Makes it `%opaque`.
    #[must_use]
    pub const fn opaque(mut self) -> Self {
        self.opaque = true;
        self
    }

    /// Makes it nullable.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }
}

/// Makes a production that is the first alternative, of weight 1, without name and not nullable.
pub const fn production(rule: Symbol, items: Range<u32>, shape: Shape, predict: ByteSet, cost: u32) -> Production {
    Production { rule, items, shape, alternative: 0, name: None, weight: 1, cost, nullable: false, predict }
}

impl Production {
    /// Sets the number of the alternative in the source rule.
    #[must_use]
    pub const fn alternative(mut self, number: u16) -> Self {
        self.alternative = number;
        self
    }

    /// Sets the name that `@as` gave.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Self {
        forget(self.name.replace(Cow::Borrowed(name)));
        self
    }

    /// Sets the weight that `@w` gave.
    #[must_use]
    pub const fn weight(mut self, weight: u32) -> Self {
        self.weight = weight;
        self
    }

    /// Makes it nullable.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }
}

/// Makes an item of the rule without label and condition.
pub const fn item(symbol: Symbol, index: u16) -> Item {
    Item {
        symbol,
        index,
        slot: Slot::Item,
        consume: false,
        pass: false,
        label: None,
        check: Check::None,
        drive: Drive::None,
        field: None,
        hooks: None,
    }
}

impl Item {
    /// Sets the role of its node in the parent.
    #[must_use]
    pub const fn slot(mut self, slot: Slot) -> Self {
        self.slot = slot;
        self
    }

    /// Makes it consume something.
    #[must_use]
    pub const fn consume(mut self) -> Self {
        self.consume = true;
        self
    }

    /// Makes it stand for the whole rule.
    #[must_use]
    pub const fn pass(mut self) -> Self {
        self.pass = true;
        self
    }

    /// Sets the label before it.
    #[must_use]
    pub const fn label(mut self, label: Label) -> Self {
        self.label = Some(label);
        self
    }

    /// Sets the condition on its text.
    #[must_use]
    pub const fn check(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// Sets how earlier labels fix its size or count.
    #[must_use]
    pub const fn drive(mut self, drive: Drive) -> Self {
        self.drive = drive;
        self
    }

    /// Sets the field that computes its text.
    #[must_use]
    pub const fn field(mut self, field: FieldId) -> Self {
        self.field = Some(field);
        self
    }

    /// Sets its hooks.
    #[must_use]
    pub const fn hooks(mut self, hooks: HooksId) -> Self {
        self.hooks = Some(hooks);
        self
    }
}

/// Makes the name of a label.
pub const fn label_name(rule: Symbol, alternative: u16, label: Label, name: &'static str) -> LabelName {
    LabelName { rule, alternative, label, name: Cow::Borrowed(name) }
}

/// Makes a terminal without `%word`, neither opaque nor nullable.
pub const fn terminal(name: &'static str, kind: TerminalKind, regular: RegularId, first: ByteSet) -> Terminal {
    Terminal {
        name: Cow::Borrowed(name),
        kind,
        regular,
        word: None,
        opaque: false,
        nullable: false,
        first,
        codec: None,
    }
}

/// Makes a token.
pub const fn token(name: &'static str, regular: u32, first: u64) -> Terminal {
    terminal(name, TerminalKind::Token, RegularId(regular), numbered(first))
}

/// Makes a terminal that is written where it stands.
pub const fn leaf(name: &'static str, regular: u32, first: u64) -> Terminal {
    terminal(name, TerminalKind::Leaf, RegularId(regular), numbered(first))
}

/// Makes a look-ahead that holds where a text of the expression comes next.
pub const fn ahead(name: &'static str, regular: u32, first: u64) -> Terminal {
    terminal(name, TerminalKind::Ahead { negative: false }, RegularId(regular), numbered(first)).nullable()
}

/// Makes a look-ahead that holds where no text of the expression comes next.
pub const fn not_ahead(name: &'static str, regular: u32, first: u64) -> Terminal {
    terminal(name, TerminalKind::Ahead { negative: true }, RegularId(regular), numbered(first)).nullable()
}

impl Terminal {
    /// Sets the number that its text stands for.
    #[must_use]
    pub const fn codec(mut self, codec: Codec) -> Self {
        self.codec = Some(codec);
        self
    }

    /// Sets the terminal whose longest match must be the same text.
    #[must_use]
    pub const fn word(mut self, word: Symbol) -> Self {
        self.word = Some(word);
        self
    }

    /// Makes it `%opaque`.
    #[must_use]
    pub const fn opaque(mut self) -> Self {
        self.opaque = true;
        self
    }

    /// Says that it can match the empty text.
    #[must_use]
    pub const fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }
}

/// Makes an expression for these bytes.
pub const fn literal(text: &'static [u8]) -> Regular {
    Regular::Literal { text: Cow::Borrowed(text), fold: false }
}

/// Makes an expression for these bytes with ASCII letters in either case.
pub const fn folded(text: &'static [u8]) -> Regular {
    Regular::Literal { text: Cow::Borrowed(text), fold: true }
}

/// Makes an expression for one character in these ranges.
pub const fn chars(ranges: &'static [(u32, u32)]) -> Regular {
    Regular::Chars(Cow::Borrowed(ranges))
}

/// Makes an expression for one byte in these ranges.
pub const fn bytes(ranges: &'static [(u8, u8)]) -> Regular {
    Regular::Bytes(Cow::Borrowed(ranges))
}

/// Makes an expression for one part after another.
pub const fn sequence(parts: &'static [RegularId]) -> Regular {
    Regular::Sequence(Cow::Borrowed(parts))
}

/// Makes an expression for one of these, tried in order.
pub const fn choice(options: &'static [RegularId]) -> Regular {
    Regular::Choice(Cow::Borrowed(options))
}

/// Makes a repetition that can go on for ever.
pub const fn at_least(min: u32, body: u32) -> Regular {
    Regular::Repeat { body: RegularId(body), min, max: None }
}

/// Makes a repetition.
pub const fn repeat(min: u32, max: u32, body: u32) -> Regular {
    Regular::Repeat { body: RegularId(body), min, max: Some(max) }
}

/// Makes an expression that holds where a text of another comes next.
pub const fn must(body: u32) -> Regular {
    Regular::Ahead { body: RegularId(body), negative: false }
}

/// Makes an expression that holds where no text of another comes next.
pub const fn never(body: u32) -> Regular {
    Regular::Ahead { body: RegularId(body), negative: true }
}

/// Makes an expression for the texts of `body` that are no texts of `without`.
pub const fn except(body: u32, without: u32) -> Regular {
    Regular::Except { body: RegularId(body), without: RegularId(without) }
}

/// Makes an operation on two expressions.
pub const fn binary_expression(operator: Operator, left: u32, right: u32) -> Expression {
    Expression::Binary { operator, left: ExpressionId(left), right: ExpressionId(right) }
}

/// Makes an expression for the number that a label's text encodes.
pub const fn labelled_value(label: Label, codec: Codec) -> Expression {
    Expression::Value { label, codec }
}

/// Makes an expression for the checksum of the texts of labels.
pub const fn checksum_of(checksum: Checksum, labels: &'static [Label]) -> Expression {
    Expression::Checksum { checksum, labels: Cow::Borrowed(labels) }
}

/// Makes a computed field.
pub const fn computed_field(name: &'static str, written: &'static str, codec: Codec, value: ExpressionId) -> Field {
    Field { name: Cow::Borrowed(name), written: Cow::Borrowed(written), codec: Some(codec), value }
}

/// Makes a field whose text a function of the author gives.
pub const fn custom_field(name: &'static str, written: &'static str, value: ExpressionId) -> Field {
    Field { name: Cow::Borrowed(name), written: Cow::Borrowed(written), codec: None, value }
}

/// Makes an expression for the result of a function of the author.
pub const fn custom_value(function: FunctionId, labels: &'static [Label]) -> Expression {
    Expression::Call { function, labels: Cow::Borrowed(labels) }
}
