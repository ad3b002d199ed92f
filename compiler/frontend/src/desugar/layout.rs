//! Layout: `line`, `more`, `same`, `inside`, `block(x)` and `here(x)` become terminals that compare the blanks of a line with the column of the block.
//!
//! For example, with `%layout <nl> <blank>`:
//!
//! ```text
//! written   s: "if" <e> ":" block(<s>)
//! lowered   s: "if" <e> ":" <nl> deeper here      here: rows, with the column of this place
//!                                                 rows: <s> (<nl> same <s>)*
//! ```
//!
//! The column is a hidden label. It is a parameter of every rule in which a line begins, and of the rules around such rules.
//!
//! The label (`Label::COLUMN`) is bound by the item that begins a block (`Drive::Here`). At each line, a terminal compares the blanks with
//! it (`TerminalKind::Indent`). Rules in which no line begins have no such parameter, so that their Earley items do not multiply. Outside of
//! all blocks the label is unbound, which is not the same as a block at the margin: only `inside` tells them apart.

use std::collections::HashSet;

use grammarc_dsl::ast::{self, Alternative, Layout, Primary, PrimaryKind, Repetition, RepetitionKind};
use grammarc_runtime::grammar::{Drive, Indent, Item, Label, RuleKind, Shape, Slot, Symbol, TerminalKind};

use super::groups::Body;
use super::items::plain;
use super::{DraftProduction, Lowering, Scope, Site, terminal_number};

impl Lowering<'_> {
    /// Lowers `line` and `more`: the end of the line, and the blanks behind it. `same` and `inside` are the blanks alone.
    pub(super) fn line(&mut self, site: Site, layout: Layout) -> Vec<Item> {
        let Some(tokens) = self.program.files[site.file].layout else { return Vec::new() };
        let indent = match layout {
            Layout::Line | Layout::Same => Indent::Same,
            Layout::Inside => Indent::Inside,
            _ => Indent::Deeper,
        };
        let mut blank = self.regular_rule(tokens.blank);
        if indent != Indent::Deeper {
            blank = self.regulars.repeat(blank, 0, Some(1));
        }
        let blanks = plain(self.indent(blank, indent));
        match layout {
            Layout::Same | Layout::Inside => vec![blanks],
            _ => vec![plain(self.token(tokens.line_end)), blanks],
        }
    }

    /// Lowers `line`, `more`, `block(x)` or `here(x)` to one item.
    pub(super) fn laid_out(
        &mut self,
        site: Site,
        layout: Layout,
        alternatives: &[Alternative],
        scope: &mut Scope,
        body: Body,
    ) -> Item {
        let mut items = match layout {
            Layout::Flat | Layout::Here => Vec::new(),
            _ if site.flat => vec![plain(self.never())],
            Layout::Block => self.line(site, Layout::More),
            _ => self.line(site, layout),
        };
        if matches!(layout, Layout::Block | Layout::Here) && !site.flat {
            items.push(self.here(site, layout, alternatives, scope));
        }
        let is_element = body == Body::Iteration && items.len() > 1;
        let shape = if is_element { Shape::Element } else { Shape::Splice };
        plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, shape)]))
    }

    /// Lowers the part of a block whose column is the place where it begins. It is a rule of its own, so that the column ends with
    /// it.
    fn here(&mut self, site: Site, layout: Layout, alternatives: &[Alternative], scope: &mut Scope) -> Item {
        let outer = scope.hide();
        let inner = if layout == Layout::Block {
            let span = alternatives[0].span.start..alternatives[alternatives.len() - 1].span.end;
            let primary = |kind| Primary { kind, span: span.clone() };
            let separator = Box::new(primary(PrimaryKind::Layout(Layout::Line, Vec::new())));
            let repetition = Repetition { kind: RepetitionKind::SeparatedSome(separator), span: span.clone() };
            let item = ast::Item {
                label: None,
                look: None,
                primary: primary(PrimaryKind::Group(alternatives.to_vec())),
                repetition: Some(repetition),
                except: None,
                derive: None,
                hooks: Vec::new(),
                span: span.clone(),
            };
            self.repeated(site, &item, scope)
        } else {
            let item = self.choice(site, alternatives, scope, Body::Group);
            let skip = self.skip_after(site, item);
            let items = std::iter::once(item).chain(skip).collect();
            plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, Shape::Splice)]))
        };
        scope.show(outer);
        let block = Item { drive: Drive::Here, ..inner };
        plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(vec![block], Shape::Splice)]))
    }

    /// Returns whether a symbol is a token of `%layout`: nothing is skipped behind it, because the blanks there are an indentation.
    pub(super) fn is_layout(&mut self, site: Site, symbol: Symbol) -> bool {
        let Some(tokens) = self.program.files[site.file].layout else { return false };
        let is_indent = |number: usize| matches!(self.terminals[number].kind, TerminalKind::Indent(_));
        terminal_number(symbol).is_some_and(is_indent)
            || [tokens.line_end, tokens.blank].into_iter().any(|token| self.token(token) == symbol)
    }

    /// Returns the item of skip in a flat part: it takes the ends of lines, too.
    pub(super) fn flat_skip(&mut self, site: Site) -> Option<Symbol> {
        let tokens = self.program.files[site.file].layout?;
        if let Some(&symbol) = self.flat_skips.get(&site.file) {
            return Some(symbol);
        }
        let skip = self.program.files[site.file].skip;
        let owner = Site { owner: skip.unwrap_or(tokens.line_end), rule: tokens.line_end, ..site };
        let regular = skip.filter(|&skip| self.is_regular(skip));
        let body = match (skip, regular) {
            (Some(skip), None) => {
                let options = [self.rule_symbol(Site { flat: false, ..site }, skip), self.token(tokens.line_end)];
                let option = |symbol| DraftProduction::new(vec![skipped(symbol)], Shape::Splice);
                let choice = self.hidden(owner, RuleKind::Group, options.map(option).into());
                self.star_of(owner, skipped(choice))
            }
            _ => {
                let mut parts: Vec<_> = regular.into_iter().map(|skip| self.regular_rule(skip)).collect();
                parts.push(self.regular_rule(tokens.line_end));
                let choice = self.regulars.choice(parts);
                let many = self.regulars.repeat(choice, 1, None);
                let name = self.program.rules[skip.unwrap_or(tokens.line_end)].name.clone();
                let token = self.named_token(name, many);
                self.optional(owner, skipped(token))
            }
        };
        self.flat_skips.insert(site.file, body);
        Some(body)
    }

    /// Gives each rule in which a line begins the column as a parameter, and the rules around it. They are found from the inside to
    /// the outside.
    pub(super) fn pass_columns(&mut self) {
        let mut users = vec![Vec::new(); self.drafts.len()];
        let mut open = Vec::new();
        for (number, draft) in self.drafts.iter().enumerate() {
            for item in draft.productions.iter().flat_map(|production| &production.items) {
                match terminal_number(item.symbol) {
                    Some(terminal) if matches!(self.terminals[terminal].kind, TerminalKind::Indent(_)) => {
                        open.push(number);
                    }
                    None if item.drive != Drive::Here => users[item.symbol.0 as usize].push(number),
                    _ => {}
                }
            }
        }
        while let Some(number) = open.pop() {
            let params = &mut self.drafts[number].params;
            if params.last() != Some(&Label::COLUMN) {
                params.push(Label::COLUMN);
                open.extend(&users[number]);
            }
        }
    }

    /// Removes the productions that need a rule without finite text, or the beginning of a line in a flat part, until no rule without
    /// a production is left in one.
    /// For example, in a flat part `<x> ++ line` is a single `<x>`.
    pub(super) fn drop_dead(&mut self) {
        let Some(never) = self.never else { return };
        let mut dead = HashSet::from([never]);
        loop {
            let before = dead.len();
            for (number, draft) in self.drafts.iter_mut().enumerate() {
                draft.productions.retain(|production| production.items.iter().all(|item| !dead.contains(&item.symbol)));
                if draft.productions.is_empty() {
                    dead.insert(Symbol(number as u32));
                }
            }
            if dead.len() == before {
                break;
            }
        }
        // Nothing mentions these hidden rules any more.
        let empty = self.drafts.iter_mut().filter(|draft| draft.productions.is_empty());
        empty.for_each(|draft| draft.productions.push(DraftProduction::new(Vec::new(), Shape::Splice)));
        // A repetition goes on or stops. One that can only stop is an empty group.
        let stopped = self.drafts.iter_mut().filter(|draft| draft.productions.len() == 1);
        stopped.filter(|draft| draft.kind == RuleKind::Repeat).for_each(|draft| draft.kind = RuleKind::Group);
    }
}

fn skipped(symbol: Symbol) -> Item {
    Item { slot: Slot::Skip, ..plain(symbol) }
}
