//! Table 5's readings in listings.

use super::super::reading::Reading;
use super::super::setting::CRITERIA;
use super::readings::Line;
use super::{FIRST, PERCENTS};
use crate::numbers::{joined, number};
use crate::{Listing, Measured, Quantity};

/// A criterion's six means, side by side.
pub fn six(cells: &[Measured], quantity: Quantity) -> String {
    joined(cells.iter().map(|cell| number(cell.mean, quantity.digits())), " ")
}

/// Lines beside the paper's, each with its name.
pub fn of_lines<'a>(title: &str, names: &str, lines: impl Iterator<Item = (String, &'a Line)>) -> Listing {
    let printed = CRITERIA.map(|quantity| six(&FIRST.of(quantity).map(Measured::exact), quantity));
    let mut rows = vec![Listing::row(["the paper", ""], printed)];
    for (name, line) in lines {
        let means = CRITERIA.map(|quantity| six(line.of(quantity), quantity));
        rows.push(Listing::row([name, number(line.distance, 3)], means));
    }
    Listing::new(title, [names, "distance", "mean U, 0 to 100 %", "mean F (s)", "mean D (s)"], rows)
}

const SHOWN: usize = 12;

pub fn best(lines: &[Line]) -> Listing {
    let mut sorted: Vec<&Line> = lines.iter().collect();
    sorted.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let shown = sorted.into_iter().take(SHOWN).map(|line| (line.reading.words().join("; "), line));
    of_lines(&format!("The {SHOWN} nearest readings"), "reading", shown)
}

/// The nearest reading with one choice changed.
pub fn one_at_a_time(nearest: &Line, lines: &[Line]) -> Listing {
    let changed = lines.iter().filter(|line| line.reading.distance(&nearest.reading) == 1);
    let changed = changed.map(|line| (difference_of(&line.reading, &nearest.reading), line));
    let own = std::iter::once(("the nearest".to_owned(), nearest));
    of_lines("The nearest reading with one choice changed", "changed to", own.chain(changed))
}

/// The words of one reading that the other does not have.
fn difference_of(reading: &Reading, other: &Reading) -> String {
    let other = other.words();
    reading.words().into_iter().filter(|word| !other.contains(word)).collect::<Vec<_>>().join("; ")
}

/// For each choice the nearest reading that makes it.
pub fn each_choice(lines: &[Line]) -> Listing {
    // In the order of the choices, of which a reading has eight at most.
    let mut choices: Vec<&'static str> = Vec::new();
    for place in 0..8 {
        for word in lines.iter().filter_map(|line| line.reading.words().get(place).copied()) {
            if !choices.contains(&word) {
                choices.push(word);
            }
        }
    }
    let rows = choices.iter().map(|word| {
        let made = lines.iter().filter(|line| line.reading.words().contains(word));
        let mut distances: Vec<f64> = made.map(|line| line.distance).collect();
        distances.sort_by(f64::total_cmp);
        let count = distances.len();
        let [least, median] = [0, count / 2].map(|at| number(distances.get(at).copied().unwrap_or(f64::NAN), 3));
        vec![(*word).to_owned(), count.to_string(), least, median]
    });
    let head = ["choice", "readings that make it", "least distance", "median distance"];
    Listing::new("How much each choice matters", head, rows)
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
    Listing::new("Table 5, first set, under every reading (means over the seeds)", head, rows)
}
