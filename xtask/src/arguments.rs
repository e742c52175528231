//! The arguments of `cargo xtask`.

use std::path::PathBuf;

use crate::fuzz::MINUTES;
use crate::set_up::TIMES;
use crate::users::{ACTIONS, SEED};

/// Printed by `cargo xtask help` and after a mistake.
pub const USAGE: &str = "\
usage: cargo xtask <task>

  serve [--port N]  build the page and serve it on 127.0.0.1, port 8080 or N
  test [--thorough] format, lints, native tests, page build, browser tests; every case in place of a drawn part,
                    ten times as many changed inputs, and the published page in the browser
  fuzz [TARGET] [--minutes N]
                    bytes that nobody would write, to every reader or to TARGET, 1 or N minutes each
  users [--actions N] [--seed S]
                    a random user at the built page in Chromium, for 10,000 actions or N
  format            rustfmt on every file, the systems' too, which `cargo fmt` misses
  bench             benchmarks, native and in the browser
  bench set-up [--times N]
                    from a clone to the page, with nothing downloaded or built, and after edits; 3 times or N
  bench clusters    clusters, native and on the page
  bench served      the page of `serve` beside the published one
  scale             what plans of sweeps cost beside their runs, for docs/scale.md
  digests [--write] make the outputs that are to stay the same, and name those that differ from tests/digests.txt
  times             the times of the last `test`, for docs/performance.md
  build             build the page into dist/
  release [--page DIR]
                    archives of page and command line, a wheel for Python, checksums and a bill of materials, into
                    target/release-files, and their tests; the page of DIR, or `none`, in place of one built now
  setup             find or install everything the tasks above need
  clean --tools     delete the tools that the tasks above have built into your cache folder
  finish            the last step of `build`, called by Trunk
  help              this text

The first run of a task puts tools that are missing into your cache folder; later
runs use them. Debian packages are installed only with `--install`, which every task
takes, or where CI is set; otherwise the command for it is named. With `--dry-run` a task puts
nothing anywhere and says what it would put where.";

/// The arguments: a task, and how far it may go.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    pub task: Task,
    /// `--install`: Debian packages that are missing may be installed.
    pub install: bool,
    /// `--dry-run`: only lists the files and their places.
    pub dry_run: bool,
}

/// A task with its options.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    Help,
    Setup,
    CleanTools,
    Build,
    Release { page: Option<PathBuf> },
    Serve { port: u16 },
    Test { thorough: bool },
    Fuzz { target: Option<String>, minutes: u32 },
    Users { actions: u64, seed: u64 },
    Format,
    Bench,
    BenchSetUp { times: u32 },
    BenchClusters,
    BenchServed,
    Scale,
    Digests { write: bool },
    Times,
    Finish,
}

/// The default port of `serve`.
const PORT: u16 = 8080;

/// The longest that `fuzz` runs one target: a week.
const MOST_MINUTES: u32 = 7 * 24 * 60;

/// Reads the words after `cargo xtask`.
pub fn parse(words: impl IntoIterator<Item = String>) -> Result<Command, String> {
    let mut words: Vec<String> = words.into_iter().collect();
    let mut take = |option: &str| {
        let before = words.len();
        words.retain(|word| word != option);
        words.len() < before
    };
    let (install, dry_run) = (take("--install"), take("--dry-run"));
    Ok(Command { task: task(words)?, install, dry_run })
}

fn task(words: Vec<String>) -> Result<Task, String> {
    let mut words = words.into_iter();
    let Some(name) = words.next() else {
        return Err("no task given".into());
    };
    let mut rest = words.peekable();
    let task = match name.as_str() {
        "help" | "--help" | "-h" => Task::Help,
        "setup" => Task::Setup,
        "clean" => match rest.next_if(|word| word == "--tools") {
            Some(_) => Task::CleanTools,
            None => {
                return Err("`clean` deletes tools: `clean --tools`. What was built: `cargo clean`".into());
            }
        },
        "build" => Task::Build,
        "release" => Task::Release { page: option(&mut rest, "--page")?.map(PathBuf::from) },
        "serve" => Task::Serve { port: port(&mut rest)? },
        "test" => Task::Test { thorough: rest.next_if(|word| word == "--thorough").is_some() },
        "fuzz" => Task::Fuzz { target: rest.next_if(|word| !word.starts_with('-')), minutes: minutes(&mut rest)? },
        "users" => Task::Users {
            actions: whole(&mut rest, "--actions")?.unwrap_or(ACTIONS),
            seed: whole(&mut rest, "--seed")?.unwrap_or(SEED),
        },
        "format" => Task::Format,
        "bench" => match rest.next_if(|word| ["set-up", "served", "clusters"].contains(&word.as_str())).as_deref() {
            None => Task::Bench,
            Some("served") => Task::BenchServed,
            Some("clusters") => Task::BenchClusters,
            Some(_) => Task::BenchSetUp { times: times(&mut rest)? },
        },
        "scale" => Task::Scale,
        "digests" => Task::Digests { write: rest.next_if(|word| word == "--write").is_some() },
        "times" => Task::Times,
        "finish" => Task::Finish,
        other => return Err(format!("no task is called `{other}`")),
    };
    match rest.next() {
        None => Ok(task),
        Some(word) => Err(format!("`{name}` does not take `{word}`")),
    }
}

fn port(words: &mut Words<impl Iterator<Item = String>>) -> Result<u16, String> {
    let Some(value) = option(words, "--port")? else {
        return Ok(PORT);
    };
    match value.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(format!("`{value}` is not a port (1 to 65535)")),
    }
}

fn times(words: &mut Words<impl Iterator<Item = String>>) -> Result<u32, String> {
    let times = whole(words, "--times")?.unwrap_or(TIMES.into());
    u32::try_from(times).map_err(|_| format!("`{times}` are too many times"))
}

fn minutes(words: &mut Words<impl Iterator<Item = String>>) -> Result<u32, String> {
    let Some(value) = option(words, "--minutes")? else {
        return Ok(MINUTES);
    };
    match value.parse() {
        Ok(minutes) if (1..=MOST_MINUTES).contains(&minutes) => Ok(minutes),
        _ => Err(format!("`{value}` is no number of minutes (1 to {MOST_MINUTES})")),
    }
}

/// The whole number of an option that may come next.
fn whole(words: &mut Words<impl Iterator<Item = String>>, name: &str) -> Result<Option<u64>, String> {
    let Some(value) = option(words, name)? else {
        return Ok(None);
    };
    match value.parse() {
        Ok(number) if number > 0 => Ok(Some(number)),
        _ => Err(format!("`{value}` is no number from 1 on")),
    }
}

/// The rest of the words.
type Words<I> = std::iter::Peekable<I>;

/// The value of an option that may come next, behind a blank or `=`.
fn option(words: &mut Words<impl Iterator<Item = String>>, name: &str) -> Result<Option<String>, String> {
    let value_in = |word: &str| word.strip_prefix(name)?.strip_prefix('=').map(String::from);
    let Some(word) = words.next_if(|word| word == name || value_in(word).is_some()) else {
        return Ok(None);
    };
    match value_in(&word) {
        Some(value) => Ok(Some(value)),
        None => match words.next() {
            Some(value) => Ok(Some(value)),
            None => Err(format!("`{name}` needs a value")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Task, String> {
        parse(line.split_whitespace().map(String::from)).map(|command| command.task)
    }

    #[test]
    fn tasks_by_name() {
        assert_eq!(parse_line("test"), Ok(Task::Test { thorough: false }));
        assert_eq!(parse_line("serve"), Ok(Task::Serve { port: 8080 }));
    }

    #[test]
    fn port_in_both_spellings() {
        assert_eq!(parse_line("serve --port 9000"), Ok(Task::Serve { port: 9000 }));
        assert_eq!(parse_line("serve --port=9001"), Ok(Task::Serve { port: 9001 }));
    }

    #[test]
    fn a_release_takes_a_built_page() {
        assert_eq!(parse_line("release"), Ok(Task::Release { page: None }));
        assert_eq!(parse_line("release --page dist"), Ok(Task::Release { page: Some("dist".into()) }));
        assert!(parse_line("release --page").is_err());
    }

    #[test]
    fn fuzz_takes_a_target_and_minutes() {
        let fuzz = |target: Option<&str>, minutes| {
            let target = target.map(String::from);
            Ok(Task::Fuzz { target, minutes })
        };
        assert_eq!(parse_line("fuzz"), fuzz(None, 1));
        assert_eq!(parse_line("fuzz swf"), fuzz(Some("swf"), 1));
        assert_eq!(parse_line("fuzz --minutes 3"), fuzz(None, 3));
        assert_eq!(parse_line("fuzz dax --minutes=9"), fuzz(Some("dax"), 9));
        assert!(parse_line("fuzz --minutes 0").is_err());
        assert!(parse_line("fuzz swf gwf").is_err());
    }

    #[test]
    fn users_take_a_count_and_a_seed() {
        let users = |actions, seed| Ok(Task::Users { actions, seed });
        assert_eq!(parse_line("users"), users(10_000, 2));
        assert_eq!(parse_line("users --actions 300 --seed=7"), users(300, 7));
        assert!(parse_line("users --actions 0").is_err());
        assert!(parse_line("users --seed x").is_err());
    }

    #[test]
    fn the_set_up_and_the_served_page_are_measured_by_themselves() {
        assert_eq!(parse_line("bench"), Ok(Task::Bench));
        assert_eq!(parse_line("bench served"), Ok(Task::BenchServed));
        assert_eq!(parse_line("bench clusters"), Ok(Task::BenchClusters));
        assert!(parse_line("bench served --times 1").is_err());
        let set_up = |times| Ok(Task::BenchSetUp { times });
        assert_eq!(parse_line("bench set-up"), set_up(3));
        assert_eq!(parse_line("bench set-up --times 1"), set_up(1));
        assert!(parse_line("bench setup").is_err());
    }

    #[test]
    fn packages_are_installed_only_where_that_is_said() {
        let installs = |line: &str| {
            let command = parse(line.split_whitespace().map(String::from));
            command.expect(line).install
        };
        assert!(!installs("test"));
        assert!(installs("test --install"));
        assert!(installs("serve --install --port 9000"));
    }

    #[test]
    fn what_would_be_put_where_is_told_of_every_task() {
        let dry = |line: &str| {
            let command = parse(line.split_whitespace().map(String::from));
            command.expect(line).dry_run
        };
        assert!(!dry("serve"));
        assert!(dry("serve --dry-run --port 9000"));
        assert!(dry("test --dry-run"));
        assert_eq!(parse_line("clean --tools"), Ok(Task::CleanTools));
        assert!(parse_line("clean").is_err());
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(parse_line(""), Err("no task given".into()));
        assert_eq!(parse_line("sevre"), Err("no task is called `sevre`".into()));
        assert_eq!(parse_line("test --port 1"), Err("`test` does not take `--port`".into()));
        assert!(parse_line("serve --port").is_err());
        assert!(parse_line("serve --port 0").is_err());
        assert!(parse_line("serve --port 70000").is_err());
    }
}
