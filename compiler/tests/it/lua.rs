//! Chunks of the bundled language `lua`, as Lua's own compiler reads them: it accepts what the hooks accept.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, io};

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::Outcome;

use crate::common::bundled;
use crate::skipped::skipped;

/// Whether Lua 5.4 compiles a chunk, and what it says; none where it is not installed.
fn luac(folder: &Path, chunk: &[u8]) -> Option<Result<(), String>> {
    let path = folder.join("chunk.lua");
    fs::write(&path, chunk).expect("the folder can be written to");
    match Command::new("luac5.4").arg("-p").arg(&path).stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => Some(Ok(())),
        Ok(output) => Some(Err(String::from_utf8_lossy(&output.stderr).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skipped("luac5.4, which is in Debian's package lua5.4");
            None
        }
        Err(error) => panic!("luac5.4 does not start: {error}"),
    }
}

#[test]
fn what_is_generated_loads() {
    let language = bundled("lua");
    let folder = tempfile::tempdir().expect("a folder can be made");
    for seed in 1..=400 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 16).expect("there are texts");
        let Some(loaded) = luac(folder.path(), &text) else { return };
        assert_eq!(loaded, Ok(()), "seed {seed}: {}", text.escape_ascii());
    }
}

/// Chunks of which the hooks decide whether they are right, and whether they are.
const CHUNKS: [(&str, bool); 46] = [
    // `break` in a loop of its function.
    ("break", false),
    ("while a do break; break end", true),
    ("repeat break until a", true),
    ("for i = 1, 2 do if i then break end end", true),
    ("for k in a do local function f() break end end", false),
    ("while a do end break", false),
    // `...` where there are more arguments.
    ("return ...", true),
    ("function f() return ... end", false),
    ("function f(a, ...) return ... end", true),
    ("function f(...) return function() return ... end end", false),
    ("function f() return function(...) return ... end end", true),
    // One variable that is closed in a statement.
    ("local a <close>, b <close> = c", false),
    ("local a <const>, b <close>, c <const> = d", true),
    ("local a <close> = b local c <close> = d", true),
    ("local a <close>, b = function() local c <close> = d end", true),
    // Labels are known in their block and the blocks in it.
    ("goto a", false),
    ("goto a ::a::", true),
    ("::a:: goto a", true),
    ("do goto a end ::a::", true),
    ("goto a do ::a:: end", false),
    ("::a:: while b do goto a end", true),
    // Not in another function.
    ("::a:: function f() goto a end", false),
    ("function f() goto a end ::a::", false),
    ("function f() ::a:: goto a end ::a::", true),
    // No two that are known at one place have one name.
    ("::a:: ::a::", false),
    ("::a:: do ::a:: end", false),
    ("do ::a:: end ::a::", true),
    ("do ::a:: end do ::a:: end", true),
    ("::a:: local b ::a::", false),
    // Nothing jumps to where a variable is known, unless that is the end of its block.
    ("goto a local b ::a:: c()", false),
    ("goto a local function b() end ::a:: c()", false),
    ("goto a local b ::a::", true),
    ("goto a local b ::a:: ; ::c:: ; --[==[ d ]==] -- e", true),
    ("do goto a local b ::a:: end c()", true),
    ("do goto a local b ::a:: return end", false),
    ("if b then goto a local c ::a:: else d() end", true),
    ("if b then goto a local c ::a:: elseif d then end", true),
    ("repeat goto a local b ::a:: until c", false),
    ("while b do local c goto a local d ::a:: end", true),
    ("::a:: local b goto a", true),
    ("local b do goto a end ::a:: c()", true),
    ("do goto a end local b ::a:: c()", false),
    ("do local b goto a end ::a:: c()", true),
    ("while b do repeat local c goto a until d ::a:: end", true),
    ("goto a do local b ::a:: end", false),
    ("do goto a ::b:: end local c ::d:: goto b", false),
];

#[test]
fn the_hooks_decide_as_lua_does() {
    let language = bundled("lua");
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (chunk, is_right) in CHUNKS {
        let outcome = language.parsing().judge(chunk.as_bytes());
        assert!(!matches!(outcome, Outcome::NoParse(_)), "{chunk}");
        assert_eq!(matches!(outcome, Outcome::Valid(_)), is_right, "{chunk}");
    }
    for (chunk, is_right) in CHUNKS {
        let Some(loaded) = luac(folder.path(), chunk.as_bytes()) else { return };
        assert_eq!(loaded.is_ok(), is_right, "{chunk}: {loaded:?}");
    }
}
