//! Earley on whole grammars: errors, depth, ambiguity, and agreement with the deterministic engine.

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::{EngineChoice, ErrorKind};
use grammarc_runtime::tree::{NodeId, Tree};

use crate::common::{bundled, language};

fn by_chart(language: &Format, input: &str) -> Tree {
    let parsed = language.parsing().by(EngineChoice::Earley).run(input.as_bytes());
    parsed.unwrap_or_else(|error| panic!("{error}"))
}

/// The text of every node that has children in brackets, leaves bare.
fn bracketed(language: &Format, tree: &Tree, input: &str) -> String {
    fn write(tree: &Tree, id: NodeId, input: &str, out: &mut String) {
        let node = tree.node(id);
        if node.production.is_none() {
            return out.push_str(&input[node.span]);
        }
        out.push('(');
        tree.children(id).for_each(|child| write(tree, child, input, out));
        out.push(')');
    }
    let mut out = String::new();
    write(tree, tree.root(), input, &mut out);
    assert!(language.grammar.rule(tree.node(tree.root()).symbol).is_some());
    out
}

#[test]
fn an_error_says_where_and_what() {
    let json = bundled("json");
    for choice in [EngineChoice::Auto, EngineChoice::Earley] {
        let error = json.parsing().by(choice).run(br#"{"a": 1,, "b": 2}"#).unwrap_err();
        assert_eq!((error.line, error.column, error.offset), (1, 9, 8));
        assert_eq!(error.expected, ["<string>", "<ws>"]);
        let drawing = "1:9: expected <string> or <ws>\n  |\n1 | {\"a\": 1,, \"b\": 2}\n  |         ^";
        assert_eq!(error.to_string(), drawing);
        let error = json.parsing().by(choice).run(b"[1]\n\n[2]").unwrap_err();
        assert_eq!((error.line, error.column), (3, 1));
        assert!(error.expected.contains(&"end of input".to_owned()), "{error}");
    }
}

#[test]
fn ambiguity_is_settled_by_priority() {
    let language = language(r#"<e> ::= <e> "+" <e> | "a""#);
    for (input, shape) in [("a", "(a)"), ("a+a", "((a)+(a))"), ("a+a+a", "(((a)+(a))+(a))")] {
        assert_eq!(bracketed(&language, &by_chart(&language, input), input), shape);
    }
}

#[test]
fn how_items_came_about_need_not_be_stored_where_that_is_in_many_ways() {
    // Under labels it is stored.
    for (grammar, input) in [
        (r#"<e> ::= L<e> "+" R<e> | "a""#, "a".to_owned() + &"+a".repeat(40)),
        (r#"<e> ::= "a" | L<e> "+" R<e> | L<e> "*" R<e>"#, "a".to_owned() + &"+a*a".repeat(15)),
        (r#"<e> ::= L<e> R<e> | "a" | "b""#, "ab".repeat(20)),
        (r#"<e> ::= "" | "a" L<e> R<e> | "b""#, "aab".repeat(12)),
        (r#"<s> ::= L<x> M<y> R<x> <x> ::= "" | L<x> "a" <y> ::= "a" R<y> | "a""#, "a".repeat(40)),
        (r#"<s> ::= <p>* <p> ::= L<x> R<x> <x> ::= "a" L<x> | "b" | "a""#, "aab".repeat(12)),
        (r#"<s> ::= <p>+ <p> ::= L<x> | R<y> <x> ::= "a" | "a" L<x> <y> ::= L<x> "b""#, "aaab".repeat(10)),
    ] {
        let [labelled, bare] = [["l:", "m:", "r:"], [""; 3]]
            .map(|[l, m, r]| language(&grammar.replace('L', l).replace('M', m).replace('R', r)));
        let [stored, found] = [&labelled, &bare].map(|it| bracketed(it, &by_chart(it, &input), &input));
        assert_eq!(found, stored, "{grammar}");
    }
}

#[test]
fn links_count_where_they_are_not_stored() {
    let language = language(r#"<e> ::= <e> "+" <e> | "a""#);
    let parse = |operands: usize| {
        let input = "a".to_owned() + &"+a".repeat(operands - 1);
        language.parsing().by(EngineChoice::Earley).within(&mut 64_000_000).run(input.as_bytes())
    };
    // Their number is a sixth of the cube of the operands, and with the items 64 million are allowed.
    assert!(parse(721).is_ok());
    let error = parse(722).expect_err("the chart is too large");
    assert_eq!(error.kind, ErrorKind::Limit);
    assert_eq!((error.line, error.column, &error.expected[..]), (1, 1444, &["<e>".to_owned()][..]));
    assert!(error.message().ends_with("up to here, the alternatives of <e> multiply"), "{}", error.message());
}

#[test]
fn links_that_are_not_stored_are_no_limit() {
    let language = language(r#"<e> ::= <e> "+" <e> | "a""#);
    let input = "a".to_owned() + &"+a".repeat(1000);
    let tree = by_chart(&language, &input);
    assert_eq!(tree.node(tree.root()).span, 0..input.len());
}

#[test]
fn what_a_chart_leaves_changes_nothing_for_the_next() {
    let text = r#"<list> ::= ("[" <list> "]" | <e> | <word> "!"?)*
                  <e> ::= <e> "+" <e> | "a" | ""
                  %token <word> ::= [b-d]+"#;
    let used = language(text);
    let large = "[a+a+a]bcd!".repeat(500) + "[a".repeat(500).as_str() + &"]".repeat(500);
    for input in [&large, "", "a+a", "[", &large[..700], "bb!c+[]", "[a", &large, "b"] {
        let alone = language(text);
        let [again, fresh] = [&used, &alone].map(|it| it.parsing().by(EngineChoice::Earley).run(input.as_bytes()));
        assert_eq!(again, fresh, "{input}");
    }
}

#[test]
fn hidden_left_recursion_and_cycles_end() {
    let language = language(r#"<s> ::= <n> <s> "b" | <s> | "a" <n> ::= "" | "n""#);
    for (input, shape) in [("a", "(a)"), ("abb", "(()(()(a)b)b)"), ("nab", "((n)(a)b)")] {
        assert_eq!(bracketed(&language, &by_chart(&language, input), input), shape);
    }
    let error = language.parse(b"aba").unwrap_err();
    assert_eq!((error.kind, error.offset), (ErrorKind::Unexpected, 2));
}

#[test]
fn labels_are_compared() {
    let language = language(r#"<d> ::= t:([a-z]+) ":" (<w> ",")* text(t) <w> ::= [a-z]+"#);
    assert!(language.parsing().by(EngineChoice::Earley).run(b"ab:x,y,ab").is_ok());
    assert!(language.parsing().by(EngineChoice::Earley).run(b"ab:x,y,ac").is_err());
}

#[test]
fn a_million_brackets_are_no_problem() {
    let json = bundled("json");
    let open = "[".repeat(1_000_000);
    let error = json.parsing().by(EngineChoice::Earley).run(open.as_bytes()).unwrap_err();
    assert_eq!((error.kind, error.column), (ErrorKind::Unexpected, 1_000_001));
    let closed = open + &"]".repeat(1_000_000);
    assert_eq!(
        json.parsing().by(EngineChoice::Earley).run(closed.as_bytes()).unwrap(),
        json.parse(closed.as_bytes()).unwrap()
    );
}

/// All texts of at most `longest` of these letters.
fn texts(letters: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for place in from..to {
            all.extend(letters.chars().map(|letter| format!("{}{letter}", all[place])).collect::<Vec<_>>());
        }
        from = to;
    }
    all
}

#[test]
fn leaps_over_right_recursion_leave_no_tree_out() {
    // Under labels there are no leaps.
    for (grammar, letters, longest) in [
        (r#"<s> ::= "[" <l> ","? "]" <l> ::= "a" "," L<l> | "a""#, "a,[]", 7),
        (r#"<s> ::= "[" <l> ","? "]" <l> ::= <x> "," L<l> | <x> <x> ::= "a" | <s>"#, "a,[]", 7),
        (r#"<s> ::= "[" <l>? ","? "]" <l> ::= <x> "," L<l> | <x> "," | <x> <x> ::= "a" | <s>"#, "a,[]", 7),
        (r#"<s> ::= <l> <l>? <l> ::= "a" L<l> | "a""#, "a", 9),
        (r#"<s> ::= <l> "a"* <l> ::= "a" L<l> | "a""#, "a", 9),
        (r#"<s> ::= <l> "b"* "a"* <l> ::= "a" L<m> | "a" <m> ::= "b" R<l> | "b""#, "ab", 9),
        (r#"<s> ::= <l> <l> <l> ::= "a" L<l> | "a" "b" R<l> | "a" | "b""#, "ab", 9),
        (r#"<s> ::= <l> <l> <l> ::= "a" L<l> | "a" "b" R<l> | "a" "b" "a" | "b" "a"? | """#, "ab", 9),
        (r#"<s> ::= <l> "a"* <l> ::= "a" L<m> | "" <m> ::= "a" R<l> | "b" | "a" L<m>"#, "ab", 9),
        (r#"<s> ::= <l> "."? <l> ::= <x> L<l> | "b" <x> ::= "a" | "a" "a""#, "ab.", 8),
        (r#"<s> ::= <l> | <p> <l> ::= "a" L<l> | "b" <p> ::= "a" R<p> "b" | <l> | """#, "ab", 9),
        (r#"<s> ::= <s> "." <l> | <l> <l> ::= <x> L<l> | <x> <x> ::= "(" <s> ")" | "a""#, "a.()", 7),
        (r#"<s> ::= "(" <l> "a"? ")" <l> ::= "a" "b"? L<m> | "a" <m> ::= "b"? R<l>"#, "(ab)", 7),
    ] {
        let [labelled, bare] = [["l:", "r:"], [""; 2]].map(|[l, r]| language(&grammar.replace('L', l).replace('R', r)));
        let mut trees = 0;
        for input in texts(letters, longest) {
            let [one, other] = [&labelled, &bare].map(|it| {
                let first = it.parsing().by(EngineChoice::Earley).run(input.as_bytes());
                let second = first.is_ok().then(|| it.second_tree(input.as_bytes(), usize::MAX)).flatten();
                [Some(first.map_err(|error| error.offset)), second.map(Ok)]
                    .map(|tree| tree.map(|tree| tree.map(|tree| bracketed(it, &tree, &input))))
            });
            assert_eq!(other, one, "{input} by {grammar}");
            trees += usize::from(matches!(one[0], Some(Ok(_))));
        }
        assert!(trees >= 5, "{trees} texts of {grammar} prove little");
    }
}

#[test]
fn lists_have_the_same_tree_by_every_engine() {
    for (grammar, open, close) in [
        (r#"<s> ::= "[" <x> ++ "," ","? "]" <x> ::= "a" | <s>"#, "[", "]"),
        (r#"<s> ::= "[" <x> ** "," ","? "]" <x> ::= "a" | <s>"#, "[", "]"),
        (r#"<s> ::= "[" (<x> ++ "," ","?)? "]" <x> ::= "a" | <s>"#, "[", "]"),
        (r#"<s> ::= "[" <x> ("," <x>)* ","? "]" <x> ::= "a" | <s>"#, "[", "]"),
        (r#"<s> ::= "[" <l> ","? "]" <l> ::= <x> "," <l> | <x> <x> ::= "a" | <s>"#, "[", "]"),
        (r#"%skip <ws> <s> ::= "[" <x> ++ "," ","? "]" <x> ::= "a" | <s> <ws> ::= [ \n]*"#, "[ ", "\n]"),
        (r#"<s> ::= "[" <x> ++ "," ","* "]" <x> ::= "a" | <s>"#, "[", "]"),
        (r#"<s> ::= "[" <x> ++ "," <x> ** "," "]" <x> ::= "a" | <s>"#, "[", "]"),
    ] {
        let language = language(grammar);
        for elements in 0..12 {
            for nested in 0..=elements {
                for comma in ["", ",", ",,"] {
                    let element = |place| match place % 3 {
                        _ if place < nested => format!("{open}a,a,a{comma}{close}"),
                        0 => format!("{open}a{close}"),
                        _ => "a".to_owned(),
                    };
                    let list: Vec<String> = (0..elements).map(element).collect();
                    let input = format!("{open}{}{comma}{close}", list.join(","));
                    let [auto, chart] = [EngineChoice::Auto, EngineChoice::Earley]
                        .map(|choice| language.parsing().by(choice).run(input.as_bytes()));
                    let [auto, chart] = [auto, chart].map(|it| it.map_err(|error| error.offset));
                    assert_eq!(chart, auto, "{input} by {grammar}");
                }
            }
        }
    }
}

/// The effort that a chart of a text takes, in items and links.
fn effort(language: &Format, input: &str) -> usize {
    let mut left = usize::MAX;
    let parsed = language.parsing().by(EngineChoice::Earley).within(&mut left).run(input.as_bytes());
    parsed.unwrap_or_else(|error| panic!("{error}"));
    usize::MAX - left
}

#[test]
fn the_chart_of_a_list_grows_with_the_list() {
    for grammar in [
        r#"<s> ::= "[" <x> ++ "," ","? "]" <x> ::= "a""#,
        r#"<s> ::= "[" <x> ** "," ","? "]" <x> ::= "a""#,
        r#"<s> ::= "[" (<x> ("," <x>)* ","?)? "]" <x> ::= "a""#,
        r#"<s> ::= "[" <l> ","? "]" <l> ::= <x> "," <l> | <x> <x> ::= "a""#,
        r#"<s> ::= "[" <l> ","? "]" <l> ::= <x> <m> <m> ::= "," <l> | "" <x> ::= "a""#,
    ] {
        let language = language(grammar);
        for end in ["", ","] {
            let list = |elements: usize| format!("[a{}{end}]", ",a".repeat(elements - 1));
            let [small, large] = [1000, 4000].map(|elements| effort(&language, &list(elements)));
            assert!(large <= 4 * small + small / 20, "{small} for 1,000 elements, {large} for 4,000 of {grammar}");
        }
    }
}

#[test]
fn an_ambiguous_list_that_needs_too_many_nodes_is_refused() {
    let language = language(r#"<s> ::= <x>* <y>* <x> ::= "a" <y> ::= "a""#);
    let parse = |letters: usize, mut effort: usize| {
        language.parsing().by(EngineChoice::Earley).within(&mut effort).run("a".repeat(letters).as_bytes())
    };
    assert!(parse(300, 100_000).is_ok());
    let error = parse(3000, 100_000).expect_err("its nodes are the square of its length");
    assert_eq!(error.kind, ErrorKind::Limit);
}

#[test]
fn the_chart_of_a_python_program_grows_with_its_lists_and_blocks() {
    let python = bundled("python");
    for (head, line, end) in [
        ("x = [\n", "    'k0', 'v',\n", "]\n"),
        ("f(\n", "    a=b,\n", ")\n"),
        ("class A:\n", "    x = f(a, b)\n", "y\n"),
        ("class A:\n    def f():\n", "        return a\n", "    def g(): x\ny\n"),
    ] {
        let [small, large] = [300, 1200].map(|lines| effort(&python, &[head, &line.repeat(lines), end].concat()));
        assert!(large <= 4 * small + small / 20, "{small} for 300 lines, {large} for 1,200 of {line}");
    }
}
