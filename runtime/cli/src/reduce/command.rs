//! The command as messages and the report page show it.

use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{CommandOracle, PassingMode, quoted, shown};

/// Describes the command, its directory, and the condition that makes a candidate interesting.
pub(super) fn described(oracle: &CommandOracle) -> String {
    let invocation = oracle.invocation();
    let example = oracle.example();
    let name = example.file_name().unwrap_or_default();
    let is_folder = oracle.form() == Form::Folder;
    let is_server = invocation.passing() == PassingMode::Server;
    let place = match invocation.directory() {
        Some(directory) => format!("in {}", shown(directory)),
        None if is_folder => format!("in a fresh copy of {}", quoted(name)),
        None if is_server => "in a fresh directory".to_owned(),
        None => format!("in a fresh directory that holds {}", quoted(name)),
    };
    let condition = oracle.conditions().described();
    let source = match oracle.form() {
        Form::Folder => String::new(),
        Form::File if is_server => ", a server".to_owned(),
        Form::File => format!(" < {}", quoted(name)),
    };
    let place = oracle.executor().map_or_else(|| place.clone(), |executor| format!("{place} on {}", executor.place()));
    format!("{}{source}, {place}; interesting: {condition}", invocation.shown(name))
}
