//! Quoting of words from outside, file names above all, so that they can be shown and typed again.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

/// Quotes a word for a shell, if it must be. Characters that would disturb a terminal are escaped as in `$'\033[1m'`,
/// which bash, zsh, ksh and POSIX since 2024 read back. For example, `a b` becomes `'a b'`, and `a.txt` stays as it is.
pub fn quoted(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "@%+=:,./-_{}".contains(c);
    match word.to_str() {
        Some(text) if text.chars().any(is_disturbing) => escaped(word.as_encoded_bytes()),
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) => format!("'{}'", text.replace('\'', "'\\''")),
        None => escaped(word.as_encoded_bytes()),
    }
}

/// Returns a path as it is, or quoted if that would disturb a terminal. For example, `a b.txt` stays as it is.
pub fn shown(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.chars().any(is_disturbing) => text.to_owned(),
        _ => escaped(path.as_os_str().as_encoded_bytes()),
    }
}

/// Returns an error in words, without the number that the system has for it. For example, `No such file or directory`.
#[doc(hidden)]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = error.raw_os_error().and_then(|number| text.strip_suffix(&format!(" (os error {number})")));
    words.map_or_else(|| text.clone(), str::to_owned)
}

/// Returns a text of several lines in which U+FFFD replaces characters that would disturb a terminal. For example, in a
/// colour code such as `ESC[1m` it replaces the first byte.
pub fn calm(text: &str) -> String {
    text.chars().map(|c| if is_disturbing(c) && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c }).collect()
}

/// Returns whether a terminal obeys a character instead of showing it: controls, and marks that change the direction of a text.
#[doc(hidden)]
pub fn is_disturbing(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn escaped(word: &[u8]) -> String {
    let mut result = String::from("$'");
    for chunk in word.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => result.extend(['\\', c]),
                '\n' => result += "\\n",
                '\r' => result += "\\r",
                '\t' => result += "\\t",
                // Three digits, or the next character might be taken for another one.
                c if is_disturbing(c) => {
                    result.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")));
                }
                c => result.push(c),
            }
        }
        result.extend(chunk.invalid().iter().map(|byte| format!("\\{byte:03o}")));
    }
    result.push('\'');
    result
}

#[cfg(test)]
mod tests {
    use super::{calm, quoted, shown};
    use std::ffi::OsStr;
    use std::io::Write;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    #[test]
    fn a_shell_reads_back_what_is_quoted() {
        let words: [&[u8]; 9] = [
            b"",
            b"plain.txt",
            b"a b",
            b"it's $HOME `x` \"y\" \\",
            b"-dash",
            b"\x1b[31mred\x1b[0m1",
            b"two\nlines\r\t'\\",
            b"not text \xff\xfe9",
            "caf\u{e9} \u{202e}gpj".as_bytes(),
        ];
        for word in words {
            let quoted = quoted(OsStr::from_bytes(word));
            assert!(!quoted.chars().any(super::is_disturbing), "{quoted:?}");
            let shell = std::process::Command::new("bash").args(["-c", &format!("printf %s {quoted}")]).output();
            match shell {
                Ok(output) if word != b"-dash" => assert_eq!(output.stdout, word, "{quoted}"),
                Ok(_) => {}
                // Written past the harness, which captures the output of `eprintln!`.
                Err(error) => {
                    writeln!(std::io::stderr(), "skipped: words::tests needs bash: {error}").expect("it is open")
                }
            }
        }
    }

    #[test]
    fn what_is_shown_does_not_disturb() {
        assert_eq!(shown(Path::new("a b/it's.txt")), "a b/it's.txt");
        assert_eq!(shown(Path::new("a\x1b[1m\nb")), "$'a\\033[1m\\nb'");
        assert_eq!(calm("a\x1b[1m\n\tb\u{202e}"), "a\u{fffd}[1m\n\tb\u{fffd}");
    }
}
