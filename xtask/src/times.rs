//! The time of each step and test of `cargo xtask test`, in `target/times.csv`.

use std::path::PathBuf;
use std::time::Duration;

use crate::document;
use crate::process::Outcome;
use crate::project::Project;

/// How many of the slowest tests are printed.
const SLOWEST: usize = 20;

/// A step, or a test of one.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    step: String,
    /// Empty for the step itself.
    test: String,
    seconds: f64,
}

/// The times so far.
#[derive(Default)]
pub struct Times(Vec<Row>);

impl Times {
    /// Adds a step that has ended.
    pub fn add_step(&mut self, step: &str, time: Duration) {
        self.add(step, "", time.as_secs_f64());
    }

    /// Adds the test of a line like `test it_works ... ok <1.203s>`, if it is one.
    pub fn read_line(&mut self, step: &str, line: &str) {
        if let Some((test, seconds)) = of_line(line) {
            self.add(step, test, seconds);
        }
    }

    fn add(&mut self, step: &str, test: &str, seconds: f64) {
        let (step, test) = (step.to_owned(), test.to_owned());
        self.0.push(Row { step, test, seconds });
    }

    /// Writes all into the file, and gives the slowest tests in lines.
    pub fn write(&self, project: &Project) -> Outcome<String> {
        let mut text = "step,test,seconds\n".to_owned();
        for Row { step, test, seconds } in &self.0 {
            text += &format!("\"{step}\",{test},{seconds:.3}\n");
        }
        std::fs::write(place(project), text)?;
        let mut tests: Vec<&Row> = self.0.iter().filter(|it| !it.test.is_empty()).collect();
        tests.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        let lines = tests.iter().take(SLOWEST).map(|it| format!("{:>7.1} s  {} ({})\n", it.seconds, it.test, it.step));
        Ok(lines.collect())
    }
}

fn of_line(line: &str) -> Option<(&str, f64)> {
    let (name, rest) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let (_, time) = rest.rsplit_once('<')?;
    Some((name, time.strip_suffix("s>")?.parse().ok()?))
}

fn place(project: &Project) -> PathBuf {
    project.target().join("times.csv")
}

/// Puts the steps of the last run into `docs/performance.md`.
///
/// # Errors
///
/// If there was no run, or the document has no place for them.
pub fn document(project: &Project) -> Outcome<()> {
    let text = std::fs::read_to_string(place(project))
        .map_err(|why| format!("no times of a run ({why}): cargo xtask test makes them"))?;
    document::write(&project.path("docs/performance.md"), "times", &table(&text))
}

/// The steps of a file of times as a table, with the sum of all.
fn table(text: &str) -> String {
    let steps = text.lines().skip(1).filter_map(|line| {
        let (step, rest) = line.strip_prefix('"')?.split_once("\",")?;
        let seconds: f64 = rest.strip_prefix(',')?.parse().ok()?;
        Some((step, seconds))
    });
    let steps: Vec<(&str, f64)> = steps.collect();
    let minutes = |seconds: f64| format!("{} min {:.0} s", (seconds / 60.0) as u64, seconds % 60.0);
    let mut told = "| step | time |\n| --- | --- |\n".to_owned();
    for (step, seconds) in &steps {
        told += &format!("| {step} | {} |\n", minutes(*seconds));
    }
    let all: f64 = steps.iter().map(|it| it.1).sum();
    told + &format!("| the whole command | {} |\n", minutes(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_with_their_times() {
        assert_eq!(of_line("test a::b ... ok <1.250s>"), Some(("a::b", 1.25)));
        assert_eq!(of_line("test a::b ... FAILED <0.001s>"), Some(("a::b", 0.001)));
        assert_eq!(of_line("test a::b ... ok"), None);
        assert_eq!(of_line("test a::b ... ignored, needs <this>"), None);
        assert_eq!(of_line("running 2 tests"), None);
    }

    #[test]
    fn steps_are_a_table_with_their_sum() {
        let text = "step,test,seconds\n\"tests, native\",a::b,1.000\n\"tests, native\",,75.000\n\"page\",,5.000\n";
        assert!(
            table(text).ends_with(
                "| tests, native | 1 min 15 s |\n| page | 0 min 5 s |\n| the whole command | 1 min 20 s |\n"
            )
        );
    }
}
