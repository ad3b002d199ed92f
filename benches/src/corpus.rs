//! The shared corpus beside the repository. It may be missing.

/// Reads a file of the shared corpus, or prints that it is missing.
#[expect(clippy::print_stdout, reason = "a benchmark says what it skips")]
pub fn read(path: &str) -> Option<Vec<u8>> {
    let full = format!("{}/../../shared/corpus/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read(full).ok();
    if text.is_none() {
        println!("skipped: the corpus has no {path} here");
    }
    text
}
