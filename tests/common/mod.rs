//! What the integration tests share: the real logs, where they are.

use std::path::PathBuf;

use slotscope::workload::{self, Workload};

/// A real log of the Parallel Workloads Archive from the folder `SLOTSCOPE_TRACES`, or
/// `../shared/traces`; `None`, and a line that says so, where it is absent.
pub fn real_log(name: &str) -> Option<Workload> {
    let bytes = real_log_bytes(name)?;
    Some(workload::read(name, &bytes).expect(name).workload)
}

/// The same as its bytes.
pub fn real_log_bytes(name: &str) -> Option<Vec<u8>> {
    let path = real_log_path(name)?;
    Some(std::fs::read(path).expect(name))
}

/// The same as its path.
pub fn real_log_path(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("SLOTSCOPE_TRACES").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/traces")),
        PathBuf::from,
    );
    let path = folder.join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {name} is not in {}", folder.display());
    None
}
