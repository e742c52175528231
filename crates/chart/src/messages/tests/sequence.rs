//! Whether everything of a sequence diagram has its place.

use super::*;
use crate::messages::sequence::SequenceLayout;

fn layout(run: &Run, share: f64, width: u32) -> (Area, Steps, SequenceView, SequenceLayout) {
    let steps = Steps::of(&run.messages);
    let shown = (share * steps.len() as f64) as usize;
    let view = SequenceView { shown, first: steps.first_row(shown, ROWS), rows: ROWS };
    let area = within_margins(Frame::new(width, sequence_height(ROWS)).area());
    let sequence = Sequence { messages: &run.messages, steps: &steps };
    let layout = sequence_layout(&sequence, &view, area);
    (area, steps, view, layout)
}

fn overlap(a: &Area, b: &Area) -> bool {
    a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom()
}

fn is_within(inner: &Area, outer: &Area) -> bool {
    const NEAR: f64 = 1e-6;
    inner.left >= outer.left - NEAR
        && inner.right() <= outer.right() + NEAR
        && inner.top >= outer.top - NEAR
        && inner.bottom() <= outer.bottom() + NEAR
}

/// The room that a text needs at least: letters are six pixels wide in the mean.
fn has_room(label: &Label) -> bool {
    label.area.width >= label.text.chars().count() as f64 * 6.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(64)))]

    #[test]
    fn nothing_overlaps_and_everything_is_within(
        plan in plan(),
        share in 0.0..=1.0,
        width in prop_oneof![Just(390u32), Just(1440), 390..1500u32],
    ) {
        let run = run_of(&plan);
        let (area, _, _, layout) = layout(&run, share, width);
        let plot = layout.plot.expect("rows");
        prop_assert!(is_within(&plot, &area));
        let groups = [
            layout.labels.iter().chain(&layout.rounds).collect::<Vec<_>>(),
            layout.names.iter().collect(),
            layout.times.iter().collect(),
        ];
        for labels in &groups {
            for (at, label) in labels.iter().enumerate() {
                prop_assert!(is_within(&label.area, &area), "{label:?} in {area:?}");
                prop_assert!(has_room(label), "{label:?}");
                for other in &labels[..at] {
                    prop_assert!(!overlap(&label.area, &other.area), "{label:?} {other:?}");
                }
            }
        }
        for label in &groups[0] {
            prop_assert!(is_within(&label.area, &plot), "{label:?} in {plot:?}");
        }
        for time in &layout.times {
            prop_assert!(time.area.right() <= plot.left);
        }
        for x in &layout.lifelines {
            prop_assert!((plot.left..=plot.right()).contains(x));
        }
        for arrow in &layout.arrows {
            for (x, y) in [arrow.from, arrow.to] {
                prop_assert!((plot.left - 1e-6..=plot.right() + 1e-6).contains(&x), "{arrow:?}");
                prop_assert!((plot.top - 1e-6..=plot.bottom() + 1e-6).contains(&y), "{arrow:?}");
            }
            // Time goes down.
            prop_assert!(arrow.from.1 <= arrow.to.1 + 1e-6);
        }
        for area in layout.down.iter().map(|it| &it.0).chain(&layout.bands).chain(&layout.current) {
            prop_assert!(is_within(area, &plot));
        }
    }

    /// Each row in sight leads to the step of its row of the table, and an arrow goes between the lines of the two that it names.
    #[test]
    fn the_table_has_the_arrows_of_the_picture(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let (_, steps, view, layout) = layout(&run, share, 900);
        let messages = &run.messages;
        let table = messages_table(messages, &steps, 0, usize::MAX).table;
        prop_assert_eq!(table.rows.len(), steps.len());
        let sequence = Sequence { messages, steps: &steps };
        for y in 0..sequence_height(ROWS) {
            let step = step_at(&sequence, &view, f64::from(y));
            if let Some(step) = step {
                prop_assert_eq!(&table.rows[step - 1][0], &step.to_string());
            }
        }
        let brokers = (0..messages.brokers.max(1)).map(|it| broker_name(messages, it));
        let agents = (0..messages.agents.len() as u32).map(agent_name);
        let names: Vec<String> = brokers.chain(agents).collect();
        let at = |x: f64| {
            let far = |line: &f64| (line - x).abs();
            layout.lifelines.iter().enumerate().min_by(|a, b| far(a.1).total_cmp(&far(b.1))).map(|it| names[it.0].clone())
        };
        for arrow in &layout.arrows {
            let place = steps.steps.iter().position(|it| it.message == arrow.message).unwrap();
            let row = &table.rows[place];
            let sent = steps.rows_of(arrow.message).0;
            if sent >= view.first {
                prop_assert_eq!(at(arrow.from.0), Some(row[2].clone()));
            }
            if arrow.has_end && !arrow.is_lost && !arrow.is_cut {
                prop_assert_eq!(at(arrow.to.0), Some(row[3].clone()));
            }
        }
    }

    #[test]
    fn what_has_happened_is_solid_and_what_has_not_is_faint(plan in plan(), share in 0.0..=1.0) {
        let run = run_of(&plan);
        let (_, steps, view, layout) = layout(&run, share, 900);
        for arrow in &layout.arrows {
            let is_sent = steps.is_sent(arrow.message, view.shown);
            let fate = run.messages.list[arrow.message as usize].fate;
            let is_done = steps.is_ended(arrow.message, view.shown)
                || is_sent && matches!(fate, Fate::Lost | Fate::Sent);
            prop_assert!((0.0..=1.0).contains(&arrow.past));
            prop_assert!(is_sent || arrow.past == 0.0);
            prop_assert!(!is_done || arrow.past == 1.0);
            // One under way has not got there.
            let is_under_way = is_sent && !is_done;
            prop_assert!(!is_under_way || !arrow.has_end || arrow.past < 1.0);
        }
        let current = layout.arrows.iter().filter(|it| it.is_current).count();
        prop_assert_eq!(current, usize::from(view.shown > 0));
    }
}

#[test]
fn messages_that_arrive_at_once_go_straight_across() {
    let run = run_of(&plain(20));
    let (_, steps, _, layout) = layout(&run, 1.0, 390);
    assert!(layout.arrows.len() > 10);
    assert!(layout.arrows.iter().all(|it| it.from.1 == it.to.1));
    assert_eq!(steps.len(), run.messages.list.len());
    let names: Vec<&str> = layout.names.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(names, ["Broker", "Agent 1", "Agent 2", "Agent 3"]);
}

#[test]
fn many_agents_have_numbers() {
    let plan = Plan { agents: vec![1; 20], ..plain(4) };
    let (_, _, _, layout) = layout(&run_of(&plan), 0.5, 390);
    let names: Vec<&str> = layout.names.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(names[..3], ["Broker", "Agents", "1"]);
    assert_eq!(layout.lifelines.len(), 21);
}

#[test]
fn a_pointer_finds_the_step_of_its_row() {
    let run = run_of(&plain(20));
    let (_, steps, view, layout) = layout(&run, 0.6, 900);
    let sequence = Sequence { messages: &run.messages, steps: &steps };
    let current = layout.current.expect("in sight");
    let y = current.top + current.height / 2.0;
    assert_eq!(step_at(&sequence, &view, y), Some(view.shown));
    assert_eq!(step_at(&sequence, &view, y + current.height), Some(view.shown + 1));
    assert_eq!(step_at(&sequence, &view, 0.0), None);
    assert_eq!(step_at(&sequence, &view, 1e5), None);
}

/// All three pictures after a number of steps.
pub(super) fn drawn(run: &Run, shown: usize, width: u32, theme: &Theme) -> [String; 3] {
    let steps = Steps::of(&run.messages);
    let sequence = Sequence { messages: &run.messages, steps: &steps };
    let view = SequenceView { shown, first: steps.first_row(shown, ROWS), rows: ROWS };
    let captions = Captions { origin: Origin::Seconds, ..Captions::default() };
    let reserved = Reserved::of(run);
    let nodes = 0..run.platform.len().min(12);
    let held = LoadsAt::of(run, &steps, &reserved, nodes.clone(), shown);
    let loads = LoadsView { run, held: &held, window: reserved.span };
    let agents = TasksByAgent::of(run, &steps, shown);
    let height = loads_height(&run.messages, nodes, width);
    [
        sequence_svg(Frame::new(width, sequence_height(ROWS)), theme, (&sequence, &view), &captions),
        loads_svg(Frame::new(width, height), theme, &loads, &captions),
        tasks_by_agent_svg(Frame::new(width, tasks_by_agent_height(agents.now.len())), theme, &agents, &captions),
    ]
}

#[test]
fn pictures_of_a_run_with_and_without_trouble() {
    let themes = [("light", Theme::light()), ("dark", Theme::dark())];
    for (name, theme) in themes {
        for (what, plan) in [("plain", plain(20)), ("troubled", troubled(40))] {
            let run = run_of(&plan);
            let steps = Steps::of(&run.messages).len();
            for width in [390, 1100] {
                let pictures = drawn(&run, steps * 2 / 5, width, &theme);
                for (picture, of) in pictures.iter().zip(["sequence", "loads", "agents"]) {
                    assert!(is_well_formed(picture));
                    keep(&format!("messages-{of}-{what}-{width}-{name}.svg"), picture);
                }
            }
        }
    }
}

#[test]
fn a_run_without_messages_says_so() {
    let run = Run::default();
    let words = ["no messages", "no nodes", "no agents"];
    for (picture, words) in drawn(&run, 0, 700, &Theme::light()).iter().zip(words) {
        assert!(is_well_formed(picture) && picture.contains(words), "{words}");
    }
}

#[test]
fn the_picture_of_a_long_talk_is_no_larger_than_that_of_a_short_one() {
    const KINDS: [MessageKind; 4] =
        [MessageKind::Batch, MessageKind::Offers, MessageKind::Decision, MessageKind::Receipt];
    let mut run = run_of(&Plan { agents: vec![1; 20], ..plain(0) });
    let message = |at: u32| Message {
        kind: KINDS[(at / 20 % 4) as usize],
        broker: 0,
        agent: at % 20,
        round: at / 80,
        sent: Time::from(at / 20) * 10,
        arrives: Time::from(at / 20) * 10 + 10,
        fate: Fate::Read,
        tasks: 5,
        refused: 0,
    };
    run.messages.list = (0..100_000).map(message).collect();
    let steps = Steps::of(&run.messages).len();
    assert_eq!(steps, 200_000);
    let size = |shown: usize| drawn(&run, shown, 900, &Theme::light())[0].len();
    let (short, deep) = (size(ROWS * 2), size(steps / 2));
    assert!(deep < 2 * short, "{deep} {short}");
}

#[test]
fn nodes_with_thousands_of_tasks_are_drawn_by_their_sum() {
    let size = |tasks: i64| {
        let long = Plan {
            tasks: (0..tasks).map(|it| (it * 7 % 9_000, 20, 10)).collect(),
            dice: (0..7).map(|it| (0, 20 + it)).collect(),
            ..plain(0)
        };
        let run = run_of(&long);
        drawn(&run, Steps::of(&run.messages).len(), 900, &Theme::light())[1].len()
    };
    let (some, many) = (size(1_000), size(9_000));
    assert!(many < 2 * some, "{many} {some}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(workload::testing::cases(24)))]

    #[test]
    fn whatever_is_said_is_drawn(plan in plan(), share in 0.0..=1.0, width in 0..1500u32) {
        let run = run_of(&plan);
        let steps = Steps::of(&run.messages).len();
        for picture in drawn(&run, (share * steps as f64) as usize, width, &Theme::dark()) {
            prop_assert!(is_well_formed(&picture));
        }
    }
}
