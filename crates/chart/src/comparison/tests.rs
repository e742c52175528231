//! The pictures hold what they should, within the frame, and no text lies upon another.
//!
//! With `SLOTSCOPE_PICTURES=folder cargo test comparison` they are written there to be looked at.

use experiment::comparison::sentences::sentences;
use experiment::comparison::{Basis, Interval, JobDifferences, contrasts, rows};
use experiment::words::differences::{differences, usual};
use experiment::words::run_line;
use experiment::{Run, Scenario, run};
use scheduling::criteria::{Criterion, Report, report};
use workload::lublin::Lublin;
use workload::{Workload, WorkloadKind};

use super::*;
use crate::tests::keep;
use crate::{ColourBy, Colouring};

struct Material {
    workload: Workload,
    scenarios: Vec<Scenario>,
    runs: Vec<Run>,
    indices: Vec<GanttIndex>,
    /// The same jobs of all scenarios.
    selected: Option<Vec<bool>>,
    busy: Vec<Steps>,
    queues: Vec<QueueLength>,
    reports: Vec<Vec<Report>>,
}

/// The sample under its own scenario and its contrasts, with two seeds each.
fn material(count: usize) -> Material {
    let workload = Lublin::default().generate().unwrap();
    let mut scenarios = vec![Scenario::default()];
    let all = contrasts(&scenarios[0]);
    scenarios.extend(all.into_iter().map(|it| it.scenario).take(count - 1));
    assert_eq!(scenarios.len(), count);
    let of_seed = |scenario: &Scenario, offset| {
        let seed = scenario.seed + offset;
        run(&Scenario { seed, ..scenario.clone() }, &workload).unwrap()
    };
    let runs: Vec<Run> = scenarios.iter().map(|it| of_seed(it, 0)).collect();
    let reports = scenarios.iter().map(|it| (0..2).map(|seed| report(&of_seed(it, seed))).collect());
    let indices: Vec<GanttIndex> = runs.iter().map(GanttIndex::new).collect();
    Material {
        reports: reports.collect(),
        busy: indices.iter().map(Steps::busy).collect(),
        queues: runs.iter().map(QueueLength::of).collect(),
        workload,
        scenarios,
        runs,
        indices,
        selected: None,
    }
}

/// Makes both pictures. `longer` takes the place of every name.
fn pictures(material: &Material, longer: Option<&str>) -> [String; 2] {
    pictures_of(material, longer, None)
}

/// The same of some rows.
fn pictures_of(material: &Material, longer: Option<&str>, rows_in_sight: Option<(f64, f64)>) -> [String; 2] {
    let scenarios: Vec<&Scenario> = material.scenarios.iter().collect();
    let mut names = differences(&scenarios);
    if let Some(longer) = longer {
        names.iter_mut().for_each(|name| *name = longer.to_owned());
    }
    let compared: Vec<Compared> = (0..names.len())
        .map(|at| Compared {
            name: &names[at],
            index: &material.indices[at],
            selected: material.selected.as_deref(),
            busy: &material.busy[at],
            queue: &material.queues[at],
        })
        .collect();
    let reports: Vec<Vec<Option<&Report>>> =
        material.reports.iter().map(|of_seeds| of_seeds.iter().map(Some).collect()).collect();
    let jobs = JobDifferences::between(&material.runs[0], &material.runs[1]);
    let sentences: Vec<String> = sentences(&jobs, "A", "B").into_iter().map(|it| it.text).collect();
    let bases: Vec<Basis> = scenarios.iter().map(|it| Basis::of(it, WorkloadKind::Log, false)).collect();
    let (said, by_all) = usual(&scenarios);
    let whole = material.indices[0].whole();
    let comparison = Comparison {
        workload: &material.workload.name,
        scenarios: &compared,
        baseline: 0,
        run: &run_line(scenarios[0], WorkloadKind::Log),
        usual: (&said, by_all),
        window: (whole.start, whole.end),
        rows_in_sight,
        origin: Origin::Dated(workload::clock::Clock::utc(893_466_664)),
        rows: &rows(&reports, &bases, 0),
        seeds: "seeds 1–2",
        sentences: &sentences,
        made_by: "Slotscope 0.1.0",
        link: Some("https://example.org/slotscope/#v1.abc…"),
    };
    [slide_svg(&comparison), column_svg(&comparison)]
}

/// A text of a picture and the box that it takes, about, in drawing units: left, top, right, bottom.
#[derive(Debug)]
#[allow(dead_code, reason = "the words are for messages")]
struct Text {
    words: String,
    edges: [f64; 4],
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

fn texts(picture: &str) -> Vec<Text> {
    let elements = picture.split("<text").skip(1);
    elements
        .map(|element| {
            let element = element.split_once("</text>").unwrap().0;
            let (head, words) = element.split_once('>').unwrap();
            let number = |name| -> f64 { attribute(head, name).unwrap().parse().unwrap() };
            let (x, y, size) = (number("x"), number("y"), number("font-size"));
            let words = words.trim().to_owned();
            // Narrower than most type, so that what meets here meets everywhere.
            let width = words.chars().count() as f64 * size * 0.5;
            let left = match attribute(head, "text-anchor") {
                Some("end") => x - width,
                Some("middle") => x - width / 2.0,
                _ => x,
            };
            let middle = match attribute(head, "dy") {
                Some("0.5ex") => y,
                _ => y + size * 0.4,
            };
            let half = size * 0.35;
            Text { words, edges: [left, middle - half, left + width, middle + half] }
        })
        .collect()
}

#[track_caller]
fn assert_nothing_overlaps(picture: &str) {
    let (_, _, width, height) = {
        let view = attribute(picture.split_once('>').unwrap().0, "viewBox").unwrap();
        let numbers: Vec<f64> = view.split(' ').map(|it| it.parse().unwrap()).collect();
        (numbers[0], numbers[1], numbers[2], numbers[3])
    };
    let texts = texts(picture);
    assert!(texts.len() > 40);
    for (at, text) in texts.iter().enumerate() {
        let [left, top, right, bottom] = text.edges;
        let within = left >= -1.0 && top >= 0.0 && right <= width && bottom <= height;
        assert!(within, "outside: {text:?} of {width} × {height}");
        for other in &texts[at + 1..] {
            let meets =
                left < other.edges[2] && other.edges[0] < right && top < other.edges[3] && other.edges[1] < bottom;
            assert!(!meets, "{text:?} lies upon {other:?}");
        }
    }
}

#[test]
fn two_and_six_scenarios_are_pictured_and_no_text_meets_another() {
    for count in [2, 6] {
        let material = material(count);
        let [slide, column] = pictures(&material, None);
        for (name, picture) in [("slide", &slide), ("column", &column)] {
            keep(&format!("comparison-{name}-{count}.svg"), picture);
            assert_nothing_overlaps(picture);
            assert!(!picture.contains("NaN"));
            let run = run_line(&material.scenarios[0], WorkloadKind::Log);
            let texts = texts(picture);
            let words: Vec<&str> = texts.iter().map(|it| it.words.as_str()).collect();
            // A column breaks it into lines.
            assert!(words.join(" ").contains(&run), "{name} without {run}");
            for said in ["EASY backfilling", "seeds 1–2", "Slotscope 0.1.0", "Utilization"] {
                assert!(picture.contains(said), "{name}, {count}: {said}");
            }
            assert!(picture.contains("waited longer under B"), "{name}, {count}");
            assert!(picture.contains(&material.workload.name));
        }
        assert!(slide.contains("width=\"1920\" height=\"1080\""));
        assert!(column.contains("width=\"321.26\""));
        assert!(column.contains("example.org"));
    }
}

#[test]
fn long_names_are_wrapped_and_cut() {
    let material = material(6);
    let long = "30 % advance reservations (flexible, up to 1.5 h earlier and 24 h later, as long as \
                the job runs), grid: AR FCFS, round robin, MCT (ties in order), every 300 s, largest \
                size first every 600 s, reservations: late ones rejected, for the run time, freed at \
                the job's end, complete at the job's end";
    for (name, picture) in ["slide", "column"].iter().zip(pictures(&material, Some(long))) {
        keep(&format!("comparison-{name}-long.svg"), &picture);
        assert_nothing_overlaps(&picture);
    }
}

#[test]
fn the_numbers_of_the_table_are_those_of_the_reports() {
    let material = material(2);
    let [slide, _] = pictures(&material, None);
    for of_seeds in &material.reports {
        let mean = of_seeds.iter().map(|it| it.mean_utilization).sum::<f64>() / 2.0;
        let text = format!(">\n{:.1} %</text>", mean * 100.0);
        assert!(slide.contains(&text), "{text}");
    }
}

#[test]
fn the_charts_show_the_processors_that_are_in_sight() {
    let material = material(2);
    let [first, second, ..] = material.runs[0].platform[..] else {
        panic!("the sample has two providers");
    };
    let names = |rows| {
        let [slide, _] = pictures_of(&material, None, rows);
        ["Provider 1", "Provider 2"].map(|name| slide.contains(name))
    };
    assert_eq!(names(None), [true, true]);
    let second_only = (f64::from(first) + 2.0, f64::from(first + second));
    assert_eq!(names(Some(second_only)), [false, true]);
    // What a platform does not have is not shown: all of it is.
    assert_eq!(names(Some((0.0, 1e6))), [true, true]);
}

#[test]
fn colours_and_jobs_singled_out_are_those_of_the_charts() {
    let mut material = material(2);
    let plain = pictures(&material, None);
    let colourings = material.runs.iter();
    let colourings: Vec<_> = colourings.map(|run| Colouring::new(run, ColourBy::WAIT)).collect();
    material.indices = material
        .indices
        .into_iter()
        .zip(&colourings)
        .map(|(index, colouring)| index.coloured(colouring.clone()))
        .collect();
    let jobs = material.runs[0].jobs.len();
    material.selected = Some((0..jobs).map(|at| at % 5 == 0).collect());
    let theme = super::theme();
    for (at, picture) in pictures(&material, None).iter().enumerate() {
        keep(&format!("comparison-coloured-{at}.svg"), picture);
        assert_nothing_overlaps(picture);
        assert!(picture.contains("not highlighted") && !plain[at].contains("not highlighted"));
        let texts = texts(picture);
        let entries = colourings.iter().flat_map(|it| it.entries());
        for entry in entries.filter(|it| it.jobs > 0) {
            let colour = entry.tint.colour(&theme).css();
            let has = |picture: &str| picture.to_lowercase().contains(&colour);
            assert!(has(picture), "{at}: {}", entry.words);
            // Once, however many scenarios have such jobs.
            let times = texts.iter().filter(|it| it.words == entry.words).count();
            assert_eq!(times, 1, "{at}: {}", entry.words);
        }
    }
}

/// A comparison of nothing.
fn nothing(link: Option<&str>) -> Comparison<'_> {
    Comparison {
        workload: "",
        scenarios: &[],
        baseline: 0,
        run: "",
        usual: ("", true),
        window: (0.0, 0.0),
        rows_in_sight: None,
        origin: Origin::LogStart,
        rows: &[],
        seeds: "",
        sentences: &[],
        made_by: "",
        link,
    }
}

#[test]
fn nothing_to_compare_is_no_reason_to_panic() {
    assert!(slide_svg(&nothing(None)).starts_with("<svg"));
    assert!(column_svg(&nothing(None)).starts_with("<svg"));
}

#[test]
fn a_link_stands_whole_on_a_slide() {
    let link = format!("https://example.org/slotscope/#1.{}", "aB3".repeat(44));
    let comparison = nothing(Some(&link));
    // In the description, and on its line.
    assert_eq!(slide_svg(&comparison).matches(&link).count(), 2);
    assert!(column_svg(&comparison).contains(&link));
}

fn cell(values: &[f64], from: &[f64], relative: Option<f64>) -> Cell {
    Cell {
        value: Interval::of(values).unwrap(),
        difference: Interval::of_differences(values, from),
        relative,
        is_best: false,
        is_told_best: false,
        unjudged: None,
    }
}

fn unit(criterion: &str, means: &[f64]) -> RowUnit {
    let cells = means.iter().map(|&mean| Some(cell(&[mean], &[], None)));
    RowUnit::of(&Row { criterion: Criterion::of_key(criterion).expect(criterion), cells: cells.collect() })
}

#[test]
fn all_values_of_a_row_are_in_one_unit() {
    // 45 s, 50 min and 6 h: three units where each stands by itself.
    for (criterion, means, expected) in [
        ("mean_flow_time", &[45.0, 3_000.0, 21_600.0][..], "0.0125 h | 0.833 h | 6.00 h"),
        ("makespan", &[3_600.0, 864_000.0], "0.0417 d | 10.0 d"),
        // 1 d 16 h and 1 d 19 h beside half a year are not both 2 d.
        ("mean_flow_time", &[144_000.0, 154_800.0, 15_552_000.0], "1.67 d | 1.79 d | 180 d"),
    ] {
        let unit = unit(criterion, means);
        let values: Vec<String> = means.iter().map(|&mean| unit.value(mean)).collect();
        assert_eq!(values.join(" | "), expected, "{criterion}");
    }
}

#[test]
fn values_are_short() {
    for row in "mean_utilization 0.583: 58.3 %
mean_flow_time 12600: 3.50 h
mean_flow_time 7200: 2 h
mean_tardiness 0: 0 s
mean_bounded_slowdown 12.345: 12.3
rejected 1234: 1\u{202f}234
rejected 0.5: 0.5
lost_work 1234567: 1.23 M s"
        .lines()
    {
        let (of, expected) = row.split_once(": ").expect(row);
        let (criterion, value) = of.split_once(' ').expect(row);
        let value = value.parse().expect(row);
        assert_eq!(unit(criterion, &[value]).value(value), expected, "{row}");
    }
}

#[test]
fn what_is_small_beside_its_row_is_not_written_as_nothing() {
    let flow = unit("mean_flow_time", &[12_345.0, 12_355.0]);
    assert_eq!(flow.value(12_345.0), "3.43 h");
    assert_eq!(flow.difference(10.0), "+0.0028 h");
    assert_eq!(flow.difference(-1_800.0), "−0.500 h");
    assert_eq!(flow.difference(0.0), "same");
    let share = unit("mean_utilization", &[0.5]);
    assert_eq!(share.difference(-0.012), "−1.2 pp");
    assert_eq!(share.difference(0.0004), "+0.04 pp");
}

#[test]
fn half_widths_are_in_the_unit_of_their_row() {
    let text = |quantity, mean: f64, off: f64| {
        let cell = cell(&[mean - off, mean + off], &[], None);
        unit(quantity, &[mean]).half_width(&cell)
    };
    assert_eq!(text("mean_flow_time", 7_500.0, 0.0), None);
    // Of two seeds: 12.706 deviations of the mean.
    assert_eq!(text("mean_flow_time", 36_000.5, 360.0).unwrap(), "± 1.3 h");
    assert_eq!(text("mean_flow_time", 36_000.5, 3.6).unwrap(), "± 0.013 h");
    assert_eq!(text("mean_utilization", 0.5, 0.001).unwrap(), "± 1.3 %");
}

#[test]
fn shares_of_the_baseline_are_marked_where_they_are_sure() {
    let seconds = unit("mean_flow_time", &[100.0]);
    for (values, from, relative, expected) in [
        (&[50.0, 51.0][..], &[100.0, 101.0][..], Some(-0.5), "−50 % *"),
        (&[50.0, 56.0], &[45.0, 56.0], Some(0.05), "+5.0 %"),
        (&[60.0], &[0.0], None, "+60 s"),
        (&[60.0], &[60.0], Some(0.0), "same"),
        (&[1500.0], &[100.0], Some(14.0), "× 15"),
    ] {
        assert_eq!(seconds.relative(&cell(values, from, relative)).as_deref(), Some(expected));
    }
}
