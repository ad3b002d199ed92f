//! Inputs that are archives or compressed: the commands by which such an input is unpacked, reduced and packed again.

use std::ffi::OsStr;
use std::path::Path;

use grammarc_trial::oracle::quoted;

/// A format of archives or of compressed files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    /// Also DOCX, XLSX, ODT, JAR, APK and EPUB.
    Zip,
    Tar,
    /// Compressed by the program of this name; perhaps an archive of tar inside.
    Compressed(&'static str),
}

/// The programs that compress, with the first bytes of their files.
const COMPRESSORS: [(&str, &[u8]); 4] =
    [("gzip", b"\x1f\x8b"), ("xz", b"\xfd7zXZ\0"), ("zstd", b"\x28\xb5\x2f\xfd"), ("bzip2", b"BZh")];
/// Where an archive of tar says that it is one.
const TAR_MAGIC_OFFSET: usize = 257;

impl Container {
    /// Returns the format of an input by its first bytes.
    pub(super) fn of(input: &[u8]) -> Option<Self> {
        if input.starts_with(b"PK\x03\x04") || input.starts_with(b"PK\x05\x06") {
            return Some(Self::Zip);
        }
        if input.get(TAR_MAGIC_OFFSET..).is_some_and(|rest| rest.starts_with(b"ustar")) {
            return Some(Self::Tar);
        }
        COMPRESSORS.iter().find(|(_, magic)| input.starts_with(magic)).map(|(name, _)| Self::Compressed(name))
    }

    /// Returns the note for the user, with the lines to type. For `grep -q x {}` on a ZIP archive the test becomes
    /// `sh -c 'shift; zip -qr ../a.zip . && exec "$@"' sh {} grep -q x ../a.zip`.
    pub(super) fn note(self, input: &Path, command: &[impl AsRef<OsStr>], placeholder: &str) -> String {
        let file = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = file.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("unpacked").to_owned();
        let is_tar = self == Self::Tar || file.contains(".tar.") || file.ends_with(".tgz");
        let [input, name, packed] = [input.as_os_str(), OsStr::new(&stem), OsStr::new(&file)].map(quoted);
        let (what, unpack, pack) = match self {
            Self::Zip => ("a ZIP archive", format!("unzip -q {input} -d {name}"), format!("zip -qr ../{packed} .")),
            Self::Tar => (
                "a tar archive",
                format!("mkdir {name} && tar -xf {input} -C {name}"),
                format!("tar -cf ../{packed} ."),
            ),
            Self::Compressed(program) if is_tar => (
                "a compressed archive",
                format!("mkdir {name} && {program} -dc {input} | tar -xf - -C {name}"),
                format!("tar -cf - . | {program} -c > ../{packed}"),
            ),
            Self::Compressed(program) => {
                let unpack = format!("{program} -dc {input} > {name}");
                return advice(
                    "compressed",
                    &unpack,
                    &name,
                    &format!("{program} -c \"$1\" > {packed}"),
                    &packed,
                    (command, placeholder),
                );
            }
        };
        advice(what, &unpack, &name, &pack, &format!("../{packed}"), (command, placeholder))
    }
}

/// Puts the lines together. `packed` is where the test finds the packed candidate.
fn advice(
    what: &str,
    unpack: &str,
    name: &str,
    pack: &str,
    packed: &str,
    (command, placeholder): (&[impl AsRef<OsStr>], &str),
) -> String {
    let words: Vec<String> = command.iter().map(|word| quoted(word.as_ref())).collect();
    let has_place = words.iter().any(|word| word.contains(placeholder));
    let word =
        |word: &String| if word.contains(placeholder) { word.replace(placeholder, packed) } else { word.clone() };
    let mut words: Vec<String> = words.iter().map(word).collect();
    words.extend((!has_place).then(|| packed.to_owned()));
    let script = quoted(OsStr::new(&format!("{pack} && shift && exec \"$@\"")));
    format!(
        "the input is {what}, and most changes of packed bytes only break it\n\
         help: unpack it, and let the test pack each candidate:\n  {unpack}\n  grammarc reduce {name} -- sh -c {script} sh {{}} {}",
        words.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::Container;

    #[test]
    fn archives_are_known_by_their_first_bytes() {
        let mut tar = vec![b'a'; 257];
        tar.extend(b"ustar\0");
        for (input, container) in [
            (&b"PK\x03\x04rest"[..], Some(Container::Zip)),
            (&tar, Some(Container::Tar)),
            (b"\x1f\x8b\x08\0", Some(Container::Compressed("gzip"))),
            (b"\x28\xb5\x2f\xfd\x04", Some(Container::Compressed("zstd"))),
            (b"\xfd7zXZ\0\0", Some(Container::Compressed("xz"))),
            (b"PKZIP is a program", None),
            (b"", None),
        ] {
            assert_eq!(Container::of(input), container);
        }
    }

    #[test]
    fn the_advice_has_the_lines_to_type() {
        let lines = |container: Container, input: &str, command: &[&str]| {
            let note = container.note(Path::new(input), command, "{}");
            note.lines().skip(2).map(|line| line.trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            lines(Container::Zip, "in/d.docx", &["./test.sh"]),
            [
                "unzip -q in/d.docx -d d",
                "grammarc reduce d -- sh -c 'zip -qr ../d.docx . && shift && exec \"$@\"' sh {} ./test.sh ../d.docx"
            ]
        );
        assert_eq!(
            lines(Container::Compressed("gzip"), "a.tar.gz", &["prog", "-x", "{}", "-q"]),
            [
                "mkdir a && gzip -dc a.tar.gz | tar -xf - -C a",
                "grammarc reduce a -- sh -c 'tar -cf - . | gzip -c > ../a.tar.gz && shift && exec \"$@\"' sh {} prog -x ../a.tar.gz -q"
            ]
        );
        assert_eq!(
            lines(Container::Compressed("xz"), "log.xz", &["prog"]),
            [
                "xz -dc log.xz > log",
                "grammarc reduce log -- sh -c 'xz -c \"$1\" > log.xz && shift && exec \"$@\"' sh {} prog log.xz"
            ]
        );
    }
}
