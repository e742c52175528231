//! A sweep from a file, as curves: the x axis and the lines.

use serde_json::Value;

use experiment::sweep::{Figures, Vary, differ, word};
use experiment::{Scenario, draws, knobs, validate};
use export::curves_file::{CurvesFile, FEWER};

pub use export::curves_file::MOST_BYTES;
use workload::replicate::Replication;

/// The most lines: the legends of more leave no room for the picture.
pub const MOST_LINES: usize = 24;

/// The most points of all lines together: each is a row of the table below the pictures, and all its rows are drawn.
pub const MOST_POINTS: usize = 5_000;

/// A sweep from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenCurves {
    /// The scenario that was varied.
    pub scenario: Scenario,
    /// The name of the log.
    pub log: String,
    /// The path of the field along the x axis.
    pub path: String,
    /// The label of the x axis.
    pub label: String,
    /// Its values.
    pub xs: Vec<f64>,
    /// The names of the lines: one for each combination of the other fields.
    pub names: Vec<String>,
    /// The other varied fields, whose combinations are the lines; the first turns slowest.
    pub varied: Vec<Vary>,
    /// How many seeds each point took.
    pub seeds: usize,
    /// How the replicates of the log were made, one for each seed; none of the log itself.
    pub replicate: Option<Replication>,
    /// Whether anything is drawn at each point: line after line within a value of x. Where nothing is, all
    /// seeds agree and there is no interval.
    pub drawn: Vec<bool>,
    /// The figures of each run: line after line within a value of x, these within a seed.
    pub runs: Vec<Figures>,
}

impl GivenCurves {
    /// Of a file's bytes.
    ///
    /// # Errors
    ///
    /// In words, if it is no such file, or no curves can be drawn of it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        if bytes.len() > MOST_BYTES {
            return Err(format!("it is larger than the {} MB that are read: {FEWER}", MOST_BYTES >> 20));
        }
        let file = CurvesFile::from_json(bytes).map_err(|why| why.to_string())?;
        validate(&file.scenario).map_err(|why| format!("scenario: {why}"))?;
        Self::of(file)
    }

    /// The same of what it holds. The field along the x axis is the one with the most values among those that
    /// are numbers. O(runs).
    fn of(mut file: CurvesFile) -> Result<Self, String> {
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
        let seeds = file.seeds as usize;
        let drawn = (0..xs.len())
            .flat_map(|x| (0..lines).map(move |line| (x, line)))
            .map(|(x, line)| is_drawn(&file, place(&file.varied, axis, x, line)))
            .collect();
        let mut runs = Vec::with_capacity(file.runs.len());
        for seed in 0..seeds {
            for x in 0..xs.len() {
                for line in 0..lines {
                    let at = place(&file.varied, axis, x, line) * seeds + seed;
                    runs.push(std::mem::take(&mut file.runs[at]));
                }
            }
        }
        let varied = &file.varied[axis];
        let knob = knobs::knob(&file.scenario, &varied.path);
        Ok(Self {
            label: knob.map_or_else(|| varied.path.clone(), |it| it.axis()),
            path: varied.path.clone(),
            names: (0..lines).map(|line| name(&file, axis, line)).collect(),
            varied: others(&file.varied, axis).cloned().collect(),
            scenario: file.scenario,
            log: file.log,
            xs,
            seeds,
            replicate: file.replicate,
            drawn,
            runs,
        })
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
fn name(file: &CurvesFile, axis: usize, line: usize) -> String {
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
    use experiment::sweep::product;

    /// Which queue the providers have.
    fn queue(scenario: &Scenario) -> &'static str {
        if format!("{:?}", scenario.system).contains("Easy") { "Easy" } else { "other" }
    }

    fn file(varied: &[&str], seeds: u32) -> CurvesFile {
        let varied: Vec<Vary> = varied.iter().map(|it| it.parse().unwrap()).collect();
        let scenario = Scenario::default();
        let all = product(&scenario, &varied, seeds).unwrap();
        // Every run tells which it is.
        let runs = all.iter().flat_map(|(_, scenarios)| scenarios).map(|it| Figures {
            criteria: [it.workload.reservations.percent, f64::from(it.platform[0]), it.seed as f64],
            measures: [(queue(it).to_owned(), 1.0)].into(),
            ..Figures::default()
        });
        CurvesFile {
            runs: runs.collect(),
            scenario,
            varied,
            seeds,
            replicate: None,
            log: "a.swf".to_owned(),
            kind: Default::default(),
        }
    }

    fn read(file: &CurvesFile) -> Result<GivenCurves, String> {
        GivenCurves::read(file.to_json().as_bytes())
    }

    const QUEUES: &str = "system.two_level.local.queue=easy,fcfs";
    const SHARES: &str = "workload.reservations.percent=0,25,..,100";
    const SIZES: &str = "platform.0=8,16,32";

    #[test]
    fn every_run_stands_at_its_point_whatever_the_order_of_the_fields() {
        for varied in [[QUEUES, SHARES, SIZES], [SHARES, SIZES, QUEUES], [SIZES, QUEUES, SHARES]] {
            let file = file(&varied, 3);
            let curves = read(&file).unwrap();
            assert_eq!(curves.label, "advance reservations (%)");
            assert_eq!(curves.xs, [0.0, 25.0, 50.0, 75.0, 100.0]);
            assert_eq!((curves.names.len(), curves.runs.len()), (6, 90));
            for (at, run) in curves.runs.iter().enumerate() {
                let (line, x, seed) = (at % 6, at / 6 % 5, at / 30);
                assert_eq!(run.criteria[0], curves.xs[x]);
                assert_eq!(run.criteria[2], 1.0 + seed as f64);
                let name = &curves.names[line];
                assert!(name.split(" · ").any(|it| it == format!("0 {}", run.criteria[1])), "{name}");
                let is_easy = run.measures.keys().any(|it| it.contains("Easy"));
                assert_eq!(name.contains("EASY"), is_easy, "{name}");
            }
        }
    }

    #[test]
    fn points_without_randomness_are_known() {
        let mut file = file(&["system.two_level.local.queue=easy,fcfs", SHARES], 2);
        for run in &mut file.runs {
            // Every seed comes to the same, as without reservations.
            run.criteria[2] = 0.0;
        }
        let curves = read(&file).unwrap();
        assert_eq!(curves.xs, [0.0, 25.0, 50.0, 75.0, 100.0]);
        // Without reservations nothing is drawn; with all of them, where they go.
        let expected = [false, true, true, true, true].map(|it| [it; 2]);
        assert_eq!(curves.drawn, expected.concat());
        file.scenario.platform = vec![64];
        let curves = read(&file).unwrap();
        let expected = [false, true, true, true, false].map(|it| [it; 2]);
        assert_eq!(curves.drawn, expected.concat());
        file.runs[0].criteria[2] = 1.0;
        let curves = read(&file).unwrap();
        assert!(curves.drawn[0], "the seeds differ");
    }

    #[test]
    fn one_line_has_the_name_of_the_system() {
        let curves = read(&file(&[SHARES], 1)).unwrap();
        let system = Scenario::default().system;
        assert_eq!(curves.names, [system.model().name()]);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_in_words() {
        let refused = |file: CurvesFile| read(&file).unwrap_err();
        assert!(refused(file(&[QUEUES], 2)).contains("x axis"));
        let many = ["workload.load_factor=0.5,0.51,..,1.5", "platform.0=1,2,..,25"];
        let fewer = "vary fewer fields or fewer of their values";
        let told = refused(file(&many, 1));
        assert!(told.contains("25 lines") && told.ends_with(fewer), "{told}");
        let long = ["workload.load_factor=0.5,0.501,..,1.5", "platform.0=1,2,..,5"];
        let told = refused(file(&long, 1));
        assert!(told.contains("5 lines of 1001 points") && told.ends_with(fewer), "{told}");
        let most = ["workload.load_factor=0.5,0.51,..,1.5", "platform.0=1,2,..,24"];
        let most = read(&file(&most, 1)).unwrap();
        assert_eq!((most.names.len(), most.xs.len()), (24, 101));
        let mut broken = file(&[SHARES], 1);
        broken.scenario.platform = Vec::new();
        assert!(refused(broken).contains("platform"));
        assert!(GivenCurves::read(b"{}").is_err());
    }
}
