//! Lowers rules to plain productions: repetitions, groups and precedence levels become hidden rules, skip becomes an item,
//! regular items become terminals, labels become numbers.
//!
//! Only rules that the start symbol reaches are lowered. References between rules are followed with a worklist; recursion here
//! follows the nesting inside one rule alone, which the reader bounds.
//!
//! Each construct is lowered in a file of its own: precedence in `levels` and `copies`, repetitions in `repeat`, indentation in `layout`,
//! parts without indentation in `flat`, computed fields in `fields`.

mod any_token;
mod copies;
mod ends;
mod fields;
mod flat;
mod groups;
mod hooks;
mod items;
mod keywords;
mod layout;
mod levels;
mod named;
mod opaque;
mod regular;
mod repeat;
mod scope;
mod separators;
mod slices;
mod table;
mod terminals;

use std::collections::{HashMap, HashSet};

use grammarc_dsl::ast::Span;
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::grammar::{
    Expression, ExpressionId, Field, Grammar, Item, Label, LabelName, RegularId, RuleKind, Shape, Symbol, Terminal,
};
use grammarc_runtime::regular::Automata;

use crate::regulars::Regulars;
use crate::resolve::{Program, Regularity, regularity};
use flat::FlatRules;
use scope::Scope;

/// Most items of one grammar, because facts and plans take a little more than linear time.
const MAX_ITEMS: usize = 300_000;

/// Most items of one alternative, and most alternatives of one rule, because FIRST sets compare each
/// with all others, which takes quadratic time.
const MAX_PARTS: usize = 10_000;

/// The tables, and where their symbols come from.
#[derive(Debug)]
pub struct LoweredGrammar {
    /// The tables. Their facts, such as the costs of rules, are computed later.
    pub grammar: Grammar,
    /// For each symbol the number of the rule it was written as or within; none for an anonymous terminal.
    pub origins: Vec<Option<usize>>,
    /// The automata of its expressions, which all later passes share.
    pub automata: Automata,
}

/// Lowers a program that has no errors. Problems that only lowering finds, such as too many items, are added to `found`. Returns none
/// then, or if there is no start rule.
pub fn desugar(program: &Program<'_>, found: &mut Vec<Diagnostic>) -> Option<LoweredGrammar> {
    let start = program.start?;
    let mut lowering = Lowering::new(program);
    let start = lowering.start(start);
    while let Some((rule, flat)) = lowering.pending.pop() {
        lowering.named_rule(rule, flat);
        if lowering.items > MAX_ITEMS {
            let span = program.rules[rule].rule.name.span.clone();
            lowering.too_large(program.rules[rule].file, &span, "the number of items", MAX_ITEMS as u64);
            break;
        }
    }
    if program.files.iter().any(|file| file.skip.is_some()) {
        let ends = lowering.ends();
        lowering.check_opaque(&ends);
        lowering.skip_after_slices(&ends);
    }
    lowering.drop_dead();
    lowering.pass_columns();
    lowering.check_widths();
    let failed = !lowering.found.is_empty();
    found.append(&mut lowering.found);
    (!failed).then(|| table::build(lowering, start))
}

/// A rule under construction. Its symbols are provisional: see [`terminal_symbol`].
#[derive(Debug)]
struct Draft {
    /// Number of the rule in the program that it was made from.
    owner: usize,
    kind: RuleKind,
    params: Vec<Label>,
    count: Option<Label>,
    opaque: bool,
    productions: Vec<DraftProduction>,
}

/// A production under construction.
#[derive(Debug, Clone)]
struct DraftProduction {
    items: Vec<Item>,
    shape: Shape,
    alternative: u16,
    name: Option<String>,
    weight: u32,
}

impl DraftProduction {
    fn new(items: Vec<Item>, shape: Shape) -> Self {
        Self { items, shape, alternative: 0, name: None, weight: 1 }
    }
}

/// The place that is being lowered.
#[derive(Debug, Clone, Copy)]
struct Site {
    /// The rule that is lowered.
    owner: usize,
    /// The rule whose text is read: inside the expansion of an `%inline` rule, that rule.
    rule: usize,
    /// The file of that text.
    file: usize,
    /// Whether it stands in `flat(…)`.
    flat: bool,
}

/// Everything under construction.
struct Lowering<'p> {
    program: &'p Program<'p>,
    regularity: Regularity,
    regulars: Regulars,
    /// Memo of the rules lowered to expressions so far.
    rule_regulars: HashMap<usize, RegularId>,
    /// The `%inline` rules that may stand inside a leaf.
    regular_macros: HashSet<usize>,
    /// Those of them that are nothing but keywords.
    keyword_macros: HashSet<usize>,
    /// For each rule whether its texts are exactly those that its regular expression matches: see `find_plain`.
    plain: Vec<bool>,
    /// For each file the expression of its `%word`.
    words: Vec<Option<RegularId>>,
    /// Memo of the literals that are keywords.
    keywords: keywords::KeywordMemo,
    /// The position of each rule in [`Regularity::order`], where the rules that it mentions come first.
    ranks: Vec<usize>,
    drafts: Vec<Draft>,
    /// The provisional symbols of named rules, and of their copies for flat parts.
    symbols: HashMap<(usize, bool), Symbol>,
    flat: FlatRules,
    /// The hidden rules of skip in flat parts, by file.
    flat_skips: HashMap<usize, Symbol>,
    /// A terminal that never matches, for rules without finite text, and for alternatives that cannot stand in a flat part.
    never: Option<Symbol>,
    /// Memo of the choice of all tokens, for `token`.
    any_token: Option<Option<(RegularId, Option<RegularId>)>>,
    terminals: Vec<Terminal>,
    terminal_numbers: HashMap<Terminal, u32>,
    /// The rules that the terminals were written as.
    terminal_origins: Vec<Option<usize>>,
    /// The hidden rules `skip?` by the rule that is skipped.
    skips: HashMap<usize, Symbol>,
    /// The worklist: named rules that are reached and not lowered yet, and whether for flat parts.
    pending: Vec<(usize, bool)>,
    expressions: Vec<Expression>,
    expression_ids: HashMap<Expression, ExpressionId>,
    fields: Vec<Field>,
    hooks: hooks::HookTables,
    /// The names of labels, by provisional symbol.
    labels: Vec<LabelName>,
    /// Number of items so far.
    items: usize,
    /// Whether an expression was too large.
    outgrown: bool,
    found: Vec<Diagnostic>,
}

/// First provisional symbol of a terminal. In the tables terminals follow the rules, whose number is known only at the end.
const TERMINALS: u32 = 1 << 31;

/// Returns the provisional symbol of a terminal.
fn terminal_symbol(number: u32) -> Symbol {
    Symbol(TERMINALS + number)
}

/// Returns the number of the terminal that a provisional symbol stands for.
fn terminal_number(symbol: Symbol) -> Option<usize> {
    symbol.0.checked_sub(TERMINALS).map(|number| number as usize)
}

impl<'p> Lowering<'p> {
    fn new(program: &'p Program<'p>) -> Self {
        let regularity = regularity(program);
        let mut ranks = vec![0; program.rules.len()];
        regularity.order.iter().enumerate().for_each(|(rank, &rule)| ranks[rule] = rank);
        let mut lowering = Self {
            program,
            regularity,
            ranks,
            regulars: Regulars::default(),
            rule_regulars: HashMap::new(),
            regular_macros: HashSet::new(),
            keyword_macros: HashSet::new(),
            keywords: keywords::KeywordMemo::default(),
            plain: Vec::new(),
            words: vec![None; program.files.len()],
            drafts: Vec::new(),
            symbols: HashMap::new(),
            flat: FlatRules::new(program),
            flat_skips: HashMap::new(),
            never: None,
            any_token: None,
            terminals: Vec::new(),
            terminal_numbers: HashMap::new(),
            terminal_origins: Vec::new(),
            skips: HashMap::new(),
            pending: Vec::new(),
            expressions: Vec::new(),
            expression_ids: HashMap::new(),
            fields: Vec::new(),
            hooks: hooks::HookTables::default(),
            labels: Vec::new(),
            items: 0,
            outgrown: false,
            found: Vec::new(),
        };
        lowering.found = lowering.flat.mistakes(program);
        lowering.words = program.files.iter().map(|file| file.word.map(|word| lowering.regular_rule(word))).collect();
        lowering.find_regular_macros();
        lowering.find_plain();
        lowering
    }

    /// Makes room for a rule and returns its symbol.
    fn reserve(&mut self, owner: usize, kind: RuleKind) -> Symbol {
        let symbol = Symbol(self.drafts.len() as u32);
        self.drafts.push(Draft {
            owner,
            kind,
            params: Vec::new(),
            count: None,
            opaque: false,
            productions: Vec::new(),
        });
        symbol
    }

    /// Gives a hidden rule its productions, and the parameters that they need.
    fn define(&mut self, symbol: Symbol, productions: Vec<DraftProduction>) {
        let mut params: Vec<Label> = productions.iter().flat_map(|production| self.free_labels(production)).collect();
        params.sort_unstable();
        params.dedup();
        self.drafts[symbol.0 as usize].params = params;
        self.fill(symbol, productions);
    }

    /// Gives a rule its productions.
    fn fill(&mut self, symbol: Symbol, productions: Vec<DraftProduction>) {
        self.items += productions.iter().map(|production| 1 + production.items.len()).sum::<usize>();
        self.drafts[symbol.0 as usize].productions = productions;
    }

    /// Makes a hidden rule.
    fn hidden(&mut self, site: Site, kind: RuleKind, productions: Vec<DraftProduction>) -> Symbol {
        let symbol = self.reserve(site.owner, kind);
        self.define(symbol, productions);
        symbol
    }

    /// Returns the labels that a production mentions and does not define itself.
    fn free_labels(&self, production: &DraftProduction) -> Vec<Label> {
        let own: Vec<Label> = production.items.iter().filter_map(|item| item.label).collect();
        let mentioned = production.items.iter().flat_map(|item| self.mentioned(item));
        mentioned.filter(|label| !own.contains(label)).collect()
    }

    /// Reports rules with too many alternatives, and alternatives with too many items.
    fn check_widths(&mut self) {
        let mut wide: Vec<(usize, &str)> = Vec::new();
        for draft in &self.drafts {
            if draft.productions.len() > MAX_PARTS {
                wide.push((draft.owner, "the number of alternatives"));
            }
            if draft.productions.iter().any(|production| production.items.len() > MAX_PARTS) {
                wide.push((draft.owner, "the number of items of an alternative"));
            }
        }
        wide.dedup();
        for (rule, what) in wide {
            let definition = &self.program.rules[rule];
            self.too_large(definition.file, &definition.rule.name.span.clone(), what, MAX_PARTS as u64);
        }
    }

    fn too_large(&mut self, file: usize, span: &Span, what: &str, limit: u64) {
        let problem = Problem::TooLarge { what: what.to_owned(), limit };
        self.found.push(Diagnostic::new(problem, span.clone()).in_file(file));
    }
}
