//! `--remote` where no server answers: the options that it excludes, and messages that say what to do.

use std::fs;

use tempfile::TempDir;

use crate::common::{binary, printed};

/// Runs `reduce` on a small input with these options, and returns its status and messages.
fn reduce(options: &[&str]) -> (Option<i32>, String) {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("crash.json"), "[1, null]").expect("it can be written");
    let mut command = binary();
    command.current_dir(folder.path()).args(["reduce", "crash.json", "-o", "-"]).args(options);
    command.args(["--", "grep", "-q", "null"]);
    let (status, _, messages) = printed(&mut command);
    (status, messages)
}

/// Returns an address at which nobody listens: its port was free a moment ago.
fn nobody() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    format!("grpc://{}", listener.local_addr().expect("it is bound"))
}

#[test]
fn a_server_that_cannot_be_reached_is_named() {
    let address = nobody();
    let (status, messages) = reduce(&["--remote", &address]);
    assert_eq!(status, Some(3), "{messages}");
    assert!(messages.contains(&format!("on {address}; interesting: exit status 0")), "{messages}");
    let error = messages.lines().last().unwrap_or_default();
    assert!(error.starts_with("error: ") && error.contains(&address) && error.contains("check the address"), "{error}");
}

#[test]
fn options_that_mean_nothing_there_are_refused() {
    let address = nobody();
    for (options, word) in [
        (&["--remote", &*address, "--server"][..], "`--server`"),
        (&["--remote", &address, "--memory", "1G"], "`--memory`"),
        (&["--remote", "127.0.0.1:80"], "grpcs://HOST"),
        (&["--remote-input", "words"], "add `--remote URL`"),
    ] {
        let (status, messages) = reduce(options);
        assert_eq!(status, Some(2), "{options:?}: {messages}");
        assert!(messages.contains(word), "{options:?}: {messages}");
    }
}

#[test]
fn files_that_options_name_must_be_there() {
    let (status, messages) = reduce(&["--remote", &nobody(), "--remote-header-file", "no-such-file"]);
    assert_eq!(status, Some(3), "{messages}");
    assert!(messages.contains("no-such-file: No such file"), "{messages}");
}

/// Runs `reduce` in a folder below one with this `grammarc.toml`.
fn reduce_below(config: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let below = folder.path().join("a/b");
    fs::create_dir_all(&below).expect("it can be made");
    fs::create_dir(folder.path().join(".git")).expect("it can be made");
    fs::write(folder.path().join("grammarc.toml"), config).expect("it can be written");
    fs::write(below.join("crash.json"), "[1, null]").expect("it can be written");
    let mut command = binary();
    command.current_dir(&below).args(["reduce", "crash.json", "-o", "-"]).args(options);
    command.args(["--", "grep", "-q", "null"]);
    let (status, _, messages) = printed(&mut command);
    (status, messages)
}

#[test]
fn a_file_names_the_server_and_the_command_line_wins() {
    let (there, other) = (nobody(), nobody());
    let config = format!("[remote]\nurl = \"{there}\"\n");
    let (status, messages) = reduce_below(&config, &[]);
    assert_eq!(status, Some(3), "{messages}");
    let first = messages.lines().next().unwrap_or_default();
    assert!(first.contains(&format!("server: {there}, by ")) && first.contains("grammarc.toml"), "{messages}");
    assert!(messages.contains("cannot be reached"), "{messages}");
    let (status, messages) = reduce_below(&config, &["--remote", &other]);
    assert_eq!(status, Some(3), "{messages}");
    assert!(messages.lines().last().is_some_and(|error| error.contains(&other)), "{messages}");
    for (config, options) in [
        (&*config, &["--remote", "none"][..]),
        ("[remote]\nulr = 'x'\n", &["--remote", "none"]),
        (&config, &["--no-config"]),
        ("nonsense", &["--no-config"]),
        ("", &[]),
    ] {
        let (status, messages) = reduce_below(config, options);
        assert_eq!(status, Some(0), "{messages}");
        assert!(!messages.contains("server"), "{messages}");
    }
}

#[test]
fn a_mistake_in_the_file_stops_the_run() {
    let (status, messages) = reduce_below("[remote]\nulr = \"grpc://h:1\"\n", &[]);
    assert_eq!(status, Some(2), "{messages}");
    assert!(messages.contains("grammarc.toml:2: unknown key `ulr`: did you mean `url`?"), "{messages}");
}
