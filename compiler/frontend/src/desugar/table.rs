//! Numbers the lowered rules in the order of the files. Each is followed by the hidden rules that came from it.

use grammarc_dsl::ast;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Encoding, Grammar, Item, Plan, Production, Rule, RuleKind, Shape, Symbol, Terminal};
use grammarc_runtime::regular::Automata;

use super::{Draft, LoweredGrammar, Lowering, terminal_number};

/// Builds the tables.
pub(super) fn build(lowering: Lowering<'_>, start: Symbol) -> LoweredGrammar {
    let Lowering {
        program,
        regulars,
        drafts,
        terminals,
        terminal_origins,
        expressions,
        fields,
        hooks,
        mut labels,
        never,
        ..
    } = lowering;
    // Only alternatives that are left out leave rules behind that nothing mentions.
    let used = if never.is_some() { used(&drafts, start) } else { vec![true; drafts.len()] };
    let mut order: Vec<usize> = (0..drafts.len()).filter(|&draft| used[draft]).collect();
    order.sort_by_key(|&draft| (drafts[draft].owner, draft));
    labels.retain(|row| used[row.rule.0 as usize]);
    let numbering = Numbering::new(&order, drafts.len());
    let mut tables = Tables { numbering, rules: Vec::new(), productions: Vec::new(), items: Vec::new() };
    let mut origins = Vec::with_capacity(drafts.len() + terminals.len());
    for &draft in &order {
        let draft = &drafts[draft];
        let kind = match draft.kind {
            RuleKind::Level(of) => match drafts[of.0 as usize].kind {
                // The level of a copy for flat parts.
                RuleKind::Level(named) => RuleKind::Level(named),
                _ => draft.kind,
            },
            kind => kind,
        };
        tables.rule(draft, kind, program.rules[draft.owner].name.clone());
        origins.push(Some(draft.owner));
    }
    origins.extend(terminal_origins);
    let word =
        |terminal: Terminal| Terminal { word: terminal.word.map(|word| tables.numbering.symbol(word)), ..terminal };
    labels.iter_mut().for_each(|row| row.rule = tables.numbering.symbol(row.rule));
    labels.sort_by_key(|row| (row.rule, row.alternative, row.label));
    let grammar = Grammar {
        encoding: match program.encoding {
            ast::Encoding::Utf8 => Encoding::Utf8,
            ast::Encoding::Bytes | ast::Encoding::Latin1 => Encoding::Bytes,
        },
        start: tables.numbering.symbol(start),
        terminals: terminals.into_iter().map(word).collect(),
        rules: tables.rules.into(),
        productions: tables.productions.into(),
        items: tables.items.into(),
        regulars: regulars.into_table().into(),
        separators: Vec::new().into(),
        expressions: expressions.into(),
        fields: fields.into(),
        hooks: hooks.lists.into_iter().map(Into::into).collect(),
        namespaces: hooks.names.namespaces.into_iter().map(Into::into).collect(),
        functions: hooks.names.functions.into_iter().map(Into::into).collect(),
        labels: labels.into(),
    };
    LoweredGrammar { grammar, origins, automata: Automata::new() }
}

/// Returns for each rule under construction whether the start symbol reaches it.
fn used(drafts: &[Draft], start: Symbol) -> Vec<bool> {
    let mut used = vec![false; drafts.len()];
    let mut open = vec![start];
    while let Some(symbol) = open.pop() {
        let Some(draft) = drafts.get(symbol.0 as usize).filter(|_| !used[symbol.0 as usize]) else { continue };
        used[symbol.0 as usize] = true;
        if let RuleKind::Level(named) = draft.kind {
            open.push(named);
        }
        for production in &draft.productions {
            open.extend(production.items.iter().map(|item| item.symbol));
            if let Shape::Node(named) | Shape::Leaf(named) = production.shape {
                open.push(named);
            }
        }
    }
    used
}

/// Provisional symbols to final ones.
struct Numbering {
    /// By the number of the draft.
    rules: Vec<u32>,
    /// The number of rules in the tables.
    used: usize,
}

impl Numbering {
    fn new(order: &[usize], drafts: usize) -> Self {
        let mut rules = vec![0; drafts];
        order.iter().enumerate().for_each(|(number, &draft)| rules[draft] = number as u32);
        Self { rules, used: order.len() }
    }

    fn symbol(&self, symbol: Symbol) -> Symbol {
        match terminal_number(symbol) {
            Some(number) => Symbol((self.used + number) as u32),
            None => Symbol(self.rules[symbol.0 as usize]),
        }
    }
}

struct Tables {
    numbering: Numbering,
    rules: Vec<Rule>,
    productions: Vec<Production>,
    items: Vec<Item>,
}

impl Tables {
    fn rule(&mut self, draft: &Draft, kind: RuleKind, name: String) {
        let (symbol, first) = (Symbol(self.rules.len() as u32), self.productions.len() as u32);
        for production in &draft.productions {
            self.production(symbol, production);
        }
        let kind = match kind {
            RuleKind::Level(named) => RuleKind::Level(self.numbering.symbol(named)),
            kind => kind,
        };
        self.rules.push(Rule {
            name: name.into(),
            kind,
            productions: first..self.productions.len() as u32,
            params: draft.params.clone().into(),
            count: draft.count,
            opaque: draft.opaque,
            nullable: false,
            first: ByteSet::EMPTY,
            follow: ByteSet::EMPTY,
            cost: 0,
            plan: Plan::Chart,
        });
    }

    fn production(&mut self, rule: Symbol, draft: &super::DraftProduction) {
        let first = self.items.len() as u32;
        let numbering = &self.numbering;
        self.items.extend(draft.items.iter().map(|item| Item { symbol: numbering.symbol(item.symbol), ..*item }));
        self.productions.push(Production {
            rule,
            items: first..self.items.len() as u32,
            shape: match draft.shape {
                Shape::Node(symbol) => Shape::Node(numbering.symbol(symbol)),
                Shape::Leaf(symbol) => Shape::Leaf(numbering.symbol(symbol)),
                shape => shape,
            },
            alternative: draft.alternative,
            name: draft.name.clone().map(Into::into),
            weight: draft.weight,
            cost: 0,
            nullable: false,
            predict: ByteSet::EMPTY,
        });
    }
}
