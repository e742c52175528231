//! The jobs of which the log, or its machine, lacks something.

use crate::app::context::Identity;
use crate::app::context::prelude::*;
use crate::app::files::view_picture::{ViewPicture, use_view_picture};
use slotscope::chart::table::{Table, table_svg};
use slotscope::chart::{Frame, table};
use slotscope::engine::Run;
use slotscope::page::state::ViewAction;

/// This many jobs of a kind are named.
const NAMED: usize = 200;

const IN_PICTURE: usize = 12;

#[derive(Properties, PartialEq)]
pub struct LackingProps {
    pub finished: Rc<Finished>,
    pub view_picture: ViewPicture,
    pub dispatch: Dispatch,
}

/// A list: its id, its title, its reason, and its jobs.
type Listed = (&'static str, &'static str, &'static str, Vec<usize>);

/// The jobs of which the log, or its machine, lacks something, each to be found with a click.
#[component]
pub fn Lacking(props: &LackingProps) -> Html {
    let listed = use_memo(Identity::of(&props.finished), |_| listed(&props.finished.run));
    {
        let (listed, finished) = (listed.clone(), props.finished.clone());
        use_view_picture(&props.view_picture, move |width, theme, captions| {
            let table = picture(&listed[..], &finished.run);
            let frame = Frame::new(width, table::height(table.rows.len()));
            table_svg(frame, theme, &table, captions)
        });
    }
    let lists = listed.iter().map(|(id, title, why, jobs)| {
        let count = jobs.len();
        let named = jobs.iter().take(NAMED).map(|&job| {
            let find = props.dispatch.callback(move |_: MouseEvent| Action::View(ViewAction::Find(job)));
            let name = props.finished.run.job_name(job);
            html! { <li><button type="button" class="job-link" onclick={find}>{ name }</button></li> }
        });
        html! {
            <section class="lacking" id={*id} data-count={count.to_string()}>
                <h2>{ format!("{}: {}", title, words::plural(count, "job")) }</h2>
                <p class="hint">{ why }</p>
                if count > 0 {
                    <ul class="job-numbers">{ for named }</ul>
                }
                if count > NAMED {
                    <p class="hint">{ format!("and {} more", words::count((count - NAMED) as i64)) }</p>
                }
            </section>
        }
    });
    html! {
        <div class="as-logged">
            { for lists }
        </div>
    }
}

/// The lists as a table to be drawn.
fn picture(listed: &[Listed], run: &Run) -> Table {
    let row = |(_, title, _, jobs): &Listed| {
        let numbers = jobs.iter().take(IN_PICTURE);
        let mut numbers: Vec<String> = numbers.map(|&job| run.job_name(job)).collect();
        if jobs.len() > IN_PICTURE {
            numbers.push("…".to_owned());
        }
        vec![(*title).to_owned(), words::count(jobs.len() as i64), numbers.join(", ")]
    };
    Table { head: ["", "Jobs", "Names"].map(str::to_owned).to_vec(), rows: listed.iter().map(row).collect() }
}

fn listed(run: &Run) -> Vec<Listed> {
    let of = |is: &dyn Fn(usize) -> bool| (0..run.jobs.len()).filter(|&job| is(job)).collect();
    let is_over = |job: usize| {
        let bars = run.schedule.bars_of(job);
        bars.first().is_some_and(|bar| bar.first_processor >= run.platform[bar.provider as usize])
    };
    let elsewhere: Vec<usize> = run.elsewhere().iter().map(|&job| job as usize).collect();
    let mut listed = vec![
        (
            "over-the-top",
            "Exceeds the machine",
            "Too few processors are free for them: the log lacks ends of other jobs, or its machine was larger. They are drawn below the line under its processors.",
            of(&is_over),
        ),
        (
            "without-wait",
            "Without a wait",
            "The log does not say how long they waited, so their starts are unknown. They are left out.",
            of(&|job| run.jobs[job].logged_wait.is_none()),
        ),
        (
            "without-run-time",
            "Without a run time",
            "The log does not say how long they ran. They are left out.",
            of(&|job| !run.jobs[job].run_time_known),
        ),
    ];
    if !elsewhere.is_empty() {
        let why = "The processors that the log names are not free when it starts the job, not all there, or not as many as the job has. They are on the first ones that are free.";
        listed.push(("elsewhere", "On other processors than logged", why, elsewhere));
    }
    listed
}
