//! `hooks.rs` of a generated crate: the trait of the functions that the grammar leaves to Rust, how the runtime calls them,
//! and the `%rust` blocks as they were written.

use std::collections::BTreeSet;

use grammarc_runtime::grammar::{Expression, FunctionId, Grammar};

use super::names::{ident, lit, pascal};

/// The use of a function: in `@pre(f)`, in `@post(f)`, or in `:= f(…)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Pre,
    Post,
    Compute,
}

/// Returns whether a grammar needs the file.
pub(crate) fn is_needed(grammar: &Grammar, rust: &[String]) -> bool {
    !grammar.functions.is_empty() || !rust.is_empty()
}

/// Returns whether a grammar leaves functions to Rust that none of its `%rust` blocks holds: whoever uses the crate writes them.
pub(crate) fn are_beside(grammar: &Grammar, rust: &[String]) -> bool {
    !grammar.functions.is_empty() && rust.is_empty()
}

/// Stands where the `%rust` blocks go once all else is laid out: laying out would take their comments away.
const BLOCKS: &str = "const RUST_BLOCKS: () = ();";

/// Puts the `%rust` blocks, as they were written, into code that was laid out.
pub(crate) fn with_blocks(code: &str, rust: &[String]) -> String {
    let blocks: Vec<&str> = rust.iter().map(|block| block.trim_matches('\n')).collect();
    let lines = code.lines().map(|line| if line.trim() == BLOCKS { blocks.join("\n\n") } else { line.to_owned() });
    lines.map(|line| line + "\n").collect()
}

/// Returns the name of the type that `%rust` blocks implement `Hooks` for: that of the grammar, `Html`, with `Grammar` after it
/// where the name means something else there.
pub(crate) fn own_type(stem: &str) -> String {
    const TAKEN: [&str; 20] = [
        "Box",
        "Clone",
        "Copy",
        "CustomFunctions",
        "Debug",
        "Default",
        "Err",
        "FunctionId",
        "Functions",
        "Hooks",
        "Node",
        "None",
        "Offer",
        "Option",
        "Result",
        "Some",
        "State",
        "String",
        "Value",
        "Vec",
    ];
    let name = pascal(stem);
    if TAKEN.contains(&&*name) || matches!(&*name, "Self" | "Verdict" | "Ok") { name + "Grammar" } else { name }
}

/// Writes the file for a grammar of that name, without its `%rust` blocks: see [`with_blocks`].
pub(crate) fn source(grammar: &Grammar, rust: &[String], name: &str) -> String {
    let functions = functions(grammar);
    let methods: String = functions.iter().map(|(_, name, role)| method(name, *role)).collect();
    let arms = |of: Role, arguments: &str| -> String {
        let fitting = functions.iter().filter(|(_, _, role)| *role == of);
        fitting.map(|(number, name, _)| format!("FunctionId({number}) => self.0.{name}({arguments}),\n")).collect()
    };
    let own = if rust.is_empty() {
        String::new()
    } else {
        let name = own_type(name);
        format!(
            "/// The type for which the `%rust` blocks of the grammar implement [`Hooks`].\n\
             #[derive(Debug, Clone, Copy)]\npub struct {name};\n{BLOCKS}\n"
        )
    };
    format!(
        "//! The functions that the grammar leaves to Rust, and how the runtime calls them.\n\
         use grammarc_runtime::grammar::FunctionId;\n\
         use grammarc_runtime::hooks::CustomFunctions;\n\
         pub use grammarc_runtime::hooks::{{Node, Offer, State, Value, Verdict}};\n\
         /// The functions that the grammar leaves to Rust. They see texts and the names defined so far, and keep nothing of their\n\
         /// own: a fact to remember goes into the [`State`].\n\
         pub trait Hooks: Sync {{ {methods} }}\n\
         /// The argument of [`with`](super::with): an implementation of [`Hooks`], which the runtime calls.\n\
         #[derive(Debug, Clone, Copy)]\n\
         pub struct Functions<H>(pub H);\n\
         impl<H: Hooks> CustomFunctions for Functions<H> {{\n\
         {}{}{} }}\n{own}",
        dispatch("pre", "state: &State", "Offer", &arms(Role::Pre, "state"), "Offer::Any"),
        dispatch(
            "post",
            "state: &mut State, node: Node<'_>",
            "Verdict",
            &arms(Role::Post, "state, node"),
            "Verdict::Ok"
        ),
        dispatch("compute", "texts: &[&[u8]]", "Value", &arms(Role::Compute, "texts"), "Value::Number(0)"),
    )
}

/// Returns the functions of a grammar with their numbers, by which the runtime calls them, and names.
fn functions(grammar: &Grammar) -> Vec<(u16, String, Role)> {
    let numbers = 0..grammar.functions.len() as u16;
    let functions = numbers.filter_map(|number| {
        Some((number, ident(grammar.function(FunctionId(number))), role(grammar, FunctionId(number))?))
    });
    functions.collect()
}

/// Returns a program to begin with that has all functions, but none that says anything yet: for the library of that name.
pub(crate) fn example(grammar: &Grammar, lib: &str) -> String {
    let functions = functions(grammar);
    let types = functions.iter().flat_map(|(_, _, role)| types(*role));
    let types: BTreeSet<&str> = ["Functions", "Hooks"].iter().chain(types).copied().collect();
    let methods: Vec<String> = functions.iter().map(|(_, name, role)| blank(name, *role)).collect();
    format!(
        "use {lib}::Doors;\nuse {lib}::hooks::{{{}}};\n\nstruct Mine;\n\nimpl Hooks for Mine {{\n{}}}\n\n\
         static {}: Doors = {lib}::with(&Functions(Mine));\n",
        types.into_iter().collect::<Vec<_>>().join(", "),
        methods.join("\n"),
        lib.to_uppercase(),
    )
}

/// Returns the types in the signature of a function by its use.
fn types(role: Role) -> &'static [&'static str] {
    match role {
        Role::Pre => &["Offer", "State"],
        Role::Post => &["Node", "State", "Verdict"],
        Role::Compute => &["Value"],
    }
}

/// Returns a function that says nothing yet.
fn blank(name: &str, role: Role) -> String {
    let plain = name.trim_start_matches("r#");
    let (what, arguments, answer, body) = match role {
        Role::Pre => (
            format!("`@pre({plain})`: the texts that the item may have. Any, Only, OneOf, NoneOf or Nothing."),
            "_state: &State",
            "Offer",
            "Offer::Any",
        ),
        Role::Post => (
            format!("`@post({plain})`: whether the item may have its text. Ok, or Reject with a reason."),
            "_state: &mut State, _node: Node<'_>",
            "Verdict",
            "Verdict::Ok",
        ),
        Role::Compute => (
            format!("`:= {plain}(…)`: the text of the item, computed from the texts of the labels."),
            "texts: &[&[u8]]",
            "Value",
            "texts.concat().into()",
        ),
    };
    format!("    // {what}\n    fn {name}(&self, {arguments}) -> {answer} {{\n        {body}\n    }}\n")
}

/// Returns the use of a function; `resolve` makes sure that there is only one.
fn role(grammar: &Grammar, function: FunctionId) -> Option<Role> {
    let calls = grammar.hooks.iter().flat_map(|list| list.iter()).filter_map(|hook| hook.meaning().calls);
    let called = calls.into_iter().find(|call| call.function == function);
    let hooks = called.map(|call| if call.is_before { Role::Pre } else { Role::Post });
    let is_call =
        |expression: &Expression| matches!(expression, Expression::Call { function: of, .. } if *of == function);
    hooks.or_else(|| grammar.expressions.iter().any(is_call).then_some(Role::Compute))
}

fn method(name: &str, role: Role) -> String {
    let plain = name.trim_start_matches("r#");
    let (written, what, arguments, answer) = match role {
        Role::Pre => (
            format!("@pre({plain})"),
            "offers texts for the item, before it is read or written",
            "state: &State",
            "Offer",
        ),
        Role::Post => {
            (format!("@post({plain})"), "judges the item, after it", "state: &mut State, node: Node<'_>", "Verdict")
        }
        Role::Compute => (
            format!(":= {plain}(…)"),
            "computes the text of the item from the texts of the labels",
            "texts: &[&[u8]]",
            "Value",
        ),
    };
    let doc = lit(&format!(" `{written}`: {what}."));
    format!("#[doc = {doc}] fn {name}(&self, {arguments}) -> {answer};\n")
}

/// Writes one method of `CustomFunctions`. Without functions of its kind, it ignores its arguments.
fn dispatch(name: &str, arguments: &str, answer: &str, arms: &str, otherwise: &str) -> String {
    if arms.is_empty() {
        let unused = arguments.split(", ").map(|argument| format!("_{argument}")).collect::<Vec<_>>().join(", ");
        return format!("fn {name}(&self, _function: FunctionId, {unused}) -> {answer} {{ {otherwise} }}\n");
    }
    format!(
        "fn {name}(&self, function: FunctionId, {arguments}) -> {answer} {{ match function {{ {arms} _ => {otherwise} }} }}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::own_type;

    #[test]
    fn the_type_of_a_grammar_hides_nothing() {
        let names = ["tlv", "my-lang.v2", "functions", "option", "self_", "ok"].map(own_type);
        assert_eq!(names, ["Tlv", "MyLangV2", "FunctionsGrammar", "OptionGrammar", "SelfGrammar", "OkGrammar"]);
    }
}
