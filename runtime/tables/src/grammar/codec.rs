//! Numbers as bytes, and back, for fields of binary and textual formats. For example, as `u16be` the bytes `01 02`
//! are 258, as `u16le` 513.

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Codec {
    /// A fixed number of bytes, at most 8.
    Fixed {
        /// How many.
        bytes: u8,
        /// Which byte is first.
        order: ByteOrder,
        /// Whether the number can be negative.
        sign: Sign,
    },
    /// Seven bits a byte, the lowest first; the last byte has its high bit clear. For example, `80 01` is 128.
    Leb128,
    /// Decimal digits, for example `0007` for 7.
    Decimal,
    /// Hexadecimal digits of either case, for example `fF` for 255.
    Hexadecimal,
}

/// Which byte of a number is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The highest.
    Big,
    /// The lowest.
    Little,
}

/// Whether a number can be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// It cannot.
    Unsigned,
    /// It can: two's complement. For example, `ff fe` as `i16be` is -2.
    Signed,
}

impl Codec {
    /// Returns the number that a text encodes; none if it is no number of this kind, or has more than 127 bits. For
    /// example, `-7` is no decimal number.
    pub fn decode(self, text: &[u8]) -> Option<i128> {
        match self {
            Self::Fixed { bytes, order, sign } => {
                let all = |sum: i128, byte: &u8| sum << 8 | i128::from(*byte);
                let number = match order {
                    _ if text.len() != usize::from(bytes) => return None,
                    ByteOrder::Big => text.iter().fold(0, all),
                    ByteOrder::Little => text.iter().rev().fold(0, all),
                };
                let (_, highest) = self.range();
                Some(if sign == Sign::Signed && number > highest { number - (2 * highest + 2) } else { number })
            }
            Self::Leb128 => leb128(text),
            Self::Decimal => digits(text, 10),
            Self::Hexadecimal => digits(text, 16),
        }
    }

    /// Returns the shortest text that encodes a number; none if the number is out of range. For example, 256 has no
    /// text as `u8`.
    pub fn encode(self, number: i128) -> Option<Vec<u8>> {
        let (lowest, highest) = self.range();
        if !(lowest..=highest).contains(&number) {
            return None;
        }
        Some(match self {
            Self::Fixed { bytes, order, .. } => {
                let bytes = usize::from(bytes);
                match order {
                    ByteOrder::Big => number.to_be_bytes()[16 - bytes..].to_vec(),
                    ByteOrder::Little => number.to_le_bytes()[..bytes].to_vec(),
                }
            }
            Self::Leb128 => {
                let mut text = Vec::new();
                let mut rest = number;
                while rest > 0x7f {
                    text.push(0x80 | (rest & 0x7f) as u8);
                    rest >>= 7;
                }
                text.push(rest as u8);
                text
            }
            Self::Decimal => number.to_string().into_bytes(),
            Self::Hexadecimal => format!("{number:x}").into_bytes(),
        })
    }

    /// Returns the lowest and the highest number that can be written. For example, -128 and 127 as `i8`.
    pub fn range(self) -> (i128, i128) {
        match self {
            Self::Fixed { bytes, sign: Sign::Unsigned, .. } => (0, (1 << (8 * u32::from(bytes))) - 1),
            Self::Fixed { bytes, sign: Sign::Signed, .. } => {
                let half = 1_i128 << (8 * u32::from(bytes)).saturating_sub(1);
                (-half, half - 1)
            }
            Self::Leb128 | Self::Decimal | Self::Hexadecimal => (0, i128::MAX),
        }
    }

    /// Returns how many bytes every number takes; none if that depends on the number. For example, 2 for `u16be`, and
    /// none for decimal numbers.
    pub fn width(self) -> Option<usize> {
        match self {
            Self::Fixed { bytes, .. } => Some(bytes.into()),
            Self::Leb128 | Self::Decimal | Self::Hexadecimal => None,
        }
    }
}

fn leb128(text: &[u8]) -> Option<i128> {
    let (last, others) = text.split_last()?;
    if last & 0x80 != 0 || others.iter().any(|byte| byte & 0x80 == 0) {
        return None;
    }
    text.iter().rev().try_fold(0_i128, |sum, byte| sum.checked_mul(0x80)?.checked_add(i128::from(byte & 0x7f)))
}

fn digits(text: &[u8], radix: u32) -> Option<i128> {
    let add = |sum: i128, byte: &u8| {
        let digit = char::from(*byte).to_digit(radix)?;
        sum.checked_mul(radix.into())?.checked_add(digit.into())
    };
    if text.is_empty() { None } else { text.iter().try_fold(0, add) }
}

#[cfg(test)]
mod tests {
    use super::{ByteOrder, Codec, Sign};

    fn fixed(bytes: u8, order: ByteOrder, sign: Sign) -> Codec {
        Codec::Fixed { bytes, order, sign }
    }

    #[test]
    fn numbers_come_back() {
        let mut codecs = vec![Codec::Leb128, Codec::Decimal, Codec::Hexadecimal];
        for bytes in [1, 2, 4, 8] {
            for order in [ByteOrder::Big, ByteOrder::Little] {
                codecs.extend([fixed(bytes, order, Sign::Unsigned), fixed(bytes, order, Sign::Signed)]);
            }
        }
        for codec in codecs {
            let (lowest, highest) = codec.range();
            for number in [lowest, lowest + 1, -1, 0, 1, 9, 10, 0x7f, 0x80, 0x1234, highest - 1, highest] {
                let text = codec.encode(number);
                assert_eq!(text.is_some(), (lowest..=highest).contains(&number), "{codec:?} {number}");
                if let Some(text) = text {
                    assert_eq!(codec.decode(&text), Some(number), "{codec:?} {text:?}");
                    assert!(codec.width().is_none_or(|width| width == text.len()), "{codec:?} {text:?}");
                }
            }
            assert_eq!(codec.decode(b""), None, "{codec:?}");
            assert_eq!(highest.checked_add(1).and_then(|above| codec.encode(above)), None, "{codec:?}");
        }
    }

    #[test]
    fn what_is_no_number_is_worth_nothing() {
        let wide = [&[0xff_u8; 18][..], b"\x7f"].concat();
        let zeros = [&[0x80_u8; 40][..], b"\x00"].concat();
        assert_eq!(Codec::Leb128.decode(&wide), None);
        assert_eq!(Codec::Leb128.decode(&zeros), Some(0));
        assert_eq!(Codec::Leb128.decode(b"\x80"), None);
        assert_eq!(Codec::Leb128.decode(b"\x01\x01"), None);
        assert_eq!(Codec::Decimal.decode(&[b'9'; 40]), None);
        assert_eq!(Codec::Decimal.decode(b"0007"), Some(7));
        assert_eq!(Codec::Decimal.decode(b"-7"), None);
        assert_eq!(Codec::Hexadecimal.decode(b"fF"), Some(255));
        assert_eq!(fixed(2, ByteOrder::Big, Sign::Signed).decode(b"\xff\xfe"), Some(-2));
        assert_eq!(fixed(2, ByteOrder::Little, Sign::Unsigned).decode(b"\x01\x02\x03"), None);
    }
}
