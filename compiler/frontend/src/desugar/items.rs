//! Sequences of items, and the lowering of one item.

use grammarc_dsl::ast::{self, ExpressionKind, Layout, PrimaryKind, RepetitionKind};
use grammarc_runtime::grammar::{
    Check, Drive, ExpressionId, Item, Label, RuleKind, Shape, Slot, Symbol, TerminalKind, driving,
};

use crate::resolve::Productivity;
use crate::walk;

use super::scope::Extent;
use super::{Draft, DraftProduction, Lowering, MAX_ITEMS, MAX_PARTS, Scope, Site, terminal_number};

/// Makes a plain item.
pub(super) fn plain(symbol: Symbol) -> Item {
    grammarc_runtime::grammar::rows::item(symbol, 0)
}

/// Returns whether an item is optional, or a choice with an alternative that consumes nothing.
/// For example, `"a"?` and `("a" | !"b")` are such items, but `"a"*` is not.
fn may_be_nothing(item: &ast::Item) -> bool {
    let is_nothing = |item: &ast::Item| item.look.is_some() || may_be_nothing(item);
    match (&item.repetition, &item.primary.kind) {
        (Some(repetition), _) => matches!(repetition.kind, RepetitionKind::Optional),
        (None, PrimaryKind::Group(alternatives)) => {
            alternatives.iter().any(|alternative| alternative.items.iter().all(is_nothing))
        }
        _ => false,
    }
}

/// Makes the item of one more iteration, which must consume something.
/// For example, `(<a>?)*` stops when `<a>?` matches nothing, because it would otherwise never end.
pub(super) fn consuming(item: Item) -> Item {
    Item { consume: true, ..item }
}

impl<'p> Lowering<'p> {
    /// Lowers a sequence, numbering its items. One that is too long is reported.
    pub(super) fn sequence(&mut self, site: Site, items: &[ast::Item], scope: &mut Scope) -> Vec<Item> {
        let mut lowered = Vec::new();
        if let Some(first) = items.get(MAX_PARTS) {
            self.too_large(site.file, &first.span, "the number of items of an alternative", MAX_PARTS as u64);
            return lowered;
        }
        for (place, item) in items.iter().enumerate() {
            let start = lowered.len();
            self.append(site, item, scope, &mut lowered);
            if items.get(place + 1).is_some_and(is_flat) && lowered.len() > start && !site.flat {
                self.skip_lines(site, &mut lowered);
            }
        }
        lowered
    }

    /// Skips the ends of lines before a flat part, in place of the skip that stands there.
    fn skip_lines(&mut self, site: Site, lowered: &mut Vec<Item>) {
        let before = lowered.pop_if(|last| last.slot == Slot::Skip);
        let last = lowered.last().copied();
        match last.filter(|last| self.counts_as_terminal(last.symbol)) {
            Some(last) => lowered.extend(self.skip_after(Site { flat: true, ..site }, last)),
            None => lowered.extend(before),
        }
    }

    /// Lowers one item. A group of one alternative that is nothing but a pair of parentheses leaves no trace.
    /// For example, `<a> (<b> <c>)` becomes the three items `<a> <b> <c>`.
    fn append(&mut self, site: Site, item: &ast::Item, scope: &mut Scope, lowered: &mut Vec<Item>) {
        let is_left_out = !depends_on_text(item)
            && (!Productivity::of(self.program, site.file).is_alive(item)
                || (site.flat && !self.flat.is_alive_item(self.program, site.file, item)));
        if is_empty(item) || is_left_out || self.items + lowered.len() > MAX_ITEMS {
            return;
        }
        if let (true, PrimaryKind::Layout(layout, _)) = (walk::is_bare(item), &item.primary.kind)
            && !layout.has_part()
        {
            for one in self.line(site, *layout) {
                let index = lowered.last().map_or(0, |last| last.index.saturating_add(1));
                lowered.push(Item { index, ..one });
            }
            return;
        }
        if walk::is_bare(item)
            && !self.is_regular_item(site, item)
            && let Some((site, [only])) = self.group(site, &item.primary)
        {
            only.items.iter().for_each(|item| self.append(site, item, scope, lowered));
            return;
        }
        let counted = scope.without_parentheses(item);
        let item = counted.as_ref().unwrap_or(item);
        let mut one = self.item(site, item, scope);
        one.index = lowered.last().map_or(0, |last| last.index.saturating_add(1));
        if let Some(size) = scope.driven(item, Extent::Size) {
            one = self.sliced(site, one, size);
        }
        let one = Item { hooks: self.hooks(item), ..self.marked(site, item, one, scope) };
        lowered.push(one);
        lowered.extend(self.skip_after(site, one));
    }

    /// Lowers an item to one symbol with its check; labels and numbers are the caller's.
    fn item(&mut self, site: Site, item: &ast::Item, scope: &mut Scope) -> Item {
        if item.look.is_some() {
            return plain(self.ahead(site, item, scope));
        }
        let (mut one, regular) = self.matched(site, item, scope);
        if let Some(check) = text_check(item, scope) {
            one = self.checked(site, one, check);
        }
        if is_marked(item) && !regular && (item.repetition.is_some() || self.group(site, &item.primary).is_some()) {
            one = self.anonymous(site, one);
        }
        one
    }

    /// Lowers the body of an item; returns also whether that is a leaf. An exclusion is part of the leaf, or, where it mentions
    /// labels or rules, a check on it.
    /// For example, `<name> - text(l)` becomes the item `<name>` with a check that compares its text with that of `l`.
    fn matched(&mut self, site: Site, item: &ast::Item, scope: &mut Scope) -> (Item, bool) {
        let Some(except) = item.except.as_ref().filter(|_| !self.is_leaf(site, item, scope)) else {
            let is_leaf = self.is_leaf(site, item, scope) && !self.may_lack_skip(site, item);
            return if is_leaf {
                (plain(self.leaf(site, item)), true)
            } else {
                (self.spread(site, item, scope), false)
            };
        };
        if self.is_any_token(item) {
            let without = self.regular_primary(site, except, scope);
            if self.regulars.labels(without).is_empty() {
                return (plain(self.any_token(site, &item.primary, Some(without))), true);
            }
        }
        // An exclusion compares with the item's own text, so the item stays a leaf even where skip may follow it.
        let body = ast::Item { except: None, ..item.clone() };
        let is_leaf = self.is_leaf(site, &body, scope);
        let one = if is_leaf { plain(self.leaf(site, &body)) } else { self.spread(site, &body, scope) };
        let without = self.regular_primary(site, except, scope);
        (self.checked(site, one, Check::Except(without)), is_leaf)
    }

    fn is_leaf(&self, site: Site, item: &ast::Item, scope: &Scope) -> bool {
        self.is_regular_item(site, item) && !scope.is_counted(item)
    }

    /// Lowers an item that is no leaf.
    fn spread(&mut self, site: Site, item: &ast::Item, scope: &mut Scope) -> Item {
        let mark = scope.mark();
        let one = self.repeated(site, item, scope);
        scope.rewind(mark);
        one
    }

    /// Makes an item a slice of `size` bytes; an item that is counted already is wrapped.
    /// For example, `n := size(v)` makes the later item `v:<body>` a slice of `n` bytes.
    fn sliced(&mut self, site: Site, item: Item, size: ExpressionId) -> Item {
        let drive = Drive::Size(size);
        if item.drive == Drive::None {
            return Item { drive, ..item };
        }
        let inner = Item { check: Check::None, index: 0, ..item };
        let wrapped = DraftProduction::new(vec![inner], Shape::Splice);
        Item { check: item.check, index: item.index, drive, ..plain(self.hidden(site, RuleKind::Group, vec![wrapped])) }
    }

    /// Returns whether the item is a text or nothing, where skip may follow the text: it does not follow nothing.
    /// For example, `"a"?` is one leaf without `%skip`, but with it becomes a choice between `"a"` with skip and nothing.
    pub(super) fn may_lack_skip(&self, site: Site, item: &ast::Item) -> bool {
        let is_bare = item.label.is_none() && item.hooks.is_empty() && item.except.is_none();
        let has_skip = self.program.skip(site.rule).is_some() || (site.flat && !self.program.exact[site.rule]);
        is_bare && may_be_nothing(item) && has_skip
    }

    /// Puts a check on an item; an item that has a check already is wrapped.
    fn checked(&mut self, site: Site, item: Item, check: Check) -> Item {
        if item.check == Check::None {
            return Item { check, ..item };
        }
        let wrapped = DraftProduction::new(vec![item], Shape::Splice);
        Item { check, ..plain(self.hidden(site, RuleKind::Group, vec![wrapped])) }
    }

    /// Wraps an item that has a label or a hook but no node of its own. The check stays outside: it is about the whole text.
    /// For example, `l:<x>*` gets an anonymous node, so that `l` has one place in the tree.
    fn anonymous(&mut self, site: Site, item: Item) -> Item {
        let inner = Item { check: Check::None, ..item };
        if let Some(group) = self.fresh_group(inner.symbol) {
            group.kind = RuleKind::Anonymous;
            group.productions[0].shape = Shape::Node(inner.symbol);
            return item;
        }
        let symbol = self.reserve(site.owner, RuleKind::Anonymous);
        self.define(symbol, vec![DraftProduction::new(vec![inner], Shape::Node(symbol))]);
        Item { check: item.check, ..plain(symbol) }
    }

    /// The group that was made last, if it is this one and has one alternative: it can become the anonymous node itself.
    fn fresh_group(&mut self, symbol: Symbol) -> Option<&mut Draft> {
        let last = self.drafts.len().checked_sub(1).filter(|&last| last == symbol.0 as usize)?;
        let one = |draft: &&mut Draft| draft.kind == RuleKind::Group && draft.productions.len() == 1;
        self.drafts.get_mut(last).filter(one)
    }

    /// The alternatives that stand for a primary: of a group, or of the `%inline` rule that it names.
    pub(super) fn group<'a>(&self, site: Site, primary: &'a ast::Primary) -> Option<(Site, &'a [ast::Alternative])>
    where
        'p: 'a,
    {
        if let PrimaryKind::Group(alternatives) = &primary.kind {
            return Some((site, alternatives));
        }
        if let PrimaryKind::Layout(layout, alternatives) = &primary.kind
            && (*layout == Layout::Flat || (*layout == Layout::Here && site.flat))
        {
            return Some((Site { flat: true, ..site }, alternatives));
        }
        let rule = self.named(site, primary).filter(|&rule| self.program.is_inline(rule))?;
        let file = self.program.rules[rule].file;
        Some((Site { rule, file, ..site }, self.program.body(rule)))
    }

    /// Returns the skip after an item: only a terminal that consumes has one.
    pub(super) fn skip_after(&mut self, site: Site, item: Item) -> Option<Item> {
        if !self.counts_as_terminal(item.symbol) || self.is_layout(site, item.symbol) {
            return None;
        }
        let skip = match self.program.skip(site.rule) {
            _ if site.flat && !self.program.exact[site.rule] => self.flat_skip(site)?,
            skip => self.skip(skip?),
        };
        Some(Item { index: item.index, slot: Slot::Skip, ..plain(skip) })
    }

    /// Whether a symbol is a terminal that consumes; an opaque rule that is regular counts as one, and so does a terminal that
    /// was wrapped for a second check.
    pub(super) fn counts_as_terminal(&self, symbol: Symbol) -> bool {
        if let Some(number) = terminal_number(symbol) {
            return !matches!(self.terminals[number].kind, TerminalKind::Ahead { .. });
        }
        let draft = &self.drafts[symbol.0 as usize];
        match (draft.kind, &draft.productions[..]) {
            (RuleKind::Named | RuleKind::Level(_), _) => draft.opaque && self.is_regular(draft.owner),
            (RuleKind::Group, [DraftProduction { items, .. }]) => match items[..] {
                [only] => only.check != Check::None && self.counts_as_terminal(only.symbol),
                _ => false,
            },
            _ => false,
        }
    }

    /// The labels that an item mentions.
    pub(super) fn mentioned(&self, item: &Item) -> Vec<Label> {
        let mut labels = match item.check {
            Check::Text { label, .. } => vec![label],
            Check::Except(without) => self.regulars.labels(without).to_vec(),
            Check::None => Vec::new(),
        };
        labels.extend(driving(&self.expressions, item.drive));
        match terminal_number(item.symbol).map(|number| &self.terminals[number]) {
            Some(terminal) => match terminal.kind {
                TerminalKind::Text { label, .. } => labels.push(label),
                TerminalKind::Ahead { .. } => labels.extend(self.regulars.labels(terminal.regular)),
                TerminalKind::Indent(_) | TerminalKind::Token | TerminalKind::Leaf => {}
            },
            None => {
                let bound = match item.drive {
                    Drive::Count { left, .. } => Some(left),
                    Drive::Here => Some(Label::COLUMN),
                    _ => None,
                };
                let params = self.drafts[item.symbol.0 as usize].params.iter();
                labels.extend(params.filter(|label| bound != Some(**label)));
            }
        }
        labels
    }

    /// Returns the rule that a primary names.
    pub(super) fn named(&self, site: Site, primary: &ast::Primary) -> Option<usize> {
        match &primary.kind {
            PrimaryKind::Rule(name) => self.program.lookup(site.file, &name.text),
            _ => None,
        }
    }
}

/// Returns whether an item is a flat part, whatever its label or repetition.
fn is_flat(item: &ast::Item) -> bool {
    matches!(item.primary.kind, PrimaryKind::Layout(Layout::Flat, _))
}

/// Returns whether the item is the empty text and nothing else.
/// For example, `""` is empty, but `l:""` is not, because its label may be referred to.
pub(super) fn is_empty(item: &ast::Item) -> bool {
    let empty = matches!(&item.primary.kind, PrimaryKind::Literal(literal) if literal.units.is_empty());
    empty && item.look.is_none() && !is_marked(item)
}

/// Returns whether the item has a label, a hook or a computed field, for which it needs a node even if its text is empty.
fn is_marked(item: &ast::Item) -> bool {
    item.label.is_some() || !item.hooks.is_empty() || item.derive.is_some()
}

/// Returns whether the text of the item matters even if it is always empty. For example, where `<a>` has no finite text, `<a>*` does not
/// matter, but `l:<a>*` is a node, `<a>* := text(l)` wants `l` to be empty, and `<a>* - ""` has no text.
fn depends_on_text(item: &ast::Item) -> bool {
    is_marked(item) || item.except.is_some()
}

/// `:= text(l)` and `:= text_ci(l)`.
fn text_check(item: &ast::Item, scope: &Scope) -> Option<Check> {
    let ExpressionKind::Call { function, labels } = &item.derive.as_ref()?.kind else { return None };
    let fold = match function.text.as_str() {
        "text" => false,
        "text_ci" => true,
        _ => return None,
    };
    let label = scope.find(&labels.first()?.text)?;
    Some(Check::Text { label, fold })
}
