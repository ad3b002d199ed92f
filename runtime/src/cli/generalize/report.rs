//! What is said of a pattern: how far it was verified, what is left undecided, and why each part is as it is.

use std::path::Path;

use crate::cli::reduce::json_string;
use crate::generalize::{Constraint, Finding, Generalized, Part, conjunction, interval};
use crate::hooks::{self, name_span};
use crate::language::Language;
use crate::trial::{Counters, Rate, Stop};

/// So many parts that are undecided are named.
const SHOWN: usize = 8;

/// A pattern, and where it came from.
pub(super) struct Report<'a> {
    pub(super) found: &'a Generalized,
    pub(super) language: &'a Language,
    pub(super) input: &'a Path,
}

impl Report<'_> {
    /// Returns the last line: what filling all parts at once has shown, and what it cost.
    pub(super) fn line(&self) -> String {
        let Generalized { pattern, is_verified, rate, is_exhaustive, unresolved, counters, stop, .. } = self.found;
        let cost = format!("{} tests", counters.tests);
        if pattern.holes.is_empty() && stop.is_none() {
            return format!("no part can be anything of its kind, {cost}");
        }
        let prefix = if *is_verified { "" } else { "not verified: " };
        let all = if *is_exhaustive { ", which is all there are" } else { "" };
        let lost = if *unresolved > 0 { format!(", {unresolved} unresolved") } else { String::new() };
        let why = match stop {
            Some(Stop::Budget) => "the budget is used up, ",
            Some(Stop::Interrupted) => "interrupted, ",
            _ => "",
        };
        match rate {
            Some(rate) => {
                let (low, high) = interval(*rate);
                let few = if *is_verified { "" } else { ", too few" };
                format!(
                    "{prefix}{why}rate {:.3} of {}{all}{few} (95 %: {low:.3}–{high:.3}){lost}, {cost}",
                    rate.value(),
                    rate.runs
                )
            }
            None => format!("{prefix}{why}no instance of the pattern was judged{lost}, {cost}"),
        }
    }

    /// Returns notes about parts that are undecided.
    pub(super) fn notes(&self) -> Vec<String> {
        let is_undecided = |part: &&Part| matches!(part.finding, Finding::Undecided { .. });
        let undecided: Vec<&Part> = self.found.parts.iter().filter(is_undecided).collect();
        if undecided.is_empty() {
            return Vec::new();
        }
        let named: Vec<String> = undecided.iter().take(SHOWN).map(|part| named(part)).collect();
        let more = if undecided.len() > SHOWN { ", …" } else { "" };
        vec![format!(
            "note: undecided, as too few other texts could be tried there: {}{more}; `--explain` says more",
            named.join(", ")
        )]
    }

    /// Returns a line for each part that was tried.
    pub(super) fn explanation(&self) -> Vec<String> {
        self.found.parts.iter().map(|part| format!("{}: {}", named(part), explained(&part.finding))).collect()
    }

    /// Returns one JSON object.
    pub(super) fn json(&self) -> String {
        let Generalized { pattern, counters, parts, stop, .. } = self.found;
        let text = |text: &[u8]| json_string(&String::from_utf8_lossy(text));
        let holes = pattern.holes.iter().map(|hole| {
            let span = name_span(&pattern.tree, self.language, hole.node);
            let variable = hole.variable.map_or_else(|| "null".to_owned(), |number| number.to_string());
            let name = json_string(&hole.name);
            format!(
                "{{\"name\":{name},\"start\":{},\"end\":{},\"variable\":{variable},\"constraints\":{}}}",
                span.start,
                span.end,
                strings(&hole.constraints)
            )
        });
        let parts = parts.iter().map(|part| {
            let Part { name, text: own, finding, .. } = part;
            format!("{{\"name\":{},\"text\":{},{}}}", json_string(name), text(own), found(finding))
        });
        let rate = self.found.rate.map_or_else(|| "null".to_owned(), rated);
        let Counters { tests, runs, .. } = counters;
        format!(
            "{{\"input\":{},\"grammar\":{},\"pattern\":{},\"text\":{},\"holes\":[{}],\"verified\":{},\"rate\":{rate},\
             \"exhaustive\":{},\"unresolved\":{},\"parts\":[{}],\"end\":\"{}\",\"tests\":{tests},\"runs\":{runs}}}",
            json_string(&self.input.to_string_lossy()),
            json_string(&self.language.name),
            text(&pattern.render(&self.language.grammar)),
            text(&pattern.text),
            holes.collect::<Vec<_>>().join(","),
            self.found.is_verified,
            self.found.is_exhaustive,
            self.found.unresolved,
            parts.collect::<Vec<_>>().join(","),
            match stop {
                None => "done",
                Some(Stop::Budget) => "budget",
                Some(Stop::Interrupted) => "interrupted",
                Some(Stop::Broken(_) | Stop::Io(_)) => "broken",
            }
        )
    }
}

fn strings(constraints: &[Constraint]) -> String {
    let strings: Vec<_> = constraints.iter().map(|it| json_string(&it.to_string())).collect();
    format!("[{}]", strings.join(","))
}

/// Returns a rate with its interval as JSON.
pub(in crate::cli) fn rated(rate: Rate) -> String {
    let (low, high) = interval(rate);
    format!("{{\"interesting\":{},\"of\":{},\"low\":{low:.4},\"high\":{high:.4}}}", rate.yes, rate.runs)
}

/// Returns a text as it stands between backquotes.
pub(in crate::cli) fn shown(text: &[u8]) -> String {
    hooks::shown(text).replace("\\\"", "\"").replace("\\'", "'")
}

fn named(part: &Part) -> String {
    format!("<{}> `{}`", part.name, shown(&part.text))
}

/// Says what was found out of a part.
fn explained(finding: &Finding) -> String {
    match finding {
        Finding::General { tries, is_exhaustive: true } => format!("anything: all {tries} others are interesting"),
        Finding::General { tries, .. } => format!("anything: {tries} others are interesting"),
        Finding::Refined { constraints, tries, is_exhaustive } => {
            let all = if *is_exhaustive { "all " } else { "" };
            format!("anything {}: {all}{tries} others are interesting", conjunction(constraints))
        }
        Finding::Matters { filling } => format!("matters: `{}` in its place is boring", shown(filling)),
        Finding::MattersTogether { filling, others } => {
            let others: Vec<String> =
                others.iter().map(|(name, text)| format!("`{}` for <{name}>", shown(text))).collect();
            format!("matters: `{}` in its place is boring together with {}", shown(filling), others.join(" and "))
        }
        Finding::Undecided { interesting: 0, unresolved: None, .. } => {
            "undecided: nothing else was found that can stand there".to_owned()
        }
        Finding::Undecided { interesting, wanted, unresolved: None } => {
            format!("undecided: only {interesting} others were found, of {wanted}; all are interesting")
        }
        Finding::Undecided { interesting, unresolved: Some((count, filling)), .. } => {
            let filling = shown(filling);
            format!(
                "undecided: {count} others are unresolved, as `{filling}` in its place; {interesting} are interesting"
            )
        }
    }
}

/// The same for machines: members of an object.
fn found(finding: &Finding) -> String {
    let text = |text: &[u8]| json_string(&String::from_utf8_lossy(text));
    match finding {
        Finding::General { tries, is_exhaustive } => {
            format!("\"finding\":\"general\",\"tries\":{tries},\"exhaustive\":{is_exhaustive}")
        }
        Finding::Refined { constraints, tries, is_exhaustive } => {
            let constraints = strings(constraints);
            format!(
                "\"finding\":\"refined\",\"constraints\":{constraints},\"tries\":{tries},\"exhaustive\":{is_exhaustive}"
            )
        }
        Finding::Matters { filling } => {
            format!("\"finding\":\"matters\",\"filling\":{},\"verdict\":\"boring\"", text(filling))
        }
        Finding::MattersTogether { filling, others } => {
            let other = |(name, filling): &(String, Vec<u8>)| {
                format!("{{\"name\":{},\"filling\":{}}}", json_string(name), text(filling))
            };
            let others: Vec<String> = others.iter().map(other).collect();
            let others = others.join(",");
            format!("\"finding\":\"matters\",\"filling\":{},\"verdict\":\"boring\",\"with\":[{others}]", text(filling))
        }
        Finding::Undecided { interesting, wanted, unresolved } => {
            let by = unresolved.as_ref().map_or_else(String::new, |(count, filling)| {
                format!(",\"unresolved\":{count},\"filling\":{},\"verdict\":\"unresolved\"", text(filling))
            });
            format!("\"finding\":\"undecided\",\"interesting\":{interesting},\"wanted\":{wanted}{by}")
        }
    }
}
