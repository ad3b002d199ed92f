//! Writes the parts of a rule: items, groups, texts and classes.

use super::fill::{BREAK, NEXT_ALTERNATIVE};
use super::folding::shared;
use super::names::{Names, plain};
use super::properties;
use super::shapes::Shapes;
use crate::source::{
    CharacterUnit, HookMoment, Lexing, OperatorSide, RuleRole, SourceAlternative, SourceGrammar, SourceHook,
    SourceItem, SourceItemKind, SourceRule,
};

/// Matches no text.
const NEVER: &str = "!\"\"";

/// A rule that is written, and all that its text depends on.
#[derive(Clone, Copy)]
pub(super) struct RuleWriting<'a> {
    pub(super) grammar: &'a SourceGrammar,
    pub(super) rule: &'a SourceRule,
    pub(super) names: &'a Names,
    pub(super) shapes: &'a Shapes<'a>,
}

/// Writes one rule. It collects the parts that need a rule of their own, because nothing is skipped in them.
pub(super) struct ItemWriter<'a> {
    grammar: &'a SourceGrammar,
    rule: &'a SourceRule,
    names: &'a Names,
    shapes: &'a Shapes<'a>,
    exact_parts: Vec<(&'static str, String, String)>,
}

impl<'a> ItemWriter<'a> {
    pub(super) fn new(writing: RuleWriting<'a>) -> Self {
        let RuleWriting { grammar, rule, names, shapes } = writing;
        Self { grammar, rule, names, shapes, exact_parts: Vec::new() }
    }

    pub(super) fn rule_body(&mut self) -> String {
        let rule = self.rule;
        let mut numbers: Vec<i64> =
            rule.alternatives.iter().filter_map(|a| a.level).map(|level| level.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let written: Vec<String> = rule
            .alternatives
            .iter()
            .map(|alternative| self.hooked(alternative) + &self.annotations(alternative, &numbers))
            .collect();
        written.join(NEXT_ALTERNATIVE)
    }

    /// Rules for the parts in which nothing is skipped: mark, name and body.
    pub(super) fn into_exact_parts(self) -> Vec<(&'static str, String, String)> {
        self.exact_parts
    }

    /// Tokens have no trees, so only rules of the parser have annotations. `numbers` are the levels of the rule, ascending.
    fn annotations(&self, alternative: &SourceAlternative, numbers: &[i64]) -> String {
        let mut out = String::new();
        if self.rule.role != RuleRole::Syntax {
            return out;
        }
        let is_self = |item: Option<&SourceItem>| {
            item.is_some_and(|item| matches!(&item.kind, SourceItemKind::Name(name) if *name == self.rule.name))
        };
        let is_operator = is_self(alternative.items.first()) || is_self(alternative.items.last());
        if let Some(level) = alternative.level.filter(|_| is_operator && alternative.items.len() > 1) {
            let rank = numbers.partition_point(|&number| number < level.number) + 1;
            let side = if level.side == OperatorSide::Right { "right" } else { "left" };
            out.push_str(&format!("{BREAK}@{side}({rank})"));
        }
        if let Some(weight) = alternative.weight {
            out.push_str(&format!("{BREAK}@w({weight})"));
        }
        if let Some(label) = &alternative.label {
            out.push_str(&format!("{BREAK}@as({})", identifier(label)));
        }
        out
    }

    /// An alternative with the functions that it calls. They belong to one item, so several items become a group.
    fn hooked(&mut self, alternative: &SourceAlternative) -> String {
        let mut out = match alternative.items.as_slice() {
            items if alternative.hooks.is_empty() => return self.sequence(items),
            [item] => self.primary(item),
            items => format!("({})", self.sequence(items)),
        };
        for SourceHook { moment, function } in &alternative.hooks {
            let name = if *moment == HookMoment::Before { "pre" } else { "post" };
            out.push_str(&format!("{BREAK}@{name}({function})"));
        }
        out
    }

    fn sequence(&mut self, items: &[SourceItem]) -> String {
        if items.is_empty() {
            return "\"\"".to_owned();
        }
        let parts: Vec<String> = items.iter().map(|item| self.item(item)).collect();
        parts.join(&BREAK.to_string())
    }

    fn item(&mut self, item: &SourceItem) -> String {
        match &item.kind {
            SourceItemKind::Repeat { body, min, max, .. } => self.primary(body) + &times(*min, *max),
            SourceItemKind::Separated { body, separator } => {
                format!("{} ++ {}", self.primary(body), self.primary(separator))
            }
            SourceItemKind::Except(kept, excluded) => format!("{} - {}", self.primary(kept), self.primary(excluded)),
            SourceItemKind::Ahead { body, negative } => {
                format!("{}{}", if *negative { '!' } else { '&' }, self.primary(body))
            }
            SourceItemKind::End => "!.".to_owned(),
            SourceItemKind::AnyTokenBut(tokens) if !tokens.is_empty() => {
                let list: Vec<String> = tokens.iter().map(|kind| self.item_of(kind)).collect();
                format!("token - ({})", list.join(" | "))
            }
            _ => self.primary(item),
        }
    }

    /// A part between parentheses that something else has written.
    fn inside(&mut self, item: &SourceItem) -> String {
        match &item.kind {
            SourceItemKind::Group(alternatives) => {
                let written: Vec<String> = alternatives.iter().map(|inner| self.hooked(inner)).collect();
                written.join(&format!("{BREAK}| "))
            }
            _ => self.item(item),
        }
    }

    fn item_of(&mut self, kind: &SourceItemKind) -> String {
        self.primary(&SourceItem::new(kind.clone(), self.rule.place.clone()))
    }

    /// An item to which a repetition can be added: in parentheses unless it is one already.
    fn primary(&mut self, item: &SourceItem) -> String {
        match &item.kind {
            SourceItemKind::Name(name) if self.needs_skip_behind(name) => {
                format!("(<{}> <{}>?)", self.names.of(name), self.names.skip())
            }
            SourceItemKind::Name(name) => format!("<{}>", self.names.of(name)),
            SourceItemKind::Text { text, fold } => {
                let prefix = if *fold && text.contains(|c: char| c.is_ascii_alphabetic()) { "i" } else { "" };
                let text: String = text.chars().map(|c| self.escaped(u32::from(c), "\"\\")).collect();
                format!("{prefix}\"{text}\"")
            }
            SourceItemKind::Class { ranges, negated } => self.class(ranges, *negated),
            SourceItemKind::Any | SourceItemKind::AnyTokenBut(_)
                if self.rule.role == RuleRole::Syntax && self.grammar.lexing != Lexing::Scannerless =>
            {
                match &item.kind {
                    SourceItemKind::AnyTokenBut(tokens) if !tokens.is_empty() => format!("({})", self.item(item)),
                    _ => "token".to_owned(),
                }
            }
            SourceItemKind::Any => ".".to_owned(),
            SourceItemKind::Group(_) => format!("({})", self.inside(item)),
            SourceItemKind::Line => "line".to_owned(),
            SourceItemKind::Block(body) => format!("block({})", self.inside(body)),
            SourceItemKind::Inside(body) => format!("(more{BREAK}here({}))", self.inside(body)),
            SourceItemKind::Flat(body) => format!("flat({})", self.inside(body)),
            SourceItemKind::Exact(body) if self.is_skipped_in(&body.kind) => self.exact_part(body),
            SourceItemKind::Exact(body) => self.primary(body),
            _ => format!("({})", self.item(item)),
        }
    }

    /// Whether blanks may stand between the parts of the rule.
    fn is_skipping(&self) -> bool {
        self.rule.role == RuleRole::Syntax && !self.shapes.is_explicit(&self.rule.name)
    }

    /// Whether blanks behind a rule of the parser must be written, because nothing is skipped in it.
    fn needs_skip_behind(&self, name: &str) -> bool {
        self.is_skipping() && self.shapes.is_exact(name)
    }

    /// Whether something would be skipped between parts of an item. Texts and tokens have no such parts.
    fn is_skipped_in(&self, kind: &SourceItemKind) -> bool {
        let has_parts = !matches!(kind, SourceItemKind::Text { .. } | SourceItemKind::Name(_));
        self.is_skipping() && !self.grammar.skips.is_empty() && has_parts
    }

    /// Makes a rule of a part.
    fn exact_part(&mut self, body: &SourceItem) -> String {
        let rule = SourceRule { role: RuleRole::Exact, alternatives: Vec::new(), ..self.rule.clone() };
        let mut inner = ItemWriter { rule: &rule, exact_parts: Vec::new(), ..*self };
        let text = inner.item(body);
        let name = self.names.part(&self.rule.name, self.exact_parts.len() + 1);
        let is_regular = self.shapes.has_regular_names(&body.kind);
        let modifier = if is_regular { "%token " } else { "%exact " };
        self.exact_parts.push((modifier, name.clone(), text));
        if is_regular { format!("<{name}>") } else { format!("(<{name}> <{}>?)", self.names.skip()) }
    }

    fn class(&self, ranges: &[(u32, u32)], negated: bool) -> String {
        let blocks: &[(u32, u32)] = match self.grammar.unit {
            CharacterUnit::Scalar => &[(0, 0xD7FF), (0xE000, 0x0010_FFFF)],
            CharacterUnit::Byte => &[(0, 0xFF)],
        };
        let mut kept: Vec<(u32, u32)> = ranges
            .iter()
            .flat_map(|&(low, high)| blocks.iter().filter_map(move |&(from, to)| shared(low, high, from, to)))
            .collect();
        kept.sort_unstable();
        kept.dedup();
        if kept.is_empty() {
            return if negated { ".".to_owned() } else { format!("({NEVER})") };
        }
        let mut text = String::from(if negated { "[^" } else { "[" });
        if self.grammar.unit == CharacterUnit::Scalar {
            let names = properties::take(&mut kept);
            text.extend(names.iter().map(|name| format!("\\p{{{name}}}")));
        }
        for (low, high) in kept {
            text.push_str(&self.escaped(low, "]\\-^"));
            if high > low {
                text.push('-');
                text.push_str(&self.escaped(high, "]\\-^"));
            }
        }
        text.push(']');
        text
    }

    /// A character of a text or class; `special` need a backslash.
    fn escaped(&self, code: u32, special: &str) -> String {
        match char::from_u32(code) {
            Some('\n') => "\\n".to_owned(),
            Some('\r') => "\\r".to_owned(),
            Some('\t') => "\\t".to_owned(),
            Some(c) if special.contains(c) => format!("\\{c}"),
            Some(c) if c.is_ascii_graphic() || c == ' ' => c.to_string(),
            _ if self.grammar.unit == CharacterUnit::Byte || code < 0x80 => format!("\\x{code:02x}"),
            Some(c) if c.is_alphanumeric() => c.to_string(),
            _ => format!("\\u{{{code:x}}}"),
        }
    }
}

fn times(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (min, None) => format!("{{{min},}}"),
        (min, Some(max)) if min == max => format!("{{{min}}}"),
        (min, Some(max)) => format!("{{{min},{max}}}"),
    }
}

/// A name for labels: letters, digits and `_`, with no digit at the beginning.
fn identifier(label: &str) -> String {
    let name = plain(label).replace(['-', '.'], "_");
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}
