//! Pages for a browser: one HTML file each, which needs nothing else. A script only copies a command; without scripts all is there.

pub(super) mod code;

use std::path::Path;
use std::time::SystemTime;

use super::existing::{self, Existing};
use super::status::Failure;
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::shown;
use grammarc_trial::trial::ResultFile;

/// The beginning of every page. A file without it is not ours, and is not overwritten.
const MARK: &str = "<!DOCTYPE html>\n<!-- a report of grammarc -->\n";

const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1c2733;--page:#fff;--faint:#6b7785;--line:#d8dde3;--mark:#cfe8ff;--main:#2767c5;\
--string:#13702f;--number:#a2400c;--comment:#6b7785;--bracket:#7a3aa8}
@media(prefers-color-scheme:dark){:root{--text:#e4e8ed;--page:#171b21;--faint:#9aa5b1;--line:#38414b;--mark:#1f4566;\
--main:#7aaef5;--string:#83cf97;--number:#f0a170;--comment:#9aa5b1;--bracket:#c79bea}\
.plot .curve,.swatch{filter:brightness(1.45)}}
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
\
.point{fill:transparent}.point:hover{fill:var(--main);opacity:.6}.swatch{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-right:.4rem}\
.pass0{--pass:#2767c5}.pass1{--pass:#c2571a}.pass2{--pass:#2e8540}.pass3{--pass:#a33ea1}.pass4{--pass:#b3261e}.pass5{--pass:#0b7a8a}.pass6{--pass:#8a6d00}.pass7{--pass:#6b7785}\
.plot .curve[class*=pass]{stroke:var(--pass)}.swatch{background:var(--pass)}\
.paste{display:flex;gap:.5rem;align-items:flex-start}.paste pre{flex:1;margin:0;padding:.3rem .5rem;user-select:all}.paste button{font:inherit;cursor:pointer}a{color:var(--main)}\
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
    let rows: Vec<_> = rows.iter().map(|(name, value)| (*name, visible(value.as_bytes()))).collect();
    facts_of_html(&rows)
}

/// Returns a table of facts, a line each; the values are HTML.
pub(super) fn facts_of_html(rows: &[(&str, String)]) -> String {
    let row = |(name, value): &(&str, String)| format!("<tr><th>{name}</th><td>{value}</td></tr>\n");
    format!("<table class=\"facts\">\n{}</table>", rows.iter().map(row).collect::<String>())
}

/// Returns a command with a button that copies it. Without scripts there is no button, and one click selects the command.
pub(super) fn command_to_paste(command: &str) -> String {
    let copy = "const code=this.previousElementSibling;getSelection().selectAllChildren(code);document.execCommand('copy');\
                this.textContent='copied'";
    format!(
        "<div class=\"paste\"><pre>{}</pre><button hidden onclick=\"{copy}\">copy</button></div>\
         <script>for(const button of document.querySelectorAll('.paste button'))button.hidden=false</script>",
        visible(command.as_bytes())
    )
}

/// Returns a link to a file, as seen from a page: relative, if the file is in the folder of the page.
pub(super) fn link(page: &Path, file: &Path) -> String {
    let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // The page itself may not be there yet.
    let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let target = full(file);
    let path = target.strip_prefix(full(folder)).map(Path::to_owned).unwrap_or(target);
    // In front of the path, because a name such as `a:b` would be taken for a scheme.
    let start = if path.is_absolute() { "file://" } else { "./" };
    let address: String = path.as_os_str().as_encoded_bytes().iter().map(|byte| address_byte(*byte)).collect();
    format!("<a href=\"{start}{address}\">{}</a>", visible(shown(file).as_bytes()))
}

/// Returns a byte as it stands in an address.
fn address_byte(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

/// Returns the present time as people write it: `2026-11-26 12:30 UTC`.
pub(super) fn now() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    moment(seconds)
}

/// Returns the time so many seconds after 1970. The days are counted from March on, because then a leap day is the last of its year:
/// H. Hinnant, *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`.
fn moment(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400 + 719_468, seconds / 60 % 1440);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + 400 * era + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{link, moment};

    #[test]
    fn times_are_dates() {
        let all = [0, 951_782_399, 951_782_400, 1_795_696_200].map(moment);
        assert_eq!(
            all,
            ["1970-01-01 00:00 UTC", "2000-02-28 23:59 UTC", "2000-02-29 00:00 UTC", "2026-11-26 12:30 UTC"]
                .map(String::from)
        );
    }

    #[test]
    fn links_are_addresses() {
        let (page, file) = (Path::new("/nowhere/page.html"), Path::new("/nowhere/a b#1.json"));
        assert_eq!(link(page, file), "<a href=\"./a%20b%231.json\">/nowhere/a b#1.json</a>");
        assert!(link(page, Path::new("/else/where")).starts_with("<a href=\"file:///else/where\">"));
    }
}
