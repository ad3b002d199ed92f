//! Everything together, to a fixpoint: along the tree, then smaller values, then replacements from elsewhere, then
//! lines and tokens, then bytes.
//!
//! Among the stages that could still find something, the tree stages run before the others. Within a tier, the stage
//! runs that removed most bytes per test when it last ran: its credit. A stage that removes nothing ends after a
//! multiple of the tests that have paid off before it (`leash`). Tests stand for the oracle's time, so that the
//! result does not depend on a clock. If an oracle rejects everything outside the language, the stages behind the
//! tree stay within the language.

use super::{
    Search, Stop, Strategy, along_tree, bytes, choices, fixpoint, join, lines, names, numbers, reorder, rescue, tokens,
    tolerance, wrap,
};
use crate::trial::Digest;

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, along the tree and then without it, to a fixpoint", run };

/// The function of a stage.
type StageFunction = fn(&mut Search<'_, '_>) -> Result<(), Stop>;

/// One stage of the schedule.
struct Stage {
    /// The name reported to the trial.
    name: &'static str,
    /// Lower ones come first.
    tier: Tier,
    run: StageFunction,
    /// Bytes removed per test in the last run. For example, 30 if 10 tests removed 300 bytes.
    credit: f64,
    /// The text at the end of its last run. For the same text it would find nothing more.
    settled: Option<Digest>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    Tree,
    Values,
    Elsewhere,
    Lexical,
    Bytes,
}

impl Stage {
    fn new(name: &'static str, tier: Tier, run: StageFunction) -> Self {
        Self { name, tier, run, credit: f64::INFINITY, settled: None }
    }

    /// Runs the stage, and records its credit and the resulting text.
    fn work(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        let (bytes, tests) = (search.text().len(), search.tests());
        search.enter(self.name);
        search.on_leash(self.run)?;
        search.parse_again();
        self.credit = bytes.saturating_sub(search.text().len()) as f64 / (search.tests() - tests).max(1) as f64;
        self.settled = Some(Digest::of(search.text()));
        Ok(())
    }
}

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut stages = [
        Stage::new("large choices", Tier::Tree, |search| if_short(search, choices::coarsely)),
        Stage::new("large nodes", Tier::Tree, along_tree::coarse),
        Stage::new("nodes", Tier::Tree, along_tree::complete),
        Stage::new("choices", Tier::Tree, |search| if_short(search, choices::structurally)),
        Stage::new("replacements", Tier::Tree, along_tree::others),
        Stage::new("values", Tier::Values, values),
        Stage::new(wrap::STRATEGY.name, Tier::Elsewhere, |search| if_short(search, wrap::briefly)),
        Stage::new(rescue::STRATEGY.name, Tier::Elsewhere, |search| if_short(search, rescue::briefly)),
        Stage::new(lines::STRATEGY.name, Tier::Lexical, lines::STRATEGY.run),
        Stage::new(tokens::STRATEGY.name, Tier::Lexical, tokens::STRATEGY.run),
        Stage::new(names::STRATEGY.name, Tier::Lexical, names::STRATEGY.run),
        Stage::new(bytes::STRATEGY.name, Tier::Bytes, bytes::STRATEGY.run),
    ];
    let (mut is_confirmed, mut is_tolerant) = (false, None);
    loop {
        let now = Some(Digest::of(search.text()));
        let open = stages.iter_mut().filter(|stage| stage.settled != now);
        // `rev`, because `max_by` takes the last of equals and the first is wanted.
        let next = open.rev().max_by(|a, b| b.tier.cmp(&a.tier).then(a.credit.total_cmp(&b.credit)));
        let Some(stage) = next else { return Ok(()) };
        if stage.tier <= Tier::Elsewhere {
            stage.work(search)?;
            continue;
        }
        match is_tolerant {
            // Confirm the tree stages' result before the lexical stages build on it.
            None if !is_confirmed => is_confirmed = search.confirm().map(|_| true)?,
            None => {
                search.enter("outside the language");
                is_tolerant = Some(tolerance::is_seen(search)?);
            }
            Some(true) => stage.work(search)?,
            Some(false) => search.within_language(|search| stage.work(search))?,
        }
    }
}

/// Shrinks parts that cannot be removed: joins lists, lowers numbers, and sorts elements.
fn values(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let strategies = [join::STRATEGY, numbers::STRATEGY, reorder::STRATEGY];
    fixpoint(search, |search| strategies.iter().try_for_each(|strategy| (strategy.run)(search)))
}

/// Longest text, in bytes, that is generated again from choices: for longer ones that costs more time than it gains.
const MAX_REGENERATED_BYTES: usize = 1 << 14;

fn if_short(search: &mut Search<'_, '_>, run: StageFunction) -> Result<(), Stop> {
    if search.text().len() > MAX_REGENERATED_BYTES { Ok(()) } else { run(search) }
}
