//! A tree and the choices that write its text again. For example, the choices of the tree of `[1]` must write `[1]`.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::tree::Tree;

/// Turns a tree into choices, and replays them as a plain list and as steps, by a fuzzer of the same language.
///
/// # Errors
/// The text or dead end that a replay gave instead, and the steps.
pub fn written_again(language: &Format, fuzzer: &mut Fuzzer<'_>, text: &[u8], tree: &Tree) -> Result<(), String> {
    let trace = language.trace(text, tree).ok_or("there are no choices for this tree")?;
    let replays = [Choices::replay(trace.choices()), Choices::replay_steps(&trace.steps)];
    for mut choices in replays {
        match fuzzer.run(&mut choices) {
            Ok(written) if written == text => {}
            written => {
                let written = written.map(|written| String::from_utf8_lossy(written).into_owned());
                return Err(format!("{written:?} was written by {:?}", trace.steps));
            }
        }
    }
    Ok(())
}
