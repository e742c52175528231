//! The messages between brokers and agents, step by step.

use std::rc::Rc;

use yew::prelude::*;

use super::figure::Named;
use super::film::Film;
use crate::app::context::nothing;
use crate::app::context::theme::Ground;
use crate::app::control::data_table::Numbers;
use crate::app::files::picture::use_size;
use slotscope::chart::lessons::Talk;
use slotscope::chart::{Frame, Theme};
use slotscope::page::lessons::{Chart, LessonAction};

/// The names of the tables behind the pictures, for screen readers.
const TITLES: [&str; 3] = ["the messages", "the tasks by agent", "the load of the nodes"];

#[derive(Properties, PartialEq)]
pub struct MessagesProps {
    /// A chart of messages, its run there.
    pub chart: Chart,
    pub names: Vec<String>,
    /// How many steps are shown.
    pub moment: usize,
    pub ground: Ground,
    pub on_action: Callback<LessonAction>,
}

/// The messages, the tasks of each agent and the load of the nodes after a number of steps.
#[component]
pub fn MessagesOfStep(props: &MessagesProps) -> Html {
    let node = use_node_ref();
    let (width, room) = use_size(&node);
    let talk = use_memo(props.chart.clone(), |chart| {
        let made = chart.made.first().and_then(Option::as_ref);
        made.and_then(|it| it.run.clone()).map(Talk::of)
    });
    let Some(told) = talk.as_ref() else {
        return nothing();
    };
    let count = told.steps() + 1;
    let shown = props.moment.min(count - 1);
    let verdicts = told.verdicts(shown);
    let heights = fitting(told, width.max(300.0), room);
    let pictures = props.names.iter().zip(heights).enumerate();
    let pictures = pictures.map(|(at, (name, height))| {
        let draw = {
            let (talk, theme) = (talk.clone(), props.ground.theme());
            Callback::from(move |frame: Frame| drawn(&talk, at, shown, frame, &theme))
        };
        let make = {
            let talk = talk.clone();
            Callback::from(move |()| talk.as_ref().as_ref().map_or_else(Default::default, |it| it.table(at, shown)))
        };
        html! {
            <Named key={at} {at} name={name.clone()} numbers="the numbers follow in a table" {height} {draw}>
                // Beneath the messages, so that these keep their place while the sentences come and go.
                if at == 0 && !verdicts.is_empty() {
                    <ul class="said" id="lesson-verdicts" aria-label="Outcome of these offers">
                        { for verdicts.iter().map(|it| html! { <li>{ it }</li> }) }
                    </ul>
                }
                <Numbers id={format!("lesson-numbers-{at}")} title={TITLES[at]} {make} />
            </Named>
        }
    });
    let counts: Vec<String> = told.by_agent(shown).now.iter().map(usize::to_string).collect();
    html! {
        <div class="lesson-messages" ref={node} data-tasks={counts.join(",")}>
            <Film noun="Step" at={shown} {count} on_action={&props.on_action} />
            <p class="said" id="lesson-step-said" aria-live="polite">{ told.words(shown) }</p>
            { for pictures }
        </div>
    }
}

/// The height of what stands above the pictures, in CSS pixels.
const HEADS: f64 = 150.0;

/// The heights of the pictures; where they are to be scaled down into less room, as wide as they are drawn then.
fn fitting(told: &Talk, width: f64, room: f64) -> [u32; 3] {
    let at = |scale: f64| told.heights((width * scale) as u32);
    let fits = |scale: &f64| f64::from(at(*scale).iter().sum::<u32>()) / scale + HEADS <= room;
    let scales = [1.0, 1.2, 1.4, 1.6, 1.8, 2.0];
    at(scales.into_iter().find(fits).unwrap_or(if room == 0.0 { 1.0 } else { 2.0 }))
}

fn drawn(talk: &Rc<Option<Talk>>, picture: usize, shown: usize, frame: Frame, theme: &Theme) -> String {
    talk.as_ref().as_ref().map_or_else(String::new, |it| it.svg(picture, shown, frame, theme))
}
