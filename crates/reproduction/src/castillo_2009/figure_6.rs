//! Figure 6: how waits are distributed, over the share of advance reservations.

use super::setting::{BACKFILLING, Outcome, Scheduler, Setup, jobs, online, outcomes, paired, servers, words};
use super::traces::{self, OF_BOTH, OF_CTC, OF_KTH, Trace};
use crate::prelude::*;
use scheduling::criteria::wait_profile::{CLASS, WaitProfile, Waits};

pub const ITEM: Item = Item {
    key: "figure-6",
    title: "Figure 6: waiting times over ρ",
    section: "Sect. 5.2",
    paper: "The distribution of waiting times for different shares ρ of advance reservations, on-line, \
            and as the batch scheduler of the log had it, of CTC and KTH.",
    plan,
    conclude,
    ..ON_LOG
};

/// ρ in percent: the paper does not say of which its curves are.
const SHARES: [f64; 6] = [0.0, 20.0, 40.0, 60.0, 80.0, 100.0];

/// Classes of waits in an hour.
const HOUR: usize = (3_600 / CLASS) as usize;

/// Tails of lengths that are no further apart than this share are read as the same: a tenth of an axis
/// that ends with them.
const SAME: f64 = 0.1;

/// From when a wait is counted.
#[derive(Clone, Copy)]
struct Count {
    words: &'static str,
    of: fn(&WaitProfile) -> &Waits,
}

/// As Sect. 5 defines it, and as a reservation's user sees it.
const COUNTS: [Count; 2] = [
    Count { words: "from s", of: |profile| &profile.from_ready },
    Count { words: "from q", of: |profile| &profile.from_submission },
];

/// On-line over ρ on each number of servers, and the log; backfilling over ρ on the log's machine.
fn setups(log: &Workload) -> Vec<Setup> {
    let servers = servers(log);
    let mut all = vec![Setup::new(Scheduler::Logged, servers[0])];
    for scheduler in [Scheduler::Online].into_iter().chain(BACKFILLING) {
        // Backfilling is held against on-line on the log's own machine.
        let most = if scheduler.is_backfilling() { 1 } else { servers.len() };
        for &servers in &servers[..most] {
            all.extend(SHARES.map(|percent| Setup { scheduler, servers, percent }));
        }
    }
    all
}

fn plan(logs: &[Workload], options: &Options) -> Planned {
    let selection = jobs(logs, options)?;
    Ok(setups(&logs[0]).iter().filter_map(|it| it.cell(&selection, options.seeds)).collect())
}

/// The wait, in hours, at which two distributions are held against one another: the one at which the text
/// holds those of KTH against one another without reservations (Sect. 5.1, on Figure 4(a)).
const SHORT: usize = 1;

/// The criterion by which two schedulers are compared, seed by seed.
#[derive(Clone, Copy)]
enum Compared {
    /// The share of the jobs that wait less than [`SHORT`].
    Short(Count),
    /// The longest wait, counted from s, as a share of the other's.
    Longest,
}

impl Compared {
    fn difference(self, from: &Outcome, to: &Outcome) -> PairedDifference {
        let is_drawn = from.setup.percent > 0.0 || to.setup.percent > 0.0;
        match self {
            Self::Short(count) => {
                let short = |it: &Outcome| it.values(|it| (count.of)(it).share(0, SHORT * HOUR));
                paired(&short(from), &short(to), is_drawn, |to, from| to - from)
            }
            Self::Longest => {
                let longest = |it: &Outcome| it.values(|it| it.from_ready.longest as f64);
                paired(&longest(from), &longest(to), is_drawn, |to, from| to / from - 1.0)
            }
        }
    }
}

/// The outcome of a scheduler on this number of servers with this share of reservations.
fn of<'a, 'b>(outcomes: &'b [Outcome<'a>], setup: Setup) -> Option<&'b Outcome<'a>> {
    outcomes.iter().find(|it| it.setup == setup)
}

/// That of the log.
fn logged<'a, 'b>(outcomes: &'b [Outcome<'a>]) -> Option<&'b Outcome<'a>> {
    outcomes.iter().find(|it| it.setup.scheduler == Scheduler::Logged)
}

fn name(setup: &Setup) -> String {
    format!("{} servers, ρ {} %", setup.servers, setup.percent)
}

/// Whether more jobs wait from 2.5 to 3 hours than in the half hours before and after.
fn peak(outcomes: &[Outcome], count: Count) -> Vec<Case> {
    let drawn = online(outcomes).filter(|it| it.setup.percent > 0.0);
    let case = |it: &Outcome| {
        let half = |profile: &WaitProfile, halves: usize| {
            let from = halves * HOUR / 2;
            (count.of)(profile).share(from, from + HOUR / 2)
        };
        let all = |of: &dyn Fn(&WaitProfile) -> f64| PairedDifference::of(it.values(of), true).one_of(2);
        let before = all(&|profile| half(profile, 5) - half(profile, 4));
        let after = all(&|profile| half(profile, 5) - half(profile, 6));
        Case::new(
            format!("{}, {}", name(&it.setup), count.words),
            Verdict::whole(&[before.verdict(Said::More), after.verdict(Said::More)]),
            format!("{} than before, {} than after", before.words(ToldIn::Share), after.words(ToldIn::Share)),
        )
    };
    drawn.map(case).collect()
}

/// The largest difference of two distributions over some classes of waits: of the shares that wait
/// less.
fn apart(one: &Waits, other: &Waits, classes: impl Iterator<Item = usize>) -> f64 {
    classes.map(|class| (one.share(0, class) - other.share(0, class)).abs()).fold(0.0, f64::max)
}

/// Where the distributions at ρ = 20 % and 100 % lie further apart: up to 3 hours, or beyond.
fn changes(outcomes: &[Outcome], count: Count) -> Vec<Case> {
    let fewest = online(outcomes).filter(|it| it.setup.percent == SHARES[1]);
    let case = |few: &Outcome| {
        let most = Setup { percent: SHARES[SHARES.len() - 1], ..few.setup };
        let all = of(outcomes, most)?;
        let values = few.reports.iter().zip(all.reports).filter_map(|(few, all)| {
            let few = (count.of)(few.waits.as_deref()?);
            let all = (count.of)(all.waits.as_deref()?);
            let within = apart(few, all, 1..=3 * HOUR);
            Some(within - apart(few, all, 3 * HOUR + 1..=480))
        });
        let name = format!("{} servers, {}", few.setup.servers, count.words);
        Some(Case::drawn(name, values, Said::More, ToldIn::Share))
    };
    fewest.filter_map(case).collect()
}

/// The longest wait at each ρ as a share of that without reservations.
fn tails(outcomes: &[Outcome]) -> Vec<Case> {
    let drawn = online(outcomes).filter(|it| it.setup.percent > 0.0);
    let case = |it: &Outcome| {
        let without = of(outcomes, Setup::new(Scheduler::Online, it.setup.servers))?;
        let apart = Compared::Longest.difference(without, it).one_of(SHARES.len() - 1);
        Some(Case::of(name(&it.setup), &apart, Said::Within(SAME), ToldIn::Share))
    };
    drawn.filter_map(case).collect()
}

/// A number on-line beside that of the log, at each ρ.
fn against_log(outcomes: &[Outcome], said: Said, what: Compared) -> Vec<Case> {
    let Some(logged) = logged(outcomes) else {
        return Vec::new();
    };
    let case = |it: &Outcome| {
        let apart = what.difference(logged, it).one_of(SHARES.len());
        Case::of(name(&it.setup), &apart, said, ToldIn::Share)
    };
    online(outcomes).map(case).collect()
}

/// A case for each number of servers: whether the sentence holds at two values of ρ or more.
fn at_several(outcomes: &[Outcome], said: Said, what: Compared) -> Vec<Case> {
    let of_servers = |(cases, first): (&[Case], &Outcome)| {
        let count = |wanted| cases.iter().filter(|it| it.verdict == wanted).count();
        let held = count(Verdict::Holds);
        let verdict = match held + count(Verdict::CannotTell) {
            _ if held >= 2 => Verdict::Holds,
            2.. => Verdict::CannotTell,
            _ => Verdict::DoesNotHold,
        };
        let words = joined(cases.iter().map(|it| &it.evidence), ", ");
        let evidence = format!("at {held} of {} values of ρ: {words}", cases.len());
        Case::new(format!("{} servers", first.setup.servers), verdict, evidence)
    };
    let cases = against_log(outcomes, said, what);
    let of_servers = cases.chunks(SHARES.len()).zip(online(outcomes).step_by(SHARES.len())).map(of_servers);
    of_servers.collect()
}

/// A case for each number of servers, against backfilling of the same jobs with the same
/// reservations, on as many servers.
fn against_backfilling(outcomes: &[Outcome], said: Said, what: Compared) -> Vec<Case> {
    let others = outcomes.iter().filter(|it| it.setup.scheduler.is_backfilling());
    let case = |other: &Outcome| {
        let ours = Setup { scheduler: Scheduler::Online, ..other.setup };
        let apart = what.difference(other, of(outcomes, ours)?).one_of(SHARES.len());
        let name = format!("{}, {}", other.setup.scheduler.name(), name(&other.setup));
        Some(Case::of(name, &apart, said, ToldIn::Share))
    };
    others.filter_map(case).collect()
}

fn claims(outcomes: &[Outcome], at_hand: Option<&Trace>) -> Vec<Claim> {
    let claim = |of: &[&Trace], sentence: &str, test: &str, cases: &[Case]| {
        let claim = Claim::new("Sect. 5.2, on Fig. 6", sentence, test, cases);
        traces::about(claim, of, at_hand)
    };
    let peaks = COUNTS.map(|count| {
        let test = format!(
            "The wait counted {}: more jobs wait from 2.5 to 3 hours than in the half hour before \
             and than in that after, as shares of all, both at once with 95 %.",
            count.words
        );
        claim(OF_BOTH, "In both graphs we observe a peak around 3 hours", &test, &peak(outcomes, count))
    });
    let [short, short_from_q] = COUNTS.map(Compared::Short);
    let longest = Compared::Longest;
    let changed: Vec<Case> = COUNTS.iter().flat_map(|&count| changes(outcomes, count)).collect();
    let worse = "batch scheduling performs better than our co-allocation algorithm for all values of ρ";
    let longer = "the tail for the batch scheduler is significantly longer than for the online algorithm";
    let performs = "Figure 6 draws distributions, which are compared at the wait at which \
                    Sect. 5.1 compares those of Figure 4(a): the share of the jobs that wait less than 1 h.";
    let together = "The intervals are so wide that all values of ρ hold together with 95 %.";
    let mut all = peaks.to_vec();
    let beside = "Against backfilling of the same jobs with the same reservations on as many servers, \
                  which the authors did not have:";
    all.extend([
        claim(
            OF_BOTH,
            "as ρ increases, the distribution of waiting times changes in the range [0:3] hours",
            "ρ 20 % against 100 %: the largest difference of the two shares that wait less than so \
             long, over waits up to 3 h, less that over longer ones, seed by seed.",
            &changed,
        ),
        claim(
            OF_BOTH,
            "However, the tail lengths for both remain the same",
            &format!(
                "The longest wait, counted from s, at each ρ against that without reservations, as a \
                 share of it: the same is what lies within a tenth, of an axis that ends there. {together}"
            ),
            &tails(outcomes),
        )
        .by_our_margin(),
        claim(
            OF_KTH,
            worse,
            &format!("{performs} The share on-line less that of the log, seed by seed, counted from s: below 0. {together}"),
            &against_log(outcomes, Said::Less, short),
        ),
        claim(
            OF_KTH,
            worse,
            &format!("{performs} The same counted from the submission q. {together}"),
            &against_log(outcomes, Said::Less, short_from_q),
        ),
        claim(
            OF_KTH,
            longer,
            &format!("The longest wait, counted from s, against that of the log, as a share of it. {together}"),
            &against_log(outcomes, Said::Less, longest),
        ),
        claim(
            OF_CTC,
            "under the CTC workload our algorithm outperforms the batch scheduling algorithm for multiple \
             values of ρ",
            &format!("The share of the jobs that wait less than 1 h, counted from s, less that of the log, seed by seed: above 0 at two values of ρ or more. {together}"),
            &at_several(outcomes, Said::More, short),
        ),
        claim(
            OF_KTH,
            worse,
            &format!("{beside} the share of the jobs that wait less than 1 h on-line, counted from s, less theirs, seed by seed: below 0. {together}"),
            &against_backfilling(outcomes, Said::Less, short),
        ),
        claim(
            OF_KTH,
            longer,
            &format!("{beside} the longest wait on-line against theirs, as a share of it, seed by seed. {together}"),
            &against_backfilling(outcomes, Said::Less, longest),
        ),
    ]);
    all
}

fn conclude(plan: &Plan, logs: &[Workload], reports: &[Report]) -> Findings {
    let outcomes = outcomes(plan, logs, setups, reports);
    Findings {
        setting: format!(
            "On {}, booked for their run time; Δt 15 min, horizon 30 d; earliest starts s of reservations \
             up to 3 h after the submission q. Backfilling goes by the users' limits and stops no job at \
             them; its reservations are made for the run time, from s on as early as there is room.",
            words(plan, logs)
        ),
        claims: claims(&outcomes, traces::of(logs)),
        figures: figures(&outcomes, plan.options.seeds, traces::name(traces::of(logs))),
        listings: vec![listing(&outcomes)],
        remarks: vec![
            "Sect. 5 counts the wait from the earliest start s. Counted so, leads of 0 to 3 hours make no \
             wait: only the wait from the submission q can show a peak that is “a consequence of setting \
             the requested start time to be between zero and three hours”."
                .to_owned(),
            means(&outcomes),
        ],
        ..Findings::default()
    }
}

/// The means in words; no claim rests on them.
fn means(outcomes: &[Outcome]) -> String {
    let mean = |it: &Outcome| Measured::of(&it.values(|it| it.from_ready.mean())).mean;
    let of_online: Vec<f64> = online(outcomes).map(mean).collect();
    let least = of_online.iter().copied().fold(f64::INFINITY, f64::min);
    let most = of_online.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!(
        "Means tell of tails more than of most jobs: counted from s, the mean wait is {} to {} on-line, and {} in \
         the log. No verdict rests on them.",
        seconds(least),
        seconds(most),
        seconds(logged(outcomes).map_or(f64::NAN, mean))
    )
}

fn figures(outcomes: &[Outcome], seeds: u32, name: &str) -> Vec<Figure> {
    let Some(servers) = online(outcomes).next().map(|it| it.setup.servers) else {
        return Vec::new();
    };
    let drawn = |setup: &Setup| {
        let wanted = setup.percent % 40.0 == 20.0 || setup.percent == 0.0;
        setup.scheduler == Scheduler::Logged
            || setup.scheduler == Scheduler::Online && setup.servers == servers && wanted
    };
    let panel = |count: Count| {
        let series = outcomes.iter().filter(|it| drawn(&it.setup));
        let series = series.map(|outcome| {
            // Waits at the middle of each quarter of an hour.
            let points = (0..5 * HOUR).map(|class| {
                let shares = outcome.values(|profile| 100.0 * (count.of)(profile).share(class, class + 1));
                ((class as f64 + 0.5) / HOUR as f64, Measured::of(&shares))
            });
            Series {
                name: match outcome.setup.scheduler {
                    Scheduler::Logged => outcome.setup.name(),
                    _ => format!("on-line, ρ {} %", outcome.setup.percent),
                },
                // Nearly all wait less than a quarter of an hour: the axis would show only these.
                points: points.skip(1).collect(),
            }
        });
        Panel::from_zero(format!("jobs that wait so long, {} (%)", count.words), series)
    };
    vec![Figure::curves(
        "figure-6",
        format!("Figure 6: waiting times over ρ, {name}"),
        format!(
            "Classes of 15 min without the first, on {servers} servers: mean and its 95 % interval over \
             {seeds} seeds."
        ),
        "wait (h)",
        COUNTS.map(panel),
    )]
}

fn listing(outcomes: &[Outcome]) -> Listing {
    let head = [
        "",
        "< 15 min from s",
        "< 1 h from s",
        "< 2 h from s",
        "< 4 h from s",
        "< 1 h from q",
        "< 3 h from q",
        "mean from s (s)",
        "mean from q (s)",
        "longest from s (h)",
    ];
    let rows = outcomes.iter().map(|outcome| {
        let mean = |of: &dyn Fn(&WaitProfile) -> f64, digits| number(Measured::of(&outcome.values(of)).mean, digits);
        let share = |count: Count, classes: usize| {
            let of = move |profile: &WaitProfile| 100.0 * (count.of)(profile).share(0, classes);
            mean(&of, 1) + " %"
        };
        let name = match outcome.setup.scheduler {
            Scheduler::Logged => outcome.setup.name(),
            it => format!("{}, {}", it.name(), name(&outcome.setup)),
        };
        let [from_s, from_q] = COUNTS;
        let mut row = vec![name];
        row.extend([1, HOUR, 2 * HOUR, 4 * HOUR].map(|classes| share(from_s, classes)));
        row.extend([HOUR, 3 * HOUR].map(|classes| share(from_q, classes)));
        row.extend([
            mean(&|profile| profile.from_ready.mean(), 0),
            mean(&|profile| profile.from_submission.mean(), 0),
            mean(&|profile| profile.from_ready.longest as f64 / 3_600.0, 1),
        ]);
        row
    });
    Listing::new("Waits over ρ, means over the seeds", head, rows)
}
