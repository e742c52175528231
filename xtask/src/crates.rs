//! The crates of the page and of the command, as reported by Cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process::Outcome;
use crate::project::Project;
use crate::setup::TARGET;

/// A crate in the page or in the command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crate {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its license as an SPDX expression; empty where its manifest names none.
    pub license: String,
    /// Its authors.
    pub authors: Vec<String>,
    /// Where its files lie.
    pub folder: PathBuf,
    /// Whether it is part of this project.
    pub is_own: bool,
}

/// The crates that a target of this project is built from, with those that write some of its code; not those of tests and
/// build scripts. Downloads missing ones.
///
/// # Errors
///
/// If Cargo fails, or its output has another form.
pub fn of(project: &Project, target: &str) -> Outcome<Vec<Crate>> {
    let arguments = ["metadata", "--format-version", "1", "--filter-platform"];
    let mut command = project.cargo(&arguments);
    let output = command.arg(target).output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`cargo metadata` failed: {}", why.trim()).into());
    }
    let told: Value = serde_json::from_slice(&output.stdout)?;
    read(&told).ok_or_else(|| "`cargo metadata` tells no crates".into())
}

/// The version of the project.
pub fn version(crates: &[Crate]) -> &str {
    crates.iter().find(|it| it.name == "slotscope").map_or("", |it| it.version.as_str())
}

/// Flags by which no path of this machine stands in what is built: messages of panics name files.
///
/// # Errors
///
/// As [`of`].
pub fn remapped(project: &Project) -> Outcome<Vec<String>> {
    let all = of(project, TARGET)?;
    let folders: BTreeSet<&Path> = all.iter().filter(|it| !it.is_own).filter_map(|it| it.folder.parent()).collect();
    let manifest = project.path("Cargo.toml");
    let prefixes = folders.into_iter().map(|it| (it, "crates")).chain(manifest.parent().map(|it| (it, "slotscope")));
    let flag = |(from, to): (&Path, &str)| format!("--remap-path-prefix={}={to}", from.display());
    Ok(prefixes.map(flag).collect())
}

fn read(told: &Value) -> Option<Vec<Crate>> {
    let by_id = |list: &Value| -> Option<BTreeMap<String, Value>> {
        let entries = list.as_array()?.iter();
        let entry = |it: &Value| Some((it["id"].as_str()?.to_owned(), it.clone()));
        entries.map(entry).collect()
    };
    let packages = by_id(&told["packages"])?;
    let nodes = by_id(&told["resolve"]["nodes"])?;
    let is_page = |(id, package): (&String, &Value)| (package["name"] == "slotscope").then(|| id.clone());
    let mut found = BTreeSet::new();
    let mut waiting = vec![packages.iter().find_map(is_page)?];
    while let Some(id) = waiting.pop() {
        if found.insert(id.clone()) {
            let needed = nodes.get(&id)?["deps"].as_array()?.iter().filter(|it| is_normal(it));
            waiting.extend(needed.filter_map(|it| it["pkg"].as_str().map(str::to_owned)));
        }
    }
    let crates: Option<Vec<Crate>> = found.iter().map(|id| one(packages.get(id)?)).collect();
    crates.map(|mut it| {
        it.sort();
        it
    })
}

/// Whether a dependency is more than one of tests or build scripts.
fn is_normal(dependency: &Value) -> bool {
    let kinds = dependency["dep_kinds"].as_array();
    kinds.is_some_and(|it| it.iter().any(|kind| kind["kind"].is_null()))
}

fn one(package: &Value) -> Option<Crate> {
    let text = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
    let authors = package["authors"].as_array()?.iter();
    let manifest = PathBuf::from(package["manifest_path"].as_str()?);
    Some(Crate {
        name: text("name"),
        version: text("version"),
        license: text("license"),
        authors: authors.filter_map(|it| it.as_str().map(str::to_owned)).collect(),
        folder: manifest.parent()?.to_owned(),
        is_own: package["source"].is_null(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_only_tests_and_build_scripts_need_is_left_out() {
        let package = |id: &str, name: &str| {
            json!({ "id": id, "name": name, "version": "1.0.0", "license": "MIT", "authors": ["A"], "source": null,
                "manifest_path": format!("/crates/{name}/Cargo.toml") })
        };
        let needs = |id: &str, kinds: Value| json!({ "pkg": id, "dep_kinds": kinds });
        let told = json!({
            "packages": [package("1", "slotscope"), package("2", "used"), package("3", "tests"), package("4", "within")],
            "resolve": { "nodes": [
                { "id": "1", "deps": [needs("2", json!([{ "kind": "build" }, { "kind": null }])), needs("3", json!([{ "kind": "dev" }]))] },
                { "id": "2", "deps": [needs("4", json!([{ "kind": null }]))] },
                { "id": "3", "deps": [] },
                { "id": "4", "deps": [] },
            ] },
        });
        let names: Vec<String> = read(&told).unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["slotscope", "used", "within"]);
    }
}
