//! Kurowski, Oleksiak, Piątek and Węglarz: Hierarchical scheduling strategies for parallel tasks
//! and advance reservations in grids. Journal of Scheduling, 2011.

mod batch_and_reservations;
mod curves;
mod dynamic_binding;
mod figure_2;
mod figure_7;
mod figures_11_13;
mod figures_14_16;
mod figures_17_19;
mod figures_4_5;
mod figures_8_10;
mod flexible_requests;
mod job_set;
mod limits;
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

use super::{About, AboutPaper, Paper};

static ITEMS: [About; PAPER.items.len()] = About::all(&PAPER);

/// Its description, which needs no run.
pub const CONTENTS: AboutPaper = AboutPaper::of(&PAPER, &ITEMS);

/// The paper and its items that can be reproduced.
pub const PAPER: Paper = Paper {
    key: "kurowski-2011",
    name: "Kurowski 2011",
    citation: "K. Kurowski, A. Oleksiak, W. Piątek, J. Węglarz: Hierarchical scheduling strategies \
               for parallel tasks and advance reservations in grids. Journal of Scheduling, 2011",
    log: "SDSC SP2",
    log_role: "the paper's log",
    is_its_log,
    elsewhere: "its tasks 68000-69000",
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
        batch_and_reservations::ITEM,
        flexible_requests::ITEM,
        dynamic_binding::ITEM,
        limits::ITEM,
        figures_17_19::FIGURE_17,
        figures_17_19::FIGURE_18,
        figures_17_19::FIGURE_19,
    ],
};
