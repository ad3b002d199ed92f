//! tree-sitter: the file `src/grammar.json` that its generator writes.
//!
//! For example, `{"rules": {"pair": {"type": "SEQ", "members": [{"type": "SYMBOL", "name": "key"}, {"type": "STRING", "value": ":"}]}}}`.

mod operators;

use super::expressions::{alternative_of, exact_text, group_of, repeat};
use super::regex;
use super::scan::MAX_WRAPS;
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{
    Lexing, OperatorLevel, OperatorSide, RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind,
    SourcePlace, SourceRule,
};
use grammarc_dsl::diagnostic::Diagnostic;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Whether the text is JSON with rules.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.members.as_ref().is_some_and(|members| members.get("rules").is_some_and(Value::is_object))
}

/// Reads `grammar.json`. Places are those of the rules, since JSON has none of its own.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let json: Value = match serde_json::from_str(text) {
        Ok(json) => json,
        Err(error) => {
            let problem = ImportProblem::Syntax { expected: format!("JSON: {error}") };
            let at = byte_of(text, error.line(), error.column());
            problems.push(Diagnostic::new(problem, at..at).in_file(file));
            return SourceGrammar::default();
        }
    };
    let mut reader = TreeSitter {
        text,
        place: SourcePlace { file, span: 0..0 },
        precedences: named_precedences(&json),
        left_out: BTreeSet::new(),
        problems,
    };
    reader.grammar(&json)
}

struct TreeSitter<'t> {
    text: &'t str,
    /// The place of the rule that is being read.
    place: SourcePlace,
    /// Names of precedences: a list gives them in falling order.
    precedences: HashMap<String, i64>,
    /// Parts that were left out of the rule that is being read.
    left_out: BTreeSet<String>,
    problems: &'t mut Vec<Diagnostic<ImportProblem>>,
}

impl TreeSitter<'_> {
    fn grammar(&mut self, json: &Value) -> SourceGrammar {
        let mut grammar = SourceGrammar {
            name: text_of(json, "name").to_owned(),
            lexing: Lexing::Contextual,
            word: json["word"].as_str().map(str::to_owned),
            ..Default::default()
        };
        let Some(rules) = json["rules"].as_object() else {
            self.mistake("an object `rules`");
            return grammar;
        };
        let hidden: Vec<&str> =
            ["inline", "supertypes"].iter().flat_map(|list| members(&json[list])).filter_map(name_of).collect();
        grammar.starts.extend(rules.keys().next().cloned());
        let mut from = self.text.find("\"rules\"").unwrap_or(0);
        for (name, body) in rules {
            from = self.find_rule(name, from);
            let mut rule = self.rule(name, body);
            rule.is_hidden = name.starts_with('_') || hidden.contains(&name.as_str());
            self.report_left_out(name);
            grammar.rules.push(rule);
        }
        self.extras(json, &mut grammar);
        self.externals(json, &mut grammar);
        operators::lift(&mut grammar);
        grammar
    }

    /// Sets the place to the name of a rule, which stands behind `from`, and returns the end of the name.
    fn find_rule(&mut self, name: &str, from: usize) -> usize {
        let quoted = format!("\"{name}\"");
        let rest = self.text.get(from..).unwrap_or("");
        let found = rest.match_indices(&quoted).find(|(at, _)| rest[at + quoted.len()..].trim_start().starts_with(':'));
        let Some((at, _)) = found else {
            self.place.span = from..from;
            return from;
        };
        let end = from + at + quoted.len();
        self.place.span = from + at..end;
        end
    }

    fn rule(&mut self, name: &str, body: &Value) -> SourceRule {
        let is_token = is_token(body);
        let alternatives = if is_token {
            let item = self.token(body);
            vec![alternative_of(vec![item])]
        } else {
            self.alternatives(body, None)
        };
        SourceRule {
            name: name.to_owned(),
            role: if is_token { RuleRole::Token } else { RuleRole::Syntax },
            mode: String::new(),
            moves: Vec::new(),
            comment: Vec::new(),
            alternatives,
            is_hidden: false,
            is_case_insensitive: false,
            place: self.place.clone(),
        }
    }

    /// The alternatives of a rule: those of a choice, with the precedences around it and in it.
    fn alternatives(&mut self, node: &Value, outer: Option<OperatorLevel>) -> Vec<SourceAlternative> {
        match kind_of(node) {
            "CHOICE" => members(&node["members"]).iter().flat_map(|member| self.alternatives(member, outer)).collect(),
            "PREC" | "PREC_LEFT" | "PREC_RIGHT" => {
                let level = self.level(node).or(outer);
                self.alternatives(&node["content"], level)
            }
            "PREC_DYNAMIC" => {
                self.left_out.insert("a precedence that is decided while parsing".to_owned());
                self.alternatives(&node["content"], outer)
            }
            "ALIAS" if node["named"] == true => {
                let label = text_of(node, "value").to_owned();
                let mut alternatives = self.alternatives(&node["content"], outer);
                for alternative in &mut alternatives {
                    alternative.label.get_or_insert_with(|| label.clone());
                }
                alternatives
            }
            _ => {
                let items = self.sequence(node);
                vec![SourceAlternative { items, level: outer, place: self.place.clone(), ..Default::default() }]
            }
        }
    }

    fn sequence(&mut self, node: &Value) -> Vec<SourceItem> {
        match kind_of(node) {
            "SEQ" => members(&node["members"]).iter().flat_map(|member| self.sequence(member)).collect(),
            "BLANK" => Vec::new(),
            _ => vec![self.item(node)],
        }
    }

    fn level(&mut self, node: &Value) -> Option<OperatorLevel> {
        let number = match &node["value"] {
            Value::String(name) => *self.precedences.get(name)?,
            value => value.as_i64()?,
        };
        let side = match kind_of(node) {
            "PREC_LEFT" => OperatorSide::Left,
            "PREC_RIGHT" => OperatorSide::Right,
            _ => OperatorSide::Unsaid,
        };
        Some(OperatorLevel { number, side })
    }

    /// One part of a rule of the parser.
    fn item(&mut self, node: &Value) -> SourceItem {
        let kind = match kind_of(node) {
            "SYMBOL" => SourceItemKind::Name(text_of(node, "name").to_owned()),
            "STRING" => exact_text(text_of(node, "value")),
            "PATTERN" => {
                let body = self.pattern_of(node);
                self.in_token(body)
            }
            "TOKEN" | "IMMEDIATE_TOKEN" => {
                if kind_of(node) == "IMMEDIATE_TOKEN" {
                    self.left_out.insert("the ban on blanks before a token".to_owned());
                }
                let body = self.token(&node["content"]).kind;
                self.in_token(Ok(body))
            }
            "CHOICE" => self.choice(node),
            "REPEAT" => repeat(self.item(&node["content"]), 0, None),
            "REPEAT1" => repeat(self.item(&node["content"]), 1, None),
            "FIELD" => {
                let mut item = self.item(&node["content"]);
                item.label = Some(text_of(node, "name").to_owned());
                return item;
            }
            "ALIAS" => {
                // Any other alias only renames a keyword.
                if node["named"] == true {
                    self.left_out.insert(format!("the alias `{}`", text_of(node, "value")));
                }
                return self.item(&node["content"]);
            }
            "PREC" | "PREC_LEFT" | "PREC_RIGHT" | "PREC_DYNAMIC" => {
                self.left_out.insert("a precedence within an alternative".to_owned());
                return self.item(&node["content"]);
            }
            "RESERVED" => {
                self.left_out.insert("a list of reserved words".to_owned());
                return self.item(&node["content"]);
            }
            _ => group_of(vec![SourceAlternative {
                place: self.place.clone(),
                ..alternative_of(self.sequence_of(node))
            }]),
        };
        SourceItem::new(kind, self.place.clone())
    }

    /// The members of a sequence; a type that is not known is a mistake.
    fn sequence_of(&mut self, node: &Value) -> Vec<SourceItem> {
        match kind_of(node) {
            "SEQ" | "BLANK" => self.sequence(node),
            other => {
                self.mistake(&format!("a type such as `SEQ` instead of `{other}`"));
                Vec::new()
            }
        }
    }

    /// A choice within a sequence. With `BLANK` as a member it is optional.
    fn choice(&mut self, node: &Value) -> SourceItemKind {
        let all = members(&node["members"]);
        let kept: Vec<&Value> = all.iter().filter(|member| kind_of(member) != "BLANK").collect();
        let alternatives: Vec<SourceAlternative> = kept
            .iter()
            .map(|member| SourceAlternative { place: self.place.clone(), ..alternative_of(self.sequence(member)) })
            .collect();
        let group = group_of(alternatives);
        if kept.len() == all.len() {
            return group;
        }
        repeat(SourceItem::new(group, self.place.clone()), 0, Some(1))
    }

    /// The inside of a token, in which nothing is skipped.
    fn token(&mut self, node: &Value) -> SourceItem {
        let kind = match kind_of(node) {
            "PATTERN" => self.pattern_of(node).unwrap_or_else(|()| super::expressions::never()),
            "SEQ" | "BLANK" => {
                let items = members(&node["members"]).iter().map(|member| self.token(member)).collect();
                group_of(vec![SourceAlternative { place: self.place.clone(), ..alternative_of(items) }])
            }
            "CHOICE" => {
                let all = members(&node["members"]);
                let kept = all.iter().filter(|member| kind_of(member) != "BLANK");
                let alternatives: Vec<SourceAlternative> =
                    kept.map(|member| alternative_of(vec![self.token(member)])).collect();
                let is_optional = alternatives.len() < all.len();
                let group = group_of(alternatives);
                if is_optional { repeat(SourceItem::new(group, self.place.clone()), 0, Some(1)) } else { group }
            }
            "REPEAT" => repeat(self.token(&node["content"]), 0, None),
            "REPEAT1" => repeat(self.token(&node["content"]), 1, None),
            "PREC" | "PREC_LEFT" | "PREC_RIGHT" | "PREC_DYNAMIC" => {
                if node["value"] != 0 {
                    self.left_out.insert("the precedence of a token".to_owned());
                }
                return self.token(&node["content"]);
            }
            "TOKEN" | "IMMEDIATE_TOKEN" | "FIELD" | "ALIAS" => return self.token(&node["content"]),
            _ => return self.item(node),
        };
        SourceItem::new(kind, self.place.clone())
    }

    /// Wraps the inside of a token within a rule of the parser. A text or class needs no wrap.
    fn in_token(&mut self, kind: Result<SourceItemKind, ()>) -> SourceItemKind {
        match kind {
            Ok(kind @ (SourceItemKind::Text { .. } | SourceItemKind::Class { .. } | SourceItemKind::Any)) => kind,
            Ok(kind) => SourceItemKind::Exact(Box::new(SourceItem::new(kind, self.place.clone()))),
            Err(()) => super::expressions::never(),
        }
    }

    fn pattern_of(&mut self, node: &Value) -> Result<SourceItemKind, ()> {
        match regex::read(text_of(node, "value"), text_of(node, "flags"), &self.place) {
            Ok(mut pattern) => {
                self.problems.append(&mut pattern.problems);
                Ok(pattern.kind)
            }
            Err(mistake) => {
                self.problems.push(*mistake);
                Err(())
            }
        }
    }

    /// `extras` may stand between all tokens. Those that are no rules become rules.
    fn extras(&mut self, json: &Value, grammar: &mut SourceGrammar) {
        // Without the list, tree-sitter skips white space.
        let white_space = serde_json::json!([{ "type": "PATTERN", "value": "\\s" }]);
        let list = if json["extras"].is_array() { &json["extras"] } else { &white_space };
        self.place.span = self.text.find("\"extras\"").map_or(0..0, |at| at..at + "\"extras\"".len());
        for extra in members(list) {
            if let Some(name) = name_of(extra) {
                grammar.skips.push(name.to_owned());
                continue;
            }
            let taken = |name: &str| grammar.rules.iter().any(|rule| rule.name == name);
            let name = (1..).map(|n| format!("_extra{n}")).find(|name| !taken(name)).unwrap_or_default();
            let mut rule = self.rule(&name, &serde_json::json!({ "type": "TOKEN", "content": extra }));
            rule.role = RuleRole::Skip;
            rule.is_hidden = true;
            self.report_left_out(&name);
            grammar.rules.push(rule);
        }
    }

    /// Tokens of an external scanner match nothing, unless the grammar has a rule of that name.
    fn externals(&mut self, json: &Value, grammar: &mut SourceGrammar) {
        self.place.span = self.text.find("\"externals\"").map_or(0..0, |at| at..at + "\"externals\"".len());
        for external in members(&json["externals"]) {
            let Some(name) = name_of(external).filter(|name| grammar.rules.iter().all(|rule| rule.name != *name))
            else {
                continue;
            };
            let problem = ImportProblem::External { name: name.to_owned() };
            self.problems.push(Diagnostic::new(problem, self.place.span.clone()).in_file(self.place.file));
            grammar.rules.push(super::expressions::unmatched_rule(name, self.place.clone()));
        }
    }

    fn report_left_out(&mut self, rule: &str) {
        for construct in std::mem::take(&mut self.left_out) {
            let problem = ImportProblem::LeftOut { construct: format!("{construct} in `{rule}`") };
            self.problems.push(Diagnostic::new(problem, self.place.span.clone()).in_file(self.place.file));
        }
    }

    fn mistake(&mut self, expected: &str) {
        let problem = ImportProblem::Syntax { expected: expected.to_owned() };
        self.problems.push(Diagnostic::new(problem, self.place.span.clone()).in_file(self.place.file));
    }
}

/// Numbers for names of precedences: in each list, the first binds tightest. A name of several lists keeps its first number.
fn named_precedences(json: &Value) -> HashMap<String, i64> {
    let mut numbers = HashMap::new();
    for list in members(&json["precedences"]) {
        for (at, entry) in members(list).iter().enumerate() {
            if kind_of(entry) == "STRING" {
                numbers.entry(text_of(entry, "value").to_owned()).or_insert(-(at as i64));
            }
        }
    }
    numbers
}

/// Whether the body of a rule is one token. For example, a pattern is, and a sequence of two patterns is not.
fn is_token(node: &Value) -> bool {
    let mut node = node;
    for _ in 0..MAX_WRAPS {
        match kind_of(node) {
            "PATTERN" | "STRING" | "TOKEN" | "IMMEDIATE_TOKEN" => return true,
            "PREC" | "PREC_LEFT" | "PREC_RIGHT" => node = &node["content"],
            _ => return false,
        }
    }
    false
}

fn kind_of(node: &Value) -> &str {
    text_of(node, "type")
}

fn text_of<'v>(node: &'v Value, key: &str) -> &'v str {
    node[key].as_str().unwrap_or("")
}

fn members(node: &Value) -> &[Value] {
    node.as_array().map_or(&[], Vec::as_slice)
}

/// The name of a symbol; lists of names have it as a text.
fn name_of(node: &Value) -> Option<&str> {
    node.as_str().or_else(|| node["name"].as_str().filter(|_| kind_of(node) == "SYMBOL"))
}

/// The byte at a line and column, which count from 1.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (before + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
