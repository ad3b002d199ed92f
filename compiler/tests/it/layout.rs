//! Blocks by indentation: trees, an independent recognizer for a small language, generated texts, and the indentation of reductions.

use expect_test::expect;
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::reduce::{Options, reduce};

use crate::common::language;

/// Statements of a small language: calls, `if` with `else`, and texts that cross lines.
const PROGRAMS: &str = r##"
    %start <file>
    %skip <ws> := " "
    %word <id>
    %layout <nl> <blank>
    <file> ::= <nl>? <stmt> ** line <nl>?
    <stmt> ::= <if> | <call> | "pass"
    <if>   ::= "if" <expr> ":" <body> (line "else" ":" <body>)?
    <body> ::= <call> | "pass" | block(<stmt>)
    <call> ::= <name> "(" flat(<expr> ** ",") ")"
    <expr> ::= <name> | <call> | [0-9]+ | <text>
    %token <text> ::= '"' [^"]* '"'
    %token <name> ::= <id> - ("if" | "else" | "pass")
    %token <id>   ::= [a-z]+
    %token <ws>   ::= ([ \t] | "\\\n")+
    %token <nl>   ::= ("#" [^\n]*)? "\n" ([ \t]* ("#" [^\n]*)? "\n")*
    %token <blank> ::= [ \t]+
"##;

/// A language for which [`ends`] says the same in another way.
const SMALL: &str = r#"
    %layout <nl> <b>
    <f> ::= <s> ++ line
    <s> ::= "a" | "i" block(<s>) (line "e" block(<s>))? | "(" flat(<s>?) ")" | "m" more "a" | "h" here(<s> ++ line)
          | "t" <own> inside "a"
    %token <own> ::= "\n"
    %token <nl>  ::= "\n"+
    %token <b>  ::= " "+
"#;

/// Returns whether a text is in the language, after a check that both engines give the same tree.
fn parses(language: &Format, text: &[u8]) -> bool {
    let auto = language.parsing().tree(text);
    let chart = language.parsing().by(EngineChoice::Earley).run(text).ok();
    assert_eq!(auto, chart, "{}", text.escape_ascii());
    auto.is_some()
}

#[test]
fn layout_decides() {
    let language = language(PROGRAMS);
    let right = [
        "",
        "pass",
        "\n\n# a\n   # b\npass\n\n",
        "if a:\n  f()\n  if b: pass\n  else:\n        pass\nelse:\n\tpass\n\tg()\npass",
        // `else` belongs to the `if` in its column.
        "if a:\n if b:\n  pass\nelse: pass",
        "if a:\n if b:\n  pass\n else: pass",
        // One line can end several blocks, and so can the end of the input.
        "if a:\n if b:\n  if c:\n   pass\npass",
        "if a:\n if b:\n  if c:\n   pass",
        // Brackets, texts and continued lines.
        "if a:\n  f(x,\n# c\ny\n   )\n  pass",
        "if a:\n  f(\"\n\")\n  pass",
        "if a:\n  f( \\\n x)\n  pass",
        // Empty lines and comments stand in any column.
        "if a:\n\n # c\n    # d\n  pass\n\n# e\n  pass",
    ];
    for text in right {
        assert!(parses(&language, text.as_bytes()), "{text}");
    }
    let wrong = [
        " pass",
        "if a:\npass",
        "if a:\n  pass\n pass",
        "if a:\n  pass\n   pass",
        "if a:\n  if b:\n    pass\n else: pass",
        // A tab is no number of spaces.
        "if a:\n\tpass\n        pass",
        "if a:\n pass\n\tpass",
        "f(x\n",
        "pass pass",
    ];
    for text in wrong {
        assert!(!parses(&language, text.as_bytes()), "{text}");
    }
}

#[test]
fn a_column_may_begin_anywhere() {
    let language = language(
        r#"
        %layout <nl> <blank>
        <file> ::= "\u{feff}"? <list>
        <list> ::= <item> ++ line
        <item> ::= "- " here(<list> | <map>)
        <map>  ::= <pair> ++ line
        <pair> ::= <word> ":" (" " <text> | block(<pair>) | <nl> <list>)
        <text> ::= <word> (more <word>)*
        %token <word> ::= [^\n: \-]+
        %token <nl>   ::= "\n"
        %token <blank> ::= " "+
    "#,
    );
    for text in [
        "- a: b\n  c: d",
        "- a: b\n   c\n  d: e\n- f: g",
        "- - a: b\n  - c: d\n- e:\n    f: g",
        "- é: b\n  c: d",
        "\u{feff}- a: b\n  c: d",
    ] {
        assert!(parses(&language, text.as_bytes()), "{text}");
    }
    for text in ["- a: b\n c: d", "- a: b\n   c: d", "- - a: b\n - c: d", "- a: b\nc: d"] {
        assert!(!parses(&language, text.as_bytes()), "{text}");
    }
}

#[test]
fn a_text_may_have_line_ends_of_its_own() {
    let language = language(
        r##"
        %layout <nl> <blank>
        <file>  ::= <nl>? <value>
        <value> ::= <word> (<end> inside <word>)* | <nl>? here(<pair> ++ line) | "|" <end> inside here(<raw> (<end> (same | inside) <raw>)*)
        <pair>  ::= <word> ":" (" " <value> | <nl> inside <value>)
        %token <word> ::= [a-z#]+
        %token <raw>  ::= [^ \n] [^\n]*
        %token <nl>   ::= (" #" [^\n]*)? "\n" ("#" [^\n]*)?
        %token <end>  ::= "\n"
        %token <blank> ::= " "+
    "##,
    );
    for text in
        ["a\nb\n  c", "a\n#b", "a:\n b\n #b", "a: b # c\nd: e", "|\na\n  b\nc:", "a: |\n  # b\n    c\n  d\ne: f"]
    {
        assert!(parses(&language, text.as_bytes()), "{text}");
    }
    for text in ["a: b\nc", "a: |\nb", "a: |\n  b\n c", "a # b\nc", "|\n  a\nb"] {
        assert!(!parses(&language, text.as_bytes()), "{text}");
    }
}

/// Returns the ends of a statement of [`SMALL`] that begins at a place.
fn ends(text: &[u8], at: usize, block: Option<usize>, is_flat: bool) -> Vec<usize> {
    let (next, column) = (at + 1, block.unwrap_or(0));
    let mut found = match text.get(at) {
        Some(b'a') => vec![next],
        Some(b'i') if !is_flat => {
            let first = deeper(text, next, column);
            let other = first.iter().filter_map(|&end| line(text, end, |blanks| blanks == column));
            let other = other.filter(|&at| text.get(at) == Some(&b'e')).flat_map(|at| deeper(text, at + 1, column));
            let other: Vec<usize> = other.collect();
            [first, other].concat()
        }
        Some(b'm') if !is_flat => {
            let more = line(text, next, |blanks| blanks > column);
            more.filter(|&at| text.get(at) == Some(&b'a')).map(|at| at + 1).into_iter().collect()
        }
        Some(b'h') if !is_flat => {
            let start = text[..next].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
            rows(text, next, Some(next - start))
        }
        Some(b't') if !is_flat && text.get(next) == Some(&b'\n') => {
            let blanks = text[next + 1..].iter().take_while(|&&byte| byte == b' ').count();
            let end = next + 1 + blanks;
            let is_right = block.is_none_or(|column| blanks > column) && text.get(end) == Some(&b'a');
            Vec::from_iter(is_right.then_some(end + 1))
        }
        Some(b'h') => lines_skipped(text, next).iter().flat_map(|&at| ends(text, at, block, true)).collect(),
        Some(b'(') => {
            let inside = lines_skipped(text, next);
            let full = inside.iter().flat_map(|&at| ends(text, at, block, true));
            let closed = inside.iter().copied().chain(full).filter(|&at| text.get(at) == Some(&b')'));
            closed.map(|at| at + 1).collect()
        }
        _ => Vec::new(),
    };
    if is_flat {
        found = found.iter().flat_map(|&end| lines_skipped(text, end)).collect();
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Returns a place and the place behind the ends of lines there.
fn lines_skipped(text: &[u8], at: usize) -> Vec<usize> {
    let end = at + text[at..].iter().take_while(|&&byte| byte == b'\n').count();
    if end == at { vec![at] } else { vec![at, end] }
}

/// Returns where a line begins whose number of blanks is right, behind these blanks.
fn line(text: &[u8], at: usize, is_right: impl Fn(usize) -> bool) -> Option<usize> {
    let start = *lines_skipped(text, at).get(1)?;
    let blanks = text[start..].iter().take_while(|&&byte| byte == b' ').count();
    is_right(blanks).then_some(start + blanks)
}

fn deeper(text: &[u8], at: usize, column: usize) -> Vec<usize> {
    let Some(first) = line(text, at, |blanks| blanks > column) else { return Vec::new() };
    let start = text[..first].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    rows(text, first, Some(first - start))
}

fn rows(text: &[u8], at: usize, block: Option<usize>) -> Vec<usize> {
    let column = block.unwrap_or(0);
    let mut found = ends(text, at, block, false);
    let mut next = 0;
    while let Some(&end) = found.get(next) {
        next += 1;
        let more = line(text, end, |blanks| blanks == column).map_or(Vec::new(), |at| ends(text, at, block, false));
        found.extend(more.into_iter().filter(|end| !found.contains(end)).collect::<Vec<_>>());
    }
    found
}

/// The parts that texts of [`SMALL`] are made of, so that short lists of them have nested blocks.
const PIECES: [&str; 11] = ["a", "i", "e", "m", "h", "t", "\n", "\n ", "\n  ", "(", ")"];

#[test]
fn the_engines_agree_with_a_recognizer() {
    let language = language(SMALL);
    let mut accepted = 0;
    let mut check = |text: &[u8]| {
        let expected = rows(text, 0, None).contains(&text.len());
        assert_eq!(parses(&language, text), expected, "{}", text.escape_ascii());
        accepted += u32::from(expected);
    };
    let pieces = PIECES.len();
    for number in 0..pieces.pow(5) {
        let digits = (0..5).map(|place| number / pieces.pow(place) % pieces);
        check(digits.map(|digit| PIECES[digit]).collect::<String>().as_bytes());
    }
    // Longer texts: generated ones, and the same with one piece put in at each place.
    for seed in 0..60 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 6).expect("there are texts");
        if text.len() > 60 {
            continue;
        }
        check(&text);
        for at in 0..=text.len() {
            for piece in PIECES {
                check(&[&text[..at], piece.as_bytes(), &text[at..]].concat());
            }
        }
    }
    assert!(accepted > 400, "{accepted}");
}

#[test]
fn generated_texts_parse() {
    for grammar in [PROGRAMS, SMALL] {
        let language = language(grammar);
        for seed in 0..150 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 9).expect("there are texts");
            assert!(language.parse(&text).is_ok(), "seed {seed}: {}", text.escape_ascii());
        }
    }
}

#[test]
fn blocks_move_with_their_column() {
    let language = language(PROGRAMS);
    let reduced = |input: &str, word: &'static str| {
        let is_seen = move |text: &[u8]| {
            let text = String::from_utf8_lossy(text).into_owned();
            word.split('|').all(|word| text.contains(word)) && language_of(&text)
        };
        String::from_utf8(reduce(&language, input.as_bytes(), &is_seen, &Options::default()).unwrap().text).unwrap()
    };
    let program =
        "pass\nif a:\n    if b:\n        if c:\n            bug()\n            other()\n        pass\n    pass\n";
    expect![[""]].assert_eq(&reduced(program, ""));
    expect![["bug()"]].assert_eq(&reduced(program, "bug()"));
    expect![[r#"
        bug()
        other()"#]]
    .assert_eq(&reduced(program, "bug()|other()"));
    expect![[r#"
        if c:
         bug()
        other()"#]]
    .assert_eq(&reduced(program, ":\n|bug()\n|other()"));
    // The brackets go, and with them the end of the line in them.
    expect!["ifa(a,b)"].assert_eq(&reduced("if f(g(a,\n b)):\n    pass\n", "if|(a,|b"));
}

/// Returns whether a text is in the language of [`PROGRAMS`], so that only such texts are interesting.
fn language_of(text: &str) -> bool {
    use std::sync::LazyLock;
    static LANGUAGE: LazyLock<Format> = LazyLock::new(|| language(PROGRAMS));
    LANGUAGE.parse(text.as_bytes()).is_ok()
}
