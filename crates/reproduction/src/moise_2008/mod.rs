//! Moise, Moise, Pop and Cristea: Advance reservation of resources for task execution in grid environments.
//! HiPerGRID 2008.

mod failures;
mod figure_4;
mod setting;
mod sharing;
mod table_1;

use super::{About, AboutPaper, Paper, kth};

/// The paper and its items that can be reproduced.
pub const PAPER: Paper = Paper {
    key: "moise-2008",
    name: "Moise 2008",
    citation: "I. Moise, D. Moise, F. Pop, V. Cristea: Advance reservation of resources for task execution in grid environments. HiPerGRID 2008",
    log: "KTH SP2",
    log_role: "a log that it does not use",
    is_its_log: kth::is_its_log,
    elsewhere: "",
    items: &[table_1::ITEM, figure_4::ITEM, setting::ITEM, sharing::ITEM, failures::ITEM],
};

static ITEMS: [About; PAPER.items.len()] = About::all(&PAPER);

/// Its description, which needs no run.
pub const CONTENTS: AboutPaper = AboutPaper::of(&PAPER, &ITEMS);
