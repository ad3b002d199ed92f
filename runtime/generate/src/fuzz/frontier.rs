//! How far a text has come, and how many bytes to give up where it gets no further.

/// Rollbacks at one place before the text in front of it is written anew, because the wrong choice may be long before the points that are
/// left.
const MAX_PLACE_ROLLBACKS: u32 = 64;

/// The greatest length that a text has reached, and the rollbacks since then.
///
/// For example, a text has got stuck at 100 bytes. After 64 rollbacks its last byte is given up, after another 64 its last 2 bytes, then 4,
/// 8 and so on. When it reaches 101 bytes, counting starts again.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    /// In bytes of the output.
    output: usize,
    rollbacks: u32,
    /// Bytes that are written anew next time.
    length: usize,
}

impl Frontier {
    /// Returns the length of the longest text that was rolled back, in bytes.
    pub(super) fn output(&self) -> usize {
        self.output
    }

    /// Notes the rollback of a text of `output` bytes. Returns how many of its bytes may stay, if more than the latest choice has to go.
    pub(super) fn note(&mut self, output: usize) -> Option<usize> {
        if output > self.output {
            *self = Self { output, rollbacks: 0, length: 1 };
        }
        self.rollbacks += 1;
        if self.rollbacks <= MAX_PLACE_ROLLBACKS {
            return None;
        }
        let stays = self.output.saturating_sub(self.length);
        self.rollbacks = 0;
        self.length = if stays == 0 { 1 } else { self.length * 2 };
        Some(stays)
    }
}
