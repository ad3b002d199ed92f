//! Files of patterns, and formulas over them: where one may be written, reading them, and whether an input is an instance.

use std::path::Path;

use super::existing::{self, Existing};
use super::input;
use super::json::Json;
use super::quoted::shown as shown_text;
use super::status::{Failure, say};
use super::whole;
use grammarc_core::tree::{NodeId, Tree, name_span};
use grammarc_generalize::{Formula, Pattern, SavedPattern};
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::{calm, shown};

/// Refuses a file that cannot be written, is the input, or holds anything but a pattern.
///
/// # Errors
/// If it does.
pub(super) fn check(path: &Path, input: &Path, existing: Existing) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::broken(format!("{}: no such folder; cannot write {}", shown(folder), shown(path))));
    }
    if path.canonicalize().is_ok_and(|path| input.canonicalize().is_ok_and(|input| input == path)) {
        return Err(Failure::usage(format!("{}: this is the input, which is never overwritten", shown(path))));
    }
    existing::check(path, SavedPattern::MAGIC, "is not a pattern file", existing)
}

/// Writes a pattern. Half a pattern file is none, so the next run would not overwrite it.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: &Path, saved: &SavedPattern, language: &Format) -> Result<(), Failure> {
    whole::write(path, saved.write(language).as_ref()).map_err(|error| Failure::file(path, &error))
}

/// A formula, and the patterns that it names.
pub(super) struct Patterns {
    pub(super) formula: Formula,
    /// In the order of the names.
    pub(super) patterns: Vec<Pattern>,
}

impl Patterns {
    /// Reads a formula and the files that it names.
    ///
    /// # Errors
    /// If it is none, or a file cannot be read or is no pattern of the language.
    pub(super) fn read(formula: &str, language: &Format) -> Result<Self, Failure> {
        let formula: Formula = formula.parse().map_err(|bad| {
            Failure::usage(format!(
                "--pattern: {bad}\nhelp: for example `a.pattern and not (b.pattern or \"c d.pattern\")`"
            ))
        })?;
        let mut patterns = Vec::new();
        for name in formula.names() {
            let path = Path::new(name);
            let saved = SavedPattern::read(language, &input::read(path)?)
                .map_err(|bad| Failure::usage(format!("{}:{}: {bad}", shown(path), bad.line)))?;
            if !saved.is_verified && !saved.pattern.holes.is_empty() {
                say(&format!("note: the pattern in {} was not verified", shown(path)));
            }
            patterns.push(saved.pattern);
        }
        Ok(Self { formula, patterns })
    }

    /// Compares a text with each pattern.
    pub(super) fn matched<'p>(&'p self, language: &'p Format, text: &'p [u8], tree: &'p Tree) -> Matched<'p> {
        let found = self.patterns.iter().map(|pattern| pattern.matched(&language.grammar, text, tree)).collect();
        Matched { patterns: self, language, text, tree, found }
    }
}

/// A text and the patterns that match it.
pub(super) struct Matched<'p> {
    patterns: &'p Patterns,
    language: &'p Format,
    text: &'p [u8],
    tree: &'p Tree,
    /// For each pattern the contents of its holes; none if the text is no instance of it.
    found: Vec<Option<Vec<NodeId>>>,
}

impl Matched<'_> {
    /// Returns whether the formula holds.
    pub(super) fn holds(&self) -> bool {
        self.patterns.formula.holds(|name| self.found[name].is_some())
    }

    /// Returns whether the formula holds, and the contents of the holes of each pattern that matches, as lines.
    pub(super) fn lines(&self, input: &Path) -> String {
        let what = if self.holds() { "an instance" } else { "not an instance" };
        let mut lines = vec![format!("{} is {what} of `{}`", shown(input), self.patterns.formula)];
        for (number, name) in self.patterns.formula.names().iter().enumerate() {
            let Some(nodes) = &self.found[number] else { continue };
            let pattern = &self.patterns.patterns[number];
            lines.extend((self.found.len() > 1).then(|| format!("{name}:")));
            for (placeholder, &node) in pattern.placeholders().iter().zip(nodes) {
                let span = name_span(&self.language.grammar, self.tree, node);
                let text = shown_text(&self.text[span.clone()]);
                lines.push(format!("  {placeholder} {}..{} `{text}`", span.start, span.end));
            }
        }
        calm(&lines.join("\n")) + "\n"
    }

    /// Returns the same as one JSON object.
    pub(super) fn json(&self, input: &Path) -> Json {
        let names = self.patterns.formula.names().iter().enumerate();
        Json::object([
            ("input", input.into()),
            ("formula", self.patterns.formula.to_string().into()),
            ("instance", self.holds().into()),
            ("patterns", Json::array(names.map(|(number, name)| self.pattern_json(number, name)))),
        ])
    }

    fn pattern_json(&self, number: usize, name: &str) -> Json {
        let placeholders = self.patterns.patterns[number].placeholders();
        let hole = |(placeholder, &node): (&String, &NodeId)| {
            let span = name_span(&self.language.grammar, self.tree, node);
            Json::object([
                ("hole", placeholder.as_str().into()),
                ("start", span.start.into()),
                ("end", span.end.into()),
                ("text", (&self.text[span]).into()),
            ])
        };
        let holes = self.found[number].as_ref().map(|nodes| Json::array(placeholders.iter().zip(nodes).map(hole)));
        Json::object([
            ("file", name.into()),
            ("instance", self.found[number].is_some().into()),
            ("holes", holes.into()),
        ])
    }
}
