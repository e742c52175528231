//! The policies by their own controls: after every change the page shows exactly the figures that
//! `slotscope run` finds for the scenario that the page hands out.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::two_level::{
    BatchAllocation, OverLimit, QueuePolicy, ReservationAllocation, ReservationQueue, TwoLevel,
};

use crate::command::{self, Folder};
use crate::harness::Page;
use crate::scene;

/// What a person does, and what becomes of the scenario.
struct Step {
    act: fn(&Page),
    mean: fn(&mut TwoLevel),
}

/// Moves a slider by its stops, as the arrow keys do.
fn slide(page: &Page, css: &str, steps: usize) {
    let focus = format!("document.querySelector('{css}').focus()");
    page.execute(&focus, &[]);
    for _ in 0..steps {
        page.press("ArrowRight");
    }
}

const STEPS: [Step; 11] = [
    Step {
        act: |page| page.click("label[for=reservation-allocation-1]"),
        mean: |it| it.grid.reservation_allocation = ReservationAllocation::ResourcePriority,
    },
    Step {
        act: |page| page.click("label[for=batch-allocation-4]"),
        mean: |it| it.grid.batch_allocation = BatchAllocation::RoundRobin,
    },
    Step {
        act: |page| page.set_value("#queue-policy", "EASY backfilling"),
        mean: |it| it.local.queue = QueuePolicy::Easy,
    },
    Step { act: |page| slide(page, "#grid-period", 3), mean: |it| it.grid.period = 300 },
    Step {
        act: |page| page.click("label[for=reservation-queue-1]"),
        mean: |it| it.grid.reservation_queue = ReservationQueue::Fcfs,
    },
    Step {
        act: |page| page.click("label[for=batch-allocation-3]"),
        mean: |it| it.grid.batch_allocation = BatchAllocation::Random,
    },
    Step {
        act: |page| page.set_value("#queue-policy", "Conservative backfilling"),
        mean: |it| it.local.queue = QueuePolicy::Conservative,
    },
    Step {
        act: |page| {
            page.set_value("#queue-policy", "Largest size first");
            page.set_value("#local-period", 5);
        },
        mean: |it| {
            it.local.queue = QueuePolicy::Lsf;
            it.local.period = 1_800;
        },
    },
    Step {
        act: |page| page.set_value("#queue-policy", "SJF, shortest job first"),
        mean: |it| it.local.queue = QueuePolicy::Sjf,
    },
    Step { act: |page| page.set_value("#grid-period-number", 777), mean: |it| it.grid.period = 777 },
    Step { act: |page| page.click("label[for=over-limit-1]"), mean: |it| it.local.over_limit = OverLimit::Ignore },
];

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_every_policy_exactly() {
    let folder = Folder::new();
    let log = folder.sample();
    let page = scene::open();
    let mut scenario = Scenario::default();
    for step in &STEPS {
        (step.act)(&page);
        (step.mean)(scene::options(&mut scenario));
        scene::wait_for(&page, &report(&scene::run(&scenario, &scene::sample())));
        let shown = scene::exported_text(&page, "scenario", ".json");
        assert_eq!(shown, command::json(&scenario) + "\n");
        let written = command::run(&folder, &shown, &log);
        scene::wait_for(&page, &written.figures());
        assert_eq!(
            command::without_log(&scene::exported_text(&page, "report", ".json")),
            command::without_log(&written.report)
        );
    }
    page.assert_no_console_errors();
}
