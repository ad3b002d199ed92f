//! Signals by name, as `kill -l` has them. People know them by name, and processes die of numbers.

use rustix::process::Signal;

const NAMES: [(&str, Signal); 24] = [
    ("HUP", Signal::HUP),
    ("INT", Signal::INT),
    ("QUIT", Signal::QUIT),
    ("ILL", Signal::ILL),
    ("TRAP", Signal::TRAP),
    ("ABRT", Signal::ABORT),
    ("BUS", Signal::BUS),
    ("FPE", Signal::FPE),
    ("KILL", Signal::KILL),
    ("USR1", Signal::USR1),
    ("SEGV", Signal::SEGV),
    ("USR2", Signal::USR2),
    ("PIPE", Signal::PIPE),
    ("ALRM", Signal::ALARM),
    ("TERM", Signal::TERM),
    ("XCPU", Signal::XCPU),
    ("XFSZ", Signal::XFSZ),
    ("VTALRM", Signal::VTALARM),
    ("PROF", Signal::PROF),
    ("SYS", Signal::SYS),
    ("STOP", Signal::STOP),
    ("TSTP", Signal::TSTP),
    ("TTIN", Signal::TTIN),
    ("TTOU", Signal::TTOU),
];

/// Returns the number of a signal, such as 11 for `SEGV`, `SIGSEGV`, `segv` or `11`.
pub fn number(name: &str) -> Option<i32> {
    if let Ok(number) = name.parse() {
        return (1..=64).contains(&number).then_some(number);
    }
    let name = name.to_ascii_uppercase();
    let name = name.strip_prefix("SIG").unwrap_or(&name);
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, signal)| signal.as_raw())
}

/// Returns the name of a signal, such as `SIGSEGV`, or `signal 40` for one without a name.
pub fn name(number: i32) -> String {
    match NAMES.iter().find(|(_, signal)| signal.as_raw() == number) {
        Some((name, _)) => format!("SIG{name}"),
        None => format!("signal {number}"),
    }
}
