//! The comparison picture: a button that makes one for a slide, and a menu of all layouts.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::Blob;

use super::charts::{Stack, span_of};
use crate::app::context::prelude::*;
use crate::app::files::export_menu::{Menu, use_menu};
use crate::app::files::{clipboard, download};
use crate::app::views::gantt::scene::flags_of;
use slotscope::chart::ColourBy;
use slotscope::chart::comparison::{Compared, Comparison as Pictured, column_svg, slide_svg};
use slotscope::chart::time_axis::Origin;
use slotscope::experiment::comparison::JobDifferences;
use slotscope::experiment::comparison::sentences::sentences;
use slotscope::experiment::words::common_line;
use slotscope::experiment::words::differences::{letter, usual};
use slotscope::experiment::{LogMark, Provenance, Scenario};
use slotscope::export::{provenance_line, svg_with_metadata};
use slotscope::page::calibrated;
use slotscope::page::chance::NO_RANDOMNESS;
use slotscope::page::compare::{Comparison, Sight, Subject};
use slotscope::page::history::Experiment;
use slotscope::page::paper_kit::{ComparedForKit, KitSubject};
use slotscope::workload::WorkloadKind;

/// All that a picture shows. Cheap to clone but for the names.
#[derive(Clone)]
pub struct Exhibited {
    pub experiment: Rc<Experiment>,
    pub sight: Sight,
    /// The differences of each run from the baseline's, and the answers that follow from them and the figures.
    pub changes: Rc<Vec<Option<Rc<JobDifferences>>>>,
    pub answers: Rc<Vec<(usize, String)>>,
    pub names: Rc<Vec<String>>,
    /// The name of the workload.
    pub workload: String,
    pub kind: WorkloadKind,
    /// Its identity.
    pub log: LogMark,
    pub origin: Origin,
    pub colour_by: ColourBy,
    /// The jobs that are highlighted, by their numbers.
    pub selected: Rc<[u64]>,
    pub stack: Rc<Stack>,
    /// Where the comparison can be opened again.
    pub link: Callback<(), Option<String>>,
}

/// There is one stack and one link.
impl PartialEq for Exhibited {
    fn eq(&self, other: &Self) -> bool {
        self.experiment == other.experiment
            && self.sight == other.sight
            && self.names == other.names
            && (&self.workload, self.kind, &self.log) == (&other.workload, other.kind, &other.log)
            && (self.origin, self.colour_by) == (other.origin, other.colour_by)
            && self.selected == other.selected
    }
}

/// How a picture is laid out.
#[derive(Clone, Copy)]
enum Layout {
    Copy,
    SlidePng,
    Slide,
    Column,
}

const LAYOUTS: [(Layout, &str, &str, &str); 4] = [
    (Layout::Copy, "picture-copy", "Copy picture", "for pasting into a slide"),
    (Layout::SlidePng, "picture-slide-png", "Slide, PNG", "1920 × 1080 pixels"),
    (Layout::Slide, "picture-slide-svg", "Slide, SVG", "the same, sharp at any size"),
    (Layout::Column, "picture-column-svg", "Paper column, SVG", "85 mm wide, with editable text"),
];

impl Exhibited {
    /// The picture for a slide, as an SVG document.
    pub fn slide(&self) -> String {
        self.with_comparison(slide_svg)
    }

    /// The same for a paper kit.
    pub fn for_kit(&self, comparison: &Comparison) -> KitSubject {
        KitSubject::Compare(Box::new(ComparedForKit {
            comparison: comparison.clone(),
            experiment: self.experiment.clone(),
            kind: self.kind,
            names: self.names.clone(),
            window: self.window(),
            origin: self.origin,
        }))
    }

    /// Where it comes from, scenario by scenario.
    fn provenance_line(&self) -> String {
        let of = |it| Provenance::new(it, self.log.clone());
        let all: Vec<Provenance> = self.experiment.scenarios().map(of).collect();
        provenance_line(&all)
    }

    /// The picture for a slide as PNG.
    async fn slide_png(&self) -> Result<Blob, JsValue> {
        let picture = download::png_of(&self.slide(), 1.0).await?;
        download::with_text(&picture, &self.provenance_line()).await
    }

    fn with_comparison(&self, draw: fn(&Pictured) -> String) -> String {
        let there: Vec<(usize, &Subject)> = self
            .sight
            .subjects
            .iter()
            .enumerate()
            .filter_map(|(place, subject)| Some((place, &**subject.as_ref()?)))
            .collect();
        let arranged: Vec<_> = there
            .iter()
            .map(|&(_, subject)| {
                let flags = flags_of(&subject.finished.run, &self.selected);
                (subject.coloured(self.colour_by), flags)
            })
            .collect();
        let compared: Vec<Compared> = there
            .iter()
            .zip(&arranged)
            .map(|(&(place, subject), (index, selected))| Compared {
                name: &self.names[place],
                index,
                selected: selected.as_deref(),
                busy: &subject.busy,
                queue: &subject.queue,
            })
            .collect();
        let all: Vec<&Scenario> = self.experiment.scenarios().collect();
        let usual = match all.as_slice() {
            [only] => (slotscope::experiment::words(only), true),
            all => usual(all),
        };
        let of_kind: Vec<_> = all.iter().map(|&it| (it, self.kind)).collect();
        let link = self.link.emit(());
        draw(&Pictured {
            workload: &self.workload,
            scenarios: &compared,
            baseline: self.experiment.baseline(),
            run: &common_line(&of_kind),
            usual: (&usual.0, usual.1),
            window: self.window(),
            rows_in_sight: self.stack.rows(),
            origin: self.origin,
            rows: &self.sight.rows,
            seeds: &self.seeds(),
            sentences: &self.sentences(),
            made_by: concat!("Slotscope ", env!("CARGO_PKG_VERSION")),
            link: link.as_deref(),
        })
    }

    /// The times in sight; all of them where no chart has been on the screen, as of a single
    /// scenario.
    fn window(&self) -> (f64, f64) {
        match self.sight.subjects.len() {
            0 | 1 => span_of(&self.sight.subjects).times,
            _ => self.stack.window(),
        }
    }

    /// Which seeds the means are over.
    fn seeds(&self) -> String {
        let count = self.sight.seeds.max(1) as u64;
        let mut firsts = self.experiment.scenarios().map(|scenario| scenario.seed);
        let first = firsts.next().unwrap_or(0);
        if !self.sight.bases.iter().any(|it| it.is_drawn) {
            return NO_RANDOMNESS.to_owned();
        }
        match (count, firsts.all(|seed| seed == first)) {
            (1, true) => format!("seed {first}"),
            (_, true) => format!("seeds {first}–{}", first.wrapping_add(count - 1)),
            (_, false) => format!("{} from each scenario's own", words::plural(count as usize, "seed")),
        }
    }

    /// The differences between jobs, scenario by scenario.
    fn sentences(&self) -> Vec<String> {
        let baseline = letter(self.experiment.baseline()).to_string();
        let subjects = self.sight.subjects.iter().enumerate();
        let warnings = subjects.filter_map(|(place, it)| {
            let warning = calibrated::warning(it.as_ref()?.calibration()?)?;
            Some(format!("⚠ {}: {warning}", letter(place)))
        });
        let answers = self.answers.iter().map(|(place, text)| format!("{} {text}", letter(*place)));
        let changes = self.changes.iter().enumerate().filter_map(|(place, it)| Some((place, it.as_ref()?)));
        let of_jobs = changes
            .flat_map(|(place, jobs)| sentences(jobs, &baseline, &letter(place).to_string()))
            .filter(|sentence| sentence.id != "same" && !sentence.jobs.is_empty())
            .map(|sentence| sentence.text);
        warnings.chain(answers).chain(of_jobs).collect()
    }

    fn hand_out(&self, name: &str, svg: &str) -> Result<(), JsValue> {
        let picture = svg_with_metadata(svg, &self.provenance_line());
        download::text(name, "image/svg+xml", &picture)
    }

    async fn make(&self, layout: Layout) -> Result<(), JsValue> {
        let name = |layout: &str, ending: &str| {
            let workload = words::slug(&self.workload);
            format!("slotscope-comparison-{layout}-{workload}.{ending}")
        };
        match layout {
            // It has gone to the clipboard.
            Layout::Copy => Ok(()),
            Layout::SlidePng => download::picture(&name("slide", "png"), &self.slide_png().await?),
            Layout::Slide => self.hand_out(&name("slide", "svg"), &self.slide()),
            Layout::Column => self.hand_out(&name("column", "svg"), &self.with_comparison(column_svg)),
        }
    }
}

#[derive(Properties, PartialEq)]
pub struct PictureMenuProps {
    pub exhibited: Exhibited,
    pub dispatch: Dispatch,
}

/// The layouts of the comparison picture.
#[component]
pub fn PictureMenu(props: &PictureMenuProps) -> Html {
    let Menu { open, node, toggle } = use_menu();
    let make = |layout: Layout| {
        let (open, props) = (open.setter(), (props.exhibited.clone(), props.dispatch.clone()));
        Callback::from(move |_: MouseEvent| {
            open.set(false);
            let (exhibited, dispatch) = props.clone();
            if matches!(layout, Layout::Copy) {
                let picture = async move { exhibited.slide_png().await };
                return clipboard::copy_picture(picture, &dispatch);
            }
            spawn_local(async move {
                if let Err(error) = exhibited.make(layout).await {
                    let why = error.as_string().unwrap_or_else(|| format!("{error:?}"));
                    dispatch.dispatch(Action::complain(format!("The picture could not be made: {why}")));
                }
            });
        })
    };
    let items = LAYOUTS.iter().map(|&(layout, id, name, what)| {
        let onclick = make(layout);
        html! { <li><button type="button" {id} {onclick}><strong>{ name }</strong><small>{ what }</small></button></li> }
    });
    html! {
        <div class="menu picture-menu" ref={node}>
            <button type="button" class="primary" id="compare-picture" onclick={make(Layout::SlidePng)}
                data-tip="The whole comparison as one picture for a slide: PNG, 1920 × 1080.">{ "Picture" }</button>
            <button type="button" class="primary" id="compare-layouts" aria-label="Other layouts of the picture"
                aria-expanded={open.to_string()} aria-controls="picture-layouts" onclick={toggle}>{ "▾" }</button>
            <ul id="picture-layouts" hidden={!*open}>{ for items }</ul>
        </div>
    }
}
