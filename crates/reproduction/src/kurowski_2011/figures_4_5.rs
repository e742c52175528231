//! Figures 4 and 5: slots of a fixed length beside variable ones.

use super::curves::{Curves, Sweep};
use super::job_set::JobSet;
use super::job_set::{Axis, FLOW_TIME, MCT, PERCENT, Strategy, UTILIZATION, model};
use super::sentences::{Differences, SINGLED_OUT_WORDS, in_general};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::availability::{Availability, Carts, FixedSlots, Request, Step};
use scheduling::system::two_level::Slots;
use workload::select::select;
use workload::{Job, Time, Workload};

pub const FIGURE_4: Item = Item {
    key: "figure-4",
    title: "Figure 4: utilization over time, fixed and variable slots",
    section: "Sect. 3.3",
    paper: "Three charts of the processors used over time: two lengths of fixed slots, and variable \
            ones. Long slots stay partly idle.",
    plan: |logs, options| SWEEP_4.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP_4.conclude(plan, logs, reports, findings_4),
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_5: Item = Item {
    key: "figure-5",
    title: "Figure 5: mean U, makespan and mean F, fixed and variable slots",
    section: "Sects. 3.3, 3.5",
    paper: "Mean U, makespan and mean F with variable and with fixed slots. The text adds how long \
            searches take.",
    plan: |logs, options| SWEEP_5.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP_5.conclude(plan, logs, reports, |curves| findings_5(curves, logs)),
    open: Open::Claims,
    ..ON_LOG
};

fn slots(scenario: &mut Scenario, slots: Slots) {
    (MCT.set)(scenario);
    model(scenario).local.slots = slots;
}

/// The paper names ten minutes as short; the other lengths are ours.
const STRATEGIES: &[Strategy] = &[
    Strategy { name: "variable", set: |scenario| slots(scenario, Slots::Variable) },
    Strategy { name: "fixed, 10 min", set: |scenario| slots(scenario, Slots::Fixed(600)) },
    Strategy { name: "fixed, 1 h", set: |scenario| slots(scenario, Slots::Fixed(3_600)) },
    Strategy { name: "fixed, 4 h", set: |scenario| slots(scenario, Slots::Fixed(14_400)) },
];

/// Places of the strategies.
const VARIABLE: usize = 0;
const TEN_MINUTES: usize = 1;
const AN_HOUR: usize = 2;
const FOUR_HOURS: usize = 3;

/// The slot lengths of [`STRATEGIES`], in seconds; variable first.
const LENGTHS: [Option<Time>; 4] = [None, Some(600), Some(3_600), Some(14_400)];

const SWEEP_5: Sweep =
    Sweep { strategies: STRATEGIES, axis: Axis { values: &[20.0, 40.0, 60.0, 80.0, 100.0], ..PERCENT }, ..Sweep::BASE };

fn findings_5(curves: &Curves, logs: &[Workload]) -> Findings {
    let costs = costs_of_sets(&curves.sets, logs, &LENGTHS);
    let mut claims = vec![underused(curves), no_trade_off(curves)];
    claims.extend(search_claims(&curves.sets, &costs, logs));
    let setting = format!(
        "2 × 64, load balancing, MCT, FCFS with backfilling; {SINGLED_OUT_WORDS}. The paper \
         does not name its workload, nor its slot lengths but for ten minutes. A fixed slot is \
         promised as a whole: reservations hold their processors from the start of their first \
         slot to the end of their last."
    );
    Findings {
        listings: vec![search_costs(&curves.sets, &costs)],
        figures: curves.figures(
            "figure-5",
            "Figure 5: fixed and variable slots",
            &[VARIABLE, TEN_MINUTES, AN_HOUR, FOUR_HOURS],
            &[UTILIZATION, Quantity::Makespan, FLOW_TIME],
        ),
        ..curves.findings(setting, claims)
    }
}

/// A difference for each length of the fixed slots; widened, since all are looked at together.
fn each_fixed(of: impl Fn(usize) -> PairedDifference) -> Differences {
    let fixed = [TEN_MINUTES, AN_HOUR, FOUR_HOURS].into_iter();
    Differences::of(fixed.map(|strategy| (STRATEGIES[strategy].name.to_owned(), of(strategy)))).together()
}

/// Claim: long slots lower the utilization.
fn underused(curves: &Curves) -> Claim {
    let last = curves.at(100.0);
    let cases = curves.cases(|set| {
        let each = each_fixed(|fixed| curves.excess(set, (fixed, VARIABLE), UTILIZATION, &[last]));
        let words = format!(
            "variable {}; {}",
            curves.mean_words((set, VARIABLE, last), UTILIZATION),
            each.words(ToldIn::Utilization, "; ")
        );
        (Verdict::of_any(&each.verdicts(Said::Less)), words)
    });
    in_general(
        "Sect. 3.3",
        "too long slots may cause significant resource under-utilization",
        "Mean U with fixed slots less that with variable ones where all are reservations, seed by \
         seed: one length that lowers it shows that it may.",
        cases,
    )
}

/// Claim: variable slots avoid the trade-off.
fn no_trade_off(curves: &Curves) -> Claim {
    let xs = curves.xs(|_| true);
    let cases = curves.cases(|set| {
        let each = each_fixed(|fixed| curves.relative_excess(set, (fixed, VARIABLE), FLOW_TIME, &xs));
        (Verdict::whole(&each.verdicts(Said::More)), each.words(ToldIn::Share, "; "))
    });
    in_general(
        "Sect. 3.3",
        "It is difficult to set a slot length correctly ... To avoid this problem the variable-length \
         slots can be used",
        "Mean F with each fixed length less that with variable slots, as a share of it, seed by seed, \
         in the mean over 20 to 100 % of reservations: no length is as good.",
        cases,
    )
}

/// The strips of Figure 4, all tasks reservations: two fixed lengths above, variable slots below.
const SWEEP_4: Sweep = Sweep {
    strategies: &[
        Strategy { name: "fixed slots of 4 h", ..STRATEGIES[FOUR_HOURS] },
        Strategy { name: "fixed slots of 1 h", ..STRATEGIES[AN_HOUR] },
        Strategy { name: "variable slots", ..STRATEGIES[VARIABLE] },
    ],
    axis: Axis { values: &[100.0], ..PERCENT },
    label: |strategy, _, _| strategy.name.to_owned(),
    ..Sweep::BASE
};

fn findings_4(curves: &Curves) -> Findings {
    let (strips, variable) = (SWEEP_4.strategies, 2);
    let cases = curves.cases_of(&[0, 1], |set, fixed| {
        let higher = curves.excess(set, (variable, fixed), UTILIZATION, &[0]);
        let mean = |strategy| curves.mean_words((set, strategy, 0), UTILIZATION);
        let words = format!("{}, mean U {} against {}", higher.words(ToldIn::Utilization), mean(variable), mean(fixed));
        Case::new(strips[fixed].name, higher.verdict(Said::More), words)
    });
    let figures = curves.sets.iter().map(|set| {
        let strip = |strip: &Strategy| (strip.name.to_owned(), SWEEP_4.scenario(set, strip, 100.0));
        Figure {
            name: format!("figure-4-{}", set.slug()),
            title: "Figure 4: processors used over time".to_owned(),
            caption: format!("{}, all tasks reservations, seed 1.", set.words()),
            picture: Picture::Utilization { log: set.log, strips: strips.iter().map(strip).collect(), window: (0, 0) },
        }
    });
    Findings {
        setting: format!(
            "2 × 64, MCT, every task a reservation, so that nothing but the slots decides; \
             {SINGLED_OUT_WORDS}. The paper names neither the workload nor the slot lengths of its \
             two upper charts; ours are 4 and 1 hours."
        ),
        claims: vec![in_general(
            "Sect. 6",
            "we proposed a new data structure based on variable-length slots which improved the \
             utilization",
            "Mean U with variable slots less that with the fixed ones of the upper charts, seed by \
             seed.",
            cases,
        )],
        figures: figures.collect(),
        ..Findings::default()
    }
}

/// The cost of searching on one set with one kind of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    /// Slots looked at, by all searches.
    examined: u64,
    /// Comparisons of the binary searches for the first slot; fixed slots are found by dividing.
    compared: u64,
    /// Slots that the windows found reach over: the cost that is left where no earlier window
    /// fails.
    spanned: u64,
    /// Searches: one for each reservation and provider.
    searches: u64,
    /// Slots that both providers had in the end, from the first promise to the last.
    slots: u64,
}

impl Cost {
    fn per_search(self, count: u64) -> f64 {
        count as f64 / self.searches.max(1) as f64
    }

    /// Slots looked at, the comparisons that led to the first among them.
    fn steps_per_search(self) -> f64 {
        self.per_search(self.examined) + self.per_search(self.compared)
    }
}

/// One provider's slots, and a search that counts.
enum Calendar {
    Variable(Carts),
    Fixed(FixedSlots),
}

impl Calendar {
    fn new(processors: u32, length: Option<Time>) -> Self {
        match length {
            None => Self::Variable(Carts::new(processors)),
            Some(length) => Self::Fixed(FixedSlots::new(processors, length)),
        }
    }

    /// ARTS²: the earliest start, how many slots it looks at from the ready time on, the comparisons of the binary
    /// search for the first of them (at most: the logarithm of the number of slots, rounded up), and how many slots
    /// the window found reaches over.
    fn search(&self, request: &Request) -> Option<(Time, u64, u64, u64)> {
        match self {
            Self::Variable(carts) => {
                let start = carts.earliest_fit(request)?;
                let steps = carts.slots();
                let last = slot_at(steps, start + request.length - 1) + 1;
                let from = |time| (last - slot_at(steps, time)) as u64;
                let compared = u64::from(steps.len().max(1).ilog2()) + 1;
                Some((start, from(request.ready), compared, from(start)))
            }
            Self::Fixed(fixed) => {
                let (start, examined) = fixed.earliest_fit_counting(request);
                let start = start?;
                let slot = |time: Time| time.div_euclid(fixed.length());
                let spanned = slot(start + request.length - 1) - slot(start) + 1;
                Some((start, examined as u64, 0, spanned as u64))
            }
        }
    }

    fn reserve(&mut self, from: Time, to: Time, processors: u32) {
        match self {
            Self::Variable(carts) => carts.reserve(from, to, processors),
            Self::Fixed(fixed) => fixed.reserve(from, to, processors),
        }
    }

    /// Slots between the first promise and the last.
    fn slots(&self) -> u64 {
        match self {
            Self::Variable(carts) => carts.slots().len().saturating_sub(2) as u64,
            Self::Fixed(fixed) => {
                let steps = fixed.steps();
                let (Some(first), Some(last)) = (steps.get(1), steps.last()) else {
                    return 0;
                };
                ((last.start - first.start) / fixed.length()) as u64
            }
        }
    }
}

/// The slot that holds a time.
fn slot_at(steps: &[Step], time: Time) -> usize {
    steps.partition_point(|step| step.start <= time).saturating_sub(1)
}

/// Books every task of a set as a reservation, by MCT, the first provider of equals.
fn replay(jobs: &[Job], platform: &[u32], length: Option<Time>) -> Cost {
    let mut calendars: Vec<Calendar> = platform.iter().map(|&processors| Calendar::new(processors, length)).collect();
    let mut cost = Cost::default();
    for job in jobs {
        let request =
            Request { ready: job.ready(), deadline: None, length: job.run_time.max(1), processors: job.processors };
        let found = calendars.iter().enumerate().filter_map(|(index, calendar)| {
            let (start, examined, compared, spanned) = calendar.search(&request)?;
            cost.examined += examined;
            cost.spanned += spanned;
            cost.compared += compared;
            cost.searches += 1;
            Some((start, index))
        });
        if let Some((start, index)) = found.min() {
            calendars[index].reserve(start, start + request.length, job.processors);
        }
    }
    cost.slots = calendars.iter().map(Calendar::slots).sum();
    cost
}

/// The tasks of a set, all of them reservations.
fn reservations(set: &JobSet, logs: &[Workload]) -> Vec<Job> {
    let scenario = SWEEP_4.scenario(set, &STRATEGIES[VARIABLE], 100.0);
    let log = logs.get(set.log);
    log.map(|log| select(log, &scenario.workload, scenario.seed)).unwrap_or_default()
}

/// For each set the cost with each length; `None` is variable.
fn costs_of_sets(sets: &[JobSet], logs: &[Workload], lengths: &[Option<Time>]) -> Vec<Vec<Cost>> {
    sets.iter()
        .map(|set| {
            let jobs = reservations(set, logs);
            lengths.iter().map(|&length| replay(&jobs, &set.platform, length)).collect()
        })
        .collect()
}

/// What a line of the listing gives of a cost.
type Value = fn(&Cost) -> String;

/// Slots looked at, for each set and kind of slots.
fn search_costs(sets: &[JobSet], costs: &[Vec<Cost>]) -> Listing {
    let head = Listing::row(["jobs", ""], STRATEGIES.iter().map(|one| one.name));
    let lines: [(&str, Value); 4] = [
        ("slots looked at per search", |cost| number(cost.per_search(cost.examined), 1)),
        ("comparisons that find the first of them", |cost| number(cost.per_search(cost.compared), 1)),
        ("slots under the window found", |cost| number(cost.per_search(cost.spanned), 1)),
        ("slots kept in the end", |cost| number(cost.slots as f64, 0)),
    ];
    let mut rows = Vec::new();
    for (set, costs) in sets.iter().zip(costs) {
        for (name, value) in lines {
            rows.push(Listing::row([set.label(), name.to_owned()], costs.iter().map(value)));
        }
    }
    Listing::new(
        "What ARTS² costs where every task is a reservation: slots looked at from the ready \
         time on",
        head,
        rows,
    )
}

/// Costs within this factor of each other are comparable; the paper gives no number.
const COMPARABLE: f64 = 2.0;

/// The words of every test here on its counts.
const COUNTED: &str = "Slots looked at per search, and the comparisons of the binary search that finds \
                       the first of them (Algorithm 2), in place of seconds, which depend on the \
                       machine; the place of a fixed slot is a division.";

/// The claims of Sect. 3.5 on search times. There is no randomness: the slots are counted.
fn search_claims(sets: &[JobSet], costs: &[Vec<Cost>], logs: &[Workload]) -> Vec<Claim> {
    let claim = |sentence, test: &str, lengths: &[usize], holds: fn(f64, f64) -> bool| {
        let mut cases = Vec::new();
        for (set, costs) in sets.iter().zip(costs) {
            for &length in lengths {
                let (fixed, variable) = (&costs[length], &costs[VARIABLE]);
                let name = format!("{}, {}", set.label(), STRATEGIES[length].name);
                let words = format!("{}, variable {}", steps(fixed), steps(variable));
                let verdict = Verdict::exact(holds(fixed.steps_per_search(), variable.steps_per_search()));
                cases.push(Case::new(name, verdict, words));
            }
        }
        Claim::new("Sect. 3.5", sentence, test, &cases)
    };
    vec![
        claim(
            "the method based on variable slots provided search times comparable to the fixed-slot \
             approach with moderate slot length",
            &format!(
                "{COUNTED} Moderate is an hour; comparable is what differs by no more than a factor of \
                 {COMPARABLE}."
            ),
            &[AN_HOUR],
            |fixed, variable| (1.0 / COMPARABLE..=COMPARABLE).contains(&(fixed / variable)),
        )
        .by_our_margin(),
        claim(
            "short fixed-length slots (around 10 min) caused long search times, longer than in the \
             case of variable slots",
            COUNTED,
            &[TEN_MINUTES],
            |fixed, variable| variable < fixed,
        ),
        claim(
            "The fixed-slot approach outperformed the variable-slot one for longer slots",
            &format!("{COUNTED} Longer are slots of 1 and 4 h."),
            &[AN_HOUR, FOUR_HOURS],
            |fixed, variable| fixed < variable,
        ),
        many_big_reservations(sets, logs),
    ]
}

/// The steps of a search: `11.3 steps (2.9 slots, 8.4 comparisons)`.
fn steps(cost: &Cost) -> String {
    let total = number(cost.steps_per_search(), 1);
    match cost.compared {
        0 => format!("{total} slots"),
        _ => format!(
            "{total} steps ({} slots, {} comparisons)",
            number(cost.per_search(cost.examined), 1),
            number(cost.per_search(cost.compared), 1)
        ),
    }
}

/// Claim: variable slots are searched fast where many reservations are big, against fixed ones.
fn many_big_reservations(sets: &[JobSet], logs: &[Workload]) -> Claim {
    let mut cases = Vec::new();
    for set in sets {
        let mut jobs = reservations(set, logs);
        jobs.sort_by_key(|job| (job.processors, job.id));
        let (small, big) = jobs.split_at(jobs.len() / 2);
        let [small, big] = [small, big].map(|half| {
            let mut half = half.to_vec();
            half.sort_by_key(|job| (job.submit, job.id));
            LENGTHS.map(|length| replay(&half, &set.platform, length))
        });
        let share = |costs: &[Cost], fixed: usize| costs[VARIABLE].steps_per_search() / costs[fixed].steps_per_search();
        for fixed in [TEN_MINUTES, AN_HOUR, FOUR_HOURS] {
            let (of_big, of_small) = (share(&big, fixed), share(&small, fixed));
            let words = format!(
                "{} of the steps where tasks are big ({} against {}), {} where they are small",
                percent(of_big),
                steps(&big[VARIABLE]),
                steps(&big[fixed]),
                percent(of_small)
            );
            let name = format!("{}, {}", set.label(), STRATEGIES[fixed].name);
            cases.push(Case::exact(name, of_big < 1.0 && of_big < of_small, words));
        }
    }
    Claim::new(
        "Sect. 3.5",
        "Searching variable-length slots worked particularly fast for workloads consisting of many big \
         reservations",
        "Against fixed slots, beside which the sentence stands. Each set is halved by size, and the tasks of either half are \
         booked alone. Where they are big a search of variable slots takes fewer steps than one of fixed slots, and a smaller \
         part of their steps than where tasks are small.",
        &cases,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::ReservationRequest;

    fn job(id: u64, ready: Time, run_time: Time) -> Job {
        let text = "1 0 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n";
        let log = workload::read("made.swf", text.as_bytes()).unwrap().workload;
        let mut job = select(&log, &experiment::Scenario::default().workload, 1).remove(0);
        job.id = id;
        job.run_time = run_time;
        let request = ReservationRequest {
            ready,
            deadline: ready + run_time,
            ..job.reservation.unwrap_or(ReservationRequest {
                ready,
                deadline: ready,
                flexibility: workload::Flexibility::Rigid,
                is_listed: false,
            })
        };
        job.reservation = Some(request);
        job
    }

    #[test]
    fn slots_are_counted_from_the_ready_time_to_the_end() {
        // Four processors: the second waits for the first.
        let jobs = [job(1, 0, 100), job(2, 50, 100)];
        let variable = replay(&jobs, &[4], None);
        // First: one free slot. Second: the taken slot and the free one behind it.
        assert_eq!((variable.examined, variable.searches), (1 + 2, 2));
        assert_eq!(variable.spanned, 1 + 1);
        // Among one slot, then among three.
        assert_eq!(variable.compared, 1 + 2);
        let fixed = replay(&jobs, &[4], Some(10));
        // First: no promises yet. Second: five taken slots, then no promises.
        assert_eq!((fixed.examined, fixed.searches), (1 + 6, 2));
        assert_eq!((fixed.spanned, fixed.slots), (10 + 10, 20));
        assert_eq!(fixed.compared, 0);
    }
}
