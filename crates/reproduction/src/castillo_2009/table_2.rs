//! Table 2: scheduling attempts by size.

use super::setting::{Bounds, Class, grows};
use super::setting::{cell, jobs, servers, words};
use super::traces::{self, OF_BOTH, Trace};
use crate::prelude::*;
use scheduling::criteria::wait_profile::WaitProfile;
use scheduling::system::co_allocation::CoAllocation;

pub const ITEM: Item = Item {
    key: "table-2",
    title: "Table 2: scheduling attempts by spatial size",
    section: "Sect. 5.1",
    paper: "How often requests of KTH and CTC are tried, on average, in groups of 50 servers.",
    plan,
    conclude,
    ..ON_LOG
};

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let selection = jobs(logs, options)?;
    let of = |servers| Cell { waits: true, ..cell(&selection, servers, 0.0, CoAllocation::default(), 1) };
    Ok(servers(&logs[0]).into_iter().map(of).collect())
}

/// The waits on a number of servers, and the index of their cell.
type Outcome<'a> = (u32, usize, &'a WaitProfile);

/// The printed numbers beside ours.
fn comparison(bounds: Bounds, all: &[Outcome], at_hand: Option<&Trace>) -> Comparison {
    let mut rows = Vec::new();
    for &(servers, cell, profile) in all {
        for class in bounds.classes(profile) {
            let (name, jobs) = (bounds.name(class.number), number(f64::from(class.jobs), 0));
            let label = format!("{servers} servers, {name}, attempts (requests: {jobs})");
            let printed = at_hand.and_then(|it| it.attempts_of(class.number));
            rows.push(Row::new(label, Quantity::Count, printed, Measured::exact(class.attempts())).of_cell(cell));
        }
    }
    let name = traces::name(at_hand);
    Comparison {
        title: match bounds {
            Bounds::Upper => format!("Table 2, {name}"),
            Bounds::Lower => {
                format!("Table 2, {name}, if each class has its lower bound in place of its upper one")
            }
        },
        rows,
    }
}

fn claims(all: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let mut cases: Vec<Case> = Vec::new();
    for bounds in Bounds::ALL {
        for &(servers, _, profile) in all {
            let attempts: Vec<f64> = bounds.classes(profile).iter().map(Class::attempts).collect();
            let name = format!("{servers} servers, classes as {}", bounds.name(0));
            cases.extend(grows(name, &attempts, 2));
        }
    }
    let claim = Claim::new(
        "Sect. 5.1, on Table 2",
        "as n_r increases, the number of scheduling attempts increases as well",
        "Mean attempts from class to class of 50 servers, with the upper bound of each and with the lower one: \
         every class has more than the one before. Nothing is drawn: one run tells.",
        &cases,
    );
    vec![traces::about(claim, OF_BOTH, at_hand)]
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let at_hand = traces::of(logs);
    let results = plan.results(reports);
    let outcomes = results.iter().enumerate().filter_map(|(at, (cell, reports))| {
        let profile = reports.first()?.waits.as_deref()?;
        Some((cell.scenario.platform[0], at, profile))
    });
    let all: Vec<Outcome> = outcomes.collect();
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d, nothing is drawn. Every attempt that fails \
             is a Δt of the wait, so that the attempts of requests that had a place follow from their waits.",
            words(plan, logs)
        ),
        comparisons: Bounds::ALL.map(|bounds| comparison(bounds, &all, at_hand)).to_vec(),
        claims: claims(&all, at_hand),
        listings: vec![listing(&all, at_hand)],
        remarks: remarks(&all, at_hand),
        ..Findings::default()
    }
}

/// The jobs from which a printed class without requests may stem.
fn remarks(all: &[Outcome], at_hand: Option<&Trace>) -> Vec<String> {
    let (Some(trace), Some(&(_, _, profile))) = (at_hand, all.first()) else {
        return Vec::new();
    };
    let empty = trace.attempts.iter().filter(|it| Bounds::Upper.class(profile, it.0).is_none());
    let of_class = |&(class, printed): &(u32, f64)| {
        let words = format!(
            "The paper has {} attempts for {}, of which the log has no request",
            number(printed, 2),
            Bounds::Upper.name(class)
        );
        match Bounds::Lower.class(profile, class) {
            Some(other) => format!(
                "{words}. It has {} for {}, tried {} times on average: so the classes may have been built with the \
                 lower bound.",
                number(f64::from(other.jobs), 0),
                Bounds::Lower.name(class),
                number(other.attempts(), 2)
            ),
            None => format!("{words}, whichever bound a class has."),
        }
    };
    empty.map(of_class).collect()
}

fn listing(all: &[Outcome], at_hand: Option<&Trace>) -> Listing {
    let printed = at_hand.map_or(&[][..], |it| it.attempts).iter().map(|it| it.0);
    let ours = all.iter().flat_map(|it| Bounds::ALL.map(|bounds| bounds.classes(it.2)));
    let classes = ours.flatten().map(|it| it.number).chain(printed).max().unwrap_or(0);
    let row = |name: String, of: &dyn Fn(u32) -> Option<f64>| {
        std::iter::once(name).chain((0..=classes).map(|class| or_dash(of(class), 2, ""))).collect::<Vec<String>>()
    };
    let mut rows = vec![row("paper".to_owned(), &|class| at_hand?.attempts_of(class))];
    for bounds in Bounds::ALL {
        for &(servers, _, profile) in all {
            let name = format!("{servers} servers, classes as {}", bounds.name(0));
            rows.push(row(name, &|class| Some(bounds.class(profile, class)?.attempts())));
        }
    }
    let mut head = vec![String::new()];
    head.extend((0..=classes).map(|class| Bounds::Upper.name(class)));
    Listing::new("Mean attempts, to two digits", head, rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use experiment::run;
    use workload::lublin::Lublin;

    #[test]
    fn attempts_that_follow_from_waits_are_those_that_the_run_counted() {
        let model = Lublin { jobs: 300, processors: 128, load: Some(0.9), ..Lublin::default() };
        let log = [model.generate().expect("a valid model")];
        let plan = ITEM.plan(&log, &Options::default()).expect("it has jobs");
        let planned = plan.runs().next().expect("a run");
        let report = planned.report(&run(&planned.scenario, &log[0]).expect("it runs"));
        assert_eq!(report.rejected, 0);
        let profile = report.waits.as_deref().expect("waits are told");
        let followed = Bounds::Upper.classes(profile);
        assert!(followed.len() > 1 && followed.iter().any(|it| it.attempts() > 1.0));
        let keys = ["attempts_1_50", "attempts_51_100", "attempts_101_150"];
        for class in followed {
            let counted = report.measures[keys[class.number as usize]];
            assert!((class.attempts() - counted).abs() < 1e-9, "{class:?}");
        }
    }
}
