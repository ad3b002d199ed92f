//! Edits of texts: parts are drawn anew, swapped, taken from another text, repeated, dropped, nested deeper, and replaced by boundary values
//! or by noise. An edit is made of splices, so all other bytes stay as they are.

use super::boundary;
use super::noise;
use super::piece::{Piece, PieceKind, PieceKinds, Source};
use super::splice::{Splice, join};
use super::wrap::{Wrapper, Wrapping};
use grammarc_core::grammar::Symbol;
use grammarc_generate::choices::Random;
use grammarc_generate::fuzz::generator::Generator;

/// Greatest number of edits of one text. More of them would leave little of the parent.
const MAX_EDITS: u32 = 4;
/// Greatest number of copies of a list element that are added: enough for bugs of counters, and the text stays short.
const MAX_ADDED_COPIES: u32 = 4;
/// Random picks of a piece for one edit before the edit is left out. A pick fails if, for example, only elements can be repeated.
const PICK_TRIES: u32 = 16;

/// Kind of an edit. The examples change the statement `f(1, 2);`, where another text has `g(x);`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// Another text of a part's kind is drawn: `f(1, y+7);`.
    Draw,
    /// Two parts of one kind change places: `f(2, 1);`.
    Swap,
    /// A part of another text takes the place of one of its kind: `f(1, x);`. An element of a list may also be added: `f(x, 1, 2);`.
    Splice,
    /// An element stands there several times: `f(1, 2, 2);`.
    Repeat,
    /// An element or an optional part is no longer there: `f(1);`.
    Drop,
    /// A part is put into another one of its kind: `f(1, -(2));`.
    Nest,
    /// A number or a string becomes a boundary value: `f(1, 2147483648);`.
    Boundary,
    /// Some bytes of a token change: `f(1, 2_);`.
    Noise,
}

impl Mutation {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Draw, Self::Swap, Self::Splice, Self::Repeat, Self::Drop, Self::Nest, Self::Boundary, Self::Noise];

    /// Returns whether the edit takes parts of another text.
    pub(super) fn needs_donor(self) -> bool {
        matches!(self, Self::Splice | Self::Nest)
    }

    /// Returns whether the edit can be made to a piece.
    fn fits(self, kind: PieceKind) -> bool {
        match self {
            Self::Draw | Self::Swap | Self::Boundary => kind.is_open,
            Self::Splice => kind.is_open || kind.is_element,
            Self::Repeat => kind.is_element,
            Self::Drop => kind.is_droppable,
            Self::Nest => kind.is_open && !kind.is_terminal,
            Self::Noise => kind.is_open && kind.is_terminal,
        }
    }
}

/// Draws the kinds of the edits of one mutant: one in half of the cases, two in a quarter, and so on.
pub(super) fn drawn_kinds(random: &mut Random) -> Vec<Mutation> {
    let count = 1 + random.bits().trailing_zeros().min(MAX_EDITS - 1);
    (0..count).map(|_| random.one_of(&Mutation::ALL)).collect()
}

/// Makes edits in the texts of one language.
pub(super) struct Editor<'a> {
    language: &'a Generator,
    pub(super) kinds: PieceKinds,
    /// Written between two words that would run together; empty if the grammar names no separator.
    pub(super) separator: Vec<u8>,
    wrapper: Wrapper<'a>,
}

impl<'a> Editor<'a> {
    pub(super) fn new(language: &'a Generator, max_depth: usize) -> Self {
        let separators = &language.recipes.of(&language.grammar).separators;
        let first = separators.iter().min_by_key(|(symbol, _)| **symbol).and_then(|(_, texts)| texts.first());
        Self {
            language,
            kinds: PieceKinds::new(&language.grammar),
            separator: first.cloned().unwrap_or_default(),
            wrapper: Wrapper::new(language, max_depth),
        }
    }

    /// Returns the splices of some edits, and the kinds that were made. Edits that overlap earlier ones are left out.
    pub(super) fn edited(
        &mut self,
        mutations: &[Mutation],
        parent: Source<'_>,
        donor: Source<'_>,
        random: &mut Random,
    ) -> (Vec<Splice>, Vec<Mutation>) {
        let (mut splices, mut made): (Vec<Splice>, Vec<Mutation>) = (Vec::new(), Vec::new());
        for &mutation in mutations {
            let found = (0..PICK_TRIES).find_map(|_| self.edit(mutation, parent, donor, random));
            let is_apart = |splice: &Splice| splices.iter().all(|other| splice.is_apart(other));
            if let Some(edit) = found.filter(|edit| edit.iter().all(is_apart)) {
                splices.extend(edit);
                made.push(mutation);
            }
        }
        (splices, made)
    }

    /// Makes an edit to a random piece; none if that cannot be done to it.
    fn edit(
        &mut self,
        mutation: Mutation,
        parent: Source<'_>,
        donor: Source<'_>,
        random: &mut Random,
    ) -> Option<Vec<Splice>> {
        let place = random.below(parent.pieces.len() as u32) as usize;
        let piece = parent.pieces.get(place)?;
        let kind = self.kinds.of(piece.item).filter(|kind| mutation.fits(*kind))?;
        let text = parent.bytes(piece);
        let replaced = |by: Vec<u8>| (by != text).then(|| vec![Splice { range: piece.span(), text: by }]);
        match mutation {
            // The whole text is no part: fuzzing draws a new one anyway.
            Mutation::Draw if text.len() < parent.text.len() => {
                replaced(self.wrapper.draw(kind.symbol, random.bits())?)
            }
            Mutation::Draw => None,
            Mutation::Swap => self.swap(kind.symbol, place, parent, random),
            Mutation::Splice => self.transplant(kind, piece, parent, donor, random),
            Mutation::Repeat => Some(vec![self.repeated(&parent.text[piece.span_with_skip()], piece, random)]),
            Mutation::Drop => Some(vec![Splice::new(piece.span_with_skip(), b"")]),
            Mutation::Nest => {
                let context = self.context(kind.symbol, parent, donor, random)?;
                replaced(context.around(text, &self.separator, random))
            }
            Mutation::Boundary => {
                let terminal = kind.is_terminal.then_some(kind.symbol);
                replaced(boundary::value(self.language, terminal, text, random)?)
            }
            Mutation::Noise => {
                let is_right = |text: &[u8]| self.language.is_text_of(kind.symbol, text);
                replaced(noise::noisy(text, random, is_right)?)
            }
        }
    }

    /// Has two parts of a symbol change places.
    fn swap(&self, symbol: Symbol, place: usize, parent: Source<'_>, random: &mut Random) -> Option<Vec<Splice>> {
        let piece = &parent.pieces[place];
        let (one, text) = (Splice::new(piece.span(), b""), parent.bytes(piece));
        let is_other = |other: &Piece| one.is_apart(&Splice::new(other.span(), b"")) && parent.bytes(other) != text;
        let other = self.piece_of(symbol, parent, random, is_other)?;
        Some(vec![Splice::new(piece.span(), parent.bytes(other)), Splice::new(other.span(), text)])
    }

    /// Replaces a part by one of another text, or adds an element of another text in front of it.
    fn transplant(
        &self,
        kind: PieceKind,
        piece: &Piece,
        parent: Source<'_>,
        donor: Source<'_>,
        random: &mut Random,
    ) -> Option<Vec<Splice>> {
        let is_added = kind.is_element && (!kind.is_open || random.flip());
        if is_added {
            let is_alike = |other: &Piece| other.item == piece.item;
            let other = self.piece_of(kind.symbol, donor, random, is_alike)?;
            let start = piece.span().start;
            return Some(vec![Splice::new(start..start, &donor.text[other.span_with_skip()])]);
        }
        let text = parent.bytes(piece);
        let other = self.piece_of(kind.symbol, donor, random, |other| donor.bytes(other) != text)?;
        Some(vec![Splice::new(piece.span(), donor.bytes(other))])
    }

    /// Adds copies of an element behind it.
    fn repeated(&self, element: &[u8], piece: &Piece, random: &mut Random) -> Splice {
        let mut copies = Vec::new();
        for _ in 0..=random.below(MAX_ADDED_COPIES) {
            join(&mut copies, element, &self.separator, false);
        }
        let end = piece.span_with_skip().end;
        Splice { range: end..end, text: copies }
    }

    /// Returns a context of a symbol: a text of it around a text of it. It is found in the donor, in the parent, or drawn.
    fn context(
        &mut self,
        symbol: Symbol,
        parent: Source<'_>,
        donor: Source<'_>,
        random: &mut Random,
    ) -> Option<Wrapping> {
        let Self { wrapper, kinds, .. } = self;
        let found =
            wrapper.found(symbol, kinds, donor, random).or_else(|| wrapper.found(symbol, kinds, parent, random));
        found.or_else(|| wrapper.drawn(symbol, kinds, random))
    }

    /// Returns a piece of a symbol that a test admits. The search begins at a random place and goes round.
    fn piece_of<'s>(
        &self,
        symbol: Symbol,
        source: Source<'s>,
        random: &mut Random,
        is_right: impl Fn(&Piece) -> bool,
    ) -> Option<&'s Piece> {
        let (behind, before) = source.pieces.split_at(random.below(source.pieces.len() as u32) as usize);
        let is_of_symbol = |piece: &Piece| self.kinds.of(piece.item).is_some_and(|kind| kind.symbol == symbol);
        before.iter().chain(behind).find(|piece| is_of_symbol(piece) && is_right(piece))
    }

    /// Returns a text in which one token is no longer a text of its terminal; none if no token was found.
    pub(super) fn broken(&self, parent: Source<'_>, random: &mut Random) -> Option<Splice> {
        (0..PICK_TRIES).find_map(|_| {
            let piece = parent.any(random)?;
            let kind = self.kinds.of(piece.item).filter(|kind| Mutation::Noise.fits(*kind))?;
            let is_wrong = |text: &[u8]| !self.language.is_text_of(kind.symbol, text);
            let text = noise::noisy(parent.bytes(piece), random, is_wrong)?;
            Some(Splice { range: piece.span(), text })
        })
    }

    /// Draws a whole text.
    pub(super) fn whole(&mut self, seed: u64) -> Option<Vec<u8>> {
        self.wrapper.draw(self.language.grammar.start, seed)
    }
}
