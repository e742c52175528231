use super::{batch, refusal, tasks};
use crate::read;
use crate::task_batch::{FileKind, MAX_NODES, Node, Parameters};

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
    assert_eq!(told, [""; 0]);
    let expected = [("1", 0, 0, 60, 20), ("a&b", 5, 10, 70, 85), ("3", 0, 5, 6, 1)];
    assert_eq!(tasks(&found), expected);
    assert_eq!(found.clusters, ["red", "blue"]);
    assert_eq!(found.users, ["bert", "anna", "carl"]);
    assert_eq!((found.tasks[1].cluster, found.tasks[1].user), (Some(1), Some(1)));
    let node = |name: &str, cluster, agent| Node { name: name.to_owned(), cluster, agent, ..Node::default() };
    let expected = [
        Node {
            farm: "north".to_owned(),
            parameters: Parameters { power: Some(2.5), memory: Some(4096.0), idle: Some(0.9) },
            ..node("n1 <x>", Some(0), Some(0))
        },
        Node { parameters: Parameters { memory: Some(512.0), ..Parameters::default() }, ..node("8", Some(1), Some(0)) },
        Node { access: Some(vec![0, 1]), ..node("n3", None, Some(1)) },
        Node { access: Some(vec![2, 1]), ..node("n4", None, Some(1)) },
        Node { access: Some(Vec::new()), ..node("n5", None, None) },
    ];
    assert_eq!(found.nodes, expected);
}

/// The result of reading the file after one text in it is replaced.
fn changed(from: &str, to: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    assert!(GRID.contains(from), "{from}");
    let (found, told) = batch(&GRID.replacen(from, to, 1));
    let names = found.tasks.into_iter().map(|it| it.name).collect();
    (names, found.nodes.into_iter().map(|it| it.name).collect(), told)
}

#[test]
fn what_is_wrong_with_a_task_is_said_and_the_rest_goes_on() {
    for (from, to, lost, why) in [
        ("<endTime>60<", "<endTime>0<", 0, "line 5: task 1: endTime 0 is not after startTime 0"),
        ("<endTime>60</endTime>", "", 0, "line 5: task 1: endTime is missing"),
        ("<endTime>60<", "<endTime><", 0, "line 5: task 1: endTime is missing"),
        ("<taskId>1</taskId>", "", 0, "line 5: taskId is missing"),
        ("<load>20<", "<load>0<", 0, "line 5: task 1: load is 0: it is 1 to 100 percent of a node"),
        ("<load>20<", "<load>twenty<", 0, "line 5: task 1: load should be a whole number of percent but is \"twenty\""),
        ("<load>20<", "<load>2</load><load>20<", 0, "line 5: task 1: load is there twice"),
        ("load=\"85\"", "load=\"185\"", 1, "line 11: task a&b: load is 185, more than 100"),
        ("startTime=\"10\"", "startTime=\"-10\"", 1, "line 11: task a&b: startTime is -10: times begin at 0"),
        ("submitTime=\"5\"", "submitTime=\"11\"", 1, "line 11: task a&b: submitTime 11 is after startTime 10"),
        ("clusterName=\"blue\"", "clusterName=\"green\"", 1, "line 11: task a&b: no node is in cluster green"),
        ("task taskId=\"3\"", "task taskId=\"1\"", 2, "line 12: task 1 is there a second time; the first one counts"),
        (
            "<endTime>6<",
            "<endTime>100000000001<",
            2,
            "line 12: task 3: endTime is 100000000001, more than 100000000000",
        ),
    ] {
        let (names, nodes, told) = changed(from, to);
        let mut expected = vec!["1", "a&b", "3"];
        expected.remove(lost);
        assert_eq!((names, nodes.len()), (expected.into_iter().map(str::to_owned).collect(), 5));
        assert_eq!(told, [why]);
    }
}

#[test]
fn what_is_wrong_with_a_node_is_said_and_the_rest_goes_on() {
    for (from, to, left, why) in [
        ("nodeName=\"n4\"", "nodeName=\"n3\"", 4, "line 24: node n3 is there a second time; the first one counts"),
        ("Id=\"10\"", "Id=\"9\"", 4, "line 24: node n4: an earlier one has the same Id 9"),
        ("Id=\"10\" nodeName=\"n4\"", "", 4, "line 24: a node has neither nodeName nor Id"),
        ("Id=\"10\"", "Id=\"10\" Id=\"12\"", 4, "line 24: node n4: Id is there twice"),
        (
            "<CPUPower>2.5<",
            "<CPUPower>fast<",
            5,
            "line 16: CPUPower should be a number but is \"fast\"; it counts as unknown",
        ),
    ] {
        let (tasks, nodes, told) = changed(from, to);
        assert_eq!((tasks.len(), nodes.len(), told.as_slice()), (3, left, [why.to_owned()].as_slice()));
    }
    let name = "n".repeat(201);
    let (_, nodes, told) = changed("n4", &name);
    assert_eq!(nodes.len(), 4);
    assert_eq!(told, ["line 24: node 10: nodeName has more than 200 characters"]);
    assert_eq!(changed("n4", &name[1..]).1.len(), 5);
}

#[test]
fn complaints_stand_in_the_order_of_the_text() {
    let text = GRID
        .replacen("task taskId=\"3\"", "task taskId=\"1\"", 1)
        .replacen("nodeName=\"n4\"", "nodeName=\"n3\"", 1)
        .replacen("<load>20<", "<load>0<", 1)
        .replacen("memory=\"512\"", "memory=\"much\"", 1);
    let (found, told) = batch(&text);
    // Task 1 is the second one of that name now: the first was left out.
    assert_eq!(found.tasks.len(), 2);
    let lines: Vec<&str> = told.iter().map(|it| it.split(':').next().unwrap_or_default()).collect();
    assert_eq!(lines, ["line 5", "line 20", "line 24"]);
}

#[test]
fn what_is_ill_formed_is_refused_with_its_place() {
    let told = |from: &str, to: &str| refusal(&GRID.replacen(from, to, 1));
    assert!(told("</task>", "</tusk>").starts_with("file: line 10, column 5: ill-formed document"));
    assert!(told("load=\"85\"", "load=85").starts_with("file: line 11, column 5: "));
    assert!(told("a&amp;b", "a&bomb;b").starts_with("file: line 11, column 5: "));
    assert_eq!(told("<load>20", "<load>&bomb;"), "file: line 9, column 13: &bomb;: there is no such entity");
    assert_eq!(told("</batch>", ""), "file: line 3, column 1: an element has no end: the text was cut short");
    assert_eq!(
        told("</batch>", "</batch>\n<more/>"),
        "file: line 29, column 1: an element after the end of the first one"
    );
    let cut = &GRID[..GRID.find("\"85").expect("a load")];
    assert!(refusal(cut).starts_with("file: line 11, column "));
    let deep = format!("<tasks>{}{}</tasks>", "<a>".repeat(64), "</a>".repeat(64));
    assert_eq!(refusal(&deep), "file: line 1, column 197: elements are more than 64 deep in one another");
    let other = [b"<tasks><task taskId='\xff'/></tasks>".as_slice(), b""].concat();
    assert!(read("file", &other).expect_err("refused").to_string().starts_with("file: the XML is not in UTF-8"));
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
    let start = GRID.find("  <tasks>").expect("tasks");
    let end = GRID.find("  <resources>").expect("resources");
    let alone = format!("{}{}", &GRID[..start], &GRID[end..]);
    assert_eq!(
        refusal(&alone),
        "file: the file describes 5 nodes and no task: it goes with a file of tasks (--resources on the command line; on the page, drop it once that is there)"
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
    assert_eq!((found.clusters, told.len()), (vec!["c".to_owned()], 0));
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
