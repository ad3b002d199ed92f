//! Keeps texts apart that would run together: skip is written where it is needed, and taken back with the text that needed
//! it.

use crate::choices::Choice;
use crate::fuzz::Blocked;
use crate::fuzz::Fuzzer;
use crate::fuzz::recipe::Recipe;
use crate::fuzz::watch::Watch;
use grammarc_core::grammar::{ProductionId, Symbol};

/// A place between two terminals where skip can stand, and where nothing was written since.
#[derive(Debug, Clone, Copy)]
pub(super) struct Boundary {
    /// The symbol of the skip.
    pub(super) skip: Symbol,
    /// Offset in the output.
    pub(super) at: usize,
    /// How many watches are older. The younger ones begin after the skip.
    pub(super) older: u32,
    /// Where the choice of the skip's text was kept.
    pub(super) mark: usize,
}

/// A part of the output that is skip.
#[derive(Debug, Clone, Copy)]
pub(super) struct Skipped {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) written: Written,
}

/// When skip was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// When its place was reached.
    InTurn,
    /// When the next text would have run into the text before: a blank between `if` and `x`.
    Late,
}

/// A snapshot before the draw of a text that may be taken back.
pub(super) struct Draft {
    pub(super) output: usize,
    skipped: usize,
    unwatched: usize,
    boundary: Option<Boundary>,
    watches: Vec<Watch>,
}

impl Fuzzer<'_> {
    /// Draws a text. If a watch from before forbids it and skip can stand between, a separator and another text are written instead.
    pub(super) fn draw_apart(&mut self, draw: impl Fn(&mut Self) -> Result<(), Blocked>) -> Result<(), Blocked> {
        if !self.is_at_boundary() {
            return draw(self);
        }
        let draft = self.draft();
        draw(self).or_else(|Blocked| {
            self.restore(&draft);
            self.separate()?;
            draw(self)
        })
    }

    /// Moves the watches over bytes, after a separator if need be.
    pub(super) fn feed(&mut self, text: &[u8]) -> Result<(), Blocked> {
        let all = self.watches.live().len();
        let Err(violated) = self.watches.feed(text, all) else { return Ok(()) };
        if !self.is_at_boundary() || self.boundary.is_none_or(|boundary| violated >= boundary.older as usize) {
            return Err(Blocked);
        }
        let draft = self.draft();
        self.separate()?;
        let all = self.watches.live().len();
        self.watches.feed(text, all).map_err(|_| {
            self.restore(&draft);
            Blocked
        })
    }

    /// Begins a place for skip. Skip is written now only if a replay has one, and later only if the next text would run into the text
    /// before.
    pub(super) fn skip(&mut self, skip: Symbol) -> Result<(), Blocked> {
        self.boundary = Some(Boundary {
            skip,
            at: self.output.len(),
            older: self.watches.live().len() as u32,
            mark: self.choices.mark(),
        });
        self.choices.keep(|| Choice::Text(Vec::new()));
        let replayed = self.replayed_text(|fuzzer, text| text.is_empty() || fuzzer.is_skipped(skip, text));
        if let Some(text) = replayed.filter(|text| !text.is_empty()) {
            // Where the replayed skip can no longer stand, none is written.
            self.write_skip(text, Written::InTurn).unwrap_or_default();
        }
        Ok(())
    }

    /// Returns whether a text is one of this skip's.
    fn is_skipped(&mut self, skip: Symbol, text: &[u8]) -> bool {
        if separators(self.recipe, skip).iter().any(|separator| separator == text) {
            return true;
        }
        let grammar = self.grammar();
        let first = grammar.rule(skip).map(|rule| ProductionId(rule.productions.start));
        match first.map(|first| grammar.items_of(first)) {
            Some([only]) if grammar.terminal(only.symbol).is_some() => self.is_text_of(only.symbol, text),
            _ => self.is_derived(skip, text),
        }
    }

    /// Returns whether a symbol derives a text. Parsed once for each text.
    pub(super) fn is_derived(&mut self, symbol: Symbol, text: &[u8]) -> bool {
        let known = self.derived.get(&symbol).and_then(|texts| texts.get(text)).copied();
        known.unwrap_or_else(|| {
            let is_derived = self.language.derives(symbol, text);
            self.derived.entry(symbol).or_default().insert(text.to_vec(), is_derived);
            is_derived
        })
    }

    /// Writes the first separator that can stand at the boundary.
    fn separate(&mut self) -> Result<(), Blocked> {
        let separator = self.separator().ok_or(Blocked)?.to_vec();
        self.write_skip(separator, Written::Late)
    }

    /// Returns the first separator that can stand at the boundary. Behind the comment `#a`, a blank cannot, but a line end can.
    fn separator(&mut self) -> Option<&[u8]> {
        let boundary = self.boundary.filter(|_| self.is_at_boundary())?;
        let all = separators(self.recipe, boundary.skip);
        let found = all.iter().find(|text| self.watches.admit(text, boundary.older as usize));
        found.map(Vec::as_slice)
    }

    /// Returns whether a separator can be written here.
    pub(super) fn can_separate(&mut self) -> bool {
        self.separator().is_some()
    }

    /// Writes the text of skip at the boundary.
    fn write_skip(&mut self, text: Vec<u8>, written: Written) -> Result<(), Blocked> {
        let boundary = self.boundary.ok_or(Blocked)?;
        if text.is_empty() || self.watches.feed(&text, boundary.older as usize).is_err() {
            return Err(Blocked);
        }
        self.boundary = None;
        self.output.extend_from_slice(&text);
        self.skipped.push(Skipped { start: boundary.at as u32, end: self.output.len() as u32, written });
        self.choices.amend(boundary.mark, || Choice::Text(text));
        Ok(())
    }

    /// Returns whether skip can stand here.
    fn is_at_boundary(&self) -> bool {
        self.boundary.is_some_and(|boundary| boundary.at == self.output.len())
    }

    /// Returns how many watches began before the skip that can still stand here. Bytes that these forbid can be written after a separator.
    pub(super) fn older(&self) -> usize {
        self.boundary.filter(|_| self.is_at_boundary()).map_or(0, |boundary| boundary.older as usize)
    }

    /// Returns where a text really begins that was begun at `start`: a separator may have gone first. Skip that was written in its own
    /// place after that belongs to the text.
    pub(super) fn after_separator(&self, start: usize) -> usize {
        match self.skipped.last() {
            Some(skip) if skip.written == Written::Late && skip.start as usize == start => skip.end as usize,
            _ => start,
        }
    }

    /// Takes a snapshot, for a text that may be taken back.
    pub(super) fn draft(&self) -> Draft {
        Draft {
            output: self.output.len(),
            skipped: self.skipped.len(),
            unwatched: self.unwatched.len(),
            boundary: self.boundary,
            watches: self.watches.live().to_vec(),
        }
    }

    /// Goes back to a snapshot.
    pub(super) fn restore(&mut self, draft: &Draft) {
        self.output.truncate(draft.output);
        self.skipped.truncate(draft.skipped);
        self.unwatched.truncate(draft.unwatched);
        self.watches.restore(&draft.watches);
        self.boundary = draft.boundary;
        if let Some(boundary) = self.boundary {
            self.choices.amend(boundary.mark, || Choice::Text(Vec::new()));
        }
    }
}

/// Returns the separators for places where this skip can stand, the preferred one first.
fn separators(recipe: &Recipe, skip: Symbol) -> &[Vec<u8>] {
    recipe.separators.get(&skip).map_or(&[], Vec::as_slice)
}
