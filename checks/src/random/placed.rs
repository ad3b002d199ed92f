//! Random grammar files in which a rule of a certain kind occurs in every place: alone, optional, repeated, in lists, left and right
//! recursive. For each of these kinds, the compiler has its own way to generate code. For example, `<k> ::= "a" | "b"` stands in `<k>*`, in
//! `<k> ++ ","` and in `<r0> ::= <k> <r0> | <l>`.

use grammarc_runtime::choices::Random;

use super::Grammar;

/// Makes the grammar file of a seed; its kind follows from the seed. Some files are invalid.
pub(super) fn grammar(seed: u64) -> Grammar {
    let kind = &KINDS[seed as usize % KINDS.len()];
    let mut writer = PlacedWriter { random: Random::new(seed), kind, rules: 0 };
    writer.rules = 1 + writer.below(3);
    Grammar { text: writer.file(), letters: kind.letters }
}

/// A kind of rules.
struct Kind {
    /// Directives before the rules.
    head: &'static str,
    /// Bodies for two rules of this kind.
    rules: &'static [&'static str],
    /// Separator of a list of them.
    sign: &'static str,
    letters: &'static [u8],
}

const KINDS: [Kind; 6] = [
    // Alternatives of one character: in order, not in order, weighted, all but one.
    Kind {
        head: "",
        rules: &[
            r#""a" | "b""#,
            r#""b" | "a""#,
            r#""a""#,
            r#""a" | "b" @w(3)"#,
            r#""a" | "b" | "c""#,
            r#""a" | "a""#,
            r#"[ab] | ",""#,
            r#""b" | "ab""#,
            r#""a" | """#,
            r#""" | "b" | "a" "," | "ab""#,
        ],
        sign: r#"",""#,
        letters: b"ab,",
    },
    // Texts that begin alike.
    Kind {
        head: "",
        rules: &[
            r#""a" | "ab""#,
            r#""ab" | "a""#,
            r#""ab" | "aab" | "aabb""#,
            r#""abab" | "ab""#,
            r#""aaaaaaaaaaaaaaaa" | "a""#,
            r#"i"ab" | "abb""#,
            r#""a" | "a" "b""#,
        ],
        sign: r#""b""#,
        letters: b"ab",
    },
    // Characters of several bytes.
    Kind {
        head: "",
        rules: &[
            r#""é" | "ü""#,
            r#""é""#,
            r#""é" | "éé""#,
            r#""a" | "é""#,
            "[é-ü]",
            "[aéü]",
            r#"[é-ü]+ | "a""#,
            r#"'\u{e9}' | '\u{1f600}'"#,
            r#"i"aé" | "é""#,
        ],
        sign: r#""a""#,
        letters: b"a\xc3\xa9",
    },
    // Words that are no names.
    Kind {
        head: "%word <name>\n%token <name> ::= [a-bA-B]+\n",
        rules: &[
            r#""a" | "b""#,
            r#""a" | "ab""#,
            r#""ab" | <name>"#,
            r#"<name> | "ab""#,
            r#""a" | "," <name>"#,
            "<name>",
            r#"i"ab" | "b""#,
        ],
        sign: r#"",""#,
        letters: b"ab,",
    },
    // Numbers in digits, by themselves and as counts.
    Kind {
        head: "%import \"std/bin.bnf\"\n",
        rules: &[
            r#""0" | "1""#,
            "n:<dec>",
            r#"n:<dec> "a"{n}"#,
            r#"n:<dec> "," "a"{0,n}"#,
            r#"<dec> | "a""#,
            "[0-1] | <hex>",
            "n:<hex>",
        ],
        sign: r#"",""#,
        letters: b"a1,",
    },
    // Numbers in binary.
    Kind {
        head: "%encoding bytes\n%import \"std/bin.bnf\"\n",
        rules: &[
            r#""\x00" | "\x01""#,
            "n:<u8>",
            r#"n:<u8> "a"{n}"#,
            "<u16be>",
            r#"[\x00-\x01] | "a""#,
            "<i8> | <leb128>",
            r#""a" | "\xff""#,
        ],
        sign: r#""a""#,
        letters: b"a\x01\x02",
    },
];

struct PlacedWriter {
    random: Random,
    kind: &'static Kind,
    rules: u32,
}

impl PlacedWriter {
    fn below(&mut self, bound: u32) -> u32 {
        self.random.below(bound)
    }

    fn file(&mut self) -> String {
        let mut text = format!("%start <r0>\n{}", self.kind.head);
        for rule in 0..self.rules {
            text += &format!("<r{rule}> ::= {}\n", self.place(rule));
        }
        for name in ["k", "l"] {
            let rules = self.kind.rules;
            text += &format!("<{name}> ::= {}\n", rules[self.below(rules.len() as u32) as usize]);
        }
        text
    }

    /// Body of a rule: one or two parts, each in some place.
    fn place(&mut self, rule: u32) -> String {
        let own = format!("<r{rule}>");
        let (one, other, sign) = (self.part(rule), self.part(rule), self.kind.sign);
        match self.below(20) {
            0 => one,
            1 => format!("{one}*"),
            2 => format!("{one}+"),
            3 => format!("{one}? {other}"),
            4 => format!("{one}{{2,3}}"),
            5 => format!("{one}{{2}} {other}?"),
            6 => format!("{one} ++ {sign}"),
            7 => format!("{one} ** {sign} {other}"),
            8 => format!("{one} ++ {other}"),
            9 => format!("{one} {own} | {other}"),
            10 => format!("{own} {one} | {other}"),
            11 => format!("{own} {sign} {one} | {other}"),
            12 => format!("{one} {sign} {own} | {other}"),
            13 => format!("{sign} {own} {sign} | {one}"),
            14 => format!("({one} | {sign} {other})*"),
            15 => format!("({one} {other})? {sign}"),
            16 => format!("{one} | {sign} {one} | {other}"),
            17 => format!("{own} {sign} {own} @left(1) | {one}"),
            18 => format!("{sign} {own} @right(1) | {own} {sign} {own} @none(2) | {one} {other}"),
            _ => format!(r#"{one} {own} | """#),
        }
    }

    /// Part in a place: a rule of the kind, or a rule behind this one.
    fn part(&mut self, rule: u32) -> String {
        let behind = self.rules - rule - 1;
        match self.below(3) {
            0 if behind > 0 => format!("<r{}>", rule + 1 + self.below(behind)),
            1 => "<l>".to_owned(),
            _ => "<k>".to_owned(),
        }
    }
}
