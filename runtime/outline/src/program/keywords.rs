//! Words with a meaning of their own in many languages. The lists are short on purpose: a word that is missing costs tests, and so does a
//! keyword of one language that is a name in another.

/// Words that no definition has as its name, in most languages. Others, such as `function` and `map`, are names in some.
#[rustfmt::skip]
pub(super) const KEYWORDS: [&[u8]; 62] = [
    b"if", b"else", b"for", b"while", b"do", b"switch", b"case", b"default", b"return", b"break", b"continue",
    b"goto", b"throw", b"throws", b"try", b"catch", b"finally", b"new", b"delete", b"sizeof", b"public", b"private",
    b"protected", b"static", b"const", b"constexpr", b"inline", b"extern", b"virtual", b"explicit", b"volatile",
    b"final", b"abstract", b"override", b"void", b"int", b"char", b"bool", b"long", b"short", b"float", b"double",
    b"unsigned", b"signed", b"auto", b"true", b"false", b"null", b"nullptr", b"this", b"class", b"struct", b"enum",
    b"typedef", b"typename", b"template", b"operator", b"noexcept", b"decltype", b"static_assert", b"requires",
    b"using",
];

/// Words that a statement with a block begins with.
#[rustfmt::skip]
pub(super) const CONTROL: [&[u8]; 18] = [
    b"if", b"else", b"for", b"foreach", b"while", b"until", b"do", b"switch", b"match", b"try", b"catch", b"finally",
    b"with", b"synchronized", b"loop", b"unsafe", b"select", b"case",
];

/// Words that a statement or clause without a definition begins with.
#[rustfmt::skip]
pub(super) const STATEMENTS: [&[u8]; 16] = [
    b"return", b"throw", b"goto", b"delete", b"new", b"break", b"continue", b"static_assert", b"assert", b"go",
    b"defer", b"yield", b"await", b"implements", b"extends", b"permits",
];

/// Words before a declaration that say nothing of its name.
#[rustfmt::skip]
pub(super) const MODIFIERS: [&[u8]; 18] = [
    b"export", b"default", b"public", b"private", b"protected", b"abstract", b"final", b"async", b"pub", b"declare",
    b"inline", b"constexpr", b"consteval", b"constinit", b"__extension__", b"virtual", b"explicit", b"sealed",
];

/// Words behind which the name of a type stands.
#[rustfmt::skip]
pub(super) const TYPES: [&[u8]; 8] = [
    b"class", b"struct", b"union", b"enum", b"interface", b"trait", b"type", b"record",
];

/// Other words behind which a name stands.
pub(super) const DEFINING: [&[u8]; 6] = [b"fn", b"func", b"function", b"def", b"concept", b"macro"];

/// Words that begin a clause in the head of a class.
pub(super) const CLAUSES: [&[u8]; 4] = [b"implements", b"extends", b"permits", b":"];
/// Words of a declaration that may have such clauses.
pub(super) const CLASSES: [&[u8]; 6] = [b"class", b"struct", b"interface", b"trait", b"record", b"enum"];
