//! Code that asks every method of generated views for its nodes, and the tree for the nodes of the same name: both must agree. For example,
//! `member.key()` and the child `key` of the same node must be one node.
//!
//! It is written from `nodes.rs` alone. The documentation of a method names the part of the rule that it returns.

use syn::{
    Attribute, Expr, Fields, FnArg, ImplItem, ImplItemFn, Item, ItemEnum, ItemImpl, ItemMod, Lit, Meta, ReturnType,
    Type,
};

/// Writes a function `name(node: SyntaxNode<'_>) -> usize` that compares every view of a node and returns how many there are, given the
/// text of a generated module and the path that it is included at. `None` if the module has no views.
///
/// # Panics
/// If the text is not a generated module.
pub fn comparison(name: &str, module: &str, path: &str) -> Option<String> {
    let file = syn::parse_file(module).expect("generated code is Rust");
    let is_nodes = |item: Item| match item {
        Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) if ident == "nodes" => Some(items),
        _ => None,
    };
    let items = file.items.into_iter().find_map(is_nodes).expect("it has nodes");
    let views: String = items.iter().filter_map(|item| view(item, path)).collect();
    let is_none = views.is_empty();
    (!is_none)
        .then(|| format!("fn {name}(node: SyntaxNode<'_>) -> usize {{\n    let mut count = 0;\n{views}    count\n}}\n"))
}

/// Writes the comparison of one view type with the untyped node.
fn view(item: &Item, path: &str) -> Option<String> {
    let (name, body) = match item {
        Item::Struct(it) => (it.ident.to_string(), String::new()),
        Item::Enum(it) => (it.ident.to_string(), alternatives(it, path)),
        Item::Impl(it) if it.trait_.is_none() => (type_name(&it.self_ty)?, parts(it)),
        _ => return None,
    };
    Some(format!(
        "    if let Some(it) = <{path}::nodes::{name} as View>::cast(node) {{\n        let _ = it;\n        count += 1;\n{body}    }}\n"
    ))
}

fn type_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// Compares the methods of a struct.
fn parts(item: &ItemImpl) -> String {
    let methods = item.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) if matches!(method.sig.inputs.first(), Some(FnArg::Receiver(_))) => Some(part(method)),
        _ => None,
    });
    methods.collect()
}

fn part(method: &ImplItemFn) -> String {
    let documentation = code(&method.attrs);
    // `key:<string>`, or `<string>` alone.
    let name = match documentation.strip_prefix('<') {
        Some(rule) => rule.trim_end_matches('>'),
        None => documentation.split(':').next().unwrap_or_default(),
    };
    let name = format!("{name:?}");
    let method_name = &method.sig.ident;
    let result = match &method.sig.output {
        ReturnType::Type(_, ty) => type_name(ty).unwrap_or_default(),
        ReturnType::Default => String::new(),
    };
    match &*result {
        "Option" | "Children" => format!("        agree(node, {name}, it.{method_name}());\n"),
        _ => format!("        agree(node, {name}, std::iter::once(it.{method_name}()));\n"),
    }
}

/// Compares the alternatives of an enum.
fn alternatives(item: &ItemEnum, path: &str) -> String {
    let arms = item.variants.iter().map(|variant| {
        assert!(matches!(variant.fields, Fields::Unnamed(_)), "an alternative holds a view");
        let (name, text) = (&variant.ident, code(&variant.attrs));
        format!("            {path}::nodes::{}::{name}(it) => agree_on_alternative(node, {text:?}, it),\n", item.ident)
    });
    format!("        match it {{\n{}        }}\n", arms.collect::<String>())
}

/// Returns the code that documentation begins with. For example, it is `key:<string>` for a doc comment that begins with these characters
/// between backticks.
fn code(attributes: &[Attribute]) -> String {
    let texts = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(it) if it.path.is_ident("doc") => match &it.value {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let text: String = texts.collect();
    let text = text.trim();
    let fence = text.len() - text.trim_start_matches('`').len();
    let inside = text[fence..].split(&text[..fence.max(1)]).next().unwrap_or_default();
    inside.trim().to_owned()
}
