//! The names in a unit, before they are resolved.

/// The names in a unit. For example, `int a = b;` defines `a` and uses `b`.
#[derive(Default)]
pub(super) struct Signature<'t> {
    pub defines: Vec<&'t [u8]>,
    pub uses: Vec<Used<'t>>,
    /// The names of its parameters and other ones in its head, which are seen inside of it.
    pub locals: Vec<&'t [u8]>,
    /// The number of the sign in `a, b := c`, in a language that wants all of them to be used, and of the first name.
    pub declares: Option<(usize, usize)>,
    /// The names that it assigns to: it defines each that nothing around it does.
    pub assigned: Vec<&'t [u8]>,
    /// The name before the value, if it is a field outside of a type: it is a use if a type has a field of that name.
    pub field: Option<&'t [u8]>,
    /// Its definitions and the words of its targets: a constructor repeats one of them.
    pub names: Vec<&'t [u8]>,
    /// The kind of the place that it stands in.
    pub around: Inside,
    /// The kind of the place that it makes for its parts.
    pub inside: Inside,
    /// Whether the names inside belong to the scope around it.
    pub is_transparent: bool,
    /// Whether other units of its name have the same scope inside.
    pub is_namespace: bool,
    /// Whether it is a namespace whose names belong to the scope around it, too.
    pub is_inline: bool,
    /// Whether it stays as long as the unit around it: a label such as `public:`, and the first line of a text in Go.
    pub is_fixed: bool,
    /// Whether it imports names.
    pub is_import: bool,
    /// The last word before the names that it imports. Among them, `self` stands for it.
    pub path: Option<&'t [u8]>,
    /// Whether it is a block of members outside of their type, such as `impl a {`.
    pub is_extension: bool,
    /// Whether its members are those that a trait demands.
    pub is_implementation: bool,
    /// Whether it is an interface: a type that has a method of each name in it must have all of them.
    pub is_interface: bool,
    /// Whether it is a constructor.
    pub is_constructor: bool,
    /// Whether it has the word `operator`.
    pub is_operator: bool,
    /// Whether it repeats the value of the line before it, as `b` in `const (a = iota; b)`.
    pub repeats: bool,
    /// Whether it is a function.
    pub is_function: bool,
    /// Whether it is a function that may not be empty: C++ evaluates it while compiling, or its type follows from a `return`.
    pub must_return: bool,
    /// Whether it begins with a word such as `if`.
    pub is_control: bool,
}

/// The kinds of places for units.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Inside {
    /// Declarations, as in a namespace and in the text itself.
    Declarations,
    /// Members of a type.
    Members,
    /// Statements.
    #[default]
    Statements,
}

/// A use of a name.
#[derive(Default)]
pub(super) struct Used<'t> {
    pub name: &'t [u8],
    /// The name before the dot or the colons.
    pub qualifier: Option<&'t [u8]>,
    /// Whether it stands behind a dot, an arrow or two colons.
    pub is_member: bool,
    /// Whether it is a name of the outermost scope, as in `::f`.
    pub is_global: bool,
    /// Whether it is a target: the unit goes with the definition, as a method in Go with its type.
    pub is_target: bool,
    /// Whether it means the constructors of the class that is its qualifier, or of the base class without one.
    pub is_constructor: bool,
    /// Whether it names a class in a clause, such as `: a, b`.
    pub is_base: bool,
    /// Whether it stands in the parameters of a function that belongs to no type.
    pub is_parameter: bool,
}
