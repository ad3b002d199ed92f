//! `[remote]` in `grammarc.toml`: where the tests of a project run, because all its reductions run on the same server.

use std::collections::BTreeMap;
use std::path::PathBuf;

use grammarc_dsl::diagnostic::closest;
use grammarc_remote::{Address, RemoteArgs, Server};
use grammarc_runtime::oracle::shown;
use serde::Deserialize;
use serde::de::{Deserializer, Error};

use super::super::trusted;
use super::ConfigFile;

/// The keys of `[remote]`: the options without `--remote-`.
const KEYS: [&str; 10] =
    ["url", "instance", "inputs", "platform", "header-file", "credential-helper", "ca", "certificate", "key", "only"];

/// The table of a file.
#[derive(Debug)]
pub(in super::super) struct RemoteTable {
    path: PathBuf,
    remote: Remote,
}

/// The other tables are read elsewhere.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sections {
    remote: Remote,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Remote {
    #[serde(deserialize_with = "address")]
    url: Option<Address>,
    instance: Option<String>,
    inputs: Vec<PathBuf>,
    #[serde(deserialize_with = "platform")]
    platform: BTreeMap<String, String>,
    header_file: Option<PathBuf>,
    credential_helper: Option<PathBuf>,
    ca: Option<PathBuf>,
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
    only: bool,
}

fn address<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Address>, D::Error> {
    Address::parse(&String::deserialize(value)?).map(Some).map_err(D::Error::custom)
}

fn platform<'de, D: Deserializer<'de>>(value: D) -> Result<BTreeMap<String, String>, D::Error> {
    let properties = BTreeMap::<String, String>::deserialize(value)?;
    if properties.contains_key("") {
        return Err(D::Error::custom("a property of the platform has no name"));
    }
    Ok(properties)
}

impl RemoteTable {
    /// Reads the table. Paths in it become relative to the folder of the file. A file without the table has an empty one.
    ///
    /// # Errors
    /// If the table is wrong.
    pub(in super::super) fn read(file: &ConfigFile) -> Result<Self, String> {
        let sections: Sections = toml::from_str(&file.text).map_err(|error| explained(file, &error))?;
        let path = file.path.clone();
        let mut remote = sections.remote;
        if remote.certificate.is_some() != remote.key.is_some() {
            let [there, missing] = if remote.key.is_some() { ["key", "certificate"] } else { ["certificate", "key"] };
            return Err(format!("{}: `{there}` needs `{missing}`, too", shown(&path)));
        }
        let folder = file.folder();
        // A program without a slash is looked up in PATH, as on a command line.
        let helper = remote.credential_helper.as_mut().filter(|it| it.components().count() > 1 || it.starts_with("."));
        let files = [&mut remote.header_file, &mut remote.ca, &mut remote.certificate, &mut remote.key];
        for file in files.into_iter().flatten().chain(helper) {
            *file = folder.join(&*file);
        }
        for input in &mut remote.inputs {
            *input = trusted::inside(folder, input).map_err(|why| {
                format!("{}: `inputs`: {why}; `--remote-input` takes files from anywhere", shown(&path))
            })?;
        }
        Ok(Self { path, remote })
    }

    /// Adds the options of the file to those of the command line, which win. Returns a line that says which server it is and from
    /// which file; none if there is no server.
    pub(in super::super) fn complete(self, args: &mut RemoteArgs) -> Option<String> {
        let Self { path, remote: file } = self;
        let mut line = match (&args.remote, &file.url) {
            (Some(Server::ThisMachine), _) | (None, None) => return None,
            (None, Some(url)) => format!("server: {url}, by {} (`--remote none` turns it off)", shown(&path)),
            (Some(Server::At(address)), _) => format!("server: {address}, with options from {}", shown(&path)),
        };
        args.remote_instance = args.remote_instance.take().or(file.instance);
        args.remote_input.extend(file.inputs);
        let is_new = |(name, _): &(String, String)| args.remote_platform.iter().all(|(given, _)| given != name);
        let properties: Vec<_> = file.platform.into_iter().filter(is_new).collect();
        args.remote_platform.extend(properties);
        args.remote_ca = args.remote_ca.take().or(file.ca);
        args.remote_only |= file.only;
        let has_secret = file.header_file.is_some() || file.credential_helper.is_some() || file.key.is_some();
        match (&args.remote, file.url) {
            (Some(Server::At(address)), Some(url)) if *address != url => {
                // A token for one server must not reach another one.
                if has_secret {
                    line += &format!("; its credentials are for {url}, so they are not sent");
                }
            }
            (server, url) => {
                args.remote = server.clone().or(url.map(Server::At));
                args.remote_header_file = args.remote_header_file.take().or(file.header_file);
                args.remote_credential_helper = args.remote_credential_helper.take().or(file.credential_helper);
                if args.remote_certificate.is_none() {
                    (args.remote_certificate, args.remote_key) = (file.certificate, file.key);
                }
            }
        }
        Some(line)
    }
}

/// Returns the key of an option: `instance` for `remote-instance`, `inputs` for `remote-input`. A key is found by its own name as well.
pub(super) fn key(option: &str) -> Option<&'static str> {
    if option == "remote" {
        return Some("url");
    }
    let name = option.trim_start_matches("remote-");
    KEYS.into_iter().find(|key| *key == name || key.strip_suffix('s') == Some(name))
}

/// Returns a mistake with its place, for example ``grammarc.toml:2: unknown key `instanse`: did you mean `instance`?``.
fn explained(file: &ConfigFile, error: &toml::de::Error) -> String {
    let message = error.message().trim();
    if !message.starts_with("unknown field") {
        return file.explained(error);
    }
    let place = file.place(error.span());
    let name = error.span().and_then(|span| file.text.get(span)).unwrap_or_default().trim_matches(['"', '\'']);
    let hint = match closest(name.trim_start_matches("remote-"), KEYS) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!("the keys of `[remote]` are {}", KEYS.join(", ")),
    };
    format!("{place}: unknown key `{name}`: {hint}")
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use clap::{CommandFactory, Parser};
    use grammarc_remote::{RemoteArgs, Server};

    use super::{ConfigFile, KEYS, RemoteTable, key};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        remote: RemoteArgs,
    }

    const FULL: &str = r#"
        [remote]
        url = "grpcs://build.example"
        instance = "main"
        inputs = ["words", "lib/data"]
        platform = { OSFamily = "linux", cores = "4" }
        header-file = "secret/headers"
        credential-helper = "helper"
        ca = "ca.pem"
        certificate = "us.pem"
        key = "us.key"
        only = true
    "#;

    /// Completes a command line by a file of the folder `/p`.
    fn completed(text: &str, options: &[&str]) -> (RemoteArgs, Option<String>) {
        let mut args = Line::parse_from([&["x"], options].concat()).remote;
        let file = ConfigFile { path: PathBuf::from("/p/grammarc.toml"), text: text.to_owned() };
        let line = RemoteTable::read(&file).expect("the table is right").complete(&mut args);
        (args, line)
    }

    #[test]
    fn every_key_is_an_option() {
        let (args, line) = completed(FULL, &[]);
        assert_eq!(args.remote, Server::parse("grpcs://build.example").ok());
        assert_eq!(args.remote_instance.as_deref(), Some("main"));
        assert_eq!(args.remote_input, ["/p/words", "/p/lib/data"].map(PathBuf::from));
        let properties =
            [("OSFamily", "linux"), ("cores", "4")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(args.remote_platform, properties);
        assert_eq!(args.remote_header_file.as_deref(), Some(Path::new("/p/secret/headers")));
        assert_eq!(args.remote_credential_helper.as_deref(), Some(Path::new("helper")), "it is looked up in PATH");
        assert_eq!(args.remote_ca.as_deref(), Some(Path::new("/p/ca.pem")));
        let identity = args.remote_certificate.as_deref().zip(args.remote_key.as_deref());
        assert_eq!(identity, Some((Path::new("/p/us.pem"), Path::new("/p/us.key"))));
        assert!(args.remote_only);
        let line = line.expect("there is a server");
        assert!(line.contains("grpcs://build.example:443, by /p/grammarc.toml"), "{line}");
        let table: toml::Table = FULL.parse().expect("it is TOML");
        let given = table["remote"].as_table().expect("it is a table");
        assert!(given.len() == KEYS.len() && KEYS.iter().all(|key| given.contains_key(*key)));
        let helper = completed("[remote]\nurl = 'grpc://h:1'\ncredential-helper = './helper'", &[]).0;
        assert_eq!(helper.remote_credential_helper.as_deref(), Some(Path::new("/p/./helper")));
    }

    #[test]
    fn the_command_line_wins_and_both_have_inputs() {
        let options = ["--remote-instance", "", "--remote-input", "mine", "--remote-platform", "cores=8"];
        let (args, _) = completed(FULL, &[&options[..], &["--remote-ca", "c", "--remote-header-file", "h"]].concat());
        assert_eq!(args.remote_instance.as_deref(), Some(""));
        assert_eq!(args.remote_input, ["mine", "/p/words", "/p/lib/data"].map(PathBuf::from));
        let properties =
            [("cores", "8"), ("OSFamily", "linux")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(args.remote_platform, properties);
        assert_eq!(args.remote_ca.as_deref(), Some(Path::new("c")));
        assert_eq!(args.remote_header_file.as_deref(), Some(Path::new("h")));
    }

    #[test]
    fn credentials_stay_with_their_server() {
        let (args, line) = completed(FULL, &["--remote", "grpc://other:1"]);
        assert_eq!((args.remote_instance.as_deref(), args.remote_header_file), (Some("main"), None));
        assert_eq!((args.remote_credential_helper, args.remote_certificate, args.remote_key), (None, None, None));
        assert!(line.is_some_and(|line| line.contains("not sent")));
        let (args, line) = completed("[remote]\nheader-file = 'h'", &["--remote", "grpc://other:1"]);
        assert_eq!(args.remote_header_file.as_deref(), Some(Path::new("/p/h")), "the file is for any server");
        assert!(line.is_some_and(|line| !line.contains("not sent")));
    }

    #[test]
    fn without_a_server_the_file_changes_nothing() {
        let (args, line) = completed("[remote]\ninputs = ['words']\nonly = true", &[]);
        assert!(line.is_none() && args.remote_input.is_empty() && !args.remote_only);
        let (args, line) = completed(FULL, &["--remote", "none"]);
        assert!(line.is_none() && args.remote_input.is_empty());
        assert!(completed("", &[]).1.is_none());
    }

    #[test]
    fn mistakes_are_told_with_line_and_remedy() {
        for (text, expected) in [
            ("[remote]\ninstanse = 'x'", ":2: unknown key `instanse`: did you mean `instance`?"),
            ("[remote]\nremote-url = 'x'", ":2: unknown key `remote-url`: did you mean `url`?"),
            ("[remote]\n\n'colour' = 'x'", ":3: unknown key `colour`: the keys of `[remote]` are url, instance"),
            ("[remote]\nonly = 1", ":2: invalid type: integer `1`, expected a boolean"),
            ("[remote]\ninputs = 'words'", ":2: invalid type: string \"words\", expected a sequence"),
            ("[remote]\nplatform = { cores = 4 }", ":2: invalid type: integer `4`, expected a string"),
            ("[remote]\nplatform = { '' = 'x' }", ":2: a property of the platform has no name"),
            ("[remote]\nurl = 'h:1'", ":2: expected grpc://HOST:PORT"),
            ("[remote]\nkey = 'k'", ": `key` needs `certificate`, too"),
            (
                "[remote]\ninputs = ['a', '../b']",
                ": `inputs`: `../b` is not a path inside of its folder; `--remote-input`",
            ),
            ("[remote]\nurl = ", ":2: "),
            ("[remote]\nurl = 'grpc://h:1'\nurl = 'grpc://h:1'", ":3: duplicate key"),
        ] {
            let file = ConfigFile { path: PathBuf::from("grammarc.toml"), text: text.to_owned() };
            let why = RemoteTable::read(&file).expect_err(text);
            assert!(why.starts_with(&format!("grammarc.toml{expected}")) && why.lines().count() == 1, "{why}");
        }
    }

    #[test]
    fn every_option_has_a_key() {
        let command = Line::command();
        let options = command.get_arguments().filter_map(clap::Arg::get_long);
        let keys: Vec<&str> = options.map(|option| key(option).expect(option)).collect();
        assert_eq!(
            keys,
            [
                "url",
                "instance",
                "inputs",
                "platform",
                "only",
                "header-file",
                "credential-helper",
                "ca",
                "certificate",
                "key"
            ]
        );
        assert_eq!((key("url"), key("jobs")), (Some("url"), None));
    }
}
