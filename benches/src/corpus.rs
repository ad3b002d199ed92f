//! The shared corpus beside the repository. It may be missing. Its files are too large for the repository.

/// Reads a file of the shared corpus, or prints that it is missing. For example, `json/twitter.json` is one.
#[expect(clippy::print_stdout, reason = "a benchmark says what it skips")]
pub fn read(path: &str) -> Option<Vec<u8>> {
    let full = format!("{}/../../shared/corpus/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(full).ok();
    if text.is_none() {
        println!("skipped: the corpus has no {path} here");
    }
    text
}
