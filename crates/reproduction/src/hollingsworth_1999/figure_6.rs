//! Figures 6 and 7: a partitioned machine, and its partitions as one resource.

use super::los_alamos::{PARTITIONS, Pair, Partition, SPAN, Trial, UTILIZATION};
use super::setting::Weight;
use crate::prelude::*;
use scheduling::system::two_level::QueuePolicy;

pub const ITEM: Item = Item {
    key: "figure-6",
    title: "Figures 6 and 7: a partitioned machine",
    section: "Sect. 3.2",
    paper: "Mean queuing delay, utilization and balance of trade of six partitions of the CM-5 of Los Alamos, \
            scheduled separately and as one resource.",
    plan,
    conclude,
    ..ON_LOG
};

/// "FCFS and backfilling": the kinds that can be meant.
const SEPARATE: [(QueuePolicy, &str); 2] =
    [(QueuePolicy::FcfsBackfilling, "FCFS-BF"), (QueuePolicy::Conservative, "conservative")];

/// Figure 7, combined: supply, consumption, in node hours.
const PAPER: [(f64, f64); 6] =
    [(170.5, 88.4), (162.3, 85.4), (281.0, 54.2), (64.3, 456.1), (136.2, 84.6), (52.7, 98.3)];

/// "Almost unchanged": by less than a hundredth of the partition. The printed numbers change by up to two
/// thousandths.
const UNCHANGED: f64 = 0.01;

/// "Without any significant delay": a twentieth more at the most.
const SIGNIFICANT: f64 = 0.05;

/// There are no runs on the logs: the jobs are generated.
fn plan(logs: &[Workload], options: &Options) -> Planned {
    super::setting::periods(logs, options).map(|_| Vec::new())
}

/// A way of scheduling separately, with a pair for each seed.
type Policy = (&'static str, Vec<Pair>);

fn policies(trials: &[Trial]) -> Vec<Policy> {
    let of = |(queue, name)| (name, trials.iter().filter_map(|it| it.beside(queue)).collect());
    SEPARATE.into_iter().map(of).collect()
}

/// A number of each partition separately and combined, under each policy.
fn cases(
    all: &[Policy],
    partitions: std::ops::Range<usize>,
    (said, unit): (Said, ToldIn),
    of: impl Fn(&Partition, &Partition) -> f64,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, pairs) in all {
        for at in partitions.clone() {
            let differences = pairs.iter().map(|it| of(&it.separate[at], &it.combined[at]));
            let name = format!("partition {} ({}), {name}", at + 1, PARTITIONS[at]);
            cases.push(Case::drawn(name, differences, said, unit));
        }
    }
    cases
}

/// The share of the separate delay that is left combined, under each policy and with each weight.
fn left(all: &[Policy], partitions: std::ops::Range<usize>, said: Said, of: fn(f64) -> f64) -> Vec<Case> {
    let mut left = Vec::new();
    for (at, weight) in Weight::ALL.into_iter().enumerate() {
        let cases = cases(all, partitions.clone(), (said, ToldIn::Share), |separate, combined| {
            of(combined.delays[at] / separate.delays[at])
        });
        left.extend(cases.into_iter().map(|it| Case { name: format!("{}, {}", it.name, weight.words()), ..it }));
    }
    left
}

/// Whether less than a third of the delay is left. A delay of less than three times the run time cannot be divided
/// by three, whatever schedules.
fn divided_by_three(all: &[Policy]) -> Vec<Case> {
    let mut cases = left(all, 0..2, Said::More, |left| 1.0 / 3.0 - left);
    let mut separate = Vec::new();
    for at in 0..Weight::ALL.len() {
        for (_, pairs) in all {
            separate
                .extend([0, 1].map(|number: usize| Measured::each(pairs, |it| it.separate[number].delays[at]).mean));
        }
    }
    for (case, separate) in cases.iter_mut().zip(separate) {
        let delay = number(separate, 2);
        if separate < 3.0 {
            case.verdict = Verdict::NotTestable;
            case.evidence = format!("{delay} separately: a third of it is less than the run time");
        } else {
            case.evidence = format!("{delay} separately; {}", case.evidence);
        }
    }
    cases
}

fn claims(all: &[Policy]) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let test = format!("On made-up jobs, paired by seed. {test}");
        Claim::new("Sect. 3.2", sentence, &test, cases).elsewhere()
    };
    let less = |left: f64| left - 1.0;
    vec![
        claim(
            "running the system as a combined resource can greatly reduce the queuing delays for small clusters",
            "The weighted delay of the jobs of both partitions of 32 nodes, combined less separate, over \
             separate: below 0. How great a reduction is great is left open.",
            &left(all, 0..2, Said::Less, less),
        ),
        claim(
            "For both of the 32 node queues, the delay was reduced by over a factor of three",
            "One third less the ratio of the combined delay to the separate one: above 0. It cannot be tested \
             where the separate delay is less than three times the run time, which no scheduler can divide by three.",
            &divided_by_three(all),
        ),
        claim(
            "without causing any significant delay in the larger jobs on the bigger clusters",
            "The weighted delay of the jobs of the partitions of 128 nodes and more, combined less separate, \
             over separate: not above a twentieth.",
            &left(all, 3..6, Said::NotMore(SIGNIFICANT), less),
        )
        .by_our_margin(),
        claim(
            "the overall utilization of the individual clusters remained almost unchanged despite the \
             reduction in the mean queuing delay",
            "Utilization of each partition, combined less separate, while jobs are submitted: within a hundredth.",
            &cases(all, 0..6, (Said::Within(UNCHANGED), ToldIn::Utilization), |separate, combined| {
                combined.utilization - separate.utilization
            }),
        )
        .by_our_margin(),
        claim(
            "the two queues that had the greatest reduction in their mean queuing delay also had negative \
             balance of trade",
            "Of each seed the two queues whose weighted delay falls most, in shares: the larger of their \
             balances, over supply and consumption, is below 0.",
            &greatest(all, Said::Less, |gain, _| {
                let balance = |it: &&Partition| it.balance() / (it.supply + it.consumption).max(f64::MIN_POSITIVE);
                gain.iter().map(balance).fold(f64::NEG_INFINITY, f64::max)
            }),
        ),
        claim(
            "they had a larger percentage of their jobs run remotely than all other queues",
            "Of each seed the two queues whose weighted delay falls most, in shares: the smaller share of their \
             jobs that ran on nodes of others, at least in part, less the largest one of the other queues; above 0.",
            &greatest(all, Said::More, |gain, others| {
                let least = gain.iter().map(|it| it.remote).fold(f64::INFINITY, f64::min);
                least - others.iter().map(|it| it.remote).fold(0.0, f64::max)
            }),
        ),
    ]
}

/// A number of the two queues that gain most and of the others, with each weight.
fn greatest(all: &[Policy], said: Said, of: impl Fn(&[&Partition], &[&Partition]) -> f64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, weight) in Weight::ALL.into_iter().enumerate() {
        for (name, pairs) in all {
            let of_pair = |pair: &Pair| {
                let ratio = |it: &usize| pair.combined[*it].delays[at] / pair.separate[*it].delays[at];
                let mut order: Vec<usize> = (0..PARTITIONS.len()).collect();
                order.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
                let queues: Vec<&Partition> = order.into_iter().map(|it| &pair.combined[it]).collect();
                let (gain, others) = queues.split_at(2);
                of(gain, others)
            };
            let name = format!("{name}, {}", weight.words());
            cases.push(Case::drawn(name, pairs.iter().map(of_pair), said, ToldIn::Share));
        }
    }
    cases
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let trials: Vec<Trial> = each_seed(plan.options.seeds, Trial::new);
    let all = policies(&trials);
    Findings {
        setting: format!(
            "The log of Los Alamos is not at hand. Each of the six queues has jobs of the model of Lublin and \
             Feitelson for its partition's size, with the utilization of Figure 7 as its load, submitted in the same {} \
             days, over {} seeds; no log is looked at. Combined: Los Alamos' slots, a manager for each partition and \
             one above, which is asked when the own partition has no place at once, and assigns jobs to partitions \
             late, when they start.",
            SPAN / 86_400,
            plan.options.seeds
        ),
        claims: claims(&all),
        listings: vec![listing(&all), assignments(&trials)],
        remarks: vec![
            "The paper's delays are in a picture that the text lacks; its balance of trade is consumption less \
             supply, as its numbers have it. The loads and sizes of jobs decide the trade: its node hours \
             are no measure of ours, which stand beside them for their order."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// The effect on delay if the manager above assigns late.
fn assignments(trials: &[Trial]) -> Listing {
    let delays: Vec<Vec<[f64; 2]>> = trials.iter().map(Trial::by_assignment).collect();
    let rows = (0..PARTITIONS.len()).map(|at| {
        let mean = |which: usize| number(Measured::each(&delays, |it| it[at][which]).mean, 2);
        let less = PairedDifference::drawn(delays.iter().map(|it| it[at][0] / it[at][1] - 1.0));
        vec![(at + 1).to_string(), PARTITIONS[at].to_string(), mean(0), mean(1), less.words(ToldIn::Share)]
    });
    Listing::new(
        "Delay weighted by processor seconds by when the manager above assigns a job to a partition, and the difference over that at \
                submission, paired by seed with its 95 % interval",
        ["queue", "size", "late", "at submission", "difference"],
        rows,
    )
}

fn listing(all: &[Policy]) -> Listing {
    let head = [
        "queue",
        "size",
        "FCFS-BF: delay by processor seconds",
        "by run time",
        "conservative: by processor seconds",
        "by run time",
        "combined: by processor seconds",
        "by run time",
        "U separate, paper",
        "U separate",
        "U combined",
        "supply, paper",
        "supply",
        "consumption, paper",
        "consumption",
        "balance",
        "run remotely (%)",
    ];
    let mean = |policy: usize, digits: usize, of: &dyn Fn(&Pair) -> f64| {
        let (_, pairs) = &all[policy];
        let measured = Measured::each(pairs, of);
        let mean = number(measured.mean, digits);
        match measured.half_width() {
            Some(half_width) => format!("{mean} ± {}", number(half_width, digits)),
            None => mean,
        }
    };
    let rows = (0..PARTITIONS.len()).map(|at| {
        let separate =
            |policy: usize, digits: usize, of: fn(&Partition) -> f64| mean(policy, digits, &|it| of(&it.separate[at]));
        let combined = |digits: usize, of: fn(&Partition) -> f64| mean(0, digits, &|it| of(&it.combined[at]));
        vec![
            (at + 1).to_string(),
            PARTITIONS[at].to_string(),
            separate(0, 2, |it| it.delays[0]),
            separate(0, 2, |it| it.delays[1]),
            separate(1, 2, |it| it.delays[0]),
            separate(1, 2, |it| it.delays[1]),
            combined(2, |it| it.delays[0]),
            combined(2, |it| it.delays[1]),
            number(UTILIZATION[at], 3),
            separate(0, 3, |it| it.utilization),
            combined(3, |it| it.utilization),
            number(PAPER[at].0, 1),
            combined(0, |it| it.supply),
            number(PAPER[at].1, 1),
            combined(0, |it| it.consumption),
            combined(0, Partition::balance),
            combined(1, |it| 100.0 * it.remote),
        ]
    });
    Listing::new("Figure 7's columns: means over seeds with their 95 % interval", head, rows)
}
