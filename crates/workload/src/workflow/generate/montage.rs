//! Montage.

use super::Shape;

/// Tasks that there are once: one before all others, mConcatFit, mBgModel, mImgtbl, mAdd, mShrink, mJPEG.
const SINGLE: usize = 7;

/// Images are projected, overlapping ones compared, the differences fitted together, the background of every
/// image corrected, and all images added (Berriman et al. 2004, which the paper refers to). Of n images
/// first neighbours overlap, then those two apart, and so on, until there are as many tasks as wanted; a
/// quarter of the tasks are projections. At least three images.
pub(super) fn shape(tasks: usize) -> Shape {
    let images = (tasks.saturating_sub(SINGLE) / 4).max(3);
    let most = images * (images - 1) / 2;
    let overlaps = tasks.saturating_sub(SINGLE + 2 * images).clamp(images - 1, most);
    let pairs = (1..images).flat_map(|apart| (0..images - apart).map(move |it| (it, it + apart)));
    let (project, differ) = (|it: usize| 1 + it, |it: usize| 1 + images + it);
    let concat = differ(overlaps);
    let model = concat + 1;
    let correct = |it: usize| model + 1 + it;
    let table = correct(images);
    let mut edges = Vec::new();
    for (at, (one, other)) in pairs.take(overlaps).enumerate() {
        edges.extend([(project(one), differ(at)), (project(other), differ(at))]);
        edges.push((differ(at), concat));
    }
    edges.push((concat, model));
    for image in 0..images {
        edges.extend([(0, project(image)), (project(image), correct(image))]);
        edges.extend([(model, correct(image)), (correct(image), table)]);
    }
    // mImgtbl, mAdd, mShrink, mJPEG.
    edges.extend((table..table + 3).map(|it| (it, it + 1)));
    (table + 4, edges)
}
