//! Items of ANTLR: names, texts, sets, groups, complements, and the marks around them.

use super::super::expressions::{Expressions, group_of, nothing};
use super::super::scan::{Cursor, Reading};
use super::file::FileReader;
use crate::source::{OperatorLevel, OperatorSide, SourceAlternative, SourceItem, SourceItemKind};

impl<'t> Expressions<'t> for FileReader<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        self.cursor.spaces();
        while self.cursor.line_comment("//") || self.cursor.block_comment("/*", "*/")? {
            self.cursor.spaces();
        }
        Ok(())
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let label = self.label()?;
        let Some(atom) = self.atom()? else {
            return if label.is_some() { Err(self.cursor.expected("something to label")) } else { Ok(None) };
        };
        let mut item = self.suffixed(atom, from)?;
        item.label = label;
        Ok(Some(item))
    }

    /// `# Label`, or `-> skip, pushMode(M)`.
    fn finish(&mut self, alternative: &mut SourceAlternative) -> Reading<()> {
        let mut commands = Vec::new();
        if self.cursor.eat("#") {
            alternative.label = Some(self.name_here("a label")?.name);
        } else if self.cursor.eat("->") {
            commands = self.lexer_commands()?;
        }
        if std::mem::take(&mut self.is_right) {
            // The number is found when the whole rule has been read.
            alternative.level = Some(OperatorLevel { number: 0, side: OperatorSide::Right });
        }
        splice_groups(alternative);
        self.keep_commands(commands, alternative);
        Ok(())
    }
}

impl FileReader<'_> {
    /// `name=` or `name+=`
    fn label(&mut self) -> Reading<Option<String>> {
        let from = self.cursor.at();
        let Some(name) = self.cursor.name("") else {
            return Ok(None);
        };
        self.blanks()?;
        if self.cursor.eat("+=") || self.cursor.eat("=") {
            self.blanks()?;
            return Ok(Some(name.to_owned()));
        }
        self.cursor.go(from);
        Ok(None)
    }

    /// Reads `?`, `*` and `+`, each perhaps with a `?` behind it: then it stops as early as it can.
    fn suffixed(&mut self, mut item: SourceItem, from: usize) -> Reading<SourceItem> {
        for wraps in 1.. {
            let end = self.cursor.at();
            self.blanks()?;
            let (min, max) = match self.cursor.peek() {
                Some('?') => (0, Some(1)),
                Some('*') => (0, None),
                Some('+') if !self.cursor.sees("+=") => (1, None),
                _ => {
                    self.cursor.go(end);
                    break;
                }
            };
            self.cursor.bound_wraps(wraps)?;
            self.cursor.next();
            let is_lazy = self.cursor.eat("?");
            let kind = SourceItemKind::Repeat { body: Box::new(item), min, max, is_lazy };
            item = self.cursor.item(kind, from);
        }
        Ok(item)
    }

    fn atom(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => self.parenthesis()?,
            Some('~') => {
                self.cursor.next();
                self.blanks()?;
                let at = self.cursor.at();
                self.cursor.enter()?;
                let inner = self.atom()?;
                self.cursor.leave();
                match inner {
                    Some(inner) => self.complement(inner, at)?,
                    None => return Err(self.cursor.expected("a set")),
                }
            }
            Some('\'' | '"') => self.text_or_range()?,
            Some('[') if self.is_in_lexer => self.set()?,
            Some('{') => self.action(from)?,
            Some('.') => {
                self.cursor.next();
                SourceItemKind::Any
            }
            Some('<') => {
                self.element_options()?;
                nothing()
            }
            _ => match self.cursor.name("") {
                Some("EOF") => SourceItemKind::End,
                Some(name) => SourceItemKind::Name(name.to_owned()),
                None => return Ok(None),
            },
        };
        let item = self.cursor.item(kind, from);
        self.behind_atom()?;
        Ok(Some(item))
    }

    /// Arguments `[0]` and options `<assoc=right>` behind an item.
    fn behind_atom(&mut self) -> Reading<()> {
        loop {
            let end = self.cursor.at();
            self.blanks()?;
            let from = self.cursor.at();
            if self.cursor.sees("[") && !self.is_in_lexer {
                self.arguments()?;
                self.cursor.left_out("the list of arguments", from);
            } else if self.cursor.sees("<") {
                self.element_options()?;
            } else {
                self.cursor.go(end);
                return Ok(());
            }
        }
    }

    /// `<assoc=right>`; others, such as `<fail='…'>`, are for programs.
    fn element_options(&mut self) -> Reading<()> {
        let from = self.cursor.at();
        let options = self.cursor.take_until(">")?;
        let options: String = options.chars().filter(|c| !c.is_whitespace()).collect();
        match options.as_str() {
            "<assoc=right" => self.is_right = true,
            "<assoc=left" => {}
            _ => self.cursor.left_out("the option", from),
        }
        Ok(())
    }

    fn parenthesis(&mut self) -> Reading<SourceItemKind> {
        self.cursor.next();
        self.blanks()?;
        let code_from = self.cursor.at();
        if self.opens("options") {
            self.options(false)?;
        }
        self.blanks()?;
        while self.cursor.eat("@") {
            self.name_here("the name of the code")?;
            self.blanks()?;
            self.braces()?;
            self.cursor.left_out("the code of the group", code_from);
            self.blanks()?;
        }
        // `( options {…} : a | b )`
        self.cursor.eat(":");
        let is_right = std::mem::take(&mut self.is_right);
        self.open_groups += 1;
        let alternatives = self.choice()?;
        self.open_groups -= 1;
        self.is_right = is_right;
        self.cursor.expect(")")?;
        Ok(group_of(without_levels(alternatives)))
    }

    /// `{ … }`, or `{ … }?`, which decides whether the alternative matches.
    fn action(&mut self, from: usize) -> Reading<SourceItemKind> {
        self.braces()?;
        let is_predicate = self.cursor.eat("?");
        self.cursor.left_out(if is_predicate { "the predicate" } else { "the action" }, from);
        Ok(nothing())
    }
}

/// Removes parentheses that mean nothing: `a (b c)` is `a b c`.
fn splice_groups(alternative: &mut SourceAlternative) {
    for item in std::mem::take(&mut alternative.items) {
        match item {
            SourceItem { kind: SourceItemKind::Group(mut inner), label: None, .. }
                if inner.len() == 1 && inner.iter().all(|it| it.label.is_none()) =>
            {
                alternative.items.extend(inner.pop().into_iter().flat_map(|it| it.items));
            }
            item => alternative.items.push(item),
        }
    }
}

/// Groups have no precedence.
fn without_levels(mut alternatives: Vec<SourceAlternative>) -> Vec<SourceAlternative> {
    alternatives.iter_mut().for_each(|alternative| alternative.level = None);
    alternatives
}
