//! The words of a command in parts, so that it can run where files have other paths.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use super::{Invocation, PassingMode, find};

/// A part of a word of a command. For example, `in={}` is the text `in=` and the candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WordPart {
    /// The same everywhere.
    Text(OsString),
    /// The path of the candidate.
    Candidate,
    /// The path of a file that the command names, absolute on this machine.
    File(PathBuf),
}

impl Invocation {
    /// Returns the program and its arguments in parts. A program without a slash is to be looked up in PATH.
    pub fn words(&self) -> Vec<Vec<WordPart>> {
        std::iter::once(&self.program).chain(&self.arguments).map(|word| self.parts_of(word)).collect()
    }

    fn parts_of(&self, word: &OsString) -> Vec<WordPart> {
        if let Some(file) = self.files.iter().find(|file| file.as_os_str() == word) {
            return vec![WordPart::File(file.clone())];
        }
        let text = |bytes: &[u8]| WordPart::Text(OsStr::from_bytes(bytes).to_owned());
        if self.passing != PassingMode::Path {
            return vec![text(word.as_bytes())];
        }
        let (mut parts, mut rest) = (Vec::new(), word.as_bytes());
        while let Some(place) = find(rest, &self.placeholder) {
            parts.extend((place > 0).then(|| text(&rest[..place])));
            parts.push(WordPart::Candidate);
            rest = &rest[place + self.placeholder.len()..];
        }
        if !rest.is_empty() || parts.is_empty() {
            parts.push(WordPart::Text(OsString::from_vec(rest.to_vec())));
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use super::WordPart::{Candidate, File, Text};
    use crate::archive::Form;
    use crate::oracle::{CommandLine, Directory, Invocation, PassingMode};

    #[test]
    fn a_command_falls_into_texts_files_and_candidates() {
        let given = ["sh", "src/lib.rs", "in={},{}", "-v", ""].map(OsString::from);
        let start = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (placeholder, inputs) = ("{}", [PathBuf::from("x.c")]);
        let (form, passing, directory) = (Form::File, PassingMode::Path, Directory::Fresh);
        let line = CommandLine { words: &given, start, inputs: &inputs, form, placeholder, passing, directory };
        let words = Invocation::new(&line).expect("it is a command").words();
        let text = |text: &str| Text(text.into());
        let list = vec![text("in="), Candidate, text(","), Candidate];
        let file = vec![File(start.join("src/lib.rs"))];
        assert_eq!(words, [vec![text("sh")], file, list, vec![text("-v")], vec![text("")]]);
    }
}
