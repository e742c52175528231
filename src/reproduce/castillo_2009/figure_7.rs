//! Figure 7: waiting time and operations against the share of advance reservations.

use super::setting::{cell, jobs, servers, words};
use crate::criteria::Report;
use crate::reproduce::{
    Case, Cell, Claim, Figure, Findings, Item, Measured, Options, PairedDifference, Panel, Picture,
    Plan, Readings, Said, Series, Unavailable, Unit,
};
use crate::system::co_allocation::{CoAllocation, Structure};
use crate::workload::Workload;

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: waiting time and operations against ρ",
    section: "Sect. 5.2",
    paper: "The average waiting time, and the average number of operations for a request, for an \
            increasing share of advance reservations.",
    plan,
    conclude,
};

/// ρ in percent.
const SHARES: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// What is read as flat: a quarter either way, which the logarithmic axis of the print hardly shows.
const FLAT: f64 = 0.25;

/// What is run at each share.
struct Course {
    name: String,
    servers: u32,
    settings: CoAllocation,
    seeds: u32,
}

/// Over so many seeds at most the printed trees are run: a run of KTH takes them half a minute.
const MOST_SEEDS_OF_TREES: u32 = 3;

/// The printed trees over a week in slots of half a day: their time and memory grow with the slots.
fn printed() -> CoAllocation {
    CoAllocation {
        structure: Structure::Printed,
        horizon: 7 * 86_400,
        slot: 12 * 3_600,
        attempts: Some(336),
        ..CoAllocation::default()
    }
}

/// The fast structure on each number of servers; the printed trees only where all is asked for.
fn courses(logs: &[Workload], options: &Options) -> Vec<Course> {
    let servers = logs.first().map(servers).unwrap_or_default();
    let of = |name: &str, settings: &CoAllocation, servers: u32| Course {
        name: format!("{servers} servers, {name}"),
        servers,
        settings: settings.clone(),
        seeds: match settings.structure {
            Structure::Fast => options.seeds,
            Structure::Printed => options.seeds.min(MOST_SEEDS_OF_TREES),
        },
    };
    let fast = CoAllocation::default();
    let mut all: Vec<Course> = servers.iter().map(|&it| of("fast", &fast, it)).collect();
    if options.readings == Readings::All {
        all.extend(
            servers
                .iter()
                .map(|&it| of("printed trees", &printed(), it)),
        );
    }
    all
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let selection = jobs(logs, options)?;
    let mut cells = Vec::new();
    for course in courses(logs, options) {
        for share in SHARES {
            let settings = course.settings.clone();
            let mut cell = cell(&selection, course.servers, share, settings, course.seeds);
            cell.label = format!("{}, ρ {share} %", course.name);
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// The value of each seed at each share.
type Values = Vec<Vec<f64>>;

/// A value less another one with the same seed; where nothing is drawn there is one for all.
fn difference(
    values: &Values,
    (from, to): (usize, usize),
    of: fn(f64, f64) -> f64,
) -> PairedDifference {
    let count = values[from].len().max(values[to].len());
    let at = |share: usize, seed: usize| {
        let all = &values[share];
        let value = all.get(seed).or(all.first());
        value.copied().unwrap_or(f64::NAN)
    };
    let differences = (0..count).map(|seed| of(at(to, seed), at(from, seed)));
    PairedDifference::of(differences.collect(), true)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    let courses = courses(logs, &plan.options);
    let results = plan.results(reports);
    let values = |course: usize, of: &dyn Fn(&Report) -> f64| -> Values {
        let cells = results
            .iter()
            .skip(course * SHARES.len())
            .take(SHARES.len());
        cells
            .map(|(_, reports)| reports.iter().map(of).collect())
            .collect()
    };
    let wait = |report: &Report| report.mean_waiting_time;
    let operations = |report: &Report| {
        let value = report.measures.get("operations_per_request");
        value.copied().unwrap_or(f64::NAN)
    };
    let (mut grows, mut flat) = (Vec::new(), Vec::new());
    let (mut waits, mut counts) = (Vec::new(), Vec::new());
    for (at, course) in courses.iter().enumerate() {
        let (wait, operations) = (values(at, &wait), values(at, &operations));
        if wait.len() < SHARES.len() {
            continue;
        }
        let is_fast = course.settings.structure == Structure::Fast;
        for (from, to) in [(0, 3), (3, 5)].into_iter().filter(|_| is_fast) {
            let name = format!("{}, ρ {} % to {} %", course.name, SHARES[from], SHARES[to]);
            let apart = difference(&wait, (from, to), |to, from| to - from);
            grows.push(Case::of(name, &apart, Said::More, Unit::Seconds));
        }
        for (to, share) in SHARES.iter().enumerate().skip(1) {
            let name = format!("{}, ρ {share} %", course.name);
            let apart = difference(&operations, (0, to), |to, from| to / from - 1.0);
            let apart = apart.one_of(SHARES.len() - 1);
            flat.push(Case::of(name, &apart, Said::Within(FLAT), Unit::Share));
        }
        let series = |values: &Values| Series {
            name: course.name.clone(),
            points: (SHARES.iter().zip(values))
                .map(|(&share, values)| (share, Measured::of(values)))
                .collect(),
        };
        if is_fast {
            waits.push(series(&wait));
        }
        counts.push(series(&operations));
    }
    let panel = |y_label: &str, series| Panel {
        y_label: y_label.to_owned(),
        from_zero: true,
        series,
    };
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min; earliest starts of reservations up to 3 h \
             after submission. The fast structure has a horizon of 30 d, the printed trees one of 7 d \
             in slots of 12 h and at most {MOST_SEEDS_OF_TREES} seeds.",
            words(&selection)
        ),
        claims: vec![
            Claim::new(
                "Sect. 5.2, on Fig. 7(a)",
                "the waiting time increases as ρ increases",
                "Mean wait, counted from the earliest start s as Sect. 5 defines it, at 60 % less that at \
                 0 %, and at 100 % less that at 60 %, seed by seed.",
                &grows,
            ),
            Claim::new(
                "Sect. 5.2, on Fig. 7(b)",
                "the number of operations remains relatively constant",
                "Operations for a request at each ρ against those at 0, as a share of these, seed by seed: \
                 constant is what lies within a quarter either way. The intervals are so wide that all of \
                 a course hold together with 95 %.",
                &flat,
            ),
        ],
        figures: vec![Figure {
            name: "figure-7".to_owned(),
            title: "Figure 7: waiting time and operations against ρ".to_owned(),
            caption: format!(
                "Mean and its 95 % interval over {} seeds.",
                plan.options.seeds
            ),
            picture: Picture::Curves {
                x_label: "advance reservations ρ (%)".to_owned(),
                panels: vec![
                    panel("mean wait (s)", waits),
                    panel("operations for a request", counts),
                ],
            },
        }],
        remarks: vec![
            "The paper says that “by increasing ρ we effectively increase the waiting time of a larger \
             fraction of jobs”. Counted from the submission instead of s, the wait of each reservation is \
             longer by its lead, which is drawn from 0 to 3 h; nothing here is counted so."
                .to_owned(),
            "The operations of the fast structure are its own; those that the paper counted are the \
             printed trees', which are run unless only the main readings are asked for."
                .to_owned(),
        ],
        ..Findings::default()
    }
}
