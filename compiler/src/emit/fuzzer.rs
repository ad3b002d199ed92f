//! `fuzzer.rs` of a generated crate: one function for every rule that chooses and pushes, one for every terminal that
//! draws a text. Where nothing is ever taken back, functions call each other instead (`fuzzer/plain.rs`).
//!
//! It asks the runtime's [`Fuzzer`](grammarc_runtime::fuzz::Fuzzer) for the same choices, in the same order, as
//! [`grammarc_runtime::fuzz::expand`] does from the tables, so the same seed gives the same bytes.

use std::ops::Range;

use codegen::{Function, Scope};
use grammarc_runtime::fuzz::class::Class;
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, ProductionId, Regular, RegularId, RuleKind, Slot, Symbol, TerminalKind,
};

use crate::facts::left_recursion::components;

use super::layout::code_doc;
use super::layout::words::{bare, mentions};
use super::names::{Names, byte_lit};

mod arm;
mod draw;
mod plain;

/// Writes the fuzzer of a grammar. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let recipe = Recipe::new(grammar);
    let mut fuzzer = Fuzzer { grammar, texts, names, recipe: &recipe, shared: Vec::new(), called: Vec::new() };
    let drawn = (0..grammar.terminals.len()).map(|number| grammar.terminal_symbol(number));
    fuzzer.shared = draw::shared(grammar, drawn.filter_map(|symbol| fuzzer.drawn(symbol)));
    if plain::is_plain(grammar, &recipe) {
        return format!("{HEAD}{}", fuzzer.plain());
    }
    fuzzer.called = fuzzer.components();
    let mut scope = Scope::new();
    for number in 0..grammar.rules.len() as u32 {
        scope.push_fn(fuzzer.rule(Symbol(number)));
    }
    for number in 0..grammar.terminals.len() {
        fuzzer.terminal(grammar.terminal_symbol(number)).into_iter().for_each(|function| _ = scope.push_fn(function));
    }
    for &regular in &fuzzer.shared {
        scope.push_fn(fuzzer.shared_part(regular));
    }
    let functions = scope.to_string();
    let classes = fuzzer.classes(&functions);
    let expand = fuzzer.expand();
    let imports = imports(&[&expand, &functions, &classes]);
    format!("{HEAD}{imports}{expand}{functions}{classes}")
}

/// Returns the setter of a language that takes what [`source`] wrote.
pub(crate) fn setter(grammar: &Grammar) -> &'static str {
    if plain::is_plain(grammar, &Recipe::new(grammar)) {
        "with_write(fuzzer::write)"
    } else {
        "with_expand(fuzzer::expand)"
    }
}

const HEAD: &str =
    "//! Writes texts of the language: every rule chooses one of its alternatives, every token draws its characters.\n";

/// Writes the imports that the code needs.
fn imports(code: &[&str]) -> String {
    let code: Vec<String> = code.iter().map(|code| bare(code)).collect();
    let used = |name: &&str| code.iter().any(|code| mentions(code, name));
    let import =
        |names: &[&'static str]| names.iter().copied().filter(|name| used(name)).collect::<Vec<_>>().join(", ");
    let fuzz = import(&["Blocked", "Fuzzer", "Task"]);
    let tables = import(&["ItemId", "Label", "RegularId", "Symbol"]);
    let options = if used(&"Options") { "use grammarc_runtime::fuzz::options::Options;\n" } else { "" };
    let class = if used(&"Class") { "use grammarc_runtime::fuzz::class::Class;\n" } else { "" };
    format!(
        "{class}{options}use grammarc_runtime::fuzz::{{{fuzz}}};\nuse grammarc_runtime::grammar::{{{tables}}};\n\
         use super::grammar::symbols;\n"
    )
}

/// What every function refers to.
struct Fuzzer<'a> {
    grammar: &'a Grammar,
    texts: &'a [String],
    names: &'a Names,
    recipe: &'a Recipe,
    /// Expressions that are used in several places and get a function of their own.
    shared: Vec<RegularId>,
    /// By rule: its component in the graph of hidden rules that rules begin with. One that begins with another of a
    /// different component can call it, because calls then never come back.
    called: Vec<usize>,
}

impl Fuzzer<'_> {
    /// `expand`: from a symbol to its function.
    fn expand(&self) -> String {
        let count = self.grammar.rules.len() + self.grammar.terminals.len();
        let arms: String = (0..count as u32)
            .map(|number| format!("{} => {},\n", self.symbol(Symbol(number)), self.expansion(Symbol(number))))
            .collect();
        format!(
            "/// Replaces a symbol: chooses and pushes what it consists of, or writes its text.\n\
             pub(super) fn expand(f: &mut Fuzzer<'_>, symbol: Symbol) -> Result<(), Blocked> {{\n\
             match symbol {{ {arms} _ => Err(Blocked) }} }}\n"
        )
    }

    /// The call that replaces a symbol.
    fn expansion(&self, symbol: Symbol) -> String {
        let Some(terminal) = self.grammar.terminal(symbol) else {
            return format!("{}(f)", self.function(symbol));
        };
        let RegularId(regular) = terminal.regular;
        match terminal.kind {
            TerminalKind::Ahead { negative: true } => format!("f.never(RegularId({regular}))"),
            TerminalKind::Ahead { negative: false } => format!("f.must(RegularId({regular}))"),
            TerminalKind::Text { .. } => "f.repeat(symbol)".to_owned(),
            TerminalKind::Token | TerminalKind::Leaf => match self.fixed(symbol) {
                Some(text) => format!("f.literal(symbol, {})", byte_lit(text)),
                None => format!("f.text(symbol, {})", self.function(symbol)),
            },
        }
    }

    /// `fn write_<rule>`: chooses a production and pushes its items, the last first.
    fn rule(&self, symbol: Symbol) -> Function {
        let rule = &self.grammar.rules[symbol.0 as usize];
        let blocks: Vec<String> = self.grammar.productions_of(symbol).map(|id| self.production(id)).collect();
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let (weights, ranks) = (&self.recipe.weights[range.clone()], &self.recipe.ranks[range.clone()]);
        let method = match (rule.kind, rule.count) {
            (RuleKind::Repeat, Some(Label(left))) => format!("counted(Label({left}), "),
            (RuleKind::Repeat, None) => "more(".to_owned(),
            _ => "choose(".to_owned(),
        };
        let body = match &blocks[..] {
            [only] => only.clone(),
            _ => {
                let hooks = self.hooked_options(range);
                let options = format!("&const {{ Options::new(&{weights:?}, &{ranks:?}){hooks} }}");
                branch(&format!("f.{method}{options})"), &blocks)
            }
        };
        self.function_of(symbol, &body)
    }

    /// What hooks ask of the options of a rule.
    fn hooked_options(&self, productions: Range<usize>) -> String {
        let needs = &self.recipe.needs;
        if !needs.is_any() {
            return String::new();
        }
        format!(".with_hooks(&{:?}, &{:?})", needs.before(productions.clone()), &needs.safe[productions])
    }

    /// Writes what a production begins with and has one text, and pushes the rest.
    fn production(&self, production: ProductionId) -> String {
        let items = self.grammar.items_of(production);
        let first = ItemId(self.grammar.production(production).items.start);
        let written: Vec<String> = items.iter().map_while(|item| self.written(item)).collect();
        let rule = self.grammar.production(production).rule.0 as usize;
        let next = self.next_part(&items[written.len()..]);
        let call = next.filter(|next| self.called.get(next.0 as usize) != self.called.get(rule));
        let pushed = items.iter().enumerate().skip(written.len() + usize::from(call.is_some())).rev();
        let pushed: Vec<String> = pushed.map(|(i, item)| self.task(item, first.0 as usize + i)).collect();
        let pushed = match pushed.as_slice() {
            [] => String::new(),
            [one] => format!("f.push({one});\n"),
            several => format!("f.push_all(&[{}]);\n", several.join(", ")),
        };
        let call = call.map_or(String::new(), |next| format!("{}(f)?;\n", self.function(next)));
        written.concat() + &pushed + &call
    }

    /// The hidden rule that items begin with, if it can be written without a place on the stack: nothing is ever taken
    /// back, and it has no label or condition.
    fn next_part(&self, items: &[Item]) -> Option<Symbol> {
        let item = items.first().filter(|_| !self.recipe.has_dead_ends)?;
        let is_rule = self.grammar.rule(item.symbol).is_some();
        (is_rule && self.task(item, 0) == self.part(item.symbol)).then_some(item.symbol)
    }

    /// Numbers the components of rules, see [`Fuzzer::called`].
    fn components(&self) -> Vec<usize> {
        let parts = |production| {
            let items = self.grammar.items_of(production);
            let written = items.iter().map_while(|item| self.written(item)).count();
            self.next_part(&items[written..]).map(|symbol| symbol.0 as usize)
        };
        let rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        let edges: Vec<Vec<usize>> =
            rules.map(|rule| self.grammar.productions_of(rule).filter_map(parts).collect()).collect();
        components(&edges)
    }

    /// Whether nothing happens at the beginning or end of an item.
    fn is_plain(&self, item: &Item) -> bool {
        let is_free = item.check == Check::None && matches!(item.drive, Drive::None | Drive::Iteration(_));
        is_free && item.label.is_none() && !self.is_hooked(item)
    }

    fn part(&self, symbol: Symbol) -> String {
        format!("Task::Part({})", self.symbol(symbol))
    }

    /// The statement that writes an item at once; none if something may have to be taken back to it.
    fn written(&self, item: &Item) -> Option<String> {
        let is_plain = self.is_plain(item) && item.slot != Slot::Skip;
        let terminal = self.grammar.terminal(item.symbol).filter(|_| is_plain)?;
        if !matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) {
            return None;
        }
        let symbol = self.symbol(item.symbol);
        match self.fixed(item.symbol) {
            Some([]) if !self.is_open_ended(item.symbol) => Some(String::new()),
            Some(text) if self.is_open_ended(item.symbol) => {
                Some(format!("f.literal({symbol}, {})?;\n", byte_lit(text)))
            }
            Some(text) => Some(format!("f.write({})?;\n", byte_lit(text))),
            None if self.recipe.has_dead_ends => None,
            None => Some(format!("f.text({symbol}, {})?;\n", self.function(item.symbol))),
        }
    }

    /// The task that stands for an item.
    fn task(&self, item: &Item, number: usize) -> String {
        let symbol = self.symbol(item.symbol);
        let kind = self.grammar.rule(item.symbol).map(|rule| rule.kind);
        if item.slot == Slot::Skip || self.recipe.separators.contains_key(&item.symbol) {
            format!("Task::Skip({symbol})")
        } else if !self.is_plain(item) {
            format!("Task::Item(ItemId({number}))")
        } else if matches!(kind, Some(RuleKind::Named | RuleKind::Level(_))) && !item.pass {
            format!("Task::Rule({symbol})")
        } else {
            self.part(item.symbol)
        }
    }

    /// Whether hooks are obeyed at an item.
    fn is_hooked(&self, item: &Item) -> bool {
        !self.recipe.hooks_of(self.grammar, item).is_empty()
    }

    /// `fn write_<terminal>`: draws a text; none for a terminal with one text, or without.
    fn terminal(&self, symbol: Symbol) -> Option<Function> {
        Some(self.function_of(symbol, &self.draw(self.drawn(symbol)?)))
    }

    /// The expression that a terminal is drawn from; none for a terminal with one text, or without.
    fn drawn(&self, symbol: Symbol) -> Option<RegularId> {
        let terminal = self.grammar.terminal(symbol)?;
        let has_text = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        (has_text && self.fixed(symbol).is_none()).then_some(terminal.regular)
    }

    /// The function of an expression that is used in several places.
    fn shared_part(&self, regular: RegularId) -> Function {
        let mut function = Function::new(draw::part_name(regular));
        function.doc("A part of several tokens.");
        finished(function, &self.draw_inside(regular))
    }

    /// The classes that the functions mention.
    fn classes(&self, functions: &str) -> String {
        let all = self.recipe.classes.iter().enumerate();
        all.filter_map(|(number, class)| {
            let name = draw::class_name(RegularId(number as u32));
            let class = class.as_ref().filter(|_| mentions(functions, &name))?;
            Some(class_item(&name, class))
        })
        .collect()
    }

    /// A function that writes something, documented with the rule that it came from.
    fn function_of(&self, symbol: Symbol, body: &str) -> Function {
        let mut function = Function::new(self.function(symbol));
        function.attr(&format!("doc = {}", code_doc(&self.texts[symbol.0 as usize])));
        finished(function, body)
    }

    /// The only text of a terminal.
    fn fixed(&self, symbol: Symbol) -> Option<&[u8]> {
        match &self.grammar.regulars[self.grammar.terminal(symbol)?.regular.0 as usize] {
            Regular::Literal { text, fold: false } => Some(text),
            _ => None,
        }
    }

    fn is_open_ended(&self, symbol: Symbol) -> bool {
        self.recipe.open_ended[symbol.0 as usize - self.grammar.rules.len()]
    }

    fn function(&self, symbol: Symbol) -> String {
        self.names.function("write", symbol)
    }

    fn symbol(&self, symbol: Symbol) -> String {
        format!("symbols::{}", self.names.constant(symbol))
    }
}

/// Gives a function its parameter and body. One that writes nothing has no use for the fuzzer.
fn finished(mut function: Function, body: &str) -> Function {
    let parameter = if body.is_empty() { "_" } else { "f" };
    function.arg(parameter, "&mut Fuzzer<'_>").ret("Result<(), Blocked>");
    let body = body.trim_end();
    let last = body.lines().last().unwrap_or_default();
    match body.strip_suffix("?;") {
        // What the last step returns is returned.
        Some(rest) if is_step(last) => function.line(rest),
        _ => function.line(body).line("Ok(())"),
    };
    function
}

/// Whether code is one statement without blocks.
fn is_step(code: &str) -> bool {
    let begins_block = ["if ", "match ", "while ", "for ", "loop "].iter().any(|word| code.starts_with(word));
    !begins_block && !code.contains(['\n', '{', '}']) && code.ends_with(';')
}

/// Writes what an arm does.
fn arm(block: &str) -> String {
    match block.trim() {
        step if is_step(step) => format!("{},\n", step.trim_end_matches(';')),
        block => format!("{{ {block} }}\n"),
    }
}

/// Writes a choice between blocks by the number that an expression gives, the last one for all others.
fn branch(number: &str, blocks: &[String]) -> String {
    let last = blocks.len() - 1;
    match blocks {
        [first, second] if second.is_empty() => format!("if {number} == 0 {{ {first} }}\n"),
        [first, second] if first.is_empty() => format!("if {number} != 0 {{ {second} }}\n"),
        [first, second] => format!("if {number} == 0 {{ {first} }} else {{ {second} }}\n"),
        _ => {
            let arms = blocks.iter().enumerate();
            let arms = arms.map(|(i, block)| match i {
                i if i == last => format!("_ => {}", arm(block)),
                i => format!("{i} => {}", arm(block)),
            });
            format!("match {number} {{ {} }}\n", arms.collect::<String>())
        }
    }
}

/// Writes a class as a static.
fn class_item(name: &str, class: &Class) -> String {
    let ranges = |ranges: &[(u32, u32)]| {
        let ranges: Vec<String> = ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect();
        format!("&[{}]", ranges.join(", "))
    };
    format!(
        "/// All of a class, and the part of it that is drawn from mostly.\n\
         static {name}: Class = Class::prepared({}, {}, {}, {});\n",
        ranges(&class.ranges),
        ranges(&class.plain),
        class.count,
        class.wide
    )
}
