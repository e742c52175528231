//! Brokers and agents: `slotscope run scenario.json tasks.csv`, and what can be asked of it.

use super::{Folder, assert_says, column, json, numbers, printed, text, values};

/// A folder with a scenario on so many nodes, with these settings, and a table of tasks.
fn on_nodes(nodes: usize, settings: &str, tasks: &str) -> Folder {
    let platform = vec![100; nodes];
    let scenario = format!(r#"{{"platform": {platform:?}, "system": {{"broker": {{{settings}}}}}}}"#);
    Folder::with(&[("scenario.json", &scenario), ("tasks.csv", tasks)])
}

const RUN: &str = "run scenario.json tasks.csv --jobs jobs.csv";

/// Six tasks that never overlap, as a table.
const APART: &str = "task,start,end,load\n1,0,10,30\n2,20,30,30\n3,40,50,30\n4,60,70,30\n5,80,90,30\n6,100,110,30\n";

#[test]
fn a_table_of_tasks_is_placed_on_the_nodes_of_the_platform() {
    let folder = on_nodes(6, "", APART);
    let measures = &folder.json(RUN)["measures"];
    let jobs = folder.read("jobs.csv");
    // By hand: the second agent takes three tasks of the first, and loses two of them to the third, which then
    // takes one more of the first. An agent's nodes are all free: it offers its first.
    for (name, cells) in [
        ("task", ["1", "2", "3", "4", "5", "6"]),
        ("status", ["done"; 6]),
        ("provider", ["4", "4", "2", "4", "0", "0"]),
        ("start", ["0", "20", "40", "60", "80", "100"]),
        ("end", ["10", "30", "50", "70", "90", "110"]),
        ("processors", ["30"; 6]),
    ] {
        assert_eq!(column(&jobs, name), cells, "{name}");
    }
    assert_eq!(
        values(measures, "/performance /most_tasks_of_an_agent /fewest_tasks_of_an_agent /highest_load"),
        "100.0 3.0 1.0 30.0"
    );
    // A batch, offers, a decision and a receipt for each of three agents.
    let told = "/rounds /messages /lost_messages /refused_tasks /expired_offers /tasks_in_doubt";
    assert_eq!(values(measures, told), "1.0 12.0 0.0 0.0 0.0 0.0");
    // Decided task by task, everybody gets two.
    let fair = on_nodes(6, r#""tie_rule": "when_all_are_in""#, APART).json(RUN);
    assert_eq!(values(&fair["measures"], "/most_tasks_of_an_agent /fewest_tasks_of_an_agent"), "2.0 2.0");
}

/// Fields may stand in any order; what is wrong is told by its line, and the rest runs.
#[test]
fn the_fields_of_the_table_are_read_as_agreed() {
    let table = "load,task,cluster,end,start\n40,a,right,10,0\n40,b,left,10,0\n40,c,,10,0\n40,d,,9,9\n";
    let clusters = r#""agents": 2, "clusters": [{"name": "left", "nodes": 1}, {"name": "right", "nodes": 1}]"#;
    let folder = on_nodes(2, clusters, table);
    assert_says(&folder.warned(RUN), "line 5: task d: end 9 is not after start 9");
    let jobs = folder.read("jobs.csv");
    assert_eq!(column(&jobs, "task"), ["a", "b", "c"]);
    // The first agent offers b and c, the second a and c: c is a tie, and goes to who has fewer then.
    assert_eq!(column(&jobs, "provider"), ["1", "0", "1"]);
}

#[test]
fn offers_that_lost_are_explained() {
    let tasks = "task,start,end,load\n1,0,10,50\n2,0,10,20\n3,0,10,80\n";
    let folder = on_nodes(2, r#""agents": [1, 1]"#, tasks);
    // Each agent offers the first task at 50 % and, upon it, the second at 70 %. The first agent's offers come
    // first; the second has no reservation then and takes the first task, and with it as many as the first has.
    // The third task fits on neither copy, nor in the next round beside what is reserved: 20 % and 50 %.
    assert_says(
        &folder.printed("explain scenario.json tasks.csv --job 1"),
        "offered by agent 2 on node 2 at 50 %: taken, since its agent had fewer reservations; \
         lost: agent 1 on node 1 at 50 % (its agent had no fewer reservations)",
    );
    assert_says(
        &folder.printed("explain scenario.json tasks.csv --job 3"),
        "rejected: no node has room. It needs 80 % of a node like node 1, which is used least in its interval: \
         20 %, of at most 85 %",
    );
}

/// The first node on which a task fits, second by second: nothing is shared with the program.
fn first_fit(tasks: &[[i64; 3]], nodes: usize, most: i64) -> Vec<Option<usize>> {
    let last = tasks.iter().map(|it| it[1]).max().unwrap_or(0) as usize;
    let mut loads = vec![vec![0; last]; nodes];
    let place = |&[start, end, load]: &[i64; 3]| {
        let seconds = start as usize..end as usize;
        let fits = |node: &Vec<i64>| node[seconds.clone()].iter().all(|it| it + load <= most);
        let node = loads.iter().position(fits)?;
        loads[node][seconds].iter_mut().for_each(|it| *it += load);
        Some(node)
    };
    tasks.iter().map(place).collect()
}

#[test]
fn first_fit_is_a_count_of_every_second() {
    let table = printed("generate tasks --tasks 300 --latest 400 --seed 3", "");
    let folder = on_nodes(5, r#""placement": "first_fit""#, &table);
    let report = folder.json(RUN);
    let jobs = folder.read("jobs.csv");
    let [start, end, load] = ["start", "end", "load"].map(|it| numbers(&table, it));
    let tasks: Vec<_> = (0..300).map(|at| [start[at], end[at], load[at]].map(|it| it as i64)).collect();
    let expected = first_fit(&tasks, 5, 85);
    let (status, provider) = (column(&jobs, "status"), column(&jobs, "provider"));
    let found =
        status.iter().zip(provider).map(|(status, node)| (status == "done").then(|| node.parse().expect("a node")));
    assert_eq!(found.collect::<Vec<Option<usize>>>(), expected);
    let placed = expected.iter().flatten().count();
    assert!((50..290).contains(&placed), "{placed} of 300 are placed");
    assert_eq!(report["measures"]["performance"], placed as f64 / 3.0);
}

#[test]
fn loads_and_agents_can_be_varied() {
    let swept = |folder: &Folder, vary: &str| {
        folder.printed(&format!("sweep scenario.json tasks.csv --vary system.broker.{vary}"))
    };
    // Three tasks of 30 % at once on one node.
    let together = on_nodes(1, "", "task,start,end,load\na,0,10,30\nb,0,10,30\nc,0,10,30\n");
    let loads = swept(&together, "max_load_percent=29,30,60,89,90,100");
    assert_eq!(numbers(&loads, "highest_load"), [0.0, 30.0, 60.0, 60.0, 90.0, 90.0]);
    // One agent has all; of two the second takes half of the first's; three are worked out above.
    let agents = swept(&on_nodes(6, "", APART), "agents=1,2,3");
    assert_eq!(numbers(&agents, "most_tasks_of_an_agent"), [6.0, 3.0, 3.0]);
    assert_eq!(numbers(&agents, "fewest_tasks_of_an_agent"), [6.0, 3.0, 1.0]);
}

#[test]
fn what_can_be_varied_is_listed() {
    let listed = json("knobs broker --json", "");
    let listed = listed.as_array().expect("a list");
    let knobs = "placement tie_rule max_load_percent agents brokers latency jitter loss_percent failure_percent down \
        lease lead";
    for knob in knobs.split(' ') {
        let path = format!("system.broker.{knob}");
        assert!(listed.iter().any(|it| it["path"] == path), "{path} in {listed:?}");
    }
}

#[test]
fn settings_that_cannot_be_are_said() {
    let folder = on_nodes(6, "", APART);
    folder.assert_refused(
        "run scenario.json tasks.csv --set 'system.broker.agents=[2, 2]' \
         => system.broker.agents: 4 nodes in all, and the platform has 6\n\
         run scenario.json tasks.csv --set 'system.broker.agents=[6, 0]' \
         => system.broker.agents: an agent without nodes; each has 1 at least\n\
         run scenario.json tasks.csv --set system.broker.max_load_percent=0 \
         => system.broker.max_load_percent: 0 %; it is 1 to 100\n\
         run scenario.json tasks.csv --set system.broker.max_tasks=0 \
         => system.broker.max_tasks: 0; it is 1 to 4294967295, or null\n\
         run scenario.json tasks.csv --set system.broker.brokers=0 => system.broker.brokers: 0; it is 1 to 100\n\
         run scenario.json tasks.csv --set system.broker.loss_percent=101 \
         => system.broker.loss_percent: 101 %; it is 0 to 100 %\n\
         run scenario.json tasks.csv --set system.broker.lease=0 => system.broker.lease: 0 s; it is 0.001 to\n\
         run scenario.json tasks.csv --set 'system.broker.outages=[{\"agent\": 3, \"from\": 0}]' \
         => system.broker.outages: agent 3; there are 3, counted from 0\n\
         run scenario.json tasks.csv --set system.broker.tie_rule=coin => coin\n\
         run {\"platform\":[100]} tasks.csv => takes a log, and this is a task batch",
    );
}

/// Nodes of two agents in files of their own.
const FIRST: &str =
    "<?xml version=\"1.0\"?>\n<resources><node nodeName=\"n1\"><Parameters Memory=\"512\"/></node></resources>\n";
const SECOND: &str = "<?xml version=\"1.0\"?>\n<resources><node nodeName=\"n2\"/><node nodeName=\"n3\"/></resources>\n";

#[test]
fn resources_are_read_from_files_of_their_own() {
    let folder = Folder::with(&[
        ("scenario.json", r#"{"system": {"broker": {}}}"#),
        ("tasks.csv", APART),
        ("1.xml", FIRST),
        ("2.xml", SECOND),
        ("whole.txt", &[APART, FIRST, SECOND].concat()),
        ("log.swf", "1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"),
    ]);
    let tables = |given: &str| folder.called(&format!("run scenario.json {given} --export dynamic-tables=-"));
    let apart = tables("tasks.csv --resources 1.xml --resources 2.xml");
    let table = text(&apart.stdout);
    // The first agent keeps one node, the second two.
    let nodes: Vec<_> =
        table.lines().filter(|it| it.contains(",0,0,")).map(|it| (&it[..1], it.rsplit(',').next())).collect();
    assert!(nodes.contains(&("0", Some("n1"))) && nodes.contains(&("1", Some("n3"))), "{table}");
    assert!(apart.status.success());
    assert_says(&text(&apart.stderr), "No scheduler uses what the file says of 1 node: Memory (\"512\").");
    // It is the run of one file that holds the others one behind the other.
    assert_eq!(text(&tables("whole.txt").stdout), table);
    // And of the batch that they are converted to.
    folder.file("grid.xml", &folder.printed("convert tasks.csv --resources 1.xml --resources 2.xml --to tasks-xml"));
    assert_eq!(text(&tables("grid.xml").stdout), table);
    // Files that are read are not written over.
    folder.assert_refused(
        "run scenario.json tasks.csv --resources tasks.csv => this is no XML of resources alone\n\
         run scenario.json 1.xml --resources 2.xml => and no task: it goes with a file of tasks\n\
         run scenario.json log.swf --resources 1.xml => this is no task batch\n\
         run scenario.json tasks.csv --resources 1.xml --export dynamic-tables=1.xml \
         => is a file of resources, which is read",
    );
}
