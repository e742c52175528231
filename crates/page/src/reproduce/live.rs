//! The central claim of a paper as a picture that the page draws live: curves or a trade-off of a link.

use export::snapshot::{Snapshot, Source};
use reproduction::AboutPaper;

/// A picture of a paper.
pub struct Live {
    /// The paper's key.
    paper: &'static str,
    /// What is drawn, in a few words.
    pub label: &'static str,
    /// The page that draws it, as a link has it.
    page: &'static str,
}

const ALL: [Live; 5] = [
    Live {
        paper: "kurowski-2011",
        label: "AR resource priority against MCT, as paired differences",
        page: r#"{"view": "curves", "scenarios": [{"platform": [32, 32]}], "curves": {"differences": true,
            "overlaid": {"queue": ["fcfs_backfilling"], "reservation_allocation": ["mct", "resource_priority"]}}}"#,
    },
    Live {
        paper: "castillo-2009",
        label: "attempts and operations of the range search against the number of servers",
        page: r#"{"view": "curves", "scenarios": [{"platform": [64], "system": {"co_allocation": {}}}], "curves": {
            "axis": "platform.processors", "values": "64, 96, 128, 192, 256", "seeds": 3,
            "overlaid": {"structure": ["fast"], "selection": ["latest_start", "earliest_end"]},
            "figures": ["attempts_per_request", "operations_per_request"]}}"#,
    },
    Live {
        paper: "hollingsworth-1999",
        label: "accuracy of calendars against their number of slots",
        page: r#"{"view": "trade-off", "scenarios": [{"platform": [64], "system": {"imprecise_calendar": {}}}], "trade_off": {
            "criteria": ["calendar_slots", "weighted_delay"], "ticked": {"configuration": ["configuration1", "configuration2",
            "configuration3", "configuration4", "configuration5", "configuration6", "los_alamos"]}}}"#,
    },
    Live {
        paper: "zhao-2007",
        label: "spare time by scheduler against the deadline",
        page: r#"{"view": "curves", "workload": {"workflow": {}}, "scenarios": [{"system": {"workflow": {}}}], "curves": {
            "axis": "system.workflow.deadline_factor", "figures": ["spare_least", "spare_mean", "schedule_length"],
            "overlaid": {"scheduler": ["heft", "hybrid_bmct", "fcp", "dls"], "variant": ["r_even_time"], "on-early-end": ["keep"]}}}"#,
    },
    Live {
        paper: "moise-2008",
        label: "load by agent against the number of agents",
        page: r#"{"view": "curves", "workload": {"tasks": {}}, "scenarios": [{"system": {"broker": {}},
            "platform": [100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100]}], "curves": {
            "axis": "system.broker.agents", "overlaid": {"placement": ["broker", "random"]},
            "figures": ["load_variation", "most_tasks_of_an_agent", "fewest_tasks_of_an_agent"]}}"#,
    },
];

impl Live {
    /// The picture of a paper, if it has one.
    pub fn of(paper: &AboutPaper) -> Option<&'static Self> {
        ALL.iter().find(|it| it.paper == paper.key)
    }

    /// The page that draws it. A picture of a log is drawn on the log at hand, if there is one, with that many
    /// processors; otherwise on the sample. `None` if it cannot be read, which a test excludes.
    pub fn page(&self, log: Option<(Source, u32)>) -> Option<Snapshot> {
        let mut page: Snapshot = serde_json::from_str(self.page).ok()?;
        if let Some((source, processors)) = log.filter(|_| page.workload == Source::Sample) {
            page.workload = source;
            let scenario = page.scenarios.first_mut()?;
            let providers = scenario.platform.len().max(1) as u32;
            scenario.platform = vec![(processors / providers).max(1); providers as usize];
        }
        Some(page)
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::curves::Sweep;
    use crate::history::Experiment;
    use crate::trade_off::Exploring;
    use reproduction::CONTENTS;
    use workload::WorkloadKind;

    #[test]
    fn every_picture_is_one_of_a_paper_and_can_be_drawn() {
        let papers: Vec<&Live> = CONTENTS.iter().filter_map(Live::of).collect();
        assert_eq!(papers.len(), ALL.len());
        for live in papers {
            let page = live.page(None).expect(live.paper);
            page.check().expect(live.paper);
            let kind = match page.workload {
                Source::Workflow(_) => WorkloadKind::Workflow,
                Source::Tasks(_) => WorkloadKind::TaskBatch,
                _ => WorkloadKind::Log,
            };
            let base = Rc::new(Experiment::new(page.scenarios[0].clone(), 0));
            match &*page.view {
                "curves" => {
                    let sweep = Sweep::plan(&Rc::new(page.curves.clone()), &base, kind).expect(live.paper);
                    assert!(sweep.names.len() > 1, "{}", live.paper);
                    let chosen = page.curves.chosen(&page.scenarios[0]).map_or(0, |it| it.len());
                    assert_eq!(chosen, page.curves.figures.len(), "{}", live.paper);
                }
                _ => {
                    let form = Rc::new(page.trade_off.clone());
                    let exploring = Exploring::brief(&form, &base, kind, (0, 1_000)).expect(live.paper);
                    assert!(exploring.plan.candidates.len() > 5, "{}", live.paper);
                    assert_eq!(exploring.plan.criteria.names(), page.trade_off.criteria);
                }
            }
        }
    }

    #[test]
    fn a_picture_of_a_log_is_drawn_on_the_log_at_hand() {
        let live = |at: usize| ALL[at].page(Some((Source::Generated(Box::default()), 100))).expect("a page");
        let halves = live(0);
        assert_eq!(halves.scenarios[0].platform, [50, 50]);
        assert!(matches!(halves.workload, Source::Generated(_)));
        assert!(matches!(live(3).workload, Source::Workflow(_)));
    }
}
