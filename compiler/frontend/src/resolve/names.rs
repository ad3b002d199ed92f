//! Name resolution: duplicate rules, undefined rules, and the start rule.

use std::collections::{HashMap, HashSet};

use grammarc_dsl::ast::{DirectiveKind, ModifierKind, Name};
use grammarc_dsl::diagnostic::{Diagnostic, Place, Problem, closest};

use super::{Definition, FileDirectives, FileLayout, Program};
use crate::import::{Source, Sources};
use crate::walk;

/// Numbers all rules and resolves directives. Later definitions of a name are reported and then unreachable.
pub(super) fn collect<'a>(sources: &'a Sources, found: &mut Vec<Diagnostic>) -> Program<'a> {
    let mut rules = Vec::new();
    let mut own: Vec<HashMap<String, usize>> = Vec::new();
    for (file, source) in sources.files.iter().enumerate() {
        let mut names = HashMap::new();
        for rule in walk::rules(&source.file) {
            let number = rules.len();
            rules.push(Definition { file, rule, name: rule.name.text.clone() });
            let first = *names.entry(rule.name.text.clone()).or_insert(number);
            if first != number {
                found.push(duplicate(&rules, first, number));
            }
        }
        own.push(names);
    }
    let names = (0..sources.files.len()).map(|file| visible(sources, file, &own, &rules, found)).collect();
    let encoding = sources.files[0].encoding();
    let items = rules.iter().map(|definition| walk::items(&definition.rule.alternatives)).collect();
    let (files, parts, exact, productive) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut program = Program {
        sources,
        rules,
        files,
        names,
        parts,
        items,
        start: None,
        starts: Vec::new(),
        encoding,
        exact,
        productive,
    };
    rename(&mut program);
    program.parts = (0..program.rules.len()).map(|rule| parts_of(&program, rule)).collect();
    program.files = (0..sources.files.len()).map(|file| options(&program, file, found)).collect();
    program.starts = starts(&program, found);
    program.start = program.starts.first().copied();
    program.exact = exact_of(&program);
    program
}

fn duplicate(rules: &[Definition], first: usize, second: usize) -> Diagnostic {
    let name = &rules[second].rule.name;
    let first = Place { file: rules[first].file, span: rules[first].rule.name.span.clone() };
    let problem = Problem::DuplicateRule { name: name.text.clone(), first };
    Diagnostic::new(problem, name.span.clone()).in_file(rules[second].file)
}

/// The names that a file knows: its own rules, then those of the files it imports.
fn visible(
    sources: &Sources,
    file: usize,
    own: &[HashMap<String, usize>],
    rules: &[Definition],
    found: &mut Vec<Diagnostic>,
) -> HashMap<String, usize> {
    let mut names = own[file].clone();
    for import in &sources.files[file].imports {
        let mut imported: Vec<(&String, usize)> = own[import.file].iter().map(|(name, &rule)| (name, rule)).collect();
        imported.sort_unstable_by_key(|&(_, rule)| rule);
        for (name, rule) in imported {
            let name = import.alias.as_ref().map_or_else(|| name.clone(), |alias| format!("{alias}.{name}"));
            let known = *names.entry(name.clone()).or_insert(rule);
            if known != rule {
                let first = Place { file: rules[known].file, span: rules[known].rule.name.span.clone() };
                let problem = Problem::DuplicateRule { name, first };
                found.push(Diagnostic::new(problem, import.span.clone()).in_file(file));
            }
        }
    }
    names
}

/// Gives every rule a unique name: its name in the first file, else its own with the stem of its file.
/// For example, `<digit>` of an imported `base.bnf` becomes `base.digit` if the first file has its own `<digit>`.
fn rename(program: &mut Program<'_>) {
    let mut known: Vec<(&String, &usize)> = program.names[0].iter().collect();
    known.sort_unstable();
    let mut chosen: HashMap<usize, String> = known.into_iter().map(|(name, &rule)| (rule, name.clone())).collect();
    let mut taken: HashSet<String> = chosen.values().cloned().collect();
    for (number, definition) in program.rules.iter_mut().enumerate() {
        definition.name = chosen.remove(&number).unwrap_or_else(|| {
            let stem = stem(&program.sources.files[definition.file]);
            let name = &definition.rule.name.text;
            let tries = std::iter::once(format!("{stem}.{name}")).chain((2..).map(|n| format!("{stem}.{name}.{n}")));
            tries.into_iter().find(|name| !taken.contains(name)).unwrap_or_default()
        });
        taken.insert(definition.name.clone());
    }
}

fn stem(source: &Source) -> String {
    let path = std::path::Path::new(&source.name);
    path.file_stem().map_or_else(|| "import".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn options(program: &Program<'_>, file: usize, found: &mut Vec<Diagnostic>) -> FileDirectives {
    let mut options = FileDirectives::default();
    for directive in program.sources.files[file].directives() {
        match &directive.kind {
            DirectiveKind::Skip { rule, .. } => options.skip = known(program, file, rule, found),
            DirectiveKind::Word(rule) => options.word = known(program, file, rule, found),
            DirectiveKind::Layout { line_end, blank } => {
                let rules = [line_end, blank].map(|rule| known(program, file, rule, found));
                options.layout = rules[0].zip(rules[1]).map(|(line_end, blank)| FileLayout { line_end, blank });
            }
            _ => {}
        }
    }
    options
}

/// The rules that a rule mentions.
fn parts_of(program: &Program<'_>, rule: usize) -> Vec<usize> {
    let file = program.rules[rule].file;
    walk::references(program.items(rule)).filter_map(|name| program.lookup(file, &name.text)).collect()
}

/// Marks tokens, `%exact` rules, and the parts of a skipped rule: skipping while skipping would be ambiguous.
fn exact_of(program: &Program<'_>) -> Vec<bool> {
    let is_exact = |rule| program.has(rule, ModifierKind::Token) || program.has(rule, ModifierKind::Exact);
    let mut exact: Vec<bool> = (0..program.rules.len()).map(is_exact).collect();
    let mut reached = vec![false; exact.len()];
    let mut pending: Vec<usize> = program.files.iter().filter_map(|options| options.skip).collect();
    while let Some(rule) = pending.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            exact[rule] = true;
            pending.extend(program.parts(rule));
        }
    }
    exact
}

/// The rule that was chosen from outside, then those of `%start`, else `<start>`, else the first rule.
fn starts(program: &Program<'_>, found: &mut Vec<Diagnostic>) -> Vec<usize> {
    let written = program.sources.files[0].starts();
    let chosen = program.sources.start.as_ref().map(|name| Name { text: name.clone(), span: 0..0 });
    if chosen.is_some() || !written.is_empty() {
        let mut starts: Vec<usize> = Vec::new();
        for name in chosen.iter().chain(written) {
            match known(program, 0, name, found) {
                Some(start) if !starts.contains(&start) => starts.push(start),
                Some(_) => {}
                None => return Vec::new(),
            }
        }
        return starts;
    }
    let first = program.rules.iter().position(|definition| definition.file == 0);
    let start = program.names[0].get("start").copied().or(first);
    // A file that could not be read has no rules either; one complaint is enough.
    if start.is_none() && found.is_empty() {
        found.push(Diagnostic::new(Problem::NoStart, 0..0));
    }
    start.into_iter().collect()
}

/// Reports every use of a rule that nobody defines.
pub(super) fn check(program: &Program<'_>, found: &mut Vec<Diagnostic>) {
    for number in 0..program.rules.len() {
        for name in walk::references(program.items(number)) {
            known(program, program.rules[number].file, name, found);
        }
    }
}

fn known(program: &Program<'_>, file: usize, name: &Name, found: &mut Vec<Diagnostic>) -> Option<usize> {
    let rule = program.lookup(file, &name.text);
    if rule.is_none() {
        let mut names: Vec<&str> = program.names[file].keys().map(String::as_str).collect();
        names.sort_unstable();
        let suggestion = closest(&name.text, names).map(str::to_owned);
        let problem = Problem::UndefinedRule { name: name.text.clone(), suggestion };
        found.push(Diagnostic::new(problem, name.span.clone()).in_file(file));
    }
    rule
}
