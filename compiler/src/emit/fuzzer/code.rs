//! Steps that replace a symbol, and how they are written. Each step can be blocked, and then the steps behind it are not done.

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Code {
    /// An expression that is a result.
    Call(String),
    /// Writes a text, given as a literal.
    Write(String),
    /// Pushes tasks.
    Then(Vec<String>),
    /// `match f.choose(…) { 0 => …, _ => … }`: chooses an option by a number; the last option takes all other numbers.
    Choice(String, Vec<Vec<Code>>),
    /// A statement that repeats calls, and their number.
    Loop(String, usize),
    /// The options of a choice from this number on: a function does one of them.
    Rest(String, usize),
}

impl Code {
    /// The expression; none for a statement.
    fn call(&self) -> Option<String> {
        match self {
            Self::Call(call) => Some(call.clone()),
            Self::Write(text) => Some(format!("f.write({text})")),
            Self::Then(tasks) => Some(format!("f.then(&[{}])", tasks.join(", "))),
            Self::Choice(number, options) => {
                let arms = options
                    .iter()
                    .enumerate()
                    .map(|(i, code)| format!("{} => {},\n", pattern(i, options), expression(code)));
                Some(format!("match {number} {{ {} }}", arms.collect::<String>()))
            }
            Self::Rest(function, first) => Some(format!("{function}(f, number - {first})")),
            Self::Loop(..) => None,
        }
    }

    /// The statement that goes on unless it is blocked.
    fn statement(&self) -> String {
        match (self, self.call()) {
            (Self::Loop(statement, _), _) => statement.clone(),
            (Self::Choice(number, options), _) => branch(number, options),
            (_, Some(call)) => format!("{call}?;\n"),
            (_, None) => String::new(),
        }
    }
}

/// The pattern of an option: the last takes all numbers that are left.
fn pattern(option: usize, options: &[Vec<Code>]) -> String {
    match options[option].as_slice() {
        [Code::Rest(..)] => "number".to_owned(),
        _ if option + 1 == options.len() => "_".to_owned(),
        _ => option.to_string(),
    }
}

/// Splits off the options that do not fit a page of `lines_of_page` lines, if there are any.
pub(super) fn page(options: &mut Vec<Vec<Code>>, lines_of_page: usize) -> Vec<Vec<Code>> {
    let mut used = 0;
    let fits = |option: &&Vec<Code>| {
        used += lines(option) + 2 * usize::from(option.len() > 1);
        used <= lines_of_page
    };
    let first = options.iter().take_while(fits).count().max(2);
    if first + 1 < options.len() { options.split_off(first) } else { Vec::new() }
}

/// Writes a choice as a statement.
fn branch(number: &str, options: &[Vec<Code>]) -> String {
    let blocks: Vec<String> = options.iter().map(|code| statements(code)).collect();
    match blocks.as_slice() {
        [first, second] if second.is_empty() => format!("if {number} == 0 {{ {first} }}\n"),
        [first, second] if first.is_empty() => format!("if {number} != 0 {{ {second} }}\n"),
        [first, second] => format!("if {number} == 0 {{ {first} }} else {{ {second} }}\n"),
        _ => {
            let arms = blocks.iter().zip(options).enumerate().map(|(i, (block, code))| {
                let pattern = pattern(i, options);
                match code.as_slice() {
                    [only] if only.call().is_some() && !matches!(only, Code::Choice(..)) => {
                        format!("{pattern} => {},\n", block.trim_end().trim_end_matches(';'))
                    }
                    _ => format!("{pattern} => {{ {block} }}\n"),
                }
            });
            format!("match {number} {{ {} }}\n", arms.collect::<String>())
        }
    }
}

/// Writes steps as statements.
pub(super) fn statements(code: &[Code]) -> String {
    code.iter().map(Code::statement).collect()
}

/// Writes steps as the body of a function, which returns the result of the last one.
pub(super) fn body(code: &[Code]) -> String {
    match code.split_last().map(|(last, before)| (last.call(), before)) {
        Some((Some(last), before)) => statements(before) + &last,
        _ => statements(code) + "Ok(())",
    }
}

/// Writes steps as one expression.
pub(super) fn expression(code: &[Code]) -> String {
    match code {
        [] => "Ok(())".to_owned(),
        [only] => only.call().unwrap_or_else(|| format!("{{ {} }}", body(code))),
        _ => format!("{{ {} }}", body(code)),
    }
}

/// Writes steps as a closure over the fuzzer.
pub(super) fn closure(code: &[Code]) -> String {
    match code {
        [Code::Call(call)] if call.ends_with("(f)") && !call.contains('.') => call.trim_end_matches("(f)").to_owned(),
        [] => "|_| Ok(())".to_owned(),
        _ => format!("|f| {}", expression(code)),
    }
}

/// About how many lines steps take, braces of blocks included.
pub(super) fn lines(code: &[Code]) -> usize {
    let of = |step: &Code| match step {
        Code::Choice(number, options) => {
            2 + 3 * (number.len() / WIDE)
                + options.iter().map(|code| lines(code) + 2 * usize::from(code.len() > 1)).sum::<usize>()
        }
        Code::Loop(_, calls) => 2 + calls,
        Code::Rest(..) => 1,
        Code::Call(call) | Code::Write(call) => 1 + call.len() / WIDE,
        Code::Then(tasks) => 1 + tasks.iter().map(String::len).sum::<usize>() / WIDE,
    };
    code.iter().map(of).sum::<usize>() + 2 * usize::from(code.len() > 1)
}

/// Bytes of a call that fit a line.
const WIDE: usize = 90;

/// Counts the calls in steps, about as many as the lines they take.
pub(super) fn size(code: &[Code]) -> usize {
    let of = |step: &Code| match step {
        Code::Choice(_, options) => options.iter().map(|code| size(code).max(1)).sum(),
        Code::Loop(_, calls) => 1 + calls,
        Code::Call(_) | Code::Write(_) | Code::Then(_) | Code::Rest(..) => 1,
    };
    code.iter().map(of).sum()
}
