//! Which module of a package uses which: read from the paths in its text, without compiling it.

use std::collections::{BTreeMap, BTreeSet};

/// A module by its path from the root of its package, which itself is the empty path.
pub type Module = Vec<String>;

/// The modules of a package.
pub struct Package {
    /// What else than `crate` its root is called within it, as the library is in its binaries.
    name: String,
    texts: BTreeMap<Module, String>,
    /// The paths that a module offers under names of its own.
    offered: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

impl Package {
    /// A package of source files, each given by its path within `src` and its text without tests.
    pub fn new<'a>(name: &str, files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut texts = BTreeMap::<Module, String>::new();
        for (path, text) in files {
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .flat_map(|line| [line, "\n"])
                .collect::<String>();
            let module = module_of(path);
            for depth in 0..module.len() {
                texts.entry(module[..depth].to_vec()).or_default();
            }
            texts.entry(module).or_default().push_str(&code);
        }
        let offered = texts.iter().map(|(module, text)| (module.clone(), offered_by(text)));
        Self { name: name.to_owned(), offered: offered.collect(), texts }
    }

    /// Each module with each other one that it names, if it stands in this package; where a module only offers a name
    /// of another one, the one that the name stands for.
    pub fn uses(&self) -> BTreeSet<(Module, Module)> {
        let mut uses = BTreeSet::new();
        for (module, text) in &self.texts {
            let used = paths(text).filter_map(|path| self.resolve(module, &path, 0));
            uses.extend(used.map(|used| (module.clone(), used)));
        }
        uses.retain(|(module, used)| module != used);
        uses
    }

    /// The folder that a module's file belongs to. `x.rs` or `x/mod.rs` is one with the folder `x`.
    pub fn folder_of<'a>(&self, module: &'a [String]) -> &'a [String] {
        let is_below = |it: &Module| it.len() > module.len() && it.starts_with(module);
        if self.texts.keys().any(is_below) { module } else { &module[..module.len().saturating_sub(1)] }
    }

    /// The module that a path within `module` leads to. `depth` counts the names offered by other modules on the way.
    fn resolve(&self, module: &[String], path: &[String], depth: usize) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let mut place = match first.as_str() {
            "crate" => Module::new(),
            "self" => module.to_vec(),
            "super" => module.split_last()?.1.to_vec(),
            name if name == self.name => Module::new(),
            _ => {
                let child = [module, &path[..1]].concat();
                self.texts.contains_key(&child).then_some(child)?
            }
        };
        let mut rest = rest.iter();
        while let Some(name) = rest.next() {
            let child = [&place[..], std::slice::from_ref(name)].concat();
            if name == "super" {
                place.pop();
            } else if self.texts.contains_key(&child) {
                place = child;
            } else {
                let offered = self.offered.get(&place).and_then(|it| it.get(name));
                let further = offered.filter(|_| depth < 8).and_then(|offered| {
                    let path: Vec<String> = offered.iter().chain(rest).cloned().collect();
                    self.resolve(&place, &path, depth + 1)
                });
                return Some(further.unwrap_or(place));
            }
        }
        Some(place)
    }
}

/// `["a", "b"]` of `a/b.rs` and of `a/b/mod.rs`; the empty path of the root of a library or a program.
fn module_of(path: &str) -> Module {
    let mut names: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if names.last().is_some_and(|it| ["mod", "lib", "main"].contains(&it.as_str())) {
        names.pop();
    }
    names
}

/// The paths that are reached from the root, from above or from a module's own place, those of a group one by one.
fn paths(text: &str) -> impl Iterator<Item = Vec<String>> {
    let begins = text.match_indices("::").filter_map(move |(at, _)| {
        let start = text[..at].trim_end_matches(is_of_name).len();
        let is_first = !text[..start].ends_with(':');
        (is_first && start < at).then_some(start)
    });
    begins.flat_map(move |start| tree(&text[start..], &[]).0)
}

/// The names that a module offers with `pub use`, each with its path.
fn offered_by(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut offered = BTreeMap::new();
    for (at, _) in text.match_indices("use ") {
        let before = text[..at].rsplit([';', '{', '}']).next().unwrap_or_default();
        let visibility = before.lines().last().unwrap_or_default().trim();
        if visibility != "pub" && !visibility.starts_with("pub(") {
            continue;
        }
        for path in tree(&text[at + "use ".len()..], &[]).0 {
            if let Some(name) = path.last() {
                offered.insert(name.clone(), path);
            }
        }
    }
    offered
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths at the beginning of a text, each after the names in `before`, and the text behind them.
fn tree<'a>(text: &'a str, before: &[String]) -> (Vec<Vec<String>>, &'a str) {
    let mut path = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        if let Some(inner) = rest.strip_prefix('{') {
            return group(inner, &path);
        }
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        // The module itself in a group of its names.
        if !name.is_empty() && (name != "self" || path.is_empty()) {
            path.push(name.to_owned());
        }
        match behind.strip_prefix("::").filter(|_| !name.is_empty()) {
            Some(next) => rest = next,
            None => return (vec![path], behind),
        }
    }
}

/// The same of a group, behind its opening brace.
fn group<'a>(text: &'a str, before: &[String]) -> (Vec<Vec<String>>, &'a str) {
    let mut all = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix('}') {
            return (all, behind);
        }
        let (paths, behind) = tree(rest, before);
        all.extend(paths);
        let Some(end) = behind.find([',', '}']) else {
            return (all, "");
        };
        rest = behind[end..].trim_start_matches(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used(files: &[(&str, &str)]) -> Vec<String> {
        let package = Package::new("own", files.iter().copied());
        package
            .uses()
            .into_iter()
            .map(|(module, used)| format!("{} > {}", module.join("::"), used.join("::")))
            .collect()
    }

    #[test]
    fn paths_are_found_from_the_root_from_above_and_in_groups() {
        let text = "use crate::b::{self, c::{X, Y as Z},\n    d};\nuse std::fmt;\n// use crate::e;\n\
                    fn f() { super::e::g(); own::b::h::<u8>() }";
        let files = [
            ("lib.rs", ""),
            ("a.rs", text),
            ("b/mod.rs", ""),
            ("b/c.rs", "use super::d::T;"),
            ("b/d.rs", "pub use super::super::a::*;"),
            ("e.rs", ""),
            ("std.rs", ""),
        ];
        let uses = ["a > b", "a > b::c", "a > b::d", "a > e", "b::c > b::d", "b::d > a"];
        assert_eq!(used(&files), uses);
    }

    #[test]
    fn a_name_that_another_module_offers_leads_to_where_it_stands() {
        let files = [
            ("a.rs", "use crate::b::{Thing, Other};"),
            ("b.rs", "mod c;\npub(crate) use c::Thing;\nstruct Other;"),
            ("b/c.rs", "pub struct Thing;"),
        ];
        assert_eq!(used(&files), ["a > b", "a > b::c", "b > b::c"]);
    }

    #[test]
    fn a_module_file_belongs_to_the_folder_of_its_children() {
        let files = ["lib.rs", "a.rs", "a/b.rs", "c/mod.rs", "c/d.rs"];
        let package = Package::new("own", files.map(|it| (it, "")));
        let folder = |path: &str| package.folder_of(&module_of(path)).join("::");
        let folders = files.map(folder);
        assert_eq!(folders, ["", "a", "a", "c", "c"]);
    }
}
