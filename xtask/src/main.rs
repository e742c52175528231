//! The build system of Slotscope: `cargo xtask <task>`.
//!
//! Plain Rust and no shell scripts, so that it runs wherever the project
//! builds. One file per task; `setup/` finds or installs what the tasks need.

mod arguments;
mod bench;
mod build;
mod finish;
mod lock;
mod process;
mod project;
mod results;
mod serve;
mod setup;
mod test;

use std::process::ExitCode;

use arguments::Task;
use process::Outcome;
use project::Project;

fn main() -> ExitCode {
    let task = match arguments::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{}", arguments::USAGE);
            return ExitCode::from(2);
        }
    };
    match perform(&task) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: &Task) -> Outcome<ExitCode> {
    let project = Project::locate()?;
    match task {
        Task::Help => println!("{}", arguments::USAGE),
        Task::Setup => setup::everything(&project)?,
        Task::Build => build::build(&project, &setup::page_tools(&project)?)?,
        Task::Serve { port } => serve::serve(&project, *port)?,
        Task::Test => return Ok(test::test(&project)),
        Task::Bench => bench::bench(&project)?,
        Task::Finish => finish::finish()?,
    }
    Ok(ExitCode::SUCCESS)
}
