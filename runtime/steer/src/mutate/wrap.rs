//! Parts that are nested deeper: a part is put in place of an inner part of the same kind. For example, `2` becomes `(2)`, where `(x)` is an
//! expression with the expression `x` in it.

use std::collections::HashMap;

use super::piece::{Piece, PieceKinds, Source};
use super::splice::join;
use grammarc_core::grammar::{Grammar, Symbol};
use grammarc_core::language::Language;
use grammarc_core::parse::Part;
use grammarc_generate::choices::Random;
use grammarc_generate::fuzz::Fuzzer;
use grammarc_generate::fuzz::generator::Generator;

/// Outer parts of a text that are tried for one context.
const MAX_OUTER_PIECES: usize = 16;
/// Pieces of an outer part that are looked at for an inner one.
const MAX_INNER_PIECES: usize = 256;
/// Texts that are drawn for one context.
const MAX_DRAWN_CONTEXTS: u32 = 2;
/// Longest drawn text that is parsed for a context, in bytes. It is parsed by a chart, which takes time.
const MAX_DRAWN_CONTEXT_BYTES: usize = 200;
/// One context out of so many is repeated, for programs that recurse.
const REPEATED_CONTEXTS: u32 = 8;
/// Greatest number of repetitions of a context, as a power of two.
const MAX_LOG_LEVELS: u32 = 6;
/// Longest part that is made by repeating a context, in bytes.
const MAX_NESTED_BYTES: usize = 1 << 16;

/// The bytes around an inner part: `(` and `)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrapping {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Wrapping {
    /// Takes the bytes of `outer` around `inner`.
    fn of(text: &[u8], outer: &Piece, inner: &Piece) -> Self {
        let (outer, inner) = (outer.span(), inner.span());
        Self { before: text[outer.start..inner.start].to_vec(), after: text[inner.end..outer.end].to_vec() }
    }

    /// Returns a part within the context, now and then within many of it.
    pub(super) fn around(&self, part: &[u8], separator: &[u8], random: &mut Random) -> Vec<u8> {
        let is_repeated = random.below(REPEATED_CONTEXTS) == 0;
        let levels = if is_repeated { 2 << random.below(MAX_LOG_LEVELS) } else { 1 };
        let size = self.before.len() + self.after.len();
        let levels = (levels as usize).min(MAX_NESTED_BYTES / size.max(1)).max(1);
        let mut made = Vec::with_capacity(part.len() + levels * (size + 2 * separator.len()));
        (0..levels).for_each(|_| join(&mut made, &self.before, separator, false));
        join(&mut made, part, separator, false);
        (0..levels).for_each(|_| join(&mut made, &self.after, separator, false));
        made
    }
}

/// Draws parts, and finds contexts for them.
pub(super) struct Wrapper<'a> {
    language: &'a Generator,
    fuzzer: Fuzzer<'a>,
    /// The language without hooks; none if it has none. A part that is drawn alone sees no names, so it uses any, and the check of the mutant
    /// replaces them by names that are visible.
    unhooked: Option<Box<Generator>>,
    max_depth: usize,
    /// By symbol: its parser, made at its first use.
    parsers: HashMap<Symbol, Option<Part>>,
}

impl<'a> Wrapper<'a> {
    pub(super) fn new(language: &'a Generator, max_depth: usize) -> Self {
        let has_hooks = language.grammar.items.iter().any(|item| item.hooks.is_some());
        let unhooked = has_hooks.then(|| Box::new(unhooked(language)));
        Self { language, fuzzer: Fuzzer::new(language, max_depth), unhooked, max_depth, parsers: HashMap::new() }
    }

    /// Draws a text of a symbol.
    pub(super) fn draw(&mut self, symbol: Symbol, seed: u64) -> Option<Vec<u8>> {
        match &self.unhooked {
            Some(language) => Fuzzer::new(language, self.max_depth).draw_part(symbol, seed).map(<[u8]>::to_vec),
            None => self.fuzzer.draw_part(symbol, seed).map(<[u8]>::to_vec),
        }
    }

    /// Finds a context of a symbol in a text. The search begins at a random place and goes round.
    pub(super) fn found(
        &self,
        symbol: Symbol,
        kinds: &PieceKinds,
        source: Source<'_>,
        random: &mut Random,
    ) -> Option<Wrapping> {
        let is_of_symbol = |piece: &Piece| kinds.of(piece.item).is_some_and(|kind| kind.symbol == symbol);
        let count = source.pieces.len();
        let first = random.below(count as u32) as usize;
        let outers = (first..count).chain(0..first).filter(|&place| is_of_symbol(&source.pieces[place]));
        outers.take(MAX_OUTER_PIECES).find_map(|place| {
            let outer = &source.pieces[place];
            let inside = source.pieces[place + 1..].iter().take(MAX_INNER_PIECES);
            let inside = inside.take_while(|piece| piece.span().start < outer.span().end);
            let inner: Vec<&Piece> =
                inside.filter(|piece| is_of_symbol(piece) && outer.holds(piece) && !piece.span().is_empty()).collect();
            let chosen = inner.get(random.below(inner.len() as u32) as usize)?;
            Some(Wrapping::of(source.text, outer, chosen))
        })
    }

    /// Draws a text of a symbol with an inner part of the same symbol.
    pub(super) fn drawn(&mut self, symbol: Symbol, kinds: &PieceKinds, random: &mut Random) -> Option<Wrapping> {
        for _ in 0..MAX_DRAWN_CONTEXTS {
            let text = self.draw(symbol, random.bits())?;
            if text.is_empty() || text.len() > MAX_DRAWN_CONTEXT_BYTES {
                continue;
            }
            let language: &Language = self.language;
            let parser = self.parsers.entry(symbol).or_insert_with(|| language.part(symbol)).as_ref()?;
            let Some(tree) = language.parsing().of(parser).tree(&text) else { continue };
            let pieces = kinds.pieces(&language.grammar, &tree);
            let is_of_symbol = |piece: &&Piece| kinds.of(piece.item).is_some_and(|kind| kind.symbol == symbol);
            let is_inner = |piece: &&Piece| !piece.span().is_empty() && piece.span().len() < text.len();
            let inner: Vec<&Piece> = pieces.iter().filter(is_of_symbol).filter(is_inner).collect();
            if let Some(inner) = inner.get(random.below(inner.len() as u32) as usize) {
                return Some(Wrapping::of(&text, &Piece::new(inner.item, 0..text.len()), inner));
            }
        }
        None
    }
}

/// Returns the language without hooks.
fn unhooked(language: &Generator) -> Generator {
    let mut grammar: Grammar = language.grammar.clone();
    grammar.items.to_mut().iter_mut().for_each(|item| item.hooks = None);
    Generator::new(Language::new(language.name.clone(), grammar, language.engine))
}
