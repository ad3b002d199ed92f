//! A page of documentation that a benchmark writes: sections of sentences, tables and plots. So the sentences always stand beside the
//! figures that they are about.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use crate::plot::Plot;
use crate::table::Table;

/// A part of a section.
pub enum Part {
    /// A paragraph, or a list.
    Words(String),
    /// A table.
    Table(Table),
    /// A plot, in a file of its own.
    Plot(Plot),
}

/// Parts below a title.
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The parts below the title, in order.
    pub parts: Vec<Part>,
}

/// A page.
pub struct Page {
    /// The stem of its file, with which the files of its plots begin.
    pub name: &'static str,
    /// The title.
    pub title: &'static str,
    /// The words above the first section.
    pub head: String,
    /// The sections.
    pub sections: Vec<Section>,
}

impl Page {
    /// Writes the page and its plots to `docs/`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self) -> io::Result<()> {
        let folder = docs();
        let mut text = format!("# {}\n\n{}\n", self.title, wrapped(&self.head));
        for Section { title, parts } in &self.sections {
            _ = write!(text, "\n## {title}\n");
            for part in parts {
                match part {
                    Part::Words(words) => _ = write!(text, "\n{}\n", wrapped(words)),
                    Part::Table(table) => _ = write!(text, "\n{table}"),
                    Part::Plot(plot) => {
                        let file = format!("{}-{}.svg", self.name, plot.name);
                        plot.draw(&folder.join(&file))?;
                        _ = write!(text, "\n![{}]({file})\n", plot.caption);
                    }
                }
            }
        }
        std::fs::write(folder.join(self.name).with_extension("md"), text)
    }
}

/// Most characters in a line of sentences, as elsewhere in the repository.
const MAX_LINE_CHARACTERS: usize = 120;

/// Breaks long lines between words. Lines that are indented stay as they are. For example, a sentence of 200 characters takes two lines.
fn wrapped(words: &str) -> String {
    let mut text = String::new();
    for line in words.trim_end().lines() {
        let mut column = 0;
        for (place, word) in line.split(' ').enumerate() {
            let length = word.chars().count();
            let is_full = column + length >= MAX_LINE_CHARACTERS && !line.starts_with("    ");
            match place {
                0 => {}
                _ if is_full => (column, text) = (0, text + "\n"),
                _ => (column, text) = (column + 1, text + " "),
            }
            text += word;
            column += length;
        }
        text += "\n";
    }
    text.truncate(text.trim_end().len());
    text
}

/// Returns the folder of the documentation.
pub fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}
