//! Which settings can be run.

use std::collections::BTreeSet;

use super::CoAllocation;

/// The most slots of a horizon.
const MOST_SLOTS: i64 = 1_000_000;

/// The most servers of the pool: a row of the chart each.
const MOST_SERVERS: u64 = 1_000_000;

/// The most requests for which servers are chosen.
const MOST_CHOSEN: usize = 1_000;

/// The most idle periods that the printed trees may hold at the beginning, each once a slot: they take
/// some 600 bytes each.
const MOST_IN_TREES: i128 = 1_000_000;

impl CoAllocation {
    /// Checks every value on a platform.
    ///
    /// # Errors
    ///
    /// A sentence that names the first invalid field and its valid values.
    pub fn validate(&self, platform: &[u32]) -> Result<(), String> {
        let within = "no longer than the horizon";
        for (name, value) in [("slot", self.slot), ("step", self.step)] {
            if value > self.horizon {
                return Err(problem(name, &format!("{value} s; it is {within}")));
            }
        }
        if self.slots() > MOST_SLOTS {
            let told = format!("{} slots in the horizon; at most {MOST_SLOTS}", self.slots());
            return Err(problem("slot", &told));
        }
        let servers = platform.iter().map(|&it| u64::from(it)).sum::<u64>();
        if servers > MOST_SERVERS {
            return Err(format!(
                "platform: co-allocation takes the providers as one pool, and {servers} servers are more \
                 than the {MOST_SERVERS} that it can have"
            ));
        }
        self.validate_chosen(servers)?;
        let copies = i128::from(servers) * i128::from(self.slots() + 1);
        if self.has_printed_trees() && copies > MOST_IN_TREES {
            let told = format!(
                "the printed trees hold an idle period of each of {servers} servers in each of {} slots, \
                 {copies} in all, and {MOST_IN_TREES} are the most; choose longer slots, a shorter \
                 horizon, or the fast structure and another selection",
                self.slots() + 1
            );
            return Err(problem("structure", &told));
        }
        Ok(())
    }
}

impl CoAllocation {
    /// Whether every server that a user chose is one of the pool, once, and no job is named twice.
    fn validate_chosen(&self, servers: u64) -> Result<(), String> {
        let count = self.chosen_servers.len();
        if count > MOST_CHOSEN {
            let told = format!("{count} requests; at most {MOST_CHOSEN}");
            return Err(problem("chosen_servers", &told));
        }
        let mut jobs = BTreeSet::new();
        for (index, chosen) in self.chosen_servers.iter().enumerate() {
            let name = format!("chosen_servers[{index}]");
            if !jobs.insert(chosen.job) {
                let told = format!("job {} is named before; name each job once", chosen.job);
                return Err(problem(&name, &told));
            }
            let mut named = BTreeSet::new();
            for &server in &chosen.servers {
                if u64::from(server) >= servers {
                    let told = format!("server {server}; the pool has 0 to {}", servers.max(1) - 1);
                    return Err(problem(&name, &told));
                }
                if !named.insert(server) {
                    let told = format!("server {server} is named twice");
                    return Err(problem(&name, &told));
                }
            }
            if named.is_empty() {
                let told = "no server; name as many as the job has processors, or leave the job out";
                return Err(problem(&name, told));
            }
        }
        Ok(())
    }
}

fn problem(name: &str, what: &str) -> String {
    format!("system.co_allocation.{name}: {what}")
}

#[cfg(test)]
mod tests {

    fn problem(settings: &str, platform: &[u32]) -> Option<String> {
        crate::system::System::CoAllocation(crate::system::testing::settings(settings)).check(platform).err()
    }

    #[test]
    fn what_cannot_be_is_named() {
        for row in "horizon: 0 => co_allocation.horizon: 0 s
            horizon: 40000000 => horizon
            slot: 0 => slot
            slot: -5 => slot
            step: 0 => step
            horizon: 600 => slot: 900 s; it is no longer
            horizon: 600; slot: 60 => step
            horizon: 31622400; slot: 1 => 31622400 slots
            attempts: 0 => attempts
            deadline: -1 => deadline
            chosen_servers: [{\"job\": 3, \"servers\": [128]}] => chosen_servers[0]: server 128; the pool has 0 to 127
            chosen_servers: [{\"job\": 3, \"servers\": [1, 1]}] => server 1 is named twice
            chosen_servers: [{\"job\": 3, \"servers\": []}] => no server
            chosen_servers: [{\"job\": 3, \"servers\": [1]}, {\"job\": 3, \"servers\": [2]}] => chosen_servers[1]: \
                job 3 is named before
            structure: printed; slot: 60 => printed trees
            selection: printed; slot: 60 => printed trees"
            .lines()
        {
            let (settings, word) = row.split_once(" => ").expect(row);
            let problem = problem(settings, &[128]).unwrap_or_else(|| panic!("{settings} is taken"));
            assert!(problem.contains(word), "{settings}: {problem}");
        }
        let problem_of = problem("", &[900_000, 900_000]).unwrap();
        assert!(problem_of.contains("one pool"), "{problem_of}");
        for settings in ["", "structure: printed", "deadline: 0; attempts: 1", "horizon: 900"] {
            assert_eq!(problem(settings, &[128]), None, "{settings}");
        }
    }
}
