//! What `expect` says of a case: results line by line, and everything that was counted.

use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::DeadEnd;
use grammarc_runtime::generalize::{self, Finding, Generalization};
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::reduce::{self, Reduction};

/// Describes a reduction: its tests, the runs on invalid texts (the input itself is run twice), and its result; then the smallest
/// valid text where that is another one.
pub(crate) fn reduced(result: &Result<Reduction, reduce::Error>, invalid: usize) -> String {
    let reduced = match result {
        Ok(reduced) => reduced,
        Err(error) => return format!("error: {error}\n"),
    };
    let (counters, bytes) = (reduced.counters, reduced.text.len());
    let (tests, asked) = (counters.tests, counters.asked);
    let mut all = format!("tests {tests}, asked {asked}, invalid {invalid}, bytes {bytes}\n");
    all += &reduced.stop.as_ref().map(|stop| format!("stopped: {stop}\n")).unwrap_or_default();
    all += &lines(&reduced.text);
    if let Some(valid) = &reduced.valid {
        all += &format!("valid\n{}", lines(valid));
    }
    all
}

/// Describes a generalization: its pattern, then the parts in the order in which they were tried.
pub(crate) fn generalized(language: &Format, result: &Result<Generalization, generalize::Error>) -> String {
    let found = match result {
        Ok(found) => found,
        Err(error) => return format!("error: {error}\n"),
    };
    let is_verified = if found.is_verified { "verified" } else { "not verified" };
    let of_all = if found.is_exhaustive { ", by all instances" } else { "" };
    let mut all = format!("{is_verified}{of_all}, tests {}\n", found.counters.tests);
    all += &found.rate.map(|rate| format!("rate {rate}\n")).unwrap_or_default();
    all += &found.stop.as_ref().map(|stop| format!("stopped: {stop}\n")).unwrap_or_default();
    all += &lines(&found.pattern.render(&language.grammar));
    for part in &found.parts {
        all += &format!("<{}> `{}`: {}\n", part.name, part.text.escape_ascii(), finding(&part.finding));
    }
    all
}

/// Describes a generated text, and whether it breaks the grammar or its hooks.
pub(crate) fn generated(language: &Format, text: Result<&[u8], &DeadEnd>) -> String {
    match text {
        Ok(text) => lines(text).trim_end().to_owned() + &broken(language, text) + "\n",
        Err(DeadEnd) => "dead end\n".to_owned(),
    }
}

fn finding(finding: &Finding) -> String {
    match finding {
        Finding::General { tries, is_exhaustive: true } => format!("anything, by all {tries}"),
        Finding::General { tries, .. } => format!("anything, by {tries}"),
        Finding::Refined { constraints, tries, .. } => {
            let constraints: Vec<String> = constraints.iter().map(ToString::to_string).collect();
            format!("anything {}, by {tries}", constraints.join(" and "))
        }
        Finding::Matters { filling } => format!("matters, as `{}` shows", filling.escape_ascii()),
        Finding::MattersTogether { filling, others } => {
            format!("matters, as `{}` shows beside {} others", filling.escape_ascii(), others.len())
        }
        Finding::Undecided { interesting, wanted, unresolved } => {
            let unresolved = unresolved.as_ref().map_or(0, |(count, _)| *count);
            format!("undecided, by {interesting} of {wanted}, {unresolved} unresolved")
        }
    }
}

/// Returns how a text breaks the grammar or its hooks, behind a blank; nothing if it does not.
pub(crate) fn broken(language: &Format, text: &[u8]) -> String {
    match language.parsing().judge(text) {
        Outcome::Valid(_) => String::new(),
        Outcome::Invalid(_, violations) => format!("  # breaks hooks or fields: {}", violations.len()),
        Outcome::NoParse(_) => "  # not in the language".to_owned(),
    }
}

/// Returns a text line by line, each behind `| `: so an empty line shows, and whether the last line has an end.
fn lines(text: &[u8]) -> String {
    let line = |line: &[u8]| match std::str::from_utf8(line) {
        Ok(line) if !line.contains(char::is_control) => format!("| {line}\n"),
        _ => format!("| {}\n", line.escape_ascii()),
    };
    text.split(|byte| *byte == b'\n').map(line).collect()
}
