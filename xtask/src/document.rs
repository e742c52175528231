//! Tables that tasks write into documents, below the command that writes them.

use std::path::Path;

use crate::process::Outcome;

/// Puts the measurements of a task into a document, in place of its earlier ones.
pub fn write(path: &Path, task: &str, table: &str) -> Outcome<()> {
    let whole = std::fs::read_to_string(path)?;
    let with_table = replaced(&whole, task, table).ok_or("the document has no place for the table")?;
    Ok(std::fs::write(path, with_table)?)
}

fn replaced(whole: &str, task: &str, table: &str) -> Option<String> {
    const END: &str = "<!-- end -->\n";
    let begin = format!("<!-- cargo xtask {task} -->\n");
    let (before, rest) = whole.split_once(&begin)?;
    let (_, behind) = rest.split_once(END)?;
    Some(format!("{before}{begin}\n{table}\n{END}{behind}"))
}

/// 1234567 as 1,234,567.
pub fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_takes_the_place_of_the_last_one() {
        let whole = "a\n<!-- cargo xtask fuzz -->\nold\n<!-- end -->\nb\n";
        let once = replaced(whole, "fuzz", "new\n").expect("a place");
        assert_eq!(once, "a\n<!-- cargo xtask fuzz -->\n\nnew\n\n<!-- end -->\nb\n");
        assert_eq!(replaced(&once, "fuzz", "new\n"), Some(once.clone()));
        assert_eq!(replaced(&once, "users", "new\n"), None);
    }

    #[test]
    fn thousands_are_parted() {
        assert_eq!(with_commas(0), "0");
        assert_eq!(with_commas(999), "999");
        assert_eq!(with_commas(1_000), "1,000");
        assert_eq!(with_commas(12_345_678), "12,345,678");
    }
}
