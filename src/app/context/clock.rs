//! A clock that only counts up.

/// Milliseconds since the page was asked for.
pub fn now() -> f64 {
    web_sys::window()
        .and_then(|window| window.performance())
        .map_or(0.0, |clock| clock.now())
}
