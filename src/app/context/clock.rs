//! The clocks of the machine: the time since the page was opened, and the time of day.

use slotscope::page::state::Clocks;

/// Milliseconds since the browser began to load the page.
pub fn now() -> f64 {
    web_sys::window().and_then(|window| window.performance()).map_or(0.0, |clock| clock.now())
}

/// The clocks now, for files that name the time at which they were made.
pub fn clocks() -> Clocks {
    let date = js_sys::Date::new_0();
    Clocks {
        unix: (date.get_time() / 1000.0) as i64,
        // Browsers count the minutes by which UTC is ahead.
        utc_offset: -(date.get_timezone_offset() as i32),
        since_opened: now() / 1000.0,
    }
}
