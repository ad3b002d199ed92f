//! Programs in the small imperative language, and `perl`, which runs them. It refuses a variable that is not declared.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use super::Dice;

/// Returns whether there is a perl.
pub(super) fn is_there() -> bool {
    Command::new("perl").arg("-v").stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Writes a Perl program of declarations, assignments, blocks and functions of single digits, which prints its results. For example,
/// `my $value3 = 4 + 1 * 7;` is a line of one.
pub(super) fn program(dice: &mut Dice) -> Vec<u8> {
    let mut lines = vec!["use strict;".to_owned()];
    let mut known: Vec<String> = Vec::new();
    let mut functions: Vec<String> = Vec::new();
    for number in 0..10 + dice.roll(6) {
        let value = sum(dice, &known, &functions);
        match dice.roll(6) {
            0 => {
                let name = format!("function{number}");
                let inner = sum(dice, &["$left".to_owned(), "$right".to_owned()], &functions);
                lines.push(format!("sub {name} {{ my ($left, $right) = @_; my $it = {inner}; return $it * $left; }}"));
                functions.push(name);
            }
            1 if !known.is_empty() => lines.push(format!("{} = {value};", known[dice.roll(known.len())])),
            2 => lines.push(format!("print \"line \", {value}, \"\\n\";")),
            3 => lines.push(format!("if ({value} < 5) {{ my $inner = {value}; print \"inner \", $inner, \"\\n\"; }}")),
            _ => {
                let name = format!("$value{number}");
                lines.push(format!("my {name} = {value};"));
                known.push(name);
            }
        }
    }
    lines.push(format!("print \"last \", {}, \"\\n\";\n", sum(dice, &known, &functions)));
    lines.join("\n").into_bytes()
}

fn sum(dice: &mut Dice, known: &[String], functions: &[String]) -> String {
    let mut term = || match dice.roll(6) {
        0 if !functions.is_empty() => {
            let (name, left) = (&functions[dice.roll(functions.len())], dice.roll(10));
            format!("&{name}({left}, {})", dice.roll(10))
        }
        1 => dice.roll(10).to_string(),
        _ if !known.is_empty() => known[dice.roll(known.len())].clone(),
        _ => dice.roll(10).to_string(),
    };
    let terms: Vec<String> = (0..3).map(|_| term()).collect();
    format!("{} + {} * {}", terms[0], terms[1], terms[2])
}

/// Milliseconds that a program may run. The programs have no loops, so one that takes longer calls itself for ever.
const TIMEOUT_MS: u32 = 2000;

/// Runs a program; returns its output, or `None` if perl refused it.
pub(super) fn printed(text: &[u8]) -> Option<String> {
    let pipes = Command::new("perl").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut perl = pipes.ok()?;
    // A program that is refused early is not read to its end.
    perl.stdin.take()?.write_all(text).ok();
    let mut wait = || {
        let status = perl.try_wait().expect("it can be waited for");
        if status.is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        status
    };
    let Some(status) = (0..TIMEOUT_MS).find_map(|_| wait()) else {
        perl.kill().and_then(|()| perl.wait().map(drop)).expect("it can be ended");
        return None;
    };
    let mut output = String::new();
    perl.stdout.take()?.read_to_string(&mut output).ok()?;
    status.success().then_some(output)
}
