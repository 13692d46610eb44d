//! Knight's tours: a knight visits every square of a board once.
//!
//! [`solve`] finds one tour by any [`Method`], [`Tours`] enumerates tours and [`count`] counts them; [`hint`] suggests the next square,
//! [`generate`] generates boards. A board or a start without a tour gets the reason. Every tour has passed [`check`].

mod board;
mod breadth_first;
mod check;
mod construction;
mod count;
mod depth_first;
mod draw;
mod error;
mod existence;
mod field;
mod frontier_step;
mod generate;
mod groups;
mod half;
mod hint;
mod join;
mod learning;
mod matching;
mod meter;
mod method;
mod solve;
mod strip;
mod tour;
mod tour_edges;

pub use board::{Chessboard, MAX_SQUARES, MOVES, Problem, Square, TourKind};
pub use check::{Flaw, check};
pub use count::{Counted, Share, count, count_share};
pub use depth_first::{Order, Tours};
pub use draw::{svg, text};
pub use error::{Error, Obstacle};
pub use existence::NoTour;
pub use field::Field;
pub use generate::generate;
pub use hint::{Because, Hint, hint};
pub use method::Method;
pub use solve::{exists, solve, solve_field, watch};
pub use tour::Tour;
