//! Rules that are functions: `fn parse_<rule>(p, item) -> bool`.

use codegen::Function;
use grammarc_runtime::grammar::Symbol;
use grammarc_runtime::parse::cursor::Scope;
use grammarc_runtime::parse::decisions::PointId;

use super::choice::{Choice, Class, dispatch};
use super::{Parser, Place, is_repeat, kind};

impl Parser<'_> {
    /// The function of a rule.
    pub(super) fn rule_function(&self, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.names.function("parse", rule), rule, "");
        function.arg("item", "ItemId").ret("bool");
        let kind = self.grammar.rules[rule.0 as usize].kind;
        function.line(format!("let caller = p.enter(item, Scope::{:?});", Scope::of(kind)));
        if is_repeat(kind) && kind::is_again(&self.decisions, rule) {
            function.line(self.repetition(rule));
            function.line("p.exit(caller);\ntrue");
            return function;
        }
        let body = self.point(self.decisions.entry(rule), rule, Place::Function);
        match body.strip_suffix("true") {
            // What was done ends well: the last thing is to leave.
            Some(before) if self.choice(self.decisions.entry(rule)).is_none() => {
                function.line(format!("{before}p.exit(caller);\ntrue"))
            }
            _ => function.line(format!("let done = {{ {body} }};\np.exit(caller);\ndone")),
        };
        function
    }

    /// Iterations until the end is chosen.
    fn repetition(&self, rule: Symbol) -> String {
        let Some(choice) = self.choice(self.decisions.entry(rule)) else { return String::new() };
        let goes_on = dispatch(&choice, |class| self.iteration(&choice, class, rule));
        format!("loop {{ let goes_on = {goes_on}; if !goes_on {{ break; }} if !p.iterate() {{ return false; }} }}")
    }

    /// The expression for whether there was one more iteration.
    fn iteration(&self, choice: &Choice<'_>, class: &Class, rule: Symbol) -> String {
        match class.open.as_slice() {
            [] | [1] => "false".to_owned(),
            &[0] if choice.branches[0].look.len() == 1 => self.point(choice.branches[0].to, rule, Place::Function),
            _ => {
                let attempt = self.attempt_in_function(choice, class, rule);
                format!("match {attempt} {{ Some(option) => option == 0, None => return false }}")
            }
        }
    }

    /// The function of an option that is tried before others.
    pub(super) fn option_function(&self, option: PointId, rule: Symbol) -> Function {
        let mut function = self.function_of(&self.option_name(option, rule), rule, &self.about(option));
        function.ret("bool").line(self.point(option, rule, Place::Function));
        function
    }

    /// The name of the function of an option.
    pub(super) fn option_name(&self, option: PointId, rule: Symbol) -> String {
        let points = kind::points(&self.decisions, rule);
        let number = points.iter().position(|point| *point == option).unwrap_or_default();
        self.names.function(&format!("option_{number}"), rule)
    }
}
