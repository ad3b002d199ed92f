//! Going through larger texts to reach a smaller one.
//!
//! An excursion works under another well-founded order. It succeeds at the first text that is smaller than its start;
//! otherwise the search goes back to the start.

use std::cmp::Ordering;
use std::rc::Rc;

use super::Search;
use super::view::View;
use grammarc_core::order;
use grammarc_trial::trial::Stop;

/// An order between texts: by a measure, then by length and readability. Measures are natural numbers, so every descent
/// ends.
pub type Measure = fn(&[u8]) -> u64;

/// An excursion that is under way.
pub(super) struct Excursion<'s> {
    start: Rc<View<'s>>,
    measure: Measure,
    /// Number of tests left.
    questions: u64,
    /// Whether a text smaller than the start was found; from then on the outer order counts.
    is_over: bool,
}

impl Excursion<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn may_ask(&self) -> bool {
        self.is_over || self.questions > 0
    }

    pub(super) fn count(&mut self) {
        self.questions = self.questions.saturating_sub(1);
    }

    /// Returns whether a text may follow the current one: smaller by the measure, and not twice as long as the start.
    /// For example, from `((x))` under the number of brackets `(x + 0)` may follow, although it is longer.
    pub(super) fn allows(&self, text: &[u8], current: &[u8]) -> bool {
        let by_measure = (self.measure)(text).cmp(&(self.measure)(current));
        let smaller = by_measure.then_with(|| order::compare(text, current)) == Ordering::Less;
        smaller && text.len() <= 2 * self.start.text.len()
    }

    /// Takes notice of a committed text.
    pub(super) fn look(&mut self, text: &[u8]) {
        self.is_over |= order::compare(text, &self.start.text) == Ordering::Less;
    }
}

impl<'s> Search<'s, '_> {
    /// Works from the current text under the order of `measure`, with at most `questions` tests. If that leads to a
    /// text smaller than the present one, the text stays and the excursion continues under the usual order; otherwise
    /// everything goes back. Returns whether the text stayed.
    ///
    /// # Errors
    /// If the trial must stop.
    pub fn excursion(
        &mut self,
        measure: Measure,
        questions: u64,
        body: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        self.excursions.push(Excursion { start: self.view(), measure, questions, is_over: false });
        let outcome = body(self);
        let excursion = self.excursions.pop();
        let stayed = excursion.as_ref().is_some_and(Excursion::is_over);
        if let Some(Excursion { start, is_over: false, .. }) = excursion {
            self.view = start;
        }
        outcome.map(|()| stayed)
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::Candidate;
    use crate::flat::BYTES;
    use crate::reduce::{Languages, Search, Validity};
    use grammarc_trial::trial::{Trial, TrialOptions};

    fn brackets(text: &[u8]) -> u64 {
        text.iter().filter(|&&byte| byte == b'(').count() as u64
    }

    /// Goes from one text to the next by the number of brackets; returns whether it stayed, and where it ended.
    fn excursion(steps: &[&str], questions: u64) -> (bool, String) {
        Trial::run(&|_: &[u8]| true, &TrialOptions::default(), None, b"((x))", |trial| {
            let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"((x))");
            let stayed = search.excursion(brackets, questions, |search| {
                for step in steps {
                    search.first([((), Candidate::Text(step.as_bytes().to_vec()))])?;
                }
                Ok(())
            });
            (stayed.expect("nothing stops it"), String::from_utf8_lossy(search.text()).into_owned())
        })
    }

    #[test]
    fn only_a_smaller_text_stays() {
        assert_eq!(excursion(&["(x + 0)", "x"], 10), (true, "x".to_owned()));
        assert_eq!(excursion(&["(x + 0)", "x + 0 + 0"], 10), (false, "((x))".to_owned()));
        assert_eq!(excursion(&["((x + 0))"], 10), (false, "((x))".to_owned()), "not fewer brackets");
    }

    #[test]
    fn length_and_questions_are_limited() {
        assert_eq!(excursion(&["(x + 000000)", "x"], 10), (true, "x".to_owned()), "only the first is too long");
        assert_eq!(excursion(&["(x + 0)", "x"], 1), (false, "((x))".to_owned()));
    }

    #[test]
    fn after_a_smaller_text_the_usual_order_counts() {
        assert_eq!(excursion(&["(x)", "xxxxx", "xxx"], 10), (true, "xxx".to_owned()));
    }
}
