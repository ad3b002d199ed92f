//! Random grammar files whose choices the next bytes decide, mostly: rules have known forms, and a sign marks one place. For example,
//! `<r0> ::= ";" <t0> | "+" <t1>` is decided by `;` and `+`.
//!
//! The other random grammars have few letters, so the next bytes seldom decide every choice. Then the compiler seldom generates a
//! parser that writes nodes directly.

use grammarc_runtime::choices::Random;

use super::Grammar;

/// Makes the grammar file of a seed. Most files have left recursion, levels of precedence, common prefixes or repetitions.
pub(super) fn grammar(seed: u64) -> Grammar {
    let mut writer = DecidedWriter { random: Random::new(seed), rules: 0, signs: 0 };
    writer.rules = 1 + writer.below(4);
    Grammar { text: writer.file(), letters: LETTERS }
}

/// The letters of short input texts.
const LETTERS: &[u8] = b"ad=";
/// Literals. Each is used once, so that it marks one place; a file that needs more starts again from the first.
const SIGNS: &str = "=:;+*-/<>!?@#$%&^|~.,()[]{}ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Tokens over three letters, written `x`, `y` and `z` here and replaced by those of `WORDS`.
const TOKENS: [&str; 8] = [
    "[xyz]+",
    r#""x" [yz]*"#,
    r#""x" "y"? "z"{1,2}"#,
    r#"("x" | "y" "z")+"#,
    r#""x"* "y" | "z""#,
    r#""z" ("x" ** "y")"#,
    r#"("xy" | "x") "z"?"#,
    r#"[x-z]{2} | "x""#,
];
/// Tokens that exclude texts or look ahead.
const OTHERS: [&str; 4] =
    [r#"[xyz]+ - ("xy" | "z")"#, r#"("x"+ - "xx") "y"*"#, r#"i"x" ("y" | !"y" [xz])*"#, r#"("x" | "y")+ !"z""#];
/// The letters that replace `xyz`: in the first token by `abc`, in the second by `def`, in the third by `012`.
const WORDS: [&str; 3] = ["abc", "def", "012"];

struct DecidedWriter {
    random: Random,
    rules: u32,
    /// Number of signs used so far.
    signs: usize,
}

impl DecidedWriter {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound)
    }

    fn one_in(&mut self, bound: u32) -> bool {
        self.below(bound) == 0
    }

    fn file(&mut self) -> String {
        let is_skipped = self.one_in(6);
        let head = if is_skipped { "%skip <skipped>\n%token <skipped> ::= \"_\"+\n" } else { "" };
        let all: Vec<String> = (0..self.rules).map(|rule| format!("{} <r{rule}>", self.sign())).collect();
        let mut text = format!("%start <all>\n{head}<all> ::= <one> ++ \" \"\n<one> ::= {}\n", all.join(" | "));
        for rule in 0..self.rules {
            let modifier = match self.below(16) {
                0 => "%opaque ",
                1 if is_skipped => "%exact ",
                _ => "",
            };
            text += &format!("{modifier}<r{rule}> ::= {}\n", self.alternatives(rule));
        }
        for (number, word) in WORDS.iter().enumerate() {
            let patterns: &[&str] = if self.one_in(6) { &OTHERS } else { &TOKENS };
            let pattern = patterns[self.below(patterns.len() as u32) as usize];
            let letters: Vec<char> = word.chars().collect();
            let letter = |c: char| "xyz".find(c).map_or(c, |place| letters[place]);
            text += &format!("%token <t{number}> ::= {}\n", pattern.chars().map(letter).collect::<String>());
        }
        text
    }

    /// The alternatives of a rule, in one of the forms.
    fn alternatives(&mut self, rule: u32) -> String {
        let own = format!("<r{rule}>");
        let first = self.first(rule);
        match self.below(10) {
            0 | 1 => self.levels(&own),
            2 | 3 => format!("{} | {first}", self.several(&own, rule)),
            4 => format!("{} | {first}", self.several(&first, rule)),
            5 => format!("{} | {first} {}", self.several(&first, rule), self.repeated(rule)),
            6 => format!("{first} {}", self.repeated(rule)),
            7 => format!("{} {own} {} {} | {first}", self.sign(), self.optional(), self.sign()),
            _ => format!("{} | {first}", self.several("", rule)),
        }
    }

    /// One to three alternatives that begin with the same and go on with a sign each.
    fn several(&mut self, first: &str, rule: u32) -> String {
        let mut all = Vec::new();
        for _ in 0..1 + self.below(3) {
            let weight = if self.one_in(4) { format!(" @w({})", 2 + self.below(4)) } else { String::new() };
            all.push(format!("{first} {} {}{weight}", self.sign(), self.rest(rule)));
        }
        all.join(" | ")
    }

    /// A rule with operators: each level groups in one way.
    fn levels(&mut self, own: &str) -> String {
        let mut all = Vec::new();
        for level in 1..2 + self.below(3) {
            let side = ["left", "right", "none"][self.below(3) as usize];
            for _ in 0..1 + self.below(2) {
                let sign = self.sign();
                let written = match self.below(6) {
                    0 => format!("{sign} {own}"),
                    1 => format!("{own} {sign}"),
                    2 => format!("{own} {sign} {own} {}", self.sign()),
                    _ => format!("{own} {sign} {own}"),
                };
                all.push(format!("{written} @{side}({level})"));
            }
        }
        all.push(format!("{} {own} {}", self.sign(), self.sign()));
        all.push(self.token());
        all.join(" | ")
    }

    /// Writes the begin of a rule: a token or a sign, or a later rule. Later rules cannot refer back without a sign, so no left
    /// recursion is indirect.
    fn first(&mut self, rule: u32) -> String {
        let behind = self.rules - rule - 1;
        if behind == 0 || !self.one_in(3) {
            return if self.one_in(4) { self.sign() } else { self.token() };
        }
        format!("<r{}>", rule + 1 + self.below(behind))
    }

    /// Writes the items behind a sign: any rule, a repetition, a token, or an optional sign.
    fn rest(&mut self, rule: u32) -> String {
        match self.below(8) {
            0..=2 => format!("<r{}>", self.below(self.rules)),
            3 => format!("<r{}> {}", self.below(self.rules), self.sign()),
            4 | 5 => self.repeated(rule),
            6 => self.token(),
            _ => self.optional(),
        }
    }

    /// Writes a repetition, with a sign that ends it or separates its items.
    fn repeated(&mut self, rule: u32) -> String {
        let (sign, other) = (self.sign(), self.sign());
        let item = self.first(rule);
        match self.below(7) {
            0 => format!("({sign} {item})*"),
            1 => format!("{sign} ({item} ++ {other})? {}", self.sign()),
            2 => format!("{sign} {item} ** {other}"),
            3 => format!("({sign} {item}){{1,2}}"),
            4 => format!("({sign} {item} | {other})+"),
            5 => format!("({sign} | {other} {item})?"),
            _ => format!("({sign} {item} {other}?)* {}", self.sign()),
        }
    }

    fn optional(&mut self) -> String {
        format!("{}?", self.sign())
    }

    fn token(&mut self) -> String {
        format!("<t{}>", self.below(WORDS.len() as u32))
    }

    fn sign(&mut self) -> String {
        let at = self.signs % SIGNS.len();
        self.signs += 1;
        format!("\"{}\"", &SIGNS[at..=at])
    }
}
