//! The manual that comes with the page: documents of `docs/` as HTML that needs no script.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// One document of the manual.
pub struct Chapter {
    /// The document in `docs/` and the page, without extensions.
    pub name: &'static str,
    /// What the manual's navigation calls it.
    pub title: &'static str,
}

/// The documents for those who use the page or the command line, in the order of the navigation.
pub const CHAPTERS: [Chapter; 8] = [
    chapter("page", "The page"),
    chapter("formats", "Files"),
    chapter("scenario", "Scenarios"),
    chapter("command-line", "Command line"),
    chapter("outputs", "Outputs"),
    chapter("lessons", "Lessons"),
    chapter("classroom", "Classes"),
    chapter("task-batches", "Task batches"),
];

const fn chapter(name: &'static str, title: &'static str) -> Chapter {
    Chapter { name, title }
}

/// The page of a chapter whose document is `text`. A link to another chapter leads to its page, a link to a file that
/// the manual does not have is plain text, pictures are left out, and each heading has the anchor that code hosts give
/// it.
pub fn page(chapter: &Chapter, text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event> = Parser::new_ext(text, options).collect();
    keep_links_within(&mut events);
    leave_out_pictures(&mut events);
    name_headings(&mut events);
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    let body = fit_for_browsers(&body);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · Slotscope manual</title>\n\
         <link rel=\"icon\" href=\"../icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"../manual.css\">\n</head>\n<body>\n\
         <nav aria-label=\"Manual\"><a class=\"brand\" href=\"../\">Slotscope</a>{navigation}</nav>\n\
         <main>\n{body}</main>\n</body>\n</html>\n",
        title = chapter.title,
        navigation = navigation(chapter),
    )
}

/// Lets the keyboard reach tables and code that scroll by themselves, and names the alignment of cells by a class: the
/// policy of the manual lets no styles stand in a page.
fn fit_for_browsers(html: &str) -> String {
    let mut html = html
        .replace("<table>", "<div class=\"table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
        .replace("<pre>", "<pre tabindex=\"0\">");
    for side in ["left", "center", "right"] {
        let style = format!(" style=\"text-align: {side}\"");
        html = html.replace(&style, &format!(" class=\"{side}\""));
    }
    html
}

fn navigation(open: &Chapter) -> String {
    let link = |it: &Chapter| {
        let current = if it.name == open.name { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{}.html\"{current}>{}</a>", it.name, it.title)
    };
    CHAPTERS.iter().map(link).collect()
}

/// Where a link of a document leads in the manual; `None` if the manual does not have it.
fn target(link: &str) -> Option<String> {
    if link.starts_with('#') || link.starts_with("https://") {
        return Some(link.to_owned());
    }
    let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
    let name = file.strip_suffix(".md")?;
    let is_chapter = CHAPTERS.iter().any(|it| it.name == name);
    is_chapter.then(|| format!("{name}.html{anchor}"))
}

fn keep_links_within(events: &mut Vec<Event>) {
    let mut kept = Vec::new();
    events.retain_mut(|event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => {
            let target = target(dest_url);
            kept.push(target.is_some());
            if let Some(target) = target {
                *dest_url = target.into();
            }
            kept.last() == Some(&true)
        }
        Event::End(TagEnd::Link) => kept.pop().unwrap_or_default(),
        _ => true,
    });
}

/// Takes out pictures with the text that stands for them.
fn leave_out_pictures(events: &mut Vec<Event>) {
    let mut depth = 0;
    events.retain(|event| match event {
        Event::Start(Tag::Image { .. }) => {
            depth += 1;
            false
        }
        Event::End(TagEnd::Image) => {
            depth -= 1;
            false
        }
        _ => depth == 0,
    });
}

/// Gives each heading its anchor: its text in lower case, with a hyphen for each space and without punctuation; a
/// repeated one gets `-1`, `-2` and so on.
fn name_headings(events: &mut [Event]) {
    let mut names: Vec<String> = Vec::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let name = anchor(&heading_text(&events[at + 1..]));
        let before = names.iter().filter(|it| **it == name).count();
        let unique = match before {
            0 => name.clone(),
            _ => format!("{name}-{before}"),
        };
        names.push(name);
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(CowStr::from(unique));
        }
    }
}

/// The text of the heading that `events` continue.
fn heading_text(events: &[Event]) -> String {
    let text = events.iter().take_while(|it| !matches!(it, Event::End(TagEnd::Heading(_)))).filter_map(|it| match it {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    text.collect()
}

fn anchor(heading: &str) -> String {
    let letters = heading.to_lowercase();
    letters
        .chars()
        .filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'))
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    fn body(text: &str) -> String {
        let page = page(&CHAPTERS[0], text);
        let (_, after) = page.split_once("<main>\n").unwrap();
        after.split_once("</main>").unwrap().0.to_owned()
    }

    #[test]
    fn links_lead_to_pages_of_the_manual_or_are_plain_text() {
        let text = "[a](scenario.md#seed) [b](#keys) [c](https://example.org/) [d](../README.md) [e](decisions.md)";
        assert_eq!(
            body(text),
            "<p><a href=\"scenario.html#seed\">a</a> <a href=\"#keys\">b</a> \
             <a href=\"https://example.org/\">c</a> d e</p>\n"
        );
    }

    #[test]
    fn headings_have_the_anchors_of_code_hosts() {
        let text = "## Two-level: `δ` and more\n\n## Jobs\n\n## Jobs\n";
        let made = body(text);
        for id in ["two-level-δ-and-more", "jobs", "jobs-1"] {
            assert!(made.contains(&format!("id=\"{id}\"")), "{made}");
        }
    }

    #[test]
    fn pictures_are_left_out() {
        assert_eq!(body("![Alt *text*](picture.png) Words"), "<p> Words</p>\n");
    }

    #[test]
    fn no_styles_stand_in_a_page_and_the_keyboard_scrolls() {
        let made = body("| a | b |\n| - | -: |\n| 1 | 2 |\n\n```\ncode\n```\n");
        assert!(!made.contains("style="), "{made}");
        assert!(made.contains("<td class=\"right\">2</td>"), "{made}");
        assert_eq!(made.matches("tabindex").count(), 2, "{made}");
    }

    #[test]
    fn the_open_chapter_is_marked() {
        let made = page(&CHAPTERS[1], "# Files");
        assert!(made.contains("<a href=\"formats.html\" aria-current=\"page\">Files</a>"));
        assert_eq!(made.matches("aria-current").count(), 1);
    }

    fn documents() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
    }

    /// Every link of a page of the manual to another place of the manual finds it.
    #[test]
    fn every_anchor_that_is_linked_to_exists() {
        let made = |chapter: &Chapter| {
            let path = documents().join(format!("{}.md", chapter.name));
            page(chapter, &std::fs::read_to_string(path).unwrap())
        };
        let pages: Vec<(&str, String)> = CHAPTERS.iter().map(|it| (it.name, made(it))).collect();
        let mut followed = 0;
        for (name, html) in &pages {
            for link in html.split("href=\"").skip(1) {
                let link = link.split('"').next().unwrap();
                let Some((file, anchor)) = link.split_once('#') else {
                    continue;
                };
                let file = file.strip_suffix(".html").unwrap_or(name);
                let (_, target) = pages.iter().find(|(name, _)| *name == file).unwrap();
                assert!(target.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
                followed += 1;
            }
        }
        assert!(followed > 20, "{followed}");
    }
}
