//! The settings whose effect a picture shows better than words, by their explanations.

use slotscope::experiment::{Scenario, knobs};
use slotscope::page::setting_pictures::{self as pictures, SettingPicture};
use slotscope::policy::local::QueuePolicy;
use slotscope::workload::reserve::RequestKind;

const REQUESTS: &[&SettingPicture] = &[&pictures::FIXED, &pictures::FLEXIBLE];

/// Of settings, by the keys of their rows.
const OF_ROWS: &[(&str, &[&SettingPicture])] = &[
    ("queue", &[&pictures::STRICT_FCFS, &pictures::FCFS_BACKFILLING, &pictures::EASY, &pictures::CONSERVATIVE]),
    ("period", &[&pictures::PERIOD_0, &pictures::PERIOD_6]),
    ("share", &[&pictures::NO_RESERVATION, &pictures::ONE_RESERVATION]),
    ("request", REQUESTS),
];

/// Of values, by their explanations.
const OF_VALUES: &[(&str, &[&SettingPicture])] = &[
    (QueuePolicy::Fcfs.about(), &[&pictures::STRICT_FCFS]),
    (QueuePolicy::FcfsBackfilling.about(), &[&pictures::FCFS_BACKFILLING]),
    (QueuePolicy::Easy.about(), &[&pictures::EASY]),
    (QueuePolicy::Conservative.about(), &[&pictures::CONSERVATIVE]),
    (RequestKind::Fixed.about(), REQUESTS),
    (RequestKind::Flexible.about(), REQUESTS),
];

/// The pictures for an explanation; none for most. Several explanations together have those of the first.
pub fn pictures_of(explanation: &str) -> &'static [&'static SettingPicture] {
    let rows = knobs::rows(&Scenario::default());
    let about = |key: &str| rows.iter().find(|it| it.key == key).map_or("", |it| it.about);
    let of_rows = OF_ROWS.iter().map(|&(key, pictures)| (about(key), pictures));
    let found =
        of_rows.chain(OF_VALUES.iter().copied()).find(|(text, _)| !text.is_empty() && explanation.contains(text));
    found.map_or(&[], |it| it.1)
}
