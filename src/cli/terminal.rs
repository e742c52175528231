//! Printed text, without the control characters by which a name would command the terminal.

use std::borrow::Cow;
use std::io::{ErrorKind, Write};

use super::Failure;

/// Prints a result to standard output; a reader that went away ends the program quietly. Tabs stay: they set
/// columns apart.
pub fn print(text: &str) -> Result<(), Failure> {
    let text = without_controls(text, &['\n', '\t']);
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::at("standard output", error))
        }
        _ => Ok(()),
    }
}

/// Prints a message to standard error, and a line break.
pub fn tell(text: impl AsRef<str>) {
    // Where standard error is closed there is no place left to say so.
    let _ = writeln!(std::io::stderr(), "{}", plain(text.as_ref()));
}

/// A text without control characters but line breaks: each shows as the picture that Unicode has of it, or as
/// U+FFFD. O(characters).
pub fn plain(text: &str) -> Cow<'_, str> {
    without_controls(text, &['\n'])
}

fn without_controls<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    let is_shown = |it: char| !it.is_control() || kept.contains(&it);
    match text.chars().all(is_shown) {
        true => Cow::Borrowed(text),
        false => text
            .chars()
            .map(|it| if is_shown(it) { it } else { picture(it) })
            .collect(),
    }
}

/// The visible character in place of a control character.
fn picture(control: char) -> char {
    let shown = match u32::from(control) {
        code @ 0..=0x1f => char::from_u32(0x2400 + code),
        0x7f => Some('\u{2421}'),
        _ => None,
    };
    shown.unwrap_or(char::REPLACEMENT_CHARACTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_but_the_line_break_is_replaced() {
        for code in (0..0x20).chain(0x7f..0xa0) {
            let control = char::from_u32(code).unwrap();
            let text = format!("a{control}b");
            let shown = plain(&text);
            assert_eq!(shown.contains(control), control == '\n', "{code:#x}");
            assert!(shown.starts_with('a') && shown.ends_with('b'));
        }
        assert_eq!(plain("\x1b[2J\u{9b}2J\r"), "␛[2J\u{fffd}2J␍");
    }

    #[test]
    fn a_text_without_control_characters_is_not_copied() {
        assert!(matches!(plain("δ = 0 s\n名"), Cow::Borrowed(_)));
    }
}
