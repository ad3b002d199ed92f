//! How short and how long the texts of symbols can be, in bytes, so that a text of a given size can be planned.
//!
//! For `<list> ::= "[" <number> ** "," "]"`, the least length is 2, the text `[]`, and there is no greatest one.

use grammarc_core::grammar::{
    Grammar, Item, ItemId, Production, ProductionId, Regular, RegularId, Rule, RuleKind, Symbol, Terminal, TerminalKind,
};

/// How often the greatest length of a rule is raised before the rule counts as one without limit. A rule that is not recursive needs as
/// many raises as it has rules nested in it, at most; for a rule nested deeper, "no limit" is a good estimate as well.
const MAX_RAISES: u32 = 32;
/// A list of elements of up to this many bytes is taken for a token: it repeats characters, such as those of a string, `\ud834\udd1e`
/// included.
const MAX_CHARACTER_BYTES: u32 = 12;
/// Bytes that a token like `[a-z]+` gets beyond its shortest text, at most, where rules can take the rest. Names and numbers of a kilobyte
/// fill a text as well, but test little.
const TOKEN_BYTES: u32 = 16;
/// Bytes that a repeated label adds, on average: the fuzzer draws short names.
const BACK_REFERENCE_BYTES: u32 = 4;

/// The length of the longest text of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::fuzz) enum Longest {
    /// It has this many bytes.
    Bytes(u32),
    /// There is none, because a terminal in it can grow, such as `[a-z]+`. Rules in it cannot.
    Token,
    /// There is none, because rules nest in each other or repeat.
    Endless,
}

impl Longest {
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Bytes(a), Self::Bytes(b)) => Self::Bytes(a.saturating_add(b)),
            (a, b) => a.max(b),
        }
    }
}

/// The lengths of the texts of a symbol, or of a row of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fuzz) struct Length {
    /// Bytes of the shortest text. [`u32::MAX`] means that it has not been found, or that the rule has no text.
    pub(in crate::fuzz) least: u32,
    pub(in crate::fuzz) longest: Longest,
    /// Bytes of the longest text if each token has at most [`TOKEN_BYTES`] more than it needs; [`u32::MAX`] if there is none.
    pub(in crate::fuzz) limited: u32,
    /// Whether nothing can follow any of its texts, because they look ahead for the end of the input: `[ \t]* !.`.
    pub(in crate::fuzz) is_final: bool,
}

impl Length {
    const EMPTY: Self = Self::exactly(0);
    /// The length of a choice among nothing.
    const NONE: Self = Self { least: u32::MAX, longest: Longest::Bytes(0), limited: 0, is_final: true };

    const fn exactly(bytes: u32) -> Self {
        Self { least: bytes, longest: Longest::Bytes(bytes), limited: bytes, is_final: false }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            least: self.least.saturating_add(other.least),
            longest: self.longest.plus(other.longest),
            limited: self.limited.saturating_add(other.limited),
            is_final: self.is_final || other.is_final,
        }
    }

    /// Returns the length of a terminal of this expression, or of a list of characters.
    fn as_token(self) -> Self {
        let limited = match self.longest {
            Longest::Bytes(bytes) => bytes,
            Longest::Token => self.least.saturating_add(TOKEN_BYTES),
            Longest::Endless => u32::MAX,
        };
        Self { limited, ..self }
    }

    fn or(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            longest: self.longest.max(other.longest),
            limited: self.limited.max(other.limited),
            is_final: self.is_final && other.is_final,
        }
    }
}

/// The items that follow an item in its production.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fuzz) struct Rest {
    /// The lengths of all of them together.
    pub(in crate::fuzz) length: Length,
    /// How many of them have no longest text.
    pub(in crate::fuzz) growing: u32,
    /// Whether the first of these is a repetition: then the item before it is an element of a list.
    pub(in crate::fuzz) is_repeated: bool,
}

impl Rest {
    const NOTHING: Self = Self { length: Length::EMPTY, growing: 0, is_repeated: false };

    /// Adds an item in front.
    fn behind(self, grammar: &Grammar, symbols: &[Length], symbol: Symbol) -> Self {
        let length = symbols[symbol.0 as usize];
        let is_growing = !matches!(length.longest, Longest::Bytes(_));
        let is_repetition = grammar.rule(symbol).is_some_and(|rule| is_list(grammar, rule));
        Self {
            length: length.plus(self.length),
            growing: self.growing + u32::from(is_growing),
            is_repeated: if is_growing { is_repetition } else { self.is_repeated },
        }
    }

    /// Returns whether an item is the last one.
    pub(in crate::fuzz) fn is_nothing(&self) -> bool {
        self.length == Length::EMPTY
    }
}

/// The lengths of all texts of a grammar.
#[derive(Debug)]
pub(in crate::fuzz) struct Lengths {
    symbols: Vec<Length>,
    productions: Vec<Length>,
    rests: Vec<Rest>,
    /// By rule: whether nothing can follow the texts of one of its productions.
    has_final: Vec<bool>,
    /// By regular expression.
    regulars: Vec<Length>,
}

impl Lengths {
    /// Examines a grammar. Time grows with its productions times [`MAX_RAISES`].
    pub(in crate::fuzz) fn new(grammar: &Grammar) -> Self {
        let regulars = regulars(grammar);
        let symbols = symbols(grammar, &regulars);
        let of = |production: &Production| row(grammar, &symbols, production);
        let productions: Vec<Length> = grammar.productions.iter().map(of).collect();
        let is_final = |rule: &Rule| of_rule(&productions, rule).iter().any(|length| length.is_final);
        let has_final = grammar.rules.iter().map(is_final).collect();
        let mut rests = vec![Rest::NOTHING; grammar.items.len()];
        for production in grammar.productions.iter() {
            let mut rest = Rest::NOTHING;
            for item in production.items.clone().rev() {
                rests[item as usize] = rest;
                rest = rest.behind(grammar, &symbols, grammar.items[item as usize].symbol);
            }
        }
        Self { symbols, productions, rests, has_final, regulars }
    }

    /// Returns the lengths of the texts of a symbol.
    pub(in crate::fuzz) fn of_symbol(&self, symbol: Symbol) -> Length {
        self.symbols[symbol.0 as usize]
    }

    /// Returns the lengths of the texts of a rule's options.
    pub(in crate::fuzz) fn of_options(&self, rule: &Rule) -> &[Length] {
        of_rule(&self.productions, rule)
    }

    /// Returns whether nothing can follow the texts of some option of a rule.
    pub(in crate::fuzz) fn has_final(&self, rule: Symbol) -> bool {
        self.has_final[rule.0 as usize]
    }

    /// Returns whether nothing can follow any text of a regular expression.
    pub(in crate::fuzz) fn is_final_regular(&self, regular: RegularId) -> bool {
        self.regulars[regular.0 as usize].is_final
    }

    /// Returns whether the texts of a regular expression have no longest one.
    pub(in crate::fuzz) fn is_growing_regular(&self, regular: RegularId) -> bool {
        !matches!(self.regulars[regular.0 as usize].longest, Longest::Bytes(_))
    }

    /// Returns what follows an item in its production.
    pub(in crate::fuzz) fn after(&self, item: ItemId) -> Rest {
        self.rests[item.0 as usize]
    }
}

/// Returns the lengths of the options of a rule.
fn of_rule<'l>(productions: &'l [Length], rule: &Rule) -> &'l [Length] {
    &productions[rule.productions.start as usize..rule.productions.end as usize]
}

/// Returns the lengths of the texts of each regular expression.
fn regulars(grammar: &Grammar) -> Vec<Length> {
    let is_any = |id: RegularId| is_any(&grammar.regulars[id.0 as usize]);
    let mut regulars: Vec<Length> = Vec::new();
    for regular in grammar.regulars.iter() {
        let length = of_regular(regular, is_any, |id: RegularId| regulars[id.0 as usize]);
        regulars.push(length);
    }
    regulars
}

/// Returns the lengths of the texts of each symbol, rules first.
fn symbols(grammar: &Grammar, regulars: &[Length]) -> Vec<Length> {
    let is_any = |id: RegularId| is_any(&grammar.regulars[id.0 as usize]);
    let terminal = |terminal: &Terminal| match terminal.kind {
        TerminalKind::Token | TerminalKind::Leaf => regulars[terminal.regular.0 as usize].as_token(),
        TerminalKind::Ahead { negative } => Length { is_final: negative && is_any(terminal.regular), ..Length::EMPTY },
        TerminalKind::Text { .. } | TerminalKind::Indent(_) => Length::exactly(BACK_REFERENCE_BYTES),
    };
    let mut symbols = vec![Length::NONE; grammar.rules.len()];
    symbols.extend(grammar.terminals.iter().map(terminal));
    let mut raises = vec![0; grammar.rules.len()];
    grammar.until_settled(|id| {
        let production = grammar.production(id);
        let rule = production.rule.0 as usize;
        let before = symbols[rule];
        let mut after = before.or(row(grammar, &symbols, production));
        let element = element(grammar, &symbols, id);
        if element.is_none() && (after.longest > before.longest || after.limited > before.limited) {
            raises[rule] += 1;
        }
        after.longest = match element {
            Some(Longest::Bytes(0)) => before.longest,
            Some(Longest::Bytes(1..=MAX_CHARACTER_BYTES)) => Longest::Token.max(before.longest),
            Some(_) => Longest::Endless,
            None if raises[rule] > MAX_RAISES => Longest::Endless,
            None => after.longest,
        };
        if element.is_some() || after.longest != Longest::Token {
            after = after.as_token();
        }
        symbols[rule] = after;
        after != before
    });
    symbols
}

/// Returns whether a rule is a repetition without limit, and no optional part.
pub(in crate::fuzz) fn is_list(grammar: &Grammar, rule: &Rule) -> bool {
    let first = grammar.items_of(ProductionId(rule.productions.start));
    let is_again = |item: &Item| grammar.rule(item.symbol).is_some_and(|other| std::ptr::eq(other, rule));
    rule.kind == RuleKind::Repeat && first.iter().any(is_again)
}

/// Returns the longest text of the element of a repetition without limit, if the production is one more iteration of one.
fn element(grammar: &Grammar, symbols: &[Length], id: ProductionId) -> Option<Longest> {
    let rule = grammar.production(id).rule;
    let items = grammar.items_of(id);
    items.iter().find(|item| item.symbol == rule)?;
    let others = items.iter().filter(|item| item.symbol != rule);
    Some(others.fold(Longest::Bytes(0), |sum, item| sum.plus(symbols[item.symbol.0 as usize].longest)))
}

/// Returns the lengths of the texts of a production.
fn row(grammar: &Grammar, symbols: &[Length], production: &Production) -> Length {
    let items = &grammar.items[production.items.start as usize..production.items.end as usize];
    items.iter().fold(Length::EMPTY, |sum, item| sum.plus(symbols[item.symbol.0 as usize]))
}

/// Returns whether an expression matches any byte or character, as `.` does.
fn is_any(regular: &Regular) -> bool {
    let is_gapless =
        |ranges: &[(u32, u32)]| ranges.windows(2).all(|pair| pair[1].0 == pair[0].1 + 1 || pair[1].0 == 0xE000);
    match regular {
        Regular::Bytes(ranges) => matches!(&**ranges, [(0, 0xff)]),
        Regular::Chars(ranges) => {
            ranges.first().is_some_and(|&(low, _)| low == 0)
                && ranges.last().is_some_and(|&(_, high)| high == u32::from(char::MAX))
                && is_gapless(ranges)
        }
        _ => false,
    }
}

/// Returns the lengths of the texts of an expression, given those of its parts, and which parts match any character.
fn of_regular(regular: &Regular, is_any: impl Fn(RegularId) -> bool, part: impl Fn(RegularId) -> Length) -> Length {
    match regular {
        Regular::Literal { text, .. } => Length::exactly(text.len() as u32),
        Regular::Chars(_) | Regular::Bytes(_) => Length::exactly(1),
        Regular::Sequence(parts) => parts.iter().fold(Length::EMPTY, |sum, &id| sum.plus(part(id))),
        Regular::Choice(parts) => parts.iter().map(|&id| part(id)).fold(Length::NONE, Length::or),
        Regular::Repeat { body, min, max } => {
            let Length { least, longest, is_final, .. } = part(*body);
            let longest = match (longest, max) {
                (Longest::Bytes(0), _) => Longest::Bytes(0),
                (Longest::Bytes(bytes), Some(max)) => Longest::Bytes(bytes.saturating_mul(*max)),
                _ => Longest::Token,
            };
            Length { least: least.saturating_mul(*min), longest, limited: 0, is_final: is_final && *min > 0 }
        }
        Regular::Except { body, .. } => part(*body),
        Regular::Ahead { body, negative: true } => Length { is_final: is_any(*body), ..Length::EMPTY },
        Regular::Ahead { .. } => Length::EMPTY,
        Regular::Text { .. } => Length::exactly(BACK_REFERENCE_BYTES),
    }
}
