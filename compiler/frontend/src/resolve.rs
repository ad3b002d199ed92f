//! Names to rules, and everything that can be wrong with a grammar before it is lowered.
//!
//! Every check is a function from the program to complaints; all of them run, so that an author sees all problems at once.

mod annotations;
mod choices;
mod codecs;
mod empties;
pub(crate) mod functions;
mod hooks;
mod inline;
mod labels;
mod layout;
mod literals;
mod names;
mod namespaces;
mod numbers;
mod productive;
mod regular;
mod values;
mod warnings;

use std::collections::{HashMap, HashSet};

use grammarc_dsl::ast::{Alternative, Encoding, Item, ModifierKind, PrimaryKind, Rule, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use crate::import::Sources;
use crate::walk;

pub(crate) use annotations::{Associativity, annotation, precedence};
pub use codecs::{codec, of_rule as codec_of_rule};
pub(crate) use hooks::notation::{HookNames, meanings};
pub use labels::{LabelMark, LabelScope};
pub(crate) use productive::{Productivity, can_be_left_out};
pub use regular::{Regularity, constant, has_constant_count, regularity};

/// All rules of all files, with every name resolved.
#[derive(Debug)]
pub struct Program<'a> {
    /// The files.
    pub sources: &'a Sources,
    /// All rules, file by file, in order.
    pub rules: Vec<Definition<'a>>,
    /// The options of each file, from its directives.
    pub files: Vec<FileDirectives>,
    /// For each file, its names: of its own rules and of those it imports.
    names: Vec<HashMap<String, usize>>,
    /// For each rule the rules that its body mentions, once for every time.
    parts: Vec<Vec<usize>>,
    /// For each rule the items of its body, those of nested groups included.
    items: Vec<Vec<&'a Item>>,
    /// The rule of a whole input; none if there is no rule at all.
    pub start: Option<usize>,
    /// All rules that `%start` names, and `start`: a user may choose any of them.
    pub starts: Vec<usize>,
    /// The unit of a character: a code point in UTF-8, or a byte.
    pub encoding: Encoding,
    /// For each rule whether its body skips nothing: tokens, `%exact`, and the rules behind `%skip` itself.
    pub exact: Vec<bool>,
    /// For each rule whether it derives a finite text.
    pub productive: Vec<bool>,
}

/// One rule and where it stands.
#[derive(Debug)]
pub struct Definition<'a> {
    /// Which file.
    pub file: usize,
    /// Its syntax tree.
    pub rule: &'a Rule,
    /// A name that no other rule has: as the first file sees it, where it does.
    pub name: String,
}

/// The directives of one file that name a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileDirectives {
    /// `%skip`: the number of the rule.
    pub skip: Option<usize>,
    /// `%word`: the number of the token.
    pub word: Option<usize>,
    /// `%layout`.
    pub layout: Option<FileLayout>,
}

/// The tokens of `%layout`, as numbers of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLayout {
    /// The end of a line.
    pub line_end: usize,
    /// The blanks at the beginning of a line.
    pub blank: usize,
}

impl<'a> Program<'a> {
    /// Returns the number of the rule that a file knows by this name.
    pub fn lookup(&self, file: usize, name: &str) -> Option<usize> {
        self.names[file].get(name).copied()
    }

    /// Returns the rule that may stand after every terminal of this rule's body.
    pub fn skip(&self, rule: usize) -> Option<usize> {
        self.files[self.rules[rule].file].skip.filter(|_| !self.exact[rule])
    }

    /// Returns the rules that a rule mentions, in order, once for every time.
    pub fn parts(&self, rule: usize) -> &[usize] {
        &self.parts[rule]
    }

    /// Returns all items of a rule in the order of [`walk::items`].
    pub fn items(&self, rule: usize) -> &[&'a Item] {
        &self.items[rule]
    }

    /// Returns the alternatives of a rule.
    pub fn body(&self, rule: usize) -> &'a [Alternative] {
        &self.rules[rule].rule.alternatives
    }

    /// Returns whether a rule has the item `token`.
    pub fn has_any_token(&self, rule: usize) -> bool {
        walk::all_primaries(self.items(rule)).any(|primary| primary.kind == PrimaryKind::AnyToken)
    }

    /// Returns the tokens that only `token` uses: no rule mentions them, and they are in a file with that item.
    pub fn loose_tokens(&self) -> Vec<usize> {
        let rules = || 0..self.rules.len();
        let files: HashSet<usize> =
            rules().filter(|&rule| self.has_any_token(rule)).map(|rule| self.rules[rule].file).collect();
        if files.is_empty() {
            return Vec::new();
        }
        let mentioned: HashSet<usize> = rules().flat_map(|rule| self.parts(rule)).copied().collect();
        let is_loose = |rule: &usize| self.has(*rule, ModifierKind::Token) && !mentioned.contains(rule);
        rules().filter(|rule| files.contains(&self.rules[*rule].file)).filter(is_loose).collect()
    }

    /// Returns whether the rule has the modifier.
    pub fn has(&self, rule: usize, modifier: ModifierKind) -> bool {
        self.rules[rule].rule.modifiers.iter().any(|written| written.kind == modifier)
    }

    /// Returns whether the rule is expanded in place.
    pub fn is_inline(&self, rule: usize) -> bool {
        self.has(rule, ModifierKind::Inline)
    }

    /// Makes a complaint about something in the file of a rule.
    fn complain(&self, rule: usize, span: &Span, problem: Problem) -> Diagnostic {
        Diagnostic::new(problem, span.clone()).in_file(self.rules[rule].file)
    }
}

/// Resolves all names, and runs the checks that need no tables.
pub fn resolve<'a>(sources: &'a Sources, found: &mut Vec<Diagnostic>) -> Program<'a> {
    let mut program = names::collect(sources, found);
    names::check(&program, found);
    literals::check(&program, found);
    hooks::check(&program, found);
    namespaces::check(&program, found);
    functions::check(&program, found);
    inline::check(&program, found);
    labels::check(&program, found);
    layout::check(&program, found);
    regular::check(&program, found);
    productive::check(&mut program, found);
    values::check(&program, found);
    numbers::check(&program, found);
    // With errors, some warnings would only repeat their consequences: a rule with a misspelled name looks unused.
    if !found.iter().any(Diagnostic::is_error) {
        warnings::check(&program, found);
        choices::check(&program, found);
        empties::check(&program, found);
        namespaces::unused(&program, found);
    }
    once(found);
    program
}

/// A macro is looked at wherever it is used, but one complaint is enough.
pub(crate) fn once(found: &mut Vec<Diagnostic>) {
    found.sort_by_key(|diagnostic| (diagnostic.file, diagnostic.span.start, diagnostic.span.end));
    found.dedup();
}
