//! Runs Cargo side by side for several programs, and prints the progress: the programs, how many of their crates are
//! done, and the time left.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::process::Outcome;

/// How often the line is written over on a terminal, and how often there is a new one elsewhere.
const ON_TERMINAL: Duration = Duration::from_secs(1);
const ELSEWHERE: Duration = Duration::from_secs(10);

/// How often a build that goes on is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// A build of Cargo.
pub struct Job {
    /// Its noun, within a sentence.
    pub what: String,
    /// How many crates it is made of, about.
    pub crates: usize,
    /// How many crates the last one takes as long as.
    pub last: usize,
    /// Tried in this order: the first that succeeds has built it. Cargo's output is shown only if none does.
    pub commands: Vec<Command>,
}

/// Builds all of them side by side: Cargo leaves processors idle at the beginning and the end of a build.
///
/// # Errors
///
/// With the end of Cargo's output, if one of them cannot be built.
pub fn all(jobs: Vec<Job>) -> Outcome<()> {
    if jobs.is_empty() {
        return Ok(());
    }
    let line = Line::new(&jobs);
    let progress = Mutex::new(Progress::new(&jobs));
    thread::scope(|scope| {
        let progress = &progress;
        let build = |job| scope.spawn(move || run(job, progress));
        let builds: Vec<_> = jobs.into_iter().map(build).collect();
        line.tell_until(progress, || builds.iter().all(|it| it.is_finished()));
        let problems: Vec<String> =
            builds.into_iter().map(|it| it.join().expect("no panic")).filter_map(Result::err).collect();
        if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
    })
}

fn run(job: Job, progress: &Mutex<Progress>) -> Result<(), String> {
    let mut last = String::new();
    for mut command in job.commands {
        match compile(&mut command, progress) {
            Ok(()) => {
                let mut progress = progress.lock().expect("no panic");
                progress.done(job.last);
                return Ok(());
            }
            Err(problem) => last = problem,
        }
    }
    Err(format!("{} could not be built. Cargo says:\n{last}", job.what))
}

/// Runs Cargo and counts the crates that it begins to compile.
fn compile(command: &mut Command, progress: &Mutex<Progress>) -> Result<(), String> {
    let command = command.env("CARGO_TERM_PROGRESS_WHEN", "never");
    let command = command.env("CARGO_TERM_COLOR", "never");
    let output = Stdio::piped();
    let child = command.stdout(Stdio::null()).stderr(output).spawn();
    let mut child = child.map_err(|why| format!("Cargo does not start: {why}"))?;
    let mut said = Vec::new();
    if let Some(output) = child.stderr.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            match line.trim_start().split(' ').next() {
                Some("Compiling") => progress.lock().expect("no panic").begun(),
                Some("Downloading" | "Downloaded") => {}
                _ => said.push(line),
            }
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(said[said.len().saturating_sub(20)..].join("\n")),
        Err(why) => Err(why.to_string()),
    }
}

/// How far all of it has come.
struct Progress {
    started: Instant,
    /// Crates that have been begun, and how many there are.
    crates: (usize, usize),
    /// The same in crates of the usual size.
    work: (usize, usize),
    /// When a crate was last begun.
    counted: Duration,
}

impl Progress {
    fn new(jobs: &[Job]) -> Self {
        let crates = jobs.iter().map(|it| it.crates).sum();
        let last: usize = jobs.iter().map(|it| it.last).sum();
        Self { started: Instant::now(), crates: (0, crates), work: (0, crates + last), counted: Duration::ZERO }
    }

    fn begun(&mut self) {
        self.crates.0 += 1;
        self.crates.1 = self.crates.1.max(self.crates.0);
        self.done(1);
    }

    fn done(&mut self, work: usize) {
        self.work.0 += work;
        self.counted = self.started.elapsed();
    }

    /// `120 of 301 crates, about 40 s left`, so long after the start.
    fn words(&self, elapsed: Duration) -> String {
        let (begun, crates) = self.crates;
        let (done, work) = self.work;
        let count = format!("{begun} of {crates} crates");
        // The first crates give no estimate for the others.
        if done < 20 || done >= work {
            return count;
        }
        let whole = self.counted.as_secs_f64() / done as f64 * work as f64;
        let left = (whole - elapsed.as_secs_f64()).max(1.0);
        format!("{count}, about {left:.0} s left")
    }
}

/// The line of the progress.
struct Line {
    what: String,
    is_terminal: bool,
}

impl Line {
    fn new(jobs: &[Job]) -> Self {
        let names: Vec<&str> = jobs.iter().map(|it| it.what.as_str()).collect();
        let what = match names.as_slice() {
            [names @ .., last] if !names.is_empty() => format!("{} and {last}", names.join(", ")),
            names => names.concat(),
        };
        Self { what, is_terminal: std::io::stdout().is_terminal() }
    }

    fn tell_until(&self, progress: &Mutex<Progress>, is_finished: impl Fn() -> bool) {
        println!("Building {}, once", self.what);
        let every = if self.is_terminal { ON_TERMINAL } else { ELSEWHERE };
        let mut told = Instant::now();
        while !is_finished() {
            sleep(LOOK);
            if told.elapsed() >= every {
                told = Instant::now();
                let progress = progress.lock().expect("no panic");
                self.write(&progress.words(progress.started.elapsed()));
            }
        }
        if self.is_terminal {
            print!("\r\x1b[K");
            let _ = std::io::stdout().flush();
        }
    }

    fn write(&self, words: &str) {
        if self.is_terminal {
            print!("\r\x1b[K  {words}")
        } else {
            println!("  {words}")
        }
        let _ = std::io::stdout().flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(what: &str, commands: &[&str]) -> Job {
        let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let command = |word: &&str| {
            let mut command = cargo();
            command.arg(word);
            command
        };
        Job { what: what.to_owned(), crates: 300, last: 100, commands: commands.iter().map(command).collect() }
    }

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        let mut progress = Progress::new(&[job("a tool", &[])]);
        let at = Duration::from_secs;
        assert_eq!(progress.words(at(1)), "0 of 300 crates");
        progress.crates.0 = 100;
        (progress.work.0, progress.counted) = (100, at(40));
        // A quarter of the work took 40 s; 5 s later there is less to wait for.
        let words = "100 of 300 crates, about 120 s left";
        assert_eq!(progress.words(at(40)), words);
        assert_eq!(progress.words(at(45)), words.replace("120", "115"));
        assert_eq!(progress.words(at(500)), words.replace("120", "1"));
        progress.crates.0 = 300;
        progress.begun();
        assert_eq!(progress.crates, (301, 301));
    }

    #[test]
    fn what_is_built_is_listed() {
        let what = |names: &[&str]| Line::new(&names.iter().map(|it| job(it, &[])).collect::<Vec<_>>()).what;
        assert_eq!(what(&["Trunk"]), "Trunk");
        assert_eq!(what(&["Trunk", "the page"]), "Trunk and the page");
        assert_eq!(what(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn the_next_command_is_tried_and_of_what_fails_only_the_last_is_told() {
        assert!(all(vec![job("a tool", &["no-such-command", "--version"])]).is_ok());
        let failing = job("a tool", &["no-such-command", "nor-this-one"]);
        let problem = all(vec![failing, job("another", &["--version"])]).unwrap_err().to_string();
        assert!(problem.starts_with("a tool could not be built. Cargo says:\n"), "{problem}");
        assert!(problem.contains("nor-this-one"), "{problem}");
        assert!(!problem.contains("no-such-command"), "{problem}");
    }
}
