//! The slots of a provider at the cursor.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::picture::Picture;
use crate::app::state::Finished;
use crate::app::terms;
use crate::app::theme::Ground;
use crate::app::views::slots::{Ahead, Moment, Query};
use crate::chart::slots::slots_svg;
use crate::chart::{Captions, Origin, provider_name};
use crate::workload::Time;

#[derive(Properties, PartialEq)]
pub struct PromisedProps {
    pub finished: Rc<Finished>,
    pub cursor: Time,
    pub ground: Ground,
    pub origin: Origin,
}

/// The slots of a provider at the cursor.
#[component]
pub fn Promised(props: &PromisedProps) -> Html {
    let provider = use_state_eq(|| 0usize);
    let count = props.finished.run.platform.len();
    let index = (*provider).min(count.saturating_sub(1));
    let moment = use_memo((Rc::as_ptr(&props.finished), props.cursor), |_| {
        Moment::of(&props.finished, props.cursor)
    });
    let draw = use_callback((Rc::as_ptr(&moment), index, props.ground, props.origin), {
        let moment = moment.clone();
        move |frame, &(_, index, ground, origin)| {
            let window = moment.window(Ahead::Hours(6), std::iter::empty());
            let view = moment.picture(index, window, &Query::default(), &[]);
            let captions = Captions {
                origin,
                ..Captions::default()
            };
            slots_svg(frame, &ground.theme(), &view, &captions)
        }
    });
    let step = |by: usize| {
        let provider = provider.setter();
        Callback::from(move |_: MouseEvent| provider.set((index + by) % count.max(1)))
    };
    html! {
        <section class="play-slots" aria-label="Slots">
            <h2 data-tip={terms::CARTS}>
                { "Slots of " }{ provider_name(index) }
                if count > 1 {
                    <button type="button" class="icon" aria-label="Provider before" onclick={step(count - 1)}>{ "‹" }</button>
                    <button type="button" class="icon" aria-label="Next provider" onclick={step(1)}>{ "›" }</button>
                }
            </h2>
            <Picture id="play-slots-picture" label={format!("Free processors of {} from the cursor on", provider_name(index))} height={230} {draw} />
        </section>
    }
}
