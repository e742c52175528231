//! Figures of the papers and of the systems, on real logs and by the command line.

mod as_logged;
#[path = "../common/reproduce.rs"]
mod calls;
mod co_allocation;
mod hard_deadlines;
mod imprecise_calendar;
mod reproduce;
mod reproduce_tasks;
mod table_2;
mod table_5;
