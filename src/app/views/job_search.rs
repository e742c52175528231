//! A field that highlights the jobs that a few words tell.

use web_sys::HtmlInputElement;

use crate::app::context::prelude::*;
use slotscope::page::job_query::{EXAMPLES, Query};
use slotscope::page::state::ViewAction;

#[derive(Properties, PartialEq)]
pub struct JobSearchProps {
    pub finished: Rc<Finished>,
    pub dispatch: Dispatch,
}

/// The result of the last search.
#[derive(Clone, PartialEq)]
enum Said {
    Nothing,
    /// The typed text has not been searched yet.
    Typing,
    /// No job is like that.
    NoJob,
    Wrong(String),
}

/// A search for jobs, by Enter or by leaving the field: jobs that match are highlighted in every chart and
/// table; an empty field ends that.
#[component]
pub fn JobSearch(props: &JobSearchProps) -> Html {
    let said = use_state_eq(|| Said::Nothing);
    let onchange = {
        let (finished, dispatch) = (props.finished.clone(), props.dispatch.clone());
        let said = said.setter();
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            said.set(search(&text, &finished, &dispatch));
        })
    };
    let oninput = {
        let said = said.setter();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            said.set(if text.trim().is_empty() { Said::Nothing } else { Said::Typing });
        })
    };
    let nouns = props.finished.run.nouns();
    // Nobody submitted a task.
    let (example, examples) = if nouns.is_of_workflow() {
        ("wait > 10 min", "wait > 10 min, killed")
    } else {
        ("user 12 size > 64", EXAMPLES)
    };
    let (text, is_wrong) = match &*said {
        Said::Nothing => (String::new(), false),
        Said::Typing => (format!("Press Enter to highlight these {}.", nouns.jobs), false),
        Said::NoJob => (format!("No {} matches.", nouns.job), false),
        Said::Wrong(why) => (why.clone(), true),
    };
    let tip = format!(
        "Highlights {} in every chart and table: {examples}. All conditions must hold; times in s, min, h, d or w. Enter searches.",
        nouns.jobs
    );
    // An answer stands where the explanation would.
    let tip = text.is_empty().then_some(tip);
    html! {
        <div class={classes!("job-search", is_wrong.then_some("is-wrong"))}>
            <input type="search" id="job-search" aria-label={format!("Highlight {}", nouns.jobs)} placeholder={example} autocomplete="off" spellcheck="false"
                data-tip={tip} aria-invalid={is_wrong.to_string()} aria-errormessage="job-search-said" {onchange} {oninput} />
            <p id="job-search-said" role="status" class={classes!("hint", is_wrong.then_some("worse"))}>{ text }</p>
        </div>
    }
}

fn search(text: &str, finished: &Finished, dispatch: &Dispatch) -> Said {
    let select = |jobs: &[u64]| dispatch.dispatch(Action::View(ViewAction::Select(jobs.into())));
    if text.trim().is_empty() {
        select(&[]);
        return Said::Nothing;
    }
    match Query::read(text) {
        Ok(query) => {
            let jobs = query.jobs(&finished.run);
            select(&jobs);
            if jobs.is_empty() { Said::NoJob } else { Said::Nothing }
        }
        Err(why) => Said::Wrong(why.to_string()),
    }
}
