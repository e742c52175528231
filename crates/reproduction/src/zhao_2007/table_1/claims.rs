//! The claims of Sect. 4.2 on Table 1: on the variants, in all readings, and on the schedulers. Of the latter only
//! readings in which all schedulers have the same deadline count: where α is given for each, the printed order of α would
//! come back as ours.

use super::tried::{
    COLUMNS, CP_EVEN_PERCENT, Cell, DLS, FCP, FCP_BY_FINISH, FFT, HBMCT, HEFT, MONTAGE, OF_TABLE, OTHERS_EVENLY,
    RECURSIVE, SCHEDULERS, SHAPES, Shared, Table, cells,
};
use crate::claim::{share, verdicts};
use crate::prelude::*;
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
    mean(it.spare[..RECURSIVE].iter().map(|it| it[0]))
}

/// That of the critical path based ones, with this reading of the second.
fn critical(percent: usize) -> impl Fn(&Shared) -> f64 {
    move |it| mean([it.spare[RECURSIVE][0], it.spare[percent][0]])
}

/// Each reading, twice: with both readings of `cp_even_percent`. A case of every cell.
fn twice(tables: &[Table], case: impl Fn(String, &Cell, usize) -> Case) -> Vec<OfReading> {
    let with_both = |table: &Table| {
        BESIDE.map(|(beside, percent)| {
            let cases = cells(table).map(|(_, _, name, cell)| case(name, cell, percent));
            (format!("{}, {beside}", table.reading.name), cases.collect())
        })
    };
    tables.iter().flat_map(with_both).collect()
}

pub fn claims(tables: &[Table]) -> Vec<Claim> {
    vec![
        close_to_alpha(tables),
        critical_path_is_higher(tables),
        montage(tables),
        alike(tables),
        highest(tables),
        fft(tables),
        fcp_and_heft(tables),
        fcp_and_hbmct(tables),
        consistent(tables),
        only_exception(tables),
    ]
}

fn close_to_alpha(tables: &[Table]) -> Claim {
    let of_table = |table: &Table| {
        let of_variant = |(at, variant): (usize, Variant)| {
            cells(table).map(move |(_, _, name, cell)| {
                let below = difference((cell, &|it| it.alpha), (cell, &|it| it.spare[at][0]));
                Case::of(format!("{name}, {}", variant.name()), &below, Said::NotMore(CLOSE), ToldIn::Share)
            })
        };
        (table.reading.name.to_owned(), Variant::SHARED.into_iter().enumerate().flat_map(of_variant).collect())
    };
    let readings: Vec<OfReading> = tables.iter().map(of_table).collect();
    by_reading(
        [
            SOURCE,
            "In most cases, this seems to be close to or higher than the corresponding value of α",
            "α less the minimum spare time of the same run is no more than 5.5 points, as far as the table's own \
               17.5 for an α of 23 is off, in more than half of the 120 cells of a reading.",
        ],
        &readings,
        Verdict::of_most,
        false,
    )
}

fn critical_path_is_higher(tables: &[Table]) -> Claim {
    let readings = twice(tables, |name, cell, percent| {
        let more = difference((cell, &critical(percent)), (cell, &recursive));
        Case::of(name, &more, Said::More, ToldIn::Share)
    });
    by_reading(
        [
            SOURCE,
            "the critical path based approaches (cp_even_time and cp_even_percent) lead to slightly higher values \
               for the minimum spare time percentage",
            "Mean minimum of the two critical path based variants less that of the four recursive ones, in each of \
               the 20 cells of a reading. In percentage points, paired by workflow.",
        ],
        &readings,
        Verdict::of_cases,
        false,
    )
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
    by_reading(
        [
            "Sect. 4.2, Running Time",
            "the two strategies that were compared in the previous section perform similarly",
            "Mean minima of the critical path based variants and of the recursive ones are no more than 5 points \
               apart, as those of Montage under HBMCT in the table, 45.9 and 41.1, are.",
        ],
        &readings,
        Verdict::of_cases,
        false,
    )
}

/// The remark on the runs, and why there are only two readings.
const COMMON: &str = "In percentage points, paired by workflow, of the runs in which both schedules keep the deadline. Only readings \
                      in which all schedulers have the same deadline tell: one that is given a higher α has more to share out.";

/// The least spare time under one scheduler less that under another, mean over the variants.
fn apart(table: &Table, shape: usize, one: usize, other: usize) -> PairedDifference {
    let row = &table.cells[shape];
    difference((&row[one], &Shared::least), (&row[other], &Shared::least))
}

fn case(table: &Table, shape: usize, (one, other): (usize, usize), said: Said) -> Case {
    let name = format!("{}, {}", SHAPES[shape].name, pair_name((one, other)));
    Case::of(name, &apart(table, shape, one, other), said, ToldIn::Share)
}

/// The cases of each reading with a common deadline.
fn readings(tables: &[Table], cases: impl Fn(&Table) -> Vec<Case>) -> Vec<OfReading> {
    common(tables).map(|it| (it.reading.name.to_owned(), cases(it))).collect()
}

/// The same with either way of FCP.
fn with_each_fcp(tables: &[Table], cases: impl Fn(&Table, usize) -> Vec<Case>) -> Vec<OfReading> {
    let mut all = Vec::new();
    for table in common(tables) {
        for (fcp, name) in [(FCP, "FCP by start times"), (FCP_BY_FINISH, COLUMNS[FCP_BY_FINISH].0)] {
            all.push((format!("{}, {name}", table.reading.name), cases(table, fcp)));
        }
    }
    all
}

fn highest(tables: &[Table]) -> Claim {
    let readings = readings(tables, |table| {
        let beside = |shape: usize| [FCP, DLS, HEFT].map(|it| case(table, shape, (HBMCT, it), Said::More));
        (MONTAGE..FFT).flat_map(beside).collect()
    });
    by_reading(
        [
            SOURCE,
            "HBMCT generally shows the highest minimal spare time percentage",
            &format!(
                "Beside FFT: the minimum under HBMCT, mean over the variants, less that under each other scheduler is \
         above 0 in more than half of the 12 cases of a reading. {COMMON}"
            ),
        ],
        &readings,
        Verdict::of_most,
        true,
    )
}

fn fft(tables: &[Table]) -> Claim {
    let mut all = Vec::new();
    for table in common(tables) {
        for (shape, row) in SHAPES.iter().zip(&table.cells).skip(FFT) {
            let of_variant = |(at, variant): (usize, Variant)| {
                let of = |it: &Shared| it.spare[at][0];
                let more = difference((&row[DLS], &of), (&row[HBMCT], &of));
                Case::of(variant.name(), &more, Said::More, ToldIn::Share)
            };
            let cases = Variant::SHARED.into_iter().enumerate().map(of_variant);
            all.push((format!("{}, {}", table.reading.name, shape.name), cases.collect()));
        }
    }
    by_reading(
        [
            SOURCE,
            "the only exception being FFT graphs, where the DLS algorithm performs better, by about 5%, in 4 out of \
               the 6 variants",
            &format!(
                "The minimum under DLS less that under HBMCT is above 0, variant by variant, in more than half of them, for \
         each FFT. {COMMON}"
            ),
        ],
        &all,
        Verdict::of_most,
        true,
    )
}

fn fcp_and_heft(tables: &[Table]) -> Claim {
    let readings = with_each_fcp(tables, |table, fcp| {
        let mut cases = vec![case(table, MONTAGE, (fcp, HEFT), Said::Less)];
        cases.extend((MONTAGE + 1..=FFT).map(|it| case(table, it, (fcp, HEFT), Said::More)));
        cases
    });
    by_reading(
        [
            SOURCE,
            "the FCP algorithm outperforms HEFT (which has a higher α value and hence more application spare time to \
               distribute to individual tasks) in terms of the spare time percentage, for all types of DAG except \
               Montage",
            &format!(
                "The minimum, mean over the variants, under FCP less that under HEFT: above 0, for Montage below. {COMMON}"
            ),
        ],
        &readings,
        Verdict::of_cases,
        true,
    )
}

fn fcp_and_hbmct(tables: &[Table]) -> Claim {
    let readings = with_each_fcp(tables, |table, fcp| {
        let of_shape = |shape| case(table, shape, (fcp, HBMCT), Said::Less);
        (MONTAGE..=FFT).map(of_shape).collect()
    });
    by_reading(
        [
            SOURCE,
            "Still, however, FCP is outperformed by HBMCT",
            &format!("The minimum, mean over the variants, under FCP less that under HBMCT is below 0. {COMMON}"),
        ],
        &readings,
        Verdict::of_cases,
        true,
    )
}

/// On which side of 0 two schedulers are apart, shape by shape.
#[derive(Default)]
struct Sides {
    above: Vec<usize>,
    below: Vec<usize>,
    open: Vec<usize>,
}

impl Sides {
    fn of(table: &Table, (one, other): (usize, usize), shapes: &[usize]) -> Self {
        let mut sides = Self::default();
        for &shape in shapes {
            match apart(table, shape, one, other).verdict(Said::More) {
                Verdict::Holds => sides.above.push(shape),
                Verdict::DoesNotHold => sides.below.push(shape),
                _ => sides.open.push(shape),
            }
        }
        sides
    }

    /// Whether all significant differences lie on one side, and more than half are significant.
    fn verdict(&self) -> Verdict {
        let (above, below) = (self.above.len(), self.below.len());
        match () {
            () if above > 0 && below > 0 => Verdict::DoesNotHold,
            () if above + below > self.open.len() => Verdict::Holds,
            () => Verdict::CannotTell,
        }
    }

    fn words(&self) -> String {
        let words = [("above 0", &self.above), ("below 0", &self.below), ("open", &self.open)];
        let told = words
            .into_iter()
            .filter(|(_, shapes)| !shapes.is_empty())
            .map(|(side, shapes)| format!("{side}: {}", joined(shapes.iter().map(|&it| SHAPES[it].name), ", ")));
        joined(told, "; ")
    }
}

/// Two schedulers, and the shapes without those that the paper itself excepts.
fn pairs() -> Vec<((usize, usize), Vec<usize>)> {
    let mut pairs = Vec::new();
    for one in 0..SCHEDULERS {
        for other in one + 1..SCHEDULERS {
            let excepted = match (one, other) {
                (HBMCT, DLS) => Some(FFT),
                (FCP, HEFT) => Some(MONTAGE),
                _ => None,
            };
            pairs.push(((one, other), (0..OF_TABLE).filter(|it| Some(*it) != excepted).collect()));
        }
    }
    pairs
}

fn pair_name((one, other): (usize, usize)) -> String {
    format!("{} less {}", COLUMNS[one].0, COLUMNS[other].0)
}

fn consistent(tables: &[Table]) -> Claim {
    let readings = readings(tables, |table| {
        let of_pair = |(pair, shapes): ((usize, usize), Vec<usize>)| {
            let sides = Sides::of(table, pair, &shapes);
            Case::new(pair_name(pair), sides.verdict(), sides.words())
        };
        pairs().into_iter().map(of_pair).collect()
    });
    by_reading(
        [
            SOURCE,
            "The different types of DAGs, although they generate different results, still exhibit a consistent \
               behaviour",
            "Of two schedulers the same one has the higher minimum, mean over the variants, whatever the type of DAG: \
               no two types lie on different sides of 0 by their intervals, and more than half are told. Without what \
               the paper excepts: FCP and HEFT on Montage, and, a paragraph before, HBMCT and DLS on FFT.",
        ],
        &readings,
        Verdict::of_cases,
        true,
    )
}

fn only_exception(tables: &[Table]) -> Claim {
    let others: Vec<usize> = (MONTAGE + 1..OF_TABLE).collect();
    let readings = with_each_fcp(tables, |table, fcp| {
        let montage = Sides::of(table, (fcp, HEFT), &[MONTAGE]);
        let rest = Sides::of(table, (fcp, HEFT), &others);
        let is_other_side = match (rest.verdict(), rest.above.is_empty()) {
            (Verdict::Holds, true) => Some(montage.below.is_empty()),
            (Verdict::Holds, false) => Some(montage.above.is_empty()),
            _ => None,
        };
        let verdict = match is_other_side {
            _ if !montage.open.is_empty() => Verdict::CannotTell,
            Some(is) => Verdict::exact(is),
            None => rest.verdict(),
        };
        let words = format!("{}; {}", rest.words(), montage.words());
        vec![Case::new(pair_name((fcp, HEFT)), verdict, words)]
    });
    by_reading(
        [
            SOURCE,
            "The only exception arises for the Montage workflow and in relation to the FCP algorithm",
            "The minimum, mean over the variants, under FCP less that under HEFT, which the paper compares before, lies \
               on one side of 0 for the other types of DAG, and on the other side for Montage.",
        ],
        &readings,
        Verdict::of_cases,
        false,
    )
}

/// The difference of two numbers, in percent, as a share, where both schedules keep the deadline.
fn difference(one: (&Cell, &dyn Fn(&Shared) -> f64), other: (&Cell, &dyn Fn(&Shared) -> f64)) -> PairedDifference {
    let both = one.0.each(one.1).into_iter().zip(other.0.each(other.1));
    PairedDifference::drawn(both.filter_map(|(one, other)| Some((one? - other?) / 100.0)))
}

/// The readings in which all schedulers have the same deadline.
pub fn common(tables: &[Table]) -> impl Iterator<Item = &Table> {
    tables.iter().filter(|it| it.reading.is_common)
}

/// The cases of a reading, with its name.
type OfReading = (String, Vec<Case>);

/// A claim by its source, its text and its test. Each reading has the verdict that `judge` comes to over its own cases:
/// no reading's cases count for another. They are listed behind the readings if `listed`.
fn by_reading(
    [source, text, test]: [&str; 3],
    readings: &[OfReading],
    judge: fn(&[Verdict]) -> Verdict,
    listed: bool,
) -> Claim {
    let of_reading = |(name, cases): &OfReading| {
        let verdicts: Vec<Verdict> = cases.iter().map(|it| it.verdict).collect();
        let evidence = Claim::new(source, text, test, cases).evidence;
        Case::new(name, judge(&verdicts), evidence.trim_end_matches('.'))
    };
    let judged: Vec<Case> = readings.iter().map(of_reading).collect();
    let mut claim = Claim::new(source, text, test, &judged);
    let all: Vec<Verdict> = readings.iter().flat_map(|it| verdicts(&it.1)).collect();
    claim.share = share(&all);
    for (reading, cases) in readings.iter().filter(|_| listed) {
        claim.cases.extend(cases.iter().map(|it| Case { name: format!("{reading}, {}", it.name), ..it.clone() }));
    }
    claim
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three cells of one reading hold and two of another do not: pooled, most hold.
    #[test]
    fn readings_are_not_pooled() {
        let case = |verdict| Case::new("", verdict, "");
        let readings = [
            ("one".to_owned(), vec![case(Verdict::Holds); 3]),
            ("other".to_owned(), vec![case(Verdict::DoesNotHold); 2]),
        ];
        let claim = by_reading([""; 3], &readings, Verdict::of_most, true);
        assert_eq!(claim.verdict, Verdict::HoldsInPart);
        assert_eq!((claim.cases.len(), claim.share), (2 + 5, (3, 5)));
    }
}
