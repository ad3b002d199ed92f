//! `grammar.rs` of a generated crate: the tables of the grammar as constant data, every row under the rule it serves.

use std::collections::{HashMap, HashSet};

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{
    Check, Drive, Encoding, FieldId, Grammar, HooksId, Item, LabelName, Plan, Production, ProductionId, Rule, RuleKind,
    Separator, Shape, Slot, Symbol, Terminal, TerminalKind,
};

use super::layout::table::{Section, count, filled, table};
use super::layout::wrap;
use super::names::{Names, byte_lit, lit};
use super::sets::set;
use grammarc_runtime::grammar::rows;
use small::{codec, driven, expression, field, hooks, id, label, regular, text};

mod imports;
mod small;
mod symbols;

/// Writes the tables of a grammar, laid out. `texts` holds the source text of every rule and terminal, by symbol.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names) -> String {
    let sets = sets(grammar);
    let numbers = sets.iter().enumerate().map(|(number, set)| (*set, number)).collect();
    let tables = TableWriter { grammar, names, sets, numbers };
    let rows = tables.rows();
    let sets = tables.all_sets();
    [imports::head(&format!("{rows}{sets}")), symbols::module(grammar, texts, names), rows, sets].concat()
}

/// Writer of one `grammar.rs`: the grammar, and the names and sets that rows refer to.
struct TableWriter<'a> {
    grammar: &'a Grammar,
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

impl TableWriter<'_> {
    /// Writes all sets of bytes, which rows refer to by number.
    fn all_sets(&self) -> String {
        let sets = self.sets.iter().map(set).collect();
        table("The sets of bytes that begin or follow a symbol.", "SETS", "ByteSet", &[(String::new(), sets)])
    }

    /// Writes the grammar, and the tables that it holds.
    fn rows(&self) -> String {
        let tables = self.tables();
        let statics = tables.iter().enumerate().map(|(number, (name, row, call, sections))| {
            let (is_shared, count) = (number < SHARED_TABLES, count(sections));
            let visibility = if is_shared { "pub(super) " } else { "" };
            let head = format!("\n{visibility}static {name}: [{row}; {count}] = {call}[");
            let end = if call.is_empty() { "];" } else { "]);" };
            if is_shared || count > 0 { filled(&head, sections, end) } else { String::new() }
        });
        self.whole(&tables) + &statics.collect::<String>()
    }

    /// Writes the grammar that tables make.
    fn whole(&self, tables: &[TableOf]) -> String {
        let encoding = match self.grammar.encoding {
            Encoding::Utf8 => "Encoding::Utf8",
            Encoding::Bytes => "Encoding::Bytes",
        };
        let start = self.symbol(self.grammar.start);
        let seldom = tables.iter().skip(SHARED_TABLES).filter(|(.., sections)| count(sections) > 0);
        let seldom: String = seldom.map(|(name, ..)| format!(".with_{}(&{name})", name.to_ascii_lowercase())).collect();
        let whole = format!(
            "pub const GRAMMAR: Grammar = grammar({encoding}, {start}, &RULES, &PRODUCTIONS, &ITEMS, &TERMINALS, &REGULARS){seldom};"
        );
        let mut lines = vec!["\n/// The tables of the grammar.".to_owned()];
        wrap(&mut lines, &whole, 0, &[".with_", " &"]);
        lines.join("\n") + "\n"
    }

    /// Writes the rows of all tables.
    fn tables(&self) -> [TableOf; 12] {
        let grammar = self.grammar;
        let plain = |rows: Vec<String>| vec![(String::new(), rows)];
        let terminals = (0..grammar.terminals.len()).map(|number| self.terminal(number)).collect();
        [
            ("RULES", "Rule", "rules(&SETS, ", self.rules()),
            ("PRODUCTIONS", "Production", "productions(&SETS, &RULES, ", self.productions()),
            ("ITEMS", "Item", "items(&PRODUCTIONS, ", self.items()),
            ("TERMINALS", "Terminal", "terminals(&SETS, ", plain(terminals)),
            ("REGULARS", "Regular", "", plain(grammar.regulars.iter().map(regular).collect())),
            ("SEPARATORS", "Separator", "", plain(grammar.separators.iter().map(|row| self.separator(row)).collect())),
            ("EXPRESSIONS", "Expression", "", plain(grammar.expressions.iter().map(expression).collect())),
            ("FIELDS", "Field", "", plain(grammar.fields.iter().map(field).collect())),
            ("HOOKS", "Hooks", "", plain(grammar.hooks.iter().map(hooks).collect())),
            ("NAMESPACES", "Cow<'static, str>", "", plain(grammar.namespaces.iter().map(text).collect())),
            ("FUNCTIONS", "Cow<'static, str>", "", plain(grammar.functions.iter().map(text).collect())),
            ("LABELS", "LabelName", "", plain(grammar.labels.iter().map(|row| self.label_name(row)).collect())),
        ]
    }

    /// Writes the rules, hidden ones beside the named ones that they came from.
    fn rules(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for (number, rule) in self.grammar.rules.iter().enumerate() {
            if rule.kind == RuleKind::Named || sections.is_empty() {
                sections.push((String::new(), Vec::new()));
            }
            let before = number.checked_sub(1).map_or("", |before| &self.grammar.rules[before].name);
            sections.last_mut().into_iter().for_each(|(_, rows)| rows.push(self.rule(rule, before)));
        }
        sections
    }

    /// Writes the productions of each rule, under its name.
    fn productions(&self) -> Vec<Section> {
        let rules = self.grammar.rules.iter().enumerate();
        rules
            .map(|(number, rule)| {
                let rows = self.grammar.productions_of(Symbol(number as u32)).enumerate();
                (format!("<{}>", rule.name), rows.map(|(i, id)| self.production(rule, i, id)).collect())
            })
            .collect()
    }

    /// Writes the items of each production, under the name of its rule.
    fn items(&self) -> Vec<Section> {
        let productions = (0..self.grammar.productions.len() as u32).map(ProductionId);
        productions
            .map(|id| {
                let mut before = 0;
                let rows = self.grammar.items_of(id).iter().map(|item| {
                    let row = self.item(item, rows::index(self.grammar.production(id), item.slot, before));
                    before = rows::index_after(item, before);
                    row
                });
                (format!("<{}>", self.grammar.name(self.grammar.production(id).rule)), rows.collect())
            })
            .collect()
    }

    fn label_name(&self, LabelName { rule, alternative, label: of, name }: &LabelName) -> String {
        format!("label_name({}, {alternative}, {}, {})", self.symbol(*rule), label(of), lit(name))
    }

    fn separator(&self, Separator { skip, text }: &Separator) -> String {
        format!("Separator {{ skip: {}, text: Cow::Borrowed({}) }}", self.symbol(*skip), byte_lit(text))
    }

    /// Writes a rule that stands behind one of this name.
    fn rule(&self, rule: &Rule, before: &str) -> String {
        let Rule { name, kind, productions, params, count, opaque, nullable, first, follow, cost, plan } = rule;
        let plan = match plan {
            Plan::Predict => "Predict",
            Plan::Ordered => "Ordered",
            Plan::Exclusive => "Exclusive",
            Plan::Loop => "Loop",
            Plan::Chart => "Chart",
        };
        let rest = format!("{plan}, [{}, {}], {cost})", self.set(first), self.set(follow));
        let size = productions.end - productions.start;
        let mut row = match kind {
            RuleKind::Named => format!("named({}, {size}, {rest}", lit(name)),
            RuleKind::Level(lowest) => format!("level({}, {size}, {rest}", self.symbol(*lowest)),
            RuleKind::Group => format!("group({size}, {rest}"),
            // It can be empty, and has two productions.
            RuleKind::Repeat => format!("repetition({rest}"),
            RuleKind::Anonymous => format!("anonymous({size}, {rest}"),
        };
        if *kind != RuleKind::Named && name != before {
            row += &format!(".of({})", lit(name));
        }
        if !params.is_empty() {
            row += &format!(".with_params(&[{}])", params.iter().map(label).collect::<Vec<_>>().join(", "));
        }
        if let Some(left) = count {
            row += &format!(".counted({})", label(left));
        }
        row += flag(*opaque, ".opaque()");
        row + flag(*nullable && *kind != RuleKind::Repeat, ".nullable()")
    }

    /// Writes a production with this number in its rule.
    fn production(&self, rule: &Rule, number: usize, id: ProductionId) -> String {
        let Production { rule: symbol, items, shape, alternative, name, weight, cost, nullable, predict } =
            self.grammar.production(id);
        let (size, predict) = (items.end - items.start, self.set(predict));
        let mut row = match shape {
            Shape::Splice if size == 0 && *cost == 0 && *nullable => format!("empty({predict})"),
            Shape::Node(of) if of == symbol => format!("node({size}, {predict}, {cost})"),
            Shape::Node(of) => format!("node_of({}, {size}, {predict}, {cost})", self.symbol(*of)),
            Shape::Element => format!("element({size}, {predict}, {cost})"),
            Shape::Splice => format!("splice({size}, {predict}, {cost})"),
            Shape::Leaf(of) => format!("opaque_node({}, {size}, {predict}, {cost})", self.symbol(*of)),
        };
        let is_empty = row.starts_with("empty");
        if *alternative != rows::alternative(rule, number) {
            row += &format!(".alternative({alternative})");
        }
        if let Some(name) = name {
            row += &format!(".named({})", lit(name));
        }
        if *weight != 1 {
            row += &format!(".weight({weight})");
        }
        row + flag(*nullable && !is_empty, ".nullable()")
    }

    /// Writes an item. Its number in the alternative is written only if it is not `expected`.
    fn item(&self, item: &Item, expected: u16) -> String {
        let Item { symbol, index, slot, consume, pass, label: before, check, drive, field, hooks } = item;
        let symbol = self.symbol(*symbol);
        let mut row = match slot {
            Slot::Item => format!("next({symbol})"),
            Slot::Skip => format!("skip({symbol})"),
            Slot::Separator => format!("separator({symbol})"),
        };
        if *index != expected {
            row += &format!(".at({index})");
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
        let rest = format!("{}, {}, {})", lit(name), regular.0, self.set(first));
        let (mut row, is_ahead) = match kind {
            TerminalKind::Token => (format!("token({rest}"), false),
            TerminalKind::Leaf => (format!("leaf({rest}"), false),
            TerminalKind::Ahead { negative: false } if *nullable => (format!("ahead({rest}"), true),
            TerminalKind::Ahead { negative: true } if *nullable => (format!("not_ahead({rest}"), true),
            TerminalKind::Ahead { negative } => {
                (self.other(&format!("Ahead {{ negative: {negative} }}"), number), false)
            }
            TerminalKind::Indent(indent) => (self.other(&format!("Indent(Indent::{indent:?})"), number), false),
            TerminalKind::Text { label: of, fold } => {
                (self.other(&format!("Text {{ label: {}, fold: {fold} }}", label(of)), number), false)
            }
        };
        if let Some(of) = of {
            row += &format!(".codec({})", codec(of));
        }
        if let Some(word) = word {
            row += &format!(".word({})", self.symbol(*word));
        }
        row += flag(*opaque, ".opaque()");
        row + flag(*nullable && !is_ahead, ".nullable()")
    }

    /// Writes a terminal of a rare kind.
    fn other(&self, kind: &str, number: usize) -> String {
        let Terminal { name, regular, first, .. } = &self.grammar.terminals[number];
        format!("terminal({}, TerminalKind::{kind}, {}, numbered({}))", lit(name), id(regular), self.set(first))
    }

    fn symbol(&self, symbol: Symbol) -> String {
        self.names.symbol(symbol)
    }

    fn set(&self, set: &ByteSet) -> usize {
        self.numbers[set]
    }
}

/// A table: its name, the type of its rows, the call that is made of them, and the rows.
type TableOf = (&'static str, &'static str, &'static str, Vec<Section>);

/// Number of tables that every grammar has, from the first one on. They are shared, because the reducer reads them too.
const SHARED_TABLES: usize = 5;

fn flag(is_set: bool, call: &'static str) -> &'static str {
    if is_set { call } else { "" }
}
