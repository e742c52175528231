//! Figure 7: waiting time and operations against the share of advance reservations.

use super::operations;
use super::setting::{cell, jobs, paired, servers, words};
use super::traces::{self, OF_ALL, Trace};
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Figure, Findings, Item, Listing, Measured, Options, Panel, Picture, Plan, Readings, Said,
    Series, ToldIn, Unavailable,
};
use scheduling::criteria::Report;
use scheduling::system::co_allocation::{CoAllocation, Structure};
use workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: waiting time and operations against ρ",
    section: "Sect. 5.2",
    paper: "The average waiting time, and the average number of operations for a request, for an \
            increasing share of advance reservations.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// ρ in percent.
pub const SHARES: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// The length of the printed trees' slots over ρ, in hours: their time and memory grow with the slots.
const SLOT_HOURS: Time = 12;

/// The lengths at which they are run once, with this share of reservations, in percent.
const SLOTS_HOURS: [Time; 4] = [12, 4, 2, 1];
const SHARE_OF_SLOTS: f64 = 20.0;

/// The most seeds for the printed trees: a run of KTH takes them half a minute.
const MOST_SEEDS_OF_TREES: u32 = 3;

/// A setup that is run at each share.
struct Course {
    name: String,
    servers: u32,
    settings: CoAllocation,
    seeds: u32,
}

/// The printed trees over a week in slots of `hours` hours.
fn printed(hours: Time) -> CoAllocation {
    CoAllocation {
        structure: Structure::Printed,
        horizon: 7 * 86_400,
        slot: hours * 3_600,
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
    let (fast, trees) = (CoAllocation::default(), printed(SLOT_HOURS));
    let mut all: Vec<Course> = servers.iter().map(|&it| of("fast", &fast, it)).collect();
    if options.readings == Readings::All {
        all.extend(servers.iter().map(|&it| of("printed trees", &trees, it)));
    }
    all
}

/// The courses one after the other, share by share; then the printed trees over τ, once each.
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let selection = jobs(logs, options)?;
    let mut cells = Vec::new();
    for course in courses(logs, options) {
        for share in SHARES {
            let settings = course.settings.clone();
            let cell = cell(&selection, course.servers, share, settings, course.seeds);
            cells.push(Cell { label: format!("{}, ρ {share} %", course.name), waits: true, ..cell });
        }
    }
    if options.readings == Readings::All {
        let own = servers(&logs[0])[0];
        cells.extend(SLOTS_HOURS.map(|hours| Cell {
            label: format!("{own} servers, printed trees, τ {hours} h"),
            ..cell(&selection, own, SHARE_OF_SLOTS, printed(hours), 1)
        }));
    }
    Ok(cells)
}

/// The value of each seed at each share.
pub type Values = Vec<Vec<f64>>;

/// The measurements of a course.
pub struct Measurements {
    pub name: String,
    pub is_fast: bool,
    /// Mean wait from s, and from q.
    wait: Values,
    wait_from_q: Values,
    pub attempts: Values,
    /// Operations for a request: all, and those of searches and look-ups, of updates, and as time goes on.
    pub operations: Values,
    pub search: Values,
    pub look_up: Values,
    pub update: Values,
    pub roll: Values,
    /// Idle periods in the tree of a request, and in a tree on average.
    pub tree: Values,
    pub trees: Values,
}

fn measure(report: &Report, key: &str) -> f64 {
    report.measures.get(key).copied().unwrap_or(f64::NAN)
}

/// Of the courses whose runs are all there.
fn measurements(courses: &[Course], plan: &Plan, reports: &[Report]) -> Vec<Measurements> {
    let results = plan.results(reports);
    let of_courses = courses.iter().zip(results.chunks(SHARES.len()));
    let complete = of_courses
        .filter(|(_, cells)| cells.len() == SHARES.len() && cells.iter().all(|(_, reports)| !reports.is_empty()));
    let of_course = |(course, cells): (&Course, &[(&Cell, &[Report])])| {
        let values = |of: &dyn Fn(&Report) -> f64| -> Values {
            cells.iter().map(|(_, reports)| reports.iter().map(of).collect()).collect()
        };
        Measurements {
            name: course.name.clone(),
            is_fast: course.settings.structure == Structure::Fast,
            wait: values(&|report| report.mean_waiting_time),
            wait_from_q: values(&|report| report.waits.as_ref().map_or(f64::NAN, |it| it.from_submission.mean())),
            attempts: values(&|report| measure(report, "attempts_per_request")),
            operations: values(&|report| measure(report, "operations_per_request")),
            search: values(&|report| measure(report, "search_operations")),
            look_up: values(&|report| measure(report, "look_up_operations")),
            update: values(&|report| measure(report, "update_operations")),
            roll: values(&|report| measure(report, "roll_operations")),
            tree: values(&|report| measure(report, "periods_in_tree")),
            trees: values(&|report| measure(report, "periods_per_tree")),
        }
    };
    complete.map(of_course).collect()
}

/// Whether a value changes from one share of reservations to another, by their places, as it is said to.
fn changes(
    all: &[Measurements],
    shares: &[(usize, usize)],
    of: fn(&Measurements) -> &Values,
    said: Said,
    unit: ToldIn,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for it in all.iter().filter(|it| it.is_fast) {
        for &(from, to) in shares {
            let name = format!("{}, ρ {} % to {} %", it.name, SHARES[from], SHARES[to]);
            let values = of(it);
            let apart = paired(&values[from], &values[to], true, |to, from| match unit {
                ToldIn::Share => to / from - 1.0,
                _ => to - from,
            });
            cases.push(Case::of(name, &apart, said, unit));
        }
    }
    cases
}

/// From none to 60 %, and from there to all.
const RISES: [(usize, usize); 2] = [(0, 3), (3, 5)];

fn claims(all: &[Measurements], at_hand: Option<&Trace>) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.2, on Fig. 7(a)", sentence, test, cases);
        traces::about(claim, OF_ALL, at_hand)
    };
    let grows = "the waiting time increases as ρ increases";
    let shares = "at 60 % less that at 0 %, and at 100 % less that at 60 %, seed by seed.";
    vec![
        claim(
            grows,
            &format!("Mean wait, counted from the earliest start s as Sect. 5 defines it, {shares}"),
            &changes(all, &RISES, |it| &it.wait, Said::More, ToldIn::Seconds),
        ),
        claim(
            grows,
            &format!(
                "Mean wait, counted from the submission q, {shares} Leads of reservations are waits then: \
                 “by increasing ρ we effectively increase the waiting time of a larger fraction of jobs”."
            ),
            &changes(all, &RISES, |it| &it.wait_from_q, Said::More, ToldIn::Seconds),
        ),
    ]
}

/// Whether requests are tried less often where all are reservations than where none is.
fn attempts(all: &[Measurements]) -> Vec<Case> {
    let none_to_all = [(0, SHARES.len() - 1)];
    changes(all, &none_to_all, |it| &it.attempts, Said::Less, ToldIn::Share)
}

/// The operations of the printed trees over τ.
fn over_slots(plan: &Plan, courses: usize, reports: &[Report]) -> Option<Listing> {
    let results = plan.results(reports);
    let cells = results.get(courses * SHARES.len()..)?;
    let rows: Vec<Vec<String>> = SLOTS_HOURS
        .iter()
        .zip(cells)
        .filter_map(|(hours, (_, reports))| {
            let report = reports.first()?;
            Some(vec![
                format!("{hours} h"),
                number((7 * 24 / hours) as f64, 0),
                number(measure(report, "operations_per_request"), 0),
                number(measure(report, "search_operations"), 0),
                number(measure(report, "update_operations"), 0),
                number(measure(report, "roll_operations"), 0),
                number(measure(report, "periods_in_tree"), 1),
                number(measure(report, "attempts_per_request"), 2),
                number(report.mean_waiting_time, 0),
            ])
        })
        .collect();
    let head = [
        "τ",
        "slots",
        "operations for a request",
        "search",
        "update",
        "new slots",
        "periods in its tree",
        "attempts",
        "mean wait (s)",
    ];
    (!rows.is_empty()).then(|| Listing {
        title: format!("The printed trees over τ, horizon 7 d, ρ {SHARE_OF_SLOTS} %, one seed"),
        head: head.map(str::to_owned).to_vec(),
        rows,
    })
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = jobs(logs, &plan.options).unwrap_or_default();
    let courses = courses(logs, &plan.options);
    let all = measurements(&courses, plan, reports);
    let at_hand = traces::of(logs);
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min; earliest starts of reservations up to 3 h \
             after submission. The fast structure has a horizon of 30 d, the printed trees one of 7 d \
             in slots of {SLOT_HOURS} h and at most {MOST_SEEDS_OF_TREES} seeds.",
            words(&selection, logs)
        ),
        claims: claims(&all, at_hand).into_iter().chain(operations::claims(&all, &attempts(&all), at_hand)).collect(),
        figures: vec![figure(&all, plan.options.seeds)],
        listings: std::iter::once(operations::listing(&all)).chain(over_slots(plan, courses.len(), reports)).collect(),
        remarks: vec![
            "The operations that the paper counted are the printed trees', which are run unless only the \
             main readings are asked for."
                .to_owned(),
            "A period stands in the trees of all slots that it overlaps: the updates for a request grow with the \
             number of slots. The tree of a new slot is a copy with a period of every server, and not made in O(1) as \
             Sect. 4.1 has it: so its nodes are counted as well."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

fn figure(all: &[Measurements], seeds: u32) -> Figure {
    let panel = |y_label: &str, of: fn(&Measurements) -> &Values, is_fast: bool| {
        let series = all.iter().filter(|it| it.is_fast == is_fast).map(|it| Series {
            name: it.name.clone(),
            points: (SHARES.iter().zip(of(it))).map(|(&share, values)| (share, Measured::of(values))).collect(),
        });
        Panel { y_label: y_label.to_owned(), from_zero: true, series: series.collect() }
    };
    let panels = [
        panel("mean wait from s (s)", |it| &it.wait, true),
        panel("operations, fast", |it| &it.operations, true),
        panel("operations of searches, printed trees", |it| &it.search, false),
        panel("operations of updates, printed trees", |it| &it.update, false),
    ];
    Figure {
        name: "figure-7".to_owned(),
        title: "Figure 7: waiting time and operations against ρ".to_owned(),
        caption: format!(
            "Mean and its 95 % interval over {seeds} seeds, of the printed trees over at most \
             {MOST_SEEDS_OF_TREES}; operations for a request."
        ),
        picture: Picture::Curves {
            x_label: "advance reservations ρ (%)".to_owned(),
            panels: panels.into_iter().filter(|it| !it.series.is_empty()).collect(),
        },
    }
}
