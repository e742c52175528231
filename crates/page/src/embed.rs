//! The query before the hash of a link: a view by itself, to be put into a slide or a page of a course, and the page of
//! a class.

/// The query of a link that shows its view without panel and header.
pub const QUERY: &str = "?view=only";

/// The query of a link for a class: *Hand in* stands beside the work, and the tools of a lecturer are away.
pub const CLASS: &str = "?class=yes";

/// The form in which the present link is copied to the clipboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CopyAs {
    #[default]
    Link,
    /// An element that puts its view, without panel and header, into another page.
    Iframe,
    /// The link for a class.
    Class,
}

/// Whether an address's query, with its `?`, asks for the view alone.
pub fn is_only(query: &str) -> bool {
    last(query, "view=") == Some("only")
}

pub fn is_of_class(query: &str) -> bool {
    last(query, "class=") == Some("yes")
}

/// The last value that a query gives a name.
fn last<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.strip_prefix('?').unwrap_or(query).split('&').rev().find_map(|word| word.strip_prefix(name))
}

/// The element that puts an address into another page, wide as that page has room for.
pub fn iframe(address: &str, title: &str) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"540\" style=\"border: 0\" loading=\"lazy\" allow=\"clipboard-write; fullscreen\"></iframe>",
        escaped(address),
        escaped(title)
    )
}

/// Text within an attribute of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_asks_for_the_view_alone_or_does_not() {
        for query in [QUERY, "?a=b&view=only", "?view=only&a=b", "?view=all&view=only"] {
            assert!(is_only(query), "{query}");
        }
        for query in ["", "?", "?view", "?view=", "?view=onlyx", "?review=only", "?view=only&view=all"] {
            assert!(!is_only(query), "{query}");
        }
        assert!(is_of_class(CLASS) && !is_of_class(QUERY) && !is_only(CLASS));
    }

    #[test]
    fn nothing_of_a_title_or_an_address_gets_out_of_its_attribute() {
        let text = iframe("https://a.example/?view=only&x=\"y\"#1.abc", "<b> & \"c\"");
        assert!(text.contains("src=\"https://a.example/?view=only&amp;x=&quot;y&quot;#1.abc\""));
        assert!(text.contains("title=\"&lt;b&gt; &amp; &quot;c&quot;\""));
        assert!(text.starts_with("<iframe ") && text.ends_with("></iframe>"));
    }
}
