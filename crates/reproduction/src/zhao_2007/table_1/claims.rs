//! The claims of Sect. 4.2 on the variants in Table 1.

use super::judged::{Sentence, by_reading, difference};
use super::tried::{CP_EVEN_PERCENT, Cell, HBMCT, MONTAGE, OTHERS_EVENLY, RECURSIVE, Shared, Table, cells};
use crate::zhao_2007::setting::mean;
use crate::{Case, Claim, Said, ToldIn, Verdict};
use scheduling::policy::spare_time::Variant;

/// "Close to" α: no more below it than the farthest minimum that can be read, 17.5 for an α of 23 (Random,
/// DLS, r_even_percent1).
const CLOSE: f64 = 0.055;

/// "Similarly": no farther apart than the means of both kinds of variants where all can be read, 45.9 and
/// 41.1 (Montage, HBMCT).
const SIMILAR: f64 = 0.05;

const SOURCE: &str = "Sect. 4.2, on Table 1";

/// The readings of `cp_even_percent`, with the place of its spare time in [`Shared`].
const BESIDE: [(&str, usize); 2] = [("others by percent", CP_EVEN_PERCENT), ("others evenly", OTHERS_EVENLY)];

/// The mean minimum of the recursive variants.
fn recursive(it: &Shared) -> f64 {
    mean(&it.spare[..RECURSIVE].iter().map(|it| it[0]).collect::<Vec<_>>())
}

/// That of the critical path based ones, with this reading of the second.
fn critical(percent: usize) -> impl Fn(&Shared) -> f64 {
    move |it| mean(&[it.spare[RECURSIVE][0], it.spare[percent][0]])
}

/// Each reading, twice: with both readings of `cp_even_percent`. A case of every cell.
fn twice(tables: &[Table], case: impl Fn(String, &Cell, usize) -> Case) -> Vec<(String, Vec<Case>)> {
    let mut readings = Vec::new();
    for table in tables {
        for (beside, percent) in BESIDE {
            let of_cell = |(_, _, name, cell): (usize, usize, String, &Cell)| case(name, cell, percent);
            let cases = cells(table).map(of_cell).collect();
            readings.push((format!("{}, {beside}", table.reading.name), cases));
        }
    }
    readings
}

pub fn claims(tables: &[Table]) -> Vec<Claim> {
    vec![close_to_alpha(tables), critical_path_is_higher(tables), montage(tables), alike(tables)]
}

fn close_to_alpha(tables: &[Table]) -> Claim {
    let of_table = |table: &Table| {
        let mut cases = Vec::new();
        for (at, variant) in Variant::SHARED.into_iter().enumerate() {
            cases.extend(cells(table).map(|(_, _, name, cell)| {
                let below = difference((cell, &|it| it.alpha), (cell, &|it| it.spare[at][0]));
                let name = format!("{name}, {}", variant.name());
                Case::of(name, &below, Said::NotMore(CLOSE), ToldIn::Share)
            }));
        }
        (table.reading.name.to_owned(), cases)
    };
    let readings: Vec<(String, Vec<Case>)> = tables.iter().map(of_table).collect();
    let sentence = Sentence {
        source: SOURCE,
        text: "In most cases, this seems to be close to or higher than the corresponding value of α",
        test: "α less the minimum spare time of the same run is no more than 5.5 points, as far as the table's own \
               17.5 for an α of 23 is off, in more than half of the 120 cells of a reading.",
    };
    by_reading(sentence, &readings, Verdict::of_most, false)
}

fn critical_path_is_higher(tables: &[Table]) -> Claim {
    let readings = twice(tables, |name, cell, percent| {
        let more = difference((cell, &critical(percent)), (cell, &recursive));
        Case::of(name, &more, Said::More, ToldIn::Share)
    });
    let sentence = Sentence {
        source: SOURCE,
        text: "the critical path based approaches (cp_even_time and cp_even_percent) lead to slightly higher values \
               for the minimum spare time percentage",
        test: "Mean minimum of the two critical path based variants less that of the four recursive ones, in each of \
               the 20 cells of a reading. In percentage points, paired by workflow.",
    };
    by_reading(sentence, &readings, Verdict::of_cases, false)
}

fn montage(tables: &[Table]) -> Claim {
    let mut cases = Vec::new();
    for table in tables {
        for (beside, percent) in BESIDE {
            let cell = &table.cells[MONTAGE][HBMCT];
            let more = difference((cell, &|it| it.spare[percent][0]), (cell, &|it| it.alpha));
            let name = format!("{}, {beside}", table.reading.name);
            cases.push(Case::of(name, &more, Said::More, ToldIn::Share));
        }
    }
    Claim::new(
        SOURCE,
        "for the Montage workflow, HBMCT manages to guarantee a minimum spare time percentage of 47.8% for each \
         task, even though the value of α is only 34",
        "The minimum under cp_even_percent less α is above 0. In percentage points, paired by workflow.",
        &cases,
    )
}

fn alike(tables: &[Table]) -> Claim {
    let readings = twice(tables, |name, cell, percent| {
        let apart = difference((cell, &critical(percent)), (cell, &recursive));
        Case::of(name, &apart, Said::Within(SIMILAR), ToldIn::Share)
    });
    let sentence = Sentence {
        source: "Sect. 4.2, Running Time",
        text: "the two strategies that were compared in the previous section perform similarly",
        test: "Mean minima of the critical path based variants and of the recursive ones are no more than 5 points \
               apart, as those of Montage under HBMCT in the table, 45.9 and 41.1, are.",
    };
    by_reading(sentence, &readings, Verdict::of_cases, false)
}
