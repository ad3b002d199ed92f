//! Reducing one long line, full of quotes and brackets that mean nothing outside of their literals.

use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::{Options, Reduction, reduce};

/// Literals with quotes and brackets that belong to nothing outside.
const LITERALS: [&str; 12] = [
    r#"/"/g"#,
    r#"/[`"']/"#,
    r"/\(/",
    r#"/[^"/]+\/["']?/i"#,
    r#"`a${b?`c${d("`")}`:"}"}`"#,
    "`don't ${b}`",
    r#""it's""#,
    r#"'"'"#,
    r#""(""#,
    r#""http://a/b""#,
    r"'\''",
    "/^(?:[{(]|x)/",
];

/// A program of so many functions, with `end` behind each of its lines. One of the functions is a method with a loop.
fn program(functions: usize, end: &str) -> String {
    let literal = |number: usize| LITERALS[number * 7 % LITERALS.len()];
    let lines = (0..functions).flat_map(|number| {
        let head = match number {
            _ if number * 3 / 2 == functions => format!("class c{number} {{m(e) {{"),
            _ => format!("class c{number} {{k(e) {{"),
        };
        let body = if number * 3 / 2 == functions { "for (const a of e) {" } else { "if (e) {" };
        [
            head,
            body.to_owned(),
            format!("const f=e.replace({},{});", literal(number), literal(number + 1)),
            format!("t.a={{b:[1,{},(c)],d:{}.test(e)}};", literal(number + 2), literal(number + 3)),
            format!("return{}.exec(e)||a/b/c;", literal(number + 4)),
            "}}}".to_owned(),
        ]
    });
    lines.map(|line| line + end).collect()
}

/// Returns whether a text has whole literals and matching brackets, and a loop in a method.
fn is_method_with_loop(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut text = text.to_owned();
    // Those that are in others go last.
    let mut literals = LITERALS;
    literals.sort_by_key(|literal| std::cmp::Reverse(literal.len()));
    for literal in literals {
        text = text.replace(literal, "0");
    }
    if text.contains(['"', '\'', '`', '\\']) {
        return false;
    }
    let mut open = Vec::new();
    let mut found = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => open.push((byte, at)),
            // The code of a closing bracket is one or two above that of the opening one.
            b')' | b']' | b'}' if open.pop().is_none_or(|(open, _)| byte.wrapping_sub(open) > 2) => return false,
            b'f' if text[at..].starts_with("for (const a of e) {") => {
                found |= open.iter().any(|&(_, open)| text[..open].ends_with("m(e) "));
            }
            _ => {}
        }
    }
    found && open.is_empty()
}

fn reduced(input: &str) -> Reduction {
    reduce(&ISLAND, input.as_bytes(), &is_method_with_loop, &Options::default()).expect("the input is interesting")
}

#[test]
fn one_line_takes_no_more_tests_than_many() {
    let (minified, formatted) = (program(150, ""), program(150, "\n"));
    assert!(minified.len() > 20_000, "{} bytes", minified.len());
    let (one, many) = (reduced(&minified), reduced(&formatted));
    let counts = format!("{} tests on one line, {} on many", one.counters.tests, many.counters.tests);
    assert!(one.counters.tests <= 2 * many.counters.tests && one.counters.tests <= 500, "{counts}");
    let least = "m(e) {for (const a of e) {}}".len();
    assert_eq!((one.text.len(), many.text.len()), (least, least), "{}", String::from_utf8_lossy(&one.text));
}
