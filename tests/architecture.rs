//! What may know what.

use std::fs;
use std::path::{Path, PathBuf};

use slotscope::system::System;

/// Files beyond the folders of a system that may name it: the list of systems, the reproductions of
/// papers, and the lessons.
const ALLOWED: &[&str] = &[
    "src/system/mod.rs",
    "src/reproduce/kurowski_2011/",
    "src/reproduce/castillo_2009/",
    "src/reproduce/hollingsworth_1999/",
    "src/reproduce/zhao_2007/",
    "src/reproduce/moise_2008/",
    "src/lesson/answer.rs",
    "src/lesson/shots.rs",
    "src/chart/lessons.rs",
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

/// A file without its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text)
}

/// Whether a text names a system. `workflow` is also what such a workload is called, `broker` who sends messages,
/// so that only the system's module, settings and paths are its name.
fn names(text: &str, key: &str) -> bool {
    if !["workflow", "broker"].contains(&key) {
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
    let words = key
        .split('_')
        .map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect()
}

#[test]
fn nothing_but_its_folders_names_a_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    sources(&root.join("src"), &mut found);
    assert!(found.len() > 300, "the sources have moved");
    let mut named = Vec::new();
    for path in &found {
        let relative = path.strip_prefix(root).expect("within the project");
        let relative = relative.to_str().expect("UTF-8").replace('\\', "/");
        let is_test = relative.ends_with("tests.rs") || relative.contains("/tests/");
        if is_test || ALLOWED.iter().any(|it| relative.starts_with(it)) {
            continue;
        }
        let text = fs::read_to_string(path).expect("a text");
        for system in System::all() {
            let key = system.model().key();
            let own = [
                format!("src/system/{key}/"),
                format!("src/app/systems/{key}/"),
            ];
            if own.iter().any(|it| relative.starts_with(it)) {
                continue;
            }
            let text = without_tests(&text);
            if names(text, key) {
                named.push(format!("{relative} names {key}"));
            }
        }
    }
    assert!(named.is_empty(), "{named:#?}");
}

#[test]
fn every_system_has_its_two_folders() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for system in System::all() {
        let key = system.model().key();
        for folder in ["src/system", "src/app/systems"] {
            assert!(
                root.join(folder).join(key).join("mod.rs").is_file(),
                "{folder}/{key}"
            );
        }
    }
}

/// The rooms, each below those that it may use; those in one line do not know each other.
const ROOMS: &[&[&str]] = &[
    &["json", "ordering", "setting", "slices", "text", "xml"],
    &["workload"],
    &["availability"],
    &["policy"],
    &["engine"],
    &["system"],
    &["criteria"],
    &["experiment"],
    &["reproduce", "lesson"],
    &["chart"],
    &["export"],
    &["page"],
    &["cli", "worker"],
    &["app"],
];

#[test]
fn architecture_has_the_rooms_in_their_order() {
    let text = include_str!("../ARCHITECTURE.md");
    let (_, table) = text.split_once("| room |").expect("the table of rooms");
    let rows = table.lines().skip(2).take_while(|it| it.starts_with('|'));
    let rooms = rows.filter_map(|row| row.split(" | ").next());
    let rooms: Vec<Vec<&str>> = rooms
        .map(|it| it.split('`').skip(1).step_by(2).collect())
        .collect();
    assert_eq!(rooms, ROOMS);
}

/// The rooms that a file uses outside its comments and tests.
fn used(text: &str) -> impl Iterator<Item = &str> {
    let code = without_tests(text).lines().filter(|line| {
        let line = line.trim_start();
        !line.starts_with("//")
    });
    let rooms = code.flat_map(|line| ["crate::", "slotscope::"].map(|it| line.split(it).skip(1)));
    rooms.flatten().map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn no_room_uses_one_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let floor = |room: &str| ROOMS.iter().position(|rooms| rooms.contains(&room));
    let mut looked_at = 0;
    for path in &found {
        let relative = path.strip_prefix(&root).expect("within the sources");
        let relative = relative.to_str().expect("UTF-8").replace('\\', "/");
        let own = relative.split(['/', '.']).next().expect("a name");
        let is_test = relative.ends_with("tests.rs") || relative.contains("/tests/");
        let Some(own_floor) = floor(own).filter(|_| !is_test) else {
            continue;
        };
        let text = fs::read_to_string(path).expect("a text");
        for other in used(&text).filter(|&it| it != own) {
            looked_at += 1;
            let is_above = floor(other).is_none_or(|it| it < own_floor);
            assert!(is_above, "{relative} uses {other}");
        }
    }
    assert!(looked_at > 1000, "{looked_at} uses");
}
