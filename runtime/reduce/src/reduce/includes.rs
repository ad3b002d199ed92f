//! Whether a candidate leaves `#include` lines alone: each stays or goes as a whole. Users paste them into reports.

use std::collections::HashSet;

use super::{Search, Stop};

impl Search<'_, '_> {
    /// Makes each `#include` line stay or go as a whole.
    #[must_use]
    pub fn keeping_includes(mut self, keeps_includes: bool) -> Self {
        self.keeps_includes = keeps_includes;
        self
    }

    /// Runs a pass that may write `#include` lines.
    pub(super) fn writing_includes(&mut self, body: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let before = std::mem::replace(&mut self.keeps_includes, false);
        let outcome = body(self);
        self.keeps_includes = before;
        outcome
    }
}

/// Returns whether each `#include` line of a candidate is one of the text that it was made from. O(n).
pub(super) fn are_includes_kept(text: &[u8], candidate: &[u8]) -> bool {
    let mut known = None;
    includes(candidate).all(|line| known.get_or_insert_with(|| includes(text).collect::<HashSet<_>>()).contains(line))
}

/// Returns the `#include` lines of a text, without white space around them.
fn includes(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| is_include(line))
}

fn is_include(line: &[u8]) -> bool {
    line.strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"include"))
}

#[cfg(test)]
mod tests {
    use super::are_includes_kept;
    use crate::island::ISLAND;
    use crate::reduce::{Options, reduce};

    #[test]
    fn a_line_stays_or_goes_as_a_whole() {
        let text = b"#include <map>\n  # include \"own.h\" // own\nint a;\n";
        for (candidate, is_kept) in [
            ("#include <map>\nint a;\n", true),
            ("# include \"own.h\" // own\n", true),
            ("int a;\n", true),
            ("#include<map>\nint a;\n", false),
            ("#include <map> int a;\n", false),
            ("#include \"own.h\"\n", false),
        ] {
            assert_eq!(are_includes_kept(text, candidate.as_bytes()), is_kept, "{candidate}");
        }
    }

    #[test]
    fn headers_become_lines_that_stay() {
        let text = "# 1 \"a.c\"\n# 1 \"/usr/include/stdio.h\" 1 3\nint puts(char *);\n# 2 \"a.c\" 2\nint main() { return puts(\"a\"); }\n";
        let oracle = |text: &[u8]| {
            let text = String::from_utf8_lossy(text).replace(' ', "");
            (text.contains("intputs") || text.contains("#include<stdio.h>")) && text.contains("puts(\"a\")")
        };
        let reduced = |keeps_includes| {
            let options = Options { keeps_includes, ..Options::default() };
            let reduced = reduce(&ISLAND, text.as_bytes(), &oracle, &options).expect("it is interesting").text;
            String::from_utf8(reduced).expect("it is text")
        };
        assert!(reduced(true).starts_with("#include <stdio.h>\n"), "{}", reduced(true));
        assert!(reduced(false).starts_with("#include<stdio.h>"), "{}", reduced(false));
    }
}
