//! One scenario on one workload.

use std::borrow::Cow;
use std::fmt;

use super::{Run, Scenario};
use scheduling::criteria::{Calibration, Report, report};
use scheduling::engine::decisions::{Explanation, Watch};
use scheduling::engine::{Of, SlowdownThreshold, Standing};
use scheduling::system::{self, Input, Parts, System, SystemModel, Work};
use workload::select::{Dependencies, names_no_users, select, thinned};
use workload::task_batch::NODE_POINTS;
use workload::{Content, Feature, Job, LogNames, Time, Workload, WorkloadKind};

/// The most processors a provider may have: a bit and a row of the chart each.
pub const MOST_PROCESSORS: u32 = 1_000_000;

/// The most providers a platform may have.
pub const MOST_PROVIDERS: usize = 1_000;

/// Why a scenario cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioError(pub String);

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ScenarioError {}

/// A run in progress, advanced in pieces.
pub struct Simulation {
    slowdown_threshold: SlowdownThreshold,
    /// The names behind the log's numbers.
    names: LogNames,
    /// How many jobs the system has, and the parts of heterogeneous jobs among those of the run.
    jobs: usize,
    parts: Parts,
    inner: Box<dyn system::Simulation>,
}

impl Simulation {
    /// Goes on for at most `instants` instants of simulated time; `true` when all is done.
    pub fn advance(&mut self, instants: usize) -> bool {
        self.inner.advance(instants)
    }

    /// How far it has come.
    pub fn standing(&self) -> Standing {
        self.inner.standing()
    }

    /// Keeps a decision log of the subject of `watch`; call it before the first instant. The run then
    /// ends with that subject.
    pub fn watch(&mut self, watch: Watch) {
        self.inner.watch(match watch {
            Watch::Job(job) => Watch::Job(self.parts.first_of(self.jobs, job)),
            Watch::Moment(_) => watch,
        });
    }

    /// The decision log, if the run was watched.
    pub fn explanation(&mut self) -> Option<Explanation> {
        self.inner.explanation()
    }

    /// Goes on to another moment, as if that had been watched from the first instant. Whether it can:
    /// otherwise another run has to be watched.
    pub fn watch_on(&mut self, moment: Time) -> bool {
        self.inner.watch_on(moment)
    }

    /// The run, as far as it has come.
    pub fn finish(self) -> Run {
        let mut run = Run { slowdown_threshold: self.slowdown_threshold, ..self.inner.finish() };
        self.parts.divide(&mut run);
        if let Of::Log(of) = &mut run.of {
            of.names = self.names;
        }
        run
    }
}

/// Prepares a run: selects the jobs, marks the reservations, sets up the system.
///
/// # Errors
///
/// If the scenario is invalid: no provider, a provider without processors, a percentage outside 0 to
/// 100, a negative period; or if the system does not take this kind of workload.
pub fn start(scenario: &Scenario, workload: &Workload) -> Result<Simulation, ScenarioError> {
    validate(&on_own_nodes(scenario, workload))?;
    let model = scenario.system.model();
    if !model.takes().contains(&workload.kind()) {
        return Err(ScenarioError(not_taken(model, workload.kind())));
    }
    if workload.workflow().is_none()
        && let Some(path) = scenario.workload.of_workflows()
    {
        let kind = workload.kind().name();
        let why = format!("{path} is for workflows, and this is {kind}: set it to null");
        return Err(ScenarioError(why));
    }
    let mut work = work(scenario, workload);
    if let Work::Jobs(jobs) = &work
        && scenario.workload.thins()
        && !jobs.is_empty()
        && names_no_users(jobs)
    {
        let why = "workload.thin_users: the log does not say which user submitted a job, so none can leave; set it to \
                   null, and load_factor for another load";
        return Err(ScenarioError(why.to_owned()));
    }
    let (mut names, mut parts, mut count) = (LogNames::default(), Parts::default(), 0);
    if let Work::Jobs(jobs) = &mut work {
        names = names_of(jobs, workload);
        // The log has its own starts.
        if !model.card().is_the_log {
            parts = Parts::join(jobs);
        }
        count = jobs.len();
    }
    let input = Input {
        platform: &scenario.platform,
        seed: scenario.seed,
        work,
        placements: workload.log().map(|it| &*it.placements),
        resources: workload.log().map(|it| &*it.resources),
        names: Some(&names),
    };
    let inner = scenario.system.start(input).map_err(ScenarioError)?;
    Ok(Simulation {
        names,
        jobs: count,
        parts,
        slowdown_threshold: SlowdownThreshold::of(scenario.bounded_slowdown_threshold),
        inner,
    })
}

/// The names behind the numbers of a log, those of `jobs` by their indices. O(n log n).
pub fn names_of(jobs: &[Job], workload: &Workload) -> LogNames {
    let log = workload.log();
    log.map(|it| it.names.for_run(jobs)).unwrap_or_default()
}

/// The part of a workload that a scenario takes.
#[inline(never)]
fn work<'a>(scenario: &'a Scenario, workload: &'a Workload) -> Work<'a> {
    let selection = &scenario.workload;
    match &workload.content {
        Content::Log(_) => Work::Jobs(select(workload, selection, scenario.seed)),
        Content::Workflow(workflow) => Work::Workflow(workflow, selection),
        Content::Batch(tasks) => Work::Batch(tasks),
    }
}

/// The scenario on the nodes that a task batch names, in place of its platform.
fn on_own_nodes<'a>(scenario: &'a Scenario, workload: &Workload) -> Cow<'a, Scenario> {
    match &workload.content {
        Content::Batch(batch) if !batch.nodes.is_empty() => {
            Cow::Owned(Scenario { platform: vec![NODE_POINTS; batch.nodes.len()], ..scenario.clone() })
        }
        Content::Log(_) | Content::Workflow(_) | Content::Batch(_) => Cow::Borrowed(scenario),
    }
}

/// Why a system does not run on a kind of workload: `As logged takes a log, and this is a workflow`.
pub fn not_taken(model: &dyn SystemModel, kind: WorkloadKind) -> String {
    let taken: Vec<&str> = model.takes().iter().map(|it| it.name()).collect();
    let (name, taken) = (model.name(), taken.join(" or "));
    format!("system: {name} takes {taken}, and this is {}", kind.name())
}

/// The report of a run of a scenario on a workload, with the users and the work that stay where users leave, and with its
/// calibration: how far its waits are from those of the
/// log. It has none where the log has no waits, or only waits that were generated with it, and none for the log
/// itself, which equals it. O(n log n) for n jobs, where [`report`] is linear: sweeps do without.
pub fn report_beside_log(run: &Run, scenario: &Scenario, workload: &Workload) -> Report {
    let model = scenario.system.model();
    let is_compared = !model.card().is_the_log && !workload.has_made_up_waits();
    let log = workload.log().filter(|_| is_compared);
    let honours = scenario.workload.dependencies == Dependencies::Honour;
    let has_nodes = workload.has_nodes();
    let is_heeded = |it| model.heeds(it, has_nodes) || honours && it == Feature::Dependencies;
    let calibration = log.and_then(|it| Calibration::of(run, &it.unused, is_heeded));
    Report {
        calibration: calibration.map(Box::new),
        thinned: thinned(workload, &scenario.workload, scenario.seed),
        ..report(run)
    }
}

/// Runs a scenario to its end.
///
/// # Errors
///
/// As [`start`].
pub fn run(scenario: &Scenario, workload: &Workload) -> Result<Run, ScenarioError> {
    let mut simulation = start(scenario, workload)?;
    while !simulation.advance(usize::MAX) {}
    Ok(simulation.finish())
}

/// Runs a scenario again with a watch: on the decisions on one job and the reasons for its wait, or
/// on the state at one moment. An index beyond the jobs that the scenario takes gives an empty log.
///
/// # Errors
///
/// As [`start`].
pub fn explain(scenario: &Scenario, workload: &Workload, watch: Watch) -> Result<Explanation, ScenarioError> {
    let mut simulation = start(scenario, workload)?;
    simulation.watch(watch);
    while !simulation.advance(usize::MAX) {}
    let explanation = simulation.explanation();
    explanation.ok_or_else(|| ScenarioError("this system keeps no decision log".into()))
}

/// The error of a system's settings; where more providers would help, with their number, and how to name
/// them.
fn with_remedy(system: &System, platform: &[u32], why: String) -> String {
    const MOST: usize = 8;
    let more = (platform.len() + 1)..=MOST;
    let do_so = |&count: &usize| system.check(&vec![64; count]).is_ok();
    match more.into_iter().find(do_so) {
        Some(count) => {
            let platform = vec![64; count];
            format!("{why}; {count} providers would do, e.g. \"platform\": {platform:?}")
        }
        None => why,
    }
}

/// Checks whether a scenario can be run, whatever the workload.
///
/// # Errors
///
/// A sentence with the invalid field.
#[inline(never)]
pub fn validate(scenario: &Scenario) -> Result<(), ScenarioError> {
    let fail = |text: String| Err(ScenarioError(text));
    let platform = &scenario.platform;
    if platform.is_empty() {
        return fail("platform: at least one provider is needed, e.g. [64, 64]".into());
    }
    if platform.len() > MOST_PROVIDERS {
        return fail(format!(
            "platform: {} providers are more than the {MOST_PROVIDERS} that can be simulated",
            platform.len()
        ));
    }
    for (index, &processors) in platform.iter().enumerate() {
        if processors == 0 || processors > MOST_PROCESSORS {
            return fail(format!("platform[{index}]: {processors} processors; a provider has 1 to {MOST_PROCESSORS}"));
        }
    }
    let system = &scenario.system;
    system.check(platform).map_err(|why| ScenarioError(with_remedy(system, platform, why)))?;
    super::knobs::check(scenario).map_err(ScenarioError)?;
    scenario.workload.validate().map_err(|why| ScenarioError(format!("workload.{why}")))
}
