//! The numbers of the paper's simulator, with the policy of each.

use scheduling::policy::placement::Placement;

/// A policy with its published means over ten seeds (42 to 51), in percent of the GPUs.
pub struct Published {
    /// The policy.
    pub policy: Placement,
    /// GPUs allocated when 100 % have been asked for.
    pub allocated: f64,
    /// GPUs that are idle and that the target workload cannot use, when 50, 80 and 100 % have been asked for.
    pub fragmented: [f64; 3],
}

/// The percents of [`Published::fragmented`].
pub const FRAGMENTED_AT: [usize; 3] = [50, 80, 100];

/// Means of `experiments/analysis/expected_results` (`analysis_allo_discrete.csv`, `analysis_frag_discrete.csv`,
/// workload `openb_pod_list_default`), in the paper's order.
pub const PUBLISHED: [Published; 6] = [
    published(Placement::Random, 86.30, [15.10, 15.92, 13.49]),
    published(Placement::DotProduct, 90.62, [12.09, 10.09, 9.30]),
    published(Placement::GpuClustering, 91.65, [12.11, 9.36, 8.21]),
    published(Placement::GpuPacking, 91.78, [12.01, 9.28, 8.13]),
    published(Placement::BestFit, 92.86, [10.81, 8.29, 7.05]),
    published(Placement::Fgd, 95.23, [8.93, 5.97, 4.73]),
];

const fn published(policy: Placement, allocated: f64, fragmented: [f64; 3]) -> Published {
    Published { policy, allocated, fragmented }
}
