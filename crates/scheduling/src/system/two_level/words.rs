//! The settings in words, for titles and captions.

mod local;

use super::{FlexibleStart, Grid, GridQueue, MctTies, ReservationAllocation, Route, RouteBy, TwoLevel};
use crate::system::prelude::*;
use base::text;

/// The settings, a part for each scheduler and one for the readings: options that are rarely touched
/// only where they are not the default, and none that have no effect.
pub(super) fn words(settings: &TwoLevel, of: &Surroundings, changed: &Changed) -> Vec<String> {
    let mut parts = vec![grid(settings, of.reservations, of.platform.len()), local::local(&settings.local)];
    let readings = ["late_reservations", "reservation_length", "reservation_end", "completion"];
    let rules = changed.words(|row| readings.iter().any(|it| row.is_field(it)));
    parts.extend(rules.strip_prefix(", ").map(|it| format!("reservations: {it}")));
    parts
}

/// The policy of the local queues, the local systems where they differ, and the grid scheduler's period if it has one.
pub(super) fn policy(settings: &TwoLevel) -> String {
    let queue = local::queue(&settings.local);
    let systems = local::systems(&settings.local);
    let systems = systems.map_or(String::new(), |it| format!(" {it}"));
    let period = match settings.grid.period {
        0 => String::new(),
        period => format!(", δ = {period} s"),
    };
    format!("{queue}{systems}{period}")
}

/// With one provider there is nothing to choose.
pub(super) fn forwarding(settings: &TwoLevel, of: &Surroundings) -> String {
    if of.platform.len() < 2 {
        return String::new();
    }
    let batch = text::in_text(settings.grid.batch_allocation.name());
    let batch = of.batch.then(|| format!("{batch} for batch jobs"));
    let reserved = of.reservations.then(|| reservation_allocation(settings));
    let reserved = reserved.map(|it| format!("{it} for reservations"));
    let parts: Vec<String> = batch.into_iter().chain(reserved).collect();
    parts.join(", ")
}

/// With one provider there is no allocation; without reservations their policies have no effect.
fn grid(settings: &TwoLevel, reservations: bool, providers: usize) -> String {
    let grid: &Grid = &settings.grid;
    let mut parts = Vec::new();
    if reservations {
        parts.push(grid.reservation_queue.name().to_owned());
    }
    if grid.queue != GridQueue::Fcfs {
        let order = text::in_text(grid.queue.name());
        parts.push(match grid.queue {
            GridQueue::Priority => {
                format!("{order} ({})", local::priority(&settings.local.priority))
            }
            GridQueue::FairShare => {
                format!("{order} {}", local::fair_share(&settings.local.fair_share))
            }
            _ => order,
        });
    }
    if providers > 1 {
        parts.push(text::in_text(grid.batch_allocation.name()));
    }
    if providers > 1 && reservations {
        parts.push(reservation_allocation(settings));
    }
    if reservations && grid.flexible_start == FlexibleStart::BesideReservation {
        parts.push(text::in_text(grid.flexible_start.name()));
    }
    if reservations && grid.inquiry_step > 0 {
        parts.push(format!("starts asked for every {}", text::period(grid.inquiry_step)));
    }
    if providers > 1 && !grid.routes.is_empty() {
        parts.push(routes(&grid.routes));
    }
    parts.push(match grid.period {
        0 => "on arrival".to_owned(),
        period => format!("every {period} s"),
    });
    format!("grid: {}", parts.join(", "))
}

/// The allocation of reservations with the settings that it reads, where that is not the default.
fn reservation_allocation(settings: &TwoLevel) -> String {
    let name = settings.grid.reservation_allocation.name();
    match settings.grid.reservation_allocation {
        ReservationAllocation::Mct => match settings.mct_ties {
            MctTies::Random => name.to_owned(),
            MctTies::FewestReservations => format!("{name} (ties to the fewest reservations)"),
            MctTies::Order => format!("{name} (ties in order)"),
        },
        ReservationAllocation::ResourcePriority if !settings.grid.resource_order.is_empty() => {
            let order = settings.grid.resource_order.iter();
            let order: Vec<String> = order.map(|index| (index + 1).to_string()).collect();
            format!("{name} (providers {} first)", order.join(", "))
        }
        ReservationAllocation::StaticPartition => format!("{name} (provider 1 for ARs only)"),
        _ => name.to_owned(),
    }
}

/// The routes, in their order: `limits up to 900 s to provider 1, users 3, 7 to providers 2, 3`.
fn routes(routes: &[Route]) -> String {
    let told: Vec<String> = routes.iter().map(route).collect();
    told.join(", ")
}

fn route(route: &Route) -> String {
    let values = || {
        let values: Vec<String> = route.values.iter().map(i64::to_string).collect();
        values.join(", ")
    };
    let plural = |one: &str, count: usize| one.to_owned() + if count == 1 { "" } else { "s" };
    let of = match (route.by, route.most) {
        (RouteBy::Queue, _) => format!("{} {}", plural("queue", route.values.len()), values()),
        (RouteBy::User, _) => format!("{} {}", plural("user", route.values.len()), values()),
        (RouteBy::Limit, Some(most)) if route.least == 0 => format!("limits up to {most} s"),
        (RouteBy::Limit, Some(most)) => format!("limits of {} to {most} s", route.least),
        (RouteBy::Limit, None) if route.least == 0 => "all".to_owned(),
        (RouteBy::Limit, None) => format!("limits from {} s", route.least),
    };
    let providers: Vec<String> = route.providers.iter().map(|it| (it + 1).to_string()).collect();
    let to = plural("provider", providers.len());
    format!("{of} to {to} {}", providers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_names_its_jobs_and_providers() {
        let json = r#"[{"most": 900, "providers": [0]}, {"least": 901, "most": 7200, "providers": [0, 1]},
            {"least": 7201, "providers": [1]}, {"by": "user", "values": [3, 7], "providers": [2]},
            {"by": "queue", "values": [1], "providers": [2]}, {"providers": [0]}]"#;
        let all: Vec<Route> = serde_json::from_str(json).unwrap();
        assert_eq!(
            routes(&all),
            "limits up to 900 s to provider 1, limits of 901 to 7200 s to providers 1, 2, \
             limits from 7201 s to provider 2, users 3, 7 to provider 3, queue 1 to provider 3, all to provider 1"
        );
        let written = serde_json::to_value(&all[0]).unwrap();
        assert_eq!(written, serde_json::json!({"by": "limit", "most": 900, "providers": [0]}));
    }
}
