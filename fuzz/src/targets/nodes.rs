//! Nodes of clusters.

use slotscope::workload::node_table::{MOST_NODES, read_nodes};

use crate::Watch;

/// What is read has cores and names, and reads back equal as the list of a scenario.
pub fn nodes(input: &[u8], watch: &mut Watch) {
    // A few bytes may name many nodes: their memory is no multiple of the input's.
    let outcome = watch.running(input.len(), || read_nodes(input));
    let read = match outcome {
        Ok(read) => read,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!((1..=MOST_NODES as u64).contains(&read.count()));
    assert!(read.kinds.iter().all(|it| it.cores > 0));
    assert!(read.kinds.iter().all(|it| it.names(1).is_some()));
    assert!(read.remarks.iter().all(|it| !it.words.is_empty()));
    let list = serde_json::to_string(&read.kinds).expect("kinds are JSON");
    let again = read_nodes(list.as_bytes()).expect("kinds are read");
    assert_eq!(again.kinds, read.kinds);
}
