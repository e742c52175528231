//! A tab with the page in it.

use std::path::Path;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::browser::{self, ELEMENT, Outcome, SAID, Taken, has_left};

/// How long something on the page may take to appear: far longer than it does, so that a busy
/// machine fails no test.
const PATIENCE: Duration = Duration::from_secs(60);

/// Sets the value of a control as a user does: past frameworks that keep a
/// copy, and with the events that follow.
const SET_VALUE: &str = "
    const [element, value] = [document.querySelector(arguments[0]), arguments[1]];
    const property = element.type === 'checkbox' ? 'checked' : 'value';
    const prototype = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(prototype, property).set.call(element, value);
    for (const type of ['input', 'change'])
        element.dispatchEvent(new Event(type, { bubbles: true }));";

/// Opens what folds an element away, from the outside in, by clicks as a user does.
const UNFOLD: &str = "
    const closed = [];
    const element = document.querySelector(arguments[0]);
    for (let inner = element, fold; (fold = inner.parentElement?.closest('details')); inner = fold)
        if (!fold.open && element.closest('summary')?.parentElement !== fold) closed.unshift(fold);
    closed.forEach(it => it.querySelector(':scope > summary').click());
    document.querySelector(`[aria-expanded=false][aria-controls=${element.closest('[hidden]')?.id}]`)?.click();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });";

/// Runs a script until it returns something true, for half a second at the most; not before the document has a body.
const AGAIN: &str = "
    const look = function () { SCRIPT };
    const [given, start] = [arguments, performance.now()];
    return new Promise((done, fail) => {
        const again = async () => {
            try {
                const found = document.body !== null && await look.apply(null, given);
                if (found === true || performance.now() - start > 500) done(found);
                else setTimeout(again, 20);
            } catch (error) {
                fail(error);
            }
        };
        again();
    });";

/// A script's value: a promise that is kept once two frames have been drawn, as the first may already be under way, and
/// what Yew put off to a later task, as it does with effects on a busy machine, is done.
pub const SETTLED: &str = "(async () => {
    const after = begin => new Promise(begin);
    for (let frame = 0; frame < 2; frame++) await after(requestAnimationFrame);
    for (let task = 0; task < 5; task++) await after(setTimeout);
})()";

/// What a new tab clears: all but the service worker and its files, which takes a fifth of a short test to store again.
const CLEARED: &str = "cookies,file_systems,indexeddb,interest_groups,local_storage,shader_cache,\
     shared_storage,storage_buckets,websql,other";

/// What the operating system is said to prefer.
#[allow(dead_code)]
pub enum ColourScheme {
    Light,
    Dark,
}

/// Commands of the DevTools protocol that change nothing of a tab which is loaded anew, besides those of the pointer, keys and
/// fingers.
const UNDONE: [&str; 9] = [
    "Accessibility.getFullAXTree",
    "Emulation.setDeviceMetricsOverride",
    "Emulation.setEmulatedMedia",
    "Emulation.setFocusEmulationEnabled",
    "HeapProfiler.collectGarbage",
    "Page.bringToFront",
    "Page.printToPDF",
    "Performance.getMetrics",
    "Storage.clearDataForOrigin",
];

/// A tab with nothing in it of an earlier test. Every method panics with the reason where it cannot do what it is told, and
/// says what the console says. When the tab is given back, the console must have shown no error that the test has not
/// asked for.
pub struct Page {
    pub(super) browser: Taken,
}

#[allow(dead_code)]
impl Page {
    /// Opens a tab of 1440 by 900 and goes to `path`. Nothing is stored but what the service worker keeps of the page.
    #[track_caller]
    pub fn open(path: &str) -> Page {
        Self::open_cleared(path, CLEARED)
    }

    /// The same, without a service worker.
    #[track_caller]
    pub fn open_for_the_first_time(path: &str) -> Page {
        Self::open_cleared(path, "all")
    }

    #[track_caller]
    fn open_cleared(path: &str, cleared: &str) -> Page {
        let page = Page { browser: browser::take() };
        if page.browser.is_changed.replace(false) || cleared == "all" {
            page.replace_tab();
        } else {
            page.empty_tab();
        }
        page.clear(cleared);
        page.set_window_size(1440, 900);
        page.goto(path);
        page
    }

    /// The same in a Firefox of its own. It has no console to be asked and no protocol of DevTools.
    #[track_caller]
    pub fn open_in_firefox(path: &str) -> Page {
        let page = Page { browser: browser::take_firefox() };
        page.post("window/rect", &json!({ "width": 1440, "height": 900 }));
        page.goto(path);
        page
    }

    /// What the page in Firefox has said as errors so far, its workers' among them. What Firefox says of itself
    /// is not.
    #[track_caller]
    pub fn errors_in_firefox(&self) -> Vec<String> {
        let said = self.execute(SAID);
        said.as_array().into_iter().flatten().map(as_text).collect()
    }

    /// Has Firefox itself say something on its console, as its own services do.
    #[track_caller]
    pub fn say_in_firefox(&self, text: &str) {
        self.post("moz/context", &json!({ "context": "chrome" }));
        self.execute_with("console.createInstance({ prefix: 'own' }).error(arguments[0])", [text]);
        self.post("moz/context", &json!({ "context": "content" }));
    }

    /// Goes to a path of the page's server, such as `/?bench`, or to a whole
    /// address.
    #[track_caller]
    pub fn goto(&self, path: &str) {
        let address = match path.strip_prefix('/') {
            Some(rest) => format!("{}/{rest}", self.browser.origin),
            None => path.to_owned(),
        };
        self.post("url", &json!({ "url": address }));
    }

    /// The address in the address bar.
    #[track_caller]
    pub fn address(&self) -> String {
        as_text(&self.get("url"))
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.post("refresh", &json!({}));
    }

    /// The document's title.
    #[track_caller]
    pub fn title(&self) -> String {
        as_text(&self.get("title"))
    }

    /// Waits until the element of that id has the focus, which follows once what was asked for is drawn.
    pub fn wait_for_focus(&self, id: &str) {
        let has_focus = "return document.activeElement.id === arguments[0]";
        self.wait_until_with(has_focus, [id]);
    }

    /// Waits until `css` selects something.
    #[track_caller]
    pub fn wait_for(&self, css: &str) {
        self.wait_until_with("return document.querySelector(arguments[0]) !== null", [css]);
    }

    /// Waits until `css` selects nothing.
    #[track_caller]
    pub fn wait_for_none(&self, css: &str) {
        self.wait_until_with("return document.querySelector(arguments[0]) === null", [css]);
    }

    /// Waits until what `css` selects contains a text.
    #[track_caller]
    pub fn wait_for_text(&self, css: &str, text: &str) {
        self.wait_until_with(
            "return document.querySelector(arguments[0])?.innerText.includes(arguments[1])",
            (css, text),
        );
    }

    /// Waits until a script returns something true. The page itself looks again and again for a while, as a command
    /// takes as long as many looks.
    #[track_caller]
    pub fn wait_until(&self, script: &str) {
        self.wait_until_with(script, [(); 0]);
    }

    /// The same, with arguments for the script.
    #[track_caller]
    pub fn wait_until_with(&self, script: &str, arguments: impl Serialize) {
        let start = Instant::now();
        let again = AGAIN.replace("SCRIPT", script);
        let look = json!({ "script": again, "args": arguments });
        loop {
            match self.browser.session.post("execute/sync", &look) {
                Ok(Value::Bool(true)) => return,
                Ok(_) => {}
                Err(problem) if has_left(&problem) => std::thread::sleep(Duration::from_millis(30)),
                Err(problem) => self.fail(&problem),
            }
            if start.elapsed() > PATIENCE {
                let arguments = json!(arguments);
                self.fail(&format!("waited in vain: {script} with {arguments}"));
            }
        }
    }

    /// Waits until the page is at rest: link, code and run are complete.
    #[track_caller]
    pub fn wait_until_idle(&self) {
        self.wait_until("return document.body.dataset.state === 'idle'");
    }

    /// Waits until a look at the page finds something.
    #[track_caller]
    pub fn poll<T>(&self, what: &str, look: impl Fn() -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look() {
                return found;
            }
            if start.elapsed() > PATIENCE {
                self.fail(&format!("waited in vain for {what}"));
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Waits until what has been done so far is on the screen.
    #[track_caller]
    pub fn settle(&self) {
        self.execute(&format!("return {SETTLED}"));
    }

    /// Waits until nothing slides or changes its colour any more, but for what does so for ever.
    #[track_caller]
    pub fn rest(&self) {
        self.settle();
        self.wait_until(
            "return document.getAnimations().every(it => it.playState !== 'running'
                 || it.effect.getComputedTiming().endTime === Infinity)",
        );
    }

    /// The visible text of the first element that `css` selects.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        let element = self.element(css);
        as_text(&self.get(&format!("{element}/text")))
    }

    /// How many elements `css` selects.
    #[track_caller]
    pub fn count(&self, css: &str) -> usize {
        let count = self.execute_with("return document.querySelectorAll(arguments[0]).length", [css]);
        count.as_u64().unwrap_or_default() as usize
    }

    /// Opens what folds an element away.
    #[track_caller]
    pub fn unfold(&self, css: &str) {
        self.wait_for(css);
        self.execute_with(UNFOLD, [css]);
    }

    /// Clicks as a user does, who first opens what folds the element away: it fails where something
    /// lies over the element.
    #[track_caller]
    pub fn click(&self, css: &str) {
        self.unfold(css);
        let element = self.element(css);
        self.post(&format!("{element}/click"), &json!({}));
    }

    /// Gives a control a value (`true` or `false` for a checkbox) and fires
    /// `input` and `change`.
    #[track_caller]
    pub fn set_value(&self, css: &str, value: impl Into<Value>) {
        self.element(css);
        self.execute_with(SET_VALUE, (css, value.into()));
    }

    /// Runs the body of a function.
    #[track_caller]
    pub fn execute(&self, script: &str) -> Value {
        self.execute_with(script, [(); 0])
    }

    /// The same, with arguments for the script: `arguments[0]` and so on.
    #[track_caller]
    pub fn execute_with(&self, script: &str, arguments: impl Serialize) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// What a script returns, as a value of Rust.
    #[track_caller]
    pub fn read<T: DeserializeOwned>(&self, script: &str) -> T {
        self.read_with(script, [(); 0])
    }

    /// The same, with arguments for the script.
    #[track_caller]
    pub fn read_with<T: DeserializeOwned>(&self, script: &str, arguments: impl Serialize) -> T {
        let value = self.execute_with(script, arguments);
        serde_json::from_value(value).unwrap_or_else(|error| self.fail(&format!("{script}: {error}")))
    }

    /// The page as it is printed on paper of so many inches: a PDF document.
    #[track_caller]
    pub fn print(&self, width: f64, height: f64) -> Vec<u8> {
        let printed = self.devtools(
            "Page.printToPDF",
            json!({
                "paperWidth": width, "paperHeight": height,
                "preferCSSPageSize": true, "printBackground": true,
            }),
        );
        BASE64_STANDARD.decode(as_text(&printed["data"])).expect("a document in Base64")
    }

    /// Writes a picture of the window to a PNG file.
    #[track_caller]
    pub fn screenshot(&self, path: &Path) {
        let picture = BASE64_STANDARD.decode(as_text(&self.get("screenshot"))).expect("a picture in Base64");
        std::fs::write(path, picture).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()));
    }

    /// Gives the page a window of this many pixels, also one smaller than the
    /// windows of a desktop can be.
    #[track_caller]
    pub fn set_window_size(&self, width: u32, height: u32) {
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
    }

    /// Lets the system prefer light or dark.
    #[track_caller]
    pub fn set_colour_scheme(&self, scheme: ColourScheme) {
        let value = match scheme {
            ColourScheme::Light => "light",
            ColourScheme::Dark => "dark",
        };
        self.set_media_feature("prefers-color-scheme", value);
    }

    /// Sets a media feature, such as `prefers-reduced-motion`, and resets the
    /// others.
    #[track_caller]
    pub fn set_media_feature(&self, name: &str, value: &str) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [{ "name": name, "value": value }] }));
    }

    /// What the console has shown as errors of the page since this was last asked: exceptions, failed requests,
    /// `console.error`. What the browser says of itself is not the page's.
    #[track_caller]
    pub fn console_errors(&self) -> Vec<String> {
        let entries = self.post("se/log", &json!({ "type": "browser" }));
        let entries = entries.as_array().map(Vec::as_slice).unwrap_or_default();
        entries
            .iter()
            .filter(|entry| entry["level"] == "SEVERE")
            .map(|entry| as_text(&entry["message"]))
            .filter(|message| is_of_a_page(message))
            .collect()
    }

    /// Fails the test if the console has shown an error.
    #[track_caller]
    pub fn assert_no_console_errors(&self) {
        assert_eq!(self.console_errors(), Vec::<String>::new());
    }

    /// Leaves a page that does not start. Its console must show errors, some of which may be logged only after the page's
    /// message is shown.
    #[track_caller]
    pub fn leave_with_errors(&self) {
        self.goto("about:blank");
        assert_ne!(self.console_errors(), Vec::<String>::new());
    }

    /// Goes into a frame: whatever follows is done in it.
    #[track_caller]
    pub fn enter_frame(&self, css: &str) {
        let path = self.element(css);
        let id = path.trim_start_matches("element/");
        self.post("frame", &json!({ "id": { ELEMENT: id } }));
    }

    /// Goes back into the page around all frames.
    #[track_caller]
    pub fn leave_frames(&self) {
        self.post("frame", &json!({ "id": Value::Null }));
    }

    /// The tab that everything is done in.
    #[track_caller]
    pub fn tab(&self) -> String {
        as_text(&self.get("window"))
    }

    /// Opens another tab beside this one, and does everything in it from now on.
    #[track_caller]
    pub fn open_tab(&self) -> String {
        self.browser.is_changed.set(true);
        let new = self.post("window/new", &json!({ "type": "tab" }));
        let tab = as_text(&new["handle"]);
        self.go_to_tab(&tab);
        tab
    }

    /// Does everything in this tab from now on.
    #[track_caller]
    pub fn go_to_tab(&self, tab: &str) {
        self.post("window", &json!({ "handle": tab }));
        self.devtools("Page.bringToFront", json!({}));
        self.have_focus();
    }

    /// A command of the DevTools protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        if !UNDONE.contains(&command) && !command.starts_with("Input.") {
            self.browser.is_changed.set(true);
        }
        self.must(self.browser.session.devtools(command, parameters))
    }

    /// The path of an element for commands on it, once it is there.
    #[track_caller]
    pub(super) fn element(&self, css: &str) -> String {
        self.wait_for(css);
        self.must(self.browser.session.element(css))
    }

    #[track_caller]
    pub(super) fn post(&self, command: &str, body: &Value) -> Value {
        self.must(self.browser.session.post(command, body))
    }

    #[track_caller]
    pub(super) fn get(&self, command: &str) -> Value {
        self.must(self.browser.session.get(command))
    }

    #[track_caller]
    fn must<T>(&self, outcome: Outcome<T>) -> T {
        outcome.unwrap_or_else(|problem| self.fail(&problem))
    }

    #[track_caller]
    pub(super) fn fail(&self, problem: &str) -> ! {
        let log = self.browser.session.post("se/log", &json!({ "type": "browser" })).unwrap_or_default();
        let shown = json!({
            "script": "return [document.body.dataset.state, document.body.innerText.slice(0, 1500)]",
            "args": [],
        });
        let shown = self.browser.session.post("execute/sync", &shown);
        let shown = shown.unwrap_or_else(|why| json!(why));
        panic!("{problem}\nconsole: {log:#}\nshown: {shown}");
    }

    /// A new tab instead of the old one, whatever state that is in.
    #[track_caller]
    fn replace_tab(&self) {
        let session = &self.browser.session;
        // A question left open would answer every command with an error.
        let _ = session.post("alert/dismiss", &json!({}));
        let old = self.get("window/handles");
        let new = self.post("window/new", &json!({ "type": "tab" }));
        for tab in old.as_array().into_iter().flatten() {
            self.post("window", &json!({ "handle": tab }));
            self.must(session.delete("window"));
        }
        self.post("window", &json!({ "handle": new["handle"] }));
        self.have_focus();
    }

    /// Nothing in the tab that there is, as if it were new.
    #[track_caller]
    fn empty_tab(&self) {
        self.leave_frames();
        // The page has gone, and what the tab keeps of it goes too.
        self.goto("/icon.svg");
        self.execute("sessionStorage.clear()");
        self.devtools("Emulation.setEmulatedMedia", json!({ "media": "", "features": [] }));
        self.devtools("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": 0, "y": 0 }));
    }

    /// Of two browsers one alone has the focus of the system, and only there would elements get it.
    #[track_caller]
    fn have_focus(&self) {
        self.devtools("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
    }

    /// Nothing of an earlier test may show in a later one.
    #[track_caller]
    fn clear(&self, storage: &str) {
        self.devtools("Storage.clearDataForOrigin", json!({ "origin": self.browser.origin, "storageTypes": storage }));
        self.clear_downloads();
        self.console_errors();
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.browser.is_changed.set(true);
        } else if self.browser.has_console() {
            self.assert_no_console_errors();
        }
    }
}

/// Whether a message, which begins with the address that it is about, is about a page, and not about one of the
/// browser's own.
fn is_of_a_page(message: &str) -> bool {
    const OWN: [&str; 3] = ["chrome://", "chrome-extension://", "devtools://"];
    !OWN.iter().any(|scheme| message.starts_with(scheme))
}

fn as_text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
