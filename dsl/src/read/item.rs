//! Alternatives, items and their parts.

use pest::iterators::Pair;

use super::{Read, Rule, bug, expression, literal, name, next, only, rule_name, slip, span, syntax};
use crate::ast::{
    Alternative, Argument, Hook, Item, Layout, Look, Name, Primary, PrimaryKind, Repetition, RepetitionKind, Span,
};
use crate::diagnostic::{Diagnostic, Problem, Slip, Syntax};

/// The hooks that apply to a whole alternative.
const ANNOTATIONS: [&str; 5] = ["w", "left", "right", "none", "as"];

/// Reads `a | b | c`; `opener` is the `::=`, `(` or `|` before the first of them.
pub(super) fn alternatives(pair: Pair<'_, Rule>, opener: Span) -> Read<Vec<Alternative>> {
    let mut alternatives = Vec::new();
    let mut before = opener;
    for part in pair.into_inner() {
        if part.as_rule() == Rule::bar {
            before = span(&part);
        } else if part.as_str().is_empty() {
            return Err(match slip::empty(part.get_input(), before.end) {
                Some((slip, place)) => syntax(Syntax::Slip(slip), place),
                None => syntax(Syntax::EmptyAlternative, before),
            });
        } else {
            alternatives.push(alternative(part)?);
        }
    }
    Ok(alternatives)
}

fn alternative(pair: Pair<'_, Rule>) -> Read<Alternative> {
    let mut items: Vec<Item> = Vec::new();
    let mut annotations: Vec<Hook> = Vec::new();
    let mut end = 0;
    let start = pair.as_span().start();
    for part in pair.into_inner() {
        if let Some(early) = annotations.first() {
            return Err(early_annotation(early));
        }
        let (item, of_alternative, item_end) = item(part)?;
        items.push(item);
        annotations = of_alternative;
        end = item_end;
    }
    Ok(Alternative { items, annotations, span: start..end })
}

fn early_annotation(hook: &Hook) -> Diagnostic {
    let problem =
        Problem::MisplacedHook { name: hook.name.text.clone(), allowed: "after the last item of its alternative" };
    Diagnostic::new(problem, hook.span.clone())
}

/// Reads an item. Returns with it the annotations that follow it, which belong to the alternative, and the end of all.
fn item(pair: Pair<'_, Rule>) -> Read<(Item, Vec<Hook>, usize)> {
    let start = pair.as_span().start();
    let mut parts = pair.into_inner().peekable();
    let label = parts.next_if(|part| part.as_rule() == Rule::label).map(|part| only(part).map(name)).transpose()?;
    let look = parts.next_if(|part| part.as_rule() == Rule::look).map(|part| look(&part));
    let primary = primary(parts.next().ok_or_else(|| bug(start..start))?)?;
    let mut item = Item {
        label,
        look,
        span: start..primary.span.end,
        primary,
        repetition: None,
        except: None,
        derive: None,
        hooks: Vec::new(),
    };
    let mut annotations = Vec::new();
    let mut end = item.span.end;
    for part in parts {
        end = suffix(part, &mut item, &mut annotations)?;
    }
    Ok((item, annotations, end))
}

/// Adds a repetition, exclusion, value or hook to the item; returns where it ends.
fn suffix(pair: Pair<'_, Rule>, item: &mut Item, annotations: &mut Vec<Hook>) -> Read<usize> {
    let place = span(&pair);
    item.span.end = match pair.as_rule() {
        Rule::repetition => {
            let repetition = item.repetition.insert(repetition(pair)?);
            repetition.span.end
        }
        Rule::except => item.except.insert(primary(only(pair)?)?).span.end,
        Rule::derive => item.derive.insert(expression::value(only(pair)?, place)?).span.end,
        Rule::hook => {
            let hook = hook(pair)?;
            if ANNOTATIONS.contains(&hook.name.text.as_str()) {
                let end = hook.span.end;
                annotations.push(hook);
                return Ok(end);
            }
            item.hooks.push(hook);
            place.end
        }
        Rule::second_repetition => {
            let problem = Syntax::SecondRepetition { first: repeated(item), written: pair.as_str().to_owned() };
            return Err(syntax(problem, place));
        }
        Rule::second_except => return Err(syntax(Syntax::SecondExcept, place)),
        Rule::repeated_except => return Err(syntax(Syntax::RepeatedExcept, place)),
        _ => return Err(bug(place)),
    };
    Ok(item.span.end)
}

/// How an item with its repetition is written, its primary as `x`.
fn repeated(item: &Item) -> &'static str {
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        None | Some(RepetitionKind::ZeroOrMore) => "x*",
        Some(RepetitionKind::OneOrMore) => "x+",
        Some(RepetitionKind::Optional) => "x?",
        Some(RepetitionKind::Separated(_)) => "x ** s",
        Some(RepetitionKind::SeparatedSome(_)) => "x ++ s",
        Some(_) => "x{…}",
    }
}

fn look(pair: &Pair<'_, Rule>) -> Look {
    if pair.as_str() == "!" { Look::NotAhead } else { Look::Ahead }
}

fn primary(pair: Pair<'_, Rule>) -> Read<Primary> {
    let place = span(&pair);
    let kind = match pair.as_rule() {
        Rule::literal => PrimaryKind::Literal(literal::literal(pair)?),
        Rule::class => PrimaryKind::Class(literal::class(pair)?),
        Rule::any => PrimaryKind::Any,
        Rule::any_token => PrimaryKind::AnyToken,
        Rule::rule_name => PrimaryKind::Rule(rule_name(pair)?),
        Rule::group => PrimaryKind::Group(group(pair)?),
        Rule::back_reference => back_reference(pair)?,
        Rule::layout_mark => {
            let layout = match &pair.as_str()[..1] {
                "l" => Layout::Line,
                "m" => Layout::More,
                "s" => Layout::Same,
                _ => Layout::Inside,
            };
            PrimaryKind::Layout(layout, Vec::new())
        }
        Rule::layout_part => {
            let layout = match &pair.as_str()[..1] {
                "b" => Layout::Block,
                "f" => Layout::Flat,
                _ => Layout::Here,
            };
            PrimaryKind::Layout(layout, group(pair)?)
        }
        _ => return Err(mistake(pair)),
    };
    Ok(Primary { kind, span: place })
}

/// Reports a usual mistake in the place of an item.
fn mistake(pair: Pair<'_, Rule>) -> Diagnostic {
    let place = span(&pair);
    let text = pair.as_str();
    match pair.as_rule() {
        Rule::reserved_name => syntax(Syntax::Reserved { notation: "<name(args)>" }, place),
        Rule::unclosed_name => unclosed_name(&pair),
        Rule::folded_class => syntax(Syntax::FoldedClass, place),
        Rule::epsilon => syntax(Syntax::Epsilon, place),
        Rule::hook => syntax(Syntax::HookAlone, place),
        Rule::bare_name => match slip::bare(pair.get_input(), text, &place) {
            Some(slip) => syntax(Syntax::Slip(slip), place),
            None => Diagnostic::new(Problem::BareName { name: text.to_owned() }, place),
        },
        _ => bug(place),
    }
}

/// A `<` without its `>`, or with something between that is no name.
pub(super) fn unclosed_name(pair: &Pair<'_, Rule>) -> Diagnostic {
    let place = span(pair);
    if let Some((slip, place)) = slip::comment(pair.get_input(), place.start) {
        return syntax(Syntax::Slip(slip), place);
    }
    match slip::wrong_name(&pair.get_input()[place.start..]) {
        Some((near, length)) => syntax(Syntax::Slip(Slip::WrongName { near }), place.start..place.start + length),
        None => syntax(Syntax::UnclosedName { name: pair.as_str().trim_start_matches('<').to_owned() }, place),
    }
}

fn group(pair: Pair<'_, Rule>) -> Read<Vec<Alternative>> {
    let mut inner = pair.into_inner();
    let open = span(&next(&mut inner)?);
    // A mistake inside comes first: because of it the rest of the file was not read.
    let alternatives = alternatives(next(&mut inner)?, open.clone())?;
    match inner.next() {
        Some(_) => Err(syntax(Syntax::UnclosedGroup, open)),
        None => Ok(alternatives),
    }
}

fn back_reference(pair: Pair<'_, Rule>) -> Read<PrimaryKind> {
    let mut inner = pair.into_inner();
    let fold = next(&mut inner)?.as_str() == "text_ci(";
    Ok(PrimaryKind::Text { label: name(next(&mut inner)?), fold })
}

fn repetition(pair: Pair<'_, Rule>) -> Read<Repetition> {
    let pair = only(pair)?;
    let mut place = span(&pair);
    let kind = match pair.as_rule() {
        Rule::zero_or_more => RepetitionKind::ZeroOrMore,
        Rule::one_or_more => RepetitionKind::OneOrMore,
        Rule::optional => RepetitionKind::Optional,
        Rule::count => count(pair)?,
        Rule::separated => {
            let separator = separator(pair, "**")?;
            place.end = separator.span.end;
            RepetitionKind::Separated(Box::new(separator))
        }
        _ => {
            let separator = separator(pair, "++")?;
            place.end = separator.span.end;
            RepetitionKind::SeparatedSome(Box::new(separator))
        }
    };
    Ok(Repetition { kind, span: place })
}

fn separator(pair: Pair<'_, Rule>, operator: &'static str) -> Read<Primary> {
    let start = pair.as_span().start();
    let separator = only(pair)?;
    match separator.as_rule() {
        Rule::no_separator => Err(syntax(Syntax::NoSeparator { operator }, start..start + 2)),
        _ => primary(separator),
    }
}

fn count(pair: Pair<'_, Rule>) -> Read<RepetitionKind> {
    let mut inner = pair.into_inner();
    let low = expression::expression(next(&mut inner)?)?;
    if next(&mut inner)?.as_rule() != Rule::comma {
        return Ok(RepetitionKind::Exactly(low));
    }
    let high = next(&mut inner)?;
    Ok(match high.as_rule() {
        Rule::expression => RepetitionKind::Between(low, expression::expression(high)?),
        _ => RepetitionKind::AtLeast(low),
    })
}

fn hook(pair: Pair<'_, Rule>) -> Read<Hook> {
    let span = span(&pair);
    let mut inner = pair.into_inner();
    let name = name(next(&mut inner)?);
    if name.text == "codec" {
        return Err(syntax(Syntax::Reserved { notation: "@codec(f)" }, span));
    }
    let arguments = inner.next().map(|arguments| arguments.into_inner().map(argument).collect::<Read<_>>());
    Ok(Hook { name, arguments: arguments.transpose()?.unwrap_or_default(), span })
}

fn argument(pair: Pair<'_, Rule>) -> Read<Argument> {
    if pair.as_rule() == Rule::wrong_argument {
        // At the end of the file the place is behind the last thing in it.
        let (text, start) = (pair.get_input(), pair.as_span().start());
        let at = if text[start..].is_empty() { text.trim_end().len() } else { start };
        return Err(syntax(Syntax::WrongArgument, at..at));
    }
    let mut inner = pair.into_inner();
    let first: Name = name(next(&mut inner)?);
    Ok(match inner.next() {
        Some(value) => Argument { key: Some(first), value: name(value) },
        None => Argument { key: None, value: first },
    })
}
