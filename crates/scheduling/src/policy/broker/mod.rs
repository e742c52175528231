//! Choice of the node for a task: agents choose among their own nodes, a broker among their offers
//! (Moise et al. 2008, Sects. 3.6 and 3.7).

mod decision;
mod load_bounds;
mod node_choice;
#[cfg(test)]
mod tests;

pub use decision::{Considered, FinalSchedule, KeptOffer, TieRule};
pub use load_bounds::LoadBounds;
pub use node_choice::{Fit, NodeTable, Wanted, first_fit, first_idle, least_used};
