//! JSON for gearley, byte by byte. Bytes that no rule distinguishes share a terminal, and gearley gets the next terminal as
//! lookahead. For example, the digits from 1 to 9 are one terminal.

use cfg::Symbol;
use cfg::earley::Grammar;
use gearley::forest::NullForest;
use gearley::grammar::InternalGrammar;
use gearley::recognizer::Recognizer;

/// Bytes with a meaning of their own.
const SINGLE: &[u8] = b"{}[],:\"\\-+.0eE/tfnrulabs";
/// Bytes that mean the same.
const ALIKE: [&[u8]; 4] = [b"123456789", b"cdABCDF", b" ", b"\t\n\r"];

/// The grammar and the terminal of each byte.
pub(crate) struct Peer {
    grammar: InternalGrammar,
    terminals: Vec<Option<Symbol>>,
}

impl Peer {
    /// Makes the grammar of RFC 8259.
    pub(crate) fn json() -> Self {
        let mut grammar = Grammar::new();
        let mut terminals = vec![None; 256];
        let mut terminal = |grammar: &mut Grammar, bytes: &[u8]| {
            let symbol: Symbol = grammar.sym();
            bytes.iter().for_each(|&byte| terminals[usize::from(byte)] = Some(symbol));
            symbol
        };
        let single: Vec<Symbol> = SINGLE.iter().map(|&byte| terminal(&mut grammar, &[byte])).collect();
        let [digit_but_0, hex, blank, space] = ALIKE.map(|bytes| terminal(&mut grammar, bytes));
        let is_known = |byte: &u8| SINGLE.contains(byte) || ALIKE.iter().any(|bytes| bytes.contains(byte));
        let others: Vec<u8> = (0x20..=0xff).filter(|byte| !is_known(byte)).collect();
        let other = terminal(&mut grammar, &others);
        let byte = |byte: u8| single[SINGLE.iter().position(|&other| other == byte).expect("a byte of its own")];
        let text = |text: &[u8]| text.iter().map(|&it| byte(it)).collect::<Vec<Symbol>>();

        let (ws, element, value, object, members, member, array, elements) = grammar.sym();
        let (string, chars, char, escape, nibble, number, unsigned, int) = grammar.sym();
        let (digits, digit, fraction, exponent, e, sign) = grammar.sym();
        let mut rule = |left: Symbol, right: &[Symbol]| _ = grammar.rule(left).rhs(right);
        rule(ws, &[]);
        rule(ws, &[ws, blank]);
        rule(ws, &[ws, space]);
        rule(element, &[ws, value, ws]);
        [object, array, string, number].iter().for_each(|&kind| rule(value, &[kind]));
        [&b"true"[..], b"false", b"null"].iter().for_each(|&word| rule(value, &text(word)));
        rule(object, &[byte(b'{'), ws, byte(b'}')]);
        rule(object, &[byte(b'{'), members, byte(b'}')]);
        rule(members, &[member]);
        rule(members, &[members, byte(b','), member]);
        rule(member, &[ws, string, ws, byte(b':'), element]);
        rule(array, &[byte(b'['), ws, byte(b']')]);
        rule(array, &[byte(b'['), elements, byte(b']')]);
        rule(elements, &[element]);
        rule(elements, &[elements, byte(b','), element]);

        rule(string, &[byte(b'"'), chars, byte(b'"')]);
        rule(chars, &[]);
        rule(chars, &[chars, char]);
        let plain = single.iter().filter(|&&it| it != byte(b'"') && it != byte(b'\\'));
        plain.chain(&[digit_but_0, hex, blank, other]).for_each(|&it| rule(char, &[it]));
        rule(char, &[byte(b'\\'), escape]);
        b"\"\\/bfnrt".iter().for_each(|&it| rule(escape, &[byte(it)]));
        rule(escape, &[byte(b'u'), nibble, nibble, nibble, nibble]);
        b"0abeEf".iter().for_each(|&it| rule(nibble, &[byte(it)]));
        [digit_but_0, hex].iter().for_each(|&it| rule(nibble, &[it]));

        rule(number, &[unsigned]);
        rule(number, &[byte(b'-'), unsigned]);
        rule(unsigned, &[int, fraction, exponent]);
        rule(int, &[byte(b'0')]);
        rule(int, &[digit_but_0]);
        rule(int, &[digit_but_0, digits]);
        rule(digits, &[digit]);
        rule(digits, &[digits, digit]);
        rule(digit, &[byte(b'0')]);
        rule(digit, &[digit_but_0]);
        rule(fraction, &[]);
        rule(fraction, &[byte(b'.'), digits]);
        rule(exponent, &[]);
        rule(exponent, &[e, sign, digits]);
        b"eE".iter().for_each(|&it| rule(e, &[byte(it)]));
        rule(sign, &[]);
        b"+-".iter().for_each(|&it| rule(sign, &[byte(it)]));
        grammar.set_start(element);
        Self { grammar: InternalGrammar::from_grammar(&grammar), terminals }
    }

    /// Returns whether a text is JSON.
    pub(crate) fn recognizes(&self, text: &[u8]) -> bool {
        let mut recognizer = Recognizer::new(&self.grammar, NullForest);
        for (at, &byte) in text.iter().enumerate() {
            let Some(terminal) = self.terminals[usize::from(byte)] else { return false };
            recognizer.begin_earleme();
            recognizer.scan(terminal, ());
            recognizer.lookahead_hint(text.get(at + 1).and_then(|&next| self.terminals[usize::from(next)]));
            if !recognizer.end_earleme() {
                return false;
            }
        }
        recognizer.is_finished()
    }
}
