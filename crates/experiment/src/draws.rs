//! Whether the seed of a scenario makes a difference.

#[cfg(test)]
mod tests;

use super::Scenario;
use scheduling::system::Surroundings;
use workload::WorkloadKind;

/// Whether runs of a scenario on workloads of a kind draw random numbers: for the choice of reservations and their
/// begin, of users that leave, or within the system ([`scheduling::system::SystemModel::draws`]). If not, runs with different seeds are
/// equal to the last byte; one is enough, and means over seeds have no interval. A workload that was generated
/// counts as it is: its own seed is none of the scenario's.
///
/// Random draws may still have no effect with any seed, for a log without jobs for example.
pub fn draws(scenario: &Scenario, kind: WorkloadKind) -> bool {
    let model = scenario.system.model();
    let reservations = &scenario.workload.reservations;
    let books = kind == WorkloadKind::Log && model.books();
    let of = Surroundings {
        reservations: books && reservations.any(),
        batch: !(books && reservations.all()),
        ..scenario.surroundings()
    };
    let leaves = kind == WorkloadKind::Log && scenario.workload.thins();
    leaves || books && reservations.draws() || model.draws(&of)
}
