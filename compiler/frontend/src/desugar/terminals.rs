//! Terminals: tokens, leaves, look-aheads, back-references. Equal ones are one.
//!
//! For example, a grammar that has the literal `","` in ten rules gets one terminal for it.

use grammarc_dsl::ast::{self, Look, ModifierKind, Primary, Span};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Indent, Label, Regular, RegularId, Symbol, Terminal, TerminalKind};

use super::{Lowering, Scope, Site, terminal_symbol};
use crate::resolve::codec_of_rule;

impl Lowering<'_> {
    /// Returns the terminal of a token, or of an opaque rule that is regular.
    pub(super) fn token(&mut self, rule: usize) -> Symbol {
        let token = self.program.has(rule, ModifierKind::Token);
        let kind = if token { TerminalKind::Token } else { TerminalKind::Leaf };
        let regular = self.regular_rule(rule);
        let mut terminal = self.terminal(self.program.rules[rule].name.clone(), kind, regular);
        terminal.opaque = self.program.has(rule, ModifierKind::Opaque);
        terminal.codec = codec_of_rule(self.program, rule);
        self.add(terminal, Some(rule))
    }

    /// Returns the leaf of a regular item.
    /// For example, `[0-9]+` becomes one leaf with that name.
    pub(super) fn leaf(&mut self, site: Site, item: &ast::Item) -> Symbol {
        let regular = self.regular_item(site, item, &Scope::default());
        let name = self.written(site, &extent(item));
        let mut terminal = self.terminal(name, TerminalKind::Leaf, regular);
        if self.is_keyword(site, item) {
            terminal.word = self.program.files[site.file].word.map(|word| self.token(word));
        }
        self.add(terminal, None)
    }

    /// Returns the leaf of a regular primary.
    pub(super) fn leaf_of(&mut self, site: Site, primary: &Primary) -> Symbol {
        let item = ast::Item {
            label: None,
            look: None,
            primary: primary.clone(),
            repetition: None,
            except: None,
            derive: None,
            hooks: Vec::new(),
            span: primary.span.clone(),
        };
        self.leaf(site, &item)
    }

    /// Returns the look-ahead of an item `!x` or `&x`.
    /// For example, `!"-->"` becomes a terminal that matches the empty text in front of anything but `-->`.
    pub(super) fn ahead(&mut self, site: Site, item: &ast::Item, scope: &Scope) -> Symbol {
        let negative = item.look == Some(Look::NotAhead);
        let operand = ast::Item { look: None, ..item.clone() };
        let regular = self.regular_item(site, &operand, scope);
        let sign = if negative { '!' } else { '&' };
        let name = format!("{sign}{}", self.written(site, &extent(item)));
        let terminal = Terminal {
            nullable: true,
            first: ByteSet::ALL,
            ..self.terminal(name, TerminalKind::Ahead { negative }, regular)
        };
        self.add(terminal, None)
    }

    /// Returns the back-reference to a label.
    /// For example, `text(tag)` becomes a terminal with the name `text(tag)`, which matches the text of the label `tag` again.
    pub(super) fn text(&mut self, name: &str, label: Option<Label>, fold: bool) -> Symbol {
        let Some(label) = label else {
            let empty = self.regulars.empty();
            let terminal = self.terminal("\"\"".to_owned(), TerminalKind::Leaf, empty);
            return self.add(terminal, None);
        };
        let regular = self.regulars.add(Regular::Text { label, fold });
        let function = if fold { "text_ci" } else { "text" };
        let name = format!("{function}({name})");
        let kind = TerminalKind::Text { label, fold };
        let terminal = Terminal { nullable: true, first: ByteSet::ALL, ..self.terminal(name, kind, regular) };
        self.add(terminal, None)
    }

    /// Returns the blanks at the beginning of a line, compared with the column of the block.
    pub(super) fn indent(&mut self, blank: RegularId, indent: Indent) -> Symbol {
        let name = match indent {
            Indent::Same => "indentation",
            Indent::Deeper | Indent::Inside => "deeper indentation",
        };
        let terminal = self.terminal(name.to_owned(), TerminalKind::Indent(indent), blank);
        self.add(terminal, None)
    }

    /// Returns a token that is no rule: that of skip in flat parts, or of any token.
    pub(super) fn named_token(&mut self, name: String, regular: RegularId) -> Symbol {
        let terminal = self.terminal(name, TerminalKind::Token, regular);
        self.add(terminal, None)
    }

    /// Returns a terminal that never matches.
    pub(super) fn never(&mut self) -> Symbol {
        let empty = self.regulars.empty();
        let kind = TerminalKind::Ahead { negative: true };
        let terminal = Terminal { nullable: true, ..self.terminal("nothing".to_owned(), kind, empty) };
        let symbol = self.add(terminal, None);
        self.never = Some(symbol);
        symbol
    }

    fn terminal(&self, name: String, kind: TerminalKind, regular: RegularId) -> Terminal {
        let begin = self.regulars.begin(regular);
        let (nullable, first) = (begin.nullable, begin.first);
        Terminal { name: name.into(), kind, regular, word: None, opaque: false, nullable, first, codec: None }
    }

    fn add(&mut self, terminal: Terminal, origin: Option<usize>) -> Symbol {
        let next = self.terminals.len() as u32;
        let number = *self.terminal_numbers.entry(terminal.clone()).or_insert(next);
        if number == next {
            self.terminals.push(terminal);
            self.terminal_origins.push(origin);
        }
        terminal_symbol(number)
    }

    /// The text of the grammar file, line breaks and comments as single blanks.
    /// For example, a group that is written over two lines has a name of one line.
    fn written(&self, site: Site, span: &Span) -> String {
        let text = self.program.sources.files[site.file].text.get(span.clone()).unwrap_or_default();
        if !text.contains('\n') {
            return text.to_owned();
        }
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Returns the span that an item matches: without its label, look-ahead sign, value and hooks.
fn extent(item: &ast::Item) -> Span {
    let ends = [item.repetition.as_ref().map(|part| part.span.end), item.except.as_ref().map(|part| part.span.end)];
    let end = ends.into_iter().flatten().max().unwrap_or(item.primary.span.end);
    item.primary.span.start..end
}
