//! Rows of long runs that benches share: which are asked for, and the seconds that they take.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::{Map, Value, json};
use slotscope::experiment::{Scenario, start};
use slotscope::workload::Workload;

/// Seconds that a row may take.
pub const PATIENCE: f64 = 60.0;

/// A row is run until it has taken this number of seconds, at most this number of times.
const ENOUGH: (f64, usize) = (1.0, 9);

/// The clock is read after this number of instants.
const INSTANTS: usize = 64;

/// Jobs of the rows from which the exponent is found.
pub const SIZES: [u32; 4] = [10_000, 20_000, 40_000, 80_000];

/// The rows that are asked for, and their figures.
pub struct Rows {
    words: Vec<String>,
    exact: bool,
    /// The figures by their names.
    pub figures: Map<String, Value>,
}

impl Rows {
    /// Words name the rows that are run: those that have all of them, or `--exact` one.
    pub fn from_arguments() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let (options, words) = arguments.into_iter().partition::<Vec<_>, _>(|it| it.starts_with("--"));
        Self { words, exact: options.iter().any(|it| it == "--exact"), figures: Map::new() }
    }

    /// Whether a row is asked for.
    pub fn wants(&self, name: &str) -> bool {
        if self.exact {
            self.words.iter().any(|word| word == name)
        } else {
            self.words.iter().all(|word| name.contains(word.as_str()))
        }
    }

    /// Runs a row, if it is asked for. The seconds that it took.
    pub fn measure(&mut self, name: &str, scenario: &Scenario, log: &Workload) -> Option<f64> {
        if !self.wants(name) {
            return None;
        }
        let mut times = Vec::new();
        while times.len() < ENOUGH.1 && times.iter().sum::<f64>() < ENOUGH.0 {
            match once(scenario, log) {
                Ok(seconds) => times.push(seconds),
                Err(why) => {
                    println!("{name}: {why}");
                    return None;
                }
            }
        }
        times.sort_by(f64::total_cmp);
        let seconds = times[times.len() / 2];
        println!("{name}: {seconds:.3} s");
        self.figures.insert(name.to_string(), json!(seconds));
        Some(seconds)
    }

    /// The rows over [`SIZES`] whose names begin alike, and their exponent. `measure` runs one by its name and the place of
    /// its size.
    pub fn growth(&mut self, begin: &str, load: f64, mut measure: impl FnMut(&mut Self, &str, usize) -> Option<f64>) {
        let mut seconds: Vec<f64> = Vec::new();
        for (index, size) in SIZES.into_iter().enumerate() {
            let row = format!("{begin}, {size} jobs at load {load}");
            if !self.wants(&row) {
                continue;
            }
            // Twice the jobs take about four times as long at the worst.
            if seconds.last().is_some_and(|last| 4.0 * last > PATIENCE) {
                println!("{row}: left out, expected to take more than {PATIENCE} s");
                return;
            }
            seconds.extend(measure(self, &row, index));
        }
        if seconds.len() == SIZES.len() {
            let times = f64::from(SIZES[SIZES.len() - 1]) / f64::from(SIZES[0]);
            let exponent = (seconds[SIZES.len() - 1] / seconds[0]).ln() / times.ln();
            let row = format!("{begin}: exponent");
            println!("{row} {exponent:.2}");
            self.figures.insert(row, json!(exponent));
        }
    }

    /// Leaves the figures beside Criterion's, in a file of this name.
    pub fn leave(self, name: &str) {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
        let folder = target.join("criterion");
        let written = std::fs::create_dir_all(&folder).and_then(|()| {
            let figures = Value::Object(self.figures).to_string();
            std::fs::write(folder.join(name), figures)
        });
        if let Err(error) = written {
            println!("the figures were not written: {error}");
        }
    }
}

/// The seconds that a run takes; or why it has none.
fn once(scenario: &Scenario, log: &Workload) -> Result<f64, String> {
    let since = Instant::now();
    let mut simulation = start(scenario, log).map_err(|error| format!("not run: {error}"))?;
    while !simulation.advance(INSTANTS) {
        if since.elapsed().as_secs_f64() > PATIENCE {
            return Err(format!("broken off, it takes more than {PATIENCE} s"));
        }
    }
    black_box(simulation.finish());
    Ok(since.elapsed().as_secs_f64())
}
