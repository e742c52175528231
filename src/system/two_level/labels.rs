//! What policies are called: the one table for controls, legends, captions, tables and sentences.
//!
//! A name stands by itself here, with a large letter at its beginning; [`crate::system::text::in_text`] is the same within
//! a sentence. What a policy does is said beside its name, not in place of it.

mod readings;

use super::{
    BatchAllocation, FlexibleStart, GridQueue, LocalSystem, QueuePolicy, ReservationAllocation,
    ReservationQueue,
};
pub use readings::*;

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
        BatchAllocation::LoadBalancingWithReservations => "LB with ARs",
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

/// Which start in its window a reservation is offered.
pub const fn flexible_start(start: FlexibleStart) -> &'static str {
    match start {
        FlexibleStart::Earliest => "Earliest start",
        FlexibleStart::BesideReservation => "Start beside a reservation",
    }
}

/// Which start in its window a reservation is offered, in a sentence.
pub const fn flexible_start_about(it: FlexibleStart) -> &'static str {
    match it {
        FlexibleStart::Earliest => "The earliest start at which there is room.",
        FlexibleStart::BesideReservation => {
            "The earliest start at which it follows on another reservation there or ends where one begins; the earliest, if there is none by the deadline."
        }
    }
}

/// The order of batch jobs in the grid queue.
pub const fn grid_queue(queue: GridQueue) -> &'static str {
    match queue {
        GridQueue::Fcfs => "Jobs in order",
        GridQueue::Largest => "Largest jobs first",
        GridQueue::Shortest => "Shortest jobs first",
        GridQueue::Priority => "Jobs by priority",
        GridQueue::FairShare => "Jobs by fair share",
    }
}

/// A local system.
pub const fn local_system(system: LocalSystem) -> &'static str {
    match system {
        LocalSystem::Model => "the model",
        LocalSystem::PlatformLsf => "Platform LSF",
        LocalSystem::PbsPro => "PBS Pro",
        LocalSystem::Maui => "Maui",
        LocalSystem::Sge => "SGE",
    }
}

/// What a queue policy does, in a sentence.
pub const fn queue_about(it: QueuePolicy) -> &'static str {
    match it {
        QueuePolicy::FcfsBackfilling => {
            "The queue is walked in order of arrival, and whatever fits starts; nobody is promised anything."
        }
        QueuePolicy::Fcfs => "First come, first served: nobody overtakes the head of the queue.",
        QueuePolicy::Easy => {
            "Jobs may overtake as long as they do not delay the head of the queue."
        }
        QueuePolicy::Conservative => {
            "Every job is promised a start when it is submitted; nobody may delay it, so that reservations find less room."
        }
        QueuePolicy::Lsf => {
            "At multiples of its period the largest waiting job starts first, then whatever fits."
        }
        QueuePolicy::Sjf => "The job with the shortest time limit first.",
        QueuePolicy::Ppp => "The job of the highest priority first, then whatever fits.",
        QueuePolicy::Pppd => {
            "The job of the highest priority first; running jobs of a lower one give up their processors for it."
        }
        QueuePolicy::Fss => "The job whose user has used least so far first, then whatever fits.",
    }
}

/// What an allocation of batch jobs does, in a sentence.
pub const fn batch_allocation_about(it: BatchAllocation) -> &'static str {
    match it {
        BatchAllocation::LoadBalancing => {
            "Load balancing: to the provider with the fewest waiting batch jobs."
        }
        BatchAllocation::LoadBalancingWithReservations => {
            "Load balancing: to the provider with the fewest waiting batch jobs and reservations that wait for their start."
        }
        BatchAllocation::RoundRobin => "Round-robin: one provider after the other.",
        BatchAllocation::Random => "To a provider drawn by chance, from the seed.",
        BatchAllocation::LeastWork => {
            "To the provider whose waiting jobs ask for the least work (size times limit) for each of its processors."
        }
        BatchAllocation::MostFree => {
            "To the provider with the most free processors, less those that its waiting jobs ask for."
        }
    }
}

/// What an allocation of reservations does, in a sentence.
pub const fn reservation_allocation_about(it: ReservationAllocation) -> &'static str {
    match it {
        ReservationAllocation::Mct => {
            "Minimum completion time: the provider with the earliest offer."
        }
        ReservationAllocation::ResourcePriority => {
            "AR resource priority: the first provider, in order, that can meet the request."
        }
        ReservationAllocation::StaticPartition => {
            "Static partition: the first provider is for reservations, the others for batch jobs."
        }
        ReservationAllocation::Random => "To a provider drawn by chance among those with an offer.",
        ReservationAllocation::LoadBalancing => {
            "Load balancing: to the provider with the fewest reservations that wait for their start."
        }
    }
}

/// What an order of reservations does, in a sentence.
pub const fn reservation_queue_about(it: ReservationQueue) -> &'static str {
    match it {
        ReservationQueue::First => "Reservations are forwarded as they arrive.",
        ReservationQueue::Fcfs => {
            "Reservations wait for the period, in order of arrival among the batch jobs."
        }
    }
}

/// What an order of batch jobs in the grid queue does, in a sentence.
pub const fn grid_queue_about(it: GridQueue) -> &'static str {
    match it {
        GridQueue::Fcfs => {
            "Batch jobs that wait for the period are forwarded in order of submission."
        }
        GridQueue::Largest => {
            "Of the batch jobs that wait for the period those that ask for most processors are forwarded first."
        }
        GridQueue::Shortest => {
            "Of the batch jobs that wait for the period those with the shortest limits are forwarded first."
        }
        GridQueue::Priority => {
            "Of the batch jobs that wait for the period those of the highest priority are forwarded first."
        }
        GridQueue::FairShare => {
            "Of the batch jobs that wait for the period those are forwarded first whose user or group has used least of all providers."
        }
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
}
