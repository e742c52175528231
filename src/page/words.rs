//! Numbers and durations as the page writes them.

/// A whole number in groups of three: 28 489.
pub fn count(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    if value < 0 {
        text.push('−');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A number with so many decimals, in groups of three.
pub fn decimal(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let text = format!("{:.*}", decimals, value.abs());
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if value < 0.0 && text.bytes().any(|b| b.is_ascii_digit() && b != b'0') {
        "−"
    } else {
        ""
    };
    let whole = whole.parse().map_or_else(|_| whole.to_string(), count);
    match rest {
        "" => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest}"),
    }
}

/// Seconds with three significant figures or more, in the two largest units that matter: 2 d 3.5 h, 12 d 3 h,
/// 4 min 10 s, 45.3 s. What is nothing is left out: 1 h.
pub fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(86_400.0, "d"), (3_600.0, "h"), (60.0, "min"), (1.0, "s")];
    if !seconds.is_finite() {
        return "–".to_string();
    }
    let size = seconds.abs();
    let largest = UNITS
        .iter()
        .position(|&(unit, _)| size >= unit)
        .unwrap_or(3);
    let (unit, name) = UNITS[largest];
    // How many of the next unit, with three figures at least; up to a minute so many seconds.
    let (part, part_name) = UNITS.get(largest + 1).copied().unwrap_or((1.0, ""));
    let decimals = match size / part {
        few if few < 9.995 => 100.0,
        few if few < 99.95 => 10.0,
        _ => 1.0,
    };
    let parts = libm::round(size / part * decimals) / decimals;
    // What rounding makes one of the larger unit is told in it.
    if largest > 0 && parts * part >= UNITS[largest - 1].0 {
        return duration(seconds.signum() * parts * part);
    }
    let sign = if seconds < 0.0 && parts > 0.0 {
        "−"
    } else {
        ""
    };
    let each = libm::round(unit / part);
    let whole = if part_name.is_empty() {
        0.0
    } else {
        libm::floor(parts / each)
    };
    // The difference of two numbers with few digits may have many.
    let rest = libm::round((parts - whole * each) * 100.0) / 100.0;
    let both = [
        (whole, name),
        (
            rest,
            if part_name.is_empty() {
                name
            } else {
                part_name
            },
        ),
    ];
    let shown = both.iter().filter(|it| it.0 > 0.0);
    let shown: Vec<String> = shown
        .map(|&(number, unit)| format!("{}\u{a0}{unit}", plain(number)))
        .collect();
    match shown.is_empty() {
        true => "0\u{a0}s".to_owned(),
        false => format!("{sign}{}", shown.join(" ")),
    }
}

/// A number with two decimals at most, in groups of three, without zeros at its end.
fn plain(number: f64) -> String {
    let text = decimal(number, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// From one time to another: 0 to 3 100 s.
pub fn span(from: i64, to: i64) -> String {
    format!("{} to {}\u{a0}s", count(from), count(to))
}

/// A count with its noun: 1 job, 3 jobs.
pub fn plural(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", count(number as i64))
}

/// A size in bytes: 58 bytes, 4.2 kB, 1.2 MB.
pub fn bytes(size: u64) -> String {
    let size = size as f64;
    let scaled = |scale: f64| decimal(size / scale, if size < 10.0 * scale { 1 } else { 0 });
    match size {
        ..1e3 => plural(size as usize, "byte"),
        ..1e6 => format!("{} kB", scaled(1e3)),
        _ => format!("{} MB", scaled(1e6)),
    }
}

/// A number of processors.
pub fn processors(number: u32) -> String {
    match number {
        1 => "1 processor".to_string(),
        _ => format!("{} processors", count(number.into())),
    }
}

/// The processors of each provider: 2 × 64 processors, 64 + 128 processors, 5 providers, 420 processors.
pub fn platform(providers: &[u32]) -> String {
    let total: u64 = providers.iter().map(|&it| u64::from(it)).sum();
    match providers {
        [] => processors(0),
        [one] => processors(*one),
        [first, rest @ ..] if rest.iter().all(|it| it == first) => {
            format!("{} × {}", providers.len(), processors(*first))
        }
        [first, second] => format!(
            "{} + {} processors",
            count((*first).into()),
            count((*second).into())
        ),
        _ => format!(
            "{} providers, {} processors",
            providers.len(),
            count(total as i64)
        ),
    }
}

/// A file name's safe middle part: letters, digits, dots and dashes.
pub fn slug(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = [".gz", ".txt", ".swf", ".gwf", ".json", ".csv"]
        .iter()
        .fold(name, |name, ending| {
            name.strip_suffix(ending).unwrap_or(name)
        });
    let mut slug: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | '0'..='9' | '.' => c,
            'A'..='Z' => c,
            _ => '-',
        })
        .take(60)
        .collect();
    while slug.contains("--") {
        slug = slug.replace("--", "-");
    }
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "workload" } else { slug }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_have_three_significant_figures() {
        for (seconds, told) in [
            (0.0, "0 s"),
            (3.214, "3.21 s"),
            (45.0, "45 s"),
            (45.34, "45.3 s"),
            (59.4, "59.4 s"),
            (59.97, "1 min"),
            (60.0, "1 min"),
            (65.34, "1 min 5.3 s"),
            (250.4, "4 min 10 s"),
            (3_600.0, "1 h"),
            (3_599.9, "1 h"),
            (3_920.0, "1 h 5.3 min"),
            (6_400.0, "1 h 47 min"),
            (86_399.9, "1 d"),
            // They are not both 2 d.
            (144_000.0, "1 d 16 h"),
            (154_800.0, "1 d 19 h"),
            (146_400.0, "1 d 16.7 h"),
            (172_799.0, "2 d"),
            (1_047_600.0, "12 d 3 h"),
            (8_400.0 * 86_400.0, "8 400 d"),
            (-3_920.0, "−1 h 5.3 min"),
            (-0.001, "0 s"),
            (f64::NAN, "–"),
        ] {
            let plain = duration(seconds).replace(['\u{a0}', '\u{202f}'], " ");
            assert_eq!(plain, told, "{seconds}");
        }
    }

    proptest! {
        /// What is told is not off by more than half a hundredth of it.
        #[test]
        fn what_is_told_is_as_near_as_three_figures_are(seconds in 0.1..1e9_f64) {
            let told = duration(seconds).replace('\u{202f}', "");
            let value: f64 = told.split(' ').map(|part| {
                let (number, unit) = part.split_once('\u{a0}').expect("a number and its unit");
                let unit = match unit { "d" => 86_400.0, "h" => 3_600.0, "min" => 60.0, _ => 1.0 };
                number.parse::<f64>().expect("a number") * unit
            }).sum();
            prop_assert!((value - seconds).abs() <= 0.00501 * seconds + 0.0051, "{told} of {seconds}");
        }
    }

    #[test]
    fn a_platform_is_told_as_short_as_it_can_be() {
        assert_eq!(platform(&[128]), "128 processors");
        assert_eq!(platform(&[1]), "1 processor");
        assert_eq!(platform(&[64, 64]), "2 × 64 processors");
        assert_eq!(platform(&[1, 1, 1]), "3 × 1 processor");
        assert_eq!(platform(&[64, 1_280]), "64 + 1\u{202f}280 processors");
        assert_eq!(platform(&[64, 64, 32]), "3 providers, 160 processors");
    }
}
