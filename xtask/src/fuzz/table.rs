//! The results of runs, as a table.

use std::fmt::Write as _;
use std::path::Path;

use crate::document::with_commas;
use crate::process::Outcome;

/// A target's last run.
#[derive(Debug, Default, PartialEq)]
pub struct Row {
    target: String,
    inputs: u64,
    /// Inputs with a finding, which ends the run.
    pub findings: u64,
    worst_ratio: f64,
    slowest_us: u64,
}

/// Records, beside the counts of a run, whether it ended with a finding.
pub fn note(folder: &Path, target: &str, found: bool) -> Outcome<()> {
    let path = folder.join(target);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut text: String =
        text.lines().filter(|line| !line.starts_with("findings ")).flat_map(|line| [line, "\n"]).collect();
    let _ = writeln!(text, "findings {}", u64::from(found));
    Ok(std::fs::write(path, text)?)
}

/// The last run of a target, if it has run.
pub fn read(folder: &Path, target: &str) -> Outcome<Option<Row>> {
    match std::fs::read_to_string(folder.join(target)) {
        Ok(text) => Ok(Some(row(target, &text)?)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A word and a number in every line.
fn row(target: &str, text: &str) -> Outcome<Row> {
    let mut row = Row { target: target.to_owned(), ..Row::default() };
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("inputs", number)) => row.inputs = number.parse()?,
            Some(("findings", number)) => row.findings = number.parse()?,
            Some(("worst_ratio", number)) => row.worst_ratio = number.parse()?,
            Some(("slowest_us", number)) => row.slowest_us = number.parse()?,
            _ => return Err(format!("{target}: `{line}` is not understood").into()),
        }
    }
    Ok(row)
}

/// The table in Markdown, with all targets together at its end.
pub fn text(rows: &[Row]) -> String {
    let mut text = "| target | inputs tried | findings | worst memory, times the input | slowest input |\n\
                    | --- | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let all = Row {
        target: "**all**".to_owned(),
        inputs: rows.iter().map(|it| it.inputs).sum(),
        findings: rows.iter().map(|it| it.findings).sum(),
        worst_ratio: rows.iter().map(|it| it.worst_ratio).fold(0.0, f64::max),
        slowest_us: rows.iter().map(|it| it.slowest_us).max().unwrap_or(0),
    };
    for row in rows.iter().chain([&all]) {
        let memory = match row.worst_ratio {
            0.0 => "–".to_owned(),
            ratio => format!("{ratio:.1}"),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {memory} | {:.1} ms |",
            row.target,
            with_commas(row.inputs),
            row.findings,
            row.slowest_us as f64 / 1000.0
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "inputs 1234567\nworst_ratio 2.25\nslowest_us 1500\nfindings 0\n";

    #[test]
    fn what_was_counted_is_a_row() {
        let row = row("swf", TOLD).expect("a row");
        let text = text(&[row]);
        assert!(text.contains("| swf | 1,234,567 | 0 | 2.2 | 1.5 ms |"), "{text}");
        assert!(text.contains("| **all** | 1,234,567 | 0 | 2.2 | 1.5 ms |"), "{text}");
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert!(row("swf", "inputs many\n").is_err());
        assert!(row("swf", "input 3\n").is_err());
    }
}
