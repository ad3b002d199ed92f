//! Steps that replace a symbol, and how they are written. Each step can be blocked, and then the steps behind it are not done.

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FuzzCode {
    /// An expression that is a result.
    Call(String),
    /// Writes a text, given as a literal.
    Write(String),
    /// Pushes tasks.
    Then(Vec<String>),
    /// `match f.choose(…) { 0 => …, _ => … }`: chooses an option by a number; the last option takes all other numbers.
    Choice(String, Vec<Vec<FuzzCode>>),
    /// A statement that repeats calls, and their number.
    Loop(String, usize),
}

impl FuzzCode {
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
fn pattern(option: usize, options: &[Vec<FuzzCode>]) -> String {
    if option + 1 == options.len() { "_".to_owned() } else { option.to_string() }
}

/// Writes a choice as a statement.
fn branch(number: &str, options: &[Vec<FuzzCode>]) -> String {
    let blocks: Vec<String> = options.iter().map(|code| statements(code)).collect();
    match blocks.as_slice() {
        [first, second] if second.is_empty() => format!("if {number} == 0 {{ {first} }}\n"),
        [first, second] if first.is_empty() => format!("if {number} != 0 {{ {second} }}\n"),
        [first, second] => format!("if {number} == 0 {{ {first} }} else {{ {second} }}\n"),
        _ => {
            let arms = blocks.iter().zip(options).enumerate().map(|(i, (block, code))| {
                let pattern = pattern(i, options);
                match code.as_slice() {
                    [only] if only.call().is_some() && !matches!(only, FuzzCode::Choice(..)) => {
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
pub(super) fn statements(code: &[FuzzCode]) -> String {
    code.iter().map(FuzzCode::statement).collect()
}

/// Writes steps as the body of a function, which returns the result of the last one.
pub(super) fn body(code: &[FuzzCode]) -> String {
    match code.split_last().map(|(last, before)| (last.call(), before)) {
        Some((Some(last), before)) => statements(before) + &last,
        _ => statements(code) + "Ok(())",
    }
}

/// Writes steps as one expression.
pub(super) fn expression(code: &[FuzzCode]) -> String {
    match code {
        [] => "Ok(())".to_owned(),
        [only] => only.call().unwrap_or_else(|| format!("{{ {} }}", body(code))),
        _ => format!("{{ {} }}", body(code)),
    }
}

/// Writes steps as a closure over the fuzzer.
pub(super) fn closure(code: &[FuzzCode]) -> String {
    match code {
        [FuzzCode::Call(call)] if call.ends_with("(f)") && !call.contains('.') => {
            call.trim_end_matches("(f)").to_owned()
        }
        [] => "|_| Ok(())".to_owned(),
        _ => format!("|f| {}", expression(code)),
    }
}

/// About how many lines steps take, braces of blocks included.
pub(super) fn lines(code: &[FuzzCode]) -> usize {
    let of = |step: &FuzzCode| match step {
        FuzzCode::Choice(number, options) => {
            2 + 3 * (number.len() / CALL_LINE_BYTES)
                + options.iter().map(|code| lines(code) + 2 * usize::from(code.len() > 1)).sum::<usize>()
        }
        FuzzCode::Loop(_, calls) => 2 + calls,
        FuzzCode::Call(call) | FuzzCode::Write(call) => 1 + call.len() / CALL_LINE_BYTES,
        FuzzCode::Then(tasks) => 1 + tasks.iter().map(String::len).sum::<usize>() / CALL_LINE_BYTES,
    };
    code.iter().map(of).sum::<usize>() + 2 * usize::from(code.len() > 1)
}

/// Bytes of a call that fit a line.
const CALL_LINE_BYTES: usize = 90;

/// Counts the calls in steps, about as many as the lines they take.
pub(super) fn size(code: &[FuzzCode]) -> usize {
    let of = |step: &FuzzCode| match step {
        FuzzCode::Choice(_, options) => options.iter().map(|code| size(code).max(1)).sum(),
        FuzzCode::Loop(_, calls) => 1 + calls,
        FuzzCode::Call(_) | FuzzCode::Write(_) | FuzzCode::Then(_) => 1,
    };
    code.iter().map(of).sum()
}
