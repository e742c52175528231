//! Figures as SVG and long listings as CSV, a file each.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::super::Failure;
use super::super::input::Place;
use super::super::output::{place, write as write_file};
use crate::chart::Theme;
use crate::chart::reproduction::figure_svg;
use crate::engine::Run;
use crate::experiment::run;
use crate::reproduce::{Findings, Listing};
use crate::workload::Workload;
use crate::workload::csv::name_field;

/// Refuses a folder in which a log that is read may stand where something is written: under the paper's key, or
/// with the ending of a figure or a listing.
pub fn check(option: &str, folder: &Path, key: &str, logs: &[Place]) -> Result<(), Failure> {
    let is_written = |log: &Place| {
        let inner = place(log.as_ref()).ok()?;
        let inner = inner.strip_prefix(std::fs::canonicalize(folder).ok()?).ok()?;
        let ending = inner.extension().and_then(|it| it.to_str());
        let is_beside = inner.starts_with(key)
            || ["md", "json"].iter().any(|ending| inner == Path::new(&format!("{key}.{ending}")));
        Some(is_beside || matches!(ending, Some("svg" | "csv")))
    };
    match logs.iter().find(|log| is_written(log).unwrap_or(false)) {
        Some(log) => {
            let why = format!("may write over {}, which is read: name another folder", &**log);
            Err(Failure::at(&format!("{option} {}", folder.display()), why))
        }
        None => Ok(()),
    }
}

/// Creates a folder and those that it lies in.
pub fn create_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::at(&folder.display().to_string(), error))
}

/// Writes the figures and the long listings of some findings; makes the runs that pictures ask for.
pub fn write(folder: &Path, findings: &Findings, logs: &[Workload]) -> Result<(), Failure> {
    if findings.figures.is_empty() && findings.appendices.is_empty() {
        return Ok(());
    }
    create_folder(folder)?;
    let path = |name: &str, ending: &str| -> PathBuf { folder.join(format!("{name}.{ending}")) };
    for figure in &findings.figures {
        let wanted = figure.picture.runs().into_iter();
        let runs: Vec<Run> = wanted
            .map(|(log, scenario)| run(scenario, &logs[log]))
            .collect::<Result<_, _>>()
            .map_err(|error| Failure::at(&figure.name, error))?;
        let svg = figure_svg(figure, &Theme::light(), &runs);
        write_file(&path(&figure.name, "svg"), &svg)?;
    }
    for appendix in &findings.appendices {
        write_file(&path(&appendix.name, "csv"), &csv(&appendix.listing))?;
    }
    Ok(())
}

/// A listing as CSV (RFC 4180, but for its line ends).
fn csv(listing: &Listing) -> String {
    let line = |cells: &Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| cell_field(cell)).collect();
        cells.join(",") + "\n"
    };
    line(&listing.head) + &listing.rows.iter().map(line).collect::<String>()
}

/// A cell; numbers, which may be negative, are no formulas.
fn cell_field(cell: &str) -> Cow<'_, str> {
    match cell.parse::<f64>() {
        Ok(_) => Cow::Borrowed(cell),
        Err(_) => name_field(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_are_quoted() {
        let cells = |words: [&str; 2]| words.map(str::to_owned).to_vec();
        let listing =
            Listing { title: String::new(), head: cells(["a", "b"]), rows: vec![cells(["x, y", "say \"z\""])] };
        assert_eq!(csv(&listing), "a,b\n\"x, y\",\"say \"\"z\"\"\"\n");
    }
}
