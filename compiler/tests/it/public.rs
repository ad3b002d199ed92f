//! The public items are those that the `//!` of their crate lists, and the front doors are as `public/*.api` has them, so that a change
//! of either shows in review. `UPDATE_EXPECT=1 cargo test -p grammarc public::` renews the latter.

use std::collections::BTreeSet;
use std::fs;

use expect_test::expect_file;
use syn::{Attribute, Fields, ImplItem, Item, Token, UseTree, Visibility};

use crate::common::{data, root};

fn items(path: &str) -> Vec<Item> {
    let text = fs::read_to_string(root().join(path)).expect("the file is there");
    syn::parse_file(&text).expect("it is Rust").items
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    let hides = |attribute: &Attribute| {
        let list = attribute.meta.require_list().ok().filter(|list| list.path.is_ident("doc"));
        list.is_some_and(|list| list.tokens.to_string() == "hidden")
    };
    attributes.iter().any(hides)
}

/// Returns the names that an item makes public, without those that are hidden from the documentation.
fn names(item: &Item) -> Vec<String> {
    let (visibility, attributes, name) = match item {
        Item::Const(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Enum(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Fn(it) => (&it.vis, &it.attrs, &it.sig.ident),
        Item::Mod(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Static(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Struct(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Trait(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Type(it) => (&it.vis, &it.attrs, &it.ident),
        Item::Use(it) if is_public(&it.vis) && !is_hidden(&it.attrs) => return used(&it.tree),
        Item::Macro(it) if it.attrs.iter().any(|it| it.path().is_ident("macro_export")) && !is_hidden(&it.attrs) => {
            return it.ident.iter().map(|name| format!("{name}!")).collect();
        }
        _ => return Vec::new(),
    };
    if is_public(visibility) && !is_hidden(attributes) { vec![name.to_string()] } else { Vec::new() }
}

/// Returns the last names of a `use`.
fn used(tree: &UseTree) -> Vec<String> {
    match tree {
        UseTree::Path(path) => used(&path.tree),
        UseTree::Name(name) => vec![name.ident.to_string()],
        UseTree::Rename(rename) => vec![rename.rename.to_string()],
        UseTree::Glob(_) => vec!["*".to_owned()],
        UseTree::Group(group) => group.items.iter().flat_map(used).collect(),
    }
}

/// Returns the items in the first column of the table in the documentation of a crate: `parse` and `format` of
/// ``| [`parse`], [`mod@format`] | editors | stable |``.
fn listed(folder: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join(folder).join("src/lib.rs")).expect("the file is there");
    let docs =
        text.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let section =
        docs.skip_while(|line| *line != "# What is public").skip(1).take_while(|line| !line.starts_with("# "));
    let cells = section.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let items = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    items.map(|item| item.strip_prefix("mod@").unwrap_or(item).to_owned()).collect()
}

#[test]
fn documentation_lists_what_is_public() {
    for folder in ["compiler", "dsl", "runtime"] {
        let public: BTreeSet<String> = items(&format!("{folder}/src/lib.rs")).iter().flat_map(names).collect();
        let listed = listed(folder);
        let missing: Vec<_> = public.difference(&listed).collect();
        assert!(missing.is_empty(), "public, but not in the table of {folder}/src/lib.rs: {missing:?}");
        let gone: Vec<_> = listed.difference(&public).collect();
        assert!(gone.is_empty(), "in the table of {folder}/src/lib.rs, but not public: {gone:?}");
    }
}

/// Keeps of an item what its users see: no bodies, no private fields, no documentation. None if nothing is left.
fn outside(mut item: Item) -> Option<Item> {
    let is_named = !names(&item).is_empty();
    match &mut item {
        Item::Use(it) if is_public(&it.vis) => {}
        Item::Impl(it) if it.trait_.is_some() => {
            it.items.clear();
            plain(&mut it.attrs);
        }
        Item::Impl(it) => {
            it.items.retain(|item| matches!(item, ImplItem::Fn(it) if is_public(&it.vis)));
            for item in &mut it.items {
                let ImplItem::Fn(it) = item else { continue };
                it.block.stmts.clear();
                plain(&mut it.attrs);
            }
            if it.items.is_empty() {
                return None;
            }
        }
        _ if !is_named => return None,
        Item::Fn(it) => {
            it.block.stmts.clear();
            plain(&mut it.attrs);
        }
        Item::Struct(it) => {
            plain(&mut it.attrs);
            public_fields(&mut it.fields);
        }
        Item::Enum(it) => {
            plain(&mut it.attrs);
            it.variants.iter_mut().for_each(|variant| {
                plain(&mut variant.attrs);
                variant.fields.iter_mut().for_each(|field| plain(&mut field.attrs));
            });
        }
        Item::Macro(it) => plain(&mut it.attrs),
        Item::Const(it) => plain(&mut it.attrs),
        Item::Mod(it) => plain(&mut it.attrs),
        Item::Static(it) => plain(&mut it.attrs),
        Item::Type(it) => plain(&mut it.attrs),
        _ => {}
    }
    Some(item)
}

/// Drops documentation.
fn plain(attributes: &mut Vec<Attribute>) {
    attributes.retain(|attribute| !attribute.path().is_ident("doc"));
}

fn public_fields(fields: &mut Fields) {
    let keep = |fields: syn::punctuated::Punctuated<syn::Field, Token![,]>| {
        let mut public: Vec<_> = fields.into_iter().filter(|field| is_public(&field.vis)).collect();
        public.iter_mut().for_each(|field| plain(&mut field.attrs));
        public.into_iter().collect()
    };
    match fields {
        Fields::Named(named) => named.named = keep(std::mem::take(&mut named.named)),
        Fields::Unnamed(unnamed) => unnamed.unnamed = keep(std::mem::take(&mut unnamed.unnamed)),
        Fields::Unit => {}
    }
}

/// The front doors of the compiler.
const COMPILER: [&str; 6] = [
    "compiler/src/lib.rs",
    "compiler/frontend/src/lib.rs",
    "compiler/src/build.rs",
    "compiler/frontend/src/ir.rs",
    "compiler/src/emit.rs",
    "compiler/frontend/src/bundled.rs",
];

/// The front doors of the runtime.
const RUNTIME: [&str; 13] = [
    "runtime/src/lib.rs",
    "runtime/src/doors.rs",
    "runtime/src/fields.rs",
    "runtime/src/hooks.rs",
    "runtime/core/src/language.rs",
    "runtime/core/src/parse.rs",
    "runtime/core/src/parse/parsing.rs",
    "runtime/core/src/error.rs",
    "runtime/generate/src/fuzz/generator.rs",
    "runtime/generate/src/fuzz.rs",
    "runtime/generate/src/choices.rs",
    "runtime/reduce/src/format.rs",
    "runtime/reduce/src/reduce.rs",
];

#[test]
fn front_doors_are_as_recorded() {
    let doors = [("grammarc", &COMPILER[..]), ("grammarc_runtime", &RUNTIME)];
    for (name, paths) in doors {
        let mut found = String::new();
        for path in paths {
            let items = items(path).into_iter().filter_map(outside).collect();
            let skeleton =
                prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items });
            found += &format!("// {path}\n{skeleton}\n");
        }
        expect_file![data("public").join(name).with_extension("api")].assert_eq(&found);
    }
}
