//! The values of names in a file of Python: grammars, and the lists and texts that they are made of.
//!
//! For example, after `A = {"<x>": LETTERS}` and `B = extend_grammar(A, {"<y>": A["<x>"] + ["!"]})` there are two grammars, and `B` has
//! the rules of `A`, too.

use std::collections::{HashMap, HashSet};

use super::{Entry, Placed, Value};
use crate::problem::ImportProblem;
use crate::read::scan::Reading;
use crate::source::{SourcePlace, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Values that may be copied for names, in all: `A = A + A`, sixty times, would take all memory.
const MAX_COPIED_VALUES: usize = 1 << 20;

/// The names of all files read so far.
#[derive(Debug)]
pub(super) struct BookNames {
    known: HashMap<String, Known>,
    /// The grammars of files that the user named, in the order in which they were first made.
    grammars: Vec<(String, SourcePlace)>,
    /// Names whose grammars are made into others by `convert_ebnf_grammar`.
    converted: HashSet<String>,
    read: HashSet<usize>,
    problems: Vec<Diagnostic<ImportProblem>>,
    /// How many imports deep the reading is.
    imports: usize,
    /// Values that may still be copied.
    room: usize,
    unnamed: usize,
}

#[derive(Debug)]
enum Known {
    Grammar(Rules),
    Value(Placed),
    /// It looks like a grammar, but cannot be read.
    Broken(Box<Diagnostic<ImportProblem>>),
}

/// A grammar: its rules without alternatives, each with the value of its expansions.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules {
    pub(super) entries: Vec<(SourceRule, Placed)>,
    /// Whether expansions have `?`, `*`, `+` and brackets.
    pub(super) is_ebnf: bool,
    /// Grammars that it is made of, and that no file has.
    pub(super) missing: Vec<(String, SourcePlace)>,
}

/// The effect of a statement on a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The value is the new one.
    Assign,
    /// Its entries come to those of the old one.
    Update,
}

impl Default for BookNames {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            grammars: Vec::new(),
            converted: HashSet::new(),
            read: HashSet::new(),
            problems: Vec::new(),
            imports: 0,
            room: MAX_COPIED_VALUES,
            unnamed: 0,
        }
    }
}

impl BookNames {
    /// Returns the names of the grammars, in the order of the files.
    pub(super) fn grammars(&self) -> impl Iterator<Item = &str> {
        self.grammars.iter().map(|(name, _)| name.as_str())
    }

    /// Returns where a grammar is first made.
    pub(super) fn place(&self, name: &str) -> SourcePlace {
        self.grammars.iter().find(|(known, _)| known == name).map(|(_, place)| place.clone()).unwrap_or_default()
    }

    pub(super) fn begin(&mut self, file: usize) {
        self.read.insert(file);
    }

    pub(super) fn is_unread(&self, file: usize) -> bool {
        !self.read.contains(&file)
    }

    /// Reads an imported file, whose grammars are not offered.
    pub(super) fn within_import(&mut self, read: impl FnOnce(&mut Self)) {
        self.imports += 1;
        read(self);
        self.imports -= 1;
    }

    pub(super) fn note(&mut self, problems: Vec<Diagnostic<ImportProblem>>) {
        self.problems.extend(problems);
    }

    pub(super) fn take_problems(&mut self) -> Vec<Diagnostic<ImportProblem>> {
        std::mem::take(&mut self.problems)
    }

    /// Returns a grammar with its rules; the mistake in it if it cannot be read.
    pub(super) fn rules(&mut self, name: &str) -> Reading<Rules> {
        match self.known.get(name) {
            Some(Known::Grammar(rules)) => {
                let is_ebnf = rules.is_ebnf || self.converted.contains(name) || name.contains("EBNF");
                Ok(Rules { is_ebnf, ..rules.clone() })
            }
            Some(Known::Broken(mistake)) => Err(mistake.clone()),
            _ => Ok(Rules::default()),
        }
    }

    /// Carries out a statement. One that makes no grammar counts for the names in grammars alone.
    pub(super) fn change(&mut self, name: &str, change: Change, made: Reading<Placed>, place: SourcePlace) {
        let name = if name.is_empty() {
            self.unnamed += 1;
            format!("#{}", self.unnamed)
        } else {
            name.to_owned()
        };
        let known = match made {
            Err(mistake) => Known::Broken(mistake),
            Ok(value) => match (self.grammar(&value), change) {
                (None, Change::Assign) => Known::Value(self.resolved(&value)),
                (None, Change::Update) => return,
                (Some(Err(mistake)), _) => Known::Broken(mistake),
                (Some(Ok(rules)), Change::Assign) => Known::Grammar(rules),
                (Some(Ok(rules)), Change::Update) => match self.known.remove(&name) {
                    Some(Known::Grammar(old)) => Known::Grammar(old.with(rules)),
                    Some(broken @ Known::Broken(_)) => broken,
                    _ => {
                        let missing = vec![(name.clone(), place.clone())];
                        Known::Grammar(Rules { missing, ..rules })
                    }
                },
            },
        };
        let is_grammar = !matches!(known, Known::Value(_));
        if is_grammar && self.imports == 0 && !self.grammars.iter().any(|(other, _)| *other == name) {
            self.grammars.push((name.clone(), place));
        }
        self.known.insert(name, known);
    }

    /// Makes a grammar of a value; none if it is something else.
    fn grammar(&mut self, value: &Placed) -> Option<Reading<Rules>> {
        match &value.value {
            Value::Dictionary(entries) => self.dictionary(entries),
            Value::Name(name) => match self.known.get(name)? {
                Known::Grammar(rules) => {
                    let rules = rules.clone();
                    Some(self.paid(rules, value))
                }
                Known::Broken(mistake) => Some(Err(mistake.clone())),
                Known::Value(_) => None,
            },
            Value::Call(function, arguments) => self.called(function, arguments),
            Value::Method(of, method, _) if method == "copy" => self.grammar(of),
            Value::Chain(first, others) if others.iter().all(|(operator, _)| *operator == '|') => {
                let all: Vec<&Placed> = std::iter::once(&**first).chain(others.iter().map(|(_, it)| it)).collect();
                self.merged(&all)
            }
            _ => None,
        }
    }

    /// Subtracts the rules that were copied from the room for copies.
    fn paid(&mut self, rules: Rules, value: &Placed) -> Reading<Rules> {
        let size: usize = rules.entries.iter().map(|(_, value)| size_of(value)).sum();
        match self.room.checked_sub(size) {
            Some(room) => self.room = room,
            None => return Err(expected("a smaller grammar", &value.place)),
        }
        Ok(rules)
    }

    /// Makes a grammar of a dictionary; none if it has no rule, and copies no grammar.
    fn dictionary(&mut self, entries: &[Entry]) -> Option<Reading<Rules>> {
        let mut rules = Rules::default();
        let mut is_grammar = false;
        let mut other = None;
        // A rule of a spread is there to be replaced; two of the literal itself are a mistake.
        let mut own: Vec<&str> = Vec::new();
        for entry in entries {
            match entry {
                Entry::Rule(rule, value) => {
                    is_grammar = true;
                    let value = self.resolved(value);
                    let of_literal = |it: &&mut (SourceRule, Placed)| it.0.name == rule.name;
                    if let Some(first) = rules.entries.iter_mut().find(of_literal) {
                        if own.contains(&rule.name.as_str()) {
                            let construct = format!("the first definition of `<{}>`", rule.name);
                            let place = &first.0.place;
                            let problem = Diagnostic::new(ImportProblem::LeftOut { construct }, place.span.clone());
                            self.problems.push(problem.in_file(place.file));
                        }
                        *first = ((**rule).clone(), value);
                    } else {
                        rules.entries.push(((**rule).clone(), value));
                    }
                    own.push(&rule.name);
                }
                Entry::Other(_, value) => other = Some(&value.place),
                Entry::Spread(spread) => match (self.grammar(spread), &spread.value) {
                    (Some(Ok(inner)), _) => {
                        is_grammar = true;
                        rules = rules.with(inner);
                    }
                    (Some(mistake), _) => return Some(mistake),
                    (None, Value::Name(name)) => rules.missing.push((name.clone(), spread.place.clone())),
                    (None, _) => {}
                },
            }
        }
        match other {
            Some(place) if is_grammar => Some(Err(expected("a name in angle brackets, such as \"<start>\"", place))),
            _ => is_grammar.then_some(Ok(rules)),
        }
    }

    /// Makes the grammar that a function of the book returns.
    fn called(&mut self, function: &str, arguments: &[Placed]) -> Option<Reading<Rules>> {
        let positional: Vec<&Placed> = arguments
            .iter()
            .filter_map(|argument| match &argument.value {
                Value::Keyword(..) => None,
                Value::Spread(inner) => Some(&**inner),
                _ => Some(argument),
            })
            .collect();
        match function {
            "extend_grammar" | "dict" | "Grammar" => self.merged(&positional),
            "canonical" | "non_canonical" | "copy.copy" | "copy.deepcopy" | "deepcopy" => {
                self.merged(positional.get(..1)?)
            }
            "convert_ebnf_grammar" => {
                if let Some(Placed { value: Value::Name(name), .. }) = positional.first() {
                    self.converted.insert(name.clone());
                }
                let rules = self.merged(positional.get(..1)?)?;
                Some(rules.map(|rules| Rules { is_ebnf: true, ..rules }))
            }
            _ => None,
        }
    }

    /// Makes one grammar of several; of equal rules the last counts.
    fn merged(&mut self, parts: &[&Placed]) -> Option<Reading<Rules>> {
        let mut rules = Rules::default();
        let mut is_grammar = false;
        for part in parts {
            match self.grammar(part) {
                Some(Ok(inner)) => {
                    is_grammar = true;
                    rules = rules.with(inner);
                }
                Some(mistake) => return Some(mistake),
                None => {
                    if let Value::Name(name) = &part.value {
                        rules.missing.push((name.clone(), part.place.clone()));
                    }
                }
            }
        }
        is_grammar.then_some(Ok(rules))
    }

    /// Puts the values of names into a value: `LETTERS`, `A["<x>"]`.
    fn resolved(&mut self, value: &Placed) -> Placed {
        let place = value.place.clone();
        let boxed = |names: &mut Self, inner: &Placed| Box::new(names.resolved(inner));
        let all = |names: &mut Self, list: &[Placed]| list.iter().map(|inner| names.resolved(inner)).collect();
        let found = match &value.value {
            Value::Name(name) => self.copied(name, None),
            Value::Item(of, key) => match (&of.value, &key.value) {
                (Value::Name(name), Value::Text(key)) => self.copied(name, Some(key)),
                _ => None,
            },
            Value::List(list) => Some(Value::List(all(self, list))),
            Value::Call(function, list) => Some(Value::Call(function.clone(), all(self, list))),
            Value::Method(of, name, list) => Some(Value::Method(boxed(self, of), name.clone(), all(self, list))),
            Value::Slice(of, first, last) => Some(Value::Slice(boxed(self, of), *first, *last)),
            Value::Spread(inner) => Some(Value::Spread(boxed(self, inner))),
            Value::Each(letters, others) => {
                let others = others.as_ref().map(|others| boxed(self, others));
                Some(Value::Each(boxed(self, letters), others))
            }
            Value::Chain(first, others) => {
                let first = boxed(self, first);
                Some(Value::Chain(first, others.iter().map(|(sign, it)| (*sign, self.resolved(it))).collect()))
            }
            _ => None,
        };
        Placed { value: found.unwrap_or_else(|| value.value.clone()), place }
    }

    /// Copies the value of a name, or of a rule of a grammar; none if it is not known, or too much was copied.
    fn copied(&mut self, name: &str, rule: Option<&str>) -> Option<Value> {
        let value = match (self.known.get(name)?, rule) {
            (Known::Value(value), None) => value,
            (Known::Grammar(rules), Some(key)) => {
                let key = key.strip_prefix('<')?.strip_suffix('>')?;
                &rules.entries.iter().find(|(rule, _)| rule.name == key)?.1
            }
            _ => return None,
        };
        let size = size_of(value);
        let value = value.value.clone();
        self.room = self.room.checked_sub(size)?;
        Some(value)
    }
}

impl Rules {
    /// Adds the rules of another grammar, which count where both have one.
    fn with(mut self, other: Self) -> Self {
        let places: HashMap<String, usize> =
            self.entries.iter().enumerate().map(|(place, (rule, _))| (rule.name.clone(), place)).collect();
        for (rule, value) in other.entries {
            match places.get(&rule.name) {
                Some(&place) => self.entries[place] = (rule, value),
                None => self.entries.push((rule, value)),
            }
        }
        self.is_ebnf |= other.is_ebnf;
        self.missing.extend(other.missing);
        self
    }
}

/// The number of values in a value.
fn size_of(value: &Placed) -> usize {
    let all = |list: &[Placed]| list.iter().map(size_of).sum::<usize>();
    1 + match &value.value {
        Value::List(list) | Value::Call(_, list) => all(list),
        Value::Method(of, _, list) => size_of(of) + all(list),
        Value::Chain(first, others) => size_of(first) + others.iter().map(|(_, it)| size_of(it)).sum::<usize>(),
        Value::Each(of, others) => size_of(of) + others.as_ref().map_or(0, |others| size_of(others)),
        Value::Keyword(_, of) | Value::Spread(of) | Value::Slice(of, ..) => size_of(of),
        Value::Item(of, key) => size_of(of) + size_of(key),
        Value::Dictionary(entries) => {
            let value_of = |entry: &Entry| match entry {
                Entry::Rule(_, value) | Entry::Other(_, value) | Entry::Spread(value) => size_of(value),
            };
            entries.iter().map(value_of).sum()
        }
        Value::Text(_) | Value::Number(_) | Value::Name(_) | Value::Code(_) => 0,
    }
}

/// The mistake that something else stands at a place.
pub(super) fn expected(expected: &str, place: &SourcePlace) -> Box<Diagnostic<ImportProblem>> {
    let problem = ImportProblem::Syntax { expected: expected.to_owned() };
    Box::new(Diagnostic::new(problem, place.span.clone()).in_file(place.file))
}
