//! Schedulers against examples worked by hand and against invariants of all schedules.

mod by_hand;
mod naive_bmct;
mod naive_heft;
mod ready;
mod steps;
mod topcuoglu;
mod valid;
