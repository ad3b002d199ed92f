//! `grammarc clean`: removes the journals of earlier runs from the user's cache.

use grammarc_runtime::cli::journals::{self, Cleaned};
use grammarc_runtime::cli::status::{Failure, Status};
use grammarc_runtime::oracle::shown;

use super::grammars::write_out;

/// Removes the journals that no run has open, and says how many.
pub(super) fn run() -> Result<Status, Failure> {
    let Some(folder) = journals::folder() else {
        return write_out("no cache folder: journals are kept beside the results\n");
    };
    let Cleaned { removed, bytes, in_use } =
        journals::clean(&folder).map_err(|error| Failure::file(&folder, &error))?;
    let place = shown(&folder);
    let kept = match in_use {
        0 => String::new(),
        number => format!("; kept {number} of runs that have not ended"),
    };
    write_out(&match removed {
        0 => format!("no journals to remove in {place}{kept}\n"),
        1 => format!("removed 1 journal ({bytes} bytes) from {place}{kept}\n"),
        _ => format!("removed {removed} journals ({bytes} bytes) from {place}{kept}\n"),
    })
}
