//! What the page's Content-Security-Policy does not allow must not stand in its source.

use super::{root, sources};

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
