//! Table 5's readings in listings.

use super::super::reading::Reading;
use super::readings::Line;
use super::{CRITERIA, FIRST, PERCENTS};
use crate::numbers::number;
use crate::{Listing, Measured, Quantity};

/// A criterion's six means, side by side.
pub fn six(cells: &[Measured], quantity: Quantity) -> String {
    cells.iter().map(|cell| number(cell.mean, quantity.digits())).collect::<Vec<_>>().join(" ")
}

fn printed(quantity: Quantity) -> String {
    let cells = FIRST.of(quantity).map(Measured::exact);
    six(&cells, quantity)
}

fn head(first: &[&str]) -> Vec<String> {
    let criteria = ["distance", "mean U, 0 to 100 %", "mean F (s)", "mean D (s)"];
    first.iter().chain(&criteria).map(|&word| word.to_owned()).collect()
}

fn numbers_of(line: &Line) -> Vec<String> {
    let mut cells = vec![number(line.distance, 3)];
    cells.extend(CRITERIA.map(|quantity| six(line.of(quantity), quantity)));
    cells
}

fn the_paper(columns: usize) -> Vec<String> {
    let mut cells = vec!["the paper".to_owned()];
    cells.resize(columns, String::new());
    cells.push(String::new());
    cells.extend(CRITERIA.map(printed));
    cells
}

/// Some lines beside the paper's, under a title.
pub fn of_lines<'a>(title: &str, first: &str, lines: impl Iterator<Item = (&'a str, &'a Line)>) -> Listing {
    let rows = lines.map(|(name, line)| {
        let mut cells = vec![name.to_owned()];
        cells.extend(numbers_of(line));
        cells
    });
    Listing { title: title.to_owned(), head: head(&[first]), rows: std::iter::once(the_paper(1)).chain(rows).collect() }
}

const SHOWN: usize = 12;

pub fn best(lines: &[Line]) -> Listing {
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let rows = sorted.iter().take(SHOWN).map(|line| {
        let mut cells = vec![line.reading.words().join("; ")];
        cells.extend(numbers_of(line));
        cells
    });
    Listing {
        title: format!("The {SHOWN} nearest readings"),
        head: head(&["reading"]),
        rows: std::iter::once(the_paper(1)).chain(rows).collect(),
    }
}

/// The nearest reading with one choice changed.
pub fn one_at_a_time(nearest: &Line, lines: &[Line]) -> Listing {
    let changed = lines.iter().filter(|line| line.reading.distance(&nearest.reading) == 1);
    let rows = changed.map(|line| {
        let mut cells = vec![difference_of(&line.reading, &nearest.reading)];
        cells.extend(numbers_of(line));
        cells
    });
    let mut own = vec!["the nearest".to_owned()];
    own.extend(numbers_of(nearest));
    Listing {
        title: "The nearest reading with one choice changed".to_owned(),
        head: head(&["changed to"]),
        rows: [the_paper(1), own].into_iter().chain(rows).collect(),
    }
}

/// The words of one reading that the other does not have.
fn difference_of(reading: &Reading, other: &Reading) -> String {
    let other = other.words();
    reading.words().into_iter().filter(|word| !other.contains(word)).collect::<Vec<_>>().join("; ")
}

/// For each choice the nearest reading that makes it.
pub fn each_choice(lines: &[Line]) -> Listing {
    let mut choices: Vec<&'static str> = Vec::new();
    for line in lines {
        for word in line.reading.words() {
            if !choices.contains(&word) {
                choices.push(word);
            }
        }
    }
    // In the order of the choices, not of their first reading.
    let place = |word: &str| {
        let words = lines.iter().map(|line| line.reading.words());
        words.filter_map(|words| words.iter().position(|one| *one == word)).next()
    };
    choices.sort_by_key(|word| place(word));
    let rows = choices.iter().map(|word| {
        let distances: Vec<f64> =
            lines.iter().filter(|line| line.reading.words().contains(word)).map(|line| line.distance).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let mut sorted = distances;
        sorted.sort_by(f64::total_cmp);
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN);
        vec![(*word).to_owned(), sorted.len().to_string(), number(least, 3), number(median, 3)]
    });
    let head = ["choice", "readings that make it", "least distance", "median distance"];
    Listing {
        title: "How much each choice matters".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}

/// Every reading, as a file keeps it: a column for each choice and each number.
pub fn all(lines: &[Line]) -> Listing {
    let mut head: Vec<String> =
        ["wide tasks", "interval", "limits", "reservations", "jobs", "local queue", "flow time", "distance"]
            .map(str::to_owned)
            .to_vec();
    for quantity in CRITERIA {
        head.extend(PERCENTS.map(|percent| format!("{} at {percent} %", quantity.name())));
    }
    let rows = lines.iter().map(|line| {
        let mut cells = line.reading.codes();
        cells.push(format!("{:.4}", line.distance));
        for quantity in CRITERIA {
            let digits = quantity.digits();
            cells.extend(line.of(quantity).iter().map(|cell| format!("{:.digits$}", cell.mean)));
        }
        cells
    });
    Listing {
        title: "Table 5, first set, under every reading (means over the seeds)".to_owned(),
        rows: rows.collect(),
        head,
    }
}
