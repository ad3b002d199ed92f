//! From the syntax tree of a rule to its railroad, drawn as the file has it: nothing is desugared.

use grammarc_dsl::ast::{Alternative, Hook, Item, Look, Primary, PrimaryKind, Repetition, RepetitionKind, Rule, Span};
use railroad::{
    Choice, Comment, Empty, LabeledBox, Link, MultiChoice, Node, NonTerminal, Optional, Repeat, Sequence, SimpleEnd,
    SimpleStart, Stack, Terminal,
};

use super::{shortened, visible};
use crate::resolve::Program;

/// A part of a diagram.
pub(super) type Rail = Box<dyn Node>;

/// Widest line of a sequence, in pixels, so that a diagram fits a screen. A longer sequence continues in the next line.
const MAX_LINE_PIXELS: i64 = 900;
/// Least room for a line, in pixels. Otherwise, deep nesting would leave one item to each line.
const MIN_LINE_PIXELS: i64 = 240;
/// Width that a choice, a repetition or a box adds, both sides together, in pixels.
const FRAME_PIXELS: i64 = 60;
/// Most columns of one text. A longer text is shortened, because it would widen the whole diagram.
const MAX_TEXT_COLUMNS: usize = 72;
/// Most lines of a choice between texts. More texts stand in several columns, so that the choice fits a screen.
const MAX_CHOICE_LINES: usize = 12;

/// The file that a rule stands in.
pub(super) struct RuleSource<'a> {
    /// All rules.
    pub(super) program: &'a Program<'a>,
    /// Which file.
    pub(super) file: usize,
    /// Its text.
    pub(super) text: &'a str,
}

impl RuleSource<'_> {
    /// Draws a rule between a start and an end.
    pub(super) fn rule(&self, rule: &Rule) -> Rail {
        let body = self.choice(&rule.alternatives, MAX_LINE_PIXELS);
        Box::new(Sequence::<Rail>::new(vec![Box::new(SimpleStart), body, Box::new(SimpleEnd)]))
    }

    fn choice(&self, alternatives: &[Alternative], room: i64) -> Rail {
        if let [only] = alternatives {
            return self.sequence(only, room);
        }
        let room = narrower(room);
        let drawn: Vec<Rail> = alternatives.iter().map(|alternative| self.sequence(alternative, room)).collect();
        if drawn.len() <= MAX_CHOICE_LINES || !alternatives.iter().all(is_text) {
            return Box::new(Choice::new(drawn));
        }
        columns(drawn, room)
    }

    /// Draws items one after another, in several lines if need be. For example, three wide items in a room for two of them:
    ///
    /// ```text
    /// ──[ first ]──[ second ]──╮
    /// ╭────────────────────────╯
    /// ╰─[ third ]──
    /// ```
    fn sequence(&self, alternative: &Alternative, room: i64) -> Rail {
        let items = alternative.items.iter().map(|item| self.item(item, room));
        let notes = (!alternative.annotations.is_empty())
            .then(|| -> Rail { Box::new(comment(&self.hooks(&alternative.annotations))) });
        let mut lines: Vec<Vec<Rail>> = vec![Vec::new()];
        let mut used = 0;
        for drawn in items.chain(notes) {
            let width = drawn.width() + 10;
            if used > 0 && used + width > room {
                lines.push(Vec::new());
                used = 0;
            }
            used += width;
            if let Some(line) = lines.last_mut() {
                line.push(drawn);
            }
        }
        let mut lines: Vec<Rail> = lines.into_iter().map(line).collect();
        if lines.len() == 1 { lines.remove(0) } else { Box::new(Stack::new(lines)) }
    }

    /// Draws an item, in a box if there is more to say of it.
    fn item(&self, item: &Item, room: i64) -> Rail {
        let mut notes = Vec::new();
        notes.extend(item.label.as_ref().map(|label| format!("{}:", label.text)));
        notes.extend(item.look.map(|look| match look {
            Look::Ahead => "followed by".to_owned(),
            Look::NotAhead => "not followed by".to_owned(),
        }));
        notes.extend(item.except.as_ref().map(|except| format!("but not {}", self.written(&except.span))));
        notes.extend(item.derive.as_ref().map(|value| format!(":= {}", self.written(&value.span))));
        if !item.hooks.is_empty() {
            notes.push(self.hooks(&item.hooks));
        }
        if notes.is_empty() {
            return self.repeated(item, room);
        }
        let inner = self.repeated(item, narrower(room));
        let note = comment(&notes.join(" "));
        let excluded = item.except.as_ref().and_then(|except| match &except.kind {
            PrimaryKind::Rule(name) => self.target(&name.text),
            _ => None,
        });
        match excluded {
            Some(target) => Box::new(LabeledBox::new(inner, Link::new(note, target))),
            None => Box::new(LabeledBox::new(inner, note)),
        }
    }

    fn repeated(&self, item: &Item, room: i64) -> Rail {
        let Some(repetition) = &item.repetition else { return self.primary(&item.primary, room) };
        let body = self.primary(&item.primary, narrower(room));
        let optional = |drawn: Rail| -> Rail { Box::new(Optional::new(drawn)) };
        let count = |body| -> Rail { Box::new(Repeat::new(body, comment(self.count(repetition)))) };
        match &repetition.kind {
            RepetitionKind::Optional => optional(body),
            RepetitionKind::ZeroOrMore => optional(Box::new(Repeat::new(body, Empty))),
            RepetitionKind::OneOrMore => Box::new(Repeat::new(body, Empty)),
            RepetitionKind::Separated(by) => optional(Box::new(Repeat::new(body, self.primary(by, narrower(room))))),
            RepetitionKind::SeparatedSome(by) => Box::new(Repeat::new(body, self.primary(by, narrower(room)))),
            RepetitionKind::Exactly(_) | RepetitionKind::Between(..) | RepetitionKind::AtLeast(_) => count(body),
        }
    }

    /// Returns `{2,5}` as written.
    fn count(&self, repetition: &Repetition) -> &str {
        self.text.get(repetition.span.clone()).unwrap_or("").trim()
    }

    fn primary(&self, primary: &Primary, room: i64) -> Rail {
        match &primary.kind {
            PrimaryKind::Literal(literal) if literal.units.is_empty() => Box::new(Empty),
            PrimaryKind::Group(alternatives) => self.choice(alternatives, room),
            PrimaryKind::Layout(layout, alternatives) if alternatives.is_empty() => {
                Box::new(Terminal::new(layout.word().to_owned()))
            }
            PrimaryKind::Layout(layout, alternatives) => {
                let inner = self.choice(alternatives, narrower(room));
                Box::new(LabeledBox::new(inner, comment(layout.word())))
            }
            PrimaryKind::Rule(name) => {
                let drawn = NonTerminal::new(name.text.clone());
                match self.target(&name.text) {
                    Some(target) => Box::new(Link::new(drawn, target)),
                    None => Box::new(drawn),
                }
            }
            PrimaryKind::Literal(_)
            | PrimaryKind::Class(_)
            | PrimaryKind::Any
            | PrimaryKind::AnyToken
            | PrimaryKind::Text { .. } => Box::new(Terminal::new(self.written(&primary.span))),
        }
    }

    /// Returns where a click on a name leads.
    fn target(&self, name: &str) -> Option<String> {
        let rule = self.program.lookup(self.file, name)?;
        Some(format!("#{}", self.program.rules[rule].name))
    }

    fn hooks(&self, hooks: &[Hook]) -> String {
        hooks.iter().map(|hook| self.written(&hook.span)).collect::<Vec<_>>().join(" ")
    }

    /// Returns a part of the file as it is written, on one line and not too long.
    fn written(&self, span: &Span) -> String {
        shortened(&visible(self.text.get(span.clone()).unwrap_or("").trim()), MAX_TEXT_COLUMNS)
    }
}

fn comment(text: &str) -> Comment {
    Comment::new(text.to_owned())
}

fn line(mut items: Vec<Rail>) -> Rail {
    if items.len() == 1 { items.remove(0) } else { Box::new(Sequence::new(items)) }
}

fn narrower(room: i64) -> i64 {
    (room - FRAME_PIXELS).max(MIN_LINE_PIXELS)
}

/// Whether an alternative is one text, name or class, so that several can stand side by side.
fn is_text(alternative: &Alternative) -> bool {
    let [only] = &alternative.items[..] else { return false };
    let is_plain = only.label.is_none() && only.look.is_none() && only.repetition.is_none() && only.except.is_none();
    let is_group = matches!(only.primary.kind, PrimaryKind::Group(_) | PrimaryKind::Layout(..));
    is_plain && !is_group && only.derive.is_none() && only.hooks.is_empty() && alternative.annotations.is_empty()
}

/// Stands a long choice in columns, as many as there is room for. For example, 30 keywords stand in three columns of ten.
fn columns(drawn: Vec<Rail>, room: i64) -> Rail {
    let widest = drawn.iter().map(|it| it.width()).max().unwrap_or(0) + FRAME_PIXELS;
    let most = (room / widest).max(1) as usize;
    let lines = drawn.len().div_ceil(drawn.len().div_ceil(MAX_CHOICE_LINES).min(most));
    let mut columns: Vec<Vec<Rail>> = Vec::new();
    for rail in drawn {
        match columns.last_mut().filter(|column| column.len() < lines) {
            Some(column) => column.push(rail),
            None => columns.push(vec![rail]),
        }
    }
    if columns.len() == 1 { Box::new(Choice::new(columns.remove(0))) } else { Box::new(MultiChoice::new(columns)) }
}
