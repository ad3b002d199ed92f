//! The parts of a text that edits can take, as spans with the item that each was parsed for. They take 16 bytes each, so that the pieces of
//! large texts can be kept.

use std::ops::Range;

use grammarc_core::grammar::{
    Drive, Grammar, Item, ItemId, ProductionId, Regular, RuleKind, Slot, Symbol, TerminalKind,
};
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::tree::Tree;
use grammarc_generate::choices::Random;

/// A part of a text.
///
/// For example, the pieces of `f(1 )` by `<call> ::= <name> "(" <number>? ")"` with skipped blanks: `f` for the item `<name>`, and `1` for
/// the item `<number>`, with a blank behind it. The brackets cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The item that it was parsed for. Any text of its symbol fits here.
    pub(super) item: ItemId,
    start: u32,
    /// Its end, before the skip behind it.
    end: u32,
    /// Its end with the skip behind it.
    end_of_skip: u32,
}

impl Piece {
    /// Makes a piece of a span, without skip.
    pub(super) fn new(item: ItemId, span: Range<usize>) -> Self {
        let (start, end) = (span.start as u32, span.end as u32);
        Self { item, start, end, end_of_skip: end }
    }

    /// Returns its bytes, without the skip behind it.
    pub(super) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns its bytes with the skip behind it.
    pub(super) fn span_with_skip(&self) -> Range<usize> {
        self.start as usize..self.end_of_skip as usize
    }

    /// Returns whether a piece lies in this one and is smaller.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.start <= other.start && other.end <= self.end && self.span().len() > other.span().len()
    }
}

/// A text and its pieces.
#[derive(Clone, Copy)]
pub(super) struct Source<'s> {
    pub(super) text: &'s [u8],
    pub(super) pieces: &'s [Piece],
}

impl<'s> Source<'s> {
    /// Returns a random piece; none if there is none.
    pub(super) fn any(&self, random: &mut Random) -> Option<&'s Piece> {
        self.pieces.get(random.below(self.pieces.len() as u32) as usize)
    }

    /// Returns the bytes of a piece.
    pub(super) fn bytes(&self, piece: &Piece) -> &'s [u8] {
        &self.text[piece.span()]
    }
}

/// Facts of the grammar about the pieces for one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceKind {
    /// The symbol that the item asks for.
    pub(super) symbol: Symbol,
    /// Whether it has several texts, none of which another part determines. For example, a keyword has one text.
    pub(super) is_open: bool,
    /// Whether it is a terminal.
    pub(super) is_terminal: bool,
    /// Whether it is an iteration of a repetition that could have stopped before it.
    pub(super) is_element: bool,
    /// Whether it can be left out, as an element or an optional part.
    pub(super) is_droppable: bool,
}

/// By item: the use of pieces for it; none if they have no use.
#[derive(Debug)]
pub(super) struct PieceKinds(Vec<Option<PieceKind>>);

impl PieceKinds {
    /// Examines a grammar. O(grammar).
    pub(super) fn new(grammar: &Grammar) -> Self {
        let mut kinds: Vec<Option<PieceKind>> = grammar.items.iter().map(|item| kind(grammar, item)).collect();
        for (number, production) in grammar.productions.iter().enumerate() {
            let bodies = bodies(grammar, ProductionId(number as u32));
            for (place, is_element) in bodies {
                if let Some(kind) = &mut kinds[place as usize] {
                    kind.is_element |= is_element;
                    kind.is_droppable = true;
                }
            }
            // A group that is repeated and has no node: its only item stands for the iteration.
            let repeated = grammar.rule(production.rule).filter(|rule| rule.kind == RuleKind::Repeat);
            let body = repeated.and_then(|_| grammar.items_of(ProductionId(number as u32)).first());
            for place in body.into_iter().flat_map(|body| only_items(grammar, body.symbol)) {
                if let Some(kind) = &mut kinds[place as usize] {
                    (kind.is_element, kind.is_droppable) = (true, true);
                }
            }
        }
        kinds.iter_mut().for_each(|kind| *kind = kind.filter(|it| it.is_open || it.is_droppable));
        Self(kinds)
    }

    /// Returns the kind of the pieces for an item.
    pub(super) fn of(&self, item: ItemId) -> Option<PieceKind> {
        self.0.get(item.0 as usize).copied().flatten()
    }

    /// Returns the pieces of a tree, in preorder. O(n) for n nodes.
    pub(super) fn pieces(&self, grammar: &Grammar, tree: &Tree) -> Vec<Piece> {
        let solid = solid_ends(grammar, tree);
        let is_piece = |&place: &usize| self.of(tree.item_at(place)).is_some();
        let piece = |place: usize| {
            let span = tree.span_at(place);
            let end = solid[tree.end_at(place) - 1].clamp(span.start as u32, span.end as u32);
            Piece { item: tree.item_at(place), start: span.start as u32, end, end_of_skip: span.end as u32 }
        };
        let pieces = (0..tree.len()).filter(is_piece).map(piece);
        let mut pieces: Vec<Piece> = pieces.filter(|piece| piece.start < piece.end_of_skip).collect();
        pieces.shrink_to_fit();
        pieces
    }
}

/// Returns the items of a production that can be left out, and whether each is an element: the body of a repetition, and the only item of an
/// optional group.
fn bodies(grammar: &Grammar, id: ProductionId) -> Vec<(u32, bool)> {
    let production = grammar.production(id);
    let Some(rule) = grammar.rule(production.rule) else { return Vec::new() };
    let mut items = production.items.clone();
    let is_optional = || rule.productions.clone().any(|other| grammar.items_of(ProductionId(other)).is_empty());
    match rule.kind {
        RuleKind::Repeat => items.next().map(|body| (body, true)).into_iter().collect(),
        RuleKind::Group if is_optional() => only_item(grammar, id).map(|item| (item, false)).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the items that stand alone in their alternative of a group.
fn only_items(grammar: &Grammar, group: Symbol) -> Vec<u32> {
    let is_group = grammar.rule(group).is_some_and(|rule| rule.kind == RuleKind::Group);
    let productions = is_group.then(|| grammar.productions_of(group)).into_iter().flatten();
    productions.filter_map(|production| only_item(grammar, production)).collect()
}

/// Returns the item of a production that has one, skip aside.
fn only_item(grammar: &Grammar, id: ProductionId) -> Option<u32> {
    let is_solid = |item: &u32| grammar.items[*item as usize].slot != Slot::Skip;
    let mut items = grammar.production(id).items.clone().filter(is_solid);
    items.next().filter(|_| items.next().is_none())
}

/// Returns the kind of an item's pieces by its symbol alone; none for skip and for items without bytes of their own.
fn kind(grammar: &Grammar, item: &Item) -> Option<PieceKind> {
    if item.slot == Slot::Skip || grammar.is_optional_skip(item.symbol) {
        return None;
    }
    let terminal = grammar.terminal(item.symbol);
    let is_fixed = terminal.is_some_and(|terminal| match terminal.kind {
        TerminalKind::Ahead { .. } | TerminalKind::Text { .. } | TerminalKind::Indent(_) => true,
        TerminalKind::Token | TerminalKind::Leaf => {
            matches!(grammar.regulars[terminal.regular.0 as usize], Regular::Literal { fold: false, .. })
        }
    });
    let is_determined = item.field.is_some() || is_computed(grammar, item) || item.drive != Drive::None;
    Some(PieceKind {
        symbol: item.symbol,
        is_open: !is_fixed && !is_determined,
        is_terminal: terminal.is_some(),
        is_element: false,
        is_droppable: false,
    })
}

/// Returns for each place in preorder the end of the last token up to it that is no skip.
fn solid_ends(grammar: &Grammar, tree: &Tree) -> Vec<u32> {
    let mut ends = Vec::with_capacity(tree.len());
    let (mut last, mut skip_until) = (0, 0);
    for place in 0..tree.len() {
        let item = grammar.item(tree.item_at(place));
        let is_skip = item.is_some_and(|item| item.slot == Slot::Skip || grammar.is_optional_skip(item.symbol));
        let end = tree.end_at(place);
        if is_skip {
            skip_until = skip_until.max(end);
        }
        if place >= skip_until && end == place + 1 {
            let span = tree.span_at(place);
            last = if span.is_empty() { last } else { span.end as u32 };
        }
        ends.push(last);
    }
    ends
}
