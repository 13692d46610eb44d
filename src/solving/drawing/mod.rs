//! Boards as SVG pictures: a position, an analysed position, or a whole game that moves. The SVG file of a game defines its board and its pieces, in the
//! forms and colours of the page (`src/page/boards`).

use crate::board::rows;
use puzzle::markup::escaped;
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::fmt::Write;

/// How the positions of a game are drawn. The centre of the first cell is (0, 0), and a step is 10.
pub struct Drawing {
    /// The board, and the pieces, which are defined in it by their letters.
    board: &'static str,
    /// Whether a move goes from one square to another, which is drawn.
    has_trace: bool,
    columns: u16,
    rows: u16,
    /// From the centres of the outer cells to the edge.
    margin: f64,
}

pub fn of(game: &str) -> Option<Drawing> {
    match game {
        Knights::NAME => Some(Drawing { board: include_str!("knights.svg"), has_trace: true, columns: 9, rows: 9, margin: 10.5 }),
        ConnectFour::NAME => Some(Drawing { board: include_str!("connect-four.svg"), has_trace: false, columns: 7, rows: 6, margin: 7.0 }),
        TicTacToe::NAME => Some(Drawing { board: include_str!("tic-tac-toe.svg"), has_trace: false, columns: 3, rows: 3, margin: 7.0 }),
        _ => None,
    }
}

/// Heights of a line of text below a board, and widths of a character.
const LINE: f64 = 5.0;
const CHARACTER: f64 = 1.8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// From the left, from 0.
    pub column: usize,
    /// From the top, from 0.
    pub row: usize,
    /// What stands there: the letter of the position line.
    pub letter: char,
}

fn pieces(position: &str) -> impl Iterator<Item = Piece> {
    let in_row = |(row, cells): (usize, Vec<char>)| {
        let cells = cells.into_iter().enumerate().filter(|(_, letter)| *letter != '.');
        cells.map(move |(column, letter)| Piece { column, row, letter })
    };
    rows(position).into_iter().enumerate().flat_map(in_row)
}

impl Drawing {
    /// The beginning of a picture with room for some lines of text of at most `characters` below the board.
    fn head(&self, title: Option<&str>, lines: f64, characters: usize) -> String {
        let Drawing { board, margin, .. } = self;
        let [width, height] = [self.columns, self.rows].map(|cells| 10.0 * f64::from(cells - 1) + 2.0 * margin);
        let (width, height) = (width.max(characters as f64 * CHARACTER), height + lines * LINE);
        let title = title.map_or(String::new(), |title| format!("<title>{}</title>", escaped(title)));
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{margin} -{margin} {width} {height}\">\n{title}{board}")
    }

    fn placed(position: &str) -> String {
        let placed = |piece: Piece| format!("<g transform=\"translate({})\"><use href=\"#{}\"/></g>", place(piece), piece.letter);
        pieces(position).map(placed).collect()
    }

    /// A position, and the move that led to it.
    pub fn position(&self, title: &str, position: &str, last: Option<&str>) -> String {
        let trace = last.filter(|_| self.has_trace).and_then(trace).unwrap_or_default();
        self.head(Some(title), 0.0, 0) + &trace + &Self::placed(position) + "</svg>\n"
    }

    /// A position with a text below each column, or none, and a caption, but without a title.
    pub fn captioned(&self, position: &str, below: &[(usize, String)], caption: &str) -> String {
        let edge = 10.0 * f64::from(self.rows - 1) + self.margin;
        let lines = if below.is_empty() { 1.0 } else { 2.0 };
        let text = |(column, text): &(usize, String)| {
            format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{text}</text>\n", 10 * column, edge + 0.8 * LINE)
        };
        format!(
            "{}{}<g font-family=\"system-ui, sans-serif\" font-size=\"3.4\">\n{}<text x=\"-{}\" y=\"{}\">{}</text></g>\n</svg>\n",
            self.head(None, lines, caption.chars().count()),
            Self::placed(position),
            below.iter().map(text).collect::<String>(),
            self.margin,
            edge + (lines - 0.2) * LINE,
            escaped(caption)
        )
    }

    /// An endless animation of a game; each position is shown for this time.
    pub fn game(&self, title: &str, positions: &[&str], seconds_each: f64) -> String {
        let mut svg = self.head(Some(title), 0.0, 0);
        // The last position is shown three times as long.
        let beats = positions.len() as f64 + 2.0;
        let whole = beats * seconds_each;
        for way in ways(positions) {
            let (mut times, mut places) = (String::from("0"), place(way.first));
            for (ply, piece) in &way.moves {
                let (from, until) = (*ply as f64 / beats, (*ply as f64 + MOVEMENT_SHARE) / beats);
                let before = places.rsplit(';').next().unwrap_or_default().to_string();
                let _ = write!(times, ";{from:.5};{until:.5}");
                let _ = write!(places, ";{before};{}", place(*piece));
            }
            let _ = write!(svg, "<g transform=\"translate({})\">", place(way.first));
            if !way.moves.is_empty() {
                let last = places.rsplit(';').next().unwrap_or_default().to_string();
                let _ = write!(
                    svg,
                    "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{whole}s\" repeatCount=\"indefinite\" \
                     keyTimes=\"{times};1\" values=\"{places};{last}\"/>"
                );
            }
            let come = (way.come > 0).then_some((way.come as f64, "0;1"));
            let gone = way.gone.map(|gone| (gone as f64 + MOVEMENT_SHARE, "1;0"));
            for (at, values) in [come, gone].into_iter().flatten() {
                let _ = write!(
                    svg,
                    "<animate attributeName=\"opacity\" dur=\"{whole}s\" repeatCount=\"indefinite\" calcMode=\"discrete\" \
                     keyTimes=\"0;{:.5}\" values=\"{values}\"/>",
                    at / beats
                );
            }
            let _ = write!(svg, "<use href=\"#{}\"/></g>", way.first.letter);
        }
        svg + "</svg>\n"
    }
}

/// The share of a position's time that the movement takes.
const MOVEMENT_SHARE: f64 = 0.3;

/// Where the move `B9-A7` begins and ends; a pass has no such places.
fn moved(text: &str) -> Option<[(usize, usize); 2]> {
    let place = |square: &str| {
        let [column @ b'A'..=b'I', row @ b'1'..=b'9'] = square.as_bytes() else { return None };
        Some((10 * usize::from(column - b'A'), 10 * usize::from(row - b'1')))
    };
    let (from, to) = text.split_once('-')?;
    Some([place(from)?, place(to)?])
}

/// A move as a ring, a line and a ring.
fn trace(text: &str) -> Option<String> {
    let [(x1, y1), (x2, y2)] = moved(text)?;
    Some(format!(
        "<g fill=\"none\" stroke=\"#b3301a\"><path d=\"M{x1} {y1}L{x2} {y2}\" stroke-width=\".9\" opacity=\".8\"/>\
         <circle cx=\"{x1}\" cy=\"{y1}\" r=\"3\" fill=\"#a9cdb9\" stroke-width=\".7\" stroke-dasharray=\"1.3 .8\"/>\
         <circle cx=\"{x2}\" cy=\"{y2}\" r=\"5.8\" stroke-width=\"1.2\"/></g>"
    ))
}

fn place(piece: Piece) -> String {
    format!("{} {}", piece.column * 10, piece.row * 10)
}

/// The path of one piece through a game.
struct PiecePath {
    first: Piece,
    moves: Vec<(usize, Piece)>,
    last: Piece,
    gone: Option<usize>,
    /// The position in which it appeared; 0 for the first.
    come: usize,
}

/// The paths of all pieces. A piece moves if its kind left one square and appeared on another.
fn ways(positions: &[&str]) -> Vec<PiecePath> {
    let mut all = positions.iter().enumerate().map(|(ply, position)| (ply, pieces(position).collect::<Vec<_>>()));
    let Some((_, first)) = all.next() else { return Vec::new() };
    let mut ways: Vec<PiecePath> =
        first.into_iter().map(|first| PiecePath { first, moves: Vec::new(), last: first, gone: None, come: 0 }).collect();
    for (ply, now) in all {
        let mut come: Vec<Piece> =
            now.iter().filter(|piece| !ways.iter().any(|way| way.gone.is_none() && way.last == **piece)).copied().collect();
        for way in ways.iter_mut().filter(|way| way.gone.is_none() && !now.contains(&way.last)) {
            match come.iter().position(|piece| piece.letter == way.last.letter) {
                Some(at) => {
                    way.last = come.swap_remove(at);
                    way.moves.push((ply, way.last));
                }
                None => way.gone = Some(ply),
            }
        }
        ways.extend(come.into_iter().map(|first| PiecePath { first, moves: Vec::new(), last: first, gone: None, come: ply }));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "9/9/9/4n4/2N6/9/9/9/9 w 0";
    const TAKEN: &str = "9/9/9/4N4/9/9/9/9/9 b 1";

    #[test]
    fn a_piece_that_is_taken_goes_and_one_that_moves_stays_itself() {
        let ways = ways(&[START, TAKEN]);
        let drawn: Vec<_> = ways.iter().map(|way| (way.first.letter, way.moves.len(), way.gone)).collect();
        assert_eq!(drawn, [('n', 0, Some(1)), ('N', 1, None)]);
    }

    #[test]
    fn a_stone_comes_and_stays_where_it_was_set() {
        for (game, first, second) in
            [("tic-tac-toe", "3/3/3 w 0", "3/1X1/3 b 1"), ("connect-four", "7/7/7/7/7/3X3 b 1", "7/7/7/7/3O3/3X3 w 2")]
        {
            let come: Vec<_> = ways(&[first, second]).into_iter().filter(|way| way.come == 1).collect();
            assert_eq!((come.len(), come[0].moves.len(), come[0].gone), (1, 0, None), "{game}");
            let drawing = of(game).expect("a drawing");
            assert!(drawing.game("", &[first, second], 0.8).contains("values=\"0;1\""), "{game}");
            assert!(drawing.position("", second, None).contains("<g transform"), "{game}");
        }
    }

    #[test]
    fn every_game_has_a_drawing() {
        assert!(rules::Catalogue::ALL.games().all(|game| of(game.name()).is_some()));
    }

    #[test]
    fn names_do_not_become_markup() {
        let drawing = of("knights").expect("a drawing");
        let svg = drawing.position("<script>alert(1)</script>\u{1}&", START, Some("C5-E4"));
        assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script") && !svg.contains('\u{1}'), "{svg}");
        assert_eq!(svg.matches("<use ").count(), 2);
        assert!(drawing.game("", &[START, TAKEN], 0.8).contains("animateTransform"));
    }
}
