//! Warnings about a usable grammar that need its tables, as an alternative that an earlier one always shadows.
//!
//! Nothing here guesses: every warning is proven, with automata or by a cycle.

mod automata;
mod dead_end;
mod endless;
mod keywords;
mod overflow;
mod run_on;
mod shadow;
mod unit_cycle;

use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem};
use grammarc_runtime::grammar::{Grammar, Symbol};

use crate::desugar::LoweredGrammar;
use crate::resolve::Program;
use automata::Languages;

/// A lowered grammar, its automata, and the rules that its symbols come from.
struct Lint<'a> {
    program: &'a Program<'a>,
    grammar: &'a Grammar,
    origins: &'a [Option<usize>],
    languages: Languages<'a>,
}

/// Returns warnings. The facts must be complete.
pub(crate) fn check(program: &Program<'_>, lowered: &LoweredGrammar) -> Vec<Diagnostic> {
    let grammar = &lowered.grammar;
    let lint =
        Lint { program, grammar, origins: &lowered.origins, languages: Languages::new(grammar, &lowered.automata) };
    let mut found = Vec::new();
    unit_cycle::check(&lint, &mut found);
    endless::check(&lint, &mut found);
    dead_end::check(&lint, &mut found);
    shadow::check(&lint, &mut found);
    keywords::check(&lint, &mut found);
    run_on::check(&lint, &mut found);
    overflow::check(&lint, &mut found);
    found
}

impl Lint<'_> {
    /// Returns the rule that a symbol was written as or within.
    fn origin(&self, symbol: Symbol) -> Option<usize> {
        self.origins[symbol.0 as usize]
    }

    /// Makes a complaint about a place in the file of a rule.
    fn complain(&self, rule: usize, span: &std::ops::Range<usize>, problem: Problem) -> Diagnostic {
        Diagnostic::new(problem, span.clone()).in_file(self.program.rules[rule].file)
    }

    /// Makes a complaint about a rule as a whole: it points to its name.
    fn complain_of(&self, rule: usize, problem: Problem) -> Diagnostic {
        self.complain(rule, &self.program.rules[rule].rule.name.span, problem)
    }

    /// Returns where the items of an alternative of a rule stand.
    fn alternative(&self, rule: usize, number: u16) -> Option<Place> {
        let alternative = self.program.body(rule).get(usize::from(number))?;
        let end = alternative.items.last()?.span.end;
        Some(Place { file: self.program.rules[rule].file, span: alternative.span.start..end })
    }
}
