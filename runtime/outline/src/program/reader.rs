//! Reads a unit as most languages write a declaration: attributes and modifiers, a word such as `class` or a type, then a name.
//!
//! ```text
//! static int *a = f(), b;       defines a and b
//! template <> class a<int> {    goes with a
//! func (a *b) c() {             defines c, and goes with b
//! a, b := c()                   defines a and b
//! ```
//!
//! A wrong guess costs a test, so rare declarations are left out.

use std::ops::Range;

use super::keywords::{CONTROL, DEFINING, KEYWORDS, MODIFIERS, STATEMENTS, TYPES};
use super::signature::{Inside, Signature};
use crate::word::is_name;

/// Reads the tokens of one unit.
pub(super) struct Reader<'a, 't> {
    tokens: &'a [&'t [u8]],
    depths: Vec<usize>,
    pub(super) found: Signature<'t>,
    /// By token: whether it is the name of a definition.
    pub(super) is_definition: Vec<bool>,
    /// The tokens that name its targets: definitions that the unit goes with.
    pub(super) targets: Range<usize>,
    /// The tokens of the parameters of a function that belongs to no type.
    pub(super) parameters: Range<usize>,
    /// Whether it is a template of C++.
    is_template: bool,
}

impl<'a, 't> Reader<'a, 't> {
    /// Reads the tokens of a unit that stands in `around`.
    pub(super) fn read(tokens: &'a [&'t [u8]], around: Inside) -> Self {
        let mut reader = Self::new(tokens, around);
        reader.unit();
        let has = |word: &[u8]| tokens.contains(&word);
        reader.found.must_return = has(b"constexpr") || has(b"consteval") || (has(b"auto") && !has(b"->"));
        reader
    }

    fn new(tokens: &'a [&'t [u8]], around: Inside) -> Self {
        let found = Signature { around, ..Signature::default() };
        let (depths, is_definition) = (depths(tokens), vec![false; tokens.len()]);
        Self { tokens, depths, found, is_definition, targets: 0..0, parameters: 0..0, is_template: false }
    }

    /// Reads the tokens of a name that the unit around it imports.
    pub(super) fn of_imported(tokens: &'a [&'t [u8]], around: Inside) -> Self {
        let mut reader = Self::new(tokens, around);
        reader.imported(0);
        reader
    }

    /// Notes the name at a token, to which a value is assigned. A statement may define it by that.
    fn assign(&mut self, number: usize) {
        if self.found.around == Inside::Statements {
            self.found.assigned.extend(Some(self.text(number)).filter(|name| is_name(name) && *name != b"_"));
        } else {
            self.define(number);
        }
    }

    fn define(&mut self, number: usize) {
        if !KEYWORDS.contains(&self.text(number)) {
            self.define_any(number);
        }
    }

    /// Defines a name that may be a keyword elsewhere, such as `new`.
    fn define_any(&mut self, number: usize) {
        let name = self.text(number);
        if is_name(name) && name != b"_" && !std::mem::replace(&mut self.is_definition[number], true) {
            self.found.defines.push(name);
        }
    }

    /// Returns the text of a token; nothing behind the last one.
    fn text(&self, number: usize) -> &'t [u8] {
        self.tokens.get(number).copied().unwrap_or_default()
    }

    fn last(&self) -> &'t [u8] {
        self.tokens.last().copied().unwrap_or_default()
    }

    /// Returns the token behind a group that opens at one.
    fn behind(&self, open: usize) -> usize {
        let Some(&depth) = self.depths.get(open) else { return open };
        let close = (open + 1..self.tokens.len()).find(|&number| self.depths[number] == depth);
        close.map_or(self.tokens.len(), |close| close + 1)
    }

    /// Returns the token behind `<…>`, if that begins at one.
    fn behind_angles(&self, open: usize) -> usize {
        let (mut at, mut level) = (open, 0_usize);
        while at < self.tokens.len() {
            match self.text(at) {
                b"<" => level += 1,
                b">" if level > 0 => level -= 1,
                b"(" | b"[" | b"{" if level > 0 => {
                    at = self.behind(at);
                    continue;
                }
                b";" => return at,
                _ => {}
            }
            if level == 0 {
                return if at == open { open } else { at + 1 };
            }
            at += 1;
        }
        at
    }

    fn unit(&mut self) {
        if let [label, b":"] = self.tokens
            && is_name(label)
        {
            (self.found.is_fixed, self.found.is_transparent, self.found.inside) = (true, true, self.found.around);
            return;
        }
        let mut at = 0;
        let mut is_typedef = false;
        while let Some(next) = self.behind_prefix(at) {
            is_typedef |= self.text(at) == b"typedef";
            at = next;
        }
        self.found.is_control = CONTROL.contains(&self.text(at));
        self.declared(at);
        match self.text(at) {
            b"" => {}
            b"extern" if self.text(at + 1) == b"crate" => self.define(at + 2),
            b"extern" if self.text(at + 1).starts_with(b"\"") && self.text(at + 2) == b"{" => self.transparent(),
            b"friend" => self.targets = at + 1..self.tokens.len(),
            b"import" | b"const" | b"var" | b"type" if self.text(at + 1) == b"(" => self.transparent(),
            b"import" => {
                self.found.is_import = true;
                self.import(at + 1);
            }
            b"from" => {
                self.found.is_import = true;
                self.import_from(at);
            }
            b"use" => {
                self.found.is_import = true;
                if self.tokens.contains(&b"{".as_slice()) {
                    (self.found.is_transparent, self.found.inside) = (true, self.found.around);
                }
                self.imported(at + 1);
            }
            b"using" => self.using(at),
            b"package" => {
                self.found.is_fixed = self.last() != b";";
                self.define(at + 1);
            }
            b"namespace" | b"module" | b"mod" => self.namespace(at),
            b"impl" => {
                self.found.inside = Inside::Members;
                self.found.is_extension = true;
                self.found.is_implementation = self.tokens.contains(&b"for".as_slice());
                let start = self.behind_angles(at + 1).min(self.tokens.len());
                let end = (start..self.tokens.len()).find(|&number| matches!(self.text(number), b"{" | b"where"));
                self.targets = start..end.unwrap_or(self.tokens.len());
            }
            b"func" if self.text(at + 1) == b"(" => {
                let name = self.behind(at + 1);
                self.targets = at + 2..name;
                self.locals(at + 1);
                self.locals(name + 1);
                self.define(name);
            }
            b"macro_rules" => self.define(at + 2),
            _ if is_typedef => self.typedef(at),
            word if TYPES.contains(&word) => self.type_of(at),
            b"let" | b"var" | b"val" | b"const" => self.variables(at),
            word if DEFINING.contains(&word) && is_name(self.text(at + 1)) => {
                self.found.is_function = true;
                self.define_any(at + 1);
                let opens = |number: &usize| self.text(*number) == b"(";
                (at + 2..self.tokens.len()).find(opens).into_iter().for_each(|open| self.locals(open));
            }
            word if CONTROL.contains(&word) || STATEMENTS.contains(&word) => {}
            _ => self.other(at),
        }
    }

    /// Reads `a, b := c`, at the begin or behind a word such as `if`.
    fn declared(&mut self, at: usize) {
        let first = at + usize::from(self.found.is_control);
        let is_place = |number: &usize| {
            let token = self.text(*number);
            if (number - first).is_multiple_of(2) { is_name(token) } else { token == b"," }
        };
        let sign = first + (first..self.tokens.len()).take_while(is_place).count();
        if self.text(sign) == b":=" && !self.tokens.contains(&b"type".as_slice()) {
            self.found.declares = Some((sign, first));
            if self.found.is_control {
                self.found.locals.extend(self.tokens[first..sign].iter().copied().filter(|name| is_name(name)));
                self.is_definition[first..sign].fill(true);
            }
        }
    }

    /// Returns the token behind one that stands before a declaration, such as a modifier or an attribute.
    fn behind_prefix(&mut self, at: usize) -> Option<usize> {
        let next = self.text(at + 1);
        match self.text(at) {
            b"template" => {
                self.is_template = true;
                let behind = self.behind_angles(at + 1);
                Some(if self.text(behind) == b"requires" { self.behind_condition(behind) } else { behind })
            }
            b"@" => {
                let parts =
                    (at + 2..self.tokens.len()).step_by(2).take_while(|&number| self.text(number) == b".").count();
                let behind = at + 2 + 2 * parts;
                Some(if self.text(behind) == b"(" { self.behind(behind) } else { behind })
            }
            b"#" if next == b"[" => Some(self.behind(at + 1)),
            b"[" if next == b"[" => Some(self.behind(at)),
            b"__attribute__" | b"alignas" | b"__declspec" | b"pub" if next == b"(" => Some(self.behind(at + 1)),
            b"extern" if next.starts_with(b"\"") && self.text(at + 2) != b"{" => Some(at + 2),
            b"extern" if next != b"crate" && !next.starts_with(b"\"") => Some(at + 1),
            b"typedef" | b"mut" | b"volatile" | b"static" => Some(at + 1),
            b"unsafe" if next != b"{" => Some(at + 1),
            b"const" if !matches!(next, b"(" | b"{" | b"[") => Some(at + 1),
            word if MODIFIERS.contains(&word) => Some(at + 1),
            _ => None,
        }
    }

    /// Returns the token behind the `requires` of a template.
    fn behind_condition(&self, at: usize) -> usize {
        let begins = |number: &usize| {
            matches!(
                self.text(*number),
                b"class" | b"struct" | b"using" | b"inline" | b"constexpr" | b"auto" | b"{" | b"("
            )
        };
        let found = (at..self.tokens.len()).find(begins).unwrap_or(self.tokens.len());
        if self.text(found) == b"(" { self.behind(found) } else { found }
    }

    fn transparent(&mut self) {
        (self.found.is_transparent, self.found.inside) = (true, Inside::Declarations);
    }

    fn namespace(&mut self, at: usize) {
        (self.found.is_namespace, self.found.inside) = (true, Inside::Declarations);
        self.found.is_inline = self.tokens[0] == b"inline";
        let head = (at + 1..self.tokens.len()).take_while(|&number| self.text(number) != b"{");
        let is_attribute = |number: usize| self.text(number).starts_with(b"__attribute");
        match head.clone().find(|&number| is_name(self.text(number)) && !is_attribute(number)) {
            Some(name) => self.define(name),
            None => self.found.is_transparent = true,
        }
    }

    /// Reads `class a …`, and other definitions of types.
    fn type_of(&mut self, at: usize) {
        self.found.inside = Inside::Members;
        let is_interface = |number: usize| matches!(self.text(number), b"interface" | b"trait");
        self.found.is_interface = is_interface(at) || is_interface(at + 2);
        let mut name = if matches!(self.text(at + 1), b"class" | b"struct") { at + 2 } else { at + 1 };
        while self.text(name) == b"__attribute__" || self.text(name) == b"[" {
            name = if self.text(name) == b"[" { self.behind(name) } else { self.behind(name + 1) };
        }
        if self.text(at) == b"enum" {
            self.found.is_transparent = true;
            for number in at..self.tokens.len() {
                if self.depths[number] == 1 && matches!(self.text(number - 1), b"{" | b",") {
                    self.define(number);
                }
            }
        }
        match self.text(name + 1) {
            // A specialization, or a member that is defined outside of its class.
            b"<" if self.is_template => self.targets = name..name + 1,
            b"::" if matches!(self.text(name + 3), b"{" | b":") => self.targets = name..name + 3,
            b"<" | b"=" | b":" | b";" | b"final" | b"extends" | b"implements" | b"(" | b"where" | b"permits" | b"" => {
                self.define(name)
            }
            b"{" => {
                self.define(name);
                let behind = self.behind(name + 1);
                if is_name(self.text(behind)) {
                    self.declarators(behind);
                }
            }
            _ if self.text(name) == b"{" => {
                // The members of `union { … };` belong to the type around it.
                self.found.is_transparent |= matches!(self.text(self.behind(name)), b";" | b"");
                self.declarators(self.behind(name));
            }
            _ if matches!(self.text(at), b"type" | b"interface" | b"trait") => self.define(name),
            _ => {
                self.found.inside = Inside::Statements;
                self.declarators(at);
            }
        }
    }

    /// Reads parameters in the parentheses at a token: each begins with its name, as in `a, b int` and `a: int`, or is a type alone.
    fn locals(&mut self, open: usize) {
        let end = self.behind(open).saturating_sub(1);
        let inner = self.depths.get(open).map_or(0, |depth| depth + 1);
        // Names that stand alone so far. One with a type behind them is theirs, too.
        let mut alone = Vec::new();
        for number in open + 1..end {
            let begins = self.depths[number] == inner && matches!(self.text(number - 1), b"(" | b"," | b"mut");
            if !begins || !is_name(self.text(number)) || self.text(number) == b"mut" {
                continue;
            }
            alone.push(self.text(number));
            match self.text(number + 1) {
                b"," | b")" => {}
                b"." | b"::" | b"<" => alone.clear(),
                _ => self.found.locals.append(&mut alone),
            }
        }
    }

    /// Reads variables behind a word such as `let`.
    fn variables(&mut self, at: usize) {
        let name = if self.text(at + 1) == b"mut" { at + 2 } else { at + 1 };
        match self.text(name + 1) {
            b"{" | b"(" | b"::" => self.pattern(name),
            _ if matches!(self.text(name), b"{" | b"[" | b"(") => self.pattern(name),
            b"=" | b"," | b";" => self.declarators(name - 1),
            _ => self.define(name),
        }
    }

    /// Reads a declaration that begins with no word such as `class`.
    fn other(&mut self, at: usize) {
        let (next, ends) = (self.text(at + 1), self.last() == b";");
        if self.found.around == Inside::Members
            && !ends
            && next != b"("
            && is_name(self.text(at))
            && !self.tokens.contains(&b"{".as_slice())
        {
            // A field in Go, or several.
            let more = (at + 1..self.tokens.len()).step_by(2).take_while(|&number| self.text(number) == b",").count();
            (0..=more).for_each(|place| self.define(at + 2 * place));
            return;
        }
        // An enumerator or an imported name, and lines of groups in Go, such as `a = 1` and `b struct {`.
        let is_short = !ends && (self.tokens.len() == 2 || (is_name(next) && self.text(at + 2) == b"="));
        let is_line = self.found.around == Inside::Declarations
            && (is_short || matches!(next, b"struct" | b"interface" | b"func"));
        let is_alone = self.tokens.len() == 1 && is_name(self.text(at)) && self.found.around != Inside::Statements;
        let is_variant = next == b"{" && is_name(self.text(at)) && self.found.around == Inside::Members;
        if is_alone || (next == b"=" && !ends) || is_line || is_variant {
            if is_variant || matches!(next, b"struct" | b"interface") {
                self.found.is_interface = next == b"interface";
                self.found.inside = Inside::Members;
            }
            return if next == b"=" { self.assign(at) } else { self.define(at) };
        }
        if self.found.around == Inside::Declarations && self.text(at).starts_with(b"\"") {
            return self.import(at);
        }
        self.declarators(at);
    }

    /// Reads a declaration as in C: types and names, then parentheses, `=`, `,` or the end.
    fn declarators(&mut self, from: usize) {
        let mut head = Head { words: 0, name: None, generic: None, around: None };
        let mut at = from;
        while at < self.tokens.len() {
            match self.text(at) {
                b"(" => return self.function(from, at, &head),
                b"<" => {
                    let name = head.name.take();
                    (head.generic, head.words) = (name, head.words + usize::from(name.is_some()));
                    at = self.behind_angles(at).max(at + 1);
                    continue;
                }
                b"[" if self.text(at + 1) == b"]" => {
                    at += 2;
                    continue;
                }
                b"=" | b"," | b";" | b"{" | b"[" | b":" | b":=" => match self.variable(from, at, &head) {
                    Some(next) => {
                        (head.words, head.name) = (1, None);
                        at = next;
                        continue;
                    }
                    None => return,
                },
                b"operator" => return self.operator(at),
                b"::" => (head.around, head.words) = (head.name.or(head.generic), head.words.saturating_sub(1)),
                b"*" | b"&" | b"&&" | b"..." => {}
                b"decltype" | b"typeof" | b"__typeof" | b"__typeof__" | b"__attribute__" | b"alignas"
                    if self.text(at + 1) == b"(" =>
                {
                    head.words += usize::from(self.text(at).contains(&b'y'));
                    at = self.behind(at + 1);
                    continue;
                }
                word if is_name(word) => (head.words, head.name) = (head.words + 1, Some(at)),
                _ => return,
            }
            at += 1;
        }
        if let Some(name) = head.name.filter(|_| head.words >= 2) {
            self.define(name);
        }
    }

    /// Reads the head of a function, up to the parentheses at a token.
    fn function(&mut self, from: usize, open: usize, head: &Head) {
        let Some(name) = head.name else {
            // `int (*f)(int)`
            if self.text(open + 1) == b"*" {
                self.define(open + 2);
            }
            return;
        };
        if let Some(around) = head.around.filter(|_| self.text(name.wrapping_sub(1)) == b"::") {
            // `void a::f()` goes with `a`.
            if self.found.around != Inside::Statements {
                self.targets = around..name + 1;
            }
            return;
        }
        let is_definition = match self.found.around {
            Inside::Members => head.words >= 2 || name == from,
            Inside::Declarations => head.words >= 2 || self.text(self.behind(open)) == b"{",
            Inside::Statements => head.words >= 2,
        };
        self.found.is_function = is_definition;
        if is_definition {
            self.define(name);
            if self.found.around == Inside::Declarations {
                self.parameters = open + 1..self.behind(open);
            }
        }
    }

    /// Reads the name of a variable, up to the sign at a token. Returns the token that the next name begins with.
    fn variable(&mut self, from: usize, at: usize, head: &Head) -> Option<usize> {
        let sign = self.text(at);
        let is_first = head.name == Some(from);
        let is_defined = head.words >= 2
            || (is_first && sign == b":=")
            || (is_first && sign == b":" && self.found.around != Inside::Statements);
        if let Some(name) =
            head.name.filter(|_| is_defined && self.text(head.name.unwrap_or(0).wrapping_sub(1)) != b"::")
        {
            self.define(name);
        } else if let Some(name) = head.name.filter(|_| is_first && sign == b"=") {
            self.assign(name);
        }
        let comma = |number: &usize| self.depths[*number] == self.depths[at] && self.text(*number) == b",";
        if head.words >= 2 {
            let next = (at..self.tokens.len()).find(comma)? + 1;
            return (next..self.tokens.len()).find(|&number| !matches!(self.text(number), b"*" | b"&"));
        }
        let assigned = (at..self.tokens.len()).find(|&number| self.depths[number] == 0 && self.text(number) == b":=");
        if sign == b","
            && let Some(end) = assigned
        {
            // `a, b := f()`
            (from..end).for_each(|number| self.define(number));
        }
        None
    }

    /// Reads an operator that is defined outside of a type: `a operator+(b, b)` goes with `b`. In a type, `operator[]` has a name.
    fn operator(&mut self, at: usize) {
        if self.found.around == Inside::Members && self.text(at + 1) == b"[" {
            self.found.defines.push(SUBSCRIPT);
        }
        let opens = |number: &usize| self.text(*number) == b"(" && self.text(number + 1) != b")";
        if self.found.around == Inside::Declarations
            && let Some(open) = (at + 1..self.tokens.len()).find(opens)
        {
            self.targets = open + 1..self.behind(open);
        }
    }

    fn typedef(&mut self, at: usize) {
        self.found.inside = Inside::Members;
        let is_pointer =
            |&number: &usize| self.depths[number] == 0 && self.text(number) == b"(" && self.text(number + 1) == b"*";
        if let Some(open) = (at..self.tokens.len()).find(is_pointer) {
            return self.define(open + 2);
        }
        let ends = |word: &[u8]| matches!(word, b"" | b";" | b"[" | b"," | b"(" | b"__attribute__");
        let mut number = at;
        while number < self.tokens.len() {
            match self.text(number) {
                b"<" => number = self.behind_angles(number).max(number + 1),
                word if self.depths[number] == 0 && word != b"__attribute__" && ends(self.text(number + 1)) => {
                    self.define(number);
                    number += 1;
                }
                _ => number += 1,
            }
        }
    }

    fn using(&mut self, at: usize) {
        if self.text(at + 1) == b"namespace" {
            return;
        }
        if matches!(self.text(at + 2), b"=" | b"__attribute__" | b"[") {
            return self.define(at + 1);
        }
        // `using a::b;` defines `b`, and uses another one.
        let last = (at + 1..self.tokens.len()).rev().find(|&number| is_name(self.text(number)));
        self.found.defines.extend(last.map(|last| self.tokens[last]));
    }

    /// Reads imported names from a token on: words, or the last part of a path in quotes.
    fn import(&mut self, from: usize) {
        for number in from..self.tokens.len() {
            let token = self.text(number);
            if let [b'"' | b'\'', path @ .., _] = token {
                let last = path.rsplit(|&byte| byte == b'/').next().filter(|last| is_name(last));
                self.found.defines.extend(last);
            } else if self.text(number + 1) != b"." {
                self.define(number);
            }
        }
    }

    fn import_from(&mut self, at: usize) {
        if let Some(start) = (at..self.tokens.len()).find(|&number| self.text(number) == b"import") {
            (start + 1..self.tokens.len()).for_each(|number| self.define(number));
        }
    }

    /// Reads the names that paths import, as in `a::b as c, d::{self, e}`: the last word of each.
    fn imported(&mut self, from: usize) {
        let mut path = None;
        for number in from..self.tokens.len() {
            match (self.text(number), self.text(number + 1)) {
                (_, b"::") => path = Some(number),
                (b"self", _) => path.into_iter().for_each(|path| self.define(path)),
                (_, b"as") | (b"as", _) => {}
                _ => self.define(number),
            }
        }
        self.found.path = path.map(|path| self.text(path));
        // Names that it imports without saying so may be used anywhere.
        self.found.is_fixed = self.tokens.contains(&b"*".as_slice());
    }

    /// Reads names that are taken out of a value, as in `let {a, b: c} = d` and `let (a, &mut b): (e, f) = g`.
    fn pattern(&mut self, at: usize) {
        let ends = |number: &usize| self.depths[*number] == 0 && matches!(self.text(*number), b"=" | b":");
        let end = (at..self.tokens.len()).find(ends).unwrap_or(self.tokens.len());
        for number in at..end {
            let is_type = self.text(number.wrapping_sub(1)) == b"::";
            let is_key = matches!(self.text(number + 1), b":" | b"::" | b"(" | b"{") && number + 1 < end;
            if !is_type && !is_key && !matches!(self.text(number), b"mut" | b"ref") {
                self.define(number);
            }
        }
    }
}

/// The name of the operator in `a[b]`.
pub(super) const SUBSCRIPT: &[u8] = b"[]";

/// The words of a declarator so far.
struct Head {
    /// The number of words.
    words: usize,
    /// The last one, if nothing but signs of a pointer stands behind it.
    name: Option<usize>,
    /// The name before `<…>`.
    generic: Option<usize>,
    /// The name before `::`.
    around: Option<usize>,
}

/// Returns the number of brackets around each token.
fn depths(tokens: &[&[u8]]) -> Vec<usize> {
    let mut depth = 0_usize;
    let depths = tokens.iter().map(|token| match *token {
        b"(" | b"[" | b"{" => {
            depth += 1;
            depth - 1
        }
        b")" | b"]" | b"}" => {
            depth = depth.saturating_sub(1);
            depth
        }
        _ => depth,
    });
    depths.collect()
}
