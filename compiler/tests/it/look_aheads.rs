//! Look-aheads of the bundled grammars: their automata, which inputs build, tell the same as a simulation of the expressions.

use grammarc_runtime::grammar::{Grammar, Regular, RegularId, TerminalKind};
use grammarc_runtime::regular::{Automata, Matcher, is_single_match, no_labels};

use crate::common::{bundled, entries, folder_of};

/// Bytes of each sample that are read, because a simulation reads a text from each offset to its end.
const WINDOW_BYTES: usize = 240;
/// Windows of each grammar.
const WINDOWS: usize = 12;

/// Adds the expression of any text that begins with a match of `id`.
fn beginning_with(grammar: &mut Grammar, id: RegularId) -> RegularId {
    let table = grammar.regulars.to_mut();
    let first = table.len() as u32;
    table.push(Regular::Bytes(vec![(0, u8::MAX)].into()));
    table.push(Regular::Repeat { body: RegularId(first), min: 0, max: None });
    table.push(Regular::Sequence(vec![id, RegularId(first + 1)].into()));
    RegularId(first + 2)
}

#[test]
fn look_aheads_hold_where_a_simulation_finds_a_match() {
    let (mut held, mut asked) = (0, 0);
    for name in entries(&folder_of("")).iter().filter(|path| path.is_dir()).filter_map(|path| path.file_name()) {
        let name = name.to_string_lossy();
        let language = bundled(&name);
        let mut grammar = language.grammar.clone();
        let is_ahead = |number: &usize| {
            let terminal = &language.grammar.terminals[*number];
            let is_free = language.grammar.labels_in(terminal.regular).is_empty();
            matches!(terminal.kind, TerminalKind::Ahead { .. }) && is_free
        };
        let numbers: Vec<usize> = (0..language.grammar.terminals.len()).filter(is_ahead).collect();
        let whole = |number: &usize| beginning_with(&mut grammar, language.grammar.terminals[*number].regular);
        let wholes: Vec<RegularId> = numbers.iter().map(whole).collect();
        let simulated = Automata::new();
        let samples = entries(&folder_of(&format!("{name}/accept")));
        for path in samples.iter().step_by(samples.len().div_ceil(WINDOWS).max(1)) {
            let sample = std::fs::read(path).expect("it can be read");
            let from = sample.len().saturating_sub(WINDOW_BYTES) / 2;
            let input = &sample[from..sample.len().min(from + WINDOW_BYTES)];
            let matcher = Matcher { grammar: &language.grammar, automata: &language.automata, input };
            for (&number, &whole) in numbers.iter().zip(&wholes) {
                let terminal = &language.grammar.terminals[number];
                for at in 0..=input.len() {
                    let symbol = language.grammar.terminal_symbol(number);
                    let holds = !matcher.ends(symbol, at, &no_labels).is_empty();
                    let is_match = is_single_match(&grammar, &simulated, whole, &input[at..]);
                    let expected = is_match == (terminal.kind == TerminalKind::Ahead { negative: false });
                    assert_eq!(holds, expected, "{} at {}: {}", terminal.name, from + at, path.display());
                    held += usize::from(holds);
                    asked += 1;
                }
            }
        }
    }
    assert!(held > 10_000 && asked - held > 10_000, "the samples say little: {held} of {asked}");
}
