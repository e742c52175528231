//! The trees of a search; subtrees that it does not visit are drawn as triangles.

use super::colour_of;
use crate::prelude::*;
use scheduling::availability::idle_periods::steps::Mark;

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its label: its median, or the time of a leaf.
    pub label: String,
    /// How many leaves it has.
    pub size: u32,
    /// Whether the search has looked at it.
    pub visited: bool,
    /// Whether the search is at it.
    pub current: bool,
    /// The mark that the search has set on its whole subtree, if any.
    pub marked: Option<Mark>,
    /// Its children.
    pub below: Below,
}

/// The children of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Below {
    /// Nothing: it is a leaf.
    Leaf,
    /// A part that the search does not visit.
    Hidden,
    /// Its left side and its right.
    Sides(Box<[Node; 2]>),
}

/// The content of the picture: trees, one beneath the other, each with its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeView {
    /// Their names and roots.
    pub trees: Vec<(String, Node)>,
}

/// The height of a level, of the name above a tree, and of a node, in CSS pixels.
const LEVEL: f64 = 44.0;
const NAME: f64 = 26.0;
const NODE: f64 = 20.0;

/// The width of an unvisited subtree, in leaves.
const HIDDEN: f64 = 1.4;

/// The width of a letter, about.
const LETTER: f64 = 6.8;

impl Node {
    fn width(&self) -> f64 {
        match &self.below {
            Below::Leaf => 1.0,
            Below::Hidden => HIDDEN,
            Below::Sides(sides) => sides.iter().map(Self::width).sum(),
        }
    }

    fn levels(&self) -> usize {
        match &self.below {
            Below::Leaf => 1,
            Below::Hidden => 2,
            Below::Sides(sides) => 1 + sides.iter().map(Self::levels).max().unwrap_or(0),
        }
    }
}

/// A height that shows all levels.
pub fn tree_height(view: &TreeView) -> u32 {
    let trees = view.trees.iter().map(|(_, root)| height_of(root));
    (trees.sum::<f64>() + 24.0) as u32
}

fn height_of(root: &Node) -> f64 {
    NAME + root.levels() as f64 * LEVEL
}

/// Draws the picture.
pub fn draw(backend: &mut dyn Surface, frame: Frame, theme: &Theme, view: &TreeView, captions: &Captions) -> Drawn {
    let mut pen = Pen::new(backend, frame, theme);
    let area = begin(&mut pen, frame.area(), captions)?;
    if view.trees.is_empty() || area.width < 60.0 {
        return pen.nothing(area, "The slot has no tree: no server is idle in it.");
    }
    let mut top = area.top;
    for (name, root) in &view.trees {
        let style = Lettering::new(12.5, theme.text).bold();
        pen.text(name, (area.left, top + NAME / 2.0), style)?;
        let unit = area.width / root.width();
        let room = Area { top: top + NAME, ..area };
        draw_node(&mut pen, room, unit, root)?;
        top += height_of(root);
    }
    Ok(())
}

/// The picture as an SVG document.
pub fn tree_svg(frame: Frame, theme: &Theme, view: &TreeView, captions: &Captions) -> String {
    let names = view.trees.iter().map(|(name, root)| format!("{name}, {} leaves", root.size));
    let description = format!("Trees: {}. {}", names.collect::<Vec<_>>().join("; "), captions.subtitle);
    svg(frame, &captions.title, &description, |target, frame| draw(target, frame, theme, view, captions))
}

/// Draws a node at the top of its room, in the middle, and its subtree below it: first the lines, so nodes
/// cover them.
fn draw_node(pen: &mut Pen, room: Area, unit: f64, node: &Node) -> Drawn {
    let (x, y) = (room.left + room.width / 2.0, room.top + NODE / 2.0);
    match &node.below {
        Below::Leaf => {}
        Below::Hidden => draw_hidden(pen, (x, y), unit, node)?,
        Below::Sides(sides) => {
            let mut left = room.left;
            for side in sides.iter() {
                let width = side.width() * unit;
                let below = Area { left, width, top: room.top + LEVEL, height: room.height - LEVEL };
                let to = (left + width / 2.0, below.top + NODE / 2.0);
                let (colour, thick) = match (side.marked, side.visited) {
                    (Some(mark), _) => (colour_of(mark, pen.theme), 3.0),
                    (None, true) => (pen.theme.text, 2.0),
                    (None, false) => (pen.theme.axis, 1.0),
                };
                pen.path(&[(x, y), to], colour, thick)?;
                draw_node(pen, below, unit, side)?;
                left += width;
            }
        }
    }
    draw_box(pen, (x, y), unit, node)
}

/// A triangle with the number of leaves in it.
fn draw_hidden(pen: &mut Pen, (x, y): (f64, f64), unit: f64, node: &Node) -> Drawn {
    let half = (HIDDEN * unit * 0.45).min(30.0);
    let bottom = y + LEVEL - 2.0;
    let colour = colour_of(node.marked.unwrap_or_default(), pen.theme);
    pen.polygon(&[(x, y), (x - half, bottom), (x + half, bottom)], colour, 1.0)?;
    let style = Lettering::new(11.0, pen.theme.text).centred();
    pen.text(&node.size.to_string(), (x, bottom - 9.0), style)
}

/// The node itself: its label in a box, or a dot where there is no room for it.
fn draw_box(pen: &mut Pen, (x, y): (f64, f64), unit: f64, node: &Node) -> Drawn {
    let theme = pen.theme;
    let ground = node.marked.map(|it| colour_of(it, theme));
    let edge = match (node.current, node.visited) {
        (true, _) => theme.highlight,
        (false, true) => theme.text,
        (false, false) => theme.axis,
    };
    let width = node.label.chars().count() as f64 * LETTER + 10.0;
    if width > unit * node.width() && !node.current {
        return pen.dot((x, y), 4.0, ground.unwrap_or(edge));
    }
    let area = Area { left: x - width / 2.0, top: y - NODE / 2.0, width, height: NODE };
    let thick = if node.current { 2.5 } else { 1.0 };
    pen.fill(area, ground.unwrap_or(theme.panel), 1.0)?;
    let (x0, y0, x1, y1) = (area.left, area.top, area.right(), area.bottom());
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)];
    pen.path(&corners, edge, thick)?;
    let style = Lettering::new(11.5, theme.text).centred();
    pen.text(&node.label, (x, y), style)
}
