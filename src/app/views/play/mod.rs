//! The Play view: the schedule as it comes about, moment by moment.

mod clock;
mod decisions;
mod keys;
mod lists;
mod order;
mod transport;

use std::rc::Rc;

use yew::prelude::*;

use super::gantt::Gantt;
use super::gantt::scene::{Future, Scene};
use crate::app::context::Identity;
use crate::app::context::state::{Callbacks, Dispatch};
use crate::app::files::view_picture::ViewPicture;
use crate::app::systems::{self, PlayerProps};
use crate::app::views::gantt::sketching::Draw;
use clock::{Pace, use_clock};
use decisions::Decisions;
pub use keys::KEYS;
use keys::use_play_keys;
use lists::Lists;
use slotscope::page::explained::Explained;
use slotscope::page::state::{Action, Finished, ViewAction};
use slotscope::system::moment::{Standings, instants};
use slotscope::workload::Time;
use transport::Transport;

#[derive(Properties, PartialEq)]
pub struct PlayProps {
    /// Whether time passes, which ends with the view.
    pub playing: UseStateHandle<bool>,
    /// Whether the schedule after the cursor is hidden.
    pub hides_future: bool,
    pub finished: Rc<Finished>,
    /// What the chart shows, but for the future.
    pub scene: Scene,
    /// The latest explanation of the decisions.
    pub explained: Option<Rc<Explained>>,
    /// Whether single characters count as keys.
    pub characters: bool,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// The moves of the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// To the moment before, or the first.
    Back,
    /// To the next moment.
    Forth,
    First,
    Last,
    /// Plays, or pauses.
    Toggle,
    To(Time),
}

/// The Play view.
#[component]
pub fn Play(props: &PlayProps) -> Html {
    let moments = use_memo(Identity::of(&props.finished), |_| instants(&props.finished.run));
    let span = (moments.first().copied().unwrap_or(0), moments.last().copied().unwrap_or(0));
    let cursor = props.scene.cursor.unwrap_or(span.0).clamp(span.0, span.1);
    let playing = props.playing.clone();
    {
        let playing = playing.setter();
        use_effect_with((), move |()| move || playing.set(false));
    }
    let pace = use_state_eq(Pace::default);
    use_clock(*playing, pace.rate(span), (cursor, span.1), {
        let (dispatch, playing) = (props.dispatch.clone(), playing.setter());
        move |time| {
            dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
            if time >= span.1 {
                playing.set(false);
            }
        }
    });
    let on_move = {
        let (dispatch, playing, moments) = (props.dispatch.clone(), playing.clone(), moments.clone());
        Callback::from(move |step| {
            let playing_on = step == Move::Toggle && !*playing;
            playing.set(playing_on);
            if let Some(time) = moved(step, &moments, cursor, playing_on) {
                dispatch.dispatch(Action::View(ViewAction::Cursor(time)));
            }
        })
    };
    use_play_keys(&on_move, props.characters);
    {
        // The view begins with a moment, so that it has something to ask about.
        let dispatch = props.dispatch.clone();
        use_effect_with((cursor, props.scene.cursor), move |&(cursor, chosen)| {
            let begin = match chosen {
                None => ViewAction::Begin(cursor),
                Some(chosen) if chosen == cursor => return,
                Some(_) => ViewAction::Cursor(cursor),
            };
            dispatch.dispatch(Action::View(begin));
        });
    }
    let standings = use_memo(Identity::of(&props.finished), |_| Standings::of(&props.finished.run));
    let here = use_memo((Identity::of(&props.finished), cursor), |_| standings.at(cursor));
    let on_pace = pace.setter().to_callback();
    let on_hide = props.dispatch.callback(|hides| Action::View(ViewAction::HideFuture(hides)));
    let beside = systems::beside_player(PlayerProps {
        finished: props.finished.clone(),
        here: here.clone(),
        cursor,
        ground: props.scene.ground,
        origin: props.scene.origin,
    });
    let future = if props.hides_future { Future::Hidden } else { Future::Veiled };
    let scene = Scene { cursor: Some(cursor), future, ..props.scene.clone() };
    html! {
        <div class="play">
            <Transport {cursor} {span} origin={props.scene.origin} playing={*playing} pace={*pace} hides_future={props.hides_future} {on_move} {on_pace} {on_hide} />
            <div class="play-chart">
                <Gantt finished={props.finished.clone()} {scene} on_draw={Callback::<Draw>::noop()}
                    view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
            </div>
            <div class="play-body">
                <Decisions finished={props.finished.clone()} explained={props.explained.clone()} playing={*playing} {cursor} origin={props.scene.origin}
                    dispatch={props.dispatch.clone()} />
                <Lists finished={props.finished.clone()} here={here.clone()} explained={props.explained.clone()} {cursor} origin={props.scene.origin} job={props.scene.job}
                    dispatch={props.dispatch.clone()} />
                { beside }
            </div>
        </div>
    }
}

/// Where a step leads; `None` if it leaves the cursor where it is.
fn moved(step: Move, moments: &[Time], cursor: Time, playing: bool) -> Option<Time> {
    match step {
        Move::Back => {
            let before = moments.partition_point(|&it| it < cursor);
            moments.get(before.checked_sub(1)?).copied()
        }
        Move::Forth => {
            let after = moments.partition_point(|&it| it <= cursor);
            moments.get(after).copied()
        }
        Move::First => moments.first().copied(),
        Move::Last => moments.last().copied(),
        // Played from the end it begins anew.
        Move::Toggle if playing && moments.last() == Some(&cursor) => moments.first().copied(),
        Move::Toggle => None,
        Move::To(time) => Some(time),
    }
}
