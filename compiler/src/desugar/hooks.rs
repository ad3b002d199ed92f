//! Hooks of items: names to numbers, scopes of several namespaces to one hook each.

use grammarc_dsl::ast;
use grammarc_runtime::grammar::{At, FunctionId, Hook, HooksId, Namespace};

use super::Lowering;

/// The lists, namespaces and functions that hooks refer to by number.
#[derive(Debug, Default)]
pub(super) struct HookTables {
    /// The lists of hooks, each once.
    pub(super) lists: Vec<Vec<Hook>>,
    /// Namespaces, in the order in which they were met.
    pub(super) namespaces: Vec<String>,
    /// The author's functions, in the order in which they were met.
    pub(super) functions: Vec<String>,
}

impl HookTables {
    fn add(&mut self, list: Vec<Hook>) -> Option<HooksId> {
        if list.is_empty() {
            return None;
        }
        let known = self.lists.iter().position(|other| *other == list);
        let number = known.unwrap_or_else(|| {
            self.lists.push(list);
            self.lists.len() - 1
        });
        Some(HooksId(number as u32))
    }

    fn namespace(&mut self, name: &str) -> Namespace {
        Namespace(number_of(&mut self.namespaces, name))
    }

    /// Returns the number of a function of the author.
    pub(super) fn function(&mut self, name: &str) -> FunctionId {
        FunctionId(number_of(&mut self.functions, name))
    }

    /// Makes a hook of each namespace that is named.
    /// For example, `@scope(var, type)` becomes one hook for `var` and another for `type`.
    fn of_each(&mut self, hook: &ast::Hook, lowered: fn(Namespace) -> Hook) -> Vec<Hook> {
        hook.arguments.iter().map(|argument| lowered(self.namespace(&argument.value.text))).collect()
    }

    fn lower(&mut self, hook: &ast::Hook) -> Vec<Hook> {
        let Some(first) = hook.arguments.first().map(|argument| argument.value.text.as_str()) else {
            return if hook.name.text == "keep" { vec![Hook::Keep] } else { Vec::new() };
        };
        let rest = &hook.arguments[1..];
        let has = |word: &str| rest.iter().any(|argument| argument.key.is_none() && argument.value.text == word);
        let at = |place: &str| rest.iter().any(|argument| argument.key.is_some() && argument.value.text == place);
        let fold = has("ci");
        match hook.name.text.as_str() {
            "def" => {
                let place = if at("end") {
                    At::End
                } else if at("scope") {
                    At::Scope
                } else if at("whole") {
                    At::Whole
                } else {
                    At::Here
                };
                vec![Hook::Def { namespace: self.namespace(first), at: place, unique: has("unique"), fold }]
            }
            "use" => vec![Hook::Use { namespace: self.namespace(first), late: at("scope"), fold }],
            "unique" => vec![Hook::Unique { namespace: self.namespace(first), fold }],
            "free" => vec![Hook::Free { namespace: self.namespace(first), fold }],
            "scope" => self.of_each(hook, Hook::Scope),
            "closed" => self.of_each(hook, Hook::Closed),
            "rest" => self.of_each(hook, Hook::Rest),
            "open" => self.of_each(hook, Hook::Open),
            "value" => self.of_each(hook, Hook::Value),
            "pre" => vec![Hook::Pre(self.function(first))],
            "post" => vec![Hook::Post(self.function(first))],
            _ => Vec::new(),
        }
    }
}

fn number_of(names: &mut Vec<String>, name: &str) -> u16 {
    let known = names.iter().position(|other| other == name);
    known.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }) as u16
}

impl Lowering<'_> {
    /// Lowers the hooks of an item.
    pub(super) fn hooks(&mut self, item: &ast::Item) -> Option<HooksId> {
        let list = item.hooks.iter().flat_map(|hook| self.hooks.lower(hook)).collect();
        self.hooks.add(list)
    }
}
