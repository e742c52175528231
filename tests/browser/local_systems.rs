//! Local systems, and what queue policies and allocations go by, by their own controls: after every
//! change the page shows exactly the figures of the library for the scenario that it hands out.

use slotscope::criteria::report;
use slotscope::experiment::Scenario;
use slotscope::system::two_level::{
    Binding, GridQueue, LocalSystem, Preempted, PriorityBy, PriorityFirst, QueuePolicy, ReservationAllocation, Route,
    RouteBy, ShareAmong, Slots,
};
use slotscope::workload::reserve::IntervalLength;

use crate::command;
use crate::harness::Page;
use crate::scene;

/// What a person does, and what becomes of the scenario.
struct Step {
    act: fn(&Page),
    mean: fn(&mut Scenario),
}

#[track_caller]
fn assert_followed(steps: &[Step]) -> Page {
    let page = scene::open();
    let mut scenario = Scenario::default();
    for (index, step) in steps.iter().enumerate() {
        (step.act)(&page);
        (step.mean)(&mut scenario);
        scene::wait_for(&page, &report(&scene::run(&scenario, &scene::sample())));
        let shown = scene::exported_text(&page, "scenario", ".json");
        assert_eq!(shown, command::json(&scenario) + "\n", "after step {}", index + 1);
    }
    page.assert_no_console_errors();
    page
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_priorities_and_shares() {
    let page = assert_followed(&[
        Step {
            act: |page| page.set_value("#queue-policy", "PPP, by priority"),
            mean: |it| scene::options(it).local.queue = QueuePolicy::Ppp,
        },
        Step {
            act: |page| page.click("label[for=priority-by-4]"),
            mean: |it| scene::options(it).local.priority.by = PriorityBy::User,
        },
        Step {
            act: |page| page.click("label[for=priority-first-1]"),
            mean: |it| scene::options(it).local.priority.first = PriorityFirst::Low,
        },
        Step {
            act: |page| page.set_value("#priority-ranked", "7, 3"),
            mean: |it| scene::options(it).local.priority.ranked = vec![7, 3],
        },
        Step {
            act: |page| page.set_value("#queue-policy", "PPPD, with preemption"),
            mean: |it| scene::options(it).local.queue = QueuePolicy::Pppd,
        },
        Step {
            act: |page| page.click("label[for=preempted-1]"),
            mean: |it| scene::options(it).local.preempted = Preempted::Restart,
        },
        Step {
            act: |page| page.set_value("#queue-policy", "Fair share"),
            mean: |it| scene::options(it).local.queue = QueuePolicy::Fss,
        },
        Step {
            act: |page| page.set_value("#half-life", 1.5),
            mean: |it| scene::options(it).local.fair_share.half_life = 5_400,
        },
        Step {
            act: |page| page.click("label[for=share-among-1]"),
            mean: |it| scene::options(it).local.fair_share.among = ShareAmong::Groups,
        },
    ]);
    // What is no list is said and goes nowhere.
    page.set_value("#queue-policy", "PPP, by priority");
    for (wrong, why) in [("7, x", "whole numbers"), ("7, 3, 7", "twice")] {
        page.set_value("#priority-ranked", wrong);
        page.wait_for_text(".wrong", why);
    }
    let kept = scene::exported_text(&page, "scenario", ".json");
    let kept: Scenario = serde_json::from_str(&kept).expect("a scenario");
    assert_eq!(scene::options(&mut kept.clone()).local.priority.ranked, [7, 3]);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_local_systems_and_structures() {
    assert_followed(&[
        Step {
            act: |page| page.click("label[for=binding-1]"),
            mean: |it| scene::options(it).local.binding = Binding::Static,
        },
        Step {
            act: |page| page.click("label[for=slots-kind-1]"),
            mean: |it| scene::options(it).local.slots = Slots::Fixed(600),
        },
        Step {
            act: |page| page.set_value("#slot-length", 3_600),
            mean: |it| scene::options(it).local.slots = Slots::Fixed(3_600),
        },
        Step {
            act: |page| page.set_value("#local-system", "Platform LSF"),
            mean: |it| scene::options(it).local.systems = vec![LocalSystem::PlatformLsf],
        },
        Step {
            act: |page| page.set_value("#local-system", "One for each provider"),
            mean: |it| scene::options(it).local.systems = vec![LocalSystem::PlatformLsf; 2],
        },
        Step {
            act: |page| page.set_value("#local-system-1", "Sun Grid Engine"),
            mean: |it| scene::options(it).local.systems[1] = LocalSystem::Sge,
        },
        Step { act: |page| page.click("#add-provider"), mean: |it| it.platform.push(64) },
        Step {
            act: |page| page.set_value("#local-system-2", "Kurowski 2011"),
            mean: |it| {
                scene::options(it).local.systems.push(LocalSystem::Model);
            },
        },
        // Those after the one that is taken away keep their systems.
        Step {
            act: |page| page.click("[aria-label='Remove Provider 1']"),
            mean: |it| {
                it.platform.remove(0);
                scene::options(it).local.systems = vec![LocalSystem::Sge, LocalSystem::Model];
            },
        },
        Step {
            act: |page| page.set_value("#local-system", "Kurowski 2011"),
            mean: |it| scene::options(it).local.systems.clear(),
        },
        Step {
            act: |page| page.click("label[for=slots-kind-0]"),
            mean: |it| scene::options(it).local.slots = Slots::Variable,
        },
    ]);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_the_order_of_providers_and_the_interval() {
    assert_followed(&[
        Step {
            act: |page| page.click("label[for=reservation-allocation-1]"),
            mean: |it| {
                scene::options(it).grid.reservation_allocation = ReservationAllocation::ResourcePriority;
            },
        },
        Step {
            act: |page| page.set_value("#resource-order", "2"),
            mean: |it| scene::options(it).grid.resource_order = vec![1],
        },
        Step { act: |page| page.click("#add-provider"), mean: |it| it.platform.push(64) },
        Step {
            act: |page| page.set_value("#resource-order", "3 2"),
            mean: |it| scene::options(it).grid.resource_order = vec![2, 1],
        },
        Step {
            act: |page| page.click("[aria-label='Remove Provider 2']"),
            mean: |it| {
                it.platform.pop();
                scene::options(it).grid.resource_order = vec![1];
            },
        },
        Step {
            act: |page| page.click("[data-testid=preset-1x128]"),
            mean: |it| {
                it.platform = vec![128];
                scene::options(it).grid.resource_order.clear();
            },
        },
        Step {
            act: |page| page.click("label[for=interval-length-1]"),
            mean: |it| it.workload.reservations.interval = IntervalLength::RunTime,
        },
    ]);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_the_order_at_the_period_and_a_queue_for_each_provider() {
    assert_followed(&[
        Step {
            act: |page| page.set_value("#grid-period-number", 3_600),
            mean: |it| scene::options(it).grid.period = 3_600,
        },
        Step {
            act: |page| page.click("label[for=grid-queue-1]"),
            mean: |it| scene::options(it).grid.queue = GridQueue::Largest,
        },
        Step {
            act: |page| page.click("label[for=grid-queue-4]"),
            mean: |it| scene::options(it).grid.queue = GridQueue::FairShare,
        },
        Step {
            act: |page| page.click("label[for=share-among-1]"),
            mean: |it| scene::options(it).local.fair_share.among = ShareAmong::Groups,
        },
        Step {
            act: |page| page.set_value("#queue-policy", "One for each provider"),
            mean: |it| {
                let local = &mut scene::options(it).local;
                local.queues = vec![local.queue; 2];
            },
        },
        Step {
            act: |page| page.set_value("#queue-policy-1", "EASY backfilling"),
            mean: |it| scene::options(it).local.queues[1] = QueuePolicy::Easy,
        },
        Step {
            act: |page| page.set_value("#queue-policy", "SJF, shortest job first"),
            mean: |it| {
                let local = &mut scene::options(it).local;
                (local.queue, local.queues) = (QueuePolicy::Sjf, Vec::new());
            },
        },
    ]);
}

#[test]
#[ignore = "needs the built page and Chromium: cargo xtask test"]
fn figures_follow_routes() {
    let page = assert_followed(&[
        Step {
            act: |page| page.click("#add-route"),
            mean: |it| {
                scene::options(it).grid.routes =
                    vec![Route { most: Some(3_600), providers: vec![0], ..Route::default() }];
            },
        },
        Step {
            act: |page| page.set_value("#route-0-most", 900),
            mean: |it| scene::options(it).grid.routes[0].most = Some(900),
        },
        Step {
            act: |page| page.set_value("#route-0-least", 60),
            mean: |it| scene::options(it).grid.routes[0].least = 60,
        },
        Step {
            act: |page| page.set_value("#route-0-providers", "2"),
            mean: |it| scene::options(it).grid.routes[0].providers = vec![1],
        },
        Step {
            act: |page| page.click("#add-route"),
            mean: |it| {
                scene::options(it).grid.routes.push(Route {
                    most: Some(3_600),
                    providers: vec![0],
                    ..Route::default()
                });
            },
        },
        Step {
            act: |page| page.set_value("#route-1-by", "User"),
            mean: |it| {
                scene::options(it).grid.routes[1] =
                    Route { by: RouteBy::User, values: vec![0], providers: vec![0], ..Route::default() };
            },
        },
        Step {
            act: |page| page.set_value("#route-1-values", "1, 2"),
            mean: |it| scene::options(it).grid.routes[1].values = vec![1, 2],
        },
        Step {
            act: |page| page.click("#route-0-remove"),
            mean: |it| {
                scene::options(it).grid.routes.remove(0);
            },
        },
    ]);
    // A provider that there is not is said and goes nowhere.
    page.set_value("#route-0-providers", "3");
    page.wait_for_text(".wrong", "2");
}
