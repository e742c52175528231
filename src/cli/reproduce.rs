//! `slotscope reproduce`.

mod text;

use std::io::{IsTerminal, Write};

use super::{Failure, input, print};
use crate::experiment::reproduce::{self, Findings, Item, Options, Paper};
use crate::experiment::run_each;
use crate::workload::Workload;

#[derive(clap::Args)]
pub struct Arguments {
    /// The paper: kurowski-2011
    paper: String,
    /// A table or a figure, e.g. table-2 or figure-8; all of them by default
    #[arg(default_value = "all")]
    item: String,
    /// The log that the paper used, .swf or .swf.gz; given again, logs on which its findings are
    /// tried besides
    #[arg(long = "trace", required = true)]
    traces: Vec<String>,
    /// Job numbers, e.g. 1-1000, instead of the item's own
    #[arg(long, value_parser = range)]
    jobs: Option<(u32, u32)>,
    /// Over how many seeds to average what is drawn at random
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let numbers = text
        .split_once('-')
        .and_then(|(first, last)| Some((first.trim().parse().ok()?, last.trim().parse().ok()?)));
    numbers
        .filter(|(first, last)| first <= last)
        .ok_or_else(|| "write first and last job number, e.g. 1-1000".to_owned())
}

pub fn reproduce(arguments: &Arguments) -> Result<(), Failure> {
    let paper = paper(&arguments.paper)?;
    let items = items(paper, &arguments.item)?;
    let logs: Vec<Workload> = arguments
        .traces
        .iter()
        .map(|path| input::log(path))
        .collect::<Result<_, _>>()?;
    let options = Options {
        jobs: arguments.jobs,
        seeds: arguments.seeds,
        ..Options::default()
    };
    let mut all = Vec::new();
    for item in items {
        let findings = findings(item, &logs, &options)?;
        if !arguments.json {
            print(&text::text(item, &findings))?;
        }
        all.push(findings);
    }
    if arguments.json {
        let json = serde_json::to_string_pretty(&all)
            .map_err(|error| Failure::at("the findings", error))?;
        print(&(json + "\n"))?;
    }
    Ok(())
}

fn paper(key: &str) -> Result<&'static Paper, Failure> {
    reproduce::paper(key).ok_or_else(|| {
        let keys: Vec<&str> = reproduce::PAPERS.iter().map(|paper| paper.key).collect();
        Failure(format!("there is no paper \"{key}\": {}", keys.join(", ")))
    })
}

fn items(paper: &'static Paper, key: &str) -> Result<Vec<&'static Item>, Failure> {
    if key == "all" {
        return Ok(paper.items.iter().collect());
    }
    let item = paper.item(key).ok_or_else(|| {
        let keys: Vec<&str> = paper.items.iter().map(|item| item.key).collect();
        Failure(format!(
            "there is no item \"{key}\": all, {}",
            keys.join(", ")
        ))
    })?;
    Ok(vec![item])
}

/// Plans, runs and concludes, telling on standard error how far it has come.
fn findings(item: &Item, logs: &[Workload], options: &Options) -> Result<Findings, Failure> {
    let fail = |error: &dyn std::fmt::Display| Failure::at(item.key, error);
    let plan = item.plan(logs, options).map_err(|error| fail(&error))?;
    let planned: Vec<_> = plan.runs().collect();
    let runs: Vec<_> = planned
        .iter()
        .map(|run| (&logs[run.log], &run.scenario))
        .collect();
    let mut progress = Progress::new(item.key, runs.len());
    let reports = run_each(&runs, |done| progress.tell(done)).map_err(|error| fail(&error))?;
    progress.end();
    Ok(item.conclude(&plan, logs, &reports))
}

/// How far it has come, on standard error: a line that is written over on a terminal, one line an
/// item elsewhere.
struct Progress {
    key: &'static str,
    all: usize,
    is_terminal: bool,
    told: usize,
}

impl Progress {
    fn new(key: &'static str, all: usize) -> Self {
        Self {
            key,
            all,
            is_terminal: std::io::stderr().is_terminal(),
            told: 0,
        }
    }

    fn tell(&mut self, done: usize) {
        let percent = 100 * done / self.all.max(1);
        if self.is_terminal && percent > self.told {
            self.told = percent;
            eprint!("\r{}: {percent} % of {} runs", self.key, self.all);
            let _ = std::io::stderr().flush();
        }
    }

    fn end(&self) {
        let start = if self.is_terminal { "\r" } else { "" };
        eprintln!("{start}{}: {} runs done ", self.key, self.all);
    }
}
