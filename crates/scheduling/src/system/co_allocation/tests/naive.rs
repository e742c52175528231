//! The rule a second time, in the plainest style, to compare whole schedules with.
//!
//! A table of every server and every second says which job has it. It shares no code with the
//! structures, the search or the run.

use super::*;
use crate::criteria::wait_parts::tests::check_seconds;
use crate::engine::Status;

/// Beyond all that is booked.
const END: usize = 2_000;

/// The outcome of a job.
#[derive(Clone, Debug, PartialEq)]
struct Fate {
    start: Time,
    end: Time,
    released: Time,
    killed: bool,
    servers: Vec<u32>,
}

struct Table {
    /// By server, then by second.
    taken: Vec<Vec<bool>>,
    /// Ends of jobs that gave a server back: no idle period extends across them. By server.
    ended: Vec<Vec<Time>>,
}

impl Table {
    fn is_idle(&self, server: usize, from: Time, to: Time) -> bool {
        (from..to).all(|second| !self.taken[server][second as usize])
    }

    /// Since when and until when a server is idle around a second.
    fn idle_around(&self, server: usize, second: Time) -> (i64, i64) {
        let taken = |at: Time| self.taken[server][at as usize];
        let mut start = second;
        while start > 0 && !taken(start - 1) && !self.ended[server].contains(&start) {
            start -= 1;
        }
        let begins = if start == 0 && !self.ended[server].contains(&0) { -1 } else { start };
        let mut end = second;
        while (end as usize) < END && !taken(end) {
            end += 1;
        }
        (begins, end)
    }

    fn choose(&self, by: &str, from: Time, to: Time, count: usize) -> Option<Vec<usize>> {
        let servers = 0..self.taken.len();
        let mut idle: Vec<usize> = servers.filter(|&it| self.is_idle(it, from, to)).collect();
        idle.sort_by_key(|&server| {
            let (start, end) = self.idle_around(server, from);
            match by {
                "latest_start" => (-start, end, server),
                "earliest_end" => (end, -start, server),
                _ => (0, 0, server),
            }
        });
        idle.truncate(count);
        idle.sort_unstable();
        (idle.len() == count).then_some(idle)
    }
}

/// The settings, as rules of the model.
#[derive(Clone, Debug)]
struct Rules {
    by: &'static str,
    horizon: Time,
    step: Time,
    attempts: i64,
    requested: bool,
    freed: bool,
    deadline: Option<Time>,
    /// The servers chosen for jobs, by number.
    chosen: Vec<(u64, Vec<u32>)>,
}

impl Rules {
    fn json(&self, structure: &str, slot: Time) -> String {
        let deadline = self.deadline.map_or("null".to_owned(), |it| it.to_string());
        let chosen = self.chosen.iter();
        let chosen = chosen.map(|(job, servers)| format!(r#"{{"job": {job}, "servers": {servers:?}}}"#));
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        format!(
            r#"{{"selection": "{}", "horizon": {}, "step": {}, "attempts": {}, "length": "{}",
                "early_end": "{}", "deadline": {deadline}, "structure": "{structure}", "slot": {slot},
                "chosen_servers": [{chosen}]}}"#,
            self.by,
            self.horizon,
            self.step,
            self.attempts,
            if self.requested { "requested" } else { "run_time" },
            if self.freed { "freed" } else { "held" },
        )
    }

    fn play(&self, servers: u32, jobs: &[Job]) -> Vec<Option<Fate>> {
        let mut table =
            Table { taken: vec![vec![false; END]; servers as usize], ended: vec![Vec::new(); servers as usize] };
        let mut fates: Vec<Option<Fate>> = vec![None; jobs.len()];
        for now in 0..END as Time {
            // A job that ends now before its time gives its servers back before any job is placed;
            // one that starts and ends in the same second after all have been placed.
            self.free(now, &mut table, jobs, &fates, |start| start < now);
            for (index, job) in jobs.iter().enumerate().filter(|(_, it)| it.submit == now) {
                fates[index] = self.place(job, &mut table);
            }
            self.free(now, &mut table, jobs, &fates, |start| start == now);
        }
        fates
    }

    fn place(&self, job: &Job, table: &mut Table) -> Option<Fate> {
        let length = if self.requested { job.requested_time } else { job.run_time };
        let ready = job.reservation.map_or(job.submit, |it| it.ready);
        if length < 1 {
            return None;
        }
        for attempt in 0..self.attempts {
            let start = ready + attempt * self.step;
            let late = self.deadline.is_some_and(|it| start > ready + it);
            if start + length > job.submit + self.horizon || late {
                return None;
            }
            let count = job.processors as usize;
            let named = self.chosen.iter().find(|it| it.0 == job.id);
            let chosen = match named {
                None => table.choose(self.by, start, start + length, count),
                Some((_, servers)) => {
                    let servers: Vec<usize> = servers.iter().map(|&it| it as usize).collect();
                    let idle = |&it: &usize| table.is_idle(it, start, start + length);
                    (servers.len() == count && servers.iter().all(idle)).then_some(servers)
                }
            };
            let Some(chosen) = chosen else {
                continue;
            };
            for &server in &chosen {
                table.taken[server][start as usize..(start + length) as usize].fill(true);
            }
            let end = start + job.run_time.min(length);
            return Some(Fate {
                start,
                end,
                released: if self.freed { end } else { start + length },
                killed: job.run_time > length,
                servers: chosen.iter().map(|&it| it as u32).collect(),
            });
        }
        None
    }

    fn free(&self, now: Time, table: &mut Table, jobs: &[Job], fates: &[Option<Fate>], started: impl Fn(Time) -> bool) {
        for (job, fate) in jobs.iter().zip(fates) {
            let Some(fate) = fate.as_ref().filter(|it| it.released == now && started(it.start)) else {
                continue;
            };
            let length = if self.requested { job.requested_time } else { job.run_time };
            for &server in &fate.servers {
                table.taken[server as usize][now as usize..(fate.start + length) as usize].fill(false);
                table.ended[server as usize].push(now);
            }
        }
    }
}

fn fates_of(run: &Run) -> Vec<Option<Fate>> {
    let outcomes = run.schedule.outcomes.iter().enumerate();
    let fate = |(index, it): (usize, &crate::engine::Outcome)| {
        let bars = run.schedule.bars_of(index).iter();
        (it.status != Status::Rejected).then(|| Fate {
            start: it.start,
            end: it.end,
            released: it.released,
            killed: it.status == Status::Killed,
            servers: bars.flat_map(|bar| bar.first_processor..=bar.last_processor).collect(),
        })
    };
    outcomes.map(fate).collect()
}

fn rules() -> impl Strategy<Value = Rules> {
    let by = prop_oneof![Just("latest_start"), Just("earliest_end"), Just("first_server")];
    let times = (40..200i64, 1..30i64, 1..40i64);
    let deadline = proptest::option::weighted(0.2, 0..60i64);
    let servers = proptest::collection::btree_set(0..10u32, 1..5);
    let chosen = proptest::collection::btree_map(1..50u64, servers, 0..8);
    (by, times, any::<(bool, bool)>(), deadline, chosen).prop_map(
        |(by, (horizon, step, attempts), (requested, freed), deadline, chosen)| Rules {
            by,
            horizon,
            step,
            attempts,
            requested,
            freed,
            deadline,
            chosen: chosen.into_iter().map(|(job, servers)| (job, servers.into_iter().collect())).collect(),
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(300)))]

    #[test]
    fn whole_schedules_equal_those_of_the_plainest_rule(
        rules in rules(),
        slot in 1..40i64,
        servers in 1..10u32,
        jobs in proptest::collection::vec(any_job(), 0..50).prop_map(numbered),
    ) {
        let mut rules = rules;
        rules.chosen.retain(|(_, chosen)| chosen.iter().all(|&it| it < servers.min(8)));
        // Half of them have a choice of as many servers as they need.
        for (job, chosen) in rules.chosen.iter_mut().filter(|it| it.0 % 2 == 0) {
            if let Some(job) = jobs.iter().find(|it| it.id == *job) {
                *chosen = (0..job.processors.min(servers).min(8)).collect();
            }
        }
        let expected = rules.play(servers, &jobs);
        for structure in ["fast", "printed"] {
            let settings = settings(&rules.json(structure, slot));
            let run = run(&settings, &[servers], jobs.clone());
            for (index, (got, expected)) in fates_of(&run).iter().zip(&expected).enumerate() {
                prop_assert_eq!(got, expected, "{} job {} {:?}", structure, index, jobs[index]);
            }
            prop_assert!(run.schedule.bars.is_sorted_by_key(|bar| bar.start));
            if jobs.len() < 15 {
                check_seconds(&run, true)?;
            }
        }
    }

    #[test]
    fn what_the_trees_hand_out_is_a_schedule(
        rules in rules(),
        slot in 1..40i64,
        jobs in proptest::collection::vec(any_job(), 0..50).prop_map(numbered),
    ) {
        let rules = Rules { by: "printed", chosen: Vec::new(), ..rules };
        let run = run(&settings(&rules.json("printed", slot)), &[8], jobs);
        let mut taken = vec![Vec::<(Time, Time)>::new(); 8];
        for bar in &run.schedule.bars {
            for server in bar.first_processor..=bar.last_processor {
                let others = &mut taken[server as usize];
                prop_assert!(others.iter().all(|it| it.1 <= bar.start || it.0 >= bar.end));
                others.push((bar.start, bar.end));
            }
        }
        for (job, outcome) in run.jobs.iter().zip(&run.schedule.outcomes) {
            let late = outcome.start - job.ready();
            prop_assert!(outcome.status == Status::Rejected || late % rules.step == 0);
        }
    }
}
