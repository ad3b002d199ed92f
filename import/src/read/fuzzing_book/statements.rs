//! The statements of a Python file that make or change a grammar: `A = {…}`, `A.update({…})`, `A["<x>"] = […]`, imports.
//!
//! All other code is skipped. A statement that cannot be read matters only if its grammar is asked for, because a file has much that
//! looks alike. Branches are not followed: of `if …: A = {…}` the statement counts.

use super::evaluate::{BookNames, Change};
use super::values::{blanks, sees_string, string, value};
use super::{Entry, Placed, Value};
use crate::files::SourceFiles;
use crate::read::scan::{Cursor, Reading};
use crate::source::RuleRole;

/// Carries out the statements of a file, after those of the files that it imports names from. Returns the comment at its head.
pub(super) fn run(files: &mut SourceFiles<'_>, file: usize, names: &mut BookNames) -> Vec<String> {
    let text = files.list()[file].text.clone();
    let mut cursor = Cursor::new(&text, file);
    names.begin(file);
    while !cursor.is_done() {
        let behind = cursor.at();
        blanks(&mut cursor);
        let from = cursor.at();
        let begins_line = behind == 0 || text[behind..from].contains('\n');
        if cursor.sees("\"\"\"") || cursor.sees("'''") || sees_string(&cursor) {
            if string(&mut cursor).is_err() {
                cursor.go(from);
                cursor.next();
            }
            continue;
        }
        if begins_line {
            if let Some(module) = imported(&mut cursor) {
                // Names from a file beside this one count, as in Python. Its own grammars are not those of this file.
                let name = format!("{}.py", module.rsplit('.').next().unwrap_or_default());
                if let Some(other) = files.index_of(&name).filter(|other| names.is_unread(*other)) {
                    names.within_import(|names| drop(run(files, other, names)));
                }
                continue;
            }
            cursor.go(from);
            if statement(&mut cursor, names) {
                continue;
            }
            cursor.go(from);
        }
        if cursor.sees("{") && is_grammar(&mut cursor) {
            let made = value(&mut cursor);
            names.change("", Change::Assign, made, cursor.place(from));
            continue;
        }
        cursor.go(from);
        if cursor.name("").is_none() {
            cursor.next();
        }
        cursor.pending_comment().clear();
    }
    names.note(std::mem::take(&mut cursor.problems));
    cursor.take_head()
}

/// Takes `from module import`, and returns the module.
fn imported<'t>(cursor: &mut Cursor<'t>) -> Option<&'t str> {
    cursor.eat("from ").then_some(())?;
    cursor.spaces();
    let module = cursor.take_while(|c| c.is_alphanumeric() || "._".contains(c));
    cursor.spaces();
    cursor.eat("import").then_some(module)
}

/// Returns whether a dictionary begins here whose first key is a name in angle brackets, and goes to its beginning.
fn is_grammar(cursor: &mut Cursor<'_>) -> bool {
    let from = cursor.at();
    let mut probe = Cursor::new(cursor.rest(), 0);
    probe.eat("{");
    blanks(&mut probe);
    cursor.go(from);
    probe.sees("\"<") || probe.sees("'<")
}

/// Reads a statement that makes or changes the value of a name. Returns whether it was one.
fn statement(cursor: &mut Cursor<'_>, names: &mut BookNames) -> bool {
    let from = cursor.at();
    let Some(name) = cursor.name("") else { return false };
    cursor.take_while(|c| c == ' ');
    if cursor.eat(".update(") {
        let made = argument(cursor);
        names.change(name, Change::Update, made, cursor.place(from));
        return true;
    }
    if cursor.sees("[") {
        cursor.eat("[");
        if !cursor.sees("\"<") && !cursor.sees("'<") {
            return false;
        }
        let Ok(made) = rule(cursor) else { return false };
        names.change(name, Change::Update, Ok(made), cursor.place(from));
        return true;
    }
    if cursor.eat(":") {
        // The type, such as `Grammar` or `Dict[str, List[str]]`.
        cursor.take_while(|c| c.is_alphanumeric() || "_.[], ".contains(c));
    }
    let change = if cursor.eat("|=") { Change::Update } else { Change::Assign };
    if change == Change::Assign && (cursor.sees("==") || !cursor.eat("=")) {
        return false;
    }
    blanks(cursor);
    let made = value(cursor);
    let is_wanted = made.is_ok() || cursor_at_grammar(cursor, from);
    if is_wanted {
        names.change(name, change, made, cursor.place(from));
    }
    is_wanted
}

/// Returns whether the value behind `=` of a broken statement begins like a grammar. Goes behind its first character.
fn cursor_at_grammar(cursor: &mut Cursor<'_>, from: usize) -> bool {
    cursor.go(from);
    cursor.take_while(|c| c != '=' && c != '\n');
    cursor.eat("=");
    blanks(cursor);
    let is_made = ["extend_grammar(", "convert_ebnf_grammar(", "canonical("].iter().any(|call| cursor.sees(call));
    let found = is_made || cursor.sees("{") && is_grammar(cursor);
    cursor.next();
    found
}

/// The argument of `.update(`, up to its bracket.
fn argument(cursor: &mut Cursor<'_>) -> Reading<Placed> {
    let made = value(cursor)?;
    blanks(cursor);
    cursor.eat(",");
    blanks(cursor);
    cursor.expect(")")?;
    Ok(made)
}

/// `"<name>"] = value`, as a dictionary of one entry.
fn rule(cursor: &mut Cursor<'_>) -> Reading<Placed> {
    let from = cursor.at();
    cursor.begin_rule();
    let key = string(cursor)?;
    let end = cursor.at();
    cursor.expect("]")?;
    cursor.take_while(|c| c == ' ');
    if cursor.sees("==") {
        return Err(cursor.expected("`=`"));
    }
    cursor.expect("=")?;
    let found = value(cursor)?;
    let name = key.trim_start_matches('<').trim_end_matches('>').to_owned();
    let mut rule = cursor.end_rule(&name, from, RuleRole::Syntax, Vec::new());
    rule.place.span = from..end;
    let value = Value::Dictionary(vec![Entry::Rule(Box::new(rule), found)]);
    Ok(Placed { value, place: cursor.place(from) })
}
