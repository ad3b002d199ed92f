//! Diagnostics of grammar files, drawn like those of rustc.
//!
//! A [`Problem`] has a code, a message and advice; a [`Diagnostic`] adds the place. Passes collect all that they find; [`render`]
//! sorts them by place and draws them.

mod problem;
mod slip;
mod suggest;
mod syntax;

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

pub use problem::{Problem, Severity};
pub use slip::Slip;
pub use suggest::closest;
pub use syntax::Syntax;

/// A grammar file as the user knows it: imports make several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source<'a> {
    /// The path to show.
    pub path: &'a str,
    /// The whole text.
    pub text: &'a str,
}

/// A place in one of several grammar files.
/// For example, a warning about a second definition refers to the place of the first one, which may be in an imported file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Which file: an index into the sources given to [`render`]; 0 is the file that the user named.
    pub file: usize,
    /// Byte range in its text.
    pub span: Range<usize>,
}

/// A kind of problem that [`render`] can draw: [`Problem`], or that of a reader of another notation.
pub trait Complaint {
    /// Returns its number in the reference, for example `G001`.
    fn code(&self) -> Option<&'static str>;
    /// Returns whether the file can be used all the same.
    fn severity(&self) -> Severity;
    /// Returns the sentence that stands above the source.
    fn message(&self) -> String;
    /// Returns the words beside the place itself.
    fn label(&self) -> String;
    /// Returns advice.
    fn help(&self) -> Option<String>;
    /// Returns other places that the reader must see, with the words beside them.
    fn related(&self) -> Vec<(Place, &'static str)>;
}

impl Complaint for Problem {
    fn code(&self) -> Option<&'static str> {
        self.code()
    }

    fn severity(&self) -> Severity {
        self.severity()
    }

    fn message(&self) -> String {
        self.message()
    }

    fn label(&self) -> String {
        self.label()
    }

    fn help(&self) -> Option<String> {
        self.help()
    }

    fn related(&self) -> Vec<(Place, &'static str)> {
        self.related()
    }
}

/// One complaint about a grammar, pointing into its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic<P = Problem> {
    /// The mistake, with the names that its message needs.
    pub problem: P,
    /// Byte range in the text of the file.
    pub span: Range<usize>,
    /// Which file: an index into the sources given to [`render`]; 0 is the file that the user named.
    pub file: usize,
}

impl<P: Complaint> Diagnostic<P> {
    /// Makes a diagnostic in the first file, which is the only one unless there are imports.
    pub fn new(problem: P, span: Range<usize>) -> Self {
        Self { problem, span, file: 0 }
    }

    /// Moves the span to another file. Places within the problem name their own.
    #[must_use]
    pub fn in_file(mut self, file: usize) -> Self {
        self.file = file;
        self
    }

    /// Returns whether the grammar has errors.
    pub fn is_error(&self) -> bool {
        self.problem.severity() == Severity::Error
    }
}

/// Whether [`render`] uses terminal colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Color {
    /// Plain text.
    #[default]
    Never,
    /// ANSI escapes.
    Always,
}

/// Most diagnostics drawn. More would not be read, and each may show a long line.
const MAX_DRAWN_DIAGNOSTICS: usize = 100;

/// Draws the diagnostics, sorted by file and place, with an empty line between two. Of more than a hundred it draws only the first,
/// errors before warnings, and then their number. Ends with a newline unless there are none. A place outside its text is moved to
/// the nearest one inside.
pub fn render<P: Complaint>(diagnostics: &[Diagnostic<P>], sources: &[Source<'_>], color: Color) -> String {
    let renderer = match color {
        Color::Never => Renderer::plain(),
        Color::Always => Renderer::styled(),
    };
    let mut sorted: Vec<&Diagnostic<P>> = diagnostics.iter().collect();
    let more = sorted.len().saturating_sub(MAX_DRAWN_DIAGNOSTICS);
    if more > 0 {
        sorted.sort_by_key(|diagnostic| !diagnostic.is_error());
        sorted.truncate(MAX_DRAWN_DIAGNOSTICS);
    }
    sorted.sort_by_key(|diagnostic| (diagnostic.file, diagnostic.span.start, diagnostic.span.end));
    let mut drawn: Vec<String> = sorted.into_iter().map(|diagnostic| draw(diagnostic, sources, &renderer)).collect();
    if more > 0 {
        let title = Level::NOTE.primary_title(format!("{more} more errors and warnings"));
        drawn.push(renderer.render(&[Group::with_title(title)]));
    }
    let mut text = drawn.join("\n\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Draws one complaint: title, place with label, the places it refers to, advice.
fn draw<P: Complaint>(diagnostic: &Diagnostic<P>, sources: &[Source<'_>], renderer: &Renderer) -> String {
    let problem = &diagnostic.problem;
    let level = match problem.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(problem.message());
    if let Some(code) = problem.code() {
        title = title.id(code);
    }
    let mut group = Group::with_title(title);
    for snippet in snippets(diagnostic, sources) {
        group = group.element(snippet);
    }
    if let Some(help) = problem.help() {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// Returns one snippet for each file that is pointed into. The file of the diagnostic comes first.
fn snippets<'a, P: Complaint>(diagnostic: &Diagnostic<P>, sources: &[Source<'a>]) -> Vec<Snippet<'a, Annotation<'a>>> {
    let related = diagnostic.problem.related();
    let excerpt = |file: usize| sources.get(file).map(|source| Excerpt::of(*source, diagnostic, file));
    let Some(mut main) = excerpt(diagnostic.file) else { return Vec::new() };
    main.mark(AnnotationKind::Primary, &diagnostic.span, diagnostic.problem.label());
    let mut other = Vec::new();
    for (place, label) in related {
        if place.file == diagnostic.file {
            main.mark(AnnotationKind::Context, &place.span, label.to_owned());
        } else if let Some(mut excerpt) = excerpt(place.file) {
            excerpt.mark(AnnotationKind::Context, &place.span, label.to_owned());
            other.push(excerpt);
        }
    }
    std::iter::once(main).chain(other).map(Excerpt::into_snippet).collect()
}

/// The lines of a source around its places. The library searches the whole text that it is given, so this keeps a grammar of many
/// megabytes as fast to draw as a small one.
struct Excerpt<'a> {
    path: &'a str,
    text: &'a str,
    /// Where `text` begins in the file.
    start: usize,
    first_line: usize,
    annotations: Vec<Annotation<'a>>,
}

impl<'a> Excerpt<'a> {
    fn of<P: Complaint>(source: Source<'a>, diagnostic: &Diagnostic<P>, file: usize) -> Self {
        let own = (diagnostic.file == file).then_some(&diagnostic.span);
        let related = diagnostic.problem.related();
        let spans = related.iter().filter(|(place, _)| place.file == file).map(|(place, _)| &place.span).chain(own);
        let (mut low, mut high) = (source.text.len(), 0);
        for span in spans {
            low = low.min(span.start);
            high = high.max(span.end);
        }
        let low = floor(source.text, low);
        let high = floor(source.text, high).max(low);
        let start = source.text[..low].rfind('\n').map_or(0, |newline| newline + 1);
        let end = source.text[high..].find('\n').map_or(source.text.len(), |newline| high + newline);
        let first_line = 1 + source.text[..start].bytes().filter(|&byte| byte == b'\n').count();
        Self { path: source.path, text: &source.text[start..end], start, first_line, annotations: Vec::new() }
    }

    fn mark(&mut self, kind: AnnotationKind, span: &Range<usize>, label: String) {
        let start = floor(self.text, span.start.saturating_sub(self.start));
        let end = floor(self.text, span.end.saturating_sub(self.start)).max(start);
        self.annotations.push(kind.span(start..end).label(label));
    }

    fn into_snippet(self) -> Snippet<'a, Annotation<'a>> {
        Snippet::source(self.text).path(self.path).line_start(self.first_line).annotations(self.annotations)
    }
}

/// The nearest character boundary at or before `at`.
/// For example, in `é` (two bytes) the byte 1 is no boundary, so it becomes 0.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}
