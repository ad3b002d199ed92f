//! One grammar in; a parser, a fuzzer and a reducer out: `import → resolve → desugar → facts → plan → emit`.
//!
//! [`Build`] compiles grammars in a build.rs. A program that is given grammars while it runs loads them instead: the tables
//! are interpreted, and give the same answers as generated code.
//!
//! ```
//! use grammarc_runtime::choices::Choices;
//! use grammarc_runtime::fuzz::fuzz;
//! use grammarc_runtime::reduce::{Options, reduce};
//!
//! let grammar = r#"
//!     <list> ::= "[" <item> ** ", " "]"
//!     <item> ::= <word> | <list>
//!     %token <word> ::= [a-z0-9]+
//! "#;
//! let loaded = grammarc::load_text("list", grammar).unwrap();
//! assert!(grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL).contains("pub static FORMAT: Format"));
//!
//! let language = loaded.format();
//! let input = b"[abc, [1, 2], x]";
//! let tree = language.parse(input).unwrap();
//! let item = language.grammar.symbol("item").unwrap();
//! let items = tree.children(tree.root()).filter(|&id| tree.node(id).symbol == item);
//! let texts: Vec<&[u8]> = items.map(|id| &input[tree.node(id).span]).collect();
//! assert_eq!(texts, [&b"abc"[..], b"[1, 2]", b"x"]);
//!
//! let text = fuzz(&language, &mut Choices::fresh(7), 10).unwrap();
//! assert!(language.parse(&text).is_ok());
//!
//! let has_two = |text: &[u8]| text.contains(&b'2') && text.starts_with(b"[");
//! let reduced = reduce(&language, input, &has_two, &Options::default()).unwrap();
//! assert_eq!(reduced.text, b"[2");
//! assert_eq!(reduced.valid.unwrap(), b"[2]");
//! ```
//!
//! # What is public
//!
//! A test compares this table with the sources; all other items are private or hidden. A *stable* item changes as semantic versioning
//! says from 1.0 on, and until then with a line in CHANGELOG.md. Enums and structs that will grow are `#[non_exhaustive]`.
//!
//! | item | who uses it, and why | promise |
//! |---|---|---|
//! | [`Build`], [`BuildError`], [`Module`] | a build.rs: grammars to modules | stable |
//! | [`load`], [`load_text`], [`LoadedGrammar`], [`Report`], [`RuleText`] | programs that load grammars at run time | stable |
//! | [`describe`] | editors: the report of `check` on each rule, as data | grows with `check` |
//! | [`emit`] | build systems other than cargo: the files of a crate, or one module, as text | stable |
//! | [`bundled`] | programs that offer the grammars that come with the compiler | the type is stable; grammars get better |

mod build;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod describe;
#[cfg(feature = "cli")]
mod diagram;
pub mod emit;
#[cfg(feature = "cli")]
mod output;

pub use crate::build::{Build, BuildError, Module};
pub(crate) use grammarc_frontend::{GrammarFile, load_file};
pub use grammarc_frontend::{LoadedGrammar, Report, RuleText, bundled, load, load_text};
#[cfg(feature = "cli")]
pub(crate) use grammarc_frontend::{StartRule, draw, load_starting};
// The passes. They are public only for tests.
#[doc(hidden)]
pub use grammarc_frontend::{clash, desugar, facts, import, plan, regulars, resolve, walk};
