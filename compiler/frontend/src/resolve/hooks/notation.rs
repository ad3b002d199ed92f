//! The notation of hooks and annotations: one row for each, with its arguments and the hook that it becomes in the tables.
//!
//! For example, `@scope(var, type)` becomes one hook for `var` and another for `type`, and `@left(1)` becomes none.

use grammarc_dsl::ast::{self, Argument};
use grammarc_runtime::grammar::{At, FunctionId, Hook, HookMeaning, Namespace};

/// The arguments of a hook, and the hook made of them.
#[derive(Clone, Copy)]
pub(super) enum Takes {
    Nothing(Hook),
    /// One name, then any of these words, then `at=` one of those.
    /// For example, `@def(vars, unique, at=end)`.
    Namespace(&'static [&'static str], &'static [&'static str], fn(Namespace, HookOptions<'_>) -> Hook),
    /// One name or more.
    /// For example, `@scope(vars, types)`.
    Namespaces(fn(Namespace) -> Hook),
    /// One name.
    /// For example, `@pre(check)`.
    Function(fn(FunctionId) -> Hook),
    /// An annotation with one name.
    /// For example, `@as(Name)`.
    Name,
    /// An annotation with one number below 2³².
    /// For example, `@w(3)`.
    Number,
}

/// All hooks and annotations: name, notation, arguments.
pub(super) const HOOKS: &[(&str, &str, Takes)] = &[
    (
        "def",
        "@def(namespace, at=here|end|scope|whole, unique, ci)",
        Takes::Namespace(&["unique", "ci"], &["here", "end", "scope", "whole"], |namespace, options| Hook::Def {
            namespace,
            at: options.at(),
            unique: options.has("unique"),
            fold: options.has("ci"),
        }),
    ),
    (
        "use",
        "@use(namespace, at=here|scope, ci)",
        Takes::Namespace(&["ci"], &["here", "scope"], |namespace, options| Hook::Use {
            namespace,
            late: options.at() == At::Scope,
            fold: options.has("ci"),
        }),
    ),
    (
        "unique",
        "@unique(namespace, ci)",
        Takes::Namespace(&["ci"], &[], |namespace, options| Hook::Unique { namespace, fold: options.has("ci") }),
    ),
    (
        "free",
        "@free(namespace, ci)",
        Takes::Namespace(&["ci"], &[], |namespace, options| Hook::Free { namespace, fold: options.has("ci") }),
    ),
    ("scope", "@scope(namespace, …)", Takes::Namespaces(Hook::Scope)),
    ("closed", "@closed(namespace, …)", Takes::Namespaces(Hook::Closed)),
    ("rest", "@rest(namespace, …)", Takes::Namespaces(Hook::Rest)),
    ("open", "@open(namespace, …)", Takes::Namespaces(Hook::Open)),
    ("value", "@value(namespace)", Takes::Namespace(&[], &[], |namespace, _| Hook::Value(namespace))),
    ("pre", "@pre(function)", Takes::Function(Hook::Pre)),
    ("post", "@post(function)", Takes::Function(Hook::Post)),
    ("keep", "@keep", Takes::Nothing(Hook::Keep)),
    ("w", "@w(number)", Takes::Number),
    ("left", "@left(level)", Takes::Number),
    ("right", "@right(level)", Takes::Number),
    ("none", "@none(level)", Takes::Number),
    ("as", "@as(Name)", Takes::Name),
];

/// The arguments after the namespace.
#[derive(Clone, Copy)]
pub(super) struct HookOptions<'a>(&'a [Argument]);

impl HookOptions<'_> {
    fn has(self, word: &str) -> bool {
        self.0.iter().any(|argument| argument.key.is_none() && argument.value.text == word)
    }

    fn at(self) -> At {
        let place = self.0.iter().find(|argument| argument.key.is_some()).map(|argument| argument.value.text.as_str());
        match place {
            Some("end") => At::End,
            Some("scope") => At::Scope,
            Some("whole") => At::Whole,
            _ => At::Here,
        }
    }
}

/// The namespaces and functions that hooks refer to by number, in the order in which they were met.
#[derive(Debug, Default)]
pub(crate) struct HookNames {
    /// Namespaces.
    pub(crate) namespaces: Vec<String>,
    /// The author's functions.
    pub(crate) functions: Vec<String>,
}

impl HookNames {
    fn namespace(&mut self, name: &str) -> Namespace {
        Namespace(number_of(&mut self.namespaces, name))
    }

    /// Returns the number of a function of the author.
    pub(crate) fn function(&mut self, name: &str) -> FunctionId {
        FunctionId(number_of(&mut self.functions, name))
    }

    /// Returns the hooks that a hook or annotation becomes in the tables.
    pub(crate) fn lower(&mut self, hook: &ast::Hook) -> Vec<Hook> {
        let row = HOOKS.iter().find(|(known, ..)| *known == hook.name.text);
        let texts = || hook.arguments.iter().map(|argument| argument.value.text.as_str());
        match (row.map(|&(.., takes)| takes), hook.arguments.as_slice()) {
            (Some(Takes::Nothing(lowered)), []) => vec![lowered],
            (Some(Takes::Namespace(_, _, lowered)), [first, rest @ ..]) => {
                vec![lowered(self.namespace(&first.value.text), HookOptions(rest))]
            }
            (Some(Takes::Namespaces(lowered)), _) => texts().map(|name| lowered(self.namespace(name))).collect(),
            (Some(Takes::Function(lowered)), [first, ..]) => vec![lowered(self.function(&first.value.text))],
            _ => Vec::new(),
        }
    }
}

fn number_of(names: &mut Vec<String>, name: &str) -> u16 {
    let known = names.iter().position(|other| other == name);
    known.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }) as u16
}

/// Returns the effects of a hook, each with namespace or function 0.
pub(crate) fn meanings(hook: &ast::Hook) -> impl Iterator<Item = HookMeaning> {
    HookNames::default().lower(hook).into_iter().map(|lowered| lowered.meaning())
}

/// Returns whether a hook takes these arguments.
pub(super) fn fits(takes: Takes, arguments: &[Argument]) -> bool {
    match (takes, arguments) {
        (Takes::Nothing(_), []) => true,
        (Takes::Function(_) | Takes::Name, [one]) => is_name(one),
        (Takes::Namespaces(_), [_, ..]) => arguments.iter().all(is_name),
        (Takes::Number, [one]) => one.key.is_none() && one.value.text.parse::<u32>().is_ok(),
        (Takes::Namespace(words, places, _), [first, rest @ ..]) => {
            let is_place = |argument: &Argument| {
                let at = argument.key.as_ref().is_some_and(|key| key.text == "at");
                at && places.contains(&argument.value.text.as_str())
            };
            let is_word = |argument: &Argument| argument.key.is_none() && words.contains(&argument.value.text.as_str());
            let once = |argument: &Argument| rest.iter().filter(|other| same(argument, other)).count() == 1;
            is_name(first) && rest.iter().all(|argument| (is_word(argument) || is_place(argument)) && once(argument))
        }
        _ => false,
    }
}

fn is_name(argument: &Argument) -> bool {
    argument.key.is_none() && !argument.value.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether two arguments have the same key, or are the same word.
/// For example, `at=end` and `at=scope` have the same key.
fn same(one: &Argument, other: &Argument) -> bool {
    let key = |argument: &Argument| argument.key.as_ref().map(|key| key.text.clone());
    match (key(one), key(other)) {
        (None, None) => one.value.text == other.value.text,
        (one, other) => one == other,
    }
}
