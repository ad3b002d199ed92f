//! From the syntax tree of a grammar file to expressions. It shares no code with the compiler, so that a mistake there shows as a
//! difference.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use grammarc_dsl::ast::{
    Alternative, DirectiveKind, Entry, Expression, ExpressionKind, File, Item, Literal, Look, ModifierKind, Primary,
    PrimaryKind, RepetitionKind, Rule as Written, Unit,
};

use super::levels::{Levels, Limits, Shape, Step, Written as Level};
use super::numbers::{Amount, amount, is_counted, number};
use super::texts::is_text;
use super::{Choice, Expr, Id, Rule};

/// Reads one file.
pub(super) struct Reader<'f> {
    written: HashMap<&'f str, &'f Written>,
    start: &'f str,
    skip: Option<&'f str>,
    word: Option<&'f str>,
    /// Rules in which nothing is skipped.
    exact: HashSet<&'f str>,
    pub(super) exprs: Vec<Expr>,
    pub(super) rules: Vec<Rule>,
    /// The number of each rule that was read.
    numbers: HashMap<&'f str, usize>,
    /// The literals that are texts of the `%word`, and whether their case is ignored.
    keywords: HashSet<(Vec<u8>, bool)>,
}

/// The context of an item.
#[derive(Clone, Copy)]
struct Site {
    /// Something may be skipped after a terminal.
    skips: bool,
    /// Right of `-`, `!` or `&`, or in a token: only the set of texts matters, not the tree.
    operand: bool,
    /// It is one text, in which nothing is skipped, not in macros either.
    whole: bool,
}

const RULE: Site = Site { skips: false, operand: false, whole: false };
const OPERAND: Site = Site { skips: false, operand: true, whole: true };

const NONE: Amount = Amount::Integer(0);
const ONE: Amount = Amount::Integer(1);

/// The rules of `std/bin.bnf`.
static STANDARD: LazyLock<File> = LazyLock::new(|| {
    grammarc_dsl::parse(include_str!("../../../compiler/frontend/std/bin.bnf")).expect("the built-in module is right")
});

/// An expression, and whether it is a terminal: something may be skipped after it.
type ReadExpr = (Id, bool);

impl<'f> Reader<'f> {
    pub(super) fn new(file: &'f File) -> Self {
        let (mut skip, mut word, mut start) = (None, None, None);
        let (mut written, mut first, mut standard) = (HashMap::new(), None, None);
        for entry in &file.entries {
            match entry {
                Entry::Directive(directive) => match &directive.kind {
                    DirectiveKind::Start(names) => start = names.first().map(|name| name.text.as_str()),
                    DirectiveKind::Skip { rule, .. } => skip = Some(rule.text.as_str()),
                    DirectiveKind::Word(name) => word = Some(name.text.as_str()),
                    DirectiveKind::Import { .. } => standard = Some(&*STANDARD),
                    _ => {}
                },
                Entry::Rule(rule) => {
                    first = first.or(Some(rule.name.text.as_str()));
                    written.insert(rule.name.text.as_str(), rule);
                }
            }
        }
        let start = start.or(written.get_key_value("start").map(|(name, _)| *name)).or(first).expect("there is a rule");
        for entry in standard.iter().flat_map(|file| &file.entries) {
            if let Entry::Rule(rule) = entry {
                written.insert(rule.name.text.as_str(), rule);
            }
        }
        let (numbers, exact, keywords) = (HashMap::new(), HashSet::new(), HashSet::new());
        let (exprs, rules) = (Vec::new(), Vec::new());
        let mut reader = Self { written, start, skip, word, exact, exprs, rules, numbers, keywords };
        reader.find_exact();
        reader.find_keywords();
        reader
    }

    /// The whole input.
    pub(super) fn start(&mut self) -> Id {
        let (rule, terminal) = self.reference(RULE, self.start);
        let Some(skip) = self.skipped() else {
            return if terminal { self.add(Expr::Node(rule)) } else { rule };
        };
        let items = if terminal { vec![skip, rule, skip] } else { vec![skip, rule] };
        let all = self.add(Expr::Sequence(items));
        self.add(Expr::Node(all))
    }

    fn add(&mut self, expr: Expr) -> Id {
        self.exprs.push(expr);
        self.exprs.len() - 1
    }

    /// Tokens, `%exact` rules, and all that a skipped rule is made of.
    fn find_exact(&mut self) {
        let marked = |rule: &&&Written| has(rule, ModifierKind::Token) || has(rule, ModifierKind::Exact);
        self.exact = self.written.values().filter(marked).map(|rule| rule.name.text.as_str()).collect();
        let mut open: Vec<&str> = self.skip.into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(name) = open.pop() {
            if seen.insert(name) {
                self.exact.insert(name);
                open.extend(mentioned(&self.written[name].alternatives));
            }
        }
    }

    /// `<ws>?` where there is a `%skip`.
    fn skipped(&mut self) -> Option<Id> {
        let (rule, _) = self.reference(RULE, self.skip?);
        let body = self.add(Expr::Skip(rule));
        Some(self.add(Expr::Repeat { body, min: NONE, max: Some(ONE) }))
    }

    /// Returns the skippable expression after a terminal, if any.
    fn skip_after(&mut self, site: Site, (_, terminal): ReadExpr) -> Option<Id> {
        match (site.skips && terminal, site.operand) {
            (false, _) => None,
            (true, false) => self.skipped(),
            (true, true) => {
                let (body, _) = self.reference(OPERAND, self.skip?);
                Some(self.add(Expr::Repeat { body, min: NONE, max: Some(ONE) }))
            }
        }
    }

    fn with_skip(&mut self, site: Site, read: ReadExpr) -> Id {
        match self.skip_after(site, read) {
            Some(skip) => self.add(Expr::Sequence(vec![read.0, skip])),
            None => read.0,
        }
    }

    /// A rule by its name.
    fn reference(&mut self, site: Site, name: &'f str) -> ReadExpr {
        let rule = self.written[name];
        let skips = self.skip.is_some() && !self.exact.contains(name);
        if has(rule, ModifierKind::Inline) {
            return (self.choice(self.in_macro(site, name), &rule.alternatives), false);
        }
        if site.operand {
            let terminal = has(rule, ModifierKind::Token) || has(rule, ModifierKind::Opaque);
            let whole = has(rule, ModifierKind::Token);
            return (self.choice(Site { skips, operand: true, whole }, &rule.alternatives), terminal);
        }
        if has(rule, ModifierKind::Token) {
            let body = self.token(name);
            return (self.add(Expr::Leaf { body, name: Some(name.to_owned()) }), true);
        }
        let body = self.levels(name, skips);
        if !has(rule, ModifierKind::Opaque) {
            return (body, false);
        }
        (self.add(Expr::Leaf { body, name: Some(name.to_owned()) }), self.is_regular_rule(name, &[]))
    }

    /// Reads a token. If `-` excludes texts from the whole token, the longest match is taken first and then compared with them.
    fn token(&mut self, name: &str) -> Id {
        let alternatives = &self.written[name].alternatives;
        if let [Alternative { items, .. }] = &alternatives[..]
            && let [item @ Item { except: Some(except), look: None, .. }] = &items[..]
        {
            let body = self.repeated(OPERAND, item).0;
            let without = Some(self.primary(OPERAND, except).0);
            return self.add(Expr::Token { body, without });
        }
        let body = self.choice(OPERAND, alternatives);
        self.add(Expr::Token { body, without: None })
    }

    /// Returns a rule. It is read at its first use, with the copies of it that its operands are.
    fn levels(&mut self, name: &'f str, skips: bool) -> Id {
        if let Some(&number) = self.numbers.get(name) {
            return self.add(Expr::Rule(number));
        }
        let (rule, site) = (self.written[name], Site { skips, ..RULE });
        let head = self.rules.len();
        self.numbers.insert(name, head);
        self.rules.push(Rule { name: name.to_owned(), options: Vec::new() });
        let written = rule.alternatives.iter().map(|alternative| self.shape(site, name, alternative)).collect();
        let levels = Levels::new(written);
        let mut copies = HashMap::from([(levels.first(), head)]);
        let mut waiting = vec![levels.first()];
        while let Some(limits) = waiting.pop() {
            let mut copy = |reader: &mut Self, limits: Limits| {
                *copies.entry(limits).or_insert_with(|| {
                    waiting.push(limits);
                    reader.rules.push(Rule { name: name.to_owned(), options: Vec::new() });
                    reader.rules.len() - 1
                })
            };
            let own = copy(self, limits);
            let mut options = Vec::new();
            for step in levels.steps(limits) {
                options.push(match step {
                    Step::Pass(to) => {
                        let to = copy(self, to);
                        Choice { alternative: None, body: self.add(Expr::Rule(to)) }
                    }
                    Step::Alternative(number, left, right) => {
                        let ends = [left, right].map(|limits| limits.map(|limits| copy(self, limits)));
                        let body = self.alternative(site, &rule.alternatives[number], ends);
                        Choice { alternative: Some(number), body }
                    }
                });
            }
            self.rules[own].options = options;
        }
        self.add(Expr::Rule(head))
    }

    /// Returns at which ends of an alternative its rule stands, with its level and side.
    fn shape(&mut self, site: Site, name: &str, alternative: &'f Alternative) -> Level<'f> {
        let closed = Level { shape: Shape::Closed, level: 0, side: "" };
        let Some((level, side)) = level(alternative) else { return closed };
        let mut items = Vec::new();
        self.flatten(site, &alternative.items, &mut items);
        let is_own = |entry: Option<&(&Item, Id)>| entry.is_some_and(|(item, _)| is_itself(item, name));
        let shape = match (is_own(items.first()), is_own(items.last())) {
            (true, true) if items.len() == 1 => Shape::Alone,
            (true, true) => Shape::Infix,
            (true, false) => Shape::Postfix,
            (false, true) => Shape::Prefix,
            (false, false) => return closed,
        };
        Level { shape, level, side }
    }

    /// Reads an alternative of a rule. At its ends the rule itself means these copies of it.
    fn alternative(&mut self, site: Site, alternative: &'f Alternative, [left, right]: [Option<usize>; 2]) -> Id {
        let mut items = Vec::new();
        self.flatten(site, &alternative.items, &mut items);
        if let (Some(&(_, id)), Some(copy)) = (items.first(), left) {
            self.put(id, copy);
        }
        if let (Some(&(_, id)), Some(copy)) = (items.last(), right) {
            self.put(id, copy);
        }
        let ids = items.into_iter().map(|(_, id)| id).collect();
        self.add(Expr::Sequence(ids))
    }

    /// Puts a copy in the place of an operand. For example, the right operand of `<e> "+" <e> @left(1)` has no `+` outside of brackets.
    fn put(&mut self, id: Id, copy: usize) {
        match &self.exprs[id] {
            &Expr::Label { body, .. } | &Expr::Except { body, .. } | &Expr::Same { body, .. } => self.put(body, copy),
            _ => self.exprs[id] = Expr::Rule(copy),
        }
    }

    /// A sequence. Parentheses around it mean nothing, where there is one alternative and nothing is said of them.
    fn flatten(&mut self, site: Site, items: &'f [Item], all: &mut Vec<(&'f Item, Id)>) {
        for item in items {
            if is_bare(item)
                && !self.is_regular(item)
                && let Some([only]) = self.group(&item.primary)
            {
                let inside = self.inside(site, &item.primary);
                self.flatten(inside, &only.items, all);
                continue;
            }
            let empty = matches!(&item.primary.kind, PrimaryKind::Literal(literal) if literal.units.is_empty());
            if empty && is_bare(item) {
                continue;
            }
            let read = self.item(site, item);
            all.push((item, read.0));
            all.extend(self.skip_after(site, read).map(|skip| (item, skip)));
        }
    }

    fn choice(&mut self, site: Site, alternatives: &'f [Alternative]) -> Id {
        let all = alternatives.iter().map(|alternative| self.alternative(site, alternative, [None; 2])).collect();
        self.add(Expr::Choice(all))
    }

    /// One item.
    fn item(&mut self, site: Site, item: &'f Item) -> ReadExpr {
        if let Some(look) = item.look {
            let body = self.excepted(OPERAND, item).0;
            return (self.add(Expr::Ahead { body, negative: look == Look::NotAhead }), false);
        }
        let (mut id, terminal) = self.excepted(site, item);
        if let Some((label, fold)) = item.derive.as_ref().and_then(text_of) {
            id = self.add(Expr::Same { body: id, label: label.to_owned(), fold });
        }
        let several = item.repetition.is_some() || self.group(&item.primary).is_some();
        if (item.label.is_some() || item.derive.is_some()) && several && !site.operand && !self.is_regular_body(item) {
            id = self.add(Expr::Node(id));
        }
        if let Some(label) = &item.label {
            id = self.add(Expr::Label { name: label.text.clone(), body: id, number: number(item) });
        }
        (id, terminal)
    }

    /// An item with its exclusion.
    fn excepted(&mut self, site: Site, item: &'f Item) -> ReadExpr {
        let lacks_skip = site.skips && is_alone(item) && may_be_nothing(item);
        let (body, terminal) = if self.is_regular_body(item) && !lacks_skip {
            let body = self.repeated(OPERAND, item).0;
            let keyword = item.repetition.is_none() && self.is_keyword_primary(&item.primary);
            (if site.operand { body } else { self.leaf(body, keyword) }, true)
        } else {
            self.repeated(site, item)
        };
        let Some(except) = &item.except else { return (body, terminal) };
        let without = self.primary(OPERAND, except).0;
        (self.add(Expr::Except { body, without }), terminal)
    }

    fn leaf(&mut self, body: Id, keyword: bool) -> Id {
        let body = match self.word.filter(|_| keyword) {
            Some(word) => {
                let word = self.token(word);
                self.add(Expr::Keyword { body, word })
            }
            None => body,
        };
        self.add(Expr::Leaf { body, name: None })
    }

    /// An item without sign and exclusion.
    fn repeated(&mut self, site: Site, item: &'f Item) -> ReadExpr {
        let one = self.primary(site, &item.primary);
        let Some(repetition) = &item.repetition else { return one };
        let body = self.with_skip(site, one);
        let (min, max) = match &repetition.kind {
            RepetitionKind::ZeroOrMore => (NONE, None),
            RepetitionKind::OneOrMore => (ONE, None),
            RepetitionKind::Optional => (NONE, Some(ONE)),
            RepetitionKind::Exactly(count) => (amount(count), Some(amount(count))),
            RepetitionKind::Between(low, high) => (amount(low), Some(amount(high))),
            RepetitionKind::AtLeast(low) => (amount(low), None),
            RepetitionKind::Separated(separator) => {
                let body = self.list(site, body, separator);
                return (self.add(Expr::Repeat { body, min: NONE, max: Some(ONE) }), false);
            }
            RepetitionKind::SeparatedSome(separator) => return (self.list(site, body, separator), false),
        };
        (self.add(Expr::Repeat { body, min, max }), false)
    }

    fn list(&mut self, site: Site, body: Id, separator: &'f Primary) -> Id {
        let separator = self.primary(site, separator);
        let separator = self.with_skip(site, separator);
        let next = self.add(Expr::Sequence(vec![separator, body]));
        let rest = self.add(Expr::Repeat { body: next, min: NONE, max: None });
        self.add(Expr::Sequence(vec![body, rest]))
    }

    fn primary(&mut self, site: Site, primary: &'f Primary) -> ReadExpr {
        let body = match &primary.kind {
            PrimaryKind::Literal(literal) => Expr::Text { text: bytes(literal), fold: literal.fold },
            PrimaryKind::Class(class) if class.ranges.iter().any(|range| is_wide(range.high)) => {
                let characters = class.ranges.iter().flat_map(|range| character(range.low)..=character(range.high));
                let text = |c: char| Expr::Text { text: c.to_string().into_bytes(), fold: false };
                Expr::Choice(characters.map(|c| self.add(text(c))).collect())
            }
            PrimaryKind::Class(class) => {
                let mut set = Box::new([class.negated; 256]);
                for range in &class.ranges {
                    (code(range.low)..=code(range.high)).for_each(|byte| set[usize::from(byte)] = !class.negated);
                }
                Expr::Byte(set)
            }
            PrimaryKind::Any => Expr::Byte(Box::new([true; 256])),
            PrimaryKind::Group(alternatives) => return (self.choice(site, alternatives), false),
            PrimaryKind::Rule(name) => return self.reference(site, &name.text),
            PrimaryKind::AnyToken => unreachable!("`compiler/tests/it/any_token.rs` defines the meaning of `token`"),
            PrimaryKind::Layout(..) => unreachable!("`compiler/tests/it/layout.rs` defines the meaning of layout"),
            PrimaryKind::Text { label, fold } => {
                let back = self.add(Expr::Back { label: label.text.clone(), fold: *fold });
                let leaf = if site.operand { back } else { self.add(Expr::Leaf { body: back, name: None }) };
                return (leaf, true);
            }
        };
        let keyword = matches!(&primary.kind, PrimaryKind::Literal(literal) if self.is_keyword_text(literal));
        let body = self.add(body);
        (if site.operand { body } else { self.leaf(body, keyword) }, true)
    }

    /// Returns the site of the items inside a pair of parentheses or a macro.
    fn inside(&self, site: Site, primary: &Primary) -> Site {
        match &primary.kind {
            PrimaryKind::Rule(name) => self.in_macro(site, &name.text),
            _ => site,
        }
    }

    fn in_macro(&self, site: Site, name: &str) -> Site {
        let skips = self.skip.is_some() && !self.exact.contains(name);
        Site { skips: skips && !site.whole, ..site }
    }

    /// The alternatives of a group or macro.
    fn group(&self, primary: &'f Primary) -> Option<&'f [Alternative]> {
        match &primary.kind {
            PrimaryKind::Group(alternatives) => Some(alternatives),
            PrimaryKind::Rule(name) => {
                let rule = self.written[name.text.as_str()];
                has(rule, ModifierKind::Inline).then_some(&rule.alternatives[..])
            }
            _ => None,
        }
    }

    /// Whether an item is one leaf: it holds no rule and no label. A keyword is a leaf by itself.
    fn is_regular(&self, item: &'f Item) -> bool {
        let except = item.except.as_ref();
        self.is_regular_body(item)
            && except.is_none_or(|except| self.is_regular_primary(except))
            && !except.is_some_and(|except| self.holds_keyword(except) || self.holds_keyword(&item.primary))
    }

    /// The same without regard to its exclusion.
    fn is_regular_body(&self, item: &'f Item) -> bool {
        let keyword = item.repetition.is_none() && item.look.is_none() && self.is_keyword_primary(&item.primary);
        let parts = || [Some(&item.primary), separator(item)].into_iter().flatten();
        !is_counted(item)
            && parts().all(|part| self.is_regular_primary(part))
            && (keyword || !parts().any(|part| self.holds_keyword(part)))
    }

    fn is_regular_primary(&self, primary: &'f Primary) -> bool {
        let plain = |item: &Item| item.label.is_none() && item.hooks.is_empty() && item.derive.is_none();
        match &primary.kind {
            PrimaryKind::Literal(_) | PrimaryKind::Class(_) | PrimaryKind::Any => true,
            PrimaryKind::AnyToken | PrimaryKind::Text { .. } | PrimaryKind::Layout(..) => false,
            PrimaryKind::Group(_) | PrimaryKind::Rule(_) => self.group(primary).is_some_and(|alternatives| {
                alternatives.iter().all(|alternative| {
                    alternative.annotations.is_empty()
                        && alternative.items.iter().all(|item| plain(item) && self.is_regular(item))
                })
            }),
        }
    }

    /// Whether a rule is regular by itself: it does not hold itself, and depends on no label.
    fn is_regular_rule(&self, name: &'f str, above: &[&str]) -> bool {
        let alternatives = &self.written[name].alternatives;
        let mut parts = mentioned(alternatives);
        parts.extend(self.skip.filter(|_| !self.exact.contains(name)));
        let above = [above, &[name]].concat();
        let is_free =
            |item: &&Item| item.derive.is_none() && !is_counted(item) && !primaries(item).any(is_back_reference);
        items(alternatives).iter().all(is_free)
            && parts.into_iter().all(|part| !above.contains(&part) && self.is_regular_rule(part, &above))
    }

    /// Whether an item is a keyword, or a choice of nothing but keywords.
    fn is_keyword(&self, item: &'f Item) -> bool {
        item.repetition.is_none()
            && item.except.is_none()
            && item.look.is_none()
            && self.is_keyword_primary(&item.primary)
    }

    fn is_keyword_primary(&self, primary: &'f Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(literal) => self.is_keyword_text(literal),
            _ => self.group(primary).is_some_and(|alternatives| {
                let only = |one: &'f Alternative| matches!(&one.items[..], [only] if self.is_keyword(only));
                alternatives.iter().all(only)
            }),
        }
    }

    fn holds_keyword(&self, primary: &'f Primary) -> bool {
        match &primary.kind {
            PrimaryKind::Literal(literal) => self.is_keyword_text(literal),
            _ => self.group(primary).into_iter().flatten().flat_map(|alternative| &alternative.items).any(|item| {
                let parts = [Some(&item.primary), separator(item), item.except.as_ref()];
                parts.into_iter().flatten().any(|part| self.holds_keyword(part))
            }),
        }
    }

    fn is_keyword_text(&self, literal: &Literal) -> bool {
        self.keywords.contains(&(bytes(literal), literal.fold))
    }

    /// Finds the literals that are texts of the `%word`.
    fn find_keywords(&mut self) {
        let Some(word) = self.word else { return };
        let word = self.choice(OPERAND, &self.written[word].alternatives);
        let rules: Vec<&'f Written> = self.written.values().copied().collect();
        for primary in rules.iter().flat_map(|rule| items(&rule.alternatives)).flat_map(primaries) {
            if let PrimaryKind::Literal(literal) = &primary.kind {
                let text = bytes(literal);
                let matches = |text: &[u8]| is_text(&self.exprs, word, text);
                let found = !text.is_empty() && (matches(&text) || literal.fold && matches(&text.to_ascii_lowercase()));
                self.keywords.extend(found.then_some((text, literal.fold)));
            }
        }
    }
}

fn has(rule: &Written, modifier: ModifierKind) -> bool {
    rule.modifiers.iter().any(|written| written.kind == modifier)
}

/// All items, those of groups included.
fn items(alternatives: &[Alternative]) -> Vec<&Item> {
    let mut open: Vec<&Item> = alternatives.iter().flat_map(|alternative| &alternative.items).collect();
    let mut all = Vec::new();
    while let Some(item) = open.pop() {
        all.push(item);
        for primary in primaries(item) {
            if let PrimaryKind::Group(alternatives) = &primary.kind {
                open.extend(alternatives.iter().flat_map(|alternative| &alternative.items));
            }
        }
    }
    all
}

fn primaries(item: &Item) -> impl Iterator<Item = &Primary> {
    [Some(&item.primary), separator(item), item.except.as_ref()].into_iter().flatten()
}

/// The rules that are mentioned.
fn mentioned(alternatives: &[Alternative]) -> Vec<&str> {
    let names = items(alternatives).into_iter().flat_map(primaries).filter_map(|primary| match &primary.kind {
        PrimaryKind::Rule(name) => Some(name.text.as_str()),
        _ => None,
    });
    names.collect()
}

fn separator(item: &Item) -> Option<&Primary> {
    match item.repetition.as_ref().map(|repetition| &repetition.kind) {
        Some(RepetitionKind::Separated(separator) | RepetitionKind::SeparatedSome(separator)) => Some(separator),
        _ => None,
    }
}

fn is_back_reference(primary: &Primary) -> bool {
    matches!(primary.kind, PrimaryKind::Text { .. })
}

/// Whether an item is a primary and nothing else.
fn is_bare(item: &Item) -> bool {
    let said = item.label.is_some() || item.look.is_some() || item.repetition.is_some() || item.except.is_some();
    !said && item.derive.is_none() && item.hooks.is_empty()
}

/// Whether an item is the rule itself, as an operand.
fn is_itself(item: &Item, name: &str) -> bool {
    let named = matches!(&item.primary.kind, PrimaryKind::Rule(rule) if rule.text == name);
    named && item.repetition.is_none() && item.look.is_none()
}

/// `@left(p)`, `@right(p)` or `@none(p)`.
fn level(alternative: &Alternative) -> Option<(u32, &str)> {
    let hook =
        alternative.annotations.iter().find(|hook| matches!(hook.name.text.as_str(), "left" | "right" | "none"))?;
    Some((hook.arguments.first()?.value.text.parse().ok()?, &hook.name.text))
}

/// `text(l)` or `text_ci(l)`.
fn text_of(value: &Expression) -> Option<(&str, bool)> {
    let ExpressionKind::Call { function, labels } = &value.kind else { return None };
    Some((&labels.first()?.text, function.text == "text_ci"))
}

fn bytes(literal: &Literal) -> Vec<u8> {
    let of = |unit: &Unit| match *unit {
        Unit::Char(c) => c.to_string().into_bytes(),
        Unit::Hex(byte) => vec![byte],
    };
    literal.units.iter().flat_map(of).collect()
}

/// Whether it takes several bytes.
fn is_wide(unit: Unit) -> bool {
    !character(unit).is_ascii() && matches!(unit, Unit::Char(_))
}

fn character(unit: Unit) -> char {
    match unit {
        Unit::Char(c) => c,
        Unit::Hex(byte) => byte.into(),
    }
}

fn code(unit: Unit) -> u8 {
    u8::try_from(character(unit)).expect("it is one byte")
}

/// Whether nothing but its text is said of an item.
fn is_alone(item: &Item) -> bool {
    item.label.is_none() && item.hooks.is_empty() && item.except.is_none()
}

/// Whether an item is optional, or a choice with an empty alternative. Nothing is skipped after an empty text.
fn may_be_nothing(item: &Item) -> bool {
    match (&item.repetition, &item.primary.kind) {
        (Some(repetition), _) => matches!(repetition.kind, RepetitionKind::Optional),
        (None, PrimaryKind::Group(alternatives)) => {
            let is_nothing = |item: &Item| item.look.is_some() || may_be_nothing(item);
            alternatives.iter().any(|alternative| alternative.items.iter().all(is_nothing))
        }
        _ => false,
    }
}
