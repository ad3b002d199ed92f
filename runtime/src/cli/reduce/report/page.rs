//! The page: one HTML file that needs nothing else, neither a network nor scripts.

use std::fmt::Write as _;
use std::time::Duration;

use super::History;
use super::code::{self, visible};
use super::plot;
use crate::cli::reduce::progress::{percent, time};
use crate::cli::show;
use crate::language::Language;
use crate::oracle::shown;
use crate::reduce::Languages;

use super::super::summary::Summary;

/// What every page begins with: so it is known whether one may be overwritten.
pub(super) const MARK: &str = "<!DOCTYPE html>\n<!-- a report of grammarc reduce -->\n";

/// Larger results, and trees of more nodes, would be pictures that nobody reads.
const LARGEST_DRAWN: usize = 1 << 16;
const MOST_NODES: usize = 2000;

const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1c2733;--page:#fff;--faint:#6b7785;--line:#d8dde3;--mark:#cfe8ff;--main:#2767c5;\
--string:#13702f;--number:#a2400c;--comment:#6b7785;--bracket:#7a3aa8}
@media(prefers-color-scheme:dark){:root{--text:#e4e8ed;--page:#171b21;--faint:#9aa5b1;--line:#38414b;--mark:#1f4566;\
--main:#7aaef5;--string:#83cf97;--number:#f0a170;--comment:#9aa5b1;--bracket:#c79bea}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--text);background:var(--page);max-width:1200px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:2rem 0 .5rem}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem 1.2rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600}td.figure,th.figure{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.facts td{overflow-wrap:anywhere}code,pre{font:13px/1.45 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}
pre{border:1px solid var(--line);border-radius:4px;padding:.7rem;margin:.5rem 0;overflow:auto;max-height:70vh;white-space:pre-wrap;overflow-wrap:anywhere}
.faint,.gap,.before pre{color:var(--faint)}.gap{font-style:italic;padding:0 .5rem}
.string{color:var(--string)}.number{color:var(--number)}.comment{color:var(--comment);font-style:italic}.bracket{color:var(--bracket)}
.before pre span:not(.left){opacity:.65}.left{background:var(--mark);border-radius:2px;opacity:1}.before .left:not([class*=' ']){color:var(--text)}
.pictures{display:flex;flex-wrap:wrap;gap:1rem}.plot{flex:1 1 420px;min-width:0;max-width:640px}
.plot text{font:12px system-ui,sans-serif;fill:var(--faint)}.plot .row{text-anchor:end}.plot .column{text-anchor:middle}
.plot .grid{stroke:var(--line);fill:none}.plot .curve{stroke:var(--main);fill:none;stroke-width:2;stroke-linejoin:round}
.bar{background:var(--main);height:.7rem;border-radius:2px;min-width:1px}.bars{width:12rem;vertical-align:middle}
.tree{overflow:auto;max-height:80vh;border:1px solid var(--line);border-radius:4px}";

/// What a page is about, besides the run itself.
pub(super) struct Subject<'a> {
    pub(super) summary: &'a Summary<'a>,
    /// What is run.
    pub(super) command: &'a str,
    pub(super) language: &'a Language,
    pub(super) input: &'a [u8],
    pub(super) result: &'a [u8],
}

/// Returns the page.
pub(super) fn html(subject: &Subject<'_>, history: &History) -> String {
    let Subject { summary, input, result, .. } = subject;
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
                "<p>Of its {} bytes {} are left; these are marked.</p>\n<div class=\"before\">{}</div>",
                grouped(input.len() as u64),
                grouped(kept as u64),
                code::before(input, &left)
            ),
        ),
        section("Tree of the result", &tree(subject)),
    ];
    format!(
        "{MARK}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{name}, reduced</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        sections.concat()
    )
}

fn section(title: &str, content: &str) -> String {
    format!("<h2>{title}</h2>\n{content}\n")
}

fn facts(subject: &Subject<'_>) -> String {
    let Subject { summary, command, .. } = subject;
    let counters = &summary.counters;
    let end = match summary.end {
        "done" => "nothing smaller was found",
        "budget" => "the budget was used up",
        "interrupted" => "interrupted",
        _ => "the oracle broke, or something could not be written",
    };
    let mut rows = vec![
        ("size", format!("{} of the input", percent(summary.before, summary.after))),
        ("result", summary.output.map_or_else(|| "standard output".to_owned(), shown)),
        ("grammar", summary.grammar.to_owned()),
        ("command", (*command).to_owned()),
        ("tests", grouped(counters.tests)),
        ("runs", grouped(counters.runs)),
        ("time", time(summary.took)),
        ("end", end.to_owned()),
    ];
    rows.extend(summary.minimality.map(|minimality| ("minimal", minimality.to_string())));
    rows.extend(summary.rate.map(|rate| ("interesting in", rate.to_string())));
    let mut out = String::from("<table class=\"facts\">\n");
    for (name, value) in rows {
        out += &format!("<tr><th>{name}</th><td>{}</td></tr>\n", visible(value.as_bytes()));
    }
    out + "</table>"
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

/// Draws the tree by the grammar, or the island tree of what is not in the language.
fn tree(subject: &Subject<'_>) -> String {
    if subject.result.len() > LARGEST_DRAWN {
        return "<p>The result is too large to draw its tree.</p>".to_owned();
    }
    let view = Languages::new(subject.language).view(subject.result);
    let nodes = show::size(&view.tree);
    let by = visible(view.language.name.as_bytes());
    if nodes > MOST_NODES {
        return format!("<p>By {by} it has {} nodes, too many to draw here.</p>", grouped(nodes as u64));
    }
    let mut picture = Vec::new();
    // Writing to memory cannot fail.
    let _ = show::svg(&view.language.grammar, subject.result, &view.tree, &mut picture);
    // In a page the name space is known.
    let picture = String::from_utf8_lossy(&picture).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    format!("<p>By {by}.</p>\n<div class=\"tree\">{picture}</div>")
}

/// Returns a number with commas.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_are_grouped() {
        let all = [0, 12, 999, 1000, 12_345, 123_456, 1_000_000].map(grouped);
        assert_eq!(all, ["0", "12", "999", "1,000", "12,345", "123,456", "1,000,000"]);
    }
}
