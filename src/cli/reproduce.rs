//! `slotscope reproduce`.

mod document;
mod files;
mod progress;

use std::fmt::Write;
use std::path::PathBuf;

use super::input::Place;
use super::{Failure, Threads, after_help, input, print, tell};
use crate::experiment::{Run, run_each};
use crate::reproduce;
use crate::reproduce::numbers::{difference, measured, number};
use crate::reproduce::weng_2023::{TableOf, Trace, allocation};
use crate::reproduce::{
    Comparison, Findings, Item, Listing, ON_TABLES, Options, Paper, PlannedRun, Readings, Row, Written,
};
use crate::workload::{Workload, unpacked_within};
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
    let trace = trace(paper, arguments)?;
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
            print(&text(item, &findings))?;
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
            tables: names(arguments).into_iter().map(str::to_owned).collect(),
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
        let made = run_each(&runs, threads, report, |done| progress.tell(done)).map_err(|error| fail(&error))?;
        progress.end();
        reports = plan.merged(reports, &added, made);
        let Some(more) = item.with_more_seeds(&plan, logs, &reports) else {
            return Ok(item.conclude(&plan, logs, &reports));
        };
        added = more.runs_beyond(&plan).collect();
        plan = more;
    }
}

/// The nodes and tasks that a paper on tables needs; `None` for a paper on logs.
///
/// # Errors
///
/// If a table is missing, superfluous or cannot be read, or an option is given that concerns logs.
fn trace(paper: &Paper, arguments: &Arguments) -> Result<Option<Trace>, Failure> {
    let tables = &arguments.tables;
    if !ON_TABLES.iter().any(|it| it.key == paper.key) {
        return match tables.first() {
            None => Ok(None),
            Some(table) => {
                let why = format!("{} is made of no tables", paper.key);
                Err(Failure::at(table, why))
            }
        };
    }
    let of_logs = [
        ("--trace", !arguments.traces.is_empty()),
        ("--jobs", arguments.jobs.is_some()),
        ("--until-decided", arguments.until_decided),
    ];
    if let Some((option, _)) = of_logs.into_iter().find(|(_, is_given)| *is_given) {
        let why = format!("{} is reproduced on two tables, which have no jobs", paper.key);
        return Err(Failure::at(option, why));
    }
    let [nodes, tasks] = &tables[..] else {
        let why = format!(
            "it needs two tables of {}, the nodes and the tasks: slotscope reproduce {} all NODES.csv PODS.csv",
            paper.log, paper.key
        );
        return Err(Failure::at(paper.key, why));
    };
    let read = |path: &Place| -> Result<Vec<u8>, Failure> {
        let bytes = input::bytes(path)?;
        let text =
            unpacked_within(input::most_bytes(), &bytes).map_err(|error| Failure::at(input::name(path), error))?;
        Ok(text.into_owned())
    };
    let trace = Trace::read(&read(nodes)?, &read(tasks)?).map_err(|error| {
        let path = match error.table {
            TableOf::Nodes => nodes,
            TableOf::Tasks => tasks,
        };
        Failure::at(input::name(path), error)
    })?;
    Ok(Some(trace))
}

/// Tables by the names of their files.
fn names(arguments: &Arguments) -> Vec<&str> {
    let base = |path: &'_ Place| path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    arguments.tables.iter().map(|path| &path[base(path)..]).collect()
}

/// Everything that was found of an item.
fn text(item: &Item, findings: &Findings) -> String {
    let mut out = format!("{} ({})\n\n", item.title, item.section);
    paragraph(&mut out, "", &format!("The paper: {}", item.paper));
    paragraph(&mut out, "", &format!("Ours: {}", findings.setting));
    for comparison in &findings.comparisons {
        out.push_str(&table(&rows(comparison)));
        out.push('\n');
    }
    for listing in &findings.listings {
        let _ = writeln!(out, "{}", listing.title);
        out.push_str(&table(&cells(listing)));
        out.push('\n');
    }
    for claim in &findings.claims {
        let text =
            format!("[{}] {} ({}) {} {}", claim.verdict_words(), claim.text, claim.source, claim.test, claim.evidence);
        paragraph(&mut out, "* ", &text);
        if claim.has_listing() {
            out.push_str(&table(&cells(&claim.case_listing())));
            out.push('\n');
        }
    }
    for remark in &findings.remarks {
        paragraph(&mut out, "- ", remark);
    }
    out
}

/// The heads of the columns of a comparison; its title stands above the first.
const HEAD: [&str; 6] = ["", "", "paper", "ours", "difference", "within 2 s.d."];

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    let mut head = HEAD.map(str::to_owned).to_vec();
    head[0].clone_from(&comparison.title);
    std::iter::once(head).chain(comparison.rows.iter().map(cells_of)).collect()
}

/// The columns of a row.
fn cells_of(row: &Row) -> Vec<String> {
    let paper = row.paper.map(|paper| number(paper, row.quantity.digits()));
    let within = row.within_two_deviations();
    vec![
        row.label.clone(),
        row.measure().to_owned(),
        paper.unwrap_or_default(),
        measured(row.ours, row.quantity),
        row.difference().map(difference).unwrap_or_default(),
        within.map_or("", |within| if within { "yes" } else { "no" }).to_owned(),
    ]
}

fn cells(listing: &Listing) -> Vec<Vec<String>> {
    std::iter::once(&listing.head).chain(&listing.rows).cloned().collect()
}

/// Columns side by side: the first row is the head, the first column begins at the left, the others
/// end at the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(line, "{cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
        if at == 0 {
            let all = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
            let _ = writeln!(out, "{}", "-".repeat(all));
        }
    }
    out
}

/// A paragraph broken at 100 characters, an empty line after it.
fn paragraph(out: &mut String, mark: &str, text: &str) {
    let indent = " ".repeat(mark.chars().count());
    let mut line = mark.to_owned();
    let mut used = line.chars().count();
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > indent.len() && used + 1 + length > 100 {
            let _ = writeln!(out, "{line}");
            line.clone_from(&indent);
            used = indent.len();
        }
        if used > indent.len() {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length;
    }
    let _ = writeln!(out, "{line}\n");
}
