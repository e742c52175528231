//! Figures 8 to 10: the period δ of a random grid scheduler.

use super::curves::{Curves, Sweep};
use super::job_set::{FLOW_TIME, Strategy, TARDINESS, UTILIZATION, model};
use super::sentences::{
    Differences, OfSet, SINGLED_OUT_WORDS, TOLD, UNPRINTED_UTILIZATION, in_general, of_second_set, told_words,
};
use crate::prelude::*;
use experiment::Scenario;
use scheduling::system::two_level::{BatchAllocation, ReservationAllocation, ReservationQueue};
use workload::Time;

pub const FIGURE_8: Item = Item {
    key: "figure-8",
    title: "Figure 8: mean F for different δ and shares of reservations",
    section: "Sect. 5.3",
    paper: "Batch jobs and reservations go to a provider at random, at multiples of δ = 0, 3600 \
            and 86400 s; FCFS in the local queues.",
    plan: |logs, options| SWEEP.plan(logs, options),
    conclude: |plan, logs, reports| SWEEP.conclude(plan, logs, reports, flow_time),
    open: Open::Claims,
    ..ON_LOG
};

pub const FIGURE_9: Item = Item {
    key: "figure-9",
    title: "Figure 9: mean U for different δ and shares of reservations",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 9, UTILIZATION, "mean utilization", vec![unchanged(curves)])
        })
    },
    ..FIGURE_8
};

pub const FIGURE_10: Item = Item {
    key: "figure-10",
    title: "Figure 10: mean D for different δ and shares of reservations",
    conclude: |plan, logs, reports| {
        SWEEP.conclude(plan, logs, reports, |curves| {
            findings(curves, 10, TARDINESS, "mean tardiness", vec![much_higher(curves)])
        })
    },
    ..FIGURE_8
};

fn random(scenario: &mut Scenario, period: Time, queue: ReservationQueue) {
    let grid = &mut model(scenario).grid;
    grid.batch_allocation = BatchAllocation::Random;
    grid.reservation_allocation = ReservationAllocation::Random;
    grid.reservation_queue = queue;
    grid.period = period;
}

const SWEEP: Sweep = Sweep {
    strategies: &[
        Strategy { name: "δ = 0", set: |scenario| random(scenario, 0, ReservationQueue::Fcfs) },
        Strategy { name: "δ = 3600 s", set: |scenario| random(scenario, 3600, ReservationQueue::Fcfs) },
        Strategy { name: "δ = 86400 s", set: |scenario| random(scenario, 86_400, ReservationQueue::Fcfs) },
        Strategy { name: "δ = 0, AR first", set: |scenario| random(scenario, 0, ReservationQueue::First) },
        Strategy { name: "δ = 3600 s, AR first", set: |scenario| random(scenario, 3600, ReservationQueue::First) },
        Strategy { name: "δ = 86400 s, AR first", set: |scenario| random(scenario, 86_400, ReservationQueue::First) },
    ],
    ..Sweep::BASE
};

/// Reservations wait for δ with the batch jobs: the strategies by rising δ.
const FCFS: [usize; 3] = [0, 1, 2];
/// Reservations are forwarded whenever they arrive.
const FIRST: [usize; 3] = [3, 4, 5];

/// The two readings of the grid queue.
const QUEUES: [(&str, [usize; 3]); 2] = [("AR FCFS", FCFS), ("AR first", FIRST)];

fn flow_time(curves: &Curves) -> Findings {
    let few_batch_jobs = few_batch_jobs(curves);
    let is_refuted = few_batch_jobs.verdict == Verdict::DoesNotHold;
    let remarks = if is_refuted { vec![instead(curves)] } else { Vec::new() };
    let claims = vec![rises(curves), few_batch_jobs, no_huge_impact(curves), negative_for_mixed_loads(curves)];
    Findings { remarks, ..findings(curves, 8, FLOW_TIME, "mean flow time", claims) }
}

fn findings(curves: &Curves, figure: u32, quantity: Quantity, words: &str, claims: Vec<Claim>) -> Findings {
    let of_queue = |name: &str, title: &str, strategies: [usize; 3]| {
        let title = format!("Figure {figure}: {words}, {title}");
        curves.figures(&format!("figure-{figure}{name}"), &title, &strategies, &[quantity])
    };
    let fcfs = of_queue("", "AR FCFS: reservations wait for δ", FCFS);
    let first = of_queue("-ar-first", "AR first: reservations do not wait for δ", FIRST);
    let setting = format!(
        "2 × 64, both kinds of task to a provider at random, FCFS with backfilling; {SINGLED_OUT_WORDS}. Two \
         readings of the grid queue: AR FCFS, where reservations wait for δ with the batch \
         jobs, and AR first, where they do not."
    );
    Findings { figures: fcfs.into_iter().chain(first).collect(), ..curves.findings(setting, claims) }
}

/// The shares of reservations at which a job waits for δ.
fn waiting(curves: &Curves, queue: [usize; 3]) -> Vec<usize> {
    curves.xs(|percent| queue == FCFS || percent < 100.0)
}

fn rises(curves: &Curves) -> Claim {
    let cases = curves.cases_of(&QUEUES, |set, (name, queue)| {
        let xs = waiting(curves, queue);
        let steps = [(0, 1, "0 to 3600 s"), (1, 2, "3600 to 86400 s")];
        let [(first, one), (second, other)] = steps.map(|(from, to, words)| {
            let of = |xs: &[usize]| curves.excess(set, (queue[to], queue[from]), FLOW_TIME, xs);
            let told = xs.iter().filter(|&&x| of(&[x]).verdict(Said::More) == Verdict::Holds).count();
            let all = of(&xs);
            let words = format!(
                "from δ = {words} {}, told by itself at {told} of {} shares",
                all.words(ToldIn::Seconds),
                xs.len()
            );
            (all.verdict(Said::More), words)
        });
        Case::new(name, Verdict::whole(&[first, second]), format!("{one}, {other}"))
    });
    in_general(
        "Sect. 5.3",
        "Naturally, with the increasing value of δ, the overall performance on the mean F criteria \
         decreases",
        "Mean F with the longer δ less that with the shorter, seed by seed, in the mean over the \
         shares at which anybody waits for δ (0 to 100 %; under AR first to 90 %).",
        cases,
    )
}

/// How much more δ = 86400 s costs at 90 % of reservations than at 10 %: in seconds, or as a share
/// of mean F with δ = 0.
fn more_with_few(curves: &Curves, set: usize, queue: [usize; 3], is_relative: bool) -> PairedDifference {
    let (few, many) = (curves.at(90.0), curves.at(10.0));
    curves.contrast(set, |at| {
        let cost = |x| {
            let (none, day) = (at(FLOW_TIME, queue[0], x), at(FLOW_TIME, queue[2], x));
            (day - none) / if is_relative { none } else { 1.0 }
        };
        cost(few) - cost(many)
    })
}

/// Claim: ... above all where there are few tasks without reservation.
fn few_batch_jobs(curves: &Curves) -> Claim {
    let cases = curves.cases_of(&QUEUES, |set, (name, queue)| {
        let [seconds, share] = [false, true].map(|is_relative| more_with_few(curves, set, queue, is_relative));
        let verdicts = [&seconds, &share].map(|it| it.verdict(Said::More));
        let words =
            format!("{}, and {} of mean F with δ = 0", seconds.words(ToldIn::Seconds), share.words(ToldIn::Share));
        Case::new(name, Verdict::whole(&verdicts), words)
    });
    in_general(
        "Sect. 5.3",
        "... especially for a relatively small amount of non-AR tasks",
        "What δ = 86400 s adds to mean F against δ = 0 where few tasks have no reservation (90 % \
         reservations), less what it adds where many have none (10 %), seed by seed: above 0 in \
         seconds and as a share.",
        cases,
    )
}

/// The remark that holds in place of the sentence that does not.
fn instead(curves: &Curves) -> String {
    let mut words = Vec::new();
    for (set, jobs) in curves.sets.iter().enumerate() {
        for (name, [none, _, day]) in QUEUES {
            let cost = |percent| {
                let cost = curves.excess(set, (day, none), FLOW_TIME, &[curves.at(percent)]);
                cost.words(ToldIn::Seconds)
            };
            words.push(format!(
                "{}, {name}: {} at 10 % of reservations, {} at 90 %",
                jobs.label(),
                cost(10.0),
                cost(90.0)
            ));
        }
    }
    format!(
        "What holds instead of the printed \"small amount of non-AR tasks\": δ = 86400 s adds more to \
         mean F where there are few reservations, and many tasks without. {}.",
        words.join("; ")
    )
}

/// Claim: δ does not change mean U.
fn unchanged(curves: &Curves) -> Claim {
    let cases = curves.cases_of(&QUEUES, |set, (name, queue)| {
        let xs = waiting(curves, queue);
        let both = [(queue[1], 3_600), (queue[2], 86_400)].into_iter();
        let changes = both.flat_map(|(strategy, period)| {
            xs.iter().map(move |&x| {
                let name = format!("with δ = {period} s at {} %:", curves.sweep.axis.values[x]);
                (name, curves.excess(set, (strategy, queue[0]), UTILIZATION, &[x]))
            })
        });
        let changes = Differences::of(changes).together();
        let verdicts = changes.verdicts(Said::Within(UNPRINTED_UTILIZATION));
        let (changed, family) = (Verdict::DoesNotHold.count(&verdicts), verdicts.len());
        let clearest = changes.0.iter().max_by(|a, b| clarity(&a.1).total_cmp(&clarity(&b.1)));
        let clearest = clearest.map_or(String::new(), |(name, change)| {
            let (lower, seeds) = change.seeds(Said::Less);
            let words = change.words(ToldIn::Utilization);
            format!("; clearest {name} {words}, lower with {lower} of {seeds} seeds")
        });
        let words = format!("changed in {changed} of {family} comparisons{clearest}");
        Case::new(name, Verdict::whole(&verdicts), words)
    });
    in_general(
        "Sect. 5.3",
        "different δ values do not change performance measured on the mean U criterion as tested \
         procedures do not change the order of tasks or optimize their assignment",
        &format!(
            "Mean U with δ = 3600 and 86400 s less that with δ = 0, seed by seed, at every share. A \
             change within {} is none: half of the last digit to which Table 5 prints mean U. Beyond, \
             an interval off 0 refutes; the intervals are so wide that all of a case hold together \
             with 95 %.",
            number(UNPRINTED_UTILIZATION, 3)
        ),
        cases,
    )
}

/// How many half widths of its interval a difference lies off 0.
fn clarity(difference: &PairedDifference) -> f64 {
    let interval = difference.interval();
    interval.mean.abs() / interval.half_width.unwrap_or(0.0).max(1e-12)
}

/// Claim: with a day's δ mean D is much higher.
fn much_higher(curves: &Curves) -> Claim {
    let xs = curves.xs(|percent| percent > 0.0);
    let cases = curves.cases_of(&QUEUES, |set, (name, [none, _, day])| {
        let change = curves.excess(set, (day, none), TARDINESS, &xs);
        let beyond_twice = curves.contrast(set, |at| {
            let of = |strategy| xs.iter().map(|&x| at(TARDINESS, strategy, x)).sum::<f64>();
            of(day) - 2.0 * of(none)
        });
        let words = format!(
            "{}, {} of mean D with δ = 0",
            change.words(ToldIn::Seconds),
            curves.relative_excess(set, (day, none), TARDINESS, &xs).words(ToldIn::Share)
        );
        Case::new(name, beyond_twice.verdict(Said::More), words)
    });
    of_second_set(
        "Sect. 5.3",
        "if we tested higher δ values, e.g. δ = 86400 we obtained much higher values on the mean D \
         criterion",
        "Mean D with δ = 86400 s and with δ = 0, seed by seed, in the mean over 10 to 100 %. The paper \
         gives no number for \"much\"; ours is more than twice. Under AR first no reservation waits \
         for δ.",
        &curves.sets,
        cases,
    )
    .by_our_margin()
}

/// A case for each set, queue and criterion: with δ = 3600 s against δ = 0 in the mean over 10 to 90 % of reservations.
fn of_an_hour(curves: &Curves, all: &[(Quantity, Said)]) -> Vec<OfSet> {
    let xs = curves.xs(|percent| (10.0..=90.0).contains(&percent));
    let rows: Vec<_> = QUEUES.iter().flat_map(|queue| all.iter().map(move |told| (*queue, *told))).collect();
    curves.cases_of(&rows, |set, ((queue, [none, hour, _]), (quantity, said))| {
        let (change, unit) = curves.change(set, (hour, none), quantity, &xs);
        Case::of(format!("{queue}, {}", quantity.words()), &change, said, unit)
    })
}

/// Claim: an hour changes little.
fn no_huge_impact(curves: &Curves) -> Claim {
    let all = TOLD.map(|(quantity, margin)| (quantity, Said::Within(margin)));
    in_general(
        "Sect. 6",
        "short δ periods do not have a huge impact on the overall performance in the light of \
         considered criteria",
        &format!(
            "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
             reservations. Huge is what goes beyond the differences that the paper reports as such in \
             Table 6: {}.",
            told_words()
        ),
        of_an_hour(curves, &all),
    )
}

/// Claim: an hour is worse for mixed loads.
fn negative_for_mixed_loads(curves: &Curves) -> Claim {
    let all = TOLD.map(|(quantity, _)| (quantity, Said::worse(quantity)));
    in_general(
        "Sect. 6",
        "it has a negative impact on performance for mixed AR and non-AR tasks in case of simple online \
         scheduling policies",
        "Each criterion with δ = 3600 s against δ = 0, seed by seed, in the mean over 10 to 90 % of \
         reservations: worse. Mean D concerns reservations alone, which do not wait for δ under AR \
         first.",
        of_an_hour(curves, &all),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kurowski_2011::job_set::PERCENT;
    use crate::{Options, Plan};
    use scheduling::criteria::Report;
    use workload::read;

    /// Curves of five seeds; `value` gives the report of a strategy with a share and a seed.
    fn curves(value: impl Fn(usize, usize, u64) -> Report) -> Curves {
        let text = "1 0 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n\
                    2 9 0 60 4 -1 -1 4 90 -1 1 1 1 1 1 1 -1 -1\n";
        let logs = [read("made.swf", text.as_bytes()).unwrap().workload];
        let options = Options { jobs: Some((1, 2)), seeds: 5, ..Options::default() };
        let plan = Plan { item: String::new(), cells: SWEEP.plan(&logs, &options).unwrap(), options };
        let shares = PERCENT.values.len();
        let report = |cell: usize, seed| value(cell / shares, cell % shares, seed);
        let runs = plan.runs();
        let reports: Vec<Report> = runs.map(|run| report(run.cell, run.scenario.seed)).collect();
        Curves::of_sweeps(&[SWEEP], &plan, &logs, &reports).remove(0)
    }

    /// The seeds move mean U by 0.1 and more, a day's δ by the same 0.02 with every seed.
    fn moved_by(effect: f64) -> Claim {
        unchanged(&curves(|strategy, _, seed| {
            let by_seed = 0.05 * (seed * 7 % 5) as f64;
            let by_both = 0.000_1 * (seed % 3) as f64 * strategy as f64;
            let by_period = if strategy % 3 == 2 { effect } else { 0.0 };
            Report { mean_utilization: 0.5 + by_seed + by_both + by_period, ..Report::default() }
        }))
    }

    #[test]
    fn a_change_that_every_seed_shows_is_one_however_far_the_seeds_lie_apart() {
        assert_eq!(moved_by(-0.02).verdict, Verdict::DoesNotHold);
        assert_eq!(moved_by(0.0).verdict, Verdict::Holds);
        // Significantly different from 0, and less than the paper prints.
        assert_eq!(moved_by(-0.002).verdict, Verdict::Holds);
    }

    #[test]
    fn the_printed_sentence_is_tested_and_not_its_opposite() {
        // A day costs an hour for each ten percent of batch jobs.
        let costs = |cost: fn(usize) -> f64| {
            let findings = flow_time(&curves(|strategy, share, seed| {
                let day = if strategy % 3 == 2 { cost(share) } else { 0.0 };
                let hour = if strategy % 3 == 0 { 0.0 } else { 60.0 };
                Report { mean_flow_time: 9_000.0 + 500.0 * (seed * 3 % 5) as f64 + hour + day, ..Report::default() }
            }));
            (findings.claims, findings.remarks)
        };
        let (claims, remarks) = costs(|share| 3_600.0 * (11 - share) as f64);
        assert_eq!(claims[0].verdict, Verdict::Holds);
        assert_eq!(claims[1].verdict, Verdict::DoesNotHold);
        assert!(remarks[0].contains("where there are few reservations"));
        let (claims, remarks) = costs(|share| 3_600.0 * (1 + share) as f64);
        assert_eq!((claims[1].verdict, remarks.len()), (Verdict::Holds, 0));
    }
}
