//! The place at which a list splits into two parts of about the same weight.

/// Returns the number of elements in the first part: at least 1, and at least one is left. For example, elements of 4, 1 and 1 bytes are
/// split behind the first.
///
/// # Panics
/// If there are fewer than two.
pub fn middle(weights: impl ExactSizeIterator<Item = usize> + Clone) -> usize {
    let count = weights.len();
    let half = weights.clone().map(|weight| weight.max(1)).sum::<usize>() / 2;
    let mut sum = 0;
    let found = weights.map(|weight| weight.max(1)).position(|weight| {
        sum += weight;
        sum > half
    });
    found.unwrap_or(0).clamp(1, count - 1)
}
