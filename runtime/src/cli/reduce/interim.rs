//! A search to try the rest with: pieces of half the size, again and again.

use crate::language::Language;
use crate::oracle::Verdict;
use crate::trial::{Stop, Trial};

pub(super) fn minimize(trial: &mut Trial<'_>, _: &Language, input: &[u8]) -> Result<(), Stop> {
    trial.enter("pieces");
    let mut text = input.to_vec();
    let mut size = text.len();
    while size > 0 {
        let mut start = 0;
        while start < text.len() {
            let end = (start + size).min(text.len());
            let candidate = [&text[..start], &text[end..]].concat();
            if trial.judge(&[&candidate])? == [Verdict::Interesting] {
                trial.accepted(&candidate)?;
                text = candidate;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
    Ok(())
}
