//! Facts on small grammars whose answers can be checked by hand.

use grammarc::facts::left_recursion::{self, LeftRecursion};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Rule, RuleKind, Symbol};

fn load(text: &str) -> Grammar {
    grammarc::load_text("facts", text).unwrap_or_else(|report| panic!("{report}")).grammar
}

fn rule<'g>(grammar: &'g Grammar, name: &str) -> &'g Rule {
    let symbol = grammar.symbol(name).unwrap_or_else(|| panic!("there is no <{name}>"));
    &grammar.rules[symbol.0 as usize]
}

fn set(bytes: &str) -> ByteSet {
    let mut set = ByteSet::EMPTY;
    bytes.bytes().filter(|&byte| byte != b'$').for_each(|byte| set.insert(byte));
    if bytes.contains('$') {
        set.insert_end();
    }
    set
}

/// The grammar 4.28 of the dragon book, with its FIRST and FOLLOW.
#[test]
fn first_and_follow_are_those_of_the_book() {
    let grammar = load(
        r#"<e> ::= <t> <e.>  <e.> ::= "+" <t> <e.> | ""
           <t> ::= <f> <t.>  <t.> ::= "*" <f> <t.> | ""
           <f> ::= "(" <e> ")" | "i""#,
    );
    for (name, first, follow, nullable) in [
        ("e", "(i", ")$", false),
        ("e.", "+", ")$", true),
        ("t", "(i", "+)$", false),
        ("t.", "*", "+)$", true),
        ("f", "(i", "+*)$", false),
    ] {
        let rule = rule(&grammar, name);
        assert_eq!((rule.first, rule.follow, rule.nullable), (set(first), set(follow), nullable), "<{name}>");
    }
}

#[test]
fn what_is_seen_through_a_token_that_may_be_empty() {
    let grammar = load(
        r#"<s> ::= <ws> <a> <ws> "!" | !"q" <a>  <a> ::= <ws> "a" | "" 
           %token <ws> ::= " "*"#,
    );
    assert_eq!(rule(&grammar, "s").first, set(" a!$").without_end());
    assert_eq!(rule(&grammar, "a").follow, set(" !$"));
    assert!(rule(&grammar, "a").nullable);
    assert!(!rule(&grammar, "s").nullable);
}

#[test]
fn costs_count_nested_named_rules_and_survive_cycles() {
    let grammar = load(
        r#"<start> ::= <list> <list> ::= <list> "," <term> | <term>
           <term> ::= "(" <list> ")" | <sum>? <digit> | <term> <sum>
           <sum> ::= <sum> "+" <list> @left(1) | <list> "." <digit>  <digit> ::= "0""#,
    );
    let costs = ["start", "list", "term", "sum", "digit"].map(|name| rule(&grammar, name).cost);
    assert_eq!(costs, [4, 3, 2, 4, 1]);
    let below: Vec<u32> = grammar.productions.iter().map(|production| production.cost).collect();
    assert!(below.iter().all(|&cost| cost < u32::MAX));
}

#[test]
fn left_recursion_is_told_apart() {
    let grammar = load(
        r#"<start> ::= <none> <direct> <one> <hidden> <behind>
           <none> ::= "(" <none>? ")"
           <direct> ::= <direct> "d" | "d"
           <one> ::= <two> "1" | "x"  <two> ::= <one> "2"
           <hidden> ::= <empty> <hidden> "h" | "h"  <empty> ::= "" | "e"
           <behind> ::= <ws> <behind> "b" | "b"
           %token <ws> ::= " "*"#,
    );
    let kinds = left_recursion::of_rules(&grammar);
    for (name, expected) in [
        ("start", LeftRecursion::None),
        ("none", LeftRecursion::None),
        ("direct", LeftRecursion::Direct),
        ("one", LeftRecursion::Indirect),
        ("two", LeftRecursion::Indirect),
        ("hidden", LeftRecursion::Hidden),
        ("behind", LeftRecursion::Hidden),
    ] {
        let symbol = grammar.symbol(name).unwrap_or_else(|| panic!("there is no <{name}>"));
        assert_eq!(kinds[symbol.0 as usize], expected, "<{name}>");
    }
}

/// Chains of thousands of rules are walked with explicit stacks.
#[test]
fn long_chains_of_rules_load() {
    let chain = |count: usize, rule: &dyn Fn(usize) -> String, last: &str| {
        (0..count).map(rule).chain([last.to_owned()]).collect::<String>()
    };
    let right = chain(5_000, &|i| format!("<r{i}> ::= \"a\" <r{}>\n", i + 1), "<r5000> ::= \"z\"\n");
    let left = chain(5_000, &|i| format!("<r{i}> ::= <r{}> \"a\"\n", i + 1), "<r5000> ::= \"z\" | <r0> \"y\"\n");
    let tokens = chain(5_000, &|i| format!("%token <r{i}> ::= <r{}>\n", i + 1), "<r5000> ::= \"z\"\n");
    assert_eq!(load(&right).rules.len(), 5_001);
    assert_eq!(load(&left).rules.len(), 5_001);
    assert_eq!(load(&tokens).terminals.len(), 1);
    let endless = chain(5_000, &|i| format!("<r{i}> ::= \"a\" <r{}>\n", (i + 1) % 5_000), "");
    assert!(grammarc::load_text("endless", &endless).is_err());
    let macros = chain(5_000, &|i| format!("%inline <r{i}> ::= <r{}> <r{0}>\n", i + 1), "<r5000> ::= \"z\"\n");
    assert!(grammarc::load_text("macros", &macros).is_err());
}

/// A shortest text is one of its rule: where words would run together that something can be skipped between, a blank stands.
#[test]
fn shortest_texts_keep_words_apart() {
    let imp = grammarc::bundled::named("imp").expect("it is bundled").text;
    let words = r#"%start <s> %skip <ws> %token <ws> ::= " "+ <s> ::= <n> <a> <n> "." "x" "y" <b> <n>
        <a> ::= "" | "," <n>  <b> ::= <n>? <n>  %token <n> ::= [a-z0-9]+"#;
    for text in [imp, words] {
        let language = grammarc::load_text("facts", text).unwrap_or_else(|report| panic!("{report}")).format();
        for (number, rule) in language.grammar.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Named)
        {
            let symbol = Symbol(number as u32);
            let minimal = &language.facts().symbol(symbol).minimal;
            let part = language.part(symbol).expect("it needs nothing around it");
            let shown = minimal.escape_ascii();
            assert!(language.parsing().of(&part).tree(minimal).is_some(), "{shown} is no <{}>", rule.name);
        }
    }
    let minimal = |text: &str| {
        let language = grammarc::load_text("facts", text).unwrap_or_else(|report| panic!("{report}")).format();
        language.facts().symbol(language.grammar.start).minimal.escape_ascii().to_string()
    };
    assert_eq!((minimal(imp).as_str(), minimal(words).as_str()), ("use strict;", "a a.xya a"));
}
