//! Counted repetitions: the number is chosen first, and the repetition goes on as often as it says. In `3 a b c`, for example, the fuzzer
//! draws the `3` before the three elements.
//!
//! The remaining counts, least and most, are stored among the labels, so that a rollback of labels restores them, too.

use crate::choices::Choice;
use crate::fuzz::options::Options;
use crate::fuzz::recipe::{Bounds, Number};
use crate::fuzz::{CHEAP_AFTER_BYTES, Rollback};
use crate::fuzz::{Fuzzer, Task};
use grammarc_core::grammar::{
    Drive, ExpressionId, FieldId, FunctionId, Grammar, ItemId, Label, LabelLookup, Symbol, Value,
};
use grammarc_core::meaning::{CustomFunctions, fields};

/// Candidates for a number that are examined from the first one upwards; at most as many again are examined downwards. In `n:<u8> "a"{n}`
/// 256 of them are all there are.
const MAX_NUMBERS: u32 = 2_000;
/// Fitting ones among the [`MAX_NUMBERS`] candidates that are tried. A fitting number can still be forbidden, for example by a watch for a
/// digit after a digit.
const MAX_FITTING_NUMBERS: usize = 16;
/// A count of this or more means no limit.
const UNLIMITED: u32 = u32::MAX;

/// The texts of labels at one place.
pub(super) struct LabelTexts {
    labels: Vec<(Label, Vec<u8>)>,
    /// The numbers of elements of labelled lists, where an expression counts them.
    counts: Vec<(Label, usize)>,
    /// The offsets of the labelled texts.
    offsets: Vec<(Label, usize)>,
    custom: Option<&'static dyn CustomFunctions>,
}

impl LabelLookup for LabelTexts {
    fn text(&self, label: Label) -> &[u8] {
        self.labels.iter().find(|(known, _)| *known == label).map_or(&[], |(_, text)| text)
    }

    fn count(&self, label: Label) -> Option<usize> {
        self.counts.iter().find(|(known, _)| *known == label).map(|(_, count)| *count)
    }

    fn offset(&self, label: Label) -> Option<usize> {
        self.offsets.iter().find(|(known, _)| *known == label).map(|(_, offset)| *offset)
    }

    fn bytes(&self, labels: &[Label]) -> Option<Vec<u8>> {
        Some(labels.iter().flat_map(|&label| self.text(label)).copied().collect())
    }

    fn call(&self, function: FunctionId, labels: &[Label]) -> Option<Value> {
        let texts: Vec<&[u8]> = labels.iter().map(|&label| self.text(label)).collect();
        Some(self.custom?.compute(function, &texts))
    }
}

impl Fuzzer<'_> {
    /// Begins a counted repetition: computes its bounds. A replay may ask for impossible bounds: they count as 0, and the parser rejects
    /// the text.
    pub(super) fn begin_count(&mut self, bounds: Bounds, left: Label) -> Result<(), Rollback> {
        let known = self.texts(&labels_of(self.grammar(), bounds));
        let asked = amounts(self.grammar(), bounds, &known).filter(|&(low, _)| low as usize <= CHEAP_AFTER_BYTES);
        let unasked = if self.is_given() { Ok((0, 0)) } else { Err(Rollback) };
        self.keep_at(left, asked.map_or(unasked, Ok)?);
        Ok(())
    }

    /// Counts one iteration: both remaining counts decrease by one. For example, 2 to 5 more elements become 1 to 4.
    pub(super) fn next_iteration(&mut self, left: Label) {
        let (low, high) = self.kept_at(left);
        let high = if high == UNLIMITED { high } else { high.saturating_sub(1) };
        self.keep_at(left, (low.saturating_sub(1), high));
    }

    /// Chooses whether a counted repetition goes on, 0, or stops, 1.
    pub fn counted(&mut self, left: Label, options: &Options<'_>) -> usize {
        self.budget.count_choice();
        let closed = match self.kept_at(left) {
            (1.., _) => Some(1),
            (_, 0) => Some(0),
            _ => None,
        };
        if closed == Some(1) && self.is_spent() {
            self.budget.owe();
        }
        if self.budget.owes_too_much() {
            self.is_stuck = true;
            return 1;
        }
        self.open_option(options, closed, |option| Choice::More(option == 0))
    }

    /// Returns the item of the number that is being written, if the present terminal is all of it. For example, it is `n:<u8>` while its
    /// byte is written.
    pub(super) fn number_here(&self) -> Option<ItemId> {
        let is_passed = |task: &Task| match *task {
            Task::Skip(_) | Task::Settle | Task::Judge(_) | Task::Slice(_) => true,
            Task::Item(id) => self.is_skip(id),
            _ => false,
        };
        match self.stack.tasks().find(|task| !is_passed(task)) {
            Some(Task::Number(id)) => Some(id),
            _ => None,
        }
    }

    /// Writes a number on which a count depends: its computed value, or else a number with which the bounds can be kept. `attempt` is how
    /// many earlier numbers led into a dead end.
    pub(super) fn draw_number(&mut self, id: ItemId, symbol: Symbol, attempt: usize) -> Result<(), Rollback> {
        let (grammar, recipe) = (self.grammar(), self.recipe);
        let number = recipe.counts.numbers.get(&id).ok_or(Rollback)?;
        if let Some(text) = number.value.and_then(|field| self.computed(field, number)) {
            return self.write(&text);
        }
        let others: Vec<Label> = number.bounds.iter().flat_map(|&bounds| labels_of(grammar, bounds)).collect();
        let mut known = self.texts(&others);
        known.labels.retain(|(label, _)| *label != number.label);
        known.labels.push((number.label, Vec::new()));
        let first = self.first_number(number, attempt);
        let fitting = (first..first + MAX_NUMBERS).chain((0..first).rev()).take(2 * MAX_NUMBERS as usize);
        let fitting = fitting.filter_map(|candidate| {
            let text = number.codec.encode(candidate.into())?;
            known.labels.last_mut()?.1.clone_from(&text);
            let is_right =
                |&bounds| amounts(grammar, bounds, &known).is_some_and(|(low, _)| low as usize <= CHEAP_AFTER_BYTES);
            number.bounds.iter().all(is_right).then_some(text)
        });
        for text in fitting.take(MAX_FITTING_NUMBERS) {
            if self.is_text_of(symbol, &text) && self.write(&text).is_ok() {
                return Ok(());
            }
        }
        Err(Rollback)
    }

    /// Returns the value of a number that is computed from earlier text.
    fn computed(&mut self, field: FieldId, number: &Number) -> Option<Vec<u8>> {
        let grammar = self.grammar();
        let field = &grammar.fields[field.0 as usize];
        let mut known = self.texts(&grammar.labels_of(field.value));
        known.counts = number.lists.iter().filter_map(|&list| self.elements(list)).collect();
        match grammar.value(field, &known)? {
            Value::Number(value) => number.codec.encode(value),
            Value::Text(text) => Some(text),
        }
    }

    /// Returns the first candidate for a number: the length of the counted repetition, drawn by the weights of its options. After one dead
    /// end it is 0; at every second attempt from there on it is a larger random number.
    fn first_number(&mut self, number: &Number, attempt: usize) -> u32 {
        if attempt == 0
            && let Some(count) = number.repeated.and_then(|list| self.count_of(list))
        {
            return count;
        }
        let rule = number.repeated.and_then(|symbol| Some((symbol, self.grammar().rule(symbol)?)));
        match (attempt, rule) {
            (0, _) if self.is_deep() => 0,
            (1, _) => 0,
            (3 | 5 | 7, _) => self.pick(1 << (2 * attempt)),
            (_, None) => 0,
            (_, Some((symbol, rule))) => {
                let options = self.recipe.options(symbol, rule);
                let goes_on = |_: &u32| !self.is_spent() && options.draw(self.choices.dice()) == 0;
                (0..MAX_NUMBERS).take_while(goes_on).count() as u32
            }
        }
    }

    /// Ends a slice: checks that it has the size that an earlier number says.
    pub(super) fn measure(&mut self, id: ItemId, start: u32) -> Result<(), Rollback> {
        let grammar = self.grammar();
        let Some(Drive::Size(size)) = grammar.item(id).map(|item| item.drive) else { return Ok(()) };
        let found = self.output.seen(start as usize).len();
        let asked = grammar.amount(size, &self.texts(&grammar.labels_of(size)));
        if self.is_given() || asked == Some(found) { Ok(()) } else { Err(Rollback) }
    }

    /// Returns how many elements a written repetition has.
    fn elements(&mut self, (label, symbol): (Label, Symbol)) -> Option<(Label, usize)> {
        let language = self.language;
        let text = self.label_text(label);
        let part = self.memo.part(language, symbol)?;
        let tree = language.parsing().of(part).tree(&text)?;
        Some((label, fields::elements(self.grammar(), &tree)))
    }

    /// Returns the texts of labels, as an expression reads them.
    pub(super) fn texts(&self, labels: &[Label]) -> LabelTexts {
        let offsets = labels.iter().map(|&label| (label, self.kept_at(label).0 as usize)).collect();
        let labels = labels.iter().map(|&label| (label, self.label_text(label))).collect();
        LabelTexts { labels, counts: Vec::new(), offsets, custom: self.language.custom }
    }
}

/// Returns the least and the greatest count; none if no count can be between the bounds. For example, `"a"{n,2 * n}` with `3` for `n` gives
/// 3 and 6.
fn amounts(grammar: &Grammar, (low, high): Bounds, known: &LabelTexts) -> Option<(u32, u32)> {
    let amount = |id| Some(u32::try_from(grammar.amount(id, known)?).unwrap_or(UNLIMITED));
    let low = amount(low)?;
    let high = high.map_or(Some(UNLIMITED), amount)?;
    (low <= high).then_some((low, high))
}

fn labels_of(grammar: &Grammar, (low, high): Bounds) -> Vec<Label> {
    let all = [Some(low), high].into_iter().flatten();
    all.flat_map(|id: ExpressionId| grammar.labels_of(id)).collect()
}
