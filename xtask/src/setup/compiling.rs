//! A run of Cargo whose progress is told: what is being built, how many crates are done, and how long it may yet take.

use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::Outcome;

/// Where no line can be written over, there is a new one no sooner than this.
const EVERY: Duration = Duration::from_secs(10);

/// Runs Cargo, which compiles about so many crates. What it says beside that is told only if it fails.
///
/// # Errors
///
/// With the end of what Cargo said.
pub fn run(command: &mut Command, what: &str, crates: usize) -> Outcome<()> {
    let command = command.env("CARGO_TERM_PROGRESS_WHEN", "never");
    let command = command.env("CARGO_TERM_COLOR", "never");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let output = child.stderr.take().ok_or("the output is not readable")?;
    let mut progress = Progress::new(what, crates);
    let mut said = Vec::new();
    for line in BufReader::new(output).lines() {
        let line = line?;
        match line.trim_start().split(' ').next() {
            Some("Compiling") => progress.compiled(),
            Some("Downloading" | "Downloaded") => progress.tell("downloading crates"),
            _ => said.push(line),
        }
    }
    progress.end();
    match child.wait()?.success() {
        true => Ok(()),
        false => Err(said[said.len().saturating_sub(20)..].join("\n").into()),
    }
}

/// How far it has come.
struct Progress<'a> {
    what: &'a str,
    crates: usize,
    done: usize,
    begun: Instant,
    told: Option<Instant>,
    is_terminal: bool,
}

impl<'a> Progress<'a> {
    fn new(what: &'a str, crates: usize) -> Self {
        let mut progress = Self {
            what,
            crates,
            done: 0,
            begun: Instant::now(),
            told: None,
            is_terminal: std::io::stdout().is_terminal(),
        };
        progress.tell("");
        progress
    }

    fn compiled(&mut self) {
        // What is named is begun with: it does not count yet.
        let words = words(self.done, self.crates, self.begun.elapsed());
        self.done += 1;
        self.tell(&words);
    }

    fn tell(&mut self, words: &str) {
        let colon = if words.is_empty() { "" } else { ": " };
        let text = format!("{}{colon}{words}", self.what);
        let is_late = self.told.is_none_or(|it| it.elapsed() >= EVERY);
        if self.is_terminal {
            print!("\r\x1b[K{text}");
            let _ = std::io::stdout().flush();
        } else if is_late {
            println!("{text}");
            self.told = Some(Instant::now());
        }
    }

    fn end(&self) {
        if self.is_terminal {
            println!();
        }
    }
}

/// `120 of 301 crates, about 40 s left`.
fn words(done: usize, crates: usize, elapsed: Duration) -> String {
    let left = crates.saturating_sub(done);
    // Of the first crates it is not to be told how long the others take.
    if done < 10 || left == 0 {
        return format!("{done} of {} crates", crates.max(done));
    }
    let seconds = elapsed.as_secs_f64() / done as f64 * left as f64;
    format!("{done} of {crates} crates, about {seconds:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        let after = Duration::from_secs(40);
        assert_eq!(words(3, 300, after), "3 of 300 crates");
        assert_eq!(words(100, 300, after), "100 of 300 crates, about 80 s left");
        assert_eq!(words(301, 300, after), "301 of 301 crates");
    }

    #[test]
    fn what_fails_says_why_in_its_own_words() {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        let failed = run(command.arg("no-such-command"), "nothing", 1);
        assert!(failed.unwrap_err().to_string().contains("no-such-command"));
    }
}
