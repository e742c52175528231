//! The content of files of tasks, and the batches read from them.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::task_batch::generate::MadeUp;
use crate::task_batch::{
    BatchTask, FileKind, MAX_NODES, Node, Parameters, TaskBatch, is_of_resources, read, to_csv, to_xml, with_resources,
};
use crate::testing::{self, assert_told, changed, listed, rows};
use crate::{MAX_TIME, Reading, read as read_any};

/// The batch of a good file, and the complaints about the rest.
fn batch(text: &str) -> (TaskBatch, String) {
    let Reading { workload, complaints, complaint_count, .. } = read_any("file", text.as_bytes()).expect("a batch");
    assert_eq!(complaints.len() as u64, complaint_count);
    (workload.batch().expect("tasks").clone(), testing::told(&complaints))
}

/// Why a file is refused.
fn refusal(text: &str) -> String {
    read_any("file", text.as_bytes()).expect_err("refused").to_string()
}

/// Name, submission, start, end and load of each task.
fn tasks(batch: &TaskBatch) -> String {
    let task = |it: &super::BatchTask| format!("{} {} {} {} {}", it.name, it.submit, it.start, it.end, it.load);
    listed(batch.tasks.iter().map(task), "; ")
}

#[test]
fn a_batch_is_summed_up() {
    let text = "task,start,end,load,cluster,user,submit\n1,0,60,20,a,x,0\n2,60,70,90,b,x,7\n3,50,65,5,a,,0";
    let batch = read(FileKind::Csv, text.as_bytes(), 0).expect("a batch").tasks;
    let found = Statistics::of(&batch);
    assert_eq!((found.tasks, found.clusters, found.users, found.nodes), (3, 2, 1, 0));
    assert_eq!((found.first_start, found.last_end), (Some(0), Some(70)));
    assert_eq!(found.last_submission, Some(7));
    assert_eq!(found.lengths.map(|it| (it.min, it.median, it.max)), Some((10, 15.0, 60)));
    assert_eq!(found.work, 12.0 + 9.0 + 0.75);
    assert_eq!(found.highest_load, 95);
}

proptest! {
    #[test]
    fn the_highest_load_is_that_of_a_second(seed: u64, tasks in 1..30_u32) {
        let made = MadeUp { tasks, latest: 100, shortest: 1, longest: 30, seed, ..MadeUp::default() };
        let batch = made.batch().expect("a batch");
        let at = |second: i64| {
            let runs = |it: &&BatchTask| (it.start..it.end).contains(&second);
            batch.tasks.iter().filter(runs).map(|it| u64::from(it.load)).sum::<u64>()
        };
        prop_assert_eq!(Statistics::of(&batch).highest_load, (0..200).map(at).max().unwrap_or(0));
    }
}

#[test]
fn a_table_is_read() {
    let (found, told) = batch("task,start,end,load\n1,0,60,20\nb,10,11,100\n");
    assert_eq!((&*tasks(&found), &*told), ("1 0 0 60 20; b 0 10 11 100", ""));
    assert!(found.nodes.is_empty() && found.clusters.is_empty() && found.users.is_empty());
}

#[test]
fn columns_stand_in_any_order() {
    let text = "\u{feff}Load, user ,END,start,more,cluster,task,submit\r\n\
             20%,anna,60,30,x,blue,\"a, \"\"b\"\"\",5\r\n\r\n\
             1,,9,8,,,c,\r\n\
             2,bert,9,8,,red,d,8\n\
             3,anna,9,8,,blue,e\n";
    let (found, told) = batch(text);
    let expected = "a, \"b\" 5 30 60 20; c 0 8 9 1; d 8 8 9 2; e 0 8 9 3";
    assert_eq!((&*tasks(&found), &*told), (expected, ""));
    assert_eq!(found.clusters, ["blue", "red"]);
    assert_eq!(found.users, ["anna", "bert"]);
    let places = listed(found.tasks.iter().map(|it| format!("{:?} {:?}", it.cluster, it.user)), "; ");
    assert_eq!(places, "Some(0) Some(0); None None; Some(1) Some(1); Some(0) Some(0)");
}

#[test]
fn the_papers_names_of_columns_do_too() {
    let (found, _) = batch("taskId,startTime,endTime,load,clusterName\n7,0,60,20,c");
    assert_eq!(tasks(&found), "7 0 0 60 20");
    assert_eq!(found.clusters, ["c"]);
}

#[test]
fn what_is_wrong_with_a_line_is_said_and_the_rest_goes_on() {
    let lines: Vec<[String; 2]> = rows(
        "a,0,10,5 |
        b,10,10,5 | task b: end 10 is not after start 10
        c,10,9,5 | task c: end 9 is not after start 10
        d,-1,9,5 | task d: start is -1: times begin at 0
        e,0,9,0 | task e: load is 0: it is 1 to 100 percent of a node
        f,0,9,-5 | task f: load is -5: it is 1 to 100 percent of a node
        g,0,9,101 | task g: load is 101, more than 100
        h,0,9,20.5 | task h: load should be a whole number of percent but is \"20.5\"
        i,soon,9,5 | task i: start should be a whole number of seconds but is \"soon\"
        j,0,1e3,5 | task j: end should be a whole number of seconds but is \"1e3\"
        k,0,100000000001,5 | task k: end is 100000000001, more than 100000000000
        l,0,99999999999999999999,5 | task l: end is 99999999999999999999, more than 100000000000
        ,0,9,5 | task is missing
        m,,9,5 | task m: start is missing
        n,0,,5 | task n: end is missing
        o,0,9, | task o: load is missing
        p,0 | task p: end is missing
        q,0,9,5,x,1 | 6 columns where the first line names 5
        a,0,9,5 | task a is there a second time; the first one counts
        r,5,9,5,6 | task r: submit 6 is after start 5
        s,5,9,5,-6 | task s: submit is -6: times begin at 0
        t,0,100000000000,100 |",
    );
    let (found, told) = batch(&format!("task,start,end,load,submit\n{}", listed(lines.iter().map(|it| &it[0]), "\n")));
    assert_eq!(listed(found.tasks.iter().map(|it| &it.name), " "), "a t");
    let of_lines = (2..).zip(lines).filter(|(_, it)| !it[1].is_empty());
    assert_eq!(told, listed(of_lines.map(|(line, it)| format!("line {line}: {}", it[1])), "\n"));
}

#[test]
fn a_table_without_tasks_says_why() {
    for [text, why] in rows(
        "task,start,end,load\\n | the file names no task
        task,start,load\\n1,2,3 | a table of tasks has the columns task,start,end,load, and here end is missing
        task,start,end,load\\n1,2,2,3\\n1,2,0,3 | \
        no task can be read; line 2: task 1: end 2 is not after start 2",
    ) {
        assert_eq!(refusal(&text), format!("file: {why}"));
    }
}

#[test]
fn the_first_line_tells_it_from_other_tables() {
    for (text, is_batch) in [
        ("task,start,end,load\n", true),
        ("\u{feff}\"load\",\"end\",\"start\",\"task\"", true),
        ("task,load", true),
        ("job,ready,deadline\n1,2,3", false),
        ("job_id,submission_time,task", false),
        ("JobID|Submit|Start", false),
        ("JobID|task|Start", false),
        ("1,0,60,20", false),
        ("task start end load", false),
        ("task", false),
        ("; task,start,end,load", false),
    ] {
        let kind = is_batch.then_some(FileKind::Csv);
        assert_eq!(FileKind::of(text.as_bytes()), kind, "{text}");
    }
}

const TASKS: &str = "task,start,end,load\n1,0,60,20\nx,1,2,3\n2,5,1,3";

const FIRST: &str = r#"<?xml version="1.0"?>
<resources>
  <resource Id="1" nodeName="n1" clusterName="blue"><Parameters><Memory>512</Memory></Parameters></resource>
  <resource Id="2" nodeName="n2"/>
</resources>
"#;

/// Two agents, one of them in an element of its own; its nodes have the numbers of the first file.
const SECOND: &str = r#"<resources><resource Id="1" nodeName="n3"/>
  <agent><resource Id="2" nodeName="n4"/></agent>
  <resource Id="2" nodeName="n5"/>
  <resource Id="4" nodeName="n1"/></resources>"#;

fn joined(tasks: &str, resources: &[&str]) -> String {
    let files: Vec<&[u8]> = resources.iter().map(|it| it.as_bytes()).collect();
    String::from_utf8(with_resources(tasks.as_bytes(), &files)).expect("text")
}

#[test]
fn each_file_is_an_agent_unless_it_says_otherwise() {
    let (found, told) = batch(&joined(TASKS, &[FIRST, SECOND]));
    assert_eq!(tasks(&found), "1 0 0 60 20; x 0 1 2 3");
    // Agents are numbered as their nodes appear.
    let nodes = listed(found.nodes.iter().map(|it| format!("{} {:?}", it.name, it.agent)), "; ");
    assert_eq!(nodes, "n1 Some(0); n2 Some(0); n3 Some(1); n4 Some(2)");
    assert_eq!(
        told,
        "line 4: task 2: end 1 is not after start 5\n\
        line 13: node n5: an earlier one has the same Id 2 of file 3\n\
        line 14: node n1 is there a second time; the first one counts"
    );
}

#[test]
fn files_stand_one_behind_the_other_as_they_are() {
    assert_eq!(joined("a\n", &[FIRST]), format!("a\n{FIRST}"));
    let bare = "<resources/>";
    let declared = "<?xml version=\"1.0\"?>\n<resources/>";
    assert_eq!(joined("a", &[bare, bare]), format!("a\n{declared}\n{declared}"));
    assert_eq!(joined("a", &["\u{feff} <?xml version=\"1.0\"?><r/>"]), "a\n<?xml version=\"1.0\"?><r/>");
}

#[test]
fn tasks_may_be_xml_too() {
    let of_tasks = "<?xml version=\"1.0\"?><tasks><task taskId=\"1\" startTime=\"0\" endTime=\"9\" load=\"5\" clusterName=\"blue\"/>
        <task taskId=\"2\" startTime=\"0\" endTime=\"9\" load=\"5\" clusterName=\"red\"/></tasks>";
    let (found, told) = batch(&joined(of_tasks, &[FIRST]));
    assert_eq!((&*tasks(&found), &*told), ("1 0 0 9 5", "line 2: task 2: no node is in cluster red"));
    assert_eq!((found.nodes.len(), found.clusters), (2, vec!["blue".to_owned()]));
}

#[test]
fn what_is_wrong_with_one_of_them_is_said_with_its_place_there() {
    let why = refusal(&joined(TASKS, &[FIRST, "<resources>\n<resource></resources>"]));
    assert!(why.starts_with("file: file 3: line 3"), "{why}");
}

#[test]
fn resources_alone_are_told_from_tasks() {
    assert!(is_of_resources(FIRST.as_bytes()) && is_of_resources(SECOND.as_bytes()));
    for other in [TASKS, &joined(TASKS, &[FIRST]), "<batch><task taskId=\"1\"/></batch>", "a,b"] {
        assert!(!is_of_resources(other.as_bytes()), "{other}");
    }
}

proptest! {
    #[test]
    fn nodes_are_those_of_one_file_with_agents(sizes in prop::collection::vec(1..5_usize, 1..6)) {
        let mut number = 0;
        let mut file = |nodes: &usize| {
            let nodes = (0..*nodes).map(|_| {
                number += 1;
                format!("<resource nodeName=\"n{number}\"/>")
            });
            format!("<resources>{}</resources>", nodes.collect::<String>())
        };
        let files: Vec<String> = sizes.iter().map(&mut file).collect();
        let apart: Vec<&str> = files.iter().map(String::as_str).collect();
        let inner = files.concat().replace("resources>", "agent>");
        let task = "<task taskId=\"1\" startTime=\"0\" endTime=\"9\" load=\"5\"/>";
        let (apart, _) = batch(&joined("task,start,end,load\n1,0,9,5\n", &apart));
        prop_assert_eq!(to_xml(&apart), to_xml(&batch(&format!("<batch>{inner}{task}</batch>")).0));
    }
}

fn names(of: &str, count: usize) -> Vec<String> {
    // Whatever is a sign to CSV or to XML stands in a name.
    let signs = ["", ",", "\"", "<", "&amp;", "'", "]]>", "é", " x", "%", "=1"];
    (0..count).map(|it| format!("{of}{it}{}", signs[it % signs.len()])).collect()
}

fn task() -> impl Strategy<Value = (BatchTask, Option<Index>, Option<Index>)> {
    let time = prop_oneof![0..100_i64, 0..MAX_TIME];
    let numbers = (time, 1..1000_i64, 1..=100_u32, any::<Index>());
    (numbers, any::<Option<Index>>(), any::<Option<Index>>()).prop_map(
        |((start, length, load, submit), cluster, user)| {
            let task = BatchTask {
                name: String::new(),
                submit: submit.index(2) as i64 * start,
                start,
                end: (start + length).min(MAX_TIME),
                load,
                cluster: None,
                user: None,
            };
            (task, cluster, user)
        },
    )
}

type RawNode = (Option<Index>, bool, [Option<f64>; 3], Option<Vec<Index>>);

fn node() -> impl Strategy<Value = RawNode> {
    let amount = || proptest::option::of(prop_oneof![0.0..1e4, any::<i32>().prop_map(f64::from)]);
    (
        any::<Option<Index>>(),
        any::<bool>(),
        [amount(), amount(), amount()],
        proptest::option::of(proptest::collection::vec(any::<Index>(), 0..4)),
    )
}

/// A batch as a reader leaves it behind: names once, in the order of their use.
fn any_batch() -> impl Strategy<Value = TaskBatch> {
    let tasks = proptest::collection::vec(task(), 1..20);
    let nodes = proptest::collection::vec((node(), any::<bool>()), 0..8);
    (tasks, nodes, any::<bool>()).prop_map(|(tasks, nodes, are_kept)| {
        let place = |it: Index| it.index(4) as u32;
        let mut batch = TaskBatch { clusters: names("c", 4), users: names("u", 4), ..TaskBatch::default() };
        let mut agent = 0;
        let called = names("n", nodes.len());
        for (((cluster, has_farm, [power, memory, idle], access), is_next), name) in nodes.into_iter().zip(called) {
            agent += u32::from(is_next);
            let access = access.map(|them| {
                let mut users: Vec<u32> = them.into_iter().map(place).collect();
                users.sort_unstable();
                users.dedup();
                users
            });
            batch.nodes.push(Node {
                farm: if has_farm { format!("farm of {name}") } else { String::new() },
                name,
                cluster: cluster.map(place),
                agent: are_kept.then_some(agent),
                access,
                parameters: Parameters { power, memory, idle },
            });
        }
        let used: Vec<u32> = batch.nodes.iter().filter_map(|it| it.cluster).collect();
        let called = names("t", tasks.len());
        for ((task, cluster, user), name) in tasks.into_iter().zip(called) {
            // Where there are nodes, a task is confined to a cluster of theirs.
            let cluster = cluster.and_then(|it| match (batch.nodes.is_empty(), used.is_empty()) {
                (true, _) => Some(place(it)),
                (false, false) => Some(used[it.index(used.len())]),
                (false, true) => None,
            });
            batch.tasks.push(BatchTask { name, cluster, user: user.map(place), ..task });
        }
        batch.tidy();
        batch
    })
}

fn read_back(kind: FileKind, text: &str) -> TaskBatch {
    assert_eq!(FileKind::of(text.as_bytes()), Some(kind), "{text}");
    let found = read(kind, text.as_bytes(), 10).expect("a batch");
    assert!(found.complaints.kept.is_empty(), "{:?} in {text}", found.complaints.kept);
    found.tasks
}

proptest! {
    #[test]
    fn xml_is_read_as_it_was_written(batch in any_batch()) {
        prop_assert_eq!(read_back(FileKind::Xml, &to_xml(&batch)), batch);
    }

    #[test]
    fn csv_is_read_as_it_was_written_but_for_nodes(batch in any_batch()) {
        let mut tasks = TaskBatch { nodes: Vec::new(), ..batch.clone() };
        tasks.tidy();
        prop_assert_eq!(read_back(FileKind::Csv, &to_csv(&batch)), tasks);
    }

    /// However a file is damaged: it is read or refused, and the result is consistent.
    #[test]
    fn no_damage_makes_it_panic(
        batch in any_batch(),
        is_xml: bool,
        cuts in proptest::collection::vec((any::<Index>(), any::<Index>()), 0..6),
        words in proptest::collection::vec("[<>/='\"& a-z0-9!\\[\\],;\\n-]{0,12}|</?(task|agent|node|load|access|user|Parameters)>|task,load\n", 6),
    ) {
        let mut bytes = if is_xml { to_xml(&batch) } else { to_csv(&batch) }.into_bytes();
        for ((at, length), word) in cuts.into_iter().zip(words) {
            let at = at.index(bytes.len() + 1);
            let end = (at + length.index(40)).min(bytes.len());
            bytes.splice(at..end, word.bytes());
            if bytes.is_empty() {
                return Ok(());
            }
        }
        let _ = read_any("file", &bytes).map_err(|it| it.to_string());
        for kind in [FileKind::Csv, FileKind::Xml] {
            let Ok(found) = read(kind, &bytes, 10) else { continue };
            holds_together(&found.tasks);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for beginning in ["task,start,end,load\n", "<tasks><task taskId='1'>", ""] {
            for kind in [FileKind::Csv, FileKind::Xml] {
                let _ = read(kind, &[beginning.as_bytes(), &bytes].concat(), 10).map(|it| holds_together(&it.tasks));
            }
        }
    }
}

/// Checks that a batch satisfies the invariants of its type.
fn holds_together(batch: &TaskBatch) {
    assert!(!batch.tasks.is_empty());
    let mut names: Vec<&str> = batch.tasks.iter().map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|it| it[0] != it[1]) && !names[0].is_empty());
    let mut tidied = batch.clone();
    tidied.tidy();
    assert_eq!(&tidied, batch);
    for it in &batch.tasks {
        assert!(0 <= it.submit && it.submit <= it.start && it.start < it.end && it.end <= MAX_TIME);
        assert!((1..=100).contains(&it.load));
        assert!(it.cluster.is_none_or(|it| (it as usize) < batch.clusters.len()));
        assert!(it.user.is_none_or(|it| (it as usize) < batch.users.len()));
    }
}

/// Tasks beside the nodes of two agents, in the paper's tags.
const GRID: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<batch>
  <tasks>
    <task>
      <taskId>1</taskId>
      <startTime> 0 </startTime>
      <endTime>60</endTime>
      <load>20</load>
    </task>
    <task taskId="a&amp;b" startTime="10" endTime="70" load="85" clusterName="blue" submitTime="5" userName="anna"/>
    <task taskId="3"><startTime>5</startTime><endTime>6</endTime><load><![CDATA[1]]></load><note>soon</note></task>
  </tasks>
  <resources>
    <agent>
      <resource>
        <Id>7</Id><nodeName>n&#49; &lt;x&gt;</nodeName><clusterName>red</clusterName><farmName>north</farmName>
        <Parameters><CPUPower>2.5</CPUPower><Memory>4096</Memory><CPU_idle>0.9</CPU_idle></Parameters>
      </resource>
      <node id="8" clustername="blue"><parameters memory="512"/></node>
    </agent>
    <agent>
      <resource Id="9" nodeName="n3"><access><user>bert</user><user>anna</user><user>bert</user></access></resource>
      <resource Id="10" nodeName="n4" access="carl, anna"/>
    </agent>
    <resource Id="11" nodeName="n5"><access/></resource>
  </resources>
</batch>
"#;

#[test]
fn tasks_and_nodes_are_read() {
    let (found, told) = batch(GRID);
    assert_eq!(told, "");
    assert_eq!(tasks(&found), "1 0 0 60 20; a&b 5 10 70 85; 3 0 5 6 1");
    assert_eq!(found.clusters, ["red", "blue"]);
    assert_eq!(found.users, ["bert", "anna", "carl"]);
    assert_eq!((found.tasks[1].cluster, found.tasks[1].user), (Some(1), Some(1)));
    // Name, farm, cluster, agent, users with access, power, memory and share of idle processors.
    let node = |it: &Node| {
        let parameters = (it.parameters.power, it.parameters.memory, it.parameters.idle);
        format!("{} {} {:?}", it.name, it.farm, (it.cluster, it.agent, &it.access, parameters))
    };
    assert_eq!(
        listed(found.nodes.iter().map(node), "\n"),
        "n1 <x> north (Some(0), Some(0), None, (Some(2.5), Some(4096.0), Some(0.9)))\n\
        8  (Some(1), Some(0), None, (None, Some(512.0), None))\n\
        n3  (None, Some(1), Some([0, 1]), (None, None, None))\n\
        n4  (None, Some(1), Some([2, 1]), (None, None, None))\n\
        n5  (None, None, Some([]), (None, None, None))"
    );
}

/// The names of the tasks, the number of nodes and what is said of the file with one text in it replaced.
fn read_with(piece: &str, other: &str) -> (String, usize, String) {
    let (found, told) = batch(&changed(GRID, piece, other));
    (listed(found.tasks.iter().map(|it| &it.name), " "), found.nodes.len(), told)
}

#[test]
fn what_is_wrong_with_a_task_is_said_and_the_rest_goes_on() {
    for [piece, other, left, why] in rows(
        "<endTime>60< | <endTime>0< | a&b 3 | line 5: task 1: endTime 0 is not after startTime 0
        <endTime>60</endTime> | | a&b 3 | line 5: task 1: endTime is missing
        <endTime>60< | <endTime>< | a&b 3 | line 5: task 1: endTime is missing
        <taskId>1</taskId> | | a&b 3 | line 5: taskId is missing
        <load>20< | <load>0< | a&b 3 | line 5: task 1: load is 0: it is 1 to 100 percent of a node
        <load>20< | <load>twenty< | a&b 3 | \
        line 5: task 1: load should be a whole number of percent but is \"twenty\"
        <load>20< | <load>2</load><load>20< | a&b 3 | line 5: task 1: load is there twice
        load=\"85\" | load=\"185\" | 1 3 | line 11: task a&b: load is 185, more than 100
        startTime=\"10\" | startTime=\"-10\" | 1 3 | line 11: task a&b: startTime is -10: times begin at 0
        submitTime=\"5\" | submitTime=\"11\" | 1 3 | line 11: task a&b: submitTime 11 is after startTime 10
        clusterName=\"blue\" | clusterName=\"green\" | 1 3 | line 11: task a&b: no node is in cluster green
        task taskId=\"3\" | task taskId=\"1\" | 1 a&b | \
        line 12: task 1 is there a second time; the first one counts
        <endTime>6< | <endTime>100000000001< | 1 a&b | \
        line 12: task 3: endTime is 100000000001, more than 100000000000",
    ) {
        assert_eq!(read_with(&piece, &other), (left, 5, why), "{other}");
    }
}

#[test]
fn what_is_wrong_with_a_node_is_said_and_the_rest_goes_on() {
    for [piece, other, left, why] in rows(
        "nodeName=\"n4\" | nodeName=\"n3\" | 4 | line 24: node n3 is there a second time; the first one counts
        Id=\"10\" | Id=\"9\" | 4 | line 24: node n4: an earlier one has the same Id 9
        Id=\"10\" nodeName=\"n4\" | | 4 | line 24: a node has neither nodeName nor Id
        Id=\"10\" | Id=\"10\" Id=\"12\" | 4 | line 24: node n4: Id is there twice
        <CPUPower>2.5< | <CPUPower>fast< | 5 | \
        line 16: CPUPower should be a number but is \"fast\"; it counts as unknown",
    ) {
        assert_eq!(read_with(&piece, &other), ("1 a&b 3".to_owned(), left.parse().unwrap(), why), "{other}");
    }
    let name = "n".repeat(201);
    let (_, nodes, told) = read_with("n4", &name);
    assert_eq!((nodes, &*told), (4, "line 24: node 10: nodeName has more than 200 characters"));
    assert_eq!(read_with("n4", &name[1..]).1, 5);
}

#[test]
fn complaints_stand_in_the_order_of_the_text() {
    let mut text = GRID.to_owned();
    for [piece, other] in rows(
        "task taskId=\"3\" | task taskId=\"1\"
        nodeName=\"n4\" | nodeName=\"n3\"
        <load>20< | <load>0<
        memory=\"512\" | memory=\"much\"",
    ) {
        text = changed(&text, &piece, &other);
    }
    let (found, told) = batch(&text);
    // Task 1 is the second one of that name now: the first was left out.
    assert_eq!(found.tasks.len(), 2);
    assert!(told.lines().map(|it| it.split(':').next()).eq(["line 5", "line 20", "line 24"].map(Some)), "{told}");
}

#[test]
fn what_is_ill_formed_is_refused_with_its_place() {
    for [piece, other, why] in rows(
        "</task> | </tusk> | line 10, column 5: ill-formed document…
        load=\"85\" | load=85 | line 11, column 5: …
        a&amp;b | a&bomb;b | line 11, column 5: …
        <load>20 | <load>&bomb; | line 9, column 13: &bomb;: there is no such entity
        </batch> | | line 3, column 1: an element has no end: the text was cut short
        </batch> | </batch>\\n<more/> | line 29, column 1: an element after the end of the first one",
    ) {
        assert_told(refusal(&changed(GRID, &piece, &other)), &format!("file: {why}"), &other);
    }
    let cut = &GRID[..GRID.find("\"85").expect("a load")];
    assert_told(refusal(cut), "file: line 11, column …", cut);
    let deep = format!("<tasks>{}{}</tasks>", "<a>".repeat(64), "</a>".repeat(64));
    assert_eq!(refusal(&deep), "file: line 1, column 197: elements are more than 64 deep in one another");
    let other = read_any("file", b"<tasks><task taskId='\xff'/></tasks>");
    assert_told(other.expect_err("refused"), "file: the XML is not in UTF-8…", "bytes");
}

#[test]
fn entities_that_grow_are_not_read() {
    let bomb = r#"<?xml version="1.0"?>
<!DOCTYPE batch [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<batch><task><taskId>&b;</taskId></task></batch>"#;
    assert_eq!(
        refusal(bomb),
        "file: line 2, column 1: there is a document type (<!DOCTYPE>), which is not read: it could hold entities that grow without end"
    );
}

#[test]
fn resources_alone_are_no_workload() {
    let [start, end] = ["  <tasks>", "  <resources>"].map(|it| GRID.find(it).expect(it));
    assert_eq!(
        refusal(&format!("{}{}", &GRID[..start], &GRID[end..])),
        "file: the file describes 5 nodes and no task: it goes with a file of tasks (--resources on the command line; \
        on the page, drop it once that is there)"
    );
    assert_eq!(
        refusal("<resources><node nodeName='a'/><task taskId='1'/></resources>"),
        "file: no task can be read beside the nodes; line 1: task 1: startTime is missing"
    );
    assert_eq!(refusal("<tasks/>"), "file: the file names no task");
}

#[test]
fn tasks_alone_are_confined_to_clusters_that_a_scenario_may_have() {
    let (found, told) = batch("<tasks><task taskId='1' startTime='0' endTime='1' load='1' clusterName='c'/></tasks>");
    assert_eq!((found.clusters, &*told), (vec!["c".to_owned()], ""));
}

#[test]
fn there_are_no_more_nodes_than_can_be_simulated() {
    let file = |count: usize| {
        let node = |it: usize| format!("<node nodeName='{it}'/>");
        let nodes: String = (0..count).map(node).collect();
        format!("<batch>{nodes}<task taskId='1' startTime='0' endTime='1' load='1'/></batch>")
    };
    assert_eq!(batch(&file(MAX_NODES)).0.nodes.len(), MAX_NODES);
    assert!(refusal(&file(MAX_NODES + 1)).ends_with(": there are more than 1000 nodes"));
}

#[test]
fn the_words_of_a_text_tell_its_kind() {
    for (text, is_batch) in [
        (GRID, true),
        ("<tasks>", true),
        ("<!-- <x> --><?y?>\n<Resources a='b'>", true),
        ("<g:batch xmlns:g='x'><g:task><g:taskId/>", true),
        ("<list><item><taskid>", true),
        ("<adag><job/></adag>", false),
        ("<html><p>tasks</p>", false),
        ("<svg>", false),
    ] {
        let kind = is_batch.then_some(FileKind::Xml);
        assert_eq!(FileKind::of(text.as_bytes()), kind, "{text}");
    }
}

#[test]
fn prefixes_make_no_difference() {
    let plain =
        "<batch><task><taskId>1</taskId><startTime>0</startTime><endTime>9</endTime><load>5</load></task></batch>";
    let prefixed = plain.replace('<', "<g:").replace("<g:/", "</g:");
    assert_eq!(batch(&prefixed), batch(plain));
}
