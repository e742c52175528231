//! `slotscope generate`.

use std::path::PathBuf;

use clap::Subcommand;

use super::input::Place;
use super::output::{self, write};
use super::{Failure, after_help, input, print};
use crate::experiment::MOST_PROCESSORS;
use crate::workload::like::Like;
use crate::workload::lublin::Lublin;
use crate::workload::task_batch::generate::MadeUp;
use crate::workload::task_batch::{to_csv, to_xml};
use crate::workload::workflow::generate::{self, Kind};
use crate::workload::workflow::to_json;
use crate::workload::write_swf;

#[derive(Subcommand)]
pub enum Generator {
    /// The model of Lublin and Feitelson (2003), as a log in the Standard Workload Format
    #[command(after_help = after_help!(
        "Prints a log; the same arguments print the same bytes.\n\n\
         Example: slotscope generate lublin --jobs 1000 --seed 1 > log.swf"
    ))]
    Lublin {
        /// How many jobs
        #[arg(long, default_value_t = 1000)]
        jobs: u32,
        /// The seed of every draw
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Processors of the machine; by default 128, with jobs of up to 64
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_PROCESSORS.into()))]
        processors: Option<u32>,
        /// Processors of the largest job; by default the machine's, where --processors is given
        #[arg(long)]
        largest_job: Option<u32>,
        /// Offered load to scale the arrivals to; by default 0.7
        #[arg(long)]
        load: Option<f64>,
    },
    /// A log like another one: longer, denser, or without its records, in the Standard Workload Format
    Like(LikeLog),
    /// Tasks with a fixed start and end and a load, as a task batch
    Tasks(Tasks),
    /// Tasks that wait for one another's data, as a workflow
    Workflow(Workflow),
}

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a log; the same arguments print the same bytes. Sizes, run times and limits by class of sizes, the kinds of jobs \
     of users and the weekly cycle are those of the log; sessions, bursts, waits, dependences and what jobs asked of nodes are not. No record is \
     copied unless others equal it, and users get new numbers. docs/command-line.md has the details.\n\n\
     Example: slotscope generate like log.swf --jobs 20000 --density 1.5 --seed 1 > longer.swf"
))]
pub struct LikeLog {
    /// The log, in any format that is read; `-` reads standard input
    log: Place,
    /// How many jobs; by default as many as ran in the log
    #[arg(long)]
    jobs: Option<u32>,
    /// How often more jobs are submitted in an hour than in the log: 2 doubles the load
    #[arg(long, default_value_t = Like::default().density)]
    density: f64,
    /// The seed of every draw
    #[arg(long, default_value_t = Like::default().seed)]
    seed: u64,
    #[command(flatten)]
    columns: input::Columns,
    /// Write it here instead of printing it; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a workflow as JSON; the same arguments print the same bytes. Costs are uniform from 10 to 100 s for each task and \
     machine, for Montage from 50 to 100 s, the ratio of communication to computation from 0.1 to 1, as in Zhao and \
     Sakellariou 2007; the setting workload.ccr scales the data to another one.\n\n\
     Example: slotscope generate workflow --kind fork-join --seed 1 > workflow.json"
))]
pub struct Workflow {
    /// Its shape
    #[arg(long, default_value = "montage")]
    kind: Shape,
    /// About how many tasks: the nearest number that the shape allows
    #[arg(long, default_value_t = generate::MadeUp::default().tasks)]
    tasks: u32,
    /// How many machines
    #[arg(long, default_value_t = generate::MadeUp::default().machines)]
    machines: u32,
    /// The seed of every draw
    #[arg(long, default_value_t = generate::MadeUp::default().seed)]
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Shape {
    /// The mosaic engine Montage
    Montage,
    /// Levels of random size, joined at random
    Layered,
    /// The Laplace equation solver: a diamond
    Laplace,
    /// Layers that spawn tasks and join them, each one task fewer
    ForkJoin,
    /// The fast Fourier transform
    Fft,
}

impl Shape {
    fn kind(self) -> Kind {
        match self {
            Self::Montage => Kind::Montage,
            Self::Layered => Kind::Layered,
            Self::Laplace => Kind::Laplace,
            Self::ForkJoin => Kind::ForkJoin,
            Self::Fft => Kind::Fft,
        }
    }
}

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a table with the columns task, start and end (s), load (% of a node) and those that are needed, or XML; the same \
     arguments print the same bytes.\n\n\
     Example: slotscope generate tasks --tasks 100 --seed 1 > tasks.csv"
))]
pub struct Tasks {
    /// How many tasks
    #[arg(long, default_value_t = MadeUp::default().tasks)]
    tasks: u32,
    /// The seed of every draw
    #[arg(long, default_value_t = MadeUp::default().seed)]
    seed: u64,
    /// Tasks start from 0 to this, in seconds
    #[arg(long, default_value_t = MadeUp::default().latest)]
    latest: u32,
    /// How long a task takes at least, in seconds
    #[arg(long, default_value_t = MadeUp::default().shortest)]
    shortest: u32,
    /// How long a task takes at most, in seconds
    #[arg(long, default_value_t = MadeUp::default().longest)]
    longest: u32,
    /// The least load, in percent of a node
    #[arg(long, default_value_t = MadeUp::default().least)]
    least: u32,
    /// The highest load, in percent of a node
    #[arg(long, default_value_t = MadeUp::default().most)]
    most: u32,
    /// Submit each task this many seconds before its start; by default all at 0
    #[arg(long)]
    ahead: Option<u32>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    to: TaskFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum TaskFormat {
    /// A table: task,start,end,load
    Csv,
    /// XML with the tags of Moise et al. 2008
    Xml,
}

pub fn generate(generator: Generator) -> Result<(), Failure> {
    match generator {
        Generator::Lublin { jobs, seed, processors, largest_job, load } => {
            let mut model = Lublin { jobs, seed, ..Lublin::default() };
            if let Some(processors) = processors {
                model.processors = processors;
                model.largest_job = Some(processors);
            }
            model.largest_job = largest_job.or(model.largest_job);
            model.load = load.or(model.load);
            let workload = model.generate().map_err(Failure)?;
            print(&write_swf(&workload))
        }
        Generator::Like(settings) => like(&settings),
        Generator::Tasks(settings) => tasks(&settings),
        Generator::Workflow(settings) => workflow(&settings),
    }
}

fn like(settings: &LikeLog) -> Result<(), Failure> {
    let out = settings.out.as_deref();
    let outputs: Vec<_> = out.map(|it| ("--out".to_owned(), it)).into_iter().collect();
    output::check(&[("the log", &settings.log)], &outputs)?;
    let like = Like { jobs: settings.jobs, density: settings.density, seed: settings.seed };
    like.validate().map_err(Failure)?;
    let log = input::log(&settings.log, &settings.columns)?;
    let made = like.generate(&log).map_err(|why| Failure::at(input::name(&settings.log), why))?;
    let text = write_swf(&made);
    match out {
        Some(path) => write(path, &text),
        None => print(&text),
    }
}

fn workflow(settings: &Workflow) -> Result<(), Failure> {
    let made = generate::MadeUp {
        kind: settings.kind.kind(),
        tasks: settings.tasks,
        machines: settings.machines,
        seed: settings.seed,
    };
    let workflow = made.workflow().map_err(Failure)?;
    print(&(to_json(&workflow) + "\n"))
}

fn tasks(settings: &Tasks) -> Result<(), Failure> {
    let made = MadeUp {
        tasks: settings.tasks,
        latest: settings.latest,
        shortest: settings.shortest,
        longest: settings.longest,
        least: settings.least,
        most: settings.most,
        ahead: settings.ahead,
        seed: settings.seed,
    };
    let batch = made.batch().map_err(Failure)?;
    print(&match settings.to {
        TaskFormat::Csv => to_csv(&batch),
        TaskFormat::Xml => to_xml(&batch),
    })
}
