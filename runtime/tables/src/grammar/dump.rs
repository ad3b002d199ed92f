//! Tables in words, for people who debug a grammar or the compiler. The format is not stable. Tests of the compiler
//! compare it with golden files.

use std::fmt::{self, Display, Formatter};

use super::{
    Check, Codec, Drive, Expression, ExpressionId, Grammar, Hook, Item, Production, Regular, RegularId, Rule, RuleKind,
    Shape, Slot, Symbol, TerminalKind,
};
use crate::byteset::ByteSet;

/// Writes every rule with its productions, then every terminal that has more to it than its name.
impl Display for Grammar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "start {}", self.label(self.start))?;
        for (number, rule) in self.rules.iter().enumerate() {
            self.write_rule(f, Symbol(number as u32), rule)?;
        }
        for (number, terminal) in self.terminals.iter().enumerate() {
            let symbol = self.terminal_symbol(number);
            let kind = match terminal.kind {
                TerminalKind::Token => "token",
                TerminalKind::Leaf => "leaf",
                TerminalKind::Ahead { .. } => "ahead",
                TerminalKind::Text { .. } => "text",
                TerminalKind::Indent(_) => "indent",
            };
            write!(f, "{} {kind}: ", self.label(symbol))?;
            self.write_regular(f, terminal.regular)?;
            write!(f, "{}", if terminal.nullable { " nullable" } else { "" })?;
            write!(f, "{}", if terminal.opaque { " opaque" } else { "" })?;
            if let Some(codec) = terminal.codec {
                write!(f, " codec={}", shown(codec))?;
            }
            if let Some(word) = terminal.word {
                write!(f, " word={}", self.label(word))?;
            }
            writeln!(f, " first={}", ByteClass(&terminal.first))?;
        }
        Ok(())
    }
}

impl Grammar {
    /// The name of a symbol, with its number where the name does not tell. For example, `<json>` for a named rule,
    /// and `<json>4` for its repetition.
    fn label(&self, symbol: Symbol) -> String {
        match (self.rule(symbol), self.terminal(symbol)) {
            (Some(Rule { kind: RuleKind::Named, name, .. }), _) => format!("<{name}>"),
            (Some(Rule { name, .. }), _) => format!("<{name}>{}", symbol.0),
            (_, Some(terminal)) if terminal.kind == TerminalKind::Token => format!("<{}>", terminal.name),
            _ => self.name(symbol).to_owned(),
        }
    }

    fn write_rule(&self, f: &mut Formatter<'_>, symbol: Symbol, rule: &Rule) -> fmt::Result {
        write!(f, "{} {}", self.label(symbol), kind(rule))?;
        write!(f, "{}", if rule.opaque { " opaque" } else { "" })?;
        if !rule.params.is_empty() {
            write!(f, " params={:?}", rule.params.iter().map(|label| label.0).collect::<Vec<_>>())?;
        }
        if let Some(left) = rule.count {
            write!(f, " count={}", left.0)?;
        }
        write!(f, " {:?} cost={}", rule.plan, rule.cost)?;
        write!(f, "{}", if rule.nullable { " nullable" } else { "" })?;
        writeln!(f, " first={} follow={}", ByteClass(&rule.first), ByteClass(&rule.follow))?;
        for id in self.productions_of(symbol) {
            self.write_production(f, symbol, self.production(id), self.items_of(id))?;
        }
        Ok(())
    }

    fn write_production(&self, f: &mut Formatter<'_>, rule: Symbol, row: &Production, items: &[Item]) -> fmt::Result {
        write!(f, "    {}", row.alternative)?;
        match row.shape {
            Shape::Node(symbol) if symbol == rule => write!(f, " node:")?,
            Shape::Node(symbol) => write!(f, " node {}:", self.label(symbol))?,
            Shape::Element => write!(f, " element:")?,
            Shape::Splice => write!(f, ":")?,
            Shape::Leaf(_) => write!(f, " leaf:")?,
        }
        for item in items {
            write!(f, " ")?;
            self.write_item(f, item)?;
        }
        if let Some(name) = &row.name {
            write!(f, " @as({name})")?;
        }
        if row.weight != 1 {
            write!(f, " @w({})", row.weight)?;
        }
        writeln!(f, "  [{}]", ByteClass(&row.predict))
    }

    /// Writes an item with all that it has. For example, `0:<name>!` has label 0 and must consume something.
    fn write_item(&self, f: &mut Formatter<'_>, item: &Item) -> fmt::Result {
        if let Some(label) = item.label {
            write!(f, "{}:", label.0)?;
        }
        write!(f, "{}", self.label(item.symbol))?;
        write!(f, "{}", if item.consume { "!" } else { "" })?;
        write!(f, "{}", if item.pass { "^" } else { "" })?;
        match item.slot {
            Slot::Item => {}
            Slot::Skip => write!(f, "~skip")?,
            Slot::Separator => write!(f, "~separator")?,
        }
        match item.check {
            Check::None => {}
            Check::Text { label, fold: false } => write!(f, ":=text({})", label.0)?,
            Check::Text { label, fold: true } => write!(f, ":=text_ci({})", label.0)?,
            Check::Except(regular) => {
                write!(f, "-")?;
                self.write_regular(f, regular)?;
            }
        }
        match item.drive {
            Drive::None => {}
            Drive::Here => write!(f, "/here")?,
            Drive::Size(size) => write!(f, "/size={}", self.formula(size))?,
            Drive::Count { low, high, left } => {
                let high = high.map_or_else(String::new, |high| self.formula(high));
                write!(f, "/{}={{{},{high}}}", left.0, self.formula(low))?;
            }
            Drive::Next(left) => write!(f, "/{}-1", left.0)?,
            Drive::Iteration(left) => write!(f, "/{}", left.0)?,
        }
        if let Some(field) = item.field {
            write!(f, ":={}", self.formula(self.fields[field.0 as usize].value))?;
        }
        self.hooks_of(item).iter().try_for_each(|hook| self.write_hook(f, hook))
    }

    fn write_hook(&self, f: &mut Formatter<'_>, hook: &Hook) -> fmt::Result {
        let (name, words) = hook.notation();
        let namespace = hook.namespace().map(|of| self.namespace(of));
        let subject = namespace.or(hook.meaning().calls.map(|call| self.function(call.function)));
        match subject {
            Some(subject) => write!(f, "@{name}({})", [&[subject], &words[..]].concat().join(", ")),
            None => write!(f, "@{name}"),
        }
    }

    /// An expression with all its parentheses. For example, `(size(0) Add 4)`.
    fn formula(&self, id: ExpressionId) -> String {
        let list =
            |labels: &[super::Label]| labels.iter().map(|label| label.0.to_string()).collect::<Vec<_>>().join(",");
        match &self.expressions[id.0 as usize] {
            Expression::Integer(number) => number.to_string(),
            Expression::Value { label, codec } => format!("value({}:{})", label.0, shown(*codec)),
            Expression::Size(label) => format!("size({})", label.0),
            Expression::Count(label) => format!("count({})", label.0),
            Expression::Offset(label) => format!("offset({})", label.0),
            Expression::Checksum { checksum, labels } => format!("{}({})", checksum.name(), list(labels)),
            Expression::Call { function, labels } => format!("{}({})", self.function(*function), list(labels)),
            Expression::Binary { operator, left, right } => {
                format!("({} {operator:?} {})", self.formula(*left), self.formula(*right))
            }
        }
    }

    fn write_regular(&self, f: &mut Formatter<'_>, id: RegularId) -> fmt::Result {
        match &self.regulars[id.0 as usize] {
            Regular::Literal { text, fold } => {
                write!(f, "{}\"{}\"", if *fold { "i" } else { "" }, text.escape_ascii())
            }
            Regular::Chars(ranges) => {
                let end = |code: u32| char::from_u32(code).map_or_else(String::new, |c| c.escape_default().to_string());
                let written = ranges.iter().map(|&(low, high)| range(end(low), end(high)));
                write!(f, "[{}]", written.collect::<String>())
            }
            Regular::Bytes(ranges) => {
                let written = ranges
                    .iter()
                    .map(|&(low, high)| range(low.escape_ascii().to_string(), high.escape_ascii().to_string()));
                write!(f, "b[{}]", written.collect::<String>())
            }
            Regular::Sequence(parts) => self.write_parts(f, parts, " "),
            Regular::Choice(parts) => self.write_parts(f, parts, " | "),
            Regular::Repeat { body, min, max } => {
                self.write_regular(f, *body)?;
                match (min, max) {
                    (0, None) => write!(f, "*"),
                    (1, None) => write!(f, "+"),
                    (0, Some(1)) => write!(f, "?"),
                    (min, None) => write!(f, "{{{min},}}"),
                    (min, Some(max)) => write!(f, "{{{min},{max}}}"),
                }
            }
            Regular::Ahead { body, negative } => {
                write!(f, "{}", if *negative { "!" } else { "&" })?;
                self.write_regular(f, *body)
            }
            Regular::Except { body, without } => {
                self.write_regular(f, *body)?;
                write!(f, " - ")?;
                self.write_regular(f, *without)
            }
            Regular::Text { label, fold } => write!(f, "text{}({})", if *fold { "_ci" } else { "" }, label.0),
        }
    }

    fn write_parts(&self, f: &mut Formatter<'_>, parts: &[RegularId], between: &str) -> fmt::Result {
        write!(f, "(")?;
        for (place, &part) in parts.iter().enumerate() {
            write!(f, "{}", if place > 0 { between } else { "" })?;
            self.write_regular(f, part)?;
        }
        write!(f, ")")
    }
}

/// The name of a codec, for example `u16be`.
fn shown(codec: Codec) -> String {
    match codec {
        Codec::Fixed { bytes, order, sign } => {
            let sign = if sign == super::Sign::Signed { 'i' } else { 'u' };
            let order = if order == super::ByteOrder::Big { "be" } else { "le" };
            format!("{sign}{}{order}", 8 * u32::from(bytes))
        }
        other => format!("{other:?}").to_lowercase(),
    }
}

fn kind(rule: &Rule) -> &'static str {
    match rule.kind {
        RuleKind::Named => "rule",
        RuleKind::Level(_) => "level",
        RuleKind::Group => "group",
        RuleKind::Repeat => "repeat",
        RuleKind::Anonymous => "anonymous",
    }
}

fn range(low: String, high: String) -> String {
    if low == high { low } else { format!("{low}-{high}") }
}

/// A set of bytes as a class; `$` is the end of the input. For example, `0-9$`.
struct ByteClass<'a>(&'a ByteSet);

impl Display for ByteClass<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (low, high) in self.0.ranges() {
            write!(f, "{}", range(low.escape_ascii().to_string(), high.escape_ascii().to_string()))?;
        }
        write!(f, "{}", if self.0.has_end() { "$" } else { "" })
    }
}
