//! The files of a folder, as the page of a reduction shows them: one after another, each under its path. An input that is one file is a
//! folder of one file without a path.

use std::ops::Range;

use crate::counted::counted;
use crate::page::{code, visible};
use grammarc_trial::archive::{Form, files};

/// Most files that are shown.
const MAX_FILES: usize = 100;

/// Returns the files of a text with their paths.
pub(super) fn contents(text: &[u8], form: Form) -> Vec<(Vec<u8>, &[u8])> {
    match form {
        Form::File => vec![(Vec::new(), text)],
        Form::Folder => {
            files(text).unwrap_or_default().into_iter().map(|file| (file.path, &text[file.content])).collect()
        }
    }
}

/// Shows the files of the result.
pub(super) fn after(files: &[(Vec<u8>, &[u8])]) -> String {
    let shown = files.iter().take(MAX_FILES).map(|(path, content)| under_path(path, &code::after(content)));
    shown.collect::<String>() + &rest(files.len().saturating_sub(MAX_FILES))
}

/// Shows the files of the input of which something is left, with these parts marked; or the only file. The second value is the size of
/// the parts, in bytes.
pub(super) fn before(files: &[(Vec<u8>, &[u8])], left: impl Fn(&[u8]) -> Vec<Range<usize>>) -> (String, usize) {
    let (mut out, mut kept, mut shown) = (String::new(), 0, 0);
    for (path, content) in files {
        let left = left(path);
        kept += left.iter().map(ExactSizeIterator::len).sum::<usize>();
        if files.len() == 1 || !left.is_empty() && shown < MAX_FILES {
            out += &under_path(path, &code::before(content, &left));
            shown += 1;
        }
    }
    (out + &rest(files.len() - shown), kept)
}

fn under_path(path: &[u8], html: &str) -> String {
    if path.is_empty() { html.to_owned() } else { format!("<h3>{}</h3>\n{html}", visible(path)) }
}

/// Says how many files are not shown.
fn rest(count: usize) -> String {
    if count == 0 { String::new() } else { format!("<p class=\"faint\">Not shown: {}.</p>\n", counted(count, "file")) }
}

#[cfg(test)]
mod tests {
    use super::{after, before, contents};
    use grammarc_trial::archive::Form;

    const ARCHIVE: &[u8] = b"folder a\nfile 644 4 b.c\nx;y;\nend\nfile 644 2 d\nz;\n";

    #[test]
    fn each_file_is_under_its_path() {
        let page = after(&contents(ARCHIVE, Form::Folder));
        assert_eq!(page, "<h3>a/b.c</h3>\n<pre>\nx;y;</pre>\n<h3>d</h3>\n<pre>\nz;</pre>\n");
        assert_eq!(after(&contents(b"x", Form::File)), "<pre>\nx</pre>\n");
    }

    #[test]
    fn what_is_left_is_marked_in_its_file() {
        let left = |path: &[u8]| if path == b"a/b.c" { vec![0..1, 2..3] } else { Vec::new() };
        let (page, kept) = before(&contents(ARCHIVE, Form::Folder), left);
        let file = "<h3>a/b.c</h3>\n<pre>\n<span class=\"left\">x</span>;<span class=\"left\">y</span>;</pre>\n";
        assert_eq!((page, kept), (format!("{file}<p class=\"faint\">Not shown: 1 file.</p>\n"), 2));
        let (page, kept) = before(&contents(b"x", Form::File), |_| Vec::new());
        assert_eq!((page.as_str(), kept), ("<pre>\nx</pre>\n", 0));
    }
}
