//! From pest's pairs to the syntax tree: one function for each kind of node, which returns it or a [`Diagnostic`].
//!
//! pest accepts more than the notation: rules of the grammar that match mistakes end here, each as its message. A function only
//! gets a pair of its own rule, so it takes the children that `grammar.pest` requires without a check. Should the two files
//! disagree, [`bug`] reports it and nothing panics.

mod expression;
mod failure;
mod item;
mod literal;
mod slip;

use pest::Parser as _;
use pest::iterators::{Pair, Pairs};

use crate::ast::{
    Directive, DirectiveKind, Encoding, Entry, File, Modifier, ModifierKind, Name, Rule as AstRule, Span,
};
use crate::diagnostic::{Diagnostic, Problem, Syntax, closest};

/// The parser that pest generates from `grammar.pest`, and an enum with its rules.
mod notation {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar.pest"]
    pub(super) struct Notation;
}

use notation::{Notation, Rule};

type Read<T> = Result<T, Diagnostic>;

/// The directives and modifiers, with how they are written.
const DIRECTIVES: [(&str, &str); 11] = [
    ("start", "%start <name>"),
    ("import", "%import \"file.bnf\"` or `%import \"file.bnf\" as name"),
    ("skip", "%skip <name>` or `%skip <name> := \" \""),
    ("word", "%word <name>"),
    ("layout", "%layout <name> <name>"),
    ("encoding", "%encoding utf8`, `%encoding bytes` or `%encoding latin1"),
    ("rust", "%rust ```…```"),
    ("token", "%token <name> ::= …"),
    ("opaque", "%opaque <name> ::= …"),
    ("inline", "%inline <name> ::= …"),
    ("exact", "%exact <name> ::= …"),
];

/// Reads a whole file whose nesting is known to be bounded.
pub(crate) fn file(text: &str) -> Read<File> {
    let mut pairs = Notation::parse(Rule::file, text).map_err(|error| failure::diagnostic(&error, text))?;
    let mut entries = Vec::new();
    // Where the last entry ended: comments above a rule are looked for down to here.
    let mut end = 0;
    for pair in pairs.next().map(Pair::into_inner).into_iter().flatten() {
        match pair.as_rule() {
            Rule::EOI => break,
            Rule::directive => entries.push(Entry::Directive(directive(pair)?)),
            Rule::rule => {
                let doc = doc(gap(text, end, pair.as_span().start()));
                entries.push(Entry::Rule(AstRule { doc, ..rule(pair)? }));
            }
            Rule::bad_rule => return Err(bare_rule(pair)),
            _ => return Err(bad_directive(pair)),
        }
        end = match entries.last() {
            Some(Entry::Directive(directive)) => directive.span.end,
            Some(Entry::Rule(rule)) => rule.span.end,
            None => 0,
        };
    }
    Ok(File { entries })
}

fn directive(pair: Pair<'_, Rule>) -> Read<Directive> {
    let start = pair.as_span().start();
    let pair = only(pair)?;
    let which = pair.as_rule();
    let mut inner = pair.into_inner();
    let first = next(&mut inner)?;
    let mut end = first.as_span().end();
    let kind = match which {
        Rule::start => {
            let names: Vec<Name> = std::iter::once(first).chain(inner).map(rule_name).collect::<Read<_>>()?;
            end = names.last().map_or(end, |name| name.span.end);
            DirectiveKind::Start(names)
        }
        Rule::word => DirectiveKind::Word(rule_name(first)?),
        Rule::layout => {
            let blank = rule_name(next(&mut inner)?)?;
            end = blank.span.end;
            DirectiveKind::Layout { line_end: rule_name(first)?, blank }
        }
        Rule::encoding => {
            let known = [Encoding::Utf8, Encoding::Bytes, Encoding::Latin1];
            let written = known.into_iter().find(|encoding| encoding.word() == first.as_str());
            DirectiveKind::Encoding(written.unwrap_or_default())
        }
        Rule::rust => DirectiveKind::Rust(code(first)?),
        Rule::import => {
            let alias = inner.next().map(name);
            end = alias.as_ref().map_or(end, |alias| alias.span.end);
            DirectiveKind::Import { path: only(first)?.as_str().to_owned(), alias }
        }
        _ => {
            let text = inner.next();
            end = text.as_ref().map_or(end, |text| text.as_span().end());
            DirectiveKind::Skip { rule: rule_name(first)?, text: text.map(literal::literal).transpose()? }
        }
    };
    Ok(Directive { kind, span: start..end })
}

fn code(pair: Pair<'_, Rule>) -> Read<String> {
    let span = span(&pair);
    let fence = pair.as_str().bytes().take_while(|&byte| byte == b'`').count();
    let mut inner = pair.into_inner();
    let text = next(&mut inner)?.as_str().to_owned();
    match inner.next() {
        Some(_) => Err(syntax(Syntax::UnclosedCode { fence }, span.start..span.start + fence)),
        None => Ok(text),
    }
}

/// A `%` with no directive after it, or with a known one that is wrong further on.
fn bad_directive(pair: Pair<'_, Rule>) -> Diagnostic {
    let place = span(&pair);
    let name = pair.as_str().trim_start_matches('%');
    let problem = match DIRECTIVES.iter().find(|(known, _)| *known == name) {
        Some((name, usage)) => Syntax::WrongDirective { name, usage },
        None => {
            let suggestion = closest(name, DIRECTIVES.iter().map(|(name, _)| *name));
            let suggestion = suggestion.and_then(|near| DIRECTIVES.iter().find(|(name, _)| *name == near));
            Syntax::UnknownDirective { name: name.to_owned(), suggestion: suggestion.map(|(name, _)| *name) }
        }
    };
    syntax(problem, place)
}

fn bare_rule(pair: Pair<'_, Rule>) -> Diagnostic {
    let name = pair.clone().into_inner().find(|part| part.as_rule() != Rule::modifier);
    let name = name.unwrap_or(pair);
    if name.as_rule() == Rule::unclosed_name {
        return item::unclosed_name(&name);
    }
    syntax(Syntax::BareRule { name: name.as_str().to_owned() }, span(&name))
}

/// Reads a rule without the comment above it.
fn rule(pair: Pair<'_, Rule>) -> Read<AstRule> {
    let start = pair.as_span().start();
    let mut modifiers = Vec::new();
    let mut inner = pair.into_inner();
    let mut part = next(&mut inner)?;
    while part.as_rule() == Rule::modifier {
        modifiers.push(modifier(&part));
        part = next(&mut inner)?;
    }
    let name = rule_name(part)?;
    let define = next(&mut inner)?;
    if define.as_rule() != Rule::define {
        let written = define.as_str().trim_end();
        let place = define.as_span().start()..define.as_span().start() + written.len();
        return Err(syntax(Syntax::WrongDefine { written: written.to_owned() }, place));
    }
    let mut opener = span(&define);
    let mut body = next(&mut inner)?;
    if body.as_rule() == Rule::leading_bar {
        opener = span(&body);
        body = next(&mut inner)?;
    }
    let alternatives = item::alternatives(body, opener)?;
    let last = alternatives.last().map_or(start, |alternative| alternative.span.end);
    let end = inner.next().map_or(last, |semicolon| semicolon.as_span().end());
    Ok(AstRule { doc: Vec::new(), modifiers, name, alternatives, span: start..end })
}

fn modifier(pair: &Pair<'_, Rule>) -> Modifier {
    let kind = match pair.as_str() {
        "%token" => ModifierKind::Token,
        "%opaque" => ModifierKind::Opaque,
        "%inline" => ModifierKind::Inline,
        _ => ModifierKind::Exact,
    };
    Modifier { kind, span: span(pair) }
}

/// The `##` lines above a rule; blank lines and other comments may stand between them. `gap` is everything from the end of
/// the last entry, or of the line that it ends on, to the rule.
fn doc(gap: &str) -> Vec<String> {
    let lines = gap.trim_start_matches('\u{FEFF}').lines();
    let marked = lines.filter_map(|line| line.trim().strip_prefix("##"));
    marked.map(|text| text.strip_prefix(' ').unwrap_or(text).to_owned()).collect()
}

/// Returns the blanks and comments between the last entry, which ended at `end`, and the rule at `start`. A comment on the last
/// line of an entry is about that entry.
fn gap(text: &str, end: usize, start: usize) -> &str {
    let gap = &text[end..start];
    let after_line = |gap: &str| gap.find('\n').map_or(gap.len(), |newline| newline + 1);
    if end == 0 { gap } else { &gap[after_line(gap)..] }
}

fn rule_name(pair: Pair<'_, Rule>) -> Read<Name> {
    let span = span(&pair);
    Ok(Name { text: only(pair)?.as_str().to_owned(), span })
}

fn name(pair: Pair<'_, Rule>) -> Name {
    Name { text: pair.as_str().to_owned(), span: span(&pair) }
}

fn span(pair: &Pair<'_, Rule>) -> Span {
    pair.as_span().start()..pair.as_span().end()
}

fn syntax(problem: Syntax, span: Span) -> Diagnostic {
    Diagnostic::new(Problem::Syntax(problem), span)
}

/// The next part, which `grammar.pest` requires.
fn next<'i>(pairs: &mut Pairs<'i, Rule>) -> Read<Pair<'i, Rule>> {
    pairs.next().ok_or_else(|| bug(0..0))
}

/// The first part, which `grammar.pest` requires.
fn only(pair: Pair<'_, Rule>) -> Read<Pair<'_, Rule>> {
    let place = span(&pair);
    pair.into_inner().next().ok_or_else(|| bug(place))
}

/// Reports that the reader and `grammar.pest` disagree: our own mistake, told without panic.
fn bug(span: Span) -> Diagnostic {
    syntax(Syntax::Unexpected { found: "text".to_owned(), expected: Vec::new() }, span)
}
