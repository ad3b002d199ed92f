//! `%skip <ws> := "text"`: the text is written where two texts would run together, if skip matches it.

use std::borrow::Cow;

use grammarc_dsl::ast::{DirectiveKind, Literal};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{Grammar, Separator, Symbol};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, interpreter};

use super::LoweredGrammar;
use crate::facts;
use crate::regulars::literal_bytes;
use crate::resolve::Program;

impl LoweredGrammar {
    /// Adds the separators of the files, and reports those that cannot stand there. The facts must be complete.
    pub fn separators(&mut self, program: &Program<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (file, source) in program.sources.files.iter().enumerate() {
            for directive in source.directives() {
                let DirectiveKind::Skip { rule, text: Some(text) } = &directive.kind else { continue };
                let Some(skip) = program.lookup(file, &rule.text).and_then(|rule| self.optional_skip(rule)) else {
                    continue;
                };
                if let Err(problem) = self.separator(program, skip, text) {
                    found.push(Diagnostic::new(problem, directive.span.clone()).in_file(file));
                }
            }
        }
        found
    }

    /// Returns the hidden rule that skips a rule; none if it is never skipped.
    fn optional_skip(&self, rule: usize) -> Option<Symbol> {
        let mut rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        rules.find(|&symbol| self.origins[symbol.0 as usize] == Some(rule) && self.grammar.is_optional_skip(symbol))
    }

    fn separator(&mut self, program: &Program<'_>, skip: Symbol, text: &Literal) -> Result<(), Problem> {
        let text = literal_bytes(text, program.encoding);
        if text.is_empty() || !self.derives(skip, &text) {
            return Err(Problem::WrongSeparator { rule: self.grammar.name(skip).to_owned() });
        }
        self.grammar.separators.to_mut().push(Separator { skip, text: Cow::Owned(text) });
        Ok(())
    }

    /// Returns whether a symbol derives a text.
    fn derives(&self, symbol: Symbol, text: &[u8]) -> bool {
        let mut alone = Grammar { start: symbol, ..self.grammar.clone() };
        facts::complete(&mut alone);
        let mut language = Language::new(Cow::Borrowed("skip"), alone, interpreter::parse);
        language.automata = self.automata.shared(&self.grammar);
        language.parsing().by(EngineChoice::Earley).run(text).is_ok()
    }
}
