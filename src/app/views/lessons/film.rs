//! A chart that is stepped through: a slider and two buttons, and the lines of an algorithm with the one that
//! was just executed.

use yew::prelude::*;

use crate::app::control::Slider;
use slotscope::page::lessons::LessonAction;

#[derive(Properties, PartialEq)]
pub struct FilmProps {
    /// The noun for a moment: "Line", "Booked".
    pub noun: &'static str,
    /// The moment, counted from 0.
    pub at: usize,
    pub count: usize,
    pub on_action: Callback<LessonAction>,
}

/// Forward and back through the moments.
#[component]
pub fn Film(props: &FilmProps) -> Html {
    let FilmProps { noun, at, count, .. } = *props;
    let last = count.saturating_sub(1);
    let to = |moment: usize| props.on_action.reform(move |_: MouseEvent| LessonAction::Watch(moment));
    let on_move = props.on_action.reform(|moment: f64| LessonAction::Watch(moment as usize));
    let text = format!("{noun} {} of {count}", at + 1);
    html! {
        <div class="film" id="lesson-film" data-at={at.to_string()} data-count={count.to_string()}>
            <button type="button" id="film-back" disabled={at == 0} onclick={to(at.saturating_sub(1))}
                aria-label="One back" title="One back">{ "◂" }</button>
            <Slider id="film-slider" value={at as f64} max={last as f64} text={text.clone()} label={Some(AttrValue::from("Moment"))} {on_move} />
            <button type="button" id="film-next" class="primary" disabled={at == last} onclick={to(at + 1)}
                aria-label="One on" title="One on">{ "▸" }</button>
            <output>{ text }</output>
        </div>
    }
}

/// The lines of an algorithm, the one just executed marked, and its effect.
pub fn code(lines: &[&'static str], line: usize, words: &str, print: &'static str) -> Html {
    let all = lines.iter().enumerate().map(|(at, text)| {
        let here = at + 1 == line;
        let indent = text.len() - text.trim_start().len();
        html! {
            <li aria-current={here.then_some("step")} data-line={(at + 1).to_string()} ~style={format!("--indent: {}", indent / 4)}>
                <code>{ text.trim_start() }</code>
            </li>
        }
    });
    html! {
        <div class="code">
            <ol class="code-lines">{ for all }</ol>
            <p class="code-words" id="code-words" role="status">{ words }</p>
            <details class="fold"><summary><span>{ "Errata" }</span></summary>
                <div class="fold-body"><p class="hint">{ print }</p></div></details>
        </div>
    }
}
