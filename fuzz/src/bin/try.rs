//! One input again: `cargo run --package slotscope-fuzz --bin try TARGET FILE`. For the target `schedule` it
//! tells first what the bytes choose.

use slotscope_fuzz::draws::Draws;
use slotscope_fuzz::targets::{scenario_of, workload_of};
use slotscope_fuzz::{Target, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(name), Some(path)) = (words.next(), words.next()) else {
        return Err("a target and a file are needed".into());
    };
    let target = Target::named(&name).ok_or("there is no such target")?;
    let input = std::fs::read(path)?;
    if name == "schedule" {
        let mut draws = Draws::new(&input);
        let scenario = scenario_of(&mut draws);
        println!("{}", serde_json::to_string_pretty(&scenario)?);
        let kinds = scenario.system.model().takes();
        let kind = draws.one_of(kinds).ok_or("it takes nothing")?;
        println!("{:#?}", workload_of(&mut draws, *kind));
    }
    let mut watch = Watch::default();
    target.take(&input, &mut watch);
    print!("{}", watch.tally.told());
    Ok(())
}
