//! Writes the manual that comes with the page: documents in Markdown as pages in HTML.
//!
//! `page-manual DOCS FOLDER` reads the documents of the manual from DOCS and writes a page for each into FOLDER.

use std::path::Path;

use page_tools::{Outcome, manual};

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [documents, folder] = words.as_slice() else {
        return Err("usage: page-manual DOCS FOLDER".into());
    };
    let (documents, folder) = (Path::new(documents), Path::new(folder));
    std::fs::create_dir_all(folder)?;
    for chapter in &manual::CHAPTERS {
        let path = documents.join(format!("{}.md", chapter.name));
        let text = std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let page = manual::page(chapter, &text);
        std::fs::write(folder.join(format!("{}.html", chapter.name)), page)?;
    }
    Ok(())
}
