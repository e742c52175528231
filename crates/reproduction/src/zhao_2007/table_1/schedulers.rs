//! The claims of Sect. 4.2 on the schedulers in Table 1. Only readings in which all schedulers have the same
//! deadline count: where α is given for each, the printed order of α would come back as ours.

use super::judged::{Sentence, by_reading, common, difference};
use super::tried::{
    COLUMNS, DLS, FCP, FCP_BY_FINISH, FFT, HBMCT, HEFT, MONTAGE, OF_TABLE, SCHEDULERS, SHAPES, Shared, Table,
};
use crate::{Case, Claim, PairedDifference, Said, ToldIn, Verdict};
use scheduling::policy::spare_time::Variant;

const SOURCE: &str = "Sect. 4.2, on Table 1";

/// The remark on the runs, and why there are only two readings.
const COMMON: &str = "In percentage points, paired by workflow, of the runs in which both schedules keep the deadline. Only readings \
                      in which all schedulers have the same deadline tell: one that is given a higher α has more to share out.";

/// The least spare time under one scheduler less that under another, mean over the variants.
fn apart(table: &Table, shape: usize, one: usize, other: usize) -> PairedDifference {
    let row = &table.cells[shape];
    difference((&row[one], &Shared::least), (&row[other], &Shared::least))
}

fn case(table: &Table, shape: usize, (one, other): (usize, usize), said: Said) -> Case {
    let name = format!("{}, {} less {}", SHAPES[shape].name, COLUMNS[one].0, COLUMNS[other].0);
    Case::of(name, &apart(table, shape, one, other), said, ToldIn::Share)
}

/// The cases of each reading with a common deadline.
fn readings(tables: &[Table], cases: impl Fn(&Table) -> Vec<Case>) -> Vec<(String, Vec<Case>)> {
    let of_table = |it: &Table| (it.reading.name.to_owned(), cases(it));
    common(tables).map(of_table).collect()
}

/// The claim with either way of FCP.
fn with_each_fcp(tables: &[Table], cases: impl Fn(&Table, usize) -> Vec<Case>) -> Vec<(String, Vec<Case>)> {
    let mut all = Vec::new();
    for table in common(tables) {
        for fcp in [FCP, FCP_BY_FINISH] {
            let name = match fcp {
                FCP => "FCP by start times",
                _ => COLUMNS[FCP_BY_FINISH].0,
            };
            all.push((format!("{}, {name}", table.reading.name), cases(table, fcp)));
        }
    }
    all
}

pub fn claims(tables: &[Table]) -> Vec<Claim> {
    vec![
        highest(tables),
        fft(tables),
        fcp_and_heft(tables),
        fcp_and_hbmct(tables),
        consistent(tables),
        only_exception(tables),
    ]
}

fn highest(tables: &[Table]) -> Claim {
    let readings = readings(tables, |table| {
        let mut cases = Vec::new();
        for shape in MONTAGE..FFT {
            for other in [FCP, DLS, HEFT] {
                cases.push(case(table, shape, (HBMCT, other), Said::More));
            }
        }
        cases
    });
    let test = format!(
        "Beside FFT: the minimum under HBMCT, mean over the variants, less that under each other scheduler is \
         above 0 in more than half of the 12 cases of a reading. {COMMON}"
    );
    let sentence = Sentence {
        source: SOURCE,
        text: "HBMCT generally shows the highest minimal spare time percentage",
        test: &test,
    };
    by_reading(sentence, &readings, Verdict::of_most, true)
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
    let test = format!(
        "The minimum under DLS less that under HBMCT is above 0, variant by variant, in more than half of them, for \
         each FFT. {COMMON}"
    );
    let sentence = Sentence {
        source: SOURCE,
        text: "the only exception being FFT graphs, where the DLS algorithm performs better, by about 5%, in 4 out of \
               the 6 variants",
        test: &test,
    };
    by_reading(sentence, &all, Verdict::of_most, true)
}

fn fcp_and_heft(tables: &[Table]) -> Claim {
    let readings = with_each_fcp(tables, |table, fcp| {
        let mut cases = vec![case(table, MONTAGE, (fcp, HEFT), Said::Less)];
        cases.extend((MONTAGE + 1..=FFT).map(|it| case(table, it, (fcp, HEFT), Said::More)));
        cases
    });
    let test = format!(
        "The minimum, mean over the variants, under FCP less that under HEFT: above 0, for Montage below. {COMMON}"
    );
    let sentence = Sentence {
        source: SOURCE,
        text: "the FCP algorithm outperforms HEFT (which has a higher α value and hence more application spare time to \
               distribute to individual tasks) in terms of the spare time percentage, for all types of DAG except \
               Montage",
        test: &test,
    };
    by_reading(sentence, &readings, Verdict::of_cases, true)
}

fn fcp_and_hbmct(tables: &[Table]) -> Claim {
    let readings = with_each_fcp(tables, |table, fcp| {
        let of_shape = |shape| case(table, shape, (fcp, HBMCT), Said::Less);
        (MONTAGE..=FFT).map(of_shape).collect()
    });
    let test = format!("The minimum, mean over the variants, under FCP less that under HBMCT is below 0. {COMMON}");
    let sentence = Sentence { source: SOURCE, text: "Still, however, FCP is outperformed by HBMCT", test: &test };
    by_reading(sentence, &readings, Verdict::of_cases, true)
}

/// On which side of 0 two schedulers are apart, shape by shape.
struct Sides {
    above: Vec<usize>,
    below: Vec<usize>,
    open: Vec<usize>,
}

impl Sides {
    fn of(table: &Table, (one, other): (usize, usize), shapes: &[usize]) -> Self {
        let (mut above, mut below, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for &shape in shapes {
            match apart(table, shape, one, other).verdict(Said::More) {
                Verdict::Holds => above.push(shape),
                Verdict::DoesNotHold => below.push(shape),
                _ => open.push(shape),
            }
        }
        Self { above, below, open }
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
        let told = words.into_iter().filter(|(_, shapes)| !shapes.is_empty());
        let told = told.map(|(side, shapes)| {
            let names: Vec<&str> = shapes.iter().map(|&it| SHAPES[it].name).collect();
            format!("{side}: {}", names.join(", "))
        });
        told.collect::<Vec<_>>().join("; ")
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
            let shapes = (0..OF_TABLE).filter(|it| Some(*it) != excepted);
            pairs.push(((one, other), shapes.collect()));
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
    let sentence = Sentence {
        source: SOURCE,
        text: "The different types of DAGs, although they generate different results, still exhibit a consistent \
               behaviour",
        test: "Of two schedulers the same one has the higher minimum, mean over the variants, whatever the type of DAG: \
               no two types lie on different sides of 0 by their intervals, and more than half are told. Without what \
               the paper excepts: FCP and HEFT on Montage, and, a paragraph before, HBMCT and DLS on FFT.",
    };
    by_reading(sentence, &readings, Verdict::of_cases, true)
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
    let sentence = Sentence {
        source: SOURCE,
        text: "The only exception arises for the Montage workflow and in relation to the FCP algorithm",
        test: "The minimum, mean over the variants, under FCP less that under HEFT, which the paper compares before, lies \
               on one side of 0 for the other types of DAG, and on the other side for Montage.",
    };
    by_reading(sentence, &readings, Verdict::of_cases, false)
}
