//! The content of a graph in DOT, and the workflows read from it.

use proptest::prelude::*;

use crate::read as read_any;
use crate::testing::{graph, rows, spliced};
use crate::workflow::{Fault, FileKind, Repair, Workflow, from_dot, from_json, read, to_json};

fn told(text: &str) -> (String, Vec<Repair>) {
    let (workflow, repairs) = from_dot(text).expect("a workflow");
    (graph(&workflow), repairs)
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
    let found = "a=1.5, b 1=2, b 2=3, c=2, -4=2, 0>1=7, 1>3=7, 0>2=5, 2>3=5, 4>3=5";
    assert_eq!(told(text), (found.to_owned(), vec![]));
}

#[test]
fn subgraphs_are_their_nodes() {
    let text = "digraph { node [cost=1]
        a -> { b c -> d [data=3] } -> subgraph cluster_x { node [cost=8]; e } [data=2]
        subgraph { graph [cost=9] label=in; f } g }";
    let found = "a=1, b=1, c=1, d=1, e=8, f=1, g=1, 2>3=3, 0>1=2, 0>2=2, 0>3=2, 1>4=2, 2>4=2, 3>4=2";
    assert_eq!(told(text).0, found);
}

/// As daggen writes them, in its C and Python versions; SimGrid's mark for an edge without data.
#[test]
fn generated_graphs_are_read() {
    let daggen = "digraph G {\n  1 [size=\"8589934592\", alpha=\"0.15\"]\n  1 -> 2 [size =\"134217728\"]
  2 [size=\"1000000000\", alpha=\"0.05\"]\n  1 -> 3 [size=-1]\n  3 [size=0 alpha=0]\n}\n";
    let python = "strict digraph {1 [computation=2e9, alpha=0.1];2 [computation=1, alpha=0.1];1 -> 2 [data=5];}";
    for (text, found, repairs) in [
        (daggen, "1=8.589934592, 2=1, 3=0, 0>1=134217728, 0>2=0", &[Repair::Operations, Repair::NothingSent(1)][..]),
        (python, "1=2, 2=0.000000001, 0>1=5", &[Repair::Operations]),
        // Weights of nodes and edges, as benchmarks of task graphs have them.
        ("digraph \"Fork\" { 0 [Weight=10]; 1 [Weight=4]; 0 -> 1 [Weight=6]; }", "0=10, 1=4, 0>1=6", &[]),
        // Of an edge alone a weight says how to draw it.
        ("digraph { a [cost=1] b [cost=1] a -> b [weight=6] }", "a=1, b=1, 0>1=0", &[]),
    ] {
        assert_eq!(told(text), (found.to_owned(), repairs.to_vec()), "{text}");
    }
}

/// As SimGrid's tutorial has them: sizes are operations, and `root` and `end` stand in edges alone.
#[test]
fn sizes_of_simgrid_are_operations() {
    let text = r#"digraph G { c1 [size="1e9"]; c2 [size="5e11"]; root->c1 [size="2e8"]; root->c2 [size="1e8"];
        c1->end [size="5e8"]; c2->end [size="-1."]; }"#;
    let found = "c1=1, c2=500, root=0, end=0, 2>0=200000000, 2>1=100000000, 0>3=500000000, 1>3=0";
    let repairs = vec![Repair::Sizes, Repair::Undeclared(2), Repair::NothingSent(1)];
    assert_eq!(told(text), (found.to_owned(), repairs));
    assert!(from_dot(text).unwrap().0.flops);
    // A large size alone is enough; a smaller one if a mark of SimGrid is there as well.
    for [text, first, in_operations] in rows(
        "digraph { a [size=2e9] b [size=1] } | a=2, | true
        digraph { a [size=9e8] b [size=1] } | a=900000000, | false
        digraph { a [size=2e6] b [size=1] a -> b [size=-1] } | a=0.002, | true
        digraph { a [size=2e6] root -> a } | a=0.002, | true
        digraph { a [size=9e5] b [size=1] a -> b [size=-1] } | a=900000, | false
        digraph { a [cost=2e9] b [size=1] a -> b [size=-1] } | a=2000000000, | false
        digraph { a [runtime=2e9] b [runtime=1] a -> b [size=-1] } | a=2000000000, | false",
    ) {
        let (found, repairs) = told(&text);
        assert!(found.starts_with(&first), "{text}: {found}");
        assert_eq!(repairs.contains(&Repair::Sizes).to_string(), in_operations, "{text}");
        assert_eq!(from_dot(&text).unwrap().0.flops.to_string(), in_operations, "{text}");
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
    for [text, why] in rows(
        "digraph {\\n b [cost=1]\\n a -> b\\n} | line 3, column 2: task a has none of cost, runtime, size, \
        computation, weight: its cost is not known
        digraph { a [cost=1] é -> b [size=x] node [cost=1] } | line 1, column 22: task é has none of cost, runtime, \
        size, computation, weight: its cost is not known
        digraph { node [cost=1]\\n é -> b [size=x] } | line 2, column 2: the edge's data is \"x\": it must be a number
        digraph { a [cost=1h] } | line 1, column 11: the cost of task a is \"1h\": it must be a number
        digraph { a [cost=-3] } | line 1, column 11: the cost of task a: -3; it is 0 to 100000000000
        digraph { a [cost=1] a -> b -> a b [cost=1] } | tasks wait for one another in a circle: a → b → a
        digraph { a [cost=1] a -> } | line 1, column 27: here must be a task
        digraph { a [cost=1 } | line 1, column 21: here must be an attribute's name
        digraph { a [=1] } | line 1, column 14: here must be an attribute's name
        digraph { a -- b } | line 1, column 13: -- has no direction: edges of a digraph are written with ->
        graph { a -- b } | line 1, column 1: a graph without directions: a workflow is a digraph
        digraph { \"a } | line 1, column 11: the name has no closing quote
        digraph { a [label=<b] } | line 1, column 20: the text in <> has no end
        digraph {\\n /* a } | line 2, column 2: the comment has no end (*/)
        digraph { a [cost=1] | line 1, column 21: the graph has no closing brace
        digraph { a [cost=1] } b | line 1, column 24: more after the end of the graph
        digraph { a [cost=1] $ } | line 1, column 22: '$' has no place here
        digraph { } | a workflow without tasks
        digraph { a [costs=\"1 2\"] b [costs=\"1\"] } | \
        line 1, column 27: task b has 1 costs for 2 machines: one for each is needed
        digraph { a [costs=\"1 2\"] b [cost=1] } | \
        line 1, column 27: task b has 0 costs for 2 machines: one for each is needed
        digraph { machines=\"x x\" a [costs=\"1 2\"] } | two machines are called x",
    ) {
        assert_eq!(told(&text), why, "{text}");
    }
    let deep = told(&format!("digraph {{ {} }}", "{".repeat(100_000)));
    assert!(deep.contains("more than 64 deep"), "{deep}");
    let nodes = |letter: char| (0..2000).map(|it| format!("{letter}{it} ")).collect::<String>();
    let many = format!("digraph {{ {{{}}} -> {{{}}} }}", nodes('a'), nodes('b'));
    assert_eq!(told(&many), "line 1, column 11: with these there are more than 2000000 edges");
}

/// The value of a default is stored once, however many nodes have it, and the number of nodes is
/// limited.
#[test]
fn texts_that_grow_are_small() {
    let read = |attributes: &str, count: usize| {
        let nodes: String = (0..count).map(|it| format!("n{it};")).collect();
        from_dot(&format!("digraph {{ node [cost=1 {attributes}]; {nodes} }}")).map(|it| it.0.tasks.len())
    };
    let attributes: String = (0..100_000).map(|it| format!("a{it}=1 ")).collect();
    for attributes in [format!("label=\"{}\"", "x".repeat(1_000_000)), attributes] {
        assert_eq!(read(&attributes, 50_000), Ok(50_000));
    }
    assert_eq!(read("", 200_001), Err(Fault::TooManyTasks(200_001)));
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

/// The tasks with their costs and the edges with their data, by names, whatever the order in which tasks are named.
fn by_name(workflow: &Workflow) -> Vec<String> {
    let name = |it: usize| &workflow.tasks[it].name;
    let tasks = workflow.tasks.iter().map(|it| format!("{:?} {:?}", it.name, it.costs));
    let edges = workflow.edges.iter().map(|it| format!("{:?} {:?} {:?}", name(it.from), name(it.to), it.data));
    let mut all: Vec<String> = tasks.chain(edges).collect();
    all.sort();
    all
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
    fn no_text_makes_it_panic(text in spliced(MIXED, "[<>/*={}\",;:+#\\\\ a-e0-9\\[\\]é\n-]{0,12}")) {
        let _ = read(FileKind::Dot, &text);
    }
}
