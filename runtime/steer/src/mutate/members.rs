//! The members of a population: whole texts, and the pieces of those that were mutated last. Pieces take up to some ten bytes for each byte of
//! text, so only some are kept; the others are found by another parse.

use std::sync::Arc;

use super::piece::{Piece, PieceKinds};
use grammarc_generate::fuzz::generator::Generator;

/// Memory for the pieces of all members, in bytes. All are forgotten once they take more.
const MAX_PIECES_BYTES: usize = 128 << 20;

/// A text of a population.
pub(super) struct Member {
    pub(super) text: Vec<u8>,
    pub(super) standing: Standing,
}

/// Whether a text is in the language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is, and its fields and hooks are right.
    Valid,
    /// It parses, but some fields or hooks are wrong.
    Parsed,
    /// It does not parse. These parts of it do.
    Broken(Arc<[Piece]>),
}

/// All members, in the order in which they joined.
#[derive(Default)]
pub(super) struct Members {
    all: Vec<Member>,
    /// By member: its pieces, if they are known.
    pieces: Vec<Option<Arc<[Piece]>>>,
    /// Memory of the known pieces, in bytes.
    pieces_bytes: usize,
}

impl Members {
    pub(super) fn all(&self) -> &[Member] {
        &self.all
    }

    pub(super) fn push(&mut self, member: Member) {
        self.all.push(member);
        self.pieces.push(None);
    }

    /// Returns the pieces of a member. Takes one parse if they are not known.
    pub(super) fn pieces(&mut self, number: usize, language: &Generator, kinds: &PieceKinds) -> Arc<[Piece]> {
        let member = &self.all[number];
        if let Standing::Broken(pieces) = &member.standing {
            return pieces.clone();
        }
        if let Some(pieces) = &self.pieces[number] {
            return pieces.clone();
        }
        let tree = language.parsing().tree(&member.text);
        let pieces = tree.map_or_else(Vec::new, |tree| kinds.pieces(&language.grammar, &tree));
        let pieces: Arc<[Piece]> = pieces.into();
        self.pieces_bytes += size_of_val(&*pieces);
        if self.pieces_bytes > MAX_PIECES_BYTES {
            self.pieces.fill(None);
            self.pieces_bytes = size_of_val(&*pieces);
        }
        self.pieces[number] = Some(pieces.clone());
        pieces
    }
}
