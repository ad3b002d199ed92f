//! Fields that say how large something is: inputs with their trees, or without one, the same by every engine.

mod brute;
mod compared;
mod random;

use grammarc_runtime::format::Format;
use grammarc_runtime::language::Attempt;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::{Builder, NodeId, Tree};

/// An input and its tree: nodes in parentheses, bytes that are not printable as `\xNN`; none if it is wrong.
type Sample<'a> = (&'a [u8], Option<&'a str>);

const HEAD: &str = "%encoding bytes %import \"std/bin.bnf\" %start <s>\n";

fn language(grammar: &str) -> Format {
    let loaded = grammarc::load_text("test", &format!("{HEAD}{grammar}")).unwrap_or_else(|report| panic!("{report}"));
    assert!(!loaded.warnings.to_string().contains("no effect yet"), "{}", loaded.warnings);
    loaded.format()
}

fn check(grammar: &str, samples: &[Sample<'_>]) {
    let language = language(grammar);
    for &(input, expected) in samples {
        for choice in [EngineChoice::Auto, EngineChoice::Earley] {
            let parsed = language.parsing().by(choice).run(input);
            let found = parsed.ok().map(|tree| drawn(&tree, tree.root(), input));
            let shown = input.escape_ascii();
            assert_eq!(found.as_deref(), expected, "{shown} by {choice:?} of\n{grammar}\n{}", language.grammar);
        }
    }
}

fn drawn(tree: &Tree, id: NodeId, input: &[u8]) -> String {
    let node = tree.node(id);
    if node.production.is_none() {
        return input[node.span].escape_ascii().to_string();
    }
    let children: Vec<String> = tree.children(id).map(|child| drawn(tree, child, input)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn sizes() {
    check(
        r#"<s> ::= n:<dec> := size(v) ":" v:<a>* "." <a>*  <a> ::= [a-z]"#,
        &[
            (b"0:.", Some("(0 : () .)")),
            (b"2:ab.", Some("(2 : ((a) (b)) .)")),
            (b"2:ab.c", Some("(2 : ((a) (b)) . (c))")),
            (b"1:ab.", None),
            (b"3:ab.", None),
            (b"99:ab.", None),
        ],
    );
    // What is in the slice sees its end: tokens, look-aheads, the end itself.
    check(
        r#"<s> ::= n:<u8> := size(v) v:(<w> !. | <w> "-" !"b" ("b" | "")) [ab]* %token <w> ::= [ab]+"#,
        &[
            (b"\x02abab", Some("(\\x02 (ab) ab)")),
            (b"\x04abab", Some("(\\x04 (abab) )")),
            (b"\x03ab-b", Some("(\\x03 (ab - ) b)")),
            (b"\x04ab-b", None),
        ],
    );
    // A slice may be a leaf, a token, a rule, and may hold another.
    check(
        r#"<s> ::= a:<u8> := size(x) x:[a-z]* b:<u8> := size(y) y:<w> c:<u8> := size(z) z:<s>? %token <w> ::= [a-z]+"#,
        &[
            (b"\x02ab\x01c\x00", Some("(\\x02 ab \\x01 c \\x00 ())")),
            (b"\x00\x01c\x04\x00\x01d\x00", Some("(\\x00  \\x01 c \\x04 ((\\x00  \\x01 d \\x00 ())))")),
            (b"\x00\x01c\x05\x00\x01d\x00", None),
            (b"\x00\x00\x00", None),
        ],
    );
}

#[test]
fn sizes_by_arithmetic() {
    check(
        r#"<s> ::= h:<u8> n:<u8> := 2 * size(v) + h - 1 v:[a-z]* "." [a-z]*"#,
        &[
            (b"\x01\x04ab.", Some("(\\x01 \\x04 ab . )")),
            (b"\x03\x04a.b", Some("(\\x03 \\x04 a . b)")),
            (b"\x01\x05ab.", None),
            (b"\x09\x04.", None),
        ],
    );
    check(
        r#"<s> ::= h:<u8> n:<u8> := size(h) * size(v) * h  v:[a-z]* n2:<i8> := 5 - size(w)  w:[a-z]*"#,
        &[(b"\x02\x04ab\x03cd", Some("(\\x02 \\x04 ab \\x03 cd)")), (b"\x00\x00\x05", None), (b"\x01\x00\xff", None)],
    );
}

#[test]
fn counts() {
    check(
        r#"<s> ::= n:<dec> ":" <a>{n} <b>{1,n} <a>{n,} <a> ::= "a" <b> ::= "b" | "" "#,
        &[
            (b"1:aba", Some("(1 : (a) (b) (a))")),
            (b"2:aabbaaa", Some("(2 : (a) (a) (b) (b) (a) (a) (a))")),
            (b"2:aabaa", Some("(2 : (a) (a) (b) (a) (a))")),
            (b"2:aaaa", Some("(2 : (a) (a) () (a) (a))")),
            (b"0:", None),
            (b"2:aabbba", None),
            (b"2:abb", None),
        ],
    );
    check(
        r#"<s> ::= n:<u8> := count(v) v:<a> ** "," m:<u8> := count(w) + 1 w:(<a> | "" | <a> ".")+ ";"  <a> ::= [a-c]"#,
        &[
            (b"\x00\x02a;", Some("(\\x00 () \\x02 ((a)) ;)")),
            (b"\x03a,b,c\x03ab.;", Some("(\\x03 ((a) , (b) , (c)) \\x03 ((a) (b) .) ;)")),
            (b"\x01a\x03a;", Some("(\\x01 ((a)) \\x03 ((a)) ;)")),
            (b"\x02a\x02a;", None),
            (b"\x00\x01;", None),
            (b"\x00\x00;", None),
        ],
    );
    // An outer number does not drive each of many, and an inner one does.
    check(
        r#"<s> ::= n:<u8> := count(r) r:(l:<u8> := size(v) v:<a>* text(l))* <a> ::= [a-c]"#,
        &[
            (b"\x02\x01a\x01\x00\x00", Some("(\\x02 (\\x01 ((a)) \\x01 \\x00 () \\x00))")),
            (b"\x01\x01a\x01\x00\x00", None),
            (b"\x02\x01a\x02\x00\x00", None),
        ],
    );
}

#[test]
fn numbers_in_texts() {
    let grammar = r#"%import "std/bin.bnf" <s> ::= n:<dec> := size(v) "/" h:<hex> ";" v:(.{h}) !."#;
    let language = grammarc::load_text("text", grammar).unwrap_or_else(|report| panic!("{report}")).format();
    for (input, holds) in [("4/2;éé", true), ("2/2;éé", false), ("10/a;abcdefghij", true), ("4/3;éé", false)] {
        for choice in [EngineChoice::Auto, EngineChoice::Earley] {
            assert_eq!(language.parsing().by(choice).run(input.as_bytes()).is_ok(), holds, "{input}");
        }
    }
    let wide = grammarc::load_text("wide", r#"%import "std/bin.bnf" <s> ::= <u16be>"#);
    assert!(wide.is_err_and(|report| report.to_string().contains("G001")));
}

#[test]
fn numbers_that_are_too_large_fail_at_once() {
    let language = language(
        r#"<s> ::= b"\x06" n:<u16be> <e>{n} "."* | b"\x00" n:<u64be> := size(v) v:.* | b"\x01" n:<u32be> <e>{n} | b"\x02" n:<leb128> := 2 * count(v) v:<e>*
             | b"\x03" n:<dec> := 7 * size(v) - 9223372036854775807 * 9223372036854775807 v:.* | b"\x04" n:<u8> <e>{n,300}
             | b"\x05" n:<u16be> (((<e>{n} ";"?){n} ","?){n} "."?){n}
           <e> ::= "e"?"#,
    );
    let huge = [&b"\x02"[..], &[0xff; 40], b"\x01"].concat();
    let digits = [&b"\x03"[..], &[b'9'; 100]].concat();
    let nested = [&b"\x05\x00\x08"[..], &[b'e'; 30]].concat();
    let empties = [&b"\x06\xea\x60"[..], &[b'.'; 60_000]].concat();
    let inputs: [(&[u8], bool); 9] = [
        (b"\x00\xff\xff\xff\xff\xff\xff\xff\xff...", false),
        (b"\x00\x00\x00\x00\x00\x00\x00\x00\x03...", true),
        (b"\x01\xff\xff\xff\xff", false),
        (b"\x01\x00\x00\x00\x02eee", false),
        (b"\x04\x03ee", false),
        (&huge, false),
        (&digits, false),
        (&nested, true),
        (&empties, true),
    ];
    for (input, holds) in inputs {
        for choice in [EngineChoice::Auto, EngineChoice::Earley] {
            assert_eq!(
                language.parsing().by(choice).run(input).is_ok(),
                holds,
                "{} by {choice:?}",
                input.escape_ascii()
            );
        }
    }
}

#[test]
fn errors_say_what_fields_say() {
    let language =
        language(r##"<s> ::= n:<u8> := size(v) v:(<w> ";") "." | "#" n:<u8> <w>{n} "." %token <w> ::= [a-z]+"##);
    for (input, offset, message) in [
        (&b"\x09ab;."[..], 1, "an earlier field requires more input than is left"),
        (b"\x02ab;.", 3, "expected \";\", but an earlier field ends this part here"),
        (b"\x04ab;..", 4, "unexpected input, but an earlier field makes this part longer"),
        (b"\x03ab;,", 4, "expected \".\""),
        (b"#\x05ab.", 2, "an earlier field requires more input than is left"),
    ] {
        let error = language.parse(input).unwrap_err();
        assert_eq!((error.offset, error.message().as_str()), (offset, message), "{}", input.escape_ascii());
    }
}

/// Runs on a stack that would not bear recursion.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn nesting_needs_no_stack() {
    on_a_small_stack(|| {
        let language = language(r#"<s> ::= (t:[a-z] n:<u32be> := size(v) v:(<s>))? | "." "#);
        let mut input = b".".to_vec();
        for _ in 0..20_000 {
            let size = u32::try_from(input.len()).unwrap().to_le_bytes();
            input.extend(size);
            input.push(b'x');
        }
        // Built from the inside out.
        input.reverse();
        let mut builder = Builder::new();
        assert_eq!((language.engine)(&language, &input, &mut builder), Attempt::Parsed);
        let tree = builder.finish();
        assert!(language.parsing().by(EngineChoice::Earley).run(&input).is_ok_and(|found| found == tree));
        *input.last_mut().unwrap() = b'-';
        assert!(language.parse(&input).is_err());
        let many = [&50_000_u32.to_be_bytes()[..], &b"\x01e\x00".repeat(25_000)].concat();
        let language = self::language(r#"<s> ::= n:<u32be> <e>{n} <e> ::= n:<u8> := size(v) v:"e"*"#);
        let tree = language.parsing().by(EngineChoice::Engine).run(&many).unwrap_or_else(|error| panic!("{error}"));
        assert!(language.parsing().by(EngineChoice::Earley).run(&many).is_ok_and(|found| found == tree));
    });
}

/// All strings over the bytes 0, 1 and 2 of at most so many.
fn inputs(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for place in from..to {
            all.extend((0..3).map(|byte| [&all[place][..], &[byte]].concat()).collect::<Vec<_>>());
        }
        from = to;
    }
    all
}

#[test]
fn random_grammars_mean_what_the_definition_says() {
    let count = std::env::var("GRAMMARC_RANDOM_GRAMMARS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let inputs = inputs(if count > 300 { 5 } else { 4 });
    let (mut trees, mut decided, mut all) = (0, 0, 0);
    for seed in 0..count {
        let text = random::grammar(&mut random::Dice(seed));
        let Ok(loaded) = grammarc::load_text("random", &text) else { continue };
        let language = loaded.format();
        for input in &inputs {
            let expected = brute::tree(&language.grammar, &language.automata, input);
            let shown = || format!("{seed} on {}\n{text}\n{}", input.escape_ascii(), language.grammar);
            let found = language.parsing().by(EngineChoice::Earley).run(input).ok();
            assert!(found == expected, "{}\nfound {found:#?}\nexpected {expected:#?}", shown());
            let mut builder = Builder::new();
            match (language.engine)(&language, input, &mut builder) {
                Attempt::Parsed => assert_eq!(Some(builder.finish()), expected, "{}", shown()),
                Attempt::Failed | Attempt::Refused => assert_eq!(expected, None, "{}", shown()),
                Attempt::Undecided => continue,
            }
            decided += 1;
            trees += usize::from(expected.is_some());
        }
        all += inputs.len();
    }
    eprintln!("{decided} of {all} decided without a chart, {trees} of them with a tree");
    assert!(trees > 1_000 && decided * 5 > all, "{trees} trees, {decided} of {all}");
}
