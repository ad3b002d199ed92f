//! Words in generated code, outside of comments and literals, and the imports that follow from them.

use std::collections::{HashMap, HashSet};

use super::super::bare::bare;
use super::table::import;

/// The words of code, each once. Its imports follow from them, because an unused import would be a warning.
pub(crate) struct Words {
    all: HashSet<String>,
    /// Whether it names symbols.
    pub(crate) has_symbols: bool,
}

impl Words {
    pub(crate) fn of(code: &str) -> Self {
        let code = bare(code);
        let mut all = HashSet::new();
        for word in code.split(|c| !is_part(c)) {
            // Most are there already.
            if !all.contains(word) {
                all.insert(word.to_owned());
            }
        }
        // A label or a place may be called `s` as well.
        let has_symbols = code.match_indices("s::").any(|(at, _)| !code[..at].ends_with(is_part));
        Self { all, has_symbols }
    }

    /// Whether a word is among them.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.all.contains(word)
    }

    /// Writes an import of the names that occur in the code. `Name as Other` is imported if `Other` occurs.
    /// For example, code with `Fuzzer` but without `Rollback` imports `Fuzzer` alone.
    pub(crate) fn import(&self, path: &str, names: &[&str]) -> String {
        let is_used = |name: &&str| name.rsplit(' ').next().is_some_and(|word| self.has(word));
        import(path, &names.iter().copied().filter(is_used).collect::<Vec<_>>())
    }

    /// Writes the import of symbols, where it names any.
    pub(crate) fn symbols(&self) -> &'static str {
        if self.has_symbols { "use super::grammar::symbols as s;\n" } else { "" }
    }
}

/// Returns whether a word stands in code as a whole.
pub(crate) fn mentions(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let after = &code[at + word.len()..];
        !code[..at].ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Returns the parts of `all`, names and code, that code refers to, itself or through other parts, in order. The name of a part in a
/// module has the module before it.
pub(crate) fn needed(code: &str, all: Vec<(String, String)>) -> Vec<(String, String)> {
    let numbers: HashMap<&str, usize> = all.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
    let mut is_needed = vec![false; all.len()];
    let mut open = vec![bare(code)];
    while let Some(code) = open.pop() {
        for word in code.split(|c: char| !is_part(c) && c != ':') {
            if let Some(&number) = numbers.get(word.trim_matches(':'))
                && !std::mem::replace(&mut is_needed[number], true)
            {
                open.push(bare(&all[number].1));
            }
        }
    }
    all.into_iter().zip(is_needed).filter(|(_, is_needed)| *is_needed).map(|(part, _)| part).collect()
}

/// Whether a character can be part of a word.
fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
