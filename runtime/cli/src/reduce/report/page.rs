//! The page of one reduction.

use std::fmt::Write as _;
use std::time::Duration;

use super::History;
use super::plot;
use crate::page::{self, code, grouped, section, visible};
use crate::reduce::progress::{share_of_input, time};
use crate::show;
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::shown;
use grammarc_reduce::reduce::Languages;

use super::super::summary::Summary;

/// Larger results, and trees with more nodes, are not drawn: such pictures would be unreadable.
const LARGEST_DRAWN: usize = 1 << 16;
const MOST_NODES: usize = 2000;

/// The run's summary, command and texts, for the page.
pub(super) struct PageSubject<'a> {
    pub(super) summary: &'a Summary<'a>,
    /// The command line of the test.
    pub(super) command: &'a str,
    pub(super) language: &'a Format,
    pub(super) input: &'a [u8],
    pub(super) result: &'a [u8],
}

/// Returns the page.
pub(super) fn html(subject: &PageSubject<'_>, history: &History) -> String {
    let PageSubject { summary, input, result, .. } = subject;
    let name = visible(shown(summary.input).as_bytes());
    let left = history.origins.ranges();
    let kept: usize = left.iter().map(std::iter::ExactSizeIterator::len).sum();
    let sections = [
        format!(
            "<h1>{name}: {} → {} bytes</h1>\n{}",
            grouped(summary.before as u64),
            grouped(summary.after as u64),
            facts(subject)
        ),
        section("Size", &curves(history)),
        section("Strategies", &shares(history)),
        section("Result", &format!("<div class=\"after\">{}</div>", code::after(result))),
        section(
            "Input",
            &format!(
                "<p>{} bytes, of which the {} marked ones are left.</p>\n<div class=\"before\">{}</div>",
                grouped(input.len() as u64),
                grouped(kept as u64),
                code::before(input, &left)
            ),
        ),
        section("Tree of the result", &tree(subject)),
    ];
    page::html(&format!("{name}, reduced"), &sections.concat())
}

fn facts(subject: &PageSubject<'_>) -> String {
    let PageSubject { summary, command, .. } = subject;
    let counters = &summary.counters;
    let end = match summary.end {
        "done" => "no smaller candidate was found",
        "budget" => "budget exhausted",
        "interrupted" => "interrupted",
        _ => "the interestingness test could not be run, or a file could not be written",
    };
    let mut rows = vec![
        ("size", share_of_input(summary.before, summary.after)),
        ("result", summary.output.map_or_else(|| "standard output".to_owned(), shown)),
        ("grammar", summary.grammar.to_owned()),
        ("command", (*command).to_owned()),
        ("tests", grouped(counters.tests)),
        ("runs", grouped(counters.runs)),
        ("time", time(summary.took)),
        ("end", end.to_owned()),
    ];
    rows.extend(summary.minimality.map(|minimality| ("minimality", minimality.to_string())));
    rows.extend(summary.rate.map(|rate| ("interesting in", rate.to_string())));
    page::facts(&rows)
}

fn curves(history: &History) -> String {
    let moments = &history.moments;
    let tests: Vec<(f64, usize)> = moments.iter().map(|it| (it.tests as f64, it.bytes)).collect();
    let seconds: Vec<(f64, usize)> = moments.iter().map(|it| (it.time.as_secs_f64(), it.bytes)).collect();
    format!("<div class=\"pictures\">\n{}{}</div>", plot::svg("tests", &tests), plot::svg("seconds", &seconds))
}

fn shares(history: &History) -> String {
    let most = history.shares.iter().map(|share| share.removed).max().unwrap_or(0).max(1);
    let all: i64 = history.shares.iter().map(|share| share.removed).sum::<i64>().max(1);
    let mut out = String::from(
        "<table>\n<tr><th>strategy</th><th class=\"figure\">bytes removed</th><th class=\"figure\">share</th><th class=\"bars\"></th>\
         <th class=\"figure\">tests</th><th class=\"figure\">time</th></tr>\n",
    );
    // A strategy whose stages are at work under their own names has done nothing itself.
    for share in history.shares.iter().filter(|share| share.tests > 0 || share.removed != 0) {
        let part = |whole: i64| 100.0 * share.removed.max(0) as f64 / whole as f64;
        let sign = if share.removed < 0 { "−" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"figure\">{sign}{}</td><td class=\"figure\">{:.1}%</td><td class=\"bars\">{}</td>\
             <td class=\"figure\">{}</td><td class=\"figure\">{}</td></tr>",
            visible(share.strategy.as_bytes()),
            grouped(share.removed.unsigned_abs()),
            part(all),
            if share.removed > 0 {
                format!("<div class=\"bar\" style=\"width:{:.1}%\"></div>", part(most))
            } else {
                String::new()
            },
            grouped(share.tests),
            spent(share.time)
        );
    }
    out + "</table>"
}

fn spent(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// Draws the tree by the grammar, or the island tree if the result is not in the language.
fn tree(subject: &PageSubject<'_>) -> String {
    if subject.result.len() > LARGEST_DRAWN {
        return "<p>The result is too large for a drawing of its tree.</p>".to_owned();
    }
    let view = Languages::new(subject.language).view(subject.result);
    let nodes = show::size(&view.tree);
    let by = visible(view.language.name.as_bytes());
    if nodes > MOST_NODES {
        return format!("<p>Parsed as {by}, it has {} nodes: too many to draw here.</p>", grouped(nodes as u64));
    }
    let mut picture = Vec::new();
    // Writing to memory cannot fail.
    let _ = show::svg(&view.language.grammar, subject.result, &view.tree, &mut picture);
    // In a page the name space is known.
    let picture = String::from_utf8_lossy(&picture).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    format!("<p>Parsed as {by}.</p>\n<div class=\"tree\">{picture}</div>")
}
