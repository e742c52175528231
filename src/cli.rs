//! The command line: the same code as the page, natively.

mod convert;
mod explain;
mod generate;
mod input;
mod knobs;
mod lesson;
mod nodes;
mod output;
mod reproduce;
mod reserve;
mod run;
mod shell_files;
mod stats;
mod sweep;
mod terminal;
mod trade_off;

use std::process::ExitCode;
use std::sync::Mutex;

use clap::{CommandFactory, Parser, Subcommand};

use terminal::{print, print_styled, tell};

/// The text below a command's options: its output, an example, exit codes.
macro_rules! after_help {
    ($text:literal) => {
        concat!($text, "\n\nExit codes: 0 done; 1 it failed, and standard error says why; 2 the arguments are wrong")
    };
}
use after_help;

/// An explorer of parallel-job schedules: the page's runs and sweeps on the command line
#[derive(Parser)]
#[command(
    name = "slotscope",
    version,
    after_help = after_help!(
        "Example: slotscope run '{}' log.swf\n\n\
         `slotscope COMMAND --help` has an example of each, and describes its output. The manual: docs/command-line.md, \
         docs/scenario.md (all settings), docs/formats.md (all files)"
    )
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Read no more of a file than this, plain or unpacked; 4 GiB by default
    #[arg(long, global = true, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    most_bytes: Option<u64>,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scenario on a log and print its report as JSON
    Run(run::Arguments),
    /// Run a scenario and print the decisions on one job, and why it waited
    Explain(explain::Arguments),
    /// Place the reservations of a workflow among the jobs of a log, and print the cost for both as JSON
    Reserve(reserve::Arguments),
    /// Print the statistics of a log or of a task batch as JSON
    Stats(stats::Arguments),
    /// Write a log, a workflow or a task batch in another format
    Convert(convert::Arguments),
    /// Print the nodes of a cluster as a scenario, from scontrol, sinfo or slurm.conf
    Nodes(nodes::Arguments),
    /// Print a synthetic log, or a task batch
    #[command(after_help = after_help!("Example: slotscope generate lublin --jobs 1000 > log.swf"))]
    Generate {
        #[command(subcommand)]
        generator: generate::Generator,
    },
    /// Run a scenario with fields varied, over several seeds, and print a table
    Sweep(sweep::Arguments),
    /// List the fields that can sensibly be varied, with units and usual values
    Knobs(knobs::Arguments),
    /// Compute a paper's tables and figures again, and print them beside the paper's
    Reproduce(reproduce::Arguments),
    /// Check lessons of the page, and whether their answers are right
    Lesson(lesson::Arguments),
    /// Try every policy, allocation and period on a log, or scheduler and sharing out on a workflow, and print
    /// the nondominated combinations first
    TradeOff(trade_off::Arguments),
    /// Write completions for shells and manual pages
    #[command(hide = true)]
    ShellFiles(shell_files::Arguments),
}

/// Parses the arguments and executes the command.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // Help and version.
        Err(asked) if !asked.use_stderr() => {
            return ended(print_styled(&asked.render()));
        }
        // The arguments as typed are in it.
        Err(wrong) => {
            tell(wrong.to_string().trim_end());
            return ExitCode::from(2);
        }
    };
    input::limit(arguments.most_bytes);
    let done = match arguments.command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Explain(arguments) => explain::explain(&arguments),
        Command::Reserve(arguments) => reserve::reserve(&arguments),
        Command::Stats(arguments) => stats::stats(&arguments),
        Command::Convert(arguments) => convert::convert(&arguments),
        Command::Nodes(arguments) => nodes::nodes(&arguments),
        Command::Generate { generator } => generate::generate(generator),
        Command::Sweep(arguments) => sweep::sweep(&arguments),
        Command::Knobs(arguments) => knobs::list(&arguments),
        Command::Reproduce(arguments) => reproduce::reproduce(&arguments),
        Command::Lesson(arguments) => lesson::lesson(&arguments),
        Command::TradeOff(arguments) => trade_off::trade_off(&arguments),
        Command::ShellFiles(to) => shell_files::write(&to, Arguments::command()),
    };
    ended(done)
}

/// Reports the error of a command.
fn ended(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure(text)) => {
            tell(format!("slotscope: {text}"));
            ExitCode::FAILURE
        }
    }
}

/// The error of a command, in words for the user.
struct Failure(String);

impl Failure {
    fn at(place: &str, error: impl std::fmt::Display) -> Self {
        Self(format!("{place}: {error}"))
    }
}

/// How many threads run things at once.
#[derive(clap::Args)]
struct Threads {
    /// How many runs at once; by default as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Their number, if one is given; where not as many can be had, that is told, and there are fewer.
    fn count(&self) -> Option<usize> {
        let asked = usize::from(self.threads?);
        let had = had(asked).max(1);
        if had < asked {
            tell(format!("--threads {asked}: no more than {had} can be had here: there are as many runs at once"));
        }
        Some(had)
    }
}

/// How many threads can be had at once, of this number.
fn had(asked: usize) -> usize {
    let gate = Mutex::new(());
    std::thread::scope(|scope| {
        let closed = gate.lock();
        let wait = |_: &usize| {
            let waits = std::thread::Builder::new().spawn_scoped(scope, || drop(gate.lock()));
            waits.is_ok()
        };
        let had = (0..asked).take_while(wait).count();
        drop(closed);
        had
    })
}
