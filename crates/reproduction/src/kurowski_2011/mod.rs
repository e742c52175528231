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
mod proposition_1;
mod reading;
mod sentences;
mod static_partition;
mod table_2;
mod table_3;
mod table_4;
mod table_5;
mod table_6;

use super::{About, AboutPaper, Paper, kth};

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

/// Whether a log's header is that of SDSC SP2, which all of the paper's experiments use (Sect. 5:
/// "the real workload SDSC SP2 available at Parallel Workload Archive").
pub fn is_its_log(header: &[(String, String)]) -> bool {
    kth::names(header, "SP2", "SDSC")
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::traces::trace;

    #[test]
    fn a_log_that_does_not_name_its_machine_is_not_the_papers() {
        let entry = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let computer = entry("Computer", "IBM SP2");
        assert!(!is_its_log(&[]));
        assert!(!is_its_log(std::slice::from_ref(&computer)));
        assert!(!is_its_log(&[computer.clone(), entry("Installation", "KTH")]));
        assert!(is_its_log(&[computer, entry("Installation", "San-Diego Supercomputer Center (SDSC)")]));
    }

    #[test]
    #[ignore = "needs the real logs: SLOTSCOPE_TRACES"]
    fn only_sdsc_sp2_is_the_papers_log() {
        let cases = [
            ("SDSC-SP2-1998-first-4961.swf", true),
            ("KTH-SP2-1996-2.swf.gz", false),
            ("NASA-iPSC-1993-3.1-cln.swf.gz", false),
        ];
        for (name, expected) in cases {
            let reading = trace(name);
            assert_eq!(is_its_log(&reading.workload.header().entries), expected, "{name}");
        }
    }
}
