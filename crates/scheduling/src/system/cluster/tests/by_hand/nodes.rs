//! Which nodes may have a job, and when.

pub const DRAWINGS: &str = "\
  a promise names a node: a later job may start beside it, not on it
    nodes 2 3
    0 2 10 10 -> 0: 0
    0 2 4 4 -> 0: 1
    # Two cores are free, one on each node. It is promised node 1 from 4 on.
    1 3 5 5 -> 4: 1
    1 1 9 9 -> 1: 0
    # It would hold a core of node 1 until 10.
    1 1 9 9 -> 9: 1
    1 1 3 3 -> 1: 1

  memory holds a job back though cores are free
    nodes 1 4 memory=10
    0 1 5 5 memory=6 -> 0: 0
    1 1 5 5 memory=6 -> 5: 0
    1 1 4 4 memory=4 -> 1: 0
    1 1 5 5 memory=4 -> 5: 0
    1 1 5 5 memory=11 -> rejected

  chunks on distinct nodes
    nodes 2 4
    0 2 5 5 chunks=2 distinct -> 0: 0 1
    0 2 7 7 chunks=2 -> 0: 0 0
    0 3 1 1 chunks=3 distinct -> rejected
    # Three cores on each node: node 0 has two until 7.
    0 6 2 2 chunks=2 distinct -> 7: 0 1
    1 1 9 9 -> 1: 0

  processors without chunks fill one node after the other
    nodes 3 2
    0 1 9 9 -> 0: 0
    0 4 9 9 chunks=0 -> 0: 0 1 1 2
    0 7 1 1 chunks=0 -> rejected

  an exclusive job waits for a node that is wholly idle, and has all of it
    nodes 2 4
    0 1 4 4 -> 0: 0
    0 1 3 3 exclusive -> 0: 1
    1 1 9 9 -> 1: 0
    1 1 2 2 exclusive -> 3: 1
    1 4 1 1 -> 5: 1

  until its limit an exclusive job is beside no promise either
    nodes 2 4
    0 2 4 4 -> 0: 0
    1 6 2 2 chunks=2 distinct -> 4: 0 1
    # Node 1 is idle, and has a core beside the promise.
    1 1 5 5 exclusive -> 6: 0
    1 1 3 3 exclusive -> 1: 1

  a long job waits behind an outage, a short one ends before it
    settings outages: [{\"nodes\": \"node[1]\", \"from\": 5, \"until\": 10}]
    nodes 1 2
    # It would take less than its limit.
    0 1 1 8 -> 10: 0
    0 1 5 5 -> 0: 0
    1 1 4 4 -> 1: 0
    1 1 5 5 -> 10: 0

  jobs run in their partitions; a node without one is in all
    nodes 1 2 partition=cpu
    nodes 1 2 partition=gpu
    nodes 1 1
    0 2 5 5 partition=1 -> 0: 0
    # Node 2 has one core.
    1 2 5 5 partition=1 -> 5: 0
    1 1 2 9 partition=2 -> 1: 1
    1 1 2 2 -> 1: 1
    1 1 1 1 partition=1 -> 1: 2
    # Only node 2 is in it.
    1 2 2 2 chunks=0 partition=4 -> rejected
    1 4 2 2 chunks=0 partition=1 -> rejected

  the first of two partitions that has room, and the earlier promise of both
    nodes 1 2 partition=cpu
    nodes 1 2 partition=gpu
    0 2 9 9 partition=3 -> 0: 1
    0 2 6 6 partition=3 -> 0: 0
    1 1 4 4 partition=3 -> 6: 0
    # Its chunks would be in two.
    1 3 1 1 chunks=3 partition=3 -> rejected
    1 2 1 1 partition=3 -> 9: 1

  the nodes have the features that a job needs
    nodes 1 4
    nodes 1 1 feature=ib feature=ssd
    0 1 3 3 feature=ib -> 0: 1
    0 1 3 3 feature=ssd feature=ib -> 3: 1
    0 1 3 3 feature=ib feature=avx -> rejected

  best fit takes the smaller node
    settings placement: best_fit
    nodes 1 8
    nodes 1 4
    0 1 9 9 -> 0: 1
    0 4 9 9 -> 0: 0
    # Three cores are free on node 1 and four on node 0.
    0 4 9 9 chunks=4 -> 0: 1 1 1 0

  spread takes the emptier node, of equals the first
    settings placement: spread
    nodes 1 8
    nodes 1 4
    0 5 9 9 -> 0: 0
    0 4 9 9 chunks=4 -> 0: 1 0 1 0

  spread looks at the least room until the limit
    settings placement: spread
    nodes 1 8
    nodes 1 4
    0 2 4 4 -> 0: 0
    # Promised node 0 from 4 on, where it leaves one core.
    1 7 5 5 -> 4: 0
    1 1 9 9 -> 1: 1
    1 1 3 3 -> 1: 0

  each provider of a platform is a node, of which only the cores count
    0 2 3 3 gpus=4000 memory=99 -> 0: 0 0
    0 1 3 3 chunks=0 -> 3: 0
    0 3 3 3 -> rejected";
