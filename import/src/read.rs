//! Readers of other notations: each makes a source grammar of the text of one file.
//!
//! Readers share a cursor over the text (`scan`), choices of sequences (`expressions`) and regular expressions (`regex`). `signs` collects
//! the marks by which a notation is known.

mod abnf;
mod antlr;
mod bnf;
mod expressions;
mod fuzzing_book;
mod iso;
mod lark;
mod peg;
mod pegen;
mod pest;
mod regex;
mod scan;
pub(crate) mod signs;
mod tree_sitter;
mod w3c;
pub(crate) use crate::files::{SourceFile, SourceFiles};
use crate::problem::ImportProblem;
use crate::source::{SourceGrammar, SourceItemKind, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;
use signs::Signs;
use std::collections::{HashMap, HashSet};

/// The function that reads a notation. The number is the index of the file to read.
#[derive(Debug, Clone, Copy)]
enum Reader {
    /// Each file is a grammar of its own.
    One(fn(&str, usize, &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar),
    /// A file may name others, for example `options { tokenVocab = WordsLexer; }` of ANTLR.
    Several(fn(&mut SourceFiles<'_>, usize, &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar),
    /// The files have several grammars, with names.
    Named(fn(&mut SourceFiles<'_>, Option<&str>, &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar),
}

/// A notation that can be read.
#[derive(Debug, Clone, Copy)]
pub struct Notation {
    /// Its name for `--from`.
    pub name: &'static str,
    /// Its name in messages: "a grammar of …".
    pub title: &'static str,
    /// Ends of the names of its files, for example `.abnf`.
    pub endings: &'static [&'static str],
    /// Whether its rules are written as in a grammar file of grammarc, so that only its texts tell it from one.
    pub has_own_rules: bool,
    looks_like: fn(&Signs<'_>) -> bool,
    reader: Reader,
}

/// All notations with a reader here. A text is of the first that it looks like, so those with the surest signs come first.
pub const NOTATIONS: &[Notation] = &[
    Notation {
        name: "tree-sitter",
        title: "tree-sitter",
        endings: &[".json"],
        has_own_rules: false,
        looks_like: tree_sitter::looks_like,
        reader: Reader::One(tree_sitter::read),
    },
    Notation {
        name: "antlr",
        title: "ANTLR",
        endings: &[".g4"],
        has_own_rules: false,
        looks_like: antlr::looks_like,
        reader: Reader::Several(antlr::read),
    },
    Notation {
        name: "fuzzingbook",
        title: "the Fuzzing Book",
        endings: &[".py", ".json"],
        has_own_rules: false,
        looks_like: fuzzing_book::looks_like,
        reader: Reader::Named(fuzzing_book::read),
    },
    Notation {
        name: "pest",
        title: "pest",
        endings: &[".pest"],
        has_own_rules: false,
        looks_like: pest::looks_like,
        reader: Reader::One(pest::read),
    },
    Notation {
        name: "bnf",
        title: "BNF without quotes",
        endings: &[],
        has_own_rules: true,
        looks_like: bnf::looks_like,
        reader: Reader::One(bnf::read),
    },
    Notation {
        name: "w3c",
        title: "W3C EBNF",
        endings: &[".w3c", ".ebnf"],
        has_own_rules: false,
        looks_like: w3c::looks_like,
        reader: Reader::One(w3c::read),
    },
    Notation {
        name: "peg",
        title: "PEG",
        endings: &[".pegjs", ".peggy", ".peg"],
        has_own_rules: false,
        looks_like: peg::looks_like,
        reader: Reader::One(peg::read),
    },
    Notation {
        name: "pegen",
        title: "pegen",
        endings: &[".gram"],
        has_own_rules: false,
        looks_like: pegen::looks_like,
        reader: Reader::One(pegen::read),
    },
    Notation {
        name: "lark",
        title: "Lark",
        endings: &[".lark"],
        has_own_rules: false,
        looks_like: lark::looks_like,
        reader: Reader::One(lark::read),
    },
    Notation {
        name: "iso",
        title: "ISO EBNF",
        endings: &[".iso", ".ebnf"],
        has_own_rules: false,
        looks_like: iso::looks_like,
        reader: Reader::One(iso::read),
    },
    Notation {
        name: "abnf",
        title: "ABNF",
        endings: &[".abnf"],
        has_own_rules: false,
        looks_like: abnf::looks_like,
        reader: Reader::One(abnf::read),
    },
];

/// Returns the names of all notations, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = NOTATIONS.iter().map(|notation| notation.name).collect();
    names.sort_unstable();
    names
}

impl Notation {
    /// Whether a text has the signs of this notation. Those of a notation before it in [`NOTATIONS`] count more.
    pub(crate) fn looks_like(&self, signs: &Signs<'_>) -> bool {
        (self.looks_like)(signs)
    }

    /// Reads the files of an import as one grammar. Where files name others, the first file is the main one; else the rules of all
    /// of them count. Any text gives a grammar: where `problems` has errors, it is what was read before them. Every name in it has
    /// a rule; a rule that the files lack matches nothing, and is a problem.
    pub fn read(&self, files: &mut SourceFiles<'_>, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
        self.read_named(files, None, problems)
    }

    /// Reads the grammar of this name; without a name, as [`Self::read`].
    pub fn read_named(
        &self,
        files: &mut SourceFiles<'_>,
        name: Option<&str>,
        problems: &mut Vec<Diagnostic<ImportProblem>>,
    ) -> SourceGrammar {
        if let (Some(name), Reader::One(_) | Reader::Several(_)) = (name, self.reader) {
            let problem = ImportProblem::NoSuchGrammar { name: name.to_owned(), known: Vec::new() };
            problems.push(Diagnostic::new(problem, 0..0));
        }
        let mut grammar = match self.reader {
            Reader::Named(read) => read(files, name, problems),
            Reader::One(read) => {
                let texts = files.list().iter().map(|file| file.text.as_str()).enumerate();
                let grammars = texts.map(|(file, text)| read(text, file, problems));
                grammars.reduce(joined).unwrap_or_default()
            }
            Reader::Several(read) => read(files, 0, problems),
        };
        join_repeated_rules(&mut grammar, problems);
        add_missing_rules(&mut grammar, problems);
        grammar
    }

    /// Reads a text that stands alone.
    pub fn read_text(&self, text: &str, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
        let file = SourceFile { path: String::new(), text: text.to_owned() };
        self.read(&mut SourceFiles::new(vec![file], &|_| None), problems)
    }
}

/// Adds the rules of a further file. Settings that only one grammar can have, such as the word token, are those of the first.
fn joined(mut first: SourceGrammar, next: SourceGrammar) -> SourceGrammar {
    // A rule that a reader adds, such as `ALPHA` of ABNF, is added once.
    let is_known = |rule: &SourceRule| rule.place.span.is_empty() && first.rules.iter().any(|it| it.name == rule.name);
    let rules: Vec<SourceRule> = next.rules.into_iter().filter(|rule| !is_known(rule)).collect();
    first.rules.extend(rules);
    first.skips.extend(next.skips.into_iter().filter(|name| !first.skips.contains(name)).collect::<Vec<_>>());
    if first.starts.is_empty() {
        first.starts = next.starts;
    }
    first.word = first.word.or(next.word);
    first
}

/// Gives the alternatives of a second rule of a name to the first one.
fn join_repeated_rules(grammar: &mut SourceGrammar, problems: &mut Vec<Diagnostic<ImportProblem>>) {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut joined: Vec<SourceRule> = Vec::new();
    for rule in std::mem::take(&mut grammar.rules) {
        let Some(&first) = places.get(&rule.name) else {
            places.insert(rule.name.clone(), joined.len());
            joined.push(rule);
            continue;
        };
        let problem = ImportProblem::Repeated { name: rule.name };
        problems.push(Diagnostic::new(problem, rule.place.span).in_file(rule.place.file));
        joined[first].alternatives.extend(rule.alternatives);
    }
    grammar.rules = joined;
}

/// Adds a rule that matches nothing for each name without a rule, so that the rest of the grammar can be used.
fn add_missing_rules(grammar: &mut SourceGrammar, problems: &mut Vec<Diagnostic<ImportProblem>>) {
    let mut known: HashSet<String> = grammar.rules.iter().map(|rule| rule.name.clone()).collect();
    let mut missing = Vec::new();
    for rule in &mut grammar.rules {
        let rule_place = rule.place.clone();
        visit_items(&mut rule.alternatives, &mut |item| {
            if let SourceItemKind::Name(name) = &item.kind
                && known.insert(name.clone())
            {
                let place = if item.place.span.is_empty() { &rule_place } else { &item.place };
                missing.push(expressions::unmatched_rule(name, place.clone()));
            }
        });
    }
    grammar.skips.retain(|name| {
        let is_known = known.contains(name);
        if !is_known {
            problems.push(Diagnostic::new(ImportProblem::Undefined { name: name.clone() }, 0..0));
        }
        is_known
    });
    for rule in missing {
        let problem = ImportProblem::Undefined { name: rule.name.clone() };
        problems.push(Diagnostic::new(problem, rule.place.span.clone()).in_file(rule.place.file));
        grammar.rules.push(rule);
    }
}
