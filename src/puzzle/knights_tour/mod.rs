//! Knight's tours: a knight visits every square of a board once.
//!
//! [`solve`] finds one tour by any [`TourMethod`], [`Tours`] enumerates tours and [`count`] counts them; [`hint`] suggests the next square,
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
mod frontier_step;
mod generate;
mod hint;
mod learning;
mod matching;
mod method;
mod restricted_tour;
mod solve;
mod strip;
mod tour;
mod tour_edges;

pub use board::{Chessboard, MAX_SQUARES, MOVES, TourKind, TourProblem, TourSquare};
pub use check::{TourFault, check};
pub use count::{CountResult, count};
pub use depth_first::{MoveOrder, Tours};
pub use draw::{svg, text};
pub use error::{Obstacle, TourError};
pub use existence::NoTour;
pub use generate::generate;
pub use hint::{TourHint, TourReason, hint};
pub use method::TourMethod;
pub use restricted_tour::RestrictedTour;
pub use solve::{exists, solve, solve_restricted, watch};
pub use tour::Tour;
