//! Every action, on a page whose worker answers at once.

mod edits;
mod files;
mod hand_in;
mod logs;
mod notices;
mod runs;
mod session;
mod slow_run;
mod snapshots;
mod started;
mod tables;
mod views;

use std::cell::OnceCell;
use std::rc::Rc;

use super::*;
use crate::dropped_files::{Content, Kind, Part};
use crate::view::{Group, View};
use experiment::{self, System, knobs};
use export::snapshot::{FileMark, Snapshot, Source};
use scheduling::criteria;
use workload::lublin::Lublin;
use workload::reserve::ListedRequest;
use workload::{self, Reading, Time, Workload};

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

/// A list of requests is dropped.
fn listed(name: &str, requests: Vec<ListedRequest>) -> EditAction {
    let parts = vec![(name.to_owned(), Part::Requests(requests))];
    EditAction::Files(Box::new(DroppedFiles { parts, ..DroppedFiles::default() }))
}

impl Page {
    /// The page as it opens, with the sample read but nothing run.
    fn at_start() -> Self {
        let mut page = Self { state: State::at_start(), workloads: Vec::new() };
        let sample = Lublin::default().generate().unwrap();
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

    /// Acts by a script of actions, one after the other. JSON is written with single quotes.
    fn does(&mut self, script: &str) {
        for text in script.split("; ").filter(|it| !it.is_empty()) {
            let (verb, of) = text.split_once(' ').unwrap_or((text, ""));
            let number: i64 = of.parse().unwrap_or_default();
            match verb {
                "seed" => self.set_seed(number as u64, false),
                "move" => self.set_seed(number as u64, true),
                "settle" => self.edit(EditAction::Settle),
                "set" => {
                    let (path, value) = of.split_once(' ').expect(text);
                    let value = serde_json::from_str(value).unwrap_or(value.into());
                    let set = knobs::set(&self.present().scenario, path, &value).expect(text);
                    self.change(move |scenario| *scenario = set);
                }
                "scenario" => self.drop_scenario(&of.replace('\'', "\"")),
                "system" => self.edit(EditAction::System(System::of_key(of).expect(text).model().key())),
                "policy" => self.edit(EditAction::NextPolicy(number as isize)),
                "undo" => self.edit(EditAction::Undo),
                "redo" => self.edit(EditAction::Redo),
                "reset" => self.edit(EditAction::Reset),
                "log" => self.drop_log(number as WorkloadKey, LOG),
                "other" => self.drop_log(number as WorkloadKey, OTHER),
                "run" => self.run(),
                "running" => self.act(Action::Run(RunAction::Running)),
                "progress" => self.act(Action::Run(RunAction::Progress { fraction: 0.5, milliseconds: number as f64 })),
                "no-worker" => self.act(Action::Run(RunAction::NoWorker("it is gone".to_owned()))),
                "try" => self.act(Action::Run(RunAction::TryAgain)),
                "show" => self.view(ViewAction::Show(View::of(of).expect(text))),
                "step" => self.view(ViewAction::Step(number as isize)),
                "job" => self.view(ViewAction::Job(of.parse().ok())),
                "bring" => self.view(ViewAction::Bring(number as usize)),
                "find" => self.view(ViewAction::Find(number as usize)),
                "cursor" => self.view(ViewAction::Cursor(number as Time)),
                "gap" => self.view(ViewAction::Gap(60, views::GAP)),
                "drawing" => self.view(ViewAction::Drawing(of == "on")),
                "escape" => self.act(Action::Escape),
                "ask" => self.act(Action::Open(OpenAction::Ask)),
                "leave" => self.act(Action::Open(OpenAction::Leave)),
                "take" => self.act(Action::Open(OpenAction::TakeOther { with_link: of == "with link" })),
                "say" => self.act(Action::say(of)),
                "complain" => self.act(Action::complain(of)),
                "mend" => self.act(Action::Notice(NoticeAction::Mended)),
                _ => panic!("no action: {text}"),
            }
        }
    }

    /// A fact of the page by its name, or a field of the present scenario by its path.
    fn fact(&self, name: &str) -> String {
        let State { history, run, view, notices, opening, session, .. } = &self.state;
        let debug = |it: &dyn std::fmt::Debug| format!("{it:?}");
        match name {
            "log" => self.present().workload.to_string(),
            "chosen" => self.present().share_by_hand.to_string(),
            "can" => debug(&history.can()),
            "seeds" => debug(&self.present().scenarios().map(|it| it.seed).collect::<Vec<_>>()),
            "reached" => debug(&self.state.reached()),
            "taken" => debug(&self.state.jobs_taken()),
            "listed" => debug(&self.state.listed_jobs()),
            "shows-run" => self.state.shown_run().is_some().to_string(),
            "asked" => debug(&self.state.asked().map(|it| &*it.name)),
            "settled" => self.state.is_settled().to_string(),
            "activity" => debug(&run.activity),
            "not-run" => debug(&run.not_run),
            "no-worker" => debug(&run.no_worker),
            "cancels" => run.cancels.to_string(),
            "view" => view.shown.id().to_owned(),
            "last" => view.last.of(Group::Schedule).id().to_owned(),
            "job" => format!("{:?} {}", view.job, view.brings_job),
            "subject" => debug(&view.subject()),
            "said" => self.said().join(", "),
            "notice" => self.last_notice().said.text.clone(),
            "undoable" => self.last_notice().said.undo.to_string(),
            "offers" => notices.shown.iter().map(|it| it.said.offers.len()).sum::<usize>().to_string(),
            "search" => debug(&opening.awaited.as_ref().map(|it| it.search)),
            "keeping" => debug(&session.keeping),
            "drawer" => self.state.layout.drawer.to_string(),
            _ => knobs::get(&self.present().scenario, name).to_string(),
        }
    }

    /// Acts row by row: a script, and facts that hold after it, with strokes between them.
    #[track_caller]
    fn follow(&mut self, rows: &str) {
        for row in rows.lines() {
            let (script, facts) = row.split_once("| ").expect(row);
            self.does(script.trim_end());
            for (name, expected) in facts.split(" / ").map(|fact| fact.split_once(' ').unwrap_or((fact, ""))) {
                assert_eq!(self.fact(name), expected, "{row}: {name}");
            }
        }
    }

    /// A control changes the scenario.
    fn change(&mut self, change: impl FnOnce(&mut Scenario)) {
        let mut scenario = self.present().scenario.clone();
        change(&mut scenario);
        self.edit(EditAction::Put(Box::new(scenario)));
    }

    /// A control sets the seed; it may be moving still.
    fn set_seed(&mut self, seed: u64, moving: bool) {
        self.edit(EditAction::Set { path: "seed".to_owned(), value: seed.into(), moving });
    }

    fn read(&mut self, key: WorkloadKey, reading: Reading, source: Source) {
        let contents = Rc::new(Contents::of(&reading, source, None, 1.0));
        self.workloads.push((key, reading.workload));
        self.act(Action::Workload(WorkloadAction::Loaded(key, contents)));
    }

    fn open_snapshot(&mut self, snapshot: &Snapshot, origin: Origin) {
        self.act(Action::Open(OpenAction::Open(Box::new(snapshot.clone()), origin, None)));
    }

    fn drop_scenario(&mut self, json: &str) {
        self.drop_files(None, &[("a.json", json)]);
    }

    /// Drops files, beside a workload that is then being read.
    fn drop_files(&mut self, workload: Option<WorkloadKey>, files: &[(&str, &str)]) {
        let mut dropped = DroppedFiles { workload, ..DroppedFiles::default() };
        for (name, text) in files {
            let first = |most: usize| text.as_bytes()[..text.len().min(most)].to_vec();
            let file = Content { name, length: text.len(), first: &first };
            dropped.read(Kind::of(&file), &file);
        }
        self.edit(EditAction::Files(Box::new(dropped)));
    }

    fn drop_log(&mut self, key: WorkloadKey, text: &str) {
        let reading = workload::read("a.swf", text.as_bytes()).unwrap();
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
        let (_, workload) = self.workloads.iter().find(of).unwrap();
        let run = experiment::run(&experiment.scenario, workload).unwrap();
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
        self.state.notices.shown.iter().map(|notice| notice.said.text.as_str()).collect()
    }

    fn last_notice(&self) -> &Notice {
        self.state.notices.shown.last().unwrap()
    }
}

/// What a link calls a dropped file.
fn file(text: &str) -> Source {
    Source::File(FileMark::of("a.swf", text.as_bytes()))
}
