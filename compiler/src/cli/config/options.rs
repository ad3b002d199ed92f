//! The table of a command as options of its command line: `timeout = "10s"` is `--timeout=10s`.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use grammarc_runtime::oracle::quoted;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::{ConfigFile, keys, values};

/// An option that a file sets.
#[derive(Debug)]
pub(super) struct FileOption<'c> {
    pub(super) arg: &'c Arg,
    /// For example `grammarc.toml:3`.
    place: String,
    /// A flag has none.
    values: Vec<OsString>,
}

impl FileOption<'_> {
    fn name(&self) -> &str {
        self.arg.get_long().unwrap_or_default()
    }

    /// Returns its words on a command line, such as `--jobs=2`.
    pub(super) fn words(&self) -> Vec<OsString> {
        let flag = self.values.is_empty().then(|| format!("--{}", self.name()).into());
        let valued = self.values.iter().map(|value| {
            let mut word = OsString::from(format!("--{}=", self.name()));
            word.push(value);
            word
        });
        flag.into_iter().chain(valued).collect()
    }

    /// Returns it as people type it, such as `--jobs 2`.
    pub(super) fn shown(&self) -> String {
        let between = if self.arg.is_require_equals_set() { "=" } else { " " };
        let value = |value: &OsString| format!("--{}{between}{}", self.name(), quoted(value));
        let values: Vec<String> = self.values.iter().map(value).collect();
        if values.is_empty() { format!("--{}", self.name()) } else { values.join(" ") }
    }
}

/// Returns whether two options of a command exclude each other.
pub(super) fn conflict(command: &Command, one: &Arg, other: &Arg) -> bool {
    let excludes = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|excluded| excluded.get_id() == other.get_id())
    };
    excludes(one, other) || excludes(other, one)
}

impl ConfigFile {
    /// Returns the options for a command of the program, in the order of their lines. The other tables are not looked into.
    ///
    /// # Errors
    /// If a table has an unknown name, or the one of the command is wrong.
    pub(super) fn options<'c>(&self, program: &Command, command: &'c Command) -> Result<Vec<FileOption<'c>>, String> {
        let tables = DeTable::parse(&self.text).map_err(|error| self.explained(&error))?;
        let mut options: Vec<FileOption<'_>> = Vec::new();
        for (name, value) in by_place(tables.get_ref()) {
            keys::check_table(program, name.get_ref(), value.get_ref().is_table())
                .map_err(|why| format!("{}: {why}", self.place(Some(name.span()))))?;
            let table = value.get_ref().as_table().filter(|_| name.get_ref() == command.get_name());
            for (key, value) in table.into_iter().flat_map(by_place) {
                let place = self.place(Some(key.span()));
                let option = self.option(program, command, (key.get_ref(), value.get_ref()), place.clone());
                options.extend(option.map_err(|why| format!("{place}: {why}"))?);
            }
        }
        for (number, option) in options.iter().enumerate() {
            if let Some(other) = options[..number].iter().find(|other| conflict(command, other.arg, option.arg)) {
                return Err(format!(
                    "{}: `{}` cannot be combined with `{}`, which {} sets",
                    option.place,
                    option.name(),
                    other.name(),
                    other.place
                ));
            }
        }
        Ok(options)
    }

    /// Returns the option of a key; none if its value is that of an option that is not given.
    fn option<'c>(
        &self,
        program: &Command,
        command: &'c Command,
        (key, value): (&str, &DeValue<'_>),
        place: String,
    ) -> Result<Option<FileOption<'c>>, String> {
        let arg = keys::find(program, command, key)?;
        let Some(texts) = texts(arg, value).map_err(|why| format!("`{key}`: {why}"))? else { return Ok(None) };
        let values =
            texts.iter().map(|text| values::on_the_line(self.folder(), arg, text)).collect::<Result<_, _>>()?;
        let option = FileOption { arg, place, values };
        match wrong_value(program, command.get_name(), &option) {
            Some(why) => Err(why),
            None => Ok(Some(option)),
        }
    }
}

/// Returns the entries of a table in the order of their lines.
fn by_place<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// Returns the values of an option as texts; none if it is as if not given: `false` for a flag, and an empty list.
///
/// # Errors
/// If it has another type than the option.
fn texts(arg: &Arg, value: &DeValue<'_>) -> Result<Option<Vec<String>>, String> {
    let range = arg.get_num_args();
    let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
    let is_list = matches!(arg.get_action(), ArgAction::Append);
    let is_optional = range.is_some_and(|range| range.min_values() == 0);
    let expected = match (is_flag, is_list, is_optional) {
        (true, ..) => "`true` or `false`",
        (_, true, _) => "a string, a number, or a list of these",
        (.., true) => "a string, a number, `true` or `false`",
        _ => "a string or a number",
    };
    let wrong = |value: &DeValue<'_>| format!("invalid type: {}, expected {expected}", value.type_str());
    let text = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Float(number) => Ok(number.to_string()),
        _ => Err(wrong(value)),
    };
    match value {
        DeValue::Boolean(is_given) if is_flag || is_optional => Ok(is_given.then(Vec::new)),
        DeValue::Array(values) if is_list => {
            let texts = values.iter().map(|value| text(value.get_ref())).collect::<Result<Vec<_>, _>>()?;
            Ok(Some(texts).filter(|texts| !texts.is_empty()))
        }
        value if is_flag => Err(wrong(value)),
        value => text(value).map(|text| Some(vec![text])),
    }
}

/// Returns why the command line does not take the value of an option; none if it does.
fn wrong_value(program: &Command, command: &str, option: &FileOption<'_>) -> Option<String> {
    let words = [program.get_name().into(), command.into()].into_iter().chain(option.words());
    let error = program.clone().try_get_matches_from(words).err()?;
    let is_wrong = matches!(
        error.kind(),
        ErrorKind::InvalidValue
            | ErrorKind::ValueValidation
            | ErrorKind::NoEquals
            | ErrorKind::TooManyValues
            | ErrorKind::TooFewValues
            | ErrorKind::WrongNumberOfValues
    );
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let message: Vec<&str> = lines.map(|line| line.trim_start_matches("error: ")).collect();
    is_wrong.then(|| message.join(" "))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::{Arg, ArgAction};

    use super::super::{ConfigFile, keys};

    fn file(text: &str) -> ConfigFile {
        ConfigFile { path: PathBuf::from("grammarc.toml"), text: text.to_owned() }
    }

    /// Returns the mistake in a file, for `reduce`.
    fn mistake(text: &str) -> String {
        let program = crate::cli::command();
        let reduce = program.find_subcommand("reduce").expect("it is there");
        file(text).options(&program, reduce).expect_err(text)
    }

    /// Returns values to try for an option, of which it should take one.
    fn candidates(arg: &Arg) -> Vec<String> {
        let possible = arg.get_possible_values();
        let named = possible.iter().map(|value| format!("'{}'", value.get_name()));
        let plain = ["true", "1", "0.5", "'auto'", "'SEGV'", "'name'"].map(str::to_owned);
        let scalars: Vec<String> = named.chain(plain).collect();
        let is_list = matches!(arg.get_action(), ArgAction::Append);
        let list = |value: &String| if is_list { format!("[{value}, {value}]") } else { value.clone() };
        scalars.iter().map(list).collect()
    }

    #[test]
    fn every_key_takes_a_value() {
        let program = crate::cli::command();
        for command in program.get_subcommands() {
            for key in keys::of(command) {
                let arg = command.get_arguments().find(|arg| arg.get_long() == Some(key)).expect("it is an option");
                let taken = candidates(arg).into_iter().find_map(|value| {
                    let file = file(&format!("[{}]\n{key} = {value}\n", command.get_name()));
                    file.options(&program, command)
                        .ok()
                        .map(|options| options.iter().map(|it| it.words().len()).sum::<usize>())
                });
                let expected = if matches!(arg.get_action(), ArgAction::Append) { 2 } else { 1 };
                assert_eq!(taken, Some(expected), "{} {key}", command.get_name());
            }
        }
    }

    #[test]
    fn mistakes_are_told_with_line_and_remedy() {
        for (text, expected) in [
            ("[redcue]", ":1: unknown table `redcue`: did you mean `reduce`?"),
            ("[remot]\nurl = 'grpc://h:1'", ":1: unknown table `remot`: did you mean `remote`?"),
            ("[colours]", ":1: unknown table `colours`: the tables are "),
            ("[clean]", ":1: unknown table `clean`: `grammarc clean` takes no options from a file"),
            ("[man]\noutput = 'x'", ":1: unknown table `man`: `grammarc man` takes no options from a file"),
            ("jobs = 2", ":1: unknown key `jobs`: it belongs below a command, such as `[reduce]`"),
            ("reduce = 2", ":1: `reduce` is a table: write `[reduce]`"),
            ("\n[[reduce]]\njobs = 1", ":2: `reduce` is a table: write `[reduce]`"),
            ("[reduce]\n\njbos = 2", ":3: unknown key `jbos`: did you mean `jobs`?"),
            ("[reduce]\nj = 2", ":2: unknown key `j`: did you mean `jobs`?"),
            ("[reduce]\n'--jobs' = 2", ":2: unknown key `--jobs`: did you mean `jobs`?"),
            ("[reduce]\ncommand = 'make'", ":2: unknown key `command`: it is an argument of the command line"),
            ("[reduce]\ncolor = 'never'", ":2: unknown key `color`: options of the whole program have no key"),
            ("[reduce]\nhelp = true", ":2: unknown key `help`: `grammarc reduce --help` lists the options"),
            ("[reduce]\nforce = true", ":2: `force` is for the command line alone, because it overwrites"),
            ("[reduce]\njobs = true", ":2: `jobs`: invalid type: boolean, expected a string or a number"),
            ("[reduce]\njobs = [1]", ":2: `jobs`: invalid type: array, expected a string or a number"),
            ("[reduce]\ncertify = 1", ":2: `certify`: invalid type: integer, expected `true` or `false`"),
            (
                "[reduce]\nunresolved = [true]",
                ":2: `unresolved`: invalid type: boolean, expected a string, a number, or a list",
            ),
            ("[reduce]\nexit = 1\njobs = 'many'", ":3: invalid value 'many' for '--jobs <JOBS>': expected a number"),
            (
                "[reduce]\nvalidity = 'off'\nhooks = 'on'",
                ":3: invalid value 'on' for '--hooks <HOW>' [possible values: repair,",
            ),
            ("[reduce]\noutput = ''", ":2: a value is required for '--output <FILE>'"),
            ("[reduce]\nlog = '../x'", ":2: `log`: `../x` is not a path inside of its folder; `--log` takes any path"),
            (
                "[reduce]\nstdin = true\nserver = true",
                ":3: `server` cannot be combined with `stdin`, which grammarc.toml:2 sets",
            ),
            ("[reduce]\njobs = ", ":2: "),
            ("[reduce]\njobs = 1\njobs = 1", ":3: duplicate key"),
        ] {
            let why = mistake(text);
            assert!(why.starts_with(&format!("grammarc.toml{expected}")) && why.lines().count() == 1, "{why}");
        }
    }

    #[cfg(feature = "remote")]
    #[test]
    fn keys_of_the_server_have_a_table_of_their_own() {
        for (text, key) in [
            ("[reduce]\nurl = 'x'", "`url`: it belongs below `[remote]`, as `url`"),
            ("[reduce]\nremote = 'none'", "`remote`: it belongs below `[remote]`, as `url`"),
            ("[reduce]\nremote-input = 'x'", "`remote-input`: it belongs below `[remote]`, as `inputs`"),
        ] {
            assert_eq!(mistake(text), format!("grammarc.toml:2: unknown key {key}"));
        }
        assert_eq!(mistake("url = 'x'"), "grammarc.toml:1: unknown key `url`: it belongs below `[remote]`, as `url`");
    }
}
