//! One target under libFuzzer, which changes inputs by what they reach. `cargo xtask fuzz` builds it with the
//! compiler's own counters of what was reached and starts it; it takes libFuzzer's arguments, and from the
//! environment the target's name (`SLOTSCOPE_FUZZ_TARGET`) and the file for what was seen
//! (`SLOTSCOPE_FUZZ_TALLY`).

#![no_main]

use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use slotscope_fuzz::{Target, Watch};

/// How often what was seen is written down.
const EVERY: Duration = Duration::from_secs(1);

struct State {
    target: &'static Target,
    watch: Watch,
    file: PathBuf,
    written: Instant,
}

impl State {
    fn save(&mut self) {
        if let Err(error) = self.watch.tally.save(&self.file) {
            eprintln!("{}: {error}", self.file.display());
        }
        self.written = Instant::now();
    }
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(|| {
    // SAFETY: a plain function without arguments.
    unsafe { libc::atexit(at_exit) };
    let variable = |name| std::env::var(name).expect(name);
    let name = variable("SLOTSCOPE_FUZZ_TARGET");
    Mutex::new(State {
        target: Target::named(&name).expect("a target's name"),
        watch: Watch::default(),
        file: variable("SLOTSCOPE_FUZZ_TALLY").into(),
        written: Instant::now(),
    })
});

extern "C" fn at_exit() {
    if let Ok(mut state) = STATE.try_lock() {
        state.save();
    }
}

fuzz_target!(|input: &[u8]| {
    let mut state = STATE.lock().expect("a panic ends the process");
    let State { target, watch, .. } = &mut *state;
    if input.len() <= target.longest {
        target.take(input, watch);
    }
    if state.written.elapsed() > EVERY {
        state.save();
    }
});
