//! Castillo, Rouskas and Harfoush: Resource co-allocation for large-scale distributed environments.
//! HPDC 2009.

mod figure_5;
mod figure_7;
mod setting;
mod table_1;
mod table_2;

pub use setting::is_its_log;

use super::Paper;

/// The paper and what can be reproduced of it.
pub const PAPER: Paper = Paper {
    key: "castillo-2009",
    citation: "C. Castillo, G. N. Rouskas, K. Harfoush: Resource co-allocation for large-scale \
               distributed environments. HPDC 2009",
    is_its_log,
    items: &[table_1::ITEM, table_2::ITEM, figure_5::ITEM, figure_7::ITEM],
};
