//! A printer for languages with brackets, without a grammar: a line for each statement, indented by the braces around it.
//!
//! It breaks lines behind `{`, `}` and `;`, keeps the line ends that are there, and indents anew. In braces without a semicolon, as in
//! objects of JSON, it breaks lines behind commas.

use grammarc_reduce::island::{Bracket, Kind, Token, tokens};

/// Indentation of one level.
const INDENT: &str = "    ";

/// Formats a text. None if it has no braces, or braces that do not match: then the printer knows nothing about it.
pub(super) fn formatted(text: &[u8]) -> Option<Vec<u8>> {
    let tokens = tokens(text);
    let braces = Braces::of(&tokens)?;
    let mut printer =
        Printer { out: Vec::with_capacity(2 * text.len()), open: Vec::new(), breaks: false, blank: false };
    for (place, token) in tokens.iter().enumerate() {
        printer.print(token, &text[token.start..token.end], braces.has_lines(place), braces.next(place));
    }
    printer.out.push(b'\n');
    Some(printer.out)
}

/// Facts about the brackets of a text, by the places of their tokens.
struct Braces {
    /// Whether an opening brace begins lines: it is not empty.
    has_lines: Vec<bool>,
    /// The next token that is not white space.
    next: Vec<Option<Kind>>,
}

impl Braces {
    fn of(tokens: &[Token]) -> Option<Self> {
        let mut open: Vec<(Bracket, usize)> = Vec::new();
        let mut has_lines = vec![false; tokens.len()];
        let mut is_any = false;
        for (place, token) in tokens.iter().enumerate() {
            match token.kind {
                Kind::Open(bracket) if bracket != Bracket::Angle => open.push((bracket, place)),
                Kind::Close(bracket) if bracket != Bracket::Angle => {
                    open.pop().filter(|(other, _)| *other == bracket)?;
                }
                Kind::Space => {}
                _ => {}
            }
            if token.kind != Kind::Space
                && let Some(&(Bracket::Brace, brace)) = open.last()
                && brace != place
            {
                has_lines[brace] = true;
                is_any = true;
            }
        }
        if !is_any || !open.is_empty() {
            return None;
        }
        let mut next = vec![None; tokens.len()];
        let mut last = None;
        for (place, token) in tokens.iter().enumerate().rev() {
            next[place] = last;
            if token.kind != Kind::Space {
                last = Some(token.kind);
            }
        }
        Some(Self { has_lines, next })
    }

    fn has_lines(&self, place: usize) -> bool {
        self.has_lines[place]
    }

    fn next(&self, place: usize) -> Option<Kind> {
        self.next[place]
    }
}

/// The text so far, and the brackets around its end.
struct Printer {
    out: Vec<u8>,
    open: Vec<OpenBracket>,
    /// Whether the next token begins a line.
    breaks: bool,
    /// Whether a blank comes before the next token of the line.
    blank: bool,
}

struct OpenBracket {
    kind: Bracket,
    /// Whether it is a brace with lines in it.
    has_lines: bool,
    /// Whether a semicolon was in it.
    has_statements: bool,
}

impl Printer {
    fn print(&mut self, token: &Token, text: &[u8], has_lines: bool, next: Option<Kind>) {
        match token.kind {
            Kind::Space => {
                self.breaks |= text.contains(&b'\n');
                self.blank = true;
            }
            Kind::Open(kind) if kind != Bracket::Angle => {
                if kind == Bracket::Brace && self.out.last().is_some_and(|last| !b"([{$#".contains(last)) {
                    self.blank = true;
                }
                self.write(text);
                self.open.push(OpenBracket { kind, has_lines, has_statements: false });
                self.breaks |= has_lines;
            }
            Kind::Close(kind) if kind != Bracket::Angle => {
                let closed = self.open.pop();
                self.breaks |= closed.is_some_and(|bracket| bracket.has_lines);
                self.write(text);
                let goes_on =
                    matches!(next, Some(Kind::Comma | Kind::Semicolon | Kind::Close(_) | Kind::Sign | Kind::Open(_)));
                self.breaks |= kind == Bracket::Brace && has_any_line(&self.open) && !goes_on;
            }
            Kind::Semicolon => {
                self.write(text);
                let is_statement = self.open.last().is_none_or(|bracket| bracket.kind == Bracket::Brace);
                self.open.iter_mut().next_back().into_iter().for_each(|bracket| bracket.has_statements = true);
                self.breaks |= is_statement;
            }
            Kind::Comma => {
                self.write(text);
                let in_object = self.open.last().is_some_and(|bracket| bracket.has_lines && !bracket.has_statements);
                (self.breaks, self.blank) = (self.breaks || in_object, true);
            }
            _ => self.write(text),
        }
    }

    fn write(&mut self, text: &[u8]) {
        if self.breaks && !self.out.is_empty() {
            self.out.push(b'\n');
            let depth = self.open.iter().filter(|bracket| bracket.has_lines).count();
            self.out.extend(INDENT.repeat(depth).bytes());
        } else if self.blank && !self.out.is_empty() {
            self.out.push(b' ');
        }
        (self.breaks, self.blank) = (false, false);
        self.out.extend_from_slice(text);
    }
}

/// Returns whether a line may begin behind a brace here: not within parentheses.
fn has_any_line(open: &[OpenBracket]) -> bool {
    open.last().is_none_or(|bracket| bracket.kind == Bracket::Brace)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::formatted;

    fn check(text: &str, expected: &Expect) {
        let once = formatted(text.as_bytes()).expect("it has braces");
        expected.assert_eq(&String::from_utf8_lossy(&once));
        assert_eq!(formatted(&once), Some(once), "it is as it is formatted");
    }

    #[test]
    fn a_line_for_each_statement() {
        check(
            "struct a{unsigned b}d(struct a*a){for(int c;c<a->b;){}f(\"}\");if(x){y;}else{z;}}int e;",
            &expect![[r#"
                struct a {
                    unsigned b
                }
                d(struct a*a) {
                    for(int c;c<a->b;) {}
                    f("}");
                    if(x) {
                        y;
                    }
                    else {
                        z;
                    }
                }
                int e;
            "#]],
        );
    }

    #[test]
    fn objects_break_at_commas_and_lists_do_not() {
        check(
            r#"{"users":[{"id":1,"tags":["a","b"]},{}],"total":2}"#,
            &expect![[r#"
            {
                "users":[{
                    "id":1,
                    "tags":["a", "b"]
                }, {}],
                "total":2
            }
        "#]],
        );
    }

    #[test]
    fn line_ends_stay_and_other_texts_are_left_alone() {
        check(
            "#include <a>\n// b\nfn c(){let d=|e|{f(e);};\ng}",
            &expect![[r#"
            #include <a>
            // b
            fn c() {
                let d=|e| {
                    f(e);
                };
                g
            }
        "#]],
        );
        assert_eq!(
            ["", "a;b;", "{}", "{a", "(a}", "x: [1]\n"].map(|text| formatted(text.as_bytes())),
            [const { None }; 6]
        );
    }
}
