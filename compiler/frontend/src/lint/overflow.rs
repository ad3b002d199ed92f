//! Computed fields that are too narrow: `n:<u8> := size(v)` where `v` can have more than 255 bytes.
//!
//! Only bounds from the grammar itself count: where a bound is unknown, there is no warning. A field of two bytes or more over an
//! endless item is common and right, because no grammar could state its bound. A field of a single byte is reported, because it can
//! be widened.

use grammarc_dsl::ast::{
    Alternative, Expression, ExpressionKind, Item, Operator, Primary, PrimaryKind, RepetitionKind,
};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Checksum, Codec, Sign};

use super::Lint;
use crate::regulars::{class_ranges, literal_bytes};
use crate::resolve::{Program, codec, constant};
use crate::walk;
use grammarc_runtime::components::components;

/// The upper bound of a size or value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Most {
    /// This bound.
    At(i128),
    /// Without a bound, as for `.*`.
    Endless,
}

/// Adds a warning for each field that is too narrow for its largest value.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let program = lint.program;
    let has_fields = |rule: &usize| program.items(*rule).iter().any(|item| item.derive.is_some());
    let rules: Vec<usize> = (0..program.rules.len()).filter(has_fields).collect();
    if rules.is_empty() {
        return;
    }
    let sizes = Sizes::of(program);
    for rule in rules {
        let file = program.rules[rule].file;
        for alternative in program.body(rule) {
            let items = walk::items(std::slice::from_ref(alternative));
            let fields = Fields { sizes: &sizes, file, items: &items };
            let narrow = items.iter().filter_map(|item| Some((fields.narrow(item)?, &item.primary.span)));
            found.extend(narrow.map(|(problem, span)| lint.complain(rule, span, problem)));
        }
    }
}

/// The fields of one alternative, and all that they can be about.
struct Fields<'a> {
    sizes: &'a Sizes<'a>,
    file: usize,
    items: &'a [&'a Item],
}

impl Fields<'_> {
    /// Returns the problem of a field that is too narrow.
    fn narrow(&self, item: &Item) -> Option<Problem> {
        let value = item.derive.as_ref().filter(|_| !walk::is_back_reference(item))?;
        let codec = codec(self.sizes.program, self.file, item)?;
        let Codec::Fixed { bytes, .. } = codec else { return None };
        let (_, highest) = codec.range();
        let most = match self.most(value)? {
            Most::At(most) => (most > highest).then_some(Some(most.to_string()))?,
            Most::Endless => (bytes == 1).then_some(None)?,
        };
        let text = &self.sizes.program.sources.files[self.file].text;
        let written = |span: &std::ops::Range<usize>| text.get(span.clone()).unwrap_or_default().to_owned();
        let name = item.label.as_ref().map_or_else(|| written(&item.primary.span), |label| label.text.clone());
        Some(Problem::NarrowField { name, highest: highest.to_string(), value: written(&value.span), most })
    }

    /// Returns the largest value of an expression, if that is known.
    fn most(&self, expression: &Expression) -> Option<Most> {
        match &expression.kind {
            ExpressionKind::Integer(number) => Some(Most::At((*number).into())),
            ExpressionKind::Label(label) => self.of_labels(label, |item| self.number(item)),
            ExpressionKind::Call { function, labels } => match (function.text.as_str(), labels.as_slice()) {
                ("size", [label]) => self.of_labels(&label.text, |item| self.sizes.item(self.file, item)),
                ("count", [label]) => self.of_labels(&label.text, times),
                ("value", [label]) => self.of_labels(&label.text, |item| self.number(item)),
                (function, _) => Checksum::by_name(function).map(|checksum| Most::At(checksum.most().into())),
            },
            ExpressionKind::Binary { left, operator, right } => {
                let left = self.most(left)?;
                match (operator, &right.kind) {
                    (Operator::Add, _) => left.plus(self.most(right)?),
                    (Operator::Multiply, _) => left.times(self.most(right)?),
                    (Operator::Subtract, ExpressionKind::Integer(number)) => left.plus(Most::At(-i128::from(*number))),
                    (Operator::Divide, ExpressionKind::Integer(number)) => left.divided((*number).into()),
                    _ => None,
                }
            }
        }
    }

    /// Returns the largest bound among the items of that name; none if there is no such item, or one is unknown.
    fn of_labels(&self, label: &str, most: impl Fn(&Item) -> Option<Most>) -> Option<Most> {
        let named = self.items.iter().filter(|item| item.label.as_ref().is_some_and(|name| name.text == label));
        let all: Option<Vec<Most>> = named.map(|item| most(item)).collect();
        all?.into_iter().max()
    }

    /// Returns the highest number that a field holds; none if the field can be negative, or of any length.
    fn number(&self, item: &Item) -> Option<Most> {
        let codec = codec(self.sizes.program, self.file, item)?;
        matches!(codec, Codec::Fixed { sign: Sign::Unsigned, .. }).then(|| Most::At(codec.range().1))
    }
}

/// The most bytes of every rule's texts.
struct Sizes<'a> {
    program: &'a Program<'a>,
    rules: Vec<Option<Most>>,
}

impl<'a> Sizes<'a> {
    /// Computes the rules after those that they mention; a recursive rule has no bound.
    fn of(program: &'a Program<'a>) -> Self {
        let edges: Vec<Vec<usize>> = (0..program.rules.len()).map(|rule| program.parts(rule).to_vec()).collect();
        let component = components(&edges);
        let mut members = vec![0_u32; edges.len()];
        component.iter().for_each(|&number| members[number] += 1);
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|&rule| component[rule]);
        let mut sizes = Self { program, rules: vec![None; edges.len()] };
        for rule in order {
            let is_cyclic = members[component[rule]] > 1 || edges[rule].contains(&rule);
            sizes.rules[rule] = match program.skip(rule) {
                Some(_) => None,
                None if is_cyclic => Some(Most::Endless),
                None => sizes.choice(program.rules[rule].file, program.body(rule)),
            };
        }
        sizes
    }

    fn choice(&self, file: usize, alternatives: &[Alternative]) -> Option<Most> {
        let sum = |alternative: &Alternative| {
            alternative.items.iter().try_fold(Most::At(0), |sum, item| sum.plus(self.item(file, item)?))
        };
        let all: Option<Vec<Most>> = alternatives.iter().map(sum).collect();
        all?.into_iter().max()
    }

    fn item(&self, file: usize, item: &Item) -> Option<Most> {
        if item.look.is_some() {
            return Some(Most::At(0));
        }
        let separator = walk::body(item).nth(1).map_or(Some(Most::At(0)), |separator| self.primary(file, separator));
        self.primary(file, &item.primary)?.plus(separator?)?.times(times(item)?)
    }

    fn primary(&self, file: usize, primary: &Primary) -> Option<Most> {
        let encoding = self.program.encoding;
        let widest = |code: u32| char::from_u32(code).map_or(4, char::len_utf8);
        let bytes = match &primary.kind {
            PrimaryKind::Literal(literal) => literal_bytes(literal, encoding).len(),
            PrimaryKind::Class(_) | PrimaryKind::Any if encoding.is_one_byte() => 1,
            PrimaryKind::Class(class) => {
                class_ranges(class, encoding).iter().map(|&(_, high)| widest(high)).max().unwrap_or(0)
            }
            PrimaryKind::Any => 4,
            PrimaryKind::Rule(name) => return self.rules[self.program.lookup(file, &name.text)?],
            PrimaryKind::Group(alternatives) => return self.choice(file, alternatives),
            PrimaryKind::AnyToken | PrimaryKind::Text { .. } | PrimaryKind::Layout(..) => return None,
        };
        Some(Most::At(bytes as i128))
    }
}

/// Returns the largest number of repetitions of an item, if the grammar gives it.
fn times(item: &Item) -> Option<Most> {
    Some(match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        None | Some(RepetitionKind::Optional) => Most::At(1),
        Some(RepetitionKind::Exactly(count) | RepetitionKind::Between(_, count)) => Most::At(constant(count)?.into()),
        Some(_) => Most::Endless,
    })
}

impl Most {
    fn plus(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::At(one), Self::At(other)) => one.checked_add(other).map(Self::At),
            _ => Some(Self::Endless),
        }
    }

    fn times(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::At(one), Self::At(other)) => one.checked_mul(other).map(Self::At),
            (Self::At(0), _) | (_, Self::At(0)) => Some(Self::At(0)),
            _ => Some(Self::Endless),
        }
    }

    fn divided(self, by: i128) -> Option<Self> {
        match self {
            Self::At(number) => number.checked_div(by).map(Self::At),
            Self::Endless => (by > 0).then_some(Self::Endless),
        }
    }
}
