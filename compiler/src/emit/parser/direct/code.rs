//! Code with its ways out: whether control comes to its end, and the values that it returns.

/// Leaves a loop.
pub(super) const BREAK: &str = "break;";

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Code {
    /// A whole statement.
    Line(String),
    /// Begins a node. A variable of this name holds its place if later code uses it.
    Open(String),
    /// A variable of this name holds the place of the next node if later code uses it.
    Place(String),
    /// Returns an expression.
    Return(String),
    /// A `match`: its subject, then pattern and body of each arm.
    Match(String, Vec<(String, Vec<Self>)>),
    /// As long as a test holds.
    While(String, Vec<Self>),
    /// A `match` again and again until an arm leaves it.
    Loop(String, Vec<(String, Vec<Self>)>),
    /// If a test holds.
    If(String, Vec<Self>),
}

/// Statements in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) code: Vec<Code>,
    /// Whether control comes to the end.
    pub(super) goes_on: bool,
}

impl Flow {
    pub(super) fn new() -> Self {
        Self { code: Vec::new(), goes_on: true }
    }

    pub(super) fn push(&mut self, code: Code) {
        self.code.push(code);
    }

    pub(super) fn line(&mut self, line: String) {
        self.push(Code::Line(line));
    }

    /// Returns an expression.
    pub(super) fn end(&mut self, value: String) {
        self.push(Code::Return(value));
        self.goes_on = false;
    }

    pub(super) fn append(&mut self, other: Self) {
        self.code.extend(other.code);
        self.goes_on = other.goes_on;
    }

    /// Whether something but a failure is returned.
    pub(super) fn leaves(&self) -> bool {
        leaves(&self.code)
    }
}

fn leaves(code: &[Code]) -> bool {
    code.iter().any(|code| match code {
        Code::Line(_) | Code::Open(_) | Code::Place(_) => false,
        Code::Return(value) => value != "None",
        Code::Match(_, arms) | Code::Loop(_, arms) => arms.iter().any(|(_, arm)| leaves(arm)),
        Code::While(_, body) | Code::If(_, body) => leaves(body),
    })
}

/// Whether code uses a variable that was set before it.
pub(super) fn uses(code: &[Code], name: &str) -> bool {
    for part in code {
        let found = match part {
            Code::Open(other) | Code::Place(other) if other == name => return false,
            Code::Open(_) | Code::Place(_) => false,
            Code::Line(text) | Code::Return(text) => has_word(text, name),
            Code::Match(_, arms) | Code::Loop(_, arms) => arms.iter().any(|(_, arm)| uses(arm, name)),
            Code::While(test, body) | Code::If(test, body) => has_word(test, name) || uses(body, name),
        };
        if found {
            return true;
        }
    }
    false
}

/// Whether a word stands in code, outside of string literals and paths.
fn has_word(code: &str, word: &str) -> bool {
    let plain = code.replace("\\\\", "").replace("\\\"", "").replace("kind::", "").replace("form::", "");
    let outside = plain.split('"').step_by(2);
    outside
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && !['_', '#'].contains(&c)))
        .any(|part| part == word)
}

/// Writes the body of a function.
pub(super) fn render(code: &[Code]) -> String {
    rendered(code, true)
}

/// Writes statements; at the end of a function an expression alone is returned.
fn rendered(code: &[Code], is_end: bool) -> String {
    let mut out = String::new();
    for (number, part) in code.iter().enumerate() {
        let is_end = is_end && number + 1 == code.len();
        out += &match part {
            Code::Line(line) => line.clone(),
            Code::Open(name) if uses(&code[number + 1..], name) => format!("let {name} = p.open();"),
            Code::Open(_) => "p.open();".to_owned(),
            Code::Place(name) if uses(&code[number + 1..], name) => format!("let {name} = p.place();"),
            Code::Place(_) => String::new(),
            Code::Return(value) if is_end => value.clone(),
            Code::Return(value) => format!("return {value};"),
            Code::Match(on, arms) => matched(on, arms, is_end),
            Code::Loop(on, arms) => format!("loop {{ {} }}", matched(on, arms, false)),
            Code::While(test, body) => format!("while {test} {{ {} }}", rendered(body, false)),
            Code::If(test, body) => match body.as_slice() {
                [Code::If(inner, body)] => format!("if {test} && {inner} {{ {} }}", rendered(body, false)),
                body => format!("if {test} {{ {} }}", rendered(body, false)),
            },
        };
        out.push('\n');
    }
    out
}

fn matched(on: &str, arms: &[(String, Vec<Code>)], is_end: bool) -> String {
    let arm = |(pattern, body): &(String, Vec<Code>)| match body.as_slice() {
        [Code::Return(value)] if is_end => format!("{pattern} => {value},\n"),
        [Code::Return(value)] => format!("{pattern} => return {value},\n"),
        [Code::Line(line)] if line == BREAK => format!("{pattern} => break,\n"),
        body => format!("{pattern} => {{ {} }}\n", rendered(body, is_end)),
    };
    format!("match {on} {{ {} }}", arms.iter().map(arm).collect::<String>())
}
