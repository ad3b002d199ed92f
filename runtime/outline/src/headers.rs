//! The headers in the output of a C preprocessor. Line markers tell where each begins and ends, so that the whole of it can become its
//! `#include` line again.
//!
//! A marker is `# 33 "/usr/include/c++/12/map" 1 3`: the next line is line 33 of that file, which is entered there (1; 2 for a return),
//! and which is a header of the system (3). GCC's manual has them under "Preprocessor Output".

use std::ops::Range;

/// A header with all that it includes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Its bytes, from the marker that enters it to the one that returns from it.
    pub span: Range<usize>,
    /// Whether it is one of the system.
    pub is_system: bool,
    /// Whether it is empty but for markers.
    pub is_blank: bool,
    /// The bytes of its path.
    path: Range<usize>,
}

/// The headers of a preprocessed text.
#[derive(Debug, Clone)]
pub struct Headers {
    /// In the order in which they are entered: one is followed by those that it includes.
    headers: Vec<Header>,
    /// The markers, ascending.
    markers: Vec<Range<usize>>,
}

/// A text made from another one, with the places of that one in it.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The text.
    pub text: Vec<u8>,
    /// Bytes of the other text that were kept, with their new beginning.
    kept: Vec<(Range<usize>, usize)>,
}

impl Headers {
    /// Reads the line markers of a text; none if no header is entered. A marker that enters nothing or returns from nothing counts as a
    /// plain one, and a header without a return ends with the text. O(n).
    ///
    /// ```
    /// use grammarc_outline::headers::Headers;
    ///
    /// let text = b"# 1 \"a.c\"\n# 1 \"/usr/include/stdio.h\" 1 3\nint puts(char *);\n# 2 \"a.c\" 2\nint a;\n";
    /// let headers = Headers::of(text).expect("one is entered");
    /// let short = headers.with_lines(text, |_| true);
    /// assert_eq!(short.text, b"#include <stdio.h>\nint a;\n");
    /// ```
    pub fn of(text: &[u8]) -> Option<Self> {
        let (mut headers, mut markers): (Vec<Header>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let span = at..at + line.len();
            at = span.end;
            let Some(marker) = Marker::of(line) else {
                if !line.trim_ascii().is_empty() {
                    // Those around it are known to have text when the innermost one has.
                    open.iter().rev().map_while(|&header| headers[header].take_text()).for_each(drop);
                }
                continue;
            };
            if marker.enters {
                let path = span.start + marker.path.start..span.start + marker.path.end;
                let is_system = marker.is_system;
                open.push(headers.len());
                headers.push(Header { span: span.start..text.len(), is_system, is_blank: true, path });
            } else if marker.returns
                && let Some(header) = open.pop()
            {
                headers[header].span.end = span.end;
            }
            markers.push(span);
        }
        (!headers.is_empty()).then_some(Self { headers, markers })
    }

    /// Returns the headers in the order in which they are entered.
    pub fn headers(&self) -> &[Header] {
        &self.headers
    }

    /// Returns the text in which some headers are `#include` lines. Once no header is left, the markers go, too. O(n).
    pub fn with_lines(&self, text: &[u8], is_line: impl Fn(usize) -> bool) -> Rewritten {
        let mut changed: Vec<(Range<usize>, Vec<u8>)> = Vec::new();
        let (mut next, mut is_left) = (0, false);
        for (number, header) in self.headers.iter().enumerate().filter(|(_, header)| !header.is_blank) {
            if header.span.start < next {
                continue;
            }
            if is_line(number) {
                changed.push((header.span.clone(), include_line(text, header)));
                next = header.span.end;
            } else {
                is_left = true;
            }
        }
        if !is_left {
            changed.extend(self.markers.iter().map(|marker| (marker.clone(), Vec::new())));
            changed.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
        }
        Rewritten::of(text, changed)
    }

    /// Returns the text without markers, in which all headers stay. O(n).
    pub fn without_markers(&self, text: &[u8]) -> Rewritten {
        Rewritten::of(text, self.markers.iter().map(|marker| (marker.clone(), Vec::new())))
    }
}

impl Header {
    /// Notes that it has text; none if that is known.
    fn take_text(&mut self) -> Option<()> {
        std::mem::replace(&mut self.is_blank, false).then_some(())
    }
}

impl Rewritten {
    /// Replaces parts of a text, by their beginning. A part inside of an earlier one is left out.
    fn of(text: &[u8], changed: impl IntoIterator<Item = (Range<usize>, Vec<u8>)>) -> Self {
        let mut rewritten = Self { text: Vec::new(), kept: Vec::new() };
        let mut at = 0;
        for (span, instead) in changed {
            if span.start >= at {
                rewritten.keep(text, at..span.start);
                rewritten.text.extend(instead);
                at = span.end;
            }
        }
        rewritten.keep(text, at..text.len());
        rewritten
    }

    fn keep(&mut self, text: &[u8], span: Range<usize>) {
        self.kept.push((span.clone(), self.text.len()));
        self.text.extend_from_slice(&text[span]);
    }

    /// Returns where a byte of the text before is now; none if it has gone.
    pub fn place_of(&self, byte: usize) -> Option<usize> {
        let (span, start) = &self.kept[self.kept.partition_point(|(span, _)| span.end <= byte)..].first()?;
        span.contains(&byte).then(|| start + byte - span.start)
    }
}

/// A line marker.
struct Marker {
    /// The bytes of its path in the line.
    path: Range<usize>,
    enters: bool,
    returns: bool,
    is_system: bool,
}

impl Marker {
    /// Reads `# LINE "FILE" FLAG…`.
    fn of(line: &[u8]) -> Option<Self> {
        let rest = line.strip_prefix(b"#")?;
        let rest = rest.strip_prefix(b"line").unwrap_or(rest).trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = rest[digits..].trim_ascii_start().strip_prefix(b"\"").filter(|_| digits > 0)?;
        let start = line.len() - rest.len();
        let end = start + rest.iter().position(|&byte| byte == b'"')?;
        let has = |flag: &[u8]| line[end + 1..].split(u8::is_ascii_whitespace).any(|word| word == flag);
        Some(Self { path: start..end, enters: has(b"1"), returns: has(b"2"), is_system: has(b"3") })
    }
}

/// Returns the line that includes a header. One of the system is named as it is seen from its folder of headers.
fn include_line(text: &[u8], header: &Header) -> Vec<u8> {
    let path = &text[header.path.clone()];
    match known_name(path).filter(|_| header.is_system) {
        Some(name) => [b"#include <".as_slice(), name, b">\n"].concat(),
        None => [b"#include \"".as_slice(), path, b"\"\n"].concat(),
    }
}

/// Returns a path without the folders that compilers search by themselves. For example, `map` for `/usr/include/c++/12/map`.
fn known_name(path: &[u8]) -> Option<&[u8]> {
    let mut rest = path;
    loop {
        let end = rest.iter().position(|&byte| byte == b'/')?;
        let folder = &rest[..end];
        rest = &rest[end + 1..];
        if matches!(folder, b"include" | b"include-fixed") {
            break;
        }
    }
    // `x86_64-linux-gnu/c++/12/bits/c++config.h`, `c++/12/x86_64-linux-gnu/bits/c++config.h`, `c++/v1/map`
    let without_target = |rest| without_folder(rest, |folder| folder.iter().filter(|&&byte| byte == b'-').count() > 1);
    rest = without_target(rest);
    if let Some(behind) = rest.strip_prefix(b"c++/") {
        rest = without_target(without_folder(behind, |_| true));
    }
    Some(rest)
}

/// Returns a path without its first folder, if that is of a kind.
fn without_folder(path: &[u8], is_of_kind: impl Fn(&[u8]) -> bool) -> &[u8] {
    let end = path.iter().position(|&byte| byte == b'/').filter(|&end| is_of_kind(&path[..end]));
    end.map_or(path, |end| &path[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::{Headers, known_name};

    /// A file that includes `map`, which includes `tree.h`, and then `own.h`.
    const TEXT: &str = "# 0 \"a.cc\"\n# 0 \"<built-in>\"\n# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n# 0 \"<command-line>\" 2\n# 1 \"a.cc\"\n\
                        # 1 \"/usr/include/c++/12/map\" 1 3\n# 1 \"/usr/include/c++/12/bits/tree.h\" 1 3\nint tree;\n\
                        # 9 \"/usr/include/c++/12/map\" 2 3\nint map;\n# 2 \"a.cc\" 2\n# 1 \"own.h\" 1\nint own;\n# 3 \"a.cc\" 2\n\nint a;\n";

    fn with_lines(lines: [bool; 4]) -> String {
        let headers = Headers::of(TEXT.as_bytes()).expect("there are some");
        let text = headers.with_lines(TEXT.as_bytes(), |number| lines[number]).text;
        String::from_utf8(text).expect("it is text")
    }

    #[test]
    fn markers_make_a_tree() {
        let headers = Headers::of(TEXT.as_bytes()).expect("there are some");
        let found: Vec<_> = headers
            .headers()
            .iter()
            .map(|header| (&TEXT[header.path.clone()], header.is_system, header.is_blank))
            .collect();
        assert_eq!(
            found,
            [
                ("/usr/include/stdc-predef.h", true, true),
                ("/usr/include/c++/12/map", true, false),
                ("/usr/include/c++/12/bits/tree.h", true, false),
                ("own.h", false, false)
            ]
        );
        assert!(TEXT[headers.headers()[1].span.clone()].ends_with("int map;\n# 2 \"a.cc\" 2\n"));
    }

    #[test]
    fn headers_become_lines() {
        assert_eq!(with_lines([true; 4]), "#include <map>\n#include \"own.h\"\n\nint a;\n");
        assert_eq!(with_lines([false; 4]), TEXT);
        let inner = with_lines([false, false, true, true]);
        assert!(inner.contains("map\" 1 3\n#include <bits/tree.h>\nint map;\n# 2"), "{inner}");
        assert!(inner.contains("# 1 \"a.cc\"\n") && !inner.contains("int own"), "{inner}");
    }

    #[test]
    fn markers_go_and_headers_stay() {
        let text = Headers::of(TEXT.as_bytes()).expect("there are some").without_markers(TEXT.as_bytes()).text;
        assert_eq!(String::from_utf8_lossy(&text), "int tree;\nint map;\nint own;\n\nint a;\n");
    }

    #[test]
    fn places_move_with_their_bytes() {
        let headers = Headers::of(TEXT.as_bytes()).expect("there are some");
        let short = headers.with_lines(TEXT.as_bytes(), |_| true);
        let place = short.place_of(TEXT.find("int a").expect("it is there")).expect("it stays");
        assert!(short.text[place..].starts_with(b"int a"));
        assert_eq!(short.place_of(TEXT.find("int map").expect("it is there")), None);
        assert_eq!(short.place_of(TEXT.len()), None);
    }

    #[test]
    fn odd_markers_are_no_headers() {
        for text in [
            "",
            "int a;\n",
            "# 1 \"a.c\"\nint a;\n",
            "# 1 \"a.c\" 2\n",
            "#define a \"b\" 1\n",
            "# \"a\" 1\n",
            "# 1 \"a 1\n",
            "# 1",
        ] {
            assert!(Headers::of(text.as_bytes()).is_none(), "{text}");
        }
        let open = "# 1 \"/b.h\" 1 3\nint b;";
        let headers = Headers::of(open.as_bytes()).expect("one is entered");
        assert_eq!(headers.headers()[0].span, 0..open.len());
        assert_eq!(headers.with_lines(open.as_bytes(), |_| true).text, b"#include \"/b.h\"\n");
    }

    #[test]
    fn a_header_is_named_as_seen_from_its_folder() {
        let cases = [
            ("/usr/include/stdio.h", "stdio.h"),
            ("/usr/include/c++/12/bits/stl_tree.h", "bits/stl_tree.h"),
            ("/usr/include/x86_64-linux-gnu/c++/12/bits/c++config.h", "bits/c++config.h"),
            ("/usr/include/x86_64-linux-gnu/sys/cdefs.h", "sys/cdefs.h"),
            ("/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h", "stddef.h"),
            ("/usr/lib/llvm-14/lib/clang/14.0.6/include/stddef.h", "stddef.h"),
            ("/usr/lib/llvm-14/bin/../include/c++/v1/map", "map"),
            ("/usr/lib/gcc/x86_64-linux-gnu/12/include-fixed/limits.h", "limits.h"),
            ("/usr/include/boost/type_traits/is_same.hpp", "boost/type_traits/is_same.hpp"),
        ];
        for (path, name) in cases {
            assert_eq!(known_name(path.as_bytes()).map(String::from_utf8_lossy).as_deref(), Some(name));
        }
        assert_eq!(known_name(b"/opt/x.h"), None);
    }
}
