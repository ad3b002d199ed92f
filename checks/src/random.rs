//! Small random grammar files: nullable, cyclic, ambiguous, with every construct of the language. For example, `<r0> ::= <r0> "a" | ""` is
//! one line of such a file.

use std::fmt::Write;

use grammarc_runtime::choices::Random;

mod decided;
mod looping;
mod placed;

/// Makes the grammar file of a seed. Some files are invalid: labels may clash, or rules be unproductive.
pub fn grammar(seed: u64) -> Grammar {
    GrammarWriter::new(seed).grammar()
}

/// Makes the grammar file of a seed. The next bytes decide most of its choices, so it needs little lookahead. Some files are invalid.
pub fn decided(seed: u64) -> Grammar {
    decided::grammar(seed)
}

/// Makes the grammar file of a seed in which rules of one kind, such as one-character alternatives or keywords, occur in every
/// place.
pub fn placed(seed: u64) -> Grammar {
    placed::grammar(seed)
}

/// Makes the grammar file of a seed in which rounds of loops may write nothing but look-aheads.
pub fn looping(seed: u64) -> Grammar {
    looping::grammar(seed)
}

/// A grammar file, and the letters of its input texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grammar {
    /// The file.
    pub text: String,
    /// The letters of its input texts.
    pub letters: &'static [u8],
}

impl Grammar {
    /// Returns all texts of at most this many letters, shorter ones first. For example, the letters `a`, `b` give the empty text, `a`, `b`,
    /// `aa`, `ab`, `ba`, `bb` for 2.
    pub fn texts(&self, longest: usize) -> Vec<Vec<u8>> {
        let mut all = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..longest {
            let to = all.len();
            for place in from..to {
                all.extend(
                    self.letters.iter().map(|&letter| [&all[place][..], &[letter]].concat()).collect::<Vec<_>>(),
                );
            }
            from = to;
        }
        all
    }
}

/// Literals, classes and other regular items.
const LETTERS: [&str; 8] = [r#""a""#, r#""b""#, r#""a""#, r#""b""#, r#""ab""#, "[ab]", ".", "[^a]"];
const LEAVES: [&str; 10] = [
    r#""a"*"#,
    r#"("a" | "ab")"#,
    r#"("a"? "b")*"#,
    r#"[ab]+ - "ab""#,
    r#"("a" | "b" "a"?){1,2}"#,
    r#"("a" | "")"#,
    r#"("a"+ - ("a" | "aaa"))"#,
    r#"("b" | !"b" .)+"#,
    r#"[ab] ** "b""#,
    r#"(&"a" [ab]* | "b")"#,
];
const TOKENS: [&str; 10] = [
    r#""a"+ "b"?"#,
    r#""b"*"#,
    r#"[ab]+"#,
    r#"[ab]+ - "ab""#,
    r#"("a" | "ab" | "b") - ("a" | "bb")"#,
    r#"[ab]* - ("" | "a")"#,
    r#""a" | "b" "a"* | "ab"+"#,
    r#"("a" - "b") | "b"+ - "bb""#,
    r#"("ab" | "b")+ !"a""#,
    r#""a" ++ "b""#,
];
const AHEADS: [&str; 8] =
    [r#"!"a""#, r#"&"b""#, "!.", r#"&[ab]"#, r#"!("a" "b"?)"#, "!<t>", r#"&(<g> "a")"#, r#"!([ab] - "b")"#];
const EXCEPT: [&str; 5] = [r#""a""#, r#""ab""#, r#"("a" | "ba" | "")"#, "<t>", r#"("b" <g>)"#];
/// A regular rule for references in operands.
const REGULAR: [&str; 4] = [r#""a" "b"?"#, r#""b" | "a" "a""#, r#"("a" | "b" "a")+"#, r#"[ab] <t>?"#];

/// Notation of numbers that count repetitions.
#[derive(Debug, Clone, Copy)]
enum Counts {
    /// `<u8>`, or `<dec>`, in a file of bytes.
    Bytes,
    /// `<dec>` in a file of characters.
    Digits,
}

impl Counts {
    fn letters(self, skip: bool, number: usize) -> &'static [u8] {
        let choices: [&[u8]; 4] = match (self, skip) {
            (Self::Bytes, false) => [b"ab\x01", b"ab\x02", b"a\x00\x02", b"ab\x021"],
            (Self::Bytes, true) => [b"ac\x01", b"ac\x02", b"abc\x02", b"abc"],
            (Self::Digits, false) => [b"ab1", b"ab2", b"a02", b"ab12"],
            (Self::Digits, true) => [b"ac1", b"ac2", b"abc2", b"ac02"],
        };
        choices[number]
    }
}

struct GrammarWriter {
    random: Random,
    letters: &'static [u8],
    rules: u32,
    /// The features that the file may use; each is drawn from the seed.
    labels: bool,
    skip: bool,
    word: bool,
    aheads: bool,
    tokens: bool,
    counts: Option<Counts>,
    /// The rule with levels of precedence.
    operators: Option<u32>,
    /// Labels that are visible, and how many the alternative has.
    visible: Vec<String>,
    named: usize,
}

impl GrammarWriter {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut one_in = |bound: u32| random.below(bound) == 0;
        let (labels, skip, word, aheads, tokens) = (one_in(4), one_in(4), one_in(6), one_in(3), one_in(3));
        let letters: &[u8] = match (skip, one_in(4)) {
            (false, false) => b"ab",
            (false, true) if labels => b"abB",
            _ => b"abc",
        };
        let operators = one_in(4).then(|| random.below(2));
        let rules = 1 + random.below(4);
        // Only every sixth seed has counts, so that the grammars of other seeds stay the same.
        let counts = (seed % 6 == 5).then(|| if random.flip() { Counts::Bytes } else { Counts::Digits });
        let letters = match counts {
            Some(counts) => counts.letters(skip, random.below(4) as usize),
            None => letters,
        };
        let (visible, named) = (Vec::new(), 0);
        Self { random, letters, rules, labels, skip, word, aheads, tokens, counts, operators, visible, named }
    }

    fn one_in(&mut self, bound: u32) -> bool {
        self.random.below(bound) == 0
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.random.below(choices.len() as u32) as usize]
    }

    fn grammar(mut self) -> Grammar {
        let mut text = String::from("%start <r0>\n");
        text += match self.counts {
            Some(Counts::Bytes) => "%encoding bytes\n%import \"std/bin.bnf\"\n",
            Some(Counts::Digits) => "%import \"std/bin.bnf\"\n",
            None => "",
        };
        if self.skip {
            text += "%skip <s>\n";
            let skipped = self.of(&[
                r#"%token <s> ::= "c"+"#,
                r#"<s> ::= "c""#,
                r#"<s> ::= "c" <s>?"#,
                r#"<s> ::= ("c" | "bc")*"#,
            ]);
            text += &format!("{skipped}\n");
        }
        text += if self.word { "%word <w>\n" } else { "" };
        for rule in 0..self.rules {
            text += &self.rule(rule);
        }
        let (first, second) = (self.of(&TOKENS), self.of(&TOKENS));
        let word = self.of(&["[ab]+", r#""a"+ "b"?"#, r#"[ab]+ - "b""#]);
        text += &format!("%token <t> ::= {first}\n%token <u> ::= {second}\n%token <w> ::= {word}\n");
        text += &format!("<g> ::= {}\n", self.of(&REGULAR));
        Grammar { text, letters: self.letters }
    }

    fn rule(&mut self, number: u32) -> String {
        let inline = number > 0 && self.one_in(8);
        let modifier = match self.random.below(12) {
            _ if inline => "%inline ",
            0 if self.skip => "%exact ",
            1 if self.one_in(3) => "%opaque ",
            _ => "",
        };
        let alternatives: Vec<String> = if self.operators == Some(number) && !inline {
            (0..2 + self.random.below(3)).map(|place| self.operator(number, place)).collect()
        } else {
            (0..1 + self.random.below(3)).map(|_| self.alternative(number, inline)).collect()
        };
        format!("{modifier}<r{number}> ::= {}\n", alternatives.join(" | "))
    }

    /// An alternative of a rule with levels; the first has none.
    fn operator(&mut self, rule: u32, place: u32) -> String {
        if place == 0 {
            return if self.one_in(3) {
                format!(r#""b" <r{rule}> "a" | "a""#)
            } else {
                self.of(&[r#""a""#, "[ab]"]).to_owned()
            };
        }
        let own = format!("<r{rule}>");
        let sign = if self.one_in(8) { self.item(rule, false) } else { self.of(&LETTERS).to_owned() };
        let written = match self.random.below(6) {
            0 => format!("{sign} {own}"),
            1 => format!("{own} {sign}"),
            2 => format!("{own} {sign} {own} {sign} {own}"),
            _ => format!("{own} {sign} {own}"),
        };
        let number = self.random.below(3);
        let side = ["left", "right", "none"][number as usize];
        // One level has one side, and several alternatives at times.
        let level = if self.one_in(2) { number } else { 3 * place + number };
        format!("{written} @{side}({level})")
    }

    fn alternative(&mut self, rule: u32, inline: bool) -> String {
        (self.visible, self.named) = (Vec::new(), 0);
        self.sequence(rule, inline, 4)
    }

    fn sequence(&mut self, rule: u32, inline: bool, bound: u32) -> String {
        let count = self.random.below(bound);
        let mut items: Vec<String> = Vec::new();
        for _ in 0..count {
            let item = self.item(rule, inline);
            items.push(item);
        }
        if items.is_empty() { r#""""#.to_owned() } else { items.join(" ") }
    }

    /// Writes one item with its optional surroundings, such as a label, an exclusion or a repetition.
    fn item(&mut self, rule: u32, inline: bool) -> String {
        if self.counts.is_some() && self.one_in(4) {
            return self.number(rule, inline);
        }
        if self.aheads && self.one_in(8) {
            let label = self.label_seen().filter(|_| self.one_in(2));
            return label.map_or_else(|| self.of(&AHEADS).to_owned(), |label| format!("!({label} \"b\"?)"));
        }
        if let Some(back) = self.label_seen().filter(|_| self.one_in(2)) {
            return back;
        }
        let mark = self.visible.len();
        let mut item = self.primary(rule, inline);
        let repeated = self.random.below(12);
        if is_once(&item) {
            if let Some(count) = self.count() {
                item += &count;
            } else if repeated < 4 {
                item += &self.repetition(rule, inline, repeated);
            }
        }
        let closed = item.starts_with('(') && item.ends_with(')');
        if !closed {
            self.visible.truncate(mark);
        }
        self.around(item)
    }

    /// Writes a labelled number, mostly followed by an item that a visible number counts.
    fn number(&mut self, rule: u32, inline: bool) -> String {
        let label = format!("n{}", self.named);
        self.named += 1;
        let codec = match self.counts {
            Some(Counts::Bytes) => self.of(&["u8", "u8", "u8", "dec"]),
            _ => "dec",
        };
        let number = format!("{label}:<{codec}>");
        self.visible.push(label);
        let mark = self.visible.len();
        let counted = self.primary(rule, inline);
        self.visible.truncate(mark);
        match self.count().filter(|_| is_once(&counted)) {
            Some(count) => format!("{number} {counted}{count}"),
            None => number,
        }
    }

    /// Writes a repetition counted by earlier numbers, if there are any.
    fn count(&mut self) -> Option<String> {
        let numbers: Vec<String> = self.visible.iter().filter(|label| label.starts_with('n')).cloned().collect();
        if numbers.is_empty() || self.one_in(4) {
            return None;
        }
        let number = |writer: &mut Self| numbers[writer.random.below(numbers.len() as u32) as usize].clone();
        let (one, other) = (number(self), number(self));
        Some(match self.random.below(12) {
            0..=3 => format!("{{{one}}}"),
            4 => format!("{{{one},}}"),
            5 => format!("{{1,{one}}}"),
            6 => format!("{{{one},2}}"),
            7 => format!("{{{one},{other}}}"),
            8 => format!("{{{one} - 1}}"),
            // `a` is 1.
            9 => format!("{{{one} - 96}}"),
            10 => format!("{{0,2 * {one} + 1}}"),
            _ => format!("{{3 - {one},}}"),
        })
    }

    fn repetition(&mut self, rule: u32, inline: bool, kind: u32) -> String {
        match kind {
            0 | 1 => self.of(&["?", "*", "+", "*"]).to_owned(),
            2 => self.of(&["{2}", "{1,2}", "{0,2}", "{1,}", "{2,3}"]).to_owned(),
            _ => {
                let separator = match self.random.below(4) {
                    0 => self.reference(rule, inline),
                    1 if self.tokens => self.of(&["<t>", "<u>"]).to_owned(),
                    _ => self.of(&LETTERS).to_owned(),
                };
                format!(" {} {separator}", self.of(&["**", "++"]))
            }
        }
    }

    /// An exclusion, an equality and a label.
    fn around(&mut self, mut item: String) -> String {
        if self.one_in(14) && !item.contains(" - ") {
            let label = self.label_seen().filter(|_| self.one_in(2));
            let except = label.unwrap_or_else(|| self.of(&EXCEPT).to_owned());
            write!(item, " - {except}").expect("a string takes everything");
        }
        if let Some(label) = self.label_seen().filter(|_| self.one_in(3)) {
            write!(item, " := {label}").expect("a string takes everything");
        }
        if self.labels && self.one_in(3) {
            let label = format!("l{}", self.named);
            self.named += 1;
            item = format!("{label}:{item}");
            self.visible.push(label);
        }
        item
    }

    fn label_seen(&mut self) -> Option<String> {
        if self.visible.is_empty() || self.one_in(2) {
            return None;
        }
        let label = &self.visible[self.random.below(self.visible.len() as u32) as usize];
        let function = if self.letters.contains(&b'B') && self.random.flip() { "text_ci" } else { "text" };
        Some(format!("{function}({label})"))
    }

    fn primary(&mut self, rule: u32, inline: bool) -> String {
        match self.random.below(20) {
            0..=6 => self.reference(rule, inline),
            7..=12 => self.of(&LETTERS).to_owned(),
            13 => self.of(&LEAVES).to_owned(),
            14 if self.tokens => self.of(&["<t>", "<u>"]).to_owned(),
            14 if self.word => "<w>".to_owned(),
            15 => self.of(&[r#"i"b""#, "<g>", r#""c""#]).to_owned(),
            16..=18 => self.group(rule, inline),
            _ => self.of(&LETTERS).to_owned(),
        }
    }

    fn group(&mut self, rule: u32, inline: bool) -> String {
        let mark = self.visible.len();
        let count = 1 + self.random.below(3);
        let mut alternatives = Vec::new();
        for _ in 0..count {
            alternatives.push(self.sequence(rule, inline, 3));
            if count > 1 {
                self.visible.truncate(mark);
            }
        }
        format!("({})", alternatives.join(" | "))
    }

    /// A macro must not hold itself.
    fn reference(&mut self, rule: u32, inline: bool) -> String {
        if inline && rule + 1 == self.rules {
            return "<g>".to_owned();
        }
        let first = if inline { rule + 1 } else { 0 };
        format!("<r{}>", first + self.random.below(self.rules - first))
    }
}

/// Whether an item can be repeated.
fn is_once(item: &str) -> bool {
    !item.contains(" - ") && !item.ends_with(['*', '+', '?', '}']) && !item.contains("**")
}
