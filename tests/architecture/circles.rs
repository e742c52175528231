//! Circles of folders: two that use one another, or more in a ring. A folder and those within it are no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::uses::{Module, Package};

/// Each folder with those beside it that it uses, and a file of each by which it does.
type Graph = BTreeMap<Module, BTreeMap<Module, (Module, Module)>>;

/// A circle of folders that stand beside one another, with the modules that close it; `None` if there is none.
///
/// A use of anything within a folder counts as a use of the folder.
pub fn circle(package: &Package) -> Option<String> {
    let graph = graph(package);
    let mut done = BTreeSet::new();
    let found = graph.keys().find_map(|folder| from(&graph, folder, &mut Vec::new(), &mut done))?;
    let mut text = String::new();
    for (at, folder) in found.iter().enumerate() {
        let next = &found[(at + 1) % found.len()];
        let (module, used) = &graph[folder][next];
        let (module, used) = (module.join("::"), used.join("::"));
        let (folder, next) = (folder.join("::"), next.join("::"));
        let _ = writeln!(text, "{folder} uses {next}: {module} uses {used}");
    }
    Some(text)
}

fn graph(package: &Package) -> Graph {
    let mut graph = Graph::new();
    for (module, used) in package.uses() {
        let (from, to) = (package.folder_of(&module), package.folder_of(&used));
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        // Otherwise one of them stands within the other, or they are the same.
        if shared < from.len().min(to.len()) {
            let (from, to) = (from[..=shared].to_vec(), to[..=shared].to_vec());
            let others = graph.entry(from).or_default();
            others.entry(to).or_insert((module, used));
        }
    }
    graph
}

/// A circle that can be reached from a folder. `way` leads to it; `done` are those from which there is none.
fn from(graph: &Graph, folder: &Module, way: &mut Vec<Module>, done: &mut BTreeSet<Module>) -> Option<Vec<Module>> {
    if let Some(at) = way.iter().position(|it| it == folder) {
        return Some(way[at..].to_vec());
    }
    if done.contains(folder) {
        return None;
    }
    way.push(folder.clone());
    let others = graph.get(folder).into_iter().flat_map(BTreeMap::keys);
    for other in others {
        let found = from(graph, other, way, done);
        if found.is_some() {
            return found;
        }
    }
    way.pop();
    done.insert(folder.clone());
    None
}

// A component has a node of its own in the document at all times. Yew 0.23 finds the place of a sibling that comes before a
// component by the component's first node; an empty one gives the node behind it, which may go in the same render.

/// The parts of markup outside all braces: what stands whatever the values are.
fn outside_braces(markup: &str) -> String {
    let mut depth = 0_u32;
    let outside = markup.chars().filter(|it| match it {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    outside.collect()
}

/// Whether markup has an element, a component or an empty text in any case.
fn stands(markup: &str) -> bool {
    let outside = outside_braces(markup);
    let begins = |it: &str| it.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@');
    outside.split('<').skip(1).any(begins)
        || outside.contains(" else ") && !outside.contains(" else if ")
        || markup.contains("{ nothing() }")
}

/// What is wrong with the components of a file.
fn complaints(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for empty in ["Html::default()", "html! {}", "html!()", "VNode::default()"] {
        if text.contains(empty) {
            found.push(format!("{empty}: write nothing()"));
        }
    }
    for rest in text.split("#[component]\n").skip(1) {
        let (Some((head, rest)), Some(end)) = (rest.split_once(" {\n"), rest.find("\n}\n")) else {
            panic!("a component that does not end: {rest:.80}");
        };
        let body = &rest[..end - head.len() - 3];
        // Markup in the middle of a function is a piece of what it ends with.
        let last = body.rsplit_once("\n    html! {").map(|it| it.1);
        let only = || body.strip_prefix("    html! {");
        if last.or_else(only).is_some_and(|it| !stands(it)) {
            found.push(format!("{head}: may be empty"));
        }
    }
    found
}

#[test]
fn no_component_may_be_empty() {
    let (mut components, mut found) = (0, Vec::new());
    for (path, text) in super::all_sources() {
        if path.starts_with("src/app/") {
            components += text.matches("#[component]\n").count();
            let wrong = complaints(&text).into_iter();
            found.extend(wrong.map(|it| format!("{path}: {it}")));
        }
    }
    assert!(components > 150, "{components} components");
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_may_be_empty_is_told_from_what_stands() {
    let all = [
        ("<p>{ it }</p>", true),
        ("<>{ it }<List /></>", true),
        ("<>{ nothing() }{ for all }</>", true),
        ("if it { <p /> } else { <b /> }", true),
        ("if it { <p /> }", false),
        ("if it { <p /> } else if other { <b /> }", false),
        ("<>{ it }{ for all }</>", false),
        ("{ for all.iter().map(|it| html! { <p>{ it }</p> }) }", false),
        ("", false),
    ];
    for (markup, expected) in all {
        assert_eq!(stands(markup), expected, "{markup}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Option<String> {
        circle(&Package::new("own", files.iter().copied()))
    }

    #[test]
    fn two_folders_that_use_one_another_are_a_circle() {
        let files =
            [("a/x.rs", "use crate::b::y;"), ("b/y.rs", ""), ("b/z.rs", "use super::super::a::w::W;"), ("a/w.rs", "")];
        let text = found(&files).expect("a circle");
        let lines = ["a uses b: a::x uses b::y", "b uses a: b::z uses a::w"];
        assert_eq!(text.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn a_ring_is_a_circle_however_deep_its_files_stand() {
        let files = [
            ("top/a/deep/x.rs", "use crate::top::b::y::Y;"),
            ("top/b/y.rs", "use crate::top::{c::{z, Z}};"),
            ("top/c/z.rs", "fn f() { crate::top::a::deep::x::g() }"),
        ];
        let text = found(&files).expect("a circle");
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_circle_through_an_offered_name_is_found() {
        let files = [
            ("lib.rs", "pub mod a;\npub mod b;\npub use b::y::Y;"),
            ("a/x.rs", "use crate::Y;"),
            ("b/y.rs", "use crate::a::x;"),
        ];
        assert!(found(&files).is_some());
    }

    #[test]
    fn folders_in_order_and_folders_within_folders_are_none() {
        let files = [
            ("a.rs", "use crate::a::inner::x;\nuse crate::b::y;"),
            ("a/w.rs", "use super::inner::x;"),
            ("a/inner/x.rs", "use crate::a::w;\nuse super::A;"),
            ("b/y.rs", "use super::z;"),
            ("b/z.rs", "use super::y;"),
        ];
        assert_eq!(found(&files), None);
    }
}
