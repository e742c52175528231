//! Marking jobs as advance reservations: Kurowski et al. 2011, Sects. 4.4.1 and 5.2.

use serde::{Deserialize, Serialize};

/// Which jobs become advance reservations and what window they ask for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Reservations {
    /// How many of the selected jobs, in percent: 0 to 100.
    pub percent: f64,
    /// The form of the request.
    pub request: RequestKind,
    /// With `flexible`: how much earlier than the fixed start the job may begin, in hours.
    pub earlier_hours: f64,
    /// With `flexible`: how much later than the fixed end the job may finish, in hours.
    pub later_hours: f64,
}

impl Default for Reservations {
    fn default() -> Self {
        Self {
            percent: 30.0,
            request: RequestKind::Fixed,
            earlier_hours: 0.0,
            later_hours: 0.0,
        }
    }
}

/// The form of an advance reservation request (Sect. 4.4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// One interval: from submission + logged wait, for the requested time.
    #[default]
    Fixed,
    /// That interval widened on both sides.
    Flexible,
}
