//! The files of an import: those that the caller names, and those that they name in turn, such as `import Words;` of ANTLR.

/// A file of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SourceFile {
    /// Its path as it is shown in messages.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    /// Returns its name without folders.
    pub fn name(&self) -> &str {
        self.path.rsplit(['/', '\\']).next().unwrap_or_default()
    }
}

/// Files by their index, which is also that of their places.
pub struct SourceFiles<'a> {
    list: Vec<SourceFile>,
    find: &'a dyn Fn(&str) -> Option<SourceFile>,
}

impl<'a> SourceFiles<'a> {
    /// Starts with the files that the caller names. `find` gives a file that one of them names, such as `Words.g4`: the command
    /// line looks beside the first file.
    pub fn new(list: Vec<SourceFile>, find: &'a dyn Fn(&str) -> Option<SourceFile>) -> Self {
        Self { list, find }
    }

    /// All files so far: those that the caller named, then the others in the order in which they were named.
    pub fn list(&self) -> &[SourceFile] {
        &self.list
    }

    /// The index of a file by its name without folders. It is read if it is not there yet.
    pub fn index_of(&mut self, name: &str) -> Option<usize> {
        if let Some(at) = self.list.iter().position(|file| file.name() == name) {
            return Some(at);
        }
        self.list.push((self.find)(name)?);
        Some(self.list.len() - 1)
    }
}
