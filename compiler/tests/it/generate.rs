//! Generating under hooks: whatever is written is meaningful, for every grammar, and the laws that say what that means.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect;
use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::fields;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, fuzz};
use grammarc_runtime::grammar::{FunctionId, Hook, Value};
use grammarc_runtime::hooks::replay::HookFacts;
use grammarc_runtime::hooks::{CustomFunctions, Node, Offer, State, Verdict, Violation, violations};
use grammarc_runtime::parse::Outcome;

use crate::common::{bundled, data, entries, folder_of, named, text_of};

/// How deep rules nest before generating looks for an end.
const DEPTHS: [usize; 3] = [0, 6, 16];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every grammar that is bundled, then the small ones of this test.
fn grammars() -> Vec<(String, String)> {
    let folders = [folder_of(""), data("hooks")];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let inside = |path: PathBuf| match path.is_dir() {
            true => path.join(path.file_name().expect("it has a name")).with_extension("bnf"),
            false => path,
        };
        paths.extend(
            entries(&folder)
                .into_iter()
                .map(inside)
                .filter(|path| path.extension().is_some_and(|ending| ending == "bnf")),
        );
    }
    paths.sort();
    paths.into_iter().filter(|path| path.exists()).map(|path| (path.display().to_string(), read(&path))).collect()
}

/// How many texts of each grammar are looked at: `GRAMMARC_INPUTS`, or few, because the tests of the laws in `checks` look at hundreds
/// of texts of the same grammars. A mistake in a hook or field shows in most texts that have it.
fn inputs() -> u64 {
    std::env::var("GRAMMARC_INPUTS").map_or(60, |number| number.parse().expect("a number"))
}

/// Generates a text, which must be the same again when its choices are replayed.
fn generate(language: &Format, seed: u64) -> Result<Vec<u8>, String> {
    let mut fresh = Choices::fresh(seed).recorded();
    let text = fuzz(language, &mut fresh, DEPTHS[(seed % 3) as usize]).map_err(|dead_end| dead_end.to_string())?;
    let log = fresh.into_log();
    let replayed = fuzz(language, &mut Choices::replay(log.clone()), 0).map_err(|dead_end| dead_end.to_string())?;
    if replayed != text {
        return Err(format!("{}\nreplayed as {}", text.escape_ascii(), replayed.escape_ascii()));
    }
    Ok(fields::fill(language, text))
}

/// Says what is wrong with a generated text.
fn wrong(language: &Format, seed: u64) -> Result<(), String> {
    let text = generate(language, seed)?;
    let tree = match language.parsing().judge(&text) {
        Outcome::Valid(tree) => tree,
        Outcome::Invalid(tree, found) => {
            let said =
                |it: &Violation| format!("{} {}\n", tree.node(it.node).span.start, it.message(&language.grammar));
            return Err(format!("{}\n{}", text.escape_ascii(), found.iter().map(said).collect::<String>()));
        }
        Outcome::NoParse(error) => return Err(format!("{}\n{}", text.escape_ascii(), error.message())),
    };
    let same = violations(language.meaning(), &text, &tree) == violations(language.meaning(), &text, &tree);
    let filled = fields::fill(language, text.clone()) == text;
    if same && filled { Ok(()) } else { Err(format!("{}\nfolded: {same}, filled: {filled}", text.escape_ascii())) }
}

/// L3, L4 and L5: what is generated is valid, the fold says the same twice, and fields are filled once and for all.
#[test]
fn what_is_generated_is_valid() {
    let mut all = String::new();
    for (name, text) in grammars() {
        let language = named(&name, &text);
        let failed = (0..inputs()).find_map(|seed| Some((seed, wrong(&language, seed).err()?)));
        all.extend(failed.map(|(seed, said)| format!("{name}, seed {seed}: {said}\n")));
    }
    assert!(all.is_empty(), "{all}");
}

/// Without its hooks hardly any text of the assignment language is one of it.
#[test]
fn hooks_make_the_difference() {
    let text = text_of("assign");
    let stripped = text.replace(" @def(vars, at=end)", "").replace(" @use(vars)", "");
    assert!(!stripped.contains("@def") && !stripped.contains("@use"), "{stripped}");
    let (hooked, bare) = (named("assign", text), named("assign", &stripped));
    // A text in which no variable is used is right by chance, so the share among the others counts as well.
    let uses = |text: &[u8]| {
        let count = |is: fn(&u8) -> bool| text.iter().filter(|byte| is(byte)).count();
        count(u8::is_ascii_lowercase) > count(|byte| *byte == b'=')
    };
    let figures = |from: &Format| {
        let texts = (0..5_000).map(|seed| fuzz(from, &mut Choices::fresh(seed), 16).expect("there is no dead end"));
        let (mut used, mut valid, mut both) = (0, 0, 0);
        for text in texts {
            let is_valid = matches!(hooked.parsing().judge(&text), Outcome::Valid(_));
            used += u32::from(uses(&text));
            valid += u32::from(is_valid);
            both += u32::from(is_valid && uses(&text));
        }
        format!("{valid} of 5000 are valid; of the {used} that use a variable, {both}")
    };
    expect!["5000 of 5000 are valid; of the 3486 that use a variable, 3486"].assert_eq(&figures(&hooked));
    expect!["356 of 5000 are valid; of the 4655 that use a variable, 11"].assert_eq(&figures(&bare));
}

/// Where names can be used they mostly are: over half of the texts use a variable, and each that is used was defined before.
#[test]
fn what_hooks_allow_is_used() {
    let language = bundled("assign");
    let mut used = 0;
    for seed in 0..2_000 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        let tree = match language.parsing().judge(&text) {
            Outcome::Valid(tree) => tree,
            _ => panic!("seed {seed}: {}", text.escape_ascii()),
        };
        let is_use = |hook: &Hook| hook.uses().is_some();
        let uses = |id| HookFacts::hooks(&language.grammar, &tree.node(id)).iter().any(is_use);
        used += usize::from(tree.walk().any(|(id, _)| uses(id)));
    }
    assert!(used > 1_000, "{used} of 2000 use a variable");
}

fn written(grammar: &str, seed: u64) -> Result<Vec<u8>, DeadEnd> {
    fuzz(&named("small", grammar), &mut Choices::fresh(seed), 10)
}

#[test]
fn it_ends_where_no_name_can_be_used() {
    let hopeless = [
        r#"<s> ::= "u" <i> @use(v) | "d" <i> @use(v) <i> @def(v)  <i> ::= [a-z]"#,
        r#"<s> ::= "u" <i> @use(v) | "(" <s> ")" | "x" <s> | <s> "," <s>  <i> ::= [a-z]  <d> ::= <i> @def(v)"#,
        r#"<s> ::= "d" <a> @def(v) (<s> "x")? <b> @use(v)  <a> ::= [a-m]  <b> ::= [n-z]"#,
        r#"<s> ::= ("u" <i> @use(v, at=scope))+ ("(" ("d" <i> @def(v)) @scope(v) ")")*  <i> ::= [a-z]"#,
        r#"<s> ::= (<i> @unique(v)){4}  <i> ::= [abc]"#,
        r#"<s> ::= <m> <s> | "u" <i> @use(v)  <m> ::= "" | "x" | (<i> @def(v)) @scope(v)  <i> ::= [a-z]"#,
    ];
    for text in hopeless {
        for seed in 0..4 {
            assert_eq!(written(text, seed), Err(DeadEnd), "{text}");
        }
    }
}

#[test]
fn what_is_left_is_found() {
    for seed in 0..50 {
        let mut all = written(r#"<s> ::= (<i> @unique(v)){5}  <i> ::= [a-e]"#, seed).expect("there are as many");
        all.sort_unstable();
        assert_eq!(all, b"abcde");
        // Draws give the long ones hardly ever; the first that is free is the shortest.
        let longer =
            written(r#"<s> ::= (<i> @def(v, unique) ","){7}  <i> ::= "a" ("b" "b"?)? | "x"{2,4} | "y"{30}"#, seed);
        assert_eq!(longer.map(|text| text.split(|&byte| byte == b',').count()), Ok(8));
    }
}

/// A definition can be the only way to an end, and lie behind options that end sooner.
#[test]
fn a_definition_is_found_beyond_the_greatest_depth() {
    let text = r#"<s> ::= <m> <s> | "u" <i> @use(v)  <m> ::= "" | <i> @def(v)  <i> ::= [a-z]"#;
    let language = named("deep", text);
    for seed in 0..20 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 0).expect("a name can be defined");
        assert!(matches!(language.parsing().judge(&text), Outcome::Valid(_)), "{}", text.escape_ascii());
    }
}

/// What a use waits for can be defined where the text would have ended otherwise.
#[test]
fn a_definition_is_found_after_its_use() {
    let texts = [
        r#"<s> ::= "u" <i> @use(v, at=scope) ("d" <i> @def(v))*  <i> ::= [a-z]"#,
        r#"<s> ::= "u" <i> @use(v) <t>*  <t> ::= "-" | "d" <i> @def(v, at=scope)  <i> ::= [a-z]"#,
        r#"<s> ::= ("{" (<i> @use(v, at=scope) <t>*) @scope(v) "}"){3}  <t> ::= "-" | "=" <i> @def(v)  <i> ::= [a-z]"#,
    ];
    for grammar in texts {
        let language = named("after", grammar);
        for (seed, depth) in (0..100).flat_map(|seed| [(seed, 0), (seed, 10)]) {
            let text = fuzz(&language, &mut Choices::fresh(seed), depth);
            let text =
                text.unwrap_or_else(|DeadEnd| panic!("{grammar}, seed {seed}, depth {depth}: a name can be defined"));
            assert!(matches!(language.parsing().judge(&text), Outcome::Valid(_)), "{}", text.escape_ascii());
        }
    }
}

/// A name of several parts may be used before it is defined; each such text and its choices are right.
#[test]
fn names_of_several_parts_wait_for_their_definitions() {
    let grammar = r#"%start <s> <s> ::= (<use> | <def>)+ <use> ::= "u" <id> @use(v, at=scope) "."
        <def> ::= "d" <id> @def(v) "." <id> ::= <letter> <digit>* "!"? <letter> ::= [a-c] <digit> ::= [0-9]"#;
    let language = named("forward", grammar);
    let mut is_forward = false;
    for (seed, depth) in (0..200).flat_map(|seed| DEPTHS.map(|depth| (seed, depth))) {
        let mut choices = Choices::fresh(seed).recorded();
        let text = fuzz(&language, &mut choices, depth).unwrap_or_else(|DeadEnd| panic!("seed {seed}, depth {depth}"));
        let judged = language.parsing().judge(&text);
        assert!(matches!(judged, Outcome::Valid(_)), "seed {seed}: {}", text.escape_ascii());
        is_forward |= text.starts_with(b"u");
        assert_eq!(fuzz(&language, &mut Choices::replay(choices.into_log()), 0), Ok(text));
    }
    assert!(is_forward);
}

/// A replay takes what it is given: whether it is right is for the fold to say.
#[test]
fn a_replay_may_be_wrong() {
    let language = named("wrong", r#"<s> ::= ("u" <i> @use(v) | "d" <i> @def(v, unique))+  <i> ::= [a-z]"#);
    let list = |names: &[(u32, &str)]| {
        let one = |(place, (option, name)): (usize, &(u32, &str))| {
            let more = (place > 0).then_some(Choice::More(true));
            more.into_iter().chain([Choice::Alt(*option), Choice::Text(name.as_bytes().into())]).collect::<Vec<_>>()
        };
        names.iter().enumerate().flat_map(one).collect::<Vec<_>>()
    };
    for (names, expected) in [(&[(0, "x")][..], "ux"), (&[(1, "a"), (1, "a"), (0, "b")], "dadaub")] {
        let replayed = fuzz(&language, &mut Choices::replay(list(names)), 10);
        assert_eq!(replayed, Ok(expected.into()), "{names:?}");
    }
}

/// Offers the numbers that the generator of a published paper offers, two of which its own grammar does not have; after
/// that, all but those that were written.
struct Numbers;

impl CustomFunctions for Numbers {
    fn pre(&self, FunctionId(number): FunctionId, state: &State) -> Offer {
        match number {
            0 => Offer::OneOf(["00", "0", "7", "12"].map(|text| text.into()).to_vec()),
            1 => Offer::NoneOf(state.names("seen").into_iter().map(<[u8]>::to_vec).collect()),
            _ => Offer::OneOf(vec![b"00".to_vec(), b"0".to_vec()]),
        }
    }

    fn post(&self, FunctionId(number): FunctionId, state: &mut State, node: Node<'_>) -> Verdict {
        state.set("last", node.text());
        Verdict::from(number != 2 || node.text() != b"7")
    }

    fn compute(&self, _: FunctionId, _: &[&[u8]]) -> Value {
        Value::Number(0)
    }
}

/// L2: what is offered is in the language of its item, or it is not written.
#[test]
fn offers_are_of_the_language() {
    let numbers = |text: &str| named("numbers", text).with_custom(&Numbers);
    let offered = numbers("<s> ::= (<n> @pre(some) \",\")+  <n> ::= [1-9] [0-9]*");
    let none = numbers("<s> ::= <n> @pre(some) | <n> @pre(others) | \"-\" <n> @pre(none)  <n> ::= [1-9] [0-9]*");
    for seed in 0..100 {
        let text = fuzz(&offered, &mut Choices::fresh(seed), 10).expect("7 and 12 can be written");
        let all = text.split(|&byte| byte == b',').filter(|number| !number.is_empty());
        assert!(all.into_iter().all(|number| number == b"7" || number == b"12"), "{}", text.escape_ascii());
        let text = fuzz(&none, &mut Choices::fresh(seed), 10).expect("two of three options are left");
        assert!(!text.starts_with(b"-"), "{}", text.escape_ascii());
    }
}

#[test]
fn functions_are_obeyed() {
    let text = r#"<s> ::= <n> @pre(some) "," (<d> @pre(others) @def(seen)){9} "," <n> @post(not7)
        <n> ::= [1-9] [0-9]{0,1}  <d> ::= [0-9]"#;
    let language = named("functions", text).with_custom(&Numbers);
    for seed in 0..100 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there are such texts");
        let said = match language.parsing().judge(&text) {
            Outcome::Valid(_) => continue,
            Outcome::Invalid(_, found) => found.iter().map(|it| it.message(&language.grammar) + "\n").collect(),
            Outcome::NoParse(error) => error.message(),
        };
        panic!("seed {seed}: {}: {said}", text.escape_ascii());
    }
}
