//! Rules that stand once though several places call them: functions that rustc inlines.
//!
//! A head can interrupt a rule like this. Then the rule has two functions. `parse_pair` goes as far as the head and returns it,
//! and its caller goes there. The state to return to begins with `finish_pair`, which does the rest of the rule.

use std::collections::{BTreeMap, BTreeSet};

use codegen::Function;
use grammarc_runtime::grammar::{ItemId, ProductionId, Shape, Symbol};
use grammarc_runtime::parse::decisions::{Point, PointId};

use super::super::super::bare::bare;
use super::super::super::layout::{code_doc, words};
use super::super::super::names::lit;
use super::super::{is_repeat, kind, written};
use super::code::{Code, Flow, render, uses};
use super::place::{Node, Open, Place};
use super::{Direct, Key};

/// Points from which on a rule stands once; a rule with a choice needs only `LONG_CHOICE_POINTS`. One that a head interrupts needs
/// only `LONG_TORN_POINTS`, because otherwise each caller would have a state with a copy of its rest.
const LONG_RULE_POINTS: usize = 8;
const LONG_CHOICE_POINTS: usize = 5;
const LONG_TORN_POINTS: usize = 4;

/// How a rule that stands once is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Once {
    /// In one function: nothing in it comes back later.
    Whole,
    /// In one. The node of the rule gets its kind before a head is called, so that its caller only has to seal it.
    Named,
    /// In two. This item calls a head, or an interrupted rule that begins `distance` nodes behind the beginning.
    Torn { item: ItemId, back: PointId, distance: u32 },
}

impl Direct<'_> {
    /// Finds the rules that stand once.
    pub(super) fn find_once(&self) -> BTreeMap<Symbol, Once> {
        let mut found = Found { direct: self, torn: BTreeMap::new(), once: BTreeMap::new(), places: BTreeMap::new() };
        let rules = || (0..self.parser.grammar.rules.len() as u32).map(Symbol);
        for rule in rules().filter(|rule| self.parser.kinds.is_reached(*rule)) {
            found.is_torn(rule);
        }
        // Without those that are written out in one place only.
        let places: BTreeMap<Symbol, u32> = found.once.keys().map(|rule| (*rule, 0)).collect();
        let mut once = found.once.clone();
        for (rule, _) in places {
            if found.places_of(rule, &self.callers()) < 2 {
                once.remove(&rule);
            }
        }
        // A rule whose callee is interrupted needs the callee to stand once as well.
        loop {
            let is_lost = |once: &BTreeMap<Symbol, Once>, rule: Symbol| {
                self.calls(rule).into_iter().any(|(item, _)| {
                    let callee = self.callee(item);
                    found.torn.get(&callee) == Some(&true)
                        && !once.contains_key(&callee)
                        && !self.heads.contains(&callee)
                })
            };
            let lost: Vec<Symbol> = once.keys().copied().filter(|rule| is_lost(&once, *rule)).collect();
            if lost.is_empty() {
                return once;
            }
            lost.iter().for_each(|rule| _ = once.remove(rule));
        }
    }

    pub(super) fn callee(&self, item: ItemId) -> Symbol {
        self.parser.grammar.items[item.0 as usize].symbol
    }

    /// The calls of a rule: their items, and where each goes on.
    fn calls(&self, rule: Symbol) -> Vec<(ItemId, PointId)> {
        let decisions = self.parser.decisions;
        let call = |id: PointId| match *decisions.point(id) {
            Point::Call { item, back } | Point::Tail { item, end: back } => Some((item, back)),
            _ => None,
        };
        kind::points(decisions, rule).into_iter().filter_map(call).collect()
    }

    /// The rules that call each rule, once for each call.
    fn callers(&self) -> BTreeMap<Symbol, Vec<Symbol>> {
        let mut callers: BTreeMap<Symbol, Vec<Symbol>> = BTreeMap::new();
        let rules = (0..self.parser.grammar.rules.len() as u32).map(Symbol);
        for rule in rules.filter(|rule| self.parser.kinds.is_reached(*rule)) {
            for (item, _) in self.calls(rule) {
                callers.entry(self.callee(item)).or_default().push(rule);
            }
        }
        callers
    }

    /// Returns how a rule can stand once; none for short rules, heads, repetitions and the start rule, among others.
    fn way_once(&self, rule: Symbol, torn: &BTreeMap<Symbol, bool>, once: &BTreeMap<Symbol, Once>) -> Option<Once> {
        let grammar = self.parser.grammar;
        let points = kind::points(self.parser.decisions, rule);
        let is_choice = points.iter().any(|id| matches!(self.parser.decisions.point(*id), Point::Choose { .. }));
        let calls = self.calls(rule);
        let interrupts = |(item, _): &&(ItemId, PointId)| {
            let callee = self.callee(*item);
            self.heads.contains(&callee) || torn.get(&callee) == Some(&true)
        };
        let sites: Vec<(ItemId, PointId)> = calls.iter().filter(interrupts).copied().collect();
        let least = match (sites.is_empty(), is_choice) {
            (false, _) => LONG_TORN_POINTS,
            (true, true) => LONG_CHOICE_POINTS,
            (true, false) => LONG_RULE_POINTS,
        };
        let is_long = points.len() >= least;
        let is_again = is_repeat(grammar.rules[rule.0 as usize].kind);
        if !is_long || is_again || self.heads.contains(&rule) || self.nodes.is_late(rule) || rule == grammar.start {
            return None;
        }
        let is_known = |(item, _): &(ItemId, PointId)| {
            let callee = self.callee(*item);
            self.heads.contains(&callee) || once.contains_key(&callee)
        };
        match sites.as_slice() {
            [] => Some(Once::Whole),
            _ if !self.nodes.has_node(rule) || !sites.iter().all(is_known) => None,
            sites if sites.iter().all(|site| self.is_closed_behind(*site)) => Some(Once::Named),
            &[(item, back)] => {
                let distance = self.distance(rule, item);
                let is_found = distance.is_some() || self.heads.contains(&self.callee(item));
                is_found.then(|| Once::Torn { item, back, distance: distance.unwrap_or(0) })
            }
            _ => None,
        }
    }

    /// Whether a call is the call of a head, and behind it only the node of the rule has to be completed.
    fn is_closed_behind(&self, (item, back): (ItemId, PointId)) -> bool {
        // The node of an `%opaque` rule has to forget the nodes in it.
        let is_parent = |id: ProductionId| matches!(self.parser.grammar.production(id).shape, Shape::Node(_));
        let is_end = matches!(self.parser.decisions.point(back), Point::End { production, shared } if shared.is_empty() && is_parent(*production));
        is_end && self.heads.contains(&self.callee(item))
    }

    /// Returns how many nodes are written before an item of a rule, if that is always the same.
    fn distance(&self, rule: Symbol, item: ItemId) -> Option<u32> {
        let decisions = self.parser.decisions;
        let (mut open, mut found, mut seen) = (vec![(decisions.entry(rule), 1)], BTreeSet::new(), BTreeSet::new());
        while let Some((id, count)) = open.pop() {
            if !seen.insert((id, count)) {
                continue;
            }
            match decisions.point(id) {
                Point::Terminal { next, .. } => open.push((*next, count + 1)),
                Point::Settle { next, .. } => open.push((*next, count)),
                Point::Call { item: called, .. } | Point::Tail { item: called, .. } if *called == item => {
                    found.insert(count);
                }
                Point::Choose { branches, otherwise, .. } => {
                    open.extend(branches.iter().map(|branch| branch.to).chain(*otherwise).map(|to| (to, count)));
                }
                Point::End { .. } => {}
                _ => return None,
            }
        }
        found.pop_first().filter(|_| found.is_empty())
    }

    /// Calls a rule that stands once, for an item of the innermost rule.
    pub(super) fn call_once(&self, item: ItemId, once: Once, open: Open, place: &mut Place) -> Flow {
        let rule = open.rule;
        self.asked_once.borrow_mut().insert(rule);
        let call = format!("{}(p{})?", self.parser.names.function("parse", rule), self.kind_argument(&open));
        let mut flow = Flow::new();
        let is_returned = place.is_once && place.open.len() == 1;
        if once != Once::Whole && open.node == Node::Somewhere && !is_returned {
            flow.push(Code::Place(self.place_name(rule)));
        }
        place.push(open);
        match once {
            Once::Whole => flow.line(format!("{call};")),
            _ if is_returned => {
                flow.push(Code::If(
                    format!("let Some(head) = {call}"),
                    vec![Code::Return("Some(Some(head))".to_owned())],
                ));
            }
            _ => {
                let state = self.state(Key::After(self.interrupted(&place.open)));
                let back = Code::Return(format!("p.call({state}, head)"));
                flow.push(Code::If(format!("let Some(head) = {call}"), vec![back]));
            }
        }
        place.pop();
        (place.written, place.last) = (None, item);
        flow
    }

    /// Returns the open rules without those that the rest of a rule around them completes as well.
    fn interrupted(&self, open: &[Open]) -> Vec<Open> {
        let mut last = open.len() - 1;
        while last > 0
            && let Some(Once::Torn { item, .. }) = self.once.get(&open[last - 1].rule)
            && *item == open[last].asked
        {
            last -= 1;
        }
        open[..=last].to_vec()
    }

    /// Writes the return of a head, `Some(Some(head))`, where a rule that stands once calls it.
    pub(super) fn return_head(&self, item: ItemId, back: PointId, place: &mut Place) -> Option<Flow> {
        let (mut flow, open) = (Flow::new(), place.top());
        if let (Some(Once::Named), Point::End { production, .. }) =
            (self.once.get(&open.rule), self.parser.decisions.point(back))
        {
            let (_, kind) = self.own_kind(*production, &open)?;
            flow.line(format!("p.name({}, {kind});", self.place_name(open.rule)));
        }
        flow.end(format!("Some(Some({}))", self.head(item, &open)));
        Some(flow)
    }

    /// Writes the last argument of a rule's functions: the first kind of the calling item, if several items call the rule.
    fn kind_argument(&self, open: &Open) -> String {
        match self.called_for(open.rule) {
            Some(_) => String::new(),
            None => format!(", {}", self.first_kind(open)),
        }
    }

    /// Writes the rest of an interrupted rule whose node stands at a place: the call of `finish_<rule>`, or the end of its node.
    pub(super) fn rest(&self, open: &Open, place: &str) -> String {
        match self.once.get(&open.rule) {
            Some(Once::Named) => format!("p.seal({place});"),
            _ => {
                let function = self.parser.names.function("finish", open.rule);
                format!("{function}(p, {place}{})?;", self.kind_argument(open))
            }
        }
    }

    /// Returns a rule that stands once and is called, but not written yet.
    pub(super) fn next_once(&self, done: &BTreeMap<Symbol, String>) -> Option<Symbol> {
        self.asked_once.borrow().iter().find(|rule| !done.contains_key(rule)).copied()
    }

    /// The functions of a rule that stands once.
    pub(super) fn once_functions(&self, rule: Symbol) -> Option<String> {
        let once = self.once[&rule];
        let begin = written(self.begin_function(rule, once)?);
        let Once::Torn { item, back, distance } = once else { return Some(begin) };
        Some(begin + &written(self.end_function(rule, (item, back), distance)?))
    }

    fn begin_function(&self, rule: Symbol, once: Once) -> Option<Function> {
        let mut place = Place::new(Vec::new(), 1);
        place.is_once = true;
        place.push(self.opened_head(rule)?);
        let mut flow = Flow::new();
        self.begin(&mut place).into_iter().for_each(|code| flow.push(code));
        flow.append(self.from(self.parser.decisions.entry(rule), &mut place)?);
        let (done, ret) = match once {
            Once::Whole => ("Some(())", "Option<()>"),
            _ => ("Some(None)", "Option<Option<State>>"),
        };
        if flow.goes_on {
            flow.end(done.to_owned());
        }
        let mut function = Function::new(self.parser.names.function("parse", rule));
        function.attr(&format!("doc = {}", code_doc(&self.parser.texts[rule.0 as usize])));
        function.arg("p", "&mut Pen<'_>");
        Some(self.inlined(function, rule, &flow.code, ret))
    }

    /// The rest of a rule behind the call that interrupts it.
    fn end_function(&self, rule: Symbol, (item, back): (ItemId, PointId), distance: u32) -> Option<Function> {
        let open = Open { node: Node::Somewhere, ..self.opened_head(rule)? };
        let name = self.place_name(rule);
        let mut flow = Flow::new();
        let mut place = Place::new(vec![open], 1);
        if !self.heads.contains(&self.callee(item)) {
            flow.line(self.rest(&self.opened(item, back, &place)?, &format!("{name} + {distance}")));
        }
        place.last = item;
        flow.append(self.from(back, &mut place)?);
        if flow.goes_on {
            flow.end("Some(())".to_owned());
        }
        let about = format!(" The rest of {}, after the nested part.", self.name_in_code(rule));
        let mut function = Function::new(self.parser.names.function("finish", rule));
        function.attr(&format!("doc = {}", lit(&about)));
        function.arg("p", "&mut Pen<'_>").arg(&name, "u32");
        Some(self.inlined(function, rule, &flow.code, "Option<()>"))
    }

    /// Gives a function its last parameter and its body.
    fn inlined(&self, mut function: Function, rule: Symbol, code: &[Code], ret: &str) -> Function {
        let body = render(code);
        if self.called_for(rule).is_none() {
            let kind = self.kind_name(rule);
            let is_used = uses(code, &kind) && words::mentions(&bare(&body), &kind);
            function.arg(if is_used { kind.as_str() } else { "_" }, "u32");
        }
        function.attr("inline(always)").ret(ret).line(body);
        function
    }
}

/// Findings about rules, callees first. The recursion is not deep, because it stops at heads.
struct Found<'a, 'g> {
    direct: &'a Direct<'g>,
    /// Whether heads interrupt a rule.
    torn: BTreeMap<Symbol, bool>,
    once: BTreeMap<Symbol, Once>,
    /// In how many places a rule is written out.
    places: BTreeMap<Symbol, u32>,
}

impl Found<'_, '_> {
    fn is_torn(&mut self, rule: Symbol) -> bool {
        if let Some(&known) = self.torn.get(&rule) {
            return known;
        }
        self.torn.insert(rule, false);
        let mut is_torn = false;
        for (item, _) in self.direct.calls(rule) {
            let callee = self.direct.callee(item);
            is_torn |= self.direct.heads.contains(&callee) || self.is_torn(callee);
        }
        self.torn.insert(rule, is_torn);
        if let Some(once) = self.direct.way_once(rule, &self.torn, &self.once) {
            self.once.insert(rule, once);
        }
        is_torn
    }

    fn places_of(&mut self, rule: Symbol, callers: &BTreeMap<Symbol, Vec<Symbol>>) -> u32 {
        if let Some(&known) = self.places.get(&rule) {
            return known;
        }
        self.places.insert(rule, 1);
        let is_one = |rule: Symbol| self.direct.heads.contains(&rule) || rule == self.direct.parser.grammar.start;
        let each: Vec<(Symbol, bool)> =
            callers.get(&rule).into_iter().flatten().map(|&caller| (caller, is_one(caller))).collect();
        let count = each.into_iter().fold(0_u32, |sum, (caller, is_one)| {
            sum.saturating_add(if is_one { 1 } else { self.places_of(caller, callers) })
        });
        self.places.insert(rule, count);
        count
    }
}
