//! The default strategy: runs stages until none of them changes the text. Their tiers are the tree, smaller values, names and
//! their meaning, other alternatives, replacements from elsewhere, lines and tokens, and bytes.
//!
//! The next stage comes from the first tier in which a stage is not finished with the current text. Within the tier,
//! it is the one that removed most bytes per test when it last ran: its credit. A stage that removes nothing ends after
//! a multiple of the tests that have paid off before it (`leash`). Credits and limits count tests instead of seconds,
//! so that the result does not depend on a clock. Those on names pay seldom, so together they may make a tenth of the tests
//! in vain, as may those on other alternatives; once nothing else is left, both run again without that limit. If an oracle rejects
//! everything outside the language, the stages on lines, tokens, names and bytes stay within the language.

use super::{
    Search, Stop, Strategy, along_tree, blanks, blocks, bytes, choices, comments, definitions, fixpoint, headers,
    inline, join, letters, lines, merge, names, numbers, program, reorder, rescue, roots, tokens, tolerance, unwrap,
    wrap,
};
use crate::edit::Candidate;
use grammarc_outline::headers::Headers;
use grammarc_trial::trial::Digest;

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, along the tree and then without it, to a fixpoint", run };

/// Its first stages alone, for each file of a folder in turn: those on programs, or else large nodes.
pub(in crate::reduce) const LARGE_CUTS: Strategy = Strategy {
    name: "large nodes",
    paper: "drop or replace nodes of a fiftieth of the text or more",
    run: |search| {
        if program::program_of(search).is_none() {
            return search.on_leash(along_tree::coarse);
        }
        for stage in [&blanks::STRATEGY, &definitions::STRATEGY, &letters::STRATEGY] {
            if search.has_stage(stage.name) {
                search.enter(stage.name);
                search.on_leash(stage.run)?;
            }
        }
        Ok(())
    },
};

/// The list of choices gets shorter, one choice or list at a time. The strategy of this name also changes characters.
const CHOICES: Strategy = Strategy {
    name: "choices",
    paper: "shorten the list of choices, except those of characters",
    run: |search| if_short(search, choices::structurally),
};

/// A node becomes another alternative of its rule.
const REPLACEMENTS: Strategy = Strategy {
    name: "replacements",
    paper: "replace every node by anything else that may stand there",
    run: along_tree::others,
};

/// The function of a stage.
type StageFunction = fn(&mut Search<'_, '_>) -> Result<(), Stop>;

/// One stage of the schedule.
struct Stage {
    /// The name reported to the trial.
    name: &'static str,
    /// A description, for the list of stages.
    about: &'static str,
    /// Lower ones come first.
    tier: Tier,
    run: StageFunction,
    /// Bytes removed per test in the last run. For example, 30 if 10 tests removed 300 bytes.
    credit: f64,
    /// The text at the end of its last run. For the same text it would find nothing more.
    settled: Option<Settled>,
    /// Whether it waits for a text of half the size, because other stages test the same parts one by one.
    is_seldom: bool,
    /// Whether it has tested nothing in its last run.
    is_idle: bool,
}

/// Length in bytes up to which no stage waits for half of the text: it has few parts left.
const MAX_SHORT_BYTES: usize = 1 << 12;

/// A text with which a stage is finished.
struct Settled {
    text: Digest,
    bytes: usize,
}

impl Settled {
    fn of(text: &[u8]) -> Self {
        Self { text: Digest::of(text), bytes: text.len() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// Nodes are dropped or replaced by smaller ones below them, and large parts of the list of choices go.
    Tree,
    /// Parts become smaller in place: lists, numbers, the order of elements.
    Values,
    /// Names become others or their values, and elements of lists become their content: with few tests in vain.
    Meaning,
    /// Nodes become other alternatives, and the list of choices gets shorter in all ways: many tests, of which few pay on large texts.
    Alternatives,
    /// Nodes move into another context, by `wrap` and `rescue`.
    Elsewhere,
    /// No stage is in it: the tolerance of the oracle is tested between the tiers around it.
    Outside,
    /// Lines and tokens are dropped, and names shortened.
    Lexical,
    Bytes,
    /// The thrifty tiers again, as long as any other stage.
    Again,
}

impl Stage {
    fn new(name: &'static str, about: &'static str, tier: Tier, run: StageFunction) -> Self {
        Self { name, about, tier, run, credit: f64::INFINITY, settled: None, is_seldom: false, is_idle: true }
    }

    /// Makes the stage wait for a text of half the size before it runs again.
    fn seldom(self) -> Self {
        Self { is_seldom: true, ..self }
    }

    /// Runs the stage, and records its credit and the resulting text.
    fn work(&mut self, search: &mut Search<'_, '_>, thrifts: &mut Thrifts) -> Result<(), Stop> {
        let (bytes, tests) = (search.text().len(), search.tests());
        search.enter(self.name);
        match self.tier {
            Tier::Meaning => if_short(search, |search| thrifts.meaning.run(search, self.run))?,
            Tier::Alternatives => thrifts.alternatives.run(search, self.run)?,
            _ => search.on_leash(self.run)?,
        }
        search.parse_again();
        self.credit = bytes.saturating_sub(search.text().len()) as f64 / (search.tests() - tests).max(1) as f64;
        self.is_idle = search.tests() == tests;
        self.settled = (!search.gives_way()).then(|| Settled::of(search.text()));
        Ok(())
    }

    /// Returns the number of bytes below which other stages give way to this one, which waits for a text of half the size. They do not if
    /// it has tested nothing.
    fn awaited(&self) -> usize {
        self.settled.as_ref().filter(|_| self.is_seldom && !self.is_idle).map_or(0, |last| match last.bytes {
            bytes if bytes <= MAX_SHORT_BYTES => bytes - bytes / 8,
            bytes => bytes.div_ceil(2),
        })
    }

    /// Returns whether the stage has something to do with a text. The stages that are not needed for minimality wait for a shorter one:
    /// where only a name has changed, they would hardly find more.
    fn is_open(&self, now: &Settled) -> bool {
        let Some(last) = &self.settled else { return true };
        if self.is_seldom {
            let is_short = now.bytes <= MAX_SHORT_BYTES && !self.is_idle;
            return now.bytes < if is_short { last.bytes } else { last.bytes.div_ceil(2) };
        }
        match self.tier {
            Tier::Meaning | Tier::Alternatives | Tier::Elsewhere | Tier::Again => now.bytes < last.bytes,
            _ => now.text != last.text,
        }
    }
}

/// The stages on meaning with the function that each runs before the thorough pass of [`Tier::Again`].
const MEANING: [(&Strategy, StageFunction); 3] = [
    (&inline::STRATEGY, inline::STRATEGY.run),
    (&merge::STRATEGY, merge::STRATEGY.run),
    (&unwrap::STRATEGY, unwrap::briefly),
];

/// One in so many tests may be in vain in a thrifty tier, so that it holds nothing else up.
const THRIFTY_SHARE: u64 = 10;

/// The tests in vain of each thrifty tier.
#[derive(Default)]
struct Thrifts {
    meaning: Thrift,
    alternatives: Thrift,
}

/// The tests that the stages of one tier have made in vain.
#[derive(Default)]
struct Thrift {
    in_vain: u64,
}

impl Thrift {
    /// Runs a stage as long as it is within the share of tests.
    fn run(&mut self, search: &mut Search<'_, '_>, run: StageFunction) -> Result<(), Stop> {
        let (tests, bytes) = (search.tests(), search.text().len());
        search.on_short_leash((tests / THRIFTY_SHARE).saturating_sub(self.in_vain), run)?;
        if search.text().len() == bytes {
            self.in_vain += search.tests() - tests;
        }
        Ok(())
    }
}

/// The name reported while [`tolerance`] is tested.
const OUTSIDE: &str = "outside the language";

/// Returns the stages with a description each, in the order in which they begin.
pub(in crate::reduce) fn stages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let stages = schedule().into_iter().map(|stage| (stage.tier, stage.name, stage.about));
    let outside = (Tier::Outside, OUTSIDE, "test whether a text outside the language is ever interesting");
    let mut all: Vec<_> = stages.chain([outside]).collect();
    all.sort_by_key(|(tier, ..)| *tier);
    all.into_iter().map(|(_, name, about)| (name, about))
}

fn schedule() -> Vec<Stage> {
    use Tier::{Again, Alternatives, Bytes, Elsewhere, Lexical, Meaning, Tree, Values};
    let listed =
        |strategy: &Strategy, tier: Tier, run: StageFunction| Stage::new(strategy.name, strategy.paper, tier, run);
    let whole = |strategy: &Strategy, tier| listed(strategy, tier, strategy.run);
    let meaning = MEANING.iter().map(|(strategy, run)| listed(strategy, Meaning, *run));
    let others = [
        whole(&headers::STRATEGY, Tree).seldom(),
        whole(&roots::STRATEGY, Tree),
        whole(&blocks::STRATEGY, Tree),
        whole(&comments::STRATEGY, Tree),
        whole(&blanks::STRATEGY, Tree).seldom(),
        whole(&definitions::STRATEGY, Tree).seldom(),
        whole(&letters::STRATEGY, Tree).seldom(),
        Stage::new("large choices", "shorten the list of choices by large cuts only", Tree, |search| {
            if_short(search, choices::coarsely)
        }),
        Stage::new(LARGE_CUTS.name, LARGE_CUTS.paper, Tree, along_tree::coarse),
        Stage::new(
            "nodes",
            "drop parts of every node, or replace it by a smaller one below it",
            Tree,
            along_tree::complete,
        ),
        whole(&CHOICES, Alternatives),
        whole(&REPLACEMENTS, Alternatives),
        Stage::new("values", "`join`, `numbers` and `reorder` in turn", Values, values),
        listed(&wrap::STRATEGY, Elsewhere, |search| if_short(search, wrap::briefly)),
        listed(&rescue::STRATEGY, Elsewhere, |search| if_short(search, rescue::briefly)),
        whole(&lines::STRATEGY, Lexical),
        whole(&tokens::STRATEGY, Lexical),
        whole(&names::STRATEGY, Lexical),
        whole(&bytes::STRATEGY, Bytes),
        Stage::new("meaning again", "`inline`, `merge` and `unwrap` in turn", Again, |search| {
            if_short(search, |search| in_turn(search, MEANING.map(|(strategy, _)| strategy)))
        }),
        Stage::new("alternatives again", "`choices` and `replacements` in turn", Again, |search| {
            in_turn(search, [&CHOICES, &REPLACEMENTS])
        }),
    ];
    others.into_iter().chain(meaning).collect()
}

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    run_stages(search, schedule(), None)
}

/// Runs the stages within the language, for a text that the search has seen before: most of their candidates have been tested. Those that
/// run again in the end without a limit are left out, because their tests in vain would be new ones.
///
/// # Errors
/// If the trial must stop.
pub(in crate::reduce) fn within_language(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let stages = schedule().into_iter().filter(|stage| stage.tier != Tier::Again);
    run_stages(search, stages.collect(), Some(false))
}

/// Runs the stages until none of them changes the text. `is_tolerant` tells whether the oracle accepts texts outside the language; none
/// if that must be found out.
fn run_stages(search: &mut Search<'_, '_>, mut stages: Vec<Stage>, mut is_tolerant: Option<bool>) -> Result<(), Stop> {
    // Even a stage without a candidate parses the text again, and hooks may be slow.
    let (has_roots, has_headers) = (!search.roots().is_empty(), Headers::of(search.text()).is_some());
    stages.retain(|stage| {
        let has_work =
            (has_roots || stage.name != roots::STRATEGY.name) && (has_headers || stage.name != headers::STRATEGY.name);
        search.has_stage(stage.name) && has_work
    });
    let mut is_confirmed = false;
    let mut thrifts = Thrifts::default();
    loop {
        let now = Settled::of(search.text());
        let awaited = stages.iter().map(Stage::awaited).max().unwrap_or(0);
        let open = stages.iter_mut().filter(|stage| stage.is_open(&now));
        // `rev`, because `max_by` takes the last of equals and the first is wanted.
        let next = open.rev().max_by(|a, b| {
            let is_due = |stage: &Stage| now.bytes < stage.awaited();
            b.tier.cmp(&a.tier).then(is_due(a).cmp(&is_due(b))).then(a.credit.total_cmp(&b.credit))
        });
        let Some(stage) = next else { return Ok(()) };
        search.await_bytes(if stage.is_seldom { 0 } else { awaited });
        if stage.tier <= Tier::Elsewhere {
            stage.work(search, &mut thrifts)?;
            continue;
        }
        match is_tolerant {
            // Confirm the tree stages' result before the lexical stages build on it.
            None if !is_confirmed => is_confirmed = search.confirm().map(|_| true)?,
            None => {
                search.enter(OUTSIDE);
                // After a skip nothing is known, so texts outside the language are tested as usual.
                is_tolerant = Some(tolerance::is_seen(search)? || search.is_skipped());
            }
            Some(true) => stage.work(search, &mut thrifts)?,
            Some(false) => search.within_language(|search| stage.work(search, &mut thrifts))?,
        }
    }
}

/// Shrinks parts that cannot be removed: joins lists, lowers numbers, sorts elements, and indents blocks by one column.
fn values(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let strategies = [join::STRATEGY, numbers::STRATEGY, reorder::STRATEGY];
    fixpoint(search, |search| {
        strategies.iter().try_for_each(|strategy| (strategy.run)(search))?;
        let texts = search.shrunk_blocks();
        search.first(texts.into_iter().map(|text| ((), Candidate::Text(text)))).map(drop)
    })
}

/// Runs the wanted ones of some stages, once each.
fn in_turn<const N: usize>(search: &mut Search<'_, '_>, stages: [&Strategy; N]) -> Result<(), Stop> {
    for stage in stages {
        if search.has_stage(stage.name) {
            (stage.run)(search)?;
        }
    }
    Ok(())
}

/// Longest text, in bytes, for the stages that generate, wrap or rescue: on longer ones they cost more time than they
/// gain.
const MAX_REGENERATED_BYTES: usize = 1 << 14;

/// Runs a stage if the text is not too long for it.
fn if_short<'s, 't>(
    search: &mut Search<'s, 't>,
    run: impl FnOnce(&mut Search<'s, 't>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if search.text().len() > MAX_REGENERATED_BYTES { Ok(()) } else { run(search) }
}
