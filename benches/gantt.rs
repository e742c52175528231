//! How long one frame of the Gantt chart takes: `cargo bench --bench gantt`.

use criterion::{Criterion, criterion_group, criterion_main};
use slotscope::chart::gantt::hit;
use slotscope::chart::gantt::raster::{Raster, RasterOptions};
use slotscope::chart::{GanttIndex, Theme, Viewport};
use slotscope::engine::{Bar, Outcome, Status};
use slotscope::experiment::Run;
use slotscope::workload::{Flexibility, Job, ReservationRequest, Time};

/// A log of the size of KTH-SP2 (28,489 jobs, 100 processors): jobs on scattered processors, about
/// five bars each, a third of them reservations.
fn synthetic() -> Run {
    let processors = 100usize;
    let mut state = 12345u64;
    let mut draw = move |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let mut free_from: Vec<Time> = vec![0; processors];
    let mut run = Run { platform: vec![processors as u32], ..Run::default() };
    for id in 0..28_489u32 {
        let size = 1 + draw(2 + 14 * u64::from(id % 2 == 0)) as usize;
        let magnitude = 6 + draw(11);
        let length = 60 + draw(1 << magnitude) as Time;
        let mut order: Vec<usize> = (0..processors).collect();
        order.sort_by_key(|&p| (free_from[p] / 600, p * 37 % 101));
        let mut chosen = order[..size].to_vec();
        chosen.sort_unstable();
        let start = chosen.iter().map(|&p| free_from[p]).max().unwrap_or(0);
        let end = start + length;
        let first_bar = run.schedule.bars.len() as u32;
        for &p in &chosen {
            free_from[p] = end;
            match run.schedule.bars.last_mut() {
                Some(bar) if bar.job == id && bar.last_processor + 1 == p as u32 => {
                    bar.last_processor += 1;
                }
                _ => run.schedule.bars.push(Bar {
                    job: id,
                    provider: 0,
                    first_processor: p as u32,
                    last_processor: p as u32,
                    start,
                    end,
                }),
            }
        }
        let reservation = (id % 3 == 0).then_some(ReservationRequest {
            ready: start,
            deadline: end,
            flexibility: Flexibility::Rigid,
            is_listed: false,
        });
        run.jobs.push(Job {
            id: id.into(),
            submit: start,
            processors: size as u32,
            run_time: length,
            requested_time: length,
            logged_wait: Some(0),
            reservation,
            ..Job::default()
        });
        run.schedule.outcomes.push(Outcome {
            status: Status::Done,
            provider: 0,
            allocated: start,
            promised_start: start,
            start,
            end: end - length / 5 * Time::from(id % 3 == 0),
            released: end,
            completion: end,
            first_bar,
            bar_count: run.schedule.bars.len() as u32 - first_bar,
            ..Outcome::UNSEEN
        });
    }
    run
}

fn gantt(criterion: &mut Criterion) {
    let run = synthetic();
    let index = GanttIndex::new(&run);
    println!("{} jobs, {} bars, {} pieces", run.jobs.len(), run.schedule.bars.len(), index.pieces.len());
    let theme = Theme::light();
    let whole = index.whole();
    let mut group = criterion.benchmark_group("gantt");
    group.sample_size(30);
    group.bench_function("index", |bencher| bencher.iter(|| GanttIndex::new(&run)));
    let windows = [
        ("whole log", whole),
        ("a month", whole.zoom_time(10.0, 0.5, &whole)),
        ("a day", whole.zoom_time(300.0, 0.5, &whole)),
    ];
    for (scale, size) in [(1.0, (1400, 700)), (2.0, (2800, 1400))] {
        for (name, window) in windows {
            let mut raster = Raster::new();
            let mut pixels = vec![0; size.0 * size.1 * 4];
            let options = RasterOptions::plain(&theme, scale);
            group.bench_function(format!("{name}, {} x {}", size.0, size.1), |bencher| {
                bencher.iter(|| raster.draw(&index, &window, &options, size, &mut pixels));
            });
        }
    }
    point(&mut group, &index, &whole);
    group.finish();
}

fn point(
    group: &mut criterion::BenchmarkGroup<criterion::measurement::WallTime>,
    index: &GanttIndex,
    whole: &Viewport,
) {
    group.bench_function("job under the pointer", |bencher| {
        bencher.iter(|| hit::job_at(index, whole, (1400.0, 700.0), (1200.0, 333.0)));
    });
}

criterion_group!(benches, gantt);
criterion_main!(benches);
