//! Making smaller what cannot go: numbers, lists side by side, the order of parts, and what could stand elsewhere.

use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::{Options, STRATEGIES, Validity, reduce};

use crate::common::{bundled, language};

/// Lists of lists and numbers.
fn lists() -> Format {
    language(
        r#"<s> ::= <list>  <list> ::= "[" <v> ** "," "]"  <v> ::= <list> | <n>  %token <n> ::= "0" | "-"? [1-9] [0-9]*"#,
    )
}

/// Returns what one strategy leaves, and how many texts it asked about.
fn reduced(language: &Format, name: &str, input: &str, fails: impl Fn(&str) -> bool + Sync) -> (String, u64) {
    let strategy = STRATEGIES.iter().find(|strategy| strategy.name == name).expect("it is there");
    let options = Options { strategies: vec![strategy], validity: Validity::Strict, ..Options::default() };
    let oracle = |text: &[u8]| fails(std::str::from_utf8(text).expect("it is made of digits and brackets"));
    let reduced = reduce(language, input.as_bytes(), &oracle, &options).expect("it is interesting");
    (String::from_utf8(reduced.text).expect("it was shown to the oracle"), reduced.counters.tests)
}

/// All numbers in a text, in order.
fn numbers(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn a_number_is_bisected() {
    let (text, tests) = reduced(&lists(), "numbers", "[7,[987654]]", |text| numbers(text).iter().any(|&n| n >= 4321));
    assert_eq!(text, "[0,[4321]]");
    assert!(tests < 40, "{tests}");
    let at_most = |text: &str| numbers(text).iter().any(|&n| n <= -30);
    assert_eq!(reduced(&lists(), "numbers", "[-512]", at_most).0, "[-30]");
    assert_eq!(reduced(&lists(), "numbers", "[-512]", |text| numbers(text).first().is_some_and(|&n| n != 0)).0, "[1]");
}

#[test]
fn numbers_keep_what_counts_of_two() {
    let same = |text: &str| matches!(numbers(text)[..], [a, _, b] if a == b && a > 20);
    assert_eq!(reduced(&lists(), "numbers", "[4711,[3],4711]", same).0, "[21,[0],21]");
    let one_apart = |text: &str| matches!(numbers(text)[..], [a, b] if a.abs_diff(b) == 1 && a >= 10);
    assert_eq!(reduced(&lists(), "numbers", "[815,[816]]", one_apart).0, "[10,[9]]");
    let sum = |text: &str| numbers(text).iter().sum::<i64>() == 300 && numbers(text).iter().all(|&n| n <= 290);
    assert_eq!(reduced(&lists(), "numbers", "[140,160]", sum).0, "[10,290]");
}

#[test]
fn what_points_at_an_element_follows_it() {
    // The last number is the place of the only list.
    let points = |text: &str| {
        let Some((before, after)) = text.split_once("[]") else { return false };
        let place = before.matches(',').count() as i64;
        numbers(after).last() == Some(&place)
    };
    assert_eq!(reduced(&lists(), "numbers", "[5,5,5,[],5,3]", points).0, "[[],0,0]");
}

#[test]
fn numbers_are_found_in_any_text() {
    let (text, _) = reduced(&ISLAND, "numbers", "int x = 4711; /* 12 */ f(x, 99);", |text| text.contains("f(x, "));
    assert_eq!(text, "int x = 0; /* 12 */ f(x, 0);");
    let large = "99999999999999999999999999";
    assert_eq!(reduced(&ISLAND, "numbers", large, |text| text == large).0, large, "too large to count with");
    let largest = "99999999999999999";
    assert_eq!(reduced(&ISLAND, "numbers", largest, |text| text.len() == largest.len()).0, "10000000000000000");
}

#[test]
fn lists_are_joined() {
    let three = |text: &str| numbers(text).len() >= 3;
    assert_eq!(reduced(&lists(), "join", "[[1,2],[3],[4,5,6]]", three).0, "[[1,2,3,4,5,6]]");
    assert_eq!(reduced(&lists(), "join", "[[1],[2],[3]]", three).0, "[[1,2,3]]");
    let blocks = language(r#"<s> ::= <block>*  <block> ::= "{" <x>* "}"  <x> ::= [a-z]"#);
    assert_eq!(reduced(&blocks, "join", "{a}{bc}{}{d}", |text| text.contains('d')).0, "{abcd}{}");
}

#[test]
fn a_list_is_shared_with_an_empty_one() {
    assert_eq!(reduced(&lists(), "join", "[[1,2],[],3]", |text| text.matches('[').count() == 3).0, "[[1],[2],3]");
}

#[test]
fn parts_are_sorted() {
    let all = |text: &str| [1, 2, 30, 4].iter().all(|n| numbers(text).contains(n));
    assert_eq!(reduced(&lists(), "reorder", "[4,30,2,1]", all).0, "[1,2,30,4]");
    let last = |text: &str| all(text) && text.ends_with("2]");
    assert_eq!(reduced(&lists(), "reorder", "[4,30,1,2]", last).0, "[1,30,4,2]");
    let pair = language(r#"<s> ::= <n> "+" <n>  %token <n> ::= [0-9]+"#);
    assert_eq!(reduced(&pair, "reorder", "9+10", |_| true).0, "10+9", "byte by byte, as texts compare");
}

#[test]
fn what_stands_elsewhere_fills_a_gap() {
    let trees = language(r#"<t> ::= "(" [0-9] <c> <c> ")"  <c> ::= "." | <t>"#);
    let root = |text: &str| text.starts_with("(0(0(") && text.matches('(').count() == 4 && text.contains(")(");
    assert_eq!(reduced(&trees, "reorder", "(0(0(1..).)(0..))", root).0, "(0(0(0..)(1..)).)");
}

#[test]
fn what_matters_is_wrapped() {
    let sql = language(
        r#"<s> ::= <update> | <select>  <update> ::= "UPDATE " <n> " SET " <n> "=" <v>
           <v> ::= <n> | "(" <select> ")"  <select> ::= "SELECT " <n> <from>?  <from> ::= " FROM " <n>
           %token <n> ::= [a-z]+"#,
    );
    let from = |text: &str| text.contains(" FROM ");
    assert_eq!(reduced(&sql, "wrap", "UPDATE t SET a=(SELECT b FROM c)", from).0, "SELECT b FROM c");
    let brackets = |text: &str| text.contains(',');
    let json = language(r#"<v> ::= "[" <v> ** "," "]" | "{" (<k> ":" <v>) ** "," "}" | "0"  <k> ::= [a-z]"#);
    assert_eq!(reduced(&json, "wrap", "{a:{b:0,c:0},d:0}", brackets).0, "[0,0]", "a separator has a context, too");
    let words = language(
        r#"%start <s> %skip <w> <w> ::= " "  <s> ::= "return" <e>? | "if" <e> "do" <s>  <e> ::= "nil" | "not" <e>"#,
    );
    let not = |text: &str| text.contains("not");
    assert_eq!(reduced(&words, "wrap", "if not nil do return nil", not).0, "return not nil", "words are kept apart");
}

#[test]
fn what_matters_moves_to_where_it_costs_less() {
    let lisp = language(r#"<s> ::= <f>*  <f> ::= "'" <f> | "(" <f>* ")" | "[]" | "a""#);
    let both = |text: &str| text.contains('\'') && text.contains("[]");
    assert_eq!(reduced(&lisp, "rescue", "[]'a", both).0, "'[]", "an element goes");
    let sums = language(r#"<e> ::= <e> "+" <t> | <t>  <t> ::= "(" <e> ")" | "-" <t> | "0""#);
    let both = |text: &str| text.contains('(') && text.contains('-');
    assert_eq!(reduced(&sums, "rescue", "(0)+-0", both).0, "-(0)", "the node around goes");
    let tags = language(
        r#"<d> ::= <decl>? <t>  <decl> ::= "<!" <n> ">"  <t> ::= "<" <n> "/>" | "<" <n> ">" <t>? "</>"  <n> ::= "a""#,
    );
    let closed = |text: &str| text.contains("a>");
    assert_eq!(reduced(&tags, "rescue", "<!a><a/>", closed).0, "<a></>", "what moves is wrapped");
}

#[test]
fn what_uses_a_name_gets_on_without_it() {
    let assign = bundled("assign");
    let grouped = |text: &str| text.contains('(');
    assert_eq!(reduced(&assign, "rescue", "b = 1;\na = (b)", grouped).0, "a = (0)");
}
