//! Figures 6 and 7: a partitioned machine, and its partitions as one resource.

use super::los_alamos::{PARTITIONS, Pair, Partition, SPAN, Trial, UTILIZATION};
use super::setting::Weight;
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Findings, Item, Listing, Measured, Options, PairedDifference, Plan, Said, ToldIn, Unavailable,
    Verdict,
};
use scheduling::criteria::Report;
use scheduling::system::two_level::QueuePolicy;
use workload::Workload;

pub const ITEM: Item = Item {
    key: "figure-6",
    title: "Figures 6 and 7: a partitioned machine",
    section: "Sect. 3.2",
    paper: "Mean queuing delay, utilization and balance of trade of six partitions of the CM-5 of Los Alamos, \
            scheduled separately and as one resource.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
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
fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    super::setting::periods(logs, options).map(|_| Vec::new())
}

fn trials(options: &Options) -> Vec<Trial> {
    (1..=u64::from(options.seeds)).filter_map(Trial::new).collect()
}

/// Under each way of scheduling separately one pair for each seed.
fn pairs(trials: &[Trial]) -> Vec<(&'static str, Vec<Pair>)> {
    let of = |&(queue, name): &(QueuePolicy, &'static str)| {
        let pairs = trials.iter().filter_map(|it| it.beside(queue));
        (name, pairs.collect())
    };
    SEPARATE.iter().map(of).collect()
}

fn difference(pairs: &[Pair], of: impl Fn(&Pair) -> f64) -> PairedDifference {
    PairedDifference::of(pairs.iter().map(of).collect(), true)
}

/// Some partitions, separately and combined, under each policy.
fn cases(
    all: &[(&str, Vec<Pair>)],
    partitions: std::ops::Range<usize>,
    (said, unit): (Said, ToldIn),
    of: impl Fn(&Partition, &Partition) -> f64,
) -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, pairs) in all {
        for at in partitions.clone() {
            let difference = difference(pairs, |it| of(&it.separate[at], &it.combined[at]));
            let name = format!("partition {} ({}), {name}", at + 1, PARTITIONS[at]);
            cases.push(Case::of(name, &difference, said, unit));
        }
    }
    cases
}

/// The share of the separate delay that is left combined, under each policy and with each weight.
fn left(
    all: &[(&str, Vec<Pair>)],
    partitions: std::ops::Range<usize>,
    said: Said,
    of: impl Fn(f64) -> f64,
) -> Vec<Case> {
    let with = |(at, weight): (usize, Weight)| {
        let cases = cases(all, partitions.clone(), (said, ToldIn::Share), |separate, combined| {
            of(combined.delays[at] / separate.delays[at])
        });
        let named = move |it: Case| Case { name: format!("{}, {}", it.name, weight.words()), ..it };
        cases.into_iter().map(named)
    };
    Weight::ALL.into_iter().enumerate().flat_map(with).collect()
}

/// Whether less than a third of the delay is left. A delay of less than three times the run time cannot be divided
/// by three, whatever schedules.
fn divided_by_three(all: &[(&str, Vec<Pair>)]) -> Vec<Case> {
    let mut cases = left(all, 0..2, Said::More, |left| 1.0 / 3.0 - left);
    let mut separate = Vec::new();
    for at in 0..Weight::ALL.len() {
        for (_, pairs) in all {
            separate.extend([0, 1].map(|partition: usize| {
                let delays: Vec<f64> = pairs.iter().map(|it| it.separate[partition].delays[at]).collect();
                Measured::of(&delays).mean
            }));
        }
    }
    for (case, separate) in cases.iter_mut().zip(separate) {
        let delay = number(separate, 2);
        if separate < 3.0 {
            case.verdict = Verdict::CannotTell;
            case.evidence = format!("{delay} separately: a third of it is less than the run time");
        } else {
            case.evidence = format!("{delay} separately; {}", case.evidence);
        }
    }
    cases
}

fn claims(all: &[(&str, Vec<Pair>)]) -> Vec<Claim> {
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
            "A third less what is left combined of the separate delay, as a share of it: above 0. It cannot be told \
             where the separate delay is less than three times the run time, which no scheduler can divide by three.",
            &divided_by_three(all),
        ),
        claim(
            "without causing any significant delay in the larger jobs on the bigger clusters",
            "The weighted delay of the jobs of the partitions of 128 nodes and more, combined less separate, \
             over separate: not above a twentieth.",
            &left(all, 3..6, Said::NotMore(SIGNIFICANT), less),
        ),
        claim(
            "the overall utilization of the individual clusters remained almost unchanged despite the \
             reduction in the mean queuing delay",
            "Utilization of each partition, combined less separate, while jobs are submitted: within a hundredth.",
            &cases(all, 0..6, (Said::Within(UNCHANGED), ToldIn::Utilization), |separate, combined| {
                combined.utilization - separate.utilization
            }),
        ),
        claim(
            "the two queues that had the greatest reduction in their mean queuing delay also had negative \
             balance of trade",
            "Of each seed the two queues whose weighted delay falls most, in shares: the larger of their \
             balances, over supply and consumption, is below 0.",
            &greatest(all, Said::Less, |gain, _| {
                gain.iter()
                    .map(|it| it.balance() / (it.supply + it.consumption).max(f64::MIN_POSITIVE))
                    .fold(f64::NEG_INFINITY, f64::max)
            }),
        ),
        claim(
            "they had a larger percentage of their jobs run remotely than all other queues",
            "Of each seed the two queues whose weighted delay falls most, in shares: the smaller share of their \
             jobs that ran on nodes of others, at least in part, less the largest one of the other queues; above 0.",
            &greatest(all, Said::More, |gain, others| {
                let remote = |of: &[&Partition]| -> Vec<f64> { of.iter().map(|it| it.remote).collect() };
                let least = remote(gain).into_iter().fold(f64::INFINITY, f64::min);
                least - remote(others).into_iter().fold(0.0, f64::max)
            }),
        ),
    ]
}

/// A number of the two queues that gain most and of the others, with each weight.
fn greatest(all: &[(&str, Vec<Pair>)], said: Said, of: impl Fn(&[&Partition], &[&Partition]) -> f64) -> Vec<Case> {
    let mut cases = Vec::new();
    for (at, weight) in Weight::ALL.into_iter().enumerate() {
        for (name, pairs) in all {
            let of_pair = |pair: &Pair| {
                let mut order: Vec<(f64, &Partition)> = pair
                    .separate
                    .iter()
                    .zip(&pair.combined)
                    .map(|(separate, combined)| (combined.delays[at] / separate.delays[at], combined))
                    .collect();
                order.sort_by(|one, other| one.0.total_cmp(&other.0));
                let queues: Vec<&Partition> = order.into_iter().map(|it| it.1).collect();
                let (gain, others) = queues.split_at(2);
                of(gain, others)
            };
            let name = format!("{name}, {}", weight.words());
            cases.push(Case::of(name, &difference(pairs, of_pair), said, ToldIn::Share));
        }
    }
    cases
}

fn conclude(plan: &Plan, _: &[Workload], _: &[Report]) -> Findings {
    let trials = trials(&plan.options);
    let all = pairs(&trials);
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
             supply, as its numbers have it. The loads and sizes of jobs decide what is traded: its node hours \
             are no measure of ours, which stand beside them for their order."
                .to_owned(),
        ],
        ..Findings::default()
    }
}

/// The effect on delay if the manager above assigns late.
fn assignments(trials: &[Trial]) -> Listing {
    let delays: Vec<Vec<[f64; 2]>> = trials.iter().map(Trial::by_assignment).collect();
    let mean =
        |of: &dyn Fn(&Vec<[f64; 2]>) -> f64| number(Measured::of(&delays.iter().map(of).collect::<Vec<_>>()).mean, 2);
    let rows = (0..PARTITIONS.len()).map(|at| {
        let less = delays.iter().map(|it| it[at][0] / it[at][1] - 1.0);
        let difference = PairedDifference::of(less.collect(), true);
        vec![
            (at + 1).to_string(),
            PARTITIONS[at].to_string(),
            mean(&|it| it[at][0]),
            mean(&|it| it[at][1]),
            difference.words(ToldIn::Share),
        ]
    });
    Listing {
        title: "Delay weighted by processor seconds by when the manager above assigns a job to a partition, and the difference over that at \
                submission, paired by seed with its 95 % interval"
            .to_owned(),
        head: ["queue", "size", "late", "at submission", "difference"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

fn listing(all: &[(&str, Vec<Pair>)]) -> Listing {
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
    let mean = |policy: usize, of: &dyn Fn(&Pair) -> f64, digits: usize| {
        let Some((_, pairs)) = all.get(policy) else {
            return String::new();
        };
        let values: Vec<f64> = pairs.iter().map(of).collect();
        let measured = Measured::of(&values);
        let mean = number(measured.mean, digits);
        match measured.half_width() {
            Some(half_width) => format!("{mean} ± {}", number(half_width, digits)),
            None => mean,
        }
    };
    let rows = (0..PARTITIONS.len()).map(|at| {
        vec![
            (at + 1).to_string(),
            PARTITIONS[at].to_string(),
            mean(0, &|it| it.separate[at].delays[0], 2),
            mean(0, &|it| it.separate[at].delays[1], 2),
            mean(1, &|it| it.separate[at].delays[0], 2),
            mean(1, &|it| it.separate[at].delays[1], 2),
            mean(0, &|it| it.combined[at].delays[0], 2),
            mean(0, &|it| it.combined[at].delays[1], 2),
            number(UTILIZATION[at], 3),
            mean(0, &|it| it.separate[at].utilization, 3),
            mean(0, &|it| it.combined[at].utilization, 3),
            number(PAPER[at].0, 1),
            mean(0, &|it| it.combined[at].supply, 0),
            number(PAPER[at].1, 1),
            mean(0, &|it| it.combined[at].consumption, 0),
            mean(0, &|it| it.combined[at].balance(), 0),
            mean(0, &|it| 100.0 * it.combined[at].remote, 1),
        ]
    });
    Listing {
        title: "Figure 7's columns: means over seeds with their 95 % interval".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
