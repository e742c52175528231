//! Figures 8 and 9: a cluster of clusters.

use super::setting::{CLASSES, ONCE, all_of, cell, delay, nodes, weighted};
use crate::criteria::Report;
use crate::reproduce::numbers::number;
use crate::reproduce::{
    Case, Cell, Claim, Findings, Item, Listing, Options, Plan, Unavailable, Verdict,
};
use crate::system::System;
use crate::system::imprecise_calendar::{Assignment, Home, ImpreciseCalendar, Managers, Promote};
use crate::workload::Workload;
use crate::workload::select::{Fold, Selection, select};

pub const ITEM: Item = Item {
    key: "figure-8",
    title: "Figures 8 and 9: a cluster of clusters",
    section: "Sect. 3.3",
    paper: "Ten months of CTC as ten clusters of 336 nodes, separately and under a second manager that places \
            jobs of more than 112 nodes or 12 hours in any of them: delay and balance of trade.",
    needs_log: true,
    plan,
    conclude,
    open: crate::reproduce::nothing_open,
};

/// How many months, and how many days of each are simulated.
const CLUSTERS: u32 = 10;
const DAYS: u32 = 8;

/// "At least 12 hours".
const HOURS: u32 = 12;

fn selection(options: &Options) -> Selection {
    Selection {
        fold: Some(Fold {
            days: 30,
            intervals: CLUSTERS,
            keep_days: Some(DAYS),
        }),
        ..all_of(options.jobs)
    }
}

fn plan(logs: &[Workload], options: &Options) -> Result<Vec<Cell>, Unavailable> {
    let (nodes, selection) = (nodes(logs), selection(options));
    if logs
        .first()
        .is_none_or(|log| select(log, &selection, 1).is_empty())
    {
        return Err(Unavailable("the log has none of the jobs".to_owned()));
    }
    let separate = ImpreciseCalendar {
        managers: Managers::Clusters,
        home: Home::Queue,
        bump_after: None,
        ..ImpreciseCalendar::default()
    };
    let combined = ImpreciseCalendar {
        promote: Promote {
            // A third of a cluster.
            processors: Some(nodes / 3),
            hours: Some(HOURS),
        },
        assignment: Assignment::Late,
        ..separate.clone()
    };
    let bound = ImpreciseCalendar {
        assignment: Assignment::AtSubmission,
        ..combined.clone()
    };
    let of = |label: &str, settings| {
        let platform = vec![nodes; CLUSTERS as usize];
        cell(
            label.to_owned(),
            &selection,
            platform,
            System::ImpreciseCalendar(settings),
        )
    };
    Ok(vec![
        of("separate", separate),
        of("combined", combined),
        of("combined, assigned at submission", bound),
    ])
}

/// A cluster separately and combined.
struct Cluster {
    number: usize,
    delays: [f64; 2],
    utilizations: [f64; 2],
    /// Node hours, combined.
    supply: f64,
    consumption: f64,
    local: f64,
}

impl Cluster {
    fn ratio(&self) -> f64 {
        self.delays[1] / self.delays[0]
    }
}

fn clusters(reports: &[Report]) -> Vec<Cluster> {
    let [separate, combined, ..] = reports else {
        return Vec::new();
    };
    let of = |number: usize| {
        let measure = |report: &Report, key: &str| {
            report
                .measures
                .get(&format!("{key}_{}", number + 1))
                .copied()
        };
        let delay = |report: &Report| measure(report, "weighted_delay_of");
        let provider = |report: &Report| report.providers.get(number).cloned();
        let (alone, shared) = (provider(separate)?, provider(combined)?);
        let hours = combined.makespan / 3_600.0 * f64::from(shared.processors);
        let supply = measure(combined, "supply")?;
        Some(Cluster {
            number: number + 1,
            delays: [delay(separate)?, delay(combined)?],
            utilizations: [alone.utilization, shared.utilization],
            supply,
            consumption: measure(combined, "consumption")?,
            local: shared.utilization * hours - supply,
        })
    };
    (0..CLUSTERS as usize).filter_map(of).collect()
}

fn one(holds: bool, evidence: String) -> [Case; 1] {
    [Case::new("", Verdict::exact(holds), evidence)]
}

/// Whether two clusters have three times the delay or more.
fn tripled(clusters: &[Cluster]) -> [Case; 1] {
    let tripled = clusters.iter().filter(|it| it.ratio() >= 3.0);
    let tripled: Vec<String> = tripled.map(|it| it.number.to_string()).collect();
    let evidence = match tripled.is_empty() {
        true => "none".to_owned(),
        false => format!("clusters {}", tripled.join(", ")),
    };
    one(tripled.len() == 2, evidence)
}

/// Whether the two clusters whose delay grows most are the two with the lowest utilization.
fn idlest(clusters: &[Cluster]) -> [Case; 1] {
    let least_two = |key: fn(&Cluster) -> f64| {
        let mut order: Vec<&Cluster> = clusters.iter().collect();
        order.sort_by(|one, other| key(one).total_cmp(&key(other)));
        let mut numbers: Vec<usize> = order.iter().take(2).map(|it| it.number).collect();
        numbers.sort_unstable();
        let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
        words.join(" and ")
    };
    let (slowed, idle) = (
        least_two(|it| -it.ratio()),
        least_two(|it| it.utilizations[0]),
    );
    let evidence = format!("slowed most: {slowed}; least utilized: {idle}");
    one(slowed == idle, evidence)
}

/// Whether the delay of a class from 10 to 1,000 s grows most.
fn slowed_classes(separate: &Report, combined: &Report) -> [Case; 1] {
    let ratio = |class: usize| {
        let of = |report| Some(delay(report, class)?.weighted);
        Some(of(combined)? / of(separate)?)
    };
    let ratios: Vec<f64> = (1..CLASSES.len()).filter_map(ratio).collect();
    let holds = match ratios[..] {
        [shortest, short, middle, long] => short.max(middle) > shortest.max(long),
        _ => false,
    };
    let words = CLASSES[1..].iter().zip(&ratios);
    let words = words.map(|(name, &ratio)| format!("{name}: × {}", number(ratio, 2)));
    one(holds, words.collect::<Vec<_>>().join(", "))
}

fn claims(reports: &[Report], clusters: &[Cluster]) -> Vec<Claim> {
    let claim = |sentence: &str, test: &str, cases: &[Case]| {
        let test = format!("On KTH's months. {test} {ONCE}");
        Claim::new("Sect. 3.3", sentence, &test, cases).elsewhere()
    };
    let [separate, combined, ..] = reports else {
        return Vec::new();
    };
    let (Some(before), Some(after)) = (weighted(separate), weighted(combined)) else {
        return Vec::new();
    };
    let reduced = clusters.iter().filter(|it| it.ratio() < 1.0).count();
    let foreign = clusters.iter().filter(|it| it.supply > it.local).count();
    vec![
        claim(
            "The mean delay is reduced from 10.6 to 7.8, a tangible improvement of a 25%",
            "Weighted delay of all jobs, combined over separate: reduced by a quarter or more.",
            &one(
                after <= 0.75 * before,
                format!("from {} to {}", number(before, 2), number(after, 2)),
            ),
        ),
        claim(
            "For seven of the clusters the mean job delay is reduced",
            "Of ten clusters, seven or more have a lower weighted delay.",
            &one(reduced >= 7, format!("{reduced} of {}", clusters.len())),
        ),
        claim(
            "for two clusters, numbers one and five, the mean queuing delay increased by a factor of three",
            "Two clusters have three times the weighted delay or more.",
            &tripled(clusters),
        ),
        claim(
            "the two nodes have the lowest average utilization (when the jobs were run just in that cluster)",
            "The two clusters whose delay grows most are the two with the lowest utilization separately.",
            &idlest(clusters),
        ),
        claim(
            "the biggest slowdown comes for those jobs that consume between 10 and 1,000 seconds of time",
            "Weighted delay by length, combined over separate: largest for one of the two classes from 10 to \
             1,000 s.",
            &slowed_classes(separate, combined),
        ),
        claim(
            "the majority of time for five of the ten clusters was spent running jobs from other clusters",
            "Clusters that supply more node hours than their own jobs ran there: five or more.",
            &one(foreign >= 5, format!("{foreign} of {}", clusters.len())),
        ),
    ]
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let selection = selection(&plan.options);
    let jobs = logs
        .first()
        .map(|log| select(log, &selection, 1))
        .unwrap_or_default();
    let nodes = nodes(logs);
    let promoted = |it: &&crate::workload::Job| {
        it.processors > nodes / 3 || it.requested_time >= i64::from(HOURS) * 3_600
    };
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
        listings: vec![listing(&clusters)],
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

/// What it makes that the manager above assigns late.
fn by_assignment(reports: &[Report]) -> String {
    let delays: Option<Vec<f64>> = reports.iter().map(weighted).collect();
    match delays.as_deref() {
        Some([separate, late, bound]) => format!(
            "A promoted job is assigned to a cluster late, when it starts (\"wait to assign them to specific workers until \
             just before the tasks begin\", Sect. 2). Assigned at submission, the weighted delay of all jobs is {} in place \
             of {}; separately it is {}.",
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
        "delay, separate",
        "delay, combined",
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
            number(it.delays[0], 2),
            number(it.delays[1], 2),
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
