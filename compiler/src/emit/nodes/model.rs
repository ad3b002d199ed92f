//! The types of a grammar's nodes, with their names and methods, before any code is written.

use std::collections::{BTreeMap, HashSet};

use grammarc_runtime::grammar::{Grammar, ItemId, ProductionId, RuleKind, Slot, Symbol, TerminalKind};
use grammarc_runtime::syntax::{Contents, LabelId, Multiplicity, Role, Roles, RulePart};

use super::super::names::{Names, ident, pascal, snake};

/// Types that mean something else in `nodes.rs`, or in `lib.rs`, where the root is.
const TAKEN_TYPES: [&str; 24] = [
    "Bytes",
    "Children",
    "Cow",
    "Doors",
    "Err",
    "Fn",
    "LabelId",
    "Language",
    "None",
    "Ok",
    "Option",
    "ParseError",
    "Result",
    "Root",
    "Self",
    "Send",
    "Some",
    "String",
    "Sync",
    "SyntaxNode",
    "Parsed",
    "Token",
    "Vec",
    "View",
];
/// Methods that views have besides, or that mean an operator of Rust.
const TAKEN_METHODS: [&str; 10] = ["cast", "clone", "eq", "fmt", "into_iter", "neg", "new", "not", "parse", "syntax"];

/// All types of a grammar.
pub(super) struct Model {
    /// Those of rules, in the order of the grammar.
    pub(super) types: Vec<NodeType>,
    /// The name of the type of any rule.
    pub(super) any: String,
    /// The name of the trait with a method for each rule.
    pub(super) visitor: String,
    /// By symbol: its place in `types`.
    places: Vec<Option<usize>>,
    /// The place of the type of a whole input; none if that is a leaf.
    root: Option<usize>,
}

/// The type of a rule.
pub(super) struct NodeType {
    pub(super) symbol: Symbol,
    pub(super) name: String,
    pub(super) shape: Shape,
}

impl NodeType {
    /// Whether it is one of several alternatives.
    pub(super) fn is_choice(&self) -> bool {
        matches!(self.shape, Shape::Enum(_))
    }

    /// Returns its methods, and those of its alternatives.
    pub(super) fn accessors(&self) -> impl Iterator<Item = &Accessor> + Clone {
        let (own, variants) = match &self.shape {
            Shape::Struct(accessors) => (&accessors[..], &[][..]),
            Shape::Enum(variants) => (&[][..], &variants[..]),
        };
        let of_variants = variants.iter().flat_map(|variant| match &variant.payload {
            Payload::Part(..) => &[][..],
            Payload::Own(_, accessors) => &accessors[..],
        });
        own.iter().chain(of_variants)
    }

    /// Whether a token is one of its parts.
    pub(super) fn has_leaf(&self) -> bool {
        let is_leaf = |variant: &Variant| matches!(variant.payload, Payload::Part(_, PartType::Leaf));
        let is_one = matches!(&self.shape, Shape::Enum(variants) if variants.iter().any(is_leaf));
        is_one || self.accessors().any(|accessor| accessor.target == PartType::Leaf)
    }
}

pub(super) enum Shape {
    Struct(Vec<Accessor>),
    Enum(Vec<Variant>),
}

/// A method that returns a part.
/// For example, `<pair> ::= <key> ":" <value>` has the methods `key` and `value`.
pub(super) struct Accessor {
    /// In snake case, not yet escaped.
    pub(super) name: String,
    pub(super) way: PartLookup,
    pub(super) count: Multiplicity,
    pub(super) target: PartType,
    /// The part as the grammar file has it.
    pub(super) doc: String,
}

/// How a part is found among the children.
pub(super) enum PartLookup {
    /// It is of this symbol, or in a helper rule of this symbol, and has no label.
    /// For example, `<key>` in `<pair> ::= <key> ":" <value>`.
    Symbol(Symbol),
    Label(LabelId),
}

/// The type that a method returns for a part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartType {
    Rule(Symbol),
    Leaf,
    /// One of several.
    Any,
}

/// An alternative of a rule.
pub(super) struct Variant {
    pub(super) number: u16,
    pub(super) name: String,
    pub(super) payload: Payload,
    /// The alternative as the grammar has it.
    pub(super) doc: String,
}

pub(super) enum Payload {
    /// It is nothing but this part.
    Part(Symbol, PartType),
    /// A type of its own, of that name.
    Own(String, Vec<Accessor>),
}

impl Model {
    pub(super) fn new(grammar: &Grammar, names: &Names) -> Self {
        let roles = Roles::new(grammar);
        let mut taken: HashSet<String> = TAKEN_TYPES.iter().map(|name| (*name).to_owned()).collect();
        let rules = (0..grammar.rules.len() as u32).map(Symbol);
        let symbols: Vec<Symbol> = rules.filter(|&rule| has_type(grammar, &roles, rule)).collect();
        let type_names: Vec<String> =
            symbols.iter().map(|&symbol| unique(&pascal(names.stem(symbol)), &mut taken)).collect();
        let mut places = vec![None; grammar.rules.len()];
        for (place, symbol) in symbols.iter().enumerate() {
            places[symbol.0 as usize] = Some(place);
        }
        let mut builder = Builder { grammar, names, roles: &roles, taken };
        let types = symbols.iter().zip(type_names);
        let types = types.map(|(&symbol, name)| builder.node_type(symbol, name)).collect();
        let (any, visitor) = (unique("Any", &mut builder.taken), unique("Visitor", &mut builder.taken));
        let root = places.get(roles.start(grammar).0 as usize).copied().flatten();
        Self { types, any, visitor, places, root }
    }

    /// Returns the name of the type of a rule that has one.
    pub(super) fn name(&self, rule: Symbol) -> &str {
        self.places[rule.0 as usize].map_or("SyntaxNode", |place| &self.types[place].name)
    }

    /// Returns the type of a whole input.
    pub(super) fn root(&self) -> Option<&NodeType> {
        self.root.map(|place| &self.types[place])
    }
}

/// Whether a rule has nodes that show, with something in them.
fn has_type(grammar: &Grammar, roles: &Roles, rule: Symbol) -> bool {
    let is_named = grammar.rules[rule.0 as usize].kind == RuleKind::Named;
    is_named && !roles.is_text(grammar, rule) && roles.of(rule) == Role::Shown
}

struct Builder<'a> {
    grammar: &'a Grammar,
    names: &'a Names,
    roles: &'a Roles,
    /// The names of types so far.
    taken: HashSet<String>,
}

impl Builder<'_> {
    fn node_type(&mut self, symbol: Symbol, name: String) -> NodeType {
        let shape = match self.variants(symbol, &name) {
            Some(variants) => Shape::Enum(variants),
            None => {
                let contents = self.roles.contents(self.grammar, self.roles.productions(symbol));
                Shape::Struct(self.accessors(&contents))
            }
        };
        NodeType { symbol, name, shape }
    }

    /// Returns the alternatives of a rule with several, if each has a name: by `@as(…)`, or by its only part.
    fn variants(&mut self, rule: Symbol, type_name: &str) -> Option<Vec<Variant>> {
        let alternatives = self.alternatives(rule);
        let named = alternatives.iter().map(|productions| self.named(productions));
        let named: Vec<(String, Contents)> = named.collect::<Option<_>>()?;
        if named.len() < 2 {
            return None;
        }
        let mut taken = HashSet::new();
        let variants = alternatives.iter().zip(named).map(|(productions, (name, contents))| {
            let name = unique(&name, &mut taken);
            let payload = match self.only_part(&contents) {
                Some(part) => Payload::Part(part.symbol, self.target(part.symbol)),
                None => {
                    let own = unique(&format!("{type_name}{name}"), &mut self.taken);
                    Payload::Own(own, self.accessors(&contents))
                }
            };
            let number = self.grammar.production(productions[0]).alternative;
            Variant { number, name: ident(&name), payload, doc: self.written_alternative(productions[0]) }
        });
        Some(variants.collect())
    }

    /// Returns the productions of each alternative of a rule: several where it has levels of precedence.
    fn alternatives(&self, rule: Symbol) -> Vec<Vec<ProductionId>> {
        let mut alternatives: BTreeMap<u16, Vec<ProductionId>> = BTreeMap::new();
        for &id in self.roles.productions(rule) {
            alternatives.entry(self.grammar.production(id).alternative).or_default().push(id);
        }
        alternatives.into_values().collect()
    }

    /// Returns the name of an alternative and its parts.
    fn named(&self, productions: &[ProductionId]) -> Option<(String, Contents)> {
        let contents = self.roles.contents(self.grammar, productions);
        let given = self.grammar.production(productions[0]).name.as_deref().map(pascal);
        let own = || self.only_part(&contents).map(|part| self.variant_name(part.symbol));
        let name = given.or_else(own)?;
        Some((name, contents))
    }

    fn variant_name(&self, symbol: Symbol) -> String {
        let stem = self.names.stem(symbol);
        let is_literal = self.grammar.terminal(symbol).is_some_and(|terminal| terminal.kind != TerminalKind::Token);
        let word =
            stem.strip_prefix("text_").filter(|word| is_literal && !word.starts_with(|c: char| c.is_ascii_digit()));
        pascal(word.unwrap_or(stem))
    }

    /// Returns the only part of contents, blanks aside; none if there are several, or if it is labelled, optional or repeated.
    fn only_part<'c>(&self, contents: &'c Contents) -> Option<&'c RulePart> {
        let mut parts = contents.parts.iter().filter(|part| self.roles.of(part.symbol) != Role::Blank);
        let part = parts.next().filter(|_| parts.next().is_none())?;
        let is_plain = part.count == ONE && part.label.is_none() && part.through.is_none();
        is_plain.then_some(part)
    }

    /// Returns a method for each part that has a name.
    fn accessors(&self, contents: &Contents) -> Vec<Accessor> {
        let mut taken: HashSet<String> = TAKEN_METHODS.iter().map(|name| (*name).to_owned()).collect();
        let mut accessors = Vec::new();
        let mut seen = Vec::new();
        for label in contents.parts.iter().filter_map(|part| part.label) {
            if !seen.contains(&label) {
                seen.push(label);
                accessors.push(self.labelled(label, contents, &mut taken));
            }
        }
        let is_plain = |part: &&RulePart| part.label.is_none() && !part.is_separator;
        for part in contents.parts.iter().filter(is_plain) {
            if self.roles.of(part.symbol) == Role::Shown {
                // A rule that stands in a separator, too, has several nodes: `<mark>? <e> ++ ("," <mark>)`.
                let is_same = |it: &RulePart| it.is_separator && it.label.is_none() && it.symbol == part.symbol;
                let is_many = part.count.is_many || contents.parts.iter().any(is_same);
                let part = RulePart { count: Multiplicity { is_many, ..part.count }, ..*part };
                accessors.push(self.plain(&part, &mut taken));
            }
        }
        accessors
    }

    /// Returns the method of a label. A label of several rules returns any node, because the rules have nothing else in common.
    fn labelled(&self, label: LabelId, contents: &Contents, taken: &mut HashSet<String>) -> Accessor {
        let parts: Vec<Symbol> =
            contents.parts.iter().filter(|part| part.label == Some(label)).map(|part| part.symbol).collect();
        let target = match parts[..] {
            [only] => self.target(only),
            _ if parts.iter().all(|&part| self.target(part) == PartType::Leaf) => PartType::Leaf,
            _ => PartType::Any,
        };
        let written: Vec<String> = parts.iter().map(|&part| self.written(part)).collect();
        let name = label.name(self.grammar);
        let doc = match &written[..] {
            [only] => format!("{name}:{only}"),
            several => format!("{name}:({})", several.join(" | ")),
        };
        let (name, count) = (unique(&method_name(&snake(name)), taken), contents.count(label));
        Accessor { name, way: PartLookup::Label(label), count, target, doc }
    }

    fn plain(&self, part: &RulePart, taken: &mut HashSet<String>) -> Accessor {
        let stem = self.names.stem(part.through.unwrap_or(part.symbol));
        let is_plural = part.count.is_many && part.through.is_none();
        let name = if is_plural { plural(stem) } else { stem.to_owned() };
        let symbol = part.through.unwrap_or(part.symbol);
        let name = unique(&method_name(&name), taken);
        let doc = self.written(symbol);
        Accessor { name, way: PartLookup::Symbol(symbol), count: part.count, target: self.target(part.symbol), doc }
    }

    fn target(&self, symbol: Symbol) -> PartType {
        if self.roles.is_text(self.grammar, symbol) { PartType::Leaf } else { PartType::Rule(symbol) }
    }

    fn written(&self, symbol: Symbol) -> String {
        let name = self.grammar.name(symbol);
        match (self.grammar.rule(symbol), self.grammar.terminal(symbol).map(|terminal| terminal.kind)) {
            (Some(rule), _) if rule.kind == RuleKind::Anonymous => "(…)".to_owned(),
            (Some(_), _) | (None, Some(TerminalKind::Token)) => format!("<{name}>"),
            (None, _) => name.to_owned(),
        }
    }

    /// Writes an alternative as the grammar file has it, groups and repetitions as `(…)`.
    fn written_alternative(&self, id: ProductionId) -> String {
        let start = self.grammar.production(id).items.start;
        let items = self.grammar.items_of(id).iter().zip(start..).filter(|(item, _)| item.slot != Slot::Skip);
        let written = items.map(|(item, number)| {
            let label = self.roles.label(ItemId(number));
            let label = label.map_or(String::new(), |label| format!("{}:", label.name(self.grammar)));
            let is_hidden = matches!(
                self.grammar.rule(item.symbol).map(|rule| rule.kind),
                Some(RuleKind::Group | RuleKind::Repeat | RuleKind::Anonymous)
            );
            label + &if is_hidden { "(…)".to_owned() } else { self.written(item.symbol) }
        });
        let written: Vec<String> = written.collect();
        if written.is_empty() { "\"\"".to_owned() } else { written.join(" ") }
    }
}

/// Exactly once.
const ONE: Multiplicity = Multiplicity { is_certain: true, is_many: false };

/// Returns `wish`, with the lowest free number from 2 where it is taken, and takes it. Types and methods have no underscore before
/// the number, as rustc wants it.
fn unique(wish: &str, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{wish}{number}"));
    let free = std::iter::once(wish.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    let free = free.expect("numbers do not run out");
    taken.insert(free.clone());
    free
}

/// Returns a name for a method: none that a raw identifier cannot be.
pub(super) fn method_name(stem: &str) -> String {
    if stem == "_" { "underscore".to_owned() } else { stem.to_owned() }
}

/// Returns the plural of an English word: `entries` of `entry`, `classes` of `class`; a plural stays.
fn plural(word: &str) -> String {
    let ends_in_consonant = |stem: &str| stem.ends_with(|c: char| !"aeiou_".contains(c));
    match word.strip_suffix('y').filter(|stem| ends_in_consonant(stem)) {
        Some(stem) => format!("{stem}ies"),
        None if ["ss", "x", "ch", "sh"].iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        None if word.ends_with('s') => word.to_owned(),
        None => format!("{word}s"),
    }
}
