//! Generates texts of a language.
//!
//! One driver (`fuzz/driver.rs`) walks the grammar with an explicit stack and asks [`Choices`] for every decision. [`Generator::expand`]
//! replaces a symbol: it is generated code, or the interpreter of the tables here. Both make the same draws, so the same choices give the
//! same bytes. Watches (`fuzz/watch.rs`) keep the text parsable: after the number `1`, for example, they forbid a `2`, which would lengthen
//! it.
//!
//! The state of a [`Fuzzer`] is made of parts, each in a file of its own:
//!
//! ```text
//! mode       the source of choices              stack      tasks that are still to be done
//! output     the text so far, and its skip      labels     texts of labels, with an undo log
//! watches    bytes that may not follow          deferred   tokens that are compared at the end
//! history    choice points to go back to        names      state of the hooks
//! budget     limits that are used up            page       buffer of a pen
//! memo       parses that are asked for again    kept       texts that may be fields of slices
//! imitation  weights and tokens of samples
//! ```
//!
//! A text is written in this order. `run` begins it, `driver` pops a task from the `stack` and expands its symbol. `size` gives each part
//! the offset at which it should end. `options` weighs the options of a choice, and `open` closes those that hooks or counts forbid. `text`
//! draws the texts of tokens, `watch` keeps the text parsable, and `names` applies hooks. In a dead end, `rollback` returns to the latest
//! choice that has an option left. At the end, computed fields are filled.
//!
//! Generation always ends. Beyond the greatest depth, or after [`CHEAP_AFTER_BYTES`] bytes or [`CHEAP_AFTER_CHOICES`] choices, only the
//! cheapest options are taken. A text that cannot go on is rolled back to the latest choice, or farther where that fails often. The fuzzer
//! gives up after [`MAX_ROLLBACKS`] rollbacks, or when even the cheapest options do not end before [`MAX_TEXT_BYTES`] bytes. Fields and
//! hooks of a finished text are filled and checked within an effort that grows with its length; if the effort runs out, another text is
//! drawn. A text takes a limited number of tasks, which grows with its length. Costs and limits follow R. Gopinath's LimitFuzzer.

pub mod class;
pub mod generator;
pub mod options;
pub mod recipe;

mod budget;
mod cell;
mod count;
mod deferred;
mod derivative;
mod driver;
mod forward_references;
mod frontier;
mod history;
pub mod imitation;
mod indent;
mod integers;
mod label;
mod labels;
mod memo;
mod mode;
mod names;
mod open;
mod output;
mod part;
mod predictor;
mod replay;
mod rollback;
mod run;
mod separate;
mod size;
mod slice;
mod spare;
mod stack;
mod steps;
mod text;
mod watch;

pub use cell::Task;

use crate::choices::{Choices, Step};
use budget::Budget;
use deferred::DeferredChecks;
use generator::Generator;
use grammarc_core::grammar::{Grammar, ItemId, RuleKind, Symbol};
use grammarc_core::parse::fill;
use history::History;
use imitation::Imitation;
use labels::Labels;
use memo::Memo;
use mode::Mode;
use names::Names;
use output::Output;
use recipe::{ItemStep, Recipe};
use replay::ReplayFuzzer;
use size::Aim;
use slice::KeptTexts;
use stack::Stack;
use watch::Watches;

/// Bytes after which only the cheapest options are taken: 64 KiB, longer than nearly all inputs that find a bug.
pub const CHEAP_AFTER_BYTES: usize = 1 << 16;
/// Choices after which only the cheapest options are taken. Choices can follow each other without a byte, so bytes alone would not end
/// every text.
pub const CHEAP_AFTER_CHOICES: u32 = 1 << 16;
/// Bytes after which a text is given up, 64 MiB: there are rules whose every text is longer than any memory.
pub const MAX_TEXT_BYTES: usize = 1 << 26;
/// How often one text is rolled back to an earlier choice before it is given up. A rollback takes about as long as a choice, so a seed
/// without a text takes no longer than one with a long text.
pub const MAX_ROLLBACKS: u32 = 10_000;

/// Function that replaces a symbol: it chooses a production and pushes its items, or writes the text of a terminal.
///
/// # Errors
/// If the text cannot go on like that.
pub type Expand = fn(&mut Fuzzer<'_>, Symbol) -> Result<(), Rollback>;

/// The text cannot go on like this: the parser would read it otherwise, or a choice has no option left. The driver goes back and takes
/// another option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rollback;

/// No text was found: every way that was tried ended where nothing could be written, or went on for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeadEnd;

impl std::fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no text found: every attempt ended in a dead end of the grammar, took too many steps")?;
        write!(f, ", or grew beyond {} MiB", MAX_TEXT_BYTES >> 20)
    }
}

impl std::error::Error for DeadEnd {}

/// Generates texts of one language. It can be run many times.
///
/// ```
/// use grammarc_runtime::choices::Choices;
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::fuzz::Fuzzer;
///
/// let mut fuzzer = Fuzzer::new(&LINES, 8);
/// let first = fuzzer.run(&mut Choices::fresh(1)).unwrap().to_vec();
/// assert_eq!(fuzzer.run_seed(1), Ok(&first[..]));
/// ```
pub struct Fuzzer<'a> {
    language: &'a Generator,
    recipe: &'a Recipe,
    choices: Choices,
    mode: Mode,
    stack: Stack,
    aim: Aim,
    output: Output,
    labels: Labels,
    watches: Watches,
    deferred: DeferredChecks,
    history: History,
    /// State of the hooks: the names defined so far, and the forward references to names that are defined later.
    names: Names,
    budget: Budget,
    kept: KeptTexts,
    memo: Memo,
    /// Weights and token texts learned from samples, if texts should look like them.
    imitation: Option<&'a Imitation>,
    /// Whether the present text takes tokens from the samples.
    takes_tokens: bool,
    /// Whether a choice has no option left, because hooks or counts forbid all of them or the integers have run out.
    is_stuck: bool,
    /// The options that are left out of the present choice.
    excluded: Vec<u32>,
    /// Rounds of repetitions in the present text that have written nothing.
    idle: IdleRounds,
}

/// Rounds of repetitions inside a text that have left it at a length in bytes.
#[derive(Debug, Clone, Copy, Default)]
struct IdleRounds {
    length: usize,
    rounds: u32,
}

/// The automata that a fuzzer has built as it wrote texts, and the answers of the parser about them.
#[doc(hidden)]
pub struct WarmAutomata(Watches, Memo);

impl Default for WarmAutomata {
    fn default() -> Self {
        Self(Watches::new(), Memo::default())
    }
}

impl WarmAutomata {
    /// Returns the number of their states and answers.
    fn size(&self) -> usize {
        self.0.derivatives.states() + self.1.texts()
    }
}

impl<'a> Fuzzer<'a> {
    /// Makes a fuzzer. Where named rules nest deeper than `max_depth`, it takes only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        Self::warmed(language, max_depth, WarmAutomata::default())
    }

    /// Makes a fuzzer with the automata of another one for the same grammar, perhaps with another start rule. Its first text takes no
    /// time for automata that the other one has built.
    #[doc(hidden)]
    pub fn warmed(language: &'a Generator, max_depth: usize, automata: WarmAutomata) -> Self {
        Self {
            language,
            recipe: language.recipes.of(&language.grammar),
            choices: Choices::fresh(0),
            mode: Mode::Drawn,
            stack: Stack::new(Task::Part(language.grammar.start)),
            aim: Aim::default(),
            output: Output::default(),
            labels: Labels::default(),
            watches: automata.0,
            deferred: DeferredChecks::default(),
            history: History::default(),
            names: Names::new(&language.grammar),
            budget: Budget::new(max_depth),
            kept: KeptTexts::default(),
            memo: automata.1,
            imitation: None,
            takes_tokens: false,
            is_stuck: false,
            excluded: Vec::new(),
            idle: IdleRounds::default(),
        }
    }

    /// Limits how often all texts together may fail on the way: rollbacks, and texts drawn for a `-` that it excludes. Once they are
    /// used up, a text that fails is given up.
    #[doc(hidden)]
    #[must_use]
    pub fn limited(mut self, failures: u32) -> Self {
        self.budget.set_failures(failures);
        self
    }

    /// Returns how many failures are left.
    #[doc(hidden)]
    pub fn failures_left(&self) -> u32 {
        self.budget.failures()
    }

    /// Returns how many tasks the last text took: a measure of time and memory. A task is the work on one item or symbol.
    #[doc(hidden)]
    pub fn tasks(&self) -> u64 {
        self.budget.tasks()
    }

    /// Takes its automata, for the next fuzzer.
    #[doc(hidden)]
    pub fn take_automata(&mut self) -> WarmAutomata {
        let watches = std::mem::replace(&mut self.watches, Watches::new());
        WarmAutomata(watches, std::mem::take(&mut self.memo).for_any_start())
    }

    /// Returns the last text.
    pub fn into_output(mut self) -> Vec<u8> {
        self.output.take_bytes()
    }

    /// Returns the tables.
    pub fn grammar(&self) -> &'a Grammar {
        &self.language.grammar
    }

    /// Returns the facts about the tables that the fuzzer draws by.
    pub fn recipe(&self) -> &'a Recipe {
        self.recipe
    }
}

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

/// Failures on the way after which changed steps stand for no text. Of 264 changed lists of steps for 25 bytes of C++, 257 take fewer than
/// a hundred, and one takes a hundred million: each of 16 names that are drawn fails 64 times, at each of thousands of rollbacks.
const MAX_REPLAY_FAILURES: u32 = 1 << 12;

impl Generator {
    /// Returns a function that writes the text of a [`Trace`](crate::choices::Trace)'s steps, changed or not. It returns none for a dead
    /// end, and after 4,096 failures on the way.
    pub fn writer(&self) -> impl FnMut(&[Step]) -> Option<Vec<u8>> + use<'_> {
        let mut fuzzer = ReplayFuzzer::new(self);
        move |steps| {
            fuzzer.budget.set_failures(MAX_REPLAY_FAILURES);
            fuzzer.run(&mut Choices::replay_steps(steps)).ok().map(<[u8]>::to_vec)
        }
    }

    /// Returns a function that writes the text of steps, and draws the parts marked by [`Step::Draw`] from a seed. Beyond `max_depth`
    /// nested rules, a drawn part takes only the cheapest options. The function returns none for a dead end.
    pub fn drawer(&self, max_depth: usize) -> impl FnMut(&[Step], u64) -> Option<Vec<u8>> + use<'_> {
        let mut draw = self.sparing_drawer(max_depth);
        move |steps, seed| draw(steps, seed, CHEAP_AFTER_CHOICES)
    }

    /// As [`Generator::drawer`]. The third argument of the function is the number of choices after which the drawn parts of a text take only
    /// the cheapest options, too.
    #[doc(hidden)]
    pub fn sparing_drawer(&self, max_depth: usize) -> impl FnMut(&[Step], u64, u32) -> Option<Vec<u8>> + use<'_> {
        let mut fuzzer = Fuzzer::new(self, max_depth);
        move |steps, seed, choices| {
            // Each step that is replayed may be a choice.
            fuzzer.budget.limit_choices(choices.saturating_add(steps.len() as u32));
            fuzzer.run(&mut Choices::redraw(steps, seed)).ok().map(<[u8]>::to_vec)
        }
    }
}

/// The [`Expand`] of a language that is interpreted: reads the tables.
///
/// # Errors
/// If the text cannot go on like that.
pub fn expand(fuzzer: &mut Fuzzer<'_>, symbol: Symbol) -> Result<(), Rollback> {
    let grammar = fuzzer.grammar();
    let Some(rule) = grammar.rule(symbol) else {
        return fuzzer.terminal(symbol);
    };
    let options = fuzzer.recipe().options(symbol, rule);
    let chosen = match (rule.kind, rule.count) {
        _ if options.count() == 1 => fuzzer.only_option(rule.kind),
        (RuleKind::Repeat, Some(left)) => fuzzer.counted(left, &options),
        (RuleKind::Repeat, None) => fuzzer.more(&options),
        _ => fuzzer.choose(&options),
    };
    let mut items = grammar.productions[rule.productions.start as usize + chosen].items.clone();
    // Texts in front need no way over the stack.
    while items.start < items.end && fuzzer.recipe().step(ItemId(items.start)) == ItemStep::Literal && !fuzzer.is_stuck
    {
        fuzzer.terminal(grammar.items[items.start as usize].symbol)?;
        items.start += 1;
    }
    for item in items.rev() {
        fuzzer.push(Task::Item(ItemId(item)));
    }
    Ok(())
}
