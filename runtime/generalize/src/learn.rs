//! Learns the simplest constraints that tell interesting samples from boring ones, after ALHAZEN: a few features of the text in a hole.
//!
//! The constraints must exclude all boring samples and allow the input. They may exclude a few interesting samples, because a pattern that
//! matches less than it could is still right. `with` features come from the input, `without` features from reduced boring samples. Each
//! constraint must exclude one of the reduced samples: a bound that only large samples happen to exceed has nothing to do with why they are
//! boring.

use std::collections::HashSet;

use super::constraint::{Constraint, Content, Place, Quantity};
use super::evidence::{Case, Origin};
use super::filler::Sample;
use super::naming::name_of;
use grammarc_core::grammar::Grammar;

/// Most constraints in one conjunction. With four, a hole would be described more than explained, and combining takes
/// the fourth power of the candidates.
const MAX_CONJUNCTION: usize = 3;
/// Most candidates that are combined into conjunctions: 60 of them make 34,220 triples.
const MAX_CANDIDATES: usize = 60;
/// One in so many drawn interesting samples may be excluded: half of them. A pattern that matches less than it could is
/// still right.
const DRAWN_LOSS_RATIO: usize = 2;
/// One in so many interesting samples that were made for comparison with a boring one may be excluded. It is a quarter
/// only, because such a sample was made to show that its difference does not matter.
const MADE_LOSS_RATIO: usize = 4;
/// Longest text of a node, in bytes, that becomes a feature. A longer one, such as a whole object, is hardly ever the
/// cause as it stands.
const MAX_FEATURE_BYTES: usize = 16;
/// Longest text, in bytes, whose pieces become features: a text of 48 bytes has 141 of them.
const MAX_SPLIT_BYTES: usize = 48;
/// Longest piece, in characters: long enough for operators such as `===`.
const MAX_PIECE_CHARACTERS: usize = 3;
/// Most names of rules and tokens that are measured in one hole. Each has three quantities, so that 24 of them make 72.
const MAX_NAMES: usize = 24;
/// Most bounds tried for one quantity, on either side of the input's value. The nearest boring values come first, and a
/// bound is most often next to one of these.
const MAX_BOUNDS: usize = 12;

/// The material to learn from: the input, the judged samples, and the reduced boring ones.
pub(super) struct Lesson<'l> {
    pub(super) grammar: &'l Grammar,
    /// The parts of the input. Every constraint must hold for them.
    pub(super) input: Vec<Place<'l>>,
    pub(super) cases: &'l [Case],
    /// Boring samples, reduced.
    pub(super) small: &'l [Sample],
}

/// A set of samples, as a bit for each. For example, the samples 0 and 65 are the words 1 and 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SampleSet(Vec<u64>);

impl SampleSet {
    fn of(flags: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (place, flag) in flags.enumerate() {
            if place % 64 == 0 {
                words.push(0);
            }
            words[place / 64] |= u64::from(flag) << (place % 64);
        }
        Self(words)
    }

    fn with(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one | other).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// A constraint on one part, and the samples that it excludes.
#[derive(Debug, Clone)]
struct Candidate {
    part: usize,
    constraint: Constraint,
    /// The boring samples that it excludes.
    excluded: SampleSet,
    /// The interesting samples that it excludes: drawn ones, and made ones.
    lost: (SampleSet, SampleSet),
}

/// Several candidates, by number, and the samples that they exclude together. For example, `≥ 3` and `≤ 8` exclude together whatever one of
/// them excludes.
struct Conjunction {
    members: Vec<usize>,
    excluded: SampleSet,
    lost: (SampleSet, SampleSet),
}

impl Lesson<'_> {
    /// Returns constraints by part; none if no conjunction of at most `MAX_CONJUNCTION` of them excludes all boring samples.
    pub(super) fn learned(&self) -> Option<Vec<Vec<Constraint>>> {
        let candidates = self.candidates();
        let best = self.best(&candidates)?;
        let mut found = vec![Vec::new(); self.input.len()];
        for candidate in best.into_iter().map(|member| &candidates[member]) {
            found[candidate.part].push(candidate.constraint.clone());
        }
        found.iter_mut().for_each(|constraints| constraints.sort());
        Some(found)
    }

    /// Returns the constraints that exclude some boring samples and few interesting ones. Of several with the same effect it keeps the
    /// simplest.
    fn candidates(&self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Vec::new();
        for part in 0..self.input.len() {
            let constraints = self.bounds(part).into_iter().chain(self.contents(part));
            all.extend(constraints.filter_map(|constraint| self.candidate(part, constraint)));
        }
        all.sort_by_cached_key(|it| cost(&it.constraint));
        let mut seen = HashSet::new();
        all.retain(|it| seen.insert((it.excluded.clone(), it.lost.clone())));
        all.sort_by_cached_key(|it| (usize::MAX - it.excluded.len(), self.price([&it.constraint], &it.lost)));
        all.truncate(MAX_CANDIDATES);
        all
    }

    fn candidate(&self, part: usize, constraint: Constraint) -> Option<Candidate> {
        if !constraint.holds_at(self.input[part]) {
            return None;
        }
        let fails = |case: &Case| !constraint.holds_at(case.sample.place(self.grammar, part));
        let fails: Vec<bool> = self.cases.iter().map(fails).collect();
        let is_seen = |sample: &Sample| !constraint.holds_at(sample.place(self.grammar, part));
        if !self.small.iter().any(is_seen) {
            return None;
        }
        let chosen = |is_interesting, origin: Option<Origin>| {
            let is_it =
                |case: &Case| case.is_interesting == is_interesting && origin.is_none_or(|it| it == case.origin);
            SampleSet::of(self.cases.iter().zip(&fails).map(|(case, &fails)| fails && is_it(case)))
        };
        let excluded = chosen(false, None);
        let lost = (chosen(true, Some(Origin::Drawn)), chosen(true, Some(Origin::Made)));
        (excluded.len() > 0 && self.is_bearable(&lost)).then_some(Candidate { part, constraint, excluded, lost })
    }

    /// Returns the numbers of the candidates that together exclude all boring samples, at the lowest price.
    fn best(&self, candidates: &[Candidate]) -> Option<Vec<usize>> {
        let boring = self.cases.iter().filter(|case| !case.is_interesting).count();
        let none = SampleSet::of(self.cases.iter().map(|_| false));
        let mut open = vec![Conjunction { members: Vec::new(), excluded: none.clone(), lost: (none.clone(), none) }];
        let mut found: Option<(usize, Vec<usize>)> = None;
        for _ in 0..MAX_CONJUNCTION {
            let mut next = Vec::new();
            for (before, number) in open.iter().flat_map(|it| {
                let first = it.members.last().map_or(0, |last| last + 1);
                (first..candidates.len()).map(move |number| (it, number))
            }) {
                let joined = before.joined(&candidates[number], number);
                if !self.is_bearable(&joined.lost) || joined.excluded == before.excluded {
                    continue;
                }
                if joined.excluded.len() < boring {
                    next.push(joined);
                    continue;
                }
                let price =
                    self.price(joined.members.iter().map(|&member| &candidates[member].constraint), &joined.lost);
                if found.as_ref().is_none_or(|(least, _)| price < *least) {
                    found = Some((price, joined.members));
                }
            }
            open = next;
        }
        Some(found?.1)
    }

    /// Returns whether excluding these interesting samples is acceptable.
    fn is_bearable(&self, (drawn, made): &(SampleSet, SampleSet)) -> bool {
        drawn.len() * DRAWN_LOSS_RATIO <= self.interesting(Origin::Drawn)
            && made.len() * MADE_LOSS_RATIO <= self.interesting(Origin::Made)
    }

    /// Returns how many interesting samples there are.
    fn interesting(&self, origin: Origin) -> usize {
        self.cases.iter().filter(|case| case.is_interesting && case.origin == origin).count()
    }

    /// Returns the price of constraints. One more constraint pays off if it keeps a tenth of the interesting samples.
    fn price<'c>(&self, constraints: impl IntoIterator<Item = &'c Constraint>, lost: &(SampleSet, SampleSet)) -> usize {
        let own: usize = constraints.into_iter().map(|constraint| 30 + cost(constraint)).sum();
        own + lost.0.len() * 300 / self.interesting(Origin::Drawn).max(1) + lost.1.len() * 10
    }

    /// Returns the `with`, `without` and `≠` constraints that the input and the reduced samples suggest for a part.
    fn contents(&self, part: usize) -> Vec<Constraint> {
        let with = contents(&self.input[part]).into_iter().map(Constraint::With);
        let small = self.small.iter().map(|sample| sample.place(self.grammar, part));
        let without = small.clone().flat_map(|place| contents(&place)).map(Constraint::Without);
        let except = small.map(|place| Constraint::Except(place.text(place.node).to_vec()));
        let mut seen = HashSet::new();
        with.chain(without).chain(except).filter(|constraint| seen.insert(constraint.clone())).collect()
    }

    /// Returns bounds on quantities of a part, each next to a boring value: boring with 7, and 9 in the input, gives `≥ 8`.
    fn bounds(&self, part: usize) -> Vec<Constraint> {
        let small = self.small.iter().map(|sample| sample.place(self.grammar, part));
        let mut names: Vec<String> = Vec::new();
        for name in [self.input[part]].into_iter().chain(small).flat_map(|place| names_in(&place)) {
            if !names.contains(&name) && names.len() < MAX_NAMES {
                names.push(name);
            }
        }
        let of = |kind: fn(String) -> Quantity| names.iter().cloned().map(kind).collect::<Vec<_>>();
        let counted = [of(Quantity::Largest), of(Quantity::Smallest), of(Quantity::Count)].concat();
        let quantities = [Quantity::Value, Quantity::Length].into_iter().chain(counted);
        quantities.flat_map(|quantity| self.bounds_of(part, &quantity)).collect()
    }

    fn bounds_of(&self, part: usize, quantity: &Quantity) -> Vec<Constraint> {
        let Some(own) = self.input[part].measure(quantity) else { return Vec::new() };
        let boring = self.cases.iter().filter(|case| !case.is_interesting);
        let mut values: Vec<i128> =
            boring.filter_map(|case| case.sample.place(self.grammar, part).measure(quantity)).collect();
        values.sort_unstable();
        values.dedup();
        let below = values.iter().rev().filter(|&&value| value < own).take(MAX_BOUNDS);
        let above = values.iter().filter(|&&value| value > own).take(MAX_BOUNDS);
        let least = below.map(|value| Constraint::AtLeast(quantity.clone(), value + 1));
        least.chain(above.map(|value| Constraint::AtMost(quantity.clone(), value - 1))).collect()
    }
}

impl Conjunction {
    fn joined(&self, candidate: &Candidate, number: usize) -> Self {
        let mut members = self.members.clone();
        members.push(number);
        let lost = (self.lost.0.with(&candidate.lost.0), self.lost.1.with(&candidate.lost.1));
        Self { members, excluded: self.excluded.with(&candidate.excluded), lost }
    }
}

/// Returns the price of one constraint: the more particular it is, the higher.
fn cost(constraint: &Constraint) -> usize {
    match constraint {
        Constraint::With(Content::Name(_)) | Constraint::Without(Content::Name(_)) => 1,
        Constraint::Without(Content::Bytes(text)) if text.len() == 1 => 1,
        Constraint::Without(Content::Exactly(_, text) | Content::Bytes(text)) => 2 + text.len(),
        // A long text that is always there tells more than a short one.
        Constraint::With(Content::Exactly(..)) => 2,
        Constraint::With(Content::Bytes(text)) => 3 + MAX_PIECE_CHARACTERS.saturating_sub(text.len()),
        Constraint::AtLeast(quantity, _) | Constraint::AtMost(quantity, _) => match quantity {
            Quantity::Value => 0,
            Quantity::Largest(_) | Quantity::Smallest(_) => 3,
            Quantity::Count(_) => 4,
            Quantity::Length => 5,
        },
        Constraint::Except(text) => 8 + text.len().min(MAX_FEATURE_BYTES),
    }
}

/// Returns the features of a place: names, names with texts, and pieces of the text. Children come before their parents.
fn contents(place: &Place<'_>) -> Vec<Content> {
    let mut contents = Vec::new();
    for node in place.seen.tree.subtree(place.node).rev() {
        let Some(name) = name_of(place.grammar, place.seen.tree, node) else { continue };
        let text = place.text(node);
        contents.push(Content::Name(name.to_owned()));
        if text.len() <= MAX_FEATURE_BYTES {
            contents.push(Content::Exactly(name.to_owned(), text.to_vec()));
        }
    }
    contents.extend(pieces(place.text(place.node)).into_iter().map(Content::Bytes));
    contents
}

/// Returns the pieces of a short text, up to `MAX_PIECE_CHARACTERS` characters each; bytes if it is not UTF-8. `abc` has `a`, `b`, `c`,
/// `ab`, `bc`, `abc`.
fn pieces(text: &[u8]) -> Vec<Vec<u8>> {
    if text.len() > MAX_SPLIT_BYTES {
        return Vec::new();
    }
    let ends: Vec<usize> = match std::str::from_utf8(text) {
        Ok(text) => text.char_indices().map(|(at, _)| at).chain([text.len()]).collect(),
        Err(_) => (0..=text.len()).collect(),
    };
    let of =
        |length: usize| ends.iter().zip(&ends[length.min(ends.len())..]).map(|(&from, &to)| text[from..to].to_vec());
    (1..=MAX_PIECE_CHARACTERS).flat_map(of).collect()
}

/// Returns the names of the rules and tokens in a place, its own included.
fn names_in(place: &Place<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for node in place.seen.tree.subtree(place.node) {
        if let Some(name) = name_of(place.grammar, place.seen.tree, node)
            && !names.iter().any(|other| other == name)
        {
            names.push(name.to_owned());
            if names.len() == MAX_NAMES {
                break;
            }
        }
    }
    names
}
