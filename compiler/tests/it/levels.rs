//! Operators with levels: they are read as a hand-written Pratt parser reads them, and levels alone reject no text.
//!
//! V. R. Pratt, *Top Down Operator Precedence*, POPL 1973. A parser by yacc with `%left`, `%right` and `%nonassoc` reads these tables
//! alike. Between an operator that waits for its right operand and the operator behind that operand, it reduces if the first is
//! tighter, and shifts if the second is. On one level, the side decides, and `%nonassoc` is an error. The parser here makes the same
//! comparisons, so yacc rejects no text that it accepts. Only a sign that is both a prefix and an infix operator needs `%prec` there,
//! because yacc's levels belong to tokens and those here to alternatives.

use grammarc_runtime::choices::{Choices, Random};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::{NodeId, Tree};

use crate::common::language;

const TABLES: u64 = 120;
const TEXTS_PER_TABLE: u64 = 60;
const SIGNS: [(Kind, &[u8]); 3] = [(Kind::Prefix, b"pqr"), (Kind::Infix, b"+-*/"), (Kind::Postfix, b"!?%")];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prefix,
    Infix,
    Postfix,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Neither,
}

/// Operators with levels; the side of each level.
struct Table {
    operators: Vec<(u8, Kind, usize)>,
    sides: Vec<Side>,
}

impl Table {
    fn random(random: &mut Random) -> Self {
        let levels = 1 + random.below(6);
        let sides = (0..levels).map(|_| [Side::Left, Side::Right, Side::Left, Side::Neither][random.below(4) as usize]);
        let sides = sides.collect();
        let mut operators = Vec::new();
        for (kind, signs) in SIGNS {
            let count = random.below(signs.len() as u32 + 1) as usize;
            operators.extend(signs[..count].iter().map(|&sign| (sign, kind, random.below(levels) as usize)));
        }
        Self { operators, sides }
    }

    /// The grammar file. `[` and `]` are brackets.
    fn grammar(&self) -> String {
        let alternative = |&(sign, kind, level): &(u8, Kind, usize)| {
            let sign = char::from(sign);
            let text = match kind {
                Kind::Prefix => format!("\"{sign}\" <e>"),
                Kind::Infix => format!("<e> \"{sign}\" <e>"),
                Kind::Postfix => format!("<e> \"{sign}\""),
            };
            let side = match self.sides[level] {
                Side::Left => "left",
                Side::Right => "right",
                Side::Neither => "none",
            };
            format!("{text} @{side}({level}) | ")
        };
        let operators: String = self.operators.iter().map(alternative).collect();
        format!("<e> ::= {operators}[a-c] | \"[\" <e> \"]\"")
    }

    /// A text of the operators without regard to their levels; at times something is wrong in it.
    fn text(&self, random: &mut Random) -> Vec<u8> {
        let mut text = Vec::new();
        let mut open = 0;
        loop {
            self.some(Kind::Prefix, random, &mut text);
            if random.below(8) == 0 {
                text.push(b'[');
                open += 1;
                continue;
            }
            text.push(b'a' + random.below(3) as u8);
            self.some(Kind::Postfix, random, &mut text);
            while open > 0 && random.flip() {
                text.push(b']');
                open -= 1;
                self.some(Kind::Postfix, random, &mut text);
            }
            let before = text.len();
            if text.len() < 14 && random.below(5) > 0 {
                self.one(Kind::Infix, random, &mut text);
            }
            if text.len() == before {
                break;
            }
        }
        text.extend(std::iter::repeat_n(b']', open));
        if random.below(8) == 0 {
            let place = random.below(text.len() as u32) as usize;
            text.remove(place);
        }
        text
    }

    fn some(&self, kind: Kind, random: &mut Random, text: &mut Vec<u8>) {
        while random.below(3) == 0 {
            self.one(kind, random, text);
        }
    }

    fn one(&self, kind: Kind, random: &mut Random, text: &mut Vec<u8>) {
        let signs: Vec<u8> = self.operators.iter().filter(|(_, one, _)| *one == kind).map(|(sign, ..)| *sign).collect();
        if !signs.is_empty() {
            text.push(signs[random.below(signs.len() as u32) as usize]);
        }
    }

    fn pratt(&self, text: &[u8]) -> Option<String> {
        let mut pratt = Pratt { table: self, text, at: 0 };
        let tree = pratt.expression(None)?;
        (pratt.at == text.len()).then_some(tree)
    }
}

/// A Pratt parser over a table.
struct Pratt<'a> {
    table: &'a Table,
    text: &'a [u8],
    at: usize,
}

impl Pratt<'_> {
    fn operator(&self, is_kind: impl Fn(Kind) -> bool) -> Option<(u8, Kind, usize)> {
        let sign = *self.text.get(self.at)?;
        self.table.operators.iter().copied().find(|(other, kind, _)| *other == sign && is_kind(*kind))
    }

    /// Reads an expression, the right operand of an operator of level `waiting`. It has its operators in parentheses.
    fn expression(&mut self, waiting: Option<usize>) -> Option<String> {
        let mut tree = self.head()?;
        while let Some((sign, kind, level)) = self.operator(|kind| kind != Kind::Prefix) {
            if let Some(waiting) = waiting {
                match (level.cmp(&waiting), self.table.sides[level]) {
                    (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, Side::Left) => break,
                    (std::cmp::Ordering::Equal, Side::Neither) => return None,
                    _ => {}
                }
            }
            self.at += 1;
            let right = if kind == Kind::Infix { self.expression(Some(level))? } else { String::new() };
            tree = format!("({tree}{}{right})", char::from(sign));
        }
        Some(tree)
    }

    fn head(&mut self) -> Option<String> {
        let first = *self.text.get(self.at)?;
        if let Some((sign, _, level)) = self.operator(|kind| kind == Kind::Prefix) {
            self.at += 1;
            return Some(format!("({}{})", char::from(sign), self.expression(Some(level))?));
        }
        self.at += 1;
        match first {
            b'a'..=b'c' => Some(char::from(first).to_string()),
            b'[' => {
                let inside = self.expression(None)?;
                let closes = self.text.get(self.at) == Some(&b']');
                self.at += 1;
                closes.then(|| format!("([{inside}])"))
            }
            _ => None,
        }
    }
}

/// Shows a tree with parentheses around every node that has several children.
fn shown(tree: &Tree, text: &[u8], id: NodeId) -> String {
    let children: Vec<NodeId> = tree.children(id).collect();
    match children.as_slice() {
        [] => String::from_utf8_lossy(&text[tree.node(id).span]).into_owned(),
        [only] => shown(tree, text, *only),
        several => format!("({})", several.iter().map(|child| shown(tree, text, *child)).collect::<String>()),
    }
}

fn read(language: &Format, text: &[u8], engine: EngineChoice) -> Option<String> {
    let tree = language.parsing().by(engine).run(text).ok()?;
    Some(shown(&tree, text, tree.root()))
}

#[test]
fn random_tables_are_read_as_pratt_reads_them() {
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..TABLES {
        let mut random = Random::new(seed);
        let table = Table::random(&mut random);
        let language = language(&table.grammar());
        let texts = (0..TEXTS_PER_TABLE).map(|_| table.text(&mut random)).collect::<Vec<_>>();
        let written = (0..TEXTS_PER_TABLE / 3).map(|seed| {
            let text = fuzz(&language, &mut Choices::fresh(seed), 8).expect("it ends");
            assert!(text.len() > 200 || table.pratt(&text).is_some(), "{}\n{}", table.grammar(), text.escape_ascii());
            text
        });
        for text in texts.into_iter().chain(written).filter(|text| text.len() <= 200) {
            let expected = table.pratt(&text);
            let what = || format!("{}\n{}", table.grammar(), text.escape_ascii());
            assert_eq!(read(&language, &text, EngineChoice::Auto), expected, "{}", what());
            assert_eq!(read(&language, &text, EngineChoice::Earley), expected, "by Earley: {}", what());
            *(if expected.is_some() { &mut accepted } else { &mut rejected }) += 1;
        }
    }
    assert!(accepted > 4_000 && rejected > 400, "{accepted} and {rejected}");
}

/// Grammars with texts and their trees, or `-` where the text is ambiguous and the side forbids both readings.
const CASES: &[(&str, &[(&str, &str)])] = &[
    (
        r#"<e> ::= <e> "." [a-z] @left(3) | <e> "()" @left(2) | <e> "+" <e> @left(1) | [a-z]"#,
        &[("a().b", "((a()).b)"), ("a.b()", "((a.b)())"), ("a+b().c()", "(a+(((b()).c)()))")],
    ),
    (
        r#"<e> ::= <e> "*" <e> @left(3) | <e> "+" <e> @left(2) | "if" <e> "then" <e> @right(1) | [a-z]"#,
        &[
            ("a*ifbthenc", "(a*(ifbthenc))"),
            ("a*ifbthenc+d", "(a*(ifbthen(c+d)))"),
            ("a+b*ifbthenc", "(a+(b*(ifbthenc)))"),
            ("ifa+bthenc*d", "(if(a+b)then(c*d))"),
        ],
    ),
    (
        r#"<e> ::= <e> "*" <e> @left(3) | "-" <e> @right(2) | <e> "+" <e> @left(1) | [a-z]"#,
        &[("a*-b+c", "((a*(-b))+c)"), ("a*-b*c", "(a*(-(b*c)))"), ("-a*b", "(-(a*b))"), ("--a+-b", "((-(-a))+(-b))")],
    ),
    (
        r#"<e> ::= <e> "^" <e> @right(3) | "-" <e> @right(2) | <e> "+" <e> @left(1) | [a-z]"#,
        &[("-a^-b^c+d", "((-(a^(-(b^c))))+d)")],
    ),
    (
        r#"<e> ::= <e> "*" <e> @left(3) | <e> "!" @left(2) | <e> "+" <e> @left(1) | [a-z]"#,
        &[("a+b!*c", "(a+((b!)*c))"), ("a*b!*c", "(((a*b)!)*c)")],
    ),
    (
        r#"<e> ::= <e> "<" <e> @none(2) | "-" <e> @none(1) | <e> "=" <e> @none(1) | [a-z]"#,
        &[("a<b<c", "-"), ("--a", "(-(-a))"), ("a=-b", "(a=(-b))"), ("-a=b", "-"), ("a<-b<c", "(a<(-(b<c)))")],
    ),
    (
        r#"<e> ::= <e> "?" <e> ":" <e> @right(2) | "throw" <e> @right(1) | [a-z]"#,
        &[("a?b:throwc", "(a?b:(throwc))"), ("a?throwb:c?d:e", "(a?(throwb):(c?d:e))")],
    ),
];

#[test]
fn levels_reject_nothing_that_is_not_ambiguous() {
    for (grammar, texts) in CASES {
        let language = language(grammar);
        for (text, tree) in *texts {
            let found = read(&language, text.as_bytes(), EngineChoice::Auto).unwrap_or_else(|| "-".to_owned());
            assert_eq!(found, *tree, "{text} by {grammar}");
        }
    }
}

/// Beside a loose prefix operator, texts without it at the end of an operand need no chart.
#[test]
fn usual_texts_are_decided_by_the_next_bytes() {
    let language = language(
        r#"<e> ::= <e> "(" <e> ")" @left(4) | <e> "*" <e> @left(3) | <e> "+" <e> @left(2) | "if" <e> "then" <e> @right(1)
             | "[" <e> "]" | [a-e]"#,
    );
    for text in ["a+b*c+d", "[a+b](c*d)+a", "ifa+bthenc*d", "a*ifbthenc", "a(b)*[ifcthend(a)]+e"] {
        assert!(read(&language, text.as_bytes(), EngineChoice::Engine).is_some(), "{text}");
    }
}

/// With the usual levels, each has one copy: infix operators from the loosest to the tightest, prefix and postfix operators above.
#[test]
fn usual_levels_need_one_copy_each() {
    let copies = |grammar: &str| language(grammar).grammar.rules.len();
    let infix =
        |count: usize| (0..count).map(|level| format!("<e> \"{level}\" <e> @left({level}) | ")).collect::<String>();
    for (operators, expected) in [
        (infix(20), 21),
        (infix(3) + r#""-" <e> @right(9) | "#, 5),
        (infix(3) + r#""-" <e> @right(9) | <e> "^" <e> @right(9) | "#, 5),
        (infix(3) + r#""-" <e> @right(8) | <e> "!" @left(9) | <e> "()" @left(10) | "#, 6),
        // The tightest operator may end in `-`, but the copies are the same.
        (infix(3) + r#""-" <e> @right(8) | <e> "^" <e> @right(9) | "#, 6),
    ] {
        let grammar = format!("<e> ::= {operators}[a-z]");
        assert_eq!(copies(&grammar), expected, "{grammar}");
    }
}

/// Levels of all kinds that take turns need most copies.
#[test]
fn many_levels_are_refused_or_loaded() {
    let mixed = |count: usize| {
        let level = |level: usize| match level % 3 {
            0 => format!("\"{level}p\" <e> @right({level}) | "),
            1 => format!("<e> \"{level}i\" <e> @left({level}) | "),
            _ => format!("<e> \"{level}x\" @left({level}) | "),
        };
        format!("<e> ::= {}\"a\"", (0..count).map(level).collect::<String>())
    };
    let loaded = grammarc::load_text("test", &mixed(30)).unwrap_or_else(|report| panic!("{report}"));
    assert!(loaded.format().parse(b"a1ia2x").is_ok());
    let report = grammarc::load_text("test", &mixed(900)).expect_err("it is too large");
    assert!(report.to_string().contains("the number of copies that its levels need is too large"), "{report}");
}
