//! Any tree, printed and read back, is the same tree, up to spans.

use grammarc_dsl::ast::{
    Alternative, Argument, Class, ClassRange, Directive, DirectiveKind, Encoding, Entry, Expression, ExpressionKind,
    File, Hook, Item, Layout, Literal, Look, Modifier, ModifierKind, Name, Operator, Primary, PrimaryKind, Property,
    Repetition, RepetitionKind, Rule, Unit,
};
use grammarc_dsl::parse;
use grammarc_dsl::print::print;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_printed_reads_back(file in file()) {
        let text = print(&file);
        match parse(&text) {
            Ok(again) => assert_eq!(without_spans(&again), without_spans(&file), "{text}"),
            Err(error) => panic!("{error:?} in\n{text}"),
        }
    }
}

/// The tree as text without the places.
fn without_spans(file: &File) -> String {
    let text = format!("{file:#?}");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("span: "));
    lines.collect::<Vec<_>>().join("\n")
}

fn file() -> impl Strategy<Value = File> {
    let entry = prop_oneof![directive().prop_map(Entry::Directive), rule().prop_map(Entry::Rule)];
    vec(entry, 0..6).prop_map(|entries| File { entries })
}

fn directive() -> impl Strategy<Value = Directive> {
    let encoding = select(vec![Encoding::Utf8, Encoding::Bytes, Encoding::Latin1]);
    let import = ("[^\"\n\r]{0,9}|[^'\n\r]{0,9}", option::of(identifier()));
    let kind = prop_oneof![
        vec(rule_name(), 1..4).prop_map(DirectiveKind::Start),
        rule_name().prop_map(DirectiveKind::Word),
        encoding.prop_map(DirectiveKind::Encoding),
        import.prop_map(|(path, alias)| DirectiveKind::Import { path, alias }),
        (rule_name(), option::of(literal())).prop_map(|(rule, text)| DirectiveKind::Skip { rule, text }),
        (rule_name(), rule_name()).prop_map(|(line_end, blank)| DirectiveKind::Layout { line_end, blank }),
        "|[a-z#<(\"'{}\n ]([a-z`#<(\"'{}\n ]{0,18}`{0,6}[a-z ])?".prop_map(DirectiveKind::Rust),
    ];
    kind.prop_map(|kind| Directive { kind, span: 0..0 })
}

fn rule() -> impl Strategy<Value = Rule> {
    let kinds = vec![ModifierKind::Token, ModifierKind::Opaque, ModifierKind::Inline, ModifierKind::Exact];
    let modifier = select(kinds).prop_map(|kind| Modifier { kind, span: 0..0 });
    let doc = "|[#-~]( {0,2}[!-~]){0,8}| [!-~]";
    let alternatives = vec(alternative(item(primary().boxed())), 1..4);
    (vec(doc, 0..3), vec(modifier, 0..3), rule_name(), alternatives)
        .prop_map(|(doc, modifiers, name, alternatives)| Rule { doc, modifiers, name, alternatives, span: 0..0 })
}

fn alternative(item: impl Strategy<Value = Item>) -> impl Strategy<Value = Alternative> {
    let annotation = hook("w|left|right|none|as");
    (vec(item, 1..4), vec(annotation, 0..3)).prop_map(|(items, annotations)| Alternative {
        items,
        annotations,
        span: 0..0,
    })
}

fn item(primary: BoxedStrategy<Primary>) -> impl Strategy<Value = Item> {
    let look = option::of(select(vec![Look::Ahead, Look::NotAhead]));
    let hooks = vec(hook("def|use|unique|scope|pre|post|keep|own_[a-z]{2}"), 0..3);
    let parts = (
        option::of(identifier()),
        look,
        primary.clone(),
        option::of(repetition(primary.clone())),
        option::of(primary),
        option::of(expression()),
        hooks,
    );
    parts.prop_map(|(label, look, primary, repetition, except, derive, hooks)| Item {
        label,
        look,
        primary,
        repetition,
        except,
        derive,
        hooks,
        span: 0..0,
    })
}

fn primary() -> impl Strategy<Value = Primary> {
    let leaf = prop_oneof![
        literal().prop_map(PrimaryKind::Literal),
        class().prop_map(PrimaryKind::Class),
        Just(PrimaryKind::Any),
        Just(PrimaryKind::AnyToken),
        rule_name().prop_map(PrimaryKind::Rule),
        (identifier(), any::<bool>()).prop_map(|(label, fold)| PrimaryKind::Text { label, fold }),
        select(vec![Layout::Line, Layout::More, Layout::Same, Layout::Inside])
            .prop_map(|layout| PrimaryKind::Layout(layout, Vec::new())),
    ];
    let leaf = leaf.prop_map(|kind| Primary { kind, span: 0..0 });
    leaf.prop_recursive(4, 20, 4, |inner| {
        let group = vec(alternative(item(inner.boxed())), 1..3);
        let layout = select(vec![None, Some(Layout::Block), Some(Layout::Flat), Some(Layout::Here)]);
        (layout, group).prop_map(|(layout, alternatives)| Primary {
            kind: match layout {
                Some(layout) => PrimaryKind::Layout(layout, alternatives),
                None => PrimaryKind::Group(alternatives),
            },
            span: 0..0,
        })
    })
}

fn repetition(primary: BoxedStrategy<Primary>) -> impl Strategy<Value = Repetition> {
    let kind = prop_oneof![
        Just(RepetitionKind::ZeroOrMore),
        Just(RepetitionKind::OneOrMore),
        Just(RepetitionKind::Optional),
        expression().prop_map(RepetitionKind::Exactly),
        (expression(), expression()).prop_map(|(low, high)| RepetitionKind::Between(low, high)),
        expression().prop_map(RepetitionKind::AtLeast),
        primary.clone().prop_map(|separator| RepetitionKind::Separated(Box::new(separator))),
        primary.prop_map(|separator| RepetitionKind::SeparatedSome(Box::new(separator))),
    ];
    kind.prop_map(|kind| Repetition { kind, span: 0..0 })
}

fn expression() -> impl Strategy<Value = Expression> {
    let call = (identifier(), vec(identifier(), 0..3));
    let leaf = prop_oneof![
        any::<u64>().prop_map(ExpressionKind::Integer),
        identifier().prop_map(|label| ExpressionKind::Label(label.text)),
        call.prop_map(|(function, labels)| ExpressionKind::Call { function, labels }),
    ];
    let leaf = leaf.prop_map(|kind| Expression { kind, span: 0..0 });
    let operators = vec![Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide];
    leaf.prop_recursive(3, 8, 2, move |inner| {
        (inner.clone(), select(operators.clone()), inner).prop_map(|(left, operator, right)| Expression {
            kind: ExpressionKind::Binary { left: Box::new(left), operator, right: Box::new(right) },
            span: 0..0,
        })
    })
}

fn literal() -> impl Strategy<Value = Literal> {
    (vec(unit(), 0..6), 0..3).prop_map(|(units, mark)| Literal { units, fold: mark == 1, bytes: mark == 2 })
}

fn class() -> impl Strategy<Value = Class> {
    let range = prop_oneof![(unit(), unit()), unit().prop_map(|unit| (unit, unit))];
    let range = range.prop_map(|(low, high)| ClassRange { low, high, span: 0..0 });
    let name = select(vec!["Lu", "Uppercase_Letter", "Greek", "Script=Greek", "XID_Start", "Emoji", "Any"]);
    let property = (name, any::<bool>());
    let property = property.prop_map(|(name, negated)| Property { name: name.to_owned(), negated, span: 0..0 });
    (any::<bool>(), vec(range, 0..5), vec(property, 0..3), any::<bool>())
        .prop_map(|(negated, ranges, properties, bytes)| Class { negated, ranges, properties, bytes })
}

fn unit() -> impl Strategy<Value = Unit> {
    let telling: Vec<char> = "ab-^]\\[\"'#<>`\n\r\t\u{0C}\0 é😀\u{FEFF}\u{2028}".chars().collect();
    prop_oneof![
        select(telling).prop_map(Unit::Char),
        any::<char>().prop_map(Unit::Char),
        any::<u8>().prop_map(Unit::Hex)
    ]
}

fn hook(names: &'static str) -> impl Strategy<Value = Hook> {
    let value = prop_oneof![identifier(), "[0-9]{1,3}".prop_map(name)];
    let argument = (option::of(identifier()), value).prop_map(|(key, value)| Argument { key, value });
    (names, vec(argument, 0..3)).prop_map(|(text, arguments)| Hook { name: name(text), arguments, span: 0..0 })
}

fn rule_name() -> impl Strategy<Value = Name> {
    "[A-Za-z0-9_.-]{1,6}".prop_map(name)
}

fn identifier() -> impl Strategy<Value = Name> {
    prop_oneof!["[A-Za-z_][A-Za-z0-9_]{0,4}", "i|b|text|text_ci"].prop_map(name)
}

fn name(text: String) -> Name {
    Name { text, span: 0..0 }
}
