//! Tables of generated code, laid out as they are written: rows under the rule they serve, as many on a line as fit.

use super::wide::{WIDTH, wrap};
use super::{STEP, printable};

/// Rows with what stands above them; nothing does if that is empty.
pub(crate) type Section = (String, Vec<String>);

/// Writes a table. Neighbours with the same title stand together; those without begin a line each.
pub(crate) fn table(doc: &str, name: &str, row: &str, sections: &[Section]) -> String {
    passed(doc, name, row, "", sections)
}

/// Writes a table whose rows are the last argument of a call that is begun; no call is made if that is empty.
pub(crate) fn passed(doc: &str, name: &str, row: &str, call: &str, sections: &[Section]) -> String {
    let count: usize = sections.iter().map(|(_, rows)| rows.len()).sum();
    let doc = if doc.is_empty() { String::new() } else { format!("/// {doc}\n") };
    let head = format!("\n{doc}static {name}: [{row}; {count}] = {call}[");
    let end = if call.is_empty() { "];" } else { "]);" };
    let (mut lines, mut above) = (Vec::new(), "");
    let mut line = String::new();
    for (title, rows) in sections {
        if title.is_empty() {
            flush(&mut lines, &mut line);
        } else if title != above && !rows.is_empty() {
            flush(&mut lines, &mut line);
            lines.push(format!("{:STEP$}// {}", "", printable(title)));
            above = title;
        }
        for row in rows {
            // A blank before it and a comma behind.
            if STEP + line.len() + row.len() + 2 > WIDTH {
                flush(&mut lines, &mut line);
            }
            line = if line.is_empty() { format!("{row},") } else { format!("{line} {row},") };
        }
    }
    let last = head.lines().last().map_or(0, str::len);
    if lines.is_empty() && last + line.len() < WIDTH {
        return format!("{head}{}{end}\n", line.trim_end_matches(','));
    }
    flush(&mut lines, &mut line);
    format!("{head}\n{}\n{end}\n", lines.join("\n"))
}

fn flush(lines: &mut Vec<String>, line: &mut String) {
    if !line.is_empty() {
        wrap(lines, &std::mem::take(line), STEP, &[" "]);
    }
}

/// Writes an import of several names; nothing if there are none.
pub(crate) fn import(path: &str, names: &[&str]) -> String {
    let line = match names {
        [] => return String::new(),
        [name] => format!("use {path}::{name};\n"),
        names => format!("use {path}::{{{}}};\n", names.join(", ")),
    };
    if line.len() <= WIDTH {
        return line;
    }
    let mut lines = Vec::new();
    let mut rest = String::new();
    for name in names {
        if STEP + rest.len() + name.len() + 2 > WIDTH {
            flush(&mut lines, &mut rest);
        }
        rest = if rest.is_empty() { format!("{name},") } else { format!("{rest} {name},") };
    }
    flush(&mut lines, &mut rest);
    format!("use {path}::{{\n{}\n}};\n", lines.join("\n"))
}
