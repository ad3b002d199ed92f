//! The grammar language: any text is read or refused with a drawing. A file that was read is printed and read back, and a valid
//! file can be compiled. For example, `<s> ::=` is refused, and the drawing must not panic.

use grammarc_dsl::ast::{DirectiveKind, Entry, File};
use grammarc_dsl::diagnostic::{Color, Source, render};
use grammarc_dsl::print::print;

/// Reads bytes as a grammar file.
///
/// # Panics
/// If the file is not the same when it is printed and read back, or something breaks on the way.
pub fn grammar(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let file = match grammarc_dsl::parse(&text) {
        Ok(file) => file,
        Err(diagnostic) => {
            let sources = [Source { path: "fuzzed.bnf", text: &text }];
            assert!(!render(&[diagnostic], &sources, Color::Never).is_empty());
            return;
        }
    };
    let printed = print(&file);
    let again = grammarc_dsl::parse(&printed).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{printed}"));
    assert_eq!(without_spans(&again), without_spans(&file), "{printed}");
    if !reads_files(&file) {
        compile(&text);
    }
}

/// Compiles a text. Draws the diagnostics of an invalid one; parses a few inputs with a valid one.
fn compile(text: &str) {
    match grammarc::load_text("fuzzed", text) {
        Err(report) => assert!(!report.to_string().is_empty()),
        Ok(loaded) => {
            assert_eq!(loaded.warnings.is_empty(), loaded.warnings.to_string().is_empty());
            let language = loaded.format();
            for input in [&b""[..], b"a", b"a b\n"] {
                super::engines::parse(&language, input);
            }
        }
    }
}

/// Whether the grammar imports files other than the bundled `std/bin.bnf`.
pub(super) fn reads_files(file: &File) -> bool {
    file.entries.iter().any(|entry| match entry {
        Entry::Directive(directive) => {
            matches!(&directive.kind, DirectiveKind::Import { path, .. } if path != "std/bin.bnf")
        }
        Entry::Rule(_) => false,
    })
}

fn without_spans(file: &File) -> String {
    let text = format!("{file:#?}");
    text.lines().filter(|line| !line.trim_start().starts_with("span: ")).collect::<Vec<_>>().join("\n")
}
