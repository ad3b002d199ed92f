//! The page of one reduction.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use super::files::{self, contents};
use super::history::{History, Moment};
use super::plot::{self, COLOURS, PlotPoint};
use crate::counted::grouped;
use crate::page::{self, command_to_paste, link, section, visible};
use crate::reduce::progress::{share_of_input, time};
use crate::show;
use grammarc_reduce::format::Format;
use grammarc_reduce::reduce::Languages;
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::shown;

use super::super::summary::Summary;

/// Larger results, and trees with more nodes, are not drawn: such pictures would be unreadable.
const LARGEST_DRAWN: usize = 1 << 16;
const MOST_NODES: usize = 2000;

/// The run's summary, command and texts, for the page.
pub(super) struct PageSubject<'a> {
    pub(super) summary: &'a Summary<'a>,
    /// Where the page will be.
    pub(super) page: &'a Path,
    /// The command line of this run, to be pasted.
    pub(super) line: &'a str,
    /// The command line of the test, and its condition.
    pub(super) command: &'a str,
    pub(super) language: &'a Format,
    pub(super) input: &'a [u8],
    pub(super) result: &'a [u8],
}

/// Returns the page.
pub(super) fn html(subject: &PageSubject<'_>, history: &History) -> String {
    let PageSubject { summary, input, result, .. } = subject;
    let name = visible(shown(summary.input).as_bytes());
    let form = if summary.files.is_some() { Form::Folder } else { Form::File };
    let (before, kept) = files::before(&contents(input, form), |path| history.left(path));
    let mut sections = vec![
        format!(
            "<h1>{name}: {} → {} bytes</h1>\n{}",
            grouped(summary.before as u64),
            grouped(summary.after as u64),
            facts(subject)
        ),
        section("Size", &curves(history)),
        section("Strategies", &shares(history)),
        section("Result", &format!("<div class=\"after\">{}</div>", files::after(&contents(result, form)))),
        section(
            "Input",
            &format!(
                "<p>{} bytes, of which the {} marked ones are left.</p>\n<div class=\"before\">{before}</div>",
                grouped(summary.before as u64),
                grouped(kept as u64)
            ),
        ),
    ];
    if form == Form::File {
        sections.push(section("Tree of the result", &tree(subject)));
    }
    page::html(&format!("{name}, reduced"), &sections.concat())
}

fn facts(subject: &PageSubject<'_>) -> String {
    let PageSubject { summary, command, page, line, .. } = subject;
    let file = |path: &Path| link(page, path);
    let counters = &summary.counters;
    let end = match summary.end {
        "done" => "no smaller candidate was found",
        "budget" => "budget exhausted",
        "interrupted" => "interrupted",
        _ => "the interestingness test could not be run, or a file could not be written",
    };
    let plain = |text: &str| visible(text.as_bytes());
    let folder = std::env::current_dir().map_or_else(|_| String::new(), |folder| shown(&folder));
    let mut rows = vec![
        ("size", plain(&share_of_input(summary.before, summary.after))),
        ("input", file(summary.input)),
        ("result", summary.output.map_or_else(|| "standard output".to_owned(), file)),
    ];
    rows.extend(
        summary
            .valid
            .map(|(bytes, path)| ("smallest valid", format!("{} ({} bytes)", file(path), grouped(bytes as u64)))),
    );
    rows.extend(summary.pretty.map(|path| ("formatted", file(path))));
    rows.extend([
        ("run", command_to_paste(line)),
        ("folder", plain(&folder)),
        ("test", plain(command)),
        ("grammar", plain(summary.grammar)),
        ("tests", grouped(counters.tests)),
        ("runs", grouped(counters.runs)),
        ("could not be run", grouped(counters.not_run)),
        ("time", time(summary.took)),
        ("end", plain(end)),
    ]);
    rows.retain(|(name, value)| *name != "could not be run" || value != "0");
    rows.extend(summary.minimalities().iter().map(|line| ("minimality", plain(line))));
    rows.extend(summary.rate.map(|rate| ("interesting in", plain(&rate.to_string()))));
    rows.push(("made", format!("{} by grammarc {}", page::now(), env!("CARGO_PKG_VERSION"))));
    page::facts_of_html(&rows)
}

fn curves(history: &History) -> String {
    let point = |at: f64, moment: &Moment| {
        let pass = history.shares.get(moment.share).map_or("", |share| &share.strategy);
        let (bytes, tests) = (grouped(moment.bytes as u64), grouped(moment.tests));
        let label = format!("{bytes} bytes after {tests} tests, {}; {}", time(moment.time), visible(pass.as_bytes()));
        PlotPoint { at, bytes: moment.bytes, pass: moment.share, label }
    };
    let moments = history.moments.iter();
    let tests: Vec<PlotPoint> = moments.clone().map(|it| point(it.tests as f64, it)).collect();
    let seconds: Vec<PlotPoint> = moments.map(|it| point(it.time.as_secs_f64(), it)).collect();
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
    let shares = history.shares.iter().enumerate();
    for (place, share) in shares.filter(|(_, share)| share.tests > 0 || share.removed != 0) {
        let part = |whole: i64| 100.0 * share.removed.max(0) as f64 / whole as f64;
        let sign = if share.removed < 0 { "−" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<tr><td><span class=\"swatch pass{}\"></span>{}</td><td class=\"figure\">{sign}{}</td><td class=\"figure\">{:.1}%</td><td class=\"bars\">{}</td>\
             <td class=\"figure\">{}</td><td class=\"figure\">{}</td></tr>",
            place % COLOURS,
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
