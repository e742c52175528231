//! Routes in words.

use crate::system::two_level::{Route, RouteBy};

/// The routes, in their order: `limits up to 900 s to provider 1, users 3, 7 to providers 2, 3`.
pub(super) fn routes(routes: &[Route]) -> String {
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
