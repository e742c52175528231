use super::*;
use crate::testing::listed;
use proptest::prelude::*;

/// A job: its nodes, start, run time and processors.
type Row<'a> = (&'a str, Time, Time, i64);

fn record(&(_, start, run_time, processors): &Row) -> Record {
    Record { submit: start, wait: 0, run_time, allocated_processors: processors, ..Record::UNKNOWN }
}

fn tried(rows: &[Row]) -> Result<Option<Placed>, TooMany> {
    let mut on_nodes = JobsOnNodes::default();
    for (place, row) in rows.iter().enumerate() {
        let _ = on_nodes.set(place, b"", row.0.as_bytes());
    }
    let records: Vec<Record> = rows.iter().map(record).collect();
    on_nodes.place(&records, &Resources::default(), &LogNames::default())
}

fn placed(rows: &[Row]) -> Placed {
    tried(rows).unwrap().unwrap()
}

/// The name and the processors of each node.
fn sizes(nodes: &Nodes) -> Vec<(String, u32)> {
    let size = |at| nodes.first_processor(at + 1) - nodes.first_processor(at);
    (0..nodes.count()).map(|at| (nodes.names(at..at + 1), size(at))).collect()
}

/// The names and the processors of the nodes: `n1 4, n2 7`.
fn sizes_in_words(nodes: &Nodes) -> String {
    listed(sizes(nodes).into_iter().map(|(name, size)| format!("{name} {size}")), ", ")
}

#[test]
fn a_node_is_as_large_as_what_ran_on_it_at_once() {
    let placed = placed(&[
        ("n[1-2]", 0, 10, 8),
        ("n2", 5, 10, 3),
        // It begins when the first ends.
        ("n10", 10, 10, 2),
        ("n[1-2]", 20, 5, 3),
    ]);
    assert_eq!(sizes_in_words(&placed.nodes), "n1 4, n2 7, n10 2");
    assert_eq!(format!("{:?}", placed.ranges), "[[(0, 7)], [(8, 10)], [(11, 12)], [(0, 1), (4, 4)]]");
}

#[test]
fn a_job_fits_on_its_own_nodes_as_chunks() {
    let placed = placed(&[("n[1-2]", 0, 10, 5), ("n[2-3]", 5, 10, 3), ("n4", 0, 10, 5)]);
    // Three and two processors on the first two nodes; chunks of three on both.
    assert_eq!(sizes_in_words(&placed.nodes), "n1 3, n2 4, n3 1, n4 5");
    let cores = placed.kinds.iter().map(|it| format!("{} {}", it.name, it.cores));
    assert_eq!(listed(cores, ", "), "n1 3, n2 5, n3 2, n4 5");
}

#[test]
fn jobs_without_a_list_or_a_processor_for_each_node_have_no_place() {
    let placed = placed(&[("n[1-4]", 0, 10, 3), ("n[", 0, 10, 3), ("n2", 0, 10, -1), ("n2", 0, 10, 1)]);
    assert_eq!(placed.nodes.count(), 4);
    assert!(placed.ranges.iter().map(|it| !it.is_empty()).eq([false, false, false, true]));
    assert!(tried(&[("n[", 0, 10, 3)]).unwrap().is_none() && tried(&[]).unwrap().is_none());
}

#[test]
fn a_short_log_does_not_name_millions_of_nodes() {
    assert!(placed(&[("n[1-9000]", 0, 10, 9000 * 64)]).nodes.count() == 9000);
    assert!(tried(&[("n[1-2000000]", 0, 10, 4_000_000)]).is_err());
    // 2^32 nodes.
    let whole = "a[0-999999999],b[0-999999999],c[0-999999999],d[0-999999999],e[0-294967295]";
    assert!(tried(&[(whole, 0, 10, 4)]).is_err());
    // A range for each of their nodes.
    let two = |list| [(list, 0, 10, 18_000), (list, 5, 10, 18_000)];
    assert!(tried(&two("n[1-9000]")).is_err());
    let many = (0..3000).map(|at| char::from_u32(0x100 + at).unwrap().to_string());
    let many: Vec<String> = many.map(|it| it.bytes().map(|it| format!("x{it}y")).collect()).collect();
    assert!(tried(&[(&many.join(","), 0, 10, 4000)]).is_err());
}

#[test]
fn nodes_of_several_clusters_are_told_apart() {
    let mut on_nodes = JobsOnNodes::default();
    on_nodes.set(0, b"old", b"n1").unwrap();
    on_nodes.set(1, b"new", b"n[1-2]").unwrap();
    let records = [record(&("", 0, 9, 4)); 2];
    let placed = on_nodes.place(&records, &Resources::default(), &LogNames::default()).unwrap().unwrap();
    assert_eq!(sizes_in_words(&placed.nodes), "new:n1 2, new:n2 2, old:n1 4");
    assert_eq!(format!("{:?}", placed.ranges), "[[(4, 7)], [(0, 3)]]");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::testing::cases(256)))]

    /// By the rule, processor by processor.
    #[test]
    fn jobs_are_placed_as_the_slow_model_places_them(
        jobs in prop::collection::vec(
            (prop::collection::btree_set(0usize..8, 1..6), 0i64..40, 1i64..20, 1i64..130), 1..40
        ),
    ) {
        let lists: Vec<String> = jobs.iter()
            .map(|(nodes, ..)| nodes.iter().map(|it| format!("n{it}")).collect::<Vec<_>>().join(","))
            .collect();
        let rows: Vec<Row> = lists.iter().zip(&jobs)
            .map(|(list, &(_, start, run_time, processors))| (&**list, start, run_time, processors))
            .collect();
        let placed = placed(&rows);
        let share = |job: usize, node: &str| {
            let (list, .., size) = rows[job];
            let nodes: Vec<&str> = list.split(',').collect();
            let (count, at) = (nodes.len() as i64, nodes.iter().position(|it| *it == node));
            let at = at.filter(|_| size >= count).map(|it| it as i64);
            at.map_or(0, |at| size / count + i64::from(at < size % count)) as usize
        };
        let runs = |job: usize, now| rows[job].1 <= now && now < rows[job].1 + rows[job].2;
        let mut first = 0;
        for (name, size) in sizes(&placed.nodes) {
            let in_use = |now| (0..rows.len()).filter(|&job| runs(job, now))
                .map(|job| share(job, &name)).sum::<usize>();
            let most = (0..60).map(in_use).max().unwrap().max(1);
            prop_assert_eq!(size as usize, most);
            let mut holders = vec![None; most];
            for now in 0..60 {
                for holder in &mut holders {
                    *holder = holder.filter(|&job| runs(job, now));
                }
                for job in (0..rows.len()).filter(|&job| rows[job].1 == now) {
                    holders.iter_mut().filter(|it| it.is_none()).take(share(job, &name)).for_each(|it| *it = Some(job));
                }
                for (at, holder) in holders.iter().enumerate() {
                    let processor = first + at as u32;
                    let has = |job: usize| placed.ranges[job].iter()
                        .any(|range| (range.0..=range.1).contains(&processor));
                    let expected = (0..rows.len()).filter(|&job| runs(job, now)).find(|&job| has(job));
                    prop_assert_eq!(*holder, expected);
                }
            }
            let asked = |now| (0..rows.len()).filter(|&job| runs(job, now) && share(job, &name) > 0)
                .map(|job| rows[job].3.unsigned_abs().div_ceil(jobs[job].0.len() as u64)).sum::<u64>();
            let most = (0..60).map(asked).max().unwrap().max(1);
            let is_of = |it: &&NodeKind| it.names(1).unwrap().contains(&name);
            let kind = placed.kinds.iter().find(is_of).unwrap();
            prop_assert_eq!(u64::from(kind.cores), most);
            first += size;
        }
    }
}
