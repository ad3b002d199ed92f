//! PNG images with comments, and the `png` crate as their decoder. The decoder refuses a wrong checksum, as hooks and fields prevent it.

use std::io::Cursor;

use super::Dice;

const WORDS: [&str; 8] = ["a", "view", "of", "needle", "point", "taken", "at", "noon"];

/// A small grey image with some comments.
pub(super) fn image(dice: &mut Dice) -> Vec<u8> {
    let (width, height) = (1 + dice.roll(8) as u32, 1 + dice.roll(8) as u32);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    for number in 0..1 + dice.roll(5) {
        let words: Vec<&str> = (0..2 + dice.roll(8)).map(|_| WORDS[dice.roll(WORDS.len())]).collect();
        encoder.add_text_chunk(format!("Comment {number}"), words.join(" ")).expect("plain words");
    }
    if dice.roll(2) == 0 {
        encoder.set_source_gamma(png::ScaledFloat::new(0.5));
    }
    let pixels: Vec<u8> = (0..width * height).map(|_| dice.roll(256) as u8).collect();
    let mut writer = encoder.write_header().expect("memory does not fail");
    writer.write_image_data(&pixels).expect("memory does not fail");
    writer.finish().expect("memory does not fail");
    file
}

/// Decodes an image, and returns whether one of its comments has a word in it.
pub(super) fn shows(text: &[u8], word: &str) -> bool {
    let Ok(mut reader) = png::Decoder::new(Cursor::new(text)).read_info() else { return false };
    let Some(size) = reader.output_buffer_size().filter(|size| *size < 1 << 20) else { return false };
    if reader.next_frame(&mut vec![0; size]).is_err() || reader.finish().is_err() {
        return false;
    }
    reader.info().uncompressed_latin1_text.iter().any(|comment| comment.text.contains(word))
}
