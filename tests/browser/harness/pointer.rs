//! Mouse, wheel and keys, at the places and in the order a user has them.
//!
//! Places are pixels from the upper left corner of what `css` selects.

use serde_json::{Value, json};

use super::Page;

/// The upper left corner of an element that is in view, on whole pixels inside
/// of it, as the driver cuts fractions off.
const CORNER: &str = "
    const element = document.querySelector(arguments[0]);
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top } = element.getBoundingClientRect();
    return [Math.ceil(left), Math.ceil(top)];";

/// In how many steps a drag moves: pages look at the way, not just its ends.
const DRAG_STEPS: u32 = 8;

#[allow(dead_code)]
impl Page {
    /// Moves the mouse.
    #[track_caller]
    pub fn hover(&self, css: &str, x: f64, y: f64) {
        let place = self.place(css, x, y);
        self.mouse(&[move_to(place)]);
    }

    /// Clicks at a place.
    #[track_caller]
    pub fn click_at(&self, css: &str, x: f64, y: f64) {
        let place = self.place(css, x, y);
        self.mouse(&[move_to(place), down(), up()]);
    }

    /// Clicks twice at a place, as fast as people do.
    #[track_caller]
    pub fn double_click_at(&self, css: &str, x: f64, y: f64) {
        let place = self.place(css, x, y);
        self.mouse(&[move_to(place), down(), up(), down(), up()]);
    }

    /// Presses the button at a place and releases it there, after something else has happened.
    #[track_caller]
    pub fn click_during(&self, css: &str, x: f64, y: f64, something: impl FnOnce()) {
        let place = self.place(css, x, y);
        self.mouse(&[move_to(place), down()]);
        something();
        self.mouse(&[move_to(place), up()]);
    }

    /// Presses the button at one place and releases it at another.
    #[track_caller]
    pub fn drag(&self, css: &str, from: (f64, f64), to: (f64, f64)) {
        let (start, end) = (self.place(css, from.0, from.1), self.place(css, to.0, to.1));
        self.drag_anywhere(start, end);
    }

    /// Presses the button at one place and moves it to another; something else happens before it is released.
    #[track_caller]
    pub fn drag_during(&self, css: &str, from: (f64, f64), to: (f64, f64), something: impl FnOnce()) {
        let (start, end) = (self.place(css, from.0, from.1), self.place(css, to.0, to.1));
        self.mouse(&way(start, end));
        something();
        self.mouse(&[up()]);
    }

    /// Turns the wheel; a positive `delta_y` scrolls down.
    #[track_caller]
    pub fn wheel(&self, css: &str, at: (f64, f64), delta_x: i32, delta_y: i32) {
        let place = self.place(css, at.0, at.1);
        self.turn(place, delta_x, delta_y);
    }

    /// Presses a key, such as `a`, `Escape` or `Shift+ArrowLeft`, in whatever
    /// has the focus.
    #[track_caller]
    pub fn press(&self, keys: &str) {
        self.press_each(&[keys]);
    }

    /// Presses one after the other, with nothing in between.
    #[track_caller]
    pub fn press_each(&self, chords: &[&str]) {
        let mut actions: Vec<Value> = Vec::new();
        for keys in chords {
            let names: Vec<&str> = if *keys == "+" { vec!["+"] } else { keys.split('+').collect() };
            let values: Vec<String> = names.iter().map(|name| key_value(name)).collect();
            actions.extend(values.iter().map(|value| json!({ "type": "keyDown", "value": value })));
            actions.extend(values.iter().rev().map(|value| json!({ "type": "keyUp", "value": value })));
        }
        self.act(json!({ "type": "key", "id": "keys", "actions": actions }));
    }

    /// Types text, key by key, into what `css` selects, once it is unfolded.
    #[track_caller]
    pub fn type_text(&self, css: &str, text: &str) {
        self.unfold(css);
        let element = self.element(css);
        self.post(&format!("{element}/value"), &json!({ "text": text }));
    }

    /// Moves the mouse to a place of the window.
    #[track_caller]
    pub fn move_anywhere(&self, place: (f64, f64)) {
        self.mouse(&[move_to(place)]);
    }

    /// Clicks at a place of the window, so many times.
    #[track_caller]
    pub fn click_anywhere(&self, x: f64, y: f64, times: u32) {
        let clicks = (0..times).flat_map(|_| [down(), up()]);
        let actions: Vec<Value> = std::iter::once(move_to((x, y))).chain(clicks).collect();
        self.mouse(&actions);
    }

    /// Presses the button at one place of the window and releases it at another.
    #[track_caller]
    pub fn drag_anywhere(&self, start: (f64, f64), end: (f64, f64)) {
        self.mouse(&[way(start, end), vec![up()]].concat());
    }

    /// Turns the wheel at a place of the window.
    #[track_caller]
    pub fn wheel_anywhere(&self, (x, y): (f64, f64), delta_y: i32) {
        self.turn((x, y), 0, delta_y);
    }

    #[track_caller]
    fn turn(&self, (x, y): (f64, f64), delta_x: i32, delta_y: i32) {
        self.act(json!({
            "type": "wheel",
            "id": "wheel",
            "actions": [{
                "type": "scroll", "origin": "viewport", "duration": 0,
                "x": x.round() as i64, "y": y.round() as i64,
                "deltaX": delta_x, "deltaY": delta_y,
            }],
        }));
    }

    #[track_caller]
    fn place(&self, css: &str, x: f64, y: f64) -> (f64, f64) {
        self.wait_for(css);
        let corner = self.execute_with(CORNER, [css]);
        let coordinate = |index: usize| corner[index].as_f64().unwrap_or_default();
        (coordinate(0) + x, coordinate(1) + y)
    }

    #[track_caller]
    fn mouse(&self, actions: &[Value]) {
        self.act(json!({
            "type": "pointer",
            "id": "mouse",
            "parameters": { "pointerType": "mouse" },
            "actions": actions,
        }));
    }

    #[track_caller]
    fn act(&self, source: Value) {
        self.post("actions", &json!({ "actions": [source] }));
    }
}

fn move_to((x, y): (f64, f64)) -> Value {
    json!({ "type": "pointerMove", "origin": "viewport", "duration": 10, "x": x, "y": y })
}

fn down() -> Value {
    json!({ "type": "pointerDown", "button": 0 })
}

fn up() -> Value {
    json!({ "type": "pointerUp", "button": 0 })
}

/// The character that the WebDriver protocol has for a key.
fn key_value(name: &str) -> String {
    let code = match name {
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Shift" => '\u{e008}',
        "Control" => '\u{e009}',
        "Alt" => '\u{e00a}',
        "Escape" => '\u{e00c}',
        "Space" => ' ',
        "PageUp" => '\u{e00e}',
        "PageDown" => '\u{e00f}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        "Delete" => '\u{e017}',
        "Meta" => '\u{e03d}',
        "F1" => '\u{e031}',
        _ => {
            assert_eq!(name.chars().count(), 1, "no key is called `{name}`");
            return name.to_owned();
        }
    };
    code.to_string()
}

/// Presses the button at one place of the window and moves it to another.
fn way(start: (f64, f64), end: (f64, f64)) -> Vec<Value> {
    let mut actions = vec![move_to(start), down()];
    for step in 1..=DRAG_STEPS {
        let part = f64::from(step) / f64::from(DRAG_STEPS);
        let between = |a: f64, b: f64| a + (b - a) * part;
        actions.push(move_to((between(start.0, end.0), between(start.1, end.1))));
    }
    actions
}
