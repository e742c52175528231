//! Hollingsworth and Maneewongvatana: Imprecise calendars: an approach to scheduling computational
//! grids. ICDCS 1999.

mod figure_2;
mod figure_3;
mod figure_5;
mod figure_6;
mod figure_8;
mod los_alamos;
mod rules;
mod setting;
mod slots;

use super::{About, AboutPaper, Paper, kth};

/// The paper and its items that can be reproduced.
pub const PAPER: Paper = Paper {
    key: "hollingsworth-1999",
    name: "Hollingsworth 1999",
    citation: "J. K. Hollingsworth, S. Maneewongvatana: Imprecise calendars: an approach to scheduling \
               computational grids. ICDCS 1999",
    log: "KTH SP2",
    log_role: "the paper's log",
    is_its_log: kth::is_its_log,
    elsewhere: "the Los Alamos CM-5 and CTC",
    items: &[
        rules::THRESHOLDS,
        slots::ITEM,
        rules::REFINING,
        figure_3::ITEM,
        figure_2::ITEM,
        figure_5::ITEM,
        figure_6::ITEM,
        figure_8::ITEM,
        setting::ITEM,
    ],
};

static ITEMS: [About; PAPER.items.len()] = About::all(&PAPER);

/// Its description, which needs no run.
pub const CONTENTS: AboutPaper = AboutPaper::of(&PAPER, &ITEMS);
