//! Groups of inputs that fail for the same reason: their failures report themselves alike, or their reductions are instances of the same
//! pattern.

use std::path::{Path, PathBuf};

use crate::reduce::Smallest;
use grammarc_core::order;
use grammarc_core::parse::Outcome;
use grammarc_generalize::Generalization;
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::{End, Signature, is_disturbing, shown};
use grammarc_trial::trial::Counters;

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
    /// The signature of the failure, if the groups depend on it.
    pub(super) signature: Option<Signature>,
    /// Whether a signal came before it was reduced and generalized.
    pub(super) is_unfinished: bool,
}

/// An input whose failure reports itself like that of another one, which was reduced in its place.
#[derive(Debug, Clone)]
pub(super) struct Alike {
    pub(super) input: PathBuf,
    /// How many bytes it has.
    pub(super) before: usize,
    /// How many runs of the command it took.
    pub(super) runs: u64,
}

impl Case {
    pub(super) fn new(input: &Path, smallest: &Smallest<'_>) -> Self {
        let Smallest { text, any, ref path, before, end, counters } = *smallest;
        let (tests, runs) = (counters.tests, counters.runs);
        let (text, any) = (text.to_vec(), any.to_vec());
        let reduced = path.clone();
        let input = input.to_owned();
        Self { input, before, text, any, reduced, end, tests, runs, signature: None, is_unfinished: false }
    }

    /// Makes the case of an input that was run and nothing more.
    pub(super) fn unfinished(alike: Alike, text: Vec<u8>, signature: Option<Signature>) -> Self {
        let Alike { input, before, runs } = alike;
        let any = text.clone();
        let tests = runs;
        Self { input, before, text, any, reduced: None, end: None, tests, runs, signature, is_unfinished: true }
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
    /// Those that were not reduced, because a case of the group reports itself alike.
    pub(super) alike: Vec<Alike>,
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

    /// Returns how many inputs there are.
    pub(super) fn size(&self) -> usize {
        self.cases.len() + self.alike.len()
    }

    /// Returns how many tests and runs all of them took.
    pub(super) fn cost(&self) -> (u64, u64) {
        let alike: u64 = self.alike.iter().map(|alike| alike.runs).sum();
        let tests: u64 = self.cases.iter().map(|case| case.tests).sum();
        (tests + alike, self.cases.iter().map(|case| case.runs).sum::<u64>() + alike)
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
        let own = self.representative();
        own.end == case.end && own.signature == case.signature && is_like()
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
    pub(super) fn join(&mut self, case: Case, mut alike: Vec<Alike>) -> String {
        let size = case.size();
        match self.all.iter_mut().find(|group| group.has(self.language, &case)) {
            Some(group) => {
                let like = shown(&group.representative().input);
                group.cases.push(case);
                group.alike.append(&mut alike);
                format!("{size}; as {like}")
            }
            None => self.add(case, alike, None),
        }
    }

    /// Makes a group of a case, and returns the line to print. The group takes in every other whose cases all match its pattern.
    pub(super) fn add(&mut self, case: Case, alike: Vec<Alike>, found: Option<Generalization>) -> String {
        let size = case.size();
        let about = case.signature.as_ref().map_or_else(String::new, |signature| format!("{signature}: "));
        let more = match alike.len() {
            0 => String::new(),
            1 => "; 1 other input fails alike".to_owned(),
            count => format!("; {count} other inputs fail alike"),
        };
        let mut group = Group { cases: vec![case], alike, found, representative: 0, saved: None };
        let is_taken = |other: &mut Group| other.cases.iter().all(|case| group.has(self.language, case));
        let taken: Vec<Group> = self.all.extract_if(.., is_taken).collect();
        let mut cases: Vec<Case> = Vec::new();
        for mut other in taken {
            cases.append(&mut other.cases);
            group.alike.append(&mut other.alike);
        }
        group.representative = cases.len();
        cases.append(&mut group.cases);
        group.cases = cases;
        let shape = one_line(&group.shape(self.language));
        let line = format!("{size}; a group of its own: {about}{shape}{more}");
        self.all.push(group);
        line
    }

    /// Returns the groups: those with most inputs first, then by the text that stands for them.
    pub(super) fn into_sorted(mut self) -> Vec<Group> {
        self.all.sort_by(|one, other| {
            let texts = order::compare(&one.representative().text, &other.representative().text);
            other.size().cmp(&one.size()).then(texts)
        });
        self.all
    }
}

/// Most characters of a pattern that tables and messages show. The text of an interrupted run may be a whole input.
const MAX_SHOWN_CHARS: usize = 400;

/// Returns a pattern on one line, as tables and messages show it: ends of lines in it and other characters that cannot be shown become escapes,
/// and the conditions below it follow behind `where`. A longer one ends with `…`.
pub(super) fn one_line(shape: &[u8]) -> String {
    let text = String::from_utf8_lossy(shape);
    let text = text.replace("\nwhere ", " where ");
    let shown = |c: char| match c {
        '\n' => "\\n".to_owned(),
        c if is_disturbing(c) => c.escape_default().to_string(),
        c => c.to_string(),
    };
    let rest = text.chars().nth(MAX_SHOWN_CHARS).map(|_| '…');
    text.chars().take(MAX_SHOWN_CHARS).map(shown).chain(rest.map(String::from)).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Case, Groups, MAX_SHOWN_CHARS, one_line};
    use grammarc_generalize::{Generalization, Options, generalize};
    use grammarc_reduce::flat::LINES;
    use grammarc_trial::oracle::End;

    fn case(name: &str, text: &str) -> Case {
        let (before, text) = (text.len(), text.as_bytes().to_vec());
        let any = text.clone();
        let (signature, is_unfinished) = (None, false);
        let input = PathBuf::from(name);
        Case { input, before, text, any, reduced: None, end: None, tests: 1, runs: 1, signature, is_unfinished }
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
        groups.add(case("narrow", "a\n"), Vec::new(), found("a\n", |text| text == b"a\n"));
        groups.add(case("other", "b\n"), Vec::new(), found("b\n", |text| text == b"b\n"));
        assert!(groups.find(&case("new", "c\n")).is_none());
        groups.add(case("wide", "c\nd\n"), Vec::new(), found("c\nd\n", |_| true));
        assert_eq!(names(groups), [["narrow", "other", "wide"]]);
    }

    #[test]
    fn instances_and_the_same_text_come_together() {
        let mut groups = Groups::new(&LINES);
        groups.add(case("fixed", "a\n"), Vec::new(), found("a\n", |text| text == b"a\n"));
        assert!(groups.join(case("same", "a\n"), Vec::new()).ends_with("; as fixed"));
        let ends = Case { end: Some(End::Exited(1)), ..case("ends otherwise", "a\n") };
        assert!(groups.find(&ends).is_none());
        groups.add(ends, Vec::new(), None);
        assert_eq!(names(groups), [vec!["fixed", "same"], vec!["ends otherwise"]]);
    }

    #[test]
    fn a_pattern_on_one_line_is_not_endless() {
        assert_eq!(one_line(b"a\n<b>\nwhere <b> is 1"), "a\\n<b> where <b> is 1");
        assert_eq!(one_line("ä".repeat(MAX_SHOWN_CHARS).as_bytes()), "ä".repeat(MAX_SHOWN_CHARS));
        assert_eq!(one_line(&vec![b'x'; 1 << 20]), "x".repeat(MAX_SHOWN_CHARS) + "…");
    }
}
