//! Islands in a tree: what to leave out of a text so that the rest of it is in the language.
//!
//! Where the parse stops, the text has an island tree as well. The smallest nodes of that around the place are tried first: does
//! the parse go on for three tokens without one, or with a short text in its place that the language looks for there? (Three
//! tokens as in the error recovery of S. C. Johnson, *Yacc*, 1975.) If nothing leads so far, what leads furthest will do. What
//! helped once is then done wherever the same text follows. So the work is bounded by the number of different parts, and by fuel.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::view::View;
use crate::facts::Place;
use crate::format::Format;
use crate::island::{self, Hole, ISLAND, filled};
use grammarc_core::grammar::{ItemId, ProductionId, Regular, Slot, Symbol};
use grammarc_core::order::is_word;
use grammarc_core::tree::Tree;

/// How many parts, different or not next to one another, may be looked for.
const STEPS: usize = 256;
/// So many parts must be found before their size counts, while they are looked for.
const FEW: usize = 8;
/// How many texts are tried in the place of a part.
const STAND_INS: usize = 6;
/// How many levels of the island tree are tried around a place, and how many neighbours of a node in each.
const LEVELS: usize = 5;
const NEIGHBOURS: usize = 3;
/// So many tokens must follow a part before it counts as the one that was wrong.
const AHEAD: usize = 3;
/// How often the text may be read, and how many bytes at least, about.
const READS: usize = 20;
const BYTES: usize = 1 << 23;

/// Returns the tree of a text most of which is in the language, the rest as islands; none if there is no such tree, or it would
/// take long to find.
pub(super) fn view<'s>(language: &'s Format, text: &[u8]) -> Option<View<'s>> {
    if text.len() >= u32::MAX as usize {
        return None;
    }
    let (holes, tree) = Finder::new(language, text)?.find()?;
    let mixed = language.mixed();
    let is_skip = |item: ItemId| language.facts().place(item) == Place::Skip;
    let tree = filled(&tree, mixed, text, &holes, is_skip);
    Some(View { language: &mixed.language, text: text.to_vec(), tree })
}

/// Returns the islands in a tree by a language with islands, outermost, in bytes of the text.
pub(super) fn islands(language: &Format, tree: &Tree) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut next = 0;
    while next < tree.len() {
        let id = tree.id_at(next);
        let node = tree.node(id);
        if language.mixed().is_island(node.symbol) {
            spans.push(node.span);
            next += tree.size(id);
        } else {
            next += 1;
        }
    }
    spans
}

/// What a part is replaced by.
#[derive(Debug, Clone)]
struct Part {
    span: Range<usize>,
    by: Vec<u8>,
}

/// How far a text comes with some parts of it replaced.
struct Reached {
    holes: Vec<Hole>,
    parts: Vec<Part>,
    outcome: Outcome,
}

enum Outcome {
    Parsed(Tree),
    /// The place in the text where it stopped, and what was looked for.
    Stopped {
        at: usize,
        expected: Vec<Symbol>,
    },
}

struct Finder<'a> {
    language: &'a Format,
    text: &'a [u8],
    island: Tree,
    /// By place in preorder.
    parents: Vec<u32>,
    /// The places of the tokens in preorder, without white space.
    tokens: Vec<usize>,
    /// The productions of several items that begin with a terminal.
    begun: HashMap<Symbol, Vec<ProductionId>>,
    fuel: usize,
}

impl<'a> Finder<'a> {
    fn new(language: &'a Format, text: &'a [u8]) -> Option<Self> {
        let island = ISLAND.parsing().tree(text)?;
        let parents = island.parents().into_iter().map(|id| id.0).collect();
        let is_token = |&place: &usize| {
            let node = island.node(island.id_at(place));
            island.size(node.id) == 1 && !island::is_space(node.symbol) && !node.span.is_empty()
        };
        let tokens = (0..island.len()).filter(is_token).collect();
        let fuel = BYTES + READS * text.len();
        Some(Self { language, text, parents, tokens, begun: begun(language), fuel, island })
    }

    /// Finds parts one after another until the rest is in the language.
    fn find(mut self) -> Option<(Vec<Hole>, Tree)> {
        let mut reached = self.reach(Vec::new())?;
        for _ in 0..STEPS {
            let (at, expected) = match reached.outcome {
                Outcome::Parsed(tree) => {
                    let left_out: usize = reached.holes.iter().map(|hole| hole.span.len()).sum();
                    return (2 * left_out <= self.text.len() && !reached.holes.is_empty())
                        .then_some((reached.holes, tree));
                }
                Outcome::Stopped { at, expected } => (at, expected),
            };
            let left_out: usize = reached.parts.iter().map(|part| part.span.len()).sum();
            let until = reached.parts.last().map_or(at, |last| at.max(last.span.end));
            if reached.parts.len() >= FEW && 2 * left_out > until {
                return None;
            }
            reached = self.next(&reached.parts, at, &expected)?;
        }
        None
    }

    /// Finds the part that the parse stops at.
    fn next(&mut self, parts: &[Part], at: usize, expected: &[Symbol]) -> Option<Reached> {
        let mut best: Option<(usize, Reached, Range<usize>)> = None;
        let (near, far) = self.spans(at);
        let count = near.len();
        for (place, span) in near.into_iter().chain(far).enumerate() {
            if let Some((_, reached, span)) = best.take_if(|_| place >= count) {
                return self.everywhere(reached, &span);
            }
            // What lies in it was looked for before, in vain.
            let overlaps = |part: &&Part| part.span.start < span.end && part.span.end > span.start;
            let inside = parts.iter().filter(overlaps);
            let span =
                inside.fold(span.clone(), |all, part| all.start.min(part.span.start)..all.end.max(part.span.end));
            let with = |by: &[u8]| {
                let outside = |part: &&Part| part.span.end <= span.start || part.span.start >= span.end;
                let mut all: Vec<Part> = parts.iter().filter(outside).cloned().collect();
                let place = all.partition_point(|part| part.span.end <= span.start);
                all.insert(place, Part { span: span.clone(), by: by.to_vec() });
                all
            };
            let blank = self.reach(with(&self.blank(&span)))?;
            let here = match &blank.outcome {
                Outcome::Stopped { at, expected } if *at >= span.start => expected,
                _ => expected,
            };
            let mut texts = self.stand_ins(here).into_iter();
            let mut tried = Some(blank);
            while let Some(reached) = tried {
                let passed = self.passed(&reached, span.end);
                if passed >= AHEAD {
                    return self.everywhere(reached, &span);
                }
                if passed > best.as_ref().map_or(0, |(passed, ..)| *passed) {
                    best = Some((passed, reached, span.clone()));
                }
                tried = match texts.next() {
                    Some(by) => Some(self.reach(with(&by))?),
                    None => None,
                };
            }
        }
        best.and_then(|(_, reached, span)| self.everywhere(reached, &span))
    }

    /// Returns how many tokens from a place on the parse got through, up to so many as are enough.
    fn passed(&self, reached: &Reached, from: usize) -> usize {
        let Outcome::Stopped { at, .. } = reached.outcome else { return AHEAD };
        let next = self.tokens.partition_point(|&token| self.span(token).start < from);
        self.tokens[next..].iter().take(AHEAD).take_while(|&&token| self.span(token).end <= at).count()
    }

    /// Replaces the same text from a part on wherever it stands, if that helps.
    fn everywhere(&mut self, reached: Reached, span: &Range<usize>) -> Option<Reached> {
        let Outcome::Stopped { at, .. } = &reached.outcome else { return Some(reached) };
        let Some(first) = reached.parts.iter().position(|part| part.span == *span) else { return Some(reached) };
        let by = &reached.parts[first].by;
        let mut parts = reached.parts[..=first].to_vec();
        let mut rest = reached.parts[first + 1..].iter().peekable();
        let mut token = self.tokens.partition_point(|&token| self.span(token).start < span.end);
        let count = token - self.tokens.partition_point(|&token| self.span(token).end <= span.start);
        let mut until = span.end;
        while count > 0 && token + count <= self.tokens.len() {
            let here = self.span(self.tokens[token]).start..self.span(self.tokens[token + count - 1]).end;
            while let Some(part) = rest.next_if(|part| part.span.start < here.end) {
                parts.push(part.clone());
            }
            until = parts.last().map_or(until, |last| last.span.end);
            if here.start >= until && self.text[here.clone()] == self.text[span.clone()] {
                parts.push(Part { span: here, by: by.clone() });
                token += count;
            } else {
                token += 1;
            }
        }
        parts.extend(rest.cloned());
        if parts.len() == reached.parts.len() {
            return Some(reached);
        }
        let all = self.reach(parts)?;
        let is_further = match &all.outcome {
            Outcome::Parsed(_) => true,
            Outcome::Stopped { at: further, .. } => further >= at,
        };
        Some(if is_further { all } else { reached })
    }

    /// Parses the text with some parts replaced; none if there is no fuel left.
    fn reach(&mut self, parts: Vec<Part>) -> Option<Reached> {
        let mut parsed = Vec::with_capacity(self.text.len());
        let mut holes = Vec::with_capacity(parts.len());
        let mut at = 0;
        for Part { span, by } in &parts {
            parsed.extend_from_slice(&self.text[at..span.start]);
            let stand_in = parsed.len()..parsed.len() + by.len();
            parsed.extend_from_slice(by);
            holes.push(Hole { span: span.clone(), stand_in });
            at = span.end;
        }
        parsed.extend_from_slice(&self.text[at..]);
        let outcome = match self.language.parsing().reach(&parsed, &mut self.fuel) {
            Ok(tree) => Outcome::Parsed(tree),
            Err(failure) => {
                let failure = failure?;
                let at = original(&holes, failure.offset);
                Outcome::Stopped { at, expected: failure.expected }
            }
        };
        Some(Reached { holes, parts, outcome })
    }

    /// Returns the parts of the text that may be wrong where the parse stops, the smallest first: those nearby, and larger ones.
    fn spans(&self, at: usize) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let token = self.tokens.partition_point(|&token| self.span(token).end <= at);
        let Some(&leaf) = self.tokens.get(token) else { return Default::default() };
        let before = token.checked_sub(1).map(|before| self.tokens[before]);
        let (mut spans, mut count): (Vec<Range<usize>>, _) = (Vec::new(), 0);
        let mut place = leaf;
        let is_bracket = island::is_bracket(self.island.node(self.island.id_at(leaf)).symbol);
        if is_bracket {
            place = self.parents[leaf] as usize;
            // What stands before a bracket that closes: `[1, 2, ]`.
            spans
                .extend(before.filter(|_| self.span(place).end == self.span(leaf).end).map(|before| self.span(before)));
        }
        for level in 0..LEVELS {
            let span = self.span(place);
            let wider = self.next_to(place).map(|end| span.start..end);
            spans.extend(std::iter::once(span.clone()).chain(wider));
            if level == 0 {
                let before = before.filter(|&before| self.parents[before] == self.parents[place]);
                spans.extend(before.map(|before| self.span(before).start..span.end));
                count = spans.len();
            }
            while place > 0 && self.span(place).len() <= span.len() {
                place = self.parents[place] as usize;
            }
            if place == 0 {
                break;
            }
        }
        spans.extend(is_bracket.then(|| self.span(leaf)));
        let far = spans.split_off(count);
        let mut known = HashSet::new();
        let mut fitting = |mut spans: Vec<Range<usize>>| {
            spans.retain(|span| !span.is_empty() && 2 * span.len() <= self.text.len() && known.insert(span.clone()));
            spans
        };
        (fitting(spans), fitting(far))
    }

    /// Returns where the nodes end that follow one under the same parent.
    fn next_to(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = |place: usize| place + self.island.size(self.island.id_at(place));
        let until = end(self.parents[place] as usize);
        let next = move |place: usize| Some(end(place)).filter(|&next| next < until);
        let nodes = std::iter::successors(next(place), move |&node| next(node));
        let solid = nodes.filter(|&node| !self.span(node).is_empty());
        solid.take(NEIGHBOURS).map(|node| self.span(node).end)
    }

    /// Returns the bytes of a node of the island tree, without white space around them.
    fn span(&self, place: usize) -> Range<usize> {
        let span = self.island.node(self.island.id_at(place)).span;
        let text = &self.text[span.clone()];
        let start = span.start + text.len() - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    }

    /// Returns what keeps the words on both sides of a part from running together.
    fn blank(&self, span: &Range<usize>) -> Vec<u8> {
        let before = self.text[..span.start].last().is_some_and(|&byte| is_word(byte));
        let after = self.text.get(span.end).is_some_and(|&byte| is_word(byte));
        let blank = self.language.facts().blank.filter(|_| before && after);
        blank.into_iter().collect()
    }

    /// Returns short texts that begin as is looked for: values first, then what is made of several parts, then signs.
    fn stand_ins(&self, expected: &[Symbol]) -> Vec<Vec<u8>> {
        let (grammar, facts) = (&self.language.grammar, self.language.facts());
        let mut found: Vec<(u8, Vec<u8>)> = Vec::new();
        for &symbol in expected {
            let Some(terminal) = grammar.terminal(symbol) else { continue };
            let regular = grammar.regulars.get(terminal.regular.0 as usize);
            let rank = if matches!(regular, Some(Regular::Literal { .. })) { 2 } else { 0 };
            found.push((rank, facts.symbol(symbol).minimal.to_vec()));
            for &production in self.begun.get(&symbol).into_iter().flatten() {
                let items = grammar.items_of(production).iter();
                found.push((1, items.flat_map(|item| facts.symbol(item.symbol).minimal.iter().copied()).collect()));
            }
        }
        found.retain(|(_, text)| !text.is_empty() && text.len() < crate::facts::LONGEST);
        found.sort_by(|a, b| (a.0, a.1.len(), &a.1).cmp(&(b.0, b.1.len(), &b.1)));
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for (_, text) in found {
            if texts.len() < STAND_INS && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

/// Returns where a place in the text that was parsed is in the text.
fn original(holes: &[Hole], at: usize) -> usize {
    let before = holes.partition_point(|hole| hole.stand_in.start <= at);
    match before.checked_sub(1).map(|last| &holes[last]) {
        None => at,
        Some(hole) if at < hole.stand_in.end => hole.span.start,
        Some(hole) => at - hole.stand_in.end + hole.span.end,
    }
}

/// Returns the productions of several items by the terminal that they begin with.
fn begun(language: &Format) -> HashMap<Symbol, Vec<ProductionId>> {
    let grammar = &language.grammar;
    let mut begun: HashMap<Symbol, Vec<ProductionId>> = HashMap::new();
    for number in 0..grammar.productions.len() as u32 {
        let production = ProductionId(number);
        let mut items = grammar.items_of(production).iter().filter(|item| item.slot != Slot::Skip);
        let first = items.next().filter(|item| grammar.terminal(item.symbol).is_some());
        if let (Some(first), true) = (first, items.next().is_some()) {
            begun.entry(first.symbol).or_default().push(production);
        }
    }
    begun
}
