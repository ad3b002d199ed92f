//! A source grammar through the back end: the text is what a person would write, and it is a grammar file.

mod command;
mod readers;

use grammarc_import::back::write;
use grammarc_import::source::{
    Lexing, OperatorLevel, OperatorSide, RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind,
    SourcePlace, SourceRule,
};

fn item(kind: SourceItemKind) -> SourceItem {
    SourceItem::new(kind, SourcePlace::default())
}

fn text(text: &str) -> SourceItem {
    item(SourceItemKind::Text { text: text.to_owned(), fold: false })
}

fn repeat(body: SourceItem, min: u32, is_lazy: bool) -> SourceItem {
    item(SourceItemKind::Repeat { body: Box::new(body), min, max: None, is_lazy })
}

fn rule(name: &str, role: RuleRole, items: Vec<SourceItem>) -> SourceRule {
    SourceRule {
        name: name.to_owned(),
        role,
        mode: String::new(),
        moves: Vec::new(),
        comment: Vec::new(),
        alternatives: vec![SourceAlternative { items, ..Default::default() }],
        is_hidden: false,
        is_case_insensitive: false,
        place: SourcePlace::default(),
    }
}

#[test]
fn writes_a_grammar_file() {
    let class = |ranges: Vec<(u32, u32)>| item(SourceItemKind::Class { ranges, negated: false });
    let grammar = SourceGrammar {
        head: vec!["A list.".to_owned()],
        starts: vec!["list".to_owned()],
        lexing: Lexing::LongestThenFirst,
        rules: vec![
            rule(
                "list",
                RuleRole::Syntax,
                vec![repeat(item(SourceItemKind::Name("ID".to_owned())), 1, false), item(SourceItemKind::End)],
            ),
            rule("ID", RuleRole::Token, vec![repeat(class(vec![(0x61, 0x7A), (0x2D, 0x2D)]), 1, false)]),
            rule("NOTE", RuleRole::Skip, vec![text("/*"), repeat(item(SourceItemKind::Any), 0, true), text("*/")]),
            rule("OTHER", RuleRole::Channel("ERROR".to_owned()), vec![item(SourceItemKind::Any)]),
        ],
        ..Default::default()
    };
    let written = write(&grammar, None);
    let formatted = grammarc_dsl::format::format(&written.text).unwrap();
    expect_test::expect![[r##"
        # A list.
        %start <list>
        %skip <skip>

        <list> ::= <ID>+ !.

        %token <ID> ::= [\-a-z]+

        %token <NOTE> ::= "/*" (!"*/" .)* "*/"

        %token <skip> ::= <NOTE>+
    "##]]
    .assert_eq(&formatted);
    assert_eq!(written.problems.len(), 1);
}

fn name(name: &str) -> SourceItem {
    item(SourceItemKind::Name(name.to_owned()))
}

#[test]
fn writes_levels_tokens_and_exact_parts() {
    let operator = |text_between: &str, number: i64| SourceAlternative {
        items: vec![name("e"), text(text_between), name("e")],
        level: Some(OperatorLevel { number, side: OperatorSide::Right }),
        label: Some(format!("op-{number}")),
        ..Default::default()
    };
    let mut expression = rule("e", RuleRole::Syntax, vec![name("Ident$")]);
    expression.alternatives.extend([operator("^", 70), operator("=", -3)]);
    let mut any_case = rule(
        "Ident$",
        RuleRole::Token,
        vec![item(SourceItemKind::Class { ranges: vec![(0x61, 0x63), (0xD000, 0xE001)], negated: false })],
    );
    any_case.is_case_insensitive = true;
    let nested = item(SourceItemKind::Group(vec![
        SourceAlternative { items: vec![name("NEST")], ..Default::default() },
        SourceAlternative::default(),
    ]));
    let but = item(SourceItemKind::AnyTokenBut(vec![SourceItemKind::Name("Ident$".to_owned())]));
    let exact = item(SourceItemKind::Exact(Box::new(item(SourceItemKind::Group(vec![SourceAlternative {
        items: vec![text("\"\\"), name("Ident$")],
        ..Default::default()
    }])))));
    let grammar = SourceGrammar {
        lexing: Lexing::Contextual,
        rules: vec![
            expression,
            rule("rest", RuleRole::Syntax, vec![repeat(but, 0, false), exact, item(SourceItemKind::Any)]),
            any_case,
            rule("NEST", RuleRole::Skip, vec![text("("), nested, text(")")]),
        ],
        ..Default::default()
    };
    let formatted = grammarc_dsl::format::format(&write(&grammar, None).text).unwrap();
    expect_test::expect![[r#"
        %start <e>
        %skip <skip>

        <e> ::= <Ident_>
          | <e> "^" <e> @right(2) @as(op_70)
          | <e> "=" <e> @right(1) @as(op__3)

        <rest> ::= (token - (<Ident_>))* <rest.1> token
        %token <rest.1> ::= ("\"\\" <Ident_>)

        %token <Ident_> ::= [A-Ca-c퀀-\u{d7ff}\u{e000}-\u{e001}]

        %exact <NEST> ::= "(" (<NEST> | "") ")"

        %exact <skip> ::= <NEST>+
    "#]]
    .assert_eq(&formatted);
}
