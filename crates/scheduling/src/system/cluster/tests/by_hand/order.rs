//! The order, the promises, and when jobs come.

pub const DRAWINGS: &str = "\
  one promise: the last job delays the third
    settings promises: 1
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 3 2 2 -> 4: 0
    1 4 2 2 -> 7: 0
    1 1 6 6 -> 1: 0

  two promises: it does not
    settings promises: 2
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 3 2 2 -> 4: 0
    1 4 2 2 -> 6: 0
    1 1 6 6 -> 8: 0

  nothing is promised behind a job without a limit
    settings promises: 1
    nodes 1 4
    0 2 100 100 endless -> 0: 0
    10 4 10 10 -> 110: 0
    20 2 90 90 endless -> 20: 0

  no promise: what fits starts, the smallest first
    settings promises: 0; order: size
    nodes 1 4
    0 2 2 2 -> 0: 0
    1 4 1 1 -> 4: 0
    1 2 2 2 -> 2: 0
    1 1 3 3 -> 1: 0

  strictly nothing overtakes the largest
    settings order: -size; strict: true
    nodes 1 4
    0 2 2 2 -> 0: 0
    1 1 1 1 -> 3: 0
    1 4 1 1 -> 2: 0

  the shortest are backfilled first
    settings promises: 1; backfill_order: limit
    nodes 1 4
    0 2 4 4 -> 0: 0
    1 4 2 2 -> 4: 0
    1 1 3 3 -> 6: 0
    1 2 1 1 -> 1: 0
    1 2 2 2 -> 2: 0

  jobs that wait for others, and one that is eligible later
    nodes 1 1
    0 1 3 5 -> 0: 0
    0 1 1 1 eligible=8 -> 8: 0
    # Two seconds after the end of the first; killed at 7.
    1 1 4 2 after=0 think=2 -> 5: 0
    1 1 1 1 after=2 think=0 -> 7: 0
    1 2 1 1 -> rejected
    # Released when that one is rejected.
    1 1 2 2 after=4 think=50 -> 3: 0

  a job that takes no time ends at once
    nodes 1 1
    0 1 0 5 -> 0: 0
    0 1 2 2 -> 0: 0
    0 1 2 2 after=0 think=0 -> 2: 0";
