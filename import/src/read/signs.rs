//! Signs by which the text of a grammar tells its notation: how lines begin and end, and which sign stands behind a name.
//!
//! For example, `list = item { "," item } ;` has `=` behind a name, and a line that ends with `;`.

use serde_json::{Map, Value};

/// A text, with the signs that several notations ask for.
pub(crate) struct Signs<'t> {
    pub(super) text: &'t str,
    /// The members, if the text is an object of JSON.
    pub(super) members: Option<Map<String, Value>>,
    /// The sign behind names that begin a line; of several kinds that which is in this list first: `<-`, `:`, `=`. Empty without any.
    pub(super) definition: &'static str,
    /// Whether a line ends with `;`.
    pub(super) has_ends: bool,
}

impl<'t> Signs<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        let members = match text.trim_start().starts_with('{').then(|| serde_json::from_str(text)) {
            Some(Ok(Value::Object(members))) => Some(members),
            _ => None,
        };
        let mut signs = Self { text, members, definition: "", has_ends: false };
        signs.has_ends = signs.any(|line| line.ends_with(';'));
        let defines = |sign: &&&str| signs.any(|line| definition(line).is_some_and(|(found, _)| found == **sign));
        signs.definition = ["<-", ":", "="].iter().find(defines).copied().unwrap_or_default();
        signs
    }

    /// Whether a line is as wanted. Comments and empty lines do not count.
    pub(super) fn any(&self, wanted: impl Fn(&str) -> bool) -> bool {
        lines(self.text).any(|(_, line)| wanted(line))
    }

    /// Whether a line has one of these texts.
    pub(super) fn has(&self, texts: &[&str]) -> bool {
        self.any(|line| texts.iter().any(|text| line.contains(text)))
    }
}

/// Splits a line such as `name = "x"` behind its name: the sign, and the text behind that. `←` is `<-`.
pub(super) fn definition(line: &str) -> Option<(&'static str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || "_-?!.[]*".contains(c);
    let name_end = line.find(|c: char| !is_part(c))?;
    let rest = line[name_end..].trim_start();
    let sign = ["=", ":", "<-", "←"].into_iter().find(|sign| rest.starts_with(sign))?;
    let is = if sign == "←" { "<-" } else { sign };
    (name_end > 0).then(|| (is, rest[sign.len()..].trim_start()))
}

/// Returns the lines of a text that are not empty and no comments, each with the place of its first character.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let all = text.split_inclusive('\n').map(move |whole| {
        let line = whole.trim();
        let at = start + (whole.len() - whole.trim_start().len());
        start += whole.len();
        (at, line)
    });
    let mut is_inside = false;
    all.filter(move |(_, line)| {
        let opens = line.starts_with("/*") || line.starts_with("(*");
        let was_inside = is_inside;
        is_inside = (is_inside || opens) && !(line.contains("*/") || line.contains("*)"));
        let is_comment = opens || was_inside || ["//", "#", ";"].iter().any(|mark| line.starts_with(mark));
        !line.is_empty() && !is_comment
    })
}
