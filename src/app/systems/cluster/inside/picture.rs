//! The picture of the nodes: a click or the arrow keys choose one.

use std::rc::Rc;

use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::seen::Seen;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::{MOST, Numbers};
use crate::app::files::picture::{Picture, place_within, use_width};
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
use slotscope::chart::nodes::{Direction, beside, node_at, nodes_height, nodes_svg, nodes_table};
use slotscope::chart::time_axis::time_label;
use slotscope::chart::{Captions, Frame, Origin};
use slotscope::page::state::Finished;
use slotscope::page::words;

#[derive(Properties, PartialEq)]
pub struct MachineProps {
    pub seen: Rc<Seen>,
    pub finished: Rc<Finished>,
    /// The place of the chosen node.
    pub node: Option<usize>,
    /// The place of the promise whose nodes are outlined.
    pub promise: Option<usize>,
    pub ground: Ground,
    pub origin: Origin,
    pub on_choose: Callback<String>,
    pub view_picture: ViewPicture,
}

/// The nodes as cells.
#[component]
pub fn Machine(props: &MachineProps) -> Html {
    let MachineProps { seen, node, .. } = props;
    let room = use_node_ref();
    let width = use_width(&room) as u32;
    let view = use_memo((seen.clone(), *node, props.promise), |(seen, node, promise)| {
        let promise = promise.map(|at| {
            let job = seen.at.promises[at].job as usize;
            let noun = props.finished.run.nouns().job;
            (at, format!("{noun} {}", props.finished.run.job_name(job)))
        });
        seen.view(*node, promise)
    });
    let draw = use_callback((view.clone(), props.ground), |frame: Frame, (view, ground)| {
        nodes_svg(frame, &ground.theme(), view, &Captions::default())
    });
    {
        let (view, now, origin) = (view.clone(), seen.now, props.origin);
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let at = time_label(now, origin);
            let captions = Captions {
                title: match captions.title.as_str() {
                    "" => format!("Nodes at {at}"),
                    title => format!("{title}, nodes at {at}"),
                },
                ..captions.clone()
            };
            let frame = Frame::new(width, nodes_height(&view, width) + 90);
            nodes_svg(frame, theme, &view, &captions)
        });
    }
    let height = nodes_height(&view, width.max(300));
    let choose = {
        let (seen, on_choose) = (seen.clone(), props.on_choose.clone());
        Callback::from(move |place: usize| {
            if let Some(node) = seen.at.nodes.get(place) {
                on_choose.emit(node.name.clone());
            }
        })
    };
    let frame = Frame::new(width, height);
    let onclick = {
        let (view, room, choose) = (view.clone(), room.clone(), choose.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = room.cast::<Element>() else {
                return;
            };
            if let Some(place) = node_at(&view, frame, place_within(&element, &event)) {
                choose.emit(place);
            }
        })
    };
    let onkeydown = {
        let (view, node) = (view.clone(), *node);
        Callback::from(move |event: KeyboardEvent| {
            let direction = match event.key().as_str() {
                "ArrowLeft" => Direction::Left,
                "ArrowRight" => Direction::Right,
                "ArrowUp" => Direction::Up,
                "ArrowDown" => Direction::Down,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            let to = node.map_or(0, |node| beside(&view, frame, node, direction));
            choose.emit(to);
        })
    };
    let table = {
        let view = view.clone();
        Callback::from(move |()| nodes_table(&view, MOST))
    };
    let out = seen.at.nodes.iter().filter(|it| it.out_until.is_some());
    let counts = match out.count() {
        0 => words::plural(seen.at.nodes.len(), "node"),
        out => format!("{}, {out} out of service", words::plural(seen.at.nodes.len(), "node")),
    };
    html! {
        <section class="slot-picture" aria-label="Nodes">
            <h2>{ "Nodes" }<small id="nodes-count">{ counts }</small></h2>
            <div class="node-cells" id="node-cells" ref={room} {onclick} {onkeydown} tabindex="0" role="group"
                aria-label="Choose a node with the arrow keys">
                <Picture id="nodes-picture" label="Each node a cell with a bar for its cores, GPUs and memory in use; the numbers follow in a table"
                    {height} {draw} />
            </div>
            <Numbers id="nodes-numbers" summary="Nodes as table" title="Nodes" make={table} />
        </section>
    }
}
