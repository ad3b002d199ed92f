//! What the productions of a rule do when they are written by calls: those that differ in texts and characters only do it by a table,
//! without a branch.

use grammarc_runtime::fuzz::pen::Short;
use grammarc_runtime::grammar::RegularId;

use super::super::layout::words::{bare, mentions};
use super::super::names::byte_lit;
use super::draw;

/// A part of what a production does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Writes a text.
    Write(Vec<u8>),
    /// Writes one of these characters, which counts for so many choices.
    Char(Letters, u32),
    /// A statement.
    Do(String),
}

/// Characters of which one is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Letters {
    /// A class of the grammar.
    Class(RegularId),
    /// A rule whose alternatives are characters, by the name of what is written for it.
    Rule(String),
}

impl Letters {
    /// The name of the static that holds them.
    fn name(&self) -> String {
        match self {
            Self::Class(regular) => draw::class_name(*regular),
            Self::Rule(name) => name.clone(),
        }
    }
}

/// What some adjacent productions of a rule do, which differ in texts and characters at most.
pub(super) struct Arm {
    /// What each does: as many steps of the same kinds.
    pub(super) steps: Vec<Vec<Step>>,
    /// How much each of them weighs.
    pub(super) weight: u32,
    /// The statement after which the function goes on from its beginning; none where it ends.
    pub(super) again: Option<&'static str>,
}

impl Arm {
    /// Takes in the production after it, if that differs in nothing but short texts and characters.
    pub(super) fn takes(&mut self, other: &Self) -> bool {
        let is_short = |step: &Step| !matches!(step, Step::Write(text) if text.len() > Short::LONGEST);
        let fits = |(a, b): (&Step, &Step)| match (a, b) {
            (Step::Write(_), Step::Write(_)) => a == b || is_short(a) && is_short(b),
            (Step::Char(..), Step::Char(..)) => true,
            _ => a == b,
        };
        let (mine, others) = (&self.steps[0], &other.steps[0]);
        let is_alike = mine.len() == others.len() && mine.iter().zip(others).all(fits);
        let all_short = || self.steps.iter().flatten().all(is_short);
        let joins =
            is_alike && self.weight == other.weight && self.again == other.again && (mine == others || all_short());
        if joins {
            self.steps.extend(other.steps.iter().cloned());
        }
        joins
    }

    /// Writes the statements; those that depend on the production ask for `which`.
    pub(super) fn statements(&self, which: &str) -> Vec<String> {
        let step = |i: usize| match &self.steps[0][i] {
            first if self.steps.iter().all(|steps| &steps[i] == first) => written(first),
            Step::Char(..) => {
                let steps = self.steps.iter();
                let all =
                    steps.filter_map(|steps| if let Step::Char(of, n) = &steps[i] { Some((of, n)) } else { None });
                let (names, counts): (Vec<String>, Vec<u32>) =
                    all.map(|(of, n)| (format!("&{}", of.name()), *n)).unzip();
                let which = index(which);
                let counted = match counts.iter().any(|&count| count > 0) {
                    true => format!("p.count(f, const {{ &{counts:?} }}[{which}]);\n"),
                    false => String::new(),
                };
                format!("{counted}p.char(f, const {{ &[{}] }}[{which}]);\n", names.join(", "))
            }
            _ => {
                let texts: Vec<String> = self.steps.iter().map(|steps| short(&steps[i])).collect();
                format!("p.one_of(f, &const {{ [{}] }}, {which});\n", texts.join(", "))
            }
        };
        (0..self.steps[0].len()).map(step).collect()
    }
}

/// The statement of a step.
pub(super) fn written(step: &Step) -> String {
    match step {
        Step::Write(text) => format!("p.write(f, {});\n", byte_lit(text)),
        Step::Do(statement) => statement.clone(),
        Step::Char(letters, 0) => format!("p.char(f, &{});\n", letters.name()),
        Step::Char(letters, choices) => format!("p.count(f, {choices});\np.char(f, &{});\n", letters.name()),
    }
}

/// A text as one of several.
fn short(step: &Step) -> String {
    match step {
        Step::Write(text) => format!("Short::new({})", byte_lit(text)),
        Step::Do(_) | Step::Char(..) => unreachable!("only texts differ"),
    }
}

/// A number as an index.
fn index(number: &str) -> String {
    if number.contains(' ') { format!("({number}) as usize") } else { format!("{number} as usize") }
}

/// Makes one text of those that stand side by side.
pub(super) fn joined(steps: impl IntoIterator<Item = Step>) -> Vec<Step> {
    let mut joined: Vec<Step> = Vec::new();
    for step in steps {
        match (joined.last_mut(), step) {
            (_, Step::Write(text)) if text.is_empty() => {}
            (Some(Step::Write(before)), Step::Write(text)) => before.extend(text),
            (_, step) => joined.push(step),
        }
    }
    joined
}

/// The numbers from one to before another, as a pattern.
pub(super) fn range(first: u32, end: u32) -> String {
    if first + 1 == end { first.to_string() } else { format!("{first}..={}", end - 1) }
}

/// Chooses between two blocks, each with the number after those for which it is taken.
pub(super) fn either(total: u32, blocks: &[(u32, String)]) -> String {
    let [(end, first), (_, second)] = blocks else { return String::new() };
    let is_asked = blocks.iter().any(|(_, block)| mentions(&bare(block), "number"));
    let drawn = format!("p.pick({total})");
    let (before, drawn) = match is_asked {
        true => (format!("let number = {drawn};\n"), "number".to_owned()),
        false => (String::new(), drawn),
    };
    let (is_first, is_second) = match end {
        1 => (format!("{drawn} == 0"), format!("{drawn} != 0")),
        _ => (format!("{drawn} < {end}"), format!("{drawn} >= {end}")),
    };
    before
        + &match (first.is_empty(), second.is_empty()) {
            (_, true) => format!("if {is_first} {{ {first} }}\n"),
            (true, false) => format!("if {is_second} {{ {second} }}\n"),
            (false, false) => format!("if {is_first} {{ {first} }} else {{ {second} }}\n"),
        }
}

/// Which of the productions of an arm it is, from the number that was drawn and the first of the arm.
pub(super) fn which(first: u32, weight: u32) -> String {
    match (first, weight) {
        (0, 1) => "number".to_owned(),
        (0, _) => format!("number / {weight}"),
        (_, 1) => format!("number - {first}"),
        _ => format!("(number - {first}) / {weight}"),
    }
}
