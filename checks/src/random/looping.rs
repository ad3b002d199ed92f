//! Random grammar files of loops whose rounds may write no byte, with look-aheads inside. For example, `<r0> ::= (&"b" | <r1>)*` with
//! `<r1> ::= "" | "ba"`: a round that opens a look-ahead writes nothing, and comes no closer to a text that satisfies it.

use grammarc_runtime::choices::Random;

use super::Grammar;

/// Makes the grammar file of a seed.
pub(super) fn grammar(seed: u64) -> Grammar {
    let mut writer = LoopWriter { random: Random::new(seed), rules: 0 };
    writer.rules = 2 + writer.random.below(2);
    let lines = (0..writer.rules).map(|rule| writer.rule(rule)).collect::<Vec<_>>();
    Grammar { text: format!("%start <r0>\n{}", lines.concat()), letters: b"ab" }
}

/// Look-aheads. Some demand a text, some forbid one, and one demands a text of any length.
const AHEADS: [&str; 8] =
    [r#"&"b""#, r#"&"a""#, r#"&"ba""#, r#"&[ab]"#, r#"&("a"* "b")"#, r#"!"a""#, r#"!("b" "a")"#, r#"!"bb""#];
/// Texts of rules that end every file, the empty one among them.
const SHORT: [&str; 5] = [r#""" | "ba""#, r#""ba" | """#, r#""a" | "b" | """#, r#""" | "a" "b""#, r#""b"? "a"?"#];
/// Repetitions of a group.
const REPEATED: [&str; 6] = ["*", "*", "+", "{0,2}", "{1,}", "?"];

struct LoopWriter {
    random: Random,
    rules: u32,
}

impl LoopWriter {
    fn of(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.random.below(choices.len() as u32) as usize]
    }

    /// Writes a rule. The last one has no other rule in it, so that every file has a text.
    fn rule(&mut self, number: u32) -> String {
        if number + 1 == self.rules {
            return format!("<r{number}> ::= {}\n", self.of(&SHORT));
        }
        let pieces: Vec<String> = (0..1 + self.random.below(2)).map(|_| self.piece(number)).collect();
        let other = if self.random.below(3) == 0 { format!(" | {}", self.of(&AHEADS)) } else { String::new() };
        format!("<r{number}> ::= {}{other}\n", pieces.join(" "))
    }

    /// Writes a loop, or at times a letter.
    fn piece(&mut self, rule: u32) -> String {
        if self.random.below(5) == 0 {
            return self.of(&[r#""a""#, r#""b""#]).to_owned();
        }
        let rounds: Vec<String> = (0..1 + self.random.below(3)).map(|_| self.round(rule)).collect();
        format!("({}){}", rounds.join(" | "), self.of(&REPEATED))
    }

    /// Writes one way through a loop.
    fn round(&mut self, rule: u32) -> String {
        let next = format!("<r{}>", rule + 1 + self.random.below(self.rules - rule - 1));
        match self.random.below(6) {
            0 | 1 => self.of(&AHEADS).to_owned(),
            2 => format!("{} {next}", self.of(&AHEADS)),
            3 => format!("{next} {}", self.of(&AHEADS)),
            4 => next,
            _ => format!("{} {}", self.of(&AHEADS), self.of(&[r#""a""#, r#""b""#, r#""""#])),
        }
    }
}
