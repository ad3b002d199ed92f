//! Pages for a browser: one HTML file each, which needs nothing else, neither a network nor scripts.

pub(super) mod code;

use std::path::Path;

use super::existing::{self, Existing};
use super::status::Failure;
use grammarc_reduce::archive::Form;
use grammarc_reduce::trial::ResultFile;

/// The beginning of every page. A file without it is not ours, and is not overwritten.
const MARK: &str = "<!DOCTYPE html>\n<!-- a report of grammarc -->\n";

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

/// Returns the file of a page, which is not written yet.
///
/// # Errors
/// If the file there may not be replaced.
pub(super) fn file(path: &Path, existing: Existing) -> Result<ResultFile, Failure> {
    existing::check(path, MARK, "is not a grammarc report", existing)?;
    Ok(ResultFile::new(path, Form::File, b""))
}

/// Returns a page; both texts are HTML.
pub(super) fn html(title: &str, body: &str) -> String {
    format!(
        "{MARK}<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Returns a part of a page under a heading; both texts are HTML.
pub(super) fn section(title: &str, content: &str) -> String {
    format!("<h2>{title}</h2>\n{content}\n")
}

/// Returns a table of facts, a line each; the values are plain text.
pub(super) fn facts(rows: &[(&str, String)]) -> String {
    let row =
        |(name, value): &(&str, String)| format!("<tr><th>{name}</th><td>{}</td></tr>\n", visible(value.as_bytes()));
    format!("<table class=\"facts\">\n{}</table>", rows.iter().map(row).collect::<String>())
}

/// Returns a text as HTML. Invisible characters are escaped, except newlines and tabs.
pub(crate) fn visible(text: &[u8]) -> String {
    let mut out = String::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '&' => out += "&amp;",
                '<' => out += "&lt;",
                '>' => out += "&gt;",
                '"' => out += "&quot;",
                '\n' | '\t' | '\'' | '\\' => out.push(c),
                c => out.extend(c.escape_debug()),
            }
        }
        out.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    out
}

/// Returns a number with commas.
pub(crate) fn grouped(number: u64) -> String {
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
