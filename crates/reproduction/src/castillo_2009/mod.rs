//! Castillo, Rouskas and Harfoush: Resource co-allocation for large-scale distributed environments.
//! HPDC 2009.

mod figure_3;
mod figure_4;
mod figure_5;
mod figure_6;
mod figure_7;
mod growth;
mod setting;
mod step;
mod table_1;
mod table_2;
mod traces;

use super::{About, AboutPaper, Paper};

/// The paper and its items that can be reproduced.
pub const PAPER: Paper = Paper {
    key: "castillo-2009",
    name: "Castillo 2009",
    citation: "C. Castillo, G. N. Rouskas, K. Harfoush: Resource co-allocation for large-scale \
               distributed environments. HPDC 2009",
    log: "KTH SP2",
    log_role: "the paper's log",
    is_its_log: |header| traces::of_header(header).is_some(),
    elsewhere: "those of CTC, KTH and HPC2N that are not at hand",
    items: &[
        growth::ITEM,
        table_1::ITEM,
        step::ITEM,
        setting::ITEM,
        figure_3::ITEM,
        figure_4::ITEM,
        figure_5::ITEM,
        table_2::ITEM,
        figure_6::ITEM,
        figure_7::ITEM,
    ],
};

static ITEMS: [About; PAPER.items.len()] = About::all(&PAPER);

/// Its description, which needs no run.
pub const CONTENTS: AboutPaper = AboutPaper::of(&PAPER, &ITEMS);
