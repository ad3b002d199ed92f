//! Facts about rules and terminals, computed before the input is read: the productions that can begin with each byte, and the way
//! to read each terminal.

use super::{Dot, Tables};
use crate::byteset::ByteSet;
use crate::grammar::{Grammar, ProductionId, Regular, Symbol, Terminal, TerminalKind};
use crate::regular::quick::QuickMap;

/// The way to read a terminal, found once. Most terminals are a byte or a token, so the chart need not collect their ends.
#[derive(Debug, Clone, Copy)]
pub(in crate::earley) enum ScanMethod {
    /// One of these bytes, for example `"{"` or `[0-9]`.
    Byte(ByteSet),
    /// The terminal has at most one end, for example a token or the literal `"true"`.
    Single,
    /// The terminal may have several ends, or depends on the environment. For example, the leaf `[a-z]+` and `text(open)`.
    Any,
}

/// The productions of each rule that can go on with the next byte, as their first dots.
#[derive(Default)]
pub(super) struct Predictions {
    /// The class of every byte and of the end of the input. Bytes of one class predict the same productions. For example, all
    /// bytes that no production can begin with are one class.
    classes: Vec<u32>,
    dots: Vec<u32>,
    /// Start of the dots of each class and rule, class by class, and the end of the last.
    starts: Vec<u32>,
    /// The number of rules.
    rules: usize,
}

impl Predictions {
    pub(super) fn new(grammar: &Grammar, tables: &Tables) -> Self {
        let firsts = || (0..grammar.productions.len() as u32).map(|number| tables.first(ProductionId(number)));
        let (mut known, mut samples) = (QuickMap::default(), Vec::new());
        let class = |byte: u16| {
            let byte = u8::try_from(byte).ok();
            let mut admitted = vec![0_u64; grammar.productions.len().div_ceil(64)];
            for (number, dot) in firsts().enumerate() {
                admitted[number / 64] |= u64::from(tables.dot(dot).admits_next(byte)) << (number % 64);
            }
            *known.entry(admitted).or_insert_with(|| {
                samples.push(byte);
                samples.len() as u32 - 1
            })
        };
        let classes: Vec<u32> = (0..=256).map(class).collect();
        let (mut dots, mut starts) = (Vec::new(), vec![0]);
        for byte in samples {
            for rule in grammar.rules.iter() {
                let firsts = rule.productions.clone().map(|number| tables.first(ProductionId(number)));
                dots.extend(firsts.filter(|&dot| tables.dot(dot).admits_next(byte)));
                starts.push(dots.len() as u32);
            }
        }
        Self { classes, dots, starts, rules: grammar.rules.len() }
    }

    /// Returns the first dots of a rule's productions that can go on with a byte, or with the end of the input.
    #[inline]
    pub(super) fn of(&self, rule: Symbol, next: Option<u8>) -> &[u32] {
        let class = self.classes[next.map_or(256, usize::from)] as usize;
        let place = class * self.rules + rule.0 as usize;
        &self.dots[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

impl Dot {
    /// Whether a byte, or the end of the input, can stand here.
    fn admits_next(&self, byte: Option<u8>) -> bool {
        byte.map_or(self.admits.has_end(), |byte| self.admits.contains(byte))
    }
}

/// Finds the way to read a terminal. If it only matches single bytes, the byte is also the longest match.
pub(super) fn reading(grammar: &Grammar, terminal: &Terminal) -> ScanMethod {
    if !matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf) {
        return ScanMethod::Any;
    }
    let ascii = |code: u32| u8::try_from(code).ok().filter(u8::is_ascii);
    let mut bytes = ByteSet::EMPTY;
    let is_byte = match &grammar.regulars[terminal.regular.0 as usize] {
        Regular::Literal { text, fold } => {
            text.iter().for_each(|&byte| bytes = bytes.union(ByteSet::of_letter(byte, *fold)));
            text.len() == 1
        }
        Regular::Bytes(ranges) => {
            ranges.iter().for_each(|&(low, high)| bytes.insert_range(low, high));
            true
        }
        Regular::Chars(ranges) => ranges.iter().all(|&(low, high)| {
            let range = ascii(low).zip(ascii(high));
            range.map(|(low, high)| bytes.insert_range(low, high)).is_some()
        }),
        _ => false,
    };
    let is_literal = matches!(grammar.regulars[terminal.regular.0 as usize], Regular::Literal { .. });
    match terminal.kind {
        _ if is_byte && terminal.word.is_none() => ScanMethod::Byte(bytes),
        TerminalKind::Token => ScanMethod::Single,
        TerminalKind::Leaf if is_literal => ScanMethod::Single,
        _ => ScanMethod::Any,
    }
}
