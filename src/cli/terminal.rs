//! Printed text, without the control characters by which a name would command the terminal.

use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Write};

use clap::builder::StyledStr;

use super::Failure;

/// Prints a result to standard output; a reader that went away ends the program quietly. Tabs stay: they set
/// columns apart.
pub fn print(text: &str) -> Result<(), Failure> {
    write_out(&without_controls(text, &['\n', '\t']))
}

/// Prints a text of clap's, in colours where standard output is a terminal.
pub fn print_styled(text: &StyledStr) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() { write_out(&text.ansi().to_string()) } else { print(&text.to_string()) }
}

fn write_out(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::at("standard output", error)),
        _ => Ok(()),
    }
}

/// Prints a message to standard error, and a line break.
pub fn tell(text: impl AsRef<str>) {
    // Where standard error is closed there is no place left to say so.
    let _ = writeln!(std::io::stderr(), "{}", shortened(&plain(text.as_ref())));
}

/// A text whose long lines lack their middles: a name from a file may have any length. O(characters).
fn shortened(text: &str) -> Cow<'_, str> {
    /// The most characters of a line, and of each of its ends where it has more.
    const MOST: usize = 2_000;
    const END: usize = 800;
    if text.len() <= MOST {
        return Cow::Borrowed(text);
    }
    let short = |line: &str| match line.chars().count() {
        count if count <= MOST => line.to_owned(),
        count => {
            let head: String = line.chars().take(END).collect();
            let tail: String = line.chars().skip(count - END).collect();
            let left_out = count - 2 * END;
            format!("{head} … {left_out} characters … {tail}")
        }
    };
    Cow::Owned(text.split('\n').map(short).collect::<Vec<_>>().join("\n"))
}

/// A text without control characters but line breaks: each shows as the picture that Unicode has of it, or as
/// U+FFFD. O(characters).
pub fn plain(text: &str) -> Cow<'_, str> {
    without_controls(text, &['\n'])
}

fn without_controls<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    let is_shown = |it: char| !it.is_control() || kept.contains(&it);
    if text.chars().all(is_shown) {
        Cow::Borrowed(text)
    } else {
        text.chars().map(|it| if is_shown(it) { it } else { picture(it) }).collect()
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
    fn a_long_line_lacks_its_middle() {
        let long = format!("sweep\n{}: no such file", "ä".repeat(300_000));
        let told = shortened(&long);
        assert!(told.starts_with("sweep\nää") && told.ends_with("ää: no such file"));
        assert!(told.contains(" … 298414 characters … ") && told.chars().count() < 1_700);
        let list = "one of these is needed\n".repeat(1_000);
        assert_eq!(shortened(&list), list);
    }

    #[test]
    fn a_text_without_control_characters_is_not_copied() {
        assert!(matches!(plain("δ = 0 s\n名"), Cow::Borrowed(_)));
    }
}
