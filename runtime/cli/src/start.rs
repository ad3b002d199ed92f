//! `--start`: a rule as a language of its own, or a suggestion of a rule with a similar name.

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};

use super::status::Failure;
use grammarc_reduce::format::Format;

/// How many names are listed if none is similar.
const MAX_LISTED_NAMES: usize = 20;

/// Returns the language of a rule, whose name may stand in angle brackets; none without a rule, or if the language begins with it.
///
/// # Errors
/// If there is no such rule.
pub(super) fn language(language: &Format, rule: Option<&str>) -> Result<Option<Format>, Failure> {
    let Some(rule) = rule else { return Ok(None) };
    let name = rule.strip_prefix('<').and_then(|rule| rule.strip_suffix('>')).unwrap_or(rule);
    if language.grammar.name(language.grammar.start) == name {
        return Ok(None);
    }
    language.starting_with(name).map(Some).map_err(|unknown| {
        let help = match nearest(&unknown.name, &unknown.known) {
            Some(name) => format!("did you mean `{name}`?"),
            None => {
                let more = if unknown.known.len() > MAX_LISTED_NAMES { ", …" } else { "" };
                let first: Vec<&str> = unknown.known.iter().take(MAX_LISTED_NAMES).map(String::as_str).collect();
                format!("the rules are {}{more}", first.join(", "))
            }
        };
        Failure::usage(format!("{unknown} in the grammar `{}`\nhelp: {help}", language.name))
    })
}

/// Returns the known name nearest to `name`, as clap suggests values of options.
fn nearest(name: &str, known: &[String]) -> Option<String> {
    let rule = Arg::new("rule").value_parser(PossibleValuesParser::new(known.to_vec()));
    let error = Command::new("start").no_binary_name(true).arg(rule).try_get_matches_from(["--", name]).err()?;
    match error.get(ContextKind::SuggestedValue)? {
        ContextValue::String(near) => Some(near.clone()),
        _ => None,
    }
}
