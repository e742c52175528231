//! What holds for every view, asked of each on one visit: it fits its window, is accessible, prints, is handed out as a picture
//! that says what it shows, has a table behind its chart, and keeps to the page's policy.
//!
//! What takes long is asked of an eighth of the views (what axe finds on a wide page, of half), of others with each commit, and of all with `SLOTSCOPE_THOROUGH` or for pictures
//! of the documentation. A fault does not end a visit: all are told together, each with its view. With `SLOTSCOPE_SCREENSHOTS=1` the pictures
//! become those of the documentation, in `docs/screenshots`; otherwise they go into `target/screenshots`.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use slotscope::experiment::words::{common_line, run_line};
use slotscope::experiment::{self, Scenario};
use slotscope::export::snapshot::Snapshot;
use slotscope::workload::WorkloadKind;
use slotscope::workload::testing::{is_drawn, one_in};

use crate::harness::{ColourScheme, Page};
use crate::{accessibility, exports, keyboard, manual, navigation, picture, printing, scene, terms};

/// What is looked at besides the views themselves, by the view that it is part of.
const SIDES: [(&str, &[&str]); 6] = [
    ("gantt", &["explained", "blackboard"]),
    ("slots", &["idle-periods"]),
    ("compare", &["compare-table"]),
    ("trade-off", &["best-period"]),
    ("lessons", &["lesson-schedules", "lesson-binding", "lesson-algorithm"]),
    ("reproduce", &["reproduce-figure"]),
];

/// The charts of a view, with the tables that stand behind them.
const CHARTS: [(&str, &str, &[&str]); 11] = [
    ("gantt", "#gantt-canvas", &["#gantt-numbers"]),
    ("gantt", "#histogram-sizes", &["#histogram-sizes-numbers"]),
    ("gantt", "#histogram-run-times", &["#histogram-run-times-numbers"]),
    ("slots", "#slots-0", &["#slots-0-numbers", "#slots-0-promises"]),
    ("compare", "#compare-gantt-0", &["#compare-0-numbers", "#compare-time-numbers", "#changes-1-numbers"]),
    ("play", "#play-slots-picture", &["#play-slots-numbers", "#play-slots-promises"]),
    ("lesson-schedules", "#lesson-picture-0", &["#lesson-numbers-0"]),
    ("curves", "#curves-0", &["#curves-table"]),
    ("trade-off", "#trade-picture", &["#trade-front"]),
    ("best-period", "#trade-picture", &["#period-table"]),
    ("reproduce-figure", ".reproduced [role=img]", &[".reproduced .numbers"]),
];

/// What is visited: a scenario whose every part stands in the line above.
fn scenario() -> Scenario {
    let json = r#"{"workload": {"reservations": {"percent": 20}}, "seed": 5,
        "system": {"two_level": {"grid": {"period": 600}, "local": {"queue": "easy"}}}}"#;
    serde_json::from_str(json).expect("a scenario")
}

/// Puts on a view, or a side of it, everything that it can have: runs that have come back, something explained.
pub fn fill(page: &Page, subject: &str) {
    let view = SIDES.iter().find(|it| it.1.contains(&subject)).map_or(subject, |it| it.0);
    scene::show(page, view);
    fill_shown(page, subject);
}

/// The same, while its view is shown.
fn fill_shown(page: &Page, subject: &str) {
    match subject {
        "compare" => {
            // A link of one scenario has no contrast.
            if page.count("#compare-invite") > 0 {
                page.click("#compare-invite button");
            }
            page.wait_for("#chip-1");
            page.wait_for(".compare-table tbody tr");
            scene::wait_for_runs(page, "#compare-done");
        }
        "compare-table" => {
            page.execute("document.querySelector('.compare-table').scrollIntoView()");
        }
        "curves" => {
            page.set_value("#curves-seeds", 1);
            scene::draw_curves(page);
        }
        "trade-off" => {
            page.set_value("#trade-period", "0");
            page.set_value("#trade-seeds", 1);
            page.click("#trade-run");
            // As long as the view made its runs by itself it says "Try all".
            page.wait_for_text("#trade-run", "Run");
            scene::wait_for_runs(page, "#trade-done");
        }
        "best-period" => {
            if page.count("#period-done") == 0 {
                page.click("#period-search");
                page.wait_for("#period-set");
            }
            page.execute(
                "const view = document.querySelector('.trade-off');
                 view.scrollTop = document.querySelector('.best-period').offsetTop",
            );
        }
        "reproduce" => crate::reproduce::make(page, "table-2"),
        "reproduce-figure" => {
            crate::reproduce::make(page, "figure-11");
            page.wait_for("#item[data-item=figure-11] .reproduced svg");
        }
        "lesson-schedules" => show_lesson(page, "backfilling", 4),
        "lesson-binding" => {
            show_lesson(page, "dynamic-binding", 2);
            page.set_value("#film-slider", 3);
        }
        "lesson-algorithm" => {
            show_lesson(page, "building-carts", 3);
            page.set_value("#film-slider", 14);
        }
        "play" => {
            page.execute(
                "const scrub = document.querySelector('#play-scrub');
                 scrub.value = 0.4 * scrub.max;
                 scrub.dispatchEvent(new Event('input', { bubbles: true }));",
            );
            page.wait_for("#play-decisions[data-state=told]");
        }
        "explained" if page.count("#explained") == 0 => {
            page.click_at("#gantt-canvas", 200.0, 110.0);
            page.wait_for("#explained[data-state=told]");
            page.hover("#gantt-reset", 4.0, 4.0);
        }
        "blackboard" if page.count("#sketch-bar") == 0 => {
            page.execute("document.querySelector('#open-blackboard').click()");
            page.wait_for("#sketch-bar");
        }
        "idle-periods" if page.count("#idle-periods") == 0 => {
            page.set_value("#system", "Co-allocation");
            page.wait_for("#idle-periods");
            page.click("label[for=idle-of-1]");
            page.click("#search-steps li:nth-child(5) button");
            page.wait_for("#idle-periods[data-step='5']");
        }
        "slots" => {
            page.set_value("#cursor-number", 500_000);
            page.set_value("#query-length", 14_400);
            page.set_value("#query-size", 48);
            page.execute("document.activeElement.blur()");
            page.wait_for("#query-answer[data-start]");
        }
        _ => {}
    }
    // Pictures take a new size only once they have been measured.
    page.settle();
    page.settle();
}

/// Opens a lesson at a step.
fn show_lesson(page: &Page, id: &str, step: usize) {
    if page.count("#lesson-close") > 0 {
        page.click("#lesson-close");
    }
    page.click(&format!("#lesson-{id}"));
    page.wait_for("#lesson");
    page.click(&format!(".lesson-steps li:nth-child({step}) button"));
    page.wait_for(&format!("#lesson[data-step='{step}'] #lesson-drawn[data-ready=true] .picture svg"));
}

/// By how many pixels something is wider than it has room for: the page, or a key figure with its difference on its
/// card, whose rim takes 8.
const OVERFLOW: &str = "
    const cards = [...document.querySelectorAll('.figure')].filter(it => it.checkVisibility());
    const over = cards.flatMap(card => [...card.children].map(it =>
        it.getBoundingClientRect().right + 8 - card.getBoundingClientRect().right));
    return Math.ceil(Math.max(document.scrollingElement.scrollWidth - innerWidth, ...over))";

/// The faults of the views that one page has shown.
struct Visit {
    page: Page,
    subject: &'static str,
    /// How many have been looked at.
    place: usize,
    faults: Vec<String>,
}

impl Visit {
    fn of(page: Page) -> Self {
        Self { page, subject: "", place: 0, faults: Vec::new() }
    }

    /// Whether this question is asked of the subject.
    fn asks(&self, question: usize) -> bool {
        is_for_documents() || is_drawn(self.place + question, 8)
    }

    /// Notes what was found of a subject, if it is not what it should be.
    fn expect(&mut self, found: Value, expected: impl Into<Value>, what: &str) {
        if found != expected.into() {
            self.faults.push(format!("{}, {what}: {found:#}", self.subject));
        }
    }

    fn show(&mut self, subject: &'static str) {
        // Told where a panic ends the visit.
        println!("{subject}");
        self.subject = subject;
        self.place += 1;
        fill(&self.page, subject);
    }

    /// The scenario in front, which a comparison changes.
    fn front(&self) -> Scenario {
        let mut shown = scene::linked(&self.page);
        shown.scenarios.swap_remove(shown.front)
    }

    /// All that holds for a view.
    fn view(&mut self, view: &'static str) {
        // Two schedules with their tables take more sheets: of a comparison the paper is that of its offer.
        if view == "compare" {
            self.subject = view;
            scene::compare_alone(&self.page);
            self.paper();
            scene::show(&self.page, "gantt");
        }
        self.show(view);
        self.line_above();
        if self.asks(0) {
            self.pictures();
        }
        if view != "compare" && self.asks(1) {
            self.paper();
        }
        self.screen();
        self.page.execute("document.querySelectorAll('details').forEach(it => it.open = true)");
        self.access();
    }

    /// What holds for a side of a view.
    fn side(&mut self, side: &'static str) {
        self.show(side);
        self.screen();
        self.page.execute("document.querySelectorAll('.view details').forEach(it => it.open = true)");
        self.tables();
    }

    /// The run that is shown stands above, on paper as well.
    fn line_above(&mut self) {
        let scenario = self.front();
        let expected = match self.subject {
            "lessons" | "reproduce" => return,
            "compare" => {
                let shown = scene::linked(&self.page).scenarios;
                let of_log: Vec<_> = shown.iter().map(|it| (it, WorkloadKind::Log)).collect();
                common_line(&of_log)
            }
            "curves" | "trade-off" => experiment::words::around(&scenario),
            _ => run_line(&scenario, WorkloadKind::Log),
        };
        let lines = self.page.execute_with(
            "return ['#run-line', '#paper p'].filter(css =>
                !document.querySelector(css)?.textContent.endsWith(arguments[0]))",
            [&expected],
        );
        self.expect(lines, json!([]), &format!("the line {expected} is missing"));
    }

    /// A picture for slides, one to be drawn again, and one on the clipboard.
    fn pictures(&mut self) {
        let page = &self.page;
        let png = picture::png(page, &scene::exported(page, "png", ".png"));
        let svg = scene::exported_text(page, "svg", ".svg");
        let (titles, said) = picture::svg(page, &svg);
        let copied = picture::png(page, &exports::copied(page));
        for (size, what) in [(png, "the picture"), (copied, "the copied picture")] {
            let is_whole = (size.width, size.height) == (1920, 1080) && !size.is_blank();
            self.expect(json!(is_whole), true, &format!("{what} is {size:?}"));
        }
        // Lessons and papers have scenarios of their own, and the list of lessons is of no workload.
        let is_of_a_scenario = !["lessons", "reproduce"].contains(&self.subject);
        self.expect(
            json!(svg.contains("<metadata>{\"version\"")),
            is_of_a_scenario && self.subject != "compare",
            "metadata",
        );
        let (title, words) = match self.subject {
            "lessons" => ("Lessons".to_owned(), "Lessons".to_owned()),
            "reproduce" => (scene::sample().name, "Table 2".to_owned()),
            "compare" => (scene::sample().name, "EASY backfilling".to_owned()),
            // The share of reservations is what the curves are drawn over.
            "curves" => {
                let words = experiment::words(&self.front());
                (scene::sample().name, words.replace("20 % advance reservations", "advance reservations as drawn"))
            }
            _ => (scene::sample().name, experiment::words(&self.front())),
        };
        self.expect(json!(titles[0].contains(&title)), true, &format!("the title {titles:?} without {title}"));
        self.expect(json!(said.contains(&words)), true, &format!("the picture says {said}, not {words}"));
    }

    /// Sheets that are full, upright and across, with no words upon others, whatever the colours of the screen.
    fn paper(&mut self) {
        self.page.set_colour_scheme(ColourScheme::Dark);
        for wrong in printing::sheets_that_are_not_full(&self.page, self.subject) {
            self.faults.push(wrong);
        }
        let collisions = printing::words_upon_others(&self.page);
        self.expect(collisions, json!([]), "words upon others on paper");
    }

    /// It fits every window, and there is something to be seen.
    fn screen(&mut self) {
        let for_documents = is_for_documents();
        let folder = pictures_folder(for_documents);
        // Just wide enough for the panel beside the views, the third.
        let sizes = [(1440, 900, "wide"), (1280, 720, ""), (870, 720, ""), (390, 844, "narrow")];
        let asked = (0..sizes.len()).filter(|at| self.asks(2 + at / 2)).map(|at| sizes[at]);
        for (width, height, size) in asked.collect::<Vec<_>>() {
            self.page.set_window_size(width, height);
            self.page.rest();
            let overflow = self.page.execute(OVERFLOW);
            let fits = overflow.as_i64().is_some_and(|pixels| pixels <= 0);
            self.expect(json!(fits), true, &format!("{width} wide, {overflow} pixels too wide"));
            if !["blackboard", "lesson-schedules"].contains(&self.subject) {
                let hidden = navigation::hidden_tabs(&self.page);
                self.expect(json!(hidden), "", &format!("tabs out of sight, {width} wide"));
            }
            let schemes = match size {
                "" => vec![],
                _ if for_documents => vec!["light", "dark"],
                "wide" => vec!["light"],
                _ => vec!["dark"],
            };
            for ground in schemes {
                self.page.set_colour_scheme(if ground == "dark" { ColourScheme::Dark } else { ColourScheme::Light });
                self.page.rest();
                let path = folder.join(format!("{}-{ground}-{size}.png", self.subject));
                self.page.screenshot(&path);
                let shown = picture::png(&self.page, &std::fs::read(&path).expect("a picture"));
                let is_seen = (shown.width, shown.height) == (width, height) && !shown.is_blank();
                self.expect(json!(is_seen), true, &format!("{ground}, {size}: {shown:?}"));
            }
        }
        self.page.set_window_size(1440, 900);
    }

    /// Names, contrasts, roles; a table behind each chart; no motion for whoever wants none.
    fn access(&mut self) {
        self.page.set_colour_scheme(ColourScheme::Light);
        if is_drawn(self.place, 2) {
            self.axe("wide, light");
        }
        let nameless = keyboard::nameless(&self.page);
        self.expect(nameless, json!([]), "without a name");
        let undescribed = terms::undescribed(&self.page);
        self.expect(undescribed, json!([]), "explained to the eye alone");
        self.tables();
        self.page.set_media_feature("prefers-reduced-motion", "reduce");
        self.expect(accessibility::moving(&self.page), json!([]), "in motion");
        self.page.set_colour_scheme(ColourScheme::Dark);
        if self.asks(0) {
            self.projector();
        }
        if self.asks(1) {
            self.page.set_window_size(390, 844);
            self.axe("narrow, dark");
        }
        self.page.set_window_size(1440, 900);
    }

    /// Larger type, as accessible.
    fn projector(&mut self) {
        self.page.set_window_size(1920, 1080);
        self.page.execute("document.activeElement.blur()");
        self.page.press("p");
        self.page.wait_for(".projector");
        let larger = self.page.execute("return parseFloat(getComputedStyle(document.documentElement).fontSize) > 20");
        self.expect(larger, true, "no larger type for a projector");
        self.axe("for a projector, dark");
        self.page.press("p");
        self.page.wait_for_none(".projector");
    }

    fn axe(&mut self, when: &str) {
        let found = accessibility::found(&self.page);
        self.expect(json!(found), "", when);
    }

    /// Each chart has a name, and a table with rows.
    fn tables(&mut self) {
        let subject = self.subject;
        for (_, chart, tables) in CHARTS.iter().filter(|it| it.0 == subject) {
            self.page.wait_for(chart);
            let named = self.page.execute_with(
                "const it = document.querySelector(arguments[0]);
                 return it.getAttribute('role') === 'img' && it.ariaLabel.length > 10",
                [chart],
            );
            self.expect(named, true, &format!("{chart} has no name"));
            for table in *tables {
                self.page.wait_for(&format!("{table} tbody tr, tbody tr{table}"));
            }
        }
    }

    fn end(self) {
        assert!(self.faults.is_empty(), "{}", self.faults.join("\n"));
    }
}

fn is_for_documents() -> bool {
    std::env::var_os("SLOTSCOPE_SCREENSHOTS").is_some()
}

fn pictures_folder(for_documents: bool) -> PathBuf {
    let folder = if for_documents { "docs/screenshots" } else { "target/screenshots" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}

/// Visits the views of some groups on one page.
#[track_caller]
fn visit(groups: &[&str]) {
    let snapshot = Snapshot { scenarios: vec![scenario()], ..Snapshot::default() };
    let page = manual::open_watched(&scene::path_to(&snapshot));
    exports::allow(&page);
    let mut visit = Visit::of(page);
    let views: Vec<&str> =
        scene::GROUPS.iter().filter(|it| groups.contains(&it.0)).flat_map(|it| it.1).copied().collect();
    views.iter().for_each(|view| visit.view(view));
    // Last, as some change what is shown.
    SIDES.iter().filter(|it| views.contains(&it.0)).flat_map(|it| it.1).for_each(|side| visit.side(side));
    visit.subject = "all views";
    let against = manual::violations(&visit.page);
    visit.expect(against, json!([]), "against the policy");
    let elsewhere = manual::asked_elsewhere(&visit.page);
    visit.expect(elsewhere, json!([]), "asked of another host");
    visit.end();
}

#[test]
fn every_view_of_the_schedule_is_as_views_must_be() {
    visit(&["schedule"]);
}

#[test]
fn every_view_that_compares_is_as_views_must_be() {
    visit(&["compare"]);
}

#[test]
fn every_view_of_slots_lessons_and_papers_is_as_views_must_be() {
    visit(&["learn", "inside"]);
}

#[test]
fn every_view_by_itself_is_as_views_must_be() {
    let mut visit = Visit::of(scene::open());
    visit.page.set_window_size(390, 844);
    visit.page.set_colour_scheme(ColourScheme::Dark);
    for view in one_in(6, 0, scene::VIEWS) {
        visit.subject = view;
        let snapshot = Snapshot { view: view.to_owned(), ..Snapshot::default() };
        // From elsewhere, so that it is loaded.
        visit.page.goto("about:blank");
        visit.page.goto(&scene::path_to(&snapshot).replacen("/#", "/?view=only#", 1));
        visit.page.wait_for(&format!(".only #view-{view} > *"));
        visit.page.wait_until_idle();
        fill_shown(&visit.page, if view == "lessons" { "lesson-schedules" } else { view });
        let around = visit.page.count(".header, .panel, [role=tab]");
        visit.expect(json!(around), 0, "has the page around it");
        let overflow = visit.page.execute(OVERFLOW);
        visit.expect(json!(overflow.as_i64().is_some_and(|it| it <= 0)), true, "too wide");
        if !["compare", "curves", "trade-off", "lessons", "reproduce"].contains(&view) {
            let line = run_line(&Scenario::default(), WorkloadKind::Log);
            visit.expect(json!(visit.page.text("#run-line")), line, "the line above it by itself");
        }
        visit.axe("by itself");
    }
    visit.end();
}
