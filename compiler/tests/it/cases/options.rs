//! The options of a case, written as the command line of `grammarc reduce`, `generalize` and `fuzz` has them.

use grammarc_runtime::generalize;
use grammarc_runtime::reduce::{self, Hooks, Names, Validity, Whitespace};

use crate::common::strategy;

/// Options that nobody has asked for yet.
pub(crate) struct Given(Vec<(String, String)>);

impl Given {
    /// Reads `--name value` and `--name`, with blanks or line ends between.
    pub(crate) fn new(text: &str) -> Self {
        let mut given: Vec<(String, String)> = Vec::new();
        for word in text.split_whitespace() {
            match given.last_mut() {
                _ if word.starts_with("--") => given.push((word.to_owned(), String::new())),
                Some((_, value)) if value.is_empty() => word.clone_into(value),
                _ => panic!("{text}: `{word}` belongs to no option"),
            }
        }
        Self(given)
    }

    /// Returns the options of a reduction.
    pub(crate) fn reduce(&mut self) -> reduce::Options {
        let mut options = reduce::Options::default();
        if let Some(names) = self.take("--strategy") {
            options.strategies = names.split(',').map(strategy).collect();
        }
        let validities = [("strict", Validity::Strict), ("prefer", Validity::Prefer), ("off", Validity::Off)];
        let hooks = [("repair", Hooks::Repair), ("discard", Hooks::Discard), ("off", Hooks::Off)];
        let spaces = [("free", Whitespace::Free), ("keep", Whitespace::Keep)];
        options.validity = self.choice("--validity", &validities).unwrap_or_default();
        options.hooks = self.choice("--hooks", &hooks).unwrap_or_default();
        options.whitespace = self.choice("--whitespace", &spaces).unwrap_or_default();
        let names = [("free", Names::Free), ("keep", Names::Keep)];
        options.names = self.choice("--names", &names).unwrap_or_default();
        options.certify = self.take("--certify").is_some();
        options.tests = self.limit("--budget");
        options
    }

    /// Returns the options of a generalization.
    pub(crate) fn generalize(&mut self) -> generalize::Options {
        let usual = generalize::Options::default();
        generalize::Options {
            tries: self.number("--tries", usual.tries.into()) as u32,
            seed: self.number("--seed", usual.seed),
            refine: self.take("--no-refine").is_none(),
            tests: self.limit("--budget"),
            ..usual
        }
    }

    /// Returns the number behind an option, or another one where the option is not given.
    pub(crate) fn number(&mut self, name: &str, otherwise: u64) -> u64 {
        self.limit(name).unwrap_or(otherwise)
    }

    /// Refuses options that nobody has asked for.
    pub(crate) fn end(self) {
        assert!(self.0.is_empty(), "cases of this kind have no option {:?}", self.0);
    }

    fn limit(&mut self, name: &str) -> Option<u64> {
        self.take(name).map(|number| number.parse().unwrap_or_else(|error| panic!("{name} {number}: {error}")))
    }

    fn choice<T: Copy>(&mut self, name: &str, among: &[(&str, T)]) -> Option<T> {
        let value = self.take(name)?;
        let found = among.iter().find(|(known, _)| *known == value);
        Some(found.unwrap_or_else(|| panic!("{name} {value}: no such value")).1)
    }

    fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(given, _)| given == name)?;
        Some(self.0.remove(at).1)
    }
}
