//! The settings whose effect a picture shows better than words, by their explanations.

use super::terms::{self, Term};
use slotscope::page::setting_pictures::{self as pictures, SettingPicture};
use slotscope::policy::local::QueuePolicy;

const REQUESTS: &[&SettingPicture] = &[&pictures::FIXED, &pictures::FLEXIBLE];

const PICTURES: &[(Term, &[&SettingPicture])] = &[
    (terms::QUEUE, &[&pictures::STRICT_FCFS, &pictures::FCFS_BACKFILLING, &pictures::EASY, &pictures::CONSERVATIVE]),
    (QueuePolicy::Fcfs.about(), &[&pictures::STRICT_FCFS]),
    (QueuePolicy::FcfsBackfilling.about(), &[&pictures::FCFS_BACKFILLING]),
    (QueuePolicy::Easy.about(), &[&pictures::EASY]),
    (QueuePolicy::Conservative.about(), &[&pictures::CONSERVATIVE]),
    (terms::PERIOD, &[&pictures::PERIOD_0, &pictures::PERIOD_6]),
    (terms::AR_PERCENT, &[&pictures::NO_RESERVATION, &pictures::ONE_RESERVATION]),
    (terms::REQUEST, REQUESTS),
    (terms::FIXED_REQUEST, REQUESTS),
    (terms::FLEXIBLE_REQUEST, REQUESTS),
];

/// The pictures for an explanation; none for most. Several explanations together have those of the first.
pub fn pictures_of(explanation: &str) -> &'static [&'static SettingPicture] {
    let found = PICTURES.iter().find(|(term, _)| explanation.contains(term));
    found.map_or(&[], |(_, pictures)| pictures)
}
