//! The files of one grammar as one: the parser, its lexer, and all that they import.

use super::file::{self, GrammarFile, GrammarKind, LexerRule, NameUse};
use crate::files::SourceFiles;
use crate::problem::ImportProblem;
use crate::source::SourceRule;
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::HashSet;

/// The rules of all files of a grammar.
#[derive(Default)]
pub(super) struct WholeGrammar {
    pub(super) name: String,
    pub(super) head: Vec<String>,
    pub(super) declared: Vec<NameUse>,
    pub(super) parser_rules: Vec<SourceRule>,
    pub(super) lexer_rules: Vec<LexerRule>,
}

/// Reads file `index`, its lexer and its imports. If it is a lexer, the parser is the main file: that which stands in the list, or
/// beside it.
pub(super) fn load(
    files: &mut SourceFiles<'_>,
    index: usize,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> WholeGrammar {
    let named = files.list().len();
    let mut loader = Loader { files, problems, seen: HashSet::new(), whole: WholeGrammar::default() };
    let mut main = loader.read(index);
    if main.kind == GrammarKind::Lexer
        && let Some(parser) = loader.parser_of(&main.name, index, named)
    {
        let lexer = std::mem::replace(&mut main, parser);
        loader.start(&mut main);
        loader.add(main, true);
        loader.add(lexer, false);
    } else {
        loader.start(&mut main);
        let needs_lexer = main.kind == GrammarKind::Parser && main.vocabulary.is_none();
        loader.add(main, true);
        if needs_lexer {
            loader.add_named_lexers(named);
        }
    }
    loader.note_unused(named);
    loader.whole
}

struct Loader<'a, 'f> {
    files: &'a mut SourceFiles<'f>,
    problems: &'a mut Vec<Diagnostic<ImportProblem>>,
    /// Files that were read.
    seen: HashSet<usize>,
    whole: WholeGrammar,
}

impl Loader<'_, '_> {
    fn read(&mut self, index: usize) -> GrammarFile {
        self.seen.insert(index);
        let text = self.files.list().get(index).map(|file| file.text.clone()).unwrap_or_default();
        file::read(&text, index, self.problems)
    }

    fn start(&mut self, main: &mut GrammarFile) {
        self.whole.name.clone_from(&main.name);
        self.whole.head = std::mem::take(&mut main.head);
    }

    /// The parser that belongs to a lexer: another file of the user's, or `WordsParser.g4` beside `WordsLexer.g4`.
    fn parser_of(&mut self, lexer: &str, index: usize, named: usize) -> Option<GrammarFile> {
        let mut other = (0..named).find(|&other| other != index && !self.is_lexer(other));
        if other.is_none()
            && let Some(base) = lexer.strip_suffix("Lexer")
        {
            other = self.files.index_of(&format!("{base}Parser.g4"));
        }
        other.map(|other| self.read(other))
    }

    fn is_lexer(&self, index: usize) -> bool {
        let text = self.files.list().get(index).map(|file| file.text.as_str()).unwrap_or_default();
        file::read(text, index, &mut Vec::new()).kind == GrammarKind::Lexer
    }

    /// Adds the rules of a file, then those of the files that it names. A rule that is known already counts alone, as the importing
    /// file wins.
    fn add(&mut self, mut grammar: GrammarFile, has_parser: bool) {
        let known: HashSet<String> = self.whole.parser_rules.iter().map(|rule| rule.name.clone()).collect();
        if has_parser {
            let rules = grammar.parser_rules.drain(..).filter(|rule| !known.contains(&rule.name));
            self.whole.parser_rules.extend(rules);
        }
        let known: HashSet<String> = self.whole.lexer_rules.iter().map(|rule| rule.rule.name.clone()).collect();
        let rules = grammar.lexer_rules.drain(..).filter(|rule| !known.contains(&rule.rule.name));
        self.whole.lexer_rules.extend(rules);
        self.whole.declared.append(&mut grammar.declared);
        for import in std::mem::take(&mut grammar.imports) {
            self.add_file(&import, has_parser);
        }
        if let Some(vocabulary) = grammar.vocabulary {
            self.add_file(&vocabulary, false);
        }
    }

    fn add_file(&mut self, file: &NameUse, has_parser: bool) {
        let name = format!("{}.g4", file.name);
        match self.files.index_of(&name) {
            Some(index) if self.seen.contains(&index) => {}
            Some(index) => {
                let grammar = self.read(index);
                self.add(grammar, has_parser);
            }
            None => {
                let place = &file.place;
                let problem = ImportProblem::MissingFile { name };
                self.problems.push(Diagnostic::new(problem, place.span.clone()).in_file(place.file));
            }
        }
    }

    /// For a parser that names no lexer: those that the user names.
    fn add_named_lexers(&mut self, named: usize) {
        for index in 0..named {
            if !self.seen.contains(&index) && self.is_lexer(index) {
                let grammar = self.read(index);
                self.add(grammar, false);
            }
        }
    }

    fn note_unused(&mut self, named: usize) {
        for index in (0..named).filter(|index| !self.seen.contains(index)) {
            let construct = "this file, which the first one does not name,".to_owned();
            self.problems.push(Diagnostic::new(ImportProblem::LeftOut { construct }, 0..0).in_file(index));
        }
    }
}
