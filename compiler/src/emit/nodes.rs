//! `nodes.rs` of a generated crate: a type for each rule, with a method for each label and rule in it.

mod model;

use grammarc_runtime::grammar::{Encoding, Grammar};

use super::layout::{code, code_doc, finish};
use super::names::{Names, ident, lit};
use model::{Accessor, Model, NodeType, PartLookup, PartType, Payload, Shape, Variant};

/// How many characters of a rule stand in the documentation of its type.
const MAX_DOC_CHARS: usize = 160;

/// How the code beside `nodes.rs` parses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parsing {
    /// By a function `parse`, with the static of this name.
    Free(&'static str),
    /// By the `Doors` that `with` returns, because functions of the author are missing.
    WithDoors,
}

/// Writes the types of a grammar.
pub(crate) fn source(grammar: &Grammar, texts: &[String], names: &Names, parsing: Parsing) -> String {
    let writer = NodesWriter { grammar, texts, names, parsing, model: Model::new(grammar, names) };
    let types: String = writer.model.types.iter().map(|node| writer.node_type(node)).collect();
    // Laying out would run the rows of the macro together, so they come after that.
    finish(&(writer.head() + &types + &writer.root())) + &writer.all()
}

/// Returns the name of the type of a whole input; none where that is a leaf.
pub(crate) fn root_name(grammar: &Grammar, names: &Names) -> Option<String> {
    Model::new(grammar, names).root().map(|node| node.name.clone())
}

struct NodesWriter<'a> {
    grammar: &'a Grammar,
    /// The source text of every symbol.
    texts: &'a [String],
    names: &'a Names,
    parsing: Parsing,
    model: Model,
}

impl NodesWriter<'_> {
    /// Writes the documentation of the module, and the imports of its types.
    fn head(&self) -> String {
        let types = &self.model.types;
        let (has_root, has_choice) = (self.model.root().is_some(), types.iter().any(NodeType::is_choice));
        let mut accessors = types.iter().flat_map(NodeType::accessors);
        let is_many = accessors.clone().any(|accessor| accessor.count.is_many);
        let has_label = accessors.any(|accessor| matches!(accessor.way, PartLookup::Label(_)));
        let has_leaf = types.iter().any(NodeType::has_leaf);
        let shared = [
            ("Children", is_many),
            ("LabelId", has_label),
            ("Root", has_root),
            ("SyntaxNode", !types.is_empty()),
            ("Parsed", has_root),
            (self.leaf(), has_leaf),
            ("View", has_choice),
        ];
        let shared: Vec<&str> = shared.into_iter().filter(|(_, is_used)| *is_used).map(|(name, _)| name).collect();
        let beside = match self.parsing {
            Parsing::Free(holder) => holder,
            Parsing::WithDoors => "Doors",
        };
        let uses = [
            ("use std::fmt;\n".to_owned(), has_choice),
            ("use grammarc_runtime::parse::ParseError;\n".to_owned(), has_root),
            (format!("use grammarc_runtime::syntax::{{{}}};\n", shared.join(", ")), !shared.is_empty()),
            (format!("use super::{beside};\n"), has_root),
            ("use super::grammar::symbols as s;\n".to_owned(), !types.is_empty()),
        ];
        let uses: String = uses.into_iter().filter(|(_, is_used)| *is_used).map(|(line, _)| line).collect();
        format!(
            "//! Typed views of a tree: a type for each rule, with a method for each of its parts.\n\
             //!\n\
             //! A view is a pointer and a number. White space, punctuation and rules that only wrap a list have none.\n\n\
             {uses}"
        )
    }

    /// The type of a token.
    fn leaf(&self) -> &'static str {
        if self.grammar.encoding == Encoding::Bytes { "Bytes" } else { "Token" }
    }

    fn node_type(&self, node: &NodeType) -> String {
        let doc = code_doc(&shortened(&self.texts[node.symbol.0 as usize]));
        let constant = self.names.symbol(node.symbol);
        match &node.shape {
            Shape::Struct(accessors) => self.structure(&node.name, &doc, &constant, None, accessors),
            Shape::Enum(variants) => self.choice(node, &doc, &constant, variants),
        }
    }

    /// Writes the view of a rule, or of one alternative of it.
    fn structure(
        &self,
        name: &str,
        doc: &str,
        constant: &str,
        alternative: Option<u16>,
        accessors: &[Accessor],
    ) -> String {
        let number = alternative.map_or(String::new(), |number| format!(", {number}"));
        let methods: String = accessors.iter().map(|accessor| self.accessor(accessor)).collect();
        let methods =
            if methods.is_empty() { String::new() } else { format!("impl<'t> {name}<'t> {{ {methods} }}\n\n") };
        format!(
            "#[doc = {doc}]\n#[derive(Clone, Copy, PartialEq, Eq, Hash)]\npub struct {name}<'t>(SyntaxNode<'t>);\n\n\
             {methods}grammarc_runtime::view!({name}, {constant}{number});\n\n"
        )
    }

    fn accessor(&self, accessor: &Accessor) -> String {
        let target = self.target(&accessor.target);
        let (way, argument) = match &accessor.way {
            PartLookup::Symbol(symbol) => ("", self.names.symbol(*symbol)),
            PartLookup::Label(label) => ("_as", format!("LabelId({})", label.0)),
        };
        let (function, result) = match (accessor.count.is_many, accessor.count.is_certain) {
            (true, _) => ("find_all", format!("Children<'t, {target}>")),
            (false, true) => ("only", target),
            (false, false) => ("find", format!("Option<{target}>")),
        };
        let name = ident(&accessor.name);
        let doc = code_doc(&accessor.doc);
        format!("#[doc = {doc}]\npub fn {name}(self) -> {result} {{ self.0.{function}{way}({argument}) }}\n\n")
    }

    /// Returns the type of a part.
    fn target(&self, target: &PartType) -> String {
        match target {
            PartType::Rule(rule) => format!("{}<'t>", self.model.name(*rule)),
            PartType::Leaf => format!("{}<'t>", self.leaf()),
            PartType::Any => "SyntaxNode<'t>".to_owned(),
        }
    }

    /// Writes a rule that is one of its alternatives.
    fn choice(&self, node: &NodeType, doc: &str, constant: &str, variants: &[Variant]) -> String {
        let name = &node.name;
        let mut own = String::new();
        let (mut rows, mut casts, mut nodes) = (String::new(), String::new(), String::new());
        for (place, variant) in variants.iter().enumerate() {
            let doc = code_doc(&shortened(&variant.doc));
            let (payload, cast) = match &variant.payload {
                Payload::Part(symbol, target) => {
                    (self.target(target), format!("node.only({})", self.names.symbol(*symbol)))
                }
                Payload::Own(own_name, accessors) => {
                    let of = lit(&format!(" {}, an alternative of [`{name}`]", code(&shortened(&variant.doc))));
                    own += &self.structure(own_name, &of, constant, Some(variant.number), accessors);
                    (format!("{own_name}<'t>"), format!("{own_name}(node)"))
                }
            };
            let pattern = if place + 1 == variants.len() { "_".to_owned() } else { variant.number.to_string() };
            rows += &format!("#[doc = {doc}]\n{}({payload}),\n", variant.name);
            casts += &format!("{pattern} => Self::{}({cast}),\n", variant.name);
            nodes += &format!("Self::{}(node) => node.syntax(),\n", variant.name);
        }
        format!(
            "#[doc = {doc}]\n#[derive(Clone, Copy, PartialEq, Eq, Hash)]\npub enum {name}<'t> {{ {rows} }}\n\n\
             impl<'t> View<'t> for {name}<'t> {{\n\
             fn cast(node: SyntaxNode<'t>) -> Option<Self> {{\n\
             if node.symbol() != {constant} {{ return None; }}\n\
             Some(match node.alternative_number() {{ {casts} }})\n}}\n\n\
             fn syntax(self) -> SyntaxNode<'t> {{ match self {{ {nodes} }} }}\n}}\n\n\
             impl fmt::Debug for {name}<'_> {{\n\
             fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{ self.syntax().fmt(f) }}\n}}\n\n{own}"
        )
    }

    /// Writes how the type of a whole input is made.
    fn root(&self) -> String {
        let Some(NodeType { name, .. }) = self.model.root() else { return String::new() };
        let (with, signature, call) = match self.parsing {
            Parsing::Free(holder) => (
                "",
                format!("(input: &[u8]) -> Result<Parsed<'_, {name}<'_>>, ParseError>"),
                format!("Ok(Parsed::new(&{holder}, input, super::parse(input)?))"),
            ),
            Parsing::WithDoors => (
                " with the functions of `doors`",
                format!("<'i>(doors: &'i Doors, input: &'i [u8]) -> Result<Parsed<'i, {name}<'i>>, ParseError>"),
                "Ok(Parsed::new(doors.language(), input, doors.parse(input)?))".to_owned(),
            ),
        };
        format!(
            "impl {name}<'_> {{\n\
             /// Parses a whole input{with}. The result owns the tree and borrows the input.\n///\n\
             /// # Errors\n/// The first place where the input is not in the language, or where its fields or hooks reject it.\n\
             pub fn parse{signature} {{ {call} }}\n}}\n\n\
             impl Root for {name}<'_> {{ type View<'t> = {name}<'t>; }}\n\n"
        )
    }

    /// Writes the type of any rule, and the visitor.
    fn all(&self) -> String {
        if self.model.types.is_empty() {
            return String::new();
        }
        let rows = self.model.types.iter().map(|node| {
            let method = ident(&model::method_name(self.names.stem(node.symbol)));
            format!("    {method}: {} = {},\n", node.name, self.names.symbol(node.symbol))
        });
        let (any, visitor) = (&self.model.any, &self.model.visitor);
        format!("\ngrammarc_runtime::views! {{\n    {any}, {visitor};\n{}}}\n", rows.collect::<String>())
    }
}

/// Cuts a text that is too long to read in a line or two.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_DOC_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
