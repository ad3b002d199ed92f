//! The words on method and machine that stand above every page of figures.

/// How speeds are measured.
pub const METHOD: &str = "Speeds are medians in megabytes (10⁶ bytes) a second, by the time of the processor. Contenders take turns \
                          on an input in one process, so that other load on the machine disturbs all alike: ratios count, not speeds.";

/// Returns a sentence about this machine: its processor and its load. For example, `Machine: AMD EPYC, 2 processors.`
pub fn machine() -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let model = line_of("/proc/cpuinfo", "model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| text.split(' ').next().map(|load| format!(", load average {load} at the start")));
    format!("Machine: {model}, {processors} processors{}.", load.unwrap_or_default())
}

/// Returns the value of a name in a file of lines `name: value`, such as `/proc/cpuinfo`.
fn line_of(path: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.split_once(':'))?;
    Some(line.1.trim().to_owned())
}
