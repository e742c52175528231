//! The interface of a system: its description, and its runs.

use serde_json::Value;

use super::wanted::Wanted;
use super::{Knob, Measure, System};
use crate::system::prelude::*;
use workload::resources::{NodeKind, Resources};
use workload::select::Selection;
use workload::task_batch::TaskBatch;
use workload::workflow::Workflow;
use workload::{Feature, LogNames, Placements, WorkloadKind};

/// The parts of a scenario on which the words of a system's settings depend.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The processors of each provider.
    pub platform: &'a [u32],
    /// Whether some jobs are advance reservations.
    pub reservations: bool,
    /// Whether some jobs are batch jobs.
    pub batch: bool,
}

/// The rows of a system whose values are not the usual ones and have an effect, each with its words.
#[derive(Clone, Debug)]
pub struct Changed(pub(super) Vec<(&'static Knob, String)>);

impl Changed {
    /// The words of the rows that match, each behind a comma.
    pub fn words(&self, is_named: impl Fn(&Knob) -> bool) -> String {
        self.0.iter().filter(|(row, _)| is_named(row)).map(|(_, words)| format!(", {words}")).collect()
    }

    /// The words of all rows but those at these fields.
    pub fn but(&self, fields: &[&str]) -> String {
        self.words(|row| !fields.iter().any(|field| row.is_field(field)))
    }
}

/// Settings that are offered in place of others whose runs take long.
#[derive(Clone, Debug, PartialEq)]
pub struct Quicker {
    /// The system with these settings.
    pub system: System,
    /// In which way they are others, in a sentence or two.
    pub about: &'static str,
    /// The label of the offer.
    pub label: &'static str,
    /// Their effect, in a sentence, once they are taken.
    pub taken: &'static str,
}

/// The description of a system, the same for all its settings; a system names the fields that differ from [`CARD`].
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// Its key in scenarios, links and files; its folders have the same name.
    pub key: &'static str,
    /// Its name, capitalized.
    pub name: &'static str,
    /// Its behaviour, in a sentence or two, with its source.
    pub about: &'static str,
    /// The title of its inside view.
    pub inside: &'static str,
    /// What the system is, and what the picture of its inside view means: two sentences that begin with its name.
    pub inside_about: &'static str,
    /// Which kinds of workload it takes.
    pub takes: &'static [WorkloadKind],
    /// Its settings.
    pub rows: &'static [Knob],
    /// The headings of [`SystemModel::words`] whose parts are understood without the heading.
    pub plain_headings: &'static [&'static str],
    /// Its own figures, beside the criteria that all systems have.
    pub measures: &'static [Measure],
    /// The two or three criteria that its scenarios are usually weighed by, by their names in a report: its
    /// own figures among them by their keys. The first is the horizontal axis of a picture, the second the
    /// vertical.
    pub usual_criteria: &'static [&'static str],
    /// Whether some jobs may be advance reservations: otherwise all are batch jobs to it.
    pub books: bool,
    /// Whether its runs are those of the log, so that nothing is simulated: the baseline that others are
    /// compared with, never far from the log itself.
    pub is_the_log: bool,
}

/// A system of logs without settings or figures of its own.
pub const CARD: Card = Card {
    key: "",
    name: "",
    about: "",
    inside: "",
    inside_about: "",
    takes: &[WorkloadKind::Log],
    rows: &[],
    plain_headings: &[],
    measures: &[],
    usual_criteria: &["mean_utilization", "mean_flow_time", "mean_tardiness"],
    books: true,
    is_the_log: false,
};

/// The settings of a system, and all that is to be known of it. The rooms below know systems through
/// this alone. A field is named by its path within the settings: `grid.period`.
pub trait SystemModel {
    /// Its description.
    fn card(&self) -> &'static Card;

    /// Its key in scenarios, links and files.
    fn key(&self) -> &'static str {
        self.card().key
    }

    /// Its name, capitalized.
    fn name(&self) -> &'static str {
        self.card().name
    }

    /// Which kinds of workload it takes.
    fn takes(&self) -> &'static [WorkloadKind] {
        self.card().takes
    }

    /// Whether it takes logs: only then a scenario selects jobs, and the platform has processors.
    fn takes_logs(&self) -> bool {
        self.takes().contains(&WorkloadKind::Log)
    }

    /// The processors of each provider of its runs: those of the platform, or all in one if it takes them
    /// together.
    fn providers(&self, platform: &[u32]) -> Vec<u32> {
        if self.pool().is_none() {
            return platform.to_vec();
        }
        let all = platform.iter().map(|&it| u64::from(it)).sum::<u64>();
        vec![u32::try_from(all).unwrap_or(u32::MAX)]
    }

    /// The noun for its one provider in a sentence, if it takes those of the platform together.
    fn pool(&self) -> Option<&'static str> {
        None
    }

    /// Its own noun for a provider of the platform, where it has one.
    fn provider_noun(&self) -> Option<&'static str> {
        None
    }

    /// Checks what the ranges of its rows do not say, against a platform ([`System::check`]).
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    fn validate(&self, _platform: &[u32]) -> Result<(), String> {
        Ok(())
    }

    /// Other settings of the system whose runs are much shorter where runs of these take long, if there are such.
    fn quicker(&self) -> Option<Quicker> {
        None
    }

    /// The settings in words, in parts with headings: `local: EASY backfilling, killed at the limit`; `changed` are those
    /// that differ from the usual ones and have an effect. [`System::words`] calls it.
    fn words(&self, of: &Surroundings, changed: &Changed) -> Vec<String>;

    /// The policy that decides, in a few words, with its period δ: `EASY backfilling, δ = 300 s`. It stands
    /// beside the system's name; empty for a system without decisions.
    fn policy(&self, _of: &Surroundings) -> String {
        String::new()
    }

    /// The policies that send jobs to providers, in a few words: `load balancing for batch jobs, MCT for reservations`;
    /// empty where there is nothing to choose.
    fn forwarding(&self, _of: &Surroundings) -> String {
        String::new()
    }

    /// Its settings that can sensibly be varied.
    fn knobs(&self) -> Vec<&'static Knob> {
        self.card().rows.iter().filter(|it| it.is_varied()).collect()
    }

    /// The value of a row that is not a field as it stands: that is made of another field, or has another default than
    /// [`Knob::absent`] says.
    fn knob_value(&self, _field: &str) -> Option<Value> {
        None
    }

    /// Sets a row that is made of another field. Whether it is one, and takes such a value: otherwise it is set as a
    /// field.
    fn set_knob(&mut self, _field: &str, _value: &Value) -> bool {
        false
    }

    /// Changes the other fields that depend on a field, once a person has changed that field.
    fn settle(&mut self, _field: &str, _platform: &[u32]) {}

    /// Whether a field makes a difference as the settings are.
    ///
    /// # Errors
    ///
    /// Why it makes none.
    fn reads(&self, _field: &str, _of: &Surroundings) -> Result<(), &'static str> {
        Ok(())
    }

    /// The orders of waiting jobs that are read.
    fn formulas(&self) -> Vec<&Formula> {
        Vec::new()
    }

    /// Its own figures, beside the criteria that all systems have.
    fn measures(&self) -> &'static [Measure] {
        self.card().measures
    }

    /// Sets the defaults of a scenario file, on the command line or dropped, where they differ from those of a
    /// link; `names` says whether the file names a field.
    fn fill_from_file(&mut self, _names: &dyn Fn(&str) -> bool) {}

    /// Drops the settings of all providers but the first `count`. Returns a sentence for each
    /// setting that was dropped or changed.
    fn keep_providers(&mut self, _count: usize) -> Vec<&'static str> {
        Vec::new()
    }

    /// Drops the settings of certain jobs of a log, when another log replaces it. Returns a sentence for each
    /// setting that was dropped.
    fn forget_jobs(&mut self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Drops the settings of the provider at `index`; those of later providers move up.
    fn remove_provider(&mut self, _index: usize) {}

    /// Copies the settings of providers from another scenario.
    fn take_providers_of(&mut self, _former: &System) {}

    /// Whether some jobs may be advance reservations: otherwise all are batch jobs to it.
    fn books(&self) -> bool {
        self.card().books
    }

    /// Whether a run with these settings depends on random draws. If not, runs of the same jobs are equal
    /// whatever the seed; a test holds every system to that.
    fn draws(&self, _of: &Surroundings) -> bool {
        false
    }

    /// Whether it decides by something that most models leave out of a log; `has_nodes` is whether the log tells of its
    /// nodes.
    fn heeds(&self, _feature: Feature, _has_nodes: bool) -> bool {
        false
    }

    /// Its nodes, where it has a list of them.
    fn nodes_mut(&mut self) -> Option<&mut Vec<NodeKind>> {
        None
    }
}

/// The input of a run.
#[derive(Clone, Debug)]
pub struct Input<'a> {
    /// The processors of each provider.
    pub platform: &'a [u32],
    /// The seed of all random draws.
    pub seed: u64,
    /// The work to schedule.
    pub work: Work<'a>,
    /// On which processors the jobs of a log ran, by their places in it.
    pub placements: Option<&'a Placements>,
    /// What the jobs of a log ask of nodes, by their places in it.
    pub resources: Option<&'a Resources>,
    /// The names behind the numbers of a log.
    pub names: Option<&'a LogNames>,
}

/// The work that a system schedules.
#[derive(Clone, Debug)]
pub enum Work<'a> {
    /// Jobs of a log, sorted by submission and number.
    Jobs(Vec<Job>),
    /// A workflow, with the parts that a selection takes. Where it names no machines, each provider
    /// is one.
    Workflow(&'a Workflow, &'a Selection),
    /// The tasks of a batch. Where it names no nodes, each provider is one.
    Batch(&'a TaskBatch),
}

impl<'a> Input<'a> {
    /// Jobs of a log, sorted by submission and number, on providers of `platform` processors.
    pub const fn of_jobs(platform: &'a [u32], jobs: Vec<Job>, seed: u64) -> Self {
        Self { platform, seed, work: Work::Jobs(jobs), placements: None, resources: None, names: None }
    }

    /// The jobs of a log.
    ///
    /// # Errors
    ///
    /// That it is something else.
    pub fn jobs(self) -> Result<Vec<Job>, String> {
        match self.work {
            Work::Jobs(jobs) => Ok(jobs),
            Work::Workflow(..) => Err("it takes no workflow".to_owned()),
            Work::Batch(_) => Err("it takes no task batch".to_owned()),
        }
    }
}

/// Runs of a system, apart from its description: the page, which only shows systems, does not include
/// their simulators.
pub trait Simulated {
    /// A run, before its first instant.
    ///
    /// # Errors
    ///
    /// In words, why this cannot be run with these settings: work of a kind that the system does not take
    /// ([`SystemModel::takes`]), a workflow or a batch that cannot be planned. Jobs of a log can always be run.
    fn start(&self, input: Input) -> Result<Box<dyn Simulation>, String>;

    /// The reservations that it would make for a workflow, by the estimates: each reservation behind those that
    /// it waits for.
    ///
    /// # Errors
    ///
    /// A sentence that says why this workflow cannot be planned with these settings, or that the system plans no
    /// workflows.
    fn reservations_of(&self, _input: Input) -> Result<Vec<Wanted>, String> {
        Err("system: it reserves nothing for the tasks of a workflow".to_owned())
    }

    /// Its own decisions and reasons in words; `None` for those that it does not know. Not a method of
    /// [`SystemModel`], so that programs that show no words, such as the workers, are built without them.
    fn own_words(&self, _own: &Own, _speaker: &Speaker) -> Option<Sentence> {
        None
    }
}

/// A run in progress. It is advanced in pieces, so that its caller stays responsive.
pub trait Simulation {
    /// Goes on for at most `instants` instants of simulated time; `true` when all is done.
    fn advance(&mut self, instants: usize) -> bool;

    /// How far it has come.
    fn standing(&self) -> Standing;

    /// Keeps a decision log of the subject of `watch`; called before the first instant. The run then
    /// ends with that subject.
    fn watch(&mut self, watch: Watch);

    /// The decision log, if the run was watched.
    fn explanation(&mut self) -> Option<Explanation>;

    /// Advances to a later moment, once the watched one has been recorded, as if the later one had been
    /// watched from the first instant. Returns whether it can: otherwise another run has to be watched.
    fn watch_on(&mut self, _moment: Time) -> bool {
        false
    }

    /// The run as far as it has come, with the usual threshold of bounded slowdowns.
    fn finish(self: Box<Self>) -> Run;
}
