//! What the constructs of the grammar language mean: inputs with their trees, or without one, the same by both engines.

use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::{NodeId, Tree};

/// An input and its tree: nodes in parentheses, blanks of leaves as `_`; none if it is wrong.
type Sample<'a> = (&'a str, Option<&'a str>);

fn check(grammar: &str, samples: &[Sample<'_>]) {
    let loaded = grammarc::load_text("test", grammar).unwrap_or_else(|report| panic!("{report}"));
    let language = loaded.format();
    for &(input, expected) in samples {
        let [auto, chart] = [EngineChoice::Auto, EngineChoice::Earley].map(|choice| {
            let parsed = language.parsing().by(choice).run(input.as_bytes()).ok();
            let found = parsed.as_ref().map(|tree| drawn(tree, tree.root(), input));
            assert_eq!(found.as_deref(), expected, "{input:?} by {choice:?} of\n{grammar}\n{}", loaded.grammar);
            parsed
        });
        assert_eq!(auto, chart, "{input:?} of\n{grammar}\n{}", loaded.grammar);
    }
}

fn drawn(tree: &Tree, id: NodeId, input: &str) -> String {
    let node = tree.node(id);
    if node.production.is_none() {
        return input[node.span].replace([' ', '\n'], "_");
    }
    let children: Vec<String> = tree.children(id).map(|child| drawn(tree, child, input)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn macros_where_what_is_skipped_is_not_regular() {
    check(
        r#"%skip <c> <s> ::= <m> <m> "." %inline <m> ::= [xy]{1,2} <c> ::= "(" <c>? ")""#,
        &[
            ("x(())yx()()", None),
            ("(())x(())yx().", Some("((( (( )) )) (x (( (( )) )) yx (( )) .))")),
            ("xyx(()).", Some("((xy x (( (( )) )) .))")),
            ("x(y).", None),
        ],
    );
}

#[test]
fn what_is_excluded_is_the_text_of_the_item_alone() {
    // With or without a rule in it, an exclusion does not see what is skipped, and the item is one leaf.
    for without in [r#"("b" "b")"#, r#"("b" <g>)"#] {
        let grammar = format!(r#"%skip <c> <s> ::= "a" "b"? - {without} "x" <c> ::= "c" <g> ::= "b""#);
        check(
            &grammar,
            &[
                ("ax", Some("((a  x))")),
                ("acx", Some("((a (c)  x))")),
                ("abcx", Some("((a b (c) x))")),
                ("accx", Some("((a (c)  (c) x))")),
                ("abbx", None),
            ],
        );
    }
}

#[test]
fn repetitions() {
    check(
        r#"<s> ::= <a>{2} <b>{1,3} <c>{2,} <a>? <b> ** "," ";" <c> ++ "-"
           <a> ::= "a" <b> ::= "b" <c> ::= "c""#,
        &[
            ("aabcc;c", Some("((a) (a) (b) (c) (c) ; (c))")),
            ("aabbbcccab,b;c-c-c", Some("((a) (a) (b) (b) (b) (c) (c) (c) (a) (b) , (b) ; (c) - (c) - (c))")),
            ("aabbbbcc;c", None),
            ("abcc;c", None),
            ("aabc;c", None),
            ("aabcc;", None),
            ("aabccb,;c", None),
        ],
    );
    check(r#"<s> ::= <x>* "!" <x> ::= "x" | """#, &[("!", Some("(!)")), ("xx!", Some("((x) (x) !)"))]);
}

#[test]
fn tokens() {
    check(
        r#"<s> ::= <name> "=" <word>? | <name> <name>
           %token <name> ::= <word> - ("if" | <else>)
           %token <word> ::= [a-z]+
           <else> ::= "els" "e""#,
        &[("x=y", Some("(x = y)")), ("iff=", Some("(iff =)")), ("if=", None), ("else=", None), ("ab", None)],
    );
    check(
        r#"<s> ::= ([a-z]+ - "no") "." | <up> - "NO" "!" | [0-9]* "0"
           <up> ::= [A-Z] <up>?"#,
        &[
            ("yes.", Some("(yes .)")),
            ("no.", None),
            ("not.", Some("(not .)")),
            ("YES!", Some("((Y (E (S))) !)")),
            ("NO!", None),
            ("120", Some("(12 0)")),
        ],
    );
}

#[test]
fn look_aheads_and_characters() {
    check(
        r#"<s> ::= "<" !([a-z/]) <rest> | &"é" . . | (!"-->" .)* "-->" !. | i"straße" [^\x00-\x7f]
           <rest> ::= [^é]*"#,
        &[
            ("<1", Some("(< (1))")),
            ("<a", None),
            ("<é", None),
            ("éß", Some("(é ß)")),
            ("-x->-->", Some("(-x-> -->)")),
            ("--> ", None),
            ("STRAßE€", Some("(STRAßE €)")),
            ("strasse€", None),
        ],
    );
}

#[test]
fn skip() {
    check(
        r#"%skip <ws>
           <s> ::= "[" <id> ** "," "]" | <pair>
           %exact <pair> ::= <id> ":" <id>
           %token <id> ::= [a-z]+
           <ws> ::= ([ \n] | <comment>)+
           <comment> ::= "{" (<comment> | [^{}])* "}""#,
        &[
            ("[a,b]", Some("(([ a , b ]))")),
            (" [ a\n,b ]", Some("((_) ([ (_) a (_) , b (_) ]))")),
            ("{a{b}}[]", Some("((({ a ({ b }) })) ([ ]))")),
            ("[ab]", Some("(([ ab ]))")),
            ("[a b]", None),
            (" a:b", Some("((_) ((a : b)))")),
            ("a :b", None),
            ("a:b ", None),
        ],
    );
}

#[test]
fn keywords() {
    check(
        r#"%word <id> %skip <ws> <s> ::= "let" <id> ("in" | "=") <id> ("do" | "od")
           %token <id> ::= [a-z]+ %token <ws> ::= " "+"#,
        &[("let x=y do", Some("((let _ x = y _ do))")), ("letx=y do", None), ("let x iny do", None)],
    );
    check(
        r#"%word <id> <s> ::= "let" [0-9] ("in" | "=") [0-9] ("do" | "od") %token <id> ::= [a-z]+"#,
        &[("let1=2do", Some("(let 1 = 2 do)")), ("let1in2od", Some("(let 1 in 2 od)")), ("let1in2odd", None)],
    );
}

#[test]
fn precedence() {
    check(
        r#"<e> ::= <e> "+" <e> @left(1) | <e> "*" <e> @left(2) | <e> "^" <e> @right(4) | "-" <e> @right(3)
             | <e> "=" <e> @none(0) | <e> "!" @left(5) | "(" <e> ")" | [0-9]"#,
        &[
            ("1+2+3", Some("(((1) + (2)) + (3))")),
            ("1+2*3", Some("((1) + ((2) * (3)))")),
            ("1*2+3", Some("(((1) * (2)) + (3))")),
            ("1^2^3", Some("((1) ^ ((2) ^ (3)))")),
            ("-1^2", Some("(- ((1) ^ (2)))")),
            ("-1*2", Some("((- (1)) * (2))")),
            ("1=2+3", Some("((1) = ((2) + (3)))")),
            ("1=2=3", None),
            ("1^2!", Some("((1) ^ ((2) !))")),
            ("(1=2)=3", Some("((( ((1) = (2)) )) = (3))")),
        ],
    );
    check(
        r#"<e> ::= <e> "?" <e> ":" <e> @right(0) | <e> "," <e> @left(1) | "a""#,
        &[
            ("a?a:a?a:a", Some("((a) ? (a) : ((a) ? (a) : (a)))")),
            ("a,a?a?a:a:a", Some("(((a) , (a)) ? ((a) ? (a) : (a)) : (a))")),
        ],
    );
}

#[test]
fn labels() {
    check(
        r#"<s> ::= "<" open:<name> ">" (<s> | (!("</" text_ci(open)) .))* "</" <name> := text_ci(open) ">"
           %token <name> ::= [a-zA-Z]+"#,
        &[
            ("<a>x</A>", Some("(< a > x </ A >)")),
            ("<a><b></b></a>", Some("(< a > (< b > </ b >) </ a >)")),
            ("<a></b>", None),
        ],
    );
    check(
        r#"<s> ::= q:["'] (!(text(q)) .)* text(q) | ("(" a:<w> ")") <x> text(a) | (l:"a" text(l) | l:"b" text(l) "c")+
           %token <w> ::= [a-z]* <x> ::= "=""#,
        &[
            ("'a\"'", Some("(' a \" ')")),
            ("'a\"", None),
            ("(xy)=xy", Some("(( xy ) (=) xy)")),
            ("(xy)=x", None),
            ("()=", Some("((  ) (=) )")),
            ("aabbc", Some("(a a b b c)")),
            ("aabb", None),
        ],
    );
}

#[test]
fn exclusions_by_label() {
    check(
        r#"<s> ::= a:[a-z]+ ":" ([a-z]+ - text(a)) ":" <x>+ - (text_ci(a) | text(a) "." | "no") <x> ::= [A-Za-z.]"#,
        &[
            ("ab:cd:f", Some("(ab : cd : (f))")),
            ("ab:ab:f", None),
            ("ab:a:ba.", Some("(ab : a : (b) (a) (.))")),
            ("ab:a:Ab", None),
            ("ab:a:ab.", None),
            ("ab:a:no", None),
            ("ab:a:nob", Some("(ab : a : (n) (o) (b))")),
        ],
    );
    check(
        r#"<s> ::= q:["'] ((. - text(q)) | text(q) text(q))* text(q)"#,
        &[
            ("'a\"b'", Some("(' a \" b ')")),
            ("'a''b'", Some("(' a ' ' b ')")),
            ("'a'b'", None),
            ("''", Some("(' ')")),
            ("''''", Some("(' ' ' ')")),
            ("'''", None),
        ],
    );
    check(
        r#"<s> ::= k:[a-z] !([a-z] - text(k) | text(k) "!") . &(([a-z]+ - text(k)) ".") .*"#,
        &[
            ("aab.", Some("(a a b.)")),
            ("aaa.", None),
            ("aaaa.", Some("(a a aa.)")),
            ("aba.", None),
            ("aa!.", None),
            ("a1b", None),
        ],
    );
    check(
        r#"<s> ::= (t:<w> "=" (l:<w> "," | <w> "+") ++ "&" - (text(t) [+,] | "xx" .) ";")+ <w> ::= [a-z]+"#,
        &[
            ("a=b,;b=a+;", Some("((a) = (b) , ; (b) = (a) + ;)")),
            ("a=a,;", None),
            ("a=b,;b=b+;", None),
            ("a=a,&a,;", Some("((a) = (a) , & (a) , ;)")),
            ("a=xx+;", None),
        ],
    );
}

#[test]
fn macros() {
    check(
        r#"<s> ::= <quoted> <list> <digits>
           %inline <quoted> ::= q:["'] <w> text(q)
           %inline <list> ::= "." <w> | ";"
           %inline <digits> ::= [0-9]+ | "none"
           <w> ::= [a-z]"#,
        &[("'x'.y12", Some("(' (x) ' . (y) 12)")), ("\"x\";none", Some("(\" (x) \" ; none)")), ("'x\";1", None)],
    );
}

#[test]
fn keywords_in_macros_and_opaque_rules() {
    check(
        r#"%word <id> <s> ::= <let> [0-9] <op>{2} %inline <let> ::= "let" | "var" %inline <op> ::= "in" | [+.]
           %token <id> ::= [a-z0-9]+"#,
        &[("let1++", None), ("let", None)],
    );
    check(
        r#"%word <id> <s> ::= <let> [0-9] <op>{2} %inline <let> ::= "let" | "var" %inline <op> ::= "in" | [+.]
           %token <id> ::= [a-z]+"#,
        &[("let1in+", Some("(let 1 in +)")), ("var1+.", Some("(var 1 + .)")), ("let1inin", None)],
    );
    check(
        r#"%word <id> <s> ::= <o> [a-z]* %opaque <o> ::= "let" | <id> "." %token <id> ::= [a-z]+"#,
        &[("let", Some("(() )")), ("lets", None), ("let.a", Some("(() a)"))],
    );
    check(
        r#"%skip <sp> <s> ::= <o> <o> %opaque %exact <o> ::= <t> "b" | "." %token <t> ::= "a" "b"* %token <sp> ::= " ""#,
        &[(". .", Some("((() _ ()))")), ("ab .", None)],
    );
}

#[test]
fn skip_after_what_is_checked_twice() {
    check(
        r#"%skip <sp> <s> ::= l:<t> "," <t> - "b" := text(l) "." %token <t> ::= [a-z]+ %token <sp> ::= " ""#,
        &[("a , a .", Some("((a _ , _ a _ .))")), ("b,b.", None), ("a,b.", None)],
    );
}

#[test]
fn what_is_skipped_after_an_opaque_rule_is_not_in_it() {
    check(r#"%start <r> %skip <s> %opaque <r> ::= "" <s> ::= "c""#, &[("cc", Some("((c)  (c))")), ("ccc", None)]);
}

#[test]
fn what_is_skipped_inside_of_an_opaque_rule() {
    // After each terminal, in groups and macros too, but not after a rule: that brings its own.
    let grammar = |rest: &str| format!(r#"%start <o> %skip <s> <s> ::= "c" %opaque <o> ::= {rest}"#);
    for group in [r#"("a" <x>) "b" <x> ::= "d""#, r#"<m> "b" <x> ::= "d" %inline <m> ::= "a" <x>"#] {
        check(
            &grammar(group),
            &[("adb", Some("(adb)")), ("acdcbc", Some("(acdcbc)")), ("adccb", None), ("accdb", None)],
        );
    }
    check(
        &grammar(r#"<m>+ "b" %inline <m> ::= "a"* "d""#),
        &[("adb", Some("(adb)")), ("addcb", Some("(addcb)")), ("adcdb", None)],
    );
    check(
        &grammar(r#""a"? <e> "t" %exact <e> ::= "e""#),
        &[("et", Some("(et)")), ("acet", Some("(acet)")), ("ccet", None), ("aect", None), ("aetc", Some("(aetc)"))],
    );
}

#[test]
fn cycles_by_groups_are_no_cycles() {
    check(r#"<n> ::= "b"? (<m> | "x") <m> ::= <n>"#, &[("bx", Some("(b (( x)))")), ("x", Some("( x)"))]);
}

#[test]
fn what_an_option_took_is_given_back() {
    check(
        r#"<s> ::= <e>{2,3} "a" <e> ::= "a" | <e> [ab] <e> @left(0) | <e> "a" <e> @left(0)"#,
        &[("aaa", Some("((a) (a) a)"))],
    );
}

#[test]
fn bytes() {
    let loaded = grammarc::load_text(
        "test",
        r#"%encoding bytes %import "std/bin.bnf" as n
           %start <s>
           <s> ::= b"\x89P" <n.u16be> [^\x00-\x7f] "é" . v:<n.dec>"#,
    );
    let language = loaded.unwrap_or_else(|report| panic!("{report}")).format();
    let whole = b"\x89P\xff\x00\x80\xc3\xa9\xfe12";
    for choice in [EngineChoice::Auto, EngineChoice::Earley] {
        assert!(language.parsing().by(choice).run(whole).is_ok());
        assert!(language.parsing().by(choice).run(&whole[..8]).is_err());
        assert!(language.parsing().by(choice).run(b"\x89P\xff\x00\x7f\xc3\xa9\xfe12").is_err());
    }
}
