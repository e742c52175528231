use super::*;
use chart::curves::{Curves, Legend, Panel, Point, Series};
use chart::paper_curves::PaperCurves;
use chart::theme::looks;
use experiment::{ScenarioFile, WorkloadFacts};
use workload::Workload;

/// A kit of one figure whose lines have these names.
fn kit(names: &[&str]) -> PaperKit {
    let looks = looks(&(0..names.len()).collect::<Vec<_>>());
    let series = names.iter().zip(&looks).map(|(name, look)| Series {
        name: (*name).to_owned(),
        points: vec![Point::single(0.0, 1.0), Point::single(1.0, 2.0)],
        look: Some(*look),
    });
    let curves = Curves { panels: vec![Panel { series: series.collect(), ..Panel::default() }], ..Curves::default() };
    let figure = PaperCurves { curves: &curves, legend: Legend::Above };
    let facts = WorkloadFacts::of_file(&Workload::default(), b"log");
    let scenario = ScenarioFile::usual(&facts);
    PaperKit {
        view: "Curves",
        figures: vec![KitFigure::of("wait", "the wait", &figure)],
        lines: names.iter().map(|&it| it.to_owned()).zip(looks).collect(),
        runs_csv: "workload,seed\n".to_owned(),
        runs: 0,
        provenance: vec![Provenance::of(&scenario, &facts)],
        commands: vec!["slotscope run scenario.json log".to_owned()],
        notes: vec!["A note.".to_owned()],
    }
}

#[test]
fn the_manifest_tells_sizes_and_digests() {
    let kit = kit(&["EASY"]);
    let files: Vec<_> = kit.pictures();
    assert_eq!(files.len(), 4);
    let manifest: serde_json::Value = serde_json::from_str(&kit.manifest(&files)).expect("JSON");
    let listed = manifest["files"].as_array().expect("files");
    assert_eq!(listed[0]["file"], "figures/85mm/wait.svg");
    assert_eq!((&listed[0]["width_mm"], &listed[3]["width_mm"]), (&85.0.into(), &175.0.into()));
    assert_eq!(listed[3]["sha256"], Digest::of(&files[3].1.bytes).to_string());
    assert_eq!(manifest["log"]["digest"], Digest::of(b"log").to_string());
    assert_eq!(manifest["lines"][0]["colour"], kit.lines[0].1.colour(&Theme::paper()).css());
}

#[test]
fn the_words_tell_log_command_figures_and_notes() {
    let text = readme(&kit(&["EASY"]));
    for part in [
        &Digest::of(b"log").to_string(),
        "slotscope run scenario.json log",
        "wait: the wait",
        "EASY: #0072b2, filled circle",
        "Note: A note.",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("do not have"));
    let lines: Vec<&str> = text.lines().filter(|it| it.len() > 140).collect();
    assert!(lines.is_empty(), "{lines:?}");
}

#[test]
fn letters_that_the_pdfs_lack_are_told() {
    let text = readme(&kit(&["規則"]));
    assert!(text.contains("Arimo does not have 則 規"), "{text}");
}

#[test]
fn pictures_say_where_they_come_from() {
    let files = kit(&["EASY"]).pictures();
    let svg = String::from_utf8_lossy(&files[0].1.bytes).into_owned();
    assert!(svg.contains("<metadata>{") && svg.contains("\"Helvetica, "));
}
