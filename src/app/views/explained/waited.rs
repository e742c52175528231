//! Why a job waited, in one line with a bar.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::context::Identity;
use crate::app::context::nothing;
use slotscope::page::explained::{Explained, Subject};
use slotscope::page::state::Finished;
use slotscope::page::wait_words::{line, shares, word};

#[derive(Properties, PartialEq)]
pub struct WaitedProps {
    pub finished: Rc<Finished>,
    /// The job's index in the run.
    pub job: usize,
    /// The latest answer, perhaps to another question.
    pub explained: Option<Rc<Explained>>,
}

/// The parts of the wait of a job of a log; nothing if it did not wait.
#[component]
pub fn Waited(props: &WaitedProps) -> Html {
    let explained = props.explained.as_ref();
    let key = (Identity::of(&props.finished), explained.map(Identity::of), props.job);
    let shares = use_memo(key, |&(_, _, job)| {
        let experiment = &props.finished.experiment;
        let model = experiment.scenario.system.model();
        let answer = explained.and_then(|it| it.to(experiment, Subject::Job(job)));
        let told = answer.and_then(|it| it.told.as_ref().ok());
        if props.finished.run.is_of_log() {
            shares(&props.finished.run, job, !model.card().is_the_log, told)
        } else {
            Vec::new()
        }
    });
    if shares.is_empty() {
        return nothing();
    }
    let segments =
        shares.iter().map(|it| html! { <i class={word(it.part)} ~style={format!("flex-grow: {}", it.share)} /> });
    html! {
        <div class="waited" id="waited">
            <p>{ format!("It waited {}.", line(&shares)) }</p>
            <div class="waited-bar" aria-hidden="true">{ for segments }</div>
        </div>
    }
}
