//! Every action, on a page whose worker answers at once.

mod edits;
mod files;
mod snapshots;

use std::cell::OnceCell;
use std::rc::Rc;

use experiment;
use workload;

use super::*;
use crate::classroom::{ClassroomAction, Field};
use crate::dropped_files::{Content, Kind, Part};
use crate::embed::CopyAs;
use crate::theme_choice::ThemeChoice;
use crate::view::{Group, View};
use experiment::{System, knobs};
use export::hand_in;
use export::hand_in::Figures;
use export::snapshot::{FileMark, Snapshot, Source};
use scheduling::criteria;
use scheduling::system::two_level::TwoLevel;
use workload::lublin::Lublin;
use workload::reserve::ListedRequest;
use workload::{Reading, Time, Workload};

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
                "gap" => self.view(ViewAction::Gap(60, edits::GAP)),
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

const CLOCKS: Clocks = Clocks { unix: 1_700_000_000, utc_offset: 120, since_opened: 600.9 };

#[test]
fn the_page_its_figures_and_the_way_to_it_are_handed_in() {
    let mut page = Page::on_log();
    page.does("move 2; run; move 3; run; move 4; run; settle");
    for (field, text) in
        [(Field::Name, " Ada "), (Field::Exercise, "Which seed?"), (Field::Answer, "4, since it is even.\n")]
    {
        page.act(Action::Classroom(ClassroomAction::Fill(field, text.to_owned())));
    }
    let handed_in = page.state.hand_in(CLOCKS);
    let texts = (&*handed_in.name, &*handed_in.exercise, &*handed_in.answer);
    assert_eq!(texts, ("Ada", "Which seed?", "4, since it is even."));
    assert_eq!((handed_in.begun, handed_in.seconds()), (1_699_999_400, 600));
    assert_eq!(handed_in.page, page.state.snapshot());
    assert_eq!(handed_in.page.workload, file(LOG));
    let finished = page.state.run.finished.as_ref().unwrap();
    assert_eq!(handed_in.figures, Some(Figures::of(&finished.report)));
    // The log, then of the movement its end.
    let words: Vec<&str> = handed_in.tried.iter().map(|it| &*it.words).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    // Nothing is drawn, so that no seed is told.
    assert!(words.iter().all(|it| it.ends_with("no reservations · a.swf")), "{words:?}");
    let text = hand_in::write(&handed_in).unwrap();
    assert_eq!(hand_in::read(text.as_bytes()), Ok(handed_in));
}

#[test]
fn a_scenario_that_has_not_been_run_has_no_figures() {
    let mut page = Page::open();
    assert!(page.state.figures().is_some());
    page.set_seed(9, false);
    assert_eq!(page.state.figures(), None);
    assert_eq!(page.state.hand_in(CLOCKS).figures, None);
    page.run();
    assert!(page.state.figures().is_some());
}

#[test]
fn a_hand_in_is_opened_as_a_step_that_can_be_undone() {
    let mut author = Page::on_log();
    author.does("seed 5; run");
    let handed_in = author.state.hand_in(CLOCKS);
    let mut page = Page::open();
    page.open_snapshot(&handed_in.page, Origin::HandIn);
    // Its log is not here.
    page.follow("ask | search Some(Asked)\nlog 1; run | seed 5");
    assert_eq!(page.state.figures(), handed_in.figures);
    assert!(page.last_notice().said.text.starts_with("The hand-in has been opened."));
    page.follow("undo | log 0");
}

fn dismiss_first(page: &mut Page) {
    let number = page.state.notices.shown[0].number;
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
}

#[test]
fn the_same_is_said_once_and_at_most_four_things() {
    Page::open().follow("say a; say b; say c; say a; say d; say e | said c, a, d, e");
}

#[test]
fn a_notice_is_dismissed_by_its_number() {
    let mut page = Page::open();
    page.does("say a; complain b");
    dismiss_first(&mut page);
    page.follow("| said b");
}

/// What changes nothing mends nothing.
#[test]
fn complaints_go_when_something_is_taken_or_changed_and_what_was_done_with_the_next_step() {
    Page::open().follow(
        "say done; complain failed; mend | said done
complain failed again; seed 2 | said
complain failed; seed 2; step 1 | said failed",
    );
}

#[test]
fn a_warning_stays_until_it_is_dismissed() {
    let mut page = Page::open();
    page.act(Action::Notice(NoticeAction::Warn("full".into())));
    page.follow("seed 2; mend | said full");
    dismiss_first(&mut page);
    page.follow("| said");
}

#[test]
fn what_failed_is_shown_above_what_was_done() {
    let mut page = Page::open();
    page.act(Action::Notice(NoticeAction::Warn("full".into())));
    page.follow(
        "say done | said done, full
complain broken | said done, full, broken
mend | said done, full",
    );
}

#[test]
fn of_two_offers_to_undo_the_last_one_stays() {
    let mut page = Page::open();
    page.follow("log 1; other 2 | undoable true");
    assert_eq!(page.state.notices.shown.iter().filter(|it| it.said.undo).count(), 1);
}

#[test]
fn a_run_begins_comes_so_far_and_is_complete() {
    let mut page = Page::at_start();
    page.follow("| activity Running(None)\nprogress 100 | activity Running(Some(0.5))\nrun | activity Idle");
    assert!(page.state.run.finished.is_some());
    assert_eq!(page.state.run.before, None);
}

#[test]
fn figures_are_compared_with_the_run_before_the_movement() {
    let mut page = Page::open();
    let first = page.state.run.finished.clone().unwrap();
    page.does("move 2; run; move 3; run; move 4; run");
    assert_eq!(page.state.run.before.as_deref(), Some(&first.report));
    // Those of another log are nothing to compare with.
    page.does("log 1; run");
    assert_eq!(page.state.run.before, None);
}

/// What was lost or cancelled is being run again.
#[test]
fn what_is_refused_stays_refused_until_something_has_run() {
    let mut page = Page::open();
    for (why, told, while_running) in [
        (NotRun::Refused("no provider".into()), "Refused(\"no provider\")", "Some(Refused(\"no provider\"))"),
        (NotRun::Lost("the worker died".into()), "Lost(\"the worker died\")", "None"),
        (NotRun::Cancelled, "Cancelled", "None"),
    ] {
        page.act(Action::Run(RunAction::NotRun(why)));
        page.follow(&format!(
            "| activity Idle / not-run Some({told})\nrunning | not-run {while_running}\nrun | not-run None"
        ));
    }
}

#[test]
fn a_scenario_that_cannot_be_shown_has_another_system() {
    for system in System::all() {
        let mut page = Page::open();
        let key = system.model().key();
        page.change(move |it| it.system = system);
        let other = page.state.other_system().unwrap();
        let expected = ["two_level", "co_allocation"][usize::from(key == "two_level")];
        assert_eq!(other.model().key(), expected, "{key}");
    }
}

#[test]
fn without_a_worker_nothing_runs_until_somebody_tries_again() {
    Page::open().follow(
        "running; no-worker | activity Idle / no-worker Some(\"it is gone\")
try | no-worker None",
    );
}

/// Nothing was asked for in the meantime.
#[test]
fn what_is_asked_for_without_a_worker_runs_when_there_is_one() {
    Page::open().follow(
        "no-worker; running | activity Idle
try | activity Running(None)
no-worker; try | activity Idle",
    );
}

/// In the Gantt view it closes the explanation. What shows no progress has hardly begun.
#[test]
fn escape_closes_what_is_open_and_else_stops_a_run_that_shows_progress() {
    let mut page = Page::open();
    page.does("progress 100");
    page.act(Action::Layout(LayoutAction::Drawer(true)));
    page.follow(
        "escape | drawer false / cancels 0
job 2; escape | cancels 0
job none; escape | cancels 1
running; escape | cancels 1",
    );
}

/// What was written before comes too late, and looking around is nothing new. After a change the link would tell of
/// another step than the one that undoing leads back to.
#[test]
fn what_is_forgotten_stays_so_until_something_is_changed() {
    let mut page = Page::open();
    let keeping = |page: &mut Page, keeping| page.act(Action::Session(SessionAction::Keeping(keeping)));
    keeping(&mut page, Keeping::Refused("no room".into()));
    page.follow("| keeping Refused(\"no room\") / settled true");
    page.act(Action::Session(SessionAction::Forget));
    page.follow("| keeping Forgotten / settled false");
    assert_eq!(page.state.session.forgets, 1);
    keeping(&mut page, Keeping::Kept);
    page.follow("show jobs | keeping Forgotten\nseed 2 | settled true");
    keeping(&mut page, Keeping::Kept);
    page.follow("| keeping Kept\nundo | settled true");
}

#[test]
fn each_wish_for_the_link_is_one_of_its_own() {
    let mut page = Page::open();
    for (copies, what) in [(1, CopyAs::Link), (2, CopyAs::Iframe), (3, CopyAs::Iframe)] {
        page.act(Action::Session(SessionAction::CopyLink(what)));
        assert_eq!(page.state.session.copies, (copies, what));
    }
}

#[test]
fn drawer_keys_and_palette_open_and_close() {
    let mut page = Page::open();
    assert_eq!(page.state.layout, Layout::default());
    let expected = Layout {
        only: false,
        class: false,
        projector: true,
        bars: true,
        drawer: true,
        keys: true,
        palette: true,
        character_keys: false,
        door: None,
        theme: ThemeChoice::Dark,
    };
    for (on, theme, expected) in [(true, ThemeChoice::Dark, expected), (false, ThemeChoice::System, Layout::default())]
    {
        for action in [
            LayoutAction::Drawer(on),
            LayoutAction::Keys(on),
            LayoutAction::Palette(on),
            LayoutAction::CharacterKeys(!on),
            LayoutAction::Projector,
            LayoutAction::Bars,
            LayoutAction::Theme(theme),
        ] {
            page.act(Action::Layout(action));
        }
        assert_eq!(page.state.layout, expected, "{on}");
    }
}

#[test]
fn a_first_visit_opens_with_an_example_until_something_else_is_done() {
    let welcome = |page: &mut Page| {
        let example = crate::front_door::example(7);
        page.act(Action::Open(OpenAction::Welcome(Box::new(example))));
    };
    let mut done = Page::open();
    done.does("show jobs");
    welcome(&mut done);
    done.does("show gantt");
    assert!(!done.state.shows_door(), "something has been done");
    // The sample is a link without content.
    let link = |page: &mut Page| page.open_snapshot(&Snapshot::default(), Origin::Link);
    let mut linked = Page::open();
    link(&mut linked);
    welcome(&mut linked);
    assert!(!linked.state.shows_door(), "a link has been opened");
    // Also if the sample came first, because it took long to find that no session is kept.
    let mut page = Page::open();
    welcome(&mut page);
    page.follow("| can (false, false) / log 7");
    assert!(page.state.shows_door());
    // Another view, and the projector, have no room for it.
    for (view, shows_door) in [("show jobs", false), ("show gantt", true)] {
        page.does(view);
        assert_eq!(page.state.shows_door(), shows_door, "{view}");
    }
    let closed = page.state.clone().after(Action::Layout(LayoutAction::Door(None)));
    assert!(!closed.shows_door());
    link(&mut page);
    assert!(!page.state.shows_door());
}

/// A page with these settings of the system, in single quotes.
fn with(system: &str) -> Page {
    let mut page = Page::on_log();
    page.does(&format!("scenario {{'platform': [10], 'system': {{{system}}}}}; running"));
    page
}

fn conservative() -> Page {
    with("'two_level': {'local': {'queue': 'conservative'}}")
}

fn offered(page: &Page) -> Option<u32> {
    page.state.notices.with_quicker()
}

/// Acts row by row; the words tell whether quicker settings are offered after it.
#[track_caller]
fn offers(page: &mut Page, rows: &str) {
    for row in rows.lines() {
        let (script, is_offered) = row.split_once(" | ").expect(row);
        page.does(script);
        assert_eq!(if offered(page).is_some() { "offered" } else { "none" }, is_offered, "{row}");
    }
}

/// Accepts the offer and tells the settings of the local scheduler.
fn accept(page: &mut Page) -> String {
    let number = offered(page).unwrap();
    let offer = page.last_notice().said.offers[0].clone();
    page.act(Action::Accept(number, offer));
    let local = &TwoLevel::of(&page.present().scenario.system).unwrap().local;
    let order = local.order.text();
    format!("{:?} {:?} {:?} {order} {}", local.queue, local.queues, local.promises, local.strict)
}

#[test]
fn it_is_offered_while_a_run_lasts_and_withdrawn_with_the_next() {
    let mut page = conservative();
    offers(&mut page, "progress 5000 | none\nprogress 5100 | offered");
    let number = offered(&page);
    // Once for a run.
    page.does("progress 5200");
    assert_eq!(offered(&page), number);
    let said = &page.last_notice().said;
    assert!(said.stays && !said.failed);
    for word in ["at its submission", "anew at each pass", "100 jobs"] {
        assert!(said.text.contains(word), "{}", said.text);
    }
    offers(&mut page, "running | none\nprogress 6000 | offered\nseed 2 | none");
}

#[test]
fn it_is_offered_when_a_long_run_is_complete() {
    let mut page = conservative();
    let finished = Rc::new(Finished { milliseconds: 5_100.0, ..page.finished() });
    page.act(Action::Run(RunAction::Finished(finished.clone())));
    assert!(offered(&page).is_some());
    // A run that a newer scenario has overtaken offers nothing.
    page.set_seed(2, false);
    page.act(Action::Run(RunAction::Finished(finished)));
    assert_eq!(offered(&page), None);
}

#[test]
fn accepting_it_is_a_step_and_undo_brings_conservative_backfilling_back() {
    let mut page = with("'two_level': {'local': {'queue': 'conservative', 'order': 'limit', 'strict': true}}");
    page.does("progress 6000");
    let before = page.present().scenario.clone();
    assert_eq!(accept(&mut page), "Ordered [] Count(100) submit false");
    page.follow("| undoable true");
    assert_eq!(offered(&page), None);
    page.does("run; undo");
    assert_eq!(page.present().scenario, before);
}

#[test]
fn it_is_not_repeated_on_a_workload_where_it_was_turned_down() {
    let mut page = conservative();
    page.does("progress 6000");
    let number = offered(&page).unwrap();
    page.act(Action::Notice(NoticeAction::Dismiss(number)));
    offers(&mut page, "seed 2; progress 6000 | none\nother 2; progress 6000 | offered");
}

/// The order of the other provider would become another one; another system has no such policy.
#[test]
fn only_conservative_backfilling_is_to_be_replaced() {
    for row in "'two_level': {'local': {'queue': 'easy'}} | none
'two_level': {'local': {'queue': 'ordered', 'promises': 'all'}} | none
'two_level': {'local': {'queues': ['easy', 'conservative']}} | offered
'two_level': {'local': {'queues': ['ordered', 'conservative'], 'order': 'limit'}} | none
'co_allocation': {} | none"
        .lines()
    {
        let (system, is_offered) = row.split_once(" | ").expect(row);
        offers(&mut with(system), &format!("progress 6000 | {is_offered}"));
    }
    let mut page = with("'two_level': {'local': {'queues': ['easy', 'conservative']}}");
    page.does("progress 6000");
    assert_eq!(accept(&mut page), "FcfsBackfilling [Easy, Ordered] Count(100) submit false");
}
