//! Regular items and rules as expressions.

use grammarc_dsl::ast::{self, Alternative, Look, ModifierKind, Primary, PrimaryKind, RepetitionKind};
use grammarc_runtime::grammar::{Regular, RegularId};

use super::items::is_empty;
use super::{Lowering, Scope, Site};
use crate::resolve::has_constant_count;
use crate::walk;

/// Most parts of an expression when it is written out, because automata are built of each part. For example, `("a"{9}){9}` has
/// at least 81 parts.
const MAX_EXPRESSION_PARTS: u64 = 100_000;
/// Most expressions inside one another, because functions over expressions recurse that far.
const MAX_EXPRESSION_DEPTH: u32 = 500;

/// The text that may be skipped in an expression.
#[derive(Debug, Clone, Copy)]
enum Skipped {
    /// Nothing: it is one text.
    Never,
    /// The skip of the rule that it is written in, after each terminal. A macro has its own.
    AsWritten(Option<RegularId>),
}

impl Skipped {
    /// Returns the expression that may be skipped after a terminal.
    fn after_terminal(self) -> Option<RegularId> {
        match self {
            Self::Never => None,
            Self::AsWritten(skip) => skip,
        }
    }
}

impl Lowering<'_> {
    /// Returns whether the item is regular apart from its own label and hooks, without help of any rule but macros.
    pub(super) fn is_regular_item(&self, site: Site, item: &ast::Item) -> bool {
        has_constant_count(item)
            && walk::primaries(item).all(|primary| self.is_regular_primary(site, primary))
            && !self.hides_keyword(site, item)
    }

    fn is_regular_primary(&self, site: Site, primary: &Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(_) | PrimaryKind::Class(_) | PrimaryKind::Any => true,
            PrimaryKind::AnyToken | PrimaryKind::Text { .. } | PrimaryKind::Layout(..) => false,
            PrimaryKind::Rule(_) => self.named(site, primary).is_some_and(|rule| self.regular_macros.contains(&rule)),
            PrimaryKind::Group(alternatives) => self.is_regular_group(site, alternatives),
        }
    }

    pub(super) fn is_regular_group(&self, site: Site, alternatives: &[Alternative]) -> bool {
        let plain = |item: &ast::Item| item.label.is_none() && item.hooks.is_empty() && item.derive.is_none();
        alternatives.iter().all(|alternative| {
            let mut items = alternative.items.iter();
            alternative.annotations.is_empty() && items.all(|item| plain(item) && self.is_regular_item(site, item))
        })
    }

    /// Finds the macros that are regular: they may stand inside a leaf, unless a keyword stands beside something else.
    pub(super) fn find_regular_macros(&mut self) {
        for rule in self.regularity.order.clone() {
            let site = Site { owner: rule, rule, file: self.program.rules[rule].file, flat: false };
            let body = self.program.body(rule);
            if !self.program.is_inline(rule) || !self.is_regular_group(site, body) {
                continue;
            }
            if self.is_keyword_group(site, body) {
                self.keyword_macros.insert(rule);
            } else if self.holds_keywords(site, body) {
                continue;
            }
            self.regular_macros.insert(rule);
        }
    }

    /// Finds the rules whose texts are exactly those of their expression. The others are not: a token takes the longest text, and a
    /// keyword is not part of a longer word.
    pub(super) fn find_plain(&mut self) {
        self.plain = vec![true; self.program.rules.len()];
        for rule in self.regularity.order.clone() {
            let file = self.program.rules[rule].file;
            let site = Site { owner: rule, rule, file, flat: false };
            let body = self.program.body(rule);
            let parts = self.program.parts(rule).iter().copied();
            let is_plain = |part: usize| self.plain[part] && !self.program.has(part, ModifierKind::Token);
            let plain = parts.chain(self.program.skip(rule)).all(is_plain) && !self.holds_keywords(site, body);
            self.plain[rule] = self.program.has(rule, ModifierKind::Token) || plain;
        }
    }

    /// Adds an item, its exclusion included, but not its label and hooks.
    pub(super) fn regular_item(&mut self, site: Site, item: &ast::Item, scope: &Scope) -> RegularId {
        self.regular_part(site, item, Skipped::Never, scope).0
    }

    /// Adds an item. Returns also whether it is a terminal itself.
    fn regular_part(&mut self, site: Site, item: &ast::Item, skip: Skipped, scope: &Scope) -> (RegularId, bool) {
        let is_leaf = matches!(skip, Skipped::AsWritten(_)) && self.is_one_leaf(site, item);
        let inside = if is_leaf || item.look.is_some() { Skipped::Never } else { skip };
        let (mut regular, mut is_terminal) = self.part_primary(site, &item.primary, inside, scope);
        if let Some(repetition) = &item.repetition {
            let body = self.followed(regular, inside.after_terminal().filter(|_| is_terminal));
            regular = match &repetition.kind {
                RepetitionKind::Separated(separator) => {
                    let list = self.regular_list(site, body, separator, inside, scope);
                    self.regulars.repeat(list, 0, Some(1))
                }
                RepetitionKind::SeparatedSome(separator) => self.regular_list(site, body, separator, inside, scope),
                kind => {
                    let (min, max) = self.bounds(site, kind);
                    self.regulars.repeat(body, min, max)
                }
            };
            is_terminal = false;
        }
        if let Some(except) = &item.except {
            let without = self.regular_primary(site, except, scope);
            regular = self.regulars.add(Regular::Except { body: regular, without });
        }
        if let Some(look) = item.look {
            regular = self.regulars.add(Regular::Ahead { body: regular, negative: look == Look::NotAhead });
        }
        (self.bounded(site, item, regular), item.look.is_none() && (is_leaf || is_terminal))
    }

    /// Returns whether something may be skipped after the item as a whole, and nothing inside of it.
    fn is_one_leaf(&self, site: Site, item: &ast::Item) -> bool {
        let body = ast::Item { except: None, ..item.clone() };
        self.is_regular_item(site, &body) && !self.may_lack_skip(site, item)
    }

    /// Adds the skip after an expression.
    fn followed(&mut self, regular: RegularId, skip: Option<RegularId>) -> RegularId {
        match skip {
            Some(skip) => self.regulars.sequence(vec![regular, skip]),
            None => regular,
        }
    }

    /// Reports an expression that is too large, and puts the empty text in its place. Only the first one is reported, because every
    /// expression around it is too large as well.
    fn bounded(&mut self, site: Site, item: &ast::Item, regular: RegularId) -> RegularId {
        let (size, depth) = (self.regulars.size(regular), self.regulars.depth(regular));
        let (what, limit) = match (size > MAX_EXPRESSION_PARTS, depth > MAX_EXPRESSION_DEPTH) {
            (true, _) => ("this expression, written out,", MAX_EXPRESSION_PARTS),
            (_, true) => ("the nesting of this expression", u64::from(MAX_EXPRESSION_DEPTH)),
            _ => return regular,
        };
        if !std::mem::replace(&mut self.outgrown, true) {
            self.too_large(site.file, &item.span, what, limit);
        }
        self.regulars.empty()
    }

    fn regular_list(
        &mut self,
        site: Site,
        body: RegularId,
        separator: &Primary,
        skip: Skipped,
        scope: &Scope,
    ) -> RegularId {
        let (separator, is_terminal) = self.part_primary(site, separator, skip, scope);
        let separator = self.followed(separator, skip.after_terminal().filter(|_| is_terminal));
        let next = self.regulars.sequence(vec![separator, body]);
        let rest = self.regulars.repeat(next, 0, None);
        self.regulars.sequence(vec![body, rest])
    }

    /// Adds a primary.
    pub(super) fn regular_primary(&mut self, site: Site, primary: &Primary, scope: &Scope) -> RegularId {
        self.part_primary(site, primary, Skipped::Never, scope).0
    }

    /// Adds a primary. Returns also whether it is a terminal itself.
    fn part_primary(&mut self, site: Site, primary: &Primary, skip: Skipped, scope: &Scope) -> (RegularId, bool) {
        let encoding = self.program.encoding;
        let regular = match &primary.kind {
            PrimaryKind::Literal(literal) => self.regulars.literal(literal, encoding),
            PrimaryKind::Class(class) => self.regulars.class(class, encoding),
            PrimaryKind::Any => self.regulars.any(encoding),
            PrimaryKind::Text { label, fold } => match scope.find(&label.text) {
                Some(label) => self.regulars.add(Regular::Text { label, fold: *fold }),
                None => self.regulars.empty(),
            },
            // A check has refused it.
            PrimaryKind::AnyToken | PrimaryKind::Layout(..) => self.regulars.empty(),
            PrimaryKind::Group(alternatives) => return (self.regular_group(site, alternatives, skip, scope), false),
            PrimaryKind::Rule(_) => return self.part_rule(site, primary, skip, scope),
        };
        (regular, true)
    }

    /// Adds a rule that is mentioned. A macro is written out; it and any other rule bring their own skip.
    fn part_rule(&mut self, site: Site, primary: &Primary, skip: Skipped, scope: &Scope) -> (RegularId, bool) {
        if let Some((inner, alternatives)) = self.group(site, primary)
            && (matches!(skip, Skipped::AsWritten(_)) || !self.is_regular_primary(site, primary))
        {
            let skip = match skip {
                Skipped::Never => skip,
                Skipped::AsWritten(_) => Skipped::AsWritten(self.own_skip(inner.rule)),
            };
            return (self.regular_group(inner, alternatives, skip, scope), false);
        }
        match self.named(site, primary) {
            Some(rule) => {
                let is_leaf = [ModifierKind::Token, ModifierKind::Opaque].map(|kind| self.program.has(rule, kind));
                (self.regular_rule(rule), is_leaf.contains(&true))
            }
            None => (self.regulars.empty(), false),
        }
    }

    /// Adds alternatives.
    fn regular_group(&mut self, site: Site, alternatives: &[Alternative], skip: Skipped, scope: &Scope) -> RegularId {
        let mut choice = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            let mut sequence = Vec::with_capacity(alternative.items.len());
            // Nothing is skipped after the empty text.
            for item in alternative.items.iter().filter(|item| !is_empty(item)) {
                let (regular, is_terminal) = self.regular_part(site, item, skip, scope);
                sequence.push(regular);
                sequence.extend(skip.after_terminal().filter(|_| is_terminal));
            }
            choice.push(self.regulars.sequence(sequence));
        }
        self.regulars.choice(choice)
    }

    /// Returns the expression of a regular rule, after those of all rules that it is made of.
    pub(super) fn regular_rule(&mut self, rule: usize) -> RegularId {
        let mut wanted = Vec::new();
        let mut pending = vec![rule];
        while let Some(rule) = pending.pop() {
            if !self.rule_regulars.contains_key(&rule) && !wanted.contains(&rule) {
                wanted.push(rule);
                pending.extend(self.program.parts(rule));
                pending.extend(self.regular_skip(rule));
            }
        }
        wanted.sort_by_key(|&rule| self.ranks[rule]);
        for rule in wanted {
            let regular = self.build_rule(rule);
            self.rule_regulars.insert(rule, regular);
        }
        self.rule_regulars.get(&rule).copied().unwrap_or_else(|| self.regulars.empty())
    }

    /// Adds a rule whose parts are there already. A macro comes here only if it is a leaf: any other is written out.
    fn build_rule(&mut self, rule: usize) -> RegularId {
        let site = Site { owner: rule, rule, file: self.program.rules[rule].file, flat: false };
        let is_text = [ModifierKind::Token, ModifierKind::Inline].into_iter().any(|kind| self.program.has(rule, kind));
        let skip = if is_text { Skipped::Never } else { Skipped::AsWritten(self.own_skip(rule)) };
        self.regular_group(site, self.program.body(rule), skip, &Scope::default())
    }

    /// Returns the skip after the terminals of a rule.
    fn own_skip(&mut self, rule: usize) -> Option<RegularId> {
        let skip = self.program.skip(rule).map(|skip| self.regular_rule(skip))?;
        Some(self.regulars.repeat(skip, 0, Some(1)))
    }

    /// Returns the skip of a rule that is an expression. A macro takes the skip around it, which need not be regular.
    fn regular_skip(&self, rule: usize) -> Option<usize> {
        self.program.skip(rule).filter(|_| !self.program.has(rule, ModifierKind::Inline))
    }
}
