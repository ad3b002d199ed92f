//! Templates of Lark: rules with parameters, one copy for each list of arguments.
//!
//! For example, `_list{item, mark}: item (mark item)*` used as `_list{number, ","}` becomes a rule `_list_1`.

use super::super::expressions::{alternative_of, never};
use crate::source::{SourceItem, SourceItemKind, SourceRule};
use crate::walk::visit_items;
use std::collections::HashMap;

/// Copies of templates. Templates that use themselves with ever longer arguments reach it.
const MAX_COPIES: usize = 1000;

/// Parts of one copy, with those of its arguments. `a{x}: a{x x}` doubles them with each copy.
const MAX_PARTS: usize = 10_000;

/// A rule with parameters.
pub(super) struct Template {
    pub(super) rule: SourceRule,
    pub(super) parameters: Vec<String>,
}

/// A template with its arguments.
pub(super) struct TemplateUse {
    pub(super) template: String,
    pub(super) arguments: Vec<SourceItem>,
}

/// Makes a rule of every use, and returns whether there was an end of it. The given rules keep their order; copies follow.
pub(super) fn expand(rules: Vec<SourceRule>, templates: &[Template], uses: &[TemplateUse]) -> (Vec<SourceRule>, bool) {
    let mut copies = Copies { templates, uses, names: HashMap::new(), pending: Vec::new(), is_whole: true };
    let mut done: Vec<SourceRule> = Vec::new();
    for mut rule in rules {
        copies.replace_uses(&mut rule, &HashMap::new());
        done.push(rule);
    }
    while let Some((mut rule, arguments)) = copies.pending.pop() {
        copies.replace_uses(&mut rule, &arguments);
        done.push(rule);
    }
    (done, copies.is_whole)
}

type Arguments = HashMap<String, SourceItemKind>;

struct Copies<'a> {
    templates: &'a [Template],
    uses: &'a [TemplateUse],
    /// Names of copies, by template and arguments.
    names: HashMap<String, String>,
    pending: Vec<(SourceRule, Arguments)>,
    is_whole: bool,
}

impl Copies<'_> {
    /// Puts arguments for parameters, and names of copies for uses.
    fn replace_uses(&mut self, rule: &mut SourceRule, arguments: &Arguments) {
        let mut parts = 0;
        visit_items(&mut rule.alternatives, &mut |item| {
            parts += 1;
            // Arguments are put in as they are: their own names are no parameters of this rule.
            if let SourceItemKind::Name(name) = &item.kind {
                if let Some(index) = index_of_use(name) {
                    item.kind = self.copy_of(index, arguments);
                } else if let Some(kind) = arguments.get(name).filter(|_| parts < MAX_PARTS) {
                    item.kind = kind.clone();
                }
            }
        });
        self.is_whole &= parts < MAX_PARTS;
    }

    fn copy_of(&mut self, index: usize, outer: &Arguments) -> SourceItemKind {
        let Some(TemplateUse { template, arguments }) = self.uses.get(index) else {
            return never();
        };
        let Some(found) = self.templates.iter().find(|found| found.rule.name == *template) else {
            // A template that is not there: the name without arguments is reported as one without a rule.
            return SourceItemKind::Name(template.clone());
        };
        let mut inner = Arguments::new();
        let mut key = template.clone();
        for (parameter, argument) in found.parameters.iter().zip(arguments) {
            let mut rule =
                SourceRule { alternatives: vec![alternative_of(vec![argument.clone()])], ..found.rule.clone() };
            if self.names.len() < MAX_COPIES {
                self.replace_uses(&mut rule, outer);
            }
            let kind =
                rule.alternatives.pop().and_then(|mut alternative| alternative.items.pop()).map(|item| item.kind);
            let kind = kind.unwrap_or_else(never);
            key.push_str(&format!("|{:?}", without_places(&kind)));
            inner.insert(parameter.clone(), kind);
        }
        if let Some(name) = self.names.get(&key) {
            return SourceItemKind::Name(name.clone());
        }
        if self.names.len() >= MAX_COPIES {
            self.is_whole = false;
            return never();
        }
        let name = format!("{template}_{}", self.names.len() + 1);
        self.names.insert(key, name.clone());
        self.pending.push((SourceRule { name: name.clone(), ..found.rule.clone() }, inner));
        SourceItemKind::Name(name)
    }
}

/// The index in `name{3}`.
fn index_of_use(name: &str) -> Option<usize> {
    name.strip_suffix('}')?.rsplit_once('{')?.1.parse().ok()
}

/// The same argument at two places is one.
fn without_places(kind: &SourceItemKind) -> SourceItemKind {
    let mut alternatives = vec![alternative_of(vec![SourceItem::new(kind.clone(), Default::default())])];
    visit_items(&mut alternatives, &mut |item| {
        item.place = Default::default();
        if let SourceItemKind::Group(inner) = &mut item.kind {
            for alternative in inner {
                alternative.place = Default::default();
            }
        }
    });
    alternatives.pop().and_then(|mut alternative| alternative.items.pop()).map_or(SourceItemKind::Any, |item| item.kind)
}
