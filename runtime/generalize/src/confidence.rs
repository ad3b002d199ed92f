//! Number of fillings that a confidence takes, and the confidence that a rate gives. A pattern is called verified by these numbers.

use grammarc_trial::trial::Rate;

/// The quantile of the normal distribution that leaves 2.5 % on each side, for intervals of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// Highest accepted probability that all fillings fail by chance: one in twenty, for a confidence of 95 %.
const MAX_CHANCE: f64 = 0.05;

/// Returns how many fillings in a row must fail to be 95 % sure that at least this part of all fillings fails: 59 for 0.95, 299 for 0.99.
/// The part lies between 0 and 1.
///
/// If a smaller part of all fillings failed, that many failures in a row would happen less often than once in twenty times.
pub fn tries(part: f64) -> u32 {
    let needed = MAX_CHANCE.ln() / part.ln();
    if needed.is_finite() { needed.ceil().max(1.0) as u32 } else { 1 }
}

/// Returns the 95 % Wilson interval of a rate: 59 of 59 gives 0.939 to 1.000.
///
/// E. B. Wilson, *Probable Inference, the Law of Succession, and Statistical Inference*, JASA 22(158), 1927.
pub fn interval(rate: Rate) -> (f64, f64) {
    let (n, p) = (f64::from(rate.runs), rate.value());
    let centre = p + Z_95 * Z_95 / (2.0 * n);
    let margin = Z_95 * (p * (1.0 - p) / n + Z_95 * Z_95 / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z_95 * Z_95 / n;
    (((centre - margin) / whole).max(0.0), ((centre + margin) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::{interval, tries};
    use grammarc_trial::trial::Rate;

    #[test]
    fn the_published_numbers_of_tries() {
        assert_eq!((tries(0.95), tries(0.99), tries(0.5)), (59, 299, 5));
        assert!([0.0, 1.0, f64::NAN].iter().all(|&odd| tries(odd) == 1));
    }

    #[test]
    fn the_published_intervals() {
        let shown = |yes, runs| {
            let (low, high) = interval(Rate { yes, runs });
            format!("{low:.3} {high:.3}")
        };
        assert_eq!(shown(982, 1000), "0.972 0.989");
        assert_eq!(shown(59, 59), "0.939 1.000");
        assert_eq!(shown(0, 10), "0.000 0.278");
    }
}
