//! Tables of generated code, laid out as they are written: rows under the rule they serve, as many on a line as fit.

use super::wide::{WIDTH, wrap};
use super::{INDENT_COLUMNS, printable};

/// Rows under a title, which is a comment above them. An empty title is not written.
pub(crate) type Section = (String, Vec<String>);

/// Writes a table.
pub(crate) fn table(doc: &str, name: &str, row: &str, sections: &[Section]) -> String {
    let count = count(sections);
    filled(&format!("\n/// {doc}\nstatic {name}: [{row}; {count}] = ["), sections, "];")
}

/// Counts the rows of a table.
pub(crate) fn count(sections: &[Section]) -> usize {
    sections.iter().map(|(_, rows)| rows.len()).sum()
}

/// Writes rows between `head` and `end`. Adjacent sections with the same title stand together; those without one begin a line each.
pub(crate) fn filled(head: &str, sections: &[Section], end: &str) -> String {
    let mut lines = Vec::new();
    for alike in sections.chunk_by(|(above, _), (title, _)| above == title && !title.is_empty()) {
        let rows: Vec<&str> = alike.iter().flat_map(|(_, rows)| rows).map(String::as_str).collect();
        if !alike[0].0.is_empty() && !rows.is_empty() {
            lines.push(format!("{:INDENT_COLUMNS$}// {}", "", printable(&alike[0].0)));
        }
        fill(&mut lines, &rows, INDENT_COLUMNS);
    }
    let only = lines.first().map_or("", |line| line.trim());
    if lines.len() < 2 && head.lines().last().map_or(0, str::len) + only.len() < WIDTH {
        return format!("{head}{}{end}\n", only.trim_end_matches(','));
    }
    format!("{head}\n{}\n{end}\n", lines.join("\n"))
}

/// Writes rows with commas, as many on a line as fit.
pub(crate) fn fill(lines: &mut Vec<String>, rows: &[&str], indent: usize) {
    let mut line = String::new();
    for row in rows {
        // A blank before it and a comma behind.
        if indent + line.len() + row.len() + 2 > WIDTH {
            flush(lines, &mut line, indent);
        }
        line = if line.is_empty() { format!("{row},") } else { format!("{line} {row},") };
    }
    flush(lines, &mut line, indent);
}

fn flush(lines: &mut Vec<String>, line: &mut String, indent: usize) {
    if !line.is_empty() {
        wrap(lines, &std::mem::take(line), indent, &[" "]);
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
    fill(&mut lines, names, INDENT_COLUMNS);
    format!("use {path}::{{\n{}\n}};\n", lines.join("\n"))
}
