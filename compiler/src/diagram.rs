//! Railroad diagrams of every rule of a grammar: one picture, in the order of the files, a click on a name leads to its rule.

mod rail;

use std::fmt::{self, Write as _};

use grammarc_dsl::ast::{DirectiveKind, ModifierKind, Rule};
use railroad::Node;
use railroad::svg::{HDir, Renderer};

use crate::emit::MARK;
use crate::resolve::Program;
use rail::Rail;

/// Empty border around the page, in pixels: the height of about one line.
const MARGIN_PIXELS: i64 = 24;
/// From the top of a rule to its diagram, without its comment, in pixels: one title line.
const TITLE_PIXELS: i64 = 30;
/// Height of one line of a comment, in pixels.
const LINE_PIXELS: i64 = 18;
/// Between two rules, in pixels: more than a comment line, so that each comment clearly belongs to the rule below it.
const GAP_PIXELS: i64 = 26;
/// Most columns of a comment line: a longer line is shortened, because it would widen the page.
const MAX_COMMENT_COLUMNS: usize = 130;
/// Width of one column of a comment, in pixels: wide enough for every usual font.
const COLUMN_PIXELS: i64 = 8;

const STYLE: &str = "\
.railroad text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;text-anchor:middle;fill:#1c2733}\
.railroad .page{fill:#fff;stroke:none}\
.railroad .title{font-size:17px;font-weight:bold;text-anchor:start}\
.railroad .about{font-size:13px;text-anchor:start;fill:#5b6773}\
.railroad .file{font-size:20px;text-anchor:start;fill:#5b6773}\
.railroad path{fill:none;stroke:#68798c;stroke-width:1.5}\
.railroad rect{stroke-width:1.5}\
.railroad .terminal rect{fill:#fdf3d8;stroke:#b9944a}\
.railroad .nonterminal rect{fill:#e6eefa;stroke:#5c80b8}\
.railroad a:hover rect{fill:#c9dcf8}\
.railroad .labeledbox>rect{fill:#8a97a6;fill-opacity:.08;stroke:#8a97a6;stroke-width:1;stroke-dasharray:4}\
.railroad text.comment{font:italic 12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#5b6773}\
.railroad a text.comment{fill:#2f5ea8;text-decoration:underline}\
.railroad g:target .title{fill:#b3261e}\
@media(prefers-color-scheme:dark){.railroad text{fill:#e4e8ed}.railroad .page{fill:#171b21}\
.railroad .about,.railroad .file,.railroad text.comment{fill:#a3afbb}.railroad path{stroke:#8494a5}\
.railroad .terminal rect{fill:#3a3118}.railroad .nonterminal rect{fill:#22324d;stroke:#6e95d0}\
.railroad a:hover rect{fill:#31486f}.railroad a text.comment{fill:#8db4f2}.railroad g:target .title{fill:#ff8a80}}";

/// Draws the rules of all files as one SVG picture.
pub(crate) fn svg(name: &str, program: &Program<'_>) -> String {
    let blocks = blocks(program);
    let width = blocks.iter().map(PageBlock::width).max().unwrap_or(0) + 2 * MARGIN_PIXELS;
    let height = blocks.iter().map(|block| block.height() + GAP_PIXELS).sum::<i64>() + 2 * MARGIN_PIXELS - GAP_PIXELS;
    let mut out = format!("<!-- {MARK} {} from {} -->\n", env!("CARGO_PKG_VERSION"), in_comment(name));
    // A text can always be written to.
    let _ = page(&mut out, &blocks, width, height);
    out
}

/// Draws the same as a page for a browser.
pub(crate) fn html(name: &str, program: &Program<'_>) -> String {
    let svg = svg(name, program);
    let (mark, svg) = svg.split_once('\n').unwrap_or(("", &svg));
    format!(
        "{mark}\n<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>body{{margin:0}}</style>\n{svg}",
        escaped(name)
    )
}

fn page(out: &mut String, blocks: &[PageBlock], width: i64, height: i64) -> fmt::Result {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" class=\"railroad\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, "<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>")?;
    let mut y = MARGIN_PIXELS;
    for block in blocks {
        block.draw(out, y)?;
        y += block.height() + GAP_PIXELS;
    }
    writeln!(out, "</svg>")
}

/// A block of the page; blocks stand below one another.
enum PageBlock {
    /// The beginning of a file: its name, if there are several, and its directives.
    File { name: Option<String>, directives: Vec<String> },
    /// A rule.
    Rule { id: String, title: String, about: Vec<String>, rail: Rail },
}

/// Returns everything that is drawn, in order.
fn blocks(program: &Program<'_>) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let several = program.sources.files.len() > 1;
    for (file, source) in program.sources.files.iter().enumerate() {
        let name = several.then(|| visible(&source.name));
        let directives: Vec<String> = source.directives().filter_map(|it| directive(&it.kind)).collect();
        if several || !directives.is_empty() {
            blocks.push(PageBlock::File { name, directives });
        }
        let own = program.rules.iter().filter(|definition| definition.file == file);
        blocks.extend(own.map(|definition| PageBlock::rule(program, file, &definition.name, definition.rule)));
    }
    blocks
}

/// Returns a directive as text, if it is about the rules: `%skip <ws>`, but not `%encoding`.
fn directive(kind: &DirectiveKind) -> Option<String> {
    match kind {
        DirectiveKind::Start(names) => {
            let names: Vec<String> = names.iter().map(|name| format!(" <{}>", name.text)).collect();
            Some(format!("%start{}", names.concat()))
        }
        DirectiveKind::Skip { rule, .. } => Some(format!("%skip <{}>", rule.text)),
        DirectiveKind::Layout { line_end, blank } => Some(format!("%layout <{}> <{}>", line_end.text, blank.text)),
        DirectiveKind::Word(name) => Some(format!("%word <{}>", name.text)),
        DirectiveKind::Import { path, alias: None } => Some(format!("%import {}", visible(path))),
        DirectiveKind::Import { path, alias: Some(name) } => {
            Some(format!("%import {} as {}", visible(path), name.text))
        }
        DirectiveKind::Encoding(_) | DirectiveKind::Rust(_) => None,
    }
}

impl PageBlock {
    fn rule(program: &Program<'_>, file: usize, name: &str, rule: &Rule) -> Self {
        let modifiers = rule.modifiers.iter().map(|modifier| match modifier.kind {
            ModifierKind::Token => "%token ",
            ModifierKind::Opaque => "%opaque ",
            ModifierKind::Inline => "%inline ",
            ModifierKind::Exact => "%exact ",
        });
        let title = modifiers.collect::<String>() + name;
        let about = rule.doc.iter().map(|line| shortened(&visible(line), MAX_COMMENT_COLUMNS)).collect();
        let rail = rail::RuleSource { program, file, text: &program.sources.files[file].text }.rule(rule);
        Self::Rule { id: name.to_owned(), title, about, rail }
    }

    fn width(&self) -> i64 {
        let columns = |text: &String| text.chars().count() as i64 * COLUMN_PIXELS;
        match self {
            Self::File { name, directives } => name.iter().chain(directives).map(columns).max().unwrap_or(0),
            Self::Rule { title, about, rail, .. } => {
                let texts = about.iter().map(columns).chain([columns(title) * 4 / 3]);
                texts.max().unwrap_or(0).max(rail.width())
            }
        }
    }

    fn height(&self) -> i64 {
        match self {
            Self::File { name, directives } => {
                TITLE_PIXELS * name.iter().len() as i64 + LINE_PIXELS * directives.len() as i64
            }
            Self::Rule { about, rail, .. } => TITLE_PIXELS + LINE_PIXELS * about.len() as i64 + rail.height(),
        }
    }

    fn draw(&self, out: &mut String, top: i64) -> fmt::Result {
        let mut y = top;
        let mut line = |out: &mut String, class: &str, text: &str, height: i64| {
            y += height;
            writeln!(
                out,
                "<text class=\"{class}\" x=\"{MARGIN_PIXELS}\" y=\"{}\">{}</text>",
                y - height / 3,
                escaped(text)
            )
        };
        match self {
            Self::File { name, directives } => {
                name.iter().try_for_each(|name| line(out, "file", name, TITLE_PIXELS))?;
                directives.iter().try_for_each(|text| line(out, "about", text, LINE_PIXELS))
            }
            Self::Rule { id, title, about, rail } => {
                writeln!(out, "<g id=\"{}\">", escaped(id))?;
                line(out, "title", title, TITLE_PIXELS)?;
                about.iter().try_for_each(|text| line(out, "about", text, LINE_PIXELS))?;
                let geometry = rail.compute_geometry();
                rail.render_with_geometry(&mut Renderer::new(out), MARGIN_PIXELS, y, HDir::LTR, &geometry)?;
                writeln!(out, "</g>")
            }
        }
    }
}

/// Escapes invisible characters and those that XML forbids, as the grammar language does. A blank becomes a no-break space, because
/// SVG collapses plain ones.
fn visible(text: &str) -> String {
    let show = |c: char| match c {
        ' ' => "\u{a0}".to_owned(),
        '\n' | '\r' | '\t' => c.escape_debug().to_string(),
        _ if c.escape_debug().next() == Some('\\') && !matches!(c, '\\' | '"' | '\'') => c.escape_unicode().to_string(),
        _ => c.to_string(),
    };
    text.chars().map(show).collect()
}

/// Returns a text of at most `most` characters: a longer one loses its middle.
fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most * 2 / 3).collect();
    let tail: String = text.chars().skip(count - (most - most * 2 / 3 - 1)).collect();
    format!("{head}…{tail}")
}

/// Returns a text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns a name as it can stand in a comment, which must not hold two dashes.
fn in_comment(name: &str) -> String {
    visible(name).replace('-', "- ").replace('>', "")
}
