//! Figure 2: in which reading of “mean weighted” the delays come nearest to the printed ones.

use super::figure_2::{Month, PAPER};
use super::setting::{Weight, weighted};
use crate::Listing;
use crate::numbers::number;

/// The readings of the printed delays: with jobs moved forward as in Sect. 2.3, or not, and their weights.
const READINGS: [(bool, Weight); 4] =
    [(true, Weight::Work), (true, Weight::RunTime), (false, Weight::Work), (false, Weight::RunTime)];

fn reading_words((are_moved, weight): (bool, Weight)) -> String {
    let moved = if are_moved { "moved forward" } else { "no job moved" };
    format!("{moved}, weighted {}", weight.words())
}

/// A printed delay: its name, its number, and ours in every reading.
type Printed = (String, f64, [f64; READINGS.len()]);

/// The printed delays of a month.
fn printed(at: usize, month: &Month) -> Vec<Printed> {
    let of = |(configuration, &paper): (usize, &f64)| {
        let ours = READINGS.map(|(are_moved, weight)| {
            let reports = if are_moved { month.reports } else { month.unmoved };
            reports.get(configuration).and_then(|it| weighted(it, weight)).unwrap_or(f64::NAN)
        });
        let name = format!("{}, configuration {}", month.name, configuration + 1);
        (name, paper, ours)
    };
    PAPER.get(at).into_iter().flatten().enumerate().map(of).collect()
}

/// How far each reading lies from the printed delays on average, as shares.
fn distances(all: &[Printed]) -> [f64; READINGS.len()] {
    std::array::from_fn(|at| {
        all.iter().map(|(_, paper, ours)| (ours[at] / paper - 1.0).abs()).sum::<f64>() / all.len().max(1) as f64
    })
}

/// The reading that lies nearest, and how far off.
fn nearest(all: &[Printed]) -> String {
    let distances = distances(all);
    let nearest = READINGS.into_iter().zip(distances).min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.map_or(String::new(), |(reading, off)| {
        format!("{} ({} % off on average)", reading_words(reading), number(100.0 * off, 1))
    })
}

/// The printed delays of both months.
fn all_printed(months: &[Month]) -> Vec<Printed> {
    months.iter().enumerate().flat_map(|(at, month)| printed(at, month)).collect()
}

/// The printed delays beside ours in every reading.
pub fn listing(months: &[Month]) -> Listing {
    let mut head = ["", "paper"].map(str::to_owned).to_vec();
    head.extend(READINGS.map(reading_words));
    let all = all_printed(months);
    let row = |(name, paper, ours): &Printed| {
        let ours = ours.iter().map(|&it| number(it, 2));
        [name.clone(), number(*paper, 1)].into_iter().chain(ours).collect()
    };
    let mut rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let off = distances(&all).map(|it| number(100.0 * it, 1) + " %");
    let last = ["off on average".to_owned(), String::new()];
    rows.push(last.into_iter().chain(off).collect());
    Listing { title: "The printed delays in every reading".to_owned(), head, rows }
}

/// The readings nearest to the printed delays, of both months and of each.
pub fn nearest_words(months: &[Month]) -> String {
    let of = |(at, month): (usize, &Month)| format!("of {} alone: {}", month.name, nearest(&printed(at, month)));
    let each: Vec<String> = months.iter().enumerate().map(of).collect();
    let grows = |at: usize| {
        months
            .iter()
            .enumerate()
            .map(|(month, it)| printed(month, it))
            .filter(|it| matches!(&it[..], [one, two] if two.2[at] > one.2[at]))
            .count()
    };
    let growth: Vec<String> = READINGS
        .into_iter()
        .enumerate()
        .map(|(at, reading)| format!("{}, in {} of {}", reading_words(reading), grows(at), months.len()))
        .collect();
    format!(
        "Nearest to the printed delays of both months: {}; {}. From configuration 1 to 2 the delay grows, as it is \
         printed: {} months.",
        nearest(&all_printed(months)),
        each.join("; "),
        growth.join("; ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_reading_is_that_of_the_least_mean_distance() {
        let of = |paper, ours| (String::new(), paper, ours);
        let all = [of(10.0, [8.0, 11.0, 20.0, 10.0]), of(5.0, [5.0, 5.5, 5.0, 7.5])];
        assert_eq!(distances(&all).map(|it| (100.0 * it).round()), [10.0, 10.0, 50.0, 25.0]);
        assert_eq!(nearest(&all[1..]), "moved forward, weighted by processor seconds (0.0 % off on average)");
    }
}
