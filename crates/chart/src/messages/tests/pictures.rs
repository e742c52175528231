//! The pictures in both themes, wide and narrow, of much and of nothing.

use super::*;

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
