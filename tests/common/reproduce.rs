//! `slotscope reproduce` as a person calls it, and what it writes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn slotscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_slotscope")).args(arguments).output().expect("slotscope runs")
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What `slotscope reproduce` prints of a paper, with these arguments.
pub fn reproduce_of(paper: &str, arguments: &[&str]) -> String {
    let all: Vec<&str> = ["reproduce", paper].iter().chain(arguments).copied().collect();
    let output = slotscope(&all);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

pub fn trace_of(log: &str) -> String {
    let path = crate::common::real_log_path(log);
    path.to_str().expect("a plain path").to_owned()
}

pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("slotscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        Self(folder)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.as_ref().display()))
}

/// From an item's anchor to the next one.
pub fn section(document: &str, item: &str) -> String {
    let anchor = format!("<a id=\"{item}\"></a>");
    let (_, after) = document.split_once(&anchor).unwrap_or_else(|| panic!("no {item}"));
    after.split("<a id=").next().unwrap_or_default().to_owned()
}
