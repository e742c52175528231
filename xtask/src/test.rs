//! `cargo xtask test`: everything that must hold, in one command.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::build::{self, Page};
use crate::format;
use crate::process::{self, Beside, Outcome};
use crate::project::Project;
use crate::results::{self, Totals};
use crate::setup::{self, Browser, Firefox, Packages, PageTools};
use crate::times::Times;

/// Runs every step, also after one has failed, and prints the totals.
pub fn test(project: &Project, packages: Packages, thorough: bool) -> ExitCode {
    let mut report = Report::of(project, packages, thorough);
    println!("what is drawn is drawn by SLOTSCOPE_SEED_OF_RUN={}", report.seed);
    let tools = report.step("tools for the page", || PageTools::find_or_install(project));
    // Before a release the tests run in the browser that readers have.
    let of_tests = if thorough { setup::browser } else { setup::browser_without_window };
    let browser = report.step("browser", || of_tests(packages));
    report.step("rustfmt and clippy", setup::components);
    let page = tools.as_ref().map(|tools| report.begin_page(tools));
    report.step("format", || format::check(project));
    report.compile_with_lints();
    let slurm = report.begin_tests_on_slurm();
    let page = page.map(|page| report.begin_browser_tests(page, browser.as_ref()));
    report.native_tests();
    report.tests_in_python();
    report.fuzz_from_the_corpus();
    if has_real_logs() {
        report.tests_on_real_logs();
    }
    if let Some(tools) = tools.as_ref().filter(|_| thorough) {
        report.step("lints, to measure", || lints_to_measure(project, tools));
    }
    if let Some(slurm) = slurm {
        report.finish_tests_on_slurm(slurm);
    }
    if let Some(page) = page {
        report.finish_browser_tests(page);
    }
    report.print()
}

/// Whether the environment names the folder of the real logs. Tests that need them are skipped
/// otherwise; where it is named and lacks one, tests that need that one fail.
fn has_real_logs() -> bool {
    names_a_folder("SLOTSCOPE_TRACES")
}

/// Whether the environment names the folder of the real workflows.
fn has_real_workflows() -> bool {
    names_a_folder("SLOTSCOPE_WORKFLOWS")
}

/// Whether the environment names the folder of the small inputs of real situations.
fn has_small_inputs() -> bool {
    names_a_folder("SLOTSCOPE_INPUTS")
}

fn names_a_folder(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|folder| !folder.is_empty())
}

/// A build of the page, which the browser tests follow where there is a browser.
type AwaitedPage = JoinHandle<Result<Option<Beside>, String>>;

/// Clippy on the page that measures itself. In release, so that build scripts and macros are shared with the published page.
fn lints_to_measure(project: &Project, tools: &PageTools) -> Outcome<()> {
    let target = ["--release", "--lib", "--bins", "--target", setup::TARGET];
    let features = ["--features", "bench"];
    let mut command = project.cargo(&["clippy"]);
    command.args(target).args(features);
    tools.apply(project, &mut command)?;
    command.args(["--", "--deny", "warnings"]);
    process::run(&mut command)
}

/// What Clippy is told where it stands in for the compiler, as `cargo clippy` tells it: arguments with this sign between them.
const LINTS: &str = "--deny__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";

/// How every step calls Cargo. Of one package alone, its dependencies would have other features, and all would be
/// compiled again.
const TESTS: [&str; 5] = ["test", "--workspace", "--exclude", "page-tools", "--no-fail-fast"];

/// The triple of this machine as it stands in names of variables, where Cargo can start a program by `env`.
fn host() -> Option<String> {
    Some(process::host().filter(|_| cfg!(unix))?.to_uppercase().replace('-', "_"))
}

/// The seed of what a run draws, cases and random changes: the first digits of the commit, or 1 without git.
fn seed_of_commit(project: &Project) -> u64 {
    let mut git = Command::new("git");
    git.current_dir(project.path(".")).args(["rev-parse", "HEAD"]);
    let digits = git.output().ok().filter(|it| it.status.success()).and_then(|it| String::from_utf8(it.stdout).ok());
    let seed = digits.and_then(|it| u64::from_str_radix(it.get(..12)?, 16).ok());
    seed.unwrap_or(1)
}

/// The page's tools are tested in the profile that has compiled them for use.
const TESTS_OF_TOOLS: [&str; 5] = ["test", "--package", "page-tools", "--profile", "tools"];

/// The result of each step and its time.
struct Report<'a> {
    project: &'a Project,
    packages: Packages,
    /// Whether property tests have all of their cases, and inputs are changed ten times as often.
    thorough: bool,
    /// The triple of this machine, by which Cargo is told how to run tests.
    host: Option<String>,
    seed: u64,
    totals: Totals,
    times: Times,
    steps: Vec<(&'static str, Duration, bool)>,
    /// The skipped tests with reasons, in sentences.
    skipped: Vec<String>,
}

impl<'a> Report<'a> {
    fn of(project: &'a Project, packages: Packages, thorough: bool) -> Self {
        Self {
            project,
            packages,
            thorough,
            host: host(),
            seed: seed_of_commit(project),
            totals: Totals::default(),
            times: Times::default(),
            steps: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Makes a command compile with Clippy in place of the compiler for the project's own code, so that lints need no
    /// compilation of their own. Where packages may be installed, the code is compiled once: incremental compilation and
    /// line numbers in backtraces, an eighth of the work each, are left out.
    fn compile(&self, command: &mut Command) {
        command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", LINTS);
        if self.packages == Packages::Install {
            command.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_SERVE_CODEGEN_UNITS", "16");
            command.env("CARGO_PROFILE_DEV_DEBUG", "false");
        }
    }

    /// Begins to build the page that the browser tests open: the published one if they are to be thorough.
    fn begin_page(&self, tools: &PageTools) -> Outcome<(Beside, PathBuf)> {
        let page = if self.thorough { Page::Published } else { Page::Complete };
        build::build_beside(self.project, tools, page, |command| self.compile(command))
    }

    /// Cargo for a native step.
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.project.cargo(arguments);
        self.compile(&mut command);
        command.env("SLOTSCOPE_SEED_OF_RUN", self.seed.to_string());
        if self.thorough {
            command.env("SLOTSCOPE_THOROUGH", "1");
        }
        command
    }

    /// Cargo for tests that `arguments` name, which print their times.
    fn tests(&self, arguments: &[&str], of_runner: &[&str]) -> Command {
        let mut command = self.cargo(&TESTS);
        command.args(arguments).arg("--").args(of_runner);
        if let Some(host) = &self.host {
            // The runner of the standard library takes the time of tests as an unstable option.
            command.env(format!("CARGO_TARGET_{host}_RUNNER"), "env RUSTC_BOOTSTRAP=1");
            command.args(["-Zunstable-options", "--report-time"]);
        }
        command
    }

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

    /// Compiles everything native, and lints it.
    fn compile_with_lints(&mut self) {
        // Of all targets, those that run only by their name are none.
        let mut commands = [&["--all-targets"][..], &["--test", "browser"]].map(|targets| {
            let mut command = self.cargo(&TESTS);
            command.arg("--no-run").args(targets);
            command
        });
        self.step("compiler and lints", || commands.iter_mut().try_for_each(process::run));
    }

    /// Every test that runs by itself.
    fn native_tests(&mut self) {
        let mut command = self.tests(&[], &[]);
        let ran = self.count("tests, native", &mut command);
        self.totals += ran;
        let mut command = self.cargo(&TESTS_OF_TOOLS);
        let shared = setup::compile_for_tools(self.project, &mut command);
        let ran =
            self.count_lines("tests, tools", |read| shared.and_then(|()| process::run_and_read(&mut command, read)));
        self.totals += ran;
    }

    /// Runs a test runner and adds up its result lines; a run that breaks off is a failure more.
    fn count(&mut self, name: &'static str, command: &mut Command) -> Totals {
        self.count_lines(name, |read| process::run_and_read(command, read))
    }

    /// Counts the tests of a runner whose lines `run` passes on; `run` returns whether it
    /// succeeded.
    fn count_lines(&mut self, name: &'static str, run: impl FnOnce(&mut dyn FnMut(&str)) -> Outcome<bool>) -> Totals {
        let start = self.begin(name);
        let (mut totals, times) = (Totals::default(), &mut self.times);
        let mut read = |line: &str| {
            times.read_line(name, line);
            totals += results::read_line(line).unwrap_or_default();
        };
        let succeeded = run(&mut read).unwrap_or_else(|problem| {
            eprintln!("xtask: {problem}");
            false
        });
        if !succeeded && totals.failed == 0 {
            // It did not compile, or a test took the runner down.
            self.totals += Totals::FAILURE;
        }
        self.end(name, start, succeeded);
        totals
    }

    /// The tests of the module for Python, and the notebooks: skipped where there is no pytest.
    fn tests_in_python(&mut self) {
        let python = match setup::python_with_pytest(self.project) {
            Ok(python) => python,
            Err(why) => {
                self.totals.skipped += 1;
                return self.skipped.push(format!("What needs pytest was skipped: {why}."));
            }
        };
        let mut command = Command::new(python);
        command.args(["-m", "pytest", "--quiet", "--capture=no"]).arg(self.project.path("python"));
        command.env("PYTHONPATH", self.project.path("python/src"));
        command.env("SLOTSCOPE_COMMAND", self.project.debug_command());
        let ran = self.count("tests, Python", &mut command);
        self.totals += ran;
    }

    /// The fuzz targets for some seconds each, which the native run has left out: with the compiled files of that
    /// run, and so without guidance.
    fn fuzz_from_the_corpus(&mut self) {
        let mut command = self.tests(&["--test", "replay"], &["--ignored"]);
        let ran = self.count("fuzz, from corpora", &mut command);
        self.totals.add_run_of_skipped(ran);
    }

    /// The tests that the native run has left out, except the browser tests.
    fn tests_on_real_logs(&mut self) {
        let targets = self.project.integration_tests();
        let targets = targets.iter().flat_map(|it| ["--test", it]);
        let targets: Vec<&str> = ["--lib", "--bins"].into_iter().chain(targets).collect();
        let mut command = self.tests(&targets, &["--ignored"]);
        if !has_real_workflows() {
            // They have it in their names.
            command.args(["--skip", "real_workflow"]);
        }
        if !has_small_inputs() {
            command.args(["--skip", "small_input"]);
        }
        let ran = self.count("tests, real logs", &mut command);
        self.totals.add_run_of_skipped(ran);
    }

    /// Begins with plans of sweeps on a real Slurm, which waits more than it computes: skipped where there is none, or
    /// where none can be started.
    fn begin_tests_on_slurm(&mut self) -> Option<Outcome<Beside>> {
        if let Err(why) = setup::slurm(self.packages) {
            self.skipped.push(format!("What needs Slurm was skipped: {why}."));
            return None;
        }
        let mut command = self.cargo(&TESTS);
        command.args(["--test", "slurm", "--", "--ignored", "--nocapture"]);
        let output = self.project.target().join("slurm-tests.txt");
        Some(Beside::start(&mut command, output))
    }

    /// Waits for them.
    fn finish_tests_on_slurm(&mut self, begun: Outcome<Beside>) {
        let mut why = Vec::new();
        let mut ran = self.count_lines("tests, Slurm", |read| {
            begun?.finish(|line| {
                why.extend(results::skipped_itself(line).map(str::to_owned));
                read(line);
            })
        });
        ran.passed = ran.passed.saturating_sub(why.len());
        self.totals.add_run_of_skipped(ran);
        let told = |why| format!("What needs Slurm was skipped: {why}.");
        self.skipped.extend(why.into_iter().map(told));
    }

    /// Another browser, or why there is none.
    fn firefox(&mut self) -> Option<Firefox> {
        match setup::firefox(self.project, self.packages) {
            Ok(firefox) => Some(firefox),
            Err(why) => {
                let told = format!("What needs Firefox was skipped: {why}.");
                self.skipped.push(told);
                None
            }
        }
    }

    /// Begins with the browser tests once the page is there, beside the native ones: neither keeps all processors at work.
    /// Three at a time, as the harness has three browsers.
    fn begin_browser_tests(&mut self, page: Outcome<(Beside, PathBuf)>, browser: Option<&Browser>) -> AwaitedPage {
        let page = page.map_err(|problem| problem.to_string());
        let folder = page.as_ref().ok().map(|(_, folder)| folder);
        let tests = browser.zip(folder).map(|(browser, folder)| self.browser_tests(browser, folder));
        let output = self.project.target().join("browser-tests.txt");
        std::thread::spawn(move || match page?.0.finish(|_| ()) {
            Ok(true) => {
                tests.map(|mut tests| Beside::start(&mut tests, output)).transpose().map_err(|it| it.to_string())
            }
            Ok(false) => Err("the page could not be built".to_owned()),
            Err(problem) => Err(problem.to_string()),
        })
    }

    fn browser_tests(&mut self, browser: &Browser, page: &Path) -> Command {
        let firefox = self.firefox();
        let mut command = self.tests(&["--test", "browser"], &["--test-threads=3"]);
        command.envs(browser.environment(page));
        if !has_real_logs() {
            // They have it in their names.
            command.args(["--skip", "real_log"]);
        }
        match firefox {
            Some(firefox) => command.envs(firefox.environment()),
            // Likewise.
            None => command.args(["--skip", "firefox"]),
        };
        command
    }

    /// Waits for them.
    fn finish_browser_tests(&mut self, page: AwaitedPage) {
        let tests = self.step("page", || Ok(page.join().map_err(|_| "the page was not waited for")??));
        if let Some(Some(tests)) = tests {
            let ran = self.count_lines("tests, browser", |read| tests.finish(read));
            self.totals += ran;
        }
    }

    fn begin(&mut self, name: &str) -> Instant {
        println!("\n── {name}");
        Instant::now()
    }

    fn end(&mut self, name: &'static str, start: Instant, succeeded: bool) {
        let took = start.elapsed();
        self.times.add_step(name, took);
        self.steps.push((name, took, succeeded));
    }

    fn print(&self) -> ExitCode {
        println!();
        for (name, time, succeeded) in &self.steps {
            let verdict = if *succeeded { "ok" } else { "FAILED" };
            println!("{name:<20} {:>7.1} s  {verdict}", time.as_secs_f64());
        }
        match self.times.write(self.project) {
            Ok(slowest) => print!("\nThe slowest tests:\n{slowest}"),
            Err(problem) => eprintln!("xtask: {problem}"),
        }
        if !has_real_logs() {
            println!("\nWhat needs the real logs was skipped: SLOTSCOPE_TRACES names no folder.");
        }
        for why in &self.skipped {
            println!("\n{why}");
        }
        println!("\n{}", self.totals);
        if self.totals.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
