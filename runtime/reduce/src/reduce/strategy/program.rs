//! Texts that are programs: those of which enough are functions. The stages on programs read them by brackets and blocks, whatever their
//! grammar.

use super::Search;
use crate::island::ISLAND;
use crate::reduce::languages::is_binary;
use crate::reduce::view::View;
use grammarc_core::steps;
use grammarc_outline::program::Program;

/// A text is a program if at least this share of its bytes are functions: one in so many. A page with a script is none.
const FUNCTION_SHARE: usize = 10;
/// Number of steps for working out the names of a text, for each of its bytes.
const MAX_STEPS_PER_BYTE: u64 = 64;

/// Returns the text as a program, with its island tree; none if it is none, or its names must stay.
pub(super) fn program_of(search: &Search<'_, '_>) -> Option<(View<'static>, Program)> {
    let text = search.text();
    // An empty body may need a word that the text lacks.
    if search.keeps_names() || search.languages().is_cut_first(text) || is_binary(text) {
        return None;
    }
    program_of_files(text, &[])
}

/// Returns whether a text may have functions. Most data have none, and need no tree.
pub(super) fn may_be_program(text: &[u8]) -> bool {
    // Before the body of a function stands a list in round brackets or an arrow, or in Python the word `def`.
    let has = |sign: &[u8]| text.windows(sign.len()).any(|part| part == sign);
    has(b"{") && (has(b")") || has(b"=>")) || has(b":") && has(b"def ")
}

/// Returns the texts of files, one behind the other, as a program; none if it is none. `starts` are the places of all but the first one.
pub(super) fn program_of_files(text: &[u8], starts: &[usize]) -> Option<(View<'static>, Program)> {
    if !may_be_program(text) {
        return None;
    }
    let view = View::parse(&ISLAND, text)?;
    let limit = MAX_STEPS_PER_BYTE * view.text.len() as u64;
    let program = steps::within(limit, || Program::of(&view.text, &view.tree, starts)).0?;
    let is_program = program.bytes_of_functions() > view.text.len() / FUNCTION_SHARE;
    is_program.then_some((view, program))
}
