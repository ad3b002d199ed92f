//! Groups: one item each, a hidden rule where there is more than one way or more than one item.
//!
//! For example, `"(" (<a> | <b> <c>) ")"` becomes a sequence of three symbols:
//!
//! ```text
//! written   s: "(" (<a> | <b> <c>) ")"
//! lowered   s: "(" group ")"           group: <a> | <b> <c>
//! ```

use grammarc_dsl::ast::{Alternative, Primary, PrimaryKind};
use grammarc_runtime::grammar::{Item, RuleKind, Shape};

use super::items::plain;
use super::named::{name, weight};
use super::{DraftProduction, Lowering, Scope, Site};

/// The form of a group with several items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// Children of whatever holds the group.
    /// For example, `(<a> <b>)` without a repetition adds `<a>` and `<b>` to the rule's own children.
    Group,
    /// One hidden node: an iteration of a repetition.
    /// For example, each iteration of `(<a> <b>)*` is one node, so that a reducer can delete it as a whole.
    Iteration,
}

impl<'p> Lowering<'p> {
    /// Lowers a primary to one item.
    pub(super) fn one(&mut self, site: Site, primary: &Primary, scope: &mut Scope, body: Body) -> Item {
        if let Some((site, alternatives)) = self.group(site, primary) {
            return self.choice(site, alternatives, scope, body);
        }
        let symbol = match (&primary.kind, self.named(site, primary)) {
            (_, Some(rule)) => self.rule_symbol(site, rule),
            (PrimaryKind::Layout(layout, alternatives), _) => {
                return self.laid_out(site, *layout, alternatives, scope, body);
            }
            (PrimaryKind::AnyToken, _) => self.any_token(site, primary, None),
            (PrimaryKind::Text { label, fold }, _) => self.text(&label.text, scope.find(&label.text), *fold),
            _ => self.leaf_of(site, primary),
        };
        let item = plain(symbol);
        match self.skip_after(site, item) {
            Some(skip) if body == Body::Iteration => {
                let production = DraftProduction::new(vec![item, skip], Shape::Element);
                plain(self.hidden(site, RuleKind::Group, vec![production]))
            }
            _ => item,
        }
    }

    pub(super) fn choice(&mut self, site: Site, alternatives: &[Alternative], scope: &mut Scope, body: Body) -> Item {
        let mut productions = Vec::new();
        for (number, alternative) in alternatives.iter().enumerate() {
            if !self.is_possible(site, alternative) {
                continue;
            }
            let mark = scope.mark();
            let items = self.sequence(site, &alternative.items, scope);
            scope.rewind(mark);
            let element = body == Body::Iteration && items.len() > 1;
            productions.push(DraftProduction {
                items,
                shape: if element { Shape::Element } else { Shape::Splice },
                alternative: u16::try_from(number).unwrap_or(u16::MAX),
                name: name(alternative),
                weight: weight(alternative),
            });
        }
        if let [DraftProduction { items, .. }] = &productions[..]
            && let [only] = items[..]
            && only.label.is_none()
        {
            return only;
        }
        if productions.is_empty() {
            return plain(self.never());
        }
        plain(self.hidden(site, RuleKind::Group, productions))
    }
}
