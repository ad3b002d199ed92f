//! Small random grammars with numbers that say how large something is, over the bytes 0, 1 and 2.

/// A generator of numbers, the same on every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// Writes a grammar of one to three rules.
pub(crate) fn grammar(dice: &mut Dice) -> String {
    let rules = 1 + dice.below(3);
    let mut text = "%encoding bytes %import \"std/bin.bnf\" %start <r0>\n".to_owned();
    for rule in 0..rules {
        let alternatives: Vec<String> = (0..1 + dice.below(3)).map(|_| alternative(dice, rules)).collect();
        text += &format!("<r{rule}> ::= {}\n", alternatives.join(" | "));
    }
    text + "%token <t> ::= b\"\\x01\"+ b\"\\x02\"?\n%token <m> ::= b\"\\x01\"*\n"
}

fn alternative(dice: &mut Dice, rules: u64) -> String {
    let before: Vec<String> = (0..dice.below(2)).map(|_| item(dice, rules)).collect();
    let after: Vec<String> = (0..dice.below(3)).map(|_| item(dice, rules)).collect();
    let driven = if dice.below(4) > 0 { driven(dice, rules) } else { String::new() };
    let all = format!("{} {driven} {}", before.join(" "), after.join(" "));
    if all.trim().is_empty() { "\"\"".to_owned() } else { all }
}

/// A number, and what it says the size or count of.
fn driven(dice: &mut Dice, rules: u64) -> String {
    let (one, two) = (primary(dice, rules), primary(dice, rules));
    let size = dice.one(&["size(v)", "size(v)", "size(v) + 1", "2 * size(v)", "3 - size(v)", "size(v) * 2 - 1"]);
    let count = dice.one(&["count(v)", "count(v)", "count(v) + 1", "2 - count(v)"]);
    let number = dice.one(&["u8", "u8", "leb128"]);
    match dice.below(9) {
        0 | 1 => format!("n:<{number}> := {size} v:{one}{}", dice.one(&["", "*", "?", "{2}"])),
        2 => format!("n:<{number}> := {size} v:({one} {two} | {two}*)"),
        3 => format!("n:<{number}> := {count} v:{one}{}", dice.one(&["*", "+", "{1,2}"])),
        4 => format!("n:<{number}> := {count} v:({one}{} {two})", dice.one(&[" ** b\"\\x01\"", " ++ b\"\\x01\"", "*"])),
        5 => format!("n:<{number}> {one}{}", dice.one(&["{n}", "{n,}", "{1,n}", "{n,2}", "{n - 1}", "{0,n + 1}"])),
        6 => format!("n:<{number}> := {size} v:(({one} | {two}){{n}} {one})"),
        7 => format!("a:<u8> b:<u8> := size(v) v:({one}{{a}} {two}?) {two}{{a,b}}"),
        _ => format!("n:<{number}> := count(v) v:{one} ** b\"\\x01\" {two}{{n}}"),
    }
}

fn primary(dice: &mut Dice, rules: u64) -> String {
    let rule = format!("<r{}>", dice.below(rules));
    match dice.below(10) {
        0..=3 => rule,
        4 => dice.one(&["b\"\\x01\"", "b\"\\x02\"", "b[\\x00-\\x02]"]).to_owned(),
        5 => dice.one(&["<t>", "<m>", "<u8>"]).to_owned(),
        6 => format!("({rule} {})", dice.one(&["!.", "&.", "b\"\\x02\"", "<m>"])),
        7 => format!("({rule} | {})", dice.one(&["b\"\\x01\"", "\"\"", "<t>"])),
        8 => format!("({} | b\"\\x02\" {rule})", dice.one(&["<u8>", "b\"\\x01\" b\"\\x01\"", "<u16be>"])),
        _ => format!("({rule}?)"),
    }
}

fn item(dice: &mut Dice, rules: u64) -> String {
    let primary = primary(dice, rules);
    primary + dice.one(&["", "", "", "", "*", "?", "+"])
}
