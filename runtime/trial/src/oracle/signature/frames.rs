//! Frames of stacks, as functions with the lines of files, and messages without what depends on the input.

/// Beginnings of functions of sanitizers, of run-time libraries and of standard libraries: the bug is in their caller.
const FOREIGN_BEGINNINGS: [&str; 12] = [
    "__",
    "operator new",
    "operator delete",
    "core::",
    "std::",
    "alloc::",
    "rust_",
    "runtime.",
    "java.",
    "jdk.",
    "sun.",
    "System.",
];
/// Functions of the C library that are on top of a stack because of a bug in their caller, and the first one of Go's panics.
const FOREIGN_FUNCTIONS: [&str; 24] = [
    "_start",
    "abort",
    "raise",
    "gsignal",
    "pthread_kill",
    "malloc",
    "calloc",
    "realloc",
    "free",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "memchr",
    "strlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strcmp",
    "strncmp",
    "strchr",
    "printf",
    "fprintf",
    "panic",
];
/// Parts of paths whose functions are not those of the program under test.
const FOREIGN_PLACES: [&str; 8] =
    ["libsanitizer", "libasan", "compiler-rt", "/sysdeps/", "/libc.so", "/rustc/", "node:", "/go/src/runtime/"];

/// A function on a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StackFrame {
    /// Its name; empty if it is not known.
    pub(super) function: String,
    /// The file and line, or the module and offset, as the report has them.
    pub(super) place: String,
}

impl StackFrame {
    /// Makes a frame; arguments are cut off the name of the function.
    pub(super) fn new(function: &str, place: &str) -> Self {
        let function = function.trim();
        let name = match function.find('(') {
            Some(end) if end > 0 && !function[..end].ends_with("operator") => &function[..end],
            _ => function,
        };
        Self { function: name.trim().to_owned(), place: place.trim().to_owned() }
    }

    fn is_foreign(&self) -> bool {
        let function = self.function.as_str();
        let is_library =
            FOREIGN_FUNCTIONS.contains(&function) || FOREIGN_BEGINNINGS.iter().any(|start| function.starts_with(start));
        is_library || FOREIGN_PLACES.iter().any(|part| self.place.contains(part))
    }
}

/// Describes the innermost frames of the program itself, outermost last: the first with its line, the others by name. A function that
/// calls itself is one frame.
pub(super) fn described(frames: &[StackFrame]) -> Vec<String> {
    let own: Vec<&StackFrame> = frames.iter().filter(|frame| !frame.is_foreign()).collect();
    // If all are foreign the place is in a library, and better than none.
    let mut own = if own.is_empty() { frames.iter().collect() } else { own };
    own.dedup_by(|next, last| next.function == last.function && !next.function.is_empty());
    let first = |frame: &StackFrame| [frame.function.as_str(), &place(&frame.place)].join(" ").trim().to_owned();
    let name =
        |frame: &StackFrame| if frame.function.is_empty() { place(&frame.place) } else { frame.function.clone() };
    let mut own = own.into_iter();
    own.next().map(first).into_iter().chain(own.map(name)).collect()
}

/// Returns the function that occurs most often on a stack that has overflowed: which one came last depends on the input.
pub(super) fn most_frequent(frames: &[StackFrame]) -> Option<String> {
    let named = || frames.iter().filter(|frame| !frame.is_foreign()).map(|frame| frame.function.as_str());
    let times = |name: &str| named().filter(|other| *other == name).count();
    named().max_by(|one, other| times(one).cmp(&times(other)).then(other.cmp(one))).map(str::to_owned)
}

/// Returns a place with the last name of its path, and without a column: `p.c:12` for `/tmp/x/p.c:12:5`, `p+0x12` for `(/tmp/p+0x12)`.
pub(super) fn place(text: &str) -> String {
    let text = text.trim().trim_matches(['(', ')', ',', ':']);
    let file = text.rsplit('/').next().unwrap_or(text);
    let parts: Vec<&str> = file.split(':').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_slice() {
        [name, line, column] if is_number(line) && is_number(column) => format!("{name}:{line}"),
        _ => file.to_owned(),
    }
}

/// Replaces quoted texts, numbers, addresses and the folders of paths: `bad byte '…' at N in a.json` for `bad byte 'x' at 12 in
/// /tmp/q/a.json`.
pub(super) fn normalized(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message.trim();
    while let Some(c) = rest.chars().next() {
        let is_inside_a_word = out.chars().last().is_some_and(char::is_alphanumeric);
        let quoted = ['"', '\''].contains(&c) && !is_inside_a_word;
        let end = if quoted { rest[1..].find(c).map(|end| end + 2) } else { None };
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let hexadecimal =
            rest.strip_prefix("0x").map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_hexdigit).count());
        let length = if let Some(end) = end {
            out.extend([c, '…', c]);
            end
        } else if hexadecimal > 0 {
            out.push('N');
            hexadecimal + 2
        } else if digits > 0 {
            out.push('N');
            digits
        } else if c == '/' {
            // Only the last name of a path stays.
            let start = out.rfind(|c: char| c.is_whitespace() || "('\"`=".contains(c)).map_or(0, |start| start + 1);
            out.truncate(start);
            1
        } else {
            out.push(c);
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    out
}
