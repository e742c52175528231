//! Figure 7: waiting time and operations against the share of advance reservations.

use super::setting::{cell, jobs, paired, servers, words};
use crate::criteria::Report;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Case, Cell, Claim, Figure, Findings, Item, Listing, Measured, Options, PairedDifference, Panel,
    Picture, Plan, Readings, Said, Series, Unavailable, Unit,
};
use crate::system::co_allocation::{CoAllocation, Structure};
use crate::workload::{Time, Workload};

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: waiting time and operations against ρ",
    section: "Sect. 5.2",
    paper: "The average waiting time, and the average number of operations for a request, for an \
            increasing share of advance reservations.",
    needs_log: true,
    plan,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// ρ in percent.
const SHARES: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// The length of the printed trees' slots over ρ, in hours: their time and memory grow with the slots.
const SLOT_HOURS: Time = 12;

/// The lengths at which they are run once, with this share of reservations, in percent.
const SLOTS_HOURS: [Time; 4] = [12, 4, 2, 1];
const SHARE_OF_SLOTS: f64 = 20.0;

/// Over so many seeds at most the printed trees are run: a run of KTH takes them half a minute.
const MOST_SEEDS_OF_TREES: u32 = 3;

/// What is run at each share.
struct Course {
    name: String,
    servers: u32,
    settings: CoAllocation,
    seeds: u32,
}

/// The printed trees over a week in slots of so many hours.
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
            cells.push(Cell {
                label: format!("{}, ρ {share} %", course.name),
                waits: true,
                ..cell
            });
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
type Values = Vec<Vec<f64>>;

/// What came of a course.
struct Measurements {
    name: String,
    is_fast: bool,
    /// Mean wait from s, and from q.
    wait: Values,
    wait_from_q: Values,
    attempts: Values,
    operations: Values,
}

fn measure(report: &Report, key: &str) -> f64 {
    report.measures.get(key).copied().unwrap_or(f64::NAN)
}

/// Of the courses whose runs are all there.
fn measurements(courses: &[Course], plan: &Plan, reports: &[Report]) -> Vec<Measurements> {
    let results = plan.results(reports);
    let of_courses = courses.iter().zip(results.chunks(SHARES.len()));
    let complete = of_courses.filter(|(_, cells)| {
        cells.len() == SHARES.len() && cells.iter().all(|(_, reports)| !reports.is_empty())
    });
    let of_course = |(course, cells): (&Course, &[(&Cell, &[Report])])| {
        let values = |of: &dyn Fn(&Report) -> f64| -> Values {
            let all = cells.iter();
            all.map(|(_, reports)| reports.iter().map(of).collect())
                .collect()
        };
        Measurements {
            name: course.name.clone(),
            is_fast: course.settings.structure == Structure::Fast,
            wait: values(&|report| report.mean_waiting_time),
            wait_from_q: values(&|report| {
                let waits = report.waits.as_ref();
                waits.map_or(f64::NAN, |it| it.from_submission.mean())
            }),
            attempts: values(&|report| measure(report, "attempts_per_request")),
            operations: values(&|report| measure(report, "operations_per_request")),
        }
    };
    complete.map(of_course).collect()
}

/// From none to 60 % and from there to all: whether a value changes as it is said to.
fn changes(
    all: &[Measurements],
    of: fn(&Measurements) -> &Values,
    said: Said,
    unit: Unit,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for it in all.iter().filter(|it| it.is_fast) {
        for (from, to) in [(0, 3), (3, 5)] {
            let name = format!("{}, ρ {} % to {} %", it.name, SHARES[from], SHARES[to]);
            let values = of(it);
            let apart = paired(&values[from], &values[to], true, |to, from| match unit {
                Unit::Share => to / from - 1.0,
                _ => to - from,
            });
            cases.push(Case::of(name, &apart, said, unit));
        }
    }
    cases
}

/// The slope of the line through a value over ρ that has the least squares, seed by seed: by how much it
/// changes from none to all, as a share of its mean over ρ.
fn slope(values: &Values) -> PairedDifference {
    let seeds = values.iter().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed: usize| {
        let at = |of: &Vec<f64>| of.get(seed).or(of.first()).copied().unwrap_or(f64::NAN);
        let values: Vec<f64> = values.iter().map(at).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let middle = SHARES.iter().sum::<f64>() / count;
        let shares = SHARES.iter().map(|share| share - middle);
        let products = shares
            .clone()
            .zip(&values)
            .map(|(share, value)| share * (value - mean));
        let squares = shares.map(|share| share * share);
        products.sum::<f64>() / squares.sum::<f64>() * SHARES[SHARES.len() - 1] / mean
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// How far a value at any ρ is from that without reservations, seed by seed, less how far it is from
/// that on the other number of servers, as shares of the one without reservations.
fn beside_servers(one: &Values, other: &Values) -> PairedDifference {
    let seeds = one.iter().map(Vec::len).max().unwrap_or(0);
    let of_seed = |seed: usize| {
        let at = |of: &Vec<f64>| of.get(seed).or(of.first()).copied().unwrap_or(f64::NAN);
        let without = at(&one[0]);
        let moved = one.iter().map(|it| (at(it) - without).abs());
        let moved = moved.fold(0.0, f64::max);
        let apart = (at(&other[0]) - without).abs();
        (moved - apart) / without
    };
    PairedDifference::of((0..seeds).map(of_seed).collect(), true)
}

/// Operations over ρ: their slope, and whether they move less than with the number of servers.
fn operations(all: &[Measurements], is_fast: bool) -> (Vec<Case>, Vec<Case>) {
    let of_structure: Vec<&Measurements> = all.iter().filter(|it| it.is_fast == is_fast).collect();
    let slopes = of_structure.iter().map(|it| {
        let slope = slope(&it.operations);
        Case::of(&it.name, &slope, Said::NotMore(0.0), Unit::Share)
    });
    let pairs = of_structure.iter().zip(of_structure.iter().rev());
    let beside = pairs.filter(|(one, other)| one.name != other.name);
    let beside = beside.map(|(one, other)| {
        let apart = beside_servers(&one.operations, &other.operations);
        Case::of(&one.name, &apart, Said::Less, Unit::Share)
    });
    (slopes.collect(), beside.collect())
}

fn claims(all: &[Measurements]) -> Vec<Claim> {
    let claim = |on: &str, sentence: &str, test: &str, cases: &[Case]| {
        Claim::new(
            &format!("Sect. 5.2, on Fig. 7({on})"),
            sentence,
            test,
            cases,
        )
    };
    let grows = "the waiting time increases as ρ increases";
    let shares = "at 60 % less that at 0 %, and at 100 % less that at 60 %, seed by seed.";
    let mut claims = vec![
        claim(
            "a",
            grows,
            &format!(
                "Mean wait, counted from the earliest start s as Sect. 5 defines it, {shares}"
            ),
            &changes(all, |it| &it.wait, Said::More, Unit::Seconds),
        ),
        claim(
            "a",
            grows,
            &format!(
                "Mean wait, counted from the submission q, {shares} Leads of reservations are waits then: \
                 “by increasing ρ we effectively increase the waiting time of a larger fraction of jobs”."
            ),
            &changes(all, |it| &it.wait_from_q, Said::More, Unit::Seconds),
        ),
        claim(
            "b",
            "when performing advance reservations, it is more likely that the algorithm will find resources \
             available without having to search in multiple slots, resulting in fewer scheduling attempts",
            &format!("Attempts for a request {shares}"),
            &changes(all, |it| &it.attempts, Said::Less, Unit::Share),
        ),
    ];
    for (is_fast, whose) in [
        (false, "Of the printed trees:"),
        (true, "Of the fast structure, whose operations are its own:"),
    ] {
        let (slopes, beside) = operations(all, is_fast);
        claims.push(claim(
            "b",
            "our algorithm scales well as the fraction of advance reservations increases",
            &format!(
                "{whose} the slope of the operations for a request over ρ, by least squares and seed by \
                 seed, as their change from ρ 0 to 100 % in shares of their mean. It is not above 0."
            ),
            &slopes,
        ));
        claims.push(claim(
            "b",
            "the number of operations remains relatively constant",
            &format!(
                "{whose} the paper gives no measure for “relatively”, and draws machines of different sizes \
                 into one chart. So the farthest that ρ moves the operations for a request from those \
                 without reservations is held against how far these are from those on the other number of \
                 servers: the difference of the two, seed by seed, is below 0."
            ),
            &beside,
        ));
    }
    claims
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
                number(measure(report, "attempts_per_request"), 2),
                number(report.mean_waiting_time, 0),
            ])
        })
        .collect();
    let head = [
        "τ",
        "slots",
        "operations for a request",
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
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min; earliest starts of reservations up to 3 h \
             after submission. The fast structure has a horizon of 30 d, the printed trees one of 7 d \
             in slots of {SLOT_HOURS} h and at most {MOST_SEEDS_OF_TREES} seeds.",
            words(&selection)
        ),
        claims: claims(&all),
        figures: vec![figure(&all, plan.options.seeds)],
        listings: over_slots(plan, courses.len(), reports)
            .into_iter()
            .collect(),
        remarks: vec![
            "The operations that the paper counted are the printed trees', which are run unless only the \
             main readings are asked for."
                .to_owned(),
            "A period stands in the trees of all slots that it overlaps: the operations for a request grow \
             with the number of slots, and most of them are updates, not searches."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

fn figure(all: &[Measurements], seeds: u32) -> Figure {
    let panel = |y_label: &str, of: fn(&Measurements) -> &Values, is_fast: bool| {
        let drawn = all.iter().filter(|it| it.is_fast == is_fast);
        let series = drawn.map(|it| Series {
            name: it.name.clone(),
            points: (SHARES.iter().zip(of(it)))
                .map(|(&share, values)| (share, Measured::of(values)))
                .collect(),
        });
        Panel {
            y_label: y_label.to_owned(),
            from_zero: true,
            series: series.collect(),
        }
    };
    let panels = [
        panel("mean wait from s (s)", |it| &it.wait, true),
        panel("operations, fast", |it| &it.operations, true),
        panel("operations, printed trees", |it| &it.operations, false),
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
            panels: panels
                .into_iter()
                .filter(|it| !it.series.is_empty())
                .collect(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Verdict;

    #[test]
    fn a_slope_is_the_change_from_none_to_all_in_shares_of_the_mean() {
        let line = |from: f64, to: f64| -> Values {
            let value = |share: f64| from + (to - from) * share / 100.0;
            SHARES.map(|share| vec![value(share); 2]).to_vec()
        };
        let rising = slope(&line(90.0, 110.0));
        assert!((rising.interval().mean - 0.2).abs() < 1e-12);
        assert_eq!(rising.verdict(Said::NotMore(0.0)), Verdict::DoesNotHold);
        assert_eq!(
            slope(&line(110.0, 90.0)).verdict(Said::NotMore(0.0)),
            Verdict::Holds
        );
        // What has no reservations is the same with each seed.
        let mut values = line(100.0, 100.0);
        values[0].truncate(1);
        assert_eq!(slope(&values).interval().mean, 0.0);
    }

    #[test]
    fn what_moves_is_held_against_the_other_number_of_servers() {
        let values = |of: [f64; 6]| -> Values { of.map(|value| vec![value; 2]).to_vec() };
        let one = values([100.0, 104.0, 90.0, 98.0, 101.0, 103.0]);
        let other = values([130.0; 6]);
        assert!((beside_servers(&one, &other).interval().mean + 0.2).abs() < 1e-12);
    }
}
