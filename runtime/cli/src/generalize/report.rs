//! The report of a pattern: how far it was verified, which parts are undecided, and why each part is as it is.

use std::path::Path;

use crate::json::Json;
use crate::quoted::shown;
use grammarc_core::tree::name_span;
use grammarc_generalize::{Constraint, Finding, Generalization, Hole, Part, conjunction, interval};
use grammarc_reduce::format::Format;
use grammarc_trial::trial::{Rate, Stop};

/// Most undecided parts that are named.
const MAX_NAMED_PARTS: usize = 8;

/// A pattern, and where it came from.
pub(super) struct GeneralizeReport<'a> {
    pub(super) found: &'a Generalization,
    pub(super) language: &'a Format,
    pub(super) input: &'a Path,
}

impl GeneralizeReport<'_> {
    /// Returns the last line: the result of filling all parts at once, and the cost.
    pub(super) fn line(&self) -> String {
        let Generalization { pattern, is_verified, rate, is_exhaustive, unresolved, counters, stop, .. } = self.found;
        let cost = format!("{} tests", counters.tests);
        if pattern.holes.is_empty() && stop.is_none() {
            return format!("no part can be replaced freely, {cost}");
        }
        let prefix = if *is_verified { "" } else { "not verified: " };
        let all = if *is_exhaustive { ", which is all there are" } else { "" };
        let lost = if *unresolved > 0 { format!(", {unresolved} unresolved") } else { String::new() };
        let why = match stop {
            Some(Stop::Budget) => "budget exhausted, ",
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
            None => format!("{prefix}{why}no instance of the pattern was tested{lost}, {cost}"),
        }
    }

    /// Returns notes about undecided parts.
    pub(super) fn notes(&self) -> Vec<String> {
        let is_undecided = |part: &&Part| matches!(part.finding, Finding::Undecided { .. });
        let undecided: Vec<&Part> = self.found.parts.iter().filter(is_undecided).collect();
        if undecided.is_empty() {
            return Vec::new();
        }
        let named: Vec<String> = undecided.iter().take(MAX_NAMED_PARTS).map(|part| named(part)).collect();
        let more = if undecided.len() > MAX_NAMED_PARTS { ", …" } else { "" };
        vec![format!(
            "note: undecided, because too few other texts could be tried: {}{more}; `--explain` shows details",
            named.join(", ")
        )]
    }

    /// Returns a line for each part that was tried.
    pub(super) fn explanation(&self) -> Vec<String> {
        self.found.parts.iter().map(|part| format!("{}: {}", named(part), explained(&part.finding))).collect()
    }

    /// Returns one JSON object.
    pub(super) fn json(&self) -> Json {
        let Generalization { pattern, counters, parts, stop, .. } = self.found;
        let hole = |hole: &Hole| {
            let span = name_span(&self.language.grammar, &pattern.tree, hole.node);
            Json::object([
                ("name", (&*hole.name).into()),
                ("start", span.start.into()),
                ("end", span.end.into()),
                ("variable", hole.variable.into()),
                ("constraints", strings(&hole.constraints)),
            ])
        };
        let end = match stop {
            None => "done",
            Some(Stop::Budget) => "budget",
            Some(Stop::Interrupted) => "interrupted",
            Some(Stop::Broken(_) | Stop::Io(_)) => "broken",
        };
        Json::object([
            ("input", self.input.into()),
            ("grammar", (&*self.language.name).into()),
            ("pattern", pattern.render(&self.language.grammar).as_slice().into()),
            ("text", pattern.text.as_slice().into()),
            ("holes", Json::array(pattern.holes.iter().map(hole))),
            ("verified", self.found.is_verified.into()),
            ("rate", self.found.rate.map(rated).into()),
            ("exhaustive", self.found.is_exhaustive.into()),
            ("unresolved", self.found.unresolved.into()),
            ("parts", Json::array(parts.iter().map(part))),
            ("end", end.into()),
            ("tests", counters.tests.into()),
            ("runs", counters.runs.into()),
        ])
    }
}

fn strings(constraints: &[Constraint]) -> Json {
    Json::array(constraints.iter().map(|it| it.to_string().into()))
}

/// Returns a rate with its interval as JSON.
pub(crate) fn rated(rate: Rate) -> Json {
    let (low, high) = interval(rate);
    Json::object([
        ("interesting", rate.yes.into()),
        ("of", rate.runs.into()),
        ("low", Json::decimal(low, 4)),
        ("high", Json::decimal(high, 4)),
    ])
}

fn named(part: &Part) -> String {
    format!("<{}> `{}`", part.name, shown(&part.text))
}

/// Returns the finding about a part in words.
fn explained(finding: &Finding) -> String {
    match finding {
        Finding::General { tries, is_exhaustive: true } => format!("any text: all {tries} other texts are interesting"),
        Finding::General { tries, .. } => format!("any text: {tries} other texts are interesting"),
        Finding::Refined { constraints, tries, is_exhaustive } => {
            let all = if *is_exhaustive { "all " } else { "" };
            format!("any text {}: {all}{tries} other texts are interesting", conjunction(constraints))
        }
        Finding::Matters { filling } => format!("matters: `{}` in its place is uninteresting", shown(filling)),
        Finding::MattersTogether { filling, others } => {
            let others: Vec<String> =
                others.iter().map(|(name, text)| format!("`{}` for <{name}>", shown(text))).collect();
            format!(
                "matters: `{}` in its place is uninteresting together with {}",
                shown(filling),
                others.join(" and ")
            )
        }
        Finding::Undecided { interesting: 0, unresolved: None, .. } => {
            "undecided: no other text of this kind was found".to_owned()
        }
        Finding::Undecided { interesting, wanted, unresolved: None } => {
            format!("undecided: only {interesting} of {wanted} other texts were found; all are interesting")
        }
        Finding::Undecided { interesting, unresolved: Some((count, filling)), .. } => {
            let filling = shown(filling);
            format!(
                "undecided: {count} other texts are unresolved, for example `{filling}`; {interesting} are interesting"
            )
        }
    }
}

/// Returns the same as JSON.
fn part(part: &Part) -> Json {
    let mut members = vec![("name", part.name.as_str().into()), ("text", part.text.as_slice().into())];
    members.extend(match &part.finding {
        Finding::General { tries, is_exhaustive } => {
            vec![("finding", "general".into()), ("tries", (*tries).into()), ("exhaustive", (*is_exhaustive).into())]
        }
        Finding::Refined { constraints, tries, is_exhaustive } => vec![
            ("finding", "refined".into()),
            ("constraints", strings(constraints)),
            ("tries", (*tries).into()),
            ("exhaustive", (*is_exhaustive).into()),
        ],
        Finding::Matters { filling } => {
            vec![("finding", "matters".into()), ("filling", filling.as_slice().into()), ("verdict", "boring".into())]
        }
        Finding::MattersTogether { filling, others } => vec![
            ("finding", "matters".into()),
            ("filling", filling.as_slice().into()),
            ("verdict", "boring".into()),
            ("with", Json::array(others.iter().map(other))),
        ],
        Finding::Undecided { interesting, wanted, unresolved: None } => {
            vec![("finding", "undecided".into()), ("interesting", (*interesting).into()), ("wanted", (*wanted).into())]
        }
        Finding::Undecided { interesting, wanted, unresolved: Some((count, filling)) } => vec![
            ("finding", "undecided".into()),
            ("interesting", (*interesting).into()),
            ("wanted", (*wanted).into()),
            ("unresolved", (*count).into()),
            ("filling", filling.as_slice().into()),
            ("verdict", "unresolved".into()),
        ],
    });
    Json::object(members)
}

/// Returns the filling of another part with which this one mattered.
fn other((name, filling): &(String, Vec<u8>)) -> Json {
    Json::object([("name", name.as_str().into()), ("filling", filling.as_slice().into())])
}
