//! The build system of Slotscope: `cargo xtask <task>`.
//!
//! Plain Rust and no shell scripts, so that it runs wherever the project
//! builds. One file per task; `setup/` finds or installs what the tasks need.

mod arguments;
mod bench;
mod build;
mod crates;
mod digests;
mod document;
mod finish;
mod format;
mod fuzz;
mod process;
mod project;
mod release;
mod results;
mod scale;
mod set_up;
mod setup;
mod test;
mod times;
mod users;

use std::process::ExitCode;

use arguments::{Command, Task};
use process::Outcome;
use project::Project;
use setup::{Packages, PageTools};

fn main() -> ExitCode {
    let command = match arguments::parse(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{}", arguments::USAGE);
            return ExitCode::from(2);
        }
    };
    match perform(&command) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn perform(command: &Command) -> Outcome<ExitCode> {
    let project = Project::locate()?;
    let packages = Packages::allowed(command.install);
    let puts_nothing = matches!(command.task, Task::Help | Task::CleanTools);
    if command.dry_run && !puts_nothing {
        let with_tests = matches!(command.task, Task::Test { .. } | Task::Setup);
        println!("{}", setup::plan(&project, packages, with_tests));
        return Ok(ExitCode::SUCCESS);
    }
    match &command.task {
        Task::Help => println!("{}", arguments::USAGE),
        Task::CleanTools => setup::clean(&project, command.dry_run)?,
        Task::Setup => setup::everything(&project, packages)?,
        Task::Build => build::build(&project, &PageTools::find_or_install(&project)?)?,
        Task::Release { page } => release::release(&project, packages, page.as_deref())?,
        Task::Serve { port } => build::serve(&project, *port)?,
        Task::Test { thorough } => return Ok(test::test(&project, packages, *thorough)),
        Task::Fuzz { target, minutes } => fuzz::fuzz(&project, target.as_deref(), *minutes)?,
        Task::Users { actions, seed } => users::users(&project, *actions, *seed, packages)?,
        Task::Format => format::format(&project)?,
        Task::Bench => bench::bench(&project, packages)?,
        Task::BenchClusters => bench::clusters(&project, packages)?,
        Task::BenchServed => bench::served(&project, packages)?,
        Task::BenchSetUp { times } => set_up::measure(&project, *times)?,
        Task::Scale => scale::scale(&project)?,
        Task::Digests { write } => digests::digests(&project, *write)?,
        Task::Times => times::document(&project)?,
        Task::Finish => finish::finish(&project)?,
    }
    Ok(ExitCode::SUCCESS)
}
