//! The arrows between the modules of a crate, read from its sources: which module imports which.
//!
//! A path counts anywhere in a file: `use crate::tree::Tree` at the top of `parse/part.rs`, `super::scan::end_of_run(…)` in a body, and
//! `$crate::syntax` in a macro are all arrows. Tests inside of a file do not count, since they may look at anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A module by its names from the root of the crate down: `["parse", "part"]`. The root is empty.
pub type Module = Vec<String>;

/// The modules of a crate and the paths in them.
#[derive(Debug, Default)]
pub struct Sources {
    modules: BTreeMap<Module, Vec<PathUse>>,
}

/// A path as it is written, and whether `use` brings its last name into the module. For example, `use crate::tree::Tree` is the path
/// `crate`, `tree`, `Tree` of a `use`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PathUse {
    path: Vec<String>,
    is_use: bool,
}

/// Pairs of importing and imported module, each with one path as evidence.
pub type Arrows = BTreeMap<(String, String), String>;

impl Sources {
    /// Reads all Rust files below a folder `src`, but for `main.rs`.
    ///
    /// # Errors
    /// If a file cannot be read, or is not Rust.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut sources = Self::default();
        let mut open = vec![(folder.to_owned(), Module::new())];
        while let Some((folder, module)) = open.pop() {
            for entry in fs::read_dir(folder)? {
                let path = entry?.path();
                let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
                let within = || [module.as_slice(), &[name.to_owned()]].concat();
                if path.is_dir() {
                    open.push((path.clone(), within()));
                } else if path.extension().is_some_and(|it| it == "rs") && (name != "main" || !module.is_empty()) {
                    let text = fs::read_to_string(&path)?;
                    let within = if name == "lib" && module.is_empty() { Module::new() } else { within() };
                    let not_rust = |error| io::Error::other(format!("{}: {error}", path.display()));
                    sources.add(within, &text).map_err(not_rust)?;
                }
            }
        }
        Ok(sources)
    }

    /// Adds the text of a module.
    ///
    /// # Errors
    /// If it is not Rust.
    pub fn add(&mut self, module: Module, text: &str) -> Result<(), proc_macro2::LexError> {
        let mut found = Vec::new();
        walk(text.parse()?, &mut found);
        self.modules.insert(module, found);
        Ok(())
    }

    /// Returns the modules that have modules in them, the root first.
    pub fn folders(&self) -> BTreeSet<Module> {
        self.modules.keys().filter_map(|module| Some(module.split_last()?.1.to_vec())).collect()
    }

    /// Returns the names of the modules in a module.
    pub fn inside(&self, folder: &[String]) -> BTreeSet<String> {
        let below = |module: &Module| module.strip_prefix(folder)?.first().cloned();
        self.modules.keys().filter_map(below).collect()
    }

    /// Returns the arrows between the modules directly inside `folder`. `parse/part.rs` importing `tree/nodes.rs` is `parse → tree`.
    pub fn arrows(&self, folder: &[String]) -> Arrows {
        let mut arrows = Arrows::new();
        for (module, found) in &self.modules {
            let Some([from, ..]) = module.strip_prefix(folder) else { continue };
            for PathUse { path, .. } in found {
                let Some(absolute) = self.absolute(module, path) else { continue };
                let target = self.resolve(absolute, 0);
                let Some([to, ..]) = target.strip_prefix(folder) else { continue };
                if from != to {
                    let place = format!("{} names {}", module.join("/"), path.join("::"));
                    arrows.entry((from.clone(), to.clone())).or_insert(place);
                }
            }
        }
        arrows
    }

    /// Returns a path from the root of the crate; `None` if it leads out of the crate. For example, `super::scan::end` in `parse/part.rs`
    /// becomes `parse::scan::end`.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let (base, rest) = match path.first()?.as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (module, &path[1..]),
            "super" => (&module[..module.len().checked_sub(supers)?], &path[supers..]),
            name => {
                let child = [module, &[name.to_owned()]].concat();
                (self.modules.contains_key(&child).then_some(module)?, path)
            }
        };
        Some([base, rest].concat())
    }

    /// Returns the module that a path leads into. Follows re-exports, as of `pub use tree::Tree`. For example, `crate::Tree` leads into
    /// `tree`, if `lib.rs` has that `use`.
    fn resolve(&self, path: Vec<String>, depth: usize) -> Module {
        let length = (0..=path.len()).rev().find(|&length| self.modules.contains_key(&path[..length])).unwrap_or(0);
        let (module, rest) = path.split_at(length);
        let Some(name) = rest.first().filter(|_| depth < 8) else { return module.to_vec() };
        let brought = self.modules[module].iter().filter(|it| it.is_use && it.path.last() == Some(name));
        let mut absolute = brought.filter_map(|it| self.absolute(module, &it.path));
        match absolute.find(|other| *other != path) {
            Some(other) => self.resolve([other.as_slice(), &rest[1..]].concat(), depth + 1),
            None => module.to_vec(),
        }
    }
}

/// Returns a cycle of imports, with its first module again at the end: `a`, `b`, `a`. `None` if there is no cycle.
pub fn cycle(arrows: &Arrows) -> Option<Vec<String>> {
    let mut left: BTreeSet<&(String, String)> = arrows.keys().collect();
    // A module that imports nothing is in no cycle, so drop the arrows to it, until nothing changes.
    loop {
        let sources: BTreeSet<&String> = left.iter().map(|(from, _)| from).collect();
        let before = left.len();
        let kept = left.iter().copied().filter(|(_, to)| sources.contains(to)).collect();
        left = kept;
        if left.len() == before {
            break;
        }
    }
    let next = |from: &String| left.iter().find(|arrow| arrow.0 == *from).map(|arrow| arrow.1.clone());
    let mut way = vec![left.first()?.0.clone()];
    loop {
        let to = next(way.last()?)?;
        if let Some(start) = way.iter().position(|module| *module == to) {
            way.drain(..start);
            way.push(to);
            return Some(way);
        }
        way.push(to);
    }
}

/// Collects the paths in tokens: paths of `use`, and paths that begin with `crate`, `self` or `super`.
fn walk(tokens: TokenStream, found: &mut Vec<PathUse>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Punct(punct) if punct.as_char() == '#' && is_test(tokens.get(at + 1)) => {
                at = end_of_item(&tokens, at + 2);
                continue;
            }
            TokenTree::Ident(name) if name == "use" => {
                at = path(&tokens, at + 1, &mut Vec::new(), true, found);
                continue;
            }
            TokenTree::Ident(name)
                if ["crate", "self", "super"].iter().any(|it| name == it) && is_path(&tokens, at + 1) =>
            {
                at = path(&tokens, at, &mut Vec::new(), false, found);
                continue;
            }
            TokenTree::Group(group) => walk(group.stream(), found),
            _ => {}
        }
        at += 1;
    }
}

/// Returns whether a group is the attribute `[cfg(test)]`.
fn is_test(group: Option<&TokenTree>) -> bool {
    matches!(group, Some(TokenTree::Group(group)) if group.to_string().replace(' ', "") == "[cfg(test)]")
}

/// Returns the place behind an item: behind its braces, or its semicolon.
fn end_of_item(tokens: &[TokenTree], from: usize) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => punct.as_char() == ';',
        _ => false,
    };
    tokens[from..].iter().position(is_end).map_or(tokens.len(), |place| from + place + 1)
}

fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(it)) if it.as_char() == ':');
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// Reads one path, or all paths of a group such as `a::{b, c}`, and returns the place behind it. It recurses as deep as groups
/// nest.
fn path(tokens: &[TokenTree], from: usize, before: &mut Vec<String>, is_use: bool, found: &mut Vec<PathUse>) -> usize {
    let (mut at, length) = (from, before.len());
    let end = loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => before.push(name.to_string()),
            Some(TokenTree::Group(group)) if is_use && group.delimiter() == Delimiter::Brace => {
                let parts: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ',');
                for part in parts.split(is_comma).filter(|part| !part.is_empty()) {
                    path(part, 0, before, is_use, found);
                }
                break at + 1;
            }
            _ => break at,
        }
        if !is_path(tokens, at + 1) {
            if before.last().is_some_and(|name| name == "self") && before.len() > 1 {
                before.pop();
            }
            found.push(PathUse { path: before.clone(), is_use });
            break at + 1;
        }
        at += 3;
    };
    before.truncate(length);
    end
}

#[cfg(test)]
mod tests {
    use super::{Sources, cycle};

    fn sources(files: &[(&str, &str)]) -> Sources {
        let mut sources = Sources::default();
        for (name, text) in files {
            let module = name.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
            sources.add(module, text).expect("it is Rust");
        }
        sources
    }

    fn arrows(files: &[(&str, &str)]) -> Vec<String> {
        sources(files).arrows(&[]).into_keys().map(|(from, to)| format!("{from} -> {to}")).collect()
    }

    #[test]
    fn a_path_counts_wherever_it_stands() {
        let all = [("", "mod a; mod b;"), ("b", "pub fn f() {}")];
        for text in
            ["use crate::b::f;", "use super::{b::{self, f}};", "fn g() { crate::b::f() }", "m!(1, super::b::f);"]
        {
            assert_eq!(arrows(&[all.as_slice(), &[("a", text)]].concat()), ["a -> b"], "{text}");
        }
        let text = "/// [`f`](crate::b::f)\nuse std::b::f; #[cfg(test)] mod tests { use crate::b::f; } const S: &str = \"crate::b\";";
        assert!(arrows(&[all.as_slice(), &[("a", text)]].concat()).is_empty());
    }

    #[test]
    fn a_name_leads_where_it_was_defined() {
        let files = [("", "pub use b::f as g; pub use b::f;"), ("a", "use crate::f;"), ("b", "pub fn f() {}")];
        assert_eq!(arrows(&files), ["a -> b"]);
        // Inside of a folder, past the names of the folder itself.
        let files = [("x", "pub use b::f;"), ("x/a", "use super::f;"), ("x/b", "pub fn f() {}")];
        let inside = sources(&files).arrows(&["x".to_owned()]);
        assert_eq!(inside.into_keys().collect::<Vec<_>>(), [("a".to_owned(), "b".to_owned())]);
    }

    #[test]
    fn circles_are_found() {
        let ring = [
            ("", ""),
            ("a", "use crate::b;"),
            ("b", "use crate::c::d;"),
            ("c", "use crate::a;"),
            ("e", "use crate::a;"),
        ];
        assert_eq!(cycle(&sources(&ring).arrows(&[])).expect("there is one"), ["a", "b", "c", "a"]);
        assert_eq!(cycle(&sources(&ring[..3]).arrows(&[])), None);
    }
}
