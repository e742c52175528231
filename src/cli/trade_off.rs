//! `slotscope trade-off`.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::input::Place;
use super::output::Progress;
use super::{Failure, Threads, after_help, input, print};
use crate::criteria::{Criterion, Report};
use crate::experiment::sweep::{DEFAULT_SEEDS, Vary};
use crate::experiment::trade_off::{Average, Criteria, Exploration, PeriodSearch, Point, Space, Tried};
use crate::experiment::{PeriodOf, Provenance, ReplicateAt, Scenario, ScenarioError, each, knobs, report_on};
use crate::system::Unit;
use crate::workload::replicate::Replication;
use crate::workload::{Time, Workload};
use input::{Loaded, Settings};

#[derive(clap::Args)]
#[command(after_help = after_help!(
    "Prints a line for each combination, the nondominated ones (*) first: the means over the seeds of the \
     criteria, U from 0 to 1 and times in seconds, then the combination. --json prints an object with seeds, \
     combinations and best_period. docs/outputs.md has all fields.\n\n\
     Example: slotscope trade-off log.swf --periods 0,600 --best-period flow-time"
))]
pub struct Arguments {
    /// The log, .swf or .swf.gz, or the workflow; `-` reads standard input
    trace: Place,
    /// The scenario of every combination: a JSON file, or the JSON object itself; `-` reads standard input.
    /// Fields that are missing default to the log's machine, all its jobs and no reservations
    #[arg(long)]
    scenario: Option<Place>,
    #[command(flatten)]
    settings: Settings,
    /// The two or three criteria to weigh against one another, by their names in a report, e.g.
    /// mean_flow_time,makespan or schedule_length,spare_least,failures; the system's usual ones otherwise
    #[arg(long, value_delimiter = ',')]
    criteria: Vec<String>,
    /// How many seeds each combination is averaged over, counted up from the scenario's own
    #[arg(long, default_value_t = DEFAULT_SEEDS, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Run on replicates of the log in place of seeds alone: windows=10 (consecutive windows, of each the first tenth
    /// is warm-up), users=20 (its users drawn anew) or shake=20 (submissions moved by up to 60 s)
    #[arg(long, value_name = "KIND=COUNT", conflicts_with = "seeds")]
    replicate: Option<Replication>,
    /// A field and the values to combine, e.g. workload.load_factor=1,1.2; `slotscope knobs` lists
    /// the fields. Fields that are not named take their usual values
    #[arg(long)]
    vary: Vec<Vary>,
    /// The periods δ to combine, in seconds: those of the grid scheduler, where there is one
    #[arg(long, value_delimiter = ',')]
    periods: Vec<Time>,
    /// The periods δ of the local queues to combine, in seconds, for those that read one (lsf); the
    /// scenario's own if none are given
    #[arg(long, value_delimiter = ',')]
    local_periods: Vec<Time>,
    /// Search also for the best period of the scenario as it is, by this criterion
    #[arg(long, value_name = "CRITERION", value_parser = by())]
    best_period: Option<Criterion>,
    /// The period that this search varies, e.g. grid or local; the first of the system otherwise
    #[arg(long, value_name = "WHOSE")]
    period_of: Option<String>,
    /// The shortest period of that search, in seconds
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(Time).range(0..=LONGEST))]
    from: Time,
    /// The longest period of that search, in seconds
    #[arg(long, default_value_t = 86_400, value_parser = clap::value_parser!(Time).range(0..=LONGEST))]
    to: Time,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Arguments {
    /// The seeds of each combination, and the replicates in place of them.
    fn repeats(&self) -> (u32, Option<Replication>) {
        (self.seeds, self.replicate)
    }
}

/// A year.
const LONGEST: Time = 366 * 86_400;

/// The criterion of a search.
fn by() -> impl TypedValueParser<Value = Criterion> {
    let find = |id: String| Criterion::PAPER.into_iter().find(|it| it.id() == id);
    // Clap needs names that live as long as the program.
    let names = Criterion::PAPER.map(|it| &*it.id().leak());
    PossibleValuesParser::new(names).map(move |id| find(id).unwrap_or(Criterion::FLOW_TIME))
}

/// The output.
#[derive(Serialize)]
struct Findings {
    #[serde(skip)]
    criteria: Criteria,
    seeds: u32,
    /// How the replicates of the log were made, one for each seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    replicate: Option<Replication>,
    /// Whether nothing is drawn in any combination: all seeds agree.
    #[serde(skip)]
    is_exact: bool,
    /// The front first.
    combinations: Vec<Combination>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_period: Option<BestPeriod>,
    provenance: Provenance,
}

#[derive(Serialize)]
struct Combination {
    on_front: bool,
    /// Whether one on the front dominates it significantly.
    told_dominated: bool,
    /// Whether other jobs than in most combinations ran or were reservations: it is not judged then.
    other_jobs: bool,
    #[serde(flatten)]
    average: NamedAverage,
    label: String,
    /// The values by the keys of their knobs.
    #[serde(flatten)]
    choice: BTreeMap<&'static str, Value>,
}

#[derive(Serialize)]
struct BestPeriod {
    #[serde(rename = "period_of", serialize_with = "owner")]
    of: PeriodOf,
    criterion: &'static str,
    best: Option<TriedPeriod>,
    /// Whether there are no random draws, whatever the period.
    #[serde(skip)]
    is_exact: bool,
    /// The periods that are not significantly worse; without random draws, those that are as good.
    not_told_from_the_best: Vec<Time>,
    /// The periods that are not judged, since other jobs than with most ran or were reservations.
    other_jobs: Vec<Time>,
    tried: Vec<TriedPeriod>,
}

#[derive(Serialize)]
struct TriedPeriod {
    period: Time,
    #[serde(flatten)]
    average: NamedAverage,
}

impl From<Tried> for TriedPeriod {
    fn from(tried: Tried) -> Self {
        Self { period: tried.period, average: NamedAverage { criteria: Criteria::default(), average: tried.average } }
    }
}

/// An average with the names of its scenario.
struct NamedAverage {
    criteria: Criteria,
    average: Average,
}

impl Serialize for NamedAverage {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let of = |point: Point| -> NamedPoint<'_> { NamedPoint(&self.criteria, point) };
        let mut fields = to.serialize_map(None)?;
        of(self.average.mean).write(&mut fields)?;
        fields.serialize_entry("deviation", &self.average.deviation.map(of))?;
        fields.serialize_entry("half_width", &self.average.half_width.map(of))?;
        fields.serialize_entry("seeds", &self.average.seeds)?;
        fields.end()
    }
}

/// A point with the names of its values, in their order.
struct NamedPoint<'a>(&'a Criteria, Point);

impl NamedPoint<'_> {
    fn write<M: SerializeMap>(&self, fields: &mut M) -> Result<(), M::Error> {
        let mut names = self.0.names().into_iter().enumerate();
        names.try_for_each(|(at, name)| fields.serialize_entry(name, &self.1.at(at)))
    }
}

impl Serialize for NamedPoint<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(None)?;
        self.write(&mut fields)?;
        fields.end()
    }
}

pub fn trade_off(arguments: &Arguments) -> Result<(), Failure> {
    let (trace, settings) = (&arguments.trace, &arguments.settings);
    let (loaded, _) = input::load(arguments.scenario.as_ref(), trace, settings)?;
    let provenance = Provenance::of(&loaded.scenario, &loaded.facts);
    let Loaded { scenario, log, .. } = loaded;
    let fail = |error: ScenarioError| Failure::at("trade-off", error);
    let best_period = match arguments.best_period {
        Some(by) => Some(search(arguments, by, &scenario, &log).map_err(fail)?),
        None => None,
    };
    let criteria = criteria(arguments, &scenario).map_err(fail)?;
    let (combinations, is_exact) = explore(arguments, criteria.clone(), &scenario, &log)?;
    let findings = Findings {
        criteria,
        seeds: arguments.replicate.map_or(arguments.seeds, |it| it.count()),
        replicate: arguments.replicate,
        is_exact,
        combinations,
        best_period,
        provenance,
    };
    if arguments.json {
        let json = serde_json::to_string_pretty(&findings);
        return print(&(json.map_err(|error| Failure::at("trade-off", error))? + "\n"));
    }
    print(&table(&findings))
}

/// The criteria: the usual ones, unless others are given.
fn criteria(arguments: &Arguments, scenario: &Scenario) -> Result<Criteria, ScenarioError> {
    match arguments.criteria.as_slice() {
        [] => Ok(Criteria::usual(&scenario.system)),
        names => Criteria::named(&scenario.system, names).map_err(|why| ScenarioError(format!("--criteria: {why}"))),
    }
}

fn explore(
    arguments: &Arguments,
    criteria: Criteria,
    scenario: &Scenario,
    log: &Workload,
) -> Result<(Vec<Combination>, bool), Failure> {
    let fail = |error: ScenarioError| Failure::at("trade-off", error);
    let space = space(arguments, scenario).map_err(fail)?;
    let exploration = Exploration::new(scenario, &space, arguments.repeats(), log.kind()).by(criteria);
    if exploration.candidates.is_empty() {
        // An error of the scenario is an error of every combination.
        crate::experiment::validate(scenario).map_err(fail)?;
    }
    let all = || exploration.candidates.iter().map(|it| it.scenario.clone());
    let varied = arguments.vary.iter().map(|it| it.path.as_str());
    input::refuse_unread("--vary", knobs::unread(varied, all()))?;
    arguments.settings.check_read(all())?;
    let criteria = &exploration.criteria;
    let count = exploration.study.count();
    let made = run_points(arguments, criteria, count, |run| exploration.run(run), log).map_err(fail)?;
    let averages = exploration.averages(&made);
    let judged = exploration.judged(&made);
    let ranked = criteria.ranked(&averages, &judged);
    let told = exploration.told_dominated(&made, &ranked);
    let of_rank = |(at, on_front): (usize, bool)| {
        let candidate = &exploration.candidates[at];
        Some(Combination {
            on_front,
            told_dominated: told[at],
            other_jobs: !judged[at],
            average: NamedAverage { criteria: criteria.clone(), average: averages[at]? },
            label: candidate.label.clone(),
            choice: candidate.choice.iter().map(|(knob, value)| (knob.key(), value.clone())).collect(),
        })
    };
    let combinations = ranked.into_iter().filter_map(of_rank).collect();
    Ok((combinations, exploration.study.is_exact()))
}

/// The space: the usual one, unless another is given.
fn space(arguments: &Arguments, scenario: &Scenario) -> Result<Space, ScenarioError> {
    let mut space = Space::usual(scenario);
    for vary in &arguments.vary {
        let knob = knobs::knob(scenario, &vary.path).ok_or_else(|| {
            ScenarioError(format!("--vary {}: no knob of this scenario; `slotscope knobs` lists them", vary.path))
        })?;
        space = space.with_knob(knob, vary.values.clone());
    }
    if !arguments.periods.is_empty() {
        space = space.with("period", arguments.periods.clone());
    }
    if !arguments.local_periods.is_empty() {
        space = space.with("local_period", arguments.local_periods.clone());
    }
    Ok(space)
}

/// The owner of the period, in a word.
fn owner<S: serde::Serializer>(of: &PeriodOf, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(of.owner())
}

fn search(
    arguments: &Arguments,
    criterion: Criterion,
    scenario: &Scenario,
    log: &Workload,
) -> Result<BestPeriod, ScenarioError> {
    let range = (arguments.from, arguments.to);
    let all = PeriodOf::all(&scenario.system);
    let of = match &arguments.period_of {
        None => all.first().copied(),
        Some(name) => PeriodOf::named(&scenario.system, name),
    };
    let Some(of) = of else {
        let names: Vec<&str> = all.iter().map(|it| it.owner()).collect();
        return Err(ScenarioError(if names.is_empty() {
            format!("{} has no period", scenario.system.model().name())
        } else {
            format!("--period-of: one of {} is needed", names.join(", "))
        }));
    };
    of.is_read_by(scenario).map_err(|why| ScenarioError(why.into()))?;
    let mut search = PeriodSearch::new(scenario, (of, criterion), range, arguments.repeats(), log.kind());
    while search.study().count() > 0 {
        let count = search.study().count();
        let made = run_points(arguments, &Criteria::default(), count, |run| search.run(run), log)?;
        search.take(&made);
    }
    Ok(BestPeriod {
        of,
        criterion: criterion.key(),
        best: search.best().map(TriedPeriod::from),
        is_exact: search.is_exact(),
        not_told_from_the_best: search.not_told_from_the_best(),
        other_jobs: search.of_other_jobs(),
        tried: search.tried().iter().copied().map(TriedPeriod::from).collect(),
    })
}

fn run_points<'a>(
    arguments: &Arguments,
    criteria: &Criteria,
    count: usize,
    run: impl Fn(usize) -> (Scenario, Option<ReplicateAt<'a>>) + Sync,
    log: &Workload,
) -> Result<Vec<Option<Point>>, ScenarioError> {
    let mut progress = Progress::new("trade-off", count);
    let threads = arguments.threads.count();
    let one = |at: usize| {
        let (scenario, on) = run(at);
        report_on(&scenario, log, on)
    };
    let told = |done| progress.tell(done);
    let reports: Vec<Report> = each(count, threads, one, told)?;
    progress.end();
    let rejecting = reports.iter().filter(|it| it.rejected > 0).count();
    let most = reports.iter().map(|it| it.rejected).max().unwrap_or(0);
    input::tell_rejecting(input::name(&arguments.trace), rejecting, reports.len(), most);
    Ok(reports.iter().map(|it| Some(criteria.point(it))).collect())
}

fn table(findings: &Findings) -> String {
    let all = &findings.combinations;
    let on_front = all.iter().filter(|it| it.on_front).count();
    let criteria = &findings.criteria;
    let over = match (&findings.replicate, findings.seeds) {
        (Some(replicate), _) => format!("means over {}", replicate.words()),
        _ if findings.is_exact => "no randomness: all seeds agree".to_owned(),
        (None, 1) => "means over 1 seed".to_owned(),
        (None, seeds) => format!("means over {seeds} seeds"),
    };
    let unlike = unjudged(all.iter().filter(|it| it.other_jobs).count());
    let tilde = if findings.is_exact { "" } else { ", ~ those that are not significantly dominated" };
    let mut text = format!(
        "{} combinations, {over}; * marks the {on_front} that no other dominates in {}{tilde}{unlike}\n\n{}  combination\n",
        all.len(),
        criteria.together(),
        heads(criteria),
    );
    for Combination { on_front, told_dominated, other_jobs, average, label, .. } in all {
        let mark = match (on_front, told_dominated) {
            (true, _) => '*',
            _ if *other_jobs => '≠',
            (false, false) => '~',
            (false, true) => ' ',
        };
        let _ = writeln!(text, "{mark} {}  {label}", cells(average));
    }
    if let Some(found) = &findings.best_period {
        let _ = write!(
            text,
            "\n{} periods tried; * marks the best by {}, ~ the {} others that {}{}\n\n\
             {}  {}\n",
            found.tried.len(),
            found.criterion,
            found.not_told_from_the_best.len(),
            if found.is_exact { "are as good: no randomness, all seeds agree" } else { "are not significantly worse" },
            unjudged(found.other_jobs.len()),
            heads(&Criteria::default()),
            found.of.label(),
        );
        for tried in &found.tried {
            let best = found.best.as_ref();
            let mark = match best.is_some_and(|best| best.period == tried.period) {
                true => '*',
                false if found.not_told_from_the_best.contains(&tried.period) => '~',
                false if found.other_jobs.contains(&tried.period) => '≠',
                false => ' ',
            };
            let period = found.of.told(tried.period);
            let _ = writeln!(text, "{mark} {}  {period}", cells(&tried.average));
        }
    }
    text
}

/// The meaning of the mark of rows that are not judged, if there are any.
fn unjudged(count: usize) -> String {
    match count {
        0 => String::new(),
        _ => format!(", ≠ the {count} that are not judged, since other jobs than in most ran or were reservations"),
    }
}

/// The head of a column: the letter or the key of its figure, with its unit in reports.
fn head(criterion: Criterion) -> String {
    let name = criterion.letter().unwrap_or(criterion.key());
    let unit = criterion.unit();
    match (unit.base(), unit.symbol()) {
        // The name of a count contains its unit.
        (Unit::Count | Unit::Work, _) | (_, "") => name.to_owned(),
        (_, symbol) => format!("{name} ({symbol})"),
    }
}

/// How wide a column is, and how many digits its numbers have after the point.
fn layout(criterion: Criterion) -> (usize, usize) {
    let (width, decimals) = match (criterion, criterion.unit()) {
        (Criterion::Own(_), _) | (_, Unit::Times | Unit::Count) => (12, 2),
        (_, Unit::Share) => (6, 4),
        _ => (12, 1),
    };
    (width.max(head(criterion).chars().count()), decimals)
}

fn heads(criteria: &Criteria) -> String {
    let head = |&it: &Criterion| format!("{:>1$}", head(it), layout(it).0);
    let heads: Vec<String> = criteria.all().iter().map(head).collect();
    format!("   {}", heads.join("  "))
}

fn cells(told: &NamedAverage) -> String {
    let cell = |(at, &criterion): (usize, &Criterion)| {
        let (width, decimals) = layout(criterion);
        format!("{:>width$.decimals$}", told.average.mean.at(at))
    };
    told.criteria.all().iter().enumerate().map(cell).collect::<Vec<_>>().join("  ")
}
