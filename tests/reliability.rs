//! `docs/reliability.md` tells which faults the page survives: each row names tests that are there, and
//! every test of faults stands in a row.

#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The names of the tests of a file, or of the files of a folder.
fn tests_of(path: &Path) -> BTreeSet<String> {
    if path.is_dir() {
        let files = std::fs::read_dir(path).expect("a folder");
        let files = files.map(|it| it.expect("an entry").path());
        return files.flat_map(|file| tests_of(&file)).collect();
    }
    let text = std::fs::read_to_string(path).expect("a file of tests");
    let behind = text.split("#[test]").skip(1);
    let name = |rest: &str| {
        let (_, named) = rest.split_once("fn ").expect("a function");
        named.split('(').next().expect("its name").to_owned()
    };
    behind.map(name).collect()
}

fn browser_tests(of: &str) -> BTreeSet<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let file = folder.join(format!("{of}.rs"));
    let path = match file.is_file() {
        true => file,
        false => folder.join(of),
    };
    tests_of(&path)
}

/// The tests that the table names, as `file::test`.
fn named() -> Vec<(String, String)> {
    let text = include_str!("../docs/reliability.md");
    let (_, rest) = text
        .split_once("| fault | what the page does | tests |")
        .expect("the table");
    let rows = rest
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let tests = rows.flat_map(|row| row.rsplit('|').nth(1).expect("a column").split(", "));
    let test = |it: &str| {
        let name = it.trim().trim_matches('`');
        let (file, test) = name.split_once("::").expect(name);
        (file.to_owned(), test.to_owned())
    };
    tests.map(test).collect()
}

#[test]
fn every_fault_that_is_told_has_its_tests() {
    let named = named();
    assert!(named.len() > 20, "{named:?}");
    for (file, test) in named {
        assert!(browser_tests(&file).contains(&test), "{file}::{test}");
    }
}

#[test]
fn every_test_of_faults_is_told() {
    let told: BTreeSet<String> = named().into_iter().map(|(_, test)| test).collect();
    let missing: Vec<String> = browser_tests("faults").difference(&told).cloned().collect();
    assert_eq!(missing, Vec::<String>::new());
}
