//! `docs/reliability.md` tells which faults and attacks are survived: each row names tests that are there, and
//! every test of faults and of attacks stands in a row.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The names of the tests of a file, or of the files of a folder.
fn tests_of(path: &Path) -> BTreeSet<String> {
    if path.is_dir() {
        let files = std::fs::read_dir(path).expect("a folder");
        return files.map(|it| it.expect("an entry").path()).flat_map(|file| tests_of(&file)).collect();
    }
    let text = std::fs::read_to_string(path).expect("a file of tests");
    let behind = text.split("#[test]").skip(1);
    let name = |rest: &str| {
        let (_, named) = rest.split_once("fn ").expect("a function");
        named.split('(').next().expect("its name").to_owned()
    };
    behind.map(name).collect()
}

/// The tests of a module in the browser, on the command line or of what the page keeps.
fn tests_named(of: &str) -> BTreeSet<String> {
    let project = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = ["tests/browser", "tests/command_line", "crates/page/src"]
        .map(|it| project.join(it))
        .iter()
        .flat_map(|it| [it.join(format!("{of}.rs")), it.join(of)])
        .into_iter()
        .find(|it| it.exists());
    tests_of(&path.expect(of))
}

const FAULTS: &str = "| fault | what the page does | tests |";
const ATTACKS: &str = "| attack | what Slotscope does | tests |";

/// The tests that the table under a head names, as `file::test`.
fn named(head: &str) -> Vec<(String, String)> {
    let text = include_str!("../../docs/reliability.md");
    let (_, rest) = text.split_once(head).expect("the table");
    let tests = rest
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .flat_map(|row| row.rsplit('|').nth(1).expect("a column").split(", "));
    let test = |it: &str| {
        let name = it.trim().trim_matches('`');
        let (file, test) = name.split_once("::").expect(name);
        (file.to_owned(), test.to_owned())
    };
    tests.map(test).collect()
}

#[test]
fn every_fault_and_attack_that_is_told_has_its_tests() {
    for (head, least) in [(FAULTS, 21), (ATTACKS, 29)] {
        let named = named(head);
        assert!(named.len() >= least, "{named:?}");
        for (file, test) in named {
            assert!(tests_named(&file).contains(&test), "{file}::{test}");
        }
    }
}

#[test]
fn every_test_of_faults_and_attacks_is_told() {
    for (head, of) in [
        (FAULTS, "faults"),
        (ATTACKS, "hostile_names"),
        (ATTACKS, "hostile_plans"),
        (ATTACKS, "kept_files"),
        (ATTACKS, "hostile_pages"),
    ] {
        let told: BTreeSet<String> = named(head).into_iter().map(|(_, test)| test).collect();
        let missing: Vec<String> = tests_named(of).difference(&told).cloned().collect();
        assert_eq!(missing, Vec::<String>::new());
    }
}
