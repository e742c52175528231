//! `licences.txt`: the notices that the licences of all crates in the page and of its font ask for, and the page's own.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use crate::crates::Crate;
use crate::process::Outcome;
use crate::project::Project;

/// The file to which the page links.
pub const NAME: &str = "licences.txt";

/// Part of every program that Rust compiles; Cargo does not list it.
const STANDARD_LIBRARY: &str = "The Rust standard library";

/// The font in the PDFs that the page makes.
const FONT: &str = "The font Arimo (OFL-1.1)";

/// Its licence.
const FONT_LICENCE: &str = "crates/chart/font/OFL.txt";

/// The beginnings of the names of files that hold licences and notices.
const NOTICES: [&str; 6] = ["license", "licence", "unlicense", "copying", "copyright", "notice"];

/// The text of the file.
///
/// # Errors
///
/// If a file cannot be read, or a crate does not name its licence.
pub fn text(project: &Project, crates: &[Crate]) -> Outcome<String> {
    let own = |name: &str| std::fs::read_to_string(project.path(name));
    let (mit, apache) = (own("LICENSE-MIT")?, own("LICENSE-APACHE")?);
    // The same text is written once, under all crates that have it.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in crates.iter().filter(|it| !it.is_own) {
        let named = format!("{} {} ({})", it.name, it.version, it.license);
        let notices = notices(it)?;
        if notices.is_empty() {
            let named = format!("{named}, copyright {}", holders(it));
            texts.entry(apache.clone()).or_default().push(named);
        }
        for notice in notices {
            texts.entry(notice).or_default().push(named.clone());
        }
    }
    let of_std = mit.replace("The Slotscope developers", "The Rust Project contributors");
    texts.entry(of_std).or_default().push(format!("{STANDARD_LIBRARY} (MIT OR Apache-2.0)"));
    texts.entry(own(FONT_LICENCE)?).or_default().push(FONT.to_owned());
    let mut all: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, of)| (of, text)).collect();
    all.sort();
    let mut file = format!(
        "Slotscope {} is published under the MIT License or the Apache License 2.0, as you like.\n\n{mit}\n{apache}\n\
         The page contains what follows, each part under the licence below it.\n",
        version(crates)
    );
    for (of, text) in all {
        let _ = write!(file, "\n{}\n{}\n\n{}\n", "-".repeat(80), of.join("\n"), text.trim());
    }
    Ok(file)
}

fn version(crates: &[Crate]) -> &str {
    crates.iter().find(|it| it.name == "slotscope").map_or("", |it| it.version.as_str())
}

/// The notices among the files of a crate. Of several licences to choose from it takes MIT, which is the shortest.
fn notices(it: &Crate) -> Outcome<Vec<String>> {
    if it.license.is_empty() {
        return Err(format!("{}: its manifest names no license; add its notice by hand", it.name).into());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&it.folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && is_notice(&name) {
            names.push(name);
        }
    }
    names.sort();
    let chosen = chosen(&it.license, &names);
    let read = |name: &&String| std::fs::read_to_string(Path::new(&it.folder).join(name));
    let texts: Result<Vec<String>, _> = chosen.iter().map(read).collect();
    Ok(texts?.into_iter().map(|it| it.replace("\r\n", "\n")).collect())
}

/// Whether a file holds a licence or a notice.
fn is_notice(name: &str) -> bool {
    let name = name.to_lowercase();
    NOTICES.iter().any(|it| name.starts_with(it))
}

/// Which of its files are to be handed on: all where the licences hold together, otherwise those of one of them.
fn chosen<'a>(license: &str, names: &'a [String]) -> Vec<&'a String> {
    let is = |it: &&String, word: &str| it.to_lowercase().contains(word);
    let is_kept = |it: &&String| is(it, "notice") || is(it, "copyright");
    if license.contains(" AND ") {
        return names.iter().collect();
    }
    for word in ["mit", "apache"] {
        if names.iter().any(|it| is(&it, word)) {
            return names.iter().filter(|it| is(it, word) || is_kept(it)).collect();
        }
    }
    names.iter().collect()
}

/// The holders of the rights to a crate without a notice, by its manifest.
fn holders(it: &Crate) -> String {
    match it.authors.as_slice() {
        [] => format!("the {} developers", it.name),
        authors => authors.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen_of(license: &str, names: &[&str]) -> Vec<String> {
        let names: Vec<String> = names.iter().map(|it| (*it).to_owned()).collect();
        chosen(license, &names).into_iter().cloned().collect()
    }

    #[test]
    fn one_licence_is_enough_where_there_is_a_choice() {
        let both = ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"];
        assert_eq!(chosen_of("MIT OR Apache-2.0", &both), ["LICENSE-MIT", "NOTICE"]);
        assert_eq!(chosen_of("Apache-2.0 OR BSL-1.0", &["LICENSE-APACHE", "LICENSE-BOOST"]), ["LICENSE-APACHE"]);
        assert_eq!(chosen_of("Zlib", &["LICENSE"]), ["LICENSE"]);
    }

    #[test]
    fn licences_that_hold_together_are_all_handed_on() {
        let all = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-UNICODE"];
        assert_eq!(chosen_of("(MIT OR Apache-2.0) AND Unicode-3.0", &all), all);
    }

    fn bare(license: &str) -> Crate {
        Crate {
            name: "bare".to_owned(),
            version: "1.0.0".to_owned(),
            license: license.to_owned(),
            authors: vec!["Ada".to_owned()],
            folder: concat!(env!("CARGO_MANIFEST_DIR"), "/src").into(),
            is_own: false,
        }
    }

    #[test]
    fn a_crate_that_names_no_licence_is_refused() {
        assert!(notices(&bare("")).unwrap_err().to_string().contains("bare"));
    }

    #[test]
    fn of_a_crate_that_brings_no_notice_its_authors_are_named() {
        let bare = bare("MIT OR Apache-2.0");
        assert_eq!(notices(&bare).unwrap(), [""; 0]);
        assert_eq!(holders(&bare), "Ada");
    }
}
