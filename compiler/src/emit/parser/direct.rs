//! Grammars where the next bytes decide everything: nodes are written as they come, and only recursive rules need a stack.
//!
//! Rules are inlined where they are called, except *heads*, which are states of one loop: rules at which a recursion closes, and
//! large ones with several callers. The state to return to holds the nodes that are open where a head is called. Left recursion
//! is a loop: each round puts a node around the nodes so far.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use codegen::{Enum, Function, Scope};
use grammarc_runtime::grammar::{ItemId, Plan, Production, ProductionId, Symbol};
use grammarc_runtime::parse::decisions::PointId;
use grammarc_runtime::tree::Kinds;

use super::super::bare::bare;
use super::super::layout::words::mentions;
use super::super::layout::{code, code_doc, finish};
use super::super::names::{ident, lit};
use super::{Parser, Part, camel, imports, written};
use crate::plan::nodes::Nodes;
use code::{Code, Flow, render, uses};
use once::Once;
use place::{Node, Open, Place};

mod code;
mod growth;
mod kinds;
mod once;
mod opening;
mod place;
mod rules;
mod ways;

const HEAD: &str = "//! Reads texts of the language, where the next bytes decide everything. Rules are written out where \
                    they are called,\n//! but for those that come back to themselves: these are states of one loop. The \
                    number that a node is given is its kind.\n";

/// Writes the parser of a grammar in which the next bytes decide everything, with the rules that are states.
pub(super) fn source(parser: &Parser<'_>, heads: &BTreeSet<Symbol>) -> String {
    let mut direct = Direct {
        parser,
        kinds: Kinds::new(parser.grammar),
        nodes: Nodes { grammar: parser.grammar, decisions: parser.decisions },
        heads: heads.clone(),
        once: BTreeMap::new(),
        asked_once: RefCell::default(),
        keys: RefCell::default(),
        named: RefCell::default(),
        forms: RefCell::default(),
    };
    direct.once = direct.find_once();
    direct.source().unwrap_or_else(|| unreachable!("the plan says that the next bytes decide everything"))
}

struct Direct<'a> {
    parser: &'a Parser<'a>,
    kinds: Kinds,
    nodes: Nodes<'a>,
    heads: BTreeSet<Symbol>,
    /// The rules that stand once.
    once: BTreeMap<Symbol, Once>,
    /// Those among them that the code calls.
    asked_once: RefCell<BTreeSet<Symbol>>,
    /// The states that the code refers to.
    keys: RefCell<Vec<(Key, KeyNames)>>,
    /// The kinds of node that the code refers to, by name.
    named: RefCell<BTreeMap<String, u32>>,
    /// The distances between them that it refers to.
    forms: RefCell<BTreeMap<String, u32>>,
}

/// A state of the loop, with the rules that are open there, the outermost first.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    /// A head begins.
    Head(Symbol),
    /// Before another iteration of the innermost rule.
    Loop(Vec<Open>),
    /// Behind a head that was called for an item.
    Back(ItemId, PointId, Vec<Open>),
    /// Behind a head that interrupted the innermost rule, which stands once.
    After(Vec<Open>),
}

/// The names of a state in code: `ListBehindEntry`, and its function `at_list_behind_entry`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct KeyNames {
    state: String,
    function: String,
}

impl Direct<'_> {
    fn source(&self) -> Option<String> {
        let start = self.start();
        let (mut functions, mut once, mut done) = (String::new(), BTreeMap::new(), 0);
        // A function may ask for others.
        loop {
            if let Some((key, _)) = self.key(done) {
                functions += &written(self.function(&key)?);
                done += 1;
            } else if let Some(rule) = self.next_once(&once) {
                once.insert(rule, self.once_functions(rule)?);
            } else {
                break;
            }
        }
        functions.extend(once.into_values());
        let matchers: Vec<Part> = self.parser.asked.borrow().iter().copied().collect();
        functions.extend(matchers.into_iter().map(|part| self.parser.part(part)));
        let code = format!("{}{}{functions}", self.entry(), self.run_loop(&start));
        let code = finish(&format!("{HEAD}{}{code}", imports(&code)));
        let constants = self.constants(&code);
        Some(code + &constants)
    }

    fn key(&self, number: usize) -> Option<(Key, KeyNames)> {
        self.keys.borrow().get(number).cloned()
    }

    fn entry(&self) -> String {
        let bits = self.kinds.bits();
        format!(
            "/// Parses a whole input into the builder, without Earley.\n\
             pub(super) fn engine(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {{\n\
             pen::parse(language, input, builder, KIND_BITS, run) }}\n\
             /// How many bits the kind of a node takes.\n\
             const KIND_BITS: u32 = {bits};\n\
             type Pen<'a> = pen::Pen<'a, State, KIND_BITS>;\n"
        )
    }

    fn run_loop(&self, start: &str) -> String {
        let keys = self.keys.borrow().clone();
        let mut states = Enum::new("State");
        states
            .doc("Where the loop goes on, with the nodes that are open there. `Done`: the whole input is parsed.")
            .derive("Debug")
            .derive("Clone")
            .derive("Copy");
        states.new_variant("Done");
        let mut arms = String::new();
        for (key, KeyNames { state: name, function }) in &keys {
            let (held, marks) = match self.held(key).len() {
                0 => (String::new(), ("", "")),
                count => (format!("([u32; {count}])"), ("(open)", ", open")),
            };
            states.new_variant(format!("{name}{held}"));
            arms += &format!("State::{name}{} => {function}(&mut p{})?,\n", marks.0, marks.1);
        }
        let mut scope = Scope::new();
        scope.push_enum(states);
        format!(
            "{}\n/// Parses a whole input, from state to state.\n\
             fn run(sheet: Sheet<'_, State>) -> Option<CompleteParse> {{\n\
             let mut p = Pen::new(sheet, State::Done);\n\
             let mut state = {start};\n\
             loop {{ state = match state {{ State::Done => return p.finish(), {arms} }}; }} }}\n",
            scope.to_string()
        )
    }

    /// Returns the expression for a state, and asks for its function.
    fn state(&self, key: Key) -> String {
        let held = match key {
            Key::Head(_) => Vec::new(),
            _ => self.held(&key),
        };
        let name = self.named_key(key).state;
        if held.is_empty() { format!("State::{name}") } else { format!("State::{name}([{}])", held.join(", ")) }
    }

    /// Returns the expression for the start rule.
    fn start(&self) -> String {
        let start = self.parser.grammar.start;
        let state = self.state(Key::Head(start));
        match self.called_for(start) {
            Some(_) => state,
            None => format!("{state}([{}])", self.first_of(ItemId::NONE)),
        }
    }

    /// Returns the expression for a head that is called for an item of a rule.
    fn head(&self, item: ItemId, caller: &Open) -> String {
        let rule = self.parser.grammar.items[item.0 as usize].symbol;
        let state = self.state(Key::Head(rule));
        match self.called_for(rule) {
            Some(_) => state,
            None => format!("{state}([{}])", self.first_kinds((item, item), caller).0),
        }
    }

    /// Returns the names of a state, and remembers them.
    fn named_key(&self, key: Key) -> KeyNames {
        if let Some((_, names)) = self.keys.borrow().iter().find(|(known, _)| *known == key) {
            return names.clone();
        }
        let names = self.new_names(&key);
        self.keys.borrow_mut().push((key, names.clone()));
        names
    }

    /// Names a state after its rules: `ListBehindEntry`. If that is taken, the item that the rule was called for takes the place of
    /// the rule: `PairListBehindEntry`.
    fn new_names(&self, key: &Key) -> KeyNames {
        let names = self.parser.names;
        let wish = match key {
            Key::Head(rule) => names.stem(*rule).to_owned(),
            Key::Loop(open) => format!("{}_again", names.stem(innermost(open))),
            Key::Back(item, ..) => self.call_stem(*item),
            Key::After(open) => self.call_stem(open[open.len() - 1].asked),
        };
        let around = match key {
            Key::Head(_) => None,
            Key::Loop(open) | Key::Back(_, _, open) => open.last(),
            Key::After(open) => open.iter().nth_back(1),
        };
        let longer = |open: &Open| {
            let item = Some(open.asked).filter(|asked| *asked != ItemId::NONE)?;
            Some(names.item_stem(item) + wish.strip_prefix(names.stem(open.rule))?)
        };
        let longer = around.and_then(longer).unwrap_or_else(|| wish.clone());
        let keys = self.keys.borrow();
        let is_taken = |names: &KeyNames| {
            let is_same = |(_, other): &(Key, KeyNames)| other.state == names.state || other.function == names.function;
            names.state == "Done" || keys.iter().any(is_same)
        };
        let named = |(wish, number): (&str, Option<u32>)| {
            let [upper, lower] =
                ["At", "_"].map(|mark| number.map_or_else(String::new, |number| format!("{mark}{number}")));
            KeyNames {
                state: camel(&format!("{}{upper}", camel(wish))),
                function: match key {
                    Key::Head(rule) => names.function("parse", *rule),
                    _ => format!("at_{wish}{lower}"),
                },
            }
        };
        let numbered = (2..).map(|number| (longer.as_str(), Some(number)));
        let mut all = [(wish.as_str(), None), (longer.as_str(), None)].into_iter().chain(numbered).map(named);
        all.find(|names| !is_taken(names)).unwrap_or_else(|| unreachable!("numbers do not run out"))
    }

    /// Names the place behind the call of an item: `pair_named_behind_value`, after the alternative that calls it.
    fn call_stem(&self, item: ItemId) -> String {
        let (grammar, names) = (self.parser.grammar, self.parser.names);
        let holds = |production: &Production| production.items.contains(&item.0);
        let production = grammar.productions.iter().position(holds);
        let caller = production.map_or_else(String::new, |number| names.alternative(ProductionId(number as u32)));
        let callee = names.stem(self.callee(item));
        // An alternative may be named after its only item.
        let caller = caller.strip_suffix(&format!("_{callee}")).unwrap_or(&caller);
        format!("{caller}_behind_{callee}")
    }

    /// Describes a state in its function's documentation: a sentence without its full stop.
    fn about(&self, key: &Key) -> String {
        let grammar = self.parser.grammar;
        let name = |rule: Symbol| self.name_in_code(rule);
        let places = |open: &[Open]| {
            let mut names: Vec<String> = open.iter().rev().map(|open| name(open.rule)).collect();
            names.dedup();
            names.join(" in ")
        };
        match key {
            Key::Head(rule) => format!("{}, from the beginning on", name(*rule)),
            Key::Loop(open) => format!("{}, before another iteration", places(open)),
            Key::After(open) => format!("{}, after the nested part", places(open)),
            Key::Back(item, _, open) => {
                format!("{}, behind {}", places(open), name(grammar.items[item.0 as usize].symbol))
            }
        }
    }

    /// The name of a rule as it stands in comments.
    fn name_in_code(&self, rule: Symbol) -> String {
        code(&format!("<{}>", self.parser.grammar.name(rule)))
    }

    /// Returns the names of the variables whose numbers a state holds.
    fn held(&self, key: &Key) -> Vec<String> {
        match key {
            Key::Head(rule) if self.called_for(*rule).is_none() => vec![self.kind_name(*rule)],
            Key::Head(_) => Vec::new(),
            Key::Loop(open) | Key::Back(_, _, open) | Key::After(open) => {
                let names = |open: &Open| {
                    let is_own = open.item.is_none() && open.known == open.rule;
                    let kind = is_own.then(|| self.kind_name(open.rule));
                    let place = (open.node == Node::Somewhere).then(|| self.place_name(open.rule));
                    kind.into_iter().chain(place)
                };
                open.iter().flat_map(names).collect()
            }
        }
    }

    /// The function of a state.
    fn function(&self, key: &Key) -> Option<Function> {
        let mut function = Function::new(self.named_key(key.clone()).function);
        let doc = match key {
            Key::Head(rule) => code_doc(&self.parser.texts[rule.0 as usize]),
            _ => lit(&format!(" {}.", self.about(key))),
        };
        function.attr(&format!("doc = {doc}"));
        let mut body = self.body(key)?;
        if let Key::Loop(open) | Key::Back(_, _, open) | Key::After(open) = key {
            body.splice(0..0, self.places(open, &body));
        }
        let held = self.held(key);
        let names: Vec<&str> = held.iter().map(|name| if uses(&body, name) { name } else { "_" }).collect();
        let body = render(&body);
        // A function that only goes on elsewhere does not use the pen.
        function.arg(if mentions(&bare(&body), "p") { "p" } else { "_" }, "&mut Pen<'_>");
        match names.iter().all(|name| *name == "_") {
            _ if names.is_empty() => {}
            true => _ = function.arg("_", format!("[u32; {}]", held.len())),
            false => _ = function.arg(format!("[{}]", names.join(", ")), format!("[u32; {}]", held.len())),
        }
        function.ret("Option<State>").line(body);
        Some(function)
    }

    fn body(&self, key: &Key) -> Option<Vec<Code>> {
        let mut body = Vec::new();
        let mut place = match key {
            Key::Head(rule) => {
                // A loop that begins here is written here.
                let mut place = Place::new(Vec::new(), usize::from(!self.is_loop(*rule)));
                place.push(self.opened_head(*rule)?);
                body.extend(self.begin(&mut place));
                place
            }
            Key::Loop(open) => Place::new(open.clone(), open.len() - 1),
            Key::Back(_, _, open) | Key::After(open) => Place::new(open.clone(), open.len()),
        };
        let flow = match key {
            Key::Head(rule) => {
                let mut flow = self.from(self.parser.decisions.entry(*rule), &mut place)?;
                if flow.goes_on && self.is_loop(*rule) {
                    flow.append(self.rounds(&mut place)?);
                }
                flow
            }
            Key::Loop(_) if self.is_loop(place.top().rule) => self.rounds_here(&mut place)?,
            Key::Loop(_) => self.repetition(&mut place)?,
            Key::Back(item, point, _) => {
                place.last = *item;
                self.from(*point, &mut place)?
            }
            Key::After(_) => {
                let mut flow = Flow::new();
                flow.line(self.rest(&place.top(), &self.place(&place.open)));
                flow
            }
        };
        let mut goes_on = flow.goes_on;
        body.extend(flow.code);
        // The caller of the innermost rule goes on, then the caller of that one, and so outwards.
        while goes_on {
            let back = place.pop()?.back;
            if place.open.is_empty() {
                body.push(Code::Return("p.leave()".to_owned()));
                break;
            }
            let flow = self.from(back, &mut place)?;
            goes_on = flow.goes_on;
            body.extend(flow.code);
        }
        Some(body)
    }

    fn is_loop(&self, rule: Symbol) -> bool {
        self.parser.grammar.rules[rule.0 as usize].plan == Plan::Loop
    }

    /// Returns the only item that a head is called for; none if there are several.
    fn called_for(&self, rule: Symbol) -> Option<ItemId> {
        let grammar = self.parser.grammar;
        if !self.nodes.has_node(rule) {
            return self.any_item(rule).or(Some(ItemId::NONE));
        }
        let reached = |production: &usize| self.parser.kinds.is_reached(grammar.productions[*production].rule);
        let productions = (0..grammar.productions.len()).filter(reached);
        let items = productions.flat_map(|number| grammar.productions[number].items.clone());
        let calls = items.map(ItemId).filter(|item| grammar.items[item.0 as usize].symbol == rule);
        // An item that stands for its whole rule passes on the item of the caller, which can be any.
        let mut calls = calls.map(|item| (!grammar.items[item.0 as usize].pass).then_some(item));
        if rule == grammar.start {
            // Either only the outside calls the start rule, or it is called for several items.
            return calls.next().is_none().then_some(ItemId::NONE);
        }
        calls.next().flatten().filter(|_| calls.next().is_none())
    }

    /// The variable for the place of the node of a rule.
    fn place_name(&self, rule: Symbol) -> String {
        let stem = self.parser.names.stem(rule);
        let is_taken = ["p", "end", "head"].contains(&stem)
            || ["parse_", "at_", "match_", "step_in_", "end_of_", "finish_", "kind_of_"]
                .iter()
                .any(|way| stem.starts_with(way));
        ident(&if is_taken { format!("{stem}_place") } else { stem.to_owned() })
    }

    /// The variable for the first kind of a rule.
    fn kind_name(&self, rule: Symbol) -> String {
        ident(&format!("kind_of_{}", self.parser.names.stem(rule)))
    }

    /// Writes the places of open nodes that the code uses and the state does not hold: `let entry = list + 1;`.
    fn places(&self, open: &[Open], code: &[Code]) -> Option<Code> {
        let (mut names, mut places) = (Vec::new(), Vec::new());
        for (number, inner) in open.iter().enumerate() {
            let name = self.place_name(inner.rule);
            if matches!(inner.node, Node::Behind(_)) && uses(code, &name) {
                names.push(name);
                places.push(self.place(&open[..=number]));
            }
        }
        match names.as_slice() {
            [] => None,
            [name] => Some(Code::Line(format!("let {name} = {};", places[0]))),
            names => Some(Code::Line(format!("let ({}) = ({});", names.join(", "), places.join(", ")))),
        }
    }

    /// Returns the place of the node of the innermost rule, from a place that the state holds on: `list + 1`.
    fn place(&self, open: &[Open]) -> String {
        let mut distance = 0;
        for open in open.iter().rev() {
            match open.node {
                Node::None => {}
                Node::Behind(before) => distance += before,
                Node::Somewhere if distance == 0 => return self.place_name(open.rule),
                Node::Somewhere => return format!("{} + {distance}", self.place_name(open.rule)),
            }
        }
        unreachable!("a variable says where the outermost node stands")
    }

    /// Returns an item that asks for a rule.
    fn any_item(&self, rule: Symbol) -> Option<ItemId> {
        let items = &self.parser.grammar.items;
        items.iter().position(|item| item.symbol == rule).map(|item| ItemId(item as u32))
    }
}

fn innermost(open: &[Open]) -> Symbol {
    open[open.len() - 1].rule
}
