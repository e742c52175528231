//! The part of the page that needs no browser: plain Rust, tested natively. The page and its workers are thin
//! layers around it.

pub mod account;
pub mod budget;
pub mod calibrated;
pub mod chance;
pub mod change;
pub mod classroom;
pub mod compare;
pub mod connection;
pub mod contents;
pub mod curves;
pub mod dropped_files;
pub mod dropped_log;
pub mod embed;
pub mod explained;
pub mod finished;
pub mod formula_edit;
pub mod front_door;
pub mod group_table;
pub mod history;
pub mod implausible;
pub mod job_columns;
pub mod job_query;
pub mod kept;
pub mod lesson_maker;
pub mod lessons;
pub mod line_above;
pub mod live_runs;
pub mod look;
pub mod minimap_hold;
pub mod offered_figures;
pub mod order_table;
pub mod palette;
pub mod paper_kit;
pub mod places;
pub mod progress;
pub mod rejections;
pub mod replicates;
pub mod reproduce;
pub mod runs;
pub mod setting_pictures;
pub mod settings;
pub mod sketched;
pub mod span_table;
pub mod state;
pub mod tables;
pub mod tall_table;
pub mod task_queues;
pub mod task_words;
pub mod tasks;
pub mod theme_choice;
pub mod time_window;
pub mod trade_off;
pub mod typed_time;
pub mod view;
pub mod wait_words;
pub mod words;
pub mod workflow_edit;

/// A state that changes by actions alone.
pub trait Reduce {
    type Action;

    /// Changes the state by an action.
    fn apply(&mut self, action: Self::Action);
}
