//! Generates texts of a language.
//!
//! One driver (`fuzz/driver.rs`) walks the grammar with an explicit stack and asks [`Choices`] for every decision. [`Generator::expand`]
//! replaces a symbol: it is generated code, or the interpreter of the tables here. Both make the same draws, so the same choices give the
//! same bytes. Watches (`fuzz/watch.rs`) keep the text parsable: after the number `1`, for example, they forbid a `2`, which would lengthen
//! it.
//!
//! Generation always ends. Beyond the greatest depth, or after [`SIZE`] bytes or [`STEPS`] choices, only the cheapest options are taken. A
//! text that cannot go on is rolled back to the latest choice, or farther where that fails often. The fuzzer gives up after [`ROLLBACKS`]
//! rollbacks, or when even the cheapest options do not end before [`LARGEST`] bytes. Fields and hooks of a finished text are filled and
//! checked within an effort that grows with its length; if the effort runs out, another text is drawn. Costs and limits follow R.
//! Gopinath's LimitFuzzer.

pub mod class;
pub mod generator;
pub mod options;
pub mod pen;
pub mod recipe;

mod cell;
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

use std::collections::HashMap;

pub use cell::Task;

use crate::choices::{Choices, Step};
use cell::{BOTTOM, Cell};
use generator::Generator;
use grammarc_core::grammar::{Grammar, ItemId, RuleKind, Symbol};
use grammarc_core::parse::{Part, fill};
use names::Names;
use recipe::Recipe;
use rollback::History;
use separate::{Boundary, Skipped};
use watch::Watches;

/// Bytes after which only the cheapest options are taken.
pub const SIZE: usize = 1 << 16;
/// Choices after which only the cheapest options are taken.
pub const STEPS: u32 = 1 << 16;
/// Bytes after which a text is given up: there are rules whose every text is longer than any memory.
pub const LARGEST: usize = 1 << 26;
/// How often one text is rolled back to an earlier choice before it is given up.
pub const ROLLBACKS: u32 = 10_000;

/// Function that replaces a symbol: it chooses a production and pushes its items, or writes the text of a terminal.
///
/// # Errors
/// If the text cannot go on like that.
pub type Expand = fn(&mut Fuzzer<'_>, Symbol) -> Result<(), Blocked>;

/// The text cannot go on like this: the parser would read it otherwise, or a choice has no option left. The driver goes back and takes
/// another option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocked;

/// No text was found: every way that was tried ended where nothing could be written, or went on for too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeadEnd;

impl std::fmt::Display for DeadEnd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no text found: every attempt ended in a dead end of the grammar")?;
        write!(f, ", or grew beyond {} MiB", LARGEST >> 20)
    }
}

impl std::error::Error for DeadEnd {}

/// Generates texts of one language. It can be run many times.
pub struct Fuzzer<'a> {
    language: &'a Generator,
    recipe: &'a Recipe,
    choices: Choices,
    /// Whether nothing is replayed, recorded or rolled back.
    is_plain: bool,
    /// Whether the replayed choices belong to applications of rules, as the steps of a trace do.
    is_nested: bool,
    /// Whether integers decide.
    is_led: bool,
    /// Whether the present text is drawn within a replay, because of a `Step::Draw`.
    is_drawn: bool,
    /// The text so far.
    output: Vec<u8>,
    max_depth: u32,
    /// From this depth on, a [`Pen`](pen::Pen) cannot choose freely; 0 where there were enough choices.
    bound: u32,
    /// The buffer of a pen. The bytes before the pen's place are the text; the rest is left over from earlier texts.
    page: Vec<u8>,
    /// How much of the page the last text is, if a pen wrote it.
    on_page: Option<usize>,
    /// Whether a pen has no text to go on with.
    is_lost: bool,
    /// How many choices there may still be before only the cheapest options are taken.
    steps: u32,
    /// All cells of all stacks that may be needed again.
    cells: Vec<Cell>,
    /// The top of the stack.
    top: u32,
    /// The cell that is worked on, whose place new cells inherit.
    current: Cell,
    /// The number of that cell.
    number: u32,
    /// The texts of labels, as ranges of the output; by alternative, see `Cell::labels`.
    labels: Vec<(u32, u32)>,
    /// The parts of the output that are skip, such as blanks between tokens. Labels do not see them.
    skipped: Vec<Skipped>,
    boundary: Option<Boundary>,
    watches: Watches,
    /// Whether tokens and look-aheads that look ahead inside are compared at the end, and not watched.
    checks_later: bool,
    /// The tokens and look-aheads that are compared at the end, with their start and end in the output.
    unwatched: Vec<(Symbol, usize, usize)>,
    history: History,
    /// State of the hooks: the names defined so far, and the holes for names that are defined later.
    names: Names,
    /// How often no name was found for a hole.
    lost: u32,
    /// How many finished texts proved wrong.
    checks: u32,
    /// Effort spent on checking finished texts, in items and links of charts.
    spent: usize,
    /// How often, beyond the greatest depth, an option was taken that is neither the cheapest nor safe from hooks.
    detours: u32,
    /// How often a repetition had to go on although the text was long enough.
    owed: u32,
    /// Whether a choice has no option left, because hooks or counts forbid all of them or the integers have run out.
    is_stuck: bool,
    /// The options that are left out of the present choice.
    excluded: Vec<u32>,
    /// By symbol: a memo of texts, and whether the symbol derives them.
    derived: HashMap<Symbol, HashMap<Vec<u8>, bool>>,
    /// By symbol: its own parser, if it has one. Made at its first use.
    parts: HashMap<Symbol, Option<Part>>,
}

impl<'a> Fuzzer<'a> {
    /// Makes a fuzzer. Where named rules nest deeper than `max_depth`, it takes only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        let max_depth = u32::try_from(max_depth).unwrap_or(u32::MAX).min(u32::MAX - 2);
        Self {
            language,
            recipe: language.recipes.of(&language.grammar),
            choices: Choices::fresh(0),
            is_plain: false,
            is_nested: false,
            is_led: false,
            is_drawn: false,
            output: Vec::new(),
            max_depth,
            bound: 0,
            page: Vec::new(),
            on_page: None,
            is_lost: false,
            steps: 0,
            cells: Vec::new(),
            top: BOTTOM,
            current: Cell::bottom(Task::Part(language.grammar.start)),
            number: 0,
            labels: Vec::new(),
            skipped: Vec::new(),
            boundary: None,
            watches: Watches::new(),
            checks_later: false,
            unwatched: Vec::new(),
            history: History::default(),
            names: Names::new(&language.grammar),
            lost: 0,
            checks: 0,
            spent: 0,
            detours: 0,
            owed: 0,
            is_stuck: false,
            excluded: Vec::new(),
            derived: HashMap::new(),
            parts: HashMap::new(),
        }
    }

    /// Returns the last text.
    pub fn into_output(mut self) -> Vec<u8> {
        let Some(length) = self.on_page else { return self.output };
        self.page.truncate(length);
        self.page
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

impl Generator {
    /// Returns a function that writes the text of a [`Trace`](crate::choices::Trace)'s steps, changed or not. It returns none for a dead
    /// end.
    pub fn writer(&self) -> impl FnMut(&[Step]) -> Option<Vec<u8>> + use<'_> {
        let mut fuzzer = Fuzzer::new(self, 0);
        move |steps| fuzzer.run(&mut Choices::replay_steps(steps)).ok().map(<[u8]>::to_vec)
    }

    /// Returns a function that writes the text of steps, and draws the parts marked by [`Step::Draw`] from a seed. Beyond `max_depth`
    /// nested rules, a drawn part takes only the cheapest options. The function returns none for a dead end.
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
