//! Rules that are functions: `fn parse_<rule>(p, item) -> Option<()>`.

use codegen::Function;
use grammarc_runtime::grammar::Symbol;
use grammarc_runtime::parse::cursor::Scope;
use grammarc_runtime::parse::decisions::PointId;

use super::choice::{Choice, Class, arms, dispatch, patterns};
use super::{Parser, Place, is_repeat, kind, statement};

impl Parser<'_> {
    /// The function of a rule.
    pub(super) fn rule_function(&self, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.names.function("parse", rule), rule, "");
        function.arg("item", "ItemId").ret("Option<()>");
        let kind = self.grammar.rules[rule.0 as usize].kind;
        function.line(format!("let caller = p.enter(item, Scope::{:?});", Scope::of(kind)));
        if is_repeat(kind) && kind::is_again(&self.decisions, rule) {
            function.line(self.repetition(rule));
            function.line("p.exit(caller)");
            return function;
        }
        let body = self.point(self.decisions.entry(rule), rule, Place::Function);
        function.line(format!("{}p.exit(caller)", statement(&body)));
        function
    }

    /// Iterations until the end is chosen.
    fn repetition(&self, rule: Symbol) -> String {
        let Some(choice) = self.choice(self.decisions.entry(rule)) else { return String::new() };
        let iteration = |class: &Class| self.iteration(&choice, class, rule);
        match arms(&choice, iteration) {
            (arms, rest) if arms.len() == 1 && rest == "break" => {
                let (bytes, code) = &arms[0];
                format!("while let {} = p.byte() {{ {code} p.iterate()?; }}", patterns(bytes))
            }
            _ => format!("loop {{ {} p.iterate()?; }}", dispatch(&choice, iteration)),
        }
    }

    /// One more iteration, or the end of the loop.
    fn iteration(&self, choice: &Choice<'_>, class: &Class, rule: Symbol) -> String {
        match class.open.as_slice() {
            [] | [1] => "break".to_owned(),
            &[0] if choice.branches[0].look.len() == 1 => {
                statement(&self.point(choice.branches[0].to, rule, Place::Function))
            }
            _ => {
                let attempt = self.attempt_in_function(choice, class, rule);
                format!("if {attempt}? != 0 {{ break; }}")
            }
        }
    }

    /// The function of an option that is tried before others.
    pub(super) fn option_function(&self, option: PointId, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.option_name(option, rule), rule, &self.about(option));
        function.ret("Option<()>").line(self.point(option, rule, Place::Function));
        function
    }

    /// The name of the function of an option.
    pub(super) fn option_name(&self, option: PointId, rule: Symbol) -> String {
        let points = kind::points(&self.decisions, rule);
        let number = points.iter().position(|point| *point == option).unwrap_or_default();
        self.names.function(&format!("option_{number}"), rule)
    }
}
