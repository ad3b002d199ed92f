//! Grammars that can write no text: every text would use a name before anything can define it.

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::fuzz::recipe::hopeless;

use super::Lint;

/// Adds a warning at the rule to start with.
pub(super) fn check(lint: &Lint<'_>, found: &mut Vec<Diagnostic>) {
    let namespaces: Vec<String> =
        hopeless(lint.grammar).into_iter().map(|of| lint.grammar.namespace(of).to_owned()).collect();
    if let Some(start) = lint.program.start.filter(|_| !namespaces.is_empty()) {
        found.push(lint.complain_of(start, Problem::DeadEnd { namespaces }));
    }
}
