//! Tokens in several pieces: after `-> more`, the next token goes on where the piece ends.
//!
//! For example, `OPEN: '"' -> more, pushMode(TEXT);` with `CLOSE: '"' -> type(STRING), popMode;` and `PIECE: . -> more;` in the mode
//! `TEXT` is one token, `OPEN (!CLOSE PIECE)* CLOSE`.

use super::super::expressions::{alternative_of, group_of};
use super::commands::LexerToken;
use crate::problem::ImportProblem;
use crate::source::{ModeMove, RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourcePlace};
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::HashSet;

/// Modes between the first and the last piece of a token. Grammars have one or two.
const MAX_MODES: usize = 4;

/// Puts the pieces before each token that can end them. Pieces are fragments from then on.
pub(super) fn join_continued(
    mut tokens: Vec<LexerToken>,
    problems: &mut Vec<Diagnostic<ImportProblem>>,
) -> Vec<LexerToken> {
    let pieces: Vec<Piece> = (0..tokens.len()).filter_map(|at| Piece::new(at, &tokens)).collect();
    if pieces.is_empty() {
        return tokens;
    }
    let entered = entered_modes(&tokens);
    let mut is_whole = true;
    for token in tokens.iter_mut().filter(|token| is_end(token)) {
        let mode = &token.rule.mode;
        let place = token.rule.place.clone();
        let ways = Ways { pieces: &pieces, place: &place };
        let Some(before) = ways.to(mode, &mut Vec::new(), &mut is_whole) else {
            continue;
        };
        let can_stand_alone = mode.is_empty() || entered.contains(mode);
        let body = SourceItem::new(group_of(std::mem::take(&mut token.rule.alternatives)), place.clone());
        let before = if can_stand_alone { optional(before, &place) } else { before };
        token.rule.alternatives = vec![alternative_of(vec![before, body])];
    }
    if !is_whole && let Some(piece) = pieces.first() {
        let construct = "`more` through many modes".to_owned();
        let place = piece.place.clone();
        problems.push(Diagnostic::new(ImportProblem::LeftOut { construct }, place.span).in_file(place.file));
    }
    for token in tokens.iter_mut().filter(|token| token.is_continued) {
        token.rule.role = RuleRole::Fragment;
    }
    tokens
}

fn is_end(token: &LexerToken) -> bool {
    !token.is_continued && token.rule.role != RuleRole::Fragment
}

/// Modes that a whole token leads to, so that a token begins in them. Where a mode is left, the mode before it goes on.
fn entered_modes(tokens: &[LexerToken]) -> HashSet<String> {
    let moves = tokens.iter().filter(|token| is_end(token)).flat_map(|token| &token.rule.moves);
    moves
        .filter_map(|step| match step {
            ModeMove::Push(mode) | ModeMove::Change(mode) => Some(mode.clone()),
            ModeMove::Pop => None,
        })
        .collect()
}

/// A piece of a token.
struct Piece {
    name: String,
    from: String,
    to: Vec<String>,
    /// Texts of tokens and other pieces that win against it where they begin: longer ones, and those that stand earlier.
    winners: Vec<SourceAlternative>,
    place: SourcePlace,
}

impl Piece {
    /// `at` is the index of the token.
    fn new(at: usize, tokens: &[LexerToken]) -> Option<Self> {
        let token = tokens.get(at).filter(|token| token.is_continued)?;
        let from = token.rule.mode.clone();
        let mut to = vec![from.clone()];
        for step in &token.rule.moves {
            to = match step {
                ModeMove::Push(mode) | ModeMove::Change(mode) => vec![mode.clone()],
                ModeMove::Pop => modes_that_push(&from, tokens),
            };
        }
        let is_short = is_one_character(token);
        let wins = |(other, rule): &(usize, &LexerToken)| match (is_short, is_one_character(rule)) {
            (true, false) => true,
            (false, true) => false,
            _ => *other < at,
        };
        let in_mode = |rule: &LexerToken| rule.rule.role != RuleRole::Fragment && rule.rule.mode == from;
        let others = tokens.iter().enumerate().filter(|(other, rule)| *other != at && in_mode(rule));
        let winners = others.filter(wins).flat_map(|(_, rule)| rule.rule.alternatives.clone()).collect();
        Some(Self { name: token.rule.name.clone(), from, to, winners, place: token.rule.place.clone() })
    }
}

/// Whether a token is one character. A name may be more.
fn is_one_character(token: &LexerToken) -> bool {
    token.rule.alternatives.iter().all(|alternative| match alternative.items.as_slice() {
        [item] => match &item.kind {
            SourceItemKind::Text { text, .. } => text.chars().count() == 1,
            kind => matches!(kind, SourceItemKind::Class { .. } | SourceItemKind::Any),
        },
        _ => false,
    })
}

/// The modes that a mode returns to. One that pushes itself, as for nested braces, counts as returning to itself only: its last piece
/// ends the token.
fn modes_that_push(mode: &str, tokens: &[LexerToken]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in tokens {
        let pushes = token.rule.moves.iter().any(|step| matches!(step, ModeMove::Push(to) if to == mode));
        if pushes && !found.contains(&token.rule.mode) {
            found.push(token.rule.mode.clone());
        }
    }
    if found.iter().any(|from| from == mode) {
        found.retain(|from| from == mode);
    }
    found
}

/// Ways through pieces.
struct Ways<'a> {
    pieces: &'a [Piece],
    place: &'a SourcePlace,
}

impl Ways<'_> {
    /// Pieces that lead to a mode, one after another. `above` are the modes that are being asked for.
    fn to(&self, mode: &str, above: &mut Vec<String>, is_whole: &mut bool) -> Option<SourceItem> {
        if above.len() >= MAX_MODES || above.iter().any(|it| it == mode) {
            *is_whole = false;
            return None;
        }
        above.push(mode.to_owned());
        let mut into: Vec<SourceAlternative> = Vec::new();
        for piece in self.pieces.iter().filter(|piece| piece.from != mode && piece.to.iter().any(|to| to == mode)) {
            let mut items = Vec::new();
            let leads_on = self.pieces.iter().any(|other| other.to.contains(&piece.from) && other.name != piece.name);
            if leads_on && !above.contains(&piece.from) {
                items.extend(self.to(&piece.from, above, is_whole).map(|before| optional(before, self.place)));
            }
            items.push(self.piece(piece));
            into.push(alternative_of(items));
        }
        above.pop();
        let inside: Vec<SourceAlternative> = self
            .pieces
            .iter()
            .filter(|piece| piece.from == mode && piece.to.iter().any(|to| to == mode))
            .map(|piece| alternative_of(vec![self.piece(piece)]))
            .collect();
        match (into.is_empty(), inside.is_empty()) {
            (true, true) => None,
            (true, false) => Some(self.repeated(inside, 1)),
            (false, true) => Some(SourceItem::new(group_of(into), self.place.clone())),
            (false, false) => {
                let items = vec![SourceItem::new(group_of(into), self.place.clone()), self.repeated(inside, 0)];
                Some(SourceItem::new(SourceItemKind::Group(vec![alternative_of(items)]), self.place.clone()))
            }
        }
    }

    /// A piece, where nothing else begins that wins against it.
    fn piece(&self, piece: &Piece) -> SourceItem {
        let name = SourceItem::new(SourceItemKind::Name(piece.name.clone()), self.place.clone());
        if piece.from.is_empty() || piece.winners.is_empty() {
            return name;
        }
        let winners = SourceItem::new(group_of(piece.winners.clone()), self.place.clone());
        let stop = SourceItemKind::Ahead { body: Box::new(winners), negative: true };
        let items = vec![SourceItem::new(stop, self.place.clone()), name];
        SourceItem::new(SourceItemKind::Group(vec![alternative_of(items)]), self.place.clone())
    }

    fn repeated(&self, alternatives: Vec<SourceAlternative>, min: u32) -> SourceItem {
        let body = SourceItem::new(group_of(alternatives), self.place.clone());
        SourceItem::new(
            SourceItemKind::Repeat { body: Box::new(body), min, max: None, is_lazy: false },
            self.place.clone(),
        )
    }
}

fn optional(item: SourceItem, place: &SourcePlace) -> SourceItem {
    let kind = SourceItemKind::Repeat { body: Box::new(item), min: 0, max: Some(1), is_lazy: false };
    SourceItem::new(kind, place.clone())
}
