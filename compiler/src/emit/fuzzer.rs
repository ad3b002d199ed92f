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
use std::ops::Range;

use codegen::{Function, Scope};
use grammarc_runtime::fuzz::options::{Namespaces, UNSAFE};
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, ProductionId, Regular, RegularId, Rule, RuleKind, Slot, Symbol,
    TerminalKind,
};

use grammarc_runtime::components::components;

use super::layout::words::Words;
use super::layout::{self, code_doc, finish};
use super::names::{Names, byte_lit};
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
        part_names: Vec::new(),
    };
    fuzzer.gaps = fuzzer.skipped();
    let terminals = (0..grammar.terminals.len()).map(|number| grammar.terminal_symbol(number));
    let drawn: Vec<(Symbol, RegularId)> =
        terminals.filter_map(|symbol| Some((symbol, fuzzer.drawn(symbol)?))).collect();
    fuzzer.part_names = draw::names(grammar, names, &drawn);
    let uses = draw::uses(grammar, drawn.iter().map(|&(_, regular)| regular));
    // A single call needs no function. Parts come before the expressions that contain them.
    for (regular, uses) in uses {
        let code = fuzzer.draw_inside(regular);
        let is_call = matches!(code.as_slice(), [] | [FuzzCode::Call(_) | FuzzCode::Write(_)]);
        if uses.is_shared() && !is_call || uses.is_part() && code::lines(&code) > MAX_INLINE_LINES {
            fuzzer.shared.push(regular);
        }
    }
    let (code, options) = fuzzer.driven();
    let all = format!("{code}{options}");
    let code = finish(&format!("{}{}{code}", head(&all), imports(&all)));
    let constants = numbers::parts(&code, names) + &fuzzer.regular_constants(&code);
    code + &options + &constants
}

/// Returns the documentation of the file, which explains the numbers in it.
fn head(code: &str) -> String {
    let words = Words::of(code);
    let mut head = "//! Writes texts of the language: `expand` replaces a rule by one of its alternatives, and a token by characters.\n".to_owned();
    if words.has("Options") {
        head += "//!\n\
             //! The static `VALUE_OPTIONS` has a rank and a weight for each alternative of `<value>`. An alternative of rank 0 ends\n\
             //! after the fewest steps: it is taken where the text must end. One of weight 2 is drawn twice as often as one of\n\
             //! weight 1, and those of `even` options weigh 1.\n";
    }
    if words.has("safe") || words.has("with_safe") {
        head += "//!\n\
             //! `with_safe` has the ranks by the texts that no hook can reject; if there is none, it is `UNSAFE`. After `safe()`\n\
             //! they equal the other ranks.\n";
    }
    if words.has("with_needs") {
        head += "//!\n\
             //! `with_needs` has a set of bits for each alternative: the namespaces from which it uses a name.\n";
    }
    head
}

/// Writes the imports that the code needs.
fn imports(code: &str) -> String {
    let words = Words::of(code);
    [
        words.import("grammarc_runtime::fuzz::class", &["Class"]),
        words.import("grammarc_runtime::fuzz::options", &["Options", "REPEAT", "SAFE_REPEAT", "UNSAFE"]),
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
    /// By expression: the name that its static or function has, if it needs one.
    part_names: Vec<String>,
}

impl Fuzzer<'_> {
    /// Writes the code for the driver, which keeps a stack and asks `expand` to replace one symbol after another; and apart from it,
    /// because it is laid out already, the statics of options.
    fn driven(&mut self) -> (String, String) {
        self.called = self.components();
        let (arms, functions) = self.expand();
        let code = arms + &functions;
        let words = Words::of(&code);
        (self.gaps(&words) + &code + &self.classes(&words), self.all_options(&words))
    }

    /// Writes `expand`, and the functions of its long arms. A literal has no arm, because the tables hold its text. It is one
    /// `match` for any grammar: a page of code is for people who write it, and here everyone looks for one arm.
    fn expand(&self) -> (String, String) {
        let count = self.grammar.rules.len() + self.grammar.terminals.len();
        let (mut arms, mut scope) = (String::new(), Scope::new());
        for symbol in (0..count as u32).map(Symbol) {
            let Some(code) = self.replacement(symbol) else { continue };
            let doc = format!("#[doc = {}]", code_doc(&self.texts[symbol.0 as usize]));
            let is_much = code::size(&code) > MAX_ARM_CALLS;
            let done = if is_much {
                let function = self.names.function("write", symbol);
                scope.push_fn(function_of(&function, &doc, &code));
                vec![FuzzCode::Call(format!("{function}(f)"))]
            } else {
                code
            };
            let is_hidden = self.grammar.rule(symbol).is_some_and(|rule| rule.kind != RuleKind::Named);
            let doc = if is_hidden || is_much { String::new() } else { doc };
            let done = match self.grammar.rule(symbol) {
                Some(_) => code::expression(&done),
                None => format!("f.text(symbol, {})", code::closure(&done)),
            };
            arms += &format!("{doc}{} => {done},\n", self.symbol(symbol));
        }
        for &regular in &self.shared {
            let doc = "#[doc = \" A part of tokens.\"]";
            scope.push_fn(function_of(&self.part_name(regular), doc, &self.draw_inside(regular)));
        }
        let expand = format!(
            "/// Replaces a symbol: a rule by the parts of one of its alternatives, a token by a text.\n\
             pub(super) fn expand(f: &mut Fuzzer<'_>, symbol: Symbol) -> Result<(), Rollback> {{\n\
             match symbol {{ {arms} _ => f.terminal(symbol) }}\n}}\n"
        );
        (expand, scope.to_string())
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
        let options = self.options(symbol);
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

    /// Returns the name of the `Options` of a rule.
    fn options(&self, rule: Symbol) -> String {
        let (ranks, safe) = (&self.recipe.ranks[self.productions(rule)], self.safe(rule));
        match (self.is_even(rule), ranks, self.needs(rule), safe) {
            (true, [1, 0], None, None) => "&REPEAT".to_owned(),
            (true, [1, 0], None, Some([1, 0])) => "&SAFE_REPEAT".to_owned(),
            _ => format!("&{}", self.options_name(rule)),
        }
    }

    fn options_name(&self, rule: Symbol) -> String {
        format!("{}_OPTIONS", self.names.constant(rule))
    }

    fn productions(&self, rule: Symbol) -> Range<usize> {
        let Rule { productions, .. } = &self.grammar.rules[rule.0 as usize];
        productions.start as usize..productions.end as usize
    }

    /// Whether all alternatives of a rule are drawn equally often.
    fn is_even(&self, rule: Symbol) -> bool {
        self.recipe.weights[self.productions(rule)].iter().all(|&weight| weight == 1)
    }

    /// The ranks of alternatives by texts that no hook can reject; none without hooks.
    fn safe(&self, rule: Symbol) -> Option<&[u16]> {
        let needs = &self.recipe.needs;
        needs.is_any().then(|| &needs.safe[self.productions(rule)])
    }

    /// The namespaces from which each alternative uses a name; none if no alternative does.
    fn needs(&self, rule: Symbol) -> Option<&[Namespaces]> {
        let needs = self.recipe.needs.before(self.productions(rule));
        needs.iter().any(|&need| need != 0).then_some(needs)
    }

    /// Writes the statics of `Options` that occur in the functions: weights and ranks of alternatives.
    fn all_options(&self, words: &Words) -> String {
        let rules = (0..self.grammar.rules.len() as u32).map(Symbol);
        let used = rules.filter(|&rule| words.has(&self.options_name(rule)));
        let statics = used.map(|rule| {
            let range = self.productions(rule);
            let (weights, ranks) = (&self.recipe.weights[range.clone()], &self.recipe.ranks[range]);
            let made = match self.is_even(rule) {
                true => format!("Options::even({})", list(ranks)),
                false => format!("Options::new({}, {})", list(weights), list(ranks)),
            };
            let needs = self.needs(rule).map(|needs| list(&needs.iter().map(bits).collect::<Vec<_>>()));
            let safe = self.safe(rule).map(|safe| match safe == ranks {
                true => ".safe()".to_owned(),
                false => format!(".with_safe({})", list(&safe.iter().map(safe_rank).collect::<Vec<_>>())),
            });
            let more = needs.map(|needs| format!(".with_needs({needs})")).into_iter().chain(safe).collect();
            chained(format!("static {}: Options<'_> = {made}", self.options_name(rule)), more)
        });
        match statics.collect::<String>() {
            none if none.is_empty() => none,
            statics => format!("\n{statics}"),
        }
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
        used.map(|gap| format!("/// White space or a comment, where the grammar skips them.\n{}", constant(gap)))
            .collect()
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
        let all = self.grammar.regulars.iter().zip(&self.part_names);
        let is_class = |regular: &Regular| matches!(regular, Regular::Chars(_) | Regular::Bytes(_));
        let used = all.filter(|(regular, name)| is_class(regular) && !name.is_empty() && words.has(name));
        used.map(|(regular, name)| class_item(name, regular)).collect()
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

/// Lines beyond which a part of a token is drawn by a function of its own.
const MAX_INLINE_LINES: usize = 16;

/// Calls in an arm, at most. An arm with more has a function of its own.
const MAX_ARM_CALLS: usize = 8;

/// Writes a function over the fuzzer `f`, documented by the attribute `doc`.
fn function_of(name: &str, doc: &str, code: &[FuzzCode]) -> Function {
    let mut function = Function::new(name);
    function.attr(doc.trim_start_matches("#[").trim_end_matches(']'));
    function.arg("f", "&mut Fuzzer<'_>").ret("Result<(), Rollback>");
    function.line(code::body(code));
    function
}

/// Writes a statement of chained calls, laid out: a call that does not fit the line begins another one.
fn chained(head: String, calls: Vec<String>) -> String {
    let (mut lines, mut line, mut indent) = (Vec::new(), head, 0);
    for call in calls {
        if indent + line.len() + call.len() < layout::WIDTH {
            line += &call;
            continue;
        }
        layout::wrap(&mut lines, &line, indent, &[" "]);
        (line, indent) = (call, layout::INDENT_COLUMNS);
    }
    layout::wrap(&mut lines, &(line + ";"), indent, &[" "]);
    lines.join("\n") + "\n"
}

/// Writes a set of namespaces, which has a bit for each: `0x24` is the set of the namespaces 2 and 5.
fn bits(set: &Namespaces) -> String {
    if *set == 0 { "0".to_owned() } else { format!("{set:#x}") }
}

/// Writes a rank by the texts that no hook can reject.
fn safe_rank(rank: &u16) -> String {
    if *rank == UNSAFE { "UNSAFE".to_owned() } else { rank.to_string() }
}

/// Writes a list: `&[1, 0]`, or `&[0; 13]` for many equal numbers.
fn list<N: ToString>(numbers: &[N]) -> String {
    let numbers: Vec<String> = numbers.iter().map(N::to_string).collect();
    match numbers.as_slice() {
        [first, rest @ ..] if rest.len() >= MIN_EQUAL_NUMBERS && rest.iter().all(|number| number == first) => {
            format!("&[{first}; {}]", numbers.len())
        }
        _ => format!("&[{}]", numbers.join(", ")),
    }
}

/// Numbers equal to the first one from which on a list of them is written as `[0; 13]`.
const MIN_EQUAL_NUMBERS: usize = 3;

/// Writes a class as a static.
fn class_item(name: &str, regular: &Regular) -> String {
    let ranges: Vec<String> = match regular {
        Regular::Chars(ranges) => ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect(),
        Regular::Bytes(ranges) => ranges.iter().map(|(low, high)| format!("({low:#x}, {high:#x})")).collect(),
        _ => Vec::new(),
    };
    format!("static {name}: Class = Class::ranges(&[{}]);\n", ranges.join(", "))
}
