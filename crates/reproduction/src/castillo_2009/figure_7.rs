//! Figure 7: waiting time and operations against the share of advance reservations.

use super::setting::{cell, jobs, servers, words};
use super::traces::{self, OF_ALL, Trace};
use crate::Readings;
use crate::prelude::*;
use scheduling::system::co_allocation::{CoAllocation, Structure};
use workload::Time;

pub const ITEM: Item = Item {
    key: "figure-7",
    title: "Figure 7: waiting time and operations against ρ",
    section: "Sect. 5.2",
    paper: "The average waiting time, and the average number of operations for a request, for an \
            increasing share of advance reservations.",
    plan,
    conclude,
    ..ON_LOG
};

/// ρ in percent.
const SHARES: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

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
fn plan(logs: &[Workload], options: &Options) -> Planned {
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
type Values = Vec<Vec<f64>>;

/// A course whose runs are all there, with its reports share by share.
struct Outcome<'a> {
    course: &'a Course,
    reports: Vec<&'a [Report]>,
}

impl Outcome<'_> {
    fn is_fast(&self) -> bool {
        self.course.settings.structure == Structure::Fast
    }

    fn values(&self, of: Quantity) -> Values {
        self.reports.iter().map(|it| it.iter().map(of).collect()).collect()
    }
}

fn outcomes<'a>(courses: &'a [Course], plan: &'a Plan, reports: &'a [Report]) -> Vec<Outcome<'a>> {
    let reports: Vec<&[Report]> = plan.results(reports).into_iter().map(|it| it.1).collect();
    let of_courses = courses.iter().zip(reports.chunks_exact(SHARES.len()));
    let complete = of_courses.filter(|(_, reports)| reports.iter().all(|it| !it.is_empty()));
    complete.map(|(course, reports)| Outcome { course, reports: reports.to_vec() }).collect()
}

/// A number of a run.
type Quantity = fn(&Report) -> f64;

const OPERATIONS: Quantity = |it| measure(it, "operations_per_request");
const SEARCH: Quantity = |it| measure(it, "search_operations");
const LOOK_UP: Quantity = |it| measure(it, "look_up_operations");
const UPDATE: Quantity = |it| measure(it, "update_operations");
const NEW_SLOTS: Quantity = |it| measure(it, "roll_operations");
const ATTEMPTS: Quantity = |it| measure(it, "attempts_per_request");
const PERIODS_IN_TREE: Quantity = |it| measure(it, "periods_in_tree");
const PERIODS_PER_TREE: Quantity = |it| measure(it, "periods_per_tree");
const WAIT: Quantity = |it| it.mean_waiting_time;
const WAIT_FROM_Q: Quantity = |it| it.waits.as_ref().map_or(f64::NAN, |it| it.from_submission.mean());

/// The values at all shares with each seed; a share without random draws has one for all seeds.
fn by_seed(values: &Values) -> impl Iterator<Item = Vec<f64>> {
    let seeds = values.iter().map(Vec::len).max().unwrap_or(0);
    (0..seeds).map(|seed| values.iter().filter_map(|it| it.get(seed).or(it.first()).copied()).collect())
}

/// The places of the shares of none and of all.
const NONE: usize = 0;
const ALL: usize = SHARES.len() - 1;

/// Whether a value changes from one share of reservations to another, by their places, as it is said to.
fn change(name: String, values: &Values, (from, to): (usize, usize), said: Said, unit: ToldIn) -> Case {
    let of_seed = |it: Vec<f64>| match unit {
        ToldIn::Share => it[to] / it[from] - 1.0,
        _ => it[to] - it[from],
    };
    Case::drawn(name, by_seed(values).map(of_seed), said, unit)
}

/// The same of a quantity under the fast structure, for some pairs of shares.
fn changes(all: &[Outcome], shares: &[(usize, usize)], of: Quantity, said: Said, unit: ToldIn) -> Vec<Case> {
    let fast = all.iter().filter(|it| it.is_fast());
    let of_outcome = |it: &Outcome| {
        let values = it.values(of);
        let name = |from: usize, to: usize| format!("{}, ρ {} % to {} %", it.course.name, SHARES[from], SHARES[to]);
        let cases = shares.iter().map(|&(from, to)| change(name(from, to), &values, (from, to), said, unit));
        cases.collect::<Vec<Case>>()
    };
    fast.flat_map(of_outcome).collect()
}

/// From none to 60 %, and from there to all.
const RISES: [(usize, usize); 2] = [(0, 3), (3, 5)];

fn claims(all: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
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
            &changes(all, &RISES, WAIT, Said::More, ToldIn::Seconds),
        ),
        claim(
            grows,
            &format!(
                "Mean wait, counted from the submission q, {shares} Leads of reservations are waits then: \
                 “by increasing ρ we effectively increase the waiting time of a larger fraction of jobs”."
            ),
            &changes(all, &RISES, WAIT_FROM_Q, Said::More, ToldIn::Seconds),
        ),
    ]
}

/// The operations of the printed trees over τ.
fn over_slots(plan: &Plan, courses: usize, reports: &[Report]) -> Option<Listing> {
    let results = plan.results(reports);
    let cells = SLOTS_HOURS.iter().zip(results.get(courses * SHARES.len()..)?);
    let row = |(hours, (_, reports)): (&Time, &(&Cell, &[Report]))| {
        let report = reports.first()?;
        let operations = [OPERATIONS, SEARCH, UPDATE, NEW_SLOTS].map(|of| number(of(report), 0));
        let mut row = vec![format!("{hours} h"), number((7 * 24 / hours) as f64, 0)];
        row.extend(operations);
        row.extend([number(PERIODS_IN_TREE(report), 1), number(ATTEMPTS(report), 2), number(WAIT(report), 0)]);
        Some(row)
    };
    let rows: Vec<Vec<String>> = cells.filter_map(row).collect();
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
    (!rows.is_empty()).then(|| {
        Listing::new(format!("The printed trees over τ, horizon 7 d, ρ {SHARE_OF_SLOTS} %, one seed"), head, rows)
    })
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let courses = courses(logs, &plan.options);
    let all = outcomes(&courses, plan, reports);
    let at_hand = traces::of(logs);
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min; earliest starts of reservations up to 3 h \
             after submission. The fast structure has a horizon of 30 d, the printed trees one of 7 d \
             in slots of {SLOT_HOURS} h and at most {MOST_SEEDS_OF_TREES} seeds.",
            words(plan, logs)
        ),
        claims: [claims(&all, at_hand), claims_on_operations(&all, at_hand)].concat(),
        figures: vec![figure(&all, plan.options.seeds)],
        listings: std::iter::once(listing(&all)).chain(over_slots(plan, courses.len(), reports)).collect(),
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

fn figure(all: &[Outcome], seeds: u32) -> Figure {
    let panel = |y_label: &str, of: Quantity, is_fast: bool| {
        let series = all.iter().filter(|it| it.is_fast() == is_fast).map(|it| {
            let means = it.values(of);
            let points = SHARES.iter().zip(&means).map(|(&share, values)| (share, Measured::of(values)));
            Series { name: it.course.name.clone(), points: points.collect() }
        });
        Panel::from_zero(y_label, series)
    };
    let panels = [
        panel("mean wait from s (s)", WAIT, true),
        panel("operations, fast", OPERATIONS, true),
        panel("operations of searches, printed trees", SEARCH, false),
        panel("operations of updates, printed trees", UPDATE, false),
    ];
    Figure::curves(
        "figure-7",
        "Figure 7: waiting time and operations against ρ",
        format!(
            "Mean and its 95 % interval over {seeds} seeds, of the printed trees over at most \
             {MOST_SEEDS_OF_TREES}; operations for a request."
        ),
        "advance reservations ρ (%)",
        panels.into_iter().filter(|it| !it.series.is_empty()),
    )
}

/// Operations in words.
type Part = (&'static str, Quantity);

/// The paper says "computational operations performed by the scheduling algorithm to schedule a request": those
/// of its searches, those of its updates, and all of them with those of new slots.
const PARTS: [Part; 3] = [("search", |it| SEARCH(it) + LOOK_UP(it)), ("update", UPDATE), ("all", OPERATIONS)];

/// The slope of the line through a value over ρ that has the least squares, seed by seed: by how much it
/// changes from none to all, as a share of its mean over ρ.
fn slope(values: &Values) -> PairedDifference {
    PairedDifference::drawn(by_seed(values).map(|values| {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let middle = SHARES.iter().sum::<f64>() / count;
        let shares = SHARES.iter().map(|share| share - middle);
        let products = shares.clone().zip(&values).map(|(share, value)| share * (value - mean));
        let squares = shares.map(|share| share * share);
        products.sum::<f64>() / squares.sum::<f64>() * SHARES[ALL] / mean
    }))
}

/// How far a value at any ρ is from that without reservations, seed by seed, less how far it is from
/// that on the other number of servers, as shares of the one without reservations.
fn beside_servers(one: &Values, other: &Values) -> PairedDifference {
    PairedDifference::drawn(by_seed(one).zip(by_seed(other)).map(|(one, other)| {
        let without = one[NONE];
        let moved = one.iter().map(|it| (it - without).abs()).fold(0.0, f64::max);
        let apart = (other[NONE] - without).abs();
        (moved - apart) / without
    }))
}

/// Operations over ρ: their slope, and whether they move less than with the number of servers.
fn over_shares(all: &[Outcome], is_fast: bool) -> (Vec<Case>, Vec<Case>) {
    let of_structure: Vec<&Outcome> = all.iter().filter(|it| it.is_fast() == is_fast).collect();
    let (mut slopes, mut beside) = (Vec::new(), Vec::new());
    for (part, of) in PARTS {
        for (one, other) in of_structure.iter().zip(of_structure.iter().rev()) {
            let name = format!("{}, {part}", one.course.name);
            slopes.push(Case::of(&name, &slope(&one.values(of)), Said::NotMore(0.0), ToldIn::Share));
            if one.course.name != other.course.name {
                let apart = beside_servers(&one.values(of), &other.values(of));
                beside.push(Case::of(&name, &apart, Said::Less, ToldIn::Share));
            }
        }
    }
    (slopes, beside)
}

/// Whether trees have more periods where all are reservations than where none is.
fn tree_growth(all: &[Outcome]) -> Vec<Case> {
    let mut cases = Vec::new();
    for it in all.iter().filter(|it| !it.is_fast()) {
        for (which, of) in [("the tree of a request", PERIODS_IN_TREE), ("all trees", PERIODS_PER_TREE)] {
            let name = format!("{}, {which}", it.course.name);
            cases.push(change(name, &it.values(of), (NONE, ALL), Said::More, ToldIn::Share));
        }
    }
    cases
}
fn claims_on_operations(all: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.2, on Fig. 7(b)", sentence, test, cases);
        traces::about(claim, OF_ALL, at_hand)
    };
    let mut claims = vec![
        claim(
            "when performing advance reservations, it is more likely that the algorithm will find resources \
             available without having to search in multiple slots, resulting in fewer scheduling attempts",
            "Attempts for a request where all are reservations less those where none is, seed by seed, as a share: \
             below 0.",
            &changes(all, &[(NONE, ALL)], ATTEMPTS, Said::Less, ToldIn::Share),
        ),
        claim(
            "increasing ρ increases resource fragmentation in the system, and hence the size of the binary search \
             trees is expected to increase",
            "Of the printed trees: idle periods in the tree in which a request is first searched for, and in a tree \
             on average over slots and submissions, where all are reservations less where none is, seed by seed, as \
             a share: above 0.",
            &tree_growth(all),
        ),
    ];
    for (is_fast, whose) in
        [(false, "Of the printed trees:"), (true, "Of the fast structure, whose operations are its own:")]
    {
        let (slopes, beside) = over_shares(all, is_fast);
        claims.push(claim(
            "our algorithm scales well as the fraction of advance reservations increases",
            &format!(
                "{whose} the slope of the operations for a request over ρ, by least squares and seed by \
                 seed, as their change from ρ 0 to 100 % in shares of their mean. It is not above 0: of searches \
                 with look-ups, of updates, and of all."
            ),
            &slopes,
        ));
        claims.push(claim(
            "the number of operations remains relatively constant",
            &format!(
                "{whose} the paper gives no measure for “relatively”, and draws machines of different sizes \
                 into one chart. So the farthest that ρ moves the operations for a request from those \
                 without reservations is held against how far these are from those on the other number of \
                 servers: the difference of the two, seed by seed, is below 0; of searches with look-ups, of \
                 updates, and of all."
            ),
            &beside,
        ));
    }
    claims
}

/// The operations for a request over ρ.
fn listing(all: &[Outcome]) -> Listing {
    let head = [
        "",
        "ρ",
        "attempts",
        "all",
        "search",
        "look-up",
        "update",
        "new slots, past periods",
        "periods in the tree of a request",
        "periods per tree",
    ];
    let columns = [
        (ATTEMPTS, 2),
        (OPERATIONS, 1),
        (SEARCH, 1),
        (LOOK_UP, 1),
        (UPDATE, 1),
        (NEW_SLOTS, 1),
        (PERIODS_IN_TREE, 1),
        (PERIODS_PER_TREE, 1),
    ];
    let mut rows = Vec::new();
    for it in all {
        for (share, reports) in SHARES.iter().zip(&it.reports) {
            let mut row = vec![it.course.name.clone(), format!("{share} %")];
            row.extend(columns.map(|(of, digits)| number(Measured::each(reports, of).mean, digits)));
            rows.push(row);
        }
    }
    Listing::new("Operations for a request, means over the seeds", head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    #[test]
    fn a_slope_is_the_change_from_none_to_all_in_shares_of_the_mean() {
        let line = |from: f64, to: f64| -> Values {
            let value = |share: f64| from + (to - from) * share / 100.0;
            SHARES.map(|share| vec![value(share); 2]).to_vec()
        };
        let rising = slope(&line(90.0, 110.0));
        assert!((rising.interval().mean - 0.2).abs() < 1e-12);
        assert_eq!(rising.verdict(Said::NotMore(0.0)), Verdict::DoesNotHold);
        assert_eq!(slope(&line(110.0, 90.0)).verdict(Said::NotMore(0.0)), Verdict::Holds);
        // A setup without reservations gives the same values with each seed.
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
