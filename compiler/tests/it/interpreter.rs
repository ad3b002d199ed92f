//! The interpreter on the bundled grammars and on inputs that are hard on a stack.

use grammarc_runtime::language::{Attempt, Language};
use grammarc_runtime::parse::interpreter::explain;
use grammarc_runtime::tree::{Arena, Builder, Tree};

use crate::common::{bundled, folder_of};

/// The names of all bundled grammars.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder_of("")).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = entries.filter(|entry| entry.file_type().unwrap().is_dir()).collect();
    names.sort_by_key(std::fs::DirEntry::file_name);
    names.into_iter().map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// The samples of one kind; of some kinds a grammar has none.
fn samples(name: &str, kind: &str) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = std::fs::read_dir(folder_of(name).join(kind)) else { return Vec::new() };
    let files = entries.map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = files.map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect();
    all.sort();
    all
}

fn attempt(language: &Language, input: &[u8]) -> (Attempt, Option<Tree>) {
    let mut builder = Builder::new();
    let attempt = (language.engine)(language, input, &mut builder);
    (attempt, (attempt == Attempt::Parsed).then(|| builder.finish()))
}

#[test]
fn samples_are_decided_without_a_chart() {
    let (mut decided, mut all) = (0, 0);
    for name in names() {
        let language = bundled(&name);
        for (path, input) in samples(&name, "accept") {
            let found = attempt(&language, &input).0;
            assert_ne!(found, Attempt::Failed, "{path}: {:?}", explain(&language, &input));
            decided += usize::from(found == Attempt::Parsed);
            all += 1;
        }
        let rejected = samples(&name, "reject");
        assert!(!rejected.is_empty(), "{name}");
        for (path, input) in rejected {
            assert_ne!(attempt(&language, &input).0, Attempt::Parsed, "{path}");
        }
    }
    assert!(decided * 10 >= all * 9, "{decided} of {all}");
}

#[test]
fn the_tree_of_a_parse_takes_eight_bytes_a_node() {
    for name in names() {
        let language = bundled(&name);
        for (path, input) in samples(&name, "accept") {
            if let Some(tree) = attempt(&language, &input).1 {
                assert_eq!(tree.memory(), 8 * tree.len(), "{path}");
            }
        }
    }
}

#[test]
fn an_arena_has_the_tree_of_one_input_after_the_other() {
    let (mut arena, languages) = (Arena::new(), ["json", "expr", "html"].map(bundled));
    let texts: Vec<Vec<(String, Vec<u8>)>> = ["accept", "reject", "accept"]
        .iter()
        .zip(["json", "expr", "html"])
        .map(|(kind, name)| samples(name, kind))
        .collect();
    for (path, input) in texts.iter().flatten() {
        for language in &languages {
            assert_eq!(language.parsing().run_in(&mut arena, input).cloned(), language.parse(input), "{path}");
        }
    }
}

/// Runs on a stack that would not bear recursion.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn nesting_needs_no_stack() {
    on_a_small_stack(|| {
        let (json, count) = (bundled("json"), 300_000);
        let closed = [b"[".repeat(count), b"]".repeat(count)].concat();
        let (found, tree) = attempt(&json, &closed);
        assert_eq!(found, Attempt::Parsed);
        assert!(tree.is_some_and(|tree| tree.len() > 3 * count));
        assert_eq!(attempt(&json, &closed[1..]).0, Attempt::Failed);
        assert_eq!(attempt(&json, &closed[..closed.len() - 1]).0, Attempt::Failed);
        let error = json.parse(&closed[..closed.len() - 1]).unwrap_err();
        assert_eq!(error.offset, closed.len() - 1);
        assert!(
            error.expected.contains(&"\"]\"".to_owned()) && error.expected.contains(&"\",\"".to_owned()),
            "{error}"
        );
    });
}

#[test]
fn lists_and_operators_may_be_long() {
    on_a_small_stack(|| {
        let list = grammarc::load_text("list", r#"<list> ::= <word> ++ "," <word> ::= ("a" | "b") <word>? | "c""#);
        let list = list.unwrap_or_else(|report| panic!("{report}")).format();
        assert_eq!(attempt(&list, &[b"ab,".repeat(200_000).as_slice(), b"a"].concat()).0, Attempt::Parsed);
        assert_eq!(attempt(&list, &[b"ab".repeat(200_000).as_slice(), b"c"].concat()).0, Attempt::Parsed);
        let sum = [b"1 + ".repeat(200_000).as_slice(), b"1"].concat();
        assert_eq!(attempt(&bundled("expr"), &sum).0, Attempt::Parsed);
    });
}

/// A keyword is no name, `.` is not the beginning of `..`, what looks ahead knows, and an operand is parsed once.
#[test]
fn words_and_marks_and_looking_ahead_leave_nothing_open() {
    let text = r#"%start <s> %skip <ws> %word <word> %token <ws> ::= ([ \n] | "--" [^\n]* "\n")+
        <s> ::= <statement>* "end"
        <statement> ::= "if" <e> "then" <s> | &<key> <name> "=" <e> ";"? | !<key> <e> (";" | &"end")
        <e> ::= <e> "or" <e> @left(1) | <e> <concat> <e> @right(2) | "not" <e> @right(3) | <minus> <e> @right(3)
              | <e> "^" <e> @right(3) | "nil" | <name> (<dot> <name>)* | <call>
        <call> ::= "(" <e> ** "," ")"
        %token <key> ::= <word> <ws>? "=" %token <dot> ::= "." !"." %token <concat> ::= ".." %token <minus> ::= "-" !"-"
        %token <word> ::= [a-z]+ %token <name> ::= <word> - ("if" | "then" | "end" | "or" | "not" | "nil")"#;
    let language = grammarc::load_text("words", text).unwrap_or_else(|report| panic!("{report}")).format();
    let deep = format!("{}x{} end", "(".repeat(2_000), ")".repeat(2_000));
    let parsed = [
        "if a or nil then iffy = orb or not nil..x.y ^ -n ^ b; end end",
        "order = (a, (b .. c.d or nil)) -- comment\n if x.y then nilx ; a or b end end",
        &deep,
    ];
    for input in parsed {
        assert_eq!(attempt(&language, input.as_bytes()).0, Attempt::Parsed, "{input}");
    }
    for input in
        ["if a then b = or end end", "a or b .. c ^ ; end", "a = b x.y . ; end", "a or not end", "(a, nil, end"]
    {
        assert_eq!(attempt(&language, input.as_bytes()).0, Attempt::Failed, "{input}");
    }
}
