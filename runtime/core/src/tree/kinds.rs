//! Numbers the kinds of node in the trees of one grammar. A kind is a node without its place and size. For example, a `<value>` by
//! its second alternative, parsed for item 7.
//!
//! An item has few kinds: its terminal, or the productions of its rule and of the rules whose nodes get its place (levels of
//! precedence: a family). So a kind is the sum of two numbers, one of the item and one of the production. Generated parsers
//! hold these numbers.
//!
//! For example, one item and two productions:
//!
//! ```text
//! item 7 is <value>: first kind 40         production 3 of its family: offset 0       a number
//!                                          production 4 of its family: offset 1       a list
//! kind 41 = 40 + 1                         a list in the place of item 7
//! ```

use super::{NONE, Record};
use crate::grammar::{Grammar, ItemId, Plan, Production, ProductionId, Shape, Slot, Symbol};

/// Maximum number of kinds that are numbered. With more, nodes are not packed, because too few bits of a word are left for sizes.
const MAX_KINDS: usize = 1 << 20;

/// The kinds of one grammar.
#[derive(Debug)]
pub struct Kinds {
    rows: Vec<KindRow>,
    /// The first kind of each item, shifted by one place because the root, which has no item, comes first.
    items: Vec<KindBase>,
    /// The place of each production in its family, and its role.
    productions: Vec<(KindBase, NodeEffect)>,
    order: NodeOrder,
}

/// The order in which the nodes of a parse can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeOrder {
    /// As they stand in a tree: when a rule begins, it is known whether it has a node. For example, lists and numbers without
    /// `%skip` and precedence.
    Pre,
    /// Children first: a left-recursive rule finds out at its end how many nodes begin where it began, and levels of precedence
    /// which of them have one. Grammars with `%skip` need this order too, because skipped text is found backwards from the end.
    Post,
}

/// One kind of node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KindRow {
    symbol: u32,
    /// `NONE` for a leaf.
    production: u32,
    item: u32,
    hidden: bool,
}

/// For an item, the number of its first kind; for a production, the offset from there.
#[derive(Debug, Clone, Copy)]
struct KindBase {
    number: u32,
    family: u32,
    /// Whether every production for it has a node with children, in [`NodeOrder::Pre`].
    opens: bool,
}

/// The effect of a production on the tree. For example, a group is `Splice`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeEffect {
    /// A node whose children are all nodes since it began.
    Parent,
    /// A node without children.
    Leaf,
    /// No node.
    Splice,
}

impl Kinds {
    /// Numbers the kinds of a grammar. O(items · productions of a rule).
    pub fn new(grammar: &Grammar) -> Self {
        let families = families(grammar);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); families.len()];
        let place = |(number, production): (usize, &Production)| {
            let family = families[production.rule.0 as usize];
            let role = role(production.shape);
            let of = &mut members[family as usize];
            let place = KindBase { number: of.len() as u32, family, opens: false };
            of.extend((role != NodeEffect::Splice).then_some(number as u32));
            (place, role)
        };
        let productions = grammar.productions.iter().enumerate().map(place).collect();
        let order = order(grammar, &families, &members);
        let mut kinds = Self { rows: Vec::new(), items: Vec::new(), productions, order };
        let asked = grammar.items.iter().enumerate().map(|(item, row)| (item as u32, row.symbol));
        for (item, symbol) in std::iter::once((ItemId::NONE.0, grammar.start)).chain(asked) {
            kinds.add(grammar, item, symbol, &families, &members);
        }
        if kinds.rows.len() > MAX_KINDS {
            (kinds.rows, kinds.items) = (Vec::new(), Vec::new());
        }
        kinds
    }

    fn add(&mut self, grammar: &Grammar, item: u32, symbol: Symbol, families: &[u32], members: &[Vec<u32>]) {
        let number = self.rows.len() as u32;
        let Some(&family) = families.get(symbol.0 as usize) else {
            self.items.push(KindBase { number, family: symbol.0, opens: false });
            self.rows.push(KindRow { symbol: symbol.0, production: NONE, item, hidden: false });
            return;
        };
        let opens = self.order == NodeOrder::Pre && !members[family as usize].is_empty();
        self.items.push(KindBase { number, family, opens });
        if self.rows.len() > MAX_KINDS {
            return;
        }
        self.rows.extend(members[family as usize].iter().map(|&production| {
            let row = grammar.production(ProductionId(production));
            let (symbol, hidden) = match row.shape {
                Shape::Node(symbol) | Shape::Leaf(symbol) => (symbol, false),
                Shape::Element | Shape::Splice => (row.rule, true),
            };
            KindRow { symbol: symbol.0, production, item, hidden }
        }));
    }

    /// Returns how many bits of a word the numbers of kinds take.
    pub fn bits(&self) -> u32 {
        (usize::BITS - self.len().leading_zeros()).max(1)
    }

    /// Returns the number of kinds.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the order in which nodes are written.
    pub fn order(&self) -> NodeOrder {
        self.order
    }

    /// Returns whether the node for an item is begun before its children.
    #[inline]
    pub fn opens(&self, item: ItemId) -> bool {
        self.items.get(item.0.wrapping_add(1) as usize).is_some_and(|place| place.opens)
    }

    /// Returns the number of the first kind of an item.
    pub fn first(&self, item: ItemId) -> u32 {
        self.items[item.0.wrapping_add(1) as usize].number
    }

    /// Returns the number of the leaf of a terminal that is parsed for an item.
    #[inline]
    pub fn leaf(&self, terminal: Symbol, item: ItemId) -> Option<u32> {
        let place = self.items.get(item.0.wrapping_add(1) as usize)?;
        // Families of rules have smaller numbers than terminals.
        (place.family == terminal.0).then_some(place.number)
    }

    /// Returns the role of a production that is parsed for an item, and the number of its kind. For `NodeEffect::Splice` the number
    /// means nothing.
    #[inline]
    pub fn node(&self, production: ProductionId, item: ItemId) -> Option<(NodeEffect, u32)> {
        let of = self.items.get(item.0.wrapping_add(1) as usize)?;
        let &(place, role) = self.productions.get(production.0 as usize)?;
        let is_one = place.family == of.family || role == NodeEffect::Splice;
        is_one.then(|| (role, of.number.wrapping_add(place.number)))
    }

    /// Returns the number of the same node for another item.
    pub(super) fn for_item(&self, kind: u32, item: ItemId) -> Option<u32> {
        let row = self.rows[kind as usize];
        if row.production == NONE {
            self.leaf(Symbol(row.symbol), item)
        } else {
            self.node(ProductionId(row.production), item).map(|(_, kind)| kind)
        }
    }

    /// Returns the item that a kind is for.
    #[inline]
    pub(super) fn item(&self, kind: u32) -> ItemId {
        ItemId(self.rows[kind as usize].item)
    }

    /// Returns whether readers do not see nodes of that kind.
    #[inline]
    pub(super) fn is_hidden(&self, kind: u32) -> bool {
        self.rows[kind as usize].hidden
    }

    /// Returns a node of that kind.
    #[inline]
    pub(super) fn record(&self, kind: u32, start: u32, end: u32, size: u32) -> Record {
        let KindRow { symbol, production, item, hidden } = self.rows[kind as usize];
        Record { symbol, production, start, end, item, size, hidden }
    }
}

fn role(shape: Shape) -> NodeEffect {
    match shape {
        Shape::Node(_) | Shape::Element => NodeEffect::Parent,
        Shape::Leaf(_) => NodeEffect::Leaf,
        Shape::Splice => NodeEffect::Splice,
    }
}

/// Returns the order in which nodes can be written, given the productions with nodes of each family.
fn order(grammar: &Grammar, families: &[u32], members: &[Vec<u32>]) -> NodeOrder {
    let mut all = vec![0; members.len()];
    for production in grammar.productions.iter() {
        all[families[production.rule.0 as usize] as usize] += 1;
    }
    let is_alike = all.iter().zip(members).all(|(&all, members)| members.is_empty() || members.len() == all);
    let is_loop = grammar.rules.iter().any(|rule| rule.plan == Plan::Loop);
    let skips = grammar.items.iter().any(|item| item.slot == Slot::Skip);
    if is_alike && !is_loop && !skips { NodeOrder::Pre } else { NodeOrder::Post }
}

/// Numbers the families of rules: an item that passes its place on joins its rule with the one that it asks for. For example, the
/// levels of sums, products and numbers are one family.
fn families(grammar: &Grammar) -> Vec<u32> {
    let mut families: Vec<u32> = (0..grammar.rules.len() as u32).collect();
    let head = |families: &[u32], mut rule: u32| {
        while families[rule as usize] != rule {
            rule = families[rule as usize];
        }
        rule
    };
    for production in grammar.productions.iter() {
        for item in &grammar.items[production.items.start as usize..production.items.end as usize] {
            if item.pass && grammar.rule(item.symbol).is_some() {
                let (one, other) = (head(&families, production.rule.0), head(&families, item.symbol.0));
                families[one.max(other) as usize] = one.min(other);
            }
        }
    }
    (0..families.len() as u32).map(|rule| head(&families, rule)).collect()
}
