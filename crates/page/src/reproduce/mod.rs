//! The state of the Papers view: the items to reproduce, the one that is being made, and the findings.

pub mod live;
mod making;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::Reduce;
use crate::history::WorkloadKey;
use crate::tasks::Made;
use crate::words::plural;
use experiment::Run;
use experiment::trade_off::Average;
pub use making::{Making, Stage};
use reproduction::summary::{short_title, summary};
use reproduction::{About, AboutPaper, CONTENTS, Cell, Findings, Options, Readings, Written};
use workload::Time;

/// The settings for all items.
#[derive(Clone, Debug, PartialEq)]
pub struct ReproductionSettings {
    /// How many seeds each cell takes.
    pub seeds: u32,
    /// Which readings of the paper are run.
    pub readings: Readings,
    /// The first job; without it and the last one each item has its own.
    pub first_job: Option<u64>,
    pub last_job: Option<u64>,
}

impl Default for ReproductionSettings {
    fn default() -> Self {
        Self { seeds: 5, readings: Readings::Main, first_job: None, last_job: None }
    }
}

impl ReproductionSettings {
    /// The settings in one line: `5 seeds · main readings · each item's own jobs`.
    pub fn in_one_line(&self) -> String {
        let readings = match self.readings {
            Readings::Main => "main readings",
            Readings::All => "all readings",
        };
        let jobs = match (self.first_job, self.last_job) {
            (Some(first), Some(last)) => format!("jobs {first}–{last}"),
            _ => "each item's own jobs".to_owned(),
        };
        let seeds = plural(self.seeds as usize, "seed");
        format!("{seeds} · {readings} · {jobs}")
    }

    /// The same for the library.
    ///
    /// # Errors
    ///
    /// In words, if the jobs are no range.
    pub fn options(&self) -> Result<Options, &'static str> {
        let jobs = match (self.first_job, self.last_job) {
            (None, None) => None,
            (Some(first), Some(last)) if first <= last => Some((first, last)),
            (Some(_), Some(_)) => return Err("the last job comes before the first"),
            _ => return Err("a range needs both ends, or none for each item's own jobs"),
        };
        Ok(Options { jobs, seeds: self.seeds, until_decided: false, readings: self.readings })
    }
}

/// An item that is to be reproduced.
#[derive(Clone, Debug)]
pub struct Wish {
    pub item: &'static About,
    /// The log.
    pub workload: WorkloadKey,
    /// The settings for the library.
    pub options: Options,
}

/// An item is made again if its log or its options have changed.
impl PartialEq for Wish {
    fn eq(&self, other: &Self) -> bool {
        self.item == other.item && self.workload == other.workload && self.options == other.options
    }
}

/// An item that has been reproduced.
#[derive(Clone, Debug)]
pub struct Reproduced {
    pub findings: Findings,
    /// The scenarios that were run.
    pub cells: Vec<Cell>,
    /// The mean of each cell over its seeds.
    pub averages: Vec<Option<Average>>,
    /// The runs that each figure is drawn of.
    pub pictured: Vec<Vec<Run>>,
    /// Milliseconds that it took.
    pub took: f64,
}

/// An item that has been reproduced, or why it could not be.
#[derive(Clone, Debug)]
pub struct Done {
    /// The item, its log and its options.
    pub wish: Wish,
    /// The findings, or the reason in words.
    pub outcome: Result<Reproduced, String>,
}

/// Two are equal if they are the same: none changes.
impl PartialEq for Done {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The results of a paper that come with the page, or why they could not be fetched.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    pub paper: &'static AboutPaper,
    /// How they were made: `on KTH-SP2-1996-2.swf.gz, 20 seeds`.
    pub how: String,
    /// The summary of the paper, in sentences.
    pub summary: Vec<String>,
    /// An outcome for each item, of which no scenario can be taken and no picture is drawn that needs runs.
    pub items: Result<Vec<Rc<Done>>, String>,
}

impl Published {
    fn of(paper: &'static AboutPaper, written: Result<Written, String>) -> Self {
        let written = match written {
            Ok(it) => it,
            Err(why) => return Self { paper, how: String::new(), summary: Vec::new(), items: Err(why) },
        };
        let Written { options, logs, tables, findings } = written;
        let files: Vec<String> = logs.into_iter().map(|it| it.name).chain(tables).collect();
        let on = if files.is_empty() { String::new() } else { format!("on {}, ", files.join(" and ")) };
        let how = format!("{on}{}", plural(options.seeds as usize, "seed"));
        let title = |key: &str| {
            let item = paper.items.iter().find(|it| it.key == key);
            item.map_or(key, |it| short_title(it.title)).to_owned()
        };
        let summary = summary(paper.key, &findings.iter().collect::<Vec<_>>(), title);
        let done = |mut findings: Findings| {
            let item = paper.items.iter().find(|it| it.key == findings.item)?;
            let all = findings.figures.len();
            findings.figures.retain(|it| it.picture.runs().is_empty());
            if findings.figures.len() < all {
                let left_out = plural(all - findings.figures.len(), "picture");
                findings.remarks.push(format!("Left out here: {left_out} of schedules. Compute again draws them."));
            }
            findings.comparisons.iter_mut().flat_map(|it| &mut it.rows).for_each(|row| row.cell = None);
            let wish = Wish { item, workload: WorkloadKey::default(), options: options.clone() };
            let pictured = vec![Vec::new(); findings.figures.len()];
            let outcome = Reproduced { findings, cells: Vec::new(), averages: Vec::new(), pictured, took: 0.0 };
            Some(Rc::new(Done { wish, outcome: Ok(outcome) }))
        };
        Self { paper, how, summary, items: Ok(findings.into_iter().filter_map(done).collect()) }
    }

    fn result(&self, item: &About) -> Option<&Rc<Done>> {
        self.items.as_ref().ok()?.iter().find(|it| it.wish.item == item)
    }
}

/// The state of the Papers view.
#[derive(Clone, PartialEq)]
pub struct Reproduction {
    /// The settings for the items that are wished for next.
    pub settings: ReproductionSettings,
    /// The item that is shown, and with it its paper.
    pub shown: &'static About,
    /// The items that wait, in their order.
    pub waiting: Vec<Wish>,
    /// The item that is being made.
    pub making: Option<Rc<Making>>,
    /// The last outcome of each item.
    pub done: Vec<Rc<Done>>,
    /// The results that come with the page, of the papers that were opened.
    pub published: Vec<Rc<Published>>,
    /// Whether the settings are folded to a line: the findings get their room.
    pub folded: bool,
    /// The number of the last round of tasks.
    round: u32,
}

impl Default for Reproduction {
    fn default() -> Self {
        Self {
            settings: ReproductionSettings::default(),
            shown: &CONTENTS[0].items[0],
            waiting: Vec::new(),
            making: None,
            done: Vec::new(),
            published: Vec::new(),
            folded: true,
            round: 0,
        }
    }
}

impl Reproduction {
    /// The last outcome of an item.
    pub fn done(&self, item: &About) -> Option<&Rc<Done>> {
        self.done.iter().find(|done| done.wish.item == item)
    }

    /// The results of the shown paper that come with the page, once they are there.
    pub fn published(&self) -> Option<&Published> {
        self.published.iter().find(|it| it.paper == self.paper()).map(|it| &**it)
    }

    /// The results that come with the page, if the shown item has one among them and was not computed here.
    pub fn shown_published(&self) -> Option<&Published> {
        let published = self.published().filter(|it| it.result(self.shown).is_some());
        published.filter(|_| self.done(self.shown).is_none())
    }

    /// The title above a print or a picture of the shown item, with the source of its result; `log` is the name of the
    /// loaded log, of this workload.
    pub fn title(&self, log: &str, workload: WorkloadKey) -> String {
        let source = match (self.shown_published(), self.done(self.shown)) {
            (Some(published), _) => format!("computed {}", published.how),
            (None, Some(_)) if !self.shown.needs_log => "computed here".to_owned(),
            (None, Some(done)) if done.wish.workload == workload => format!("reproduced on {log}"),
            (None, Some(_)) => "reproduced on a log that was loaded before".to_owned(),
            (None, None) => return self.shown.title.to_owned(),
        };
        format!("{} · {source}", self.shown.title)
    }

    /// The result of an item of the shown paper: the last one made here, or else the one that comes with the page.
    pub fn result(&self, item: &About) -> Option<&Rc<Done>> {
        self.done(item).or_else(|| self.published()?.result(item))
    }

    /// Whether an item is being made.
    pub fn is_making(&self, item: &About) -> bool {
        let making = self.making.as_ref();
        making.is_some_and(|making| making.wish.item == item)
    }

    /// Whether an item waits for its turn.
    pub fn is_waiting(&self, item: &About) -> bool {
        self.waiting.iter().any(|wish| wish.item == item)
    }

    /// The workloads of all items: those that are done, the one that is being made, and those that wait.
    pub fn workloads(&self) -> impl Iterator<Item = WorkloadKey> {
        let done = self.done.iter().map(|done| &done.wish);
        let making = self.making.iter().map(|making| &making.wish);
        done.chain(making).chain(&self.waiting).map(|wish| wish.workload)
    }

    /// The paper of the shown item.
    pub fn paper(&self) -> &'static AboutPaper {
        let papers = CONTENTS.iter();
        let mut papers = papers.filter(|paper| paper.key == self.shown.of);
        papers.next().unwrap_or(&CONTENTS[0])
    }

    /// The findings of the shown paper, in its order.
    pub fn findings(&self) -> Vec<&Findings> {
        let of_item = |item: &About| Some(&self.done(item)?.outcome.as_ref().ok()?.findings);
        self.paper().items.iter().filter_map(of_item).collect()
    }

    fn begin_next(&mut self, now: f64) {
        if self.making.is_some() || self.waiting.is_empty() {
            return;
        }
        let wish = self.waiting.remove(0);
        self.round = self.round.wrapping_add(1);
        self.making = Some(Rc::new(Making::of(wish, self.round, now)));
    }

    fn made(&mut self, made: Vec<Made>, now: f64) {
        let Some(making) = &mut self.making else {
            return;
        };
        let outcome = Rc::make_mut(making).take(made, now);
        self.round = making.round;
        if let Some(outcome) = outcome {
            let wish = making.wish.clone();
            self.done.retain(|done| done.wish.item != wish.item);
            self.done.push(Rc::new(Done { wish, outcome }));
            self.making = None;
            self.begin_next(now);
        }
    }
}

/// The actions of the Papers view. Times are in milliseconds, of a clock that only counts up.
pub enum ReproductionAction {
    /// Changes the settings for the items that are wished for next.
    Set(ReproductionSettings),
    /// Shows the first item of a paper.
    Turn(&'static AboutPaper),
    /// Shows an item.
    Show(&'static About),
    /// Takes the results of a paper that come with the page, or why they could not be fetched.
    Published(&'static AboutPaper, Result<Box<Written>, String>),
    /// Has these items made after those that wait, but for those that wait or are being made already; the time.
    Wish(Vec<Wish>, f64),
    /// Takes the answers of the workers to the present round of tasks; the time.
    Made(Vec<Made>, f64),
    /// Drops the item that is being made and those that wait.
    Stop,
    /// Folds the settings, or opens them again.
    Fold(bool),
}

impl Reduce for Reproduction {
    type Action = ReproductionAction;

    fn apply(&mut self, action: ReproductionAction) {
        match action {
            ReproductionAction::Set(settings) => self.settings = settings,
            ReproductionAction::Turn(paper) => self.shown = &paper.items[0],
            ReproductionAction::Show(item) => self.shown = item,
            ReproductionAction::Wish(wishes, now) => {
                let new = wishes.into_iter().filter(|wish| {
                    let is_made = |making: &Rc<Making>| making.wish == *wish;
                    !self.waiting.contains(wish) && !self.making.as_ref().is_some_and(is_made)
                });
                let new: Vec<Wish> = new.collect();
                self.waiting.extend(new);
                self.folded = true;
                self.begin_next(now);
            }
            ReproductionAction::Published(paper, written) => {
                self.published.retain(|it| it.paper != paper);
                self.published.push(Rc::new(Published::of(paper, written.map(|it| *it))));
            }
            ReproductionAction::Made(made, now) => self.made(made, now),
            ReproductionAction::Stop => {
                self.waiting.clear();
                self.making = None;
            }
            ReproductionAction::Fold(folded) => self.folded = folded,
        }
    }
}

/// Whole seconds in milliseconds.
pub fn seconds(milliseconds: f64) -> Time {
    (milliseconds / 1000.0).round() as Time
}
