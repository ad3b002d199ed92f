//! Hooks of names, judged on trees: a grammar, inputs, and what is said of each.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::Outcome;

use crate::common::language;

/// What is wrong with an input: place and sentence of each violation, in the order found.
fn said(language: &Format, input: &str) -> Vec<String> {
    match language.parsing().judge(input.as_bytes()) {
        Outcome::Valid(_) => Vec::new(),
        Outcome::Invalid(tree, violations) => violations
            .iter()
            .map(|it| format!("{} {}", tree.node(it.node).span.start, it.message(&language.grammar)))
            .collect(),
        Outcome::NoParse(error) => panic!("{input}: {}", error.message()),
    }
}

#[track_caller]
fn check(grammar: &str, cases: &[(&str, &[&str])]) {
    let language = language(grammar);
    for (input, expected) in cases {
        assert_eq!(said(&language, input), *expected, "{input}");
    }
}

const LETTERS: &str = "%token <id> ::= [a-zA-Z]\n";

fn undefined(place: usize, name: &str, late: &str) -> String {
    format!("{place} `{name}` is not defined {late} (in `v`)")
}

/// `d` defines, `u` uses, each with the letter after it.
fn names(def: &str, uses: &str) -> String {
    format!("<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v{def}) \"x\"? | \"u\" <id> @use(v{uses})\n{LETTERS}")
}

#[test]
fn a_definition_is_visible_from_the_end_of_its_item() {
    check(&names("", ""), &[("dxux", &[]), ("ux", &[&undefined(1, "x", "before its use")])]);
    let inside = format!("<s> ::= \"d\" (<id> @def(v) \"=\" <id> @use(v))\n{LETTERS}");
    check(&inside, &[("da=a", &[])]);
}

#[test]
fn at_end_is_the_end_of_the_rule_application_around_it() {
    let inside = format!("<s> ::= <a>*\n<a> ::= <id> @def(v, at=end) \"=\" <id> @use(v) \";\"\n{LETTERS}");
    let own = undefined(2, "a", "before its use");
    check(&inside, &[("a=a;", &[&own]), ("a=a;b=a;", &[&own]), ("a=b;b=a;", &[&undefined(2, "b", "before its use")])]);
}

#[test]
fn at_scope_is_the_start_of_the_scope() {
    check(&names(", at=scope", ""), &[("uadaua", &[]), ("ua", &[&undefined(1, "a", "in its scope")])]);
}

#[test]
fn a_late_use_may_come_before_its_definition() {
    check(&names("", ", at=scope"), &[("uada", &[]), ("uadb", &[&undefined(1, "a", "in its scope")])]);
}

#[test]
fn a_scope_ends_with_its_item() {
    let nested = format!(
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v) | \"u\" <id> @use(v) | \"{{\" <one>* @scope(v) \"}}\"\n{LETTERS}"
    );
    check(&nested, &[("da{ua}", &[]), ("{da}ua", &[&undefined(5, "a", "before its use")]), ("{{da}da{ua}}", &[])]);
}

#[test]
fn what_may_be_defined_around_a_scope_is_judged_there() {
    let nested = format!(
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v, at=scope) | \"u\" <id> @use(v) | \"{{\" <one>* @scope(v) \"}}\"\n{LETTERS}"
    );
    check(&nested, &[("{ua}da", &[]), ("{{ua}{da}}", &[&undefined(3, "a", "in its scope")])]);
}

/// `d` defines, `u` uses, `f` wants a name that is free; `-` begins the rest of a scope, `{}` is a scope, `[]` a closed one.
fn bordered(at: &str) -> String {
    format!(
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v{at}) | \"u\" <id> @use(v) | \"f\" <id> @free(v) | \"-\" @rest(v)\n\
         | \"{{\" <one>* @scope(v) \"}}\" | \"[\" <one>* @closed(v) \"]\"\n{LETTERS}"
    )
}

#[test]
fn a_closed_scope_knows_nothing_of_what_is_around_it() {
    let unknown = |place: usize| undefined(place, "a", "before its use");
    check(&bordered(""), &[("da[{daua}]ua", &[]), ("da[ua]", &[&unknown(4)]), ("da[{ua}]", &[&unknown(5)])]);
    // A use in it does not wait for what comes after it.
    let lost = undefined(2, "a", "in its scope");
    check(
        &bordered(", at=scope"),
        &[("[{ua}da]", &[]), ("[ua]da", &[&lost]), ("[{ua}]da", &[&lost.replace('2', "3")])],
    );
}

#[test]
fn the_rest_of_a_scope_is_a_scope_in_it() {
    let lost = |place: usize| undefined(place, "a", "in its scope");
    let early = bordered(", at=scope");
    // Known from before on, and in what begins later; not where the rest had not begun.
    check(&early, &[("da-ua-{ua}", &[]), ("-ua-da", &[&lost(2)]), ("ua-da", &[&lost(1)]), ("-uada", &[])]);
    // It ends with the scope around it, also with that of the whole input.
    check(&early, &[("{-da}ua", &[&lost(6)]), ("{-{ua}da}", &[]), ("{{ua}-da}", &[&lost(3)]), ("{{ua}-}da", &[])]);
    check(&early, &[("[-da-[]ua]-ua", &[&lost(12)])]);
    let whole = bordered(", at=whole");
    check(&whole, &[("ua-da", &[]), ("ua-{ua-da}", &[&lost(1)]), ("{ua-[-da]}ua", &[&lost(2), &lost(11)])]);
    check(&whole, &[("-da{fb}", &[]), ("-{-}da-{ua}", &[])]);
}

#[test]
fn a_free_name_is_known_nowhere_around() {
    let taken = |place: usize| format!("{place} `a` is already defined (in `v`) and must be unique");
    check(&bordered(""), &[("fada{db}fb", &[]), ("dafa", &[&taken(3)]), ("da{-fa}", &[&taken(5)]), ("da[fa]fb", &[])]);
}

#[test]
fn a_name_without_text_says_what_may_stand_where() {
    let inside = include_str!("../hooks/inside.bnf");
    let nothing = |place: usize, of: &str| format!("{place} no name is defined before its use (in `{of}`)");
    check(inside, &[("loop{break;loop{}break;}fn(...){...;}", &[])]);
    check(inside, &[("loop{fn(){break;}}", &[&nothing(16, "loops")]), ("fn(){...;}", &[&nothing(9, "more")])]);
}

#[test]
fn names_are_unique_in_their_scope() {
    let taken = |place: usize| format!("{place} `a` is already defined (in `v`) and must be unique");
    check(&names(", unique", ""), &[("dada", &[&taken(3)]), ("dadb", &[])]);
    check(&names(", unique, at=end", ""), &[("dada", &[&taken(3)])]);
    let scoped = format!("<s> ::= (\"(\" <list> \")\")*\n<list> ::= (<id> @unique(v))* @scope(v)\n{LETTERS}");
    check(&scoped, &[("(ab)(ab)", &[]), ("(aba)", &[&taken(3)])]);
}

#[test]
fn a_name_that_is_only_taken_is_not_defined() {
    let grammar = format!(
        "<s> ::= <one>*\n<one> ::= \"t\" <id> @unique(v) | \"d\" <id> @def(v) | \"u\" <id> @use(v) | \"l\" <id> @use(w, at=scope) | \"w\" <id> @unique(w) | \"e\" <id> @def(w)\n{LETTERS}"
    );
    let taken = "3 `a` is already defined (in `v`) and must be unique";
    let late = "1 `a` is not defined in its scope (in `w`)";
    check(
        &grammar,
        &[
            ("taua", &[&undefined(3, "a", "before its use")]),
            ("tadaua", &[]),
            ("data", &[taken]),
            ("lawa", &[late]),
            ("laea", &[]),
        ],
    );
    // The fuzzer uses no such name either.
    let language = language(&grammar);
    for seed in 0..200 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        let text = String::from_utf8(text).expect("it is ASCII");
        assert_eq!(said(&language, &text), [""; 0], "{text}");
    }
}

#[test]
fn what_waits_outside_of_its_scope_needs_a_definition_for_all_of_the_scope() {
    let grammar = format!(
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v) | \"e\" <id> @def(v, at=scope) | \"u\" <id> @use(v) | \"l\" <id> @use(v, at=scope) | \"{{\" <one>* @scope(v) \"}}\"\n{LETTERS}"
    );
    let missing = undefined(2, "a", "in its scope");
    check(
        &grammar,
        &[
            ("{la}ea", &[]),
            ("{la}da", &[&missing]),
            ("da{la}", &[]),
            ("{lada}", &[]),
            ("{ua}ea", &[]),
            ("{ua}da", &[&missing]),
        ],
    );
}

#[test]
fn case_is_ignored_where_either_side_says_so() {
    check(&names("", ""), &[("daua", &[]), ("dauA", &[&undefined(3, "A", "before its use")])]);
    check(&names("", ", ci"), &[("dauA", &[])]);
    check(&names(", ci", ""), &[("dauA", &[])]);
    let taken = "3 `A` is already defined (in `v`) and must be unique";
    check(&names(", unique, ci", ""), &[("dadA", &[taken])]);
}

#[test]
fn what_is_skipped_is_not_part_of_a_name() {
    let skipped =
        "%skip <ws>\n<s> ::= (\"d\" <id> @def(v) | \"u\" <id> @use(v))*\n<id> ::= [a-z]+\n%token <ws> ::= \" \"+\n";
    check(skipped, &[("d ab  u ab", &[]), ("d ab u ab ", &[])]);
}

#[test]
fn precedence_levels_and_separators_carry_hooks() {
    let sums = "<s> ::= <d> ++ \",\" \";\" <e>\n<d> ::= [a-z] @def(v)\n\
                <e> ::= <e> \"+\" <e> @left(1) | <e> \"*\" <e> @left(2) | <n> @use(v)\n<n> ::= [a-z]\n";
    check(sums, &[("a,b;a+b*a", &[]), ("a,b;a+c*a", &[&undefined(6, "c", "before its use")])]);
}

/// The question of C: is `a*b;` a declaration of `b`, or a product? It depends on whether `a` is a type.
const TYPES: &str = "<s> ::= <line>*\n\
    <line> ::= \"type \" <id> @def(types) \";\" @as(Type) | <id> @use(types) \"*\" <id> @def(v) \";\" @as(Declare)\n\
             | \"let \" <id> @def(v) \";\" @as(Let) | <id> @use(v) \"*\" <id> @use(v) \";\" @as(Product)\n\
    %token <id> ::= [a-z]\n";

#[test]
fn what_hooks_reject_is_read_another_way() {
    let language = language(TYPES);
    let read = |input: &str| match language.parsing().judge(input.as_bytes()) {
        Outcome::Valid(tree) => {
            let names = tree.children(tree.root()).filter_map(|line| tree.node(line).production);
            let names = names.map(|id| language.grammar.production(id).name.clone().unwrap_or_default());
            Some(names.collect::<Vec<_>>().join(" "))
        }
        _ => None,
    };
    assert_eq!(read("type a;a*b;"), Some("Type Declare".to_owned()));
    assert_eq!(read("let a;let b;a*b;"), Some("Let Let Product".to_owned()));
    assert_eq!(read("type a;let c;a*b;b*c;"), Some("Type Let Declare Product".to_owned()));
    assert_eq!(read("let b;a*b;"), None);
    // Every wrong line doubles the number of trees; after 64 rejections the first tree is the answer.
    let wrong = format!("type a;{}x*y;", "a*b;".repeat(30));
    assert_eq!(said(&language, &wrong)[0], "127 `x` is not defined before its use (in `types`)");
    let many = format!("let a;let b;{}", "a*b;".repeat(50));
    assert!(read(&many).is_some_and(|names| names.ends_with("Product")));
}

#[test]
fn texts_have_other_ends_where_a_hook_asks_for_them() {
    let words = "<s> ::= \"def \" [a-z]+ @def(v) \";\" ([a-z]+ @use(v))*\n";
    check(words, &[("def ab;abab", &[]), ("def ab;abba", &["7 `abba` is not defined before its use (in `v`)"])]);
}

#[test]
fn a_value_rejects_nothing_and_changes_no_text() {
    let line = "<one> ::= \"d\" <id> @def(v, at=end) (\"=\" (<id> @use(v) | [0-9]+) @value(v))? | \"u\" <id> @use(v)\n";
    let grammar = format!("<s> ::= <one>*\n{line}{LETTERS}");
    check(&grammar, &[("da=1ua", &[]), ("da=aua", &[&undefined(3, "a", "before its use")])]);
    let without = language(&grammar.replace(" @value(v)", ""));
    let with = language(&grammar);
    for seed in 0..200 {
        let text = |language: &Format| fuzz(language, &mut Choices::fresh(seed), 20).expect("there are texts");
        assert_eq!(text(&with), text(&without), "seed {seed}");
    }
}
