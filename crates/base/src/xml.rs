//! Text within XML.

use std::borrow::Cow;

/// A text with U+FFFD in place of the characters that no XML document may hold, however they are written (XML 1.0,
/// Sect. 2.2): control characters but tab and line ends, U+FFFE and U+FFFF. O(bytes).
pub fn allowed(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_allowed) {
        Cow::Borrowed(text)
    } else {
        text.chars().map(|it| if is_allowed(it) { it } else { char::REPLACEMENT_CHARACTER }).collect()
    }
}

fn is_allowed(it: char) -> bool {
    matches!(it, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_document_may_hold_is_replaced() {
        assert_eq!(allowed("a\u{fffe}b\u{ffff}c\u{0}d\u{1b}"), "a\u{fffd}b\u{fffd}c\u{fffd}d\u{fffd}");
        for fine in ["δ = 0 s\t\r\n", "\u{fffd}\u{fdd0}\u{1fffe}\u{10ffff}", "\u{85}\u{7f}"] {
            assert!(matches!(allowed(fine), Cow::Borrowed(_)), "{fine:?}");
        }
    }
}
