//! The parts of a text that the grammar parses, where it does not parse the whole text. A population mutates these parts, and keeps the
//! islands between them.

use super::languages::Languages;
use crate::format::Format;
use grammarc_core::tree::name_span;
use grammarc_generate::seed::TextPart;

/// Returns the parts of a text that the grammar parses and that have no island in them, the outer ones first; none if the text is not of
/// the language for the most part. For example, in `[1, @#! [2]]` these are `1`, `[2]` and `2`. Takes as long as the begin of a reduction:
/// a few parses.
pub fn parts(format: &Format, text: &[u8]) -> Vec<TextPart> {
    let languages = Languages::new(format);
    let view = languages.view(text);
    let islands = languages.islands(&view);
    let overlaps = |span: &std::ops::Range<usize>| {
        let next = islands.partition_point(|island| island.end <= span.start);
        islands.get(next).is_some_and(|island| island.start < span.end)
    };
    let places = 0..view.tree.len();
    let parts = places
        .map(|place| view.tree.id_at(place))
        .map(|id| TextPart { item: view.tree.node(id).item, span: name_span(&view.language.grammar, &view.tree, id) });
    let is_own = |part: &TextPart| (part.item.0 as usize) < format.grammar.items.len();
    parts.filter(|part| is_own(part) && !part.span.is_empty() && !overlaps(&part.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::LINES;

    #[test]
    fn a_text_of_the_language_is_all_parts() {
        let spans: Vec<_> = parts(&LINES, b"one\ntwo\n").into_iter().map(|part| part.span).collect();
        assert_eq!(spans, [0..4, 4..8]);
    }
}
