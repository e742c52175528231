//! Figure 5: waiting time by size, beside the waits of the log.

use super::setting::{Bounds, grows};
use super::setting::{as_logged, cell, jobs, servers, words};
use super::traces::{self, OF_BOTH, Trace};
use crate::prelude::*;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::System;
use scheduling::system::co_allocation::CoAllocation;

pub const ITEM: Item = Item {
    key: "figure-5",
    title: "Figure 5: waiting time by spatial size",
    section: "Sect. 5.1",
    paper: "The average waiting time against the number of servers, on-line and as the batch \
            scheduler of the log had it.",
    plan,
    conclude,
    ..ON_LOG
};

/// How many numbers of servers a point of the figure averages over.
const OF_A_POINT: u32 = 10;

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let selection = jobs(logs, options)?;
    let servers = servers(&logs[0]);
    let of = |&servers: &u32| cell(&selection, servers, 0.0, CoAllocation::default(), 1);
    let all = servers.iter().map(of).chain(as_logged(&selection, servers[0]));
    Ok(all.map(|it| Cell { waits: true, ..it }).collect())
}

/// How the requests waited under one scheduler.
struct Outcome<'a> {
    name: String,
    is_online: bool,
    profile: &'a WaitProfile,
}

impl Outcome<'_> {
    fn mean(&self) -> f64 {
        self.profile.from_ready.mean()
    }

    /// Of the classes of 50 servers.
    fn by_class(&self) -> Vec<f64> {
        Bounds::Upper.classes(self.profile).iter().map(|it| it.wait).collect()
    }
}

fn outcomes<'a>(plan: &'a Plan, reports: &'a [Report]) -> Vec<Outcome<'a>> {
    let of = |(cell, reports): (&Cell, &'a [Report])| {
        let is_online = matches!(cell.scenario.system, System::CoAllocation(_));
        Some(Outcome {
            name: if is_online { format!("{} servers", cell.scenario.platform[0]) } else { "as logged".to_owned() },
            is_online,
            profile: reports.first()?.waits.as_deref()?,
        })
    };
    plan.results(reports).into_iter().filter_map(of).collect()
}

fn claims(all: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let test = "Nothing is drawn: one run of each tells.";
    let claim = |sentence: &str, what: &str, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.1, on Fig. 5", sentence, &format!("{what} {test}"), cases);
        traces::about(claim, OF_BOTH, at_hand)
    };
    let by_size: Vec<Case> = all.iter().filter_map(|it| grows(it.name.clone(), &it.by_class(), 0)).collect();
    let logged = all.iter().find(|it| !it.is_online);
    let beside = |ours: &Outcome| {
        let (ours_mean, theirs) = (ours.mean(), logged?.mean());
        let evidence = format!("{} against {}", seconds(ours_mean), seconds(theirs));
        Some(Case::exact(&ours.name, ours_mean < theirs, evidence))
    };
    let against_log: Vec<Case> = all.iter().filter(|it| it.is_online).filter_map(beside).collect();
    vec![
        claim(
            "the waiting time increases with the spatial size for both online and batch algorithms",
            "Mean waits in seconds from class to class of 50 servers, on-line and of the log's own jobs: those of \
             every class are longer than those of the one before.",
            &by_size,
        ),
        claim(
            "our algorithm achieves smaller average waiting time compared to the batch algorithm \
             for both workloads",
            "On the log at hand: the mean wait against that of the log's own jobs.",
            &against_log,
        ),
    ]
}

fn figure(all: &[Outcome]) -> Figure {
    let series = all.iter().map(|outcome| {
        let profile = outcome.profile;
        let largest = profile.by_size.last().map_or(0, |it| it.processors);
        let point = |class: u32| {
            let (above, most) = (class * OF_A_POINT, (class + 1) * OF_A_POINT);
            let sizes = profile.of_sizes(above, most);
            let middle = f64::from(above + most + 1) / 2.0;
            (sizes.jobs > 0).then(|| (middle, Measured::exact(sizes.mean_wait() / 3_600.0)))
        };
        Series {
            name: if outcome.is_online { format!("on-line, {}", outcome.name) } else { outcome.name.clone() },
            points: (0..=largest / OF_A_POINT).filter_map(point).collect(),
        }
    });
    Figure::curves(
        "figure-5",
        "Figure 5: waiting time by spatial size",
        format!("Means over classes of {OF_A_POINT} servers, drawn at their middles."),
        "servers n",
        [Panel::from_zero("mean wait (h)", series)],
    )
}

fn listing(all: &[Outcome]) -> Listing {
    let classes = |it: &Outcome| Bounds::Upper.classes(it.profile);
    let most = all.iter().flat_map(classes).map(|it| it.number).max().unwrap_or(0);
    let mut head = vec![String::new(), "mean wait (s)".to_owned()];
    head.extend((0..=most).map(|class| Bounds::Upper.name(class) + " (s)"));
    head.push("longest (h)".to_owned());
    let rows = all.iter().map(|it| {
        let mut row = vec![it.name.clone(), number(it.mean(), 0)];
        let of_class = |class: u32| Some(Bounds::Upper.class(it.profile, class)?.wait);
        row.extend((0..=most).map(|class| or_dash(of_class(class), 0, "")));
        row.push(number(it.profile.from_ready.longest as f64 / 3_600.0, 1));
        row
    });
    Listing::new("Waits on-line and as logged, by spatial size", head, rows)
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let all = outcomes(plan, reports);
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d. The log's own waits are of its machine.",
            words(plan, logs)
        ),
        claims: claims(&all, traces::of(logs)),
        figures: vec![figure(&all)],
        listings: vec![listing(&all)],
        ..Findings::default()
    }
}
