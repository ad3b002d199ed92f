//! `fuzzer.rs` of a grammar in which nothing is ever taken back: functions that call each other and hand on a
//! [`Pen`](grammarc_runtime::fuzz::pen::Pen).
//!
//! Each makes the choices that [`grammarc_runtime::fuzz::expand`] makes from the tables, in the same order. What is left to the
//! driver: replaying and recording, and what nests deeper than calls should.

use std::collections::HashMap;

use codegen::{Function, Scope};
use grammarc_runtime::fuzz::class::Class;
use grammarc_runtime::fuzz::pen::Short;
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{
    Grammar, Item, ProductionId, Regular, RegularId, RuleKind, Slot, Symbol, Terminal, TerminalKind,
};

use super::super::layout::code_doc;
use super::super::layout::words::{bare, mentions};
use super::super::names::byte_lit;
use super::arm::{Arm, Letters, Step, either, joined, range, which, written};
use super::{Fuzzer, branch, class_item, draw};

/// How many hidden rules nest in calls within a named one.
const CHAIN: usize = 16;
/// How many bytes and rules the cheapest text of a symbol may have: calls cannot be broken off, so it is written to its end.
const CHEAPEST: usize = 1 << 12;
/// How many parts what is written to count or not may have.
const QUICK: usize = 3;
/// How many statements stand for the cheapest text of a rule, in the place of calls.
const STEPS: usize = 6;

/// Returns whether the texts of a grammar can be written by calls: nothing is ever taken back, calls nest only as deep as
/// named rules, and where only the cheapest options are taken the end is near.
pub(super) fn is_plain(grammar: &Grammar, recipe: &Recipe) -> bool {
    let has_text = |terminal: &Terminal| matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
    let is_labelled = |regular: &Regular| matches!(regular, Regular::Text { .. });
    !recipe.has_dead_ends
        && grammar.terminals.iter().all(has_text)
        && !grammar.regulars.iter().any(is_labelled)
        && grammar.rules.iter().all(|rule| is_weighed(grammar, rule.productions.clone().map(ProductionId)))
        && nests(grammar, recipe)
        && ends_soon(grammar, recipe)
}

/// Returns whether each of several productions has a number of its own in a choice.
fn is_weighed(grammar: &Grammar, mut productions: impl ExactSizeIterator<Item = ProductionId> + Clone) -> bool {
    let weights = productions.clone().map(|id| u64::from(grammar.production(id).weight));
    productions.len() == 1
        || productions.all(|id| grammar.production(id).weight > 0) && weights.sum::<u64>() < u32::MAX.into()
}

/// Returns whether hidden rules nest no deeper than [`CHAIN`] in calls.
fn nests(grammar: &Grammar, recipe: &Recipe) -> bool {
    let mut heights = vec![0; grammar.rules.len()];
    for _ in 0..=CHAIN {
        let before = heights.clone();
        for (rule, height) in heights.iter_mut().enumerate() {
            let symbol = Symbol(rule as u32);
            let called = grammar.productions_of(symbol).flat_map(|id| calls(grammar, recipe, id).0);
            let hidden = called.filter(|item| grammar.rule(item.symbol).is_some() && !is_nested(grammar, item));
            *height = hidden.map(|item| before[item.symbol.0 as usize] + 1).max().unwrap_or(0);
        }
        if heights == before {
            return true;
        }
    }
    false
}

/// Returns whether the cheapest text of every rule has an end that is not far away.
fn ends_soon(grammar: &Grammar, recipe: &Recipe) -> bool {
    let mut drawn: Vec<usize> = Vec::new();
    for regular in grammar.regulars.iter() {
        let of = |RegularId(part): &RegularId| drawn[*part as usize];
        let size = match regular {
            Regular::Literal { text, .. } => text.len(),
            Regular::Sequence(parts) => parts.iter().map(of).fold(0, usize::saturating_add),
            Regular::Choice(parts) => parts.iter().map(of).max().unwrap_or(0),
            Regular::Repeat { body, min, .. } => of(body).saturating_mul(*min as usize),
            _ => 4,
        };
        drawn.push(size);
    }
    let mut sizes: Vec<usize> = vec![0; grammar.rules.len()];
    sizes.extend(grammar.terminals.iter().map(|terminal| drawn[terminal.regular.0 as usize]));
    let cheapest = || (0..grammar.productions.len()).filter(|&id| recipe.ranks[id] == 0);
    loop {
        let before = sizes.clone();
        for id in cheapest().map(|id| ProductionId(id as u32)) {
            let parts = grammar.items_of(id).iter().map(|item| sizes[item.symbol.0 as usize]);
            let size = parts.fold(1, usize::saturating_add).min(CHEAPEST + 1);
            let rule = grammar.production(id).rule.0 as usize;
            sizes[rule] = size.max(sizes[rule]);
        }
        if sizes == before {
            break;
        }
    }
    sizes.iter().all(|&size| size <= CHEAPEST)
}

/// Returns the items of a production that are written, and the one at its end for which the function goes on from its beginning.
fn calls<'a>(
    grammar: &'a Grammar,
    recipe: &Recipe,
    id: ProductionId,
) -> (impl Iterator<Item = &'a Item> + use<'a>, Option<&'a Item>) {
    let is_written = |item: &&Item| item.slot != Slot::Skip && !recipe.separators.contains_key(&item.symbol);
    let mut written: Vec<&Item> = grammar.items_of(id).iter().filter(is_written).collect();
    let tail = written.pop_if(|last| last.symbol == grammar.production(id).rule);
    (written.into_iter(), tail)
}

/// Returns whether an item's symbol is one level deeper than the item.
fn is_nested(grammar: &Grammar, item: &Item) -> bool {
    let kind = grammar.rule(item.symbol).map(|rule| rule.kind);
    !item.pass && matches!(kind, Some(RuleKind::Named | RuleKind::Level(_)))
}

/// The code of those of some functions that other code needs, in order.
fn needed(code: &str, all: &[(String, String)]) -> String {
    let numbers: HashMap<&str, usize> = all.iter().enumerate().map(|(i, (name, _))| (name.as_str(), i)).collect();
    let mut is_needed = vec![false; all.len()];
    let mut open = vec![bare(code)];
    while let Some(code) = open.pop() {
        for word in code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            if let Some(&number) = numbers.get(word)
                && !std::mem::replace(&mut is_needed[number], true)
            {
                open.push(bare(&all[number].1));
            }
        }
    }
    let needed = all.iter().zip(is_needed).filter(|(_, is_needed)| *is_needed);
    needed.map(|((_, code), _)| format!("{code}\n\n")).collect()
}

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
            let function = plain_function(function, &self.plain_draw_inside(regular), false);
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
        let code = format!("{write}{functions}{}{}", self.classes(&functions), self.letter_classes(&functions));
        format!("{}{code}", plain_imports(&code))
    }

    /// `fn write_<token>`: draws a text.
    fn token(&self, symbol: Symbol, regular: RegularId) -> Function {
        plain_function(self.documented(symbol), &self.plain_draw_inside(regular), false)
    }

    /// `fn write_<rule>`: chooses a production and writes its items.
    fn plain_rule(&self, symbol: Symbol) -> Function {
        let arms = self.arms(symbol);
        let body = match (&arms[..], self.chained(&arms)) {
            (_, Some(class)) => format!("p.chain(f, depth, &{});\n", draw::class_name(class)),
            ([only], None) if only.steps.len() == 1 => only.statements(""),
            _ => self.choice(symbol, &arms),
        };
        plain_function(self.documented(symbol), &body, true)
    }

    /// The class of which the productions of a rule are a character and the rule again, and a character.
    fn chained(&self, arms: &[Arm]) -> Option<RegularId> {
        let [on, end] = arms else { return None };
        let [Step::Char(Letters::Class(class), 0)] = on.steps[0][..] else { return None };
        let is_plain = self.recipe.classes[class.0 as usize].as_ref().is_some_and(Class::is_plain);
        let is_chain =
            on.steps == end.steps && on.weight == end.weight && (on.again, end.again) == (Some("depth += 1;"), None);
        (is_plain && is_chain).then_some(class)
    }

    /// Writes a choice between the productions of a rule.
    fn choice(&self, symbol: Symbol, arms: &[Arm]) -> String {
        let is_loop = arms.iter().any(|arm| arm.again.is_some());
        let end = if is_loop { "break;" } else { "" };
        let (mut code, mut number, mut cheapest, mut blocks) = (String::new(), 0, Vec::new(), Vec::new());
        let total: u32 = arms.iter().map(|arm| arm.weight * arm.steps.len() as u32).sum();
        let bound = self.cheapest(symbol, 0);
        let mut ids = self.grammar.productions_of(symbol);
        for arm in arms {
            let first = number;
            for id in ids.by_ref().take(arm.steps.len()) {
                if self.recipe.ranks[id.0 as usize] == 0 {
                    cheapest.push(number);
                }
                number += arm.weight;
            }
            let statements = arm.statements(&which(first, arm.weight));
            let is_asked = mentions(&bare(&statements), "number");
            let is_last = number == total && bound.is_some();
            let pattern = match (is_asked, is_last) {
                (true, true) => "number".to_owned(),
                (false, true) => "_".to_owned(),
                (true, false) => format!("number @ {}", range(first, number)),
                (false, false) => range(first, number),
            };
            let block = statements + arm.again.unwrap_or(end);
            code.push_str(&format!("{pattern} => {{ {block} }}\n"));
            blocks.push((number, block));
        }
        let go_on = format!("return p.go_on(f, {}, depth)", self.symbol(symbol));
        let body = match bound {
            Some((choices, steps)) => {
                let steps: String = steps.iter().map(written).collect();
                // To ask whether it is bound counts the first.
                let counted = if choices > 1 { format!("p.count(f, {});", choices - 1) } else { String::new() };
                let bound = format!(
                    "if p.is_bound(f, depth) {{ if p.is_free(f, depth) {{ {go_on}; }} {counted} {steps} return p; }}\n"
                );
                match arms {
                    [only] => {
                        format!("{bound} let number = p.pick({total}); {}", only.statements(&which(0, only.weight)))
                    }
                    [_, _] => bound + &either(total, &blocks),
                    _ => format!("{bound} match p.pick({total}) {{ {code} }}\n"),
                }
            }
            None => format!("match p.choose(f, depth, {total}, &{cheapest:?}) {{ {code} _ => {go_on}, }}\n"),
        };
        if is_loop { format!("loop {{ {body} }}\n") } else { body }
    }

    /// What a rule does where only the cheapest productions are taken, if one of its own is the cheapest, and how many choices
    /// that counts for. It is written out as far as it is always the same and not much.
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
            // What is counted ahead of a text could end it too early.
            let is_counted = all.iter().all(|step| !matches!(step, Step::Do(_)));
            match within {
                Some((more, steps)) if is_counted && all.len() + steps.len() <= STEPS => {
                    choices += more;
                    all.extend(steps);
                }
                _ => all.push(self.step_at(item, deeper)),
            }
        }
        Some((choices, joined(all)))
    }

    /// What the productions of a rule do, those in one that differ in texts only.
    fn arms(&self, symbol: Symbol) -> Vec<Arm> {
        let mut arms: Vec<Arm> = Vec::new();
        for id in self.grammar.productions_of(symbol) {
            let (items, tail) = calls(self.grammar, self.recipe, id);
            let steps = joined(items.map(|item| self.step(item)));
            let again = tail.map(|item| if is_nested(self.grammar, item) { "depth += 1;" } else { "" });
            let arm = Arm { steps: vec![steps], weight: self.recipe.weights[id.0 as usize], again };
            if !arms.last_mut().is_some_and(|last| last.takes(&arm)) {
                arms.push(arm);
            }
        }
        arms
    }

    /// What writes an item.
    fn step(&self, item: &Item) -> Step {
        self.step_at(item, u32::from(is_nested(self.grammar, item)))
    }

    /// What writes an item so many named rules deeper.
    fn step_at(&self, item: &Item, deeper: u32) -> Step {
        if let Some(text) = self.fixed(item.symbol) {
            return Step::Write(text.to_vec());
        }
        let function = self.function(item.symbol);
        match (self.drawn(item.symbol), self.alone(item.symbol)) {
            (Some(regular), _) if self.is_class(regular) => Step::Char(Letters::Class(regular), 0),
            (Some(_), _) => Step::Do(format!("p = {function}(f, p);\n")),
            (None, Some(only)) => self.step(only),
            (None, None) if self.letters(item.symbol).is_some() => {
                Step::Char(Letters::Rule(self.letters_name(item.symbol)), 1)
            }
            (None, None) if deeper > 0 => Step::Do(format!("p = {function}(f, p, depth + {deeper});\n")),
            (None, None) => Step::Do(format!("p = {function}(f, p, depth);\n")),
        }
    }

    /// The terminal that a rule is.
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

    /// The characters of a rule whose alternatives are one each, in order, and whose choice does not depend on depth.
    fn letters(&self, symbol: Symbol) -> Option<Class> {
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
        Class::of(&Regular::Chars(ranges.into())).filter(Class::is_plain)
    }

    fn letters_name(&self, symbol: Symbol) -> String {
        format!("ONE_OF_{}", self.names.constant(symbol))
    }

    /// The characters of rules that the functions mention.
    fn letter_classes(&self, functions: &str) -> String {
        let rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        let named = rules.map(|symbol| (symbol, self.letters_name(symbol)));
        named
            .filter(|(_, name)| mentions(functions, name))
            .filter_map(|(symbol, name)| Some(class_item(&name, &self.letters(symbol)?)))
            .collect()
    }

    /// Writes statements that draw a text of an expression.
    fn plain_draw(&self, regular: RegularId) -> String {
        match self.shared.binary_search(&regular) {
            Ok(_) => format!("p = {}(f, p);\n", draw::part_name(regular)),
            Err(_) => self.plain_draw_inside(regular),
        }
    }

    /// Writes the statements themselves, where [`Fuzzer::plain_draw`] may be content with a call.
    fn plain_draw_inside(&self, regular: RegularId) -> String {
        match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, .. } if text.is_empty() => String::new(),
            Regular::Literal { text, fold: false } => format!("p.write(f, {});\n", byte_lit(text)),
            Regular::Literal { text, fold: true } => format!("p.folded(f, {});\n", byte_lit(text)),
            Regular::Chars(_) => format!("p.char(f, &{});\n", draw::class_name(regular)),
            Regular::Bytes(_) => format!("p.byte(f, &{});\n", draw::class_name(regular)),
            Regular::Sequence(parts) => parts.iter().map(|&part| self.plain_draw(part)).collect(),
            Regular::Choice(parts) => {
                let blocks: Vec<String> = parts.iter().map(|&part| self.plain_draw(part)).collect();
                branch(&format!("p.pick({})", parts.len()), &blocks)
            }
            Regular::Repeat { body, min, max } => self.plain_repeat(*body, *min, *max),
            other => unreachable!("a plain grammar does not look ahead: {other:?}"),
        }
    }

    /// Writes a repetition. It asks before each element beyond the minimum.
    fn plain_repeat(&self, body: RegularId, min: u32, max: Option<u32>) -> String {
        if let Some(class) = self.plain_class(body) {
            return format!("p.characters(f, &{class}, {});\n", draw::bounds(min, max));
        }
        match (min, max) {
            (0, Some(1)) if self.is_quick(body) => {
                format!("p.perhaps(f, |f, mut p| {{ {} p }});\n", self.plain_draw(body))
            }
            _ => draw::repeat("p.again(f)", &self.plain_draw(body), min, max),
        }
    }

    /// Returns whether it takes less time to draw an expression than to guess wrong whether it is there.
    fn is_quick(&self, regular: RegularId) -> bool {
        match &self.grammar.regulars[regular.0 as usize] {
            Regular::Literal { text, fold } => !fold && text.len() <= Short::LONGEST,
            Regular::Chars(_) | Regular::Bytes(_) => self.plain_class(regular).is_some(),
            Regular::Sequence(parts) => parts.len() <= QUICK && parts.iter().all(|&part| self.is_quick(part)),
            Regular::Repeat { body, min, .. } => *min <= 4 && self.plain_class(*body).is_some(),
            _ => false,
        }
    }

    /// The function of a symbol, documented with what it came from.
    fn documented(&self, symbol: Symbol) -> Function {
        let mut function = Function::new(self.function(symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        function
    }
}

/// The methods of a pen that use up random numbers, or write.
const MOVING: [&str; 11] =
    ["again", "byte", "chain", "char", "characters", "choose", "folded", "one_of", "perhaps", "pick", "write"];

/// Gives a function its parameters and body.
fn plain_function(mut function: Function, body: &str, has_depth: bool) -> Function {
    let plain = bare(body);
    let fuzzer = if mentions(&plain, "f") { "f" } else { "_" };
    function.arg(fuzzer, "&mut Fuzzer<'_>");
    let moves = |method: &&str| plain.contains(&format!("p.{method}("));
    let is_moved = plain.contains("p = ") || MOVING.iter().any(moves);
    function.arg(if is_moved { "mut p" } else { "p" }, "Pen");
    if has_depth {
        let name = match (mentions(&plain, "depth"), plain.contains("depth +=")) {
            (_, true) => "mut depth",
            (true, false) => "depth",
            (false, false) => "_",
        };
        function.arg(name, "u32");
    }
    function.ret("Pen").line(body).line("p");
    function
}

/// Writes the imports that the code needs.
fn plain_imports(code: &str) -> String {
    let code = bare(code);
    let used = |name: &&str| mentions(&code, name);
    let import = |path: &str, names: &[&'static str]| match names.iter().copied().filter(used).collect::<Vec<_>>()[..] {
        [] => String::new(),
        [only] => format!("use {path}::{only};\n"),
        ref several => format!("use {path}::{{{}}};\n", several.join(", ")),
    };
    let class = import("grammarc_runtime::fuzz::class", &["Class"]);
    let pen = import("grammarc_runtime::fuzz::pen", &["Pen", "Short"]);
    let symbols = import("super::grammar", &["symbols"]);
    format!("{class}{pen}use grammarc_runtime::fuzz::Fuzzer;\n{symbols}")
}
