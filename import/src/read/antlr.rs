//! ANTLR 4: one grammar of parser and lexer rules, in one file or several.
//!
//! For example, `sum: sum '+' sum | INT;`, `INT: [0-9]+;` and `WS: [ \t\n]+ -> skip;`. A file may name its lexer
//! (`options { tokenVocab = SumLexer; }`) and others to import (`import Common;`); they are found beside it.

mod characters;
mod code;
mod command;
mod commands;
mod file;
mod gaps;
mod items;
mod lists;
mod merge;
mod mode_graph;
mod modes;
mod more;
mod operators;
mod starts;
mod vocabulary;

use super::signs::Signs;
use crate::files::SourceFiles;
use crate::problem::ImportProblem;
use crate::source::{Lexing, SourceGrammar};
use grammarc_dsl::diagnostic::Diagnostic;

/// Whether a line begins a grammar, such as `parser grammar Words;`.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.any(|line| {
        let line = line.strip_prefix("lexer ").or_else(|| line.strip_prefix("parser ")).unwrap_or(line);
        let name = line.strip_prefix("grammar ").and_then(|rest| rest.split_once(';'));
        name.is_some_and(|(name, _)| name.trim().chars().all(|c| c.is_alphanumeric() || c == '_'))
    })
}

/// Reads a grammar that begins in file `index`, with the files that it names. Code is left out.
pub(super) fn read(
    files: &mut SourceFiles<'_>,
    index: usize,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> SourceGrammar {
    let whole = merge::load(files, index, problems);
    let mut parser = whole.parser_rules;
    let tokens = more::join_continued(commands::split(whole.lexer_rules, problems), problems);
    let (mut tokens, copies) = vocabulary::resolve(tokens, &whole.declared, &mut parser, problems);
    for rule in &mut parser {
        lists::find_lists(rule);
        operators::set_levels(rule);
    }
    let starts = starts::find(&parser);
    let skipped = modes::separate(&mut parser, &mut tokens, &copies, &starts, problems);
    let is_case_insensitive = parser.iter().chain(&tokens).all(|rule| rule.is_case_insensitive);
    if is_case_insensitive {
        parser.iter_mut().chain(&mut tokens).for_each(|rule| rule.is_case_insensitive = false);
    }
    parser.append(&mut tokens);
    SourceGrammar {
        name: whole.name,
        head: whole.head,
        starts,
        rules: parser,
        lexing: Lexing::LongestThenFirst,
        is_case_insensitive,
        skips: skipped.skips,
        explicit: skipped.explicit,
        ..Default::default()
    }
}
