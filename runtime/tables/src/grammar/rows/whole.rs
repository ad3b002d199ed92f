//! A whole grammar as generated code writes it: the numbers of its symbols, and its tables. They are constants, so a
//! parser starts without building them.

use std::borrow::Cow;
use std::mem::{forget, replace};

use crate::grammar::{
    Encoding, Expression, Field, Grammar, Hooks, Item, LabelName, Production, Regular, Rule, Separator, Symbol,
    Terminal, Text,
};

/// Declares the numbers of symbols, for example `pub JSON = 0` for everyone, and `JSON_REPEAT = 1` for the tables alone. A
/// text after the number is the symbol as written in the grammar file; it becomes the documentation.
#[doc(hidden)]
#[macro_export]
macro_rules! symbols {
    ($($(#[$attribute:meta])* $($word:ident)+ = $number:literal $($text:literal)?),* $(,)?) => {
        $($crate::symbols!(@ $(#[$attribute])* $(#[doc = concat!("`", $text, "`")])? $($word)+ = $number);)*
    };
    (@ $(#[$attribute:meta])* pub $name:ident = $number:literal) => {
        $(#[$attribute])*
        pub const $name: $crate::grammar::Symbol = $crate::grammar::Symbol($number);
    };
    (@ $name:ident = $number:literal) => {
        pub(crate) const $name: $crate::grammar::Symbol = $crate::grammar::Symbol($number);
    };
}

/// Declares a module of constants, so that generated code can call numbers by name. For example,
/// `mod item: ItemId { PAIR_KEY = 7 }` declares `item::PAIR_KEY`.
#[doc(hidden)]
#[macro_export]
macro_rules! numbers {
    ($(#[$attribute:meta])* mod $module:ident: u32 { $($name:ident = $number:literal),* $(,)? }) => {
        $(#[$attribute])*
        mod $module {
            $(pub(super) const $name: u32 = $number;)*
        }
    };
    ($(#[$attribute:meta])* mod $module:ident: $type:ident { $($name:ident = $number:literal),* $(,)? }) => {
        $(#[$attribute])*
        mod $module {
            $(pub(super) const $name: $crate::grammar::$type = $crate::grammar::$type($number);)*
        }
    };
}

/// Makes a grammar from the tables that every grammar has. The other tables stay empty.
pub const fn grammar(
    encoding: Encoding,
    start: Symbol,
    rules: &'static [Rule],
    productions: &'static [Production],
    items: &'static [Item],
    terminals: &'static [Terminal],
    regulars: &'static [Regular],
) -> Grammar {
    Grammar {
        encoding,
        start,
        rules: Cow::Borrowed(rules),
        productions: Cow::Borrowed(productions),
        items: Cow::Borrowed(items),
        terminals: Cow::Borrowed(terminals),
        regulars: Cow::Borrowed(regulars),
        separators: Cow::Borrowed(&[]),
        expressions: Cow::Borrowed(&[]),
        fields: Cow::Borrowed(&[]),
        hooks: Cow::Borrowed(&[]),
        namespaces: Cow::Borrowed(&[]),
        functions: Cow::Borrowed(&[]),
        labels: Cow::Borrowed(&[]),
    }
}

impl Grammar {
    /// Sets the texts to write between tokens that would run together.
    #[must_use]
    pub const fn with_separators(mut self, separators: &'static [Separator]) -> Self {
        // A constant function cannot drop the old value, even an empty one.
        forget(replace(&mut self.separators, Cow::Borrowed(separators)));
        self
    }

    /// Sets the expressions of fields and counts.
    #[must_use]
    pub const fn with_expressions(mut self, expressions: &'static [Expression]) -> Self {
        forget(replace(&mut self.expressions, Cow::Borrowed(expressions)));
        self
    }

    /// Sets the computed fields.
    #[must_use]
    pub const fn with_fields(mut self, fields: &'static [Field]) -> Self {
        forget(replace(&mut self.fields, Cow::Borrowed(fields)));
        self
    }

    /// Sets the hooks of items.
    #[must_use]
    pub const fn with_hooks(mut self, hooks: &'static [Hooks]) -> Self {
        forget(replace(&mut self.hooks, Cow::Borrowed(hooks)));
        self
    }

    /// Sets the names of namespaces.
    #[must_use]
    pub const fn with_namespaces(mut self, namespaces: &'static [Text]) -> Self {
        forget(replace(&mut self.namespaces, Cow::Borrowed(namespaces)));
        self
    }

    /// Sets the names of the author's functions.
    #[must_use]
    pub const fn with_functions(mut self, functions: &'static [Text]) -> Self {
        forget(replace(&mut self.functions, Cow::Borrowed(functions)));
        self
    }

    /// Sets the names of labels.
    #[must_use]
    pub const fn with_labels(mut self, labels: &'static [LabelName]) -> Self {
        forget(replace(&mut self.labels, Cow::Borrowed(labels)));
        self
    }
}
