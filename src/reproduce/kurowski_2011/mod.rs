//! Kurowski, Oleksiak, Piątek and Węglarz: Hierarchical scheduling strategies for parallel tasks
//! and advance reservations in grids. Journal of Scheduling, 2011.

mod curves;
mod figure_2;
mod figure_7;
mod figures_11_13;
mod figures_14_16;
mod figures_17_19;
mod figures_4_5;
mod figures_8_10;
mod job_set;
mod log;
mod proposition_1;
mod reading;
mod sentences;
mod setting;
mod static_partition;
mod strategies;
mod table_2;
mod table_3;
mod table_4;
mod table_5;
mod table_6;

pub use log::is_its_log;

use super::{About, Paper};

/// What the command line calls the paper.
pub const KEY: &str = "kurowski-2011";

/// What can be told of its items before anything is run, in the order of reading.
pub static CONTENTS: [About; PAPER.items.len()] = About::all(PAPER.items);

/// Authors, title, journal, year.
pub const CITATION: &str = "K. Kurowski, A. Oleksiak, W. Piątek, J. Węglarz: Hierarchical scheduling strategies \
               for parallel tasks and advance reservations in grids. Journal of Scheduling, 2011";

/// The paper and what can be reproduced of it.
pub const PAPER: Paper = Paper {
    key: KEY,
    citation: CITATION,
    is_its_log,
    items: &[
        figure_2::ITEM,
        proposition_1::ITEM,
        figures_4_5::FIGURE_4,
        figures_4_5::FIGURE_5,
        table_2::ITEM,
        table_3::ITEM,
        table_4::ITEM,
        table_5::ITEM,
        figure_7::ITEM,
        figures_8_10::FIGURE_8,
        figures_8_10::FIGURE_9,
        figures_8_10::FIGURE_10,
        static_partition::ITEM,
        table_6::ITEM,
        figures_11_13::FIGURE_11,
        figures_11_13::FIGURE_12,
        figures_11_13::FIGURE_13,
        figures_14_16::FIGURE_14,
        figures_14_16::FIGURE_15,
        figures_14_16::FIGURE_16,
        figures_17_19::FIGURE_17,
        figures_17_19::FIGURE_18,
        figures_17_19::FIGURE_19,
    ],
};
