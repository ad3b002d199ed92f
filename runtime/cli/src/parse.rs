//! `parse`: the tree of an input, or its syntax error.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};
use clap::ValueEnum;

use super::pattern::Patterns;
use super::status::{Failure, Status, say};
use super::terminal::Terminal;
use super::{Subject, input, show, start};
use grammarc_core::grammar::Grammar;
use grammarc_core::parse::{EngineChoice, ErrorKind, Outcome, ParseError};
use grammarc_core::tree::Tree;
use grammarc_trial::oracle::shown;

/// Options of `parse`.
#[derive(Debug, Clone, clap::Args)]
pub struct ParseArgs {
    /// The input; `-` is standard input
    pub input: PathBuf,
    /// Output format of the tree
    #[arg(long, default_value = "tree")]
    pub format: Format,
    /// Largest number of nodes in a picture (`dot`, `svg`)
    #[arg(long, value_name = "N", default_value_t = 5000)]
    pub max_nodes: usize,
    /// Print only the subtree at this path. For example, `0.2` is the third child of the root's first child. Only printed children
    /// count
    #[arg(long, value_name = "PATH", conflicts_with = "pattern", value_parser = path)]
    pub path: Option<TreePath>,
    /// Parse a text of this rule or token instead of the start rule
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,
    /// Parsing engine; all build the same tree
    #[arg(long, default_value = "auto")]
    pub engine: Engine,
    /// Test whether the input matches a pattern file of `generalize -p`, and print the contents of the pattern's holes. Several files are
    /// combined by `and`, `or`, `not` and parentheses
    #[arg(long, value_name = "FORMULA")]
    pub pattern: Option<String>,
}

/// How a tree is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One indented line for each node
    Tree,
    /// One JSON object
    Json,
    /// A graph for Graphviz
    Dot,
    /// A picture
    Svg,
}

/// Which engine parses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    /// Deterministic engine, with Earley as a fallback
    Auto,
    /// Deterministic engine only: generated code in a compiled crate, an interpreter in `grammarc`
    Generated,
    /// Earley only
    Earley,
}

impl From<Engine> for EngineChoice {
    fn from(engine: Engine) -> Self {
        match engine {
            Engine::Auto => Self::Auto,
            Engine::Generated => Self::Engine,
            Engine::Earley => Self::Earley,
        }
    }
}

/// Most violations that are shown, because each takes time that grows with the input.
const MOST_VIOLATIONS: usize = 100;

/// Parses and prints.
///
/// # Errors
/// If the input cannot be read or does not parse, or the tree cannot be written.
pub fn run(subject: Subject<'_>, args: &ParseArgs, terminal: Terminal) -> Result<Status, Failure> {
    let part = start::language(subject.language, args.start.as_deref())?;
    let subject = part.as_ref().map_or(subject, |language| Subject { language, ..subject });
    let patterns = patterns(subject, args)?;
    let text = input::read(&args.input)?;
    let grammar = &subject.language.grammar;
    let (tree, violations) = match subject.language.parsing().by(args.engine.into()).judge(&text) {
        Outcome::Valid(tree) => (tree, Vec::new()),
        Outcome::Invalid(tree, violations) => (tree, violations),
        Outcome::NoParse(error) => {
            say(&draw(subject, &args.input, &error, terminal));
            return Ok(Status::No);
        }
    };
    if let Some(patterns) = patterns {
        let matched = patterns.matched(subject.language, &text, &tree);
        let is_json = args.format == Format::Json;
        let said = if is_json { format!("{}\n", matched.json(&args.input)) } else { matched.lines(&args.input) };
        io::stdout().lock().write_all(said.as_bytes())?;
        return Ok(if matched.holds() { Status::Done } else { Status::No });
    }
    print(grammar, &text, &tree, args)?;
    for violation in violations.iter().take(MOST_VIOLATIONS) {
        let error = ParseError::violation(grammar, &text, &tree, violation);
        say(&draw(subject, &args.input, &error, terminal));
    }
    if violations.len() > MOST_VIOLATIONS {
        say(&format!("note: {} more errors", violations.len() - MOST_VIOLATIONS));
    }
    Ok(if violations.is_empty() { Status::Done } else { Status::No })
}

/// Prints the tree, or the part of it at `--path`.
fn print(grammar: &Grammar, text: &[u8], tree: &Tree, args: &ParseArgs) -> Result<(), Failure> {
    let mut shown = tree.one_root(grammar);
    if let Some(path) = &args.path {
        shown = Cow::Owned(below(grammar, &shown, path)?);
    }
    if matches!(args.format, Format::Dot | Format::Svg) {
        refuse_large(show::size(&shown), args.max_nodes)?;
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.format {
        Format::Tree => show::tree(grammar, text, &shown, &mut out)?,
        Format::Json => show::json(grammar, text, &shown, &mut out)?,
        Format::Dot => show::dot(grammar, text, &shown, &mut out)?,
        Format::Svg => show::svg(grammar, text, &shown, &mut out)?,
    }
    Ok(out.flush()?)
}

/// A path into a tree: which child to take at each step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreePath(Vec<usize>);

/// Reads a path. Nothing is the root.
fn path(word: &str) -> Result<TreePath, String> {
    let step =
        |step: &str| step.parse().map_err(|_| format!("`{step}` is not a child number; write a path such as 0.0.1"));
    word.split('.').filter(|_| !word.is_empty()).map(step).collect::<Result<_, _>>().map(TreePath)
}

/// Returns the tree below a path.
fn below(grammar: &Grammar, tree: &Tree, TreePath(path): &TreePath) -> Result<Tree, Failure> {
    let mut node = tree.root();
    for (taken, &child) in path.iter().enumerate() {
        node = tree.children(node).nth(child).ok_or_else(|| {
            let so_far: Vec<String> = path[..taken].iter().map(usize::to_string).collect();
            let place = if taken == 0 { "the root".to_owned() } else { format!("the node at {}", so_far.join(".")) };
            let (name, count) = (grammar.name(tree.node(node).symbol), tree.children(node).count());
            let noun = if count == 1 { "child" } else { "children" };
            Failure::no(format!("no child {child} of {place}: `{name}` has {count} {noun}, counted from 0"))
        })?;
    }
    Ok(tree.cut(node))
}

/// Reads the patterns of `--pattern`, if it is given.
fn patterns(subject: Subject<'_>, args: &ParseArgs) -> Result<Option<Patterns>, Failure> {
    let Some(formula) = &args.pattern else { return Ok(None) };
    if matches!(args.format, Format::Dot | Format::Svg) {
        return Err(Failure::usage("--pattern cannot draw a picture: use `--format json` or leave `--format` out"));
    }
    Patterns::read(formula, subject.language).map(Some)
}

/// Refuses a tree with too many nodes, because a picture of a million nodes is unreadable, and few programs can open it.
fn refuse_large(nodes: usize, most: usize) -> Result<(), Failure> {
    if nodes <= most {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "the tree has {nodes} nodes, too many for a picture\n\
         help: add `--max-nodes {nodes}` to draw it anyway; `--format tree` and `--format json` have no limit"
    )))
}

/// Draws a syntax error: the place, the line, and under a caret the constructs that were expected.
fn draw(subject: Subject<'_>, path: &Path, error: &ParseError, terminal: Terminal) -> String {
    let path = shown(path);
    let is_limit = error.kind == ErrorKind::Limit && !error.expected.is_empty();
    if !matches!(error.kind, ErrorKind::Unexpected | ErrorKind::Violation) && !is_limit {
        let title = Level::ERROR.primary_title(error.message());
        return renderer(terminal).render(&[title.element(Origin::path(path))]);
    }
    let (excerpt, before) = error.excerpt();
    let mut bounds = excerpt.char_indices().map(|(place, _)| place).chain([excerpt.len()]).skip(before);
    let start = bounds.next().unwrap_or(excerpt.len());
    let caret = start..bounds.nth(error.width() - 1).unwrap_or(excerpt.len()).max(start);
    let mark = AnnotationKind::Primary.span(caret).label(error.message());
    let snippet = Snippet::source(excerpt).line_start(error.line).annotation(mark);
    let wrong = match error.kind {
        ErrorKind::Violation => "invalid",
        ErrorKind::Limit => "not decided",
        _ => "not",
    };
    let title = format!("{wrong} in the language `{}` ({})", subject.language.name, subject.why);
    // Of a long line only a part is shown, where the renderer would count columns from its beginning.
    let mut report = if error.column == before + 1 {
        Level::ERROR.primary_title(title).element(snippet.path(path))
    } else {
        let title = format!("{title}, at {path}:{}:{}", error.line, error.column);
        Level::ERROR.primary_title(title).element(snippet)
    };
    if is_limit {
        report = report
            .element(Level::HELP.message("`grammarc check` shows short texts that have two trees, and what decides"));
    }
    renderer(terminal).render(&[report])
}

fn renderer(terminal: Terminal) -> Renderer {
    if terminal.is_coloured() { Renderer::styled() } else { Renderer::plain() }
}
