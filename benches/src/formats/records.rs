//! A parser of TLV by hand, and its inputs. It is the peer of the generated parser, because no crate reads this format.

use grammarc_runtime::choices::Random;

use super::nodes::Nodes;

/// Kinds of nodes.
#[derive(Clone, Copy)]
enum RecordKind {
    File,
    Body,
    Record,
    Value,
    Text,
    Byte,
    Number,
    Token,
}

const MAGIC: &[u8] = b"\x89TLV";

/// Parses a file, and compares the number of its records and its checksum.
pub(super) fn parse(text: &[u8], nodes: &mut Nodes) -> Option<()> {
    let (rest, sum) = text.split_last_chunk::<4>()?;
    let count = rest.strip_prefix(MAGIC)?.first_chunk::<2>()?;
    let body = MAGIC.len() + count.len();
    let file = nodes.open(0);
    nodes.leaf(RecordKind::Token as u8, 0, MAGIC.len());
    nodes.leaf(RecordKind::Number as u8, MAGIC.len(), body);
    let mark = nodes.open(body);
    let (mut at, mut found) = (body, 0_u16);
    while at < rest.len() {
        at = record(rest, at, nodes)?;
        found = found.checked_add(1)?;
    }
    // The group with the label `recs`, and the one with the label `body` around it.
    nodes.close(RecordKind::Body as u8, mark, at);
    nodes.close(RecordKind::Body as u8, mark, at);
    nodes.leaf(RecordKind::Number as u8, at, text.len());
    nodes.close(RecordKind::File as u8, file, text.len());
    let is_right =
        found == u16::from_be_bytes(*count) && crc32fast::hash(&rest[MAGIC.len()..]) == u32::from_be_bytes(*sum);
    is_right.then_some(())
}

/// Reads a record, and returns where it ends. For example, the tag 1, the length 0, 2 and two bytes end 5 bytes further.
fn record(text: &[u8], start: usize, nodes: &mut Nodes) -> Option<usize> {
    let &[tag, high, low] = text[start..].first_chunk::<3>()?;
    let value = start + 3;
    let end = value + usize::from(u16::from_be_bytes([high, low]));
    let bytes = text.get(value..end)?;
    let mark = nodes.open(start);
    nodes.leaf(RecordKind::Token as u8, start, start + 1);
    nodes.leaf(RecordKind::Number as u8, start + 1, value);
    let inner = nodes.open(value);
    match tag {
        1 => {
            for at in value..end {
                let byte = nodes.open(at);
                nodes.leaf(RecordKind::Token as u8, at, at + 1);
                nodes.close(RecordKind::Byte as u8, byte, at + 1);
            }
            nodes.close(RecordKind::Value as u8, inner, end);
        }
        2 => {
            let (0, printed) = bytes.split_last()? else { return None };
            if !printed.iter().all(|byte| matches!(byte, 0x20..=0x7e)) {
                return None;
            }
            nodes.leaf(RecordKind::Token as u8, value, end - 1);
            nodes.leaf(RecordKind::Token as u8, end - 1, end);
            nodes.close(RecordKind::Text as u8, inner, end);
        }
        3 => {
            let mut at = value;
            while at < end {
                at = record(&text[..end], at, nodes)?;
            }
            nodes.close(RecordKind::Value as u8, inner, end);
        }
        0x10..=0x7e if bytes.len() <= 64 => nodes.leaf(RecordKind::Token as u8, value, end),
        _ => return None,
    }
    nodes.close(RecordKind::Record as u8, mark, end);
    Some(end)
}

/// Makes a file of about `size` bytes, in records of up to 1,000 single bytes each.
pub(super) fn blobs(size: usize) -> Vec<u8> {
    file(size, |random| {
        let count = random.below(1000);
        written(1, (0..count).map(|_| random.below(256) as u8).collect())
    })
}

/// Makes a file of about `size` bytes, in records of all kinds, nested up to four deep.
pub(super) fn mixed(size: usize) -> Vec<u8> {
    file(size, |random| any(random, 0))
}

/// Makes one record. It nests no deeper than four.
fn any(random: &mut Random, depth: usize) -> Vec<u8> {
    let kind = random.below(4);
    if kind == 3 && depth < 3 {
        let count = random.below(5);
        return written(3, (0..count).flat_map(|_| any(random, depth + 1)).collect());
    }
    let mut letters: Vec<u8> = (0..random.below(40)).map(|_| b'a' + random.below(26) as u8).collect();
    match kind {
        1 => written(1, letters),
        2 => {
            letters.push(0);
            written(2, letters)
        }
        _ => written(0x20, letters),
    }
}

fn written(tag: u8, value: Vec<u8>) -> Vec<u8> {
    [&[tag], &(value.len() as u16).to_be_bytes()[..], &value].concat()
}

fn file(size: usize, mut record: impl FnMut(&mut Random) -> Vec<u8>) -> Vec<u8> {
    let (mut random, mut records, mut count) = (Random::new(1), Vec::new(), 0_u16);
    while records.len() < size {
        records.extend(record(&mut random));
        count += 1;
    }
    let body = [&count.to_be_bytes()[..], &records].concat();
    [MAGIC, &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}
