//! The Idle periods view: the servers that are idle at a moment, the trees of one slot, and the two phases of a
//! search for a typed request, step by step.

mod chosen_servers;
mod form;
mod looked_at;
mod steps;

use std::rc::Rc;

use yew::prelude::*;

use self::chosen_servers::ChosenServers;
use self::form::{Form, Typed};
use self::looked_at::{of_example, of_run, place_of};
use self::steps::Steps;
use crate::app::context::Identity;
use crate::app::context::edit::Edit;
use crate::app::context::state::Dispatch;
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::control::{Choice, Segmented, choice, one_of};
use crate::app::files::picture::Picture;
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use crate::app::systems::cursor::Cursor;
use slotscope::chart::idle_periods::{Searched, bars_height, idle_svg, tree_height, tree_svg};
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::page::state::Finished;
use slotscope::page::words;
use slotscope::system::co_allocation::CoAllocation;
use slotscope::system::moment::{middle, span};
use slotscope::workload::Time;

/// Whose idle periods are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Of {
    Run,
    Example,
}

const OF: &[Choice<Of>] = &[
    choice(Of::Run, "This run", "The idle periods of this run at the cursor."),
    choice(
        Of::Example,
        "The paper's example",
        "Figures 1 and 2 of Castillo, Rouskas and Harfoush: four idle periods, and a request for two servers from 17 for 12.",
    ),
];

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct IdlePeriodsSettings {
    of: UseStateHandle<Of>,
    typed: UseStateHandle<Typed>,
    /// How many steps of the search are shown; all of them until a number is chosen.
    step: UseStateHandle<Option<usize>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> IdlePeriodsSettings {
    IdlePeriodsSettings {
        of: use_state_eq(|| Of::Run),
        typed: use_state_eq(Typed::default),
        step: use_state_eq(|| None),
    }
}

#[derive(Properties, PartialEq)]
pub struct IdlePeriodsProps {
    pub system: CoAllocation,
    pub finished: Rc<Finished>,
    pub settings: IdlePeriodsSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The Idle periods view.
#[component]
pub fn IdlePeriods(props: &IdlePeriodsProps) -> Html {
    let IdlePeriodsSettings { of, typed, step } = props.settings.clone();
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.cursor.unwrap_or(middle(*whole));
    let looked_at = use_memo(
        (Identity::of(&props.finished), cursor, *of, *typed, props.origin),
        |(_, cursor, of, typed, origin)| match of {
            Of::Run => of_run(&props.system, &props.finished.run, *cursor, typed, *origin),
            Of::Example => of_example(&props.system, typed),
        },
    );
    let place = use_memo((Identity::of(&props.finished), typed.job), |_| place_of(&props.finished.run, &typed));
    let steps = looked_at.steps();
    let shown = step.unwrap_or(steps).min(steps);
    let on_of = {
        let (of, step, typed) = (of.clone(), step.setter(), typed.clone());
        Callback::from(move |next| {
            of.set(next);
            step.set(None);
            typed.set(Typed::default());
        })
    };
    let on_typed = {
        let (typed, step) = (typed.clone(), step.setter());
        Callback::from(move |next| {
            typed.set(next);
            step.set(None);
        })
    };
    let on_step = step.setter().to_callback().reform(Some);
    let bars = looked_at.servers();
    {
        let looked_at = looked_at.clone();
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let heights = [bars_height(bars) + 40, tree_height(&looked_at.trees(shown))];
            let plain = Captions { origin: looked_at.origin, ..Captions::default() };
            let captions = Captions { origin: looked_at.origin, ..captions.clone() };
            let pictures = [
                idle_svg(Frame::new(width, heights[0]), theme, &looked_at.bars(shown), &captions),
                tree_svg(Frame::new(width, heights[1]), theme, &looked_at.trees(shown), &plain),
            ];
            stacked(&pictures, width, &heights)
        });
    }
    let drawn = |draw: fn(&Searched, usize, Frame, &Ground) -> String| {
        let (looked_at, ground) = (looked_at.clone(), props.ground);
        Callback::from(move |frame| draw(&looked_at, shown, frame, &ground))
    };
    let table = {
        let looked_at = looked_at.clone();
        Callback::from(move |()| looked_at.table(shown).into())
    };
    html! {
        <div class="slots idle-periods" id="idle-periods" data-step={shown.to_string()} data-steps={steps.to_string()}>
            <div class="view-bar slots-bar">
                if *of == Of::Run {
                    <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                        dispatch={props.dispatch.clone()} />
                }
                <Segmented id="idle-of" label="Idle periods of" offer={one_of(OF, Some(*of), on_of)} />
            </div>
            <div class="slots-body">
                <section class="query" aria-label="Search">
                    <h2 data-tip={terms::RANGE_SEARCH}>{ "Which servers would it get?" }</h2>
                    <Form typed={*typed} asked={looked_at.asked} job={(*of == Of::Run).then_some("any")} step={props.system.step} is_found={looked_at.search.chosen().is_some()}
                        on_change={on_typed} />
                    if let Some(job) = typed.job {
                        <ChosenServers system={props.system.clone()} finished={props.finished.clone()} {job}
                            place={*place} looked_at={looked_at.clone()}
                            edit={Edit::new(props.dispatch.clone())} />
                    }
                    <Steps looked_at={looked_at.clone()} {shown} on_change={on_step} />
                </section>
                <div class="slot-pictures">
                    <section class="slot-picture" aria-label="Idle periods">
                        <h2>{ "Idle periods" }
                            <small data-tip={terms::IDLE_PERIOD}>{ format!("{} in the slot {}", words::plural(looked_at.search.periods.len(), "idle period"), looked_at.slot_words()) }</small></h2>
                        <Picture id="idle-bars" label="The idle periods of the slot, a row for each server; the numbers follow in a table"
                            height={bars_height(bars)} draw={drawn(|it, shown, frame, ground| {
                                let captions = Captions { origin: it.origin, ..Captions::default() };
                                idle_svg(frame, &ground.theme(), &it.bars(shown), &captions)
                            })} />
                        <Numbers id="idle-numbers" summary="Idle periods as table" title="Idle periods of the slot" make={table} />
                    </section>
                    <section class="slot-picture" aria-label="Trees of the slot">
                        <h2>{ "Trees of the slot" }
                            <small data-tip={terms::SLOT_TREE}>{ "triangles: subtrees that the search does not look into, with their leaves" }</small></h2>
                        <Picture id="slot-trees" label="The primary tree of the slot and the secondary tree that is searched; the steps say the same in words"
                            height={tree_height(&looked_at.trees(shown))} draw={drawn(|it, shown, frame, ground| {
                                tree_svg(frame, &ground.theme(), &it.trees(shown), &Captions::default())
                            })} />
                    </section>
                </div>
            </div>
        </div>
    }
}
