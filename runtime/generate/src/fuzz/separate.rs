//! Keeps texts apart that would run together: skip is written where it is needed, and taken back with the text that needed
//! it.

use crate::choices::Choice;
use crate::fuzz::Fuzzer;
use crate::fuzz::Rollback;
use crate::fuzz::output::{Boundary, OutputMark, SkipTime};
use crate::fuzz::recipe::Recipe;
use crate::fuzz::watch::Watch;
use grammarc_core::grammar::{ProductionId, Symbol};

/// A snapshot before the draw of a text that may be taken back.
pub(super) struct Draft {
    pub(super) output: OutputMark,
    deferred: usize,
    watches: Vec<Watch>,
}

impl Fuzzer<'_> {
    /// Draws a text. If a watch from before forbids it and skip can stand between, a separator and another text are written instead. For
    /// example, after `if` the draw of `x` is repeated behind a blank, and may then give `y`.
    pub(super) fn draw_apart(&mut self, draw: impl Fn(&mut Self) -> Result<(), Rollback>) -> Result<(), Rollback> {
        if self.output.boundary().is_none() {
            return draw(self);
        }
        let draft = self.draft();
        draw(self).or_else(|Rollback| {
            self.restore(&draft);
            self.separate()?;
            draw(self)
        })
    }

    /// Moves the watches over bytes, after a separator if need be.
    pub(super) fn feed(&mut self, text: &[u8]) -> Result<(), Rollback> {
        let all = self.watches.live().len();
        let Err(violated) = self.watches.feed(text, all) else { return Ok(()) };
        if self.output.boundary().is_none_or(|boundary| violated >= boundary.older as usize) {
            return Err(Rollback);
        }
        let draft = self.draft();
        self.separate()?;
        let all = self.watches.live().len();
        self.watches.feed(text, all).map_err(|_| {
            self.restore(&draft);
            Rollback
        })
    }

    /// Begins a place for skip. Skip is written now only if a replay has one, and later only if the next text would run into the text
    /// before.
    pub(super) fn skip(&mut self, skip: Symbol) -> Result<(), Rollback> {
        self.skip_if(skip, |fuzzer, text| fuzzer.is_skipped(skip, text))
    }

    /// Begins a place for skip behind `text`, which repeats a label in place of an item of a symbol. A replay may have several skips there,
    /// since the item may end with empty parts that each have one. For example, `<name> ::= "a" [0-9]*` may end with a blank behind `"a"`
    /// and another one behind no digit.
    pub(super) fn skip_behind(&mut self, text: &[u8], symbol: Symbol, skip: Symbol) -> Result<(), Rollback> {
        self.skip_if(skip, |fuzzer, skipped| {
            fuzzer.is_skipped(skip, skipped)
                || fuzzer.are_skipped(skip, skipped) && fuzzer.is_derived(symbol, &[text, skipped].concat())
        })
    }

    /// Begins a place for skip, where a replay may have one of the texts that `is_skipped` admits.
    fn skip_if(&mut self, skip: Symbol, is_skipped: impl Fn(&mut Self, &[u8]) -> bool) -> Result<(), Rollback> {
        self.output.begin_boundary(Boundary {
            skip,
            at: self.output.len(),
            older: self.watches.live().len() as u32,
            mark: self.choices.mark(),
        });
        self.choices.keep(|| Choice::Text(Vec::new()));
        let replayed = self.replayed_text(|fuzzer, text| text.is_empty() || is_skipped(fuzzer, text));
        if let Some(text) = replayed.filter(|text| !text.is_empty()) {
            // Where the replayed skip can no longer stand, none is written.
            self.write_skip(text, SkipTime::InTurn).unwrap_or_default();
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

    /// Returns whether a text consists of texts of this skip. O(n²) texts are tried.
    fn are_skipped(&mut self, skip: Symbol, text: &[u8]) -> bool {
        let mut ends = vec![0];
        for end in 1..=text.len() {
            if ends.clone().into_iter().any(|start| self.is_skipped(skip, &text[start..end])) {
                ends.push(end);
            }
        }
        ends.last() == Some(&text.len())
    }

    /// Returns whether a symbol derives a text.
    pub(super) fn is_derived(&mut self, symbol: Symbol, text: &[u8]) -> bool {
        self.memo.is_derived(self.language, symbol, text)
    }

    /// Writes the first separator that can stand at the boundary.
    fn separate(&mut self) -> Result<(), Rollback> {
        let skip = self.output.boundary().ok_or(Rollback)?.skip;
        let separator = self.separator().ok_or(Rollback)?.to_vec();
        let start = self.output.len();
        self.write_skip(separator, SkipTime::Late)?;
        self.watch_separator(skip, start);
        Ok(())
    }

    /// Watches that the next text does not run into the separator that begins at `start`: `--` behind a blank, for example, where both are
    /// one text of `(" " | "--" [^\n]*)+`.
    fn watch_separator(&mut self, skip: Symbol, start: usize) {
        let tokens = self.recipe.skip_tokens.get(&skip).map_or(&[][..], Vec::as_slice);
        let text = self.output.bytes()[start..].to_vec();
        for &token in tokens.iter().filter(|&&token| self.is_open_ended(token)).collect::<Vec<_>>() {
            if self.is_text_of(token, &text) {
                self.watch_end(token, start);
            }
        }
    }

    /// Returns the first separator that can stand at the boundary. Behind the comment `#a`, for example, a blank cannot, but a line end can.
    fn separator(&mut self) -> Option<&[u8]> {
        let boundary = self.output.boundary()?;
        let all = separators(self.recipe, boundary.skip);
        let found = all.iter().find(|text| self.watches.admit(text, boundary.older as usize));
        found.map(Vec::as_slice)
    }

    /// Returns whether a separator can be written here.
    pub(super) fn can_separate(&mut self) -> bool {
        self.separator().is_some()
    }

    /// Writes the text of skip at the boundary.
    fn write_skip(&mut self, text: Vec<u8>, time: SkipTime) -> Result<(), Rollback> {
        let boundary = self.output.last_boundary().ok_or(Rollback)?;
        if text.is_empty() || self.watches.feed(&text, boundary.older as usize).is_err() {
            return Err(Rollback);
        }
        self.output.push_skip(&text, &boundary, time);
        self.choices.amend(boundary.mark, || Choice::Text(text));
        Ok(())
    }

    /// Returns how many watches began before the skip that can still stand here. Bytes that these forbid can be written after a separator.
    pub(super) fn older(&self) -> usize {
        self.output.boundary().map_or(0, |boundary| boundary.older as usize)
    }

    /// Takes a snapshot, for a text that may be taken back.
    pub(super) fn draft(&self) -> Draft {
        Draft { output: self.output.mark(), deferred: self.deferred.len(), watches: self.watches.live().to_vec() }
    }

    /// Goes back to a snapshot.
    pub(super) fn restore(&mut self, draft: &Draft) {
        self.output.rollback(&draft.output);
        self.deferred.truncate(draft.deferred);
        self.watches.restore(&draft.watches);
        self.clear_boundary_choice();
    }
}

/// Returns the separators for places where this skip can stand, the preferred one first.
fn separators(recipe: &Recipe, skip: Symbol) -> &[Vec<u8>] {
    recipe.separators.get(&skip).map_or(&[], Vec::as_slice)
}
