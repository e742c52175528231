//! The strategies of Sects. 5.4 and 5.5.

use super::curves::Strategy;
use super::setting::model;
use experiment::Scenario;
use scheduling::system::two_level::{BatchAllocation, MctTies, ReservationAllocation};

/// Load balancing with MCT, ties drawn.
pub const MCT: Strategy = Strategy { name: "MCT", set: |scenario| allocate(scenario, ReservationAllocation::Mct) };

/// Load balancing with AR resource priority.
pub const PRIORITY: Strategy = Strategy {
    name: "AR resource priority",
    set: |scenario| allocate(scenario, ReservationAllocation::ResourcePriority),
};

/// One provider for reservations, one for batch jobs.
pub const STATIC: Strategy =
    Strategy { name: "static", set: |scenario| allocate(scenario, ReservationAllocation::StaticPartition) };

/// Both kinds of task at random.
pub const RANDOM: Strategy = Strategy {
    name: "random",
    set: |scenario| {
        allocate(scenario, ReservationAllocation::Random);
        model(scenario).grid.batch_allocation = BatchAllocation::Random;
    },
};

fn allocate(scenario: &mut Scenario, allocation: ReservationAllocation) {
    let model = model(scenario);
    model.grid.batch_allocation = BatchAllocation::LoadBalancing;
    model.grid.reservation_allocation = allocation;
    model.mct_ties = MctTies::Random;
}
