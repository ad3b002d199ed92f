//! Namespaces that are used and never defined, or defined and never used.
//!
//! For example, `@use(vars)` in a grammar without `@def(vars)` could never be satisfied.

use std::collections::BTreeMap;

use grammarc_dsl::ast::{Hook, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem, closest};
use grammarc_runtime::grammar::NameDemand;

use super::{Program, meanings};

/// A hook of some kind, and the rule in which it stands.
type HookSite<'a> = (usize, &'a Span);

/// The namespaces of a grammar, as its hooks mention them.
#[derive(Debug, Default)]
struct Namespaces<'a> {
    /// Definitions, by namespace.
    defined: BTreeMap<&'a str, Vec<HookSite<'a>>>,
    /// Uses, by namespace.
    used: BTreeMap<&'a str, Vec<HookSite<'a>>>,
    /// `@value`, by namespace: it needs a definition, and takes no name.
    valued: BTreeMap<&'a str, Vec<HookSite<'a>>>,
    /// Namespaces in which a definition forbids others: names must be unique, or free.
    unique: Vec<&'a str>,
    /// Whether functions of the author look at definitions too.
    custom: bool,
}

impl<'a> Namespaces<'a> {
    fn of(program: &Program<'a>) -> Self {
        let mut namespaces = Self::default();
        for rule in 0..program.rules.len() {
            for hook in program.items(rule).iter().flat_map(|item| &item.hooks) {
                namespaces.add(rule, hook);
            }
        }
        namespaces
    }

    fn add(&mut self, rule: usize, hook: &'a Hook) {
        let Some(name) = hook.arguments.first().map(|argument| argument.value.text.as_str()) else { return };
        for meaning in meanings(hook) {
            if meaning.defines.is_some_and(|made| made.is_usable) {
                self.defined.entry(name).or_default().push((rule, &hook.span));
            }
            match meaning.demands {
                Some(NameDemand::Known(_)) => self.used.entry(name).or_default().push((rule, &hook.span)),
                Some(_) => self.unique.push(name),
                None => {}
            }
            if meaning.values.is_some() {
                self.valued.entry(name).or_default().push((rule, &hook.span));
            }
            self.custom |= meaning.calls.is_some();
        }
    }
}

/// Reports every use and every value of a namespace that nobody defines.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let namespaces = Namespaces::of(program);
    for (name, uses) in namespaces.used.iter().chain(&namespaces.valued) {
        if namespaces.defined.contains_key(name) {
            continue;
        }
        let suggestion = closest(name, namespaces.defined.keys().copied()).map(str::to_owned);
        let problem = Problem::UndefinedNamespace { name: (*name).to_owned(), suggestion };
        found.extend(uses.iter().map(|(rule, span)| program.complain(*rule, span, problem.clone())));
    }
}

/// Reports the first definition in each namespace from which nothing takes a name.
pub(super) fn unused(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    let namespaces = Namespaces::of(program);
    for (name, definitions) in &namespaces.defined {
        let has_effect = namespaces.custom || namespaces.used.contains_key(name) || namespaces.unique.contains(name);
        if let Some((rule, span)) = definitions.first().filter(|_| !has_effect) {
            found.push(program.complain(*rule, span, Problem::UnusedNamespace { name: (*name).to_owned() }));
        }
    }
}
