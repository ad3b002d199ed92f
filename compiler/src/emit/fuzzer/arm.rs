//! Arms of rules that are written by calls. Productions that differ in texts and characters only share an arm and index a table,
//! so that they need no branch.

use std::ops::Range;

use grammarc_runtime::fuzz::pen::ShortText;
use grammarc_runtime::grammar::RegularId;

use super::super::names::byte_lit;
use super::draw;
use super::statement::{Statement, closure, code, split};

/// One step of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// Writes a text.
    /// For example, the step of `"null"`.
    Write(Vec<u8>),
    /// Writes one of these characters, and counts this number of choices for it.
    Char(Letters, u32),
    /// Anything else.
    Do(Statement),
}

/// Characters of which one is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Letters {
    /// A class of the grammar.
    Class(RegularId),
    /// A rule whose alternatives are characters, by the name of its static: `ONE_OF_DIGIT`.
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

/// Adjacent productions of a rule that differ in texts and characters at most: `"yes" | "no"` is one arm.
pub(super) struct Arm {
    /// The steps of each production: as many for each, and of the same kinds.
    pub(super) steps: Vec<Vec<Step>>,
    /// The weight of each production.
    pub(super) weight: u32,
    /// The step, if any, after which the function goes on from its beginning; none where it ends.
    pub(super) again: Option<&'static str>,
}

impl Arm {
    /// Takes in the production after it, if that differs in nothing but short texts and characters.
    pub(super) fn takes(&mut self, other: &Self) -> bool {
        let is_short = |step: &Step| !matches!(step, Step::Write(text) if text.len() > ShortText::MAX_BYTES);
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

    /// Returns the statements of the arm. Where they differ by production, `which` is the expression for its index in the arm.
    pub(super) fn statements(&self, which: &str) -> Vec<Statement> {
        (0..self.steps[0].len()).flat_map(|place| self.statements_at(place, which)).collect()
    }

    /// The statements of the steps that its productions have at a place.
    fn statements_at(&self, place: usize, which: &str) -> Vec<Statement> {
        let steps = self.steps.iter().map(|steps| &steps[place]);
        let first = &self.steps[0][place];
        if steps.clone().all(|step| step == first) {
            return written(first);
        }
        let letters: Option<Vec<(String, u32)>> = steps.clone().map(Step::letters).collect();
        let Some(letters) = letters else {
            let texts: Vec<String> = steps.map(short).collect();
            return vec![Statement::Move(format!("p.one_of(f, &const {{ [{}] }}, {which})", texts.join(", ")))];
        };
        let (names, counts): (Vec<String>, Vec<u32>) = letters.into_iter().unzip();
        let which = index(which);
        let is_counted = counts.iter().any(|&count| count > 0);
        let counted = is_counted.then(|| Statement::Count(format!("const {{ &{counts:?} }}[{which}]")));
        let names: Vec<String> = names.iter().map(|name| format!("&{name}")).collect();
        let drawn = Statement::Move(format!("p.char(f, const {{ &[{}] }}[{which}])", names.join(", ")));
        counted.into_iter().chain([drawn]).collect()
    }

    /// Returns the block of this arm in a choice, where `first` is its first number. In a loop, an arm that does not go on returns.
    pub(super) fn block(&self, first: u32, is_loop: bool) -> Block {
        let is_varied = self.steps.iter().any(|steps| *steps != self.steps[0]);
        let end = match self.again {
            Some(step) => BlockEnd::Again(step),
            None if is_loop => BlockEnd::Return,
            None => BlockEnd::Value,
        };
        Block { statements: self.statements(&which(first, self.weight)), end, is_varied }
    }
}

/// The code of an arm in a choice.
pub(super) struct Block {
    statements: Vec<Statement>,
    end: BlockEnd,
    /// Whether it asks for `number`, which was drawn.
    pub(super) is_varied: bool,
}

/// The end of a block, behind its statements.
enum BlockEnd {
    /// The step, if any, with which the loop begins once more.
    Again(&'static str),
    /// The pen is returned.
    Return,
    /// The pen is the value of the block.
    Value,
}

impl Block {
    /// Splits the block into its statements and its last expression, which may be empty.
    fn parts(&self) -> (String, String) {
        let (before, value) = split(&self.statements);
        match self.end {
            BlockEnd::Again(step) => (code(&self.statements), step.to_owned()),
            BlockEnd::Return => (before, format!("return {value}")),
            BlockEnd::Value => (before, value),
        }
    }

    /// Writes the block without its braces.
    pub(super) fn code(&self) -> String {
        let (before, last) = self.parts();
        let is_value = matches!(self.end, BlockEnd::Value) || last.is_empty();
        before + &last + if is_value { "" } else { ";" }
    }

    /// Writes it behind the pattern of an arm.
    pub(super) fn arm(&self, pattern: &str) -> String {
        match self.parts() {
            (before, last) if before.is_empty() && !last.is_empty() => format!("{pattern} => {last},\n"),
            _ => format!("{pattern} => {{ {} }}\n", self.code()),
        }
    }
}

impl Step {
    /// Returns the static with the characters of a `Char` step, and the number of choices; none for another step.
    fn letters(&self) -> Option<(String, u32)> {
        match self {
            Self::Char(letters, choices) => Some((letters.name(), *choices)),
            Self::Write(_) | Self::Do(_) => None,
        }
    }
}

/// The statements of a step.
pub(super) fn written(step: &Step) -> Vec<Statement> {
    match step {
        Step::Write(text) => vec![Statement::Move(format!("p.write(f, {})", byte_lit(text)))],
        Step::Do(statement) => vec![statement.clone()],
        Step::Char(letters, choices) => {
            let counted = (*choices > 0).then(|| Statement::Count(choices.to_string()));
            let drawn = Statement::Move(format!("p.char(f, &{})", letters.name()));
            counted.into_iter().chain([drawn]).collect()
        }
    }
}

/// Writes the return of a rule where only the cheapest production is taken, which counts `choices` choices.
pub(super) fn stopped(symbol: &str, choices: u32, steps: &[Step]) -> String {
    // `is_bound` counts the first choice.
    let counted = (choices > 1).then(|| Statement::Count((choices - 1).to_string()));
    let statements: Vec<Statement> = counted.into_iter().chain(steps.iter().flat_map(written)).collect();
    let end = match statements.as_slice() {
        [] => format!("p.stop(f, {symbol}, depth)"),
        _ => format!("p.end(f, {symbol}, depth, {})", closure(&statements)),
    };
    format!("if p.is_bound(f, depth) {{ return {end}; }}\n")
}

/// Writes a text as an element of a table of texts.
fn short(step: &Step) -> String {
    match step {
        Step::Write(text) => format!("ShortText::new({})", byte_lit(text)),
        Step::Do(_) | Step::Char(..) => unreachable!("only texts differ"),
    }
}

/// Writes a number as an index: `number as usize`.
fn index(number: &str) -> String {
    if number.contains(' ') { format!("({number}) as usize") } else { format!("{number} as usize") }
}

/// Merges adjacent texts.
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

/// Writes numbers as a pattern: `3`, or `3..=5`.
pub(super) fn range(numbers: &Range<u32>) -> String {
    let Range { start, end } = numbers;
    if start + 1 == *end { start.to_string() } else { format!("{start}..={}", end - 1) }
}

/// Chooses between two blocks, the first of which is taken for numbers below `end` of `total`.
pub(super) fn either(total: u32, end: u32, [first, second]: [&Block; 2]) -> String {
    let drawn = format!("p.pick({total})");
    let (before, drawn) = match first.is_varied || second.is_varied {
        true => (format!("let number = {drawn};\n"), "number".to_owned()),
        false => (String::new(), drawn),
    };
    let (is_first, is_second) = match end {
        1 => (format!("{drawn} == 0"), format!("{drawn} != 0")),
        _ => (format!("{drawn} < {end}"), format!("{drawn} >= {end}")),
    };
    let (first, second) = (first.code(), second.code());
    before
        + &match (first.is_empty(), second.is_empty()) {
            (_, true) => format!("if {is_first} {{ {first} }}\n"),
            (true, false) => format!("if {is_second} {{ {second} }}\n"),
            (false, false) => format!("if {is_first} {{ {first} }} else {{ {second} }}\n"),
        }
}

/// Writes the index of a production in its arm, from the drawn number: `(number - 2) / 3`.
fn which(first: u32, weight: u32) -> String {
    match (first, weight) {
        (0, 1) => "number".to_owned(),
        (0, _) => format!("number / {weight}"),
        (_, 1) => format!("number - {first}"),
        _ => format!("(number - {first}) / {weight}"),
    }
}
