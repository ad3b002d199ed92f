//! A program as declarations and statements that name one another, in any language.
//!
//! A *unit* is a part that can go by itself: a declaration, a statement, a member of a class, a line of an import. Its *definitions* are
//! found by their positions: behind words such as `class` and `func`, before the parentheses of a function, before `=`. A *use* is any
//! other word. It means the definitions of that name in the innermost scope around it that has any; parts of one namespace are one scope.
//! A word behind a dot, or one that no scope around it defines, is looked up among the members of all units: such a use keeps a member, but
//! not the class around it.
//!
//! ```text
//! import "fmt"                  defines fmt
//! type point struct { x int }   defines point
//! func (p point) show() {       defines show, and goes with point
//!     fmt.Print(p.x)            uses fmt, p, and any member x or Print
//! }
//! ```

mod definitions;
mod gains;
mod kept;
mod keywords;
mod reader;
mod signature;
mod units;

pub use gains::{Gains, NodeNumber, Ranges};
pub use kept::{Choice, Kept};

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::word::distinct_names;

use grammarc_core::steps::step;
use grammarc_core::tree::Tree;
use signature::{Inside, Signature, Used};
use units::{UnitList, UnitSource};

/// The number of a unit, in the order of the text: a unit comes before those inside it.
pub type UnitId = usize;
/// The number of a group: the units that define one name in one scope.
type GroupId = usize;
/// The number of a word.
type WordId = usize;

/// The units of one text, with the definitions that each needs.
pub struct Program {
    units: Vec<Unit>,
    /// By group: the units that define its name.
    groups: Vec<Vec<UnitId>>,
    /// By group: the units that use it.
    users: Vec<Vec<UnitId>>,
    /// By word: the units that define it as a member of something.
    members: HashMap<WordId, Vec<UnitId>>,
    /// The content of an empty body, such as `loop{}`.
    filler: &'static [u8],
}

struct Unit {
    /// Its bytes, with the white space behind it.
    bytes: Range<usize>,
    parent: Option<UnitId>,
    /// The unit behind the last one inside it.
    end: UnitId,
    /// Number of its bytes that belong to no unit inside it.
    own: usize,
    /// The content of its body, if it is a function.
    body: Option<Range<usize>>,
    kind: UnitKind,
    /// The words that it defines.
    defines: Vec<WordId>,
    /// The groups that it belongs to.
    groups: Vec<GroupId>,
    /// The groups that it uses.
    uses: Vec<GroupId>,
    /// The words that it uses as members of something.
    members: Vec<WordId>,
    /// The groups that it goes with.
    targets: Vec<GroupId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum UnitKind {
    /// It stands in the text or in a namespace, and goes with nothing.
    Declaration,
    /// A place for declarations, such as a namespace.
    Container,
    /// A label, which stays.
    Label,
    /// Any other.
    Part,
}

impl Program {
    /// Finds the units of a text by its island tree, and resolves their names. O(n log n).
    pub fn of(text: &[u8], tree: &Tree) -> Self {
        let source = UnitList::of(text, tree);
        let mut signatures: Vec<Signature<'_>> = Vec::with_capacity(source.units.len());
        for unit in &source.units {
            step(unit.tokens.len() as u64);
            let parent = unit.parent.map(|parent| &signatures[parent]);
            signatures.push(definitions::signature(&source, unit, parent));
        }
        let mut words = Words::default();
        let scopes = Scopes::of(&source.units, &signatures, &mut words);
        let groups = Groups::of(&source.units, &signatures, &scopes, &mut words);
        let filler = filler(text);
        let is_class = |group: GroupId| {
            let of_class =
                |&unit: &UnitId| signatures[unit].inside == Inside::Members && !signatures[unit].is_transparent;
            groups.units[group].iter().any(of_class)
        };
        let resolved = signatures.iter().enumerate().map(|(id, signature)| {
            let is_overload = groups.is_overload(&scopes, &words, id, signature);
            let names = signature.uses.iter().filter_map(|used| {
                let name = groups.resolve(&scopes, &words, id, used)?;
                Some(match name {
                    // An overload such as `swap(a&, a&)` goes with `a`.
                    ResolvedName::Group(group) if is_overload && used.is_parameter && is_class(group) => {
                        ResolvedName::Target(group)
                    }
                    _ => name,
                })
            });
            Unit::new(&source.units[id], signature, names, filler, &words)
        });
        let mut units: Vec<Unit> = resolved.collect();
        let mut users: Vec<Vec<UnitId>> = vec![Vec::new(); groups.units.len()];
        for (id, unit) in units.iter_mut().enumerate() {
            // A later part of an inline namespace needs the first, which has the word `inline`.
            if signatures[id].is_namespace && scopes.inside[id] == scopes.around[id] {
                unit.uses.extend(groups.defined_by(&scopes, &words, id, &signatures[id]));
            }
            // A unit does not need itself.
            unit.uses.retain(|&group| groups.units[group] != [id] && !unit.targets.contains(&group));
            unit.uses.iter().chain(&unit.targets).for_each(|&group| users[group].push(id));
        }
        for (group, members) in groups.units.iter().enumerate() {
            members.iter().for_each(|&unit| units[unit].groups.push(group));
        }
        Self { units, groups: groups.units, users, members: groups.members, filler }
    }

    /// Returns the number of units.
    #[expect(clippy::len_without_is_empty, reason = "a program without functions is left alone, so nobody asks")]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns the number of bytes of the functions with a body.
    pub fn bytes_of_functions(&self) -> usize {
        let (mut unit, mut bytes) = (0, 0);
        while let Some(Unit { body, end, bytes: all, .. }) = self.units.get(unit) {
            bytes += body.as_ref().map_or(0, |_| all.len());
            unit = if body.is_some() { *end } else { unit + 1 };
        }
        bytes
    }

    /// Returns the number of bytes of a unit, with all units inside it.
    pub fn bytes(&self, unit: UnitId) -> usize {
        self.units[unit].bytes.len()
    }

    /// Returns the number of bytes of a unit that belong to no unit inside it.
    pub fn own_bytes(&self, unit: UnitId) -> usize {
        self.units[unit].own
    }

    /// Returns whether a unit is a label, such as `public:`.
    pub fn is_label(&self, unit: UnitId) -> bool {
        self.units[unit].kind == UnitKind::Label
    }

    /// Returns the units of the text and of its namespaces that go with nothing else, in order.
    pub fn declarations(&self) -> Vec<UnitId> {
        (0..self.len()).filter(|&unit| self.units[unit].kind == UnitKind::Declaration).collect()
    }

    /// Returns the choice without the definitions that other units need: each stays for them, and goes with its last use. The text is the
    /// same, because definitions that need only one another are still wanted.
    pub fn released(&self, choice: &Choice, kept: &Kept) -> Choice {
        let mut released = choice.clone();
        for (id, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.kind != UnitKind::Container) {
            released.wanted[id] &= !kept.needed[id] || unit.kind == UnitKind::Label;
        }
        let left = self.kept(&released);
        let lost = (0..self.len()).filter(|&unit| kept.units[unit] && !left.units[unit]);
        lost.for_each(|unit| released.wanted[unit] = choice.wanted[unit]);
        released
    }

    /// Returns the units inside a unit, without those inside them, in order.
    pub fn children(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let end = self.units[unit].end;
        let inside = move |child: UnitId| (child < end).then_some(child);
        std::iter::successors(inside(unit + 1), move |&child| inside(self.units[child].end))
    }

    /// Returns the outermost functions with a body in a unit, in order. It may be one.
    pub fn functions(&self, unit: UnitId) -> Vec<UnitId> {
        let (mut next, mut found) = (unit, Vec::new());
        while next < self.units[unit].end {
            let is_function = self.units[next].body.is_some();
            found.extend(is_function.then_some(next));
            next = if is_function { self.units[next].end } else { next + 1 };
        }
        found
    }

    /// Returns for each unit whether one outside of it that stays uses it by name.
    pub fn used(&self, kept: &Kept) -> Vec<bool> {
        let ends = |users: &Vec<UnitId>| {
            let mut users = users.iter().copied().filter(|&user| kept.units[user]);
            let first = users.next()?;
            Some((first, users.next_back().unwrap_or(first)))
        };
        let ends: Vec<Option<(UnitId, UnitId)>> = self.users.iter().map(ends).collect();
        let is_used = |(id, unit): (UnitId, &Unit)| {
            let mut users = unit.groups.iter().filter_map(|&group| ends[group]);
            users.any(|(first, last)| first < id || last >= unit.end)
        };
        self.units.iter().enumerate().map(is_used).collect()
    }
}

/// The meaning of a use.
enum ResolvedName {
    /// It needs these definitions.
    Group(GroupId),
    /// The unit goes with these definitions.
    Target(GroupId),
    /// It needs members of that name.
    Member(WordId),
}

impl Unit {
    fn new(
        source: &UnitSource,
        signature: &Signature<'_>,
        names: impl Iterator<Item = ResolvedName>,
        filler: &[u8],
        words: &Words<'_>,
    ) -> Self {
        let (mut uses, mut targets, mut members) = (Vec::new(), Vec::new(), Vec::new());
        for name in names {
            match name {
                ResolvedName::Group(group) => uses.push(group),
                ResolvedName::Target(group) => targets.push(group),
                ResolvedName::Member(word) => members.push(word),
            }
        }
        for list in [&mut uses, &mut targets, &mut members] {
            list.sort_unstable();
            list.dedup();
        }
        let UnitSource { bytes, parent, end, own, body, .. } = source;
        let body =
            body.clone().filter(|body| !signature.is_control && !signature.must_return && body.len() > filler.len());
        let kind = match signature.around {
            _ if signature.is_label => UnitKind::Label,
            _ if signature.inside == Inside::Declarations => UnitKind::Container,
            Inside::Declarations if targets.is_empty() => UnitKind::Declaration,
            _ => UnitKind::Part,
        };
        let defines = signature.defines.iter().filter_map(|name| words.known(name)).collect();
        let (bytes, groups) = (bytes.clone(), Vec::new());
        Self { bytes, parent: *parent, end: *end, own: *own, body, kind, defines, groups, uses, members, targets }
    }
}

/// The content of an empty body, in each language that rejects `{}` where a value must be returned. The words tell the language.
const FILLERS: [(&[&str], &[u8]); 3] =
    [(&["fn"], b"loop{}"), (&["func"], b"panic(0)"), (&["class", "import"], b"throw null;")];

/// Guesses the content of an empty body in the language of a text. A wrong guess costs tests.
fn filler(text: &[u8]) -> &'static [u8] {
    let words = distinct_names(text);
    let fits = |wanted: &[&str]| wanted.iter().all(|word| words.contains(word.as_bytes()));
    FILLERS.iter().find(|(wanted, _)| fits(wanted)).map_or(b"", |(_, filler)| filler)
}

/// The words of a text by number.
#[derive(Default)]
struct Words<'t> {
    ids: HashMap<&'t [u8], WordId>,
}

impl<'t> Words<'t> {
    fn id(&mut self, word: &'t [u8]) -> WordId {
        let next = self.ids.len();
        *self.ids.entry(word).or_insert(next)
    }

    fn known(&self, word: &[u8]) -> Option<WordId> {
        self.ids.get(word).copied()
    }
}

/// The number of a scope. That of the text is 0.
type ScopeId = usize;

/// The scopes of all units.
struct Scopes {
    /// By scope: the one around it.
    parents: Vec<Option<ScopeId>>,
    /// By unit: the scope that its definitions belong to.
    around: Vec<ScopeId>,
    /// By unit: the scope of the units inside it.
    inside: Vec<ScopeId>,
}

impl Scopes {
    fn of<'t>(units: &[UnitSource], signatures: &[Signature<'t>], words: &mut Words<'t>) -> Self {
        let mut found = Self { parents: vec![None], around: Vec::new(), inside: Vec::new() };
        let mut namespaces: HashMap<(ScopeId, WordId), ScopeId> = HashMap::new();
        for (unit, signature) in units.iter().zip(signatures) {
            let around = unit.parent.map_or(0, |parent| found.inside[parent]);
            let next = found.parents.len();
            let inside = match signature.defines.first().filter(|_| signature.is_namespace) {
                _ if signature.is_transparent => around,
                Some(name) => {
                    let first = if signature.is_inline { around } else { next };
                    *namespaces.entry((around, words.id(name))).or_insert(first)
                }
                None => next,
            };
            if inside == next {
                found.parents.push(Some(around));
            }
            found.around.push(around);
            found.inside.push(inside);
        }
        found
    }
}

/// The definitions by scope and word.
#[derive(Default)]
struct Groups {
    ids: HashMap<(ScopeId, WordId), GroupId>,
    units: Vec<Vec<UnitId>>,
    members: HashMap<WordId, Vec<UnitId>>,
}

impl Groups {
    fn of<'t>(units: &[UnitSource], signatures: &[Signature<'t>], scopes: &Scopes, words: &mut Words<'t>) -> Self {
        let mut found = Self::default();
        // The parts of a namespace have one scope, so the first part defines it.
        let mut spaces = HashSet::new();
        for (id, signature) in signatures.iter().enumerate() {
            let has_target = signature.uses.iter().any(|used| used.is_target);
            if signature.is_namespace && !signature.is_inline && !spaces.insert(scopes.inside[id]) {
                continue;
            }
            for name in &signature.defines {
                let word = words.id(name);
                if !has_target {
                    found.define(scopes.around[id], word, id);
                }
                if has_target || units[id].parent.is_some() {
                    found.members.entry(word).or_default().push(id);
                }
            }
        }
        found
    }

    fn define(&mut self, scope: ScopeId, word: WordId, unit: UnitId) {
        let next = self.units.len();
        let group = *self.ids.entry((scope, word)).or_insert(next);
        if group == next {
            self.units.push(Vec::new());
        }
        if self.units[group].last() != Some(&unit) {
            self.units[group].push(unit);
        }
    }

    /// Returns the definitions of the first name that a unit defines.
    fn defined_by(
        &self,
        scopes: &Scopes,
        words: &Words<'_>,
        unit: UnitId,
        signature: &Signature<'_>,
    ) -> Option<GroupId> {
        let mut names = signature.defines.iter().filter_map(|name| words.known(name));
        names.find_map(|name| self.ids.get(&(scopes.around[unit], name)).copied())
    }

    /// Returns whether a unit is one of several functions of a name.
    fn is_overload(&self, scopes: &Scopes, words: &Words<'_>, unit: UnitId, signature: &Signature<'_>) -> bool {
        let group = self.defined_by(scopes, words, unit, signature);
        signature.around == Inside::Declarations && group.is_some_and(|group| self.units[group].len() >= MIN_OVERLOADS)
    }

    /// Returns the meaning of a use in a unit; none if nothing defines the word.
    fn resolve(&self, scopes: &Scopes, words: &Words<'_>, unit: UnitId, used: &Used<'_>) -> Option<ResolvedName> {
        let word = words.known(used.name)?;
        let (around, inside) = (scopes.around[unit], scopes.inside[unit]);
        let found = match used.qualifier {
            Some(qualifier) => {
                let group = words.known(qualifier).and_then(|name| self.visible(scopes, inside, name));
                group.and_then(|group| self.inside(scopes, group, word))
            }
            None if used.is_global => self.visible(scopes, 0, word),
            None if used.is_member => None,
            None => self.visible(scopes, if used.is_target { around } else { inside }, word),
        };
        Some(match found {
            Some(group) if used.is_target => ResolvedName::Target(group),
            Some(group) => ResolvedName::Group(group),
            None => ResolvedName::Member(word),
        })
    }

    /// Returns the definitions of a word that a scope sees: those of the innermost scope that has any.
    fn visible(&self, scopes: &Scopes, scope: ScopeId, word: WordId) -> Option<GroupId> {
        let mut outwards = std::iter::successors(Some(scope), |&scope| scopes.parents[scope]);
        outwards.find_map(|scope| self.ids.get(&(scope, word)).copied())
    }

    /// Returns the definitions of a word inside of those of another one.
    fn inside(&self, scopes: &Scopes, group: GroupId, word: WordId) -> Option<GroupId> {
        let units = self.units[group].iter().take(MAX_SCOPES);
        units.filter_map(|&unit| self.ids.get(&(scopes.inside[unit], word)).copied()).next()
    }
}

/// Number of functions of one name that are overloads. Two may be a declaration and its definition.
const MIN_OVERLOADS: usize = 3;
/// Number of definitions of one name in which a member is looked for. The parts of a namespace are one scope, so the first is enough there.
const MAX_SCOPES: usize = 16;

#[cfg(test)]
mod tests {
    use super::{Choice, Gains, Program, Ranges};
    use crate::outline::language;

    fn program(text: &str) -> Program {
        let tree = language().parsing().tree(text.as_bytes()).expect("islands accept every text");
        Program::of(text.as_bytes(), &tree)
    }

    /// Drops the units that begin so with their users, and all definitions that lose their last use.
    fn without(text: &str, begins: &str) -> String {
        let program = program(text);
        let mut choice = Choice::all(&program);
        choice = program.released(&choice, &program.kept(&choice));
        let units =
            (0..program.len()).filter(|&unit| text[program.units[unit].bytes.clone()].trim_start().starts_with(begins));
        units.for_each(|unit| (choice.wanted[unit], choice.gone[unit]) = (false, true));
        String::from_utf8(program.text(text.as_bytes(), &program.kept(&choice))).expect("it was text before")
    }

    #[test]
    fn parts_go_with_what_only_they_need_and_with_what_needs_them() {
        let go = "import (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() {\n\tx := 1\n\tfmt.Print(x)\n\tos.Exit(2)\n}\n";
        let method = "type a struct {\n\tb int\n}\n\nfunc (c a) d() {\n\te()\n}\nfunc g() {\n\th()\n}\n";
        let names = "namespace a {\nstruct b { int c; };\nstruct d { int e; };\n}\nvoid f(a::b g) { h(g); }\nvoid i() { j(1); }\n";
        let cases = [
            (go, "fmt.Print", "import (\n\t\"os\"\n)\n\nfunc f() {\n\tos.Exit(2)\n}\n"),
            (method, "type a", "func g() {\n\th()\n}\n"),
            (names, "struct b", "namespace a {\nstruct d { int e; };\n}\nvoid i() { j(1); }\n"),
            (names, "void f", "namespace a {\nstruct d { int e; };\n}\nvoid i() { j(1); }\n"),
            ("impl a { fn b() { c(); } }\nstruct a { d: u8 }\nfn e() { f(); }\n", "struct a", "fn e() { f(); }\n"),
            (
                "import a from \"x\";\nfunction b() { a(); }\nfunction c() { b(); d(); }\n",
                "b();",
                "function c() { d(); }\n",
            ),
            (
                "enum { a, b };\nint c() { return a; }\nint d() { return 1; }\n",
                "enum",
                "int c() {}\nint d() { return 1; }\n",
            ),
            (
                "enum a {\n  b = 1 << 0,\n  c = 1 << 1\n};\nint d = b;\nint e = c;\n",
                "b = 1",
                "enum a {\n  \n  c = 1 << 1\n};\nint e = c;\n",
            ),
            ("class a : b {\n  int c;\n  int d;\n};\n", ": b", "class a {\n  int c;\n  int d;\n};\n"),
            (
                "import b;\nclass a<T> implements b<T>, c {\n  void d() { e(); }\n}\n",
                "implements",
                "class a<T> {\n  void d() { e(); }\n}\n",
            ),
            ("struct a { typedef int b; typedef c<b, int> d; d e; };\n", "typedef int", "struct a { };\n"),
            (
                "struct a { int b; };\nvoid swap(a c);\nvoid swap(int c);\nvoid swap(long c);\nint d() { swap(1); }\n",
                "struct a",
                "void swap(int c);\nvoid swap(long c);\nint d() { swap(1); }\n",
            ),
        ];
        for (text, begins, left) in cases {
            assert_eq!(without(text, begins), left, "{begins}");
        }
    }

    #[test]
    fn an_empty_body_is_one_that_the_language_accepts() {
        let cases = [
            ("int f() { return 1; }\n", "return", "int f() {}\n"),
            ("fn f() -> usize { return 1; }\n", "return", "fn f() -> usize {loop{}}\n"),
            ("if (a) { b(); c(); }\n", "b", "if (a) { c(); }\n"),
            ("let f = () => { return 1; };\n", "return", "let f = () => {};\n"),
        ];
        for (text, begins, left) in cases {
            assert_eq!(without(text, begins), left, "{begins}");
        }
    }

    #[test]
    fn functions_that_must_return_keep_their_bodies() {
        for head in ["constexpr int f()", "auto f()", "static constexpr bool f(int a)"] {
            let text = format!("{head} {{ return 1; }}\n");
            assert_eq!(program(&text).bytes_of_functions(), 0, "{head}");
        }
    }

    #[test]
    fn later_parts_of_an_inline_namespace_need_the_first() {
        let text = "namespace a { inline namespace b {} }\nnamespace a { namespace b { class c {}; } }\nnamespace d {}\nint e(a::c f);\n";
        let program = program(text);
        let mut choice = Choice { wanted: vec![false; program.len()], ..Choice::all(&program) };
        choice.wanted[program.len() - 1] = true;
        let left =
            String::from_utf8(program.text(text.as_bytes(), &program.kept(&choice))).expect("it was text before");
        assert!(
            left.contains("inline namespace b") && left.contains("class c") && !left.contains("namespace d"),
            "{left}"
        );
    }

    #[test]
    fn any_text_has_units() {
        let words = "impl < > { } ( ) [ ] ; , : :: := = . @ # a b class struct enum template operator implements extends \
                     \"x/y\" import func => auto fn if else for typedef using namespace friend extern \"C\" let var const type use * & requires __attribute__ macro_rules public \n";
        let words: Vec<&str> = words.split(' ').collect();
        let mut state = 1_u32;
        for length in (0..4000).map(|number| number % 40) {
            let mut text = String::new();
            for _ in 0..length {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                text.push_str(words[(state >> 16) as usize % words.len()]);
                text.push(' ');
            }
            let program = program(&text);
            let choice = Choice::all(&program);
            let kept = program.kept(&choice);
            let ranges = Ranges::of(&program);
            assert_eq!(Gains::of(&program, &ranges, &choice, &kept).bytes.len(), ranges.len(), "{text}");
            assert_eq!(program.text(text.as_bytes(), &kept), text.as_bytes(), "{text}");
        }
    }
}
