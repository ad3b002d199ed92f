//! `grammar.rs` of a generated crate: the tables of the grammar as constant data, every row under the rule it serves.

use std::collections::{HashMap, HashSet};

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{
    Check, Drive, Encoding, FieldId, Grammar, HooksId, Item, LabelName, Plan, Production, ProductionId, Rule, RuleKind,
    Separator, Shape, Slot, Symbol, Terminal, TerminalKind,
};

use super::layout::table::{Section, import, table};
use super::layout::words::{bare, mentions};
use super::layout::{code, wrap};
use super::names::{Names, byte_lit, lit};
use rows::{codec, driven, expression, field, hooks, id, label, regular, text};

mod rows;

/// Writes the tables of a grammar, laid out. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let sets = sets(grammar);
    let numbers = sets.iter().enumerate().map(|(number, set)| (*set, number)).collect();
    let tables = Tables { grammar, texts, names, sets, numbers };
    let rows = tables.rows();
    [head(&rows), tables.symbols(), tables.all_sets(), rows].concat()
}

/// What every row refers to.
struct Tables<'a> {
    grammar: &'a Grammar,
    texts: &'a [String],
    names: &'a Names,
    /// All sets of bytes in the grammar, each once, in the order of first use.
    sets: Vec<ByteSet>,
    /// Their numbers.
    numbers: HashMap<ByteSet, usize>,
}

/// Returns all sets of bytes in a grammar, each once.
fn sets(grammar: &Grammar) -> Vec<ByteSet> {
    let of_rules = grammar.rules.iter().flat_map(|rule| [rule.first, rule.follow]);
    let of_productions = grammar.productions.iter().map(|production| production.predict);
    let of_terminals = grammar.terminals.iter().map(|terminal| terminal.first);
    let mut seen = HashSet::new();
    of_rules.chain(of_productions).chain(of_terminals).filter(|set| seen.insert(*set)).collect()
}

/// Writes the imports that rows need: others would be a warning.
fn head(rows: &str) -> String {
    let rows = &bare(rows);
    let used = |names: &[&'static str]| -> Vec<&str> {
        names.iter().copied().filter(|name| *name == "Grammar" || mentions(rows, name)).collect()
    };
    let calls = used(&[
        "binary_expression",
        "bytes",
        "chars",
        "choice",
        "computed_field",
        "custom_field",
        "custom_value",
        "folded",
        "item",
        "label_name",
        "labelled_value",
        "literal",
        "production",
        "repeat",
        "rule",
        "sequence",
        "terminal",
    ]);
    let types = used(&[
        "At",
        "ByteOrder",
        "Check",
        "Codec",
        "Drive",
        "Encoding",
        "Expression",
        "ExpressionId",
        "Field",
        "FieldId",
        "FunctionId",
        "Grammar",
        "Hook",
        "Hooks",
        "HooksId",
        "Item",
        "Label",
        "LabelName",
        "Namespace",
        "Operator",
        "Plan",
        "Production",
        "Regular",
        "RegularId",
        "Rule",
        "RuleKind",
        "Separator",
        "Shape",
        "Sign",
        "Slot",
        "Terminal",
        "TerminalKind",
        "Text",
    ]);
    format!(
        "//! The tables of the grammar: what Earley, the fuzzer and the reducer read.\n\nuse std::borrow::Cow;\n{}{}",
        import("grammarc_runtime::grammar::rows", &calls),
        import("grammarc_runtime::grammar", &types)
    )
}

impl Tables<'_> {
    /// Writes one constant for every symbol. Hidden rules are for the tables alone.
    fn symbols(&self) -> String {
        let count = self.grammar.rules.len() + self.grammar.terminals.len();
        let mut out = "\n/// The number of every rule and terminal.\npub mod symbols {\n    \
                       use grammarc_runtime::grammar::Symbol;\n\n"
            .to_owned();
        for number in 0..count as u32 {
            let name = self.names.constant(Symbol(number));
            let is_hidden = self.grammar.rule(Symbol(number)).is_some_and(|rule| rule.kind != RuleKind::Named);
            out += &match is_hidden {
                true => format!("    pub(crate) const {name}: Symbol = Symbol({number});\n"),
                false => {
                    let doc = code(&self.texts[number as usize]);
                    format!("    /// {doc}\n    pub const {name}: Symbol = Symbol({number});\n")
                }
            };
        }
        out + "}\n"
    }

    /// Writes one constant for every set of bytes.
    fn all_sets(&self) -> String {
        let mut lines = Vec::new();
        for (number, set) in self.sets.iter().enumerate() {
            lines.push(format!("    /// {}", code(&describe(set))));
            let words = set.words().map(hexadecimal).join(", ");
            let set = format!("ByteSet::new([{words}], {})", set.has_end());
            wrap(&mut lines, &format!("pub(super) const SET_{number}: ByteSet = {set};"), 4, &[" "]);
        }
        format!(
            "\n/// The sets of bytes that begin or follow a symbol.\nmod sets {{\n    use \
             grammarc_runtime::byteset::ByteSet;\n\n{}\n}}\n",
            lines.join("\n")
        )
    }

    /// Writes the tables themselves and the grammar that holds them.
    fn rows(&self) -> String {
        let grammar = self.grammar;
        let encoding = match grammar.encoding {
            Encoding::Utf8 => "Encoding::Utf8",
            Encoding::Bytes => "Encoding::Bytes",
        };
        let start = self.symbol(grammar.start);
        let fields: String = [
            "rules",
            "productions",
            "items",
            "terminals",
            "regulars",
            "separators",
            "expressions",
            "fields",
            "hooks",
            "namespaces",
            "functions",
            "labels",
        ]
        .map(|name| format!("    {name}: Cow::Borrowed(&{}),\n", name.to_ascii_uppercase()))
        .concat();
        let plain = |rows: Vec<String>| [(String::new(), rows)];
        let table = |name: &str, row: &str, sections: &[Section]| table("", name, row, sections);
        let rules = (0..grammar.rules.len()).map(|number| self.rule(number)).collect();
        let productions = (0..grammar.productions.len()).map(|number| self.production(number)).collect();
        let items: Vec<Section> = (0..grammar.productions.len()).map(|number| self.items(number)).collect();
        let terminals = (0..grammar.terminals.len()).map(|number| self.terminal(number)).collect();
        [
            format!("\n/// The tables of the grammar.\npub const GRAMMAR: Grammar = Grammar {{\n    encoding: {encoding},\n    start: {start},\n{fields}}};\n"),
            table("RULES", "Rule", &plain(rules)),
            table("PRODUCTIONS", "Production", &plain(productions)),
            table("ITEMS", "Item", &items),
            table("TERMINALS", "Terminal", &plain(terminals)),
            table("REGULARS", "Regular", &plain(grammar.regulars.iter().map(regular).collect())),
            table("SEPARATORS", "Separator", &plain(grammar.separators.iter().map(|row| self.separator(row)).collect())),
            table("EXPRESSIONS", "Expression", &plain(grammar.expressions.iter().map(expression).collect())),
            table("FIELDS", "Field", &plain(grammar.fields.iter().map(field).collect())),
            table("HOOKS", "Hooks", &plain(grammar.hooks.iter().map(hooks).collect())),
            table("NAMESPACES", "Text", &plain(grammar.namespaces.iter().map(text).collect())),
            table("FUNCTIONS", "Text", &plain(grammar.functions.iter().map(text).collect())),
            table("LABELS", "LabelName", &plain(grammar.labels.iter().map(|row| self.label_name(row)).collect())),
        ]
        .concat()
    }

    fn label_name(&self, LabelName { rule, alternative, label: of, name }: &LabelName) -> String {
        format!("label_name({}, {alternative}, {}, {})", self.symbol(*rule), label(of), lit(name))
    }

    fn separator(&self, Separator { skip, text }: &Separator) -> String {
        format!("Separator {{ skip: {}, text: Cow::Borrowed({}) }}", self.symbol(*skip), byte_lit(text))
    }

    fn rule(&self, number: usize) -> String {
        let Rule { name, kind, productions, params, count, opaque, nullable, first, follow, cost, plan } =
            &self.grammar.rules[number];
        let kind = match kind {
            RuleKind::Named => "RuleKind::Named".to_owned(),
            RuleKind::Level(lowest) => format!("RuleKind::Level({})", self.symbol(*lowest)),
            RuleKind::Group => "RuleKind::Group".to_owned(),
            RuleKind::Repeat => "RuleKind::Repeat".to_owned(),
            RuleKind::Anonymous => "RuleKind::Anonymous".to_owned(),
        };
        let plan = match plan {
            Plan::Predict => "Plan::Predict",
            Plan::Ordered => "Plan::Ordered",
            Plan::Loop => "Plan::Loop",
            Plan::Chart => "Plan::Chart",
        };
        let mut row = format!(
            "rule({}, {kind}, {}..{}, {plan}, [{}, {}], {cost})",
            lit(name),
            productions.start,
            productions.end,
            self.set(first),
            self.set(follow),
        );
        if !params.is_empty() {
            row += &format!(".with_params(&[{}])", params.iter().map(label).collect::<Vec<_>>().join(", "));
        }
        if let Some(left) = count {
            row += &format!(".counted({})", label(left));
        }
        row += flag(*opaque, ".opaque()");
        row + flag(*nullable, ".nullable()")
    }

    fn production(&self, number: usize) -> String {
        let Production { rule, items, shape, alternative, name, weight, cost, nullable, predict } =
            &self.grammar.productions[number];
        let shape = match shape {
            Shape::Node(symbol) => format!("Shape::Node({})", self.symbol(*symbol)),
            Shape::Element => "Shape::Element".to_owned(),
            Shape::Splice => "Shape::Splice".to_owned(),
            Shape::Leaf(symbol) => format!("Shape::Leaf({})", self.symbol(*symbol)),
        };
        let (rule, predict) = (self.symbol(*rule), self.set(predict));
        let mut row = format!("production({rule}, {}..{}, {shape}, {predict}, {cost})", items.start, items.end);
        if *alternative != 0 {
            row += &format!(".alternative({alternative})");
        }
        if let Some(name) = name {
            row += &format!(".named({})", lit(name));
        }
        if *weight != 1 {
            row += &format!(".weight({weight})");
        }
        row + flag(*nullable, ".nullable()")
    }

    /// Writes the items of one production, under the name of its rule.
    fn items(&self, number: usize) -> Section {
        let production = ProductionId(number as u32);
        let rule = self.grammar.production(production).rule;
        let rows = self.grammar.items_of(production).iter().map(|item| self.item(item));
        (format!("<{}>", self.grammar.name(rule)), rows.collect())
    }

    fn item(&self, item: &Item) -> String {
        let Item { symbol, index, slot, consume, pass, label: before, check, drive, field, hooks } = item;
        let mut row = format!("item({}, {index})", self.symbol(*symbol));
        match slot {
            Slot::Item => {}
            Slot::Skip => row += ".slot(Slot::Skip)",
            Slot::Separator => row += ".slot(Slot::Separator)",
        }
        row += flag(*consume, ".consume()");
        row += flag(*pass, ".pass()");
        if let Some(before) = before {
            row += &format!(".label({})", label(before));
        }
        match check {
            Check::None => {}
            Check::Text { label: of, fold } => {
                row += &format!(".check(Check::Text {{ label: {}, fold: {fold} }})", label(of))
            }
            Check::Except(without) => row += &format!(".check(Check::Except({}))", id(without)),
        }
        if *drive != Drive::None {
            row += &format!(".drive({})", driven(drive));
        }
        if let Some(FieldId(number)) = field {
            row += &format!(".field(FieldId({number}))");
        }
        if let Some(HooksId(number)) = hooks {
            row += &format!(".hooks(HooksId({number}))");
        }
        row
    }

    fn terminal(&self, number: usize) -> String {
        let Terminal { name, kind, regular, word, opaque, nullable, first, codec: of } =
            &self.grammar.terminals[number];
        let kind = match kind {
            TerminalKind::Token => "TerminalKind::Token".to_owned(),
            TerminalKind::Leaf => "TerminalKind::Leaf".to_owned(),
            TerminalKind::Ahead { negative } => format!("TerminalKind::Ahead {{ negative: {negative} }}"),
            TerminalKind::Text { label: of, fold } => {
                format!("TerminalKind::Text {{ label: {}, fold: {fold} }}", label(of))
            }
        };
        let mut row = format!("terminal({}, {kind}, {}, {})", lit(name), id(regular), self.set(first));
        if let Some(of) = of {
            row += &format!(".codec({})", codec(of));
        }
        if let Some(word) = word {
            row += &format!(".word({})", self.symbol(*word));
        }
        row += flag(*opaque, ".opaque()");
        row + flag(*nullable, ".nullable()")
    }

    fn symbol(&self, symbol: Symbol) -> String {
        format!("symbols::{}", self.names.constant(symbol))
    }

    fn set(&self, set: &ByteSet) -> String {
        format!("sets::SET_{}", self.numbers[set])
    }
}

fn flag(is_set: bool, call: &'static str) -> &'static str {
    if is_set { call } else { "" }
}

/// Writes a number the way clippy likes long ones: `0x0000_03ff_0000_0000`.
fn hexadecimal(word: u64) -> String {
    match word {
        0 => return "0".to_owned(),
        u64::MAX => return "u64::MAX".to_owned(),
        _ => {}
    }
    let digits = format!("{word:016x}");
    let groups: Vec<&str> = (0..4).map(|group| &digits[4 * group..4 * group + 4]).collect();
    format!("0x{}", groups.join("_"))
}

/// Describes a set for a reader: `0-9 a-f, end of input`.
fn describe(set: &ByteSet) -> String {
    let show = |byte: u8| match byte {
        b' ' => "space".to_owned(),
        0x21..=0x7e => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    let ranges = set.ranges();
    let mut parts: Vec<String> = ranges
        .iter()
        .map(|&(low, high)| if low == high { show(low) } else { format!("{}-{}", show(low), show(high)) })
        .collect();
    if set.has_end() {
        parts.push("end-of-input".to_owned());
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(" ") }
}
