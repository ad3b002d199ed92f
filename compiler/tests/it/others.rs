//! What reducing under hooks proposes, as others see it: a decoder of images, a parser of XML, a reader of tags.

use std::fs;
use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use grammarc_runtime::reduce::{Options, Strategy, Validity, reduce};

use crate::common::{all_strategies, bundled, folder_of};

fn named(names: &[&str]) -> Vec<&'static Strategy> {
    all_strategies().filter(|strategy| names.contains(&strategy.name)).collect()
}

/// Decodes an image and returns its first pixel; none if it does not open, or a checksum is wrong.
fn first_pixel(text: &[u8]) -> Option<Vec<u8>> {
    let mut options = png::DecodeOptions::default();
    options.set_ignore_adler32(false);
    let mut reader = png::Decoder::new_with_options(Cursor::new(text), options).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size().filter(|size| *size < 1 << 16)?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    reader.finish().ok()?;
    let bits = reader.output_color_type().0.samples() * frame.bit_depth as usize;
    Some(pixels[..bits.div_ceil(8)].to_vec())
}

/// Goes over the chunks of an image; returns how many there are, none if a length or a checksum is wrong.
fn chunks(text: &[u8]) -> Option<usize> {
    let mut rest = text.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    let mut count = 0;
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (data, after) = after.split_at_checked(4 + u32::from_be_bytes(*length) as usize)?;
        let (sum, after) = after.split_first_chunk::<4>()?;
        if crc32(data) != u32::from_be_bytes(*sum) {
            return None;
        }
        (rest, count) = (after, count + 1);
    }
    Some(count)
}

fn crc32(text: &[u8]) -> u32 {
    !text.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 })
    })
}

/// Images that other programs wrote: all that is tried has right lengths and checksums, and what comes of it opens, with the
/// pixel that was asked for.
#[test]
fn a_decoder_opens_reduced_images() {
    let png = bundled("png");
    let (mut opened, mut tried) = (0, 0);
    for entry in fs::read_dir(folder_of("png/accept")).expect("there").flatten() {
        let (name, input) = (entry.path().display().to_string(), fs::read(entry.path()).expect("readable"));
        let pixel = first_pixel(&input).unwrap_or_else(|| panic!("{name} does not open"));
        let counts = [AtomicUsize::new(0), AtomicUsize::new(0)];
        let options = Options { validity: Validity::Strict, ..Options::default() };
        let oracle = |text: &[u8]| {
            assert!(chunks(text).is_some_and(|count| count >= 3), "{name}: {}", text.escape_ascii());
            let found = first_pixel(text);
            counts[0].fetch_add(1, Relaxed);
            counts[1].fetch_add(usize::from(found.is_some()), Relaxed);
            found.as_ref() == Some(&pixel)
        };
        let reduced = reduce(&png, &input, &oracle, &options).expect("it opens");
        let is_smaller = reduced.text.len() < input.len() || chunks(&input) == Some(3);
        assert!(is_smaller, "{name}: {} of {} bytes left", reduced.text.len(), input.len());
        assert_eq!(first_pixel(&reduced.text), Some(pixel), "{name}");
        tried += counts[0].load(Relaxed);
        opened += counts[1].load(Relaxed);
    }
    assert!(opened >= 15 && tried > opened, "{opened} of {tried} opened");
}

/// A damaged image opens in no decoder, because of a length or a checksum.
#[test]
fn a_decoder_refuses_wrong_checksums() {
    for entry in fs::read_dir(folder_of("png/invalid")).expect("there").flatten() {
        let text = fs::read(entry.path()).expect("readable");
        assert!(chunks(&text).is_none() || first_pixel(&text).is_none(), "{}", entry.path().display());
    }
}

#[test]
fn a_parser_of_xml_reads_every_candidate() {
    let xml = bundled("xml");
    let input =
        b"<?xml version=\"1.0\"?>\n<!-- notes --><book lang='en'><chapter id='1' n=\"2\"><title>One and two</title>\
        <para>text <em>here</em> and <b><i>there</i></b></para><empty/><a><b><c>deep</c></b></a></chapter></book>";
    let tried = AtomicUsize::new(0);
    for word in ["here", "deep", "<empty", "n="] {
        let options = Options { validity: Validity::Strict, ..Options::default() };
        let oracle = |text: &[u8]| {
            let text = std::str::from_utf8(text).expect("the grammar has characters");
            // Which entities there are is no matter of tags and names.
            match roxmltree::Document::parse(text) {
                Ok(_) | Err(roxmltree::Error::UnknownEntityReference(..)) => {}
                Err(error) => panic!("{text}: {error}"),
            }
            tried.fetch_add(1, Relaxed);
            text.contains(word)
        };
        let reduced = reduce(&xml, input, &oracle, &options).expect("it is there");
        assert!(reduced.text.len() <= 12, "{}", reduced.text.escape_ascii());
    }
    assert!(tried.load(Relaxed) > 40, "{tried:?}");
}

/// Returns the first end tag in a page without a start tag of that name before it that is still open.
fn unmatched(page: &str) -> Option<&str> {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(tag, _)| tag)) {
        match tag.strip_prefix('/') {
            None => open.push(tag.split([' ', '/']).next().unwrap_or_default()),
            Some(name) => match open.iter().rposition(|start| start.eq_ignore_ascii_case(name.trim_end())) {
                Some(place) => open.truncate(place),
                None => return Some(name),
            },
        }
    }
    None
}

/// Every element of the page has a name of its own, so an end tag can belong to one start tag only.
const PAGE: &str = "<html><body class=x><section id=one><h1>Title <em>now</em></h1><div><b>bold <i>word</i></b><br><tt>code</tt>\
    <article><u>under <s>struck</s></u><hr></article></div></section><ul><li>first <q>quoted</q></li></ul>\
    <table><tr><td>cell <code>x</code></td></tr></table><p>more <SPAN>text</sPaN></p></body></html>";

#[test]
fn elements_keep_their_tags() {
    assert_eq!((unmatched(PAGE), unmatched("<b><i></b></i>"), unmatched("<b></i>")), (None, Some("i"), Some("i")));
    let html = bundled("html");
    let tried = AtomicUsize::new(0);
    for strategies in [["hdd", "perses"], ["hoist", "perses"]] {
        for word in ["word", "struck", "quoted", "<code", "</sPaN", "</i></b>"] {
            let oracle = |text: &[u8]| {
                let page = std::str::from_utf8(text).expect("the grammar has characters");
                assert_eq!(unmatched(page), None, "{page}");
                tried.fetch_add(1, Relaxed);
                page.contains(word)
            };
            let options = Options { strategies: named(&strategies), ..Options::default() };
            let reduced = reduce(&html, PAGE.as_bytes(), &oracle, &options).expect("it is there");
            assert!(reduced.text.len() < PAGE.len() / 4, "{}", reduced.text.escape_ascii());
        }
    }
    assert!(tried.load(Relaxed) > 150, "{tried:?}");
}
