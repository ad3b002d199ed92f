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

mod bonds;
mod definitions;
mod gains;
mod groups;
mod kept;
mod keywords;
mod language;
mod reader;
mod renamed;
mod signature;
mod templates;
mod unit;
mod units;

pub use gains::{Gains, NodeNumber, Ranges};
pub use kept::{Choice, Kept};

use std::collections::HashMap;
use std::ops::Range;

use grammarc_core::steps::step;
use grammarc_core::tree::Tree;
use groups::{Groups, ResolvedName};
use language::Language;
use signature::{Inside, Signature};
use unit::{Declared, INDENTED_FILLER, Unit, UnitKind, mark_blocks, mark_returns};
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
    /// By word: the units that use it as a member of something.
    member_users: HashMap<WordId, Vec<UnitId>>,
    /// The names that may become others, each once, in no order.
    names: Vec<Vec<u8>>,
    rejects_unused: bool,
    is_indented: bool,
}

impl Program {
    /// Finds the units of a text by its island tree, and resolves their names. O(n log n).
    pub fn of(text: &[u8], tree: &Tree) -> Self {
        Self::of_files(text, tree, &[])
    }

    /// Does the same for the texts of several files, one behind the other. `starts` are the places of all but the first one, ascending.
    /// What a file imports is not seen in the others.
    pub fn of_files(text: &[u8], tree: &Tree, starts: &[usize]) -> Self {
        let source = UnitList::of(text, tree);
        let language = Language::of(&source);
        let mut signatures: Vec<Signature<'_>> = Vec::with_capacity(source.units.len());
        for unit in &source.units {
            step(unit.tokens.len() as u64);
            let parent = unit.parent.map(|parent| &signatures[parent]);
            signatures.push(definitions::signature(&source, unit, parent, language));
        }
        let file = |unit: &UnitSource| starts.partition_point(|&start| start <= unit.bytes.start);
        let files: Vec<usize> = source.units.iter().map(file).collect();
        let mut groups = Groups::of(&source.units, &signatures, &files, language);
        groups.define_fields(&signatures);
        groups.find_bases(&source.units, &signatures);
        groups.define_assigned(&signatures);
        let bonds = bonds::bonds(&source, &signatures, &mut groups, language);
        let specializations = templates::specializations(&source, &signatures, &mut groups);
        let is_class = |group: GroupId| {
            let of_class =
                |&unit: &UnitId| signatures[unit].inside == Inside::Members && !signatures[unit].is_transparent;
            groups.units[group].iter().any(of_class)
        };
        let resolved = signatures.iter().enumerate().map(|(id, signature)| {
            let field = signature.field.and_then(|name| groups.words.known(name));
            let used_field = field.filter(|&word| !groups.defines_member(word, id));
            let is_overload = groups.is_overload(id, signature);
            let own = (source.units[id].end == id + 1 && !signature.is_function).then_some(id);
            let mut clauses = Vec::new();
            let uses = signature.uses.iter().filter_map(|used| {
                let name = groups.resolve(id, used, own, &mut clauses)?;
                let is_inside = |unit: &UnitId| source.units[*unit].parent == Some(id);
                Some(match name {
                    // `use a::{self}` does not need the names that it imports.
                    ResolvedName::Group(group) if signature.is_import && groups.units[group].iter().all(is_inside) => {
                        return None;
                    }
                    // An overload such as `swap(a&, a&)` goes with `a`.
                    ResolvedName::Group(group) if is_overload && used.is_parameter && is_class(group) => {
                        ResolvedName::Target(group)
                    }
                    _ => name,
                })
            });
            let mut names: Vec<ResolvedName> = uses.collect();
            names.extend(clauses.into_iter().map(ResolvedName::Group).chain(used_field.map(ResolvedName::Member)));
            let filler = match source.units[id].is_indented {
                true => INDENTED_FILLER,
                false => language.filler(source.units[id].tokens.iter().map(|token| source.word(token))),
            };
            let mut unit = Unit::new(&source.units[id], signature, names, filler);
            let body = source.units[id].body.clone();
            unit.is_short = body.is_some_and(|body| text[body].trim_ascii() == filler);
            unit.is_comment = source.units[id].tokens.is_empty() && source.units[id].end == id + 1;
            let has_operator = source.units[id].tokens.iter().any(|token| source.word(token) == b"operator");
            let is_specialization =
                signature.inside == Inside::Members && !unit.targets.is_empty() && !signature.is_extension;
            unit.is_nameless = signature.is_constructor || has_operator || is_specialization;
            unit.declared = Declared::of(&source, id, signature, &groups);
            unit
        });
        let mut units: Vec<Unit> = resolved.collect();
        for (unit, name) in bonds {
            match name {
                ResolvedName::Target(group) => units[unit].targets.push(group),
                ResolvedName::Group(group) => units[unit].uses.push(group),
                ResolvedName::Member(word) => units[unit].members.push(word),
            }
        }
        mark_returns(&mut units, &source.units, &signatures, text);
        mark_blocks(&mut units, &source.units, text, language.is_indented);
        let mut users: Vec<Vec<UnitId>> = vec![Vec::new(); groups.units.len()];
        let mut member_users: HashMap<WordId, Vec<UnitId>> = HashMap::new();
        for &(unit, group) in &groups.assigned {
            units[unit].uses.retain(|&used| used != group);
        }
        for (id, unit) in units.iter_mut().enumerate() {
            let hidden = unit.uses.iter().filter_map(|group| specializations.get(group)).flatten();
            let hidden: Vec<GroupId> = hidden.copied().collect();
            unit.uses.extend(hidden);
            unit.uses.retain(|group| !unit.targets.contains(group));
            unit.uses.iter().chain(&unit.targets).for_each(|&group| users[group].push(id));
            unit.members.iter().for_each(|&word| member_users.entry(word).or_default().push(id));
        }
        for (&word, members) in &groups.members {
            members.iter().for_each(|&unit| units[unit].member_words.push(word));
        }
        for unit in &mut units {
            let is_used = |(_, group): &(Range<usize>, GroupId)| !users[*group].is_empty();
            unit.declared = unit.declared.take().filter(|declared| declared.names.iter().all(is_used));
        }
        for (group, members) in groups.units.iter().enumerate() {
            members.iter().for_each(|&unit| units[unit].groups.push(group));
        }
        let names = renamed::renamed(&source, &signatures).into_iter().map(<[u8]>::to_vec).collect();
        Self {
            units,
            groups: groups.units,
            users,
            members: groups.members,
            member_users,
            names,
            rejects_unused: language.rejects_unused,
            is_indented: language.is_indented,
        }
    }

    /// Returns the number of units.
    #[expect(clippy::len_without_is_empty, reason = "a program without functions is left alone, so nobody asks")]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Returns whether a definition must go with its last use, as in Go.
    pub fn rejects_unused(&self) -> bool {
        self.rejects_unused
    }

    /// Returns whether no unit has bytes both before a place and behind it.
    pub fn is_apart(&self, place: usize) -> bool {
        let mut outermost =
            std::iter::successors(self.units.first(), |unit| self.units.get(unit.end)).map(|unit| &unit.bytes);
        !outermost.any(|bytes| bytes.start < place && place < bytes.end)
    }

    /// Returns whether its blocks are known by their indentation, as in Python.
    pub fn is_indented(&self) -> bool {
        self.is_indented
    }

    /// Returns the names that units define and that mean nothing outside of the text, each once, in no order.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.names.iter().map(Vec::as_slice)
    }

    /// Returns the number of bytes of the functions with a body.
    pub fn bytes_of_functions(&self) -> usize {
        let (mut unit, mut bytes) = (0, 0);
        while let Some(Unit { is_function, end, bytes: all, .. }) = self.units.get(unit) {
            bytes += if *is_function { all.len() } else { 0 };
            unit = if *is_function { *end } else { unit + 1 };
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

    /// Returns whether a unit must stay as long as the one around it: a label, such as `public:`, and the value of a `constexpr` function.
    pub fn is_fixed(&self, unit: UnitId) -> bool {
        self.units[unit].kind == UnitKind::Fixed
    }

    /// Returns the units of the text and of its namespaces that go with nothing else, in order.
    pub fn declarations(&self) -> Vec<UnitId> {
        (0..self.len()).filter(|&unit| self.units[unit].kind == UnitKind::Declaration).collect()
    }

    /// Returns the attributes of the whole text, such as `#![a]`, in order.
    pub fn file_attributes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = UnitId> + 'a {
        let begins = |unit: &UnitId| text[self.units[*unit].bytes.clone()].starts_with(b"#![");
        (0..self.len()).filter(|&unit| self.units[unit].kind == UnitKind::Annotation).filter(begins)
    }

    /// Returns the choice without the definitions that other units need: each stays for them, and goes with its last use. The text is the
    /// same, because definitions that need only one another are still wanted.
    pub fn released(&self, choice: &Choice, kept: &Kept) -> Choice {
        let mut released = choice.clone();
        for (id, unit) in self.units.iter().enumerate().filter(|(_, unit)| unit.kind != UnitKind::Container) {
            released.wanted[id] &= !kept.needed[id] || unit.kind == UnitKind::Fixed;
        }
        let left = self.kept(&released);
        let lost = (0..self.len()).filter(|&unit| kept.units[unit] && !left.units[unit]);
        lost.for_each(|unit| released.wanted[unit] = choice.wanted[unit]);
        released
    }

    /// Returns a unit with those that declare the same class, for example before its definition; it may be there twice.
    pub fn declarations_of(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let is_class = self.units[unit].is_class;
        let groups = self.units[unit].groups.iter().filter(move |_| is_class);
        let others = groups.flat_map(|&group| self.groups[group].iter().copied());
        others.filter(|&other| self.units[other].is_class).chain([unit])
    }

    /// Returns the units inside a unit, without those inside them, in order.
    pub fn children(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let end = self.units[unit].end;
        let inside = move |child: UnitId| (child < end).then_some(child);
        std::iter::successors(inside(unit + 1), move |&child| inside(self.units[child].end))
    }

    /// Returns the first unit in the body of a function.
    fn content(&self, function: UnitId) -> Option<UnitId> {
        let body = self.units[function].body.as_ref()?;
        self.children(function).find(|&part| self.units[part].bytes.start >= body.start)
    }

    /// Returns the units in the body of a function, without those inside them, in order.
    pub fn body(&self, function: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let first = self.content(function).unwrap_or(usize::MAX);
        self.children(function).filter(move |&part| part >= first)
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

    /// Returns the clauses and the empty methods of the classes that have both, in order: such a class keeps its promises no more. The
    /// annotations of such methods are among them. O(n).
    pub fn promises(&self, kept: &Kept) -> Vec<UnitId> {
        let is_kept = |part: UnitId| kept.units[part] && self.units[part].kind != UnitKind::Annotation;
        let is_empty = |method: UnitId| self.units[method].is_short || !self.children(method).any(is_kept);
        let mut found = Vec::new();
        for class in (0..self.len()).filter(|&unit| kept.units[unit]) {
            let of =
                |kind| self.children(class).filter(move |&child| kept.units[child] && self.units[child].kind == kind);
            if of(UnitKind::Clause).next().is_none() {
                continue;
            }
            let methods: Vec<UnitId> = of(UnitKind::Method).filter(|&method| is_empty(method)).collect();
            if !methods.is_empty() {
                let methods = methods.into_iter().flat_map(|method| method..self.units[method].end);
                found.extend(of(UnitKind::Clause).chain(methods));
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the unit behind the last one inside of another.
    pub fn end(&self, unit: UnitId) -> UnitId {
        self.units[unit].end
    }

    /// Returns for each unit whether one outside of it that stays uses it by name.
    pub fn used(&self, kept: &Kept) -> Vec<bool> {
        let ends = |users: &Vec<UnitId>| {
            let mut users = users.iter().copied().filter(|&user| kept.units[user]);
            let first = users.next()?;
            Some((first, users.next_back().unwrap_or(first)))
        };
        let by_group: Vec<Option<(UnitId, UnitId)>> = self.users.iter().map(ends).collect();
        let by_word: HashMap<WordId, (UnitId, UnitId)> =
            self.member_users.iter().filter_map(|(&word, users)| Some((word, ends(users)?))).collect();
        let is_used = |(id, unit): (UnitId, &Unit)| {
            let of_groups = unit.groups.iter().filter_map(|&group| by_group[group]);
            let of_words = unit.member_words.iter().filter_map(|word| by_word.get(word).copied());
            of_groups.chain(of_words).any(|(first, last)| first < id || last >= unit.end)
        };
        self.units.iter().enumerate().map(is_used).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Gains, Program, Ranges, UnitId};
    use crate::outline::language;

    fn program(text: &str) -> Program {
        let tree = language().parsing().tree(text.as_bytes()).expect("islands accept every text");
        Program::of(text.as_bytes(), &tree)
    }

    /// Returns the text without the units for which `choose` takes something away.
    fn left(text: &str, choose: impl Fn(&Program, &mut Choice)) -> String {
        let program = program(text);
        let mut choice = Choice::all(&program);
        choose(&program, &mut choice);
        let left = program.text(text.as_bytes(), &program.kept(&choice));
        String::from_utf8(left).expect("it was text before")
    }

    /// Returns the text of a unit, without blanks before it.
    fn unit_text<'t>(program: &Program, text: &'t str, unit: UnitId) -> &'t str {
        text[program.units[unit].bytes.clone()].trim_start()
    }

    /// Drops the units that begin so with their users, and all definitions that lose their last use.
    fn without(text: &str, begins: &str) -> String {
        left(text, |program, choice| {
            *choice = program.released(choice, &program.kept(choice));
            let units = (0..program.len()).filter(|&unit| unit_text(program, text, unit).starts_with(begins));
            for unit in units.flat_map(|unit| program.declarations_of(unit)) {
                (choice.wanted[unit], choice.gone[unit]) = (false, true);
            }
        })
    }

    #[test]
    fn names_from_outside_stay() {
        let cases = [
            (
                "use std::mem::swap;\n#[cfg(test)]\nfn test() { std::ptr::read(a); swap(b); }\nfn read() { self::c(); }\nfn c() { }\n",
                "c",
            ),
            ("import \"fmt\"\nfunc Print() { fmt.Print(1) }\nfunc d() { e.Print(2) }\n", "d"),
            ("import os\nfrom a import b\ndef path(c):\n    return os.path(c)\ndef d(e):\n    b(e)\n", "d"),
        ];
        for (text, expected) in cases {
            let mut names: Vec<String> =
                program(text).names().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
            names.sort();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn imports_belong_to_their_files_and_other_names_to_all() {
        let files = [
            "package a\nimport \"fmt\"\nfunc b() { fmt.Print(c) }\n",
            "package a\nimport \"fmt\"\nvar c = 1\nfunc d() { fmt.Print(2) }\n",
        ];
        let (text, start) = (files.concat(), files[0].len());
        let tree = language().parsing().tree(text.as_bytes()).expect("islands accept every text");
        let program = Program::of_files(text.as_bytes(), &tree, &[start]);
        assert!(program.is_apart(start) && !program.is_apart(start - 5));
        let mut choice = program.released(&Choice::all(&program), &program.kept(&Choice::all(&program)));
        let gone = (0..program.len()).find(|&unit| unit_text(&program, &text, unit).starts_with("func d"));
        choice.gone[gone.expect("there is such a function")] = true;
        let kept = program.kept(&choice);
        let left = program.texts(text.as_bytes(), &kept, &[0..start, start..text.len()]);
        assert_eq!(left, [files[0].as_bytes(), b"package a\nvar c = 1\n"]);
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
                "import a\n\n@b(1)\nclass c(d):\n    e = 1\n\n    def f(self):\n        # g\n        if h:\n            return a.i\n        elif j: return 2\n        else:\n            self.e()\n\nc().f()\n",
                "return a",
                "@b(1)\nclass c(d):\n    e = 1\n\n    def f(self):\n        # g\n        if h:\n            pass\n        elif j: return 2\n        else:\n            self.e()\n\nc().f()\n",
            ),
            (
                "struct a { a(int b); a(char c = 1); };\na::a(int b) {}\na::a(char c) { d(); }\nvoid e() { f(); }\n",
                "a(char c = 1)",
                "struct a { a(int b); };\na::a(int b) {}\nvoid e() { f(); }\n",
            ),
            (
                "template<bool b, class c> struct d {};\ntemplate<class c> struct d<true, c> { typedef c e; };\nd<f, g>::e h;\nvoid i() { j(); }\n",
                "template<class c>",
                "void i() { j(); }\n",
            ),
            (
                "struct a { int operator[](int b) { return b; } int c; };\nint d() { return a()[1]; }\nint e() { f(); }\n",
                "int operator",
                "int d() {}\nint e() { f(); }\n",
            ),
            (
                "enum a { b { c: u8 }, d }\nfn e(f: a) { match f { a::b { c } => g(c), _ => {} } }\nfn h() { i(); }\n",
                "b {",
                "enum a {  d }\nfn e(f: a) { match f { } }\nfn h() { i(); }\n",
            ),
            (
                "struct a;\nimpl FromIterator for a { fn from_iter() { b() } }\nfn c() { d().collect() }\nfn e() { f(); }\n",
                "impl FromIterator",
                "struct a;\nfn c() {loop{}}\nfn e() { f(); }\n",
            ),
            (
                "class a:\n  def b(c):\n    # d\n    e(c)\n\n  def f(): g()\n\nh()\n",
                "e(c)",
                "class a:\n  def b(c):\n    pass\n\n  def f(): g()\n\nh()\n",
            ),
            (
                "class a:\n  def b(c): d()\n  e = 1\n\ndef f():\n  try:\n    g()\n  except h:\n    i()\n",
                "class a",
                "def f():\n  try:\n    g()\n  except h:\n    i()\n",
            ),
            (
                "import b;\nclass a<T> implements b<T>, c {\n  void d() { e(); }\n}\n",
                "implements",
                "class a<T> {\n  void d() { e(); }\n}\n",
            ),
            ("struct a { typedef int b; typedef c<b, int> d; d e; };\n", "typedef int", "struct a { };\n"),
            ("class a { @B(1) int c(@D int e) { f(); } }\n", "@D", "class a { @B(1) int c(int e) { f(); } }\n"),
            (
                "const a = {\n  b: (c) => { d(c); },\n  e(f) { g(f); },\n};\na.b(1);\nh(a);\n",
                "b:",
                "const a = {\n  \n  e(f) { g(f); },\n};\nh(a);\n",
            ),
            (
                "struct a { b: u8, c: u8, }\nfn d() -> a { a { b: 1, c: 2, } }\n",
                "b: u8",
                "struct a {  c: u8, }\nfn d() -> a { a {  c: 2, } }\n",
            ),
            (
                "package a\n\nfunc (b *c) d() int {\n\te, f := g()\n\tvar h error\n\tif e, h = i(e, f); h != nil {\n\t\treturn e\n\t}\n\treturn e\n}\n",
                "if e",
                "package a\n\nfunc (b *c) d() int {\n\te, _ := g()\n\treturn e\n}\n",
            ),
            (
                "package a\n\nfunc b(c int) int {\n\td, e := f()\n\td, g := h()\n\ti(g)\n\ti(e)\n\treturn d\n}\n",
                "i(g)",
                "package a\n\nfunc b(c int) int {\n\td, e := f()\n\td, _ = h()\n\ti(e)\n\treturn d\n}\n",
            ),
            (
                "package a\n\nvar b error\n\nfunc c(d int) {\n\tb = e(d)\n\tf(b)\n}\n",
                "f(b)",
                "package a\n\nfunc c(d int) {panic(0)}\n",
            ),
            (
                "use a::{self, b};\nuse c::*;\nunsafe fn d() -> b { a::e() }\nfn f() { g(); }\n",
                "unsafe fn",
                "use c::*;\nfn f() { g(); }\n",
            ),
            (
                "trait a { fn b(); fn c(); }\nstruct d;\nimpl a for d { fn b() { e(); } fn c() { f(); } }\nfn g() { d::b(); }\n",
                "fn c();",
                "trait a { fn b(); }\nstruct d;\nimpl a for d { fn b() { e(); }}\nfn g() { d::b(); }\n",
            ),
            (
                "impl PartialEq for a { fn eq() { b(); } }\nimpl Eq for a {}\nstruct a;\nfn c() { d(); }\n",
                "impl PartialEq",
                "struct a;\nfn c() { d(); }\n",
            ),
            (
                "class a {\n  void b() { c(); }\n}\nclass d extends a implements e {\n  @Override void b() { f(); }\n  void g() { h(); }\n}\nimport e;\n",
                "extends",
                "class a {\n  void b() { c(); }\n}\nclass d implements e {\n  void b() { f(); }\n  void g() { h(); }\n}\nimport e;\n",
            ),
            (
                "class a {\n  a(int b) { c(b); }\n  int[] d;\n  int[] e() { return d; }\n}\n",
                "int[] d",
                "class a {\n  a(int b) { c(b); }\n  int[] e() {}\n}\n",
            ),
            ("class a;\nclass a { int b; };\nbool operator==(a, a);\nint c;\n", "class a {", "int c;\n"),
            ("struct a { int b; };\nvoid a::c() { int d = b; }\n", "int b", "struct a { };\nvoid a::c() {}\n"),
            (
                "struct a { int b; };\nstruct c : a { void d() { b = 1; e(); } };\n",
                "int b",
                "struct c { void d() { e(); } };\n",
            ),
            (
                "struct a { union { int b; int c; }; void d() { b = 1; e(); } };\n",
                "int b",
                "struct a { union { int c; }; void d() { e(); } };\n",
            ),
            ("namespace a { namespace b { int c; } }\nnamespace a { int d; }\n", "int c", "namespace a { int d; }\n"),
            (
                "package c\nfunc a() int {\n\tb()\n\treturn 1\n}\n",
                "return",
                "package c\nfunc a() int {\n\tb()\npanic(0)}\n",
            ),
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
            (
                "const g = 1; let f = (a): number => { return 1; };\n",
                "return",
                "const g = 1; let f = (a): number => {throw 0;};\n",
            ),
            ("let f = () => { return fn(1); };\n", "return", "let f = () => {};\n"),
            ("fn f() -> a { match b() { c => 1, } }\n", "match", "fn f() -> a {loop{}}\n"),
            ("fn f() { let a = match b() { c(); };\ng(a); }\n", "c()", "fn f() { let a = match b() { };\ng(a); }\n"),
            (
                "macro_rules! f { () => { g(); h(); } }\nfn i() { jkl(); }\n",
                "jkl()",
                "macro_rules! f { () => { g(); h(); } }\nfn i() {loop{}}\n",
            ),
            (
                "impl<A> B<A> where C: D(E) -> F, { fn g() { hij(); } }\n",
                "hij()",
                "impl<A> B<A> where C: D(E) -> F, { fn g() {loop{}} }\n",
            ),
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
    fn a_class_loses_its_promises_with_the_methods_that_are_empty() {
        let text = "import c;\nclass a extends b implements c { @Override d e() { throw null; } d f() { g(); } }\nclass h { d i() {} }\n";
        let program = program(text);
        let mut choice = Choice::all(&program);
        let promises = program.promises(&program.kept(&choice));
        promises.into_iter().for_each(|part| choice.wanted[part] = false);
        let left =
            String::from_utf8(program.text(text.as_bytes(), &program.kept(&choice))).expect("it was text before");
        assert_eq!(left, "import c;\nclass a {  d f() { g(); } }\nclass h { d i() {} }\n");
        assert_eq!(program.promises(&program.kept(&choice)), []);
    }

    #[test]
    fn a_unit_needs_more_than_it_names() {
        let cases = [
            // The line whose value another one repeats.
            ("package a\nconst (\n\tb = iota\n\tc\n)\nfunc d() { e(c) }\n", "func d,e(", "b = iota"),
            // The type of a field without a name, and that of a key.
            (
                "package a\ntype b struct{}\ntype c struct {\n\td int\n\tb\n}\nfunc e(f c) {}\n",
                "func e,type c,b",
                "type b struct{}",
            ),
            (
                "package a\nconst b = 1\nvar c = map[int]int{\n\tb: 2,\n}\nfunc d() { e(c) }\n",
                "func d,e(,b: 2",
                "const b",
            ),
            // The methods that an interface demands, and the method of an error.
            (
                "package a\ntype b interface {\n\tc()\n\td()\n}\ntype e struct{}\nfunc (e) c() { f() }\nfunc g(h b) { g(e{}) }\n",
                "c(),func g,g(",
                "func (e) c()",
            ),
            (
                "package a\ntype b struct{}\nfunc (b) Error() string { return c }\nfunc d() error { return b{} }\n",
                "func d,return b",
                "Error()",
            ),
            // A field for each parameter.
            ("struct a<B> {\n  c: D<B, E>,\n  f: B,\n}\nfn g(h: a<u8>) {}\n", "fn g", "f: B"),
            // The members that a trait demands, and those that are used.
            (
                "struct a;\nimpl Clone for a { fn clone() { b(); } }\nfn c() { d(a); }\n",
                "struct a,impl Clone",
                "fn clone()",
            ),
            ("struct a;\nimpl a { fn new() { b(); } }\nfn c() { a::new(); }\n", "fn c,a::", "fn new()"),
            // An associated type has the name of another type.
            ("struct a;\nimpl b for c { type a = a; }\nfn d() {}\n", "impl b", "struct a;"),
            // Methods that override others, and constructors.
            (
                "import c;\nclass a implements c {\n  @Override void b() { d(); }\n}\nclass e { a f; }\n",
                "class a,implements",
                "void b()",
            ),
            (
                "import c;\nclass a {\n  a(int b) { d(); }\n}\nclass e { void f() { g(new a(1)); } }\n",
                "class e,void f,g(",
                "a(int b)",
            ),
            (
                "import c;\nclass a {\n  a(int b) { d(); }\n}\nclass e extends a { e() { super(1); } }\n",
                "class e,extends,e(),super",
                "a(int b)",
            ),
        ];
        for (text, begins, needed) in cases {
            let left = left(text, |program, choice| {
                for unit in 0..program.len() {
                    let is_wanted = |begin: &str| unit_text(program, text, unit).starts_with(begin);
                    choice.wanted[unit] = program.is_fixed(unit) || begins.split(',').any(is_wanted);
                }
            });
            assert!(left.contains(needed), "{needed}: {left}");
        }
    }

    #[test]
    fn a_local_name_is_no_member() {
        let text = "package a\ntype b struct {\n\tc int\n\td int\n}\nfunc e(f b) {\n\tc := 1\n\tg(c)\n\th(f.c)\n}\n";
        let left = left(text, |program, choice| {
            for unit in 0..program.len() {
                let is_part = |begin: &&str| unit_text(program, text, unit).starts_with(begin);
                choice.wanted[unit] = !["c := 1", "g(c)", "c int"].iter().any(is_part);
            }
        });
        assert!(left.contains("c int") && !left.contains("c := 1"), "{left}");
    }

    #[test]
    fn every_field_is_a_unit() {
        let program = program("x = {a: 1, b: c, \"d\": 2, e() { f(); }, g};\nlet { h: i, j: k } = x;\n");
        let parts: Vec<usize> = program.children(0).map(|unit| program.bytes(unit)).collect();
        assert_eq!(parts, [5, 5, 7, 13]);
        assert_eq!(program.children(program.len() - 1).count(), 0);
    }

    #[test]
    fn a_value_stays_that_a_function_must_have() {
        let program = program("constexpr int a() { int b = 1; return b; }\nint c() { return 1; }\n");
        let fixed: Vec<_> = (0..program.len()).filter(|&unit| program.is_fixed(unit)).collect();
        assert_eq!(fixed.len(), 1);
        assert_eq!(program.bytes(fixed[0]), "return b; ".len());
    }

    #[test]
    fn later_parts_of_an_inline_namespace_need_the_first() {
        let text = "namespace a { inline namespace b {} }\nnamespace a { namespace b { class c {}; } }\nnamespace d {}\nint e(a::c f);\n";
        let left = left(text, |program, choice| {
            choice.wanted.fill(false);
            choice.wanted[program.len() - 1] = true;
        });
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
