//! Hooks give items a meaning: they define and use names, and call functions of the author. They are numbers here, so
//! that a grammar is data without pointers.

use super::{Grammar, Item, Table};

/// Number of a list of hooks in [`Grammar::hooks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HooksId(pub u32);

/// Number of a namespace in [`Grammar::namespaces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Namespace(pub u16);

/// Number of a function of the author in [`Grammar::functions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FunctionId(pub u16);

/// The place from which a definition is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// From the end of its item. For example, in `let x = x` the second `x` is the new one.
    Here,
    /// From the end of the rule application around its item. For example, in `let x = x` the second `x` is an older
    /// one.
    End,
    /// From the start of the scope. For example, a function may be called before its definition.
    Scope,
    /// From the start of the scope around it, skipping scopes that `@rest` began.
    Whole,
}

/// One hook of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hook {
    /// `@def`: the text becomes a name. For example, `x` in `let x = 1`.
    Def {
        /// Of which namespace.
        namespace: Namespace,
        /// From where on.
        at: At,
        /// Whether a second definition of the name in its scope is a violation.
        unique: bool,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// `@use`: the text must be a name. For example, `x` in `print x`.
    Use {
        /// Of which namespace.
        namespace: Namespace,
        /// `at=scope`: it may be defined later in the scope.
        late: bool,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// `@unique`: the scope may have the text once. For example, the key of a member in an object.
    Unique {
        /// In which namespace.
        namespace: Namespace,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// `@free`: the text must not be a name that is known here. For example, a label that no enclosing loop has.
    Free {
        /// In which namespace.
        namespace: Namespace,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// `@scope`: names of a namespace end with the item; each namespace is a hook of its own. For example, a block
    /// `{ … }`.
    Scope(Namespace),
    /// `@closed`: as `@scope`, and names from outside are not known inside. For example, the body of a function does
    /// not know the loops around it.
    Closed(Namespace),
    /// `@rest`: from the end of the item on, the rest of the scope around it is a scope in that scope. For example, a
    /// second `let x` in a block hides the first one from there on.
    Rest(Namespace),
    /// `@open`: names of a namespace can also come from outside the text, so nothing is wrong with an unknown one. Only the
    /// fuzzer obeys the hooks of the namespace. For example, a script uses tables that another one creates.
    Open(Namespace),
    /// `@value`: the text is the value of a name of a namespace, the name of the first definition in the same rule
    /// application. Only the reducer looks at it, so that it can put the text where the name is used. For example, `1` in
    /// `let x = 1`.
    Value(Namespace),
    /// `@pre`: a function offers the texts that may stand there.
    Pre(FunctionId),
    /// `@post`: a function judges the text.
    Post(FunctionId),
    /// `@keep`: the reducer leaves it as it is.
    Keep,
}

impl Hook {
    /// Returns the namespace of which the item is a scope.
    pub fn scope(&self) -> Option<Namespace> {
        match *self {
            Self::Scope(of) | Self::Closed(of) => Some(of),
            _ => None,
        }
    }

    /// Returns whether it can reject a text.
    pub fn rejects(&self) -> bool {
        match self {
            Self::Use { .. } | Self::Unique { .. } | Self::Free { .. } | Self::Pre(_) | Self::Post(_) => true,
            Self::Def { unique, .. } => *unique,
            Self::Scope(_) | Self::Closed(_) | Self::Rest(_) | Self::Open(_) | Self::Value(_) | Self::Keep => false,
        }
    }

    /// Returns the namespace of a built-in hook.
    pub fn namespace(&self) -> Option<Namespace> {
        match *self {
            Self::Def { namespace, .. }
            | Self::Use { namespace, .. }
            | Self::Unique { namespace, .. }
            | Self::Free { namespace, .. }
            | Self::Scope(namespace)
            | Self::Closed(namespace)
            | Self::Rest(namespace)
            | Self::Open(namespace)
            | Self::Value(namespace) => Some(namespace),
            Self::Pre(_) | Self::Post(_) | Self::Keep => None,
        }
    }

    /// Returns whether it looks at the text of its item.
    pub fn reads(&self) -> bool {
        !matches!(self, Self::Scope(_) | Self::Closed(_) | Self::Rest(_)) && self.acts()
    }

    /// Returns whether parsing or generating does anything for it. For example, `@keep` is for the reducer alone.
    pub fn acts(&self) -> bool {
        !matches!(self, Self::Open(_) | Self::Value(_) | Self::Keep)
    }
}

impl Grammar {
    /// Returns the hooks of an item, in the order in which they were written.
    pub fn hooks_of(&self, item: &Item) -> &[Hook] {
        item.hooks.map_or(&[], |HooksId(number)| &self.hooks[number as usize])
    }

    /// Returns the name of a namespace.
    pub fn namespace(&self, Namespace(number): Namespace) -> &str {
        &self.namespaces[usize::from(number)]
    }

    /// Returns the name of a function of the author.
    pub fn function(&self, FunctionId(number): FunctionId) -> &str {
        &self.functions[usize::from(number)]
    }

    /// Returns whether a namespace has definitions that are visible from the start of their scope. For example, with
    /// `@def(functions, at=scope)`.
    pub fn is_early(&self, namespace: Namespace) -> bool {
        let is_early = |hook: &Hook| matches!(*hook, Hook::Def { namespace: of, at: At::Scope | At::Whole, .. } if of == namespace);
        self.hooks.iter().any(|list| list.iter().any(is_early))
    }

    /// Returns whether names of a namespace can come from outside the text, by `@open`. O(hooks).
    pub fn is_open(&self, namespace: Namespace) -> bool {
        self.hooks.iter().any(|list| list.contains(&Hook::Open(namespace)))
    }
}

/// A list of hooks.
pub type Hooks = Table<Hook>;
