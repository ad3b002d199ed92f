//! List minimisers as they were published, on the examples that were published with them: the figures come out exactly.

use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::Command;

use grammarc_papers::{Call, GrammarReducer, PUBLISHED, STRATEGIES, ddmin, ddrmin, minimize, perses, quarters};
use grammarc_runtime::format::Format;
use grammarc_runtime::reduce::{self, Options, reduce};
use grammarc_runtime::syntax::{Combinations, Derivation};

use crate::skipped::skipped;

/// 97 characters of the Fuzzing Book, two of which matter.
const MYSTERY: &str =
    r##" 7:,>((/$$-/->.;.=;(.%!:50#7*8=$&&=$9!%6(4=&69':'<3+0-3.24#7=!&60)2/+";+<7+1<2!4$>92+$1<(3%&5''>#"##;

/// Arithmetic as the Fuzzing Book has it.
const EXPR: &str = include_str!("../published/expr.bnf");

/// An outcome of the Fuzzing Book: it fails, passes, or nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Fail,
    Pass,
    Unresolved,
}

/// Fails where an opening bracket stands before a closing one, the first of each.
fn mystery(text: &str) -> Outcome {
    match (text.find('('), text.find(')')) {
        (Some(open), Some(close)) if open < close => Outcome::Fail,
        _ => Outcome::Pass,
    }
}

fn expr() -> Format {
    grammarc::load_text("expr", EXPR).unwrap_or_else(|report| panic!("{report}")).format()
}

/// As [`mystery`], but what is no expression is unresolved.
fn eval_mystery(language: &Format, text: &str) -> Outcome {
    if language.parse(text.as_bytes()).is_err() { Outcome::Unresolved } else { mystery(text) }
}

/// Asks, remembers the answers, and keeps a record of what was not asked before.
struct Asked<F> {
    run: F,
    known: RefCell<HashMap<String, Outcome>>,
    /// What was asked, without what was asked before.
    tests: RefCell<Vec<(String, Outcome)>>,
    /// How many questions there were in all.
    asked: RefCell<usize>,
}

impl<F: Fn(&str) -> Outcome> Asked<F> {
    fn new(run: F) -> Self {
        Self { run, known: RefCell::default(), tests: RefCell::default(), asked: RefCell::default() }
    }

    fn ask(&self, text: &[u8]) -> Result<bool, Infallible> {
        Ok(self.fails(text))
    }

    fn fails(&self, text: &[u8]) -> bool {
        let text = std::str::from_utf8(text).expect("it is ASCII").to_owned();
        *self.asked.borrow_mut() += 1;
        let known = self.known.borrow().get(&text).copied();
        let outcome = known.unwrap_or_else(|| {
            let outcome = (self.run)(&text);
            self.known.borrow_mut().insert(text.clone(), outcome);
            self.tests.borrow_mut().push((text, outcome));
            outcome
        });
        outcome == Outcome::Fail
    }

    /// Minimizes as the Fuzzing Book does: the input is asked about first.
    fn ddmin(&self, text: &str) -> String {
        assert!(self.fails(text.as_bytes()), "it must fail to begin with");
        let Ok(left) = ddmin(text.as_bytes(), |text| self.ask(text));
        String::from_utf8(left).expect("it is ASCII")
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.tests.borrow().iter().filter(|(_, other)| *other == outcome).count()
    }
}

/// Returns a published text or trace.
fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Length and outcome of each line `Test #n 'text' length OUTCOME`.
fn trace(text: &str) -> Vec<(usize, String)> {
    let end = |line: &str| {
        let mut words = line.split_whitespace().rev();
        let outcome = words.next()?.to_owned();
        Some((words.next()?.parse().ok()?, outcome))
    };
    text.lines().filter(|line| line.starts_with("Test #")).filter_map(end).collect()
}

fn traced<F>(asked: &Asked<F>) -> Vec<(usize, String)> {
    let tests = asked.tests.borrow();
    tests.iter().map(|(text, outcome)| (text.len(), format!("{outcome:?}").to_uppercase())).collect()
}

#[test]
fn by_hand_the_first_and_the_last_quarter_go() {
    let text = golden("mystery-97.txt");
    assert_eq!(text, MYSTERY);
    // No answer is remembered: without the first two quarters the second half is left, again.
    let mut asked = Vec::new();
    let Ok(left) = quarters(text.as_bytes(), |text| {
        let outcome = mystery(std::str::from_utf8(text).expect("it is ASCII"));
        asked.push((text.len(), outcome));
        Ok::<_, Infallible>(outcome == Outcome::Fail)
    });
    assert_eq!(left, text.as_bytes()[24..72]);
    let (pass, fail) = (Outcome::Pass, Outcome::Fail);
    assert_eq!(asked, [(48, pass), (49, pass), (73, fail), (49, pass), (49, pass), (48, fail)]);
}

#[test]
fn the_arguments_of_a_failing_call_are_minimized_by_their_names() {
    let asked = Asked::new(mystery);
    let call = Call::new().with("inp", MYSTERY);
    let Ok(minimal) = call.minimized(|call| asked.ask(call.get("inp")));
    assert_eq!(minimal.map(|call| call.to_string()).as_deref(), Some(r#"inp = "()""#));
    assert_eq!(asked.tests.borrow().len(), 29, "the call that failed, and ddmin");
    let Ok(passing) = Call::new().with("inp", "I am a passing input").minimized(|call| asked.ask(call.get("inp")));
    assert_eq!((passing, asked.tests.borrow().len()), (None, 30));
}

#[test]
fn arguments_that_need_one_another_get_smaller_in_turn() {
    // The second can lose what the first has lost; what has no name stays.
    let unnamed = "x".repeat(3);
    let fails = |call: &Call| {
        let (text, wanted) = (call.get("text"), call.get("wanted"));
        let found = text.windows(wanted.len().max(1)).any(|window| window == wanted);
        Ok::<_, Infallible>(found && unnamed.len() == 3)
    };
    let call = Call::new().with("text", "the needle in the hay").with("wanted", "needle").with("unused", "what for?");
    let Ok(minimal) = call.minimized(fails);
    assert_eq!(minimal, Some(Call::new().with("text", "e").with("wanted", "e").with("unused", "")));
}

#[test]
fn the_mystery_of_97_characters_takes_29_tests() {
    let asked = Asked::new(mystery);
    assert_eq!((asked.ddmin(MYSTERY).as_str(), asked.tests.borrow().len()), ("()", 29));
    assert_eq!(traced(&asked), trace(&golden("ddmin-mystery-97.trace")));
}

#[test]
fn an_expression_takes_15_tests_and_21_where_it_must_stay_one() {
    let asked = Asked::new(mystery);
    assert_eq!((asked.ddmin("1 + (2 * 3)").as_str(), asked.tests.borrow().len()), ("()", 15));
    assert_eq!(traced(&asked), trace(&golden("ddmin-mystery-expr.trace")));
    let language = expr();
    let asked = Asked::new(|text| eval_mystery(&language, text));
    assert_eq!((asked.ddmin("1 + (2 * 3)").as_str(), asked.tests.borrow().len()), ("1 + (2 * 3)", 21));
    assert_eq!((asked.count(Outcome::Fail), asked.count(Outcome::Unresolved)), (1, 20));
    assert_eq!(traced(&asked), trace(&golden("ddmin-eval-expr.trace")));
}

#[test]
fn the_long_expression_takes_900_tests() {
    let long = golden("expr-long.txt");
    let language = expr();
    let asked = Asked::new(|text| eval_mystery(&language, text));
    let left = asked.ddmin(&long);
    assert_eq!(left, "((2 - 1 - 2) * 8 + (5) - (4)) / ((2) * 3) * (9) / 3 / 1 - 8");
    assert_eq!(asked.tests.borrow().len(), 900);
}

/// Runs a text as a Python program, which fails by dividing by zero; none where there is no Python.
fn python(text: &str) -> Option<Outcome> {
    let output = Command::new("python3").args(["-c", text]).output().ok()?;
    let fails = String::from_utf8_lossy(&output.stderr).contains("ZeroDivisionError");
    Some(if fails { Outcome::Fail } else { Outcome::Pass })
}

#[test]
fn a_division_by_zero_is_left_in_12_tests() {
    if python("").is_none() {
        skipped("python3");
        return;
    }
    let asked = Asked::new(|text| python(text).expect("it was there before"));
    assert_eq!((asked.ddmin("x = 1 + 2 * 3 / 0").as_str(), asked.tests.borrow().len()), ("3/0", 12));
}

fn is_select(text: &[u8]) -> bool {
    let text = std::str::from_utf8(text).expect("it is ASCII");
    text.find("<SELECT").is_some_and(|at| text[at..].contains('>'))
}

const SELECT: &str = "<SELECT NAME=\"priority\" MULTIPLE SIZE=7>";

/// What an algorithm leaves of a text, and how many questions it asks.
type Left = (String, usize);

fn counted(
    text: &str,
    minimize: impl FnOnce(&[u8], &mut dyn FnMut(&[u8]) -> Result<bool, Infallible>) -> Result<Vec<u8>, Infallible>,
    is_interesting: impl Fn(&[u8]) -> bool,
) -> Left {
    let mut asked = 0;
    let Ok(left) = minimize(text.as_bytes(), &mut |text| {
        asked += 1;
        Ok(is_interesting(text))
    });
    (String::from_utf8(left).expect("it is ASCII"), asked)
}

fn has_both(text: &[u8]) -> bool {
    text.contains(&b'(') && text.contains(&b')')
}

fn has_both_in_order(text: &[u8]) -> bool {
    mystery(std::str::from_utf8(text).expect("it is ASCII")) == Outcome::Fail
}

#[test]
fn halves_take_26_and_21_tests() {
    assert_eq!(counted(SELECT, |list, ask| ddrmin(list, ask), is_select), ("<SELECT>".to_owned(), 26));
    assert_eq!(counted(MYSTERY, |list, ask| ddrmin(list, ask), has_both_in_order), ("()".to_owned(), 21));
    assert_eq!(counted(MYSTERY, |list, ask| ddrmin(list, ask), has_both).1, 21);
}

#[test]
fn carrying_on_asks_what_was_published() {
    let mut asked = String::new();
    let Ok(left) = minimize(SELECT.as_bytes(), |text| {
        let (mark, shown) = (if is_select(text) { '+' } else { '.' }, String::from_utf8_lossy(text));
        asked += &format!("{mark}  {shown} {}\n", text.len());
        Ok::<_, Infallible>(mark == '+')
    });
    assert_eq!((left.as_slice(), asked), (&b"<SELECT>"[..], golden("ddmin-select.trace")));
}

#[test]
fn carrying_on_takes_25_and_23_questions() {
    assert_eq!(counted(MYSTERY, |list, ask| minimize(list, ask), has_both_in_order), ("()".to_owned(), 25));
    assert_eq!(counted(MYSTERY, |list, ask| minimize(list, ask), has_both), (")(".to_owned(), 23));
}

/// The derivation of an expression.
fn derivation(language: &Format, text: &str) -> Derivation {
    Derivation::of(&language.parse(text.as_bytes()).expect("it is an expression"), text.as_bytes())
}

fn texts(trees: &[Derivation]) -> Vec<String> {
    trees.iter().map(|tree| String::from_utf8(tree.text()).expect("it is ASCII")).collect()
}

#[test]
fn trees_have_as_many_nodes_as_published() {
    let language = expr();
    let tree = derivation(&language, "1 + (2 * 3)");
    assert_eq!((tree.len(), tree.height()), (25, 12));
    let tree = derivation(&language, &golden("expr-long.txt"));
    assert_eq!((tree.len(), tree.height()), (796, 21));
}

#[test]
fn replacements_are_those_published() {
    let language = expr();
    let tree = derivation(&language, "1 + (2 * 3)");
    let symbol = |name: &str| language.grammar.symbol(name).expect("it is a rule");
    let below = |depth| texts(&tree.subtrees_with_symbol(symbol("term"), depth));
    assert_eq!(below(None), ["1", "(2 * 3)", "2 * 3", "3"]);
    assert_eq!([below(Some(1)), below(Some(2)), below(Some(3))], [vec![], vec!["1"], vec!["(2 * 3)"]]);
    let first = GrammarReducer::default();
    let expansions =
        |combinations| texts(&tree.alternate_reductions(&language.grammar, symbol("term"), None, combinations));
    assert_eq!(expansions(Combinations::First), ["1", "1 * 1"]);
    assert_eq!(expansions(Combinations::All).len(), 18);
    let quoted: Vec<String> = expansions(Combinations::All).iter().map(|text| format!("'{text}'")).collect();
    assert_eq!(format!("[{}]", quoted.join(", ")), golden("alternate-reductions-term.txt").trim());
    let replacements = |name| texts(&first.replacements(&language.grammar, &tree, symbol(name), None));
    assert_eq!(replacements("expr"), ["1 + (2 * 3)", "(2 * 3)", "2 * 3", "1"]);
    assert_eq!(replacements("term"), ["1", "(2 * 3)", "2 * 3", "3", "1 * 1"]);
}

/// What the grammar reducer leaves of an expression with brackets, and what it asks about, with the outcomes.
fn reduced(text: &str, is_by_depth: bool) -> (String, Vec<String>) {
    reduced_where(text, is_by_depth, mystery)
}

/// As [`reduced`], but `run` tells what becomes of an expression.
fn reduced_where(text: &str, is_by_depth: bool, run: fn(&str) -> Outcome) -> (String, Vec<String>) {
    let language = expr();
    let asked =
        Asked::new(|text| if language.parse(text.as_bytes()).is_ok() { run(text) } else { Outcome::Unresolved });
    let mut tree = derivation(&language, text);
    let (reducer, grammar) = (GrammarReducer::default(), &language.grammar);
    let Ok(()) = match is_by_depth {
        true => reducer.reduce_by_depth(grammar, &mut tree, |text| asked.ask(text)),
        false => reducer.reduce(grammar, &mut tree, |text| asked.ask(text)),
    };
    let trace = asked.tests.borrow().iter().map(|(text, outcome)| format!("{text} {outcome:?}")).collect();
    (String::from_utf8(tree.text()).expect("it is ASCII"), trace)
}

#[test]
fn the_grammar_reducer_takes_5_and_3_tests() {
    let (left, trace) = reduced("1 + (2 * 3)", false);
    assert_eq!(
        (left.as_str(), trace.join(", ").as_str()),
        ("(3)", "(2 * 3) Fail, 2 * 3 Pass, 3 Pass, 2 Pass, (3) Fail")
    );
    let (left, trace) = reduced("1 + (2 * 3)", true);
    assert_eq!((left.as_str(), trace.join(", ").as_str()), ("(3)", "(2 * 3) Fail, (3) Fail, 3 Pass"));
}

/// The Fuzzing Book's code asks the same. Without a new start at depth 0, the last but one question is missing.
#[test]
fn reducing_by_depth_starts_again_after_a_success() {
    let is_negated = |text: &str| if text.contains("-(") { Outcome::Fail } else { Outcome::Pass };
    let (left, trace) = reduced_where("-(3 * (1 + 3))", true, is_negated);
    let asked = [
        "(3 * (1 + 3)) Pass",
        "-((1 + 3)) Fail",
        "-((3)) Fail",
        "((3)) Pass",
        "-(3) Fail",
        "-3 Pass",
        "(3) Pass",
        "3 Pass",
    ];
    assert_eq!((left.as_str(), trace.as_slice()), ("-(3)", asked.map(str::to_owned).as_slice()));
}

#[test]
fn the_long_expression_takes_16_and_10_tests() {
    let long = golden("expr-long.txt");
    let (left, trace) = reduced(&long, false);
    assert_eq!((left.as_str(), trace.len()), ("(5)", 16));
    let (left, trace) = reduced(&long, true);
    assert_eq!((left.as_str(), trace.len()), ("(9)", 10));
}

#[test]
fn the_variant_of_perses_takes_20_questions() {
    let language = expr();
    let asked = Asked::new(|text| match text.find("((").is_some_and(|at| text[at..].contains("))")) {
        true => Outcome::Fail,
        false => Outcome::Pass,
    });
    let mut tree = derivation(&language, "1 + ((2 * 3 / 4))");
    let Ok(()) = perses(&language.grammar, &mut tree, |text| asked.ask(text));
    assert_eq!((tree.text().as_slice(), *asked.asked.borrow()), (&b"((4))"[..], 20));
}

#[test]
fn the_larger_branch_comes_first() {
    let language = expr();
    let asked = Asked::new(|_| Outcome::Pass);
    let mut tree = derivation(&language, "((1)) * ((2 + 3 + 4))");
    let Ok(()) = perses(&language.grammar, &mut tree, |text| asked.ask(text));
    let tests = asked.tests.borrow();
    let place = |part: &str| tests.iter().position(|(text, _)| text.contains(part)).expect("it is asked about");
    assert!(place("((1)) * (2 + 3 + 4)") < place("(1) * ((2 + 3 + 4))"), "{tests:?}");
}

/// Runs a strategy by the search, and returns its text, `asked` and `tests`.
fn searched(name: &str, jobs: usize, text: &str, oracle: &(dyn Fn(&[u8]) -> bool + Sync)) -> (String, u64, u64) {
    let strategy = *PUBLISHED.iter().find(|strategy| strategy.name == name).expect("it is there");
    let options = Options { strategies: vec![strategy], jobs, ..Options::default() };
    let reduced = reduce(&expr(), text.as_bytes(), &oracle, &options).expect("it is interesting");
    (String::from_utf8(reduced.text).expect("it is ASCII"), reduced.counters.asked, reduced.counters.tests)
}

#[test]
fn strategies_ask_what_was_published() {
    let (language, long) = (expr(), golden("expr-long.txt"));
    let eval = |text: &[u8]| eval_mystery(&language, &String::from_utf8_lossy(text)) == Outcome::Fail;
    let is_twice_bracketed = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.find("((").is_some_and(|at| text[at..].contains("))"))
    };
    let left = |text: &str, asked, tests| (text.to_owned(), asked, tests);
    for jobs in [1, 4] {
        // The book counts tests, that is, different texts.
        assert_eq!(searched("book:ddmin", jobs, MYSTERY, &has_both_in_order).2, 29);
        assert_eq!(searched("book:ddmin", jobs, "1 + (2 * 3)", &has_both_in_order).2, 15);
        assert_eq!(searched("book:ddmin", jobs, "1 + (2 * 3)", &eval).2, 21);
        assert_eq!(searched("book:grabr", jobs, "1 + (2 * 3)", &eval), left("(3)", 8, 5));
        assert_eq!(searched("book:grabr-depth", jobs, "1 + (2 * 3)", &eval).2, 3);
        assert_eq!(searched("book:grabr", jobs, &long, &eval).2, 16);
        assert_eq!(searched("book:grabr-depth", jobs, &long, &eval).2, 10);
        // The post counts questions.
        assert_eq!(searched("post:ddmin", jobs, SELECT, &is_select), left("<SELECT>", 27, 26));
        assert_eq!(searched("post:ddmin", jobs, MYSTERY, &has_both_in_order).1, 25);
        assert_eq!(searched("post:ddrmin", jobs, SELECT, &is_select).1, 26);
        assert_eq!(searched("post:ddrmin", jobs, MYSTERY, &has_both_in_order).1, 21);
        let (text, asked, _) = searched("post:perses", jobs, "1 + ((2 * 3 / 4))", &is_twice_bracketed);
        assert_eq!((text.as_str(), asked), ("((4))", 20));
    }
    let (text, _, tests) = searched("book:ddmin", 1, &long, &eval);
    assert_eq!((text.as_str(), tests), ("((2 - 1 - 2) * 8 + (5) - (4)) / ((2) * 3) * (9) / 3 / 1 - 8", 900));
    let others = || reduce::STRATEGIES.iter().chain(STRATEGIES);
    assert!(PUBLISHED.iter().all(|published| others().all(|other| other.name != published.name)));
    assert!(STRATEGIES.iter().all(|ours| reduce::strategy(ours.name).is_none()));
}
