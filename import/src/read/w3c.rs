//! EBNF of the W3C, as in the specifications of XML, XPath and SPARQL.
//!
//! For example, `[4] Name ::= [A-Z_a-z] ([#x30-#x39] - '0')*  /* ws: explicit */`. Backslashes are ordinary characters.

use super::expressions::{Expressions, exact_text, never, repeat};
use super::scan::{Cursor, MAX_WRAPS, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{Lexing, RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;

/// Names that specifications give to white space between tokens.
const SKIP_NAMES: &[&str] = &["WS", "WHITESPACE", "Whitespace", "COMMENT"];

/// Whether `::=` stands in a line.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.has(&["::="])
}

/// Reads a grammar. Numbers before rules and constraints such as `[ wfc: … ]` count for nothing.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = W3c { cursor: Cursor::new(text, file), rules: Vec::new(), has_tokens: false };
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let mut grammar = SourceGrammar { head: reader.cursor.take_head(), rules: reader.rules, ..Default::default() };
    if reader.has_tokens {
        grammar.lexing = Lexing::Contextual;
    } else {
        guess_tokens(&mut grammar, problems);
    }
    grammar
}

struct W3c<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
    /// Whether the line `<?TOKENS?>` was read: the rules behind it are tokens.
    has_tokens: bool,
}

impl<'t> Expressions<'t> for W3c<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        loop {
            self.cursor.spaces();
            if !self.cursor.block_comment("/*", "*/")? && !self.constraint()? {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.repeated()? else {
            return Ok(None);
        };
        for wraps in 0.. {
            let end = self.cursor.at();
            self.blanks()?;
            if !self.cursor.eat("-") {
                self.cursor.go(end);
                break;
            }
            self.cursor.bound_wraps(wraps)?;
            self.blanks()?;
            let Some(excluded) = self.repeated()? else {
                return Err(self.cursor.expected("an item behind `-`"));
            };
            item = self.cursor.item(SourceItemKind::Except(Box::new(item), Box::new(excluded)), from);
        }
        Ok(Some(item))
    }
}

impl W3c<'_> {
    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            if self.cursor.eat("<?TOKENS?>") {
                self.has_tokens = true;
                self.blanks()?;
                continue;
            }
            self.cursor.begin_rule();
            self.rule_number();
            let from = self.cursor.at();
            let Some(name) = self.cursor.name("-.") else {
                return Err(self.cursor.expected("a rule, such as `Name ::= 'text'`"));
            };
            self.blanks()?;
            self.cursor.expect("::=")?;
            let alternatives = self.choice()?;
            let role = if self.has_tokens { RuleRole::Token } else { RuleRole::Syntax };
            let rule = self.cursor.end_rule(name, from, role, alternatives);
            self.rules.push(rule);
            self.cursor.eat(";");
            self.blanks()?;
        }
        Ok(())
    }

    /// Skips the number of a rule: `[12]` or `[12a]`, where a name follows.
    fn rule_number(&mut self) {
        let from = self.cursor.at();
        if self.cursor.eat("[") {
            self.cursor.take_while(|c| c.is_ascii_alphanumeric() || ":.".contains(c));
            if self.cursor.eat("]") {
                self.cursor.spaces();
                return;
            }
        }
        self.cursor.go(from);
    }

    /// Whether the head of the next rule stands here, with or without its number.
    fn is_rule_head(&mut self) -> bool {
        let from = self.cursor.at();
        self.rule_number();
        let mut ahead = Cursor::new(self.cursor.rest(), 0);
        self.cursor.go(from);
        ahead.name("-.").is_some() && {
            ahead.spaces();
            ahead.sees("::=")
        }
    }

    /// Skips a constraint such as `[ wfc: Unique Att Spec ]`.
    fn constraint(&mut self) -> Reading<bool> {
        let mut ahead = Cursor::new(self.cursor.rest(), 0);
        ahead.eat("[");
        ahead.take_while(char::is_whitespace);
        let is_constraint =
            self.cursor.sees("[") && ["wfc:", "vc:", "WFC:", "VC:", "NSC:", "nsc:"].iter().any(|mark| ahead.sees(mark));
        if is_constraint {
            let from = self.cursor.at();
            self.cursor.take_until("]")?;
            self.cursor.left_out("a constraint in words", from);
        }
        Ok(is_constraint)
    }

    fn repeated(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.primary()? else {
            return Ok(None);
        };
        for wraps in 0..=MAX_WRAPS {
            let kind = match self.cursor.peek() {
                Some('?') => (0, Some(1)),
                Some('*') => (0, None),
                Some('+') => (1, None),
                _ => break,
            };
            self.cursor.bound_wraps(wraps + 1)?;
            self.cursor.next();
            item = self.cursor.item(repeat(item, kind.0, kind.1), from);
        }
        Ok(Some(item))
    }

    fn primary(&mut self) -> Reading<Option<SourceItem>> {
        if self.is_rule_head() {
            return Ok(None);
        }
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('[') => self.class()?,
            // The end of a token of rr: the text that must follow it.
            Some('&') => {
                self.cursor.next();
                self.blanks()?;
                self.cursor.enter()?;
                let body = self.repeated()?;
                self.cursor.leave();
                let Some(body) = body else {
                    return Err(self.cursor.expected("an item behind `&`"));
                };
                SourceItemKind::Ahead { body: Box::new(body), negative: false }
            }
            Some('.') => {
                self.cursor.next();
                SourceItemKind::Any
            }
            Some('$') => {
                self.cursor.next();
                SourceItemKind::End
            }
            Some(quote @ ('"' | '\'')) => {
                self.cursor.next();
                exact_text(self.cursor.take_until(if quote == '"' { "\"" } else { "'" })?)
            }
            Some('#') => {
                let code = self.coded()?;
                char::from_u32(code).map_or_else(never, exact_text)
            }
            _ => match self.cursor.name("-.") {
                Some(name) => SourceItemKind::Name(self.without_minus(name)),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    /// A name may have `-` in it, but not at its end: `Char-` is `Char` and a `-`.
    fn without_minus(&mut self, name: &str) -> String {
        let kept = name.trim_end_matches(['-', '.']);
        self.cursor.go(self.cursor.at() - (name.len() - kept.len()));
        kept.to_owned()
    }

    fn coded(&mut self) -> Reading<u32> {
        self.cursor.expect("#x")?;
        let digits = self.cursor.take_while(|c| c.is_ascii_hexdigit());
        self.cursor.code(digits, 16)
    }

    fn class(&mut self) -> Reading<SourceItemKind> {
        self.cursor.expect("[")?;
        let negated = self.cursor.eat("^");
        let mut ranges = Vec::new();
        while !self.cursor.eat("]") {
            let low = self.class_character()?;
            let before = self.cursor.at();
            if self.cursor.eat("-") && !self.cursor.sees("]") {
                ranges.push((low, self.class_character()?));
            } else {
                self.cursor.go(before);
                ranges.push((low, low));
            }
        }
        Ok(SourceItemKind::Class { ranges, negated })
    }

    fn class_character(&mut self) -> Reading<u32> {
        if self.cursor.sees("#x") {
            return self.coded();
        }
        self.cursor.next().map(u32::from).ok_or_else(|| self.cursor.expected("`]`"))
    }
}

/// Names in capital letters are tokens, if the grammar has other rules, and nothing says where blanks stand: no rule `S`, and white
/// space under a usual name that no rule mentions.
fn guess_tokens(grammar: &mut SourceGrammar, problems: &mut Vec<Diagnostic<ImportProblem>>) {
    let is_capital =
        |name: &str| name.contains(|c: char| c.is_uppercase()) && !name.contains(|c: char| c.is_lowercase());
    let has_both = grammar.rules.iter().any(|rule| is_capital(&rule.name))
        && grammar.rules.iter().any(|rule| !is_capital(&rule.name));
    let mut mentioned = Vec::new();
    for rule in grammar.rules.iter_mut().filter(|rule| !is_capital(&rule.name)) {
        visit_items(&mut rule.alternatives, &mut |item| {
            if let SourceItemKind::Name(name) = &item.kind {
                mentioned.push(name.clone());
            }
        });
    }
    let skip = grammar
        .rules
        .iter()
        .position(|rule| SKIP_NAMES.contains(&rule.name.as_str()) && !mentioned.contains(&rule.name));
    let Some(skip) = skip.filter(|_| has_both && grammar.rules.iter().all(|rule| rule.name != "S")) else {
        return;
    };
    grammar.lexing = Lexing::Contextual;
    for rule in &mut grammar.rules {
        let is_explicit = rule.comment.iter().any(|line| line.contains("ws:") && line.contains("explicit"));
        if SKIP_NAMES.contains(&rule.name.as_str()) && !mentioned.contains(&rule.name) {
            rule.role = RuleRole::Skip;
        } else if is_capital(&rule.name) {
            rule.role = RuleRole::Token;
        } else if is_explicit {
            rule.role = RuleRole::Exact;
        }
    }
    let rule = &grammar.rules[skip];
    let guess = format!("names in capital letters are tokens, and `{}` may stand between them", rule.name);
    problems.push(Diagnostic::new(ImportProblem::Guessed { guess }, rule.place.span.clone()).in_file(rule.place.file));
}
