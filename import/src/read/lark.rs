//! Lark: rules in small letters, terminals in capital ones, templates, and terminals to import.
//!
//! For example, `?sum: product | sum "+" product -> add`, `NUMBER.2: /[0-9]+/` and `%import common.WS`.

mod items;
mod templates;

use super::expressions::{Expressions, repeat};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{Lexing, RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;
use templates::{Template, TemplateUse};

/// Terminals that grammars import as `common.X`, in words of our own.
const COMMON: &str = r##"
DIGIT: /[0-9]/
HEXDIGIT: /[0-9A-Fa-f]/
INT: /[0-9]+/
SIGNED_INT: /[+-]?[0-9]+/
DECIMAL: /[0-9]+\.[0-9]*|\.[0-9]+/
FLOAT: /[0-9]+[eE][+-]?[0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?/
SIGNED_FLOAT: /[+-]?([0-9]+[eE][+-]?[0-9]+|([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?)/
NUMBER: /([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][+-]?[0-9]+)?/
SIGNED_NUMBER: /[+-]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][+-]?[0-9]+)?/
ESCAPED_STRING: /"([^"\\\n]|\\[^\n])*"/
LCASE_LETTER: /[a-z]/
UCASE_LETTER: /[A-Z]/
LETTER: /[A-Za-z]/
WORD: /[A-Za-z]+/
CNAME: /[A-Za-z_][A-Za-z0-9_]*/
WS_INLINE: /[ \t]+/
WS: /[ \t\f\r\n]+/
CR: /\r/
LF: /\n/
NEWLINE: /(\r?\n)+/
SH_COMMENT: /#[^\n]*/
CPP_COMMENT: /\/\/[^\n]*/
C_COMMENT: /\/\*([^*]|\*+[^*\/])*\*+\//
SQL_COMMENT: /--[^\n]*/
"##;

/// Whether `:` stands behind a name.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.definition == ":" && !signs.has_ends
}

/// Reads a grammar. Terminals of `common` come from a table; those of other files are problems.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Lark::new(text, file);
    let result = reader.statements().and_then(|()| reader.expand_templates());
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let mut grammar = SourceGrammar {
        head: reader.cursor.take_head(),
        lexing: Lexing::Contextual,
        skips: std::mem::take(&mut reader.ignored),
        ..Default::default()
    };
    if reader.rules.iter().any(|(rule, _)| rule.name == "start") {
        grammar.starts.push("start".to_owned());
    }
    // Where terminals match the same text, the one of the higher priority counts.
    reader.rules.sort_by_key(|(_, priority)| std::cmp::Reverse(*priority));
    let (tokens, rules): (Vec<_>, Vec<_>) =
        reader.rules.into_iter().partition(|(rule, _)| rule.role == RuleRole::Token);
    let mut rules: Vec<SourceRule> = rules.into_iter().chain(tokens).map(|(rule, _)| rule).collect();
    mark_fragments(&mut rules, &grammar.skips);
    grammar.rules = rules;
    grammar
}

struct Lark<'t> {
    cursor: Cursor<'t>,
    /// Rules and terminals, with their priorities.
    rules: Vec<(SourceRule, i64)>,
    templates: Vec<Template>,
    /// The arguments of each use of a template; the name of a use is that of its template, and its index here.
    uses: Vec<TemplateUse>,
    ignored: Vec<String>,
    /// Groups around this place: there, a new line does not end a rule.
    open_groups: usize,
    is_in_terminal: bool,
}

impl<'t> Expressions<'t> for Lark<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    /// A rule ends with its line, unless the next line begins with `|`.
    fn blanks(&mut self) -> Reading<()> {
        let before = self.cursor.at();
        self.cursor.take_while(|c| c == ' ' || c == '\t' || c == '\\');
        if !(self.cursor.sees("\n") || self.cursor.sees("\r") || self.sees_comment()) {
            return Ok(());
        }
        let end = self.cursor.at();
        let mut ahead = Lark::new(self.cursor.rest(), 0);
        ahead.lines();
        if self.open_groups > 0 || ahead.cursor.sees("|") {
            self.lines();
        } else {
            self.cursor.go(if end == before { before } else { end });
        }
        Ok(())
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.primary()? else {
            return Ok(None);
        };
        for wraps in 1.. {
            let (min, max) = match self.cursor.peek() {
                Some('?') => (0, Some(1)),
                Some('*') => (0, None),
                Some('+') => (1, None),
                _ => break,
            };
            self.cursor.bound_wraps(wraps)?;
            self.cursor.next();
            item = self.cursor.item(repeat(item, min, max), from);
        }
        let end = self.cursor.at();
        self.cursor.take_while(|c| c == ' ');
        if !self.cursor.eat("~") {
            self.cursor.go(end);
            return Ok(Some(item));
        }
        self.cursor.take_while(|c| c == ' ');
        let min = self.cursor.number()?;
        let max = if self.cursor.eat("..") { self.cursor.number()? } else { min };
        match (min, max) {
            (Some(min), Some(max)) => Ok(Some(self.cursor.item(repeat(item, min, Some(max)), from))),
            _ => Err(self.cursor.expected("a number")),
        }
    }

    /// `-> name` behind an alternative.
    fn finish(&mut self, alternative: &mut SourceAlternative) -> Reading<()> {
        if self.cursor.eat("->") {
            self.cursor.take_while(|c| c == ' ');
            alternative.label = self.cursor.name("").map(str::to_owned);
            if alternative.label.is_none() {
                return Err(self.cursor.expected("a name behind `->`"));
            }
        }
        Ok(())
    }
}

impl<'t> Lark<'t> {
    fn new(text: &'t str, file: usize) -> Self {
        Self {
            cursor: Cursor::new(text, file),
            rules: Vec::new(),
            templates: Vec::new(),
            uses: Vec::new(),
            ignored: Vec::new(),
            open_groups: 0,
            is_in_terminal: false,
        }
    }

    fn sees_comment(&self) -> bool {
        self.cursor.sees("//") || self.cursor.sees("#")
    }

    /// Skips blanks, comments and ends of lines.
    fn lines(&mut self) {
        self.cursor.spaces();
        while self.cursor.line_comment("//") || self.cursor.line_comment("#") {
            self.cursor.spaces();
        }
    }

    fn statements(&mut self) -> Reading<()> {
        self.lines();
        while !self.cursor.is_done() {
            if self.cursor.eat("%") {
                self.directive()?;
            } else {
                self.rule()?;
            }
            let end = self.cursor.at();
            self.cursor.take_while(|c| c == ' ' || c == '\t');
            if !(self.cursor.is_done() || self.cursor.sees("\n") || self.cursor.sees("\r") || self.sees_comment()) {
                self.cursor.go(end);
                return Err(self.cursor.expected("the end of the line"));
            }
            self.lines();
        }
        Ok(())
    }

    /// `?name{x}.2: …`
    fn rule(&mut self) -> Reading<()> {
        self.cursor.begin_rule();
        let marks = self.cursor.take_while(|c| c == '?' || c == '!');
        let from = self.cursor.at();
        let Some(name) = self.cursor.name("") else {
            return Err(self.cursor.expected("a rule, such as `name: \"text\"`"));
        };
        self.is_in_terminal = is_terminal(name);
        let parameters = self.parameters()?;
        let priority = self.priority()?;
        self.blanks()?;
        self.cursor.expect(":")?;
        let alternatives = self.choice()?;
        if priority != 0 && !self.is_in_terminal {
            self.cursor.left_out("the priority of a rule", from);
        }
        let role = if self.is_in_terminal { RuleRole::Token } else { RuleRole::Syntax };
        let mut rule = self.cursor.end_rule(name, from, role, alternatives);
        rule.is_hidden = name.starts_with('_') || marks.contains('?');
        if parameters.is_empty() {
            let priority = if self.is_in_terminal { priority } else { 0 };
            self.rules.push((rule, priority));
        } else {
            self.templates.push(Template { rule, parameters });
        }
        Ok(())
    }

    fn parameters(&mut self) -> Reading<Vec<String>> {
        let mut parameters = Vec::new();
        if self.cursor.eat("{") {
            loop {
                self.cursor.take_while(|c| c == ' ');
                match self.cursor.name("") {
                    Some(name) => parameters.push(name.to_owned()),
                    None => return Err(self.cursor.expected("the name of a parameter")),
                }
                self.cursor.take_while(|c| c == ' ');
                if !self.cursor.eat(",") {
                    break;
                }
            }
            self.cursor.expect("}")?;
        }
        Ok(parameters)
    }

    fn priority(&mut self) -> Reading<i64> {
        if !self.cursor.eat(".") {
            return Ok(0);
        }
        let sign = if self.cursor.eat("-") { -1 } else { 1 };
        match self.cursor.number()? {
            Some(number) => Ok(sign * i64::from(number)),
            None => Err(self.cursor.expected("a number as priority")),
        }
    }

    fn directive(&mut self) -> Reading<()> {
        let from = self.cursor.at() - 1;
        let name = self.cursor.name("").unwrap_or("");
        self.cursor.take_while(|c| c == ' ' || c == '\t');
        match name {
            "ignore" => self.ignore(),
            "import" => self.import(from),
            "declare" => {
                let names = self.cursor.take_while(|c| c != '\n' && c != '\r').to_owned();
                for name in names.split_whitespace() {
                    self.cursor.note(ImportProblem::External { name: name.to_owned() }, from);
                    let rule = super::expressions::unmatched_rule(name, self.cursor.place(from));
                    self.rules.push((rule, 0));
                }
                Ok(())
            }
            "override" | "extend" => {
                self.cursor.left_out(format!("the order to `%{name}` a rule"), from);
                self.rule()
            }
            _ => Err(self.cursor.expected("`import`, `ignore`, `declare`, `override` or `extend`")),
        }
    }

    fn ignore(&mut self) -> Reading<()> {
        self.cursor.begin_rule();
        let from = self.cursor.at();
        self.is_in_terminal = true;
        let mut alternatives = self.choice()?;
        if let [SourceAlternative { items, .. }] = alternatives.as_slice()
            && let [SourceItem { kind: SourceItemKind::Name(name), .. }] = items.as_slice()
        {
            self.ignored.push(name.clone());
            return Ok(());
        }
        let name = format!("_IGNORED_{}", self.rules.len());
        let mut rule = self.cursor.end_rule(&name, from, RuleRole::Skip, std::mem::take(&mut alternatives));
        rule.place = self.cursor.place(from);
        rule.is_hidden = true;
        self.rules.push((rule, 0));
        Ok(())
    }

    /// `common.WS`, `common.WS -> BLANK`, `common (WS, INT)` or `.file.name`.
    fn import(&mut self, from: usize) -> Reading<()> {
        let path = self.cursor.take_while(|c| c.is_alphanumeric() || c == '_' || c == '.').to_owned();
        self.cursor.take_while(|c| c == ' ');
        let (module, names) = if self.cursor.eat("(") {
            let list = self.cursor.take_until(")")?;
            (path.as_str(), list.split(',').map(|name| (name.trim().to_owned(), name.trim().to_owned())).collect())
        } else {
            let (module, name) = path.rsplit_once('.').unwrap_or(("", path.as_str()));
            let has_alias = self.cursor.eat("->");
            self.cursor.take_while(|c| has_alias && c == ' ');
            let alias = if has_alias { self.cursor.name("").unwrap_or(name) } else { name };
            (module, vec![(name.to_owned(), alias.to_owned())])
        };
        let mut common = Lark::new(if module == "common" { COMMON } else { "" }, 0);
        common.statements()?;
        for (name, alias) in names {
            let place = self.cursor.place(from);
            match common.rules.iter().find(|(rule, _)| rule.name == name) {
                Some((rule, _)) => self.rules.push((SourceRule { name: alias, place, ..rule.clone() }, 0)),
                None => self.cursor.left_out(format!("`{name}` of `{module}`, another file,"), from),
            }
        }
        Ok(())
    }

    fn expand_templates(&mut self) -> Reading<()> {
        let rules: Vec<SourceRule> = self.rules.iter().map(|(rule, _)| rule.clone()).collect();
        let (rules, is_whole) = templates::expand(rules, &self.templates, &self.uses);
        let known: Vec<i64> = self.rules.iter().map(|(_, priority)| *priority).collect();
        self.rules =
            rules.into_iter().enumerate().map(|(at, rule)| (rule, known.get(at).copied().unwrap_or(0))).collect();
        if is_whole { Ok(()) } else { Err(self.cursor.expected("templates that do not use themselves without end")) }
    }
}

/// Whether a name is one of a terminal: its letters are capital.
fn is_terminal(name: &str) -> bool {
    name.contains(|c: char| c.is_uppercase()) && !name.contains(|c: char| c.is_lowercase())
}

/// Terminals that only other terminals use are parts of those.
fn mark_fragments(rules: &mut [SourceRule], ignored: &[String]) {
    let mut of_rules = Vec::new();
    let mut of_tokens = Vec::new();
    for rule in rules.iter_mut() {
        let list = if rule.role == RuleRole::Token { &mut of_tokens } else { &mut of_rules };
        visit_items(&mut rule.alternatives, &mut |item| {
            if let SourceItemKind::Name(name) = &item.kind {
                list.push(name.clone());
            }
        });
    }
    for rule in rules.iter_mut().filter(|rule| rule.role == RuleRole::Token) {
        if ignored.contains(&rule.name) {
            if !of_rules.contains(&rule.name) {
                rule.role = RuleRole::Skip;
            }
        } else if of_tokens.contains(&rule.name) && !of_rules.contains(&rule.name) {
            rule.role = RuleRole::Fragment;
        }
    }
}
