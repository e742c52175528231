//! Pictures of messages, held against plain counts.

mod sequence;
mod words;

use experiment::{Scenario, run};
use proptest::prelude::*;
use scheduling::engine::messages::{Booking, Fate, Message, MessageKind, Offer, Verdict};
use scheduling::engine::testing::{bar_run, job};
use scheduling::engine::{Outcome, dynamic_tables};

use super::words::{step_place, step_words, verdict_words, verdicts};
use super::*;
use crate::messages::tasks_by_agent::rows;
use crate::prelude::*;
use crate::tests::{is_well_formed, keep};

/// A message of one task in the first second.
fn message(kind: MessageKind, agent: u32, fate: Fate) -> Message {
    Message { kind, broker: 0, agent, round: 0, sent: 0, arrives: 0, fate, tasks: 1, refused: 0 }
}

/// A task: when it starts, how long it is, its load.
type Asked = (Time, Time, u32);

/// What is said in the runs made here.
#[derive(Clone, Debug)]
struct Plan {
    brokers: u32,
    agents: Vec<u32>,
    tasks: Vec<Asked>,
    rounds: u32,
    /// Of each message in turn, over and over: how long it takes, and a number that says what becomes of it.
    dice: Vec<(Time, u8)>,
}

/// What is thrown, one after the other.
struct Thrown<'a> {
    dice: &'a [(Time, u8)],
    at: usize,
    list: Vec<Message>,
}

impl Thrown<'_> {
    fn number(&mut self) -> usize {
        self.at += 1;
        self.dice[self.at % self.dice.len()].1 as usize + self.at * 7
    }

    /// Says something, and tells its place and when it is read, if it is.
    fn say(
        &mut self,
        kind: MessageKind,
        (broker, agent): (u32, u32),
        round: u32,
        sent: Time,
        tasks: u32,
    ) -> (u32, Option<Time>) {
        let (takes, number) = self.dice[self.at % self.dice.len()];
        self.at += 1;
        let is_to_agent = matches!(kind, MessageKind::Batch | MessageKind::Decision);
        let fate = match number {
            0..=2 => Fate::Lost,
            3 | 4 => Fate::Unheard,
            5 | 6 if !is_to_agent => Fate::TooLate,
            7 if kind == MessageKind::Receipt => Fate::Sent,
            _ => Fate::Read,
        };
        let arrives = sent + takes;
        self.list.push(Message {
            kind,
            broker,
            agent,
            round,
            sent,
            arrives,
            fate,
            tasks,
            refused: u32::from(kind == MessageKind::Receipt && number == 8),
        });
        let place = self.list.len() as u32 - 1;
        (place, (fate == Fate::Read).then_some(arrives))
    }
}

/// The run of a plan. Tasks go to the brokers in turn; a task is offered by every agent that hears of it, and
/// one of the offers that are seen is taken.
fn run_of(plan: &Plan) -> Run {
    let nodes: u32 = plan.agents.iter().sum();
    let mut run = bar_run(&vec![100; nodes as usize], &[]);
    for (at, &(start, length, load)) in plan.tasks.iter().enumerate() {
        let mut task = job(at as u64 + 1, start, load, length);
        task.submit = start;
        run.jobs.push(task);
    }
    run.schedule.outcomes = vec![Outcome::UNSEEN; plan.tasks.len()];
    let mut messages = Messages {
        brokers: plan.brokers,
        agents: plan.agents.clone(),
        most_load: vec![85; nodes as usize],
        ..Messages::default()
    };
    let broker_of = |task: usize| task as u32 % plan.brokers;
    messages.bookings =
        (0..plan.tasks.len()).map(|task| Booking { broker: broker_of(task), ..Booking::default() }).collect();
    let mut thrown = Thrown { dice: &plan.dice, at: 0, list: Vec::new() };
    for broker in 0..plan.brokers {
        let mut now = 0;
        for round in 0..plan.rounds {
            let bookings = messages.bookings.iter().enumerate();
            let open: Vec<usize> = bookings
                .filter(|(task, it)| broker_of(*task) == broker && it.agent.is_none())
                .map(|(task, _)| task)
                .collect();
            if open.is_empty() {
                break;
            }
            let of = (broker, round);
            now = one_round(plan, of, &open, now, &mut thrown, (&mut run, &mut messages));
        }
    }
    messages.list = thrown.list;
    in_order(&mut messages);
    run.messages = messages;
    run
}

fn one_round(
    plan: &Plan,
    (broker, round): (u32, u32),
    open: &[usize],
    now: Time,
    thrown: &mut Thrown,
    (run, messages): (&mut Run, &mut Messages),
) -> Time {
    use MessageKind::{Batch, Decision, Offers, Receipt};
    let (mut end, mut seen) = (now, Vec::new());
    for agent in 0..plan.agents.len() as u32 {
        let link = (broker, agent);
        let asked = open.len() as u32;
        let (_, Some(heard)) = thrown.say(Batch, link, round, now, asked) else {
            continue;
        };
        let range = messages.providers_of(agent as usize);
        let offered: Vec<usize> =
            open.iter().copied().filter(|_| !range.is_empty() && !thrown.number().is_multiple_of(4)).collect();
        let (message, read) = thrown.say(Offers, link, round, heard, offered.len() as u32);
        for task in offered {
            let provider = (range.start + thrown.number() % range.len()) as u32;
            seen.extend(read.map(|_| messages.offers.len()));
            messages.offers.push(Offer {
                message,
                job: task as u32,
                provider,
                load: plan.tasks[task].2,
                verdict: match read {
                    Some(_) => Verdict::HigherLoad,
                    None => Verdict::Unseen,
                },
            });
        }
        end = end.max(read.unwrap_or(heard));
    }
    let mut taken: Vec<Vec<usize>> = vec![Vec::new(); plan.agents.len()];
    for &task in open {
        let of_task = seen.iter().copied();
        let of_task: Vec<usize> = of_task.filter(|&it| messages.offers[it].job as usize == task).collect();
        if of_task.is_empty() {
            continue;
        }
        let offer = of_task[thrown.number() % of_task.len()];
        messages.offers[offer].verdict = Verdict::First;
        let message = messages.offers[offer].message as usize;
        taken[thrown.list[message].agent as usize].push(offer);
    }
    let decided = end;
    for agent in 0..plan.agents.len() as u32 {
        let (link, of) = ((broker, agent), &taken[agent as usize]);
        let (message, read) = thrown.say(Decision, link, round, decided, of.len() as u32);
        let Some(read) = read else { continue };
        for &offer in of {
            let it = messages.offers[offer];
            let booking = &mut messages.bookings[it.job as usize];
            (booking.agent, booking.decision) = (Some(agent), Some(message));
            let (start, length, load) = plan.tasks[it.job as usize];
            run.schedule.outcomes[it.job as usize] = Outcome {
                provider: it.provider,
                processors: load,
                start,
                // Done before its reservation is over.
                end: start + length / 2,
                promised_start: start,
                promised_end: start + length,
                ..Outcome::UNSEEN
            };
        }
        let (_, told) = thrown.say(Receipt, link, round, read, of.len() as u32);
        end = end.max(told.unwrap_or(read));
    }
    end
}

/// Messages in the order in which they are sent, offers in that of their messages.
fn in_order(messages: &mut Messages) {
    let mut order: Vec<usize> = (0..messages.list.len()).collect();
    order.sort_by_key(|&it| messages.list[it].sent);
    let mut place = vec![0; order.len()];
    for (at, &it) in order.iter().enumerate() {
        place[it] = at as u32;
    }
    messages.list = order.iter().map(|&it| messages.list[it]).collect();
    for it in &mut messages.offers {
        it.message = place[it.message as usize];
    }
    messages.offers.sort_by_key(|it| it.message);
    for it in &mut messages.bookings {
        it.decision = it.decision.map(|it| place[it as usize]);
    }
}

/// Whatever may be said, with few agents or many, at once or with delays.
fn plan() -> impl Strategy<Value = Plan> {
    let agents = prop::collection::vec(1..4u32, 1..24);
    let tasks = prop::collection::vec((0..60i64, 1..30i64, 5..40u32), 1..30);
    let takes = prop_oneof![Just(0i64), 0..400i64];
    let dice = prop::collection::vec((takes, 0..40u8), 1..60);
    (1..4u32, agents, tasks, 1..4u32, dice).prop_map(|(brokers, agents, tasks, rounds, dice)| Plan {
        brokers,
        agents,
        tasks,
        rounds,
        dice,
    })
}

/// Three agents of two nodes each that are all told at once, and answer so.
fn plain(tasks: usize) -> Plan {
    let task = |at: usize| {
        let at = at as Time;
        (at * 13 % 50, 8 + at * 7 % 20, 5 + (at * 11 % 30) as u32)
    };
    Plan {
        brokers: 1,
        agents: vec![2, 2, 2],
        tasks: (0..tasks).map(task).collect(),
        rounds: 3,
        dice: (10..33).map(|it| (0, it)).collect(),
    }
}

/// The same with delays, losses and agents that are down.
fn troubled(tasks: usize) -> Plan {
    Plan {
        brokers: 2,
        dice: (0..41).map(|it| (i64::from(it * 17 % 90), (it * 23 % 41) as u8)).collect(),
        ..plain(tasks)
    }
}

/// The load of a node at a second, reserved and offered, by what has happened up to a step.
fn counted(run: &Run, steps: &Steps, shown: usize, node: usize, second: Time) -> (u32, u32) {
    let happened = |message: u32, part: fn(Part) -> bool| {
        let mut before = steps.steps[..shown].iter();
        before.any(|it| it.message == message && part(it.part))
    };
    let (mut reserved, mut offered) = (0, 0);
    for (job, booking) in run.messages.bookings.iter().enumerate() {
        let it = &run.schedule.outcomes[job];
        let task = &run.jobs[job];
        let is_then = (task.submit..task.submit + task.run_time).contains(&second);
        let is_here = it.provider as usize == node && is_then;
        let read = |decision| happened(decision, |part| part != Part::Sending);
        if is_here && booking.decision.is_some_and(read) {
            reserved += run.jobs[job].processors;
        }
    }
    for offer in &run.messages.offers {
        let task = &run.jobs[offer.job as usize];
        let is_then = (task.submit..task.submit + task.run_time).contains(&second);
        if offer.provider as usize == node && is_then && steps.is_open(offer.message, shown) {
            offered += task.processors;
        }
    }
    (reserved, offered)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(40)))]

    #[test]
    fn loads_are_what_a_count_at_every_second_finds(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let steps = Steps::of(&run.messages);
        let shown = (share * steps.len() as f64) as usize;
        let reserved = Reserved::of(&run);
        let (from, to) = (run.platform.len() / 3, run.platform.len());
        let loads = LoadsAt::of(&run, &steps, &reserved, from..to, shown);
        prop_assert_eq!(loads.held.len(), to - from);
        for (node, held) in (from..to).zip(&loads.held) {
            let levels = levels(held);
            for second in reserved.span.0..reserved.span.1 {
                let found = levels.iter().rev().find(|it| it.from <= second).map_or((0, 0), |it| (it.reserved, it.all - it.reserved));
                prop_assert_eq!(found, counted(&run, &steps, shown, node, second));
            }
        }
    }

    #[test]
    fn stacked_tasks_stand_upon_one_another_without_gaps(
        tasks in prop::collection::vec((0..40i64, 0..20i64, 1..30u32, any::<bool>()), 0..14),
    ) {
        let held: Vec<Held> = (0..).zip(&tasks).map(|(job, &(start, length, load, is_offered))| Held {
            job, start, end: start + length, load, is_offered,
        }).collect();
        let blocks = stacked(&held);
        for second in 0..60 {
            let mut here: Vec<_> = blocks.iter().filter(|it| (it.start..it.end).contains(&second)).collect();
            here.sort_by_key(|it| it.below);
            let mut top = 0;
            for block in &here {
                prop_assert_eq!(block.below, top);
                top += held[block.held].load;
            }
            let mut expected: Vec<_> = (0..held.len())
                .filter(|&it| (held[it].start..held[it].end).contains(&second))
                .collect();
            prop_assert!(here.iter().map(|it| it.held).eq(expected.drain(..)));
        }
    }

    #[test]
    fn agents_have_the_tasks_whose_decision_they_have_read(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let steps = Steps::of(&run.messages);
        let shown = (share * steps.len() as f64) as usize;
        let found = TasksByAgent::of(&run, &steps, shown);
        for agent in 0..run.messages.agents.len() {
            let own = run.messages.bookings.iter().filter(|it| it.agent == Some(agent as u32));
            let now = own.clone().filter(|it| {
                let mut before = steps.steps[..shown].iter();
                before.any(|step| Some(step.message) == it.decision && step.part != Part::Sending)
            });
            prop_assert_eq!(found.now[agent], now.count());
            prop_assert_eq!(found.in_the_end[agent], own.count());
        }
        for width in [390, 1440] {
            let height = tasks_by_agent_height(found.now.len());
            let area = within_margins(Frame::new(width, height).area());
            let rows = rows(&found, area);
            for (agent, [name, bar, label]) in rows.iter().enumerate() {
                prop_assert!(name.right() <= bar.left + 1e-6 && bar.width > 60.0);
                let letters = found.label(agent).chars().count() as f64 * 6.4;
                prop_assert!(label.left >= bar.left + bar.width * found.share(agent));
                prop_assert!(label.left + letters <= area.right() + 1e-6);
                prop_assert!(label.bottom() <= area.bottom() + 1e-6);
            }
        }
    }

    #[test]
    fn every_node_has_its_place_below_its_agent(
        agents in prop::collection::vec(0..7u32, 1..20),
        (first, count) in (0..60usize, 0..30usize),
        width in prop_oneof![Just(390u32), Just(1440), 300..1600u32],
    ) {
        let nodes = agents.iter().sum::<u32>() as usize;
        let messages = scheduling::engine::Messages { brokers: 1, agents, ..Default::default() };
        let sight = first.min(nodes)..(first + count).min(nodes);
        let height = loads_height(&messages, sight.clone(), width);
        let area = within_margins(Frame::new(width, height).area());
        let layout = loads_layout(&messages, sight.clone(), area);
        prop_assert!(layout.nodes.iter().map(|it| it.node).eq(sight));
        let overlap = |a: &Area, b: &Area| {
            a.left < b.right() - 1e-6 && b.left < a.right() - 1e-6 && a.top < b.bottom() - 1e-6 && b.top < a.bottom() - 1e-6
        };
        for (at, place) in layout.nodes.iter().enumerate() {
            prop_assert!(place.area.left >= area.left && place.area.right() <= area.right() + 1e-6);
            prop_assert!(place.area.bottom() <= f64::from(height));
            prop_assert!(place.plot.width > 200.0 && place.plot.right() <= place.area.right());
            prop_assert!(layout.nodes[..at].iter().all(|it| !overlap(&it.area, &place.area)));
            prop_assert!(layout.headings.iter().all(|(_, it)| !overlap(it, &place.area)));
            let above = layout.headings.iter().find(|(_, it)| {
                let is_over = it.left <= place.area.left + 1e-6 && it.right() >= place.area.right() - 1e-6;
                is_over && (it.bottom() - place.area.top).abs() < 1e-6
            });
            prop_assert_eq!(above.map(|it| it.0), messages.agent_of(place.node));
        }
    }
}

#[test]
fn the_nodes_in_sight_are_counted_from_one() {
    assert_eq!(node_window_words(&(0..12), 1000), "nodes 1–12 of 1\u{202f}000");
    assert_eq!(node_window_words(&(12..13), 13), "node 13 of 13");
    assert_eq!(node_window_words(&(0..0), 0), "no nodes");
}

fn table_of(run: &Run, followed: &Followed, shown: usize, node: usize) -> NodeTable {
    followed.node_table(run, shown, node).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(40)))]

    #[test]
    fn usages_are_those_of_the_load_over_time(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let followed = Followed::of(&run);
        let shown = (share * followed.steps.len() as f64) as usize;
        for node in 0..run.platform.len() {
            let found = table_of(&run, &followed, shown, node);
            let held = &followed.loads(&run, shown, node, 1).held[0];
            let levels = levels(held);
            let level = |at: Time| levels.iter().rev().find(|it| it.from <= at);
            for it in found.table.intervals() {
                prop_assert_eq!(it.usage, level(it.start).map_or(0, |it| it.reserved));
                let running = held.iter().filter(|task| !task.is_offered).filter(|task| task.start <= it.start && it.start < task.end);
                prop_assert_eq!(running.map(|task| task.job).collect::<Vec<_>>(), it.tasks.clone());
            }
            prop_assert_eq!(found.clone.is_some(), held.iter().any(|it| it.is_offered));
            for it in found.clone.iter().flat_map(|it| it.intervals()) {
                prop_assert_eq!(it.usage, level(it.start).map_or(0, |it| it.all));
            }
        }
        prop_assert!(followed.node_table(&run, shown, run.platform.len()).is_none());
    }

    #[test]
    fn after_the_last_step_it_is_what_the_run_leaves(plan in plan()) {
        let run = run_of(&plan);
        let followed = Followed::of(&run);
        let left = dynamic_tables(&run);
        for (node, left) in left.iter().enumerate() {
            let found = table_of(&run, &followed, followed.steps.len(), node);
            prop_assert_eq!(&found.table, left);
        }
    }
}

/// The first broker dies with the offer that it was made, and the second one waits until that has lapsed.
#[test]
fn offers_to_a_broker_that_died_leave_the_clone_when_their_lease_is_over() {
    let settings = "{\"brokers\": 2, \"latency\": 1, \"lease\": 10, \
        \"broker_outages\": [{\"broker\": 0, \"from\": 2}]}";
    let run = run_of_tasks(settings, "a,100,160,60");
    let followed = Followed::of(&run);
    let steps = followed.steps.len();
    let is_offered = |shown: usize| {
        let at = followed.steps.current(shown).map_or(0, |it| it.at);
        (at, table_of(&run, &followed, shown, 0).clone.is_some())
    };
    let seen: Vec<_> = (0..=steps).map(is_offered).collect();
    // Held from 1 to 11; the second broker is made an offer at 19, and reserves it at 21.
    for (at, found) in seen {
        let expected = (1_000..=11_000).contains(&at) || (19_000..21_000).contains(&at);
        assert!(found == expected || [1_000, 19_000].contains(&at), "at {at}");
    }
    let said: Vec<String> = (0..=steps).map(|it| step_words(&run, &followed.steps, it)).collect();
    let unheard = "The offers from Agent 1 are not received: Broker 1 is down.";
    assert!(said.iter().any(|it| it == unheard), "{said:#?}");
    assert_eq!(followed.steps.down.iter().map(|it| it.line).collect::<Vec<_>>(), [0]);
}

#[test]
fn it_is_told_where_a_node_is_and_who_keeps_it() {
    let mut run = two_tasks();
    assert_eq!(node_place(&run, 0), "node 1, kept by Agent 1");
    run.groups.clusters = vec!["blue".to_owned()];
    run.groups.farms = vec!["farm 3".to_owned()];
    let expected = "node 1 of cluster blue, farm 3, kept by Agent 1";
    assert_eq!(node_place(&run, 0), expected);
}

/// A run of tasks on one node, each with its name, its start, its end and its load.
fn run_of_tasks(settings: &str, tasks: &str) -> Run {
    let scenario = format!("{{\"platform\": [100], \"system\": {{\"broker\": {settings}}}}}");
    let scenario: Scenario = serde_json::from_str(&scenario).unwrap();
    let tasks = format!("task,start,end,load\n{tasks}\n");
    let workload = workload::read("tasks", tasks.as_bytes()).unwrap().workload;
    run(&scenario, &workload).unwrap()
}

/// Two that overlap.
fn two_tasks() -> Run {
    run_of_tasks("{}", "a,0,60,20\nb,30,90,45")
}

#[test]
fn intervals_are_told_with_their_tasks_and_both_means() {
    let run = two_tasks();
    let followed = Followed::of(&run);
    // A batch, offers, a decision, a receipt.
    let offered = table_of(&run, &followed, 2, 0);
    assert_eq!(offered.words(&run), "1 interval, average load 0 % over it, 0 % over time");
    let found = table_of(&run, &followed, 4, 0);
    assert_eq!((found.clone, offered.clone), (None, Some(found.table.clone())));
    let rows = |most: usize| intervals_table(&run, 0, &found.table, Origin::Seconds, most);
    let all = rows(9);
    assert_eq!(all.table.head, ["From", "Until", "Tasks", "Usage"]);
    let expected = "0 s|30 s|a|20 %
30 s|60 s|a, b|65 %
60 s|90 s|b|45 %
90 s|INFINITE|none|0 %";
    assert_eq!(all.table.rows.iter().map(|it| it.join("|")).collect::<Vec<_>>().join("\n"), expected);
    assert_eq!((rows(2).table.rows.len(), rows(2).count), (2, 4));
    // 130 over four intervals; 20 · 60 and 45 · 60 over 90 seconds.
    let last = table_of(&run, &followed, 4, 0);
    assert_eq!(last.words(&run), "4 intervals, average load 32.5 % over them, 43.3 % over time");
}
