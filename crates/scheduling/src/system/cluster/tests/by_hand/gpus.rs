//! Whole GPUs and shares.

pub const DRAWINGS: &str = "\
  three free GPUs on each of two nodes do not hold a job of four
    nodes 2 8 gpus=4
    0 2 5 10 chunks=2 distinct gpus=1000 -> 0: 0/0 1/0
    # Promised node 0 from 10 on; the job before it ends early.
    1 1 2 2 gpus=4000 -> 5: 0/0,1,2,3
    2 1 9 9 gpus=3000 -> 2: 1/1,2,3
    2 1 9 9 gpus=5000 -> rejected

  shares go to the lowest GPU with room, whole GPUs are free of them
    nodes 1 8 gpus=2
    0 1 6 6 gpus=600 -> 0: 0/0
    0 1 3 3 gpus=500 -> 0: 0/1
    0 1 5 5 gpus=400 -> 0: 0/0
    # Promised 3, when one GPU is whole again.
    1 1 2 2 gpus=1000 -> 3: 0/1
    # On GPU 1 it would run into the promise.
    1 1 3 3 gpus=500 -> 5: 0/1
    1 1 2 2 gpus=500 -> 1: 0/1

  shares of one job add up, and one and a half GPUs are two
    nodes 1 8 gpus=4
    0 3 4 4 chunks=3 gpus=400 -> 0: 0/0 0/0 0/1
    0 1 4 4 gpus=1500 -> 0: 0/2,3
    0 1 4 4 gpus=600 -> 0: 0/1
    0 1 4 4 gpus=300 -> 4: 0/0

  GPUs of the types that a job may have
    nodes 1 8 gpus=2 type=t4
    nodes 1 8 gpus=1 type=a100
    nodes 1 8 gpus=1
    0 1 4 4 gpus=1000 type=a100 -> 0: 1/0
    0 1 4 4 gpus=1000 type=a100 -> 4: 1/0
    0 1 4 4 gpus=1000 type=a100 type=t4 -> 0: 0/0
    0 1 4 4 gpus=1000 type=h100 -> rejected
    0 1 4 4 gpus=2000 -> 4: 0/0,1

  GPU packing takes GPUs in use first, then nodes in use
    settings placement: gpu_packing
    nodes 2 8 gpus=2
    0 1 9 9 gpus=500 -> 0: 0/0
    0 1 9 9 gpus=300 -> 0: 0/0
    0 1 9 9 gpus=1000 -> 0: 0/1
    0 1 9 9 gpus=2000 -> 0: 1/0,1
    0 1 9 9 gpus=200 -> 0: 0/0

  GPU clustering sees the jobs that are promised a node until the limit
    settings placement: gpu_clustering
    nodes 2 8 gpus=4
    0 7 4 4 -> 0: 0
    0 4 20 20 gpus=1000 -> 0: 1/0
    0 2 20 20 gpus=500 -> 0: 1/1
    1 5 5 5 gpus=1000 -> 4: 0/1
    # On node 0 only its kind will run, on node 1 runs another one beside it.
    1 1 9 9 gpus=1000 -> 1: 0/0

  an exclusive job has all GPUs of its node
    nodes 2 8 gpus=2
    0 1 3 3 gpus=200 exclusive -> 0: 0/0,1
    0 1 9 9 gpus=2000 -> 0: 1/0,1
    0 1 1 1 gpus=100 -> 3: 0/0";
