//! Constructs that depend on indentation: they need `%layout`, whose rules must be tokens.

use grammarc_dsl::ast::{DirectiveKind, ModifierKind};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};

use super::Program;
use crate::walk;

/// Reports constructs without `%layout`, and a `%layout` whose rules are no tokens.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for rule in 0..program.rules.len() {
        let file = program.rules[rule].file;
        let is_declared =
            program.sources.files[file].directives().any(|it| matches!(it.kind, DirectiveKind::Layout { .. }));
        let missing = walk::layouts(program.items(rule)).filter(|_| !is_declared);
        found.extend(missing.map(|(layout, primary)| {
            program.complain(rule, &primary.span, Problem::NoLayout { word: layout.word().to_owned() })
        }));
    }
    for (file, source) in program.sources.files.iter().enumerate() {
        for directive in source.directives() {
            let DirectiveKind::Layout { line_end, blank } = &directive.kind else { continue };
            for name in [line_end, blank] {
                let rule = program.lookup(file, &name.text);
                if rule.is_some_and(|rule| !program.has(rule, ModifierKind::Token)) {
                    let problem = Problem::LayoutWithoutToken { name: name.text.clone() };
                    found.push(Diagnostic::new(problem, name.span.clone()).in_file(file));
                }
            }
        }
    }
}
