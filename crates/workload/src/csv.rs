//! Lines of CSV: fields written, and taken apart again.

use std::borrow::Cow;

/// Characters with which a formula begins in a spreadsheet, which would execute it, in both widths, and what some
/// spreadsheets take off first.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// A name as a field: in quotes where it would break its row (RFC 4180), and behind a `'` where a spreadsheet
/// would take it for a formula. [`fields`] takes both away.
pub fn name_field(name: &str) -> Cow<'_, str> {
    let guarded = if is_formula(name) { Cow::Owned(format!("'{name}")) } else { Cow::Borrowed(name) };
    if guarded.contains([',', '"', '\n', '\r']) {
        Cow::Owned(format!("\"{}\"", guarded.replace('"', "\"\"")))
    } else {
        guarded
    }
}

/// Whether a name is a formula, or one behind guards: then it gets one more, so that none is lost when it is read.
fn is_formula(name: &str) -> bool {
    let behind_guards = name.trim_start_matches('\'');
    let behind_spaces = behind_guards.trim_start_matches(char::is_whitespace);
    behind_guards.starts_with(FORMULA) || behind_spaces.starts_with(FORMULA)
}

/// A field without the `'` that guards a formula.
fn unguarded(field: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let is_guarded = field.first() == Some(&b'\'') && std::str::from_utf8(&field).is_ok_and(is_formula);
    match field {
        Cow::Borrowed(field) if is_guarded => Cow::Borrowed(&field[1..]),
        Cow::Owned(mut field) if is_guarded => {
            field.remove(0);
            Cow::Owned(field)
        }
        field => field,
    }
}

/// The fields of a line (RFC 4180, without line breaks in fields), without the guards of formulas.
pub fn fields(line: &[u8]) -> Vec<Cow<'_, [u8]>> {
    let mut fields = Vec::new();
    split(line, b',', &mut fields);
    fields
}

/// Adds the fields of a line, parted by `mark`, as [`fields`] does.
pub(crate) fn split<'a>(line: &'a [u8], mark: u8, fields: &mut Vec<Cow<'a, [u8]>>) {
    let mut rest = Some(line);
    while let Some(line) = rest {
        let (field, after) = match line.first() {
            Some(b'"') => quoted(line, mark),
            _ => {
                let end = line.iter().position(|&byte| byte == mark).unwrap_or(line.len());
                (Cow::Borrowed(&line[..end]), &line[end..])
            }
        };
        fields.push(unguarded(field));
        rest = after.strip_prefix(&[mark]);
    }
}

/// A field in quotes, in which two quotes stand for one, and the text after it. Text between the
/// last quote and the mark belongs to the field.
fn quoted(line: &[u8], mark: u8) -> (Cow<'_, [u8]>, &[u8]) {
    let mut field = Vec::new();
    let mut at = 1;
    let mut is_open = true;
    while let Some(&byte) = line.get(at) {
        match byte {
            b'"' if is_open && line.get(at + 1) == Some(&b'"') => {
                field.push(byte);
                at += 1;
            }
            b'"' => is_open = !is_open,
            _ if byte == mark && !is_open => break,
            _ => field.push(byte),
        }
        at += 1;
    }
    (Cow::Owned(field), &line[at.min(line.len())..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::rows;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_guarded_and_read_back() {
        for [name, written] in rows(
            "=1+1 | '=1+1
            +a | '+a
            -a | '-a
            @SUM(A1) | '@SUM(A1)
            \\ta | '\\ta
            \\ra | \"'\\ra\"
            =cmd|' /C calc'!A0, b | \"'=cmd|' /C calc'!A0, b\"
            '=a | ''=a
            \\s=1+1 | ' =1+1
            \u{ff1d}1+1 | '\u{ff1d}1+1
            ' =a | '' =a
            \\sa | \\sa
            'a | 'a
            a=1 | a=1
            |",
        ) {
            assert_eq!(name_field(&name), written);
            assert_eq!(fields(written.as_bytes()), [name.as_bytes()], "{written}");
        }
        for (name, written) in [("\u{a0} @a", "'\u{a0} @a"), ("\u{3000}\u{ff0b}1", "'\u{3000}\u{ff0b}1")] {
            assert_eq!(name_field(name), written);
            assert_eq!(fields(written.as_bytes()), [name.as_bytes()], "{written}");
        }
    }

    proptest! {
        #[test]
        fn every_row_of_names_is_read_as_it_was_written(
            names in prop::collection::vec("[-=+@\u{ff1d}'\", a\t]{0,6}", 1..5)
        ) {
            let row: Vec<Cow<str>> = names.iter().map(|it| name_field(it)).collect();
            let read = row.join(",");
            let read = fields(read.as_bytes());
            prop_assert_eq!(read, names.iter().map(|it| it.as_bytes()).collect::<Vec<_>>());
        }
    }
}
