//! `slotscope reproduce`.

mod document;
mod files;
mod progress;
mod tables;
mod text;

use std::path::PathBuf;

use super::input::Place;
use super::{Failure, Threads, after_help, input, print, tell};
use crate::experiment::{Run, run_each};
use crate::reproduce::weng_2023::allocation;
use crate::reproduce::{self, Findings, Item, Options, Paper, PlannedRun, Readings, Written};
use crate::workload::Workload;
use progress::Progress;

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints each table or figure: the paper's numbers, ours and the verdict on every claim.\n\n\
     Example: slotscope reproduce kurowski-2011 table-2 --trace SDSC-SP2-1998-first-4961.swf"
))]
pub struct Arguments {
    /// The paper: kurowski-2011, castillo-2009, hollingsworth-1999, zhao-2007, moise-2008, weng-2023
    paper: String,
    /// A table or a figure, e.g. table-2 or figure-8; all of them by default
    #[arg(default_value = "all")]
    item: String,
    /// The tables that weng-2023 is made of: its nodes and its tasks, .csv, plain or packed
    #[arg(value_name = "TABLE")]
    tables: Vec<Place>,
    /// The log that the paper used, .swf or .swf.gz; given again, logs on which its findings are
    /// tried besides. Items that make their own workflows need none
    #[arg(long = "trace")]
    traces: Vec<Place>,
    /// Job numbers, e.g. 1-1000, instead of the item's own
    #[arg(long, value_parser = range)]
    jobs: Option<(u64, u64)>,
    /// How many seeds to average random results over
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Run more seeds where a claim says so, until it is decided or its interval is narrower than its margin
    #[arg(long)]
    until_decided: bool,
    /// Where the paper can be read in many ways, run every combination or only the main ones
    #[arg(long, value_enum, default_value_t = Extent::All)]
    readings: Extent,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    /// Write the figures (SVG) and the long listings (CSV) into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write FOLDER/PAPER.md and its results as PAPER.json, figures and listings beside them, instead of printing
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "json"])]
    write: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// How many readings are run.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Extent {
    All,
    Main,
}

fn range(text: &str) -> Result<(u64, u64), String> {
    let numbers =
        text.split_once('-').and_then(|(first, last)| Some((first.trim().parse().ok()?, last.trim().parse().ok()?)));
    numbers
        .filter(|(first, last)| first <= last)
        .ok_or_else(|| "write first and last job number, e.g. 1-1000".to_owned())
}

pub fn reproduce(arguments: &Arguments) -> Result<(), Failure> {
    let paper = paper(&arguments.paper)?;
    let items = items(paper, &arguments.item)?;
    let written = [("--write", &arguments.write), ("--out", &arguments.out)];
    for (option, folder) in written {
        if let Some(folder) = folder {
            let read = [&arguments.traces[..], &arguments.tables].concat();
            files::check(option, folder, paper.key, &read)?;
        }
    }
    let trace = tables::trace(paper, arguments)?;
    let logs: Vec<Workload> =
        arguments.traces.iter().map(|path| input::log(path, &input::Columns::default())).collect::<Result<_, _>>()?;
    if let Some(item) = items.iter().find(|it| it.needs_log && logs.is_empty()) {
        let words = format!("it needs the log of {}: --trace FILE", paper.log);
        return Err(Failure::at(item.key, words));
    }
    let is_its_log = |log: &Workload| (paper.is_its_log)(&log.header().entries);
    if logs.first().is_some_and(|log| !is_its_log(log)) {
        tell(format!("{}: not {}", &*arguments.traces[0], paper.log_role));
    }
    let options = Options {
        jobs: arguments.jobs,
        seeds: arguments.seeds,
        until_decided: arguments.until_decided,
        readings: match arguments.readings {
            Extent::All => Readings::All,
            Extent::Main => Readings::Main,
        },
    };
    let prints = !arguments.json && arguments.write.is_none();
    let mut all: Vec<Findings> = Vec::new();
    for item in items {
        let findings = match &trace {
            Some(trace) => allocation(trace, options.seeds),
            None => findings(item, &logs, &options, arguments.threads.count())?,
        };
        if let Some(folder) = &arguments.out {
            files::write(folder, &findings, &logs)?;
        }
        if prints {
            print(&text::text(item, &findings))?;
        }
        all.push(findings);
    }
    if let Some(folder) = &arguments.write {
        files::create_folder(folder)?;
        let beside = folder.join(paper.key);
        for findings in &all {
            files::write(&beside, findings, &logs)?;
        }
        let written = Written {
            options,
            logs: logs.iter().enumerate().map(|it| document::written_log(paper, it)).collect(),
            tables: tables::names(arguments).into_iter().map(str::to_owned).collect(),
            findings: all,
        };
        let path = |ending| folder.join(format!("{}.{ending}", paper.key));
        super::output::write(&path("md"), &document::document(paper, &written))?;
        let json = serde_json::to_string(&written).map_err(|error| Failure::at("the findings", error))?;
        return super::output::write(&path("json"), &(json + "\n"));
    }
    if arguments.json {
        let json = serde_json::to_string_pretty(&all).map_err(|error| Failure::at("the findings", error))?;
        print(&(json + "\n"))?;
    }
    Ok(())
}

fn paper(key: &str) -> Result<&'static Paper, Failure> {
    reproduce::paper(key).ok_or_else(|| {
        let keys: Vec<&str> = reproduce::PAPERS.iter().chain(reproduce::ON_TABLES).map(|paper| paper.key).collect();
        Failure(format!("there is no paper \"{key}\": {}", keys.join(", ")))
    })
}

fn items(paper: &'static Paper, key: &str) -> Result<Vec<&'static Item>, Failure> {
    if key == "all" {
        return Ok(paper.items.iter().collect());
    }
    let item = paper.item(key).ok_or_else(|| {
        let keys: Vec<&str> = paper.items.iter().map(|item| item.key).collect();
        Failure(format!("there is no item \"{key}\": all, {}", keys.join(", ")))
    })?;
    Ok(vec![item])
}

/// Plans, runs and concludes, with more seeds where a claim is open, and reports its progress on standard
/// error.
fn findings(item: &Item, logs: &[Workload], options: &Options, threads: Option<usize>) -> Result<Findings, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::at(item.key, error);
    let mut plan = item.plan(logs, options).map_err(|error| fail(&error))?;
    let mut reports = Vec::new();
    let mut added: Vec<PlannedRun> = plan.runs().collect();
    loop {
        let runs: Vec<_> = added.iter().map(|run| (&logs[run.log], &run.scenario)).collect();
        let mut progress = Progress::new(item.key, runs.len());
        let report = |index: usize, run: &Run| added[index].report(run);
        let made = run_each(&runs, threads, report, |done| progress.tell(done));
        let made = made.map_err(|error| fail(&error))?;
        progress.end();
        reports = plan.merged(reports, &added, made);
        let Some(more) = item.with_more_seeds(&plan, logs, &reports) else {
            return Ok(item.conclude(&plan, logs, &reports));
        };
        added = more.runs_beyond(&plan).collect();
        plan = more;
    }
}
