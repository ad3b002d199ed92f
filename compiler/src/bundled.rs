//! The grammars that come with the program, and how inputs in them are known.

use std::path::Path;

/// A grammar that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BundledGrammar {
    /// The stem of its file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Lines `extension EXT`, and `begins TEXT`: how its inputs begin after white space, in any case of letters.
    pub known_by: &'static str,
}

/// All of them, sorted by name.
pub const ALL: &[BundledGrammar] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

impl BundledGrammar {
    /// Returns the extensions of its inputs, without dot.
    pub fn extensions(&self) -> impl Iterator<Item = &'static str> {
        self.known_by.lines().filter_map(|line| line.strip_prefix("extension "))
    }

    /// Returns the first words of the file about itself: its first comment.
    pub fn title(&self) -> &'static str {
        let comment = self.text.lines().find_map(|line| line.strip_prefix('#'));
        comment.unwrap_or_default().trim_start_matches('#').trim()
    }

    fn is_begun_by(&self, input: &[u8]) -> bool {
        let input = input.trim_ascii_start();
        let mut beginnings = self.known_by.lines().filter_map(|line| line.strip_prefix("begins "));
        beginnings.any(|text| input.get(..text.len()).is_some_and(|head| head.eq_ignore_ascii_case(text.as_bytes())))
    }
}

/// Returns the bundled grammar of that name.
pub fn named(name: &str) -> Option<&'static BundledGrammar> {
    ALL.iter().find(|bundled| bundled.name == name)
}

/// Returns the bundled grammar for an input, and why it is that: by the extension of its file, else by its first bytes.
/// For example, `crash.json` is known by its extension, `json`.
pub fn guessed(path: &Path, input: &[u8]) -> Option<(&'static BundledGrammar, String)> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
    let known = extension.and_then(|extension| {
        let bundled = ALL.iter().find(|bundled| bundled.extensions().any(|known| known == extension))?;
        Some((bundled, format!("by the extension .{extension}")))
    });
    let begun =
        || ALL.iter().find(|bundled| bundled.is_begun_by(input)).map(|it| (it, "by its first bytes".to_owned()));
    known.or_else(begun)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ALL, guessed, named};

    #[test]
    fn inputs_are_known_by_extension_then_by_first_bytes() {
        for bundled in ALL {
            for own in bundled.extensions() {
                assert_eq!(guessed(Path::new(&format!("x.{own}")), b"").map(|(it, _)| it), Some(bundled));
            }
            for line in bundled.known_by.lines() {
                assert!(line.starts_with("extension ") || line.starts_with("begins "), "{line}");
            }
        }
        // Only a variant of another grammar is known by its name alone.
        let unknown = ALL.iter().filter(|bundled| bundled.known_by.is_empty()).map(|bundled| bundled.name);
        assert_eq!(unknown.collect::<Vec<_>>(), ["json-unique"]);
        assert!(guessed(Path::new("x.zig"), b"fn main() void {}").is_none());
        assert!(named("nothing").is_none());
    }
}
