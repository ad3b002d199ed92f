//! A generated crate whose functions stand beside it, used as its README says: by another crate, which holds the functions.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::common::{EXPR_CRATE, binary, built_crates, root, vendored_runtime};

/// Where functions of the README say nothing, and what they say in a shop that sells each colour once.
const FUNCTIONS: [(&str, &str); 3] = [
    (
        "texts.concat().into()",
        "let sum: u32 = texts.concat().iter().map(|digit| u32::from(digit - b'0')).sum();
        Value::Text(vec![b'0' + (sum % 10) as u8])",
    ),
    (
        "Offer::Any",
        "let taken = _state.get(\"taken\").unwrap_or_default();
        Offer::NoneOf(taken.split(|&byte| byte == b' ').map(<[u8]>::to_vec).collect())",
    ),
    (
        "Verdict::Ok",
        "let taken = [_state.get(\"taken\").unwrap_or_default(), _node.text()].join(&b' ');
        _state.set(\"taken\", taken);
        Verdict::Ok",
    ),
];

/// A function that panics at its 400th call: a reduction has found smaller texts by then.
const PANICKING: (&str, &str) = (
    "Verdict::Ok",
    "static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        assert!(CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 480, \"a mistake of the author\");
        Verdict::Ok",
);

/// Returns the option that names the runtime of another test, which is built once for all.
fn runtime() -> String {
    format!("--runtime=path={}", vendored_runtime().display())
}

/// Makes a folder with the crate `orders`, and returns what `grammarc compile` says.
fn folder(options: &[&str]) -> (TempDir, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let grammar = root().join("generated-examples/agree/orders.bnf");
    fs::copy(grammar, folder.path().join("orders.bnf")).expect("the grammar is there");
    let mut compile = binary();
    let output = compile.args(["compile", "orders.bnf"]).args(options).current_dir(folder.path()).output();
    let said = succeed(&output.expect("the program runs"));
    (folder, said)
}

fn read(folder: &TempDir, path: &str) -> String {
    fs::read_to_string(folder.path().join(path)).expect("it was written")
}

/// Returns the block of a page that begins with three backquotes and this.
fn block<'a>(page: &'a str, kind: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("```{kind}\n")).expect("the page has such a block");
    rest.split("```").next().unwrap_or_default()
}

/// Makes the crate that the README tells its readers to make, and builds it without warnings. Returns its program.
fn shop(folder: &TempDir, main: &str, name: &str) -> PathBuf {
    let readme = read(folder, "orders/README.md");
    let shop = folder.path().join("shop");
    fs::create_dir_all(shop.join("src")).expect("the folder can be written to");
    let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n\n{}", block(&readme, "toml"));
    fs::write(shop.join("Cargo.toml"), manifest).expect("the folder can be written to");
    fs::write(shop.join("src/main.rs"), main).expect("the folder can be written to");
    // Cargo keeps these versions, so that the dependencies of the other crate are not built in newer ones.
    fs::copy(EXPR_CRATE.join("Cargo.lock"), shop.join("Cargo.lock")).expect("the crate has a lock file");
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--offline"]).current_dir(&shop).env("CARGO_TARGET_DIR", built_crates());
    let said = succeed(&build.env_remove("RUSTFLAGS").output().expect("cargo runs"));
    assert!(!said.contains("warning"), "{said}");
    built_crates().join("debug").join(name)
}

fn succeed(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{}\n{out}\n{err}", output.status);
    format!("{out}{err}")
}

#[test]
fn the_crate_alone_does_nothing() {
    let (folder, said) = folder(&[]);
    assert!(said.contains("write its functions in Rust (`check`, `free`, `take`); see orders/README.md"), "{said}");
    assert!(!folder.path().join("orders/src/main.rs").exists());
    assert!(!read(&folder, "orders/Cargo.toml").contains("[[bin]]"));
    let lib = read(&folder, "orders/src/lib.rs");
    let public: Vec<&str> = lib.lines().filter(|line| line.starts_with("pub ")).collect();
    let expected = [
        "pub mod grammar;",
        "pub mod hooks;",
        "pub mod nodes;",
        "pub use nodes::Orders;",
        "pub type Doors = grammarc_runtime::doors::Doors<Format>;",
        "pub const fn with<H: hooks::Hooks>(functions: &'static hooks::Functions<H>) -> Doors {",
    ];
    assert_eq!(public, expected);
    assert!(!lib.contains("static FORMAT"), "{lib}");
}

#[test]
fn what_the_readme_of_a_library_shows_builds_without_warnings() {
    let (folder, _) = folder(&["--no-cli", &runtime()]);
    let readme = read(&folder, "orders/README.md");
    assert!(!readme.contains("cargo run"), "{readme}");
    let program = shop(&folder, block(&readme, "rust,ignore"), "shop-library");
    assert!(succeed(&Command::new(program).output().expect("the program runs")).starts_with("Ok(["));
}

#[test]
fn the_command_line_obeys_the_functions() {
    let (folder, _) = folder(&[&runtime()]);
    let readme = read(&folder, "orders/README.md");
    let mut main = block(&readme, "rust,ignore").to_owned();
    for (blank, written) in FUNCTIONS {
        assert_eq!(main.matches(blank).count(), 1, "{main}");
        main = main.replace(blank, written);
    }
    let program = shop(&folder, &main, "shop");
    let run = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).current_dir(folder.path()).env("GRAMMARC_CACHE_DIR", "");
        command.output().expect("the program runs")
    };
    fs::write(folder.path().join("wrong.orders"), "1235 pink\n1236 pink\n").expect("the folder can be written to");
    let wrong = run(&["parse", "wrong.orders"]);
    assert_eq!(wrong.status.code(), Some(1));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    for why in ["`check(number)` is `6`", "`pink` is not one of the texts that `@pre(free)` offers here"] {
        assert!(said.contains(why), "{said}");
    }

    succeed(&run(&["fuzz", "--seed", "1", "-n", "20", "-o", "texts"]));
    let texts = fs::read_dir(folder.path().join("texts")).expect("they were written");
    let paths: Vec<PathBuf> = texts.map(|text| text.expect("the folder can be read").path()).collect();
    assert_eq!(paths.len(), 20);
    for path in paths {
        succeed(&run(&["parse", path.to_str().expect("it is text")]));
    }

    fs::write(folder.path().join("crash.orders"), "1236 pink\n7771 red\n4565 green\n").expect("as above");
    let find = ["--", "grep", "-q", "[0-9] green", "{}"];
    succeed(&run(&[&["reduce", "crash.orders", "--validity", "strict"], &find[..]].concat()));
    assert_eq!(read(&folder, "crash.reduced.orders"), "0000 green\n");
    let found = succeed(&run(&[&["generalize", "crash.reduced.orders"], &find[..]].concat()));
    assert!(found.contains("green"), "{found}");
}

#[test]
fn a_panic_is_reported_and_costs_no_result() {
    let (folder, _) = folder(&[&runtime()]);
    let readme = read(&folder, "orders/README.md");
    let (blank, written) = PANICKING;
    let program = shop(&folder, &block(&readme, "rust,ignore").replace(blank, written), "shop-panicking");
    let orders: String =
        (0..40).map(|number| format!("1{number:02}0 {}\n", if number == 29 { "green" } else { "red" })).collect();
    fs::write(folder.path().join("crash.orders"), &orders).expect("the folder can be written to");
    let reduce = |options: &[&str]| {
        let mut command = Command::new(&program);
        command.args(["reduce", "crash.orders"]).args(options).args(["--", "grep", "-q", "green", "{}"]);
        command.current_dir(folder.path()).env("GRAMMARC_CACHE_DIR", "").env_remove("RUST_BACKTRACE");
        let output = command.output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output, said)
    };
    let (output, said) = reduce(&["-j", "1"]);
    assert_eq!(output.status.code(), Some(101), "{said}");
    let best = read(&folder, "crash.reduced.orders");
    assert!(best.contains("green") && best.len() < orders.len(), "{said}");
    for part in [
        "error: a bug in grammarc-orders 0.1.0, or in a function that its grammar calls: a mistake of the author\n",
        "\n  place      src/main.rs:",
        "reduce crash.orders -j 1 -- grep -q green {}\n",
        "\nhelp: report these lines",
        &format!("note: the best result so far ({} bytes) is in crash.reduced.orders; run the same", best.len()),
    ] {
        assert!(said.contains(part), "{part:?} is not in {said}");
    }
    assert!(!said.contains("backtrace"), "{said}");
    let (_, said) = reduce(&["-j", "1"]);
    assert!(said.contains("resuming an earlier run"), "{said}");
    // With two jobs rehearsals panic too.
    let (output, said) = reduce(&["-j", "2", "--force", "-o", "other.orders"]);
    assert_eq!(output.status.code(), Some(101), "{said}");
    assert!(read(&folder, "other.orders").contains("green"), "{said}");
    let (output, said) = reduce(&["-j", "1", "-o", "-"]);
    assert_eq!(output.status.code(), Some(101), "{said}");
    assert!(said.contains("is on standard output") && output.stdout.ends_with(b"\n"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("green"), "{said}");
}
