//! Hooks of items: each list of them once.

use grammarc_dsl::ast;
use grammarc_runtime::grammar::{Hook, HooksId};

use super::Lowering;
use crate::resolve::HookNames;

/// The lists of hooks, and the names in them.
#[derive(Debug, Default)]
pub(super) struct HookTables {
    /// The lists of hooks, each once.
    pub(super) lists: Vec<Vec<Hook>>,
    /// Namespaces and functions.
    pub(super) names: HookNames,
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
}

impl Lowering<'_> {
    /// Lowers the hooks of an item.
    pub(super) fn hooks(&mut self, item: &ast::Item) -> Option<HooksId> {
        let list = item.hooks.iter().flat_map(|hook| self.hooks.names.lower(hook)).collect();
        self.hooks.add(list)
    }
}
