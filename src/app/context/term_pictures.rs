//! The settings whose effect a picture shows better than words, by their explanations.

use slotscope::experiment::knobs::abouts;
use slotscope::page::setting_pictures::{self as pictures, SettingPicture};
use slotscope::policy::local::QueuePolicy;
use slotscope::workload::reserve::RequestKind;

const REQUESTS: &[&SettingPicture] = &[&pictures::FIXED, &pictures::FLEXIBLE];

/// Of settings, by the keys of their rows.
const OF_ROWS: &[(&str, &[&SettingPicture])] = &[
    ("queue", &[&pictures::STRICT_FCFS, &pictures::FCFS_BACKFILLING, &pictures::EASY, &pictures::CONSERVATIVE]),
    ("period", &[&pictures::PERIOD_0, &pictures::PERIOD_6]),
    ("share", &[&pictures::NO_RESERVATION, &pictures::ONE_RESERVATION]),
    ("request-kind", REQUESTS),
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
    let is_said = |text: &str| explanation.contains(text);
    let of_row = OF_ROWS.iter().find(|(key, _)| abouts(key).into_iter().any(is_said));
    of_row.or_else(|| OF_VALUES.iter().find(|it| is_said(it.0))).map_or(&[], |it| it.1)
}
