//! The lines of comments that say under which licence a file is. They go into the grammar file, whoever reads the rest.

/// How many lines at the head of a file are looked at: a licence stands there, and not between rules.
const MAX_HEAD_LINES: usize = 60;
/// Most lines of one file, because a whole licence would be longer than some grammars.
const MAX_LICENCE_LINES: usize = 6;
/// The words by which such a line is known, in small letters.
const WORDS: [&str; 4] = ["licen", "copyright", "spdx", "public domain"];
/// How lines of comments begin, in any of the notations.
const MARKS: [&str; 8] = ["///", "//!", "//", "/*", "(*", "#", ";", "*"];

/// Returns the lines at the head of a file that name its licence, without the marks of comments. For example, of
/// `// SPDX-License-Identifier: MIT` the part behind `//`.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut is_inside = false;
    let comments = text.lines().take(MAX_HEAD_LINES).filter_map(move |line| {
        let line = line.trim();
        let is_comment = is_inside || MARKS.iter().any(|mark| line.starts_with(mark));
        for (open, close) in [("/*", "*/"), ("(*", "*)")] {
            if line.contains(open) {
                is_inside = true;
            }
            if line.contains(close) {
                is_inside = false;
            }
        }
        is_comment.then(|| bare(line))
    });
    comments.filter(|line| names_licence(line)).take(MAX_LICENCE_LINES).map(str::to_owned)
}

/// Takes the marks of comments off a line.
fn bare(line: &str) -> &str {
    let line = line.trim_end_matches("*/").trim_end_matches("*)");
    line.trim_start_matches(['/', '*', '#', ';', '(', '!']).trim()
}

/// Whether a line of a comment speaks of a licence.
pub(crate) fn names_licence(line: &str) -> bool {
    let line = line.to_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

#[cfg(test)]
mod tests {
    use super::lines;

    fn found(text: &str) -> Vec<String> {
        lines(text).collect()
    }

    #[test]
    fn licences_stand_in_comments_of_any_kind() {
        assert_eq!(
            found("/*\n * Copyright (c) 2020 A. N. Other\n */\nrule: 'licence';"),
            ["Copyright (c) 2020 A. N. Other"]
        );
        assert_eq!(found("(* MIT License *)\na = b;"), ["MIT License"]);
        assert_eq!(found("# SPDX-License-Identifier: MIT\n"), ["SPDX-License-Identifier: MIT"]);
        assert!(found("license: NAME \"licence\"\n").is_empty());
    }
}
