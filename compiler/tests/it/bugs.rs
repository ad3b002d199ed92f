//! Programs with a bug, from the Debugging Book, "Generalizing Failure Circumstances", and how a test generalizes what they fail on.

use grammarc_runtime::format::Format;
use grammarc_runtime::generalize::{Generalization, Options, generalize};
use grammarc_runtime::oracle::Verdict;

use crate::common::{data, loaded};

pub(crate) fn published(name: &str) -> Format {
    loaded(&data("generalize").join(name).with_extension("bnf"))
}

/// Generalizes an input, which must be interesting; what is not UTF-8 is not.
pub(crate) fn generalized<V: Into<Verdict>>(
    language: &Format,
    input: &str,
    options: &Options,
    oracle: impl Fn(&str) -> V + Sync,
) -> Generalization {
    let judge =
        |text: &[u8]| -> Verdict { std::str::from_utf8(text).map_or(Verdict::Boring, |text| oracle(text).into()) };
    generalize(language, input.as_bytes(), &judge, options).unwrap_or_else(|error| panic!("{input}: {error}"))
}

pub(crate) fn shown(language: &Format, found: &Generalization) -> String {
    String::from_utf8_lossy(&found.pattern.render(&language.grammar)).into_owned()
}

/// Removes HTML markup, with the bug of the Debugging Book: a quote counts outside of tags, too. Returns whether markup is left.
pub(crate) fn leaves_markup(text: &str) -> bool {
    let (mut tag, mut quote, mut out) = (false, false, String::new());
    for c in text.chars() {
        if c == '<' && !quote {
            tag = true;
        } else if c == '>' && !quote {
            tag = false;
        } else if c == '"' || c == '\'' && tag {
            quote = !quote;
        } else if !tag {
            out.push(c);
        }
    }
    out.contains(['<', '>'])
}

/// Returns the second smallest of three numbers, with the bug of the Debugging Book.
fn middle(x: i128, y: i128, z: i128) -> i128 {
    if y < z {
        if x < y || x < z { y } else { z }
    } else if x > y {
        y
    } else if x > z {
        x
    } else {
        z
    }
}

pub(crate) fn middle_fails(text: &str) -> bool {
    let numbers: Vec<i128> = text.split(", ").filter_map(|number| number.parse().ok()).collect();
    let &[x, y, z] = numbers.as_slice() else { return false };
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    middle(x, y, z) != sorted[1]
}

/// The markup that is left, in an input of 15 bytes.
pub(crate) const BAD: &str = "<foo>\"bar</foo>";
