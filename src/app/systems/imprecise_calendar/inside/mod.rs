//! The Calendar view: the slots of every level at a moment, and the jobs assigned to one of them.

mod beliefs;
mod figures;
mod opened;
mod playing;
mod seen;
mod tree;

use std::rc::Rc;

use web_sys::Element;
use yew::prelude::*;

use self::beliefs::{Beliefs, view};
use self::figures::Figures;
use self::opened::Opened;
use self::playing::Forward;
use self::seen::Seen;
use self::tree::TreeOfManagers;
use crate::app::context::Identity;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::context::terms;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::{Picture, place_within};
use crate::app::files::view_picture::{ViewPicture, stacked, use_view_picture};
use crate::app::systems::cursor::Cursor;
use slotscope::chart::calendar::{beliefs_height, beliefs_svg, calendar_height, calendar_svg, cell_at};
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::experiment::Watch;
use slotscope::page::explained::{Explained, Question};
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::page::words;
use slotscope::system::imprecise_calendar::{ImpreciseCalendar, Tree};
use slotscope::system::moment::span;
use slotscope::workload::Time;

#[derive(Properties, PartialEq)]
pub struct CalendarProps {
    pub system: ImpreciseCalendar,
    pub finished: Rc<Finished>,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    /// A time in the slot that is opened: as slots are split, in the finer one. The slot at the cursor
    /// until one is chosen.
    pub opened: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// Who has which slots has to be told by a run that is stopped at the cursor.
pub fn question(finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    let now = finished.moment(cursor);
    Some(Question { experiment: finished.experiment.clone(), watch: Watch::Moment(now) })
}

/// The Calendar view.
#[component]
pub fn Calendar(props: &CalendarProps) -> Html {
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.finished.moment(props.cursor);
    let question = question(&props.finished, props.cursor);
    let told = props.explained.clone().filter(|it| {
        let asked = question.as_ref();
        asked.is_some_and(|asked| it.question.is_about(asked))
    });
    let is_told = told.is_some();
    // The highest one's calendar, until another is chosen.
    let chosen = use_state(|| None::<usize>);
    let highest = Tree::new(&props.system.managers, &props.finished.run.platform).managers().len() - 1;
    let manager = chosen.map_or(highest, |it| it.min(highest));
    let on_choose = chosen.setter().to_callback().reform(Some);
    let key = (Identity::of(&props.finished), cursor, manager, told.as_ref().map(Identity::of));
    let seen = use_memo(key, |_| {
        let told = told.as_ref()?;
        Some(Seen::of(&props.system, &props.finished.run, cursor, manager, told))
    });
    let seen = use_last(&props.finished, (*seen).clone());
    let on_open = props.dispatch.callback(|time: Time| Action::View(ViewAction::Open(time)));
    let next = match (is_told, &seen) {
        (true, Some(Ok(seen))) => seen.next,
        _ => None,
    };
    let body = match seen {
        None => html! { <p class="empty" role="status">{ "Computing the calendar …" }</p> },
        Some(Err(why)) => {
            html! { <p class="refused" role="alert">{ format!("The calendar cannot be shown: {why}") }</p> }
        }
        Some(Ok(seen)) => html! {
            <Levels {seen} {manager} {on_choose} open={props.opened.unwrap_or(cursor)} finished={props.finished.clone()} ground={props.ground}
                origin={props.origin} {on_open} view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
        },
    };
    html! {
        <div class="slots calendar" id="calendar" data-told={is_told.to_string()}>
            <div class="view-bar slots-bar">
                <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                    dispatch={props.dispatch.clone()} />
                <Forward {is_told} {next} dispatch={props.dispatch.clone()} />
            </div>
            { body }
        </div>
    }
}

/// The latest state of a run, until the next arrives: while the cursor is dragged, the picture stays.
#[hook]
fn use_last(finished: &Rc<Finished>, seen: Option<Result<Rc<Seen>, String>>) -> Option<Result<Rc<Seen>, String>> {
    let last = use_mut_ref(|| None::<(Rc<Finished>, Rc<Seen>)>);
    match seen {
        Some(Ok(seen)) => {
            last.replace(Some((finished.clone(), seen.clone())));
            Some(Ok(seen))
        }
        Some(Err(why)) => Some(Err(why)),
        None => {
            let last = last.borrow();
            last.as_ref().filter(|(of, _)| Rc::ptr_eq(of, finished)).map(|(_, seen)| Ok(seen.clone()))
        }
    }
}

#[derive(Properties, PartialEq)]
struct LevelsProps {
    seen: Rc<Seen>,
    /// Whose calendar it is, in the tree.
    manager: usize,
    on_choose: Callback<usize>,
    /// A time in the opened slot.
    open: Time,
    finished: Rc<Finished>,
    ground: Ground,
    origin: Origin,
    on_open: Callback<Time>,
    view_picture: ViewPicture,
    dispatch: Dispatch,
}

/// The levels as rows, the jobs in the opened slot, and the figures of the run's calendar.
#[component]
fn Levels(props: &LevelsProps) -> Html {
    let node = use_node_ref();
    let seen = &props.seen;
    let open = seen.calendar.slot_at(props.open);
    let height = calendar_height(seen.calendar.levels.len());
    // The same until something is another: the picture is drawn anew only then.
    let draw =
        use_callback((seen.clone(), open, props.ground, props.origin), |frame: Frame, (seen, open, ground, origin)| {
            let captions = Captions { origin: *origin, ..Captions::default() };
            calendar_svg(frame, &ground.theme(), &seen.rows(*open), &captions)
        });
    {
        let (seen, origin) = (seen.clone(), props.origin);
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let frame = Frame::new(width, height + 60);
            let at = time_label(seen.calendar.now, origin);
            let captions = Captions {
                title: match captions.title.as_str() {
                    "" => format!("Calendar at {at}"),
                    title => format!("{title}, calendar at {at}"),
                },
                origin,
                ..captions.clone()
            };
            let slots = calendar_svg(frame, theme, &seen.rows(open), &captions);
            let Some(beliefs) = seen.beliefs.as_ref().map(view) else {
                return slots;
            };
            let beneath = Frame::new(width, beliefs_height(beliefs.rows.len()) + 40);
            let captions = Captions { title: "Believed and true".to_owned(), subtitle: String::new(), ..captions };
            let beliefs = beliefs_svg(beneath, theme, &beliefs, &captions);
            stacked(&[slots, beliefs], width, &[frame.height, beneath.height])
        });
    }
    let on_click = {
        let (seen, ground, node) = (seen.clone(), props.ground, node.clone());
        let on_open = props.on_open.clone();
        Callback::from(move |event: MouseEvent| {
            let Some(element) = node.cast::<Element>() else {
                return;
            };
            let frame = Frame::new(element.client_width() as u32, height);
            let at = place_within(&element, &event);
            if let Some((level, slot)) = cell_at(frame, &ground.theme(), &seen.rows(open), at) {
                on_open.emit(seen.calendar.levels[level][slot].span.start);
            }
        })
    };
    let table = {
        let (seen, origin) = (seen.clone(), props.origin);
        Callback::from(move |()| seen.table(origin).into())
    };
    let slots: Vec<String> = seen.calendar.levels.iter().map(|it| it.len().to_string()).collect();
    let [running, firm, vague] = seen.calendar.by_firmness();
    html! {
        <div class="slots-body">
            <section class="query" aria-label="Opened slot">
                <Opened seen={seen.clone()} finished={props.finished.clone()} {open} origin={props.origin}
                    on_open={props.on_open.clone()} dispatch={props.dispatch.clone()} />
            </section>
            <div class="slot-pictures">
                <section class="slot-picture" aria-label="Slots by level">
                    <h2>{ "Slots by level" }
                        <small id="calendar-counts" data-slots={slots.join(",")} data-firmness={format!("{running},{firm},{vague}")} data-tip={terms::FIRMNESS}>
                            { format!("{} · jobs: {running} running, {firm} firm, {vague} vague", words::plural(seen.slots(), "slot")) }</small></h2>
                    <div class="calendar-rows" ref={node} onclick={on_click}>
                        <Picture id="calendar-rows" label="The slots of the calendar, a row for each level; the numbers follow in a table, and a slot is chosen by the slider beside"
                            {height} {draw} />
                    </div>
                    if seen.calendar.assigned.is_empty() {
                        <p class="hint" id="calendar-empty">{ "All slots are free. Move the time cursor to a time at which jobs run or wait." }</p>
                    }
                    if seen.calendar.left_out > 0 {
                        <p class="hint">{ format!("{} more are not drawn.", words::plural(seen.calendar.left_out as usize, "slot")) }</p>
                    }
                    <Numbers id="calendar-numbers" summary="Slots as table" title="Slots by level" make={table} />
                </section>
                <TreeOfManagers seen={seen.clone()} finished={props.finished.clone()} chosen={props.manager} on_choose={props.on_choose.clone()} />
                <Beliefs seen={seen.clone()} finished={props.finished.clone()} manager={props.manager} ground={props.ground} origin={props.origin} />
                <Figures finished={props.finished.clone()} />
            </div>
        </div>
    }
}
