//! `parser.rs` of a generated crate: the [`Decisions`] of a grammar as code.
//!
//! Where the next bytes decide everything, [`direct`] writes it. Otherwise a rule that is not recursive is a function, and
//! recursive rules are states of one loop over an explicit stack. Everything without specialised code is left to the tables of
//! the runtime. The code takes the same steps as [`grammarc_runtime::parse::interpreter`]. Sets of bytes and tables of options have
//! names, in [`statics`].

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use codegen::Function;
use grammarc_runtime::grammar::{Grammar, ItemId, Shape, Symbol};
use grammarc_runtime::parse::cursor::Scope;
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId, SharedItems};

use super::bare::bare;
use super::layout::words::needed;
use super::layout::{code, code_doc, finish};
use super::names::{Names, Unique, ident, lit};
use super::numbers;
use crate::plan::kind::{self, is_repeat};
use crate::plan::terminals::Terminals;
use crate::plan::{CodePlan, Reader};
use imports::imports;
use statics::Statics;

mod choice;
mod direct;
mod function;
mod imports;
mod matchers;
mod state;
mod statics;

/// Writes the parser of a grammar. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, plan: &CodePlan, texts: &[String], names: &Names) -> String {
    let parser = Parser::new(grammar, plan, texts, names);
    match &plan.reader {
        Reader::NextBytes(heads) => direct::source(&parser, heads),
        Reader::Cursor => parser.source(),
        Reader::Tables => unreachable!("the crate has no such module"),
    }
}

impl<'a> Parser<'a> {
    fn new(grammar: &'a Grammar, plan: &'a CodePlan, texts: &'a [String], names: &'a Names) -> Self {
        let (decisions, kinds) = (&plan.decisions, &plan.kinds);
        let (states, unique) = state::states(grammar, decisions, kinds, names);
        Self {
            grammar,
            texts,
            names,
            terminals: Terminals::new(grammar, &plan.automata),
            states,
            decisions,
            kinds,
            asked: RefCell::default(),
            open: RefCell::default(),
            statics: RefCell::new(Statics::new()),
            options: RefCell::default(),
            unique: RefCell::new(unique),
            depth: Cell::default(),
        }
    }
}

const HEAD: &str = "//! Reads texts of the language: rules that come back to themselves are states of one loop, the \
                    others functions.\n";

const STATICS: &str = "//! `AFTER_PAIR` has the bytes that can stand after `<pair>`, `FIRST_OF_PAIR` those that it can begin with, \
                       and `PAIR_ON_QUOTE`\n//! the options that are open where a `<pair>` begins with a `\"`.\n";

const WITHOUT: &str = "/// A part that may be left out is complete without being there.\n\
                       static WITHOUT: [Branch<State>; 1] = [Branch::new(ending::LEAVE, &[])];\n";

/// Writer of one `parser.rs`: the grammar and its decisions, and the functions, sets and tables that the code asked for so far.
struct Parser<'a> {
    grammar: &'a Grammar,
    texts: &'a [String],
    names: &'a Names,
    terminals: Terminals<'a>,
    decisions: &'a Decisions,
    kinds: &'a kind::Kinds,
    /// The points that the loop can go on at, with the state of each.
    states: BTreeMap<PointId, state::State>,
    /// The functions that the code refers to.
    asked: RefCell<BTreeSet<Part>>,
    /// Those among them that are not written yet.
    open: RefCell<BTreeSet<Part>>,
    /// The sets of bytes and tables of branches that the code refers to.
    statics: RefCell<Statics>,
    /// The names of the functions of options.
    options: RefCell<BTreeMap<PointId, String>>,
    /// The names of all functions of rules, options and states.
    unique: RefCell<Unique>,
    /// How deep the part that is being written is nested in inlined parts.
    depth: Cell<u32>,
}

/// A function of the parser. Functions stand in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Of a rule.
    Function(Symbol),
    /// Of an option of a rule, from a point on.
    Option(Symbol, PointId),
    /// Of a state of the loop.
    State(Symbol, PointId),
    /// Of a skip rule behind a terminal.
    Skip(Symbol),
    /// Of a terminal.
    Matcher(Symbol),
}

/// In which kind of function code stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CodePlace {
    /// In the function of a rule, which returns none if it fails.
    Function,
    /// At a state, which returns the next one, and none if it fails.
    State,
}

impl Parser<'_> {
    fn source(&self) -> String {
        let mut code = self.entry();
        let mut parts = BTreeMap::new();
        // A part may ask for others.
        while let Some(part) = self.next_part() {
            parts.insert(part, self.part(part));
        }
        code += self.run_loop();
        let mut parts: Vec<_> = parts.into_iter().map(|(part, code)| (self.part_name(part), code)).collect();
        parts.extend(self.statics.borrow().all());
        parts.push(("WITHOUT".to_owned(), WITHOUT.to_owned()));
        let (mut steps, mut head) = (state::Steps::default(), HEAD.to_owned());
        // Code that turned out too long to inline has asked for functions that are not needed.
        for (name, part) in needed(&code, parts) {
            if part.starts_with("static ") && head == HEAD {
                head += STATICS;
            }
            if !steps.takes(&name, &part) {
                code += &format!("{part}\n\n");
            }
        }
        let table = steps.table();
        let code = finish(&format!("{head}{}{code}", imports(&format!("{code}{table}")))) + &table;
        let states: String = steps.numbers().iter().map(|numbers| numbers.used_in(&bare(&code))).collect();
        let parts = numbers::parts(&code, self.names);
        code + &states + &parts
    }

    /// Returns a part that was asked for and is not written yet.
    fn next_part(&self) -> Option<Part> {
        self.open.borrow_mut().pop_first()
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::Function(rule) => written(self.rule_function(rule)),
            Part::State(rule, point) => self.state_code(rule, point),
            Part::Option(rule, point) => written(self.option_function(point, rule)),
            Part::Skip(skip) => written(self.skip_function(skip)),
            Part::Matcher(terminal) => self.matcher(terminal),
        }
    }

    /// The name of the function of a part.
    fn part_name(&self, part: Part) -> String {
        match part {
            Part::Function(rule) => self.names.function("parse", rule),
            Part::State(_, point) => self.state_value(point),
            Part::Option(rule, point) => self.option_name(point, rule),
            Part::Skip(skip) => self.names.function("then", skip),
            Part::Matcher(terminal) => self.names.function("match", terminal),
        }
    }

    fn ask(&self, part: Part) {
        if self.asked.borrow_mut().insert(part) {
            self.open.borrow_mut().insert(part);
        }
    }

    /// Writes `engine`, which parses a whole input.
    fn entry(&self) -> String {
        let start = self.call_outright(self.grammar.start, "ItemId::NONE", Scope::Own, "&mut p");
        format!(
            "/// Parses a whole input into the builder, without Earley.\n\
             pub(super) fn engine(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {{\n\
             let mut p = Cursor::new(language, input, builder);\n\
             let recognized = {start};\n\
             p.finish(recognized.is_some()) }}\n"
        )
    }

    /// Makes a function over the cursor `p` with the text of a rule as its comment.
    fn function_of(&self, name: &str, rule: Symbol, about: &str, p: &str) -> Function {
        let mut function = over(name, p);
        // The whole rule stands at its beginning; the points in it say where they are.
        let doc = match about {
            "" => code_doc(&self.texts[rule.0 as usize]),
            _ => lit(&format!(" {}, {about}.", code(&format!("<{}>", self.grammar.name(rule))))),
        };
        function.attr(&format!("doc = {doc}"));
        function
    }

    /// Writes the code from a point on. A state on the way is returned for the loop to go to, not written again.
    fn point(&self, id: PointId, rule: Symbol, place: CodePlace) -> String {
        match self.decisions.point(id) {
            Point::Done => SUCCESS.to_owned(),
            Point::Terminal { item, follow, next } => {
                let test = self.terminal(*item, follow);
                match self.gap(*next).filter(|_| !test.contains('\n')) {
                    Some((gap, back)) => then(&self.then_gap(&test, gap), self.go_on(back, rule, place)),
                    None => then(&test, self.go_on(*next, rule, place)),
                }
            }
            &Point::Call { item, back } => self.call(item, back, rule, place),
            &Point::Tail { item, end } => self.tail(item, end, rule, place),
            &Point::Settle { item, next } => {
                let rest = self.go_on(next, rule, place);
                self.demand(item).map_or(rest.clone(), |test| then(&test, rest))
            }
            &Point::Drive { item, next } => {
                then(&format!("p.drive({})", self.names.item(item)), self.go_on(next, rule, place))
            }
            &Point::Count { left, more, stop, choose } => format!(
                "Some(match p.count(Label({})) {{ Count::More => {}, Count::Stop => {}, Count::Either => {} }})",
                left.0,
                self.state(more),
                self.state(stop),
                self.state(choose)
            ),
            Point::Choose { .. } => self.choose(id, rule, place),
            Point::End { .. } => self.end(id, rule, place),
            Point::Repeat { shared, follow, to, .. } => match place {
                CodePlace::Function => format!("{}{SUCCESS}", self.claim(shared)),
                CodePlace::State => {
                    format!("{}p.repeat({}, {})", self.claim(shared), self.state(*to), self.round_follow(*follow, rule))
                }
            },
            Point::Grow { production, shared, recursive, to } => {
                let adopt = if *recursive {
                    format!("p.adopt({});\n", self.names.production(*production))
                } else {
                    String::new()
                };
                let (to, follow) = (self.state(*to), self.follow(rule));
                let production = self.names.production(*production);
                format!("{}{adopt}p.grow({production}, {to}, {follow})", self.claim(shared))
            }
            Point::Stop => "p.leave()".to_owned(),
            Point::Chart => "p.give_up();\nNone".to_owned(),
        }
    }

    /// Writes the code from a point on; in the loop, a point that is a state becomes `Some(state::…)`.
    fn go_on(&self, id: PointId, rule: Symbol, place: CodePlace) -> String {
        let is_end = self.end_state(id, rule).is_some();
        if place == CodePlace::State && self.states.contains_key(&id) && !is_end {
            return format!("Some({})", self.state(id));
        }
        self.point(id, rule, place)
    }

    fn end(&self, id: PointId, rule: Symbol, place: CodePlace) -> String {
        let Point::End { production, shared } = self.decisions.point(id) else { return String::new() };
        let (claim, number) = (self.claim(shared), self.names.production(*production));
        let is_splice = self.grammar.production(*production).shape == Shape::Splice;
        match place {
            CodePlace::Function if is_splice => format!("{claim}{SUCCESS}"),
            CodePlace::Function => format!("{claim}p.close({number})"),
            CodePlace::State if self.is_left_out(id, rule) => "p.leave()".to_owned(),
            CodePlace::State if !self.kinds.has_choice(rule) && is_splice => format!("{claim}p.leave()"),
            CodePlace::State if !self.kinds.has_choice(rule) => format!("{claim}p.close_and_leave({number})"),
            CodePlace::State => {
                format!("{claim}p.complete({number}, {})", self.follow(rule))
            }
        }
    }

    fn call(&self, item: ItemId, back: PointId, rule: Symbol, place: CodePlace) -> String {
        let callee = self.grammar.items[item.0 as usize].symbol;
        let scope = Scope::of(&self.grammar.rules[callee.0 as usize]);
        if place == CodePlace::State && self.kinds.is_state(callee) {
            let to = self.state(self.decisions.entry(callee));
            return format!("p.call({}, {to}, {}, Scope::{scope:?})", self.state(back), self.item(item));
        }
        let call = self.call_outright(callee, &self.item(item), scope, "p");
        then(&call, self.go_on(back, rule, place))
    }

    fn tail(&self, item: ItemId, end: PointId, rule: Symbol, place: CodePlace) -> String {
        let callee = self.grammar.items[item.0 as usize].symbol;
        if place == CodePlace::Function || !self.kinds.is_state(callee) {
            return self.call(item, end, rule, place);
        }
        let scope = Scope::of(&self.grammar.rules[callee.0 as usize]);
        let to = self.state(self.decisions.entry(callee));
        format!("p.tail({}, {to}, {}, Scope::{scope:?})", self.state(end), self.item(item))
    }

    /// The call of a rule that returns when it is complete.
    fn call_outright(&self, callee: Symbol, item: &str, scope: Scope, p: &str) -> String {
        if self.kinds.is_state(callee) {
            let to = self.state(self.decisions.entry(callee));
            return format!("run({p}, {to}, {item}, Scope::{scope:?})");
        }
        if p == "p" {
            return self.call_function(callee, item);
        }
        self.ask(Part::Function(callee));
        format!("{}({p}, {item})", self.names.function("parse", callee))
    }

    /// Writes the item of a node. An item that stands for its whole rule passes on the item of the caller.
    fn item(&self, item: ItemId) -> String {
        if self.grammar.items[item.0 as usize].pass { "p.item()".to_owned() } else { self.names.item(item) }
    }

    /// Writes the claim of shared items: their nodes go to the production that matched.
    fn claim(&self, shared: &SharedItems) -> String {
        if shared.is_empty() {
            return String::new();
        }
        let pair = |(from, to): &(ItemId, ItemId)| format!("({}, {})", self.names.item(*from), self.names.item(*to));
        format!("p.claim(&[{}]);\n", shared.iter().map(pair).collect::<Vec<_>>().join(", "))
    }

    /// A state of the loop.
    fn state(&self, point: PointId) -> String {
        if let Some(state::State { rule, .. }) = self.states.get(&point) {
            self.ask(Part::State(*rule, point));
        }
        self.state_value(point)
    }
}

/// The result of a function that succeeds.
const SUCCESS: &str = "Some(())";

/// Writes `rest` behind a test with `?`, because a failed test is none.
fn then(test: &str, rest: String) -> String {
    if rest == SUCCESS { test.to_owned() } else { format!("{test}?;\n{rest}") }
}

/// Turns the last expression of a function into a statement that returns only if it fails.
fn statement(code: &str) -> String {
    match code.strip_suffix(SUCCESS) {
        Some(before) => before.to_owned(),
        None if code.ends_with('}') && code.starts_with("match ") => format!("{code}?;\n"),
        None if code.ends_with('}') => format!("let done = {{ {code} }};\ndone?;\n"),
        None => format!("{code}?;\n"),
    }
}

/// A function over the cursor `p`.
fn over(name: &str, p: &str) -> Function {
    let mut function = Function::new(name);
    function.arg(p, "&mut Cursor<'_, State>");
    function
}

/// About how many lines code takes once it is laid out.
fn lines(code: &str) -> usize {
    code.lines().map(|line| 1 + line.len() / 100 * 3).sum()
}

/// The code of one function.
fn written(function: Function) -> String {
    let mut scope = codegen::Scope::new();
    scope.push_fn(function);
    scope.to_string() + "\n"
}

/// `CamelCase` of a stem.
fn camel(stem: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
    };
    ident(&stem.split('_').map(word).collect::<String>())
}
