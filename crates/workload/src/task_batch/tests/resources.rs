//! Resources in files of their own, behind a file of tasks.

use proptest::prelude::*;

use super::{batch, refusal, tasks};
use crate::task_batch::{is_of_resources, to_xml, with_resources};
use crate::testing::listed;

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
