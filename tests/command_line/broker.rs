//! Brokers and agents: `slotscope run scenario.json tasks.csv`, and what can be asked of it.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::command_line::{Folder, fields, slotscope, text};

/// A folder of its own for every call: tests run at once.
fn folder() -> Folder {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    Folder::new(&format!("broker-{}", NEXT.fetch_add(1, Ordering::Relaxed)))
}

/// A scenario on so many nodes, with these settings.
fn on_nodes(nodes: usize, settings: &str) -> String {
    let platform = vec!["100"; nodes].join(", ");
    format!(r#"{{"platform": [{platform}], "system": {{"broker": {{{settings}}}}}}}"#)
}

/// The rows of the jobs CSV by their columns, and the report.
type Ran = (Vec<Vec<String>>, Value);

#[track_caller]
fn run(scenario: &str, tasks: &str) -> Ran {
    let folder = folder();
    let scenario = folder.file("scenario.json", scenario);
    let tasks = folder.file("tasks.csv", tasks);
    let jobs = folder.path("jobs.csv");
    let ran = slotscope(&["run", &scenario, &tasks, "--jobs", &jobs], "");
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let csv = std::fs::read_to_string(&jobs).expect("the jobs");
    let rows = csv.lines().map(fields);
    let report = serde_json::from_slice(&ran.stdout).expect("a report");
    (rows.collect(), report)
}

#[track_caller]
fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let at = rows[0].iter().position(|it| it == name);
    let at = at.unwrap_or_else(|| panic!("no {name} in {:?}", rows[0]));
    rows[1..].iter().map(|row| row[at].clone()).collect()
}

fn measure(report: &Value, key: &str) -> f64 {
    let value = report["measures"][key].as_f64();
    value.unwrap_or_else(|| panic!("no {key}"))
}

/// What is said on standard error when it is refused.
#[track_caller]
fn refused(scenario: &str, tasks: &str) -> String {
    let folder = folder();
    let tasks = folder.file("tasks.csv", tasks);
    let ran = slotscope(&["run", "-", &tasks], scenario);
    assert!(!ran.status.success(), "{}", text(&ran.stdout));
    text(&ran.stderr)
}

/// Six tasks that never overlap, as a table.
const APART: &str = "task,start,end,load\n1,0,10,30\n2,20,30,30\n3,40,50,30\n4,60,70,30\n5,80,90,30\n6,100,110,30\n";

#[test]
fn a_table_of_tasks_is_placed_on_the_nodes_of_the_platform() {
    let (rows, report) = run(&on_nodes(6, ""), APART);
    assert_eq!(column(&rows, "task"), ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(column(&rows, "status"), vec!["done"; 6]);
    // By hand: the second agent takes three tasks of the first, and loses two of them to the third, which then
    // takes one more of the first. An agent's nodes are all free: it offers its first.
    let providers = column(&rows, "provider");
    assert_eq!(providers, ["4", "4", "2", "4", "0", "0"]);
    assert_eq!(column(&rows, "start")[1..3], ["20", "40"]);
    assert_eq!(column(&rows, "end")[1..3], ["30", "50"]);
    assert_eq!(column(&rows, "processors"), vec!["30"; 6]);
    assert_eq!(measure(&report, "performance"), 100.0);
    assert_eq!(measure(&report, "most_tasks_of_an_agent"), 3.0);
    assert_eq!(measure(&report, "fewest_tasks_of_an_agent"), 1.0);
    assert_eq!(measure(&report, "highest_load"), 30.0);
    // A batch, offers, a decision and a receipt for each of three agents.
    assert_eq!(measure(&report, "rounds"), 1.0);
    assert_eq!(measure(&report, "messages"), 12.0);
    for nothing in ["lost_messages", "refused_tasks", "expired_offers", "tasks_in_doubt"] {
        assert_eq!(measure(&report, nothing), 0.0, "{nothing}");
    }
    // Decided task by task, everybody gets two.
    let (_, fair) = run(&on_nodes(6, r#""tie_rule": "when_all_are_in""#), APART);
    assert_eq!(measure(&fair, "most_tasks_of_an_agent"), 2.0);
    assert_eq!(measure(&fair, "fewest_tasks_of_an_agent"), 2.0);
}

/// Fields may stand in any order; what is wrong is told by its line, and the rest runs.
#[test]
fn the_fields_of_the_table_are_read_as_agreed() {
    let table = "load,task,cluster,end,start\n40,a,right,10,0\n40,b,left,10,0\n40,c,,10,0\n40,d,,9,9\n";
    let scenario =
        on_nodes(2, r#""agents": 2, "clusters": [{"name": "left", "nodes": 1}, {"name": "right", "nodes": 1}]"#);
    let folder = folder();
    let (tasks, jobs) = (folder.file("tasks.csv", table), folder.path("jobs.csv"));
    let ran = slotscope(&["run", "-", &tasks, "--jobs", &jobs], &scenario);
    assert!(text(&ran.stderr).contains("line 5: task d: end 9 is not after start 9"));
    let (rows, _) = run(&scenario, table);
    assert_eq!(column(&rows, "task"), ["a", "b", "c"]);
    // The first agent offers b and c, the second a and c: c is a tie, and goes to who has fewer then.
    assert_eq!(column(&rows, "provider"), ["1", "0", "1"]);
}

/// What the command line explains of a task.
#[track_caller]
fn explained(scenario: &str, tasks: &str, job: &str) -> String {
    let folder = folder();
    let tasks = folder.file("tasks.csv", tasks);
    let said = slotscope(&["explain", "-", &tasks, "--job", job], scenario);
    assert!(said.status.success(), "{}", text(&said.stderr));
    text(&said.stdout)
}

#[test]
fn offers_that_lost_are_explained() {
    let tasks = "task,start,end,load\n1,0,10,50\n2,0,10,20\n3,0,10,80\n";
    let scenario = on_nodes(2, r#""agents": [1, 1]"#);
    // Each agent offers the first task at 50 % and, upon it, the second at 70 %. The first agent's offers come
    // first; the second has no reservation then and takes the first task, and with it as many as the first has.
    // The third task fits on neither copy, nor in the next round beside what is reserved: 20 % and 50 %.
    let first = explained(&scenario, tasks, "1");
    assert!(
        first.contains("offered by agent 2 on node 2 at 50 %: taken, since its agent had fewer reservations; lost: agent 1 on node 1 at 50 % (its agent had no fewer reservations)"),
        "{first}"
    );
    let third = explained(&scenario, tasks, "3");
    assert!(
        third.contains("rejected: no node has room. It needs 80 % of a node like node 1, which is used least in its interval: 20 %, of at most 85 %"),
        "{third}"
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
    let made = slotscope(&["generate", "tasks", "--tasks", "300", "--latest", "400", "--seed", "3"], "");
    let table = text(&made.stdout);
    let (rows, report) = run(&on_nodes(5, r#""placement": "first_fit""#), &table);
    let tasks: Vec<[i64; 3]> = table
        .lines()
        .skip(1)
        .map(|line| {
            let mut numbers = line.split(',').skip(1);
            [0; 3].map(|_| numbers.next().and_then(|it| it.parse().ok()).expect("a number"))
        })
        .collect();
    let expected = first_fit(&tasks, 5, 85);
    let (status, provider) = (column(&rows, "status"), column(&rows, "provider"));
    let found: Vec<Option<usize>> = status
        .iter()
        .zip(&provider)
        .map(|(status, node)| (status == "done").then(|| node.parse().expect("a node")))
        .collect();
    assert_eq!(found, expected);
    let placed = expected.iter().flatten().count();
    assert!((50..290).contains(&placed), "{placed} of 300 are placed");
    assert_eq!(measure(&report, "performance"), placed as f64 / 3.0);
}

/// A sweep over a knob: the means of a measure, in order.
#[track_caller]
fn swept(scenario: &str, tasks: &str, vary: &str, of: &str) -> Vec<f64> {
    let folder = folder();
    let scenario = folder.file("scenario.json", scenario);
    let tasks = folder.file("tasks.csv", tasks);
    let swept = slotscope(&["sweep", &scenario, &tasks, "--vary", vary], "");
    assert!(swept.status.success(), "{}", text(&swept.stderr));
    let rows: Vec<Vec<String>> =
        text(&swept.stdout).lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let means = column(&rows, of).into_iter();
    means.map(|it| it.parse().expect("a number")).collect()
}

#[test]
fn loads_and_agents_can_be_varied() {
    // Three tasks of 30 % at once on one node.
    let together = "task,start,end,load\na,0,10,30\nb,0,10,30\nc,0,10,30\n";
    let vary = "system.broker.max_load_percent=29,30,60,89,90,100";
    let loads = swept(&on_nodes(1, ""), together, vary, "highest_load");
    assert_eq!(loads, [0.0, 30.0, 60.0, 60.0, 90.0, 90.0]);
    // One agent has all; of two the second takes half of the first's; three are worked out above.
    let vary = "system.broker.agents=1,2,3";
    let most = swept(&on_nodes(6, ""), APART, vary, "most_tasks_of_an_agent");
    assert_eq!(most, [6.0, 3.0, 3.0]);
    let fewest = swept(&on_nodes(6, ""), APART, vary, "fewest_tasks_of_an_agent");
    assert_eq!(fewest, [6.0, 3.0, 1.0]);
}

#[test]
fn what_can_be_varied_is_listed() {
    let listed = slotscope(&["knobs", "broker", "--json"], "");
    let listed: Vec<Value> = serde_json::from_slice(&listed.stdout).expect("JSON");
    let paths: Vec<&str> = listed.iter().filter_map(|it| it["path"].as_str()).collect();
    for knob in [
        "placement",
        "tie_rule",
        "max_load_percent",
        "agents",
        "brokers",
        "latency",
        "jitter",
        "loss_percent",
        "failure_percent",
        "down",
        "lease",
        "lead",
    ] {
        let path = format!("system.broker.{knob}");
        assert!(paths.contains(&path.as_str()), "{path} in {paths:?}");
    }
}

#[test]
fn settings_that_cannot_be_are_said() {
    for (settings, words) in [
        (r#""agents": [2, 2]"#, "system.broker.agents: 4 nodes in all, and the platform has 6"),
        (r#""agents": [6, 0]"#, "system.broker.agents: an agent without nodes; each has 1 at least"),
        (r#""max_load_percent": 0"#, "system.broker.max_load_percent: 0 %; it is 1 to 100"),
        (r#""max_tasks": 0"#, "system.broker.max_tasks: 0 tasks; it is at least 1, or null"),
        (r#""brokers": 0"#, "system.broker.brokers: 0; it is 1 to 100"),
        (r#""loss_percent": 101"#, "system.broker.loss_percent: 101; it is 0 to 100 %"),
        (r#""lease": 0"#, "system.broker.lease: 0; it is 0.001 to"),
        (r#""outages": [{"agent": 3, "from": 0}]"#, "system.broker.outages: agent 3; there are 3, counted from 0"),
        (r#""tie_rule": "coin""#, "coin"),
    ] {
        let said = refused(&on_nodes(6, settings), APART);
        assert!(said.contains(words), "{settings}: {said}");
    }
    // Another system takes no task batch.
    let said = refused(r#"{"platform": [100]}"#, APART);
    assert!(said.contains("takes a log, and this is a task batch"), "{said}");
}

/// Nodes of two agents in files of their own.
const FIRST: &str =
    "<?xml version=\"1.0\"?>\n<resources><node nodeName=\"n1\"><Parameters Memory=\"512\"/></node></resources>\n";
const SECOND: &str = "<?xml version=\"1.0\"?>\n<resources><node nodeName=\"n2\"/><node nodeName=\"n3\"/></resources>\n";

#[test]
fn resources_are_read_from_files_of_their_own() {
    let folder = folder();
    let tasks = folder.file("tasks.csv", APART);
    let (first, second) = (folder.file("1.xml", FIRST), folder.file("2.xml", SECOND));
    let scenario = r#"{"system": {"broker": {}}}"#;
    let of = |file: &str, resources: &[&str]| {
        let tables = ["--export", "dynamic-tables=-"];
        let resources = resources.iter().flat_map(|it| ["--resources", it]);
        let arguments = ["run", scenario, file].into_iter();
        let arguments: Vec<&str> = arguments.chain(tables).chain(resources).collect();
        slotscope(&arguments, "")
    };
    let apart = of(&tasks, &[&first, &second]);
    assert!(apart.status.success(), "{}", text(&apart.stderr));
    let nodes: Vec<String> = text(&apart.stdout)
        .lines()
        .filter(|it| it.contains(",0,") && it.contains(",0,0,"))
        .map(|it| format!("{} {}", &it[..1], it.rsplit(',').next().unwrap_or("")))
        .collect();
    // The first agent keeps one node, the second two.
    assert!(nodes.contains(&"0 n1".to_owned()) && nodes.contains(&"1 n3".to_owned()), "{nodes:?}");
    let said = text(&apart.stderr);
    let words = "No scheduler uses what the file says of 1 node: Memory (\"512\").";
    assert!(said.contains(words), "{said}");
    // It is the run of one file that holds the others one behind the other.
    let whole = folder.file("whole.txt", &format!("{APART}{FIRST}{SECOND}"));
    assert_eq!(text(&of(&whole, &[]).stdout), text(&apart.stdout));
    // And of the batch that they are converted to.
    let arguments = ["convert", &tasks, "--resources", &first, "--resources", &second, "--to", "tasks-xml"];
    let grid = folder.file("grid.xml", &text(&slotscope(&arguments, "").stdout));
    assert_eq!(text(&of(&grid, &[]).stdout), text(&apart.stdout));
    for (file, resources, why) in [
        (&tasks, [&tasks], "this is no XML of resources alone"),
        (&first, [&second], "and no task: it goes with a file of tasks"),
        (&folder.file("log.swf", "1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"), [&first], "this is no task batch"),
    ] {
        let resources = resources.map(String::as_str);
        let ran = of(file, &resources);
        assert!(!ran.status.success());
        assert!(text(&ran.stderr).contains(why), "{}", text(&ran.stderr));
    }
    // Files that are read are not written over.
    let onto = format!("dynamic-tables={first}");
    let arguments = ["run", scenario, &tasks, "--resources", &first, "--export", &onto];
    let said = text(&slotscope(&arguments, "").stderr);
    assert!(said.contains("is a file of resources, which is read"), "{said}");
}
