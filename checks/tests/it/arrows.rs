//! Arrows between modules go one way, as ARCHITECTURE.md draws them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use grammarc_checks::arrows::{Sources, cycle};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the modules of each crate by their floors, the lowest first, from the table of ARCHITECTURE.md.
fn drawn() -> BTreeMap<String, Vec<Vec<String>>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let (_, section) = text.split_once("\n## Arrows between modules\n").expect("it has the section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "));
    let floors = |cell: &str| {
        let names = |floor: &str| floor.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        cell.split('←').map(names).collect()
    };
    rows.map(|(name, cell)| (name.to_owned(), floors(cell))).collect()
}

fn sources(name: &str) -> Sources {
    Sources::read(&root().join(name).join("src")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn modules_import_what_stands_before_them_in_architecture() {
    let drawn = drawn();
    let crates = [
        "compiler",
        "compiler/frontend",
        "dsl",
        "import",
        "runtime/cli",
        "runtime/core",
        "runtime/generalize",
        "runtime/generate",
        "runtime/outline",
        "runtime/papers",
        "runtime/reduce",
        "runtime/remote",
        "runtime/steer",
        "runtime/tables",
        "runtime/trial",
    ];
    assert_eq!(drawn.keys().map(String::as_str).collect::<Vec<_>>(), crates);
    let mut wrong = Vec::new();
    for (name, floors) in &drawn {
        let sources = sources(name);
        let floor = |module: &String| floors.iter().position(|floor| floor.contains(module));
        let listed = floors.iter().flatten().filter(|module| !sources.inside(&[]).contains(*module));
        wrong.extend(listed.map(|module| format!("{name}: no module `{module}`")));
        let unlisted = sources.inside(&[]).into_iter().filter(|module| floor(module).is_none());
        wrong.extend(unlisted.map(|module| format!("{name}: `{module}` is not in the table")));
        for ((from, to), place) in sources.arrows(&[]) {
            if floor(&from) <= floor(&to) {
                wrong.push(format!("{name}: `{from}` imports `{to}`: {place}"));
            }
        }
    }
    assert!(wrong.is_empty(), "ARCHITECTURE.md, Arrows between modules:\n{}", wrong.join("\n"));
}

#[test]
fn modules_of_a_folder_do_not_import_one_another_around() {
    let mut found = Vec::new();
    for name in drawn().keys() {
        let sources = sources(name);
        for folder in sources.folders() {
            let arrows = sources.arrows(&folder);
            let Some(circle) = cycle(&arrows) else { continue };
            let places = circle.windows(2).map(|it| &*arrows[&(it[0].clone(), it[1].clone())]).collect::<Vec<_>>();
            found.push(format!("{name}, {}: {}\n  {}", folder.join("/"), circle.join(" → "), places.join("\n  ")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
