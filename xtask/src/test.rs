//! `cargo xtask test`: everything that must hold, in one command.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::build;
use crate::process::{self, Outcome};
use crate::project::Project;
use crate::results::{self, Totals};
use crate::setup::{self, Browser, PageTools, WasmRust};

/// Runs every step, also after one has failed, and prints the totals.
pub fn test(project: &Project) -> ExitCode {
    let mut report = Report::default();
    let tools = report.step("tools for the page", || setup::page_tools(project));
    let browser = report.step("browser", setup::browser);
    report.step("rustfmt and clippy", setup::components);
    report.step("format", || {
        process::run(&mut project.cargo(&["fmt", "--all", "--check"]))
    });
    report.step("lints, native", || lints(project));
    report.cargo_test("tests, native", project, &["--workspace"], &[]);
    if let Some(tools) = &tools {
        report.step("lints, wasm32", || lints_for_wasm(project, tools));
        let built = report.step("page", || build::build(project, tools));
        if let (Some(()), Some(browser)) = (built, &browser) {
            report.browser_tests(project, browser);
        }
    }
    report.print()
}

/// Clippy on everything that builds natively.
fn lints(project: &Project) -> Outcome<()> {
    process::run(&mut project.cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))
}

/// Clippy on what runs in the browser. In release, so that build scripts and
/// macros are shared with the build of the page.
fn lints_for_wasm(project: &Project, tools: &PageTools) -> Outcome<()> {
    let target = ["--release", "--lib", "--bins", "--target", setup::TARGET];
    let mut command = match tools.rust {
        WasmRust::Installed => project.cargo(&["clippy"]),
        // Debian's Rust comes without Clippy: the compiler's own warnings then.
        WasmRust::BuiltStd(_) => project.cargo(&["check"]),
    };
    command.args(target);
    tools.apply(project, &mut command)?;
    match &tools.rust {
        WasmRust::Installed => command.args(["--", "--deny", "warnings"]),
        WasmRust::BuiltStd(built) => {
            command.env("CARGO_ENCODED_RUSTFLAGS", built.flags(&["--deny=warnings"]))
        }
    };
    process::run(&mut command)
}

/// What each step came to and how long it took.
#[derive(Default)]
struct Report {
    totals: Totals,
    steps: Vec<(&'static str, Duration, bool)>,
}

impl Report {
    /// Runs a step that succeeds or counts as one failure.
    fn step<T>(&mut self, name: &'static str, run: impl FnOnce() -> Outcome<T>) -> Option<T> {
        let start = self.begin(name);
        match run() {
            Ok(value) => {
                self.end(name, start, true);
                Some(value)
            }
            Err(problem) => {
                eprintln!("xtask: {problem}");
                self.totals += Totals::FAILURE;
                self.end(name, start, false);
                None
            }
        }
    }

    /// Runs `cargo test` and adds up its result lines.
    fn cargo_test(
        &mut self,
        name: &'static str,
        project: &Project,
        arguments: &[&str],
        environment: &[(&str, &std::path::Path)],
    ) -> Totals {
        let start = self.begin(name);
        let mut command = project.cargo(&["test", "--no-fail-fast"]);
        command.args(arguments).envs(environment.iter().copied());
        let mut totals = Totals::default();
        let succeeded = process::run_and_read(&mut command, |line| {
            totals += results::read_line(line).unwrap_or_default();
        })
        .unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            false
        });
        if !succeeded && totals.failed == 0 {
            // It did not compile, or a test took the runner down.
            totals += Totals::FAILURE;
        }
        self.totals += totals;
        self.end(name, start, succeeded);
        totals
    }

    fn browser_tests(&mut self, project: &Project, browser: &Browser) {
        let ran = self.cargo_test(
            "tests, browser",
            project,
            &["--test", "browser", "--", "--ignored", "--test-threads=1"],
            &browser.environment(&project.path("dist")),
        );
        // The native run, which leaves these out, has counted them as skipped.
        let ran = ran.passed + ran.failed;
        self.totals.skipped = self.totals.skipped.saturating_sub(ran);
    }

    fn begin(&mut self, name: &str) -> Instant {
        println!("\n── {name}");
        Instant::now()
    }

    fn end(&mut self, name: &'static str, start: Instant, succeeded: bool) {
        self.steps.push((name, start.elapsed(), succeeded));
    }

    fn print(&self) -> ExitCode {
        println!();
        for (name, time, succeeded) in &self.steps {
            let verdict = if *succeeded { "ok" } else { "FAILED" };
            println!("{name:<20} {:>7.1} s  {verdict}", time.as_secs_f64());
        }
        println!("\n{}", self.totals);
        if self.totals.failed == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}
