//! The engines agree: all give the same answer on a text. A fast answer is right only if Earley gives it as well.

use grammarc_runtime::format::Format;
use grammarc_runtime::language::Attempt;
use grammarc_runtime::parse::interpreter::explain;
use grammarc_runtime::parse::{EngineChoice, ParseError};
use grammarc_runtime::reduce::{Options, Validity, reduce};
use grammarc_runtime::tree::{Builder, Tree};

/// Most tests to reduce a disagreement, each of which parses twice.
const MAX_REDUCTION_TESTS: u64 = 5_000;

/// The common answer of the engines. For example, for the text `[1` of JSON it is the error behind the `1`, decided without Earley.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreement {
    /// The tree, or the error of Earley.
    pub tree: Result<Tree, ParseError>,
    /// Whether the deterministic engine decided the text without Earley.
    pub decided: bool,
}

/// Parses a text by the deterministic engine and by Earley.
///
/// # Errors
/// How they differ.
pub fn agree(language: &Format, text: &[u8]) -> Result<Agreement, String> {
    let (attempt, by_engine) = attempt(language, text);
    let tree = language.parsing().by(EngineChoice::Earley).run(text);
    let same = match attempt {
        Attempt::Undecided => true,
        Attempt::Parsed => by_engine.as_ref() == tree.as_ref().ok(),
        Attempt::Failed | Attempt::Refused => tree.is_err(),
    };
    let decided = attempt != Attempt::Undecided;
    if same {
        Ok(Agreement { tree, decided })
    } else {
        Err(format!("{attempt:?} {by_engine:#?}, but Earley: {tree:#?}"))
    }
}

/// Compares the places of the syntax error by the deterministic engine, which leaves some options untried, and by Earley. The text
/// is not in the language. For example, it may fail at 0 where Earley fails at 3, since it did not try the option that came so far.
///
/// # Errors
/// If the deterministic engine fails behind Earley's place, which is the furthest possible one.
pub fn agree_on_error(language: &Format, text: &[u8], error: &ParseError) -> Result<(), String> {
    let failure = explain(language, text);
    let possible = failure.offset <= error.offset;
    if possible { Ok(()) } else { Err(format!("it fails at {}, but by Earley at {}", failure.offset, error.offset)) }
}

/// Runs the deterministic engine alone; there is a tree if it has parsed the text.
pub fn attempt(language: &Format, text: &[u8]) -> (Attempt, Option<Tree>) {
    let mut builder = Builder::new();
    let attempt = (language.engine)(language, text, &mut builder);
    (attempt, (attempt == Attempt::Parsed).then(|| builder.finish()))
}

/// Makes a text smaller, as long as the engines disagree on it.
pub fn reduced(language: &Format, text: &[u8], disagree: impl Fn(&[u8]) -> bool + Sync) -> Vec<u8> {
    let options = Options { tests: Some(MAX_REDUCTION_TESTS), validity: Validity::Off, ..Options::default() };
    reduce(language, text, &disagree, &options).map_or_else(|_| text.to_vec(), |reduced| reduced.text)
}
