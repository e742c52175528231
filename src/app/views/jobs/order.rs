//! Which jobs the table shows, and in which order.

use slotscope::criteria::job_fields::JobField;
use slotscope::engine::Status;
use slotscope::experiment::Run;
use slotscope::page::job_columns::sort_key;

/// Which kind of jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    All,
    Reservations,
    Batch,
}

/// Which jobs are shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The beginning of the job's number, or the user's number.
    pub text: String,
    pub kind: Kind,
    pub status: Option<Status>,
    /// Whether jobs are shown too that are not highlighted while others are.
    pub with_others: bool,
}

impl Filter {
    fn admits(&self, run: &Run, job: usize) -> bool {
        let it = &run.jobs[job];
        let kind = match self.kind {
            Kind::All => true,
            Kind::Reservations => it.is_reservation(),
            Kind::Batch => !it.is_reservation(),
        };
        let status = self.status.is_none_or(|status| run.schedule.outcomes[job].status == status);
        let text = self.text.trim();
        kind && status && (text.is_empty() || it.id.to_string().starts_with(text) || it.logged.user.to_string() == text)
    }
}

/// By which column the jobs are sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    pub by: JobField,
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { by: JobField::Job, descending: false }
    }
}

impl Order {
    /// Sorted by this column; the other way round if they are sorted by it already.
    pub fn after(self, by: JobField) -> Self {
        Self { by, descending: self.by == by && !self.descending }
    }
}

/// The jobs that `filter` admits, as indices, in order. Equals stay in order of submission.
/// Where some are highlighted by their numbers, ascending, the others are left out, unless the filter
/// says otherwise.
pub fn rows(run: &Run, order: Order, filter: &Filter, selected: &[u64]) -> Vec<u32> {
    let everybody = filter.with_others || selected.is_empty();
    let is_selected = |job: usize| selected.binary_search(&run.jobs[job].id).is_ok();
    let mut keyed: Vec<(i64, u32)> = (0..run.jobs.len())
        .filter(|&job| filter.admits(run, job) && (everybody || is_selected(job)))
        .map(|job| (sort_key(order.by, run, job), job as u32))
        .collect();
    keyed.sort_unstable();
    if order.descending {
        keyed.sort_by_key(|&(key, _)| std::cmp::Reverse(key));
    }
    keyed.into_iter().map(|(_, job)| job).collect()
}
