//! Smaller decimal numbers: without exponent, fraction or sign, and with lower digits, so that the same bug leaves the same number.
//! For example, where a sign and a fraction are needed, `-4.2e8` and `-0.6` both become `-0.0`.

use std::collections::BTreeMap;

use super::bisected::{numbers_by, slide};
use super::{Search, Stop};
use crate::edit::{Candidate, Edit};
use grammarc_core::tree::NodeId;

/// The most digits of a part that is bisected: sums with it do not overflow.
const MAX_DIGITS: usize = 17;

/// A number with a fraction or an exponent, cut into its parts. For example, `-4.25e+8` has `-`, `4`, `25`, `e+` and `8`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decimal {
    sign: &'static str,
    whole: String,
    fraction: Option<String>,
    /// The letter and the sign, and the digits.
    exponent: Option<(String, String)>,
}

/// Lowers decimal numbers: equal ones in all places at once, then each alone.
///
/// # Errors
/// If the trial must stop.
pub(super) fn lower(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut places: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
    let found = numbers_by(&search.view(), Decimal::parse);
    found.iter().for_each(|(node, decimal)| places.entry(decimal.text()).or_default().push(*node));
    for nodes in places.values() {
        lower_together(search, nodes)?;
        if nodes.len() > 1 {
            nodes.iter().try_for_each(|node| lower_together(search, std::slice::from_ref(node)))?;
        }
    }
    Ok(())
}

/// Lowers equal numbers, first by whole parts, then by digits.
fn lower_together(search: &mut Search<'_, '_>, nodes: &[NodeId]) -> Result<(), Stop> {
    loop {
        let Some(now) = decimal(search, nodes[0]) else { return Ok(()) };
        if search.first(now.simpler().iter().map(|text| ((), replaced(nodes, text))))?.is_none() {
            break;
        }
    }
    for part in [Decimal::whole_part, Decimal::fraction_part, Decimal::exponent_part] {
        let Some(mut now) = decimal(search, nodes[0]) else { return Ok(()) };
        let Some(value) = part(&mut now).filter(|digits| digits.len() <= MAX_DIGITS).and_then(|it| it.parse().ok())
        else {
            continue;
        };
        let start = now.clone();
        slide(search, value, |by: i64| {
            let mut lowered = start.clone();
            part(&mut lowered).into_iter().for_each(|digits| *digits = (value - by).to_string());
            replacements(nodes, &lowered.text())
        })?;
    }
    Ok(())
}

fn decimal(search: &Search<'_, '_>, node: NodeId) -> Option<Decimal> {
    Decimal::parse(search.view().text_of(node))
}

fn replaced(nodes: &[NodeId], text: &str) -> Candidate {
    Candidate::Edits(replacements(nodes, text))
}

fn replacements(nodes: &[NodeId], text: &str) -> Vec<Edit> {
    nodes.iter().map(|&node| Edit::Text { node, text: text.as_bytes().to_vec() }).collect()
}

impl Decimal {
    /// Parses a number; none for an integer, and for a text that is no number.
    fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
        let (whole, rest) = digits(rest)?;
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => digits(rest).map(|(fraction, rest)| (Some(fraction), rest))?,
            None => (None, rest),
        };
        let exponent = match rest {
            "" => None,
            _ => {
                let signed = rest.strip_prefix(['e', 'E'])?;
                let plain = signed.strip_prefix(['+', '-']).unwrap_or(signed);
                let (power, "") = digits(plain)? else { return None };
                Some((rest[..rest.len() - plain.len()].to_owned(), power))
            }
        };
        let is_integer = fraction.is_none() && exponent.is_none();
        (!is_integer).then_some(Self { sign, whole, fraction, exponent })
    }

    fn text(&self) -> String {
        let fraction = self.fraction.iter().flat_map(|digits| [".", digits]);
        let exponent = self.exponent.iter().flat_map(|(mark, digits)| [mark.as_str(), digits]);
        [self.sign, &self.whole].into_iter().chain(fraction).chain(exponent).collect()
    }

    /// Returns simpler numbers, those with fewer parts first. For example, `-4.2` gives `0`, `-4`, `4.2`, `-0.0`, `-0.2` and `-4.0`.
    fn simpler(&self) -> Vec<String> {
        let zero = || "0".to_owned();
        let whole = |whole: String| Self { whole, ..self.clone() };
        let (no_fraction, no_exponent) = (self.fraction.as_ref().map(|_| zero()), self.exponent.clone());
        let all = [
            Self { sign: "", whole: zero(), fraction: None, exponent: None },
            Self { fraction: None, exponent: None, ..self.clone() },
            Self { exponent: None, ..self.clone() },
            Self { fraction: None, ..self.clone() },
            Self { sign: "", ..self.clone() },
            Self { fraction: no_fraction.clone(), exponent: no_exponent, ..whole(zero()) },
            whole(zero()),
            Self { fraction: no_fraction, ..self.clone() },
        ];
        let mut texts: Vec<String> = Vec::new();
        for text in all.iter().map(Self::text).filter(|text| *text != self.text()) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    fn whole_part(&mut self) -> Option<&mut String> {
        Some(&mut self.whole)
    }

    fn fraction_part(&mut self) -> Option<&mut String> {
        self.fraction.as_mut()
    }

    fn exponent_part(&mut self) -> Option<&mut String> {
        self.exponent.as_mut().map(|(_, digits)| digits)
    }
}

/// Splits the digits off that a text begins with; none if there are none.
fn digits(text: &str) -> Option<(String, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn decimals_are_written_as_they_are_read() {
        for text in ["0.0", "-4.2", "12.50", "1e9", "-1.5E-3", "6.02e+23"] {
            assert_eq!(Decimal::parse(text.as_bytes()).map(|it| it.text()).as_deref(), Some(text));
        }
        for text in ["", "-", "12", ".5", "5.", "1e", "1e+", "1.2.3", "1.5px", "--1.0", "1.e5"] {
            assert_eq!(Decimal::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn simpler_numbers_lack_parts_or_have_zeros() {
        let simpler = |text: &str| Decimal::parse(text.as_bytes()).map(|it| it.simpler());
        let expected = ["0", "-4", "4.2", "-0.0", "-0.2", "-4.0"];
        assert_eq!(simpler("-4.2").as_deref(), Some(&expected.map(str::to_owned)[..]));
        assert_eq!(simpler("0.0").as_deref(), Some(&["0".to_owned()][..]));
    }
}
