//! Grammars where the next bytes decide everything: nodes are written as they come, and only what comes back to itself waits.
//!
//! Rules are written out where they are called. Those at which a rule would come back to itself, and large ones with several
//! callers, are *heads*: states of one loop. What is open where a head is called is kept in the state to go back to. Left recursion
//! is a loop that puts nodes around what is there.

use std::cell::RefCell;
use std::collections::BTreeSet;

use codegen::{Enum, Function, Scope};
use grammarc_runtime::grammar::{Grammar, ItemId, Plan, Regular, Shape, Slot, Symbol, TerminalKind};
use grammarc_runtime::parse::decisions::PointId;
use grammarc_runtime::tree::Kinds;

use super::super::layout::{code, code_doc};
use super::super::names::{ident, lit};
use super::{Parser, Part, camel, imports, written};
use code::{Code, render, uses};
use heads::heads;
use place::{Node, Open, Place};

mod code;
mod growth;
mod heads;
mod opening;
mod place;
mod rules;
mod ways;

/// States, beyond a few for each rule, beyond which grammars are parsed in the general way.
const MAX_STATES: usize = 64;

/// Nodes that are open at once beyond which grammars are parsed in the general way.
const MAX_OPEN: usize = 32;

const HEAD: &str = "//! Reads texts of the language, where the next bytes decide everything. Rules are written out where \
                    they are called,\n//! but for those that come back to themselves: these are states of one loop. The \
                    number that a node is given is its kind.\n";

/// Writes the parser of a grammar; none if it needs more than the next bytes, skips some, or repeats the text of a label.
pub(super) fn source(parser: &Parser<'_>) -> Option<String> {
    let grammar = parser.grammar;
    let kinds = Kinds::new(grammar);
    grammar.rule(grammar.start)?;
    if grammar.items.iter().any(|item| item.slot == Slot::Skip) || repeats_labels(grammar) {
        return None;
    }
    let heads = heads(grammar, &parser.decisions);
    Direct { parser, kinds, heads, keys: RefCell::default() }.source()
}

/// Whether a text must be that of a label: the code keeps none.
fn repeats_labels(grammar: &Grammar) -> bool {
    grammar.terminals.iter().any(|terminal| matches!(terminal.kind, TerminalKind::Text { .. }))
        || grammar.regulars.iter().any(|regular| matches!(regular, Regular::Text { .. }))
}

struct Direct<'a> {
    parser: &'a Parser<'a>,
    kinds: Kinds,
    heads: BTreeSet<Symbol>,
    /// The states that the code refers to.
    keys: RefCell<Vec<Key>>,
}

/// A state of the loop, with what is open there from the outermost rule to the innermost.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Key {
    /// A head begins.
    Head(Symbol),
    /// Before another iteration of the innermost rule.
    Loop(Vec<Open>),
    /// Behind a head that was called for an item.
    Back(ItemId, PointId, Vec<Open>),
}

impl Direct<'_> {
    fn source(&self) -> Option<String> {
        let start = self.start();
        let mut functions = String::new();
        let mut done = 0;
        // A function may ask for others.
        while let Some(key) = self.key(done) {
            functions += &written(self.function(&key, done)?);
            done += 1;
            if done > MAX_STATES + 4 * self.parser.grammar.rules.len() {
                return None;
            }
        }
        let matchers: Vec<Part> = self.parser.asked.borrow().iter().copied().collect();
        functions.extend(matchers.into_iter().map(|part| self.parser.part(part)));
        let code = format!("{}{}{functions}", self.entry(), self.run_loop(&start));
        Some(format!("{HEAD}{}{code}", imports(&code)))
    }

    fn key(&self, number: usize) -> Option<Key> {
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
        for (number, key) in keys.iter().enumerate() {
            let (name, function) = (self.state_name(key, number), self.function_name(key, number));
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
             fn run(sheet: Sheet<'_, State>) -> Option<Written> {{\n\
             let mut p = Pen::new(sheet, State::Done);\n\
             let mut state = {start};\n\
             loop {{ state = match state {{ State::Done => return p.finish(), {arms} }}; }} }}\n",
            scope.to_string()
        )
    }

    /// Returns the expression for a state, and sees to it that it is written.
    fn state(&self, key: Key) -> String {
        let held = match key {
            Key::Head(_) => Vec::new(),
            _ => self.held(&key),
        };
        let number = self.number(key.clone());
        let name = self.state_name(&key, number);
        if held.is_empty() { format!("State::{name}") } else { format!("State::{name}([{}])", held.join(", ")) }
    }

    /// Returns the expression for the start rule.
    fn start(&self) -> String {
        let start = self.parser.grammar.start;
        let state = self.state(Key::Head(start));
        match self.called_for(start) {
            Some(_) => state,
            None => format!("{state}([{}])", self.kinds.first(ItemId::NONE)),
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

    fn number(&self, key: Key) -> usize {
        let mut keys = self.keys.borrow_mut();
        keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            keys.push(key);
            keys.len() - 1
        })
    }

    /// The name of a state.
    fn state_name(&self, key: &Key, number: usize) -> String {
        let (rule, suffix) = match key {
            Key::Head(rule) => (*rule, self.head_suffix(*rule, number)),
            Key::Loop(open) => (innermost(open), format!("Loop{number}")),
            Key::Back(_, _, open) => (innermost(open), format!("Back{number}")),
        };
        camel(&format!("{}{suffix}", camel(self.parser.names.stem(rule))))
    }

    /// What makes the name of a head differ from those of all other states.
    fn head_suffix(&self, rule: Symbol, number: usize) -> String {
        let name = |rule: Symbol| camel(self.parser.names.stem(rule));
        let own = name(rule);
        let others = self.heads.iter().chain([&self.parser.grammar.start]).filter(|other| **other != rule);
        let is_alone = others.into_iter().all(|other| name(*other) != own);
        let is_plain = own != "Done" && !own.contains(|c: char| c.is_ascii_digit());
        if is_alone && is_plain { String::new() } else { format!("Head{number}") }
    }

    fn function_name(&self, key: &Key, number: usize) -> String {
        let names = self.parser.names;
        match key {
            Key::Head(rule) => names.function("parse", *rule),
            Key::Loop(open) => names.function(&format!("loop_{number}"), innermost(open)),
            Key::Back(_, _, open) => names.function(&format!("back_{number}"), innermost(open)),
        }
    }

    /// What a state is, for people: a sentence without its full stop.
    fn about(&self, key: &Key) -> String {
        let grammar = self.parser.grammar;
        let name = |rule: Symbol| code(&format!("<{}>", grammar.name(rule)));
        let places = |open: &[Open]| {
            let mut names: Vec<String> = open.iter().rev().map(|open| name(open.rule)).collect();
            names.dedup();
            names.join(" in ")
        };
        match key {
            Key::Head(rule) => format!("{}, from the beginning on", name(*rule)),
            Key::Loop(open) => format!("{}, before another iteration", places(open)),
            Key::Back(item, _, open) => {
                format!("{}, behind {}", places(open), name(grammar.items[item.0 as usize].symbol))
            }
        }
    }

    /// The numbers that a state holds: the names of the variables that they are in.
    fn held(&self, key: &Key) -> Vec<String> {
        match key {
            Key::Head(rule) if self.called_for(*rule).is_none() => vec![self.kind_name(*rule)],
            Key::Head(_) => Vec::new(),
            Key::Loop(open) | Key::Back(_, _, open) => {
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
    fn function(&self, key: &Key, number: usize) -> Option<Function> {
        let mut function = Function::new(self.function_name(key, number));
        let doc = match key {
            Key::Head(rule) => code_doc(&self.parser.texts[rule.0 as usize]),
            _ => lit(&format!(" {}.", self.about(key))),
        };
        function.attr(&format!("doc = {doc}"));
        let mut body = self.body(key)?;
        if let Key::Loop(open) | Key::Back(_, _, open) = key {
            body.splice(0..0, self.places(open, &body));
        }
        let held = self.held(key);
        if held.len() > MAX_OPEN {
            return None;
        }
        let names: Vec<&str> = held.iter().map(|name| if uses(&body, name) { name } else { "_" }).collect();
        let body = render(&body);
        // Where all that is to do is to go on elsewhere, nothing is written.
        function.arg(if body.contains("p.") { "p" } else { "_" }, "&mut Pen<'_>");
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
            Key::Back(_, _, open) => Place::new(open.clone(), open.len()),
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
        };
        let mut goes_on = flow.goes_on;
        body.extend(flow.code);
        // What called the innermost rule goes on, and so outwards.
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
        if !self.has_node(rule) {
            return self.any_item(rule).or(Some(ItemId::NONE));
        }
        let reached = |production: &usize| self.parser.kinds.is_reached(grammar.productions[*production].rule);
        let productions = (0..grammar.productions.len()).filter(reached);
        let items = productions.flat_map(|number| grammar.productions[number].items.clone());
        let calls = items.map(ItemId).filter(|item| grammar.items[item.0 as usize].symbol == rule);
        // One that stands for its whole rule is called for whatever that is called for.
        let mut calls = calls.map(|item| (!grammar.items[item.0 as usize].pass).then_some(item));
        if rule == grammar.start {
            // Nobody but the outside calls it, or it is called for several.
            return calls.next().is_none().then_some(ItemId::NONE);
        }
        calls.next().flatten().filter(|_| calls.next().is_none())
    }

    fn has_node(&self, rule: Symbol) -> bool {
        let grammar = self.parser.grammar;
        grammar.productions_of(rule).any(|id| grammar.production(id).shape != Shape::Splice)
    }

    /// The variable for the place of the node of a rule.
    fn place_name(&self, rule: Symbol) -> String {
        let stem = self.parser.names.stem(rule);
        let is_taken = ["p", "end"].contains(&stem)
            || ["parse_", "loop_", "back_", "match_", "end_of_", "kind_of_"].iter().any(|way| stem.starts_with(way));
        ident(&if is_taken { format!("{stem}_place") } else { stem.to_owned() })
    }

    /// The variable for the first kind of a rule.
    fn kind_name(&self, rule: Symbol) -> String {
        ident(&format!("kind_of_{}", self.parser.names.stem(rule)))
    }

    /// Says where open nodes stand that the code asks for and the state does not hold.
    fn places(&self, open: &[Open], code: &[Code]) -> Option<Code> {
        let (mut names, mut places) = (Vec::new(), Vec::new());
        let (mut held, mut distance) = (String::new(), 0);
        for open in open {
            let name = self.place_name(open.rule);
            match open.node {
                Node::None => {}
                Node::Somewhere => (held, distance) = (name, 0),
                Node::Behind(before) => {
                    distance += before;
                    if uses(code, &name) {
                        names.push(name);
                        places.push(if distance == 0 { held.clone() } else { format!("{held} + {distance}") });
                    }
                }
            }
        }
        match names.as_slice() {
            [] => None,
            [name] => Some(Code::Line(format!("let {name} = {};", places[0]))),
            names => Some(Code::Line(format!("let ({}) = ({});", names.join(", "), places.join(", ")))),
        }
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
