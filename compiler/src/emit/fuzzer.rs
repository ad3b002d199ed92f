//! Writes `fuzzer.rs` of a generated crate: one `match` with an arm for each symbol.
//!
//! The arm of a rule chooses an alternative and pushes its items; the arm of a terminal draws a text. A long arm calls a function
//! of its own.
//! For example, the arm of `<list> ::= "[" <item> "]"` writes `[`, then pushes `<item>` and `]`.
//!
//! It asks the runtime's [`Fuzzer`](grammarc_runtime::fuzz::Fuzzer) for the same choices, in the same order, as
//! [`grammarc_runtime::fuzz::expand`] does from the tables, so the same seed gives the same bytes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use codegen::{Function, Scope};
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, ProductionId, Regular, RegularId, Rule, RuleKind, Slot, Symbol,
    TerminalKind,
};

use grammarc_runtime::components::components;

use super::layout::words::Words;
use super::layout::{self, code_doc, finish};
use super::names::{Names, byte_lit, lit};
use super::numbers;
use code::FuzzCode;

mod code;
mod draw;

/// Writes the fuzzer of a grammar. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let recipe = Recipe::new(grammar);
    let mut fuzzer = Fuzzer {
        grammar,
        texts,
        names,
        recipe: &recipe,
        shared: Vec::new(),
        called: Vec::new(),
        gaps: Vec::new(),
        regulars: draw::asked(grammar, names),
    };
    fuzzer.gaps = fuzzer.skipped();
    let drawn = (0..grammar.terminals.len()).map(|number| grammar.terminal_symbol(number));
    let uses = draw::uses(grammar, drawn.filter_map(|symbol| fuzzer.drawn(symbol)));
    // A single call needs no function. Parts come before the expressions that contain them.
    for (regular, uses) in uses {
        let code = fuzzer.draw_inside(regular);
        let is_call = matches!(code.as_slice(), [] | [FuzzCode::Call(_) | FuzzCode::Write(_)]);
        if uses.is_shared() && !is_call || uses.is_part() && code::lines(&code) > MAX_INLINE_LINES {
            fuzzer.shared.push(regular);
        }
    }
    let code = fuzzer.driven();
    let code = finish(&format!("{HEAD}{}{code}", imports(&code)));
    let constants = numbers::parts(&code, names) + &fuzzer.regular_constants(&code);
    code + &constants
}

const HEAD: &str =
    "//! Writes texts of the language: every rule chooses one of its alternatives, every token draws its characters.\n";

/// Writes the imports that the code needs.
fn imports(code: &str) -> String {
    let words = Words::of(code);
    [
        words.import("grammarc_runtime::fuzz::class", &["Class"]),
        words.import("grammarc_runtime::fuzz::options", &["Options", "REPEAT", "SAFE_REPEAT"]),
        words.import("grammarc_runtime::fuzz::Task", &["Item", "Part", "Rule", "Skip"]),
        words.import("grammarc_runtime::fuzz", &["Fuzzer", "Rollback", "Task"]),
        words.import("grammarc_runtime::grammar", &["ItemId", "Label", "RegularId", "Symbol"]),
        words.symbols().to_owned(),
    ]
    .concat()
}

/// Writer of one `fuzzer.rs`: the grammar, and the tables and names that its functions refer to.
struct Fuzzer<'a> {
    grammar: &'a Grammar,
    texts: &'a [String],
    names: &'a Names,
    recipe: &'a Recipe,
    /// Expressions that are used in several places, or are long, and get a function of their own. Ascending.
    shared: Vec<RegularId>,
    /// The skipped symbols, each once, for example white space between tokens.
    gaps: Vec<Symbol>,
    /// By rule: its component in the graph of hidden rules that rules begin with. One that begins with another of a
    /// different component can call it, because calls then never come back.
    called: Vec<usize>,
    /// The names of the expressions that a text is checked against while it is drawn.
    regulars: BTreeMap<RegularId, String>,
}

impl Fuzzer<'_> {
    /// Writes `fuzzer.rs` for the driver, which keeps a stack and asks `expand` to replace one symbol after another.
    fn driven(&mut self) -> String {
        self.called = self.components();
        let (arms, functions) = self.expand();
        let code = arms + &functions;
        let words = Words::of(&code);
        let (gaps, classes) = (self.gaps(&words), self.classes(&words));
        gaps + &code + &classes
    }

    /// Writes `expand`, and the functions of its long arms. A literal has no arm, because the tables hold its text.
    fn expand(&self) -> (String, String) {
        let count = self.grammar.rules.len() + self.grammar.terminals.len();
        let (mut arms, mut scope) = (Vec::new(), Scope::new());
        for symbol in (0..count as u32).map(Symbol) {
            let Some(code) = self.replacement(symbol) else { continue };
            let doc = format!("#[doc = {}]", code_doc(&self.texts[symbol.0 as usize]));
            let is_much = code::size(&code) > MAX_ARM_CALLS;
            let done = if is_much {
                let function = self.names.function("write", symbol);
                self.written_functions(&function, &doc, code)
                    .into_iter()
                    .for_each(|function| _ = scope.push_fn(function));
                vec![FuzzCode::Call(format!("{function}(f)"))]
            } else {
                code
            };
            let is_hidden = self.grammar.rule(symbol).is_some_and(|rule| rule.kind != RuleKind::Named);
            let doc = if is_hidden || is_much { String::new() } else { doc };
            let mut lines = code::lines(&done) + usize::from(!doc.is_empty());
            let done = match self.grammar.rule(symbol) {
                Some(_) => code::expression(&done),
                None => {
                    lines += if is_much { 0 } else { CLOSURE_LINES };
                    format!("f.text(symbol, {})", code::closure(&done))
                }
            };
            arms.push(ExpandArm { symbol, lines, code: format!("{doc}{} => {done},\n", self.symbol(symbol)) });
        }
        for &regular in &self.shared {
            let doc = "#[doc = \" A part of tokens.\"]";
            let functions = self.written_functions(&draw::part_name(regular), doc, self.draw_inside(regular));
            functions.into_iter().for_each(|function| _ = scope.push_fn(function));
        }
        (self.dispatch(&arms), scope.to_string())
    }

    /// Writes `expand`. Arms that do not fit one page go to several functions, and `expand` calls the one for the symbol.
    fn dispatch(&self, arms: &[ExpandArm]) -> String {
        let head =
            "/// Replaces a symbol: chooses and pushes what it consists of, or writes its text.\npub(super) fn expand";
        let pages = pages(arms);
        let [_, _, ..] = pages.as_slice() else { return page(head, arms) };
        let (mut functions, mut named) = (String::new(), Vec::new());
        for arms in pages {
            let (head, name) = self.page_head("expand", arms[0].symbol);
            functions += &page(&head, arms);
            named.push((arms[0].symbol, name));
        }
        if named.len() <= MAX_PAGES {
            return self.choice_of_page(head, &named) + &functions;
        }
        // Two steps of a few comparisons each.
        let width = named.len().isqrt() + 1;
        let mut groups = Vec::new();
        for group in named.chunks(width) {
            let (head, name) = self.page_head("dispatch", group[0].0);
            match group {
                [(symbol, only)] => groups.push((*symbol, only.clone())),
                _ => {
                    functions = self.choice_of_page(&head, group) + &functions;
                    groups.push((group[0].0, name));
                }
            }
        }
        self.choice_of_page(head, &groups) + &functions
    }

    /// Returns the head of a function for the symbols from `first` on, and its name.
    fn page_head(&self, prefix: &str, first: Symbol) -> (String, String) {
        let name = self.names.function(prefix, first);
        let about = layout::code(&format!("<{}>", self.grammar.name(first)));
        (format!("#[doc = {}]\nfn {name}", lit(&format!(" Replaces {about}, or a symbol behind it."))), name)
    }

    /// Writes a function that calls the page of a symbol. Each page has the symbols from its first one on.
    fn choice_of_page(&self, head: &str, pages: &[(Symbol, String)]) -> String {
        let choice: String = pages
            .windows(2)
            .map(|pair| format!("if symbol < {} {{ {}(f, symbol) }} else ", self.symbol(pair[1].0), pair[0].1))
            .collect();
        let last = pages.last().map_or("", |(_, name)| name);
        format!("{head}{EXPAND} {{ {choice} {{ {last}(f, symbol) }} }}\n")
    }

    /// Writes the function for some steps. Options that do not fit its page go to further functions, `write_value_2` and so on.
    fn written_functions(&self, name: &str, doc: &str, mut code: Vec<FuzzCode>) -> Vec<Function> {
        let mut functions = Vec::new();
        let mut head = function_of(name, doc);
        let number = match code.first() {
            Some(FuzzCode::Choice(drawn, _)) if drawn.starts_with("f.pick(") => "u32",
            _ => "usize",
        };
        loop {
            let rest = match &mut code[..] {
                [FuzzCode::Choice(_, options)] => code::page(options, PAGE_LINES),
                _ => Vec::new(),
            };
            let next = format!("{name}_{}", functions.len() + 2);
            if let ([FuzzCode::Choice(_, options)], false) = (&mut code[..], rest.is_empty()) {
                let first = options.len();
                options.push(vec![FuzzCode::Rest(next.clone(), first)]);
            }
            functions.push(head.line(code::body(&code)).to_owned());
            if rest.is_empty() {
                return functions;
            }
            code = vec![FuzzCode::Choice("number".to_owned(), rest)];
            head = function_of(&next, doc);
            head.arg("number", number);
        }
    }

    /// Returns the steps that replace a rule or draw a text of a terminal; none for literals and terminals without a text.
    fn replacement(&self, symbol: Symbol) -> Option<Vec<FuzzCode>> {
        if self.grammar.rule(symbol).is_some() {
            return Some(self.rule(symbol));
        }
        let regular = self.drawn(symbol)?;
        let is_text = matches!(self.grammar.regulars[regular.0 as usize], Regular::Literal { .. });
        (!is_text).then(|| self.draw(regular))
    }

    /// Chooses a production and pushes its items.
    fn rule(&self, symbol: Symbol) -> Vec<FuzzCode> {
        let rule = &self.grammar.rules[symbol.0 as usize];
        let mut blocks: Vec<Vec<FuzzCode>> =
            self.grammar.productions_of(symbol).map(|id| self.production(id)).collect();
        if blocks.len() == 1 {
            return blocks.remove(0);
        }
        let options = self.options(rule);
        let number = match (rule.kind, rule.count, blocks.as_slice()) {
            (RuleKind::Repeat, None, [only, none]) if none.is_empty() => {
                if let [FuzzCode::Then(tasks)] = only.as_slice() {
                    return vec![FuzzCode::Call(format!("f.maybe({options}, &[{}])", tasks.join(", ")))];
                }
                format!("f.more({options})")
            }
            (RuleKind::Repeat, Some(Label(left)), _) => format!("f.counted(Label({left}), {options})"),
            (RuleKind::Repeat, None, _) => format!("f.more({options})"),
            _ => format!("f.choose({options})"),
        };
        vec![FuzzCode::Choice(number, blocks)]
    }

    /// Writes the `Options` of a rule: the weight and rank of each production.
    fn options(&self, rule: &Rule) -> String {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let (weights, ranks) = (&self.recipe.weights[range.clone()], &self.recipe.ranks[range.clone()]);
        let is_even = weights.iter().all(|&weight| weight == 1);
        let needs = &self.recipe.needs;
        let before = needs.before(range.clone());
        let before =
            if before.iter().any(|&need| need != 0) { format!(".with_needs(&{before:?})") } else { String::new() };
        let safe = needs.is_any().then(|| &needs.safe[range]);
        match (is_even, ranks, before.is_empty(), safe) {
            (true, [1, 0], true, None) => return "&REPEAT".to_owned(),
            (true, [1, 0], true, Some([1, 0])) => return "&SAFE_REPEAT".to_owned(),
            _ => {}
        }
        let options = if is_even { format!("even(&{ranks:?})") } else { format!("new(&{weights:?}, &{ranks:?})") };
        let safe = match safe {
            Some(safe) if safe == ranks => ".safe()".to_owned(),
            Some(safe) => format!(".with_safe(&{safe:?})"),
            None => String::new(),
        };
        format!("&const {{ Options::{options}{before}{safe} }}")
    }

    /// Writes the leading terminals of a production at once, and pushes the items behind them.
    fn production(&self, production: ProductionId) -> Vec<FuzzCode> {
        let items = self.grammar.items_of(production);
        let first = ItemId(self.grammar.production(production).items.start);
        let mut code: Vec<FuzzCode> = items.iter().map_while(|item| self.written(item)).collect();
        let written = code.len();
        code.retain(|step| !matches!(step, FuzzCode::Write(text) if text == "b\"\""));
        let rule = self.grammar.production(production).rule.0 as usize;
        let next = self.next_part(&items[written..]);
        let call = next.filter(|next| self.called.get(next.0 as usize) != self.called.get(rule));
        let pushed = items.iter().enumerate().skip(written + usize::from(call.is_some()));
        let tasks: Vec<String> = pushed.map(|(i, item)| self.task(item, first.0 as usize + i)).collect();
        match (code.last(), tasks.is_empty()) {
            (_, true) => {}
            (Some(FuzzCode::Write(text)), false) => {
                let call = FuzzCode::Call(format!("f.write_then({text}, &[{}])", tasks.join(", ")));
                code.pop();
                code.push(call);
            }
            (_, false) => code.push(FuzzCode::Then(tasks)),
        }
        code.extend(call.map(|next| FuzzCode::Call(format!("expand(f, {})", self.symbol(next)))));
        code
    }

    /// The hidden rule that items begin with, if it can be written without a place on the stack: nothing is ever taken
    /// back, and it has no label or condition.
    fn next_part(&self, items: &[Item]) -> Option<Symbol> {
        let item = items.first().filter(|_| !self.recipe.has_dead_ends)?;
        let is_rule = self.grammar.rule(item.symbol).is_some();
        (is_rule && self.task(item, 0) == format!("Part({})", self.symbol(item.symbol))).then_some(item.symbol)
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

    /// Whether an item is skipped: it stands between tokens, or its symbol separates them.
    fn is_skipped(&self, item: &Item) -> bool {
        item.slot == Slot::Skip || self.recipe.separators.contains_key(&item.symbol)
    }

    /// Returns the skipped symbols, the most frequent first, so that its task is called `GAP` without a number.
    fn skipped(&self) -> Vec<Symbol> {
        let mut counts: BTreeMap<Symbol, usize> = BTreeMap::new();
        let skipped = self.grammar.items.iter().filter(|item| self.is_skipped(item));
        skipped.for_each(|item| *counts.entry(item.symbol).or_default() += 1);
        let mut skipped: Vec<Symbol> = counts.keys().copied().collect();
        skipped.sort_by_key(|symbol| Reverse(counts[symbol]));
        skipped
    }

    /// Whether nothing happens at the beginning or end of an item.
    fn is_plain(&self, item: &Item) -> bool {
        let is_free = item.check == Check::None && matches!(item.drive, Drive::None | Drive::Iteration(_));
        is_free && item.label.is_none() && !self.is_hooked(item)
    }

    /// Returns the step that writes an item at once. It is none for rules and checked items, and where backtracking may return to
    /// the item.
    fn written(&self, item: &Item) -> Option<FuzzCode> {
        let is_plain = self.is_plain(item) && item.slot != Slot::Skip;
        let terminal = self.grammar.terminal(item.symbol).filter(|_| is_plain)?;
        if !matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) {
            return None;
        }
        let symbol = self.symbol(item.symbol);
        match self.fixed(item.symbol) {
            Some(text) if self.is_open_ended(item.symbol) => {
                Some(FuzzCode::Call(format!("f.literal({symbol}, {})", byte_lit(text))))
            }
            Some(text) => Some(FuzzCode::Write(byte_lit(text))),
            None if self.recipe.has_dead_ends => None,
            None => Some(FuzzCode::Call(format!("expand(f, {symbol})"))),
        }
    }

    /// The task that stands for an item.
    fn task(&self, item: &Item, number: usize) -> String {
        let symbol = self.symbol(item.symbol);
        let kind = self.grammar.rule(item.symbol).map(|rule| rule.kind);
        if self.is_skipped(item) {
            self.gap(item.symbol)
        } else if !self.is_plain(item) {
            format!("Item({})", self.names.item(ItemId(number as u32)))
        } else if matches!(kind, Some(RuleKind::Named | RuleKind::Level(_))) && !item.pass {
            format!("Rule({symbol})")
        } else {
            format!("Part({symbol})")
        }
    }

    /// Returns the name of the task of a skipped symbol: `GAP`, `GAP_2`.
    fn gap(&self, symbol: Symbol) -> String {
        let number = self.gaps.iter().position(|gap| *gap == symbol).unwrap_or_default();
        if number == 0 { "GAP".to_owned() } else { format!("GAP_{}", number + 1) }
    }

    /// Writes the tasks of skipped symbols that occur in the code.
    fn gaps(&self, words: &Words) -> String {
        let used = self.gaps.iter().filter(|gap| words.has(&self.gap(**gap)));
        let constant = |gap: &Symbol| format!("const {}: Task = Skip({});\n", self.gap(*gap), self.symbol(*gap));
        used.map(|gap| format!("/// What may stand where something is skipped.\n{}", constant(gap))).collect()
    }

    /// Whether hooks are obeyed at an item.
    fn is_hooked(&self, item: &Item) -> bool {
        !self.recipe.hooks_of(self.grammar, item).is_empty()
    }

    /// The expression that a terminal is drawn from; none for a terminal with one text, or without.
    fn drawn(&self, symbol: Symbol) -> Option<RegularId> {
        let terminal = self.grammar.terminal(symbol)?;
        let has_text = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        (has_text && self.fixed(symbol).is_none()).then_some(terminal.regular)
    }

    /// Writes the classes of characters that occur in the functions.
    fn classes(&self, words: &Words) -> String {
        let all = self.grammar.regulars.iter().enumerate();
        all.filter_map(|(number, regular)| {
            let name = draw::class_name(RegularId(number as u32));
            words.has(&name).then(|| class_item(&name, regular))
        })
        .collect()
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

    fn symbol(&self, symbol: Symbol) -> String {
        self.names.symbol(symbol)
    }
}

/// Most pages that one function chooses between. More pages get a second level, so that no function grows long.
const MAX_PAGES: usize = 6;

/// The parameters and the result of a function that replaces a symbol.
const EXPAND: &str = "(f: &mut Fuzzer<'_>, symbol: Symbol) -> Result<(), Rollback>";

/// Splits arms into as many as fit a page each.
fn pages(arms: &[ExpandArm]) -> Vec<&[ExpandArm]> {
    let (mut pages, mut rest) = (Vec::new(), arms);
    while !rest.is_empty() {
        let sizes = rest.iter().scan(0, |lines, arm| {
            *lines += arm.lines;
            Some(*lines)
        });
        let (these, others) = rest.split_at(sizes.take_while(|lines| *lines <= PAGE_LINES).count().max(1));
        pages.push(these);
        rest = others;
    }
    pages
}

/// A function that replaces the symbols of some arms. Those without an arm have one text.
fn page(head: &str, arms: &[ExpandArm]) -> String {
    let arms: String = arms.iter().map(|arm| arm.code.as_str()).collect();
    format!("{head}{EXPAND} {{ match symbol {{ {arms} _ => f.terminal(symbol) }} }}\n")
}

/// An arm of `expand`: a symbol, and the code that replaces it.
struct ExpandArm {
    symbol: Symbol,
    /// About how many lines it takes.
    lines: usize,
    code: String,
}

/// Lines that the closure around the text of a token takes, its `Ok(())` included.
const CLOSURE_LINES: usize = 3;

/// About how many lines of arms one function has: a function that fits a screen.
const PAGE_LINES: usize = 36;

/// Lines beyond which a part of a token is drawn by a function of its own.
const MAX_INLINE_LINES: usize = 16;

/// Calls in an arm, at most. An arm with more has a function of its own.
const MAX_ARM_CALLS: usize = 8;

/// Begins a function over the fuzzer `f`, documented by the attribute `doc`.
fn function_of(name: &str, doc: &str) -> Function {
    let mut function = Function::new(name);
    function.attr(doc.trim_start_matches("#[").trim_end_matches(']'));
    function.arg("f", "&mut Fuzzer<'_>").ret("Result<(), Rollback>");
    function
}

/// Writes a class as a static.
fn class_item(name: &str, regular: &Regular) -> String {
    let ranges: Vec<String> = match regular {
        Regular::Chars(ranges) => ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect(),
        Regular::Bytes(ranges) => ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect(),
        _ => Vec::new(),
    };
    format!("static {name}: Class = Class::ranges(&[{}]);\n", ranges.join(", "))
}
