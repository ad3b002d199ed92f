//! One scope of a namespace: the names in it, in the order of their definitions, and the uses that wait for its end.
//! For example, `{ let x; let y }` is a scope with `x` and `y`.

use std::collections::HashMap;

use crate::grammar::Border;

/// A name in a scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its text.
    pub text: Vec<u8>,
    /// Whether ASCII case is ignored.
    pub fold: bool,
    /// Its visibility.
    pub kind: Kind,
}

/// The visibility of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The name can be used from its definition on.
    Definition,
    /// The name can be used in all of its scope. For example, a function with `@def(functions, at=scope)`.
    Early,
    /// The name cannot be used; it is only taken, by `@unique`.
    Taken,
}

/// A use that waits for the end of its scope. For example, a call `f()` before `f` is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingUse {
    /// The name.
    pub text: Vec<u8>,
    /// Whether ASCII case is ignored.
    pub fold: bool,
    /// Whether the use needs a name that is visible from the start of its scope.
    pub early: bool,
    /// The caller's number for the use, such as the place of its node.
    pub key: usize,
}

/// Up to this number of names in a scope are compared one by one, because most scopes have few. More are looked up by
/// hash.
const MAX_LISTED_NAMES: usize = 16;

/// A scope: its names, and the uses that wait for its end.
#[derive(Debug, Clone, Default)]
pub(super) struct NameScope {
    pub(super) names: Vec<Name>,
    /// The places in `names` of each text, in lower case; empty while there are few names.
    places: HashMap<Vec<u8>, Vec<u32>>,
    /// The places in `names` of the names that can be used, each text once.
    pub(super) usable: Vec<u32>,
    pub(super) waiting: Vec<PendingUse>,
    pub(super) border: Border,
}

impl NameScope {
    /// Starts with no names.
    pub(super) fn new(border: Border) -> Self {
        Self { border, ..Self::default() }
    }

    pub(super) fn push(&mut self, name: Name) {
        let is_known = |known: &Name| known.kind != Kind::Taken && known.text == name.text;
        if name.kind != Kind::Taken && !self.alike(&name.text).any(is_known) {
            self.usable.push(self.names.len() as u32);
        }
        self.names.push(name);
        let count = self.names.len();
        let new = if count == MAX_LISTED_NAMES + 1 { 0 } else { count - 1 };
        if count > MAX_LISTED_NAMES {
            for place in new..count {
                let key = self.names[place].text.to_ascii_lowercase();
                self.places.entry(key).or_default().push(place as u32);
            }
        }
    }

    pub(super) fn pop(&mut self) -> Option<Name> {
        let name = self.names.pop()?;
        self.usable.pop_if(|place| *place as usize == self.names.len());
        match self.names.len() {
            ..MAX_LISTED_NAMES => {}
            MAX_LISTED_NAMES => self.places.clear(),
            _ => {
                let key = name.text.to_ascii_lowercase();
                if let Some(places) = self.places.get_mut(&key) {
                    places.pop();
                    if places.is_empty() {
                        self.places.remove(&key);
                    }
                }
            }
        }
        Some(name)
    }

    /// Returns candidates for a text: all names while there are few, otherwise the names that differ at most in case.
    fn alike(&self, text: &[u8]) -> impl Iterator<Item = &Name> {
        let is_few = self.names.len() <= MAX_LISTED_NAMES;
        let few = if is_few { &self.names[..] } else { &[] };
        let places = if is_few { None } else { self.places.get(&text.to_ascii_lowercase()) };
        few.iter().chain(places.into_iter().flatten().map(|&place| &self.names[place as usize]))
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.places.clear();
        self.usable.clear();
        self.waiting.clear();
    }

    /// Returns whether the scope has a name that is the same as a text.
    pub(super) fn has(&self, text: &[u8], fold: bool, fits: impl Fn(Kind) -> bool) -> bool {
        self.alike(text).any(|name| fits(name.kind) && name.is(text, fold))
    }
}

impl Name {
    /// Returns whether the name is the same as a text. For example, `X` is `x` if case is ignored where it was
    /// defined or where it is used.
    pub(super) fn is(&self, text: &[u8], fold: bool) -> bool {
        if fold || self.fold { self.text.eq_ignore_ascii_case(text) } else { self.text == text }
    }
}
