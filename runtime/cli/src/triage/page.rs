//! The page of a triage: a table of the groups, then each with its pattern, its representative, and its inputs.

use std::path::{Path, PathBuf};

use super::TriageArgs;
use super::folder::reduced;
use super::groups::{Alike, Group};
use super::report::{TriageReport, rate};
use crate::counted::grouped;
use crate::page::{self, code, facts, section, visible};
use crate::reduce::check_page;
use crate::status::Failure;
use grammarc_generalize::{Generalization, interval};
use grammarc_reduce::format::Format;
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{Signature, quoted, shown};
use grammarc_trial::trial::ResultFile;

/// Returns the file of the page, if one is wanted.
///
/// # Errors
/// If it may not be written there.
pub(super) fn file(
    args: &TriageArgs,
    inputs: &[PathBuf],
    output: Option<&Path>,
) -> Result<Option<ResultFile>, Failure> {
    let Some(path) = &args.reduce.report.page else { return Ok(None) };
    let results: Vec<PathBuf> =
        output.into_iter().flat_map(|folder| inputs.iter().map(|input| reduced(folder, input))).collect();
    check_page(inputs.iter().map(PathBuf::as_path), (results.iter().map(PathBuf::as_path), Form::File), path)?;
    page::file(path, args.reduce.existing()).map(Some)
}

/// Writes the page.
///
/// # Errors
/// If its file cannot be written.
pub(super) fn write(mut file: ResultFile, report: &TriageReport<'_>) -> Result<(), Failure> {
    file.restart(html(report).into_bytes());
    file.finish().map_err(|error| Failure::file(file.path(), &error))
}

fn html(report: &TriageReport<'_>) -> String {
    let TriageReport { args, language, groups, .. } = report;
    let folder = visible(shown(&args.reduce.input).as_bytes());
    let (tests, runs) = report.cost();
    let command: Vec<String> = args.reduce.command.iter().map(|word| quoted(word)).collect();
    let rows = [
        ("grammar", format!("{}, {}", language.name, report.how_chosen)),
        ("command", command.join(" ")),
        ("tests", grouped(tests)),
        ("runs", grouped(runs)),
    ];
    let heading = format!("<h1>{folder}: {}</h1>\n{}", report.size("failing input"), facts(&rows));
    let each = (1..).zip(*groups).map(|(number, group)| {
        section(&format!("<a id=\"group-{number}\">Group {number}</a>"), &about(group, language))
    });
    let sections: String =
        [heading, section("Groups", &table(groups, language))].into_iter().chain(each).chain(left(report)).collect();
    page::html(&format!("{folder}, in groups"), &sections)
}

fn table(groups: &[Group], language: &Format) -> String {
    let row = |(number, group): (usize, &Group)| {
        format!(
            "<tr><td class=\"figure\"><a href=\"#group-{number}\">{number}</a></td><td class=\"figure\">{}</td>\
             <td class=\"figure\">{}</td><td>{}</td><td><code>{}</code></td></tr>\n",
            group.size(),
            grouped(group.representative().text.len() as u64),
            rate(group),
            pattern(group, language)
        )
    };
    format!(
        "<table>\n<tr><th class=\"figure\">group</th><th class=\"figure\">inputs</th><th class=\"figure\">bytes left</th>\
         <th>rate</th><th>pattern</th></tr>\n{}</table>",
        (1..).zip(groups).map(row).collect::<String>()
    )
}

/// Returns the pattern of a group, its holes marked; the text that stands for it if there is none.
fn pattern(group: &Group, language: &Format) -> String {
    match &group.found {
        None => visible(&group.representative().text),
        Some(found) => visible(&found.pattern.render(&language.grammar)),
    }
}

fn about(group: &Group, language: &Format) -> String {
    let representative = group.representative();
    let case = |case: &super::groups::Case| {
        format!(
            "<tr><td>{}</td><td class=\"figure\">{}</td><td class=\"figure\">{}</td><td class=\"figure\">{}</td><td>{}</td></tr>\n",
            visible(shown(&case.input).as_bytes()),
            grouped(case.before as u64),
            grouped(case.text.len() as u64),
            grouped(case.tests),
            visible(shown(case.place()).as_bytes())
        )
    };
    format!(
        "{}<pre>\n{}</pre>\n<p>{}{}</p>\n<p>Representative: {}</p>\n<div class=\"after\">{}</div>\n<table>\n\
         <tr><th>input</th><th class=\"figure\">bytes</th><th class=\"figure\">left</th><th class=\"figure\">tests</th><th>file</th></tr>\n\
         {}</table>",
        group.representative().signature.as_ref().map_or_else(String::new, reported),
        pattern(group, language),
        said(group),
        group
            .saved
            .as_ref()
            .map_or_else(String::new, |path| format!(" Pattern file: {}", visible(shown(path).as_bytes()))),
        visible(shown(representative.place()).as_bytes()),
        code::after(&representative.text),
        group.cases.iter().map(case).chain(group.alike.iter().map(alike)).collect::<String>()
    )
}

/// Returns the row of an input that was not reduced.
fn alike(alike: &Alike) -> String {
    format!(
        "<tr><td>{}</td><td class=\"figure\">{}</td><td></td><td class=\"figure\">{}</td><td></td></tr>\n",
        visible(shown(&alike.input).as_bytes()),
        grouped(alike.before as u64),
        grouped(alike.runs)
    )
}

/// Describes the signature of the inputs.
fn reported(signature: &Signature) -> String {
    format!("<p>Reported as: {}</p>\n", visible(signature.to_string().as_bytes()))
}

/// Says how sure the pattern is.
fn said(group: &Group) -> String {
    match &group.found {
        None if group.representative().is_unfinished => {
            "The triage was interrupted before there was a pattern.".to_owned()
        }
        None => "The reduced input does not parse, so there is no pattern.".to_owned(),
        Some(Generalization { pattern, stop: None, .. }) if pattern.holes.is_empty() => {
            "No part of it can be replaced freely.".to_owned()
        }
        Some(Generalization { rate: Some(rate), is_verified, .. }) => {
            let (low, high) = interval(*rate);
            let but = if *is_verified { "" } else { " Too few to be certain." };
            format!(
                "Of {} different instances, {} failed: a rate of {:.3} (95 %: {low:.3}–{high:.3}).{but}",
                rate.runs,
                rate.yes,
                rate.value()
            )
        }
        Some(_) => "Not verified: no instance was tested.".to_owned(),
    }
}

/// Returns the part about inputs that are in no group, if there are any.
fn left(report: &TriageReport<'_>) -> Option<String> {
    let row = |left: &super::Left| {
        let why = left.failure.message.lines().next().unwrap_or_default();
        format!("<tr><td>{}</td><td>{}</td></tr>\n", visible(shown(&left.input).as_bytes()), visible(why.as_bytes()))
    };
    let rows: String = report.left.iter().map(row).collect();
    (!rows.is_empty()).then(|| section("In no group", &format!("<table>\n{rows}</table>")))
}
