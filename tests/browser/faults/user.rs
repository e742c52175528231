//! Somebody who knows nothing of the page and tries whatever can be reached.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use super::{SMALL, at_start};
use crate::harness::Page;
use crate::scene;
use slotscope::export::permalink;
use slotscope::export::snapshot::Snapshot;

/// What finds and does things in the page.
pub const SCRIPT: &str = include_str!("user.js");

/// So many milliseconds pass before a run that is not done yet is cancelled by Escape.
const PATIENCE: u32 = 2500;

/// Keys that mean something somewhere.
const KEYS: [&str; 34] = [
    "Escape",
    "Tab",
    "Enter",
    "Space",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Shift+Tab",
    "Shift+ArrowRight",
    "Shift+ArrowLeft",
    "+",
    "-",
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "8",
    "[",
    "]",
    "?",
    "p",
    "l",
    "f",
    "j",
    "Delete",
    "Control+y",
    "Backspace",
];

/// Names and contents of files, good and bad.
const FILES: [(&str, &[u8]); 11] = [
    ("small.swf", SMALL),
    ("one.swf", b"; MaxProcs: 4\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 1 1 -1 -1\n"),
    ("empty.swf", b""),
    ("words.txt", b"hello\nworld\n"),
    ("list.csv", b"job,ready,deadline\n2,100,200\n"),
    ("four.json", br#"{"platform": [4, 4]}"#),
    ("queue.json", br#"{"system": {"two_level": {"local": {"queue": "easy"}}}}"#),
    ("void.json", br#"{"platform": []}"#),
    ("half.json", br#"{"platform": ["#),
    ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    (
        "dag.json",
        br#"{"machines": ["m"], "tasks": [{"name": "a", "costs": [10]}, {"name": "b", "costs": [5]}], "edges": [{"from": "a", "to": "b"}]}"#,
    ),
];

/// What was done, and how it is taken back.
pub struct Done {
    pub what: String,
    /// It was itself an undoing.
    pub undoes: bool,
    /// As many steps as it may have been.
    pub steps: u32,
    /// The page was loaded anew, so that there is nothing to undo.
    pub anew: bool,
}

impl Done {
    fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), undoes: false, steps: 1, anew: false }
    }
}

/// The page at rest.
#[derive(Debug)]
pub struct Seen {
    /// What its address says, unless that does not tell what is shown.
    pub told: Option<Snapshot>,
    /// Key figures of the run that is shown.
    pub figures: Value,
    /// Whether the run that is shown is another scenario's.
    pub refused: bool,
}

/// Somebody at the page.
pub struct User<'a> {
    page: &'a Page,
    random: Random,
}

impl<'a> User<'a> {
    /// Sits down at a page, which is loaded anew.
    #[track_caller]
    pub fn at(page: &'a Page, seed: u64) -> Self {
        at_start(page, SCRIPT);
        // A dialog of the system would stay open.
        page.devtools("Page.setInterceptFileChooserDialog", json!({ "enabled": true }));
        page.reload();
        scene::wait_for(page, &scene::sample_report());
        let random = Random::new(seed);
        Self { page, random }
    }

    /// Does something, whatever it is.
    #[track_caller]
    pub fn act(&mut self) -> Done {
        // What a reload forgets cannot grow.
        if self.random.below(400) == 0 {
            return self.reload();
        }
        match self.random.below(100) {
            0..36 => self.press(),
            36..58 => self.set(),
            58..70 => self.point(),
            70..82 => self.key(),
            82..88 => self.drop(),
            88..91 => self.resize(),
            91..94 => self.go_back(),
            94..96 => self.open_link(),
            _ => {
                let undo = *self.random.of(&["Control+z", "Control+Shift+z"]);
                self.away_from_fields();
                self.page.press(undo);
                let mut done = Done::new(undo);
                done.undoes = true;
                done
            }
        }
    }

    /// Waits until the page rests; a run that takes long is cancelled.
    #[track_caller]
    pub fn rest(&self) -> Seen {
        let mut seen = self.look();
        for _ in 0..40 {
            if seen["rests"] == json!(true) {
                break;
            }
            if seen["state"][0] == json!("running") {
                self.page.press("Escape");
            }
            seen = self.look();
        }
        assert_eq!(seen["rests"], json!(true), "the page does not come to rest: {seen}");
        assert_eq!(seen["broke"], Value::Null, "something broke");
        let told = (seen["untold"] == json!(false)).then(|| {
            let hash = seen["hash"].as_str().unwrap_or_default();
            permalink::read(hash).unwrap_or_else(|why| panic!("{why}: {hash}"))
        });
        Seen { told, figures: seen["figures"].clone(), refused: seen["refused"] == json!(true) }
    }

    /// Takes the last step back, or again.
    #[track_caller]
    pub fn undo(&self, keys: &str) -> Seen {
        self.away_from_fields();
        self.page.press(keys);
        self.rest()
    }

    /// Bytes that the page's own memory has.
    pub fn bytes(&self) -> u64 {
        let bytes = self.page.execute("return window.user.bytes()");
        bytes.as_u64().expect("a number")
    }

    #[track_caller]
    fn look(&self) -> Value {
        self.page.execute_with("return window.user.rest(arguments[0])", [PATIENCE])
    }

    /// Keys for the page are no keys for a field.
    #[track_caller]
    fn away_from_fields(&self) {
        self.page.execute("document.querySelector('dialog[open]')?.close(); document.activeElement?.blur()");
    }

    #[track_caller]
    fn press(&mut self) -> Done {
        let Some(found) = self.find("press") else {
            return Done::new("nothing to press");
        };
        let (x, y) = place(&found["at"]);
        let twice = self.random.below(12) == 0;
        self.page.click_anywhere(x, y, 1 + u32::from(twice));
        let mut done = Done::new(format!("press {}{}", found["name"], if twice { " twice" } else { "" }));
        done.undoes = found["undoes"] == json!(true);
        done.steps += u32::from(twice);
        done
    }

    #[track_caller]
    fn set(&mut self) -> Done {
        let [a, b, c] = [(); 3].map(|()| self.random.part());
        let set = self.page.execute_with("return window.user.set(arguments[0], arguments[1])", (json!([a, b]), c));
        Done::new(format!("set {} to {}", set["name"], set["value"]))
    }

    #[track_caller]
    fn point(&mut self) -> Done {
        let Some(found) = self.find("picture") else {
            return Done::new("no picture to point at");
        };
        let size = self.page.execute("return [innerWidth, innerHeight]");
        let [left, top, width, height] = [0, 1, 2, 3].map(|at| found["box"][at].as_f64().unwrap_or(0.0));
        let mut inside = || {
            let x = left + width * self.random.part();
            let y = top + height * self.random.part();
            let within = |it: f64, size: &Value| it.clamp(1.0, size.as_f64().unwrap_or(2.0) - 1.0);
            (within(x, &size[0]), within(y, &size[1]))
        };
        let (from, to) = (inside(), inside());
        let how = self.random.below(5);
        let page = self.page;
        match how {
            0 => page.move_anywhere(from),
            1 => page.click_anywhere(from.0, from.1, 1),
            2 => page.click_anywhere(from.0, from.1, 2),
            3 => page.drag_anywhere(from, to),
            _ => page.wheel_anywhere(from, if to.0 < from.0 { -240 } else { 240 }),
        }
        let how = ["hover", "click", "double click", "drag", "wheel"][how];
        let mut done = Done::new(format!("{how} at {} {from:?} {to:?}", found["name"]));
        done.steps = 2;
        done
    }

    #[track_caller]
    fn key(&mut self) -> Done {
        let key = *self.random.of(&KEYS);
        self.page.press(key);
        let mut done = Done::new(format!("key {key}"));
        done.undoes = key == "Control+y" || matches!(key, "Enter" | "Space");
        done
    }

    #[track_caller]
    fn drop(&mut self) -> Done {
        let (name, bytes) = *self.random.of(&FILES);
        self.page.drop_bytes(name, bytes);
        // A log is read by a worker; what is said of it comes with it.
        self.page.settle();
        Done::new(format!("drop {name}"))
    }

    #[track_caller]
    fn resize(&mut self) -> Done {
        let (width, height) = *self.random.of(&[(1440, 900), (390, 844), (1024, 768), (320, 480), (2560, 1300)]);
        self.page.set_window_size(width, height);
        Done::new(format!("window {width} by {height}"))
    }

    #[track_caller]
    fn go_back(&mut self) -> Done {
        let forward = self.random.below(3) == 0;
        let stepped = self.page.execute_with("return window.user.step(arguments[0])", [if forward { 1 } else { -1 }]);
        let there = if forward { "forward" } else { "back" };
        Done::new(format!("{there}{}", if stepped == json!(true) { "" } else { ", which leads nowhere" }))
    }

    #[track_caller]
    fn open_link(&mut self) -> Done {
        let mut snapshot = Snapshot::default();
        let seed = self.random.below(5) as u64;
        snapshot.scenarios[0].seed = seed;
        snapshot.view = (*self.random.of(&scene::VIEWS)).to_owned();
        let hash = permalink::link(&snapshot).expect("a link");
        self.page.execute_with("location.hash = arguments[0]", [hash]);
        Done::new(format!("open a link to seed {seed}, {}", snapshot.view))
    }

    #[track_caller]
    fn reload(&mut self) -> Done {
        self.page.reload();
        self.page.wait_for("#spent, #refused, #awaited, .broke");
        let mut done = Done::new("reload");
        done.anew = true;
        done
    }

    /// Something of a kind that the pointer reaches.
    #[track_caller]
    fn find(&mut self, kind: &str) -> Option<Value> {
        for _ in 0..4 {
            let [a, b] = [(); 2].map(|()| self.random.part());
            let found =
                self.page.execute_with("return window.user.find(arguments[0], arguments[1])", (kind, json!([a, b])));
            if found["at"].is_array() {
                return Some(found);
            }
        }
        None
    }
}

fn place(at: &Value) -> (f64, f64) {
    let coordinate = |index: usize| at[index].as_f64().unwrap_or_default();
    (coordinate(0), coordinate(1))
}

/// The same choices for the same seed, on every machine.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// One of `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    /// From 0 to below 1.
    pub fn part(&mut self) -> f64 {
        self.0.next_u32() as f64 / (u32::MAX as f64 + 1.0)
    }

    /// One of these.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
