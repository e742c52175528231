//! Requests of managers to clusters, and the answers, in words.

use super::managers::{Inquiry, RequestAt, RequestKind};
use base::text::list;
use workload::Time;

/// The request of a manager: `4 of cluster 1 and 2 of cluster 2`.
pub fn asked_for(it: &RequestAt) -> String {
    let part = |it: &Inquiry| {
        let share = it.share;
        format!("{} of cluster {}", share.processors, share.provider + 1)
    };
    list(&it.request.asked.iter().map(part).collect::<Vec<_>>())
}

/// The answer, with times as `clock` formats them. Of several clusters that are asked together none takes its part
/// unless all do.
pub fn answer(it: &RequestAt, clock: &dyn Fn(Time) -> String) -> String {
    let request = &it.request;
    match (it.kind, &request.asked[..]) {
        (RequestKind::Inquiry, _) if request.is_agreed() => "agreed".to_owned(),
        (RequestKind::Reserve, _) if request.is_agreed() => "reserved".to_owned(),
        (kind, [_]) => {
            let declined = match kind {
                RequestKind::Inquiry => "declined",
                RequestKind::Reserve => "not reserved",
            };
            let instead =
                request.instead.map_or_else(|| "never has room".to_owned(), |it| format!("has room at {}", clock(it)));
            format!("{declined}: {instead}")
        }
        (_, asked) => {
            let has = |it: &Inquiry| {
                let number = it.share.provider + 1;
                let has = it.has.unwrap_or(0);
                format!("cluster {number} has {has}")
            };
            let declined = asked.iter().filter(|it| !it.agrees);
            format!("aborted: {}", list(&declined.map(has).collect::<Vec<_>>()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::decisions::Share;
    use crate::system::imprecise_calendar::Request;

    #[test]
    fn answers_tell_what_a_cluster_has_instead() {
        let of = |provider: u32, has: Option<u32>| Inquiry {
            share: Share { provider, processors: 4 - provider },
            agrees: has.is_none(),
            has: has.filter(|&it| it < 9),
        };
        let told = |kind: RequestKind, asked: Vec<Inquiry>, instead: Option<Time>| {
            let it = RequestAt { time: 5, manager: 2, job: 0, kind, request: Request { start: 20, asked, instead } };
            let clock = |time: Time| format!("t{time}");
            format!("{}: {}", asked_for(&it), answer(&it, &clock))
        };
        let (inquiry, reserve) = (RequestKind::Inquiry, RequestKind::Reserve);
        let declined = || vec![of(0, Some(9))];
        assert_eq!(told(inquiry, vec![of(0, None)], None), "4 of cluster 1: agreed");
        assert_eq!(told(inquiry, declined(), Some(30)), "4 of cluster 1: declined: has room at t30");
        assert_eq!(told(reserve, declined(), None), "4 of cluster 1: not reserved: never has room");
        let both = |has: Option<u32>| vec![of(0, None), of(1, has)];
        assert_eq!(told(reserve, both(None), None), "4 of cluster 1 and 3 of cluster 2: reserved");
        assert_eq!(told(inquiry, both(Some(1)), None), "4 of cluster 1 and 3 of cluster 2: aborted: cluster 2 has 1");
    }
}
