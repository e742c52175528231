//! Tasks on threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What becomes of each number, in their order; on so many threads, or one for every processor there is.
///
/// # Errors
///
/// The first in their order of those that came before all stopped; none is begun any more once there is one.
pub fn each<T: Send, E: Send>(
    numbers: &[u64],
    threads: Option<usize>,
    make: impl Fn(u64) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let there = || std::thread::available_parallelism().map_or(1, |count| count.get());
    let threads = threads.unwrap_or_else(there).clamp(1, numbers.len().max(1));
    let (next, made) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut own = Vec::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = numbers.get(at) else {
                        break;
                    };
                    let result = make(number);
                    if result.is_err() {
                        next.store(numbers.len(), Ordering::Relaxed);
                    }
                    own.push((at, result));
                }
                // Only a thread that panicked would leave it poisoned, and that ends the program.
                if let Ok(mut made) = made.lock() {
                    made.append(&mut own);
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap_or_default();
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_the_order_of_their_numbers() {
        for threads in [None, Some(1), Some(3), Some(100)] {
            let numbers: Vec<u64> = (5..50).collect();
            let squares: Result<Vec<u64>, ()> = each(&numbers, threads, |it| Ok(it * it));
            assert_eq!(squares, Ok(numbers.iter().map(|it| it * it).collect()));
        }
        assert_eq!(each(&[], None, Ok::<u64, ()>), Ok(Vec::new()));
    }

    #[test]
    fn nothing_is_begun_after_a_failure() {
        let begun = AtomicUsize::new(0);
        let numbers: Vec<u64> = (1..=1_000).collect();
        let failed = each(&numbers, Some(1), |number| {
            begun.fetch_add(1, Ordering::Relaxed);
            if number == 7 { Err(number) } else { Ok(()) }
        });
        assert_eq!((failed, begun.into_inner()), (Err(7), 7));
    }
}
