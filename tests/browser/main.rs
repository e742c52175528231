//! Tests of the built page in Chromium. `cargo xtask test` builds the page,
//! finds the browser and runs these; by themselves they are ignored.

#![cfg(not(target_arch = "wasm32"))]

mod accessibility;
mod as_logged;
mod back;
mod broken_build;
mod broken_files;
mod broker;
mod cancelling;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../common/cases.rs"]
mod cases;
mod classroom;
mod clipboard;
mod co_allocation;
mod colours;
mod command;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod controls;
mod curves;
mod determinism;
mod dropped_logs;
mod drops;
mod earlier;
mod embed;
mod explain;
mod exports;
mod faults;
mod figures;
mod first_visit;
mod formats;
mod front_door;
mod gantt;
mod groups;
mod harness;
mod hostile_pages;
mod imprecise_calendar;
mod jobs;
mod keyboard;
mod lecture;
mod lesson_links;
mod lesson_maker;
mod lesson_questions;
mod lessons;
mod letting_go;
mod licences;
mod links;
mod loading;
mod local_systems;
mod manual;
mod messages;
mod navigation;
mod offline;
mod overview_strip;
mod own_view;
mod palette;
mod panel;
mod paper_kit;
mod pdf;
mod picture;
mod play;
mod policies;
mod printing;
mod projector;
mod projects;
mod replicates;
mod reproduce;
mod requests;
mod rows;
mod scene;
mod screenshots;
mod security;
mod served;
mod session;
mod shown_controls;
mod sketch;
mod slots;
mod small_screens;
mod smoke;
mod span;
mod start;
mod tables;
mod task_batches;
mod terms;
mod theme;
mod trade_off;
mod undo;
mod view_code;
mod which_run;
mod workers;
mod workflow_inside;
mod workflows;
