//! Groups of inputs that fail for the same reason: their reductions are instances of the same pattern.

use std::path::{Path, PathBuf};

use crate::quoted::shown as shown_text;
use crate::reduce::Smallest;
use grammarc_core::order;
use grammarc_core::parse::Outcome;
use grammarc_generalize::Generalization;
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::{End, shown};
use grammarc_reduce::trial::Counters;

/// A failing input, and its reduction.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// The input.
    pub(super) input: PathBuf,
    /// How many bytes it has.
    pub(super) before: usize,
    /// Its reduction: the smallest text in the language that fails.
    pub(super) text: Vec<u8>,
    /// The smallest text that fails, in the language or not.
    pub(super) any: Vec<u8>,
    /// The file of the reduction; none if the input was taken as it is.
    pub(super) reduced: Option<PathBuf>,
    /// How the command ends with it, if that matters.
    pub(super) end: Option<End>,
    /// How many tests it cost, the generalization included.
    pub(super) tests: u64,
    /// How many runs of the command they took.
    pub(super) runs: u64,
}

impl Case {
    pub(super) fn new(input: &Path, smallest: &Smallest<'_>) -> Self {
        let Smallest { text, any, ref path, before, end, counters } = *smallest;
        let (tests, runs) = (counters.tests, counters.runs);
        let (text, any) = (text.to_vec(), any.to_vec());
        Self { input: input.to_owned(), before, text, any, reduced: path.clone(), end, tests, runs }
    }

    /// Adds the cost of the generalization.
    pub(super) fn count(&mut self, counters: &Counters) {
        self.tests += counters.tests;
        self.runs += counters.runs;
    }

    /// Returns the file of its reduction, or the input itself.
    pub(super) fn place(&self) -> &Path {
        self.reduced.as_deref().unwrap_or(&self.input)
    }

    fn size(&self) -> String {
        format!("{} → {} bytes, {} tests", self.before, self.text.len(), self.tests)
    }
}

/// Inputs that seem to fail for the same reason.
#[derive(Debug)]
pub(super) struct Group {
    /// In the order in which they came; there is at least one.
    pub(super) cases: Vec<Case>,
    /// The representative's pattern; none if it is not in the language.
    pub(super) found: Option<Generalization>,
    /// The case that the pattern was made from: an index into `cases`.
    representative: usize,
    /// The file that the pattern was written to.
    pub(super) saved: Option<PathBuf>,
}

impl Group {
    /// Returns the representative: the case that the pattern was made from.
    pub(super) fn representative(&self) -> &Case {
        &self.cases[self.representative]
    }

    /// Returns the pattern; the text that stands for all if there is none.
    pub(super) fn shape(&self, language: &Format) -> Vec<u8> {
        let found = self.found.as_ref();
        found.map_or_else(|| self.representative().text.clone(), |found| found.pattern.render(&language.grammar))
    }

    /// Returns whether a case is of this group: an instance of a pattern that was verified, or of the same text in the end.
    fn has(&self, language: &Format, case: &Case) -> bool {
        let verified = self.found.as_ref().filter(|found| found.is_verified);
        let is_same = |own: &Case| own.any == case.any || own.text == case.text;
        let is_like = || self.cases.iter().any(is_same) || verified.is_some_and(|it| is_instance(language, it, case));
        self.representative().end == case.end && is_like()
    }
}

fn is_instance(language: &Format, found: &Generalization, case: &Case) -> bool {
    match language.parsing().judge(&case.text) {
        Outcome::Valid(tree) | Outcome::Invalid(tree, _) => {
            found.pattern.matched(&language.grammar, &case.text, &tree).is_some()
        }
        Outcome::NoParse(_) => false,
    }
}

/// All groups so far.
pub(super) struct Groups<'l> {
    language: &'l Format,
    all: Vec<Group>,
}

impl<'l> Groups<'l> {
    pub(super) fn new(language: &'l Format) -> Self {
        Self { language, all: Vec::new() }
    }

    /// Returns the first group that a case is of.
    pub(super) fn find(&self, case: &Case) -> Option<&Group> {
        self.all.iter().find(|group| group.has(self.language, case))
    }

    /// Puts a case into the first group that matches it, and returns the line to print.
    pub(super) fn join(&mut self, case: Case) -> String {
        let size = case.size();
        match self.all.iter_mut().find(|group| group.has(self.language, &case)) {
            Some(group) => {
                let like = shown(&group.representative().input);
                group.cases.push(case);
                format!("{size}; as {like}")
            }
            None => self.add(case, None),
        }
    }

    /// Makes a group of a case, and returns the line to print. The group takes in every other whose cases all match its pattern.
    pub(super) fn add(&mut self, case: Case, found: Option<Generalization>) -> String {
        let size = case.size();
        let mut group = Group { cases: vec![case], found, representative: 0, saved: None };
        let is_taken = |other: &mut Group| other.cases.iter().all(|case| group.has(self.language, case));
        let taken: Vec<Group> = self.all.extract_if(.., is_taken).collect();
        let mut cases: Vec<Case> = taken.into_iter().flat_map(|group| group.cases).collect();
        group.representative = cases.len();
        cases.append(&mut group.cases);
        group.cases = cases;
        let line = format!("{size}; a group of its own: {}", shown_text(&group.shape(self.language)));
        self.all.push(group);
        line
    }

    /// Returns the groups: those with most cases first, then by the text that stands for them.
    pub(super) fn into_sorted(mut self) -> Vec<Group> {
        self.all.sort_by(|one, other| {
            let texts = order::compare(&one.representative().text, &other.representative().text);
            other.cases.len().cmp(&one.cases.len()).then(texts)
        });
        self.all
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Case, Groups};
    use grammarc_generalize::{Generalization, Options, generalize};
    use grammarc_reduce::flat::LINES;
    use grammarc_reduce::oracle::End;

    fn case(name: &str, text: &str) -> Case {
        let (before, text) = (text.len(), text.as_bytes().to_vec());
        let any = text.clone();
        Case { input: PathBuf::from(name), before, text, any, reduced: None, end: None, tests: 1, runs: 1 }
    }

    fn found(text: &str, oracle: fn(&[u8]) -> bool) -> Option<Generalization> {
        let options = Options { tries: 9, ..Options::default() };
        Some(generalize(&LINES, text.as_bytes(), &oracle, &options).expect("it fails"))
    }

    fn names(groups: Groups<'_>) -> Vec<Vec<String>> {
        let name = |case: &Case| case.input.display().to_string();
        groups.into_sorted().iter().map(|group| group.cases.iter().map(name).collect()).collect()
    }

    #[test]
    fn a_more_general_pattern_takes_in_groups() {
        let mut groups = Groups::new(&LINES);
        groups.add(case("narrow", "a\n"), found("a\n", |text| text == b"a\n"));
        groups.add(case("other", "b\n"), found("b\n", |text| text == b"b\n"));
        assert!(groups.find(&case("new", "c\n")).is_none());
        groups.add(case("wide", "c\nd\n"), found("c\nd\n", |_| true));
        assert_eq!(names(groups), [["narrow", "other", "wide"]]);
    }

    #[test]
    fn instances_and_the_same_text_come_together() {
        let mut groups = Groups::new(&LINES);
        groups.add(case("fixed", "a\n"), found("a\n", |text| text == b"a\n"));
        assert!(groups.join(case("same", "a\n")).ends_with("; as fixed"));
        let ends = Case { end: Some(End::Exited(1)), ..case("ends otherwise", "a\n") };
        assert!(groups.find(&ends).is_none());
        groups.add(ends, None);
        assert_eq!(names(groups), [vec!["fixed", "same"], vec!["ends otherwise"]]);
    }
}
