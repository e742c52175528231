//! `xtask finish`: the last step of a build of the page. Trunk calls it, so that `build` and `serve`
//! end alike, before it puts the files where they are served from.
//!
//! It splits the page's WebAssembly, joins the stylesheets, adds the licences and the manual, names the build
//! after its bytes, and lists its files for the service worker.

mod split;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::prelude::{BASE64_STANDARD, Engine};
use sha2::{Digest, Sha256};

use super::crates;
use super::crates::Crate;
use super::process::Outcome;
use super::project::Project;
use super::setup::TARGET;

/// The lines that this fills in.
const BUILD_OF_PAGE: &str = "<meta name=\"build\" content=\"\">";
const BUILD_OF_WORKER: &str = "const BUILD = \"\";";
const FILES_OF_WORKER: &str = "const FILES = {};";

const PAGE: &str = "index.html";
const WORKER: &str = "service-worker.js";

/// The program that only those fetch who have a file for it: its name, with which those of its files begin.
const NOT_KEPT: &str = "parquet";

/// Finishes the files in the folder that Trunk names.
pub fn finish(project: &Project) -> Outcome<()> {
    let folder =
        std::env::var_os("TRUNK_STAGING_DIR").ok_or("`finish` is a step of `cargo xtask build`: Trunk calls it")?;
    let folder = Path::new(&folder);
    split::page(folder)?;
    join(folder)?;
    let licences = licences(project, "page", &crates::of(project, TARGET)?)?;
    std::fs::write(folder.join(NAME), licences)?;
    write(project, folder)?;
    finish_folder(folder)?;
    match std::env::var_os(SERVED) {
        Some(_) => change(folder),
        None => Ok(()),
    }
}

fn finish_folder(folder: &Path) -> Outcome<()> {
    let mut files = read_all(folder, folder)?;
    files.sort();
    let build = name_of_build(&files);
    fill_in(&folder.join(PAGE), &[(BUILD_OF_PAGE, &meta(&build))])?;
    let mut listed = String::new();
    for (name, _) in files.iter().filter(|(name, _)| name != WORKER && !name.starts_with(NOT_KEPT)) {
        // The page has changed since it was read.
        let integrity = integrity(&std::fs::read(folder.join(name))?);
        let address = if name == PAGE { "./" } else { name };
        listed.push_str(&format!("  {address:?}: {integrity:?},\n"));
    }
    fill_in(
        &folder.join(WORKER),
        &[
            (BUILD_OF_WORKER, &format!("const BUILD = \"{build}\";")),
            (FILES_OF_WORKER, &format!("const FILES = {{\n{listed}}};")),
        ],
    )
}

/// The value that browsers compare with a fetched file.
fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)))
}

fn meta(build: &str) -> String {
    BUILD_OF_PAGE.replace("\"\"", &format!("\"{build}\""))
}

/// Names and contents of all files in a folder and those within, names as in addresses.
pub fn read_all(root: &Path, folder: &Path) -> Outcome<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path: PathBuf = entry?.path();
        if path.is_dir() {
            files.extend(read_all(root, &path)?);
            continue;
        }
        let parts = path.strip_prefix(root)?.iter();
        let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
        files.push((parts.join("/"), std::fs::read(&path)?));
    }
    Ok(files)
}

/// Sixteen hexadecimal digits that another build does not have: of a digest over all files, the
/// service worker itself among them.
fn name_of_build(files: &[(String, Vec<u8>)]) -> String {
    let mut all = Sha256::new();
    for (name, bytes) in files {
        all.update(name);
        all.update([0]);
        all.update(Sha256::digest(bytes));
    }
    hexadecimal(&all.finalize())
}

/// Sixteen hexadecimal digits that other bytes do not have.
fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// The first eight bytes of a digest.
fn hexadecimal(digest: &[u8]) -> String {
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Replaces texts that must occur exactly once in a file.
fn fill_in(path: &Path, replacements: &[(&str, &str)]) -> Outcome<()> {
    let mut text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    for (old, new) in replacements {
        if text.matches(old).count() != 1 {
            return Err(format!("`{old}` must stand once in {}", path.display()).into());
        }
        text = text.replace(old, new);
    }
    Ok(std::fs::write(path, text)?)
}

/// The file to which the page links.
const NAME: &str = "licences.txt";

/// Part of every program that Rust compiles; Cargo does not list it.
const STANDARD_LIBRARY: &str = "The Rust standard library";

/// The font in the PDFs that the page makes.
const FONT: &str = "The font Arimo (OFL-1.1)";

/// Its licence.
const FONT_LICENCE: &str = "crates/chart/font/OFL.txt";

/// The beginnings of the names of files that hold licences and notices.
const NOTICES: [&str; 6] = ["license", "licence", "unlicense", "copying", "copyright", "notice"];

/// The text of the file, of the page or the command.
///
/// # Errors
///
/// If a file cannot be read, or a crate does not name its licence.
pub fn licences(project: &Project, part: &str, crates: &[Crate]) -> Outcome<String> {
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
         The {part} contains what follows, each part under the licence below it.\n",
        crates::version(crates)
    );
    for (of, text) in all {
        let _ = write!(file, "\n{}\n{}\n\n{}\n", "-".repeat(80), of.join("\n"), text.trim());
    }
    Ok(file)
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

/// The folder of the manual in that of the page.
const FOLDER: &str = "manual";

/// Writes the manual into the folder that Trunk names.
fn write(project: &Project, folder: &Path) -> Outcome<()> {
    let mut command = Command::new("page-manual");
    let command = command.arg(project.path("docs")).arg(folder.join(FOLDER));
    let output = command.output()?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the manual cannot be written: {}", why.trim()).into());
    }
    Ok(())
}

// Differences of a page of `cargo xtask serve`: it is reloaded when it has been rebuilt, and no service worker keeps
// it. Trunk's own script for that would stand in index.html, where the page's Content-Security-Policy forbids it,
// and needs a connection that the policy forbids.

const RELOAD: &str = "reload.js";
const END: &str = "</body>";

/// The variable by which `cargo xtask serve` says that it builds.
pub const SERVED: &str = "SLOTSCOPE_SERVED";

/// Changes a finished page in a folder.
pub fn change(folder: &Path) -> Outcome<()> {
    fs::write(folder.join(RELOAD), include_str!("reload.js"))?;
    fs::write(folder.join(WORKER), include_str!("served-worker.js"))?;
    let script = format!("<script type=\"module\" src=\"./{RELOAD}\"></script>\n{END}");
    fill_in(&folder.join(PAGE), &[(END, &script)])
}

/// How Trunk names a stylesheet in the page.
const LINK: (&str, &str) = ("<link rel=\"stylesheet\" href=\"./", "\"/>");

/// Joins the stylesheets of the page in this folder, in their order.
fn join(folder: &Path) -> Outcome<()> {
    let page = folder.join(PAGE);
    let text = std::fs::read_to_string(&page)?;
    let mut joined = String::new();
    let mut kept: Vec<&str> = Vec::new();
    let mut place = None;
    for line in text.lines() {
        match linked(line) {
            Some(name) => {
                place.get_or_insert(kept.len());
                joined.push_str(&std::fs::read_to_string(folder.join(name))?);
                joined.push('\n');
                std::fs::remove_file(folder.join(name))?;
            }
            None => kept.push(line),
        }
    }
    let place = place.ok_or("the page names no stylesheet")?;
    // Named after its content, so that no cache serves that of another build.
    let name = format!("styles-{}.css", digest(joined.as_bytes()));
    std::fs::write(folder.join(&name), joined)?;
    let link = format!("  {}{name}{}", LINK.0, LINK.1);
    kept.insert(place, &link);
    Ok(std::fs::write(page, kept.join("\n") + "\n")?)
}

/// The stylesheet that a line of the page names.
fn linked(line: &str) -> Option<&str> {
    line.trim().strip_prefix(LINK.0)?.strip_suffix(LINK.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own with the files of a small build; gone when the test is over.
    pub struct Build(pub PathBuf);

    impl Build {
        pub fn new(name: &str) -> Self {
            let id = std::process::id();
            let folder = std::env::temp_dir().join(format!("slotscope-finish-{name}-{id}"));
            std::fs::create_dir_all(folder.join("lessons")).unwrap();
            let build = Self(folder);
            build.write(PAGE, &format!("<head>{BUILD_OF_PAGE}</head>"));
            build.write(WORKER, &format!("{BUILD_OF_WORKER}\n{FILES_OF_WORKER}\n"));
            build.write("lessons/first.json", "{}");
            build.write("icon.svg", "<svg/>");
            build.write("icon-512.png", "a picture");
            build.write("parquet_bg.wasm", "a program");
            build
        }

        pub fn write(&self, name: &str, text: &str) {
            std::fs::write(self.0.join(name), text).unwrap();
        }

        pub fn read(&self, name: &str) -> String {
            std::fs::read_to_string(self.0.join(name)).unwrap()
        }
    }

    impl Drop for Build {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// The build that the page names.
    fn build_of(page: &str) -> &str {
        let (_, rest) = page.split_once("content=\"").unwrap();
        rest.split_once('"').unwrap().0
    }

    #[test]
    fn the_worker_lists_every_file_with_its_digest_and_the_page_names_the_build() {
        let build = Build::new("lists");
        finish_folder(&build.0).unwrap();
        let (page, worker) = (build.read(PAGE), build.read(WORKER));
        assert_eq!(build_of(&page).len(), 16);
        assert!(worker.contains(&format!("const BUILD = \"{}\";", build_of(&page))));
        let integrity = |name: &str| integrity(&std::fs::read(build.0.join(name)).unwrap());
        for (name, address) in [
            (PAGE, "./"),
            ("lessons/first.json", "lessons/first.json"),
            ("icon.svg", "icon.svg"),
            ("icon-512.png", "icon-512.png"),
        ] {
            let line = format!("\"{address}\": \"{}\",", integrity(name));
            assert!(worker.contains(&line), "{line} is not in {worker}");
        }
        assert!(!worker.contains(&format!("\"{WORKER}\":")));
        assert!(!worker.contains("parquet"));
    }

    /// RFC 9530's example of a digest, whose algorithm and alphabet are those of integrity metadata.
    #[test]
    fn integrity_is_a_digest_in_base64() {
        assert_eq!(integrity(b"{\"hello\": \"world\"}\n"), "sha256-RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=");
    }

    #[test]
    fn any_changed_byte_makes_another_build_and_none_the_same() {
        let finished = |name: &str, lesson: &str| {
            let build = Build::new(name);
            build.write("lessons/first.json", lesson);
            finish_folder(&build.0).unwrap();
            build_of(&build.read(PAGE)).to_owned()
        };
        assert_eq!(finished("same-1", "{}"), finished("same-2", "{}"));
        assert_ne!(finished("same-1", "{}"), finished("other", "{ }"));
    }

    #[test]
    fn a_page_without_its_place_for_the_build_is_refused() {
        let build = Build::new("without");
        build.write(PAGE, "<head></head>");
        let problem = finish_folder(&build.0).unwrap_err().to_string();
        assert!(problem.contains("must stand once"), "{problem}");
    }

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

    #[test]
    fn stylesheets_become_one_in_their_order() {
        let build = Build::new("styles");
        let page = "<head>\n  <link rel=\"stylesheet\" href=\"./b-1.css\"/>\n  \
            <link rel=\"stylesheet\" href=\"./a-2.css\"/>\n  <script></script>\n</head>\n";
        build.write(PAGE, page);
        build.write("b-1.css", "b {}");
        build.write("a-2.css", "a {}");
        join(&build.0).unwrap();
        let page = build.read(PAGE);
        let names: Vec<_> = page.lines().filter_map(linked).collect();
        let [name] = names[..] else {
            panic!("{page}");
        };
        assert_eq!(build.read(name), "b {}\na {}\n");
        assert!(page.ends_with("  <script></script>\n</head>\n"), "{page}");
        assert!(!build.0.join("b-1.css").exists());
    }

    #[test]
    fn a_page_without_stylesheets_is_refused() {
        let build = Build::new("bare");
        let problem = join(&build.0).unwrap_err().to_string();
        assert!(problem.contains("names no stylesheet"), "{problem}");
    }
}
