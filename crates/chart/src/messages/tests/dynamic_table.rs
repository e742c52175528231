//! The table of a node against a count at every second, and at the end against the exported file.

use super::*;
use scheduling::engine::dynamic_tables;

fn table_of(run: &Run, followed: &Followed, shown: usize, node: usize) -> NodeTable {
    followed.node_table(run, shown, node).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(40)))]

    #[test]
    fn usages_are_those_of_the_load_over_time(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let followed = Followed::of(&run);
        let shown = (share * followed.steps.len() as f64) as usize;
        for node in 0..run.platform.len() {
            let found = table_of(&run, &followed, shown, node);
            let held = &followed.loads(&run, shown, node, 1).held[0];
            let levels = levels(held);
            let level = |at: Time| levels.iter().rev().find(|it| it.from <= at);
            for it in found.table.intervals() {
                prop_assert_eq!(it.usage, level(it.start).map_or(0, |it| it.reserved));
                let running = held.iter().filter(|task| !task.is_offered);
                let running = running.filter(|task| task.start <= it.start && it.start < task.end);
                prop_assert_eq!(running.map(|task| task.job).collect::<Vec<_>>(), it.tasks.clone());
            }
            prop_assert_eq!(found.clone.is_some(), held.iter().any(|it| it.is_offered));
            for it in found.clone.iter().flat_map(|it| it.intervals()) {
                prop_assert_eq!(it.usage, level(it.start).map_or(0, |it| it.all));
            }
        }
        prop_assert!(followed.node_table(&run, shown, run.platform.len()).is_none());
    }

    #[test]
    fn after_the_last_step_it_is_what_the_run_leaves(plan in plan()) {
        let run = run_of(&plan);
        let followed = Followed::of(&run);
        let left = dynamic_tables(&run);
        for (node, left) in left.iter().enumerate() {
            let found = table_of(&run, &followed, followed.steps.len(), node);
            prop_assert_eq!(&found.table, left);
        }
    }
}

/// The first broker dies with the offer that it was made, and the second one waits until that has lapsed.
#[test]
fn offers_to_a_broker_that_died_leave_the_clone_when_their_lease_is_over() {
    let settings = "{\"brokers\": 2, \"latency\": 1, \"lease\": 10, \
        \"broker_outages\": [{\"broker\": 0, \"from\": 2}]}";
    let run = run_of_tasks(settings, "a,100,160,60");
    let followed = Followed::of(&run);
    let steps = followed.steps.len();
    let is_offered = |shown: usize| {
        let at = followed.steps.current(shown).map_or(0, |it| it.at);
        (at, table_of(&run, &followed, shown, 0).clone.is_some())
    };
    let seen: Vec<_> = (0..=steps).map(is_offered).collect();
    // Held from 1 to 11; the second broker is made an offer at 19, and reserves it at 21.
    for (at, found) in seen {
        let expected = (1_000..=11_000).contains(&at) || (19_000..21_000).contains(&at);
        assert!(found == expected || [1_000, 19_000].contains(&at), "at {at}");
    }
    let said: Vec<String> = (0..=steps).map(|it| step_words(&run, &followed.steps, it)).collect();
    let unheard = "The offers from Agent 1 are not received: Broker 1 is down.";
    assert!(said.iter().any(|it| it == unheard), "{said:#?}");
    assert_eq!(followed.steps.down.iter().map(|it| it.line).collect::<Vec<_>>(), [0]);
}

#[test]
fn it_is_told_where_a_node_is_and_who_keeps_it() {
    let mut run = two_tasks();
    assert_eq!(node_place(&run, 0), "node 1, kept by Agent 1");
    run.groups.clusters = vec!["blue".to_owned()];
    run.groups.farms = vec!["farm 3".to_owned()];
    let expected = "node 1 of cluster blue, farm 3, kept by Agent 1";
    assert_eq!(node_place(&run, 0), expected);
}

/// A run of tasks on one node, each with its name, its start, its end and its load.
fn run_of_tasks(settings: &str, tasks: &str) -> Run {
    let scenario = format!("{{\"platform\": [100], \"system\": {{\"broker\": {settings}}}}}");
    let scenario: Scenario = serde_json::from_str(&scenario).unwrap();
    let tasks = format!("task,start,end,load\n{tasks}\n");
    let workload = workload::read("tasks", tasks.as_bytes()).unwrap().workload;
    run(&scenario, &workload).unwrap()
}

/// Two that overlap.
fn two_tasks() -> Run {
    run_of_tasks("{}", "a,0,60,20\nb,30,90,45")
}

#[test]
fn intervals_are_told_with_their_tasks_and_both_means() {
    let run = two_tasks();
    let followed = Followed::of(&run);
    // A batch, offers, a decision, a receipt.
    let offered = table_of(&run, &followed, 2, 0);
    assert_eq!(offered.words(&run), "1 interval, average load 0 % over it, 0 % over time");
    let found = table_of(&run, &followed, 4, 0);
    assert_eq!((found.clone, offered.clone), (None, Some(found.table.clone())));
    let rows = |most: usize| intervals_table(&run, 0, &found.table, Origin::Seconds, most);
    let all = rows(9);
    assert_eq!(all.table.head, ["From", "Until", "Tasks", "Usage"]);
    let expected = "0 s|30 s|a|20 %
30 s|60 s|a, b|65 %
60 s|90 s|b|45 %
90 s|INFINITE|none|0 %";
    assert_eq!(all.table.rows.iter().map(|it| it.join("|")).collect::<Vec<_>>().join("\n"), expected);
    assert_eq!((rows(2).table.rows.len(), rows(2).count), (2, 4));
    // 130 over four intervals; 20 · 60 and 45 · 60 over 90 seconds.
    let last = table_of(&run, &followed, 4, 0);
    assert_eq!(last.words(&run), "4 intervals, average load 32.5 % over them, 43.3 % over time");
}
