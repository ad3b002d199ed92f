//! Which options of a choice fit into the bytes that are left, for every number of bytes, so that a text of a size is drawn quickly.
//!
//! For `<value> ::= "null" | "[" <value> ** "," "]" | "1"`, a goal that should be filled has two steps:
//!
//! ```text
//! bytes left   options
//! from 1       "1"                 the others are too long, or the list has to go on
//! from 2       the list            it alone can be of any length
//! ```

use grammarc_core::grammar::{Grammar, Symbol};

use super::lengths::{Length, Lengths, Longest};

/// An option that fits: its number and its weight.
pub(in crate::fuzz) type Fit = (u32, u32);

/// The options that fit from a number of bytes on.
#[derive(Debug, Clone, Copy)]
struct FitStep {
    /// The number of bytes.
    from: u32,
    /// The sum of the weights.
    total: u32,
    /// The first of the options in [`Fits::options`], and the one after the last.
    options: (u32, u32),
}

/// The bytes that a choice may take, and whether it should take all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fuzz) struct Bytes {
    /// How many bytes are left.
    pub(in crate::fuzz) left: u32,
    /// Whether the text should be as long as that. Otherwise it only must not be longer.
    pub(in crate::fuzz) is_filled: bool,
}

/// The options that fit, by rule and bytes left.
#[derive(Debug)]
pub(in crate::fuzz) struct Fits {
    /// By rule: its steps in `steps` for goals that need not be filled, then for those that should be; and the end of both.
    rules: Vec<[u32; 3]>,
    steps: Vec<FitStep>,
    options: Vec<Fit>,
}

impl Fits {
    /// Finds them for all rules. Time grows with the square of the options of a rule that differ in length.
    pub(in crate::fuzz) fn new(grammar: &Grammar, lengths: &Lengths) -> Self {
        let mut fits = Self { rules: Vec::new(), steps: Vec::new(), options: Vec::new() };
        let mut scratch = Vec::new();
        for rule in grammar.rules.iter() {
            let lengths = lengths.of_options(rule);
            let weight = |option: usize| grammar.productions[rule.productions.start as usize + option].weight;
            let from = fits.steps.len() as u32;
            fits.add_steps(lengths, weight, false, &mut scratch);
            let middle = fits.steps.len() as u32;
            fits.add_steps(lengths, weight, true, &mut scratch);
            fits.rules.push([from, middle, fits.steps.len() as u32]);
        }
        fits
    }

    /// Adds the steps of one rule, where the options that fit change.
    fn add_steps(&mut self, lengths: &[Length], weight: impl Fn(usize) -> u32, is_filled: bool, fits: &mut Vec<Fit>) {
        let mut last: &[Fit] = &[];
        let mut known: Vec<Fit>;
        for left in turns(lengths) {
            fitting(lengths, &weight, Bytes { left, is_filled }, |_| true, fits);
            if *fits == last {
                continue;
            }
            let options = (self.options.len() as u32, (self.options.len() + fits.len()) as u32);
            self.options.extend_from_slice(fits);
            self.steps.push(FitStep { from: left, total: total(fits), options });
            known = fits.clone();
            last = &known;
        }
    }

    /// Returns the options of a rule that fit, and the sum of their weights.
    #[inline]
    pub(in crate::fuzz) fn of(&self, rule: Symbol, bytes: Bytes) -> (&[Fit], u32) {
        let [free, filled, end] = self.rules[rule.0 as usize];
        let steps = if bytes.is_filled { filled..end } else { free..filled };
        let steps = &self.steps[steps.start as usize..steps.end as usize];
        match steps.iter().rev().find(|step| step.from <= bytes.left) {
            Some(step) => (&self.options[step.options.0 as usize..step.options.1 as usize], step.total),
            None => (&[], 0),
        }
    }
}

/// Returns the numbers of bytes at which the options that fit may change, in order.
fn turns(lengths: &[Length]) -> Vec<u32> {
    let mut turns = vec![1];
    for length in lengths {
        let far = [room(*length, Longest::Token), room(*length, Longest::Endless)];
        let reaches = far.iter().flatten().map(|room| length.least.saturating_add(*room).saturating_add(1));
        turns.extend(reaches.chain([length.least]).filter(|&bytes| bytes > 0 && bytes < u32::MAX));
    }
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Finds the options that can fill the bytes that are left, among those that `is_allowed`; if there are none, those that get closest to it.
/// None is found if every option is too long. Options of weight 0 count only if no other fits, and then each weighs 1.
pub(in crate::fuzz) fn fitting(
    lengths: &[Length],
    weight: impl Fn(usize) -> u32,
    Bytes { left, is_filled }: Bytes,
    is_allowed: impl Fn(usize) -> bool,
    fits: &mut Vec<Fit>,
) {
    fits.clear();
    let is_short = |option: usize| lengths[option].least <= left && is_allowed(option);
    fits.extend((0..lengths.len()).filter(|&option| is_short(option)).map(|option| (option as u32, weight(option))));
    if fits.iter().any(|&(_, weight)| weight > 0) {
        fits.retain(|&(_, weight)| weight > 0);
    } else {
        fits.iter_mut().for_each(|(_, weight)| *weight = 1);
    }
    if !is_filled {
        return;
    }
    let top = fits.iter().map(|&(option, _)| lengths[option as usize].longest).max();
    let reach = |option: u32| {
        let length = lengths[option as usize];
        room(length, top.unwrap_or(Longest::Endless)).map_or(u32::MAX, |room| length.least.saturating_add(room))
    };
    let farthest = fits.iter().map(|&(option, _)| reach(option)).max().unwrap_or(0).min(left);
    fits.retain(|&(option, _)| reach(option) >= farthest);
}

/// Returns the sum of the weights.
pub(in crate::fuzz) fn total(fits: &[Fit]) -> u32 {
    fits.iter().fold(0, |sum, &(_, weight)| sum.saturating_add(weight))
}

/// Returns the option with a number below the sum of the weights.
#[inline]
pub(in crate::fuzz) fn option_at(fits: &[Fit], mut number: u32) -> Option<usize> {
    fits.iter().find_map(|&(option, weight)| {
        let is_it = number < weight;
        number = number.wrapping_sub(weight);
        is_it.then_some(option as usize)
    })
}

/// Returns how many bytes longer than its shortest text a part can be; none if there is no limit. `top` is the greatest length of this part
/// and of the parts that it is compared with: if rules can grow there, the tokens of this part are limited.
pub(in crate::fuzz) fn room(length: Length, top: Longest) -> Option<u32> {
    match length.longest {
        Longest::Bytes(bytes) => Some(bytes.saturating_sub(length.least)),
        Longest::Token if top == Longest::Endless => Some(length.limited.saturating_sub(length.least)),
        Longest::Token | Longest::Endless => None,
    }
}
