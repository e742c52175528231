use super::*;
use crate::curves::{Curves, Legend, Panel, Point, Series};
use crate::paper_curves::{PaperCurves, PaperLegend};
use crate::theme::{Look, looks, looks_of_policies};
use scheduling::policy::local::QueuePolicy;

/// Curves of the policies at these places.
fn curves(places: &[usize], points: usize) -> Curves {
    let line = |(at, look): (usize, Look)| Series {
        name: format!("policy {}", places[at]),
        points: (0..points).map(|x| Point::single(x as f64, (at + 1) as f64 * x as f64)).collect(),
        look: Some(look),
    };
    let panel = Panel {
        y_label: "mean wait (h)".to_owned(),
        series: looks(places).into_iter().enumerate().map(line).collect(),
        ..Panel::default()
    };
    Curves { x_label: "load".to_owned(), x_log: false, panels: vec![panel] }
}

fn figure(curves: &Curves, width: PaperWidth) -> Printed {
    let legend = Legend::Above;
    printed(&PaperCurves { curves, legend }, width, "mean wait")
}

#[test]
fn a_figure_has_its_width_and_letters_of_eight_points() {
    let curves = curves(&[0, 2], 5);
    for width in PaperWidth::ALL {
        let printed = figure(&curves, width);
        let head = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\"", printed.width);
        assert!(printed.svg.starts_with(&head), "{}", &printed.svg[..200]);
        let word = printed.pdf.iter().map(|&it| char::from(it)).collect::<String>();
        let points = (width.points() * 1e3).round() / 1e3;
        let boxed = word.split("/MediaBox [0 0 ").nth(1).unwrap();
        let stated: f64 = boxed.split(' ').next().and_then(|it| it.parse().ok()).unwrap();
        assert!((stated - points).abs() < 0.01);
        // Every letter, in both documents.
        let sizes = word.split(" Tf").filter_map(|it| it.rsplit(' ').next()?.parse::<f64>().ok());
        let sizes: Vec<f64> = sizes.collect();
        assert!(sizes.len() > 8 && sizes.iter().all(|it| (it - TYPE_SIZE).abs() < 0.02), "{sizes:?}");
        let view: f64 =
            printed.svg.split("viewBox=\"0 0 ").nth(1).and_then(|it| it.split(' ').next()?.parse().ok()).unwrap();
        let in_points = |it: &str| it.split('"').next()?.parse::<f64>().ok().map(|it| it * width.points() / view);
        let sizes: Vec<f64> = printed.svg.split("font-size=\"").skip(1).filter_map(in_points).collect();
        assert!(sizes.len() > 8 && sizes.iter().all(|it| (it - TYPE_SIZE).abs() < 0.02), "{sizes:?}");
        assert!(!printed.svg.contains("font-weight"));
    }
}

#[test]
fn the_title_is_not_in_the_picture() {
    let curves = curves(&[0], 5);
    let printed = figure(&curves, PaperWidth::Column);
    assert!(!printed.svg.contains("mean wait</text>"));
    assert!(printed.svg.contains("<title>mean wait</title>"));
}

#[test]
fn a_policy_has_its_colour_whatever_else_is_shown() {
    let count = QueuePolicy::ALL.len();
    let all: Vec<usize> = (0..count).collect();
    let together = looks(&all);
    for (place, look) in together.iter().enumerate() {
        assert_eq!(looks(&[place]), [*look]);
        assert_eq!(looks(&[(place + 1) % count, place])[1], *look);
        let drawn = figure(&curves(&[place], 5), PaperWidth::Column).svg;
        assert!(drawn.contains(&look.colour(&Theme::paper()).css().to_uppercase()));
    }
    // A further line of a policy takes the next look that is none of the others'.
    assert_eq!(looks(&[2, 2, 2, 3]), [2, 4, 5, 3].map(|it| together[it]));
    assert_eq!(looks_of_policies(&[2, 2]), None);
    assert_eq!(looks_of_policies(&[2, 2, 1]), Some(looks(&[2, 2, 1])));
    assert_eq!(looks_of_policies(&[2]), Some(looks(&[2])));
}

#[test]
fn no_two_lines_of_many_look_the_same() {
    for policies in [(0..144).collect(), vec![7; 144], vec![1, 145, 289]] {
        let words: BTreeSet<String> = looks(&policies).into_iter().map(Look::words).collect();
        assert_eq!(words.len(), policies.len());
    }
}

#[test]
fn policies_keep_their_colours_from_version_to_version() {
    let places = QueuePolicy::ALL.iter().map(|it| it.row().key);
    let looks = looks(&(0..QueuePolicy::ALL.len()).collect::<Vec<_>>());
    let told: Vec<String> = places.zip(looks).map(|(key, look)| format!("{key}: {}", look.words())).collect();
    let expected = "fcfs_backfilling: #0072b2, filled circle
fcfs: #d55e00, filled square
easy: #007a5e, filled triangle
conservative: #b0408c, filled diamond";
    assert_eq!(told[..4].join("\n"), expected);
}

#[test]
fn lines_differ_in_grey() {
    let all: Vec<usize> = (0..12).collect();
    let looks = looks(&all);
    let marks = looks.iter().map(|it| it.words().split(", ").nth(1).map(str::to_owned));
    let marks: BTreeSet<_> = marks.collect();
    assert_eq!(marks.len(), 12);
}

#[test]
fn lines_of_many_points_keep_some_marks() {
    let filled = |points: usize, theme: &Theme| {
        let (curves, frame) = (curves(&[1], points), crate::Frame::new(361, 220));
        crate::curves::curves_svg(frame, theme, &curves, &crate::Captions::default()).matches("<polygon").count()
    };
    let (few, many) = (filled(10, &Theme::paper()), filled(400, &Theme::paper()));
    assert!(many >= few / 2 && many < 60, "{few} {many}");
    // The page leaves them out: the legend alone has one.
    assert!(filled(400, &Theme::light()) <= 1);
}

#[test]
fn a_legend_of_its_own_has_the_lines() {
    let places = [0, 1, 2, 3, 4];
    let curves = curves(&places, 3);
    let lines: Vec<(String, Look)> = places.iter().map(|place| format!("policy {place}")).zip(looks(&places)).collect();
    let legend = PaperLegend(&lines);
    let narrow = printed(&legend, PaperWidth::Column, "legend");
    let wide = printed(&legend, PaperWidth::Page, "legend");
    assert!(narrow.height > wide.height);
    for place in 0..5 {
        assert!(narrow.svg.contains(&format!("policy {place}</text>")));
    }
    let apart = PaperCurves { curves: &curves, legend: Legend::Apart };
    assert!(!printed(&apart, PaperWidth::Column, "x").svg.contains("policy"));
}
