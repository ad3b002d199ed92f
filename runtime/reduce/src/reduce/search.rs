//! The current text, and the operations `first` and `sweep` that test candidates; the only code here that knows of workers.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::rc::Rc;

use super::excursion::Excursion;
use super::leash::OwnWork;
use super::meaning::Meaning;
use super::view::View;
use super::window::PreparedCandidate;
use super::{Hooks, Languages, Names, Search, Validity, Whitespace, includes, layout, spelling};
use crate::edit::SplicedText;
use crate::edit::{Candidate, Change, Edit};
use crate::flat::BLOCKS;
use crate::format::Format;
use grammarc_core::order;
use grammarc_core::tree::{Patch, Tree};
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{SharedText, Skip, Splice, Stop, Trial};

/// Number of candidates that [`Search::sweep`] judges before it merges the interesting ones. It is not the number of jobs,
/// because the result must not depend on that.
const BATCH_CANDIDATES: usize = 32;

impl<'s, 't> Search<'s, 't> {
    /// Begins with a text, which the oracle finds interesting, seen by its grammar.
    pub fn new(
        trial: &'s mut Trial<'t>,
        languages: Languages<'s>,
        validity: Validity,
        text: impl Into<SharedText>,
    ) -> Self {
        let view = languages.view(text);
        Self::of(trial, languages, validity, view)
    }

    /// Begins with a text as these languages see it.
    pub fn of(trial: &'s mut Trial<'t>, languages: Languages<'s>, validity: Validity, view: View<'s>) -> Self {
        let (best, view) = (view.text.clone(), Rc::new(view));
        let parsed = Rc::downgrade(&view);
        let excursions = Vec::new();
        Self {
            trial,
            view,
            best,
            history: Vec::new(),
            valid: None,
            parsed,
            excursions,
            leash: None,
            awaited: 0,
            paid: 0,
            work: OwnWork::default(),
            languages,
            validity,
            whitespace: Whitespace::Free,
            keeps_lines: false,
            names: Names::Free,
            keeps_includes: false,
            meaning: None,
            without: Vec::new(),
            roots: Vec::new(),
            rooted_after: 0,
            unresolved: 0,
            is_beside: false,
        }
    }

    /// Says whether the layout and the names may change.
    #[must_use]
    pub fn keeping(mut self, whitespace: Whitespace, names: Names) -> Self {
        (self.whitespace, self.names) = (whitespace, names);
        self.keep_lines(whitespace == Whitespace::Keep);
        self
    }

    /// Leaves stages of `auto` out, by their names.
    #[must_use]
    pub fn without(mut self, stages: &[&'static str]) -> Self {
        self.without = stages.to_vec();
        self
    }

    /// Takes the places of the text that the oracle's report names.
    #[must_use]
    pub fn rooted(mut self, roots: &[usize]) -> Self {
        self.roots = roots.to_vec();
        self
    }

    /// Returns the places of the text that the oracle's report names; none once it has changed in a way that does not tell where they are.
    pub(super) fn roots(&self) -> &[usize] {
        let is_known = self.history.len() == self.rooted_after && self.excursions.is_empty();
        if is_known { &self.roots } else { &[] }
    }

    /// Says where the places that the oracle's report names are in the current text.
    pub(super) fn set_roots(&mut self, roots: Vec<usize>) {
        (self.roots, self.rooted_after) = (roots, self.history.len());
    }

    /// Returns whether `auto` runs the stage of that name.
    pub(super) fn has_stage(&self, name: &str) -> bool {
        !self.without.contains(&name)
    }

    /// Makes candidates obey the hooks of the language from now on. A fault of the current text may remain.
    #[must_use]
    pub fn with_hooks(mut self, hooks: Hooks) -> Self {
        self.meaning = Meaning::new(&self.languages, hooks, &self.view);
        self
    }

    /// Commits the first interesting candidate, first in the order given, and returns its tag. Later ones may have been
    /// tested ahead of time; that never shows in the result. For example, if the second and the fifth are interesting,
    /// it commits the second.
    ///
    /// # Errors
    /// If the trial must stop. Earlier commits remain.
    pub fn first<T>(&mut self, candidates: impl IntoIterator<Item = (T, Candidate)>) -> Result<Option<T>, Stop> {
        let mut candidates = candidates.into_iter();
        let (mut tags, mut gone) = (VecDeque::new(), 0);
        let next = &mut |now_gone| {
            while gone < now_gone {
                tags.pop_front();
                gone += 1;
            }
            let (tag, candidate) = candidates.next()?;
            tags.push_back(tag);
            Some(candidate)
        };
        let found = self.find(next, Self::prepare);
        let Some((number, prepared)) = found? else { return Ok(None) };
        self.commit(prepared)?;
        Ok(tags.into_iter().nth(number - gone))
    }

    /// Commits as many candidates as possible and returns their tags, in order; for edits that rarely interact. Each is
    /// judged alone, then the interesting ones are merged. For example, if `b` and `c` may each be dropped, but not
    /// both, it commits the one that comes first.
    ///
    /// # Errors
    /// If the trial must stop. Earlier commits remain.
    pub fn sweep<T>(&mut self, candidates: impl IntoIterator<Item = (T, Candidate)>) -> Result<Vec<T>, Stop> {
        let mut candidates = candidates.into_iter();
        let mut taken = Vec::new();
        while !self.is_skipped() && !self.work.is_over() {
            let batch: Vec<(T, Candidate)> =
                match Self::proposed(|| candidates.by_ref().take(BATCH_CANDIDATES).collect()) {
                    (Some(batch), _) => batch,
                    (None, _) => {
                        self.work.give_up();
                        return Ok(taken);
                    }
                };
            if batch.is_empty() {
                break;
            }
            let winners = self.winners(batch)?;
            self.merge(winners, &mut taken)?;
        }
        Ok(taken)
    }

    /// Returns the current tree.
    pub fn tree(&self) -> &Tree {
        &self.view.tree
    }

    /// Returns the current text.
    pub fn text(&self) -> &SharedText {
        &self.view.text
    }

    /// Returns the current text and tree, for candidates that are made while others are being judged.
    pub fn view(&self) -> Rc<View<'s>> {
        Rc::clone(&self.view)
    }

    /// Parses the current text again: by the grammar, without believing its fields if need be, or else as an island
    /// tree. Returns whether it is in the language of the grammar.
    pub fn parse_again(&mut self) -> bool {
        if !std::ptr::eq(self.parsed.as_ptr(), Rc::as_ptr(&self.view)) {
            self.view = Rc::new(self.languages.view(&self.view.text));
            self.parsed = Rc::downgrade(&self.view);
        }
        let is_seen = self.languages.is_parsed(&self.view);
        let parsed = is_seen && (!self.languages.grammar.is_bound() || self.languages.is_valid(&self.view.text));
        if parsed && self.meaning.as_ref().is_none_or(|meaning| meaning.admits(&self.view)) {
            self.valid = Some(self.view.text.clone());
        }
        parsed
    }

    /// Parses the current text by another language, and keeps that tree; returns whether the text is in the language.
    pub fn look(&mut self, language: &'s Format) -> bool {
        let is_huge = !std::ptr::eq(language, &raw const BLOCKS) && self.languages.is_cut_first(&self.view.text);
        let view = if is_huge { None } else { View::parse(language, &self.view.text) };
        let found = view.is_some();
        self.view = view.map_or_else(|| Rc::clone(&self.view), Rc::new);
        found
    }

    /// Returns the languages that can parse the text.
    pub fn languages(&self) -> &Languages<'s> {
        &self.languages
    }

    /// Returns whether candidates must obey hooks or fields of the language.
    pub fn obeys_hooks(&self) -> bool {
        self.meaning.is_some()
    }

    /// Returns whether no name may be replaced.
    pub(super) fn keeps_names(&self) -> bool {
        self.names == Names::Keep
    }

    /// Returns the text with fewer columns of indentation, in several ways. None if indentation has no meaning.
    pub(super) fn shrunk_blocks(&self) -> Vec<Vec<u8>> {
        self.meaning.as_ref().map_or_else(Vec::new, |meaning| meaning.shrunk_blocks(&self.view))
    }

    /// Returns the number of distinct texts tested so far.
    pub fn tests(&self) -> u64 {
        self.trial.tests()
    }

    /// Returns the number of tests in [`Search::first`] that the oracle left unresolved.
    pub fn unresolved(&self) -> u64 {
        self.unresolved
    }

    /// Works with candidates in the language alone, as with [`Validity::Strict`].
    ///
    /// # Errors
    /// If the trial must stop.
    pub fn within_language(&mut self, body: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let before = std::mem::replace(&mut self.validity, Validity::Strict);
        let outcome = body(self);
        self.validity = before;
        outcome
    }

    /// Returns whether the user asked to skip the pass at work: no further candidate of it is tested.
    pub fn is_skipped(&self) -> bool {
        self.trial.is_skipped()
    }

    /// Tells the trial which strategy is at work.
    pub fn enter(&mut self, strategy: &'static str) {
        self.trial.enter(strategy);
        self.work = OwnWork::default();
    }

    /// Returns the smallest text, and the smallest valid one if that is a different text.
    pub fn into_results(self) -> (Vec<u8>, Option<Vec<u8>>) {
        (self.best.to_vec(), self.smallest_valid().map(|valid| valid.to_vec()))
    }

    /// Returns the smallest valid text, if the smallest text is not valid.
    pub(super) fn smallest_valid(&self) -> Option<SharedText> {
        self.valid.clone().filter(|_| !self.is_valid(&self.best))
    }

    /// Returns whether a text is in the language, without a fault that the input lacks.
    pub(super) fn is_valid(&self, text: &[u8]) -> bool {
        match &self.meaning {
            None => self.languages.is_valid(text),
            Some(meaning) => View::parse(self.languages.grammar, text).is_some_and(|view| meaning.admits(&view)),
        }
    }

    /// Builds the text of a candidate, or says why it must not be tested.
    pub(super) fn prepare(&self, candidate: Candidate) -> Result<PreparedCandidate, Skip> {
        let plain = |text, change| PreparedCandidate { text, change, patches: Vec::new(), from: 0 };
        let prepared = match (candidate, &self.meaning) {
            (Candidate::Edits(edits), Some(meaning)) if self.languages.is_parsed(&self.view) => {
                meaning.prepare(&self.view, edits, |text| self.is_smaller(text))?
            }
            (Candidate::Edits(edits), meaning) => {
                let spliced = self.view.change_keeping(self.keeps_lines, &edits);
                let (change, mut spliced) = spliced.ok_or(Skip::Void)?;
                let text = std::mem::take(&mut spliced.text);
                match meaning {
                    Some(meaning) if self.is_smaller(&text) => {
                        let (text, patches) = meaning.mend_text(&self.view, text, |text| self.is_smaller(text))?;
                        self.patched(text, (change, spliced), &patches)?
                    }
                    _ => plain(text.into(), Some((change, spliced))),
                }
            }
            (Candidate::Text(text), Some(meaning)) if self.is_smaller(&text) => {
                plain(meaning.mend_text(&self.view, text, |text| self.is_smaller(text))?.0, None)
            }
            (Candidate::Text(text), _) => plain(text.into(), None),
        };
        if !self.is_smaller(&prepared.text) {
            return Err(Skip::NotSmaller);
        }
        self.check_kept(&prepared)?;
        Ok(prepared)
    }

    /// Refuses a text outside of the limits that the user set: on layout, names, `#include` lines and language.
    pub(super) fn check_kept(&self, prepared: &PreparedCandidate) -> Result<(), Skip> {
        let is_kept = || match &prepared.change {
            Some((change, _)) => layout::is_kept(&self.view.text, change, &prepared.text),
            None => layout::is_kept_by(&self.view.text, &prepared.text),
        };
        if self.whitespace == Whitespace::Keep && !is_kept() {
            return Err(Skip::Layout);
        }
        if self.names == Names::Keep && !spelling::are_names_kept(&self.view.text, &prepared.text) {
            return Err(Skip::Name);
        }
        if self.keeps_includes && !includes::are_includes_kept(&self.view.text, &prepared.text) {
            return Err(Skip::Include);
        }
        if self.validity == Validity::Strict && !self.is_valid(&prepared.text) {
            return Err(Skip::Inadmissible);
        }
        Ok(())
    }

    /// Builds a candidate whose edits follow another tree than the grammar's. The repairs of names and fields come as patches.
    fn patched(
        &self,
        text: SharedText,
        change: (Change, SplicedText),
        patches: &[Vec<Patch>],
    ) -> Result<PreparedCandidate, Skip> {
        let mut rounds = Vec::new();
        if !patches.is_empty() {
            let mut tree = self.view.tree.clone();
            change.0.apply(&mut tree, &change.1);
            for patches in patches {
                let leaves = tree.leaf_patches(patches).ok_or(Skip::Inadmissible)?;
                tree.patch(&leaves);
                rounds.push(leaves);
            }
        }
        Ok(PreparedCandidate { text, change: Some(change), patches: rounds, from: 0 })
    }

    fn is_smaller(&self, text: &[u8]) -> bool {
        match self.excursions.iter().rfind(|excursion| !excursion.is_over()) {
            Some(excursion) => excursion.allows(text, &self.view.text),
            None => order::compare(text, &self.view.text) == Ordering::Less,
        }
    }

    /// Makes a candidate the current text.
    pub(super) fn commit(&mut self, prepared: PreparedCandidate) -> Result<(), Stop> {
        let PreparedCandidate { text, change, patches, from } = prepared;
        match change {
            Some((change, spliced)) => {
                let mut tree = self.view.tree.clone();
                change.apply(&mut tree, &spliced);
                patches.iter().for_each(|patches| tree.patch(patches));
                let view = Rc::new(View { language: self.view.language, text, tree });
                let last = std::mem::replace(&mut self.view, view);
                if let Some(meaning) = &self.meaning {
                    meaning.committed(&last, &self.view, from);
                }
            }
            None => {
                let again = View::parse(self.view.language, &text);
                self.view = Rc::new(again.unwrap_or_else(|| self.languages.view(&text)));
            }
        }
        self.excursions.iter_mut().for_each(|excursion| excursion.look(&self.view.text));
        if order::compare(&self.view.text, &self.best) == Ordering::Less {
            self.history.push(Splice::between(&self.view.text, &self.best));
            if self.view.text.len() < self.best.len() {
                self.has_paid();
            }
            self.best = self.view.text.clone();
            if !self.is_beside {
                self.trial.accepted(&self.best)?;
            }
        }
        Ok(())
    }

    /// Judges the candidates one by one against the current text and returns those that are interesting, in order.
    fn winners<T>(&mut self, batch: Vec<(T, Candidate)>) -> Result<Vec<(T, Vec<Edit>)>, Stop> {
        let mut asked = Vec::new();
        let mut texts = Vec::new();
        for (tag, candidate) in batch {
            let Candidate::Edits(edits) = candidate else { continue };
            self.trial.check_interrupt()?;
            match self.prepare(Candidate::Edits(edits.clone())) {
                Ok(prepared) => {
                    asked.push((tag, edits));
                    texts.push(prepared.text);
                }
                Err(reason) => self.trial.skip(reason),
            }
        }
        let verdicts = self.judge(&texts)?;
        let judged = asked.into_iter().zip(verdicts);
        Ok(judged.filter(|&(_, verdict)| verdict == Verdict::Interesting).map(|(winner, _)| winner).collect())
    }

    /// Judges and counts texts without committing any.
    fn judge(&mut self, texts: &[SharedText]) -> Result<Vec<Verdict>, Stop> {
        texts.iter().for_each(|_| self.excursions.iter_mut().for_each(Excursion::count));
        self.trial.judge(texts)
    }

    /// Commits as many winners as possible, the longest prefix first. The winner behind a prefix does not go with it and is dropped.
    fn merge<T>(&mut self, winners: Vec<(T, Vec<Edit>)>, taken: &mut Vec<T>) -> Result<(), Stop> {
        let mut rest = winners.into_iter().collect::<VecDeque<_>>();
        while !rest.is_empty() {
            let edits: Vec<&[Edit]> = rest.iter().map(|(_, edits)| edits.as_slice()).collect();
            let length = self.longest_prefix(&edits)?;
            taken.extend(rest.drain(..length).map(|(tag, _)| tag));
            rest.pop_front();
        }
        Ok(())
    }

    /// Commits a prefix of the edits, found by doubling and then bisecting, and returns its length. For example, if 8
    /// edits go together, it tests 1, 2, 4 and all of them.
    fn longest_prefix(&mut self, edits: &[&[Edit]]) -> Result<usize, Stop> {
        let together = |length: usize| Candidate::Edits(edits[..length].concat());
        let (mut good, mut bad) = (0, edits.len() + 1);
        let mut found = None;
        while good + 1 < bad {
            let length = if bad > edits.len() { (2 * good).clamp(1, edits.len()) } else { good.midpoint(bad) };
            match self.prepare(together(length)) {
                Ok(prepared) if self.judge(std::slice::from_ref(&prepared.text))? == [Verdict::Interesting] => {
                    (good, found) = (length, Some(prepared));
                }
                Ok(_) => bad = length,
                Err(reason) => {
                    self.trial.skip(reason);
                    bad = length;
                }
            }
        }
        found.map_or(Ok(()), |prepared| self.commit(prepared))?;
        Ok(good)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::edit::{Candidate, Edit};
    use crate::flat::BYTES;
    use crate::reduce::{Languages, Search, Validity};
    use grammarc_trial::trial::{self, Stop, Trial};

    #[test]
    fn a_sweep_commits_what_goes_together() {
        // Any byte but `a` may go, but not both `b` and `c`, nor both `x` and `z`.
        let oracle = |text: &[u8]| {
            let has = |byte| text.contains(&byte);
            has(b'a') && (has(b'b') || has(b'c')) && (has(b'x') || has(b'z'))
        };
        let sweep = |jobs| {
            let options = trial::TrialOptions { jobs, ..trial::TrialOptions::default() };
            Trial::run(&oracle, &options, None, b"a1b2c3d4e5x6z7", |trial| {
                let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"a1b2c3d4e5x6z7");
                let parts: Vec<_> = search.tree().parts(search.tree().root()).collect();
                let singles = parts.iter().enumerate().map(|(place, &part)| (place, Edit::Drop(part).into()));
                let taken = search.sweep(singles).expect("nothing stops it");
                let text = String::from_utf8_lossy(search.text()).into_owned();
                (text, taken, search.trial.counters().asked)
            })
        };
        assert_eq!(sweep(1), ("acz".to_owned(), vec![1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 13], 25));
        assert_eq!(sweep(8), sweep(1));
    }

    #[test]
    fn a_trial_stops_where_no_candidate_is_worth_a_run() {
        let deadline = Some(Instant::now() + Duration::from_millis(20));
        let options = trial::TrialOptions { deadline, ..trial::TrialOptions::default() };
        let stop = Trial::run(&|_: &[u8]| true, &options, None, b"a", |trial| {
            let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"a");
            search.first(std::iter::repeat_with(|| ((), Candidate::Text(b"longer".to_vec()))))
        });
        assert!(matches!(stop, Err(Stop::Budget)), "{stop:?}");
    }
}
