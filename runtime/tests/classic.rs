//! The published runs of reduction through a generator: integers in, texts out, delta debugging on the integers.
//!
//! R. Gopinath's post on reducing through a generator (rahul.gopinath.org): a generator with hooks before and after symbols
//! takes each of its decisions from a list of integers. The generator is modelled here with its mistakes, because they
//! show in its results: a text that stands for no variable, and defaults that no hook hears of. The integers drive it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;

use grammarc_runtime::reduce::classic::{minimize, minimize_by};

/// From this depth on, the generator takes only the cheapest rules.
const DEEPEST: usize = 10;
/// No choice: the default of what is asked for.
const NOP: i32 = -1;

/// A part of a rule, with its hook.
#[derive(Clone, Copy)]
enum Part {
    Token(&'static str),
    /// Its text is a variable from the end of the assignment on.
    Defining(&'static str),
    /// One of the variables stands there; `00` if there is none.
    Defined(&'static str),
    /// The assignment ends.
    Sync(&'static str),
}

use Part::{Defined, Defining, Sync, Token};

impl Part {
    fn token(self) -> &'static str {
        let (Token(token) | Defining(token) | Defined(token) | Sync(token)) = self;
        token
    }
}

type Rules = HashMap<&'static str, Vec<Vec<Part>>>;

/// The grammar of assignments, each of which ends with `;`.
fn rules() -> Rules {
    let letters = "a b c d e f g h i j k l m n o p q r s t u v w x y z";
    HashMap::from([
        ("<start>", vec![vec![Token("<assignments>")]]),
        (
            "<assignments>",
            vec![vec![Token("<assign>"), Sync(";\n")], vec![Token("<assign>"), Sync(";\n"), Token("<assignments>")]],
        ),
        ("<assign>", vec![vec![Defining("<var>"), Token(" = "), Token("<expr>")]]),
        (
            "<expr>",
            vec![
                vec![Token("<expr>"), Token(" + "), Token("<expr>")],
                vec![Token("<expr>"), Token(" - "), Token("<expr>")],
                vec![Token("("), Token("<expr>"), Token(")")],
                vec![Defined("<var>")],
                vec![Token("<digit>")],
            ],
        ),
        ("<digit>", vec![vec![Token("0")], vec![Token("1")]]),
        ("<var>", letters.split(' ').map(|letter| vec![Token(letter)]).collect()),
    ])
}

/// What stands for a symbol that has no choice.
fn default(symbol: &str) -> &'static str {
    match symbol {
        "<start>" | "<assignments>" => "a=0;\n",
        "<assign>" => "a=0",
        _ => "0",
    }
}

/// The cost of a symbol; none where it leads back to one that is open.
fn cost(rules: &Rules, symbol: &'static str, open: &[&'static str]) -> Option<u32> {
    let open = [open, &[symbol]].concat();
    rules[symbol].iter().filter_map(|rule| cost_of_rule(rules, rule, &open)).min()
}

fn cost_of_rule(rules: &Rules, rule: &[Part], open: &[&'static str]) -> Option<u32> {
    let symbols = rule.iter().map(|part| part.token()).filter(|token| rules.contains_key(token));
    let costs: Option<Vec<u32>> =
        symbols.map(|symbol| if open.contains(&symbol) { None } else { cost(rules, symbol, open) }).collect();
    Some(1 + costs?.into_iter().max().unwrap_or(0))
}

/// The generator, led by integers.
struct Generator<'a> {
    rules: &'a Rules,
    integers: std::slice::Iter<'a, i32>,
    /// The variables that can be used.
    variables: Vec<String>,
    /// Those of the assignment that has not ended.
    pending: Vec<String>,
}

impl<'a> Generator<'a> {
    /// Returns one of the options, or none where the default is wanted. Without integers left there is no text.
    fn choose<'o, T>(&mut self, options: &'o [T]) -> Option<Option<&'o T>> {
        match *self.integers.next()? {
            NOP => Some(None),
            integer => Some(Some(&options[integer as usize % options.len()])),
        }
    }

    fn symbol(&mut self, symbol: &'static str, depth: usize) -> Option<String> {
        let Some(all) = self.rules.get(symbol) else { return Some(symbol.to_owned()) };
        let least = all.iter().filter_map(|rule| cost_of_rule(self.rules, rule, &[])).min();
        let is_cheapest = |rule: &&Vec<Part>| cost_of_rule(self.rules, rule, &[]) == least;
        let options: Vec<&Vec<Part>> = all.iter().filter(|rule| depth <= DEEPEST || is_cheapest(rule)).collect();
        match self.choose(&options)? {
            Some(rule) => rule.iter().map(|part| self.part(*part, depth + 1)).collect(),
            None => Some(default(symbol).to_owned()),
        }
    }

    fn part(&mut self, part: Part, depth: usize) -> Option<String> {
        match part {
            Token(token) => self.symbol(token, depth),
            Defining(token) => {
                let text = self.symbol(token, depth)?;
                self.pending.push(text.clone());
                Some(text)
            }
            Defined(_) if self.variables.is_empty() => Some("00".to_owned()),
            Defined(_) => {
                let variables = self.variables.clone();
                Some(self.choose(&variables)?.map_or("000".to_owned(), String::clone))
            }
            Sync(token) => {
                self.variables.append(&mut self.pending);
                self.symbol(token, depth)
            }
        }
    }
}

/// Returns the text that integers lead to, the variables that it defines, and how many integers are left over.
fn generate(rules: &Rules, integers: &[i32]) -> Option<(String, Vec<String>, usize)> {
    let mut generator = Generator { rules, integers: integers.iter(), variables: Vec::new(), pending: Vec::new() };
    let text = generator.symbol("<start>", 0)?;
    Some((text, generator.variables, generator.integers.len()))
}

fn recorded(seed: u32) -> Vec<i32> {
    let lines = include_str!("classic/integers.txt").lines();
    let found = lines.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == seed.to_string());
    let (_, integers) = found.expect("the seed was recorded");
    integers.split_whitespace().map(|integer| integer.parse().expect("it is an integer")).collect()
}

/// What is left when a part goes and leaves a mark, which takes the place of what stands before it.
fn marked(list: &[i32], part: Range<usize>) -> Vec<i32> {
    match part.start {
        0 => [&[NOP], list.get(part.end + 1..).unwrap_or_default()].concat(),
        start => [&list[..start - 1], &[NOP], &list[part.end..]].concat(),
    }
}

/// What is interesting.
type Test<'a> = &'a mut dyn FnMut(&[i32]) -> Result<bool, Infallible>;
/// Makes a list smaller.
type Minimizer = fn(&[i32], Test<'_>) -> Result<Vec<i32>, Infallible>;

/// Repeats a minimizer until it leaves the length as it is. Returns the text, the integers and how many questions it took.
fn reduced(rules: &Rules, seed: u32, once: Minimizer) -> (String, Vec<i32>, usize) {
    let mut questions = 0;
    let mut is_interesting = |integers: &[i32]| {
        questions += 1;
        Ok(generate(rules, integers).is_some_and(|(text, ..)| text.contains("((") && text.contains("))")))
    };
    let mut kept = recorded(seed);
    assert_eq!(is_interesting(&kept), Ok(true), "seed {seed}");
    loop {
        let before = kept.len();
        let Ok(left) = once(&kept, &mut is_interesting);
        kept = left;
        if kept.len() == before {
            let (text, ..) = generate(rules, &kept).expect("it was interesting");
            return (text, kept, questions);
        }
    }
}

#[test]
fn the_recorded_integers_are_used_up() {
    let rules = rules();
    for (seed, count, variables) in [(1, 61, ""), (5, 40, ""), (6, 88, "e f e c d"), (9, 71, ""), (16, 33, "")] {
        let integers = recorded(seed);
        let (_, defined, left) = generate(&rules, &integers).expect("there is a text");
        assert_eq!((integers.len(), left), (count, 0), "seed {seed}");
        assert!(variables.is_empty() || defined.join(" ") == variables, "seed {seed}: {defined:?}");
        assert!(generate(&rules, &integers[..count - 1]).is_none(), "seed {seed}: one integer fewer is no text");
    }
}

#[test]
fn costs_are_those_published() {
    let rules = rules();
    let costs =
        |symbol: &'static str| rules[symbol].iter().map(|rule| cost_of_rule(&rules, rule, &[])).collect::<Vec<_>>();
    let published: [(&str, &[u32]); 5] = [
        ("<start>", &[5]),
        ("<assignments>", &[4, 5]),
        ("<assign>", &[3]),
        ("<expr>", &[3, 3, 3, 2, 2]),
        ("<digit>", &[1, 1]),
    ];
    for (symbol, published) in published {
        assert_eq!(costs(symbol), published.iter().copied().map(Some).collect::<Vec<_>>(), "{symbol}");
    }
}

#[test]
fn delta_debugging_on_integers() {
    let rules = rules();
    let once = |list: &[i32], test: Test<'_>| minimize(list, test);
    let results = [1, 5, 9, 16].map(|seed| reduced(&rules, seed, once));
    let texts = ["d = ((00));\n", "d = ((1));\n", "e = ((00 + 1 + 0));\nj = 1;\n", "a = ((00));\n"];
    assert_eq!(results.each_ref().map(|(text, ..)| text.as_str()), texts);
    assert_eq!(results.each_ref().map(|(_, integers, _)| integers.len()), [7, 8, 18, 7]);
    assert_eq!(results.each_ref().map(|(.., questions)| *questions), [29, 57, 86, 69]);
    assert_eq!(results[0].1, [6, 0, 8, 3, 7, 7, 8]);
    assert_eq!(results[1].1, [2, 2, 0, 3, 2, 2, 4, 5]);
    assert_eq!(results[3].1, [0, 2, 9, 0, 7, 7, 3]);
}

#[test]
fn delta_debugging_on_integers_with_defaults() {
    let rules = rules();
    let once = |list: &[i32], test: Test<'_>| minimize_by(list, marked, test);
    let results = [1, 5, 9, 16].map(|seed| reduced(&rules, seed, once));
    let texts =
        ["0 = ((0));\na=0;\n", "i = 0 + 0 + 0 + ((0));\n", "e = ((0));\na=0;\n", "0 = 0 - 0 + 0;\na = ((0));\n"];
    assert_eq!(results.each_ref().map(|(text, ..)| text.as_str()), texts);
    assert_eq!(results.each_ref().map(|(_, integers, _)| integers.len()), [8, 13, 8, 15]);
    assert_eq!(results.each_ref().map(|(.., questions)| *questions), [55, 58, 66, 67]);
    assert_eq!(results[0].1, [2, 9, 1, NOP, 7, 7, NOP, NOP]);
    assert_eq!(results[2].1, [7, 9, 5, 4, 2, 2, NOP, NOP]);
}
