//! Items with hooks: the hooks limit the text before it is written, and judge it afterwards. So few texts are written only to be rejected.

use std::ops::Range;

use crate::fuzz::Rollback;
use crate::fuzz::forward_references::{Fill, ForwardReference};
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::{Border, Check, Grammar, Hook, Item, ItemId, NameUse, Namespace, Symbol};
use grammarc_core::meaning::replay::{self, HookedItem};
use grammarc_core::meaning::{self, Offer, State};

/// Texts drawn for a name before all of them are looked through in order. Where more than a few of them fit, one of 16 draws does.
const NAME_TRIES: usize = 16;
/// Beginnings of texts that are looked through for free ones, from short to long. All words of up to three small letters are 18,279 of
/// them.
const MAX_PREFIXES: usize = 20_000;
/// Free texts that are tried. One alone may be forbidden here, for example a letter directly after `if`.
const MAX_FREE_TEXTS: usize = 8;
/// Number that stands for no item: none with hooks is being written.
const NO_ITEM: u32 = u32::MAX;

/// An item whose text hooks limit. For example, `<id> @use(v)` must write one of the names that are defined.
#[derive(Debug)]
struct LimitedItem {
    item: ItemId,
    /// The number of its cell.
    cell: u32,
    /// The number of the item with hooks around it.
    around: u32,
    /// Where it begins in the output.
    start: usize,
    /// The offers of `@pre`, the author's functions.
    offers: Vec<Offer>,
    /// Whether its text was replayed: then no hook rejects it here.
    is_replayed: bool,
    /// The number of its forward reference, if its name is defined later.
    reference: Option<usize>,
    /// How many choice points there were before it.
    points: usize,
    /// How much was replayed before it.
    replayed: usize,
}

/// State of the hooks while a text is written.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) state: State,
    /// Items with hooks, as far as an earlier choice may come back to them.
    limited: Vec<LimitedItem>,
    /// The innermost that is being written.
    current: u32,
    pub(super) references: Vec<ForwardReference>,
    pub(super) fills: Vec<Fill>,
}

/// A snapshot of [`Names`], to roll back to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    state: meaning::Mark,
    limited: usize,
    current: u32,
    references: usize,
    fills: usize,
}

impl Names {
    /// Starts with nothing defined.
    pub(super) fn new(grammar: &Grammar) -> Self {
        let state = State::complete(grammar);
        Self { state, limited: Vec::new(), current: NO_ITEM, references: Vec::new(), fills: Vec::new() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.state.clear();
        self.limited.clear();
        self.references.clear();
        self.fills.clear();
        self.current = NO_ITEM;
    }

    /// Returns the present moment.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            state: self.state.mark(),
            limited: self.limited.len(),
            current: self.current,
            references: self.references.len(),
            fills: self.fills.len(),
        }
    }

    /// Goes back to an earlier moment.
    pub(super) fn rollback(&mut self, mark: Mark) {
        self.state.rollback(mark.state);
        self.limited.truncate(mark.limited);
        self.references.truncate(mark.references);
        self.fills.truncate(mark.fills);
        self.current = mark.current;
    }

    /// Returns the innermost item whose text hooks limit.
    fn current(&mut self) -> Option<&mut LimitedItem> {
        self.limited.get_mut(self.current as usize)
    }

    /// Returns whether hooks limit the text that is being written.
    #[inline]
    pub(super) fn is_limited(&self) -> bool {
        self.current != NO_ITEM
    }

    /// Says whether the text being written is replayed.
    pub(super) fn set_replayed(&mut self, is_replayed: bool) {
        if let Some(naming) = self.current() {
            (naming.is_replayed, naming.reference) = (is_replayed, None);
        }
    }
}

impl Fuzzer<'_> {
    /// Begins an item with hooks: opens its scopes and asks `@pre` for offers.
    pub(super) fn open_item(&mut self, id: ItemId, hooks: &[Hook]) -> Result<(), Rollback> {
        let cell = self.stack.number();
        self.push(Task::Judge(id));
        let mut offers = Vec::new();
        for hook in hooks {
            if let Some(opening) = hook.meaning().opens.filter(|opening| opening.border != Border::Rest) {
                self.names.state.open(opening.namespace, opening.border);
            }
            if let Some((function, custom)) = hook.offers().zip(self.language.custom) {
                let offer = custom.pre(function, &self.names.state);
                if offer.is_nothing() && !self.is_given() {
                    self.leave_vain_points(cell);
                    return Err(Rollback);
                }
                offers.push(offer);
            }
        }
        if hooks.iter().any(Hook::limits) {
            let (around, start) = (self.names.current, self.output.len());
            self.names.current = self.names.limited.len() as u32;
            let (points, replayed) = (self.history.count(), self.choices.position());
            let (is_replayed, reference) = (false, None);
            self.names.limited.push(LimitedItem {
                item: id,
                cell,
                around,
                start,
                offers,
                is_replayed,
                reference,
                points,
                replayed,
            });
        }
        Ok(())
    }

    /// Ends an item with hooks: judges it, records its names and closes its scopes.
    pub(super) fn judge(&mut self, id: ItemId, start: u32) -> Result<(), Rollback> {
        let grammar = self.grammar();
        let hooks = grammar.item(id).map_or(&[][..], |item| grammar.hooks_of(item));
        let span = self.output.seen(start as usize);
        self.leave_parts_as_reference(id, &span);
        let text = &self.output.bytes()[span.clone()];
        // A replay may break hooks: it is not rejected here, because the parser judges it later.
        let (mut is_replayed, mut key) = (self.is_given(), usize::MAX);
        if hooks.iter().any(Hook::limits)
            && let Some(naming) = self.names.limited.get(self.names.current as usize)
        {
            is_replayed = naming.is_replayed;
            key = naming.reference.unwrap_or(key);
            self.names.current = naming.around;
            if !is_replayed && !naming.offers.iter().all(|offer| offer.admits(text)) {
                return Err(Rollback);
            }
        }
        let met = HookedItem { hooks, text, start: span.start, key };
        let is_wrong = !replay::after(self.language.custom, &mut self.names.state, &met).is_empty();
        // A place without a text has no text to replay: its hooks are those that the parser would ignore.
        let is_open = |hook: &Hook| hook.namespace().is_none_or(|of| grammar.is_open(of));
        if is_wrong && !is_replayed && !(self.choices.is_replay() && hooks.iter().all(is_open)) {
            return Err(Rollback);
        }
        self.close_scopes(hooks)
    }

    /// Makes a forward reference of a name of several parts that waits for its definition, unless it is replayed.
    fn leave_parts_as_reference(&mut self, id: ItemId, span: &Range<usize>) {
        let Some(item) = self.grammar().item(id).filter(|item| !self.is_whole(item) && self.waits(item)) else {
            return;
        };
        let (replayed, reference) = (self.choices.position(), self.names.references.len());
        let Some(naming) = self.names.current().filter(|naming| naming.replayed == replayed) else { return };
        naming.reference = Some(reference);
        let points = naming.points;
        self.history.drop_points(points);
        self.names.references.push(ForwardReference { span: span.clone(), symbol: item.symbol, mark: None });
    }

    /// Returns whether one terminal writes the whole text of an item.
    fn is_whole(&self, item: &Item) -> bool {
        self.recipe.needs.single[item.symbol.0 as usize]
    }

    /// Returns whether the name in an item may be defined later.
    fn waits(&self, item: &Item) -> bool {
        let may_wait = |used: NameUse| used.late || self.names.state.is_early(used.namespace);
        is_use_alone(self.grammar(), item) && self.grammar().hooks_of(item).iter().filter_map(Hook::uses).any(may_wait)
    }

    /// Returns whether the text of the item that is being written is one of a list: of names, or of texts that are offered.
    pub(super) fn is_listed(&self) -> bool {
        let Some(naming) = self.names.limited.get(self.names.current as usize) else { return false };
        let hooks = self.grammar().item(naming.item).map_or(&[][..], |item| self.grammar().hooks_of(item));
        hooks.iter().any(|hook| hook.uses().is_some()) || naming.offers.iter().any(|offer| offer.listed().is_some())
    }

    /// Draws a text of a terminal in an item whose text hooks limit. `place` is the number of the point of this choice.
    pub(super) fn draw_name(
        &mut self,
        symbol: Symbol,
        place: usize,
        draw: impl Fn(&mut Self) -> Result<(), Rollback>,
    ) -> Result<(), Rollback> {
        let grammar = self.grammar();
        let Some(naming) = self.names.current() else { return self.draw_apart(draw) };
        // A replay comes here, where it has no text for the item.
        if naming.offers.iter().any(Offer::is_nothing) {
            let (cell, points) = (naming.cell, naming.points);
            self.history.drop_points(points);
            self.leave_vain_points(cell);
            return Err(Rollback);
        }
        let one_of = naming.offers.iter().find(|offer| offer.listed().is_some()).cloned();
        let Some(item) = grammar.item(naming.item) else { return self.draw_apart(draw) };
        let used = grammar.hooks_of(item).iter().find_map(Hook::uses);
        let (is_whole, may_wait) = (self.is_whole(item), used.is_some() && self.waits(item));
        match (used, one_of) {
            // All of it becomes a forward reference when it ends.
            (Some(_), _) if may_wait && !is_whole => self.draw_apart(draw),
            (Some(NameUse { namespace: of, late, .. }), _) => {
                if !(late && may_wait) && self.write_name(of, symbol, is_whole).is_ok() {
                    return Ok(());
                }
                if may_wait { self.draw_reference(symbol, place, draw) } else { Err(Rollback) }
            }
            (None, Some(Offer::Only(text))) => self.write_chosen(&text, symbol, is_whole),
            (None, Some(offer)) => self.write_one_of(offer.listed().unwrap_or_default(), symbol, is_whole),
            (None, None) if is_whole => self.draw_free(symbol, draw),
            (None, None) => self.draw_apart(draw),
        }
    }

    /// Writes a placeholder, which a name replaces when its scope closes.
    fn draw_reference(
        &mut self,
        symbol: Symbol,
        place: usize,
        draw: impl Fn(&mut Self) -> Result<(), Rollback>,
    ) -> Result<(), Rollback> {
        let start = self.output.len();
        // Another text would not help when no name is found for it.
        self.history.drop_points(place);
        self.draw_apart(draw)?;
        let span = self.output.after_separator(start)..self.output.len();
        let reference = self.names.references.len();
        self.names.references.push(ForwardReference { span, symbol, mark: Some(self.choices.mark()) });
        if let Some(naming) = self.names.current() {
            naming.reference = Some(reference);
        }
        Ok(())
    }

    /// Writes one of the names that can be used here.
    fn write_name(&mut self, of: Namespace, symbol: Symbol, is_whole: bool) -> Result<(), Rollback> {
        let count = self.names.state.usable_count(of) as u32;
        if count == 0 {
            return Err(Rollback);
        }
        let draws = if self.mode.is_integers() { 0 } else { NAME_TRIES.min(count as usize) };
        for _ in 0..draws {
            let number = self.pick(count);
            if self.write_usable(of, number, symbol, is_whole).is_ok() {
                return Ok(());
            }
        }
        let first = self.pick_first(count)?;
        let mut all = (first..count).chain(0..first);
        all.find_map(|number| self.write_usable(of, number, symbol, is_whole).ok()).ok_or(Rollback)
    }

    /// Draws the number of the text that is tried first, or takes it from an integer.
    fn pick_first(&mut self, texts: u32) -> Result<u32, Rollback> {
        if self.mode.is_integers() {
            self.pick_by_integer(texts as usize).map(|first| first as u32)
        } else {
            Ok(self.pick(texts))
        }
    }

    fn write_usable(&mut self, of: Namespace, number: u32, symbol: Symbol, is_whole: bool) -> Result<(), Rollback> {
        let name = self.names.state.usable_at(of, number as usize).ok_or(Rollback)?.text.clone();
        self.write_chosen(&name, symbol, is_whole)
    }

    /// Writes one of several texts.
    fn write_one_of(&mut self, texts: &[Vec<u8>], symbol: Symbol, is_whole: bool) -> Result<(), Rollback> {
        let first = self.pick_first(texts.len() as u32)? as usize;
        let mut all = texts[first..].iter().chain(&texts[..first]);
        all.find_map(|text| self.write_chosen(text, symbol, is_whole).ok()).ok_or(Rollback)
    }

    /// Writes a text for an item, or as much of its rest as this terminal can hold. The next terminals of the item must write the
    /// remainder. For example, the first `<word>` of `<word> "." <word>` writes the `a` of the name `a.b`.
    fn write_chosen(&mut self, text: &[u8], symbol: Symbol, is_whole: bool) -> Result<(), Rollback> {
        if !self.admits(text) {
            return Err(Rollback);
        }
        let start = self.names.current().map_or(0, |naming| naming.start);
        let rest = if is_whole {
            text
        } else {
            text.strip_prefix(&self.output.bytes()[self.output.seen(start)]).ok_or(Rollback)?
        };
        let length = self.longest_text(symbol, rest).ok_or(Rollback)?;
        if is_whole && length < rest.len() {
            return Err(Rollback);
        }
        self.write(&rest[..length])
    }

    /// Draws a text that no hook rejects. If the draws fail, it takes the first free text, shorter ones first.
    fn draw_free(&mut self, symbol: Symbol, draw: impl Fn(&mut Self) -> Result<(), Rollback>) -> Result<(), Rollback> {
        for _ in 0..NAME_TRIES {
            let draft = self.draft();
            if self.draw_apart(&draw).is_ok() {
                let text = self.output.bytes()[self.output.after_separator(draft.output.length())..].to_vec();
                if self.admits(&text) {
                    return Ok(());
                }
            }
            self.restore(&draft);
        }
        let free = self.free_texts(symbol);
        free.iter().find_map(|text| self.write(text).ok()).ok_or(Rollback)
    }

    /// Returns the first texts of a terminal that no hook rejects, shorter ones first.
    fn free_texts(&mut self, symbol: Symbol) -> Vec<Vec<u8>> {
        let Some(terminal) = self.grammar().terminal(symbol) else { return Vec::new() };
        let start = self.start(terminal.regular);
        let mut derivatives = std::mem::take(&mut self.watches.derivatives);
        let found = derivatives.first_texts(start, MAX_PREFIXES, MAX_FREE_TEXTS, &|text| self.admits(text));
        self.watches.derivatives = derivatives;
        found
    }

    /// Returns whether no hook of the item that is being written rejects a text. A use that can wait is not asked.
    fn admits(&self, text: &[u8]) -> bool {
        let (grammar, state) = (self.grammar(), &self.names.state);
        let Some(naming) = self.names.limited.get(self.names.current as usize) else { return true };
        let hooks = grammar.item(naming.item).map_or(&[][..], |item| grammar.hooks_of(item));
        hooks.iter().filter_map(|hook| hook.meaning().demands).all(|demand| state.meets(demand, text))
            && naming.offers.iter().all(|offer| offer.admits(text))
    }
}

/// Returns whether an item has no hook but one use, and neither label nor check, so that its text can be replaced later.
fn is_use_alone(grammar: &Grammar, item: &Item) -> bool {
    let is_other = |hook: &Hook| {
        let meaning = hook.meaning();
        hook.uses().is_none() && meaning.values.is_none() && !meaning.keeps
    };
    let hooks = grammar.hooks_of(item);
    let uses = hooks.iter().filter_map(Hook::uses).count();
    uses == 1 && !hooks.iter().any(is_other) && item.label.is_none() && item.check == Check::None
}
