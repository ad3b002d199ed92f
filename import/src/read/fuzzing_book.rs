//! Grammars of *The Fuzzing Book*: a dictionary from names to lists of expansions, in Python or in JSON.
//!
//! For example, `{"<start>": ["<digit>+<start>", ("<digit>", opts(prob=0.3))], "<digit>": crange('0', '9')}`. A file may have several,
//! make one of another (`extend_grammar(A, {…})`, `{**A, …}`), and change one later (`A.update({…})`, `A["<x>"] = […]`). `statements`
//! finds these places in a file of Python, `values` reads the values there, `evaluate` computes them, and `expansions` makes rules.

mod evaluate;
mod expansions;
mod statements;
mod values;

use super::signs::Signs;
use crate::files::SourceFiles;
use crate::problem::ImportProblem;
use crate::source::{SourceGrammar, SourcePlace, SourceRule};
use evaluate::BookNames;
use grammarc_dsl::diagnostic::Diagnostic;

/// Whether the text is JSON with names in angle brackets, or a line begins with a rule, such as `"<list>": [`, or has the first one of a
/// dictionary, such as `WORDS = {"<list>": [`.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    let is_rule = |line: &str, quote: char| {
        let name =
            line.strip_prefix(quote).and_then(|rest| rest.strip_prefix('<')).and_then(|rest| rest.split_once('>'));
        name.is_some_and(|(_, rest)| rest.strip_prefix(quote).is_some_and(|rest| rest.trim_start().starts_with(':')))
    };
    match &signs.members {
        Some(members) => members.keys().any(|name| name.starts_with('<')),
        None => signs.any(|line| {
            let line = line.split_once('{').map_or(line, |(_, inner)| inner.trim_start());
            is_rule(line, '"') || is_rule(line, '\'')
        }),
    }
}

/// Reads the grammar of this name from all files; without a name, the first of each file. `from Grammars import EXPR_GRAMMAR` reads
/// `Grammars.py`, too, if it is there.
pub(crate) fn read(
    files: &mut SourceFiles<'_>,
    wanted: Option<&str>,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> SourceGrammar {
    let mut names = BookNames::default();
    let mut grammar = SourceGrammar::default();
    let given = files.list().len();
    for file in 0..given {
        let before = names.grammars().count();
        let head = statements::run(files, file, &mut names);
        if file == 0 {
            grammar.head = head;
        }
        if wanted.is_none() {
            let own: Vec<String> = names.grammars().skip(before).map(str::to_owned).collect();
            let (taken, others) = match own.split_first() {
                Some((taken, others)) => (taken.clone(), others.to_vec()),
                None => {
                    let expected = "a dictionary whose keys are names such as \"<start>\"".to_owned();
                    let end = files.list()[file].text.len();
                    problems.push(Diagnostic::new(ImportProblem::Syntax { expected }, end..end).in_file(file));
                    continue;
                }
            };
            let found = expansions::grammar(&mut names, &taken, problems);
            if !others.is_empty() {
                let place = names.place(&others[0]);
                let problem = ImportProblem::OtherGrammars { taken: shown(&taken), names: others };
                problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
            }
            grammar.rules.extend(found);
        }
    }
    if let Some(wanted) = wanted {
        let is_known = names.grammars().any(|name| name == wanted);
        match is_known {
            true => grammar.rules = expansions::grammar(&mut names, wanted, problems),
            false => {
                let known = names.grammars().map(str::to_owned).collect();
                problems.push(Diagnostic::new(ImportProblem::NoSuchGrammar { name: wanted.to_owned(), known }, 0..0));
            }
        }
    }
    problems.extend(names.take_problems());
    let is_there = grammar.rules.iter().any(|rule| rule.name == "start");
    grammar.starts = is_there.then(|| "start".to_owned()).into_iter().collect();
    grammar
}

/// Returns the name of a grammar for messages.
fn shown(name: &str) -> String {
    if name.is_empty() { "the first".to_owned() } else { format!("`{name}`") }
}

/// A value of Python, as far as grammars need it.
#[derive(Debug, Clone)]
enum Value {
    Text(String),
    Number(f64),
    /// A list, a tuple or a set.
    List(Vec<Placed>),
    Dictionary(Vec<Entry>),
    /// A name, with dots: `EXPR_GRAMMAR`, `string.digits`.
    Name(String),
    /// A call with its arguments.
    Call(String, Vec<Placed>),
    /// An argument `x=1`.
    Keyword(String, Box<Placed>),
    /// `**x` in a dictionary or a call.
    Spread(Box<Placed>),
    /// `text.replace('<', '')`
    Method(Box<Placed>, String, Vec<Placed>),
    /// `grammar["<start>"]`
    Item(Box<Placed>, Box<Placed>),
    /// `text[1:]`
    Slice(Box<Placed>, Option<i64>, Option<i64>),
    /// `a + b - c | d`, or `a * 5`: the first, then each other with its operator.
    Chain(Box<Placed>, Vec<(char, Placed)>),
    /// `[c for c in letters if c not in others]`: the letters, and the others.
    Each(Box<Placed>, Option<Box<Placed>>),
    /// Code, such as `lambda: 1`.
    Code(String),
}

#[derive(Debug, Clone)]
struct Placed {
    value: Value,
    place: SourcePlace,
}

/// An entry of a dictionary.
#[derive(Debug, Clone)]
enum Entry {
    /// `"<name>": […]`: the rule without alternatives, with its comment, and its value.
    Rule(Box<SourceRule>, Placed),
    /// Any other key.
    Other(String, Placed),
    /// `**A`
    Spread(Placed),
}
