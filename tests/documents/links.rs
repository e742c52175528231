//! The documents are as short as they have to be, and their links lead somewhere.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::{document, documents, prose, root, sources};

/// The longest that a document may be, in bytes.
const LONGEST: &[(&str, usize)] = &[("README.md", 10_000), ("ARCHITECTURE.md", 15_000)];

/// The documents that begin with a table of contents.
const MANUAL: &[&str] = &["scenario.md", "formats.md", "command-line.md", "page.md", "outputs.md", "decisions.md"];

#[test]
fn the_documents_that_are_read_first_are_short() {
    for &(name, most) in LONGEST {
        let bytes = document(name).len();
        assert!(bytes <= most, "{name} has {bytes} bytes, {most} at most");
    }
}

#[test]
fn every_link_between_documents_leads_to_a_file_and_a_heading() {
    let mut followed = 0;
    for from in documents() {
        let text = document(&from);
        for target in links(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = match path {
                "" => from.clone(),
                path => plain(&from.parent().expect("a folder").join(path)),
            };
            let place = format!("{}: {target}", from.display());
            assert!(root().join(&path).exists(), "{place}");
            if !heading.is_empty() {
                assert!(anchors(&document(&path)).contains(heading), "{place}");
            }
            followed += 1;
        }
    }
    assert!(followed > 80, "{followed} links");
}

#[test]
fn the_manual_begins_with_a_table_of_contents() {
    for name in MANUAL {
        let text = document(Path::new("docs").join(name));
        let (head, _) = text.split_once("\n## ").expect("a section");
        let linked: BTreeSet<String> = links(head).map(|it| it.replace('#', "")).collect();
        for heading in prose(&text).filter_map(|it| it.strip_prefix("## ")) {
            assert!(linked.contains(&anchor(heading)), "{name}: {heading}");
        }
    }
}

/// Help, messages and comments name documents by their paths.
#[test]
fn every_document_that_the_code_names_is_there() {
    let mut named = 0;
    for folder in ["src", "crates", "xtask/src", "tests"] {
        for (file, text) in sources(&root().join(folder)) {
            let paths = text.split("docs/").skip(1).filter_map(|rest| {
                let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '-')?;
                rest[end..].starts_with(".md").then_some(&rest[..end])
            });
            for name in paths {
                let path = format!("docs/{name}.md");
                assert!(root().join(&path).is_file(), "{}: {path}", file.display());
                named += 1;
            }
        }
    }
    assert!(named > 20, "{named} documents named");
}

/// The map names files and folders of the code between backticks.
#[test]
fn every_path_that_architecture_names_is_there() {
    let text = document("ARCHITECTURE.md");
    let prose: Vec<&str> = prose(&text).collect();
    let prose = prose.join("\n");
    let named = prose.split('`').skip(1).step_by(2);
    let mut found = 0;
    for path in named.filter(|it| !it.contains(['<', '{', ' '])) {
        let path = path.strip_prefix("app/").map_or_else(|| path.to_owned(), |of_page| format!("src/app/{of_page}"));
        if ["src/", "crates/", "tests/", "docs/"].iter().any(|it| path.starts_with(it)) {
            assert!(root().join(&path).exists(), "{path}");
            found += 1;
        }
    }
    assert!(found > 30, "{found} paths");
}

/// Where the links and pictures of a document lead, except those to other hosts.
fn links(text: &str) -> impl Iterator<Item = &str> {
    prose(text)
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|it| it.split(')').next())
        .filter(|it| !it.contains("://"))
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// What links to headings of a document name them by; and places that have an `id`.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|it| it.starts_with('#')).map(|it| anchor(it.trim_start_matches('#').trim()));
    let named = text.split("id=\"").skip(1).filter_map(|it| Some(it.split('"').next()?.to_owned()));
    headings.chain(named).collect()
}

/// The name that GitHub gives to a heading: small letters, blanks as dashes, no punctuation.
fn anchor(heading: &str) -> String {
    heading
        .chars()
        .filter(|it| it.is_alphanumeric() || " -_".contains(*it))
        .flat_map(char::to_lowercase)
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

#[test]
fn headings_are_named_as_github_names_them() {
    assert_eq!(anchor("Is it right? Is it fast?"), "is-it-right-is-it-fast");
    assert_eq!(anchor("`two_level`: a grid"), "two_level-a-grid");
    assert_eq!(anchor("Keys, off-line use"), "keys-off-line-use");
}

/// An attribute `style` is inline style, and is not applied; set as a property, `~style`, it is.
#[test]
fn styles_are_set_as_properties() {
    let mut looked_at = 0;
    for (path, text) in sources(&root().join("src/app")) {
        for (number, line) in text.lines().enumerate() {
            looked_at += usize::from(line.contains("~style="));
            let inline = [" style=", "(style=", "\tstyle=", " {style}"];
            assert!(
                !inline.iter().any(|it| line.contains(it)) && !line.starts_with("style="),
                "{}:{}: write `~style=`, as the page's policy forbids inline style",
                path.display(),
                number + 1
            );
        }
    }
    assert!(looked_at > 0, "no style is set at all: is this test looking in the right place?");
}

/// The policy that a text has behind these words.
fn policies<'a>(text: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).map(|it| it.split('"').next().expect("its end"))
}

#[test]
fn every_header_in_the_documentation_is_the_policy_of_the_page() {
    let page = include_str!("../../index.html");
    let mut own = policies(page, "http-equiv=\"Content-Security-Policy\" content=\"");
    let header = format!("{}; frame-ancestors 'self'", own.next().expect("a policy"));
    let told = include_str!("../../docs/hosting.md");
    let told: Vec<&str> = policies(told, "Content-Security-Policy \"").collect();
    // nginx twice, Apache, Caddy.
    assert_eq!(told, [header.as_str(); 4]);
}
