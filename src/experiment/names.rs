//! What policies are called: the one table for controls, legends, captions, tables and sentences.
//!
//! A name stands by itself here, with a large letter at its beginning; [`in_text`] is the same within
//! a sentence. What a policy does is said beside its name, not in place of it.

use crate::system::two_level::{
    BatchAllocation, LocalSystem, QueuePolicy, ReservationAllocation, ReservationQueue,
};
use crate::workload::Time;

/// A queue policy.
pub const fn queue(policy: QueuePolicy) -> &'static str {
    match policy {
        QueuePolicy::FcfsBackfilling => "FCFS with backfilling",
        QueuePolicy::Fcfs => "Strict FCFS",
        QueuePolicy::Easy => "EASY backfilling",
        QueuePolicy::Conservative => "Conservative backfilling",
        QueuePolicy::Lsf => "LSF",
        QueuePolicy::Sjf => "SJF",
        QueuePolicy::Ppp => "PPP",
        QueuePolicy::Pppd => "PPPD",
        QueuePolicy::Fss => "Fair share",
    }
}

/// A queue policy whose name is letters, with what they stand for; the name alone otherwise.
pub const fn queue_in_full(policy: QueuePolicy) -> &'static str {
    match policy {
        QueuePolicy::Lsf => "LSF, largest size first",
        QueuePolicy::Sjf => "SJF, shortest job first",
        QueuePolicy::Ppp => "PPP, by priority",
        QueuePolicy::Pppd => "PPPD, with preemption",
        other => queue(other),
    }
}

/// An allocation of batch jobs.
pub const fn batch_allocation(allocation: BatchAllocation) -> &'static str {
    match allocation {
        BatchAllocation::LoadBalancing => "Load balancing",
        BatchAllocation::Random => "Batch random",
        BatchAllocation::RoundRobin => "Round robin",
        BatchAllocation::LeastWork => "Least work",
        BatchAllocation::MostFree => "Most free",
    }
}

/// An allocation of reservations. They are told from those of batch jobs, which stand beside them.
pub const fn reservation_allocation(allocation: ReservationAllocation) -> &'static str {
    match allocation {
        ReservationAllocation::Mct => "MCT",
        ReservationAllocation::ResourcePriority => "AR resource priority",
        ReservationAllocation::StaticPartition => "AR static partition",
        ReservationAllocation::Random => "AR random",
        ReservationAllocation::LoadBalancing => "AR load balancing",
    }
}

/// The order of reservations in the grid queue.
pub const fn reservation_queue(queue: ReservationQueue) -> &'static str {
    match queue {
        ReservationQueue::First => "AR first",
        ReservationQueue::Fcfs => "AR FCFS",
    }
}

/// A name within a sentence: with a small letter at its beginning, unless that is one of several
/// that stand for words.
pub fn in_text(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => name.to_owned(),
    }
}

/// A local system.
pub fn local_system(system: LocalSystem) -> &'static str {
    match system {
        LocalSystem::Model => "the model",
        LocalSystem::PlatformLsf => "Platform LSF",
        LocalSystem::PbsPro => "PBS Pro",
        LocalSystem::Maui => "Maui",
        LocalSystem::Sge => "SGE",
    }
}

/// A period δ, in the largest unit that it is a whole number of.
pub fn period(period: Time) -> String {
    match period {
        0 => "on arrival".to_owned(),
        days if days % 86_400 == 0 => format!("{} d", days / 86_400),
        hours if hours % 3_600 == 0 => format!("{} h", hours / 3_600),
        minutes if minutes % 60 == 0 => format!("{} min", minutes / 60),
        seconds => format!("{seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_policies_have_the_same_name() {
        let queues = QueuePolicy::ALL.map(queue);
        let batch = BatchAllocation::ALL.map(batch_allocation);
        let reservations = ReservationAllocation::ALL.map(reservation_allocation);
        let all = [&queues[..], &batch, &reservations].concat();
        let different: std::collections::BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len(), "{all:?}");
    }

    #[test]
    fn what_letters_stand_for_comes_after_them() {
        for policy in QueuePolicy::ALL {
            assert!(queue_in_full(policy).starts_with(queue(policy)));
        }
    }

    #[test]
    fn names_stand_in_sentences_too() {
        let names = ["Load balancing", "EASY backfilling", "AR random", "MCT", ""];
        let expected = ["load balancing", "EASY backfilling", "AR random", "MCT", ""];
        assert_eq!(names.map(in_text), expected);
    }

    #[test]
    fn periods_are_named_in_their_own_unit() {
        let named = [0, 45, 60, 90, 5_400, 7_200, 86_400, 90_000].map(period);
        let expected = [
            "on arrival",
            "45 s",
            "1 min",
            "90 s",
            "90 min",
            "2 h",
            "1 d",
            "25 h",
        ];
        assert_eq!(named, expected);
    }
}
