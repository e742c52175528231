//! What policies are called where there is little room: legends, tables, labels of points.

use crate::system::two_level::{BatchAllocation, LocalSystem, QueuePolicy, ReservationAllocation};
use crate::workload::Time;

/// A queue policy.
pub fn queue(policy: QueuePolicy) -> &'static str {
    match policy {
        QueuePolicy::FcfsBackfilling => "FCFS with backfilling",
        QueuePolicy::Fcfs => "FCFS, strict",
        QueuePolicy::Easy => "EASY",
        QueuePolicy::Conservative => "Conservative",
        QueuePolicy::Lsf => "LSF",
        QueuePolicy::Sjf => "SJF",
        QueuePolicy::Ppp => "PPP",
        QueuePolicy::Pppd => "PPPD",
        QueuePolicy::Fss => "Fair share",
    }
}

/// An allocation of batch jobs.
pub fn batch_allocation(allocation: BatchAllocation) -> &'static str {
    match allocation {
        BatchAllocation::LoadBalancing => "batch balanced",
        BatchAllocation::Random => "batch random",
        BatchAllocation::RoundRobin => "batch in turn",
        BatchAllocation::LeastWork => "batch to least work",
        BatchAllocation::MostFree => "batch to most free",
    }
}

/// An allocation of reservations.
pub fn reservation_allocation(allocation: ReservationAllocation) -> &'static str {
    match allocation {
        ReservationAllocation::Mct => "AR by MCT",
        ReservationAllocation::ResourcePriority => "AR by priority",
        ReservationAllocation::StaticPartition => "AR static",
        ReservationAllocation::Random => "AR random",
        ReservationAllocation::LoadBalancing => "AR balanced",
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
