//! Automata and simulation against plain backtracking, on thousands of random expressions.

use std::borrow::Cow;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Encoding, Grammar, Regular, RegularId, Symbol, Terminal, TerminalKind};
use grammarc_runtime::regular::{Automata, Matcher, Order, first_bytes, is_match, no_labels};

/// SplitMix64: the same expressions on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % limit
    }
}

/// Adds a random expression and returns its number.
fn random_regular(random: &mut Random, depth: u32, table: &mut Vec<Regular>) -> RegularId {
    let kind = if depth == 0 { random.below(3) } else { random.below(11) };
    let regular = match kind {
        0 => Regular::Literal {
            text: Cow::Owned([&b""[..], b"a", b"b", b"ab"][random.below(4) as usize].to_vec()),
            fold: false,
        },
        1 | 2 => Regular::Bytes(Cow::Owned(vec![[(b'a', b'a'), (b'b', b'b'), (b'a', b'b')][random.below(3) as usize]])),
        3..=5 => Regular::Sequence(random_regulars(random, depth, table)),
        6 | 7 => Regular::Choice(random_regulars(random, depth, table)),
        8 => {
            let (min, more) = (random.below(3) as u32, random.below(3) as u32);
            let max = [None, Some(min + more)][random.below(2) as usize];
            Regular::Repeat { body: random_regular(random, depth - 1, table), min, max }
        }
        9 => {
            let (body, without) = (random_regular(random, depth - 1, table), random_regular(random, depth - 1, table));
            Regular::Except { body, without }
        }
        _ => Regular::Ahead { body: random_regular(random, depth - 1, table), negative: random.below(2) == 0 },
    };
    table.push(regular);
    RegularId(table.len() as u32 - 1)
}

fn random_regulars(random: &mut Random, depth: u32, table: &mut Vec<Regular>) -> Cow<'static, [RegularId]> {
    let count = 1 + random.below(3);
    Cow::Owned((0..count).map(|_| random_regular(random, depth - 1, table)).collect())
}

/// Every way to match, in the order of backtracking; an end may occur more than once.
fn backtrack(table: &[Regular], id: RegularId, input: &[u8], at: usize) -> Vec<usize> {
    let ends = match &table[id.0 as usize] {
        Regular::Literal { text, .. } => input[at..].starts_with(text).then(|| at + text.len()).into_iter().collect(),
        Regular::Bytes(ranges) => match input.get(at) {
            Some(byte) if ranges.iter().any(|&(low, high)| (low..=high).contains(byte)) => vec![at + 1],
            _ => vec![],
        },
        Regular::Sequence(parts) => parts.iter().fold(vec![at], |ends, &part| {
            unique(ends.into_iter().flat_map(|end| backtrack(table, part, input, end)).collect())
        }),
        Regular::Choice(parts) => parts.iter().flat_map(|&part| backtrack(table, part, input, at)).collect(),
        &Regular::Repeat { body, min, max } => repeat(table, body, min, max, input, at),
        &Regular::Ahead { body, negative } => {
            let found = !backtrack(table, body, input, at).is_empty();
            if found != negative { vec![at] } else { vec![] }
        }
        &Regular::Except { body, without } => {
            let ends = backtrack(table, body, input, at).into_iter();
            ends.filter(|&end| !backtrack(table, without, &input[at..end], 0).contains(&(end - at))).collect()
        }
        Regular::Chars(_) | Regular::Text { .. } => unreachable!("not generated"),
    };
    unique(ends)
}

fn repeat(table: &[Regular], body: RegularId, min: u32, max: Option<u32>, input: &[u8], at: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    if max != Some(0) {
        for end in backtrack(table, body, input, at) {
            if min > 0 || end > at {
                ends.extend(repeat(table, body, min.saturating_sub(1), max.map(|max| max - 1), input, end));
            }
        }
    }
    if min == 0 {
        ends.push(at);
    }
    unique(ends)
}

fn unique(ends: Vec<usize>) -> Vec<usize> {
    let mut kept = Vec::new();
    for end in ends {
        if !kept.contains(&end) {
            kept.push(end);
        }
    }
    kept
}

/// A grammar with one leaf.
fn grammar(table: Vec<Regular>, id: RegularId, kind: TerminalKind) -> Grammar {
    let name = Cow::Borrowed("it");
    let terminal = Terminal {
        name,
        kind,
        regular: id,
        word: None,
        opaque: false,
        nullable: true,
        first: ByteSet::ALL,
        codec: None,
    };
    Grammar {
        encoding: Encoding::Bytes,
        start: Symbol(0),
        rules: Cow::Borrowed(&[]),
        productions: Cow::Borrowed(&[]),
        items: Cow::Borrowed(&[]),
        terminals: Cow::Owned(vec![terminal]),
        regulars: Cow::Owned(table),
        separators: Cow::Borrowed(&[]),
        expressions: Cow::Borrowed(&[]),
        fields: Cow::Borrowed(&[]),
        hooks: Cow::Borrowed(&[]),
        namespaces: Cow::Borrowed(&[]),
        functions: Cow::Borrowed(&[]),
        labels: Cow::Borrowed(&[]),
    }
}

/// All strings over `ab` of at most this length.
fn strings(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for place in from..to {
            for byte in *b"ab" {
                let mut longer = all[place].clone();
                longer.push(byte);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

#[test]
fn matches_are_those_of_backtracking_in_its_order() {
    let strings = strings(5);
    for seed in 0..3_000 {
        let mut table = Vec::new();
        let id = random_regular(&mut Random(seed), 4, &mut table);
        let token = grammar(table.clone(), id, TerminalKind::Token);
        let grammar = grammar(table, id, TerminalKind::Leaf);
        let automata = Automata::new();
        let (first, nullable) = first_bytes(&grammar, &automata, id);
        for input in &strings {
            let expected = backtrack(&grammar.regulars, id, input, 0);
            let matcher = Matcher { grammar: &grammar, automata: &automata, input };
            let found = matcher.ends(Symbol(0), 0, &no_labels);
            assert_eq!(
                found,
                expected,
                "seed {seed}, input {:?}: {:?}",
                input.escape_ascii().to_string(),
                grammar.regulars
            );
            assert_eq!(
                is_match(&grammar, &automata, id, input, &no_labels),
                expected.contains(&input.len()),
                "seed {seed}"
            );
            if !matches!(grammar.regulars[id.0 as usize], Regular::Except { .. }) {
                let matcher = Matcher { grammar: &token, ..matcher };
                assert_eq!(matcher.token(Symbol(0), 0), expected.iter().copied().max(), "seed {seed}");
            }
            let open = |end: &usize| ByteSet::END.admits(input, *end);
            let expected_first = expected.first().map(|&end| (end, expected[1..].iter().any(open)));
            assert_eq!(matcher.first(Symbol(0), 0, &ByteSet::END, &no_labels), expected_first, "seed {seed}");
            assert!(!expected.contains(&0) || nullable, "seed {seed}");
            assert!(!expected.iter().any(|&end| end > 0) || first.contains(input[0]), "seed {seed}");
        }
    }
}

/// The automaton of a look-ahead keeps its states from text to text, so all texts are read by one.
#[test]
fn look_aheads_hold_where_backtracking_finds_a_match() {
    let strings = strings(5);
    for seed in 0..3_000 {
        let mut table = Vec::new();
        let id = random_regular(&mut Random(seed), 4, &mut table);
        for negative in [false, true] {
            let grammar = grammar(table.clone(), id, TerminalKind::Ahead { negative });
            let automata = Automata::new();
            for input in &strings {
                let matcher = Matcher { grammar: &grammar, automata: &automata, input };
                for at in 0..=input.len() {
                    let is_match = !backtrack(&grammar.regulars, id, input, at).is_empty();
                    let holds = !matcher.ends(Symbol(0), at, &no_labels).is_empty();
                    let text = input.escape_ascii().to_string();
                    assert_eq!(holds, is_match != negative, "seed {seed}, at {at} in {text:?}: {:?}", grammar.regulars);
                }
            }
        }
    }
}

/// `[ab]* "a" [ab]{13} "c"`: an automaton remembers where each `a` was among the last 13 bytes.
#[test]
fn a_look_ahead_with_too_many_states_holds_where_it_should() {
    let table = vec![
        Regular::Bytes(Cow::Owned(vec![(b'a', b'b')])),
        Regular::Repeat { body: RegularId(0), min: 0, max: None },
        Regular::Literal { text: Cow::Borrowed(b"a"), fold: false },
        Regular::Repeat { body: RegularId(0), min: 13, max: Some(13) },
        Regular::Literal { text: Cow::Borrowed(b"c"), fold: false },
        Regular::Sequence(Cow::Owned([1, 2, 3, 4].map(RegularId).to_vec())),
    ];
    let grammar = grammar(table, RegularId(5), TerminalKind::Ahead { negative: false });
    let automata = Automata::new();
    let mut random = Random(1);
    // A text that reaches the same few states again and again, and then one that reaches others with each byte.
    let mut input = b"ab".repeat(50_000);
    input.extend((0..50_000).map(|_| b"ab"[random.below(2) as usize]));
    for last in *b"ab" {
        let place = input.len() - 14;
        input[place] = last;
        input.push(b'c');
        let matcher = Matcher { grammar: &grammar, automata: &automata, input: &input };
        for at in [0, 1, 99_999, 120_000, place] {
            let holds = !matcher.ends(Symbol(0), at, &no_labels).is_empty();
            assert_eq!(holds, last == b'a', "at {at}");
        }
        input.pop();
    }
}

#[test]
fn counts_that_are_too_high_match_nothing() {
    let one = Regular::Literal { text: Cow::Borrowed(b"a"), fold: false };
    let repeat = |body, count| Regular::Repeat { body: RegularId(body), min: count, max: Some(count) };
    let empty = Regular::Literal { text: Cow::Borrowed(b""), fold: false };
    let table = vec![one, repeat(0, 1_000_000), repeat(1, 1_000_000), empty, repeat(3, u32::MAX), repeat(4, u32::MAX)];
    for id in [2, 5] {
        let grammar = grammar(table.clone(), RegularId(id), TerminalKind::Leaf);
        let automata = Automata::new();
        assert!(automata.program(&grammar, RegularId(id)).is_none());
        assert!(!is_match(&grammar, &automata, RegularId(id), b"aa", &no_labels));
    }
}

#[test]
fn a_long_run_takes_linear_time() {
    let table = vec![
        Regular::Chars(Cow::Owned(vec![(0, 0x10_FFFF)])),
        Regular::Literal { text: Cow::Borrowed(b"-->"), fold: false },
        Regular::Ahead { body: RegularId(1), negative: true },
        Regular::Sequence(Cow::Owned(vec![RegularId(2), RegularId(0)])),
        Regular::Repeat { body: RegularId(3), min: 0, max: None },
        Regular::Sequence(Cow::Owned(vec![RegularId(4), RegularId(1)])),
    ];
    let grammar = grammar(table, RegularId(5), TerminalKind::Token);
    let automata = Automata::new();
    let mut input = "ä-x".repeat(300_000).into_bytes();
    input.extend(b"--->");
    let matcher = Matcher { grammar: &grammar, automata: &automata, input: &input };
    assert_eq!(matcher.token(Symbol(0), 0), Some(input.len()));
    assert_eq!(matcher.token(Symbol(0), 1), None, "in the middle of a character");
    let _ = automata.dfa(&grammar, RegularId(1), Order::First);
}
