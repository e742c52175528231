//! The content of a graph in DOT, and the workflows read from it.

use proptest::prelude::*;

use crate::read as read_any;
use crate::workflow::{Fault, FileKind, Repair, Workflow, from_dot, from_json, read, to_json};

/// Names, costs, edges.
type TasksAndEdges = (Vec<(String, f64)>, Vec<(usize, usize, f64)>);

fn told(text: &str) -> (TasksAndEdges, Vec<Repair>) {
    let (workflow, repairs) = from_dot(text).expect("a workflow");
    let tasks = workflow.tasks.iter();
    let edges = workflow.edges.iter();
    let told =
        (tasks.map(|it| (it.name.clone(), it.costs[0])).collect(), edges.map(|it| (it.from, it.to, it.data)).collect());
    (told, repairs)
}

fn tasks(of: &[(&str, f64)]) -> Vec<(String, f64)> {
    of.iter().map(|(name, cost)| ((*name).to_owned(), *cost)).collect()
}

#[test]
fn a_digraph_is_read() {
    let text = r#"// by hand
    strict DIGRAPH "a graph" {
        rankdir = LR; graph [label = <<b>no</b> task>]
        node [shape=box, cost=2] edge [color="red";data=5]
        # the first
        a [label="say \"a\"", cost=1.5] /* of
        three */ "b 1":n:ne [Runtime=9] ; "b" + " 2" [COST="3"]
        a -> "b 1" -> c:port [data=7 label="12"]
        a -> "b 2";
        "b 2" -> c [data="2.5e1"]
        "b 2" -> c [label=x]
        -4 -> c [label=" 8 "]
    }"#;
    let ((found, edges), repairs) = told(text);
    let expected = [("a", 1.5), ("b 1", 2.0), ("b 2", 3.0), ("c", 2.0), ("-4", 2.0)];
    assert_eq!(found, tasks(&expected));
    let expected = [(0, 1, 7.0), (1, 3, 7.0), (0, 2, 5.0), (2, 3, 5.0), (4, 3, 5.0)];
    assert_eq!(edges, expected);
    assert_eq!(repairs, []);
}

#[test]
fn subgraphs_are_their_nodes() {
    let text = "digraph { node [cost=1]
        a -> { b c -> d [data=3] } -> subgraph cluster_x { node [cost=8]; e } [data=2]
        subgraph { graph [cost=9] label=in; f } g }";
    let ((found, edges), _) = told(text);
    let costs = [("a", 1.0), ("b", 1.0), ("c", 1.0), ("d", 1.0), ("e", 8.0), ("f", 1.0), ("g", 1.0)];
    assert_eq!(found, tasks(&costs));
    let to_e = (1..4).map(|from| (from, 4, 2.0));
    let from_a = (1..4).map(|to| (0, to, 2.0));
    let expected: Vec<_> = [(2, 3, 3.0)].into_iter().chain(from_a).chain(to_e).collect();
    assert_eq!(edges, expected);
}

/// As daggen writes them, in its C and Python versions; SimGrid's mark for an edge without data.
#[test]
fn generated_graphs_are_read() {
    let daggen = "digraph G {\n  1 [size=\"8589934592\", alpha=\"0.15\"]\n  1 -> 2 [size =\"134217728\"]
  2 [size=\"1000000000\", alpha=\"0.05\"]\n  1 -> 3 [size=-1]\n  3 [size=0 alpha=0]\n}\n";
    let ((found, edges), repairs) = told(daggen);
    assert_eq!(found, tasks(&[("1", 8.589934592), ("2", 1.0), ("3", 0.0)]));
    assert_eq!(edges, [(0, 1, 134_217_728.0), (0, 2, 0.0)]);
    assert_eq!(repairs, [Repair::Operations, Repair::NothingSent(1)]);
    let python = "strict digraph {1 [computation=2e9, alpha=0.1];2 [computation=1, alpha=0.1];1 -> 2 [data=5];}";
    let ((found, edges), _) = told(python);
    assert_eq!((found[0].1, edges[0].2), (2.0, 5.0));
    // Weights of nodes and edges, as benchmarks of task graphs have them.
    let weights = "digraph \"Fork\" { 0 [Weight=10]; 1 [Weight=4]; 0 -> 1 [Weight=6]; }";
    let ((found, edges), repairs) = told(weights);
    assert_eq!((found, edges), (tasks(&[("0", 10.0), ("1", 4.0)]), vec![(0, 1, 6.0)]));
    assert_eq!(repairs, []);
    // Of an edge alone a weight says how to draw it.
    let ((_, edges), _) = told("digraph { a [cost=1] b [cost=1] a -> b [weight=6] }");
    assert_eq!(edges[0].2, 0.0);
}

/// As SimGrid's tutorial has them: sizes are operations, and `root` and `end` stand in edges alone.
#[test]
fn sizes_of_simgrid_are_operations() {
    let text = r#"digraph G { c1 [size="1e9"]; c2 [size="5e11"]; root->c1 [size="2e8"]; root->c2 [size="1e8"];
        c1->end [size="5e8"]; c2->end [size="-1."]; }"#;
    let ((found, edges), repairs) = told(text);
    let costs = [("c1", 1.0), ("c2", 500.0), ("root", 0.0), ("end", 0.0)];
    assert_eq!(found, tasks(&costs));
    assert_eq!(edges[2..], [(0, 3, 5e8), (1, 3, 0.0)]);
    assert_eq!(repairs, [Repair::Sizes, Repair::Undeclared(2), Repair::NothingSent(1)]);
    assert!(from_dot(text).unwrap().0.flops);
    // A large size alone is enough; a smaller one if a mark of SimGrid is there as well.
    for (text, cost, unit) in [
        ("digraph { a [size=2e9] b [size=1] }", 2.0, Some(Repair::Sizes)),
        ("digraph { a [size=9e8] b [size=1] }", 9e8, None),
        ("digraph { a [size=2e6] b [size=1] a -> b [size=-1] }", 2e-3, Some(Repair::Sizes)),
        ("digraph { a [size=2e6] root -> a }", 2e-3, Some(Repair::Sizes)),
        ("digraph { a [size=9e5] b [size=1] a -> b [size=-1] }", 9e5, None),
        ("digraph { a [cost=2e9] b [size=1] a -> b [size=-1] }", 2e9, None),
        ("digraph { a [runtime=2e9] b [runtime=1] a -> b [size=-1] }", 2e9, None),
    ] {
        let ((found, _), repairs) = told(text);
        assert_eq!(found[0].1, cost, "{text}");
        assert_eq!(repairs.iter().find(|it| **it == Repair::Sizes), unit.as_ref(), "{text}");
        assert_eq!(from_dot(text).unwrap().0.flops, unit.is_some(), "{text}");
    }
    // Elsewhere a task of that name must have a cost.
    let missing = from_dot("digraph { a [cost=1] root -> a }").unwrap_err().to_string();
    assert!(missing.contains("task root has none of cost"), "{missing}");
}

#[test]
fn costs_for_each_machine_are_read() {
    let text = "digraph { 0 [costs=\"14 16 9\"] 1 [costs=\"13,19, 18\"] 0 -> 1 [data=18] }";
    let (workflow, repairs) = from_dot(text).expect("a workflow");
    let same = r#"{"machines": ["m0", "m1", "m2"],
        "tasks": [{"name": "0", "costs": [14, 16, 9]}, {"name": "1", "costs": [13, 19, 18]}],
        "edges": [{"from": "0", "to": "1", "data": 18}],
        "communication": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}"#;
    assert_eq!(workflow, from_json(same).expect("a workflow"));
    assert_eq!(repairs, [Repair::OneSecond]);
    let named = text.replace("{ 0", "{ machines=\"x y z\" communication=0.5 0");
    let (workflow, repairs) = from_dot(&named).expect("a workflow");
    assert_eq!((workflow.machines[2].as_str(), workflow.communication[0][2]), ("z", 0.5));
    assert_eq!(repairs, []);
}

#[test]
fn what_is_wrong_is_told_with_line_and_column() {
    let told = |text: &str| {
        let read = read_any("x.dot", text.as_bytes());
        read.expect_err("it is wrong").kind.to_string()
    };
    for (text, why) in [
        (
            "digraph {\n b [cost=1]\n a -> b\n}",
            "line 3, column 2: task a has none of cost, runtime, size, computation, weight: its cost is not known",
        ),
        (
            "digraph { a [cost=1] é -> b [size=x] node [cost=1] }",
            "line 1, column 22: task é has none of cost, runtime, size, computation, weight: its cost is not known",
        ),
        (
            "digraph { node [cost=1]\n é -> b [size=x] }",
            "line 2, column 2: the edge's data is \"x\": it must be a number",
        ),
        ("digraph { a [cost=1h] }", "line 1, column 11: the cost of task a is \"1h\": it must be a number"),
        ("digraph { a [cost=-3] }", "line 1, column 11: the cost of task a: -3; it is 0 to 100000000000"),
        ("digraph { a [cost=1] a -> b -> a b [cost=1] }", "tasks wait for one another in a circle: a → b → a"),
        ("digraph { a [cost=1] a -> }", "line 1, column 27: here must be a task"),
        ("digraph { a [cost=1 }", "line 1, column 21: here must be an attribute's name"),
        ("digraph { a [=1] }", "line 1, column 14: here must be an attribute's name"),
        ("digraph { a -- b }", "line 1, column 13: -- has no direction: edges of a digraph are written with ->"),
        ("graph { a -- b }", "line 1, column 1: a graph without directions: a workflow is a digraph"),
        ("digraph { \"a }", "line 1, column 11: the name has no closing quote"),
        ("digraph { a [label=<b] }", "line 1, column 20: the text in <> has no end"),
        ("digraph {\n /* a }", "line 2, column 2: the comment has no end (*/)"),
        ("digraph { a [cost=1]", "line 1, column 21: the graph has no closing brace"),
        ("digraph { a [cost=1] } b", "line 1, column 24: more after the end of the graph"),
        ("digraph { a [cost=1] $ }", "line 1, column 22: '$' has no place here"),
        ("digraph { }", "a workflow without tasks"),
        (
            "digraph { a [costs=\"1 2\"] b [costs=\"1\"] }",
            "line 1, column 27: task b has 1 costs for 2 machines: one for each is needed",
        ),
        (
            "digraph { a [costs=\"1 2\"] b [cost=1] }",
            "line 1, column 27: task b has 0 costs for 2 machines: one for each is needed",
        ),
        ("digraph { machines=\"x x\" a [costs=\"1 2\"] }", "two machines are called x"),
    ] {
        assert_eq!(told(text), why, "{text}");
    }
    let deep = format!("digraph {{ {} }}", "{".repeat(100_000));
    assert!(told(&deep).contains("more than 64 deep"), "{}", told(&deep));
    let nodes = |letter: char| (0..2000).map(|it| format!("{letter}{it} ")).collect::<String>();
    let many = format!("digraph {{ {{{}}} -> {{{}}} }}", nodes('a'), nodes('b'));
    assert_eq!(told(&many), "line 1, column 11: with these there are more than 2000000 edges");
}

/// The value of a default is stored once, however many nodes have it, and the number of nodes is
/// limited.
#[test]
fn texts_that_grow_are_small() {
    let long = "x".repeat(1_000_000);
    let nodes: String = (0..50_000).map(|it| format!("n{it};")).collect();
    let text = format!("digraph {{ node [cost=1 label=\"{long}\"]; {nodes} }}");
    assert_eq!(from_dot(&text).expect("a workflow").0.tasks.len(), 50_000);
    let attributes: String = (0..100_000).map(|it| format!("a{it}=1 ")).collect();
    let text = format!("digraph {{ node [cost=1 {attributes}]; {nodes} }}");
    assert_eq!(from_dot(&text).expect("a workflow").0.tasks.len(), 50_000);
    let nodes: String = (0..200_001).map(|it| format!("n{it};")).collect();
    let many = from_dot(&format!("digraph {{ node [cost=1]; {nodes} }}"));
    assert_eq!(many.expect_err("too many"), Fault::TooManyTasks(200_001));
}

/// The workflow as a plain digraph.
fn to_dot(workflow: &Workflow) -> String {
    let name = |it: usize| format!("{:?}", workflow.tasks[it].name);
    let mut text = String::from("digraph{");
    for edge in &workflow.edges {
        text += &format!("{}->{}[data={:?}]", name(edge.from), name(edge.to), edge.data);
    }
    for (at, task) in workflow.tasks.iter().enumerate() {
        text += &format!("{}[cost={:?}]", name(at), task.costs[0]);
    }
    text + "}"
}

fn any_workflow() -> impl Strategy<Value = Workflow> {
    let names = prop::collection::btree_map("[a-z \"{}>-]{1,5}", 0.0..1e5f64, 1..12);
    let ends = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0.0..1e9f64);
    (names, prop::collection::vec(ends, 0..20)).prop_map(|(names, ends)| {
        let json = |name: &str| serde_json::to_string(name).expect("a text");
        let keys: Vec<&String> = names.keys().collect();
        let task = |(name, cost): (&String, &f64)| format!(r#"{{"name":{},"costs":[{cost:?}]}}"#, json(name));
        let edge = |(from, to, data): &(prop::sample::Index, prop::sample::Index, f64)| {
            let (from, to) = (from.index(keys.len()), to.index(keys.len()));
            let (from, to) = (from.min(to), from.max(to));
            (from < to).then(|| format!(r#"{{"from":{},"to":{},"data":{data:?}}}"#, json(keys[from]), json(keys[to])))
        };
        let tasks: Vec<String> = names.iter().map(task).collect();
        let edges: Vec<String> = ends.iter().filter_map(edge).collect();
        let text = format!(r#"{{"tasks":[{}],"edges":[{}]}}"#, tasks.join(","), edges.join(","));
        from_json(&text).expect("a workflow")
    })
}

/// Tasks with their costs, and edges with their data, by names.
type Named = (Vec<(String, String)>, Vec<(String, String, String)>);

/// The same whatever the order in which tasks are named first.
fn by_name(workflow: &Workflow) -> Named {
    let name = |it: usize| workflow.tasks[it].name.clone();
    let tasks = workflow.tasks.iter();
    let edges = workflow.edges.iter();
    let mut tasks: Vec<_> = tasks.map(|it| (it.name.clone(), format!("{:?}", it.costs))).collect();
    let mut edges: Vec<_> = edges.map(|it| (name(it.from), name(it.to), format!("{:?}", it.data))).collect();
    tasks.sort();
    edges.sort();
    (tasks, edges)
}

const MIXED: &str = "strict digraph G { // a\n node [cost=1]; \"a b\" -> {c d} -> e:n [size=4, label=\"x\"]\n subgraph s { e [costs=\"1 2\"] } /* b */ communication=2 }";

proptest! {
    #[test]
    fn what_is_written_as_dot_is_read_as_the_same(workflow in any_workflow()) {
        let (read, repairs) = from_dot(&to_dot(&workflow)).expect("a workflow");
        prop_assert_eq!(repairs, []);
        prop_assert_eq!(by_name(&read), by_name(&workflow), "{}", to_json(&workflow));
    }

    #[test]
    fn no_text_makes_it_panic(
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4),
        word in "[<>/*={}\",;:+#\\\\ a-e0-9\\[\\]é\n-]{0,12}",
    ) {
        let mut text = MIXED.as_bytes().to_vec();
        for (at, length) in cuts {
            let at = at.index(text.len());
            let end = (at + length.index(40)).min(text.len());
            text.splice(at..end, word.bytes());
        }
        let _ = read(FileKind::Dot, &text);
    }
}
