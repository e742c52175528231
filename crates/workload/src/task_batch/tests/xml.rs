use super::{batch, refusal, tasks};
use crate::read;
use crate::task_batch::{FileKind, MAX_NODES, Node};
use crate::testing::{assert_told, changed, listed, rows};

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
    let other = read("file", b"<tasks><task taskId='\xff'/></tasks>");
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
