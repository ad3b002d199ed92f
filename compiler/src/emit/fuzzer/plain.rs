//! `fuzzer.rs` of a grammar in which nothing is ever taken back: functions that call each other and hand on a
//! [`Pen`](grammarc_runtime::fuzz::pen::Pen).
//!
//! Each makes the choices that [`grammarc_runtime::fuzz::expand`] makes from the tables, in the same order. The driver still
//! replays and records, and takes over where calls would nest too deep.

use std::ops::Range;

use codegen::{Function, Scope};
use grammarc_runtime::fuzz::class::Class;
use grammarc_runtime::fuzz::pen::ShortText;
use grammarc_runtime::grammar::{Item, ProductionId, Regular, RegularId, Rule, RuleKind, Symbol};

use super::super::bare::bare;
use super::super::layout::code_doc;
use super::super::layout::words::{Words, mentions, needed};
use super::super::names::byte_lit;
use super::arm::{Arm, Block, Letters, Step, either, joined, range, stopped, written};
use super::statement::{Statement, closure, code, nested, pen, valued};
use super::{Fuzzer, class_item, draw};
use crate::plan::calls::{calls, is_nested};

/// Parts of a sequence that costs less to draw than a mispredicted branch, at most.
const MAX_QUICK_PARTS: usize = 3;
/// Statements that may replace calls in the cheapest text of a rule, at most.
const MAX_INLINED_STEPS: usize = 6;

fn written_out(function: Function) -> String {
    let mut scope = Scope::new();
    scope.push_fn(function);
    scope.to_string()
}

impl Fuzzer<'_> {
    /// Writes `fuzzer.rs` as functions that call each other.
    pub(super) fn plain(&self) -> String {
        let rules = (0..self.grammar.rules.len() as u32).map(|number| self.plain_rule(Symbol(number)));
        let terminals = (0..self.grammar.terminals.len()).map(|number| self.grammar.terminal_symbol(number));
        let tokens = terminals.filter_map(|symbol| {
            let regular = self.drawn(symbol)?;
            Some((self.function(symbol), written_out(self.token(symbol, regular))))
        });
        let parts = self.shared.iter().map(|&regular| {
            let mut function = Function::new(draw::part_name(regular));
            function.doc("A part of several tokens.");
            let function = drawing(function, &self.plain_draw_inside(regular));
            (draw::part_name(regular), written_out(function))
        });
        let rules = rules.enumerate().map(|(number, rule)| (self.function(Symbol(number as u32)), written_out(rule)));
        let all: Vec<(String, String)> = rules.chain(tokens).chain(parts).collect();
        let start = self.grammar.start;
        let is_named = self.grammar.rule(start).is_some_and(|rule| rule.kind == RuleKind::Named);
        let write = format!(
            "/// Writes a text of the language.\n\
             pub(super) fn write(f: &mut Fuzzer<'_>, p: Pen) -> Pen {{ {}(f, p, {}) }}\n",
            self.function(start),
            u8::from(is_named)
        );
        let functions = needed(&write, &all);
        let words = Words::of(&functions);
        format!("{write}{functions}{}{}", self.classes(&words), self.letter_classes(&words))
    }

    /// `fn write_<token>`: draws a text.
    fn token(&self, symbol: Symbol, regular: RegularId) -> Function {
        drawing(self.documented(symbol), &self.plain_draw_inside(regular))
    }

    /// `fn write_<rule>`: chooses a production and writes its items.
    fn plain_rule(&self, symbol: Symbol) -> Function {
        let arms = self.arms(symbol);
        let (body, pen) = match (&arms[..], self.chained(&arms)) {
            (_, Some(class)) => (format!("p.chain(f, depth, &{})", draw::class_name(class)), "mut p"),
            ([only], None) if only.steps.len() == 1 => {
                let statements = only.statements("");
                (valued(&statements), pen(&statements))
            }
            _ => (self.choice(symbol, &arms), "mut p"),
        };
        let plain = bare(&body);
        let depth = match (mentions(&plain, "depth"), plain.contains("depth +=")) {
            (_, true) => "mut depth",
            (true, false) => "depth",
            (false, false) => "_",
        };
        let mut function = self.documented(symbol);
        function.arg(if mentions(&plain, "f") { "f" } else { "_" }, "&mut Fuzzer<'_>").arg(pen, "Pen");
        function.arg(depth, "u32").ret("Pen").line(body);
        function
    }

    /// Returns the class of a rule like `<word> ::= [a-z] <word> | [a-z]`, which `p.chain` writes without recursion.
    fn chained(&self, arms: &[Arm]) -> Option<RegularId> {
        let [on, end] = arms else { return None };
        let [Step::Char(Letters::Class(class), 0)] = on.steps[0][..] else { return None };
        let is_plain = self.recipe.classes[class.0 as usize].as_ref().is_some_and(Class::is_plain);
        let is_chain =
            on.steps == end.steps && on.weight == end.weight && (on.again, end.again) == (Some("depth += 1"), None);
        (is_plain && is_chain).then_some(class)
    }

    /// Writes a choice between the productions of a rule.
    fn choice(&self, symbol: Symbol, arms: &[Arm]) -> String {
        let is_loop = arms.iter().any(|arm| arm.again.is_some());
        let numbers = numbers(arms);
        let total = numbers.last().map_or(0, |of| of.end);
        let blocks: Vec<Block> = arms.iter().zip(&numbers).map(|(arm, of)| arm.block(of.start, is_loop)).collect();
        let bound = self.cheapest(symbol, 0);
        let code = || -> String {
            let arms = blocks.iter().zip(&numbers).map(|(block, of)| {
                let is_last = of.end == total && bound.is_some();
                block.arm(&match (block.is_varied, is_last) {
                    (true, true) => "number".to_owned(),
                    (false, true) => "_".to_owned(),
                    (true, false) => format!("number @ {}", range(of)),
                    (false, false) => range(of),
                })
            });
            arms.collect()
        };
        let name = self.symbol(symbol);
        let body = match &bound {
            Some((choices, steps)) => {
                let bound = stopped(&name, *choices, steps);
                match blocks.as_slice() {
                    [only] => {
                        let number = if only.is_varied { "let number = " } else { "" };
                        format!("{bound} {number}p.pick({total}); {}", only.code())
                    }
                    [first, second] => bound + &either(total, numbers[0].end, [first, second]),
                    _ => format!("{bound} match p.pick({total}) {{ {} }}\n", code()),
                }
            }
            None => {
                let exit = if is_loop { "return " } else { "" };
                let go_on = format!("_ => {exit}p.go_on(f, {name}, depth),");
                let cheapest = self.cheapest_numbers(symbol);
                format!("match p.choose(f, depth, {total}, &{cheapest:?}) {{ {} {go_on} }}\n", code())
            }
        };
        if is_loop { format!("loop {{ {body} }}") } else { body }
    }

    /// The first number of each of the cheapest productions of a rule.
    fn cheapest_numbers(&self, symbol: Symbol) -> Vec<u32> {
        let numbered = self.grammar.productions_of(symbol).scan(0, |next, id| {
            let number = *next;
            *next += self.recipe.weights[id.0 as usize];
            Some((id, number))
        });
        numbered.filter(|(id, _)| self.recipe.ranks[id.0 as usize] == 0).map(|(_, number)| number).collect()
    }

    /// Returns the number of choices and the steps of the cheapest text of a rule; none if several productions are as cheap.
    /// Calls are inlined up to `MAX_INLINED_STEPS` steps, as long as their own cheapest text is always the same.
    fn cheapest(&self, symbol: Symbol, deeper: u32) -> Option<(u32, Vec<Step>)> {
        let mut ids = self.grammar.productions_of(symbol);
        let is_choice = ids.len() > 1;
        let id = ids.by_ref().find(|id| self.recipe.ranks[id.0 as usize] == 0)?;
        if ids.any(|id| self.recipe.ranks[id.0 as usize] == 0) {
            return None;
        }
        let (mut choices, mut all) = (u32::from(is_choice), Vec::new());
        let (items, tail) = calls(self.grammar, self.recipe, id);
        for item in items.chain(tail) {
            let deeper = deeper + u32::from(is_nested(self.grammar, item));
            let within = self.grammar.rule(item.symbol).and_then(|_| self.cheapest(item.symbol, deeper));
            // Choices that are counted ahead of a call could end the text of that call too early.
            let is_counted = all.iter().all(|step| !matches!(step, Step::Do(_)));
            match within {
                Some((more, steps)) if is_counted && all.len() + steps.len() <= MAX_INLINED_STEPS => {
                    choices += more;
                    all.extend(steps);
                }
                _ => all.extend(self.steps_at(item, deeper)),
            }
        }
        Some((choices, joined(all)))
    }

    /// Returns the arms of a rule. Adjacent productions that differ in texts only share an arm.
    fn arms(&self, symbol: Symbol) -> Vec<Arm> {
        let mut arms: Vec<Arm> = Vec::new();
        for id in self.grammar.productions_of(symbol) {
            let (items, tail) = calls(self.grammar, self.recipe, id);
            let steps = joined(items.flat_map(|item| self.steps(item)));
            let again = tail.map(|item| if is_nested(self.grammar, item) { "depth += 1" } else { "" });
            let arm = Arm { steps: vec![steps], weight: self.recipe.weights[id.0 as usize], again };
            if !arms.last_mut().is_some_and(|last| last.takes(&arm)) {
                arms.push(arm);
            }
        }
        arms
    }

    /// Returns the steps that write an item.
    fn steps(&self, item: &Item) -> Vec<Step> {
        self.steps_at(item, u32::from(is_nested(self.grammar, item)))
    }

    /// Returns the steps that write an item `deeper` named rules below. Groups without a choice, and repetitions, are inlined.
    fn steps_at(&self, item: &Item, deeper: u32) -> Vec<Step> {
        if let Some(text) = self.fixed(item.symbol) {
            return vec![Step::Write(text.to_vec())];
        }
        let function = self.function(item.symbol);
        let step = match (self.drawn(item.symbol), self.alone(item.symbol)) {
            (Some(regular), _) if self.is_class(regular) => Step::Char(Letters::Class(regular), 0),
            (Some(_), _) => Step::Do(Statement::Call(function)),
            (None, Some(only)) => return self.steps(only),
            (None, None) if self.letters(item.symbol).is_some() => {
                Step::Char(Letters::Rule(self.letters_name(item.symbol)), 1)
            }
            (None, None) => {
                let written_out =
                    if is_nested(self.grammar, item) { None } else { self.written_out(item.symbol, deeper) };
                let called = || Step::Do(Statement::Put(format!("{function}(f, p, {})", nested(deeper))));
                return written_out.unwrap_or_else(|| vec![called()]);
            }
        };
        vec![step]
    }

    /// Inlines a hidden rule; none unless it is a group without a choice, or a repetition that ends as soon as it has to.
    fn written_out(&self, symbol: Symbol, deeper: u32) -> Option<Vec<Step>> {
        let rule = self.grammar.rule(symbol)?;
        let first = ProductionId(rule.productions.start);
        let (items, tail) = calls(self.grammar, self.recipe, first);
        let steps = || {
            let of = |item: &Item| self.steps_at(item, deeper + u32::from(is_nested(self.grammar, item)));
            joined(items.flat_map(of))
        };
        match (rule.kind, rule.productions.len()) {
            (RuleKind::Group, 1) if tail.is_none() => Some(steps()),
            (RuleKind::Repeat, 2) if self.stops(rule) => {
                let method = if tail.is_some() { "repeated" } else { "optional" };
                let body = closure(&steps().iter().flat_map(written).collect::<Vec<_>>());
                let (symbol, depth) = (self.symbol(symbol), nested(deeper));
                Some(vec![Step::Do(Statement::Put(format!("p.{method}(f, {symbol}, {depth}, {body})")))])
            }
            _ => None,
        }
    }

    /// Whether a repetition goes on with probability 1/2, and ends where only the cheapest production is taken.
    fn stops(&self, rule: &Rule) -> bool {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let last = ProductionId(rule.productions.end - 1);
        let is_empty = calls(self.grammar, self.recipe, last).0.next().is_none();
        let (weights, ranks) = (&self.recipe.weights[range.clone()], &self.recipe.ranks[range]);
        is_empty && rule.count.is_none() && weights == [1, 1] && ranks == [1, 0]
    }

    /// Returns the only item of a rule that is one terminal, as in `<comma> ::= ","`.
    fn alone(&self, symbol: Symbol) -> Option<&Item> {
        let productions = &self.grammar.rule(symbol)?.productions;
        let mut items = calls(self.grammar, self.recipe, ProductionId(productions.start)).0;
        let only = items.next().filter(|item| self.grammar.rule(item.symbol).is_none())?;
        (productions.len() == 1 && items.next().is_none()).then_some(only)
    }

    /// Whether an expression is a class of characters.
    fn is_class(&self, RegularId(number): RegularId) -> bool {
        matches!(self.grammar.regulars[number as usize], Regular::Chars(_))
    }

    /// Returns the characters of a rule like `<digit> ::= "0" | "1" | "2"`: single bytes in ascending order.
    /// Depth does not change the choice between them, because all are equally cheap.
    fn letters(&self, symbol: Symbol) -> Option<Regular> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for id in self.grammar.productions_of(symbol) {
            let is_even = self.recipe.weights[id.0 as usize] == 1 && self.recipe.ranks[id.0 as usize] == 0;
            let (mut items, tail) = calls(self.grammar, self.recipe, id);
            let text = items.next().filter(|_| is_even && tail.is_none()).and_then(|only| self.fixed(only.symbol));
            let Some(&[letter]) = text.filter(|_| items.next().is_none()) else { return None };
            let letter = u32::from(letter);
            match ranges.last_mut() {
                Some((_, high)) if *high + 1 == letter => *high += 1,
                Some((_, high)) if *high >= letter => return None,
                _ => ranges.push((letter, letter)),
            }
        }
        let letters = Regular::Chars(ranges.into());
        Class::of(&letters).is_some_and(|class| class.is_plain()).then_some(letters)
    }

    fn letters_name(&self, symbol: Symbol) -> String {
        format!("ONE_OF_{}", self.names.constant(symbol))
    }

    /// Writes the `ONE_OF_…` classes of rules that occur in the functions.
    fn letter_classes(&self, words: &Words) -> String {
        let rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        let named = rules.map(|symbol| (symbol, self.letters_name(symbol)));
        named
            .filter(|(_, name)| words.has(name))
            .filter_map(|(symbol, name)| Some(class_item(&name, &self.letters(symbol)?)))
            .collect()
    }

    /// Returns the statements that draw a text of an expression.
    fn plain_draw(&self, regular: RegularId) -> Vec<Statement> {
        match self.shared.binary_search(&regular) {
            Ok(_) => vec![Statement::Call(draw::part_name(regular))],
            Err(_) => self.plain_draw_inside(regular),
        }
    }

    /// Returns the statements themselves, even where [`Fuzzer::plain_draw`] returns the call of a shared function.
    pub(super) fn plain_draw_inside(&self, regular: RegularId) -> Vec<Statement> {
        let call = match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, .. } if text.is_empty() => return Vec::new(),
            Regular::Literal { text, fold: false } => format!("p.write(f, {})", byte_lit(text)),
            Regular::Literal { text, fold: true } => format!("p.folded(f, {})", byte_lit(text)),
            Regular::Chars(_) => format!("p.char(f, &{})", draw::class_name(regular)),
            Regular::Bytes(_) => format!("p.byte(f, &{})", draw::class_name(regular)),
            Regular::Sequence(parts) => return parts.iter().flat_map(|&part| self.plain_draw(part)).collect(),
            Regular::Choice(parts) => {
                return vec![Statement::Pick(parts.iter().map(|&part| self.plain_draw(part)).collect())];
            }
            Regular::Repeat { body, min, max } => return self.plain_repeat(*body, *min, *max),
            other => unreachable!("a plain grammar does not look ahead: {other:?}"),
        };
        vec![Statement::Move(call)]
    }

    /// Returns the statements that draw a repetition. They ask before each element beyond the minimum.
    fn plain_repeat(&self, body: RegularId, min: u32, max: Option<u32>) -> Vec<Statement> {
        if let Some(class) = self.plain_class(body) {
            return vec![Statement::Move(format!("p.characters(f, &{class}, {})", draw::bounds(min, max)))];
        }
        let statements = self.plain_draw(body);
        match (min, max) {
            // Nothing is drawn, and nothing asked.
            (min, Some(max)) if min == max && statements.is_empty() => Vec::new(),
            (0, Some(1)) if self.is_quick(body) => vec![Statement::Perhaps(statements)],
            _ => vec![Statement::Loop(draw::repeat("p.again(f)", &code(&statements), min, max))],
        }
    }

    /// Returns whether drawing an expression costs less time than a mispredicted branch on its presence.
    fn is_quick(&self, regular: RegularId) -> bool {
        match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, fold } => !fold && text.len() <= ShortText::MAX_BYTES,
            Regular::Chars(_) | Regular::Bytes(_) => self.plain_class(regular).is_some(),
            Regular::Sequence(parts) => parts.len() <= MAX_QUICK_PARTS && parts.iter().all(|&part| self.is_quick(part)),
            Regular::Repeat { body, min, .. } => *min <= 4 && self.plain_class(*body).is_some(),
            _ => false,
        }
    }

    /// Begins the function of a symbol, documented with the symbol's source text.
    fn documented(&self, symbol: Symbol) -> Function {
        let mut function = Function::new(self.function(symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        function
    }
}

/// Returns the drawn numbers that choose each arm. A production of weight 3 has three of them.
fn numbers(arms: &[Arm]) -> Vec<Range<u32>> {
    let ends = arms.iter().scan(0, |end, arm| {
        let start = *end;
        *end += arm.weight * arm.steps.len() as u32;
        Some(start..*end)
    });
    ends.collect()
}

/// Gives a function that draws a text its parameters and body.
fn drawing(mut function: Function, statements: &[Statement]) -> Function {
    let body = valued(statements);
    function.arg(if mentions(&bare(&body), "f") { "f" } else { "_" }, "&mut Fuzzer<'_>");
    function.arg(pen(statements), "Pen").ret("Pen").line(body);
    function
}
