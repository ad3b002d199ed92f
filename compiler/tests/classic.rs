//! List minimisers as they were published, on the examples that were published with them: the figures come out exactly.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use grammarc_runtime::language::Language;
use grammarc_runtime::reduce::classic::{ddmin, ddrmin, minimize};

/// 97 characters of the Fuzzing Book, two of which matter.
const MYSTERY: &str =
    r##" 7:,>((/$$-/->.;.=;(.%!:50#7*8=$&&=$9!%6(4=&69':'<3+0-3.24#7=!&60)2/+";+<7+1<2!4$>92+$1<(3%&5''>#"##;

/// Arithmetic as the Fuzzing Book has it.
const EXPR: &str = r#"
<start>   ::= <expr>
<expr>    ::= <term> " + " <expr> | <term> " - " <expr> | <term>
<term>    ::= <factor> " * " <term> | <factor> " / " <term> | <factor>
<factor>  ::= "+" <factor> | "-" <factor> | "(" <expr> ")" | <integer> "." <integer> | <integer>
<integer> ::= <digit> <integer> | <digit>
<digit>   ::= [0-9]
"#;

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

fn expr() -> Language {
    grammarc::load_text("expr", EXPR).unwrap_or_else(|report| panic!("{report}")).language()
}

/// As [`mystery`], but what is no expression is unresolved.
fn eval_mystery(language: &Language, text: &str) -> Outcome {
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
        String::from_utf8(ddmin(text.as_bytes(), |text| self.fails(text))).expect("it is ASCII")
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.tests.borrow().iter().filter(|(_, other)| *other == outcome).count()
    }
}

/// A file of the goldens; none, with a word why, where they are not there.
fn golden(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/goldens").join(name);
    let text = fs::read_to_string(&path);
    if text.is_err() {
        eprintln!("skipped: there is no {}", path.display());
    }
    text.ok()
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
fn the_mystery_of_97_characters_takes_29_tests() {
    let asked = Asked::new(mystery);
    assert_eq!((asked.ddmin(MYSTERY).as_str(), asked.tests.borrow().len()), ("()", 29));
    if let Some(published) = golden("ddmin-mystery-97.trace") {
        assert_eq!(traced(&asked), trace(&published));
    }
}

#[test]
fn an_expression_takes_15_tests_and_21_where_it_must_stay_one() {
    let asked = Asked::new(mystery);
    assert_eq!((asked.ddmin("1 + (2 * 3)").as_str(), asked.tests.borrow().len()), ("()", 15));
    if let Some(published) = golden("ddmin-mystery-expr.trace") {
        assert_eq!(traced(&asked), trace(&published));
    }
    let language = expr();
    let asked = Asked::new(|text| eval_mystery(&language, text));
    assert_eq!((asked.ddmin("1 + (2 * 3)").as_str(), asked.tests.borrow().len()), ("1 + (2 * 3)", 21));
    assert_eq!((asked.count(Outcome::Fail), asked.count(Outcome::Unresolved)), (1, 20));
    if let Some(published) = golden("ddmin-eval-expr.trace") {
        assert_eq!(traced(&asked), trace(&published));
    }
}

#[test]
fn the_long_expression_takes_900_tests() {
    let Some(long) = golden("expr-long.txt") else { return };
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
        eprintln!("skipped: there is no python3");
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
    minimize: impl FnOnce(&[u8], &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8>,
    is_interesting: impl Fn(&[u8]) -> bool,
) -> Left {
    let mut asked = 0;
    let left = minimize(text.as_bytes(), &mut |text| {
        asked += 1;
        is_interesting(text)
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
fn carrying_on_takes_25_and_23_questions() {
    assert_eq!(counted(MYSTERY, |list, ask| minimize(list, ask), has_both_in_order), ("()".to_owned(), 25));
    assert_eq!(counted(MYSTERY, |list, ask| minimize(list, ask), has_both), (")(".to_owned(), 23));
}
