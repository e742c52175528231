//! Figures 8 and 9: a cluster of clusters.

use super::setting::{CLASSES, ONCE, Weight, all_of, cell, delay, nodes, weighted};
use crate::numbers::number;
use crate::{
    Case, Cell, Claim, Figure, Findings, Item, Listing, Measured, Options, Panel, Picture, Plan, Series, Unavailable,
    Verdict,
};
use scheduling::criteria::Report;
use scheduling::criteria::wait_profile::Delay;
use scheduling::system::System;
use scheduling::system::imprecise_calendar::{Assignment, Home, ImpreciseCalendar, Managers, Promote};
use workload::Workload;
use workload::select::{Fold, Selection, select};

pub const ITEM: Item = Item {
    key: "figure-8",
    title: "Figures 8 and 9: a cluster of clusters",
    section: "Sect. 3.3",
    paper: "Ten months of CTC as ten clusters of 336 nodes, separately and under a second manager that places \
            jobs of more than 112 nodes or 12 hours in any of them: delay and balance of trade.",
    needs_log: true,
    plan,
    conclude,
    open: crate::nothing_open,
};

/// How many months, and how many days of each are simulated.
const CLUSTERS: u32 = 10;
const DAYS: u32 = 8;

/// "At least 12 hours".
const HOURS: u32 = 12;

fn selection(options: &Options) -> Selection {
    Selection { fold: Some(Fold { days: 30, intervals: CLUSTERS, keep_days: Some(DAYS) }), ..all_of(options.jobs) }
}

/// The jobs.
///
/// # Errors
///
/// If the log has none of them.
pub fn taken(logs: &[Workload], options: &Options) -> Result<Selection, Unavailable> {
    let selection = selection(options);
    match logs.first() {
        Some(log) if !select(log, &selection, 1).is_empty() => Ok(selection),
        _ => Err(Unavailable("the log has none of the jobs".to_owned())),
    }
}

/// The clusters.
pub fn platform(nodes: u32) -> Vec<u32> {
    vec![nodes; CLUSTERS as usize]
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

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let (nodes, selection) = (nodes(logs), taken(logs, options)?);
    let separate = separate();
    let bound = bound(nodes);
    let combined = ImpreciseCalendar { assignment: Assignment::Late, ..bound.clone() };
    let of = |label: &str, settings| {
        let platform = platform(nodes);
        cell(label.to_owned(), &selection, platform, System::ImpreciseCalendar(settings))
    };
    Ok(vec![of("separate", separate), of("combined", combined), of("combined, assigned at submission", bound)])
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
        let of = |delays: &[Delay; CLASSES.len()]| match delays[class].jobs {
            0 => f64::NAN,
            _ => weight.of(&delays[class]),
        };
        [of(&self.delays[0]), of(&self.delays[1])]
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
        let measure = |report: &Report, key: &str| report.measures.get(&format!("{key}_{}", number + 1)).copied();
        let delays = |report: &Report| {
            let mut queues = report.waits.as_ref()?.queuing_delay_of_queues.iter();
            queues.find(|it| it.0 == number as i64).map(|it| it.1)
        };
        let provider = |report: &Report| report.providers.get(number).cloned();
        let (alone, shared) = (provider(separate)?, provider(combined)?);
        let hours = combined.makespan / 3_600.0 * f64::from(shared.processors);
        let supply = measure(combined, "supply")?;
        Some(Cluster {
            number: number + 1,
            delays: [delays(separate)?, delays(combined)?],
            utilizations: [alone.utilization, shared.utilization],
            supply,
            consumption: measure(combined, "consumption")?,
            local: shared.utilization * hours - supply,
        })
    };
    (0..CLUSTERS as usize).filter_map(of).collect()
}

/// A case for each weight.
fn with_weights(of: impl Fn(Weight) -> Option<(bool, String)>) -> Vec<Case> {
    let case = |weight: Weight| {
        let (holds, evidence) = of(weight)?;
        Some(Case::new(weight.words(), Verdict::exact(holds), evidence))
    };
    Weight::ALL.into_iter().filter_map(case).collect()
}

fn one(holds: bool, evidence: String) -> Vec<Case> {
    vec![Case::new("", Verdict::exact(holds), evidence)]
}

/// The clusters for whose share of the separate delay `holds` is true.
fn which(clusters: &[Cluster], weight: Weight, holds: impl Fn(f64) -> bool) -> Vec<&Cluster> {
    clusters.iter().filter(|it| holds(it.ratio(weight))).collect()
}

fn numbers(clusters: &[&Cluster]) -> String {
    let numbers: Vec<String> = clusters.iter().map(|it| it.number.to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { format!("clusters {}", numbers.join(", ")) }
}

/// Whether the two clusters whose delay grows most are the two with the lowest utilization.
fn idlest(clusters: &[Cluster], weight: Weight) -> (bool, String) {
    let least_two = |key: &dyn Fn(&Cluster) -> f64| {
        let mut order: Vec<&Cluster> = clusters.iter().collect();
        order.sort_by(|one, other| key(one).total_cmp(&key(other)));
        let mut numbers: Vec<usize> = order.iter().take(2).map(|it| it.number).collect();
        numbers.sort_unstable();
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        words.join(" and ")
    };
    let slowed = least_two(&|it| -it.ratio(weight));
    let idle = least_two(&|it| it.utilizations[0]);
    let evidence = format!("slowed most: {slowed}; least utilized: {idle}");
    (slowed == idle, evidence)
}

/// Whether the delay of a class from 10 to 1,000 s grows most.
fn slowed_classes(separate: &Report, combined: &Report, weight: Weight) -> Option<(bool, String)> {
    let ratio = |class: usize| {
        let of = |report| Some(weight.of(&delay(report, class)?));
        Some(of(combined)? / of(separate)?)
    };
    let ratios: Option<Vec<f64>> = (1..CLASSES.len()).map(ratio).collect();
    let ratios = ratios?;
    let holds = ratios[1].max(ratios[2]) > ratios[0].max(ratios[3]);
    let words = CLASSES[1..].iter().zip(&ratios);
    let words = words.map(|(name, &ratio)| format!("{name}: × {}", number(ratio, 2)));
    Some((holds, words.collect::<Vec<_>>().join(", ")))
}

/// How far the combined delays of a class lie apart: their standard deviation over the clusters, as a share of their
/// mean.
fn variation(clusters: &[Cluster], class: usize, weight: Weight) -> f64 {
    let delays = clusters.iter().map(|it| it.delay(class, weight)[1]);
    let delays: Vec<f64> = delays.filter(|it| it.is_finite()).collect();
    let delays = Measured::of(&delays);
    delays.deviation / delays.mean
}

/// Whether the delays of jobs of 10 to 100 s vary more from cluster to cluster than those of longer ones.
fn short_ones_vary(clusters: &[Cluster], weight: Weight) -> (bool, String) {
    let of = |class| variation(clusters, class, weight);
    let evidence =
        (2..CLASSES.len()).map(|it| format!("{}: {}", CLASSES[it], number(of(it), 2))).collect::<Vec<_>>().join(", ");
    (of(2) > of(3).max(of(4)), evidence)
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
            &one(foreign(clusters) >= 5, format!("{} of {all}", foreign(clusters))),
        ),
        claim(
            "five of the first six clusters spent more time running foreign jobs than local ones",
            "The same of clusters 1 to 6: five or more.",
            &one(foreign(first) >= 5, format!("{} of {}", foreign(first), first.len())),
        ),
    ]
}

/// Figure 8: the delays of each cluster, of all jobs and of three classes.
fn figure(clusters: &[Cluster]) -> Figure {
    let panel = |class: usize| {
        let series = |which: usize, name: &str| Series {
            name: name.to_owned(),
            points: clusters
                .iter()
                .filter(|it| it.delays[which][class].jobs > 0)
                .map(|it| {
                    let delay = it.delay(class, Weight::Work)[which];
                    (it.number as f64, Measured::exact(delay))
                })
                .collect(),
        };
        Panel {
            y_label: format!("queuing delay, {}", CLASSES[class]),
            from_zero: true,
            series: vec![series(0, "separate"), series(1, "combined")],
        }
    };
    Figure {
        name: "figure-8".to_owned(),
        title: "Figure 8: cluster of clusters".to_owned(),
        caption:
            "Delay weighted by processor seconds of each cluster's jobs, all and by their length, on KTH's months."
                .to_owned(),
        picture: Picture::Curves { x_label: "cluster".to_owned(), panels: [0, 2, 3, 4].map(panel).to_vec() },
    }
}

/// The delays by class, in numbers.
fn by_class(clusters: &[Cluster], weight: Weight) -> Listing {
    let mut head = vec!["cluster".to_owned()];
    for class in CLASSES {
        head.extend(["separate", "combined"].map(|which| format!("{class}, {which}")));
    }
    let rows = clusters.iter().map(|it| {
        let delays = (0..CLASSES.len()).flat_map(|class| it.delay(class, weight));
        let delays = delays.map(|it| number(it, 2));
        std::iter::once(it.number.to_string()).chain(delays).collect()
    });
    Listing {
        title: format!("Figure 8's bars, on KTH's months, weighted {}", weight.words()),
        head,
        rows: rows.collect(),
    }
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
    let of = |report| weighted(report, Weight::Work);
    let delays: Option<Vec<f64>> = reports.iter().map(of).collect();
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
        vec![
            it.number.to_string(),
            number(it.delay(0, Weight::Work)[0], 2),
            number(it.delay(0, Weight::Work)[1], 2),
            number(it.delay(0, Weight::RunTime)[0], 2),
            number(it.delay(0, Weight::RunTime)[1], 2),
            percent(it.utilizations[0]),
            number(it.supply, 0),
            number(it.consumption, 0),
            number(it.consumption - it.supply, 0),
            number(it.local, 0),
            percent(it.utilizations[1]),
        ]
    });
    Listing {
        title: "Figure 9's columns, on KTH's months".to_owned(),
        head: head.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
