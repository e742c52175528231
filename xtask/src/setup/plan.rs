//! The possible ways to get a missing tool.

/// Facts on the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    /// The user's Rust has the standard library for wasm32.
    pub installed_std: bool,
    /// The cache has one that fits Debian's Rust.
    pub built_std: bool,
    /// The user's Rust comes from rustup.
    pub rustup: bool,
    /// Debian's Rust with its sources is there.
    pub debian_rust: bool,
    /// Debian packages may be installed and can be: Debian, and root or sudo.
    pub apt: bool,
}

/// A way to a standard library for wasm32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Use the one of the user's Rust.
    UseInstalled,
    /// Use the one of the cache.
    UseBuilt,
    /// `rustup target add`.
    AddTarget,
    /// Build it from the sources of Debian's Rust.
    BuildStd { install_packages: bool },
}

/// The ways worth trying, the best first; none if there is none.
pub fn ways(found: Found) -> Vec<Way> {
    if found.installed_std {
        return vec![Way::UseInstalled];
    }
    if found.built_std {
        return vec![Way::UseBuilt];
    }
    let mut ways = Vec::new();
    if found.rustup {
        ways.push(Way::AddTarget);
    }
    if found.debian_rust || found.apt {
        ways.push(Way::BuildStd {
            install_packages: !found.debian_rust,
        });
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_used() {
        let found = Found {
            installed_std: true,
            built_std: true,
            rustup: true,
            ..Found::default()
        };
        assert_eq!(ways(found), [Way::UseInstalled]);
        let found = Found {
            installed_std: false,
            ..found
        };
        assert_eq!(ways(found), [Way::UseBuilt]);
    }

    #[test]
    fn rustup_first_and_debian_where_it_cannot_fetch() {
        let found = Found {
            rustup: true,
            apt: true,
            ..Found::default()
        };
        let build = Way::BuildStd {
            install_packages: true,
        };
        assert_eq!(ways(found), [Way::AddTarget, build]);
    }

    #[test]
    fn debian_rust_is_not_installed_twice() {
        let found = Found {
            debian_rust: true,
            ..Found::default()
        };
        let build = Way::BuildStd {
            install_packages: false,
        };
        assert_eq!(ways(found), [build]);
    }

    #[test]
    fn no_way_without_rustup_and_debian() {
        assert_eq!(ways(Found::default()), []);
    }
}
