//! Figures 8 and 9: a cluster of clusters.

use super::setting::{CLASSES, ONCE, Weight, cell, delay, nodes, weighted};
use crate::prelude::*;
use scheduling::criteria::wait_profile::Delay;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Assignment, Home, ImpreciseCalendar, Managers, Promote};
use workload::select::{Fold, Selection, select};

pub const ITEM: Item = Item {
    key: "figure-8",
    title: "Figures 8 and 9: a cluster of clusters",
    section: "Sect. 3.3",
    paper: "Ten months of CTC as ten clusters of 336 nodes, separately and under a second manager that places \
            jobs of more than 112 nodes or 12 hours in any of them: delay and balance of trade.",
    plan,
    conclude,
    ..ON_LOG
};

/// How many months, and how many days of each are simulated.
const CLUSTERS: u32 = 10;
const DAYS: u32 = 8;

/// "At least 12 hours".
const HOURS: u32 = 12;

/// The jobs of all months.
fn selection(options: &Options) -> Selection {
    Selection {
        fold: Some(Fold { days: 30, intervals: CLUSTERS, keep_days: Some(DAYS) }),
        ..without_reservations(options.jobs)
    }
}

/// A cell of these jobs, under settings that are made for the number of nodes of a cluster.
///
/// # Errors
///
/// If the log has none of the jobs.
pub fn cells(
    logs: &[Workload],
    options: &Options,
    variants: impl FnOnce(u32) -> Vec<(String, ImpreciseCalendar)>,
) -> Planned {
    let (nodes, selection) = (nodes(logs), selection(options));
    if logs.first().is_none_or(|log| select(log, &selection, 1).is_empty()) {
        return Err(Unavailable("the log has none of the jobs".to_owned()));
    }
    let platform = vec![nodes; CLUSTERS as usize];
    let of = |(label, settings)| cell(label, &selection, platform.clone(), System::ImpreciseCalendar(settings));
    Ok(variants(nodes).into_iter().map(of).collect())
}

fn separate() -> ImpreciseCalendar {
    ImpreciseCalendar {
        managers: Managers::Clusters,
        home: Home::Queue,
        bump_after: None,
        ..ImpreciseCalendar::default()
    }
}

/// Large and long jobs are placed by the manager above, in clusters of `nodes` nodes, when they are submitted.
pub fn bound(nodes: u32) -> ImpreciseCalendar {
    ImpreciseCalendar {
        promote: Promote {
            // A third of a cluster.
            processors: Some(nodes / 3),
            hours: Some(HOURS),
        },
        assignment: Assignment::AtSubmission,
        ..separate()
    }
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    cells(logs, options, |nodes| {
        let bound = bound(nodes);
        let combined = ImpreciseCalendar { assignment: Assignment::Late, ..bound.clone() };
        let variants = [("separate", separate()), ("combined", combined), ("combined, assigned at submission", bound)];
        variants.map(|(label, settings)| (label.to_owned(), settings)).to_vec()
    })
}

/// A cluster separately and combined.
struct Cluster {
    number: usize,
    /// The delays of its jobs, all and by class.
    delays: [[Delay; CLASSES.len()]; 2],
    utilizations: [f64; 2],
    /// Node hours, combined.
    supply: f64,
    consumption: f64,
    local: f64,
}

impl Cluster {
    /// Separately and combined, weighted.
    fn delay(&self, class: usize, weight: Weight) -> [f64; 2] {
        self.delays.map(|it| if it[class].jobs > 0 { weight.of(&it[class]) } else { f64::NAN })
    }

    /// The share of the separate delay of all jobs that there is combined.
    fn ratio(&self, weight: Weight) -> f64 {
        let [separate, combined] = self.delay(0, weight);
        combined / separate
    }
}

fn clusters(reports: &[Report]) -> Vec<Cluster> {
    let [separate, combined, ..] = reports else {
        return Vec::new();
    };
    let of = |number: usize| {
        let measure = |key: &str| combined.measures.get(&format!("{key}_{}", number + 1)).copied();
        let delays = |report: &Report| {
            let mut queues = report.waits.as_ref()?.queuing_delay_of_queues.iter();
            queues.find(|it| it.0 == number as i64).map(|it| it.1)
        };
        let (alone, shared) = (separate.providers.get(number)?, combined.providers.get(number)?);
        let hours = combined.makespan / 3_600.0 * f64::from(shared.processors);
        let supply = measure("supply")?;
        Some(Cluster {
            number: number + 1,
            delays: [delays(separate)?, delays(combined)?],
            utilizations: [alone.utilization, shared.utilization],
            supply,
            consumption: measure("consumption")?,
            local: shared.utilization * hours - supply,
        })
    };
    (0..CLUSTERS as usize).filter_map(of).collect()
}

/// A case for each weight.
fn with_weights(of: impl Fn(Weight) -> Option<(bool, String)>) -> Vec<Case> {
    let case = |weight: Weight| {
        let (holds, evidence) = of(weight)?;
        Some(Case::exact(weight.words(), holds, evidence))
    };
    Weight::ALL.into_iter().filter_map(case).collect()
}

/// The clusters for whose share of the separate delay `holds` is true.
fn which(clusters: &[Cluster], weight: Weight, holds: impl Fn(f64) -> bool) -> Vec<&Cluster> {
    clusters.iter().filter(|it| holds(it.ratio(weight))).collect()
}

fn numbers(clusters: &[&Cluster]) -> String {
    match clusters {
        [] => "none".to_owned(),
        _ => format!("clusters {}", joined(clusters.iter().map(|it| it.number), ", ")),
    }
}

/// Whether the two clusters whose delay grows most are the two with the lowest utilization.
fn idlest(clusters: &[Cluster], weight: Weight) -> (bool, String) {
    let least_two = |key: &dyn Fn(&Cluster) -> f64| {
        let mut order: Vec<&Cluster> = clusters.iter().collect();
        order.sort_by(|one, other| key(one).total_cmp(&key(other)));
        let mut numbers: Vec<usize> = order.iter().take(2).map(|it| it.number).collect();
        numbers.sort_unstable();
        joined(numbers, " and ")
    };
    let slowed = least_two(&|it| -it.ratio(weight));
    let idle = least_two(&|it| it.utilizations[0]);
    (slowed == idle, format!("slowed most: {slowed}; least utilized: {idle}"))
}

/// Whether the delay of a class from 10 to 1,000 s grows most.
fn slowed_classes(separate: &Report, combined: &Report, weight: Weight) -> Option<(bool, String)> {
    let ratio = |class: usize| {
        let of = |report| Some(weight.of(&delay(report, class)?));
        Some(of(combined)? / of(separate)?)
    };
    let ratios: Vec<f64> = (1..CLASSES.len()).map(ratio).collect::<Option<_>>()?;
    let holds = ratios[1].max(ratios[2]) > ratios[0].max(ratios[3]);
    let words = CLASSES[1..].iter().zip(&ratios).map(|(name, &ratio)| format!("{name}: × {}", number(ratio, 2)));
    Some((holds, joined(words, ", ")))
}

/// How far the combined delays of a class lie apart: their standard deviation over the clusters, as a share of their
/// mean.
fn variation(clusters: &[Cluster], class: usize, weight: Weight) -> f64 {
    let delays = clusters.iter().map(|it| it.delay(class, weight)[1]).filter(|it| it.is_finite());
    let delays = Measured::of(&delays.collect::<Vec<_>>());
    delays.deviation / delays.mean
}

/// Whether the delays of jobs of 10 to 100 s vary more from cluster to cluster than those of longer ones.
fn short_ones_vary(clusters: &[Cluster], weight: Weight) -> (bool, String) {
    let [short, medium, long] = [2, 3, 4].map(|class| variation(clusters, class, weight));
    let words = CLASSES[2..].iter().zip([short, medium, long]).map(|(name, it)| format!("{name}: {}", number(it, 2)));
    (short > medium.max(long), joined(words, ", "))
}

fn claims(reports: &[Report], clusters: &[Cluster]) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let test = format!("On KTH's months. {test} {ONCE}");
        Claim::new("Sect. 3.3", sentence, &test, cases).elsewhere()
    };
    let [separate, combined, ..] = reports else {
        return Vec::new();
    };
    let foreign = |of: &[Cluster]| of.iter().filter(|it| it.supply > it.local).count();
    let all = clusters.len();
    let first = &clusters[..all.min(6)];
    vec![
        claim(
            "The mean delay is reduced from 10.6 to 7.8, a tangible improvement of a 25%",
            "Weighted delay of all jobs, combined over separate: reduced by a quarter or more.",
            &with_weights(|weight| {
                let (before, after) = (weighted(separate, weight)?, weighted(combined, weight)?);
                let evidence = format!("from {} to {}", number(before, 2), number(after, 2));
                Some((after <= 0.75 * before, evidence))
            }),
        ),
        claim(
            "For seven of the clusters the mean job delay is reduced",
            "Of ten clusters, seven or more have a lower weighted delay.",
            &with_weights(|weight| {
                let reduced = which(clusters, weight, |it| it < 1.0).len();
                Some((reduced >= 7, format!("{reduced} of {all}")))
            }),
        ),
        claim(
            "For one of the clusters, the mean queuing delay increased modestly",
            "One cluster has a higher weighted delay, but not by a factor of three, which is what the next sentence \
             sets apart.",
            &with_weights(|weight| {
                let found = which(clusters, weight, |it| it > 1.0 && it < 3.0);
                Some((found.len() == 1, numbers(&found)))
            }),
        ),
        claim(
            "for two clusters, numbers one and five, the mean queuing delay increased by a factor of three",
            "Two clusters have three times the weighted delay or more.",
            &with_weights(|weight| {
                let found = which(clusters, weight, |it| it >= 3.0);
                Some((found.len() == 2, numbers(&found)))
            }),
        ),
        claim(
            "the two nodes have the lowest average utilization (when the jobs were run just in that cluster)",
            "The two clusters whose delay grows most are the two with the lowest utilization separately.",
            &with_weights(|weight| Some(idlest(clusters, weight))),
        ),
        claim(
            "the biggest slowdown comes for those jobs that consume between 10 and 1,000 seconds of time",
            "Weighted delay by length, combined over separate: largest for one of the two classes from 10 to \
             1,000 s.",
            &with_weights(|weight| slowed_classes(separate, combined, weight)),
        ),
        claim(
            "For medium and large jobs (100 to 1,000 seconds and over 1,000 second) there is relatively little \
             variation between mean queuing delays of the clusters. However, for the 10-100 second jobs we see a \
             fairly high variation in the mean queuing time",
            "The standard deviation of the clusters' combined delays of a class over their mean: of 10 to 100 s larger \
             than of either longer class.",
            &with_weights(|weight| Some(short_ones_vary(clusters, weight))),
        ),
        claim(
            "the majority of time for five of the ten clusters was spent running jobs from other clusters",
            "Clusters that supply more node hours than their own jobs ran there: five or more.",
            &[Case::exact("", foreign(clusters) >= 5, format!("{} of {all}", foreign(clusters)))],
        ),
        claim(
            "five of the first six clusters spent more time running foreign jobs than local ones",
            "The same of clusters 1 to 6: five or more.",
            &[Case::exact("", foreign(first) >= 5, format!("{} of {}", foreign(first), first.len()))],
        ),
    ]
}

/// Figure 8: the delays of each cluster, of all jobs and of three classes.
fn figure(clusters: &[Cluster]) -> Figure {
    let panel = |class: usize| {
        let series = |which: usize, name: &str| {
            let with_jobs = clusters.iter().filter(|it| it.delays[which][class].jobs > 0);
            let delay = |it: &Cluster| Measured::exact(it.delay(class, Weight::Work)[which]);
            Series { name: name.to_owned(), points: with_jobs.map(|it| (it.number as f64, delay(it))).collect() }
        };
        Panel::from_zero(format!("queuing delay, {}", CLASSES[class]), [series(0, "separate"), series(1, "combined")])
    };
    Figure::curves(
        "figure-8",
        "Figure 8: cluster of clusters",
        "Delay weighted by processor seconds of each cluster's jobs, all and by their length, on KTH's months.",
        "cluster",
        [0, 2, 3, 4].map(panel),
    )
}

/// The delays by class, in numbers.
fn by_class(clusters: &[Cluster], weight: Weight) -> Listing {
    let mut head = vec!["cluster".to_owned()];
    for class in CLASSES {
        head.extend(["separate", "combined"].map(|which| format!("{class}, {which}")));
    }
    let rows = clusters.iter().map(|it| {
        let delays = (0..CLASSES.len()).flat_map(|class| it.delay(class, weight)).map(|it| number(it, 2));
        std::iter::once(it.number.to_string()).chain(delays).collect()
    });
    Listing::new(format!("Figure 8's bars, on KTH's months, weighted {}", weight.words()), head, rows)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = selection(&plan.options);
    let jobs = logs.first().map(|log| select(log, &selection, 1)).unwrap_or_default();
    let nodes = nodes(logs);
    let promoted = |it: &&workload::Job| it.processors > nodes / 3 || it.requested_time >= i64::from(HOURS) * 3_600;
    let eligible = jobs.iter().filter(promoted).count();
    let clusters = clusters(reports);
    Findings {
        setting: format!(
            "CTC's log is not at hand: ten intervals of 30 days of KTH, of each the first eight days, stand \
             for ten clusters of {nodes} nodes, {} jobs. A third of a cluster are {} nodes: {eligible} jobs \
             are larger, or have a limit of 12 hours or more, and are promoted (the paper: just over 2,000 of \
             17,000).",
            jobs.len(),
            nodes / 3
        ),
        claims: claims(reports, &clusters),
        figures: vec![figure(&clusters)],
        listings: std::iter::once(listing(&clusters))
            .chain(Weight::ALL.map(|weight| by_class(&clusters, weight)))
            .collect(),
        remarks: vec![
            "Promoted jobs go to the cluster that offers the earliest start, of equal ones their own, else the \
             one with the lowest number: so low numbers supply more, as the paper's footnote 3 suspects of its \
             own. No manager bumps anything up."
                .to_owned(),
            by_assignment(reports),
        ],
        ..Findings::default()
    }
}

/// The effect if the manager above assigns late.
fn by_assignment(reports: &[Report]) -> String {
    let delays: Option<Vec<f64>> = reports.iter().map(|it| weighted(it, Weight::Work)).collect();
    match delays.as_deref() {
        Some([separate, late, bound]) => format!(
            "A promoted job is assigned to a cluster late, when it starts (\"wait to assign them to specific workers until \
             just before the tasks begin\", Sect. 2). Assigned at submission, the delay of all jobs weighted by processor \
             seconds is {} in place of {}; separately it is {}.",
            number(*bound, 2),
            number(*late, 2),
            number(*separate, 2)
        ),
        _ => String::new(),
    }
}

fn listing(clusters: &[Cluster]) -> Listing {
    let head = [
        "cluster",
        "delay by processor seconds, separate",
        "combined",
        "by run time, separate",
        "combined",
        "U, separate",
        "supply (h)",
        "consumption (h)",
        "balance (h)",
        "local (h)",
        "U, combined",
    ];
    let percent = |share: f64| number(100.0 * share, 1) + " %";
    let rows = clusters.iter().map(|it| {
        let mut row = vec![it.number.to_string()];
        row.extend(Weight::ALL.into_iter().flat_map(|weight| it.delay(0, weight)).map(|it| number(it, 2)));
        row.push(percent(it.utilizations[0]));
        row.extend([it.supply, it.consumption, it.consumption - it.supply, it.local].map(|it| number(it, 0)));
        row.push(percent(it.utilizations[1]));
        row
    });
    Listing::new("Figure 9's columns, on KTH's months", head, rows)
}
