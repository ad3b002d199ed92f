//! A tree becomes the choices that generate its text: the grammar is walked along the tree. For example, the tree of `ab` becomes the steps
//! that are drawn at [`Trace`]. So texts that nobody fuzzed can be mutated and generalized, too.
//!
//! The walk meets the same questions as `fuzz/driver.rs`, in the same order. Its stack is on the heap, so that a deep tree does not
//! recurse.

use std::ops::Range;

use crate::choices::{Choice, Guide, Span, SpanKind, Step, Trace};
use crate::fuzz::generator::Generator;
use grammarc_core::grammar::{
    Check, Grammar, Item, ItemId, Label, ProductionId, Regular, RuleKind, Shape, Slot, Symbol, TerminalKind,
};
use grammarc_core::regular::{Matcher, is_match};
use grammarc_core::tree::{Tree, TreeNode};

impl Generator {
    /// Returns the choices that generate a text, given its tree; none if the tree is not one that parsing gives. Replaying
    /// them writes exactly this text. O(n) time for n nodes;
    /// with opaque rules that are not regular, the text is parsed once more by chart.
    ///
    /// ```
    /// use grammarc_runtime::choices::{Choice, Choices};
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::fuzz::fuzz;
    ///
    /// let text = b"one\ntwo\n";
    /// let trace = LINES.trace(text, &LINES.parse(text).unwrap()).unwrap();
    /// assert_eq!(fuzz(&LINES, &mut Choices::replay(trace.choices()), 0).unwrap(), text);
    /// ```
    pub fn trace(&self, text: &[u8], tree: &Tree) -> Option<Trace> {
        self.counted_trace(text, tree).map(|(trace, _)| trace)
    }

    /// Returns the choices that generate a text, and how often each production of the grammar was chosen among several. For example, of
    /// `"a"*` and the text `aa`, going on was chosen twice and stopping once.
    #[doc(hidden)]
    pub fn counted_trace(&self, text: &[u8], tree: &Tree) -> Option<(Trace, Vec<u64>)> {
        // The tree has no nodes for the inside of an opaque rule.
        let is_opaque = |(id, _)| {
            let production = tree.node(id).production;
            production.is_some_and(|id| matches!(self.grammar.production(id).shape, Shape::Leaf(_)))
        };
        if tree.walk().any(is_opaque) {
            return Walk::new(self, text, &self.parsing().opened().tree(text)?).run(self.grammar.start);
        }
        Walk::new(self, text, tree).run(self.grammar.start)
    }
}

/// A step of the walk that is still to be done.
#[derive(Debug, Clone, Copy)]
enum Visit {
    /// An item, and the item that a rule which stands for the whole passes on.
    Item(ItemId, ItemId),
    /// A rule, asked for by an item.
    Expand(Symbol, ItemId),
    /// A node ends; the parts of the node around it end at this place in preorder.
    Leave(usize),
    /// A span ends; this is the number of the span around it.
    End(usize),
    /// A labelled text ends. It began at this offset.
    Bind(Label, usize),
    /// An application of a named rule ends; the labels of the one around it begin here.
    Scope(usize),
    /// A text that repeats a label ends: its start, its symbol, and the limit of the repeated text around it. Nothing inside it was chosen.
    Same(usize, Symbol, usize),
}

struct Walk<'a> {
    language: &'a Generator,
    grammar: &'a Grammar,
    guide: &'a Guide,
    text: &'a [u8],
    tree: &'a Tree,
    /// The next node, by its place in preorder.
    at: usize,
    /// Where the parts of the present node end.
    end: usize,
    /// How much of the text was written.
    position: usize,
    trace: Trace,
    /// By production: how often it was chosen among several.
    chosen: Vec<u64>,
    /// The innermost span that is open.
    around: usize,
    /// How many repeated texts the walk is inside of.
    silent: usize,
    /// Where the innermost of them ends. It is needed because a tree does not show which of two repetitions an element belongs to.
    limit: usize,
    /// The ranges of the text that were skipped so far.
    skipped: Vec<Range<usize>>,
    /// The texts of labels; those of the present named rule begin at `scope`.
    bindings: Vec<(Label, Range<usize>)>,
    scope: usize,
    visits: Vec<Visit>,
}

impl<'a> Walk<'a> {
    fn new(language: &'a Generator, text: &'a [u8], tree: &'a Tree) -> Self {
        Self {
            language,
            grammar: &language.grammar,
            guide: language.guides.of(&language.grammar),
            text,
            tree,
            at: 0,
            end: tree.len(),
            position: 0,
            trace: Trace::default(),
            chosen: vec![0; language.grammar.productions.len()],
            around: 0,
            silent: 0,
            limit: usize::MAX,
            skipped: Vec::new(),
            bindings: Vec::new(),
            scope: 0,
            visits: Vec::new(),
        }
    }

    /// Walks a tree whose root is an application of the symbol.
    fn run(mut self, symbol: Symbol) -> Option<(Trace, Vec<u64>)> {
        self.visits.push(Visit::Expand(symbol, ItemId::NONE));
        while let Some(task) = self.visits.pop() {
            self.work(task)?;
        }
        let is_all = self.at == self.tree.len() && self.position == self.text.len();
        is_all.then_some((self.trace, self.chosen))
    }

    fn work(&mut self, task: Visit) -> Option<()> {
        match task {
            Visit::Item(id, caller) => self.item(id, caller)?,
            Visit::Expand(symbol, caller) => self.expand(symbol, caller)?,
            Visit::Leave(end) => {
                if self.at != self.end {
                    return None;
                }
                self.end = end;
            }
            Visit::End(around) => self.end_span(around),
            Visit::Bind(label, start) => self.bindings.push((label, self.seen(start))),
            Visit::Scope(around) => {
                self.bindings.truncate(self.scope);
                self.scope = around;
            }
            Visit::Same(start, symbol, limit) => {
                self.silent -= 1;
                self.limit = limit;
                let Some(skip) = self.guide.end(symbol) else {
                    return self.leaf(SpanKind::Text, symbol, start..self.position);
                };
                let seen = self.seen(start);
                self.leaf(SpanKind::Text, symbol, seen.clone())?;
                self.leaf(SpanKind::Skip, skip, seen.end..self.position)?;
            }
        }
        Some(())
    }

    /// The next part of the present node.
    fn next(&self) -> Option<TreeNode> {
        let next = (self.at < self.end).then(|| self.tree.node(self.tree.id_at(self.at)));
        next.filter(|node| node.span.is_empty() || self.position < self.limit)
    }

    /// The text of a label; an absent one is empty.
    fn label_text(&self, label: Label) -> &[u8] {
        let found = self.bindings[self.scope..].iter().rev().find(|(bound, _)| *bound == label);
        found.map_or(&[], |(_, span)| &self.text[span.clone()])
    }

    fn item(&mut self, id: ItemId, caller: ItemId) -> Option<()> {
        let item = *self.grammar.item(id)?;
        let stands = if item.pass { caller } else { id };
        if item.slot == Slot::Skip || self.grammar.is_optional_skip(item.symbol) {
            return self.skip(&item, stands);
        }
        if let Some(label) = item.label {
            self.visits.push(Visit::Bind(label, self.position));
        }
        if let Check::Text { label, .. } = item.check {
            self.silent += 1;
            self.visits.push(Visit::Same(self.position, item.symbol, self.limit));
            self.limit = self.end_of_same(label);
        }
        let kind = self.grammar.rule(item.symbol).map(|rule| rule.kind);
        if matches!(kind, Some(RuleKind::Named | RuleKind::Level(_))) && !item.pass {
            self.visits.push(Visit::Scope(self.scope));
            self.scope = self.bindings.len();
        }
        match self.grammar.terminal(item.symbol) {
            Some(_) => self.terminal(item.symbol, stands),
            None => self.expand(item.symbol, stands),
        }
    }

    /// Returns the end of the next part, which repeats the text of a label, with the skip behind it. For example, in front of `ab ` it is 3
    /// bytes further, if the label has the text `ab` and the blank is skip.
    fn end_of_same(&self, label: Label) -> usize {
        let mut end = self.position + self.label_text(label).len();
        for node in (self.at..self.end).map(|at| self.tree.node(self.tree.id_at(at))) {
            let is_skip = self.grammar.item(node.item).is_some_and(|item| item.slot == Slot::Skip);
            if node.span.start > end {
                break;
            }
            if is_skip && node.span.start == end {
                end = node.span.end;
            }
        }
        end
    }

    /// Returns the range from `start` to here without the skip at its end, as labels see it. For example, of `x ` that is `x`.
    fn seen(&self, start: usize) -> Range<usize> {
        let mut end = self.position;
        for skip in self.skipped.iter().rev().take_while(|skip| skip.start >= start) {
            if skip.end != end {
                break;
            }
            end = skip.start;
        }
        start..end
    }

    /// Adds the skipped text as one choice, with all its nodes. It is empty where nothing was skipped.
    fn skip(&mut self, item: &Item, stands: ItemId) -> Option<()> {
        let start = self.position;
        let is_own = |node: &TreeNode| match self.grammar.rule(item.symbol) {
            Some(_) => self.guide.production(item.symbol, stands, node.item, node.production).is_some(),
            None => node.item == stands,
        };
        if let Some(node) = self.next().filter(is_own) {
            self.pass_over(&node)?;
            self.skipped.extend((start < self.position).then_some(start..self.position));
        }
        self.leaf(SpanKind::Skip, item.symbol, start..self.position)
    }

    fn terminal(&mut self, symbol: Symbol, stands: ItemId) -> Option<()> {
        let row = self.grammar.terminal(symbol)?;
        if matches!(row.kind, TerminalKind::Ahead { .. }) {
            return Some(());
        }
        let node = self.next().filter(|node| node.item == stands && node.symbol == symbol)?;
        let start = self.position;
        self.pass_over(&node)?;
        let is_fixed = || matches!(self.grammar.regulars[row.regular.0 as usize], Regular::Literal { fold: false, .. });
        match row.kind {
            TerminalKind::Token | TerminalKind::Leaf if is_fixed() => Some(()),
            _ => self.leaf(SpanKind::Text, symbol, start..self.position),
        }
    }

    fn expand(&mut self, symbol: Symbol, caller: ItemId) -> Option<()> {
        let rule = self.grammar.rule(symbol)?;
        let production = self.production(symbol, caller)?;
        let option = production.0 - rule.productions.start;
        let is_choice = rule.productions.len() > 1;
        if is_choice && self.silent == 0 {
            self.chosen[production.0 as usize] += 1;
        }
        if rule.kind == RuleKind::Repeat {
            self.repeat(symbol, production, is_choice.then_some(option == 0), caller);
            return Some(());
        }
        let shape = self.grammar.production(production).shape;
        self.begin(SpanKind::Application, symbol);
        if shape != Shape::Splice {
            let node = self.next()?;
            self.visits.push(Visit::Leave(self.end));
            self.end = self.at + self.tree.size(node.id);
            self.at += 1;
        }
        if is_choice {
            self.choose(Choice::Alt(option));
        }
        let items = self.grammar.production(production).items.clone();
        self.visits.extend(items.rev().map(|id| Visit::Item(ItemId(id), caller)));
        Some(())
    }

    /// A repetition goes on or stops. The span of an iteration ends before the next one begins, so that it holds one element.
    fn repeat(&mut self, symbol: Symbol, production: ProductionId, goes_on: Option<bool>, caller: ItemId) {
        let mut items = self.grammar.production(production).items.clone();
        let body = items.next();
        self.visits.extend(items.rev().map(|id| Visit::Item(ItemId(id), caller)));
        if body.is_some() {
            self.begin(SpanKind::Element, symbol);
        }
        if let Some(goes_on) = goes_on {
            self.choose(Choice::More(goes_on));
        }
        self.visits.extend(body.map(|id| Visit::Item(ItemId(id), caller)));
    }

    /// Begins a span that ends when all visits that are pushed from now on are done.
    fn begin(&mut self, kind: SpanKind, symbol: Symbol) {
        self.visits.push(Visit::End(self.around));
        if self.silent > 0 {
            return;
        }
        if kind == SpanKind::Application {
            self.trace.steps.push(Step::Open(symbol));
        }
        let (start, at, parent) = (self.trace.steps.len(), self.position, self.around);
        self.around = self.trace.spans.len();
        self.trace.spans.push(Span { kind, symbol, steps: start..start, text: at..at, parent });
    }

    /// Ends the innermost span.
    fn end_span(&mut self, around: usize) {
        if self.silent > 0 {
            return;
        }
        let span = &mut self.trace.spans[self.around];
        (span.steps.end, span.text.end) = (self.trace.steps.len(), self.position);
        if span.kind == SpanKind::Application {
            self.trace.steps.push(Step::Close);
        }
        self.around = around;
    }

    /// Adds the choice of a text that ends here: a terminal's, or a skipped one.
    fn leaf(&mut self, kind: SpanKind, symbol: Symbol, text: Range<usize>) -> Option<()> {
        if self.silent == 0 {
            let (at, parent) = (self.trace.steps.len(), self.around);
            self.trace.spans.push(Span { kind, symbol, steps: at..at + 1, text: text.clone(), parent });
            self.trace.steps.push(Step::Choice(Choice::Text(self.text.get(text)?.to_vec())));
        }
        Some(())
    }

    /// Returns the production that the next node belongs to. Without a node it is the first whose look-aheads hold.
    fn production(&self, symbol: Symbol, caller: ItemId) -> Option<ProductionId> {
        let by_node = |node: TreeNode| self.guide.production(symbol, caller, node.item, node.production);
        let nodeless = || {
            let productions = self.guide.nodeless(symbol);
            productions.iter().copied().find(|&production| self.holds(production)).or(productions.first().copied())
        };
        self.next().and_then(by_node).or_else(nodeless)
    }

    /// Returns whether a production can stand here as the empty text: its look-aheads hold, and no `-` excludes the empty text. It recurses
    /// no deeper than the grammar file nests: only hidden rules write nothing without a node.
    fn holds(&self, production: ProductionId) -> bool {
        let matcher = Matcher { grammar: self.grammar, automata: &self.language.automata, input: self.text };
        let label = |label| self.label_text(label);
        self.grammar.items_of(production).iter().all(|item| {
            let is_admitted = match item.check {
                Check::None => true,
                Check::Text { label: same, .. } => label(same).is_empty(),
                Check::Except(without) => !is_match(self.grammar, &self.language.automata, without, b"", &label),
            };
            let is_empty = match self.grammar.terminal(item.symbol) {
                Some(_) => !matcher.ends(item.symbol, self.position, &label).is_empty(),
                None => self.guide.nodeless(item.symbol).iter().any(|&production| self.holds(production)),
            };
            is_admitted && is_empty
        })
    }

    /// Passes over a node and all below it.
    fn pass_over(&mut self, node: &TreeNode) -> Option<()> {
        if node.span.start != self.position {
            return None;
        }
        self.at += self.tree.size(node.id);
        self.position = node.span.end;
        Some(())
    }

    /// Adds a choice, unless it is in a text that repeats another one.
    fn choose(&mut self, choice: Choice) {
        if self.silent == 0 {
            self.trace.steps.push(Step::Choice(choice));
        }
    }
}
