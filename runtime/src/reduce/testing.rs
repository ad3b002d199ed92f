//! A small language for tests: any bytes, as one list.

use crate::byteset::ByteSet;
use crate::grammar::{
    Check, Encoding, Grammar, Item, ItemId, Plan, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Shape,
    Slot, Symbol, Terminal, TerminalKind,
};
use crate::language::{Attempt, Language};
use crate::tree::Builder;

/// Returns the language of all texts, as a list of bytes.
pub(super) fn bytes() -> Language {
    let item = |symbol, consume| Item {
        symbol: Symbol(symbol),
        index: 0,
        slot: Slot::Item,
        consume,
        pass: false,
        label: None,
        check: Check::None,
    };
    let items = vec![item(1, false), item(2, true), item(1, false)];
    let grammar = Grammar {
        encoding: Encoding::Bytes,
        start: Symbol(0),
        rules: vec![rule("bytes", RuleKind::Named, 0..1), rule("bytes", RuleKind::Repeat, 1..3)].into(),
        productions: vec![
            production(0, 0..1, Shape::Node(Symbol(0))),
            production(1, 1..3, Shape::Splice),
            production(1, 3..3, Shape::Splice),
        ]
        .into(),
        items: items.into(),
        terminals: vec![Terminal {
            name: "byte".into(),
            kind: TerminalKind::Leaf,
            regular: RegularId(0),
            word: None,
            opaque: false,
            nullable: false,
            first: ByteSet::ALL,
        }]
        .into(),
        regulars: vec![Regular::Bytes(vec![(0, 255)].into())].into(),
    };
    Language::new("bytes".into(), grammar, engine)
}

fn rule(name: &'static str, kind: RuleKind, productions: std::ops::Range<u32>) -> Rule {
    Rule {
        name: name.into(),
        kind,
        productions,
        params: Vec::new().into(),
        opaque: false,
        nullable: true,
        first: ByteSet::ALL,
        follow: ByteSet::END,
        cost: 1,
        plan: Plan::Predict,
    }
}

fn production(rule: u32, items: std::ops::Range<u32>, shape: Shape) -> Production {
    let nullable = items.is_empty();
    let rule = Symbol(rule);
    Production { rule, items, shape, alternative: 0, name: None, weight: 1, cost: 1, nullable, predict: ByteSet::ALL }
}

fn engine(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    let mark = builder.mark();
    (0..input.len()).for_each(|at| builder.leaf(Symbol(2), at..at + 1, ItemId(1)));
    builder.close(&language.grammar, ProductionId(0), mark, 0..input.len(), ItemId::NONE);
    Attempt::Parsed
}
