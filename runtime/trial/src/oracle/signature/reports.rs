//! The reports of failures that are known, by the lines that they begin with.

use super::Signature;
use super::frames::{StackFrame, described, most_frequent, normalized, place};

/// Words in the middle of a line by which a program, a compiler or the C library says that it gives up.
const LAST_WORDS: [&str; 10] = [
    "internal compiler error: ",
    "LLVM ERROR: ",
    "terminate called after throwing",
    "stack smashing detected",
    "buffer overflow detected",
    "double free or corruption",
    "free(): ",
    "malloc(): ",
    "realloc(): ",
    "corrupted ",
];

/// Finds the first report in the lines of an output that says most: one with a stack before a bare message.
pub(super) fn find(lines: &[&str]) -> Option<Signature> {
    [sanitizer, undefined, rust, go, python, at_frames, assertion, last_words].iter().find_map(|find| find(lines))
}

/// `==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x…`, then lines `#0 0x… in f /src/a.c:3:1`.
fn sanitizer(lines: &[&str]) -> Option<Signature> {
    let head = |line: &str| {
        let rest = ["ERROR: ", "WARNING: "].iter().find_map(|word| line.split_once(word))?.1;
        (rest.split(':').next()?.ends_with("Sanitizer") || rest.starts_with("libFuzzer: ")).then(|| rest.to_owned())
    };
    let (at, message) = lines.iter().enumerate().find_map(|(at, line)| Some((at, head(line)?)))?;
    let cut = [" on address", " on unknown address", " on 0x", " in thread", " (", " size 0x"];
    let end = cut.iter().filter_map(|word| message.find(word)).min().unwrap_or(message.len());
    let kind = normalized(&message[..end]);
    let stack = lines[at..].iter().map(|line| line.trim_start()).skip_while(|line| !line.starts_with('#'));
    let frames: Vec<StackFrame> = stack.map_while(numbered).collect();
    match most_frequent(&frames) {
        Some(function) if kind.contains("stack-overflow") => Some(Signature::new(kind, [function])),
        _ => Some(Signature::new(kind, described(&frames))),
    }
}

/// Reads `#0 0x55 in f(int) /src/a.c:3:1`, `#0 f a.c:3 (p+0x1)`, and without symbols `#0 0x55 (/bin/p+0x1)`.
fn numbered(line: &str) -> Option<StackFrame> {
    let (number, rest) = line.strip_prefix('#')?.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let rest = rest.trim_start();
    let rest = match rest.split_once(' ') {
        Some((address, rest)) if address.starts_with("0x") => rest.trim_start(),
        _ => rest,
    };
    let Some(rest) = rest.strip_prefix("in ").or((!rest.starts_with('(')).then_some(rest)) else {
        return Some(StackFrame::new("", rest));
    };
    // A build id may follow the module.
    let rest = rest.split_once(" (BuildId").map_or(rest, |(rest, _)| rest);
    match rest.rsplit_once(' ') {
        Some((before, module)) if module.starts_with('(') && before.contains(' ') && before.contains(':') => {
            let (function, place) = before.rsplit_once(' ')?;
            Some(StackFrame::new(function, place))
        }
        Some((function, place)) => Some(StackFrame::new(function, place)),
        None => Some(StackFrame::new(rest, "")),
    }
}

/// `a.c:11:32: runtime error: signed integer overflow: 7 + 2147483647 cannot be represented in type 'int'`.
fn undefined(lines: &[&str]) -> Option<Signature> {
    let (at, message) = lines.iter().find_map(|line| line.split_once(": runtime error: "))?;
    // The rest names values.
    let kind = message.split([':', '\'']).next().unwrap_or(message);
    at.ends_with(|c: char| c.is_ascii_digit()).then(|| Signature::new(normalized(kind), [place(at)]))
}

/// `thread 'main' panicked at src/main.rs:2:5:`; before Rust 1.73 with the message in front of the place. If the place is in a
/// library, the backtrace tells the caller.
fn rust(lines: &[&str]) -> Option<Signature> {
    let (at, rest) = lines.iter().enumerate().find_map(|(at, line)| Some((at, line.split_once(" panicked at ")?.1)))?;
    let (first, is_new) = match rest.rsplit_once(", ") {
        Some((_, place)) if rest.starts_with('\'') => (place, false),
        _ => (rest.trim_end_matches(':'), true),
    };
    let message = if is_new { lines.get(at + 1).copied().unwrap_or_default() } else { rest };
    let is_foreign = first.starts_with("/rustc/") || first.starts_with("library/");
    let frames = described(&backtrace(&lines[at..]));
    match frames.is_empty() || !is_foreign {
        true if is_foreign => Some(Signature::new(format!("panic: {}", normalized(message)), [place(first)])),
        true => Some(Signature::new("panic", [place(first)])),
        false => Some(Signature::new("panic", frames)),
    }
}

/// Reads `   4: p::f` and `             at ./src/main.rs:2:5`.
fn backtrace(lines: &[&str]) -> Vec<StackFrame> {
    let mut frames: Vec<StackFrame> = Vec::new();
    for line in lines.iter().map(|line| line.trim()) {
        let numbered = line.split_once(": ").filter(|(number, _)| number.parse::<u32>().is_ok());
        match (line.strip_prefix("at "), frames.last_mut()) {
            (Some(place), Some(frame)) => place.clone_into(&mut frame.place),
            _ => frames.extend(numbered.map(|(_, function)| StackFrame::new(function, ""))),
        }
    }
    frames
}

/// `panic: runtime error: …`, then `goroutine 1 [running]:`, and for each frame `main.f(…)` and `\t/src/a.go:3 +0x1d`.
fn go(lines: &[&str]) -> Option<Signature> {
    let head = |line: &&&str| line.starts_with("panic: ") || line.starts_with("fatal error: ");
    let message = lines.iter().find(head)?;
    let at = lines.iter().position(|line| line.starts_with("goroutine ") && line.ends_with("]:"))?;
    let place = |line: &str| line.trim().split(' ').next().unwrap_or_default().to_owned();
    let frames: Vec<StackFrame> = lines[at + 1..]
        .chunks_exact(2)
        .take_while(|pair| pair[1].starts_with('\t'))
        .map(|pair| StackFrame::new(pair[0], &place(pair[1])))
        .collect();
    let kind = message.split(['[', '"', '\'']).next().unwrap_or(message);
    match most_frequent(&frames) {
        Some(function) if lines.iter().any(|line| line.contains("stack overflow")) => {
            Some(Signature::new("stack overflow", [function]))
        }
        _ => Some(Signature::new(normalized(kind), described(&frames))),
    }
}

/// `Traceback (most recent call last):`, then `  File "a.py", line 3, in f`, the innermost last, and `KeyError: 'x'`. Of several
/// tracebacks the last counts, because it ended the program.
fn python(lines: &[&str]) -> Option<Signature> {
    let at = lines
        .iter()
        .rposition(|line| line.trim_start_matches([' ', '|', '+']).starts_with("Traceback (most recent"))?;
    let after = &lines[at + 1..];
    let end = after.iter().position(|line| !line.starts_with(' '))?;
    let frame = |line: &&str| {
        let (path, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
        let (number, function) = rest.split_once(", in ").unwrap_or((rest, ""));
        Some(StackFrame::new(function, &format!("{path}:{}", number.trim())))
    };
    let mut frames: Vec<StackFrame> = after[..end].iter().filter_map(frame).collect();
    frames.reverse();
    let kind = after[end].split(':').next().unwrap_or_default().trim();
    match most_frequent(&frames) {
        Some(function) if kind == "RecursionError" => Some(Signature::new(kind, [function])),
        _ => Some(Signature::new(kind, described(&frames))),
    }
}

/// Java, JavaScript and C#: `TypeError: …`, then `    at f (/src/a.js:3:9)`. In Java the last `Caused by: ` is the cause.
fn at_frames(lines: &[&str]) -> Option<Signature> {
    let is_frame = |line: &str| line.starts_with([' ', '\t']) && line.trim_start().starts_with("at ");
    let ends = |at: usize| at > 0 && is_frame(lines[at]) && !is_frame(lines[at - 1]);
    let heads: Vec<(usize, &str)> =
        (1..lines.len()).filter(|&at| ends(at)).filter_map(|at| Some((at, exception(&lines[..at])?))).collect();
    let is_cause = |&&(at, _): &&(usize, &str)| lines[at - 1].starts_with("Caused by: ");
    let (at, kind) = *heads.iter().rfind(is_cause).or(heads.first())?;
    let frames: Vec<StackFrame> =
        lines[at..].iter().map_while(|line| is_frame(line).then(|| called(line.trim_start()))).collect();
    Some(Signature::new(kind, described(&frames)))
}

/// Returns the name of an exception whose frames follow these lines; its message may have several lines.
fn exception<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let is_name = |word: &&str| {
        let short = word.rsplit(['.', '$']).next().unwrap_or(word);
        let is_word = word.chars().all(|c| c.is_alphanumeric() || "._$".contains(c));
        is_word && ["Error", "Exception", "Throwable"].iter().any(|end| short.ends_with(end))
    };
    let name = |line: &&'a str| line.split([' ', ':', ',']).find(is_name);
    lines.iter().rev().take(8).find_map(name)
}

/// Reads `at f (/src/a.js:3:9)`, `at /src/a.js:3:9`, `at p.C.f(C.java:3)` and `at P.Main() in /src/a.cs:line 3`.
fn called(line: &str) -> StackFrame {
    let line = line.trim_start_matches("at ");
    if let Some((function, place)) = line.split_once(" in ") {
        return StackFrame::new(function, &place.replace(":line ", ":"));
    }
    match line.rsplit_once('(') {
        Some((function, place)) => StackFrame::new(function, place.trim_end_matches(')')),
        None => StackFrame::new("", line),
    }
}

/// ``p: p.c:13: main: Assertion `x > 0' failed.``, and on other systems `Assertion failed: (x > 0), function f, file p.c, line 13.`
fn assertion(lines: &[&str]) -> Option<Signature> {
    let is_glibc = |line: &str| line.contains(": Assertion `") && line.contains("failed");
    let line = lines.iter().find(|line| is_glibc(line) || line.contains("Assertion failed: "))?;
    // The program's own name comes first, and may have a path.
    let message = if is_glibc(line) { line.split_once(": ").map_or(*line, |(_, rest)| rest) } else { line };
    Some(Signature::new("assertion", [message.trim_end_matches('.').to_owned()]))
}

/// A message by which a compiler or the C library gives up: `internal compiler error: in fold, at fold.cc:12`.
fn last_words(lines: &[&str]) -> Option<Signature> {
    let message = |line: &&str| LAST_WORDS.iter().find_map(|words| Some(line[line.find(words)?..].to_owned()));
    lines.iter().find_map(message).map(|message| Signature::new(normalized(&message), []))
}
