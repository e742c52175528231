//! Platform LSF: "non-AR task suspended if it blocks AR task, resumed when AR ends" (Table 1).

use super::*;

impl Naive<'_> {
    /// "If AR is open tasks are suspended": they go on as batch jobs. Returns whether any job did.
    pub fn go_on_after_reservations(&mut self, machine: usize) -> bool {
        let mut any = false;
        while let Some((job, own)) = self.machines[machine].take_resumable() {
            for &processor in &own {
                self.machines[machine].batch[processor as usize] = Some(job);
            }
            self.start_stint(job, own);
            any = true;
        }
        any
    }

    /// Batch jobs whose processors were lent stop; those that have all of theirs again go on.
    pub fn suspend_and_go_on(&mut self, machine: usize) {
        if self.machines[machine].habits.batch_jobs_count {
            return;
        }
        let mut jobs: Vec<usize> = self.machines[machine].batch.iter().flatten().copied().collect();
        jobs.sort_unstable();
        jobs.dedup();
        for job in jobs {
            let here = &self.machines[machine];
            let own: Vec<_> = here.batch.iter().zip(&here.reserved).filter(|it| *it.0 == Some(job)).collect();
            let is_lent = own.iter().any(|it| it.1.is_some());
            let is_suspended = here.suspended.contains(&job);
            if is_lent == is_suspended {
                continue;
            }
            if is_lent {
                self.interrupt(job, Preempted::Resume);
                self.machines[machine].suspended.push(job);
            } else {
                let here = &mut self.machines[machine];
                here.suspended.retain(|&it| it != job);
                let mine = |it: &u32| here.batch[*it as usize] == Some(job);
                let processors = (0..here.capacity()).filter(mine).collect();
                self.start_stint(job, processors);
            }
        }
    }
}
