//! A sweep from a file, as curves: the x axis and the lines.

use std::rc::Rc;

use serde_json::Value;

use super::{Axis, Given, RunFigures, Sweep};
use crate::history::{Experiment, WorkloadKey};
use crate::runs::Runs;
use crate::tasks::Mark;
use experiment::comparison::Quantiles;
use experiment::sweep::{Vary, differ, word};
use experiment::{Scenario, Study, draws, knobs, validate};
use export::curves_file::{CurvesFile, FEWER};

pub use export::curves_file::MOST_BYTES;

/// The most lines: the legends of more leave no room for the picture.
const MOST_LINES: usize = 24;

/// The most points of all lines together: each is a row of the table below the pictures, and all its rows are drawn.
const MOST_POINTS: usize = 5_000;

impl Sweep {
    /// Of the bytes of a file with this name. Its log is none of the page's. O(runs).
    ///
    /// # Errors
    ///
    /// In words, if it is no such file, or no curves can be drawn of it.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("it is larger than the {} MB that are read: {FEWER}", MOST_BYTES >> 20));
        }
        let file = CurvesFile::from_json(bytes).map_err(|why| why.to_string())?;
        validate(&file.scenario).map_err(|why| format!("scenario: {why}"))?;
        Self::of(name, file)
    }

    /// The same of what it holds. The field along the x axis is the one with the most values among those that
    /// are numbers.
    fn of(name: &str, file: CurvesFile) -> Result<Self, String> {
        let most = |best: Option<usize>, at: usize| {
            let values = |at: usize| file.varied[at].values.len();
            match best {
                Some(best) if values(best) >= values(at) => Some(best),
                _ => Some(at),
            }
        };
        let Some(axis) = (0..file.varied.len()).filter(|&at| numbers(&file.varied[at]).is_some()).fold(None, most)
        else {
            return Err("it varies no number for the x axis: also vary a numeric field".to_owned());
        };
        let xs = numbers(&file.varied[axis]).unwrap_or_default();
        let lines: usize = others(&file.varied, axis).map(|it| it.values.len()).product();
        if lines > MOST_LINES {
            return Err(format!(
                "{lines} lines are more than the {MOST_LINES} that can be shown: vary fewer fields or fewer of their \
                 values"
            ));
        }
        if lines.saturating_mul(xs.len()) > MOST_POINTS {
            let count = xs.len();
            return Err(format!(
                "{lines} lines of {count} points are more than the {MOST_POINTS} points that can be shown: vary fewer \
                 fields or fewer of their values"
            ));
        }
        // The places of the points in the file, line after line within a value of x.
        let points = (0..xs.len()).flat_map(|x| (0..lines).map(move |line| (x, line)));
        let points: Vec<usize> = points.map(|(x, line)| place(&file.varied, axis, x, line)).collect();
        let drawn = points.iter().map(|&point| is_drawn(&file, point)).collect();
        let study = Study { drawn, seeds: file.seeds, replicate: file.replicate };
        let figures = super::figures_of(&file.scenario, &file.runs);
        let mut runs = Runs::of(0, study.count());
        let in_file = (0..file.seeds as usize).flat_map(|seed| points.iter().map(move |it| (it, seed)));
        for (place, (point, seed)) in in_file.enumerate() {
            let run = &file.runs[point * file.seeds as usize + seed];
            let values = figures.iter().map(|it| run.get(it.key())).collect();
            runs.take(Mark { question: 0, place }, Ok(RunFigures { values, population: run.population }));
        }
        let varied = &file.varied[axis];
        let knob = knobs::knob(&file.scenario, &varied.path);
        let mut sweep = Self {
            form: Rc::default(),
            given: Some(Given { file: name.to_owned(), log: file.log.clone() }),
            axis: Axis { path: varied.path.clone(), label: knob.map_or_else(|| varied.path.clone(), |it| it.axis()) },
            names: (0..lines).map(|line| line_name(&file, axis, line)).collect(),
            varied: others(&file.varied, axis).cloned().collect(),
            base: Rc::new(Experiment::new(file.scenario, WorkloadKey::default())),
            quantiles: Quantiles::up_to(study.seeds as usize),
            xs,
            study,
            figures,
            runs,
            coincide: false,
        };
        sweep.coincide = sweep.lines_coincide();
        Ok(sweep)
    }
}

/// Whether the runs of the combination at a place are random: those of replicates are, and figures that differ between seeds are; otherwise
/// the scenario decides.
fn is_drawn(file: &CurvesFile, place: usize) -> bool {
    let seeds = file.seeds as usize;
    if file.replicate.is_some() || differ(&file.runs[place * seeds..][..seeds]) {
        return true;
    }
    let (mut rest, mut digits) = (place, Vec::new());
    for vary in file.varied.iter().rev() {
        digits.push(rest % vary.values.len());
        rest /= vary.values.len();
    }
    let digits = file.varied.iter().zip(digits.into_iter().rev());
    let set =
        digits.into_iter().try_fold(file.scenario.clone(), |set, (vary, digit)| vary.set(&set, &vary.values[digit]));
    // Of values that do not fit nothing is known.
    set.map_or(true, |it| draws(&it, file.kind))
}

/// The values as numbers, if they are; those of a word are none.
fn numbers(vary: &Vary) -> Option<Vec<f64>> {
    vary.values.iter().map(Value::as_f64).collect()
}

/// All that is varied but for the axis.
fn others(varied: &[Vary], axis: usize) -> impl DoubleEndedIterator<Item = &Vary> {
    varied.iter().enumerate().filter(move |(at, _)| *at != axis).map(|(_, it)| it)
}

/// The place of a point among the combinations of values: what stands first turns slowest.
fn place(varied: &[Vary], axis: usize, x: usize, line: usize) -> usize {
    let (mut place, mut step, mut rest) = (0, 1, line);
    for (at, vary) in varied.iter().enumerate().rev() {
        let count = vary.values.len();
        let digit = if at == axis {
            x
        } else {
            let digit = rest % count;
            rest /= count;
            digit
        };
        place += digit * step;
        step *= count;
    }
    place
}

/// The name of a line: the values of the other fields, without those that have only one value if there are
/// others.
fn line_name(file: &CurvesFile, axis: usize, line: usize) -> String {
    let mut rest = line;
    let mut words = Vec::new();
    for vary in others(&file.varied, axis).rev() {
        let count = vary.values.len();
        let value = &vary.values[rest % count];
        rest /= count;
        if count > 1 {
            words.push(told(&file.scenario, &vary.path, value));
        }
    }
    words.reverse();
    if words.is_empty() { file.scenario.system.model().name().to_owned() } else { words.join(" · ") }
}

/// A value as legends have it.
fn told(scenario: &Scenario, path: &str, value: &Value) -> String {
    match knobs::knob(scenario, path) {
        Some(knob) if knob.choices().is_some() == value.is_string() => knob.told(value),
        _ => format!("{} {}", path.rsplit('.').next().unwrap_or(path), word(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::curves::tests::{file, read};
    use experiment::sweep::Figures;
    use scheduling::criteria::Criterion;

    /// A file, each run of which tells which it is: by its criteria, and whether it is EASY's by its number of rejected jobs.
    fn of(varied: &[&str], seeds: u32) -> CurvesFile {
        file(Scenario::default(), varied, seeds, |it| Figures {
            criteria: [it.workload.reservations.percent, f64::from(it.platform[0]), it.seed as f64],
            measures: [("rejected".to_owned(), f64::from(format!("{:?}", it.system).contains("Easy")))].into(),
            ..Figures::default()
        })
    }

    const QUEUES: &str = "system.two_level.local.queue=easy,fcfs";
    const SHARES: &str = "workload.reservations.percent=0,25,..,100";
    const SIZES: &str = "platform.0=8,16,32";

    #[test]
    fn every_run_stands_at_its_point_whatever_the_order_of_the_fields() {
        for varied in [[QUEUES, SHARES, SIZES], [SHARES, SIZES, QUEUES], [SIZES, QUEUES, SHARES]] {
            let curves = read(&of(&varied, 3)).unwrap();
            assert_eq!(curves.axis.label, "advance reservations (%)");
            assert_eq!(curves.xs, [0.0, 25.0, 50.0, 75.0, 100.0]);
            assert_eq!((curves.names.len(), curves.runs.total()), (6, 90));
            let [share, size, seed] = Criterion::PAPER;
            let [share, size, seed, is_easy] = [share, size, seed, Criterion::REJECTED]
                .map(|figure| curves.figures.iter().position(|it| *it == figure).expect("a figure"));
            for (at, run) in curves.runs.made.iter().enumerate() {
                let run = run.as_ref().expect("a run");
                let (line, x) = (at % 6, at / 6 % 5);
                assert_eq!(run.values[share], Some(curves.xs[x]));
                assert_eq!(run.values[seed], Some(1.0 + (at / 30) as f64));
                let name = &curves.names[line];
                assert!(name.split(" · ").any(|it| it == format!("0 {}", run.values[size].unwrap())), "{name}");
                assert_eq!(name.contains("EASY"), run.values[is_easy] == Some(1.0), "{name}");
            }
        }
    }

    #[test]
    fn points_without_randomness_are_known() {
        let mut file = of(&[QUEUES, SHARES], 2);
        for run in &mut file.runs {
            // Every seed comes to the same, as without reservations.
            run.criteria[2] = 0.0;
        }
        let curves = read(&file).unwrap();
        assert_eq!(curves.xs, [0.0, 25.0, 50.0, 75.0, 100.0]);
        // Without reservations nothing is drawn; with all of them, where they go.
        let expected = [false, true, true, true, true].map(|it| [it; 2]);
        assert_eq!(curves.study.drawn, expected.concat());
        file.scenario.platform = vec![64];
        let curves = read(&file).unwrap();
        let expected = [false, true, true, true, false].map(|it| [it; 2]);
        assert_eq!(curves.study.drawn, expected.concat());
        file.runs[0].criteria[2] = 1.0;
        let curves = read(&file).unwrap();
        assert!(curves.study.drawn[0], "the seeds differ");
    }

    #[test]
    fn one_line_has_the_name_of_the_system() {
        let curves = read(&of(&[SHARES], 1)).unwrap();
        let system = Scenario::default().system;
        assert_eq!(curves.names, [system.model().name()]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_in_words() {
        let refused = |file: CurvesFile| read(&file).unwrap_err();
        assert!(refused(of(&[QUEUES], 2)).contains("x axis"));
        let many = ["workload.load_factor=0.5,0.51,..,1.5", "platform.0=1,2,..,25"];
        let fewer = "vary fewer fields or fewer of their values";
        let told = refused(of(&many, 1));
        assert!(told.contains("25 lines") && told.ends_with(fewer), "{told}");
        let long = ["workload.load_factor=0.5,0.501,..,1.5", "platform.0=1,2,..,5"];
        let told = refused(of(&long, 1));
        assert!(told.contains("5 lines of 1001 points") && told.ends_with(fewer), "{told}");
        let most = ["workload.load_factor=0.5,0.51,..,1.5", "platform.0=1,2,..,24"];
        let most = read(&of(&most, 1)).unwrap();
        assert_eq!((most.names.len(), most.xs.len()), (24, 101));
        let mut broken = of(&[SHARES], 1);
        broken.scenario.platform = Vec::new();
        assert!(refused(broken).contains("platform"));
        assert!(Sweep::read("", b"{}").is_err());
    }
}
