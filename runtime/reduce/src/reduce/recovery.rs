//! Error recovery: finds parts of a text to leave out so that the rest is in the language. They become islands in its
//! tree.
//!
//! Where the parse stops, an island tree of the same text supplies the suspects: its smallest nodes around that place
//! are tried first. Does the parse continue for three tokens if a node is removed, or replaced by a short text that the
//! parser expects there? (Three tokens as in the error recovery of S. C. Johnson, *Yacc*, 1975.) If no replacement gets
//! that far, the one that gets furthest is taken. A successful replacement is then repeated wherever the same text
//! follows, so the work is bounded by the number of different parts, and by fuel. For example, in `[1, @#! 2]` the
//! parse stops at `@`, and without `@#!` it gets to the end.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::view::View;
use crate::facts::Place;
use crate::format::Format;
use crate::island::{self, ErrorRegion, ISLAND, with_islands};
use grammarc_core::grammar::{ItemId, ProductionId, Regular, Slot, Symbol};
use grammarc_core::order::is_word;
use grammarc_core::tree::Tree;
use grammarc_trial::trial::SharedText;

/// Number of parts to find at most, not counting repetitions of the same text. A text with more is hardly of this
/// language.
const MAX_FOUND_PARTS: usize = 256;
/// Number of parts from which on their total size counts: recovery then gives up if they cover more than half of the
/// text parsed so far. Fewer parts may all stand at the start.
const MIN_COUNTED_PARTS: usize = 8;
/// Number of replacement texts to try for one part. Each costs a parse.
const MAX_STAND_INS: usize = 6;
/// Levels of the island tree to try around the place where the parse stops. Each costs several parses.
const MAX_LEVELS: usize = 5;
/// Number of siblings behind a node that are left out together with it, on each level.
const MAX_NEIGHBOURS: usize = 3;
/// Number of tokens that must parse behind a part before it is accepted as the culprit. Three, as in Yacc.
const REQUIRED_TOKENS: usize = 3;
/// Units of fuel for each byte of the text, besides [`MIN_FUEL_STEPS`]. A unit is a step of the parser.
const FUEL_STEPS_PER_BYTE: usize = 80;
/// Units of fuel for any text, so that a short text is always tried. They take less than a second.
const MIN_FUEL_STEPS: usize = 1 << 25;
/// Longest part that is looked for again behind it, in bytes. So the search stays linear where a text repeats itself, as in `""""""`.
const MAX_REPEATED_BYTES: usize = 1 << 10;

/// Parses a text with islands for the parts that are not in the language. None if the islands would cover more than half
/// of the text, or recovery takes too long.
pub(super) fn view<'s>(language: &'s Format, text: &SharedText) -> Option<View<'s>> {
    if text.len() >= u32::MAX as usize {
        return None;
    }
    let (regions, tree) = Finder::new(language, text)?.find()?;
    let mixed = language.mixed();
    let is_skip = |item: ItemId| language.facts().place(item) == Place::Skip;
    let tree = with_islands(&tree, mixed, text, &regions, is_skip);
    Some(View { language: &mixed.language, text: text.clone(), tree })
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

/// A part of the text and its replacement, such as `@#!` by nothing.
#[derive(Debug, Clone)]
struct Replacement {
    span: Range<usize>,
    by: Vec<u8>,
}

/// The result of a parse with some parts of the text replaced.
struct PartialParse {
    regions: Vec<ErrorRegion>,
    parts: Vec<Replacement>,
    outcome: ParseOutcome,
}

enum ParseOutcome {
    Parsed(Tree),
    /// The offset in the text where the parse stopped, and the terminals expected there.
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
    /// The preorder places of the tokens, without white space.
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
        let fuel = MIN_FUEL_STEPS + FUEL_STEPS_PER_BYTE * text.len();
        Some(Self { language, text, parents, tokens, begun: begun(language), fuel, island })
    }

    /// Finds parts one after another until the rest is in the language.
    fn find(mut self) -> Option<(Vec<ErrorRegion>, Tree)> {
        let mut reached = self.reach(Vec::new())?;
        for _ in 0..MAX_FOUND_PARTS {
            let (at, expected) = match reached.outcome {
                ParseOutcome::Parsed(tree) => {
                    let left_out: usize = reached.regions.iter().map(|region| region.span.len()).sum();
                    return (2 * left_out <= self.text.len() && !reached.regions.is_empty())
                        .then_some((reached.regions, tree));
                }
                ParseOutcome::Stopped { at, expected } => (at, expected),
            };
            let left_out: usize = reached.parts.iter().map(|part| part.span.len()).sum();
            let until = reached.parts.last().map_or(at, |last| at.max(last.span.end));
            if reached.parts.len() >= MIN_COUNTED_PARTS && 2 * left_out > until {
                return None;
            }
            reached = self.next(&reached.parts, at, &expected)?;
        }
        None
    }

    /// Finds the part that stops the parse, and a replacement that lets it continue.
    fn next(&mut self, parts: &[Replacement], at: usize, expected: &[Symbol]) -> Option<PartialParse> {
        let mut best: Option<(usize, PartialParse, Range<usize>)> = None;
        let (near, far) = self.spans(at);
        let count = near.len();
        for (place, span) in near.into_iter().chain(far).enumerate() {
            if let Some((_, reached, span)) = best.take_if(|_| place >= count) {
                return self.everywhere(reached, &span);
            }
            // A part found earlier inside this span did not help, so the span absorbs it.
            let overlaps = |part: &&Replacement| part.span.start < span.end && part.span.end > span.start;
            let inside = parts.iter().filter(overlaps);
            let span =
                inside.fold(span.clone(), |all, part| all.start.min(part.span.start)..all.end.max(part.span.end));
            let with = |by: &[u8]| {
                let outside = |part: &&Replacement| part.span.end <= span.start || part.span.start >= span.end;
                let mut all: Vec<Replacement> = parts.iter().filter(outside).cloned().collect();
                let place = all.partition_point(|part| part.span.end <= span.start);
                all.insert(place, Replacement { span: span.clone(), by: by.to_vec() });
                all
            };
            let blank = self.reach(with(&self.blank(&span)))?;
            let here = match &blank.outcome {
                ParseOutcome::Stopped { at, expected } if *at >= span.start => expected,
                _ => expected,
            };
            let mut texts = self.stand_ins(here).into_iter();
            let mut tried = Some(blank);
            while let Some(reached) = tried {
                let passed = self.passed(&reached, span.end);
                if passed >= REQUIRED_TOKENS {
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

    /// Returns how many tokens behind `from` the parse got through, at most `REQUIRED_TOKENS`.
    fn passed(&self, reached: &PartialParse, from: usize) -> usize {
        let ParseOutcome::Stopped { at, .. } = reached.outcome else { return REQUIRED_TOKENS };
        let next = self.tokens.partition_point(|&token| self.span(token).start < from);
        self.tokens[next..].iter().take(REQUIRED_TOKENS).take_while(|&&token| self.span(token).end <= at).count()
    }

    /// Repeats the replacement at every later occurrence of the same text, if the parse gets at least as far with it.
    /// For example, once one `@#!` is left out, the others are, too.
    fn everywhere(&mut self, reached: PartialParse, span: &Range<usize>) -> Option<PartialParse> {
        let ParseOutcome::Stopped { at, .. } = &reached.outcome else { return Some(reached) };
        let is_long = span.len() > MAX_REPEATED_BYTES;
        let first = reached.parts.iter().position(|part| part.span == *span).filter(|_| !is_long);
        let Some(first) = first else { return Some(reached) };
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
                parts.push(Replacement { span: here, by: by.clone() });
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
            ParseOutcome::Parsed(_) => true,
            ParseOutcome::Stopped { at: further, .. } => further >= at,
        };
        Some(if is_further { all } else { reached })
    }

    /// Parses the text with the parts replaced; none if the fuel is used up.
    fn reach(&mut self, parts: Vec<Replacement>) -> Option<PartialParse> {
        let mut parsed = Vec::with_capacity(self.text.len());
        let mut regions = Vec::with_capacity(parts.len());
        let mut at = 0;
        for Replacement { span, by } in &parts {
            parsed.extend_from_slice(&self.text[at..span.start]);
            let stand_in = parsed.len()..parsed.len() + by.len();
            parsed.extend_from_slice(by);
            regions.push(ErrorRegion { span: span.clone(), stand_in });
            at = span.end;
        }
        parsed.extend_from_slice(&self.text[at..]);
        let outcome = match self.language.parsing().reach(&parsed, &mut self.fuel) {
            Ok(tree) => ParseOutcome::Parsed(tree),
            Err(failure) => {
                let failure = failure?;
                let at = original(&regions, failure.offset);
                ParseOutcome::Stopped { at, expected: failure.expected }
            }
        };
        Some(PartialParse { regions, parts, outcome })
    }

    /// Returns the suspects where the parse stops, the smallest first: spans next to `at`, and larger ones around them.
    fn spans(&self, at: usize) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let token = self.tokens.partition_point(|&token| self.span(token).end <= at);
        let Some(&leaf) = self.tokens.get(token) else { return Default::default() };
        let before = token.checked_sub(1).map(|before| self.tokens[before]);
        let (mut spans, mut count): (Vec<Range<usize>>, _) = (Vec::new(), 0);
        let mut place = leaf;
        let is_bracket = island::is_bracket(self.island.node(self.island.id_at(leaf)).symbol);
        if is_bracket {
            place = self.parents[leaf] as usize;
            // The token before a closing bracket: the last `,` in `[1, 2, ]`.
            spans
                .extend(before.filter(|_| self.span(place).end == self.span(leaf).end).map(|before| self.span(before)));
        }
        for level in 0..MAX_LEVELS {
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

    /// Returns the ends of the next siblings of a node.
    fn next_to(&self, place: usize) -> impl Iterator<Item = usize> {
        let end = |place: usize| place + self.island.size(self.island.id_at(place));
        let until = end(self.parents[place] as usize);
        let next = move |place: usize| Some(end(place)).filter(|&next| next < until);
        let nodes = std::iter::successors(next(place), move |&node| next(node));
        let solid = nodes.filter(|&node| !self.span(node).is_empty());
        solid.take(MAX_NEIGHBOURS).map(|node| self.span(node).end)
    }

    /// Returns the bytes of a node of the island tree, without white space around them.
    fn span(&self, place: usize) -> Range<usize> {
        let span = self.island.node(self.island.id_at(place)).span;
        let text = &self.text[span.clone()];
        let start = span.start + text.len() - text.trim_ascii_start().len();
        start..start + text.trim_ascii().len()
    }

    /// Returns a blank if the words on both sides of a span would run together without it.
    fn blank(&self, span: &Range<usize>) -> Vec<u8> {
        let before = self.text[..span.start].last().is_some_and(|&byte| is_word(byte));
        let after = self.text.get(span.end).is_some_and(|&byte| is_word(byte));
        let blank = self.language.facts().blank.filter(|_| before && after);
        blank.into_iter().collect()
    }

    /// Returns short texts that begin with an expected terminal: values first, then whole productions, then literals.
    /// For example, in the place of a JSON value a digit comes before `[]`.
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
        found.retain(|(_, text)| !text.is_empty() && text.len() < crate::facts::MAX_SHORTEST_BYTES);
        found.sort_by(|a, b| (a.0, a.1.len(), &a.1).cmp(&(b.0, b.1.len(), &b.1)));
        let mut texts: Vec<Vec<u8>> = Vec::new();
        for (_, text) in found {
            if texts.len() < MAX_STAND_INS && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

/// Maps an offset in the parsed text, which contains the replacements, to an offset in the original text. For example,
/// with bytes 4..8 left out, offset 5 becomes 9.
fn original(regions: &[ErrorRegion], at: usize) -> usize {
    let before = regions.partition_point(|region| region.stand_in.start <= at);
    match before.checked_sub(1).map(|last| &regions[last]) {
        None => at,
        Some(region) if at < region.stand_in.end => region.span.start,
        Some(region) => at - region.stand_in.end + region.span.end,
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
