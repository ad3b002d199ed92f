//! Generates texts of a language.
//!
//! One driver (`fuzz/driver.rs`) walks the grammar with an explicit stack and asks [`Choices`] for every decision. What
//! a symbol is replaced by comes from [`Generator::expand`]: generated code, or the tables here. Both make the same draws,
//! so the same choices give the same bytes. What is written stays parsable by watches (`fuzz/watch.rs`).
//!
//! It always ends. Beyond the greatest depth, or after [`SIZE`] bytes or [`STEPS`] steps, only the cheapest options are
//! taken; a text that cannot go on is taken back to the latest choice, and where that often leads nowhere, farther. After
//! [`ROLLBACKS`] times it is given up, as it is when even the cheapest options do not end before [`LARGEST`] bytes. What fields and
//! hooks say of a finished text is checked and filled within an effort that grows with its length; where that is not enough another
//! one is drawn.
//! Costs and limits in the manner of R. Gopinath's LimitFuzzer.

pub mod class;
pub mod generator;
pub mod options;
pub mod pen;
pub mod recipe;

mod count;
mod derivative;
mod driver;
mod holes;
mod integers;
mod label;
mod names;
mod open;
mod rollback;
mod run;
mod separate;
mod steps;
mod text;
mod watch;

pub use driver::{Fuzzer, Task};

use crate::choices::{Choices, Step};
use generator::Generator;
use grammarc_core::grammar::{ItemId, RuleKind, Symbol};
use grammarc_core::parse::fill;

/// Bytes after which only the cheapest options are taken.
pub const SIZE: usize = 1 << 16;
/// Choices after which only the cheapest options are taken.
pub const STEPS: u32 = 1 << 16;
/// Bytes after which a text is given up: there are rules whose every text is longer than any memory.
pub const LARGEST: usize = 1 << 26;
/// How often one text is taken back to an earlier choice before it is given up.
pub const ROLLBACKS: u32 = 10_000;

/// What replaces a symbol: chooses a production and pushes its items, or writes the text of a terminal.
///
/// # Errors
/// If the text cannot go on like that.
pub type Expand = fn(&mut Fuzzer<'_>, Symbol) -> Result<(), Blocked>;

/// What was to be written would not be parsed again, or a choice has no option left. The driver takes another option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked;

/// No text was found: every way that was tried ended where nothing could be written, or went on for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeadEnd;

impl std::fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "no text found: every way that was tried ended where the grammar allows nothing more to be written",
        )?;
        write!(f, ", or went on beyond {} MiB", LARGEST >> 20)
    }
}

impl std::error::Error for DeadEnd {}

/// Generates one text. Where named rules nest deeper than `max_depth` (the start symbol has depth 0), only the cheapest
/// options are taken; a replay ignores that. Computed fields and the numbers of repetitions are filled.
///
/// For many texts, keep a [`Fuzzer`], which does not allocate anew, and [`fill`] them.
///
/// # Errors
/// If every way that was tried ended in a dead end.
pub fn fuzz(language: &Generator, choices: &mut Choices, max_depth: usize) -> Result<Vec<u8>, DeadEnd> {
    let mut fuzzer = Fuzzer::new(language, max_depth);
    fuzzer.run(choices)?;
    Ok(fill(language, fuzzer.into_output()))
}

impl Generator {
    /// Returns what writes the text of some [`Trace`](crate::choices::Trace)'s steps, changed or not; none for a dead end.
    pub fn writer(&self) -> impl FnMut(&[Step]) -> Option<Vec<u8>> + use<'_> {
        let mut fuzzer = Fuzzer::new(self, 0);
        move |steps| fuzzer.run(&mut Choices::replay_steps(steps)).ok().map(<[u8]>::to_vec)
    }

    /// Returns what writes the text of some steps, among which are such that are to be drawn ([`Step::Draw`]), from a seed; none for
    /// a dead end. From `max_depth` nested rules on inside of what is drawn, only what ends soonest is.
    pub fn drawer(&self, max_depth: usize) -> impl FnMut(&[Step], u64) -> Option<Vec<u8>> + use<'_> {
        let mut fuzzer = Fuzzer::new(self, max_depth);
        move |steps, seed| fuzzer.run(&mut Choices::redraw(steps, seed)).ok().map(<[u8]>::to_vec)
    }
}

/// The [`Expand`] of a language that is interpreted: reads the tables.
///
/// # Errors
/// If the text cannot go on like that.
pub fn expand(fuzzer: &mut Fuzzer<'_>, symbol: Symbol) -> Result<(), Blocked> {
    let grammar = fuzzer.grammar();
    let Some(rule) = grammar.rule(symbol) else {
        return fuzzer.terminal(symbol);
    };
    let options = fuzzer.recipe().options(rule);
    let chosen = match (rule.kind, rule.count) {
        _ if options.count() == 1 => fuzzer.only_option(rule.kind),
        (RuleKind::Repeat, Some(left)) => fuzzer.counted(left, &options),
        (RuleKind::Repeat, None) => fuzzer.more(&options),
        _ => fuzzer.choose(&options),
    };
    let production = &grammar.productions[rule.productions.start as usize + chosen];
    for item in production.items.clone().rev() {
        fuzzer.push(Task::Item(ItemId(item)));
    }
    Ok(())
}
