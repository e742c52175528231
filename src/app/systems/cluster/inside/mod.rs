//! The Nodes view: the nodes at a moment, why jobs wait for them, the promises, and a chosen node.

mod card;
mod choose;
mod picture;
mod promises;
mod seen;
mod waiting;

use std::rc::Rc;

use yew::prelude::*;

use self::card::NodeCard;
use self::choose::ChooseNode;
use self::picture::Machine;
use self::promises::Promises;
use self::seen::Seen;
use self::waiting::Waiting;
use crate::app::context::Identity;
use crate::app::context::state::Dispatch;
use crate::app::context::theme::Ground;
use crate::app::files::view_picture::ViewPicture;
use crate::app::systems::cursor::Cursor;
use slotscope::chart::Origin;
use slotscope::experiment::Watch;
use slotscope::page::explained::{Explained, Question};
use slotscope::page::state::Finished;
use slotscope::system::cluster::Cluster;
use slotscope::system::moment::span;
use slotscope::workload::Time;

/// The settings of the view, which the page keeps while other views are shown.
#[derive(Clone, PartialEq)]
pub struct NodesSettings {
    /// The name of the chosen node.
    node: UseStateHandle<Option<String>>,
    /// The job whose promised nodes are outlined; that of the first promise until one is chosen.
    promised: UseStateHandle<Option<u32>>,
}

/// The settings, as the view begins with them.
#[hook]
pub fn use_settings() -> NodesSettings {
    NodesSettings { node: use_state_eq(|| None), promised: use_state_eq(|| None) }
}

#[derive(Properties, PartialEq)]
pub struct NodesProps {
    pub system: Cluster,
    pub finished: Rc<Finished>,
    pub settings: NodesSettings,
    pub ground: Ground,
    pub origin: Origin,
    pub cursor: Option<Time>,
    /// The latest answer of the worker, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// What nodes have is told by a run that is stopped at the cursor.
pub fn question(finished: &Finished, cursor: Option<Time>) -> Option<Question> {
    let now = finished.moment(cursor);
    Some(Question { experiment: finished.experiment.clone(), watch: Watch::Moment(now) })
}

/// The Nodes view.
#[component]
pub fn Nodes(props: &NodesProps) -> Html {
    let whole = use_memo(Identity::of(&props.finished), |_| span(&props.finished.run));
    let cursor = props.finished.moment(props.cursor);
    let asked = question(&props.finished, props.cursor);
    let told = props.explained.clone().filter(|it| {
        let asked = asked.as_ref();
        asked.is_some_and(|asked| it.question.is_about(asked))
    });
    let key = (Identity::of(&props.finished), told.as_ref().map(Identity::of));
    let seen = use_memo(key, |_| told.as_ref().map(|told| Seen::of(&props.system, cursor, told)));
    let seen = use_last(&props.finished, (*seen).clone());
    let body = match seen {
        None => html! { <p class="empty" role="status">{ "Computing the nodes …" }</p> },
        Some(Err(why)) => {
            html! { <p class="refused" role="alert">{ format!("The nodes cannot be shown: {why}") }</p> }
        }
        Some(Ok(seen)) => html! {
            <Body {seen} finished={props.finished.clone()} settings={props.settings.clone()} ground={props.ground} origin={props.origin}
                view_picture={props.view_picture.clone()} dispatch={props.dispatch.clone()} />
        },
    };
    html! {
        <div class="slots nodes-view" id="nodes-view" data-told={told.is_some().to_string()}>
            <div class="view-bar slots-bar">
                <Cursor finished={props.finished.clone()} {cursor} span={*whole} origin={props.origin}
                    dispatch={props.dispatch.clone()} />
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
struct BodyProps {
    seen: Rc<Seen>,
    finished: Rc<Finished>,
    settings: NodesSettings,
    ground: Ground,
    origin: Origin,
    view_picture: ViewPicture,
    dispatch: Dispatch,
}

/// The picture with the lists beside and beneath it.
#[component]
fn Body(props: &BodyProps) -> Html {
    let BodyProps { seen, finished, settings, origin, dispatch, .. } = props;
    let node = settings.node.as_deref().and_then(|it| seen.place_of(it));
    let promise = seen.promise_to(*settings.promised);
    let on_node = settings.node.setter().to_callback().reform(Some);
    let on_promise = settings.promised.setter().to_callback().reform(Some);
    html! {
        <div class="slots-body">
            <section class="query" aria-label="Node and promises">
                <ChooseNode seen={seen.clone()} chosen={node} on_choose={on_node.clone()} />
                <NodeCard seen={seen.clone()} finished={finished.clone()} {node} origin={*origin} dispatch={dispatch.clone()} />
                <Promises seen={seen.clone()} finished={finished.clone()} chosen={promise} origin={*origin} on_choose={on_promise} dispatch={dispatch.clone()} />
            </section>
            <div class="slot-pictures">
                <Machine seen={seen.clone()} finished={finished.clone()} {node} {promise} ground={props.ground} origin={*origin} on_choose={on_node}
                    view_picture={props.view_picture.clone()} />
                <Waiting seen={seen.clone()} finished={finished.clone()} origin={*origin} dispatch={dispatch.clone()} />
            </div>
        </div>
    }
}
