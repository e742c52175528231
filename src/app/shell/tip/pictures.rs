//! The pictures of an explanation: small schedules under the values of its setting.

use yew::prelude::*;

use crate::app::context::nothing;

use slotscope::page::setting_pictures::{PictureBar, SettingPicture};

const READ_AS: &str = "Jobs by order of arrival, time to the right";

/// The pictures, two in a row. The text says in words what they show.
pub fn pictures(all: &[&'static SettingPicture]) -> Html {
    if all.is_empty() {
        return nothing();
    }
    html! {
        <span class="tip-pictures" aria-hidden="true">
            { for all.iter().map(|it| picture(it)) }
            <small>{ READ_AS }</small>
        </span>
    }
}

fn picture(picture: &SettingPicture) -> Html {
    let marks = picture.marks().into_iter().map(|x| {
        let x = percent(x);
        html! { <line class="mark" x1={x.clone()} x2={x} y1="0%" y2="100%" /> }
    });
    html! {
        <span class="tip-picture">
            <svg>{ for picture.bars.iter().map(|it| bar(picture, it)) }{ for marks }</svg>
            <small>{ picture.name }</small>
        </span>
    }
}

fn bar(picture: &SettingPicture, bar: &PictureBar) -> Html {
    let place = picture.place(bar);
    let class = if bar.is_reservation { "reservation" } else { "batch" };
    let middle = (place.left + place.width / 2.0, place.top + place.height / 2.0);
    html! {
        <>
            <rect {class} x={percent(place.left)} y={percent(place.top)} width={percent(place.width)} height={percent(place.height)} />
            <text x={percent(middle.0)} y={percent(middle.1)} dy="0.36em">{ bar.job }</text>
        </>
    }
}

fn percent(value: f64) -> String {
    format!("{value:.2}%")
}
