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
