//! Task batches made up: starts, lengths and loads by chance.

use serde::{Deserialize, Serialize};

use super::{BatchTask, NODE_POINTS, TaskBatch};
use crate::draw::{Draw, Stream};
use crate::{Time, Workload};

/// How many tasks a made-up batch can have, at least and at most.
pub const TASKS: (u32, u32) = (1, 100_000);

/// The longest time of a made-up batch, in seconds: some 31 years.
pub const LONGEST: u32 = 1_000_000_000;

/// The parameters of a generated batch, which is the same for the same seed. By default a sparse one of the
/// size of the last test of Moise et al. 2008 (Sect. 5.1): the paper does not describe its tasks.
///
/// Starts, lengths and loads are whole numbers, all equally likely, each from a stream of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MadeUp {
    /// How many tasks.
    pub tasks: u32,
    /// Tasks start from 0 to this, in seconds.
    pub latest: u32,
    /// How long a task takes at least, in seconds.
    pub shortest: u32,
    /// How long a task takes at most, in seconds.
    pub longest: u32,
    /// The least load, in percent of a node.
    pub least: u32,
    /// The highest load, in percent of a node.
    pub most: u32,
    /// How many seconds before its start each task is submitted, or at 0 if that would be before; null for all
    /// at 0.
    pub ahead: Option<u32>,
    /// The seed of every draw.
    pub seed: u64,
}

impl Default for MadeUp {
    fn default() -> Self {
        Self { tasks: 100, latest: 3000, shortest: 10, longest: 100, least: 5, most: 40, ahead: None, seed: 1 }
    }
}

impl MadeUp {
    /// Checks that it can be generated.
    ///
    /// # Errors
    ///
    /// A sentence that names the value out of range and its valid values.
    pub fn validate(&self) -> Result<(), String> {
        for (name, value, (least, most)) in [
            ("tasks", self.tasks, TASKS),
            ("latest", self.latest, (0, LONGEST)),
            ("shortest", self.shortest, (1, LONGEST)),
            ("longest", self.longest, (self.shortest, LONGEST)),
            ("least", self.least, (1, NODE_POINTS)),
            ("most", self.most, (self.least, NODE_POINTS)),
            ("ahead", self.ahead.unwrap_or(0), (0, LONGEST)),
        ] {
            if !(least..=most).contains(&value) {
                return Err(format!("{name}: {value}; for a made-up batch it is {least} to {most}"));
            }
        }
        Ok(())
    }

    /// The batch, with a name that says how it was made.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn workload(&self) -> Result<Workload, String> {
        let name = match self.tasks {
            1 => format!("1 task, seed {}", self.seed),
            count => format!("{count} tasks, seed {}", self.seed),
        };
        Ok(Workload::of_tasks(&name, self.batch()?))
    }

    /// The batch. It names no nodes.
    ///
    /// # Errors
    ///
    /// As [`MadeUp::validate`].
    pub fn batch(&self) -> Result<TaskBatch, String> {
        self.validate()?;
        let stream = |it| Draw::new(self.seed, it);
        let mut starts = stream(Stream::STARTS);
        let mut lengths = stream(Stream::LENGTHS);
        let mut loads = stream(Stream::LOADS);
        let task = |number: u32| {
            let start = Time::from(starts.below(self.latest + 1));
            let more = lengths.below(self.longest - self.shortest + 1);
            BatchTask {
                name: number.to_string(),
                submit: self.ahead.map_or(0, |it| (start - Time::from(it)).max(0)),
                start,
                end: start + Time::from(self.shortest + more),
                load: self.least + loads.below(self.most - self.least + 1),
                cluster: None,
                user: None,
            }
        };
        Ok(TaskBatch { tasks: (1..=self.tasks).map(task).collect(), ..TaskBatch::default() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::rows;

    fn made(made: &MadeUp) -> Vec<BatchTask> {
        made.batch().expect("a batch").tasks
    }

    #[test]
    fn the_sample_has_a_hundred_tasks() {
        let workload = MadeUp::default().workload().expect("a batch");
        assert_eq!(workload.name, "100 tasks, seed 1");
        let tasks = &workload.batch().expect("tasks").tasks;
        assert_eq!(tasks.len(), 100);
        assert_eq!((tasks[0].name.as_str(), tasks[99].name.as_str()), ("1", "100"));
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for [settings, why] in rows(
            "{\"tasks\": 0} | tasks: 0; for a made-up batch it is 1 to 100000
            {\"longest\": 9} | longest: 9; for a made-up batch it is 10 to 1000000000
            {\"shortest\": 0} | shortest: 0; for a made-up batch it is 1 to 1000000000
            {\"least\": 0} | least: 0; for a made-up batch it is 1 to 100
            {\"most\": 4} | most: 4; for a made-up batch it is 5 to 100
            {\"latest\": 4294967295} | latest: 4294967295; for a made-up batch it is 0 to 1000000000",
        ) {
            let wrong: MadeUp = serde_json::from_str(&settings).unwrap();
            assert_eq!(wrong.workload(), Err(why));
        }
    }

    /// Each of the numbers that may come does, and about as often as the others.
    #[test]
    fn all_numbers_are_equally_likely() {
        let settings = r#"{"tasks": 60000, "latest": 5, "shortest": 3, "longest": 8, "least": 95, "most": 100}"#;
        let tasks = made(&serde_json::from_str(settings).unwrap());
        let of: [fn(&BatchTask) -> i64; 3] = [|it| it.start, |it| it.end - it.start - 3, |it| i64::from(it.load) - 95];
        for value in of {
            let mut counts = [0_i32; 6];
            tasks.iter().for_each(|it| counts[value(it) as usize] += 1);
            // Six standard deviations.
            assert!(counts.iter().all(|it| (it - 10_000).abs() < 550), "{counts:?}");
        }
    }

    proptest! {
        #[test]
        fn tasks_are_what_was_asked_for(
            tasks in 1..50_u32,
            latest in 0..100_u32,
            shortest in 1..20_u32,
            more in 0..20_u32,
            (least, most) in (1..=100_u32).prop_flat_map(|least| (Just(least), least..=100)),
            ahead in proptest::option::of(0..150_u32),
            seed: u64,
        ) {
            let longest = shortest + more;
            let settings = MadeUp { tasks, latest, shortest, longest, least, most, ahead, seed };
            let found = made(&settings);
            prop_assert_eq!(found.len(), tasks as usize);
            for it in &found {
                prop_assert!((0..=i64::from(latest)).contains(&it.start));
                prop_assert!((i64::from(shortest)..=i64::from(longest)).contains(&(it.end - it.start)));
                prop_assert!((least..=most).contains(&it.load));
                let submit = ahead.map_or(0, |ahead| it.start.saturating_sub(ahead.into()).max(0));
                prop_assert_eq!(it.submit, submit);
            }
            prop_assert_eq!(made(&settings), found.clone());
            // The times of submission change no other value.
            let at_once = made(&MadeUp { ahead: None, ..settings });
            prop_assert!(at_once.iter().zip(&found).all(|(one, other)| one.start == other.start && one.load == other.load));
        }
    }
}
