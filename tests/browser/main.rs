//! Tests of the built page in Chromium. `cargo xtask test` builds the page, finds the browser and runs these.

#![cfg(not(target_arch = "wasm32"))]

mod accessibility;
mod as_logged;
mod broker;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../common/cases.rs"]
mod cases;
mod classroom;
mod cluster;
mod co_allocation;
mod colours;
mod command;
#[allow(dead_code, reason = "shared with other tests")]
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod curves;
mod determinism;
mod drops;
mod embed;
mod every_view;
mod explain;
mod exports;
mod faults;
mod front_door;
mod gantt;
mod harness;
mod hostile_pages;
mod imprecise_calendar;
mod jobs;
mod keyboard;
mod lecture;
mod lessons;
mod links;
mod manual;
mod navigation;
mod offline;
mod one_page;
mod own_policy;
mod palette;
mod panel;
mod parquet;
mod pdf;
mod picture;
mod play;
mod printing;
mod reproduce;
mod rows;
mod scene;
mod session;
mod settings;
mod sketch;
mod slots;
mod small_screens;
mod span;
mod start;
mod systems;
mod terms;
mod theme;
mod trade_off;
mod workers;
mod workflows;
