//! Questions about texts that need not be smaller than the current one: for algorithms that keep their own list or tree.

use std::cmp::Ordering;

use super::Search;
use super::window::PreparedCandidate;
use crate::edit::Candidate;
use grammarc_core::order;
use grammarc_trial::trial::{Skip, Stop};

impl Search<'_, '_> {
    /// Asks about a text as it is, and returns whether it is interesting. Unlike a candidate of [`Search::first`] it may have any
    /// size, and names and fields in it are not repaired. If it is interesting and the smallest so far, it becomes the current text,
    /// so results still only get smaller. For example, an algorithm that counts nodes may go on from `1 + 1` to `(1 + 1)`.
    ///
    /// The algorithm must not depend on the current text, except at its start. Where the user keeps names or layout, or only
    /// texts of the language count, another text is not interesting and no question.
    ///
    /// # Errors
    /// If the trial must stop.
    pub fn ask(&mut self, text: Vec<u8>) -> Result<bool, Stop> {
        let mut text = Some(text);
        let found = self.find(&mut |_| text.take().map(Candidate::Text), Self::prepare_as_it_is)?;
        let Some((_, prepared)) = found else { return Ok(false) };
        if order::compare(&prepared.text, self.text()) == Ordering::Less {
            self.commit(prepared)?;
        }
        Ok(true)
    }

    fn prepare_as_it_is(&self, candidate: Candidate) -> Result<PreparedCandidate, Skip> {
        let Candidate::Text(text) = candidate else { return Err(Skip::Void) };
        let prepared = PreparedCandidate { text: text.into(), change: None, patches: Vec::new(), from: 0 };
        self.check_kept(&prepared)?;
        Ok(prepared)
    }
}

#[cfg(test)]
mod tests {
    use crate::flat::BYTES;
    use crate::reduce::{Languages, Names, Search, Validity, Whitespace};
    use grammarc_trial::trial::{Trial, TrialOptions};

    #[test]
    fn only_smaller_texts_stay_but_all_are_asked_about() {
        let oracle = |text: &[u8]| text.contains(&b'x');
        Trial::run(&oracle, &TrialOptions::default(), None, b"((x))", |trial| {
            let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"((x))");
            let mut steps = Vec::new();
            for text in ["((x))", "(((x)))", "((y))", "(x)", "((x))", "x"] {
                let is_interesting = search.ask(text.as_bytes().to_vec()).expect("nothing stops it");
                steps.push((is_interesting, String::from_utf8_lossy(search.text()).into_owned()));
            }
            let steps: Vec<(bool, &str)> = steps.iter().map(|(answer, text)| (*answer, text.as_str())).collect();
            let expected =
                [(true, "((x))"), (true, "((x))"), (false, "((x))"), (true, "(x)"), (true, "(x)"), (true, "x")];
            assert_eq!(steps, expected);
            assert_eq!((search.trial.counters().asked, search.trial.counters().tests), (6, 5));
        });
    }

    #[test]
    fn a_text_that_changes_kept_names_is_no_question() {
        Trial::run(&|_: &[u8]| true, &TrialOptions::default(), None, b"one two", |trial| {
            let search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"one two");
            let mut search = search.keeping(Whitespace::Free, Names::Keep);
            assert!(!search.ask(b"on two".to_vec()).expect("nothing stops it"));
            assert!(search.ask(b"two".to_vec()).expect("nothing stops it"));
            assert_eq!(search.trial.counters().asked, 1);
        });
    }
}
