use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use scheduling::engine::testing::{bar_run, random_run};

/// Jobs 1, 2, … one after another, `users` theirs.
fn run_of_users(users: &[i64]) -> Run {
    let bars: Vec<_> = (0..users.len() as i64).map(|at| (at as u32 + 1, 0, 0, 0, at * 10, at * 10 + 10)).collect();
    let mut run = bar_run(&[4], &bars);
    for (job, &user) in run.jobs.iter_mut().zip(users) {
        job.logged.user = user;
    }
    run
}

/// The legend, with the number of jobs of each entry.
fn legend(colouring: &Colouring) -> String {
    colouring.entries().iter().map(|it| format!("{}: {}", it.words, it.jobs)).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_users_of_most_jobs_have_a_colour_and_the_others_share_one() {
    // User 20 has three jobs, user 1 two, eight others one each, and of one job nobody is known.
    let users = [20, 1, 20, 2, 3, 4, 5, 6, 7, 8, 9, 20, 1, -1];
    let run = run_of_users(&users);
    let colouring = Colouring::new(&run, ColourBy::USER);
    assert_eq!(
        legend(&colouring),
        "user 20: 3, user 1: 2, user not known: 1, user 2: 1, user 3: 1, user 4: 1, user 5: 1, user 6: 1, 3 others: 3"
    );
    assert_eq!(colouring.members(&run, 0), [1, 3, 12]);
    assert_eq!(colouring.members(&run, 8), [9, 10, 11]);
}

#[test]
fn sizes_are_in_powers_of_two_or_wider() {
    for (sizes, expected) in [
        (&[1, 2, 3, 5, 8][..], "1: 1, 2–3: 2, 4–7: 1, 8: 1"),
        (&[3, 2], "2–3: 2"),
        (&[1, 4, 700], "1–3: 1, 4–15: 1, 16–63: 0, 64–255: 0, 256–700: 1"),
    ] {
        let bars: Vec<_> =
            (0..).zip(sizes).map(|(at, size)| (at as u32 + 1, 0, 0, size - 1, at * 10, at * 10 + 10)).collect();
        assert_eq!(legend(&Colouring::new(&bar_run(&[100_000], &bars), ColourBy::SIZE)), expected);
    }
}

#[test]
fn waits_and_slowdowns_are_told_by_their_bounds() {
    // Jobs of 100 s that wait 0, 59, 60, 3600, 86 399 and 604 800 s.
    let waits = [0, 59, 60, 3_600, 86_399, 604_800];
    let bars = waits.map(|wait| (wait as u32 + 1, 0, 0, 0, wait, wait + 100));
    let mut run = bar_run(&[4], &bars);
    for job in &mut run.jobs {
        job.submit = 0;
    }
    let found = |by| {
        let colouring = Colouring::new(&run, by);
        let class = |&class: &u8| &*colouring.entries[usize::from(class)].words;
        colouring.classes.iter().map(class).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(found(ColourBy::WAIT), "no wait, under 1 min, 1–10 min, 1–4 h, 4–24 h, 7 d and more");
    // (wait + 100) / 100.
    assert_eq!(found(ColourBy::SLOWDOWN), "1, up to 2, up to 2, 20–100, 100–1000, 1000 and more");
}

#[test]
fn what_never_ran_is_of_no_class() {
    let mut run = run_of_users(&[1, 1]);
    run.schedule.outcomes[1].status = scheduling::engine::Status::Rejected;
    for by in ColourBy::all() {
        let colouring = Colouring::new(&run, by);
        let counted: usize = colouring.entries().iter().map(|it| it.jobs).sum();
        assert_eq!(counted, 1, "{by:?}");
    }
}

proptest! {
    #[test]
    fn every_job_that_ran_is_of_one_entry_that_has_a_colour(run in random_run()) {
        for by in ColourBy::all() {
            let colouring = Colouring::new(&run, by);
            prop_assert!(colouring.entries().len() <= MOST_CLASSES + 1);
            let mut members = BTreeSet::new();
            for (at, entry) in colouring.entries().iter().enumerate() {
                let these = colouring.members(&run, at);
                prop_assert_eq!(these.len(), entry.jobs);
                for number in these {
                    prop_assert!(members.insert(number));
                }
            }
            prop_assert_eq!(members.len(), run.jobs.len());
        }
    }
}

/// What people see who lack one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1), and
/// who lack none: linear red, green and blue of it from linear red, green and blue.
const EYES: [&str; 4] = [
    "1 0 0, 0 1 0, 0 0 1",
    "0.152286 1.052583 -0.204868, 0.114503 0.786281 0.099216, -0.003882 -0.048116 1.051998",
    "0.367322 0.860646 -0.227968, 0.280085 0.672501 0.047413, -0.011820 0.042940 0.968881",
    "1.255528 -0.076749 -0.178779, -0.078411 0.930809 0.147602, 0.004733 0.691367 0.303900",
];

/// Lightness and two hues as Oklab (Ottosson 2020) has them: distances are those that people see.
fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

fn seen(colour: Rgb, eye: &str) -> [f64; 3] {
    let linear = [colour.0, colour.1, colour.2].map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    let rows: Vec<f64> = eye
        .split(", ")
        .map(|row| row.split(' ').zip(linear).map(|(a, b)| a.parse::<f64>().unwrap() * b).sum::<f64>().clamp(0.0, 1.0))
        .collect();
    oklab(rows.try_into().unwrap())
}

/// How far apart two colours are for an eye.
fn apart(a: Rgb, b: Rgb, eye: &str) -> f64 {
    let (a, b) = (seen(a, eye), seen(b, eye));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn compared_scenarios_differ_for_every_eye_and_from_the_colours_of_jobs() {
    for theme in [Theme::light(), Theme::dark()] {
        for (at, &colour) in theme.compared.iter().enumerate() {
            for (of_eye, eye) in EYES.into_iter().enumerate() {
                for &other in &theme.compared[..at] {
                    let least = if of_eye == 0 { 0.12 } else { 0.075 };
                    let words = format!("{} and {}", colour.css(), other.css());
                    assert!(apart(colour, other, eye) >= least, "{words}");
                }
                // Eyes without blue cones, which are rare, take a green for a blue: letters and shapes tell them.
                for job in theme.batch.into_iter().chain(theme.reservation) {
                    if of_eye == 3 {
                        continue;
                    }
                    let least = if of_eye == 0 { 0.13 } else { 0.05 };
                    let words = format!("{} and a job's {}", colour.css(), job.css());
                    assert!(apart(colour, job, eye) >= least, "{words}");
                }
            }
        }
    }
}

#[test]
fn categories_differ_for_every_eye_and_stand_out() {
    for theme in [Theme::light(), Theme::dark()] {
        let colours: Vec<Rgb> =
            (0..8).map(Tint::Category).chain([Tint::Others]).map(|tint| tint.colour(&theme)).collect();
        for (at, &colour) in colours.iter().enumerate() {
            assert!(colour.contrast(theme.panel) >= 3.0, "{}", colour.css());
            assert!(colour.contrast(theme.background) >= 3.0, "{}", colour.css());
            for &other in &colours[..at] {
                for eye in EYES {
                    let words = format!("{} and {}", colour.css(), other.css());
                    assert!(apart(colour, other, eye) >= 0.095, "{words}");
                }
            }
        }
    }
}

#[test]
fn links_name_colours_by_their_labels() {
    for by in ColourBy::all() {
        let json = serde_json::to_value(by).unwrap();
        assert_eq!(json, by.label());
        assert_eq!(serde_json::from_value::<ColourBy>(json).unwrap(), by);
        assert!(by.about().ends_with('.'), "{by:?}");
    }
    let error = serde_json::from_str::<ColourBy>("\"size of\"").unwrap_err();
    let expected = "unknown variant `size of`, expected one of `kind`, `user`, `group`, ";
    assert!(error.to_string().starts_with(expected), "{error}");
    assert_eq!(ColourBy::default().label(), "kind");
}
