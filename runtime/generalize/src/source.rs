//! Source of the samples for some parts: all of them where there are few, else the shortest, then varied and drawn ones.

use std::collections::{HashMap, HashSet, VecDeque};

use super::filler::{Filler, Sample};
use super::texts::TextLists;
use super::units::Unit;
use grammarc_core::grammar::Symbol;
use grammarc_core::tree::{NodeId, name_span};
use grammarc_generate::choices::Random;
use grammarc_trial::trial::{Stop, Trial};

/// Draws in a row without a new sample before the source gives up. By then, the likely texts of the part have been drawn.
const MAX_VAIN_DRAWS: u32 = 200;
/// Samples drawn for each varied one. The sample with most places for untried texts is taken. Drawing costs far less
/// than a test, so four of them pay off.
const DRAWS_PER_VARIED: u32 = 4;
/// Draws in a row without a place for an untried text before samples are no longer varied. Then the texts that are left
/// belong to symbols that the part hardly ever has.
const MAX_FRUITLESS_DRAWS: u32 = 3;

/// Which samples come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SampleOrder {
    /// The shortest texts, because they refute most of the parts that are not general.
    Shortest,
    /// The shortest texts, then samples that soon show each text of the symbols with few: `+`, `-` and `*` of an operator.
    Varied,
    /// Random samples, like all later ones.
    Drawn,
}

/// Which samples are tried, and how many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan<'p> {
    /// The texts of symbols that have few.
    pub(super) few: &'p TextLists,
    /// Number of different samples that must be interesting.
    pub(super) wanted: u32,
    /// Which samples come first where there are too many to try all.
    pub(super) first: SampleOrder,
    /// Seed of the random samples.
    pub(super) seed: u64,
}

/// Yields the samples to try.
pub(super) struct Source {
    units: Vec<Unit>,
    /// Texts of the first samples, one for each part.
    given: VecDeque<Vec<Vec<u8>>>,
    /// Whether `given` has all samples there are.
    pub(super) is_all: bool,
    random: Random,
    known: HashSet<Vec<Vec<u8>>>,
    variety: Option<Variety>,
}

impl Source {
    /// Makes the source for some parts: all texts where there are few, else random ones.
    pub(super) fn new(filler: &Filler<'_>, units: &[Unit], plan: &Plan<'_>) -> Self {
        let Plan { few, wanted, first, seed } = *plan;
        let symbol = |unit: &Unit| filler.tree().wanted(filler.grammar(), unit.nodes[0]);
        let all = all_of(units.iter().map(|unit| few[symbol(unit).0 as usize].as_ref()), wanted as usize + 1);
        let reductions = filler.language.facts();
        let shortest = || units.iter().map(|unit| reductions.symbol(symbol(unit)).minimal.to_vec()).collect();
        let is_all = all.is_some();
        let mut random = Random::new(seed);
        let variety = (first == SampleOrder::Varied && !is_all).then(|| Variety::new(few, &mut random));
        Self {
            units: units.to_vec(),
            is_all,
            given: all.unwrap_or_else(|| (first != SampleOrder::Drawn).then(shortest).into_iter().collect()),
            random,
            known: HashSet::from([filler.original(units)]),
            variety,
        }
    }

    /// Leaves out samples that were tried before.
    pub(super) fn leave_out<'e>(&mut self, known: impl IntoIterator<Item = &'e Vec<Vec<u8>>>) {
        self.known.extend(known.into_iter().cloned());
    }

    /// Returns the next new sample; none if no new one is found.
    pub(super) fn next(&mut self, filler: &mut Filler<'_>, trial: &Trial<'_>) -> Result<Option<Sample>, Stop> {
        let mut vain = 0;
        while vain < MAX_VAIN_DRAWS {
            trial.check_interrupt()?;
            let sample = match self.given.pop_front() {
                Some(texts) => filler.spliced(&self.units, &texts.iter().map(Vec::as_slice).collect::<Vec<_>>()),
                None if self.is_all => return Ok(None),
                None => {
                    vain += 1;
                    self.drawn(filler)
                }
            };
            if let Some(sample) = sample.filter(|sample| self.known.insert(sample.essence.clone())) {
                return Ok(Some(sample));
            }
        }
        Ok(None)
    }

    fn drawn(&mut self, filler: &mut Filler<'_>) -> Option<Sample> {
        let Some(variety) = self.variety.as_mut().filter(|variety| variety.fruitless < MAX_FRUITLESS_DRAWS) else {
            return filler.drawn(&self.units, self.random.bits());
        };
        let draws: Vec<Sample> =
            (0..DRAWS_PER_VARIED).filter_map(|_| filler.drawn(&self.units, self.random.bits())).collect();
        let shown = |sample: &Sample| variety.places(filler, &self.units, sample).len();
        // The first of the samples with most places.
        let best = draws.into_iter().rev().max_by_key(shown)?;
        variety.varied(filler, &self.units, &best).or(Some(best))
    }
}

/// Texts that no sample has shown yet. For example, after samples with `+` and `-` only `*` is left for an operator.
struct Variety {
    /// By symbol, if it has few texts.
    untried: HashMap<Symbol, Vec<Vec<u8>>>,
    /// Draws in a row without a place for any of them.
    fruitless: u32,
}

impl Variety {
    fn new(few: &TextLists, random: &mut Random) -> Self {
        let mut untried = HashMap::new();
        for (symbol, texts) in (0..).map(Symbol).zip(few) {
            let Some(texts) = texts.as_ref().filter(|texts| texts.len() > 1) else { continue };
            let mut texts = texts.clone();
            for last in (1..texts.len()).rev() {
                texts.swap(last, random.below(last as u32 + 1) as usize);
            }
            untried.insert(symbol, texts);
        }
        Self { untried, fruitless: 0 }
    }

    /// Returns the places for untried texts in a sample, by part, from left to right. A symbol has no more places than untried texts.
    fn places(&self, filler: &Filler<'_>, units: &[Unit], sample: &Sample) -> Vec<(usize, NodeId, Symbol)> {
        let mut left: HashMap<Symbol, usize> = HashMap::new();
        let mut places = Vec::new();
        for (part, &node) in sample.nodes.iter().enumerate().filter(|&(part, _)| units[part].variable.is_none()) {
            let mut open = vec![node];
            while let Some(node) = open.pop() {
                let symbol = sample.tree.wanted(filler.grammar(), node);
                let Some(texts) = self.untried.get(&symbol) else {
                    open.extend(super::align::seen_parts(filler.grammar(), &sample.tree, node).into_iter().rev());
                    continue;
                };
                let left = left.entry(symbol).or_insert(texts.len());
                if *left > 0 {
                    *left -= 1;
                    places.push((part, node, symbol));
                }
            }
        }
        places
    }

    /// Puts untried texts into a sample; none if there is no place for one, or the result is no valid sample.
    fn varied(&mut self, filler: &Filler<'_>, units: &[Unit], sample: &Sample) -> Option<Sample> {
        let places = self.places(filler, units, sample);
        self.fruitless = if places.is_empty() { self.fruitless + 1 } else { 0 };
        if places.is_empty() {
            return None;
        }
        let mut fillings = sample.fillings.clone();
        // From right to left, so that the offsets further left stay valid.
        for (part, node, symbol) in places.into_iter().rev() {
            let start = sample.tree.node(sample.nodes[part]).span.start;
            let span = name_span(filler.grammar(), &sample.tree, node);
            let text = self.untried.get_mut(&symbol)?.pop()?;
            let filling = &mut fillings[part];
            filling.splice((span.start - start).min(filling.len())..(span.end - start).min(filling.len()), text);
        }
        filler.spliced(units, &fillings.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }
}

/// Returns all ways to take one text for each part, if there are at most `most`; the first has the first text for each. For example, `+`,
/// `-` for one part and `0`, `1` for another make four ways.
fn all_of<'t>(parts: impl Iterator<Item = Option<&'t Vec<Vec<u8>>>>, most: usize) -> Option<VecDeque<Vec<Vec<u8>>>> {
    let mut all: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for texts in parts {
        let texts = texts?;
        if all.len() * texts.len() > most {
            return None;
        }
        let with = |before: &Vec<Vec<u8>>, text: &Vec<u8>| [before.as_slice(), std::slice::from_ref(text)].concat();
        all = all.iter().flat_map(|before| texts.iter().map(move |text| with(before, text))).collect();
    }
    Some(all.into())
}
