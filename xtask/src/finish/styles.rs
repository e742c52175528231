//! One stylesheet in place of many: the first picture waits for all of them, and each costs a request.

use std::path::Path;

use crate::process::Outcome;

/// How Trunk names a stylesheet in the page.
const LINK: (&str, &str) = ("<link rel=\"stylesheet\" href=\"./", "\"/>");

/// Joins the stylesheets of the page in this folder, in their order.
pub fn join(folder: &Path) -> Outcome<()> {
    let page = folder.join(super::PAGE);
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
    let name = format!("styles-{}.css", super::digest(joined.as_bytes()));
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
    use super::super::tests::Build;
    use super::*;

    #[test]
    fn stylesheets_become_one_in_their_order() {
        let build = Build::new("styles");
        let page = "<head>\n  <link rel=\"stylesheet\" href=\"./b-1.css\"/>\n  \
            <link rel=\"stylesheet\" href=\"./a-2.css\"/>\n  <script></script>\n</head>\n";
        build.write(super::super::PAGE, page);
        build.write("b-1.css", "b {}");
        build.write("a-2.css", "a {}");
        join(&build.0).unwrap();
        let page = build.read(super::super::PAGE);
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
