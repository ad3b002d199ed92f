//! Uses of names that may be defined later: their texts are chosen when the scope closes, and inserted at the end. In JavaScript, for
//! example, `f(); function f() {}` uses `f` before its definition.

use std::ops::Range;

use crate::choices::Choice;
use crate::fuzz::Fuzzer;
use crate::fuzz::Rollback;
use grammarc_core::grammar::{Hook, Namespace, Symbol};
use grammarc_core::meaning::{Kind, ViolationKind};
use grammarc_core::parse::{Outcome, fill, fill_within, within};

/// A placeholder in the output, which a name replaces later. For example, in `f(); function f() {}` the first `f` is drawn as, say, `q`,
/// and replaced when the program ends.
#[derive(Debug)]
pub(super) struct ForwardReference {
    /// Where it is in the output.
    pub(super) span: Range<usize>,
    /// The symbol of the text: a terminal, or a rule for a name of several parts.
    pub(super) symbol: Symbol,
    /// Where the choice of its text is kept; none for a name of several parts, which are chosen one by one.
    pub(super) mark: Option<usize>,
}

/// The number of a forward reference, and the name to put there.
#[derive(Debug)]
pub(super) struct Fill {
    reference: usize,
    text: Vec<u8>,
}

impl Fuzzer<'_> {
    /// Chooses names for the forward references of a scope that closes. A reference without a name waits for the scope around it, which may
    /// define one.
    fn resolve_references(&mut self, of: Namespace) -> Result<(), Rollback> {
        let state = &self.names.state;
        let lost = state.unfulfilled(of);
        let is_last = state.is_final(of);
        for waiting in lost {
            if self.names.fills.iter().any(|fill| fill.reference == waiting.key) {
                continue;
            }
            match self.names.references.get(waiting.key).map(|reference| (reference.symbol, reference.span.clone())) {
                Some((symbol, span)) => match self.name_for(of, symbol, waiting.early) {
                    Some(text) => self.names.fills.push(Fill { reference: waiting.key, text }),
                    None if is_last => {
                        self.leave_reference(span);
                        return Err(Rollback);
                    }
                    None => {}
                },
                None if is_last && !self.choices.is_replay() => return Err(Rollback),
                None => {}
            }
        }
        Ok(())
    }

    /// Closes the scopes that last as long as the one that they are in, and resolves their forward references.
    fn close_rests(&mut self, of: Namespace) -> Result<(), Rollback> {
        while self.names.state.is_rest(of) {
            self.resolve_references(of)?;
            self.names.state.close(of);
        }
        Ok(())
    }

    /// Closes the scopes that end with an item, and resolves their forward references.
    pub(super) fn close_scopes(&mut self, hooks: &[Hook]) -> Result<(), Rollback> {
        for of in hooks.iter().rev().filter_map(Hook::scope) {
            self.close_rests(of)?;
            self.resolve_references(of)?;
            self.names.state.close(of);
        }
        Ok(())
    }

    /// Goes back to a random place after a reference without a name, because a definition may be written there. At every 32nd failure it
    /// goes back to the start of the reference.
    fn leave_reference(&mut self, reference: Range<usize>) {
        let is_before = self.budget.lose_reference();
        let after = self.output.len().saturating_sub(reference.end) as u32;
        let place = reference.end + self.pick(after + 1) as usize;
        self.history.leave(if is_before { reference.start } else { place });
    }

    /// Returns one of the names of a namespace that are texts of a symbol.
    fn name_for(&mut self, of: Namespace, symbol: Symbol, early: bool) -> Option<Vec<u8>> {
        let count = self.names.state.usable_count(of) as u32;
        let first = if count > 0 { self.pick(count) } else { 0 };
        (first..count).chain(0..first).find_map(|number| {
            let name = self.names.state.usable_at(of, number as usize)?;
            let text = (!early || name.kind == Kind::Early).then(|| name.text.clone())?;
            let is_one = match self.grammar().terminal(symbol) {
                Some(_) => self.is_text_of(symbol, &text),
                None => self.is_derived(symbol, &text),
            };
            is_one.then_some(text)
        })
    }

    /// Ends the text: replaces the last forward references, and has the parser check the result where that is needed. It is needed if
    /// references were replaced, if the parser may find another tree, or if a number is computed from later text.
    pub(super) fn finish(&mut self) -> Result<(), Rollback> {
        if !(self.recipe.needs.is_any() || self.recipe.counts.is_unsure) {
            return Ok(());
        }
        for of in (0..self.grammar().namespaces.len() as u16).map(Namespace) {
            self.close_rests(of)?;
            self.resolve_references(of)?;
        }
        self.names.fills.sort_by_key(|fill| fill.reference);
        let is_checked = self.recipe.needs.is_ambiguous || self.recipe.counts.is_unsure || !self.names.fills.is_empty();
        if !is_checked {
            return Ok(());
        }
        let text = self.filled();
        // A replay may be wrong, and is not changed.
        if !self.choices.is_replay()
            && let Some(wrong) = self.wrong(&text)
        {
            if self.budget.allows_wrong_text() {
                self.history.leave(self.unfilled(wrong))
            } else {
                self.history.give_up()
            }
            return Err(Rollback);
        }
        let filled =
            self.names.fills.iter().map(|fill| (self.names.references[fill.reference].span.clone(), fill.text.len()));
        self.deferred.fill(&filled.collect::<Vec<_>>());
        self.output.set_bytes(text);
        let mut is_by_parts = false;
        for Fill { reference, text } in self.names.fills.drain(..) {
            match self.names.references[reference].mark {
                Some(mark) => self.choices.amend(mark, || Choice::Text(text)),
                None => is_by_parts = true,
            }
        }
        if is_by_parts && self.choices.is_recorded() {
            self.record_again();
        }
        Ok(())
    }

    /// Replaces the log by the choices of the finished text, because a name of several parts has other choices than its placeholder.
    fn record_again(&mut self) {
        let text = fill(self.language, self.output.bytes().to_vec());
        let trace = self.language.parse(&text).ok().and_then(|tree| self.language.trace(&text, &tree));
        if let Some(trace) = trace {
            self.choices.record(trace.choices());
            self.output.set_bytes(text);
        }
    }

    /// Returns the output with names in place of the forward references.
    fn filled(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.output.len());
        let mut at = 0;
        for fill in &self.names.fills {
            let span = &self.names.references[fill.reference].span;
            text.extend_from_slice(&self.output.bytes()[at..span.start]);
            text.extend_from_slice(&fill.text);
            at = span.end;
        }
        text.extend_from_slice(&self.output.bytes()[at..]);
        text
    }

    /// Converts an offset in the filled text to one in the output. For example, after the reference 2..3 got a name of 4 bytes, 9 becomes 6.
    fn unfilled(&self, place: usize) -> usize {
        let mut place = place;
        for fill in &self.names.fills {
            let span = &self.names.references[fill.reference].span;
            if place < span.start + fill.text.len() {
                return place.min(span.start);
            }
            place = place + span.len() - fill.text.len();
        }
        place
    }

    /// Returns the first offset where a text breaks a hook or cannot be parsed. It is 0 if the effort for all finished texts together runs
    /// out.
    fn wrong(&mut self, text: &[u8]) -> Option<usize> {
        let budget = self.budget.effort_for(text);
        let mut effort = budget;
        let text = fill_within(self.language, text.to_vec(), &mut effort);
        let outcome = within(&text, &mut effort, |it| self.language.parsing().within(it).judge(&text));
        self.budget.spend(budget - effort);
        match outcome {
            Outcome::Valid(_) => None,
            // A field that could not be filled may have a wrong value.
            _ if effort == 0 => Some(0),
            Outcome::Invalid(tree, violations) => {
                let hooks = violations.iter().filter(|violation| !matches!(violation.kind, ViolationKind::Lies(_)));
                hooks.map(|violation| tree.node(violation.node).span.start).min()
            }
            Outcome::NoParse(error) => Some(error.offset),
        }
    }
}
