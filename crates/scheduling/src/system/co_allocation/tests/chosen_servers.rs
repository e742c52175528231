//! Servers that users chose after a range search: "contact the scheduler to commit the resources resulting
//! from this selection" (Castillo et al. 2009, Sect. 4.2).

use super::*;

/// `a` has servers 0 to 3 until 40; `b` would get 4 and 5 at 10, but its user wants 3 and 7.
#[test]
fn exactly_the_chosen_servers_are_committed() {
    for (chosen, expected) in [
        ("", "0 [0, 1, 2, 3]; 10 [4, 5]; 20 [4, 5, 6, 7]"),
        // Those that are idle then are committed then, those that are not as soon as they are.
        (r#"{"job": 2, "servers": [7, 5]}"#, "0 [0, 1, 2, 3]; 10 [5, 7]; 20 [4, 5, 6, 7]"),
        (r#"{"job": 2, "servers": [3, 7]}"#, "0 [0, 1, 2, 3]; 40 [3, 7]; 10 [4, 5, 6, 7]"),
        // The others are placed around them.
        (
            r#"{"job": 2, "servers": [4, 7]}, {"job": 3, "servers": [2, 3, 4, 5]}"#,
            "0 [0, 1, 2, 3]; 10 [4, 7]; 40 [2, 3, 4, 5]",
        ),
    ] {
        let json =
            format!(r#"{{"selection": "first_server", "step": 10, "attempts": 9, "chosen_servers": [{chosen}]}}"#);
        let run = run(&settings(&json), &[8], jobs("0 4 40 40, 10 2 10 10, 10 4 10 10"));
        let placed = run.schedule.outcomes.iter().enumerate().map(|(job, it)| {
            let servers: Vec<u32> =
                run.schedule.bars_of(job).iter().flat_map(|it| it.first_processor..=it.last_processor).collect();
            format!("{} {servers:?}", it.start)
        });
        assert_eq!(placed.collect::<Vec<_>>().join("; "), expected, "{chosen}");
    }
}
