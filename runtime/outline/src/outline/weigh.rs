//! Cuts a text into tokens. A doubtful sign gets the reading in which brackets balance.
//!
//! A quote begins a string or is an apostrophe; a slash begins a regular expression or divides. In `plot(x', sin(x'))` the
//! usual reading takes `', sin(x'` for a string, so that a `)` is left over. This is a beam search: a bracket without a partner
//! has a cost, an unusual reading has a cost, and the cheapest path through a line wins.
//!
//! A line is first read in the usual way. That stands if it costs next to nothing, which holds for nearly all lines.
//! Otherwise several paths go through the line side by side. Two paths that meet at the same place with the same open
//! brackets are merged, because they have the same future. So a wrong guess costs only the tokens that it breaks
//! nearby, and not the rest of the line. The search keeps [`MAX_PATHS`] paths, and [`Lexer`] stops offering second
//! readings once they have cost too much: O(n).

use super::brackets::{Brackets, EMPTY, Stack};
use super::lexer::{Bracket, Kind, Lexer, Reading, Token, newlines};
use grammarc_core::steps::step;

/// The cost of a bracket without a partner. The unit is the least reason to doubt a reading.
const UNBALANCED_COST: u32 = 3;
/// The most brackets that one closing bracket is charged for leaving without a partner.
const MAX_UNBALANCED: u32 = 2;
/// The cost of a string directly before a word, as in `"a"b"c"`, because `b` may be the quoted part.
const TOUCHING_COST: u32 = 1;
/// The search begins if the usual reading of a line costs this much.
const DOUBTFUL_COST: u32 = 2;
/// Number of paths that are kept side by side. The limit makes the search linear.
const MAX_PATHS: usize = 8;
/// A path that costs more than this above the cheapest one is dropped.
const MAX_EXTRA_COST: u32 = 12;
/// The search commits to the cheapest path after this many tokens of all paths, to bound its memory.
const MAX_TRAIL_TOKENS: usize = 1 << 16;

/// Cuts the whole text. O(n).
pub fn tokens(input: &[u8]) -> Vec<Token> {
    let (lexer, brackets) = (Lexer::new(input), Brackets::new());
    let mut weigher = Weigher { input, lexer, brackets, open: EMPTY, tokens: Vec::new(), at: 0 };
    while weigher.at < input.len() {
        weigher.line();
    }
    weigher.tokens
}

struct Weigher<'a> {
    input: &'a [u8],
    lexer: Lexer<'a>,
    brackets: Brackets,
    /// The brackets that are open before the line.
    open: Stack,
    /// The tokens of all lines so far.
    tokens: Vec<Token>,
    at: usize,
}

/// A way to read a line, up to a place.
#[derive(Clone, Copy)]
struct Path {
    at: usize,
    open: Stack,
    /// The least number of open brackets on the way: those above it were opened in this line.
    lowest: u32,
    cost: u32,
    /// Number of unusual readings on it.
    unusual: u32,
    /// The place of its last token in the [`Trail`], plus one; 0 if there is none.
    last: usize,
}

/// The tokens of several paths. Each has the place of the token before it, plus one.
type Trail = Vec<(Token, usize)>;

impl Weigher<'_> {
    /// Reads a line. It ends with a token, so a string over several lines makes it longer.
    fn line(&mut self) {
        let (begin, first, before) = (self.at, self.tokens.len(), self.open);
        let mark = self.brackets.mark();
        let usual = self.usual_line();
        let is_directive = self.tokens[first].kind == Kind::Directive;
        if usual >= DOUBTFUL_COST {
            let from = if is_directive { EMPTY } else { before };
            if let Some((tokens, open)) = self.cheapest(begin, from, usual) {
                self.tokens.truncate(first);
                self.tokens.extend(tokens);
                self.open = open;
            }
            self.open = self.brackets.keep(mark, self.open);
        }
        if is_directive {
            self.open = before;
        }
    }

    /// Reads to the end of the line in the usual way, and returns the cost.
    fn usual_line(&mut self) -> u32 {
        let mut path = self.begin(self.at, self.open);
        loop {
            step(1);
            let reading = self.lexer.usual(path.at);
            let token = reading.token;
            if token.kind == Kind::Directive && path.at == self.at {
                path = self.begin(path.at, EMPTY);
            }
            path = self.step(path, reading, Brackets::push);
            self.tokens.push(token);
            let ends = token.kind == Kind::Space && newlines(self.input, token.start..token.end).is_some();
            if ends || path.at >= self.input.len() {
                (self.at, self.open) = (path.at, path.open);
                return self.total(&path);
            }
        }
    }

    fn begin(&self, at: usize, open: Stack) -> Path {
        Path { at, open, lowest: self.brackets.depth(open), cost: 0, unusual: 0, last: 0 }
    }

    /// Returns a path with one more token. The caller adds that to the trail.
    fn step(&mut self, path: Path, reading: Reading, push: fn(&mut Brackets, Stack, Bracket) -> Stack) -> Path {
        let Reading { token, cost, is_usual } = reading;
        let (open, unbalanced) = match token.kind {
            Kind::Open(Bracket::Angle) => (path.open, 0),
            Kind::Open(bracket) => (push(&mut self.brackets, path.open, bracket), 0),
            Kind::Close(bracket) => self.brackets.close(path.open, bracket),
            _ => (path.open, 0),
        };
        let touching = if self.lexer.touches_word(&token) { TOUCHING_COST } else { 0 };
        Path {
            at: token.end,
            open,
            lowest: path.lowest.min(self.brackets.depth(open)),
            cost: path.cost + cost + touching + UNBALANCED_COST * unbalanced.min(MAX_UNBALANCED),
            unusual: path.unusual + u32::from(!is_usual),
            last: path.last,
        }
    }

    /// Returns the cost of a path at the end of the line. A bracket that is still open costs less than a mistake,
    /// because a later line may close it.
    fn total(&self, path: &Path) -> u32 {
        path.cost + (self.brackets.depth(path.open) - path.lowest)
    }

    /// Searches for the cheapest path from `begin` to the end of the line. Returns its tokens and open brackets, or nothing if
    /// it does not cost less than `usual`.
    fn cheapest(&mut self, begin: usize, open: Stack, usual: u32) -> Option<(Vec<Token>, Stack)> {
        let (end, mut mark) = (self.at, self.brackets.mark());
        let (mut tokens, mut trail) = (Vec::new(), Trail::new());
        let mut paths = vec![self.begin(begin, open)];
        while let Some(at) = paths.iter().map(|path| path.at).filter(|&at| at < end).min() {
            self.extend(&mut paths, &mut trail, at, end);
            if trail.len() > MAX_TRAIL_TOKENS {
                let best = self.best(&paths)?;
                tokens.extend(taken(&trail, best.last));
                trail.clear();
                let open = self.brackets.keep(mark, best.open);
                mark = self.brackets.mark();
                paths = vec![Path { open, last: 0, ..best }];
            }
        }
        let best = self.best(&paths)?;
        tokens.extend(taken(&trail, best.last));
        (self.total(&best) < usual).then_some((tokens, best.open))
    }

    /// Extends each path that ends at `at` by every reading of the text there.
    fn extend(&mut self, paths: &mut Vec<Path>, trail: &mut Trail, at: usize, end: usize) {
        // A single path needs no shared numbers, because there is no path to merge it with.
        let push = if paths.len() == 1 { Brackets::push } else { Brackets::push_once };
        let readings = self.lexer.readings(at);
        let here: Vec<Path> = paths.extract_if(.., |path| path.at == at).collect();
        for path in here {
            for &reading in readings.iter().flatten().filter(|reading| reading.token.end <= end) {
                let next = self.step(path, reading, push);
                trail.push((reading.token, path.last));
                insert(paths, Path { last: trail.len(), ..next });
            }
        }
        prune(paths);
    }

    fn best(&self, paths: &[Path]) -> Option<Path> {
        paths.iter().copied().min_by_key(|path| (self.total(path), path.unusual))
    }
}

/// Adds a path, unless a cheaper one is at the same place with the same open brackets.
fn insert(paths: &mut Vec<Path>, new: Path) {
    match paths.iter_mut().find(|path| path.at == new.at && path.open == new.open) {
        Some(path) if (new.cost, new.unusual) < (path.cost, path.unusual) => *path = new,
        Some(_) => {}
        None => paths.push(new),
    }
}

/// Drops paths that cost much more than the cheapest, and the most expensive ones if there are too many.
fn prune(paths: &mut Vec<Path>) {
    let cheapest = paths.iter().map(|path| path.cost).min().unwrap_or(0);
    paths.retain(|path| path.cost <= cheapest + MAX_EXTRA_COST);
    if paths.len() > MAX_PATHS {
        paths.sort_by_key(|path| (path.cost, path.unusual));
        paths.truncate(MAX_PATHS);
    }
}

/// Returns the tokens of a path, in order.
fn taken(trail: &Trail, last: usize) -> Vec<Token> {
    let links = std::iter::successors(last.checked_sub(1), |&at| trail[at].1.checked_sub(1));
    let mut tokens: Vec<Token> = links.map(|at| trail[at].0).collect();
    tokens.reverse();
    tokens
}
