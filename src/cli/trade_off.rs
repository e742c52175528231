//! `slotscope trade-off`.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;

use super::{Failure, input, print};
use crate::experiment::sweep::{Criterion, DEFAULT_SEEDS, Vary};
use crate::experiment::trade_off::{
    Average, Exploration, PeriodSearch, Point, Space, Tried, ranked,
};
use crate::experiment::{PeriodOf, Scenario, ScenarioError, knobs, run_all};
use crate::workload::{Time, Workload};

#[derive(clap::Args)]
pub struct Arguments {
    /// The log, .swf or .swf.gz; `-` reads standard input
    trace: String,
    /// What is kept in every combination, JSON; `-` reads standard input, what is missing takes its
    /// default
    #[arg(long)]
    scenario: Option<String>,
    /// How many seeds each combination is averaged over, counted up from the scenario's own
    #[arg(long, default_value_t = DEFAULT_SEEDS, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// A field and the values to combine, e.g. workload.load_factor=1,1.2; `slotscope knobs`
    /// lists the fields. Those that are not named take what is usual
    #[arg(long)]
    vary: Vec<Vary>,
    /// The periods δ to combine, in seconds: those of the grid scheduler, where there is one
    #[arg(long, value_delimiter = ',')]
    periods: Vec<Time>,
    /// The periods δ of the local queues to combine, in seconds, for those that read one (lsf); the
    /// scenario's own if none are given
    #[arg(long, value_delimiter = ',')]
    local_periods: Vec<Time>,
    /// Search for the best period of the scenario as it is, too, by this criterion
    #[arg(long, value_name = "CRITERION")]
    best_period: Option<By>,
    /// Whose period that search varies, e.g. grid or local; the first of the system otherwise
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
}

/// A year.
const LONGEST: Time = 366 * 86_400;

/// The criterion that a search goes by.
#[derive(Clone, Copy, ValueEnum)]
enum By {
    Utilization,
    FlowTime,
    Tardiness,
}

impl By {
    fn criterion(self) -> Criterion {
        match self {
            Self::Utilization => Criterion::MeanUtilization,
            Self::FlowTime => Criterion::MeanFlowTime,
            Self::Tardiness => Criterion::MeanTardiness,
        }
    }
}

/// What is printed.
#[derive(Serialize)]
struct Findings {
    seeds: u32,
    /// The front first.
    combinations: Vec<Combination>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best_period: Option<BestPeriod>,
}

#[derive(Serialize)]
struct Combination {
    on_front: bool,
    /// Whether the seeds tell that something on the front dominates it.
    told_dominated: bool,
    #[serde(flatten)]
    average: Average,
    label: String,
    /// The values by the keys of their knobs.
    #[serde(flatten)]
    choice: BTreeMap<&'static str, Value>,
}

#[derive(Serialize)]
struct BestPeriod {
    #[serde(rename = "period_of", serialize_with = "whose")]
    of: PeriodOf,
    criterion: &'static str,
    best: Option<Tried>,
    /// The periods that the seeds do not tell from it.
    not_told_from_the_best: Vec<Time>,
    tried: Vec<Tried>,
}

pub fn trade_off(arguments: &Arguments) -> Result<(), Failure> {
    let (scenario, log) = match &arguments.scenario {
        Some(path) => input::scenario_and_log(path, &arguments.trace)?,
        None => (Scenario::default(), input::log(&arguments.trace)?),
    };
    let fail = |error: ScenarioError| Failure::at("trade-off", error);
    let best_period = match arguments.best_period {
        Some(by) => Some(search(arguments, by, &scenario, &log).map_err(fail)?),
        None => None,
    };
    let findings = Findings {
        seeds: arguments.seeds,
        combinations: explore(arguments, &scenario, &log).map_err(fail)?,
        best_period,
    };
    if arguments.json {
        let json = serde_json::to_string_pretty(&findings);
        return print(&(json.map_err(|error| Failure::at("trade-off", error))? + "\n"));
    }
    print(&table(&findings))
}

fn explore(
    arguments: &Arguments,
    scenario: &Scenario,
    log: &Workload,
) -> Result<Vec<Combination>, ScenarioError> {
    let space = space(arguments, scenario)?;
    let exploration = Exploration::new(scenario, &space, arguments.seeds);
    if exploration.candidates.is_empty() {
        // Whatever is wrong with the scenario is wrong with every combination.
        crate::experiment::validate(scenario)?;
    }
    let made = run_points(&exploration.runs(), log)?;
    let averages = exploration.averages(&made);
    let ranked = ranked(&averages);
    let told = exploration.told_dominated(&made, &ranked);
    let of_rank = |(at, on_front): (usize, bool)| {
        let candidate = &exploration.candidates[at];
        Some(Combination {
            on_front,
            told_dominated: told[at],
            average: averages[at]?,
            label: candidate.label.clone(),
            choice: candidate
                .choice
                .iter()
                .map(|(knob, value)| (knob.key, value.clone()))
                .collect(),
        })
    };
    Ok(ranked.into_iter().filter_map(of_rank).collect())
}

/// What is tried: what is usual, unless something else is asked for.
fn space(arguments: &Arguments, scenario: &Scenario) -> Result<Space, ScenarioError> {
    let mut space = Space::usual(scenario);
    for vary in &arguments.vary {
        let knob = knobs::knob(scenario, &vary.path).ok_or_else(|| {
            ScenarioError(format!(
                "--vary {}: no knob of this scenario; `slotscope knobs` lists them",
                vary.path
            ))
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

/// Whose period it is, in a word.
fn whose<S: serde::Serializer>(of: &PeriodOf, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(of.whose())
}

fn search(
    arguments: &Arguments,
    by: By,
    scenario: &Scenario,
    log: &Workload,
) -> Result<BestPeriod, ScenarioError> {
    let criterion = by.criterion();
    let range = (arguments.from, arguments.to);
    let all = PeriodOf::all(&scenario.system);
    let of = match &arguments.period_of {
        None => all.first().copied(),
        Some(name) => PeriodOf::named(&scenario.system, name),
    };
    let Some(of) = of else {
        let names: Vec<&str> = all.iter().map(|it| it.whose()).collect();
        return Err(ScenarioError(match names.is_empty() {
            true => format!("{} has no period", scenario.system.model().name()),
            false => format!("--period-of: one of {} is needed", names.join(", ")),
        }));
    };
    of.is_read_by(scenario)
        .map_err(|why| ScenarioError(why.into()))?;
    let mut search = PeriodSearch::new(scenario, of, criterion, range, arguments.seeds);
    loop {
        let wanted = search.wanted();
        if wanted.is_empty() {
            break;
        }
        search.take(&run_points(&wanted, log)?);
    }
    Ok(BestPeriod {
        of,
        criterion: criterion.field(),
        best: search.best(),
        not_told_from_the_best: search.not_told_from_the_best(),
        tried: search.tried().to_vec(),
    })
}

fn run_points(scenarios: &[Scenario], log: &Workload) -> Result<Vec<Option<Point>>, ScenarioError> {
    let reports = run_all(scenarios, log)?;
    Ok(reports.iter().map(|it| Some(Point::of(it))).collect())
}

fn table(findings: &Findings) -> String {
    let all = &findings.combinations;
    let on_front = all.iter().filter(|it| it.on_front).count();
    let mut text = format!(
        "{} combinations, means over {}; * marks the {on_front} that no other betters in all of U, F and D, \
         ~ those that the seeds do not tell to be bettered\n\n\
         \u{20}       U         F (s)         D (s)  combination\n",
        all.len(),
        match findings.seeds {
            1 => "1 seed".to_owned(),
            seeds => format!("{seeds} seeds"),
        },
    );
    for Combination {
        on_front,
        told_dominated,
        average,
        label,
        ..
    } in all
    {
        let mark = match (on_front, told_dominated) {
            (true, _) => '*',
            (false, false) => '~',
            (false, true) => ' ',
        };
        let _ = writeln!(text, "{mark} {}  {label}", cells(&average.mean));
    }
    if let Some(found) = &findings.best_period {
        let _ = write!(
            text,
            "\n{} periods tried; * marks the best by {}, ~ the {} others that the seeds do not tell from it\n\n\
             \u{20}       U         F (s)         D (s)  {}\n",
            found.tried.len(),
            found.criterion,
            found.not_told_from_the_best.len(),
            found.of.label(),
        );
        for tried in &found.tried {
            let best = found.best.is_some_and(|best| best.period == tried.period);
            let mark = match best {
                true => '*',
                false if found.not_told_from_the_best.contains(&tried.period) => '~',
                false => ' ',
            };
            let period = found.of.told(tried.period);
            let _ = writeln!(text, "{mark} {}  {period}", cells(&tried.average.mean));
        }
    }
    text
}

fn cells(point: &Point) -> String {
    format!(
        "{:.4}  {:>12.1}  {:>12.1}",
        point.mean_utilization, point.mean_flow_time, point.mean_tardiness
    )
}
