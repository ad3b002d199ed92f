//! The gain of hooks in a reduction: oracle calls and size of the result with `off`, `discard` and `repair`, by oracles that
//! refuse invalid input. And the cost of the fold for a candidate at the start, in the middle and at the end of 1 MB.

#[path = "hooks/image.rs"]
mod image;
#[path = "hooks/program.rs"]
mod program;

use std::cell::RefCell;
use std::collections::HashMap;

use grammarc_benches::side_by_side::race;
use grammarc_benches::{begin, is_quick};
use grammarc_runtime::edit::Edit;
use grammarc_runtime::fields::fill;
use grammarc_runtime::format::Format;
use grammarc_runtime::hooks::violations;
use grammarc_runtime::reduce::{Hooks, Languages, Options, Search, Validity, View, reduce};
use grammarc_runtime::tree::NodeId;
use grammarc_runtime::trial::{self, Trial};

/// Number of inputs to reduce, if the oracle is a function and if it is a process. It is small in a quick run.
fn counts() -> (usize, usize) {
    if is_quick() { (2, 1) } else { (20, 5) }
}

/// With the name of a part as argument, measures only that part.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    let wanted = begin().into_iter().next();
    let wants = |part: &str| wanted.as_ref().is_none_or(|wanted| wanted == part);
    let load = |name, text| grammarc::load_text(name, text).expect("bundled").format();
    let (many, few) = counts();
    println!("means: oracle calls / bytes left");
    println!("  {:<36} {:>16} {:>16} {:>16}", "grammar (inputs of bytes)", "off", "discard", "repair");
    if wants("assign") {
        let assign = load("assign", include_str!("../../grammars/assign/assign.bnf"));
        compare("assign, evaluated", many, &assign, assignments, |text| {
            evaluated(text).is_some_and(|values| values.contains(&2))
        });
    }
    if wants("tlv") {
        let tlv = load("tlv", include_str!("../../grammars/tlv/tlv.bnf"));
        let records = |dice: &mut Dice| records(&tlv, dice);
        compare("tlv, decoded", many, &tlv, records, |text| decoded(text).is_some_and(|all| all.contains(&b'%')));
    }
    if wants("xml") {
        let xml = load("xml", include_str!("../../grammars/xml/xml.bnf"));
        compare("xml, read", many, &xml, elements, |text| read(text).is_some_and(|depth| depth >= 2));
    }
    if wants("png") {
        let png = load("png", include_str!("../../grammars/png/png.bnf"));
        compare("png, decoded", many, &png, image::image, |text| image::shows(text, "needle"));
    }
    if wants("imp") && program::is_there() {
        let imp = load("imp", include_str!("../../grammars/imp/imp.bnf"));
        let is_large = |text: &[u8]| program::printed(text).is_some_and(|it| is_large(&it));
        compare("imp, run by perl", few, &imp, program::program, is_large);
    }
    if wants("replay") {
        replay();
    }
}

/// Returns whether a number of four digits was printed: programs have only single digits.
fn is_large(printed: &str) -> bool {
    printed.split(|it: char| !it.is_ascii_digit()).any(|number| number.len() == 4)
}

/// Inputs that are searched for interesting ones. Many are boring: of assignments, for example, those in which no variable is 2.
const MAX_SEEDS: u64 = 10_000;

/// Reduces inputs in all three ways and prints the means.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn compare(
    title: &str,
    count: usize,
    language: &Format,
    input: impl Fn(&mut Dice) -> Vec<u8>,
    interesting: impl Fn(&[u8]) -> bool + Sync,
) {
    let inputs: Vec<Vec<u8>> =
        (0..MAX_SEEDS).map(|seed| input(&mut Dice(seed))).filter(|text| interesting(text)).take(count).collect();
    let mean = |sum: usize| sum as f64 / inputs.len() as f64;
    let cells = [Hooks::Off, Hooks::Discard, Hooks::Repair].map(|hooks| {
        let options = Options { hooks, ..Options::default() };
        let all = inputs.iter().map(|text| reduce(language, text, &interesting, &options).expect("it is interesting"));
        let (calls, bytes) = all.fold((0, 0), |(calls, bytes), reduced| {
            (calls + reduced.counters.tests as usize, bytes + reduced.text.len())
        });
        format!("{:.1} / {:.1}", mean(calls), mean(bytes))
    });
    let title = format!("{title} ({} of {:.0})", inputs.len(), mean(inputs.iter().map(Vec::len).sum()));
    println!("  {title:<36} {:>16} {:>16} {:>16}", cells[0], cells[1], cells[2]);
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Up to twelve assignments, each of up to three names or digits. For example, `a = 1;` and then `b = a + 0` are two.
fn assignments(dice: &mut Dice) -> Vec<u8> {
    let mut known: Vec<char> = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..6 + dice.roll(7) {
        let value = |dice: &mut Dice| match known.len() {
            count if count > 0 && dice.roll(4) > 0 => known[dice.roll(count)].to_string(),
            _ => dice.roll(2).to_string(),
        };
        let values: Vec<String> = (0..=dice.roll(3)).map(|_| value(dice)).collect();
        let name = char::from(b'a' + dice.roll(26) as u8);
        lines.push(format!("{name} = {}", values.join(if dice.roll(3) > 0 { " + " } else { " - " })));
        known.push(name);
    }
    lines.join(";\n").into_bytes()
}

/// Runs assignments; `None` if they are invalid.
fn evaluated(text: &[u8]) -> Option<Vec<i64>> {
    let mut known: HashMap<&str, i64> = HashMap::new();
    for line in std::str::from_utf8(text).ok()?.split(";\n") {
        let (name, expression) = line.split_once(" = ")?;
        let mut rest = expression;
        let value = sum(&mut rest, &known)?;
        let is_name = matches!(name.as_bytes(), [b'a'..=b'z']);
        if !rest.is_empty() || !is_name {
            return None;
        }
        known.insert(name, value);
    }
    Some(known.into_values().collect())
}

fn sum<'t>(rest: &mut &'t str, known: &HashMap<&'t str, i64>) -> Option<i64> {
    let mut total = operand(rest, known)?;
    loop {
        let (sign, after) = match (rest.strip_prefix(" + "), rest.strip_prefix(" - ")) {
            (Some(after), _) => (1, after),
            (_, Some(after)) => (-1, after),
            _ => return Some(total),
        };
        *rest = after;
        total += sign * operand(rest, known)?;
    }
}

fn operand<'t>(rest: &mut &'t str, known: &HashMap<&'t str, i64>) -> Option<i64> {
    if let Some(after) = rest.strip_prefix('(') {
        *rest = after;
        let inner = sum(rest, known)?;
        *rest = rest.strip_prefix(')')?;
        return Some(inner);
    }
    let (word, after) = rest.split_at_checked(1)?;
    *rest = after;
    match word {
        "0" | "1" => word.parse().ok(),
        name => known.get(name).copied(),
    }
}

/// A record file with a `%` in one of its values.
fn records(tlv: &Format, dice: &mut Dice) -> Vec<u8> {
    fn record(dice: &mut Dice, depth: usize) -> Vec<u8> {
        let letters = |dice: &mut Dice| (0..dice.roll(20)).map(|_| b'a' + dice.roll(26) as u8).collect::<Vec<u8>>();
        let (tag, value) = match dice.roll(4) {
            0 => (1, letters(dice)),
            1 => (2, [letters(dice).as_slice(), b"\0"].concat()),
            2 => (0x20, letters(dice)),
            _ if depth > 2 => (1, letters(dice)),
            _ => (3, (0..dice.roll(4)).flat_map(|_| record(dice, depth + 1)).collect()),
        };
        let value: Vec<u8> = value.into_iter().map(|byte| if byte == b'q' { b'%' } else { byte }).collect();
        [&[tag], &(value.len() as u16).to_be_bytes()[..], &value].concat()
    }
    let records: Vec<u8> = (0..8).flat_map(|_| record(dice, 0)).collect();
    fill(tlv, [&b"\x89TLV\0\0"[..], &records, &[0; 4]].concat())
}

/// Decodes a record file and returns the bytes of its values; `None` if it is invalid.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let rest = text.strip_prefix(b"\x89TLV")?;
    let (body, sum) = rest.split_last_chunk::<4>()?;
    if crc32(body) != u32::from_be_bytes(*sum) {
        return None;
    }
    let (count, mut rest) = body.split_first_chunk::<2>()?;
    let mut values = Vec::new();
    let mut found = 0_u16;
    while !rest.is_empty() {
        rest = decoded_record(rest, &mut values, 0)?;
        found += 1;
    }
    (found == u16::from_be_bytes(*count)).then_some(values)
}

/// Decodes one record and returns the bytes after it. For example, the tag 1, the length 0, 2 and `ab` have the value `ab`.
fn decoded_record<'t>(text: &'t [u8], values: &mut Vec<u8>, depth: usize) -> Option<&'t [u8]> {
    let (&[tag, high, low], rest) = text.split_first_chunk::<3>()?;
    let (value, rest) = rest.split_at_checked(usize::from(u16::from_be_bytes([high, low])))?;
    match tag {
        2 if value.last() != Some(&0) => return None,
        3 if depth > 100 => return None,
        3 => {
            let mut inner = value;
            while !inner.is_empty() {
                inner = decoded_record(inner, values, depth + 1)?;
            }
        }
        1 | 2 | 0x10..=0x7e => values.extend_from_slice(value),
        _ => return None,
    }
    Some(rest)
}

fn crc32(text: &[u8]) -> u32 {
    !text.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 })
    })
}

/// Elements in elements, one of them with an exclamation mark.
fn elements(dice: &mut Dice) -> Vec<u8> {
    fn element(dice: &mut Dice, depth: usize) -> String {
        let name = ["chapter", "section", "para", "title", "em"][dice.roll(5)];
        let content: String = match dice.roll(3) {
            0 if depth < 4 => (0..=dice.roll(3)).map(|_| element(dice, depth + 1)).collect(),
            1 if depth < 4 => format!("see {} there", element(dice, depth + 1)),
            _ => ["some words", "more", "look!", "x"][dice.roll(4)].to_owned(),
        };
        format!("<{name} n=\"{}\">{content}</{name}>", dice.roll(100))
    }
    let inner: String = (0..5).map(|_| element(dice, 0)).collect();
    format!("<book>{inner}</book>").into_bytes()
}

/// Reads elements; returns the nesting depth of an exclamation mark, or `None` if tags do not match. For example, `<a><b>look!</b></a>`
/// gives 2.
fn read(text: &[u8]) -> Option<usize> {
    let mut rest = std::str::from_utf8(text).ok()?;
    let (mut open, mut deepest, mut is_read) = (Vec::new(), None, false);
    while let Some(at) = rest.find(['<', '!']) {
        if rest.as_bytes()[at] == b'!' {
            deepest = deepest.max(Some(open.len()));
            rest = &rest[at + 1..];
            continue;
        }
        let (tag, after) = rest[at + 1..].split_once('>')?;
        if is_read || tag.contains('<') {
            return None;
        }
        match tag.strip_prefix('/') {
            Some(name) if open.pop() == Some(name.trim_end()) => is_read = open.is_empty(),
            Some(_) => return None,
            None => {
                let name = tag.split([' ', '/']).next().filter(|name| !name.is_empty())?;
                match tag.ends_with('/') {
                    true => is_read = open.is_empty(),
                    false => open.push(name),
                }
            }
        }
        rest = after;
    }
    (is_read && rest.trim().is_empty()).then_some(deepest?)
}

/// Times candidates with a small edit at three places of 1 MB, and beside them the whole fold.
fn replay() {
    let names =
        "<s> ::= <one>*\n<one> ::= \"d\" <id> @def(v) \";\" | \"u\" <id> @use(v) \";\"\n%token <id> ::= [a-z]+\n";
    let name = |mut number: usize| {
        let mut letters = String::new();
        for _ in 0..8 {
            letters.push(char::from(b'a' + (number % 26) as u8));
            number /= 26;
        }
        letters
    };
    let text: String = (0..50_000).map(|number| format!("d{0};u{0};", name(number))).collect();
    let load = |name, text| grammarc::load_text(name, text).expect("a grammar").format();
    replay_in("the use of a name", &load("names", names), text.as_bytes(), "one", 1);
    let tlv = load("tlv", include_str!("../../grammars/tlv/tlv.bnf"));
    let records = b"\x01\0\x10sixteen bytes...".repeat(50_000);
    let body = [&50_000_u16.to_be_bytes()[..], &records].concat();
    let text = [&b"\x89TLV"[..], &body, &crc32(&body).to_be_bytes()].concat();
    replay_in("a byte of a value, with lengths and the checksum of 1 MB", &tlv, &text, "byte", 0);
    let xml = load("xml", include_str!("../../grammars/xml/xml.bnf"));
    let text = format!("<book>{}</book>", "<p a='1' b='2'>a word</p>".repeat(40_000));
    replay_in("an attribute of an element", &xml, text.as_bytes(), "Attribute", 0);
}

/// Times dropping a node of a rule near the start, in the middle, and near the end.
fn replay_in(title: &str, language: &Format, text: &[u8], rule: &str, odd: usize) {
    let view = View::parse(language, text).expect("parses");
    let is_one = |id: &NodeId| language.grammar.name(view.tree.node(*id).symbol) == rule;
    let nodes: Vec<NodeId> = view.tree.subtree(view.tree.root()).filter(is_one).skip(odd).step_by(2).collect();
    let fold = || violations(language.meaning(), text, &view.tree).len();
    let boring = |_: &[u8]| false;
    Trial::run(&boring, &trial::TrialOptions::default(), None, text, |trial| {
        let search = Search::new(trial, Languages::new(language), Validity::Prefer, text).with_hooks(Hooks::Repair);
        let search = RefCell::new(search);
        let drop_at = |place: usize| {
            let candidate = Edit::Drop(nodes[place]).into();
            usize::from(search.borrow_mut().first([((), candidate)]).expect("nothing stops it").is_some())
        };
        race(
            &format!("{title}: the whole fold, and a candidate that drops one"),
            text.len(),
            1.0,
            vec![
                ("whole fold", Box::new(fold)),
                ("candidate at the start", Box::new(|| drop_at(0))),
                ("candidate in the middle", Box::new(|| drop_at(nodes.len() / 2))),
                ("candidate at the end", Box::new(|| drop_at(nodes.len() - 1))),
            ],
        );
    });
}
