//! The slots of a provider at the cursor.

use super::slots::{Ahead, Moment, Offered, Query};
use crate::app::context::prelude::*;
use crate::app::context::{Identity, terms};
use crate::app::control::data_table::Numbers;
use crate::app::files::view_picture::Picture;
use slotscope::chart::slots::{SlotView, slots_svg};
use slotscope::chart::table::Table;
use slotscope::chart::{Captions, Origin, numbers, provider_name};
use slotscope::system::moment::Standing;

#[derive(Properties, PartialEq)]
pub struct PromisedProps {
    pub finished: Rc<Finished>,
    /// Where the jobs stand at the cursor.
    pub here: Rc<Standing>,
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
    let moment = use_memo((Identity::of(&props.finished), props.cursor), |_| {
        Moment::of(&props.finished, props.cursor, props.here.holders())
    });
    let draw = use_callback((Identity::of(&moment), index, props.ground, props.origin), {
        let moment = moment.clone();
        move |frame, &(_, index, ground, origin)| {
            let window = moment.window(Ahead::Hours(6), std::iter::empty());
            let view = moment.picture(index, window, &Query::default(), &Offered::default());
            let captions = Captions { origin, ..Captions::default() };
            slots_svg(frame, &ground.theme(), &view, &captions)
        }
    });
    let tabled = |make: fn(&SlotView, Origin) -> Table| {
        let (moment, origin) = (moment.clone(), props.origin);
        Callback::from(move |()| make(moment.whole(index), origin).into())
    };
    let step = |by: usize| provider.setter().to_callback().reform(move |_: MouseEvent| (index + by) % count.max(1));
    html! {
        <section class="play-slots" aria-label="Slots">
            <h2>
                <span data-tip={terms::CARTS}>{ "Slots of " }{ provider_name(index) }</span>
                if count > 1 {
                    <button type="button" class="icon" aria-label="Previous provider" onclick={step(count - 1)}>{ "‹" }</button>
                    <button type="button" class="icon" aria-label="Next provider" onclick={step(1)}>{ "›" }</button>
                }
            </h2>
            <Picture id="play-slots-picture" label={format!("Free processors of {} in the next hours; the numbers follow in tables", provider_name(index))} height={230} {draw} />
            <Numbers id="play-slots-numbers" summary="Slots as table" title={format!("slots of {}", provider_name(index))} make={tabled(numbers::slots)} />
            <Numbers id="play-slots-promises" summary="Promises as table" title={format!("promises of {}", provider_name(index))} make={tabled(numbers::commitments)} />
        </section>
    }
}
