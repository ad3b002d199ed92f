//! The message for a user when the program panics: this is a bug in it, and these lines are to be reported.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::ffi::OsString;

use super::status::say;
use grammarc_trial::oracle::{calm, quoted};

/// Threads that the program can do without: those that guess the next tests, and the live view.
const HELPERS: [&str; 2] = ["rehearsal", "view"];

/// The programs that can have a bug.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Culprit {
    /// The program: `grammarc`, or `grammarc-json`.
    pub program: String,
    /// Whether it calls functions of the author of its grammar, which can panic too.
    pub calls_functions: bool,
}

impl Culprit {
    /// Lets each panic of the process print a report. The process then ends with status 101, as Rust programs do.
    pub fn report_panics(self) {
        std::panic::set_hook(Box::new(move |panic| {
            let message = panic.payload_as_str().unwrap_or("a panic without a message");
            let place = panic.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
            let thread = std::thread::current();
            let is_helper = thread.name().is_some_and(|name| HELPERS.contains(&name));
            say(&calm(&self.report((message, &place), is_helper, std::env::args_os())));
            // Only if RUST_BACKTRACE asks for one.
            let trace = Backtrace::capture();
            if trace.status() == BacktraceStatus::Captured {
                say(&trace.to_string());
            }
        }));
    }

    /// Writes the report of a panic. A helper only makes the others faster, so the run goes on without it.
    fn report(
        &self,
        (message, place): (&str, &str),
        is_helper: bool,
        words: impl IntoIterator<Item = OsString>,
    ) -> String {
        let words: Vec<String> = words.into_iter().map(|word| quoted(&word)).collect();
        let kind = if is_helper { "note" } else { "error" };
        let or = if self.calls_functions { ", or in a function that its grammar calls" } else { "" };
        let rest =
            if is_helper { "\n  The run goes on without the part that failed, which only saves time." } else { "" };
        format!(
            "{kind}: a bug in {program} {version}{or}: {message}{rest}\n  \
             place      {place}\n  \
             command    {command}\n\
             help: report these lines to the authors of grammarc, with the input if you may",
            program = self.program,
            version = env!("CARGO_PKG_VERSION"),
            command = words.join(" "),
        )
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::Culprit;

    #[test]
    fn a_report_has_message_place_and_command() {
        let words = ["grammarc", "reduce", "a b.xml", "--", "true"].map(std::ffi::OsString::from);
        let culprit = Culprit { program: "grammarc".to_owned(), calls_functions: false };
        let report = culprit.report(("the len is 9", "src/tree.rs:35:2"), false, words.clone());
        let expected = expect![[r#"
            error: a bug in grammarc VERSION: the len is 9
              place      src/tree.rs:35:2
              command    grammarc reduce 'a b.xml' -- true
            help: report these lines to the authors of grammarc, with the input if you may"#]];
        expected.assert_eq(&report.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
        let report = culprit.report(("the len is 9", "src/tree.rs:35:2"), true, words);
        assert!(report.starts_with("note: a bug in") && report.contains("The run goes on without"), "{report}");
    }
}
