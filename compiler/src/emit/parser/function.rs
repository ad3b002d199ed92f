//! Rules that are functions: `fn parse_<rule>(p, item) -> Option<()>`. Parts of rules that are used in one place are inlined.

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{ItemId, RuleKind, Slot, Symbol};
use grammarc_runtime::parse::cursor::Scope;
use grammarc_runtime::parse::decisions::{Point, PointId};

use super::choice::{Choice, Class, classes, dispatch};
use super::{CodePlace, Parser, Part, SUCCESS, is_repeat, kind, lines, statement};

/// Depth of inlined parts beyond which a part is a function of its own.
const MAX_DEPTH: u32 = 3;

/// Lines beyond which a part is a function of its own.
const MAX_LINES: usize = 12;

impl Parser<'_> {
    /// The function of a rule.
    pub(super) fn rule_function(&self, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.names.function("parse", rule), rule, "", "p");
        function.arg("item", "ItemId").ret("Option<()>");
        function.line(self.whole(rule, "item"));
        function
    }

    /// Writes the call of a rule, or inlines the rule if it is a short part that is used once.
    pub(super) fn call_function(&self, callee: Symbol, item: &str) -> String {
        let is_part =
            self.grammar.rules[callee.0 as usize].kind != RuleKind::Named && self.kinds.is_called_once(callee);
        if is_part && self.depth.get() < MAX_DEPTH {
            self.depth.set(self.depth.get() + 1);
            let whole = self.whole(callee, item);
            self.depth.set(self.depth.get() - 1);
            if lines(&whole) <= MAX_LINES {
                return whole;
            }
        }
        self.ask(Part::Function(callee));
        format!("{}(p, {item})", self.names.function("parse", callee))
    }

    /// Writes the whole body of a rule.
    fn whole(&self, rule: Symbol, item: &str) -> String {
        let kind = self.grammar.rules[rule.0 as usize].kind;
        let again = is_repeat(kind) && kind::is_again(self.decisions, rule);
        let scope = Scope::of(&self.grammar.rules[rule.0 as usize]);
        if let Some(part) = self.optional(rule, item, again) {
            return part;
        }
        if again {
            return format!("p.part({item}, Scope::{scope:?}, |p| {{ {} {SUCCESS} }})", self.repetition(rule));
        }
        let body = self.point(self.decisions.entry(rule), rule, CodePlace::Function);
        match closed(&body) {
            Some((before, production)) => {
                format!("p.node({item}, Scope::{scope:?}, {production}, {})", closure(before))
            }
            None => format!("p.part({item}, Scope::{scope:?}, {})", closure(&body)),
        }
    }

    /// Writes a rule that is an optional or repeated part; none for another rule.
    fn optional(&self, rule: Symbol, item: &str, again: bool) -> Option<String> {
        let (choice, body) = self.part_or_nothing(rule)?;
        let name = if again { "repeated" } else { "optional" };
        let part = self.point(body, rule, CodePlace::Function);
        let part = closure(&part);
        if let Some(bytes) = first_bytes(&choice) {
            let test = self.is_next(&bytes, self.symbol_at(body).unwrap_or(rule));
            let test = if again { format!("|p| {test}") } else { test };
            return Some(format!("p.{name}({item}, {test}, {part})"));
        }
        let table = self.part_table(&choice, body, rule);
        let follow = self.iteration_follow(rule);
        Some(format!("p.try_{name}({item}, {table}, {follow}, {part})"))
    }

    /// Returns the choice of a rule between one part and nothing, and the point where that part begins.
    pub(super) fn part_or_nothing(&self, rule: Symbol) -> Option<(Choice<'_>, PointId)> {
        let choice = self.choice(self.decisions.entry(rule))?;
        let (body, skip) = (choice.branches.first()?.to, choice.branches.last()?.to);
        let is_part = choice.branches.iter().all(|branch| [body, skip].contains(&branch.to));
        let is_repeat = is_repeat(self.grammar.rules[rule.0 as usize].kind);
        let is_sound = is_repeat && is_part && body != skip && choice.otherwise == Some(skip);
        (is_sound && self.is_nothing(skip)).then_some((choice, body))
    }

    /// Iterations until the end is chosen.
    fn repetition(&self, rule: Symbol) -> String {
        let Some(choice) = self.choice(self.decisions.entry(rule)) else { return String::new() };
        self.ask_options(&choice, rule);
        let iteration = |class: &Class| self.iteration(&choice, class, rule);
        format!("loop {{ {} p.iterate()?; }}", dispatch(&choice, iteration))
    }

    /// One more iteration, or the end of the loop.
    fn iteration(&self, choice: &Choice<'_>, class: &Class, rule: Symbol) -> String {
        match class.open.as_slice() {
            [] | [1] => "break".to_owned(),
            &[0] if choice.branches[0].look.len() == 1 => {
                statement(&self.point(choice.branches[0].to, rule, CodePlace::Function))
            }
            _ => {
                let attempt = self.attempt_in_function(choice, class, rule);
                format!("if {attempt}? != 0 {{ break; }}")
            }
        }
    }

    /// Returns the skip item that a point calls, and the point behind the call; none unless the skip rule is a shared function.
    pub(super) fn gap(&self, point: PointId) -> Option<(ItemId, PointId)> {
        let (Point::Call { item, back } | Point::Tail { item, end: back }) = *self.decisions.point(point) else {
            return None;
        };
        let row = &self.grammar.items[item.0 as usize];
        let is_function = row.slot == Slot::Skip && !self.kinds.is_state(row.symbol);
        let is_shared = !self.kinds.is_called_once(row.symbol) && !self.states.contains_key(&point) && !row.pass;
        (is_function && is_shared).then_some((item, back))
    }

    /// Writes a terminal with the skip rule behind it: `then_space(terminal, p, item)`.
    pub(super) fn then_gap(&self, terminal: &str, gap: ItemId) -> String {
        let skip = self.grammar.items[gap.0 as usize].symbol;
        self.ask(Part::Function(skip));
        self.ask(Part::Skip(skip));
        format!("{}({terminal}, p, {})", self.names.function("then", skip), self.names.item(gap))
    }

    /// Writes the function `then_<skip>`: it fails if its terminal failed, and parses the skip rule otherwise.
    pub(super) fn skip_function(&self, skip: Symbol) -> Function {
        let mut function = Function::new(self.names.function("then", skip));
        function.doc("Skips what may stand after a terminal, if that is there.");
        function.arg("terminal", "Option<()>").arg("p", "&mut Cursor<'_, State>").arg("gap", "ItemId");
        function.ret("Option<()>").line("terminal?;");
        function.line(format!("{}(p, gap)", self.names.function("parse", skip)));
        function
    }

    /// The function of an option that is tried before others.
    pub(super) fn option_function(&self, option: PointId, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.option_name(option, rule), rule, &self.about(option), "p");
        function.ret("Option<()>").line(self.point(option, rule, CodePlace::Function));
        function
    }
}

/// Returns the bytes on which the first of two branches is next; none if the next byte does not always tell.
pub(super) fn first_bytes(choice: &Choice<'_>) -> Option<ByteSet> {
    let [part, _] = choice.branches else { return None };
    let mut bytes = ByteSet::EMPTY;
    for class in classes(choice) {
        match class.open.as_slice() {
            [0] if part.look.len() == 1 => bytes = bytes.union(class.bytes),
            [] | [1] => {}
            _ => return None,
        }
    }
    Some(bytes)
}

/// Writes a closure over the cursor; `|_|` for a part that is always empty, because it does not use the cursor.
fn closure(body: &str) -> String {
    let p = if body == SUCCESS { "_" } else { "p" };
    let is_expression = !body.contains('\n') || body.starts_with("match ") && body.ends_with('}');
    if is_expression { format!("|{p}| {body}") } else { format!("|{p}| {{ {body} }}") }
}

/// Splits code that ends with `p.close(production)` into the code before that and the name of the production.
fn closed(body: &str) -> Option<(&str, &str)> {
    let (before, production) = body.rsplit_once("?;\np.close(")?;
    let production = production.strip_suffix(')')?;
    production.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte)).then_some((before, production))
}

#[cfg(test)]
mod tests {
    use super::super::super::names::Names;
    use super::super::source;

    #[test]
    fn a_part_that_is_always_empty_asks_for_no_cursor() {
        let grammar = "%import \"std/bin.bnf\"\n<start> ::= n:<dec> (\"\" | \"\"){0,2 * n + 1} \"a\"\n";
        let loaded = crate::load_text("empty", grammar).expect("the grammar is sound");
        let texts = vec![String::new(); loaded.grammar.rules.len() + loaded.grammar.terminals.len()];
        let code = source(&loaded.grammar, &loaded.code_plan(), &texts, &Names::new(&loaded.grammar));
        assert!(code.contains("|_| Some(())"), "{code}");
    }
}
