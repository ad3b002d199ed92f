//! A program in C that stands in for F1 (R. Gopinath, A. Zeller, *Building Fast Fuzzers*, 2019): written for a grammar as F1
//! writes one, but with weights and tokens.
//!
//! Each nonterminal is a function. A choice takes the next one of the random bytes, which are drawn in advance and never repeat.
//! Beyond the maximum depth, the program copies a string from a pool of cheap ones. It is compiled with `-O3 -flto`.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use grammarc_runtime::choices::Dice;
use grammarc_runtime::fuzz::class::Class;
use grammarc_runtime::fuzz::recipe::Recipe;
use grammarc_runtime::grammar::{Grammar, ProductionId, Regular, RegularId, RuleKind, Symbol};

/// Strings in a pool. With a power of two, drawing one takes no division.
const POOL_STRINGS: usize = 64;

/// The program, compiled and waiting for orders.
pub(crate) struct StandIn {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl StandIn {
    /// Compiles the program of a grammar and starts it; `None` without a C compiler.
    pub(crate) fn start(name: &str, grammar: &Grammar, max_depth: usize) -> Option<Self> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let source = folder.join(format!("stand_in_{name}_{max_depth}.c"));
        let program = source.with_extension("");
        std::fs::write(&source, Writer::new(grammar).program(max_depth)).expect("the folder for temporary files");
        let compiled = Command::new("cc").args(["-O3", "-flto", "-o"]).arg(&program).arg(&source).status().ok()?;
        assert!(compiled.success(), "cc does not accept {}", source.display());
        let mut child = Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (orders, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        Some(Self { child, orders, answers })
    }

    /// Lets the program write `texts` texts, and returns their total bytes and the seconds taken.
    pub(crate) fn run(&mut self, texts: u64) -> (usize, f64) {
        writeln!(self.orders, "{texts}").expect("the stand-in runs");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("the stand-in runs");
        let mut numbers = line.split_whitespace().map(|number| number.parse::<usize>().expect("it prints numbers"));
        let (bytes, nanoseconds) = (numbers.next(), numbers.next());
        (bytes.unwrap_or(0), nanoseconds.unwrap_or(1) as f64 / 1e9)
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        // It waits for orders only.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Writes the program of a grammar.
struct Writer<'a> {
    grammar: &'a Grammar,
    recipe: Recipe,
    dice: Dice,
    tables: String,
}

impl<'a> Writer<'a> {
    fn new(grammar: &'a Grammar) -> Self {
        Self { grammar, recipe: Recipe::new(grammar), dice: Dice::new(1), tables: String::new() }
    }

    fn program(mut self, max_depth: usize) -> String {
        let rules: Vec<Symbol> = (0..self.grammar.rules.len() as u32).map(Symbol).collect();
        let terminals: Vec<Symbol> =
            (0..self.grammar.terminals.len()).map(|number| self.grammar.terminal_symbol(number)).collect();
        let functions: String = rules.iter().map(|&symbol| self.rule(symbol)).collect();
        let tokens: String = terminals.iter().map(|&symbol| self.terminal(symbol)).collect();
        let declared: String = rules.iter().map(|symbol| format!("static void write_{}(int);\n", symbol.0)).collect();
        let frame = include_str!("stand_in.c");
        let frame = frame.replace("MAX_DEPTH_HERE", &max_depth.to_string());
        let frame = frame.replace("START_HERE", &format!("write_{}", self.grammar.start.0));
        frame.replace("/* FUNCTIONS */", &format!("{}\n{declared}\n{tokens}\n{functions}", self.tables))
    }

    /// The function of a rule.
    fn rule(&mut self, symbol: Symbol) -> String {
        let grammar = self.grammar;
        let rule = &grammar.rules[symbol.0 as usize];
        let mut body = String::new();
        if matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)) {
            let texts = (0..POOL_STRINGS).map(|_| self.cheap(symbol)).collect();
            let pool = format!("cheap_{}", symbol.0);
            self.pool(&pool, texts);
            _ = writeln!(body, "  if (depth > MAX_DEPTH + 1) {{ copy(&{pool}[below({POOL_STRINGS})]); return; }}");
        }
        let weights: Vec<u32> = grammar.productions_of(symbol).map(|id| grammar.production(id).weight).collect();
        let mut blocks = grammar.productions_of(symbol).map(|id| self.production(id)).collect::<Vec<_>>().into_iter();
        if weights.len() == 1 {
            body.extend(blocks.next());
        } else {
            let mut next = 0;
            _ = writeln!(body, "  switch (below({})) {{", weights.iter().sum::<u32>());
            for (weight, block) in weights.into_iter().zip(blocks) {
                (next..next + weight).for_each(|number| _ = write!(body, "  case {number}:"));
                _ = writeln!(body, "\n{block}    break;");
                next += weight;
            }
            body.push_str("  }\n");
        }
        format!("static void write_{}(int depth) {{\n{body}}}\n", symbol.0)
    }

    fn production(&self, id: ProductionId) -> String {
        let call = |symbol: Symbol, pass: bool| match self.grammar.rule(symbol).map(|rule| rule.kind) {
            None => format!("    write_{}();\n", symbol.0),
            Some(RuleKind::Named | RuleKind::Level(_)) if !pass => format!("    write_{}(depth + 1);\n", symbol.0),
            Some(_) => format!("    write_{}(depth);\n", symbol.0),
        };
        self.grammar.items_of(id).iter().map(|item| call(item.symbol, item.pass)).collect()
    }

    /// The function of a terminal.
    fn terminal(&mut self, symbol: Symbol) -> String {
        let regular = self.grammar.terminal(symbol).map(|terminal| terminal.regular);
        let body = regular.map_or(String::new(), |regular| self.draw(regular));
        format!("static void write_{}(void) {{\n{body}}}\n", symbol.0)
    }

    /// Statements that draw a text of an expression.
    fn draw(&mut self, id: RegularId) -> String {
        let grammar = self.grammar;
        if let Some(class) = &self.recipe.classes[id.0 as usize].clone() {
            return self.class(id, class);
        }
        match &grammar.regulars[id.0 as usize] {
            Regular::Literal { text, .. } if text.is_empty() => String::new(),
            Regular::Literal { text, .. } => format!("  literal({}, {});\n", quoted(text), text.len()),
            Regular::Sequence(parts) => parts.iter().map(|&part| self.draw(part)).collect(),
            Regular::Choice(parts) => {
                let arms = parts.iter().enumerate();
                let arms: String =
                    arms.map(|(i, &part)| format!("  case {i}:\n{}    break;\n", self.draw(part))).collect();
                format!("  switch (below({})) {{\n{arms}  }}\n", parts.len())
            }
            Regular::Repeat { body, min, max } => {
                let body = self.draw(*body);
                match (min, max) {
                    (0, None) => format!("  while (below(2)) {{\n{body}  }}\n"),
                    (1, None) => format!("  do {{\n{body}  }} while (below(2));\n"),
                    (0, Some(1)) => format!("  if (below(2)) {{\n{body}  }}\n"),
                    (min, Some(max)) if min == max => body.repeat(*min as usize),
                    other => panic!("no benchmark repeats {other:?} times"),
                }
            }
            other => panic!("no benchmark draws {other:?}"),
        }
    }

    /// The statement that draws a member of a class: one byte for the readable ones, another one for the rest.
    fn class(&mut self, id: RegularId, class: &Class) -> String {
        let readable = class.plain();
        let table = format!("class_{}", id.0);
        let is_new = !self.tables.contains(&format!("char {table}[]"));
        if is_new {
            _ = writeln!(self.tables, "static const char {table}[] = {};", quoted(readable));
        }
        if class.wide == 0 {
            return format!("  byte({table}[below({})]);\n", class.count);
        }
        let mut others = Vec::new();
        while others.len() < POOL_STRINGS {
            let drawn = char::from_u32(class.draw(&mut self.dice)).expect("a class of characters");
            if !readable.contains(&(drawn as u32 as u8)) || !drawn.is_ascii() {
                others.push(drawn.to_string().into_bytes());
            }
        }
        let pool = format!("others_{}", id.0);
        if is_new {
            self.pool(&pool, others);
        }
        let (count, all) = (class.count, class.count + class.wide);
        format!(
            "  {{ unsigned n = below({all}); if (n < {count}) byte({table}[n]); else copy(&{pool}[below({POOL_STRINGS})]); }}\n"
        )
    }

    /// Adds a pool of strings.
    fn pool(&mut self, name: &str, texts: Vec<Vec<u8>>) {
        let rows: Vec<String> = texts.iter().map(|text| format!("{{{}, {}}}", text.len(), quoted(text))).collect();
        _ = writeln!(self.tables, "static const string {name}[] = {{ {} }};", rows.join(", "));
    }

    /// Draws one of the cheapest texts of a symbol. It recurses no deeper than the grammar file nests.
    fn cheap(&mut self, symbol: Symbol) -> Vec<u8> {
        let grammar = self.grammar;
        let Some(rule) = grammar.rule(symbol) else {
            let regular = grammar.terminal(symbol).map(|terminal| terminal.regular);
            return regular.map_or(Vec::new(), |regular| self.text(regular));
        };
        let cheapest: Vec<u32> = rule.productions.clone().filter(|&id| self.recipe.ranks[id as usize] == 0).collect();
        let chosen = cheapest[self.dice.below(cheapest.len() as u32) as usize];
        grammar.items_of(ProductionId(chosen)).iter().flat_map(|item| self.cheap(item.symbol)).collect()
    }

    /// Draws a text of an expression.
    fn text(&mut self, id: RegularId) -> Vec<u8> {
        if let Some(class) = &self.recipe.classes[id.0 as usize] {
            let drawn = char::from_u32(class.draw(&mut self.dice)).expect("a class of characters");
            return drawn.to_string().into_bytes();
        }
        match &self.grammar.regulars[id.0 as usize] {
            Regular::Literal { text, .. } => text.to_vec(),
            Regular::Sequence(parts) => parts.iter().flat_map(|&part| self.text(part)).collect(),
            Regular::Choice(parts) => {
                let chosen = self.dice.below(parts.len() as u32) as usize;
                self.text(parts[chosen])
            }
            Regular::Repeat { body, min, max } => {
                let mut text = Vec::new();
                let mut count = 0;
                while count < *min || max.is_none_or(|max| count < max) && self.dice.flip() {
                    text.extend(self.text(*body));
                    count += 1;
                }
                text
            }
            other => panic!("no benchmark draws {other:?}"),
        }
    }
}

/// A string of C. Every byte is an octal escape of three digits, so none runs into the next. For example, `a1` is `"\141\061"`.
fn quoted(text: &[u8]) -> String {
    let bytes: String = text.iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("\"{bytes}\"")
}
