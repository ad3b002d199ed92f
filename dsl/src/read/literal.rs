//! Texts and classes: their characters, with escapes resolved.

use pest::iterators::Pair;

use super::{Read, Rule, bug, next, only, slip, span, syntax};
use crate::ast::{Class, ClassRange, Literal, Property, Span, Unit};
use crate::diagnostic::{Diagnostic, Syntax};
use crate::property;

/// Reads `"text"`.
pub(super) fn literal(pair: Pair<'_, Rule>) -> Read<Literal> {
    let mut literal = Literal { units: Vec::new(), fold: false, bytes: false };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::prefix if part.as_str() == "i" => literal.fold = true,
            Rule::prefix => literal.bytes = true,
            _ => quoted(part, &mut literal.units)?,
        }
    }
    Ok(literal)
}

/// Reads a quoted text, quotes included.
fn quoted(pair: Pair<'_, Rule>, units: &mut Vec<Unit>) -> Read<()> {
    let place = span(&pair);
    let quote = if pair.as_rule() == Rule::double { '"' } else { '\'' };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::in_double | Rule::in_single => units.extend(part.as_str().chars().map(Unit::Char)),
            Rule::text_escape => units.push(escape(part.as_str(), span(&part))?),
            Rule::bad_escape => return Err(bad_escape(part.as_str(), span(&part), &["\"", "'"])),
            _ => {
                let mixed = slip::mixed_quotes(part.get_input(), place.start).filter(|_| quote == '"');
                return Err(match mixed {
                    Some((slip, place)) => syntax(Syntax::Slip(slip), place),
                    None => syntax(Syntax::UnclosedText { quote }, place),
                });
            }
        }
    }
    Ok(())
}

/// Reads `[a-z]`.
pub(super) fn class(pair: Pair<'_, Rule>) -> Read<Class> {
    let place = span(&pair);
    let mut class = Class { negated: false, ranges: Vec::new(), properties: Vec::new(), bytes: false };
    // A `-` that is not first is only right if it turns out to be last.
    let mut dash: Option<Span> = None;
    for part in pair.into_inner() {
        if let (Some(dash), false) = (dash.take(), part.as_rule() == Rule::unclosed_class) {
            return Err(syntax(Syntax::StrayDash, dash));
        }
        match part.as_rule() {
            Rule::byte_prefix => class.bytes = true,
            Rule::negation => class.negated = true,
            Rule::unclosed_class => return Err(syntax(Syntax::UnclosedClass, place)),
            Rule::property => class.properties.push(of_unicode(part)?),
            Rule::dash => {
                dash = (!class.ranges.is_empty() || !class.properties.is_empty()).then(|| span(&part));
                class.ranges.push(ClassRange { low: Unit::Char('-'), high: Unit::Char('-'), span: span(&part) });
            }
            _ => class.ranges.push(member(part)?),
        }
    }
    Ok(class)
}

/// Reads `\p{Lu}`.
fn of_unicode(pair: Pair<'_, Rule>) -> Read<Property> {
    let span = span(&pair);
    let mut inner = pair.into_inner();
    let negated = next(&mut inner)?.as_str() == "\\P{";
    let name = next(&mut inner)?.as_str().to_owned();
    if property::ranges(&name).is_none() {
        let suggestion = property::nearest(&name);
        return Err(syntax(Syntax::UnknownProperty { name, suggestion }, span));
    }
    Ok(Property { name, negated, span })
}

/// Reads one character or one range of a class.
fn member(pair: Pair<'_, Rule>) -> Read<ClassRange> {
    let span = span(&pair);
    if pair.as_rule() == Rule::unit {
        let unit = unit(pair)?;
        return Ok(ClassRange { low: unit, high: unit, span });
    }
    let mut ends = pair.into_inner();
    Ok(ClassRange { low: unit(next(&mut ends)?)?, high: unit(next(&mut ends)?)?, span })
}

fn unit(pair: Pair<'_, Rule>) -> Read<Unit> {
    let part = only(pair)?;
    let place = span(&part);
    match part.as_rule() {
        Rule::plain => part.as_str().chars().next().map(Unit::Char).ok_or_else(|| bug(place)),
        Rule::class_escape => escape(part.as_str(), place),
        _ => Err(bad_escape(part.as_str(), place, &[])),
    }
}

/// Resolves an escape that the grammar found well formed.
fn escape(written: &str, place: Span) -> Read<Unit> {
    let mut rest = written.chars();
    rest.next();
    let unit = match rest.next() {
        Some('n') => Some(Unit::Char('\n')),
        Some('r') => Some(Unit::Char('\r')),
        Some('t') => Some(Unit::Char('\t')),
        Some('f') => Some(Unit::Char('\u{0C}')),
        Some('x') => u8::from_str_radix(rest.as_str(), 16).ok().map(Unit::Hex),
        Some('u') => scalar(rest.as_str()).map(Unit::Char),
        itself => itself.map(Unit::Char),
    };
    unit.ok_or_else(|| bad_escape(written, place, &[]))
}

/// The character of `{1F600}`.
fn scalar(braced: &str) -> Option<char> {
    let digits = braced.strip_prefix('{')?.strip_suffix('}')?;
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// Advises on an unknown escape. `quotes` are the quotes that may be escaped here.
fn bad_escape(written: &str, place: Span, quotes: &[&str]) -> Diagnostic {
    let letter = written.chars().nth(1).unwrap_or(' ');
    let in_text = !quotes.is_empty();
    let advice = match letter {
        'p' | 'P' if in_text => format!("write a class: `[\\{letter}{{Lu}}]`"),
        'p' | 'P' => format!("write the name of a property in braces: `\\{letter}{{Lu}}`"),
        'd' => "write `[0-9]`; inside a class `0-9`".to_owned(),
        's' => "write `[ \\t\\n\\r]`; inside a class ` \\t\\n\\r`".to_owned(),
        'w' => "write `[A-Za-z0-9_]`; inside a class `A-Za-z0-9_`".to_owned(),
        'D' | 'S' | 'W' => "write a class that begins with `^`: `[^0-9]`".to_owned(),
        'x' => "write two hexadecimal digits: `\\x0A`".to_owned(),
        'u' => "write a Unicode scalar value in braces: `\\u{20AC}`".to_owned(),
        '0' => "write `\\x00`".to_owned(),
        ' ' if written.len() == 1 => "write `\\\\` for a backslash".to_owned(),
        _ if letter.is_alphanumeric() => "write `\\\\` for a backslash, `\\x07` for a character by number".to_owned(),
        _ if in_text => format!("write `{letter}` without the backslash, or `\\\\` for a backslash"),
        _ => format!("inside a class `{letter}` needs no backslash"),
    };
    syntax(Syntax::BadEscape { written: written.to_owned(), advice }, place)
}
