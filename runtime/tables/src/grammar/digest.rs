//! A digest of the meaning of a grammar. It tells whether data kept on disk belongs to the same grammar. For example, a
//! saved pattern names the digest of its grammar.

use std::fmt::{self, Debug, Write};

use super::{Field, Grammar, LabelName, Production, Rule, Terminal};

impl Grammar {
    /// Returns a digest of the texts of the language, of their trees, and of the meaning of these. It is the same on
    /// every machine, and the same for a compiled and an interpreted grammar. Weights do not count, and neither do
    /// computed facts like `first` and `cost`. O(grammar).
    pub fn digest(&self) -> u128 {
        let mut digest = Fnv(BASIS);
        digest.grammar(self);
        digest.0
    }
}

/// Where every digest begins.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
/// The factor of the digest after each byte.
const PRIME: u128 = 0x0100_0000_0000_0000_0000_013b;

/// FNV-1a with 128 bits (G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, RFC 9923). It does not withstand an attacker who
/// wants a collision, and need not.
struct Fnv(u128);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(PRIME);
        }
        Ok(())
    }
}

impl Fnv {
    /// Adds a row whose texts are at most bytes, which `Debug` writes as numbers.
    fn add(&mut self, row: impl Debug) {
        // It cannot fail.
        let _ = write!(self, "{row:?};");
    }

    /// Adds a text unescaped, because the escapes of Rust's `Debug` may change.
    fn text(&mut self, text: &str) {
        let _ = write!(self, "{}:{text};", text.len());
    }

    fn texts(&mut self, texts: &[super::Text]) {
        self.add(texts.len());
        texts.iter().for_each(|text| self.text(text));
    }

    fn rows<T: Debug>(&mut self, rows: &[T]) {
        self.add(rows.len());
        rows.iter().for_each(|row| self.add(row));
    }

    fn grammar(&mut self, grammar: &Grammar) {
        // Each field by name, so that a new one cannot be forgotten.
        let Grammar {
            encoding,
            start,
            rules,
            productions,
            items,
            terminals,
            regulars,
            separators,
            expressions,
            fields,
            hooks,
            namespaces,
            functions,
            labels,
        } = grammar;
        self.add((encoding, start, rules.len(), productions.len(), terminals.len(), fields.len(), labels.len()));
        rules.iter().for_each(|rule| self.rule(rule));
        productions.iter().for_each(|production| self.production(production));
        self.rows(items);
        terminals.iter().for_each(|terminal| self.terminal(terminal));
        self.rows(regulars);
        self.rows(separators);
        self.rows(expressions);
        fields.iter().for_each(|Field { name: _, written: _, codec, value }| self.add((codec, value)));
        self.rows(hooks);
        self.texts(namespaces);
        self.texts(functions);
        for LabelName { rule, alternative, label, name } in labels.iter() {
            self.add((rule, alternative, label));
            self.text(name);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let Rule { name, kind, productions, params, count, opaque, .. } = rule;
        self.text(name);
        self.add((kind, productions, params, count, opaque));
    }

    fn production(&mut self, production: &Production) {
        let Production { rule, items, shape, alternative, name, .. } = production;
        self.add((rule, items, shape, alternative));
        self.text(name.as_deref().unwrap_or_default());
    }

    fn terminal(&mut self, terminal: &Terminal) {
        let Terminal { name, kind, regular, word, opaque, codec, .. } = terminal;
        self.text(name);
        self.add((kind, regular, word, opaque, codec));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_the_published_ones() {
        let digest = |text: &str| {
            let mut digest = Fnv(BASIS);
            digest.write_str(text).unwrap();
            digest.0
        };
        assert_eq!(digest(""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(digest("a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(digest("foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
