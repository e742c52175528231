//! The real log that benches share.

use std::path::PathBuf;

use slotscope::workload::{self, Workload};

/// Its file.
pub const LOG: &str = "KTH-SP2-1996-2.swf.gz";

/// KTH from the folder that `SLOTSCOPE_TRACES` names, or `../shared/traces`; none where it is absent.
pub fn kth() -> Option<Workload> {
    let folder = std::env::var_os("SLOTSCOPE_TRACES")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/traces")), PathBuf::from);
    let bytes = std::fs::read(folder.join(LOG)).ok()?;
    Some(workload::read(LOG, &bytes).ok()?.workload)
}
