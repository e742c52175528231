//! What the integration tests share: the real logs.
//!
//! A test that reads one is ignored by itself, so that a run without the logs does not count it as
//! passed. `cargo xtask test` runs these where `SLOTSCOPE_TRACES` names the folder of the logs.

use std::path::PathBuf;

use slotscope::workload::{self, Workload};

/// A real log of the Parallel Workloads Archive from the folder `SLOTSCOPE_TRACES`. Panics where
/// it is not there.
pub fn real_log(name: &str) -> Workload {
    let path = real_log_path(name);
    let bytes = std::fs::read(path).expect(name);
    workload::read(name, &bytes).expect(name).workload
}

/// The same as its path.
pub fn real_log_path(name: &str) -> PathBuf {
    let folder = std::env::var_os("SLOTSCOPE_TRACES")
        .expect("SLOTSCOPE_TRACES is not set: it names the folder of the real logs");
    let path = PathBuf::from(folder).join(name);
    assert!(path.exists(), "there is no {}", path.display());
    path
}
