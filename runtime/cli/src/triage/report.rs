//! The report of the groups: a table for people, and JSON for programs.

use super::groups::{Alike, Case, Group, one_line};
use super::{End, Left, TriageArgs};
use crate::counted::counted;
use crate::generalize::rated;
use crate::json::Json;
use crate::status::Status;
use grammarc_generalize::Generalization;
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::shown;

/// Most inputs without a group that are named.
const MAX_NAMED_INPUTS: usize = 8;

/// The result of a triage.
pub(super) struct TriageReport<'a> {
    pub(super) args: &'a TriageArgs,
    pub(super) language: &'a Format,
    #[cfg_attr(not(feature = "view"), expect(dead_code, reason = "the view alone shows it"))]
    pub(super) how_chosen: &'a str,
    /// The groups, the largest first.
    pub(super) groups: &'a [Group],
    /// The inputs without a group.
    pub(super) left: &'a [Left],
    /// How many inputs a signal left out.
    pub(super) unseen: usize,
    pub(super) end: End,
}

impl TriageReport<'_> {
    /// Returns the table, a line for each group; empty if there is none.
    pub(super) fn table(&self) -> String {
        if self.groups.is_empty() {
            return String::new();
        }
        let heads = ["inputs", "bytes", "rate", "representative", "pattern"].map(str::to_owned);
        let rows: Vec<[String; 5]> = std::iter::once(heads).chain(self.groups.iter().map(|it| self.row(it))).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let [inputs, bytes, rate, place] = [0, 1, 2, 3].map(width);
        let line = |[a, b, c, d, pattern]: &[String; 5]| {
            format!("{a:>inputs$}  {b:>bytes$}  {c:<rate$}  {d:<place$}  {pattern}\n")
        };
        // The signature stands on a line of its own, because it can be long.
        let said = self.groups.iter().map(|group| {
            let signature = group.representative().signature.as_ref();
            signature.map_or_else(String::new, |signature| format!("{:inputs$}  {signature}\n", ""))
        });
        let said = std::iter::once(String::new()).chain(said);
        rows.iter().zip(said).map(|(row, said)| line(row) + &said).collect()
    }

    fn row(&self, group: &Group) -> [String; 5] {
        let representative = group.representative();
        [
            group.size().to_string(),
            representative.text.len().to_string(),
            rate(group),
            shown(representative.place()),
            one_line(&group.shape(self.language)),
        ]
    }

    /// Returns notes about the inputs without a group, and the cost of all.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (status, one, several) in [
            (Status::No, "is not interesting", "are not interesting"),
            (Status::Broken, "could not be tested", "could not be tested"),
        ] {
            let left: Vec<&Left> = self.left.iter().filter(|left| left.failure.status == status).collect();
            if !left.is_empty() {
                let named: Vec<String> = left.iter().take(MAX_NAMED_INPUTS).map(|left| shown(&left.input)).collect();
                let more = if left.len() > MAX_NAMED_INPUTS { ", …" } else { "" };
                let what = if left.len() == 1 { one } else { several };
                notes.push(format!("note: {} of the inputs {what}: {}{more}", left.len(), named.join(", ")));
            }
        }
        if self.end == End::Interrupted {
            let unseen = match self.unseen {
                0 => String::new(),
                1 => "; 1 input has no group yet".to_owned(),
                count => format!("; {count} inputs have no group yet"),
            };
            notes.push(format!("note: interrupted{unseen}; run the same command again to resume"));
        }
        let (tests, runs) = self.cost();
        let (tests, runs) = (counted(tests as usize, "test"), counted(runs as usize, "run"));
        notes.push(format!("{}, {tests}, {runs}", self.size("input")));
        notes
    }

    /// Says how many inputs and groups there are.
    pub(super) fn size(&self, input: &str) -> String {
        let inputs = self.groups.iter().map(Group::size).sum();
        format!("{}, {}", counted(inputs, input), counted(self.groups.len(), "group"))
    }

    /// Returns how many tests and runs all groups took.
    pub(super) fn cost(&self) -> (u64, u64) {
        let costs = self.groups.iter().map(Group::cost);
        costs.fold((0, 0), |(tests, runs), (more_tests, more_runs)| (tests + more_tests, runs + more_runs))
    }

    /// Returns one JSON object.
    pub(super) fn json(&self) -> Json {
        let left = |left: &Left| {
            let why = left.failure.message.lines().next().unwrap_or_default();
            let is_judged = left.failure.status == Status::No;
            Json::object([("input", left.input.as_path().into()), ("judged", is_judged.into()), ("why", why.into())])
        };
        let end = match self.end {
            End::Done => "done",
            End::Interrupted => "interrupted",
        };
        let (tests, runs) = self.cost();
        Json::object([
            ("folder", self.args.reduce.input.as_path().into()),
            ("grammar", (&*self.language.name).into()),
            ("groups", Json::array(self.groups.iter().map(|group| self.group_json(group)))),
            ("left", Json::array(self.left.iter().map(left))),
            ("end", end.into()),
            ("tests", tests.into()),
            ("runs", runs.into()),
        ])
    }

    fn group_json(&self, group: &Group) -> Json {
        let found = group.found.as_ref();
        let pattern = found.map(|found| found.pattern.render(&self.language.grammar));
        let representative = group.representative();
        Json::object([
            ("count", group.size().into()),
            ("pattern", pattern.as_deref().into()),
            ("saved", group.saved.as_deref().into()),
            ("verified", found.is_some_and(|found| found.is_verified).into()),
            ("rate", found.and_then(|found| found.rate).map(rated).into()),
            ("representative", representative.place().into()),
            ("text", representative.text.as_slice().into()),
            ("report", representative.signature.as_ref().map(ToString::to_string).as_deref().into()),
            ("inputs", Json::array(group.cases.iter().map(case).chain(group.alike.iter().map(alike)))),
        ])
    }
}

fn case(case: &Case) -> Json {
    Json::object([
        ("input", case.input.as_path().into()),
        ("reduced", case.reduced.as_deref().into()),
        ("before", case.before.into()),
        ("after", case.text.len().into()),
        ("tests", case.tests.into()),
    ])
}

/// Describes an input that was not reduced.
fn alike(alike: &Alike) -> Json {
    Json::object([
        ("input", alike.input.as_path().into()),
        ("reduced", Json::Null),
        ("before", alike.before.into()),
        ("after", Json::Null),
        ("tests", alike.runs.into()),
    ])
}

/// Says how far the pattern of a group was verified.
pub(super) fn rate(group: &Group) -> String {
    match &group.found {
        None if group.representative().is_unfinished => "unfinished".to_owned(),
        None => "no pattern".to_owned(),
        Some(Generalization { pattern, stop: None, .. }) if pattern.holes.is_empty() => "no holes".to_owned(),
        Some(Generalization { rate: Some(rate), is_verified: true, .. }) => {
            format!("{:.3} of {}", rate.value(), rate.runs)
        }
        Some(_) => "not verified".to_owned(),
    }
}
