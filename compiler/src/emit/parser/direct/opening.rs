//! Rules that begin: the items they were called for, and when their nodes are written.

use grammarc_runtime::grammar::{ItemId, Symbol};
use grammarc_runtime::parse::decisions::PointId;

use super::Direct;
use super::code::Code;
use super::place::{Node, Open, Place, Time};

impl Direct<'_> {
    /// Opens a head; none if its node is written last but need not be exactly one.
    pub(super) fn opened_head(&self, rule: Symbol) -> Option<Open> {
        let node = if self.nodes.has_node(rule) { Node::Somewhere } else { Node::None };
        let (item, back) = (self.called_for(rule), PointId(0));
        self.timed(Open { rule, asked: ItemId::NONE, item, known: rule, back, node, time: Time::First })
    }

    /// Opens a rule for an item of the innermost rule; none in the same case as `opened_head`.
    pub(super) fn opened(&self, item: ItemId, back: PointId, place: &Place) -> Option<Open> {
        let row = &self.parser.grammar.items[item.0 as usize];
        let rule = row.symbol;
        let node = match place.written {
            _ if !self.nodes.has_node(rule) => Node::None,
            Some(before) => Node::Behind(before),
            None => Node::Somewhere,
        };
        let (caller, time) = (place.top(), Time::First);
        let (for_item, known) = if row.pass { (caller.item, caller.known) } else { (Some(item), rule) };
        self.timed(Open { rule, asked: item, item: for_item, known, back, node, time })
    }

    /// Sets the time when the node is written: last if only the end of the rule shows whether it has one.
    fn timed(&self, open: Open) -> Option<Open> {
        match self.nodes.is_late(open.rule) {
            false => Some(open),
            true => self.nodes.has_one_node(open.rule).then_some(Open { time: Time::Last, ..open }),
        }
    }

    /// Returns the constant, or the variable, for the first kind of the item that a rule was called for.
    pub(super) fn first_kind(&self, open: &Open) -> String {
        match open.item {
            Some(item) => self.first_of(item),
            None => self.kind_name(open.known),
        }
    }

    /// Begins the node of the innermost rule, if it surely has one.
    pub(super) fn begin(&self, place: &mut Place) -> Option<Code> {
        let open = place.top();
        let name = self.place_name(open.rule);
        if open.node == Node::None {
            None
        } else if open.time == Time::First {
            place.count();
            Some(Code::Open(name))
        } else if self.early(self.parser.decisions.entry(open.rule), place) {
            Some(Code::Open(name))
        } else {
            Some(Code::Place(name))
        }
    }
}
