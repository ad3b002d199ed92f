//! Writes the program of an expression, from its end to its beginning.
//!
//! Two things are not in the books that [`super::program`] names. An iteration beyond the minimum must consume
//! something, so a body that can be empty is laid out with two exits: one after an empty iteration, one after an
//! iteration that has read something. And a difference inside an expression is the product of its left side with the
//! automaton of its right side.

use std::collections::HashMap;
use std::sync::Arc;

use super::Automata;
use super::dfa::{DEAD, Dfa, Order};
use super::program::{Exit, Program, ProgramSizeError, Ranges, Step, SubProgram};
use super::utf8;
use crate::grammar::{Grammar, Regular, RegularId};

/// Maximum number of steps of one program, in which counted repetitions are written out. So many take about 40 MB.
const MAX_STEPS: usize = 1 << 20;
/// Maximum number of expressions written into one program. A repeated expression counts every time, because `""{1000000}`
/// has no steps but takes time.
const MAX_CALLS: usize = 4 * MAX_STEPS;

/// The step that no thread survives.
const FAIL: u32 = 0;
/// The step that ends a match.
const ACCEPT: u32 = 1;

impl Program {
    /// Writes an expression as a program. The programs and automata of its look-aheads and differences are taken from
    /// `automata`.
    ///
    /// # Errors
    /// If its counts are too high.
    pub fn new(grammar: &Grammar, automata: &Automata, id: RegularId) -> Result<Self, ProgramSizeError> {
        let mut writer = Writer::new(grammar, automata);
        let start = writer.write(id, Exit { empty: ACCEPT, consumed: ACCEPT })?;
        Ok(Self::of(writer.steps, start, writer.parts))
    }
}

/// Writes a program from its end to its beginning. A step needs the place of the next step, so the next step is written
/// first.
struct Writer<'g> {
    grammar: &'g Grammar,
    automata: &'g Automata,
    /// Whether each expression can match the empty text; a look-ahead or back-reference can.
    nullable: Vec<bool>,
    steps: Vec<Step>,
    parts: Vec<SubProgram>,
    /// The part of each expression that has been written as one.
    numbers: HashMap<RegularId, u32>,
    /// Number of calls of `write`. It is bounded because a counted repetition of the empty text has no steps but takes
    /// time.
    calls: usize,
}

impl<'g> Writer<'g> {
    fn new(grammar: &'g Grammar, automata: &'g Automata) -> Self {
        let mut nullable: Vec<bool> = Vec::with_capacity(grammar.regulars.len());
        for regular in grammar.regulars.iter() {
            nullable.push(is_nullable(regular, &nullable));
        }
        let steps = vec![Step::Split(Box::default()), Step::Accept];
        Self { grammar, automata, nullable, steps, parts: Vec::new(), numbers: HashMap::new(), calls: 0 }
    }

    fn push(&mut self, step: Step) -> Result<u32, ProgramSizeError> {
        if self.steps.len() >= MAX_STEPS {
            return Err(ProgramSizeError);
        }
        self.steps.push(step);
        Ok(self.steps.len() as u32 - 1)
    }

    /// Returns where the expression begins. For example, `"ab"` begins at the step for `a`, which is written after that
    /// for `b`. Calls nest as deep as the expression, which the grammar file bounds.
    fn write(&mut self, id: RegularId, next: Exit) -> Result<u32, ProgramSizeError> {
        self.calls += 1;
        if self.calls > MAX_CALLS {
            return Err(ProgramSizeError);
        }
        let grammar = self.grammar;
        match &grammar.regulars[id.0 as usize] {
            Regular::Literal { text, fold } => self.literal(text, *fold, next),
            Regular::Chars(ranges) => self.chars(ranges, next.consumed),
            Regular::Bytes(ranges) => {
                self.bytes(ranges.iter().map(|&(low, high)| (low, high, next.consumed)).collect())
            }
            Regular::Sequence(parts) => self.sequence(parts.iter().copied(), next),
            Regular::Choice(parts) => {
                if let Some(ranges) = class(grammar, id) {
                    return self.chars(&ranges, next.consumed);
                }
                let targets: Result<_, _> = parts.iter().map(|&part| self.write(part, next)).collect();
                self.push(Step::Split(targets?))
            }
            &Regular::Repeat { body, min, max } => {
                let next = self.optional(body, max.map(|max| max.saturating_sub(min)), next)?;
                self.sequence(std::iter::repeat_n(body, min as usize), next)
            }
            &Regular::Ahead { body, negative } => {
                let part = self.part(body)?;
                self.push(Step::Ahead { part, negative, next: next.empty })
            }
            &Regular::Except { body, without } => self.except(body, without, next),
            &Regular::Text { label, fold } => self.push(Step::Text { label, fold, next }),
        }
    }

    fn bytes(&mut self, ranges: Ranges) -> Result<u32, ProgramSizeError> {
        self.push(Step::Bytes(ranges))
    }

    fn literal(&mut self, text: &[u8], fold: bool, next: Exit) -> Result<u32, ProgramSizeError> {
        let mut place = if text.is_empty() { next.empty } else { next.consumed };
        for &byte in text.iter().rev() {
            let (upper, lower) = (byte.to_ascii_uppercase(), byte.to_ascii_lowercase());
            place = match fold && upper != lower {
                true => self.bytes([(upper, upper, place), (lower, lower, place)].into())?,
                false => self.bytes([(byte, byte, place)].into())?,
            };
        }
        Ok(place)
    }

    /// Writes one step for the first byte of all characters, and one for each distinct continuation.
    fn chars(&mut self, ranges: &[(u32, u32)], next: u32) -> Result<u32, ProgramSizeError> {
        let mut written = HashMap::new();
        let sequences: Vec<_> = ranges.iter().flat_map(|&(low, high)| utf8::sequences(low, high)).collect();
        self.trie(&sequences, next, &mut written)
    }

    /// Groups ascending sequences by their first range. For example, `c2-df 80-bf` and `e1-ec 80-bf 80-bf` share the step
    /// for their last byte. At most four levels deep.
    fn trie(
        &mut self,
        sequences: &[utf8::Sequence],
        next: u32,
        written: &mut HashMap<Vec<utf8::Sequence>, u32>,
    ) -> Result<u32, ProgramSizeError> {
        let mut ranges: Vec<(u8, u8, u32)> = Vec::new();
        for group in sequences.chunk_by(|a, b| a[0] == b[0]) {
            let rests: Vec<_> = group.iter().map(|sequence| sequence[1..].to_vec()).collect();
            let target = match (rests[0].is_empty(), written.get(&rests)) {
                (true, _) => next,
                (false, Some(&place)) => place,
                (false, None) => {
                    let place = self.trie(&rests, next, written)?;
                    written.insert(rests, place);
                    place
                }
            };
            let (low, high) = group[0][0];
            ranges.push((low, high, target));
        }
        self.bytes(ranges.into())
    }

    /// Writes one part after another. A part may be written twice: for an iteration that has read nothing yet, and for
    /// one that has read something. For example, `"b"?` of `("a"? "b"?)*`.
    fn sequence(
        &mut self,
        parts: impl DoubleEndedIterator<Item = RegularId> + ExactSizeIterator,
        mut next: Exit,
    ) -> Result<u32, ProgramSizeError> {
        for (index, part) in parts.enumerate().rev() {
            let same = next.empty == next.consumed || !self.nullable[part.0 as usize];
            if index == 0 && !same {
                return self.write(part, next);
            }
            let consumed = self.write(part, Exit { empty: next.consumed, consumed: next.consumed })?;
            let empty = if same { consumed } else { self.write(part, next)? };
            next = Exit { empty, consumed };
        }
        Ok(next.empty)
    }

    /// Writes up to `most` iterations, each of which must read something, and returns where they begin.
    fn optional(&mut self, body: RegularId, most: Option<u32>, next: Exit) -> Result<Exit, ProgramSizeError> {
        let mut consumed = next.consumed;
        let mut last = None;
        match most {
            None => {
                let head = self.push(Step::Split(Box::default()))?;
                let first = self.write(body, Exit { empty: FAIL, consumed: head })?;
                self.steps[head as usize] = Step::Split([first, next.consumed].into());
                (consumed, last) = (head, Some(first));
            }
            Some(most) => {
                for _ in 0..most {
                    let first = self.write(body, Exit { empty: FAIL, consumed })?;
                    consumed = self.push(Step::Split([first, next.consumed].into()))?;
                    last = Some(first);
                }
            }
        }
        match last {
            None => Ok(next),
            Some(_) if next.empty == next.consumed => Ok(Exit { empty: consumed, consumed }),
            Some(first) => Ok(Exit { empty: self.push(Step::Split([first, next.empty].into()))?, consumed }),
        }
    }

    fn part(&mut self, id: RegularId) -> Result<u32, ProgramSizeError> {
        if let Some(&number) = self.numbers.get(&id) {
            return Ok(number);
        }
        let program = self.program(id)?;
        let dfa = self.automata.matching_cell(self.grammar, id, Order::All).clone();
        self.parts.push(SubProgram { program, dfa });
        let number = self.parts.len() as u32 - 1;
        self.numbers.insert(id, number);
        Ok(number)
    }

    fn program(&self, id: RegularId) -> Result<Arc<Program>, ProgramSizeError> {
        self.automata.program_cell(self.grammar, id).clone().ok_or(ProgramSizeError)
    }

    /// A difference: in lockstep with the automaton of the right side, or a step that simulates both.
    fn except(&mut self, body: RegularId, without: RegularId, next: Exit) -> Result<u32, ProgramSizeError> {
        let program = self.program(body)?;
        let excluded = program.is_plain().then(|| self.automata.matching(self.grammar, without, Order::All)).flatten();
        match excluded {
            Some(excluded) => self.product(&program, excluded, next),
            None => {
                let (body, without) = (self.part(body)?, self.part(without)?);
                self.push(Step::Except { body, without, next })
            }
        }
    }

    /// Writes the product of `body` and `without`: each step of `body` once for each state of `without` that it can meet.
    /// For example, `[a-z]+ - "if"` remembers whether it has read nothing, `i`, `if` or something else.
    fn product(&mut self, body: &Program, without: &Dfa, next: Exit) -> Result<u32, ProgramSizeError> {
        let mut product = Product { places: HashMap::new(), open: Vec::new() };
        let start = product.place(self, Pair { step: body.start, state: without.start(), consumed: false })?;
        while let Some((pair, place)) = product.open.pop() {
            self.steps[place as usize] = match body.step(pair.step) {
                Step::Accept if without.is_accepting_at_end(pair.state) => Step::Split(Box::default()),
                Step::Accept if pair.consumed => Step::Split([next.consumed].into()),
                Step::Accept => Step::Split([next.empty].into()),
                Step::Split(targets) => {
                    let targets = targets.iter().map(|&step| product.place(self, Pair { step, ..pair }));
                    Step::Split(targets.collect::<Result<_, _>>()?)
                }
                Step::Bytes(ranges) => Step::Bytes(self.lockstep(&mut product, pair, ranges, without)?),
                Step::Ahead { .. } | Step::Text { .. } | Step::Except { .. } => unreachable!("the body is plain"),
            };
        }
        Ok(start)
    }

    /// Splits ranges where the automaton goes to another state.
    fn lockstep(
        &mut self,
        product: &mut Product,
        pair: Pair,
        ranges: &[(u8, u8, u32)],
        without: &Dfa,
    ) -> Result<Ranges, ProgramSizeError> {
        let mut split: Vec<(u8, u8, u32)> = Vec::new();
        for &(low, high, step) in ranges {
            for byte in low..=high {
                let state = if pair.state == DEAD { DEAD } else { without.next(pair.state, byte) };
                let target = product.place(self, Pair { step, state, consumed: true })?;
                match split.last_mut() {
                    Some((_, last, same)) if *same == target && *last + 1 == byte => *last = byte,
                    _ => split.push((byte, byte, target)),
                }
            }
        }
        Ok(split.into())
    }
}

/// The pairs of a product that have a place, and the pairs whose step is not written yet.
struct Product {
    places: HashMap<Pair, u32>,
    open: Vec<(Pair, u32)>,
}

/// A step of the left side, and the state that the automaton of the right side has reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    step: u32,
    state: u32,
    /// Whether something was read.
    consumed: bool,
}

impl Product {
    fn place(&mut self, writer: &mut Writer<'_>, pair: Pair) -> Result<u32, ProgramSizeError> {
        if let Some(&place) = self.places.get(&pair) {
            return Ok(place);
        }
        let place = writer.push(Step::Split(Box::default()))?;
        self.places.insert(pair, place);
        self.open.push((pair, place));
        Ok(place)
    }
}

/// Returns the characters of a choice between nothing but characters. Their order does not matter, because all go on at the
/// same step. For example, `"a" | [b-d] | "_"` becomes the ranges of `[_a-d]`, which are one step instead of four.
fn class(grammar: &Grammar, id: RegularId) -> Option<Vec<(u32, u32)>> {
    let mut ranges = Vec::new();
    add_class(grammar, id, &mut ranges)?;
    Some(join_ranges(ranges))
}

/// Sorts ranges of characters, and joins those that overlap or are neighbours. For example, `d-f` and `a-c` become `a-f`.
pub fn join_ranges(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
    for (low, high) in ranges {
        match joined.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
            _ => joined.push((low, high)),
        }
    }
    joined
}

/// Adds the characters of an expression; none if it has other texts. Calls nest as deep as the expression.
fn add_class(grammar: &Grammar, id: RegularId, ranges: &mut Vec<(u32, u32)>) -> Option<()> {
    match &grammar.regulars[id.0 as usize] {
        Regular::Chars(own) => ranges.extend_from_slice(own),
        Regular::Literal { text, fold } => {
            let mut characters = std::str::from_utf8(text).ok()?.chars();
            let (Some(only), None) = (characters.next(), characters.next()) else { return None };
            let cases = if *fold { [only.to_ascii_lowercase(), only.to_ascii_uppercase()] } else { [only; 2] };
            ranges.extend(cases.map(|case| (u32::from(case), u32::from(case))));
        }
        Regular::Choice(parts) => parts.iter().try_for_each(|&part| add_class(grammar, part, ranges))?,
        _ => return None,
    }
    Some(())
}

/// Whether an expression can match the empty text, given the answers for the expressions before it. For example,
/// `[0-9]*`.
fn is_nullable(regular: &Regular, nullable: &[bool]) -> bool {
    let is = |id: &RegularId| nullable[id.0 as usize];
    match regular {
        Regular::Literal { text, .. } => text.is_empty(),
        Regular::Chars(_) | Regular::Bytes(_) => false,
        Regular::Sequence(parts) => parts.iter().all(is),
        Regular::Choice(parts) => parts.iter().any(is),
        Regular::Repeat { body, min, .. } => *min == 0 || is(body),
        Regular::Ahead { .. } | Regular::Text { .. } => true,
        Regular::Except { body, .. } => is(body),
    }
}
