//! Hooks give items a meaning: they define and use names, and call functions of the author. They are numbers here, so
//! that a grammar is data without pointers.
//!
//! [`Hook::meaning`] is the one table of their effects. Parsing, generating, reducing and the compiler ask it, so that a
//! new hook made of known effects needs no change there.

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

/// The relation of a scope to the one around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Border {
    /// The scope sees the names around it. For example, a block in a function.
    #[default]
    Open,
    /// The scope sees none of the names around it, and no use in it waits for them. For example, a `goto` in a
    /// function does not reach a label outside.
    Closed,
    /// The scope sees the names around it, and ends where the scope around it ends.
    Rest,
}

/// The effects of a hook. For example, `@def(v, unique)` demands that the scope does not have the text yet, and then
/// defines it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HookMeaning {
    /// The names that the text of the item is compared with, after the item.
    pub demands: Option<NameDemand>,
    /// The name that the text becomes, after the item and the comparison.
    pub defines: Option<NameDefinition>,
    /// The scope that begins.
    pub opens: Option<ScopeOpening>,
    /// The function of the author that is called.
    pub calls: Option<FunctionCall>,
    /// The namespace that has a name with this text as its value. Only the reducer looks at it.
    pub values: Option<Namespace>,
    /// The namespace whose names can also come from outside the text.
    pub extends: Option<Namespace>,
    /// Whether the reducer leaves the item as it is.
    pub keeps: bool,
}

/// A demand on the text of an item. A text that breaks it is a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameDemand {
    /// The text is a name. For example, `x` in `print x`.
    Known(NameUse),
    /// The text is no name that is known here. For example, a label that no enclosing loop has.
    Unknown {
        /// Of which namespace.
        namespace: Namespace,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
    /// The scope does not have the text yet. For example, a key of an object.
    Untaken {
        /// Of which namespace.
        namespace: Namespace,
        /// Whether ASCII case is ignored.
        fold: bool,
    },
}

/// A use of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameUse {
    /// Of which namespace.
    pub namespace: Namespace,
    /// Whether the name may be defined later in the scope.
    pub late: bool,
    /// Whether ASCII case is ignored.
    pub fold: bool,
}

/// A text that a scope has from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NameDefinition {
    /// Of which namespace.
    pub namespace: Namespace,
    /// From where on.
    pub at: At,
    /// Whether ASCII case is ignored.
    pub fold: bool,
    /// Whether it can be used as a name. For example, the text of `@unique` is only taken, and only if nothing is wrong
    /// with it.
    pub is_usable: bool,
}

/// The beginning of a scope: before the item, but after it for [`Border::Rest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScopeOpening {
    /// Of which namespace.
    pub namespace: Namespace,
    /// Its relation to the scope around it.
    pub border: Border,
}

/// A call of a function of the author.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionCall {
    /// The function.
    pub function: FunctionId,
    /// Whether it is called before the item, to offer texts; otherwise it judges the text after the item.
    pub is_before: bool,
}

impl NameDemand {
    /// Returns the namespace of the names that the text is compared with.
    pub fn namespace(&self) -> Namespace {
        match *self {
            Self::Known(NameUse { namespace, .. })
            | Self::Unknown { namespace, .. }
            | Self::Untaken { namespace, .. } => namespace,
        }
    }
}

impl Hook {
    /// Returns its effects. This is the table of hooks: a new one is a row here, and in [`Hook::notation`].
    #[inline]
    pub fn meaning(&self) -> HookMeaning {
        let none = HookMeaning::default();
        let opens = |namespace, border| HookMeaning { opens: Some(ScopeOpening { namespace, border }), ..none };
        let calls = |function, is_before| HookMeaning { calls: Some(FunctionCall { function, is_before }), ..none };
        match *self {
            Self::Def { namespace, at, unique, fold } => HookMeaning {
                demands: unique.then_some(NameDemand::Untaken { namespace, fold }),
                defines: Some(NameDefinition { namespace, at, fold, is_usable: true }),
                ..none
            },
            Self::Use { namespace, late, fold } => {
                HookMeaning { demands: Some(NameDemand::Known(NameUse { namespace, late, fold })), ..none }
            }
            Self::Unique { namespace, fold } => HookMeaning {
                demands: Some(NameDemand::Untaken { namespace, fold }),
                defines: Some(NameDefinition { namespace, at: At::Here, fold, is_usable: false }),
                ..none
            },
            Self::Free { namespace, fold } => {
                HookMeaning { demands: Some(NameDemand::Unknown { namespace, fold }), ..none }
            }
            Self::Scope(namespace) => opens(namespace, Border::Open),
            Self::Closed(namespace) => opens(namespace, Border::Closed),
            Self::Rest(namespace) => opens(namespace, Border::Rest),
            Self::Open(namespace) => HookMeaning { extends: Some(namespace), ..none },
            Self::Value(namespace) => HookMeaning { values: Some(namespace), ..none },
            Self::Pre(function) => calls(function, true),
            Self::Post(function) => calls(function, false),
            Self::Keep => HookMeaning { keeps: true, ..none },
        }
    }

    /// Returns its name in a grammar file, without `@`, and the words after its namespace or function. For example,
    /// `def`, and `at=end` and `unique`.
    pub fn notation(&self) -> (&'static str, Vec<&'static str>) {
        let words = |words: &[Option<&'static str>]| words.iter().copied().flatten().collect();
        let ci = |fold: bool| fold.then_some("ci");
        match *self {
            Self::Def { at, unique, fold, .. } => {
                ("def", words(&[at.notation(), unique.then_some("unique"), ci(fold)]))
            }
            Self::Use { late, fold, .. } => ("use", words(&[late.then_some("at=scope"), ci(fold)])),
            Self::Unique { fold, .. } => ("unique", words(&[ci(fold)])),
            Self::Free { fold, .. } => ("free", words(&[ci(fold)])),
            Self::Scope(_) => ("scope", Vec::new()),
            Self::Closed(_) => ("closed", Vec::new()),
            Self::Rest(_) => ("rest", Vec::new()),
            Self::Open(_) => ("open", Vec::new()),
            Self::Value(_) => ("value", Vec::new()),
            Self::Pre(_) => ("pre", Vec::new()),
            Self::Post(_) => ("post", Vec::new()),
            Self::Keep => ("keep", Vec::new()),
        }
    }

    /// Returns the use that it makes of its text, if the text must be a name.
    #[inline]
    pub fn uses(&self) -> Option<NameUse> {
        match self.meaning().demands {
            Some(NameDemand::Known(used)) => Some(used),
            _ => None,
        }
    }

    /// Returns the definition that it makes of its text, if that can be used as a name.
    #[inline]
    pub fn defines(&self) -> Option<NameDefinition> {
        self.meaning().defines.filter(|definition| definition.is_usable)
    }

    /// Returns the namespace of which the item is a scope.
    #[inline]
    pub fn scope(&self) -> Option<Namespace> {
        self.meaning().opens.filter(|opening| opening.border != Border::Rest).map(|opening| opening.namespace)
    }

    /// Returns the function that offers texts for the item.
    pub fn offers(&self) -> Option<FunctionId> {
        self.meaning().calls.filter(|call| call.is_before).map(|call| call.function)
    }

    /// Returns the function that judges the text of the item.
    pub fn judges(&self) -> Option<FunctionId> {
        self.meaning().calls.filter(|call| !call.is_before).map(|call| call.function)
    }

    /// Returns whether it can reject a text.
    pub fn rejects(&self) -> bool {
        let HookMeaning { demands, calls, .. } = self.meaning();
        demands.is_some() || calls.is_some()
    }

    /// Returns whether the text must be one of a list, or not one: no other text will do.
    pub fn limits(&self) -> bool {
        self.meaning().demands.is_some() || self.offers().is_some()
    }

    /// Returns the namespace of a built-in hook.
    pub fn namespace(&self) -> Option<Namespace> {
        let HookMeaning { demands, defines, opens, values, extends, .. } = self.meaning();
        let named = defines.map(|definition| definition.namespace).or(demands.map(|demand| demand.namespace()));
        named.or(opens.map(|opening| opening.namespace)).or(values).or(extends)
    }

    /// Returns whether it looks at the text of its item.
    #[inline]
    pub fn reads(&self) -> bool {
        let HookMeaning { demands, defines, calls, .. } = self.meaning();
        demands.is_some() || defines.is_some() || calls.is_some()
    }

    /// Returns whether parsing or generating does anything for it. For example, `@keep` is for the reducer alone.
    #[inline]
    pub fn acts(&self) -> bool {
        self.reads() || self.meaning().opens.is_some()
    }
}

impl At {
    /// Returns the argument of `@def`, which needs none for [`At::Here`].
    fn notation(self) -> Option<&'static str> {
        match self {
            Self::Here => None,
            Self::End => Some("at=end"),
            Self::Scope => Some("at=scope"),
            Self::Whole => Some("at=whole"),
        }
    }

    /// Returns whether the definition is visible before it.
    pub fn is_early(self) -> bool {
        matches!(self, Self::Scope | Self::Whole)
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
        let is_early = |made: NameDefinition| made.namespace == namespace && made.at.is_early();
        self.hooks.iter().any(|list| list.iter().filter_map(Hook::defines).any(is_early))
    }

    /// Returns whether names of a namespace can come from outside the text, by `@open`. O(hooks).
    pub fn is_open(&self, namespace: Namespace) -> bool {
        self.hooks.iter().any(|list| list.iter().any(|hook| hook.meaning().extends == Some(namespace)))
    }
}

/// A list of hooks.
pub type Hooks = Table<Hook>;
