//! What may know what. The packages' dependencies hold the floors; here stands what the compiler does not see.

mod circles;
mod styles;
mod uses;

use std::fs;
use std::path::{Path, PathBuf};

use slotscope::system::System;
use uses::Package;

/// Files beyond the folders of a system that may name it: the list of systems, the reproductions of
/// papers, and the lessons.
const ALLOWED: &[&str] = &[
    "crates/scheduling/src/system/mod.rs",
    "crates/reproduction/src/kurowski_2011/",
    "crates/reproduction/src/castillo_2009/",
    "crates/reproduction/src/hollingsworth_1999/",
    "crates/reproduction/src/zhao_2007/",
    "crates/reproduction/src/moise_2008/",
    "crates/experiment/src/lesson/answer.rs",
    "crates/experiment/src/lesson/shots.rs",
    "crates/chart/src/lessons.rs",
    "crates/page/src/reproduce/live.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The Rust files of the packages, by their paths within the project.
fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    sources(&root.join("src"), &mut found);
    for package in FLOORS.iter().flat_map(|it| it.iter()) {
        sources(&root.join("crates").join(package).join("src"), &mut found);
    }
    assert!(found.len() > 800, "the sources have moved");
    let within = |path: &PathBuf| {
        let relative = path.strip_prefix(root).expect("within the project");
        relative.to_str().expect("UTF-8").replace('\\', "/")
    };
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a text");
    found.iter().map(|it| (within(it), read(it))).collect()
}

fn is_test(path: &str) -> bool {
    path.ends_with("tests.rs") || path.contains("/tests/")
}

/// A file without its tests.
fn without_tests(text: &str) -> &str {
    let mut modules = text.match_indices("#[cfg(test)]\nmod ");
    let inline = modules.find(|(at, it)| text[at + it.len()..].lines().next().is_some_and(|line| line.ends_with('{')));
    inline.map_or(text, |(at, _)| &text[..at])
}

/// Whether a text names a system. `workflow`, `broker` and `cluster` are also words for a workload, a sender of messages and
/// a machine, so that only the system's module, settings and paths are its name.
fn names(text: &str, key: &str) -> bool {
    if !["workflow", "broker", "cluster"].contains(&key) {
        return text.contains(key) || text.contains(&type_of(key));
    }
    let names = [
        format!("system::{key}"),
        format!("systems::{key}"),
        format!("System::{}", type_of(key)),
        format!("system.{key}"),
    ];
    names.iter().any(|it| text.contains(it))
}

/// `TwoLevel` of `two_level`.
fn type_of(key: &str) -> String {
    key.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

#[test]
fn nothing_but_its_folders_names_a_system() {
    let mut named = Vec::new();
    for (path, text) in &all_sources() {
        if is_test(path) || ALLOWED.iter().any(|it| path.starts_with(it)) {
            continue;
        }
        for system in System::all() {
            let key = system.model().key();
            let own = FOLDERS_OF_SYSTEMS.map(|it| format!("{it}/{key}/"));
            if own.iter().any(|it| path.starts_with(it)) {
                continue;
            }
            if names(without_tests(text), key) {
                named.push(format!("{path} names {key}"));
            }
        }
    }
    assert!(named.is_empty(), "{named:#?}");
}

/// Each system has a folder of its key in both.
const FOLDERS_OF_SYSTEMS: [&str; 2] = ["crates/scheduling/src/system", "src/app/systems"];

#[test]
fn every_system_has_its_two_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for system in System::all() {
        let key = system.model().key();
        for folder in FOLDERS_OF_SYSTEMS {
            let path = root.join(folder).join(key).join("mod.rs");
            assert!(path.is_file(), "{folder}/{key}");
        }
    }
}

/// The packages below the root package, each below those that it may depend on; those in one line do not know each
/// other.
const FLOORS: &[&[&str]] = &[
    &["base", "coverage"],
    &["workload"],
    &["columnar"],
    &["scheduling"],
    &["experiment"],
    &["reproduction"],
    &["chart"],
    &["export"],
    &["page"],
];

/// The rooms of the packages that have several, in the same way.
const ROOMS: &[(&str, &[&[&str]])] = &[
    ("scheduling", &[&["availability"], &["policy"], &["engine"], &["system"], &["criteria"]]),
    ("experiment", &[&["experiment"], &["lesson"]]),
    ("root", &[&["cli", "worker"], &["app"]]),
];

#[test]
fn no_package_depends_on_one_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (floor, packages) in FLOORS.iter().enumerate() {
        let above: Vec<&str> = FLOORS[..floor].concat();
        for package in *packages {
            let manifest = root.join("crates").join(package).join("Cargo.toml");
            let text = fs::read_to_string(manifest).expect("a manifest");
            let own = FLOORS.concat();
            let named = text.lines().filter_map(|it| it.split(['.', ' ']).next());
            for other in named.filter(|it| own.contains(it)) {
                assert!(above.contains(&other), "{package} depends on {other}");
            }
        }
    }
}

#[test]
fn architecture_has_the_packages_in_their_order() {
    let text = include_str!("../../ARCHITECTURE.md");
    let (_, table) = text.split_once("| package |").expect("the table of packages");
    let packages = table.lines().skip(2).take_while(|it| it.starts_with('|')).filter_map(|row| row.split(" | ").next());
    let packages: Vec<Vec<&str>> = packages.map(|it| it.split('`').skip(1).step_by(2).collect()).collect();
    let (last, floors) = packages.split_last().expect("packages");
    assert_eq!(floors, FLOORS);
    assert_eq!(last, &["slotscope"]);
}

#[test]
fn architecture_has_the_rooms_of_the_page_in_their_order() {
    let text = include_str!("../../ARCHITECTURE.md");
    let (_, row) = text.split_once("| `app/{").expect("the row of the page's rooms");
    let (rooms, _) = row.split_once('}').expect("the end of the rooms");
    let rooms = rooms.split(',').filter_map(|it| it.split('/').next());
    assert_eq!(rooms.collect::<Vec<_>>(), ROOMS_OF_APP.concat());
}

/// The rooms that a file uses outside its comments and tests.
fn used(text: &str) -> impl Iterator<Item = &str> {
    let code = without_tests(text).lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//")
    });
    code.flat_map(|line| ["crate::", "slotscope::"].map(|it| line.split(it).skip(1))).flatten().map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// The rooms of the page's components, in the same way.
const ROOMS_OF_APP: &[&[&str]] = &[&["context"], &["control", "files"], &["systems"], &["views"], &["shell"]];

/// The modules of a package that stands in a folder, without its tests.
fn package(name: &str, folder: &str, sources: &[(String, String)]) -> Package {
    let within = sources.iter().filter_map(|(path, text)| {
        let within = path.strip_prefix(folder)?;
        (!is_test(path) && !within.starts_with("bin/")).then(|| (within, without_tests(text)))
    });
    Package::new(name, within)
}

#[test]
fn no_room_of_the_page_uses_one_below_it() {
    let page = package("slotscope", "src/", &all_sources());
    let room = |module: &[String]| match module {
        [app, room, ..] if app == "app" => Some(room.clone()),
        _ => None,
    };
    let floor = |room: &str| {
        let floor = ROOMS_OF_APP.iter().position(|it| it.contains(&room));
        floor.unwrap_or_else(|| panic!("{room} is no room of the page"))
    };
    let mut looked_at = 0;
    for (module, used) in page.uses() {
        let (Some(own), Some(other)) = (room(&module), room(&used)) else {
            continue;
        };
        if own != other {
            looked_at += 1;
            let (module, used) = (module.join("::"), used.join("::"));
            assert!(floor(&other) < floor(&own), "{module} uses {used}");
        }
    }
    assert!(looked_at > 300, "{looked_at} uses");
}

#[test]
fn no_folders_use_one_another_in_a_circle() {
    let sources = all_sources();
    let crates = FLOORS.iter().flat_map(|it| it.iter());
    let crates = crates.map(|&it| (it, format!("crates/{it}/src/")));
    let mut looked_at = 0;
    for (name, folder) in crates.chain([("slotscope", "src/".to_owned())]) {
        let package = package(name, &folder, &sources);
        looked_at += package.uses().len();
        if let Some(circle) = circles::circle(&package) {
            panic!("in {folder}\n{circle}");
        }
    }
    assert!(looked_at > 3000, "{looked_at} uses");
}

#[test]
fn no_room_uses_one_below_it() {
    let mut looked_at = 0;
    for (package, rooms) in ROOMS {
        let folder = match *package {
            "root" => "src/".to_owned(),
            package => format!("crates/{package}/src/"),
        };
        let floor = |room: &str| rooms.iter().position(|it| it.contains(&room));
        for (path, text) in &all_sources() {
            let Some(within) = path.strip_prefix(&folder).filter(|it| !is_test(it)) else {
                continue;
            };
            // A file outside the named rooms belongs to the room that has the name of the package.
            let name = within.split(['/', '.']).next().expect("a name");
            let own = if floor(name).is_some() { name } else { package };
            let Some(own_floor) = floor(own).filter(|_| name != "lib") else {
                continue;
            };
            for other in used(text).filter(|&it| it != own) {
                looked_at += 1;
                let is_above = floor(other).is_none_or(|it| it < own_floor);
                assert!(is_above, "{path} uses {other}");
            }
        }
    }
    assert!(looked_at > 1000, "{looked_at} uses");
}
