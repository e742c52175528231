//! Versions pinned by Cargo.lock.

/// The version of a package in the text of a Cargo.lock. Of several versions,
/// the first; the packages asked for here occur once.
pub fn version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == name)?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::version;

    const LOCK: &str = "\
version = 4

[[package]]
name = \"wasm-bindgen-futures\"
version = \"0.4.50\"
dependencies = [
 \"wasm-bindgen\",
]

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
";

    #[test]
    fn the_named_package_and_no_other() {
        assert_eq!(version(LOCK, "wasm-bindgen"), Some("0.2.130"));
    }

    #[test]
    fn none_where_it_is_missing() {
        assert_eq!(version(LOCK, "yew"), None);
        assert_eq!(version("", "yew"), None);
    }

    #[test]
    fn windows_line_ends() {
        let lock = LOCK.replace('\n', "\r\n");
        assert_eq!(version(&lock, "wasm-bindgen"), Some("0.2.130"));
    }
}
