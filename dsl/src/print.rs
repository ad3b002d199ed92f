//! From the syntax tree back to text, so that `parse(print(x))` is `x`, up to spans and comments inside rules.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::ast::{
    Alternative, Argument, Class, Directive, DirectiveKind, Entry, Expression, ExpressionKind, File, Hook, Item,
    Literal, Look, ModifierKind, Name, Operator, Primary, PrimaryKind, Repetition, RepetitionKind, Rule, Unit,
};

/// Writes a grammar file: one entry a line, one alternative a line.
pub fn print(file: &File) -> String {
    file.entries.iter().map(|entry| format!("{}\n", Show(entry))).collect()
}

/// How a node is written: its `Display`, kept out of the tree, which has no behaviour.
struct Show<'a, T: ?Sized>(&'a T);

impl Display for Show<'_, Entry> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Entry::Directive(directive) => Show(directive).fmt(f),
            Entry::Rule(rule) => {
                for line in &rule.doc {
                    writeln!(f, "{}", format!("## {line}").trim_end())?;
                }
                Show(rule).fmt(f)
            }
        }
    }
}

impl Display for Show<'_, Directive> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            DirectiveKind::Start(names) => {
                f.write_str("%start")?;
                names.iter().try_for_each(|name| write!(f, " <{}>", name.text))
            }
            DirectiveKind::Import { path, alias } => {
                let quote = if path.contains('"') { '\'' } else { '"' };
                write!(f, "%import {quote}{path}{quote}")?;
                alias.as_ref().map_or(Ok(()), |alias| write!(f, " as {}", alias.text))
            }
            DirectiveKind::Skip { rule, text } => {
                write!(f, "%skip <{}>", rule.text)?;
                text.as_ref().map_or(Ok(()), |text| write!(f, " := {}", Show(text)))
            }
            DirectiveKind::Word(name) => write!(f, "%word <{}>", name.text),
            DirectiveKind::Layout { line_end, blank } => write!(f, "%layout <{}> <{}>", line_end.text, blank.text),
            DirectiveKind::Encoding(encoding) => write!(f, "%encoding {}", encoding.word()),
            DirectiveKind::Rust(code) => {
                let fence = fence(code);
                write!(f, "%rust {fence}{code}{fence}")
            }
        }
    }
}

impl Display for Show<'_, Rule> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for modifier in &self.0.modifiers {
            f.write_str(match modifier.kind {
                ModifierKind::Token => "%token ",
                ModifierKind::Opaque => "%opaque ",
                ModifierKind::Inline => "%inline ",
                ModifierKind::Exact => "%exact ",
            })?;
        }
        write!(f, "<{}> ::= ", self.0.name.text)?;
        separated(f, &self.0.alternatives, "\n  | ")
    }
}

impl Display for Show<'_, Alternative> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        separated(f, &self.0.items, " ")?;
        self.0.annotations.iter().try_for_each(|hook| write!(f, " {}", Show(hook)))
    }
}

impl Display for Show<'_, Item> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let item = self.0;
        if let Some(label) = &item.label {
            write!(f, "{}:", label.text)?;
        }
        f.write_str(match item.look {
            None => "",
            Some(Look::Ahead) => "&",
            Some(Look::NotAhead) => "!",
        })?;
        Show(&item.primary).fmt(f)?;
        if let Some(repetition) = &item.repetition {
            Show(repetition).fmt(f)?;
        }
        if let Some(except) = &item.except {
            write!(f, " - {}", Show(except))?;
        }
        if let Some(value) = &item.derive {
            write!(f, " := {}", Show(value))?;
        }
        item.hooks.iter().try_for_each(|hook| write!(f, " {}", Show(hook)))
    }
}

impl Display for Show<'_, Primary> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            PrimaryKind::Literal(literal) => Show(literal).fmt(f),
            PrimaryKind::Class(class) => Show(class).fmt(f),
            PrimaryKind::Any => f.write_char('.'),
            PrimaryKind::AnyToken => f.write_str("token"),
            PrimaryKind::Rule(name) => write!(f, "<{}>", name.text),
            PrimaryKind::Group(alternatives) => {
                f.write_char('(')?;
                separated(f, alternatives, " | ")?;
                f.write_char(')')
            }
            PrimaryKind::Text { label, fold } => {
                write!(f, "{}({})", if *fold { "text_ci" } else { "text" }, label.text)
            }
            PrimaryKind::Layout(layout, _) if !layout.has_part() => f.write_str(layout.word()),
            PrimaryKind::Layout(layout, alternatives) => {
                write!(f, "{}(", layout.word())?;
                separated(f, alternatives, " | ")?;
                f.write_char(')')
            }
        }
    }
}

impl Display for Show<'_, Literal> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let literal = self.0;
        let quote = if literal.units.contains(&Unit::Char('"')) { '\'' } else { '"' };
        let prefix = if literal.fold { "i" } else { "" };
        write!(f, "{prefix}{}{quote}", if literal.bytes { "b" } else { "" })?;
        for unit in &literal.units {
            show_unit(f, *unit, &[quote])?;
        }
        f.write_char(quote)
    }
}

impl Display for Show<'_, Class> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let class = self.0;
        write!(f, "{}[{}", if class.bytes { "b" } else { "" }, if class.negated { "^" } else { "" })?;
        for range in &class.ranges {
            show_unit(f, range.low, &[']', '-', '^'])?;
            if range.low != range.high {
                f.write_char('-')?;
                show_unit(f, range.high, &[']', '-', '^'])?;
            }
        }
        for property in &class.properties {
            write!(f, "\\{}{{{}}}", if property.negated { 'P' } else { 'p' }, property.name)?;
        }
        f.write_char(']')
    }
}

/// Writes a character, with a backslash if it is one of `special`.
fn show_unit(f: &mut Formatter<'_>, unit: Unit, special: &[char]) -> fmt::Result {
    match unit {
        Unit::Hex(byte) => write!(f, "\\x{byte:02x}"),
        Unit::Char('\n') => f.write_str("\\n"),
        Unit::Char('\r') => f.write_str("\\r"),
        Unit::Char('\t') => f.write_str("\\t"),
        Unit::Char('\u{0C}') => f.write_str("\\f"),
        Unit::Char('\\') => f.write_str("\\\\"),
        Unit::Char(c) if special.contains(&c) => write!(f, "\\{c}"),
        Unit::Char(c) if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c)),
        Unit::Char(c) => f.write_char(c),
    }
}

impl Display for Show<'_, Repetition> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            RepetitionKind::ZeroOrMore => f.write_char('*'),
            RepetitionKind::OneOrMore => f.write_char('+'),
            RepetitionKind::Optional => f.write_char('?'),
            RepetitionKind::Exactly(count) => write!(f, "{{{}}}", Show(count)),
            RepetitionKind::Between(low, high) => write!(f, "{{{},{}}}", Show(low), Show(high)),
            RepetitionKind::AtLeast(low) => write!(f, "{{{},}}", Show(low)),
            RepetitionKind::Separated(separator) => write!(f, " ** {}", Show(&**separator)),
            RepetitionKind::SeparatedSome(separator) => write!(f, " ++ {}", Show(&**separator)),
        }
    }
}

impl Display for Show<'_, Expression> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ExpressionKind::Integer(number) => write!(f, "{number}"),
            ExpressionKind::Label(label) => f.write_str(label),
            ExpressionKind::Call { function, labels } => {
                write!(f, "{}(", function.text)?;
                separated(f, labels, ", ")?;
                f.write_char(')')
            }
            ExpressionKind::Binary { left, operator, right } => {
                let binding = binding(*operator);
                operand(f, left, binding)?;
                f.write_str(match operator {
                    Operator::Add => " + ",
                    Operator::Subtract => " - ",
                    Operator::Multiply => " * ",
                    Operator::Divide => " / ",
                })?;
                // All operators group to the left, so an equal one on the right needs parentheses.
                operand(f, right, binding + 1)
            }
        }
    }
}

/// Writes an operand, in parentheses if its own operator binds less tightly than `least`.
fn operand(f: &mut Formatter<'_>, expression: &Expression, least: u8) -> fmt::Result {
    match &expression.kind {
        ExpressionKind::Binary { operator, .. } if binding(*operator) < least => write!(f, "({})", Show(expression)),
        _ => Show(expression).fmt(f),
    }
}

fn binding(operator: Operator) -> u8 {
    match operator {
        Operator::Add | Operator::Subtract => 0,
        Operator::Multiply | Operator::Divide => 1,
    }
}

impl Display for Show<'_, Hook> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0.name.text)?;
        if self.0.arguments.is_empty() {
            return Ok(());
        }
        f.write_char('(')?;
        separated(f, &self.0.arguments, ", ")?;
        f.write_char(')')
    }
}

impl Display for Show<'_, Argument> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(key) = &self.0.key {
            write!(f, "{}=", key.text)?;
        }
        f.write_str(&self.0.value.text)
    }
}

impl Display for Show<'_, Name> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

/// Writes nodes with a text between two of them.
fn separated<T>(f: &mut Formatter<'_>, nodes: &[T], between: &str) -> fmt::Result
where
    for<'a> Show<'a, T>: Display,
{
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        Show(node).fmt(f)?;
    }
    Ok(())
}

/// The backquotes around code: more than any run in it. Six would be an empty block.
fn fence(code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let length = if longest == 5 { 7 } else { longest + 1 };
    "`".repeat(length.max(3))
}
