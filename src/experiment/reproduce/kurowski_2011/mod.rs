//! Kurowski, Oleksiak, Piątek and Węglarz: Hierarchical scheduling strategies for parallel tasks
//! and advance reservations in grids. Journal of Scheduling, 2011.

mod job_set;
mod reading;
mod setting;
mod table_2;
mod table_3;
mod table_4;
mod table_5;

use super::Paper;

/// The paper and what can be reproduced of it.
pub const PAPER: Paper = Paper {
    key: "kurowski-2011",
    citation: "K. Kurowski, A. Oleksiak, W. Piątek, J. Węglarz: Hierarchical scheduling strategies \
               for parallel tasks and advance reservations in grids. Journal of Scheduling, 2011",
    items: &[table_2::ITEM, table_3::ITEM, table_4::ITEM, table_5::ITEM],
};
