//! Class names: a rule of a style sheet that names nothing but a class holds wherever a component writes that class.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The classes that components of several folders share on purpose: controls, and the parts of views that look alike.
const SHARED: &str = "answers badge beside-share better canvas-frame check checks complaints curves curves-body curves-state dot \
    edit-table empty facts field field-head fields figures-table fold-body fold-note for-screen-readers hint \
    invite keys-button legend lesson lesson-body lesson-chart lesson-controls lesson-head lesson-steps lesson-text \
    menu number numbers out-of-sight pair query query-form refused run-bar said scroll-across scroll-box \
    search-step slider-and-number slot-picture slot-pictures slots slots-bar slots-body stale summary-chart \
    summary-charts swatch table-actions tooltip verdict view-bar worse wrong zoom";

/// Words that are a class in one folder and something else in the others: an id, a name, a text.
const WORDS: &str = "cursor item jobs large panel providers question row spent tries";

/// The selectors of a style sheet, those within `@media` as well.
fn selectors(css: &str) -> Vec<String> {
    let comments = css.split("/*").enumerate();
    let css: String = comments
        .map(|(at, it)| match at {
            0 => it,
            _ => it.split_once("*/").expect("the end of a comment").1,
        })
        .collect();
    let blocks = css.split('{').map(|it| it.rsplit(['}', ';']).next());
    blocks
        .map(|it| it.unwrap_or_default().trim())
        .filter(|it| !it.starts_with('@'))
        .flat_map(|it| it.split(',').map(|it| it.trim().to_owned()))
        .collect()
}

/// The class of a selector that names nothing else, states such as `:hover` aside.
fn class_alone(selector: &str) -> Option<&str> {
    let class = selector.split(':').next()?.strip_prefix('.')?;
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '-';
    class.chars().all(is_name).then_some(class)
}

/// The words that a component may write as a class: those of its `class` attributes, and single words that no other
/// attribute has.
fn words(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|it| !it.trim_start().starts_with("//"));
    let mut found = BTreeSet::new();
    for line in lines {
        let parts: Vec<&str> = line.split('"').collect();
        for pair in parts.chunks_exact(2) {
            let (before, quoted) = (pair[0], pair[1]);
            if before.ends_with("class=") {
                found.extend(quoted.split_whitespace());
            } else if !before.ends_with('=') {
                found.insert(quoted);
            }
        }
    }
    found
}

#[test]
fn no_two_components_share_a_class_by_chance() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut alone = BTreeSet::new();
    for entry in fs::read_dir(root.join("static/styles")).expect("a folder") {
        let css = fs::read_to_string(entry.expect("an entry").path()).expect("a style sheet");
        let all = selectors(&css);
        alone.extend(all.iter().filter_map(|it| class_alone(it)).map(str::to_owned));
    }
    assert!(alone.len() > 200, "{} classes", alone.len());
    let mut folders: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let sources = super::all_sources();
    for (path, text) in sources.iter().filter(|it| it.0.starts_with("src/app/")) {
        let (folder, _) = path.rsplit_once('/').expect("a folder");
        for word in words(text).into_iter().filter(|it| alone.contains(*it)) {
            folders.entry(word).or_default().insert(folder.to_owned());
        }
    }
    let several = folders.iter().filter(|it| it.1.len() > 1);
    let several: Vec<&str> = several.map(|it| *it.0).collect();
    let told = |it: &&str| format!("{it}: {:?}", folders.get(it));
    let known = SHARED.split_whitespace().chain(WORDS.split_whitespace());
    let known: Vec<&str> = known.collect();
    let new = several.iter().filter(|it| !known.contains(it)).map(told);
    let new: Vec<String> = new.collect();
    assert!(new.is_empty(), "styled by its name alone, and written by several folders: {new:#?}");
}

#[test]
fn a_class_alone_is_told_from_one_within_something() {
    let css = "/* .no */ .a, .b:hover::after { x: 1 } @media (min-width: 1px) { .c { y: 2; } .d .e { } p.f { } }";
    let all = selectors(css);
    let found: Vec<&str> = all.iter().filter_map(|it| class_alone(it)).collect();
    assert_eq!(found, ["a", "b", "c"]);
    let written = "html! { <i class=\"g h\" id=\"no\" /> (\"k\", 1) \"not one\" }";
    assert_eq!(words(written), BTreeSet::from(["g", "h", "k", "not one"]));
}
