use proptest::prelude::*;
use proptest::sample::Index;

use crate::task_batch::{BatchTask, FileKind, Node, Parameters, TaskBatch, read, to_csv, to_xml};
use crate::{MAX_TIME, read as read_any};

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
