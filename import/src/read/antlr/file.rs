//! One file of ANTLR: its declarations, then its rules.

use super::super::expressions::Expressions;
use super::super::scan::{Cursor, Reading};
use super::command::Command;
use crate::licence::names_licence;
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceAlternative, SourcePlace, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// How comments begin that are for a program which formats grammars.
const FORMATTER: &str = "$antlr-format";

/// The contents of one file.
#[derive(Default)]
pub(super) struct GrammarFile {
    pub(super) kind: GrammarKind,
    pub(super) name: String,
    pub(super) head: Vec<String>,
    /// The lexer that `tokenVocab` names.
    pub(super) vocabulary: Option<NameUse>,
    /// Grammars after `import`.
    pub(super) imports: Vec<NameUse>,
    /// Tokens without rules, of `tokens { A, B }`.
    pub(super) declared: Vec<NameUse>,
    pub(super) parser_rules: Vec<SourceRule>,
    pub(super) lexer_rules: Vec<LexerRule>,
}

/// Which rules a file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum GrammarKind {
    #[default]
    Combined,
    Lexer,
    Parser,
}

/// A name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NameUse {
    pub(super) name: String,
    pub(super) place: SourcePlace,
}

/// A rule of the lexer, with the commands of each of its alternatives.
#[derive(Debug, Clone)]
pub(super) struct LexerRule {
    pub(super) rule: SourceRule,
    pub(super) commands: Vec<Vec<Command>>,
}

/// Reads a file up to its first mistake.
pub(super) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> GrammarFile {
    let mut reader = FileReader::new(text, file);
    let result = reader.statements();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    reader.grammar.head = reader.cursor.take_head();
    for comment in reader.comments() {
        comment.retain(|line| !line.starts_with(FORMATTER));
    }
    reader.grammar
}

/// The state of reading a file.
pub(super) struct FileReader<'t> {
    pub(super) cursor: Cursor<'t>,
    grammar: GrammarFile,
    mode: String,
    /// `caseInsensitive` of the whole file.
    folds: bool,
    /// `caseInsensitive` of the rule that is being read.
    rule_folds: Option<bool>,
    pub(super) is_in_lexer: bool,
    /// Groups around this place.
    pub(super) open_groups: usize,
    /// Whether the alternative that is being read has `<assoc=right>`.
    pub(super) is_right: bool,
    /// Commands of the alternatives of the lexer rule that is being read.
    pub(super) commands: Vec<Vec<Command>>,
}

impl<'t> FileReader<'t> {
    /// The head of the file, and the comments of all rules.
    fn comments(&mut self) -> impl Iterator<Item = &mut Vec<String>> {
        let lexer_rules = self.grammar.lexer_rules.iter_mut().map(|rule| &mut rule.rule);
        let rules = self.grammar.parser_rules.iter_mut().chain(lexer_rules);
        std::iter::once(&mut self.grammar.head).chain(rules.map(|rule| &mut rule.comment))
    }

    fn new(text: &'t str, file: usize) -> Self {
        Self {
            cursor: Cursor::new(text, file),
            grammar: GrammarFile::default(),
            mode: String::new(),
            folds: false,
            rule_folds: None,
            is_in_lexer: false,
            open_groups: 0,
            is_right: false,
            commands: Vec::new(),
        }
    }

    fn statements(&mut self) -> Reading<()> {
        self.cursor.eat("\u{feff}");
        self.blanks()?;
        self.declaration()?;
        self.blanks()?;
        while !self.cursor.is_done() {
            self.statement()?;
            self.blanks()?;
        }
        Ok(())
    }

    /// `lexer grammar Words;`
    fn declaration(&mut self) -> Reading<()> {
        self.cursor.extend_head();
        self.grammar.kind = if self.word("lexer") {
            GrammarKind::Lexer
        } else if self.word("parser") {
            GrammarKind::Parser
        } else {
            GrammarKind::Combined
        };
        self.blanks()?;
        if !self.word("grammar") {
            return Err(self.cursor.expected("`grammar` and a name"));
        }
        self.grammar.name = self.name_here("the name of the grammar")?.name;
        self.expect(";")
    }

    fn statement(&mut self) -> Reading<()> {
        let from = self.cursor.at();
        if self.cursor.eat("@") {
            return self.code_block(from);
        }
        if self.cursor.eat(";") {
            return Ok(());
        }
        if self.opens("options") {
            return self.options(true);
        }
        if self.opens("tokens") {
            let names = self.names_in_braces()?;
            self.grammar.declared.extend(names);
            return Ok(());
        }
        if self.opens("channels") {
            self.names_in_braces()?;
            return Ok(());
        }
        if self.word("import") {
            return self.imports();
        }
        let rule_from = self.cursor.at();
        if self.word("mode") {
            self.blanks()?;
            if !self.cursor.sees(":") {
                self.mode = self.name_here("the name of the mode")?.name;
                if self.mode == "DEFAULT_MODE" {
                    self.mode.clear();
                }
                return self.expect(";");
            }
            self.cursor.go(rule_from);
        }
        self.rule()
    }

    /// `@parser::members { … }`
    fn code_block(&mut self, from: usize) -> Reading<()> {
        self.name_here("the name of the code")?;
        self.blanks()?;
        if self.cursor.eat("::") {
            self.name_here("the name of the code")?;
        }
        self.blanks()?;
        let end = self.cursor.at();
        self.braces()?;
        let name = self.cursor.since(from);
        let name = name.get(..end - from).unwrap_or(name).trim().to_owned();
        self.cursor.left_out(format!("the code of `{name}`"), from);
        Ok(())
    }

    /// `{ caseInsensitive = true; }`, whose `options` has been read. `is_of_file` tells it from that of a rule.
    pub(super) fn options(&mut self, is_of_file: bool) -> Reading<()> {
        self.expect("{")?;
        loop {
            self.blanks()?;
            if self.cursor.eat("}") {
                return Ok(());
            }
            let from = self.cursor.at();
            let name = self.name_here("the name of an option")?.name;
            self.expect("=")?;
            self.blanks()?;
            let value_from = self.cursor.at();
            let value = self.option_value()?;
            match (name.as_str(), value.as_str()) {
                ("caseInsensitive", _) if is_of_file => self.folds = value == "true",
                ("caseInsensitive", _) => self.rule_folds = Some(value == "true"),
                ("tokenVocab", _) if is_of_file => {
                    let place = self.cursor.place(value_from);
                    self.grammar.vocabulary = Some(NameUse { name: value, place });
                }
                // These change the generated program, and not the language.
                ("language" | "accessLevel" | "exportMacro" | "contextSuperClass" | "TokenLabelType", _) => {}
                _ => self.cursor.left_out(format!("the option `{name}`"), from),
            }
            self.blanks()?;
            if !self.cursor.eat(";") && !self.cursor.sees("}") {
                return Err(self.cursor.expected("`;`"));
            }
        }
    }

    fn option_value(&mut self) -> Reading<String> {
        if self.cursor.sees("{") {
            self.braces()?;
            return Ok(String::new());
        }
        if self.cursor.sees("'") || self.cursor.sees("\"") {
            return self.quoted();
        }
        let value = self.cursor.take_while(|c| c.is_alphanumeric() || "_.*-".contains(c)).to_owned();
        if value.is_empty() { Err(self.cursor.expected("a value")) } else { Ok(value) }
    }

    fn names_in_braces(&mut self) -> Reading<Vec<NameUse>> {
        self.expect("{")?;
        let mut names = Vec::new();
        loop {
            self.blanks()?;
            if self.cursor.eat("}") {
                return Ok(names);
            }
            names.push(self.name_here("a name")?);
            self.blanks()?;
            if !(self.cursor.eat(",") || self.cursor.eat(";") || self.cursor.sees("}")) {
                return Err(self.cursor.expected("`,`"));
            }
        }
    }

    /// `A, B = C;`
    fn imports(&mut self) -> Reading<()> {
        loop {
            let mut import = self.name_here("the name of a grammar")?;
            self.blanks()?;
            if self.cursor.eat("=") {
                import = self.name_here("the name of a grammar")?;
                self.blanks()?;
            }
            self.grammar.imports.push(import);
            if !self.cursor.eat(",") {
                return self.expect(";");
            }
        }
    }

    fn rule(&mut self) -> Reading<()> {
        let is_first = self.grammar.parser_rules.is_empty() && self.grammar.lexer_rules.is_empty();
        if is_first && self.cursor.pending_comment().iter().any(|line| names_licence(line)) {
            self.cursor.extend_head();
        }
        self.cursor.begin_rule();
        self.rule_folds = None;
        self.commands.clear();
        let is_fragment = self.modifiers()?;
        let NameUse { name, place } = self.name_here("a rule, such as `list: item*;`")?;
        self.is_in_lexer = name.starts_with(char::is_uppercase);
        self.before_colon()?;
        self.expect(":")?;
        let alternatives = self.choice()?;
        self.expect(";")?;
        let mut rule = self.cursor.end_rule(&name, place.span.start, RuleRole::Syntax, alternatives);
        self.after_rule()?;
        rule.is_case_insensitive = self.rule_folds.unwrap_or(self.folds);
        if !self.is_in_lexer {
            self.grammar.parser_rules.push(rule);
            return Ok(());
        }
        rule.role = if is_fragment { RuleRole::Fragment } else { RuleRole::Token };
        rule.mode.clone_from(&self.mode);
        let commands = std::mem::take(&mut self.commands);
        self.grammar.lexer_rules.push(LexerRule { rule, commands });
        Ok(())
    }

    /// `fragment`, or the visibility of the function that ANTLR makes of a rule, which the language does not depend on.
    fn modifiers(&mut self) -> Reading<bool> {
        let mut is_fragment = false;
        loop {
            let from = self.cursor.at();
            let is_here = self.word("fragment");
            if !is_here && !["public", "private", "protected"].iter().any(|word| self.word(word)) {
                return Ok(is_fragment);
            }
            self.blanks()?;
            if self.cursor.sees(":") {
                self.cursor.go(from);
                return Ok(is_fragment);
            }
            is_fragment |= is_here;
        }
    }

    /// Everything between the name of a rule and its `:`.
    fn before_colon(&mut self) -> Reading<()> {
        loop {
            self.blanks()?;
            let from = self.cursor.at();
            if self.cursor.sees("[") {
                self.arguments()?;
                self.cursor.left_out("the list of parameters", from);
            } else if self.word("returns") || self.word("locals") {
                let word = self.cursor.since(from).to_owned();
                self.blanks()?;
                self.arguments()?;
                self.cursor.left_out(format!("`{word}`"), from);
            } else if self.word("throws") {
                self.cursor.take_while(|c| c != ':' && c != '@' && c != '{');
                self.cursor.left_out("`throws`", from);
            } else if self.opens("options") {
                self.options(false)?;
            } else if self.cursor.eat("@") {
                self.code_block(from)?;
            } else {
                return Ok(());
            }
        }
    }

    /// `catch [Error e] { … } finally { … }`
    fn after_rule(&mut self) -> Reading<()> {
        loop {
            let here = self.cursor.at();
            self.blanks()?;
            let from = self.cursor.at();
            let is_catch = self.word("catch");
            if !is_catch && !self.word("finally") {
                self.cursor.go(here);
                return Ok(());
            }
            self.blanks()?;
            if self.cursor.sees(":") {
                self.cursor.go(here);
                return Ok(());
            }
            if is_catch {
                self.arguments()?;
                self.blanks()?;
            }
            self.braces()?;
            self.cursor.left_out("the code behind the rule", from);
        }
    }

    /// Takes a word that is not the beginning of a longer one.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let from = self.cursor.at();
        let found = self.cursor.name("") == Some(word);
        if !found {
            self.cursor.go(from);
        }
        found
    }

    /// Takes a word if `{` follows: `options` can be the name of a rule, too.
    pub(super) fn opens(&mut self, word: &str) -> bool {
        let from = self.cursor.at();
        let found = self.word(word) && self.blanks().is_ok() && self.cursor.sees("{");
        if !found {
            self.cursor.go(from);
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Reading<()> {
        self.blanks()?;
        self.cursor.expect(text)
    }

    pub(super) fn name_here(&mut self, expected: &str) -> Reading<NameUse> {
        self.blanks()?;
        let from = self.cursor.at();
        match self.cursor.name("") {
            Some(name) => Ok(NameUse { name: name.to_owned(), place: self.cursor.place(from) }),
            None => Err(self.cursor.expected(expected)),
        }
    }

    /// Ends an alternative of a lexer rule, with its commands.
    pub(super) fn keep_commands(&mut self, commands: Vec<Command>, alternative: &SourceAlternative) {
        if self.is_in_lexer && self.open_groups == 0 {
            self.commands.push(commands);
        } else if let Some(command) = commands.first() {
            let place = alternative.place.clone();
            let construct = format!("`-> {}` in a group", command.kind.name());
            let problem = ImportProblem::LeftOut { construct };
            self.cursor.problems.push(Diagnostic::new(problem, place.span).in_file(place.file));
        }
    }
}
