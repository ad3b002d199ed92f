//! The headers of preprocessed C and C++ become their `#include` lines again, and line markers go.
//!
//! Most of such a text is headers. If the test preprocesses what it is given, one candidate has the size in which the program was written.
//! Where that fails, it begins with the headers of the system, because others may stand where the test does not look, and goes on with
//! halves, and with what the headers that stay include.

use super::{Search, Stop, Strategy};
use crate::edit::Candidate;
use grammarc_outline::halves::middle;
use grammarc_outline::headers::{Headers, Rewritten};
use grammarc_trial::trial::SharedText;

/// Including headers instead of keeping their text.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "headers", paper: "replace the headers of a preprocessed text by `#include` lines", run };

/// Failed tests in a row after which no further header becomes a line: the test does not preprocess.
const MAX_IN_VAIN: usize = 4;

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some(headers) = Headers::of(search.text()) else { return Ok(()) };
    let stays = vec![false; headers.headers().len()];
    let mut pass = Inclusion {
        text: search.text().clone(),
        lines: vec![false; stays.len()],
        headers,
        stays,
        roots: search.roots().to_vec(),
    };
    search.writing_includes(|search| pass.include(search))?;
    drop_markers(search)
}

/// The headers of the text with which the pass began, and what became of them.
struct Inclusion {
    text: SharedText,
    headers: Headers,
    /// Whether a header became its line.
    lines: Vec<bool>,
    /// Whether a header is known to stay, so that only those inside can become lines.
    stays: Vec<bool>,
    /// Places in that text which the oracle's report names.
    roots: Vec<usize>,
}

impl Inclusion {
    /// Makes lines of all headers, or else of those of the system, of halves and of headers inside of those that stay.
    fn include(&mut self, search: &mut Search<'_, '_>) -> Result<(), Stop> {
        if self.becomes_lines(search, &self.outermost())? {
            return Ok(());
        }
        self.stays = self.headers.headers().iter().map(|header| !header.is_system).collect();
        let mut in_vain = 1;
        loop {
            let mut lists = vec![self.outermost()];
            if lists[0].is_empty() {
                return Ok(());
            }
            while let Some(list) = lists.pop() {
                if self.becomes_lines(search, &list)? {
                    in_vain = 0;
                    continue;
                }
                in_vain += 1;
                if in_vain >= MAX_IN_VAIN {
                    return Ok(());
                }
                match list[..] {
                    [header] => self.stays[header] = true,
                    _ => lists.extend(self.halves(&list)),
                }
            }
        }
    }

    /// Returns the outermost headers that are still in the text, and not known to stay.
    fn outermost(&self) -> Vec<usize> {
        let mut end = 0;
        let mut found = Vec::new();
        for (number, header) in self.headers.headers().iter().enumerate().filter(|(_, header)| !header.is_blank) {
            if header.span.start >= end && !self.stays[number] {
                end = header.span.end;
                found.extend((!self.lines[number]).then_some(number));
            }
        }
        found
    }

    /// Returns the two halves of a list by bytes.
    fn halves(&self, list: &[usize]) -> [Vec<usize>; 2] {
        let weights = list.iter().map(|&number| self.headers.headers()[number].span.len());
        let (first, second) = list.split_at(middle(weights));
        [first.to_vec(), second.to_vec()]
    }

    /// Commits the text in which some headers are lines, if it is interesting.
    fn becomes_lines(&mut self, search: &mut Search<'_, '_>, list: &[usize]) -> Result<bool, Stop> {
        let mut lines = self.lines.clone();
        list.iter().for_each(|&number| lines[number] = true);
        let is_found = commit(search, self.headers.with_lines(&self.text, |number| lines[number]), &self.roots)?;
        if is_found {
            self.lines = lines;
        }
        Ok(is_found)
    }
}

/// Drops the markers around the headers that stay.
fn drop_markers(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let Some(headers) = Headers::of(search.text()) else { return Ok(()) };
    let roots = search.roots().to_vec();
    commit(search, headers.without_markers(search.text()), &roots).map(drop)
}

/// Commits a text if it is interesting. `roots` are the places that the oracle's report names, in the text that was rewritten.
fn commit(search: &mut Search<'_, '_>, rewritten: Rewritten, roots: &[usize]) -> Result<bool, Stop> {
    let roots = roots.iter().filter_map(|&place| rewritten.place_of(place)).collect();
    let is_found = search.first([((), Candidate::Text(rewritten.text))])?.is_some();
    if is_found {
        search.set_roots(roots);
    }
    Ok(is_found)
}

#[cfg(test)]
mod tests {
    use crate::island::ISLAND;
    use crate::reduce::{Options, reduce};

    /// A program behind `a.h`, which includes `stdio.h` and `own.h`.
    fn preprocessed() -> String {
        let function = |number: usize| format!("int f{number}() {{ return f{}() + {number}; }}\n", number + 1);
        let functions: String = (0..100).rev().map(function).collect();
        format!(
            "# 1 \"m.c\"\n# 1 \"a.h\" 1\n# 1 \"/usr/include/stdio.h\" 1 3\nint puts(char *);\n# 2 \"a.h\" 2\nint from_a(void);\n\
             # 1 \"own.h\" 1\nint own(void);\n# 3 \"a.h\" 2\n# 2 \"m.c\" 2\n{functions}"
        )
    }

    fn reduced(oracle: impl Fn(&str) -> bool + Sync, options: &Options) -> String {
        let oracle = |text: &[u8]| oracle(&String::from_utf8_lossy(text));
        let reduced = reduce(&ISLAND, preprocessed().as_bytes(), &oracle, options).expect("the input is interesting");
        String::from_utf8(reduced.text).expect("it is text")
    }

    fn only_headers() -> Options {
        Options { strategies: vec![&super::STRATEGY], ..Options::default() }
    }

    #[test]
    fn a_header_that_is_not_found_stays_and_those_inside_become_lines() {
        let is_found = |text: &str| !text.contains("a.h\"\n") && !text.contains("own.h\"\n") && text.contains("from_a");
        let text = reduced(is_found, &only_headers());
        assert!(text.starts_with("#include <stdio.h>\nint from_a(void);\nint own(void);\nint f99()"), "{text}");
    }

    #[test]
    fn a_test_that_does_not_preprocess_costs_five_tests_at_most() {
        let tests = std::sync::atomic::AtomicU64::new(0);
        let is_interesting = |text: &str| {
            tests.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            !text.contains("#include")
        };
        let text = reduced(is_interesting, &only_headers());
        assert!(text.starts_with("int puts(char *);\nint from_a(void);\nint own(void);\nint f99()"), "{text}");
        // Two of them are the input's.
        assert!(tests.into_inner() <= 2 + 5);
    }

    #[test]
    fn places_are_known_behind_headers_that_became_lines() {
        let place = preprocessed().find("+ 50;").expect("it is there");
        let options = Options { roots: vec![place], tests: Some(2), ..Options::default() };
        let text = reduced(|text| text.contains("+ 50;"), &options);
        assert!(text.len() < 100, "{text}");
    }
}
