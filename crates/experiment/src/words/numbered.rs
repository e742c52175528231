//! Decisions as JSON, their jobs by the log's numbers or their tasks' names.

use serde_json::Value;

use scheduling::engine::decisions::{Entry, Own};

/// Decisions as JSON, in which `name` gives the name of every job by its index: a number of the log, or the name
/// of a task. Indices of a run are meaningless outside of it. Providers, agents and nodes are counted from 0.
pub fn numbered(entries: &[Entry], name: &dyn Fn(u32) -> Value) -> Value {
    let mut json = serde_json::to_value(entries).unwrap_or_default();
    rename(&mut json, name);
    json
}

/// The fields that hold the index of a job.
const JOBS: [&str; 2] = ["job", "by"];

/// The only field of a decision of one system, which its facts replace.
const OWN: &str = "Own";

/// The field that holds a list of such indices, where it is one of numbers.
const LISTED: &str = "listed";

fn rename(json: &mut Value, name: &dyn Fn(u32) -> Value) {
    let renamed = |value: &Value| {
        let index = value.as_u64().and_then(|it| u32::try_from(it).ok());
        index.map(name)
    };
    match json {
        Value::Array(items) => items.iter_mut().for_each(|it| rename(it, name)),
        Value::Object(fields) => {
            if let Some(own) = fields.get(OWN) {
                *json = serde_json::from_value(own.clone()).map_or(Value::Null, |own: Own| own.value());
                return rename(json, name);
            }
            for (field, value) in fields {
                if JOBS.contains(&field.as_str())
                    && let Some(called) = renamed(value)
                {
                    *value = called;
                } else if field == LISTED
                    && let Value::Array(items) = value
                    && items.iter().all(Value::is_u64)
                {
                    items.iter_mut().for_each(|it| *it = name_or_keep(it, &renamed));
                } else {
                    rename(value, name);
                }
            }
        }
        _ => {}
    }
}

fn name_or_keep(value: &Value, renamed: &impl Fn(&Value) -> Option<Value>) -> Value {
    renamed(value).unwrap_or_else(|| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use scheduling::engine::decisions::{
        Claim, Claimant, Claims, Decision, Overtaken, Overtaking, Reason, Room, Waits,
    };
    use scheduling::system::two_level::decisions::OwnDecision;

    /// An index that is found again wherever it stands.
    const INDEX: u32 = 77_123;

    fn claims() -> Claims {
        Claims::of(vec![Claim {
            job: INDEX,
            claimant: Claimant::Running,
            processors: 1,
            from: 2,
            until: 3,
            gives_way: false,
            since: None,
        }])
    }

    fn waits(reason: impl Into<Reason>) -> Decision {
        Decision::Waits(Waits::of(reason.into()))
    }

    fn starts(room: Room) -> Decision {
        Decision::Started {
            processors: 1,
            until: 2,
            again: false,
            overtaking: Some(Overtaking {
                passed: Overtaken::of(vec![INDEX]),
                room: Some(room),
                later: Overtaken::of(vec![INDEX, INDEX]),
                precedence: None,
            }),
            shares: Vec::new(),
        }
    }

    /// Every decision that names a job, with how often it does.
    fn decisions() -> Vec<(Decision, usize)> {
        let too_few = || Reason::TooFewFree { needs: 1, free: 0, claims: claims() };
        vec![
            (OwnDecision::Preempted { by: INDEX }.into(), 1),
            (OwnDecision::Suspended { by: INDEX }.into(), 1),
            (waits(too_few()), 1),
            (
                waits(OwnDecision::Promised {
                    needs: 1,
                    least_free: 0,
                    from: 1,
                    until: 2,
                    by_name: false,
                    claims: claims(),
                }),
                1,
            ),
            (waits(OwnDecision::Behind { job: INDEX, because: too_few() }), 2),
            (waits(OwnDecision::WouldDelay { job: INDEX, promised: 1, needs: 1, left: 0, because: too_few() }), 2),
            (starts(Room::Preempting), 3),
            (starts(Room::EndsBefore { job: INDEX, promised: 1, ends: 2 }), 4),
            (starts(Room::BesideOnNodes { job: INDEX, promised: 1 }), 4),
            (starts(Room::BesidePromise { job: INDEX, promised: 1, needs: 1, spare: 1 }), 4),
        ]
    }

    #[test]
    fn no_index_is_left_in_any_field() {
        for (decision, count) in decisions() {
            let entry = Entry { first: 1, last: 2, count: 3, job: INDEX, provider: Some(0), decision };
            let number = |index: u32| Value::from(index - INDEX + 5_000);
            let json = numbered(std::slice::from_ref(&entry), &number).to_string();
            assert!(!json.contains("77123") && !json.contains("Own"), "{json}");
            assert_eq!(json.matches("5000").count(), count + 1, "{json}");
            let name = |_: u32| Value::from("a task");
            let json = numbered(std::slice::from_ref(&entry), &name).to_string();
            assert_eq!(json.matches("a task").count(), count + 1, "{json}");
        }
    }
}
