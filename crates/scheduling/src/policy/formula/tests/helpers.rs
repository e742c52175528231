//! A waiting job to evaluate formulas for.

use super::super::{Bound, Formula, Name, NameVariable, Names, Quantity, Values};

/// Values of the variables, by their places in their tables.
#[derive(Clone, Debug)]
pub struct Job {
    pub numbers: Vec<f64>,
    pub names: Vec<&'static str>,
    of_run: Names,
}

impl Job {
    pub fn new(numbers: Vec<f64>, names: Vec<&'static str>) -> Self {
        assert_eq!(numbers.len(), Quantity::ALL.len());
        assert_eq!(names.len(), NameVariable::ALL.len());
        let mut of_run = Names::default();
        for name in &names {
            of_run.add(name);
        }
        Self { numbers, names, of_run }
    }

    pub fn bound(&self, formula: &Formula) -> Bound {
        formula.bind(&self.of_run)
    }

    pub fn value(&self, text: &str) -> f64 {
        let formula = Formula::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        self.bound(&formula).value(self)
    }
}

/// 20 processors and 8 GPUs of 2 nodes for 300 s, submitted at 1,000 s and waiting since 600 s.
impl Default for Job {
    fn default() -> Self {
        let numbers =
            [1000.0, 600.0, 20.0, 300.0, 250.0, 6000.0, 1e6, 3e6, -1.0, 1600.0, 7.0, 12.0, 100.0, 8.0, 96.0, 2.0, 0.25];
        let names = ["short", "alice", "12", "short", "-1"];
        Self::new(numbers.to_vec(), names.to_vec())
    }
}

impl Values for Job {
    fn number(&self, quantity: Quantity) -> f64 {
        self.numbers[quantity as usize]
    }

    fn name(&self, variable: NameVariable) -> Name {
        let name = self.names[variable as usize];
        self.of_run.find(name).expect("it was added")
    }
}
