//! Clusters, access lists, nodes of several sizes, and schedulers that know all nodes.

use super::*;
use workload::task_batch::Node;

#[test]
fn tasks_go_where_they_may() {
    let mut batch = batch("0 10 10, 0 10 10, 0 10 10");
    batch.clusters = ["red", "blue"].map(str::to_owned).to_vec();
    batch.users = ["ann", "bob"].map(str::to_owned).to_vec();
    batch.tasks[0].cluster = Some(1);
    batch.tasks[1].user = Some(1);
    batch.tasks[2].user = Some(0);
    let settings = settings(
        r#"agents: [4]; clusters: [{"name": "red", "farm": "f", "nodes": 2}, {"name": "blue", "nodes": 1}];
        access: [{"node": 0, "users": ["ann"]}, {"node": 1, "users": []}]"#,
    );
    // Node 0 is open to Ann alone, node 1 to no user, node 2 is blue, node 3 in no cluster.
    assert_eq!(nodes(&run(&settings, &batch, 4, 1)), "2 3 0");
}

#[test]
fn the_nodes_of_a_file_stand_by_their_agents() {
    let node = |name: &str, agent| Node { name: name.to_owned(), agent: Some(agent), ..Node::default() };
    let mut batch = batch("0 10 10");
    batch.nodes = vec![node("a", 1), node("b", 0), node("c", 1)];
    let run = run(&Broker::default(), &batch, 3, 1);
    assert_eq!(run.messages.agents, [1, 2]);
    assert_eq!(run.batch().expect("a batch").nodes, ["b", "a", "c"]);
    assert_eq!(run.provider_name(1), "a");
}

#[test]
fn placements_differ_as_they_are_named() {
    let of = |placement: &str| {
        let tasks = batch("0 10 10, 0 10 10, 0 10 80, 0 10 80");
        let run = run(&settings(&format!("placement: {placement}")), &tasks, 3, 7);
        assert!(run.messages.is_empty(), "{placement}");
        nodes(&run)
    };
    assert_eq!(of("first_fit"), "0 0 1 2");
    assert_eq!(of("first_idle"), "0 1 2 -");
    assert!(of("random").split(' ').take(2).all(|it| it != "-"));
}

#[test]
fn the_jobs_of_a_log_take_processors_of_one_provider() {
    // 8 and 16 processors, up to 85 %: 6 and 13.
    let jobs = jobs("0 6 50 60, 10 7 90 60, 10 14 5 5");
    let run = crate::system::testing::run(&settings::<Broker>("agents: 1"), &[8, 16], jobs);
    assert_eq!(nodes(&run), "0 1 -");
    let (first, second) = (&run.schedule.outcomes[0], &run.schedule.outcomes[1]);
    assert_eq!((first.start, first.end, first.released), (0, 50, 60));
    assert_eq!((second.start, second.end, second.status), (10, 70, Status::Killed));
    // Two rows of the second provider would be too many: 7 of 13.
    assert_eq!(run.schedule.bars_of(1)[0].last_processor, 6);
}

#[test]
fn shares_of_nodes_are_compared_not_points() {
    // A third of the large node is less than a half of the small one, then five twelfths more than an eighth.
    let settings: Broker = settings("agents: 2");
    assert_eq!(nodes(&crate::system::testing::run(&settings, &[8, 12], jobs("0 4 60 60, 1 1 60 60"))), "1 0");
}

#[test]
fn a_run_tells_the_clusters_and_farms_of_its_nodes() {
    let settings = settings(r#"clusters: [{"name": "red", "farm": "f", "nodes": 1}, {"name": "blue", "nodes": 1}]"#);
    let mut tasks = batch("0 10 30");
    let of_settings = run(&settings, &tasks, 3, 1).groups;
    assert_eq!(of_settings.clusters, ["red", "blue", ""]);
    assert_eq!(of_settings.farms, ["f", "", ""]);
    // The file's statement on a node comes first, its farm with its cluster.
    tasks.clusters = vec!["green".to_owned()];
    tasks.nodes = (0..3_u32)
        .map(|it| Node {
            name: format!("n{it}"),
            cluster: (it == 0).then_some(0),
            farm: if it == 2 { "far".to_owned() } else { String::new() },
            ..Node::default()
        })
        .collect();
    let of_file = run(&settings, &tasks, 3, 1).groups;
    assert_eq!(of_file.clusters, ["green", "blue", ""]);
    assert_eq!(of_file.farms, ["", "", "far"]);
    let plain = run(&Broker::default(), &batch("0 10 30"), 2, 1).groups;
    assert!(plain.clusters.is_empty() && plain.farms.is_empty());
}
