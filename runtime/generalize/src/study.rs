//! Studies parts that are interesting with some texts and boring with others, so that a constraint can be learned: keeps the judged
//! samples, and makes more of them. For example, if a program fails when it divides by zero, the divisor in `1/0` is interesting as `0` or
//! `00`, and boring as `7`.
//!
//! A boring sample is reduced like a test case, as long as it stays boring. The result shows little besides the reason why it is boring. A
//! step that made it interesting is kept too, because the two differ in that reason.

use std::collections::HashSet;

use super::constraint::{Constraint, Place, Quantity};
use super::evidence::{Case, Origin, StopRule, judge_made, judge_some};
use super::filler::{Filler, Sample};
use super::learn::Lesson;
use super::source::{Plan, SampleOrder, Source};
use super::texts::TextLists;
use super::units::Unit;
use grammarc_core::tree::{NodeId, name_span};
use grammarc_generate::choices::Random;
use grammarc_trial::trial::{Stop, Trial};

/// Samples judged to see whether any besides the input is interesting. If half of all samples are, seven boring ones in a
/// row have a probability of 1/128.
const SCREENING_SAMPLES: usize = 7;
/// Most samples judged to reduce one boring sample. It need not become minimal, only small enough to show its features.
const MAX_REDUCTION_TESTS: usize = 32;
/// Most boring samples that are reduced, not counting later counterexamples of verifications. Each costs up to
/// [`MAX_REDUCTION_TESTS`] tests.
const MAX_REDUCED_SAMPLES: usize = 8;
/// Maximum number of texts tried in place of a culprit: a node that makes a sample boring. An operator or a keyword has fewer.
const MAX_OTHER_TEXTS: usize = 64;
/// Culprits tried in one part of a sample. So one part cannot use up the tests.
const MAX_CULPRITS: usize = 2;
/// Maximum number of guilty texts of a culprit, those that are boring, that are put into other samples.
const MAX_GUILTY_TEXTS: usize = 4;
/// Maximum number of interesting samples into which each guilty text is put. With [`MAX_GUILTY_TEXTS`], that is 24 tests.
const SPREAD_SAMPLES: usize = 6;
/// Most bisection steps between a boring number and an interesting one: as many as a number of 64 bits has bits.
const MAX_HALVINGS: usize = 64;
/// Longest leaf, in characters, that is tried without each single character. A longer one is halved first.
const MAX_DROPPED_CHARACTERS: usize = 8;

/// The tools to make and judge samples.
pub(super) struct Bench<'b, 's, 't> {
    pub(super) filler: &'b mut Filler<'s>,
    pub(super) trial: &'b mut Trial<'t>,
    /// All texts of each symbol that has few, such as an operator.
    pub(super) few: &'b TextLists,
    /// Number of different samples that must be interesting.
    pub(super) wanted: u32,
    /// The source of seeds for all draws.
    pub(super) random: Random,
}

/// The parts under study, and the judged samples: the input with other texts in these parts.
pub(super) struct Study {
    pub(super) units: Vec<Unit>,
    pub(super) cases: Vec<Case>,
    /// Boring samples, reduced.
    small: Vec<Sample>,
    /// Essences of boring samples that were reduced, and of the results.
    reduced: HashSet<Vec<Vec<u8>>>,
    /// Essences of all samples in `cases`.
    tried: HashSet<Vec<Vec<u8>>>,
    source: Source,
}

impl Study {
    /// Begins with known cases.
    pub(super) fn new(bench: &mut Bench<'_, '_, '_>, units: Vec<Unit>, cases: Vec<Case>) -> Self {
        let plan = Plan { few: bench.few, wanted: bench.wanted, first: SampleOrder::Varied, seed: bench.random.bits() };
        let source = Source::new(bench.filler, &units, &plan);
        let (small, reduced, tried) = (Vec::new(), HashSet::new(), HashSet::new());
        let mut study = Self { units, cases: Vec::new(), small, reduced, tried, source };
        study.add(cases);
        study
    }

    /// Takes note of cases that are new.
    pub(super) fn add(&mut self, cases: Vec<Case>) {
        self.source.leave_out(cases.iter().map(|case| &case.sample.essence));
        let is_new = |case: &Case| self.tried.insert(case.sample.essence.clone());
        self.cases.extend(cases.into_iter().filter(is_new));
    }

    /// Returns the [`Sample::essence`] of all tried samples.
    pub(super) fn tried(&self) -> &HashSet<Vec<Vec<u8>>> {
        &self.tried
    }

    /// Returns whether the parts have so few texts that all are tried.
    pub(super) fn is_all(&self) -> bool {
        self.source.is_all
    }

    /// Returns the cases that were not made for comparison.
    pub(super) fn drawn(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(|case| case.origin == Origin::Drawn)
    }

    /// Returns the drawn samples that are interesting.
    pub(super) fn interesting(&self) -> impl Iterator<Item = &Sample> {
        self.drawn().filter(|case| case.is_interesting).map(|case| &case.sample)
    }

    /// Returns how many drawn samples are boring.
    pub(super) fn boring(&self) -> usize {
        self.drawn().filter(|case| !case.is_interesting).count()
    }

    /// Judges samples until there are [`SCREENING_SAMPLES`], and returns whether a drawn one is interesting.
    pub(super) fn is_promising(&mut self, bench: &mut Bench<'_, '_, '_>) -> Result<bool, Stop> {
        self.grow(bench, SCREENING_SAMPLES.saturating_sub(self.cases.len()))?;
        Ok(self.interesting().next().is_some())
    }

    /// Judges up to `count` new samples, and returns whether there were any.
    pub(super) fn grow(&mut self, bench: &mut Bench<'_, '_, '_>, count: usize) -> Result<bool, Stop> {
        let cases = judge_some((bench.filler, bench.trial), &mut self.source, count)?;
        let is_more = !cases.is_empty();
        self.add(cases);
        Ok(is_more)
    }

    /// Returns the simplest constraints of each part that fit the cases. As long as none do, it reduces another boring sample. Returns none
    /// if enough have been reduced, or none is left.
    pub(super) fn learned(&mut self, bench: &mut Bench<'_, '_, '_>) -> Result<Option<Vec<Vec<Constraint>>>, Stop> {
        loop {
            if !self.small.is_empty()
                && let Some(found) = self.lesson(bench.filler).learned()
            {
                return Ok(Some(found));
            }
            let is_left = |case: &&Case| !case.is_interesting && !self.reduced.contains(&case.sample.essence);
            let least = self.cases.iter().filter(is_left).min_by_key(|case| case.sample.text.len());
            let Some(sample) = least.map(|case| case.sample.clone()).filter(|_| self.small.len() < MAX_REDUCED_SAMPLES)
            else {
                return Ok(None);
            };
            self.reduce(bench, sample)?;
        }
    }

    fn lesson<'l>(&'l self, filler: &'l Filler<'_>) -> Lesson<'l> {
        let grammar = filler.grammar();
        let place = |unit: &Unit| Place { grammar, seen: filler.seen(), node: unit.nodes[0] };
        Lesson { grammar, input: self.units.iter().map(place).collect(), cases: &self.cases, small: &self.small }
    }

    /// Reduces a boring sample, and tries other texts for its culprits.
    pub(super) fn reduce(&mut self, bench: &mut Bench<'_, '_, '_>, sample: Sample) -> Result<(), Stop> {
        self.reduced.insert(sample.essence.clone());
        let (mut best, mut left) = (sample, MAX_REDUCTION_TESTS);
        for part in 0..self.units.len() {
            let mut at = 0;
            while at < best.tree.size(best.nodes[part]) && left > 0 {
                let node = nth(&best, part, at);
                let mut samples = simpler(bench, &best, (part, node), &self.units);
                samples.truncate(left);
                let cases = judge_made(bench.trial, samples, StopRule::Boring)?;
                left -= cases.len();
                match cases.last().filter(|case| !case.is_interesting) {
                    Some(case) => best = case.sample.clone(),
                    None => at += 1,
                }
                self.add(cases);
            }
            for node in culprits(bench, &best, part) {
                self.blame(bench, &best, (part, node))?;
            }
        }
        self.reduced.insert(best.essence.clone());
        self.small.push(best);
        Ok(())
    }

    /// Tries the other texts of a culprit, and puts its boring texts into interesting samples to see whether they are boring there, too.
    fn blame(&mut self, bench: &mut Bench<'_, '_, '_>, best: &Sample, at: (usize, NodeId)) -> Result<(), Stop> {
        let grammar = bench.filler.grammar();
        let symbol = best.tree.wanted(grammar, at.1);
        let own = best.place(grammar, at.0).text(at.1);
        let texts = bench.few[symbol.0 as usize].iter().flatten().filter(|text| *text != own).take(MAX_OTHER_TEXTS);
        let made = |text: &Vec<u8>| Some((text.clone(), with(bench.filler, best, (at, &self.units), text)?));
        let others: Vec<(Vec<u8>, Sample)> = texts.filter_map(made).collect();
        let cases = judge_made(bench.trial, others.iter().map(|(_, sample)| sample.clone()), StopRule::End)?;
        let is_boring =
            |sample: &Sample| cases.iter().any(|it| !it.is_interesting && it.sample.essence == sample.essence);
        let guilty = others.iter().filter(|(_, sample)| is_boring(sample)).map(|(text, _)| text.as_slice());
        let guilty: Vec<&[u8]> = std::iter::once(own).chain(guilty).take(MAX_GUILTY_TEXTS).collect();
        let place = |sample: &Sample| {
            let mut nodes = sample.tree.subtree(sample.nodes[at.0]);
            nodes.find(|&node| sample.tree.wanted(grammar, node) == symbol)
        };
        let places = self.interesting().filter_map(|sample| Some((sample, place(sample)?))).take(SPREAD_SAMPLES);
        let spread: Vec<Sample> = places
            .flat_map(|(sample, node)| guilty.iter().map(move |text| (sample, node, text)))
            .filter_map(|(sample, node, text)| with(bench.filler, sample, ((at.0, node), &self.units), text))
            .collect();
        self.add(cases);
        let cases = judge_made(bench.trial, spread, StopRule::End)?;
        self.add(cases);
        Ok(())
    }

    /// Bisects the bounds of numbers, and returns whether that gave new cases.
    pub(super) fn sharpen(&mut self, bench: &mut Bench<'_, '_, '_>, found: &[Vec<Constraint>]) -> Result<bool, Stop> {
        let before = self.cases.len();
        for (part, constraint) in found.iter().enumerate().flat_map(|(part, all)| all.iter().map(move |it| (part, it)))
        {
            let (sign, quantity, bound) = match constraint {
                Constraint::AtLeast(quantity, bound) => (1, quantity, *bound),
                Constraint::AtMost(quantity, bound) => (-1, quantity, *bound),
                _ => continue,
            };
            if matches!(quantity, Quantity::Value | Quantity::Largest(_) | Quantity::Smallest(_)) {
                self.halve(bench, (part, quantity), (sign, bound))?;
            }
        }
        Ok(self.cases.len() > before)
    }

    /// Halves the gap between the last number that is boring, next to a bound, and the first that is interesting. For example, with 3
    /// boring and 100 interesting the next one is 51.
    fn halve(
        &mut self,
        bench: &mut Bench<'_, '_, '_>,
        (part, quantity): (usize, &Quantity),
        (sign, bound): (i128, i128),
    ) -> Result<(), Stop> {
        let grammar = bench.filler.grammar();
        let value = |case: &Case| case.sample.place(grammar, part).measure(quantity);
        let mut bad = bound - sign;
        let boring = self.cases.iter().filter(|case| !case.is_interesting && value(case) == Some(bad));
        let Some(sample) = boring.min_by_key(|case| case.sample.text.len()).map(|case| case.sample.clone()) else {
            return Ok(());
        };
        let input = Place { grammar, seen: bench.filler.seen(), node: self.units[part].nodes[0] };
        let interesting = self.cases.iter().filter(|case| case.is_interesting).filter_map(value);
        let values = interesting
            .chain(input.measure(quantity))
            .filter(|&value| if sign > 0 { value >= bound } else { value <= bound });
        let Some(mut good) = values.min_by_key(|value| value.abs_diff(bound)) else { return Ok(()) };
        let place = sample.place(grammar, part);
        let Some(node) = place.numbered(quantity, bad) else { return Ok(()) };
        for _ in 0..MAX_HALVINGS {
            let middle = bad.midpoint(good);
            if middle == bad || middle == good {
                break;
            }
            let made = with(bench.filler, &sample, ((part, node), &self.units), middle.to_string().as_bytes());
            let cases = judge_made(bench.trial, made, StopRule::End)?;
            let Some(case) = cases.first().filter(|case| value(case) == Some(middle)) else { break };
            if case.is_interesting {
                good = middle
            } else {
                bad = middle
            }
            self.add(cases);
        }
        Ok(())
    }
}

/// Returns the node at a place in preorder, counted from the root of a part of a sample.
fn nth(sample: &Sample, part: usize, at: usize) -> NodeId {
    sample.tree.id_at(sample.tree.index_of(sample.nodes[part]).unwrap_or_default() + at)
}

/// Returns a sample with another text for a node of one of its parts.
fn with(
    filler: &Filler<'_>,
    sample: &Sample,
    ((part, node), units): ((usize, NodeId), &[Unit]),
    text: &[u8],
) -> Option<Sample> {
    let start = sample.tree.node(sample.nodes[part]).span.start;
    let span = name_span(filler.grammar(), &sample.tree, node);
    let mut filling = sample.fillings[part].clone();
    let range = (span.start - start).min(filling.len())..(span.end - start).min(filling.len());
    filling.splice(range, text.iter().copied());
    let mut texts: Vec<&[u8]> = sample.fillings.iter().map(Vec::as_slice).collect();
    texts[part] = &filling;
    filler.spliced(units, &texts)
}

/// Returns a sample with simpler texts for a node: the shortest, one of the same kind in it, or pieces of it.
fn simpler(bench: &Bench<'_, '_, '_>, sample: &Sample, (part, node): (usize, NodeId), units: &[Unit]) -> Vec<Sample> {
    let (grammar, tree) = (bench.filler.grammar(), &sample.tree);
    let kind = |node| tree.wanted(grammar, node);
    let text_of = |node| sample.place(grammar, part).text(node);
    let inner = tree.subtree(node).skip(1).filter(|&inner| kind(inner) == kind(node)).take(2).map(text_of);
    let mut texts = vec![bench.filler.language.facts().symbol(kind(node)).minimal.to_vec()];
    texts.extend(inner.map(<[u8]>::to_vec));
    if tree.size(node) == 1 {
        texts.extend(shorter(text_of(node)));
    }
    let size = |sample: &Sample| (sample.fillings[part].len(), sample.fillings[part].clone());
    let is_simpler = |other: &Sample| size(other) < size(sample);
    texts.iter().filter_map(|text| with(bench.filler, sample, ((part, node), units), text)).filter(is_simpler).collect()
}

/// Returns the halves of a text, and a short one without each of its characters. For example, `abc` gives `a`, `bc`, and then `bc`, `ac`,
/// `ab`.
fn shorter(text: &[u8]) -> Vec<Vec<u8>> {
    let ends: Vec<usize> = match std::str::from_utf8(text) {
        Ok(text) => text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
        Err(_) => (0..=text.len()).collect(),
    };
    let count = ends.len() - 1;
    if count < 2 {
        return Vec::new();
    }
    let middle = ends[count / 2];
    let dropped = |at: usize| [&text[..ends[at]], &text[ends[at + 1]..]].concat();
    let each = (0..count).filter(|_| count <= MAX_DROPPED_CHARACTERS).map(dropped);
    [text[..middle].to_vec(), text[middle..].to_vec()].into_iter().chain(each).collect()
}

/// Returns the culprits of a reduced sample: innermost nodes whose symbols have few texts, and whose own text is not the shortest one.
/// Reduction did not replace that text, so it probably makes the sample boring. For example, the `*` of `0*0` is a culprit if the shortest
/// operator is `+`.
fn culprits(bench: &Bench<'_, '_, '_>, sample: &Sample, part: usize) -> Vec<NodeId> {
    let (grammar, tree) = (bench.filler.grammar(), &sample.tree);
    let (mut found, mut last) = (Vec::new(), usize::MAX);
    for at in (0..tree.size(sample.nodes[part])).rev() {
        let node = nth(sample, part, at);
        let symbol = tree.wanted(grammar, node);
        let shortest = &bench.filler.language.facts().symbol(symbol).minimal;
        let has_few = bench.few[symbol.0 as usize].as_ref().is_some_and(|texts| texts.len() > 1);
        // A node around one of them has all of its texts, and others.
        if has_few && at + tree.size(node) <= last && sample.place(grammar, part).text(node) != &shortest[..] {
            last = at;
            found.push(node);
        }
    }
    found.truncate(MAX_CULPRITS);
    found
}
