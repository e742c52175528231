//! Every action, on a page whose worker answers at once.

mod edits;
mod hand_in;
mod logs;
mod notices;
mod runs;
mod session;
mod slow_run;
mod snapshots;
mod tables;
mod views;

use std::cell::OnceCell;
use std::rc::Rc;

use super::*;
use crate::view::View;
use experiment::{self, ScenarioFile};
use export::snapshot::{FileMark, Source};
use scheduling::criteria;
use workload::lublin::Lublin;
use workload::{self, Reading, Workload};

/// A log of five jobs on ten processors.
const LOG: &str = "; MaxProcs: 10
1 0 0 100 2 -1 -1 2 200 -1 1 1 1 1 1 1 -1 -1
2 10 0 100 4 -1 -1 4 200 -1 1 2 1 1 1 1 -1 -1
3 20 0 100 8 -1 -1 8 200 -1 1 1 2 1 1 1 -1 -1
4 30 0 100 1 -1 -1 1 200 -1 1 2 2 1 1 1 -1 -1
5 40 0 100 1 -1 -1 1 200 -1 1 3 2 1 1 1 -1 -1
";

/// Another, of one job.
const OTHER: &str = "; MaxProcs: 7
9 0 0 50 3 -1 -1 3 60 -1 1 1 1 1 1 1 -1 -1
";

/// A page, and the workloads that its worker has.
struct Page {
    state: State,
    workloads: Vec<(WorkloadKey, Workload)>,
}

impl Page {
    /// The page as it opens, with the sample read but nothing run.
    fn at_start() -> Self {
        let mut page = Self { state: State::at_start(), workloads: Vec::new() };
        let sample = Lublin::default().generate().expect("the sample");
        page.read(SAMPLE, sample.into(), Source::Sample);
        page
    }

    /// The page with the sample run.
    fn open() -> Self {
        let mut page = Self::at_start();
        page.run();
        page
    }

    /// The page on a log of five jobs, as workload 1.
    fn on_log() -> Self {
        let mut page = Self::open();
        page.drop_log(1, LOG);
        page.run();
        page
    }

    fn act(&mut self, action: Action) {
        self.state = self.state.clone().after(action);
    }

    fn edit(&mut self, action: EditAction) {
        self.act(Action::Edit(action));
    }

    fn view(&mut self, action: ViewAction) {
        self.act(Action::View(action));
    }

    /// A control sets the seed; it may be moving still.
    fn set_seed(&mut self, seed: u64, moving: bool) {
        self.edit(EditAction::Change {
            control: "seed",
            moving,
            change: Box::new(move |scenario| scenario.seed = seed),
        });
    }

    fn read(&mut self, key: WorkloadKey, reading: Reading, source: Source) {
        let contents = Rc::new(Contents::of(&reading, source, None, 1.0));
        self.workloads.push((key, reading.workload));
        self.act(Action::Workload(WorkloadAction::Loaded(key, contents)));
    }

    fn drop_scenario(&mut self, json: &str) {
        self.edit(EditAction::ScenarioFile {
            name: "a.json".to_owned(),
            file: Box::new(ScenarioFile::read(json.as_bytes()).expect(json)),
        });
    }

    fn drop_log(&mut self, key: WorkloadKey, text: &str) {
        let reading = workload::read("a.swf", text.as_bytes()).expect("a log");
        self.read(key, reading, file(text));
    }

    /// Has the present scenario run to its end.
    fn run(&mut self) {
        self.act(Action::Run(RunAction::Running));
        let finished = self.finished();
        self.act(Action::Run(RunAction::Finished(Rc::new(finished))));
    }

    /// What a worker makes of the present scenario.
    fn finished(&self) -> Finished {
        let experiment = self.state.history.present().clone();
        let of = |it: &&(WorkloadKey, Workload)| it.0 == experiment.workload;
        let (_, workload) = self.workloads.iter().find(of).expect("a workload");
        let run = experiment::run(&experiment.scenario, workload).expect("a run");
        Finished {
            movement: self.state.history.movement(),
            report: criteria::report(&run),
            experiment,
            run,
            milliseconds: 1.0,
            arranged: OnceCell::default(),
            busiest: OnceCell::default(),
        }
    }

    fn present(&self) -> &Experiment {
        self.state.history.present()
    }

    /// What the notices say, the last one last.
    fn said(&self) -> Vec<&str> {
        let notices = self.state.notices.shown.iter();
        notices.map(|notice| notice.said.text.as_str()).collect()
    }

    fn last_notice(&self) -> &Notice {
        self.state.notices.shown.last().expect("a notice")
    }
}

/// What a link calls a dropped file.
fn file(text: &str) -> Source {
    Source::File(FileMark::of("a.swf", text.as_bytes()))
}

/// The progress of a run, from 0 to 1, after a number of milliseconds.
fn progress(fraction: f64, milliseconds: f64) -> RunAction {
    RunAction::Progress { fraction, milliseconds }
}
