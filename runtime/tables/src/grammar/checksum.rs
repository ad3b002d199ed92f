//! Checksums that a field can have, for example `crc32(type, data)`: their names in the grammar language, and how they are computed.

/// A checksum of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Checksum {
    /// The CRC-32 of PNG and zip (ISO 3309).
    Crc32,
    /// The Adler-32 of zlib (RFC 1950).
    Adler32,
    /// The sum of all bytes, modulo 256. For example, 1 for `ff 02`.
    Sum8,
}

/// The largest prime below 2^16, the modulus of Adler-32.
const ADLER_MODULUS: u32 = 65_521;

impl Checksum {
    /// Returns the checksum with this name in the grammar language, for example `crc32`; none if there is no such.
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Crc32, Self::Adler32, Self::Sum8].into_iter().find(|checksum| checksum.name() == name)
    }

    /// Returns the name in the grammar language.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crc32 => "crc32",
            Self::Adler32 => "adler32",
            Self::Sum8 => "sum8",
        }
    }

    /// Returns the largest checksum that a text can have.
    pub fn most(self) -> u32 {
        match self {
            Self::Crc32 => u32::MAX,
            Self::Adler32 => (ADLER_MODULUS - 1) << 16 | (ADLER_MODULUS - 1),
            Self::Sum8 => u8::MAX.into(),
        }
    }

    /// Returns the checksum of a text. O(length).
    pub fn of(self, text: &[u8]) -> u32 {
        match self {
            Self::Crc32 => crc32(text),
            Self::Adler32 => adler32(text),
            Self::Sum8 => text.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte)).into(),
        }
    }
}

/// The remainders of all bytes, for the reversed polynomial `0xedb88320`.
const REMAINDERS: [u32; 256] = remainders();

const fn remainders() -> [u32; 256] {
    let mut table = [0; 256];
    let mut number = 0;
    while number < 256 {
        let mut rest = number as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 };
            bit += 1;
        }
        table[number] = rest;
        number += 1;
    }
    table
}

fn crc32(text: &[u8]) -> u32 {
    !text.iter().fold(u32::MAX, |rest, &byte| rest >> 8 ^ REMAINDERS[usize::from(rest as u8 ^ byte)])
}

fn adler32(text: &[u8]) -> u32 {
    let (sum, sums) = text.iter().fold((1, 0), |(sum, sums), &byte| {
        let sum = (sum + u32::from(byte)) % ADLER_MODULUS;
        (sum, (sums + sum) % ADLER_MODULUS)
    });
    sums << 16 | sum
}

#[cfg(test)]
mod tests {
    use super::Checksum::{Adler32, Crc32, Sum8};

    #[test]
    fn the_published_check_values() {
        assert_eq!((Crc32.of(b"123456789"), Crc32.of(b"")), (0xcbf4_3926, 0));
        assert_eq!((Adler32.of(b"Wikipedia"), Adler32.of(b"")), (0x11e6_0398, 1));
        assert_eq!((Sum8.of(b"\xff\x02"), Sum8.of(b"")), (1, 0));
    }

    #[test]
    fn sums_of_many_bytes_do_not_overflow() {
        // Of a million zeros: the sum stays 1, and a million of it is 17,185 more than a multiple of the modulus.
        assert_eq!(Adler32.of(&vec![0; 1_000_000]), 17_185 << 16 | 1);
        assert!(Adler32.of(&vec![0xff; 1_000_000]) <= Adler32.most());
    }
}
