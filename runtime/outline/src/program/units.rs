//! The units of a text, with their tokens.
//!
//! They are the statements of its island tree, with differences: the two parts of a line such as `for i := 0; i < n; i++ {` are one, as
//! are `if` and `else`; the lines of a group such as `import (…)` are many, as are enumerators; a single statement in braces is one, too.

use std::ops::Range;

use super::UnitId;
use super::keywords::{CLASSES, CLAUSES, DEFINING};
use crate::outline::tables;
use grammarc_core::grammar::Symbol;
use grammarc_core::order::is_word;
use grammarc_core::steps::step;
use grammarc_core::tree::{NodeId, Tree, TreeNode};

/// A text as tokens that belong to units.
pub(super) struct UnitList<'t> {
    text: &'t [u8],
    pub units: Vec<UnitSource>,
}

/// A unit as it stands in the text.
pub(super) struct UnitSource {
    /// Its bytes, with the white space behind it.
    pub bytes: Range<usize>,
    pub parent: Option<UnitId>,
    /// The unit behind the last one inside it.
    pub end: UnitId,
    /// Number of its bytes that belong to no unit inside it.
    pub own: usize,
    /// How its end was found.
    pub extent: Extent,
    /// Whether it is an element of curly brackets that begins with a name, such as `a: 1`.
    pub is_field: bool,
    /// The content of the curly brackets behind its parameters, or the block below them.
    pub body: Option<Range<usize>>,
    /// Whether it is a function with nothing in the brackets of its body.
    pub is_empty: bool,
    /// Whether it is a function whose body is a block, as in Python.
    pub is_indented: bool,
    /// The block that it is the first unit of, if a colon stands before that.
    pub block: Option<Range<usize>>,
    /// The bytes of its tokens outside of the units inside it, in order.
    pub tokens: Vec<Range<usize>>,
}

/// Words before lists whose elements are units: enumerators, and imported names.
const LISTS: [&[u8]; 5] = [b"enum", b"use", b"import", b"export", b"from"];
/// Words before parentheses whose lines are units, as in Go.
const GROUPED: [&[u8]; 4] = [b"import", b"const", b"var", b"type"];
/// Number of tokens of a unit that are looked at for what it is.
const MAX_HEAD_TOKENS: usize = 64;
/// Number of tokens in which a word such as `fn` stands.
const MAX_PREFIX_TOKENS: usize = 5;
/// Number of bytes of an element in which its name ends, if it is a field.
const MAX_NAME_BYTES: usize = 256;

/// A unit that is being read.
struct Open {
    unit: UnitId,
    /// The index of the node behind it.
    end: usize,
    /// Number of its brackets that are open.
    depth: usize,
    /// Whether the lines between its parentheses are units.
    is_grouped: bool,
    /// Whether it is a macro of Rust: its parts may be anything, and none goes alone.
    is_macro: bool,
    /// The last unit inside it so far.
    last: Option<UnitId>,
}

/// How the end of a unit is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// By the node of the tree that it is.
    Node,
    /// By the end of the line that it stands on, between parentheses.
    Line,
    /// By the sign behind it: a clause in the head of a class, such as `implements a, b`.
    Clause,
    /// By the brackets that it may have: an annotation or attribute, such as `@a(1)` and `#[a]`.
    Annotation,
}

/// Reads the nodes of a tree in order.
struct UnitReader<'a, 't> {
    tree: &'a Tree,
    source: UnitList<'t>,
    parents: Vec<NodeId>,
    /// The brackets around the current node, the innermost last: the symbol, the first byte, and the index of the node behind them.
    brackets: Vec<(Symbol, usize, usize)>,
    /// Innermost last; the first one is the text.
    open: Vec<Open>,
    /// Whether most statements end with a semicolon or a bracket, so that the ends and indentations of lines have no meaning.
    has_semicolons: bool,
    /// A block behind a colon, until its first unit comes.
    block: Option<Range<usize>>,
}

impl<'t> UnitList<'t> {
    /// Finds the units of a text by its island tree. O(n).
    pub(super) fn of(text: &'t [u8], tree: &Tree) -> Self {
        let parents = tree.parents();
        let whole = Open { unit: 0, end: usize::MAX, depth: 0, is_grouped: false, is_macro: false, last: None };
        let source = Self { text, units: Vec::new() };
        let (brackets, open) = (Vec::new(), vec![whole]);
        let has_semicolons = has_semicolons(text);
        let mut reading = UnitReader { tree, source, parents, brackets, open, has_semicolons, block: None };
        for index in 0..tree.len() {
            step(1);
            reading.node(index);
        }
        reading.source.finish();
        reading.source
    }

    /// Returns the text of a token.
    pub(super) fn word(&self, token: &Range<usize>) -> &'t [u8] {
        &self.text[token.clone()]
    }

    /// Returns whether the elements of a list in a unit are units.
    fn lists_names(&self, unit: UnitId) -> bool {
        self.units[unit].tokens.iter().take(4).any(|token| LISTS.contains(&self.word(token)))
    }

    /// Returns whether the bracket that a unit ends with so far opens the body of a function: an arrow or a list in round brackets
    /// stands before it.
    fn is_body(&self, unit: UnitId) -> bool {
        let Some((_, head)) = self.units[unit].tokens.split_last() else { return false };
        // `): { a: number }` is a type.
        match head.last().map(|token| self.word(token)) {
            Some(b":") => return false,
            Some(b"=>") => return true,
            _ => {}
        }
        let mut prefix = head.iter().take(MAX_PREFIX_TOKENS).map(|token| self.word(token));
        if prefix.clone().take(3).any(|word| matches!(word, b"impl" | b"trait")) {
            return false;
        }
        if prefix.any(|word| DEFINING.contains(&word)) {
            return head.iter().any(|token| self.word(token) == b")");
        }
        let mut before = head.iter().rev().take(MAX_HEAD_TOKENS).filter_map(|token| match self.word(token) {
            b")" => Some(true),
            b";" | b"{" | b"}" | b"=" => Some(false),
            b"class" | b"struct" | b"interface" | b"enum" | b"namespace" | b"impl" | b"trait" | b"union" => Some(false),
            _ => None,
        });
        before.next().unwrap_or(false)
    }

    /// Returns whether a unit, such as `a: b<c`, goes on behind the comma that ends it.
    fn is_in_angles(&self, unit: UnitId) -> bool {
        let mut level = 0;
        for token in self.units[unit].tokens.iter().take(MAX_HEAD_TOKENS) {
            let (word, before) = (self.word(token), self.text[..token.start].last());
            let opens = word == b"<" && before.is_some_and(|&before| is_word(before));
            let closes = level > 0 && word.iter().all(|&byte| byte == b'>');
            level += isize::from(opens) - if closes { word.len() as isize } else { 0 };
        }
        level > 0
    }

    /// Returns whether a statement belongs to the constructor before it. For example, `, c{2}` and `{}` in `a() : b{1}, c{2} {}`: the tree ends
    /// a statement behind each pair of curly brackets.
    fn is_initialized(&self, unit: UnitId, statement: &Range<usize>) -> bool {
        let mut words = self.units[unit].tokens.iter().map(|token| self.word(token));
        let begins_so = matches!(self.word(statement).trim_ascii_start().first(), Some(b',' | b'{'));
        begins_so && words.next_back() == Some(b"}") && words.any(|word| word == b":")
    }

    /// Returns whether the bracket that a unit ends with so far opens the block of a word such as `match` in it.
    fn is_block(&self, unit: UnitId) -> bool {
        let Some((_, head)) = self.units[unit].tokens.split_last() else { return false };
        let (mut depth, mut behind): (usize, &[u8]) = (0, b"{");
        for token in head.iter().rev().take(MAX_HEAD_TOKENS) {
            let word = self.word(token);
            match word {
                b")" | b"]" => depth += 1,
                b"(" | b"[" => depth = depth.saturating_sub(1),
                b";" | b"{" | b"}" | b"=" | b"=>" if depth == 0 => return false,
                b"match" if depth == 0 && behind != b"(" => return true,
                b"for" if depth == 0 && behind != b"<" => return true,
                b"if" | b"while" | b"switch" if depth == 0 => return true,
                _ => {}
            }
            behind = word;
        }
        false
    }

    /// Returns whether a unit is the head of a class so far, behind the parameters of its type.
    fn is_class_head(&self, unit: UnitId) -> bool {
        let words = || self.units[unit].tokens.iter().map(|token| self.word(token));
        let count = |sign: u8| words().flatten().filter(|&&byte| byte == sign).count();
        let is_open = words().any(|word| matches!(word, b"{" | b"=" | b"(" | b"?" | b"where"));
        words().take(MAX_HEAD_TOKENS).any(|word| CLASSES.contains(&word)) && !is_open && count(b'<') == count(b'>')
    }

    /// Returns where the line of a byte begins, if nothing but blanks stands before it there.
    fn line_start(&self, at: usize) -> usize {
        let blanks = self.text[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if at == blanks || self.text[at - blanks - 1] == b'\n' { at - blanks } else { at }
    }

    /// Works out what follows from the places of the units.
    fn finish(&mut self) {
        let text = self.text;
        let annotations = self.units.iter().map(|unit| (unit.extent == Extent::Annotation).then_some(unit.bytes.start));
        let behind: Vec<Option<usize>> = annotations.skip(1).chain([None]).collect();
        for (unit, annotation) in self.units.iter_mut().zip(behind) {
            let is_label = |word: &[u8]| matches!(word, b"public" | b"private" | b"protected" | b"default");
            // A label such as `public:` stays.
            if let [word, colon, first, ..] = unit.tokens.as_slice()
                && &text[colon.clone()] == b":"
                && is_label(&text[word.clone()])
            {
                // An attribute may stand behind it.
                unit.bytes.start = annotation.map_or(first.start, |annotation| annotation.min(first.start));
                unit.tokens.drain(..2);
            }
            // The comma behind an element goes with it.
            let rest = &text[unit.bytes.end..];
            let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if rest[blanks..].starts_with(b",") {
                unit.bytes.end += blanks + 1;
            }
            unit.own = unit.bytes.len();
        }
        for id in (0..self.units.len()).rev() {
            self.units[id].end = self.units[id].end.max(id + 1);
            let UnitSource { end, ref bytes, parent, .. } = self.units[id];
            let length = bytes.len();
            if let Some(parent) = parent {
                self.units[parent].end = self.units[parent].end.max(end);
                self.units[parent].own = self.units[parent].own.saturating_sub(length);
            }
        }
    }
}

/// Returns whether a node is white space or a comment.
fn is_silent(node: &TreeNode) -> bool {
    matches!(node.symbol, tables::SPACE | tables::NEWLINE | tables::COMMENT)
}

impl UnitReader<'_, '_> {
    fn node(&mut self, index: usize) {
        let (tree, node) = (self.tree, self.tree.node_at(index));
        while self.open.last().is_some_and(|open| open.end <= index) {
            self.open.pop();
        }
        if self.has_semicolons
            && node.symbol == tables::BLOCK
            && self.open.len() > 1
            && let Some(closed) = self.open.pop()
        {
            let bytes = &mut self.source.units[closed.unit].bytes;
            bytes.end = bytes.end.min(node.span.start);
        } else if node.symbol == tables::BLOCK && self.open.len() > 1 {
            self.block(&node.span);
        }
        while self.brackets.last().is_some_and(|&(.., end)| end <= index) {
            self.brackets.pop();
        }
        if matches!(node.symbol, tables::BRACES | tables::PARENS | tables::SQUARES) {
            self.brackets.push((node.symbol, node.span.start, index + tree.size(node.id)));
        }
        if self.is_unit(&node, index) {
            let continued = self.top().last.filter(|&before| match node.symbol {
                tables::STATEMENT => self.continues(before, &node.span),
                _ => self.source.is_in_angles(before),
            });
            if let Some(unit) = continued {
                if self.source.is_initialized(unit, &node.span) {
                    self.source.units[unit].body = None;
                }
                self.source.units[unit].bytes.end = node.span.end;
                self.begin(unit, index + tree.size(node.id));
            } else {
                let is_field = node.symbol == tables::ELEMENT && self.is_field(&node);
                self.push(node.span.clone(), index + tree.size(node.id), Extent::Node);
                let unit = self.top().unit;
                self.source.units[unit].is_field = is_field;
            }
        }
        if tree.size(node.id) == 1 && !node.span.is_empty() && !is_silent(&node) && self.open.len() > 1 {
            self.token(&node.span);
            if node.symbol == tables::OPEN_BRACE {
                self.braces(index);
            }
        }
    }

    /// Returns how the end of the innermost unit is found.
    fn extent(&self) -> Extent {
        match self.open.as_slice() {
            [_, .., top] => self.source.units[top.unit].extent,
            _ => Extent::Node,
        }
    }

    fn top(&mut self) -> &mut Open {
        let top = self.open.len() - 1;
        &mut self.open[top]
    }

    /// Adds a unit inside the innermost one.
    fn push(&mut self, bytes: Range<usize>, end: usize, extent: Extent) {
        let unit = self.source.units.len();
        let parent = (self.open.len() > 1).then(|| self.top().unit);
        let block = self.block.take().filter(|block| block.contains(&bytes.start));
        self.source.units.push(UnitSource {
            bytes,
            parent,
            end: 0,
            own: 0,
            extent,
            is_field: false,
            body: None,
            is_empty: false,
            is_indented: false,
            block,
            tokens: Vec::new(),
        });
        self.begin(unit, end);
    }

    /// Notes the block of the innermost unit, if a colon stands before it.
    fn block(&mut self, span: &Range<usize>) {
        let unit = self.top().unit;
        let words = || self.source.units[unit].tokens.iter().map(|token| self.source.word(token));
        if words().next_back() == Some(b":") {
            let is_function = words().take(MAX_PREFIX_TOKENS).any(|word| DEFINING.contains(&word));
            self.block = Some(span.clone());
            if is_function {
                let unit = &mut self.source.units[unit];
                (unit.body, unit.is_indented) = (Some(span.clone()), true);
            }
        }
    }

    fn begin(&mut self, unit: UnitId, end: usize) {
        self.top().last = Some(unit);
        let is_macro = self.top().is_macro;
        self.open.push(Open { unit, end, depth: 0, is_grouped: false, is_macro, last: None });
    }

    fn is_unit(&mut self, node: &TreeNode, index: usize) -> bool {
        let lists_names = self.open.len() > 1 && {
            let unit = self.top().unit;
            self.source.lists_names(unit)
        };
        let tree = self.tree;
        match node.symbol {
            _ if self.top().is_macro => false,
            tables::STATEMENT => {
                let is_list = || tree.parts(node.id).any(|part| tree.node(part).symbol == tables::ELEMENT);
                !(matches!(tree.node(self.parents[index]).symbol, tables::PARENS | tables::SQUARES)
                    || lists_names && is_list())
            }
            tables::ELEMENT => (lists_names && !self.brackets.is_empty()) || self.is_field(node),
            _ => false,
        }
    }

    /// Returns whether an element in curly brackets begins with a name: a field, or the value of one. Names that are taken out of a value
    /// are none, as in `let { a: b } = c`.
    fn is_field(&self, node: &TreeNode) -> bool {
        let (Some(&(tables::BRACES, start, _)), [_, .., top]) = (self.brackets.last(), self.open.as_slice()) else {
            return false;
        };
        let tokens = &self.source.units[top.unit].tokens;
        let before = tokens[..tokens.partition_point(|token| token.start < start)].last();
        let is_pattern =
            before.is_none_or(|token| matches!(self.source.word(token), b"let" | b"const" | b"var" | b"("));
        // A comment may stand before it.
        let mut leaves =
            self.tree.subtree(node.id).filter(|&part| self.tree.size(part) == 1).map(|part| self.tree.node(part));
        let first = leaves.find(|leaf| !leaf.span.is_empty() && !is_silent(leaf));
        let text = self.source.word(&(first.map_or(node.span.start, |first| first.span.start)..node.span.end));
        let name = text.iter().take_while(|&&byte| is_word(byte)).count();
        let begins_with_name =
            name > 0 || text.first().is_some_and(|first| matches!(first, b'"' | b'\'' | b'#' | b'@'));
        !is_pattern
            && begins_with_name
            && text[name..].iter().take(MAX_NAME_BYTES).any(|byte| matches!(byte, b':' | b'(' | b'='))
    }

    /// Adds a token to the innermost unit.
    fn token(&mut self, span: &Range<usize>) {
        let (text, extent) = (self.source.word(span), self.extent());
        let top = self.top();
        if extent == Extent::Line && top.depth == 0 {
            let unit = top.unit;
            let before = self.source.units[unit].tokens.last().map_or(span.start, |token| token.end);
            if text == b")" || self.source.text[before..span.start].contains(&b'\n') {
                self.source.units[unit].bytes.end = self.source.line_start(span.start);
                self.open.pop();
            }
        }
        self.clause(span);
        self.annotation(span);
        let top = self.top();
        if top.is_grouped && top.depth == 1 && text != b")" {
            let end = top.end;
            let start = self.source.line_start(span.start);
            self.push(start..span.end, end, Extent::Line);
        }
        let (top, extent) = (self.open.len() - 1, self.extent());
        let Open { unit, depth, is_grouped, is_macro, .. } = &mut self.open[top];
        *is_macro |= text == b"macro_rules";
        if extent == Extent::Annotation {
            self.source.units[*unit].bytes.end = span.end;
        }
        let tokens = &mut self.source.units[*unit].tokens;
        tokens.push(span.clone());
        match text {
            b"(" | b"[" | b"{" => {
                let is_group = text == b"(" && tokens.len() == 2;
                *is_grouped |= is_group && GROUPED.contains(&&self.source.text[tokens[0].clone()]);
                *depth += 1;
            }
            b")" | b"]" | b"}" => *depth = depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Begins a clause in the head of a class with a token, or ends one before it.
    fn clause(&mut self, span: &Range<usize>) {
        let text = self.source.word(span);
        let is_last = text == b":" && self.source.text.get(span.end).is_none_or(|&byte| matches!(byte, b'\n' | b'\r'));
        let (begins, extent) = (CLAUSES.contains(&text) && !is_last, self.extent());
        let top = self.top();
        if extent == Extent::Clause && top.depth == 0 && (begins || matches!(text, b"{" | b";")) {
            let unit = top.unit;
            self.source.units[unit].bytes.end = span.start;
            self.open.pop();
            self.top().last = None;
        }
        let top = self.top();
        let (unit, end, depth) = (top.unit, top.end, top.depth);
        if begins && depth == 0 && self.extent() != Extent::Clause && self.source.is_class_head(unit) {
            self.push(span.clone(), end, Extent::Clause);
        }
    }

    /// Begins an annotation with a token, or ends one before it.
    fn annotation(&mut self, span: &Range<usize>) {
        let text = self.source.word(span);
        let extent = self.extent();
        let top = self.top();
        if extent == Extent::Annotation && top.depth == 0 {
            let unit = top.unit;
            let tokens = &self.source.units[unit].tokens;
            let last = self.source.word(&tokens[tokens.len() - 1]);
            let goes_on = match last {
                b"@" | b"." => true,
                b"#" | b"!" | b"__attribute__" => matches!(text, b"[" | b"(" | b"!"),
                b")" | b"]" => false,
                _ => matches!(text, b"(" | b"."),
            };
            if !goes_on {
                self.source.units[unit].bytes.end = span.start;
                self.open.pop();
                self.top().last = None;
            }
        }
        let behind = self.source.text.get(span.end).copied().unwrap_or_default();
        let begins = match text {
            b"@" => is_word(behind) && !self.source.text[span.end..].starts_with(b"interface"),
            b"#" => matches!(behind, b'[' | b'!'),
            b"__attribute__" => true,
            _ => false,
        };
        let end = self.top().end;
        if begins && self.extent() != Extent::Annotation {
            self.push(span.clone(), end, Extent::Annotation);
        }
    }

    /// Makes a unit of a single statement between curly brackets, which has no node, and notes the body of a function. `index` is the node of
    /// the opening bracket.
    fn braces(&mut self, index: usize) {
        let tree = self.tree;
        let (braces, start) = (tree.node(self.parents[index]), tree.node_at(index).span.end);
        if self.top().is_macro || braces.symbol != tables::BRACES || braces.span.end <= start {
            return;
        }
        let bytes = start..braces.span.end - 1;
        let inside = self.source.word(&bytes);
        let unit = self.top().unit;
        let is_empty = inside.trim_ascii().is_empty();
        let begins_body = self.source.units[unit].body.is_none() && self.source.is_body(unit);
        let is_body = begins_body && !is_empty;
        if begins_body && !self.source.is_block(unit) {
            let unit = &mut self.source.units[unit];
            (unit.body, unit.is_empty) = (is_body.then(|| bytes.clone()), is_empty);
        }
        let is_statement = is_body || matches!(inside.trim_ascii_end().last(), Some(b';' | b'}'));
        if is_statement && !tree.parts(braces.id).any(|part| tree.node(part).symbol == tables::STATEMENT) {
            let blanks = inside.len() - inside.trim_ascii_start().len();
            let place = tree.index_of(braces.id).unwrap_or(index);
            self.push(start + blanks..bytes.end, place + tree.size(braces.id) - 1, Extent::Node);
        }
    }

    /// Returns whether a statement is the rest of the unit before it.
    fn continues(&self, before: UnitId, span: &Range<usize>) -> bool {
        let source = &self.source;
        let tokens = &source.units[before].tokens;
        let is_annotated = source.units.get(before + 1).is_some_and(|unit| unit.extent == Extent::Annotation);
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return is_annotated };
        // Nothing but annotations and a label such as `public:` stands before it.
        if is_annotated && tokens.len() == 2 && source.word(last) == b":" {
            return true;
        }
        let (first, last) = (source.word(first), source.word(last));
        let statement = source.word(span).trim_ascii_start();
        let begins = |text: &[u8]| tokens.iter().take(MAX_HEAD_TOKENS).any(|token| source.word(token) == text);
        let is_head = matches!(first, b"for" | b"if" | b"switch") && last == b";" && tokens.len() < MAX_HEAD_TOKENS;
        let is_header = is_head && source.word(&tokens[1]) != b"(" && !begins(b"{");
        let word = &statement[..statement.iter().take_while(|&&byte| is_word(byte)).count()];
        let is_else = matches!(word, b"else" | b"elif" | b"except" | b"finally");
        let is_cut = self.has_semicolons && !matches!(last, b";" | b"}" | b":");
        let is_directive = first.starts_with(b"#") || statement.starts_with(b"#");
        is_header || is_else || (is_cut && !is_directive) || source.is_initialized(before, span)
    }
}

/// A text has semicolons if at least this share of the lines that end with `;`, a word or `)` end with `;`: one in 9. Programs of Go and Python
/// have one in 60 at most. C++ keeps few of them when its functions lose their bodies.
const SEMICOLON_SHARE: usize = 8;

/// Returns whether statements end with a semicolon, by the ends of the lines. O(n).
fn has_semicolons(text: &[u8]) -> bool {
    let ends = text.split(|&byte| byte == b'\n').filter_map(|line| line.trim_ascii_end().last());
    let (semicolons, others) = ends.fold((0, 0), |(semicolons, others), &byte| match byte {
        b';' => (semicolons + 1, others),
        byte if is_word(byte) || byte == b')' => (semicolons, others + 1),
        _ => (semicolons, others),
    });
    semicolons * SEMICOLON_SHARE > others
}
