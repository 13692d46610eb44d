//! Boards as PNG pictures, for sites that show links and take no SVG: polygons with smooth edges, encoded by the [PNG
//! specification](https://www.w3.org/TR/png-3/). Without letters, which would need a font.

use super::{Piece, moved, pieces};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use rules::{ConnectFour, Knights, Position, TicTacToe};
use std::f32::consts::TAU;
use std::io::Write;

/// The size that sites recommend, in pixels.
const SIZE: (usize, usize) = (1200, 630);
/// Samples of a pixel from top to bottom; from left to right the cover is exact.
const SAMPLES: usize = 4;

type Colour = [u8; 3];
const PAPER: Colour = [0x0e, 0x17, 0x14];
const BOARD: Colour = [0xa9, 0xcd, 0xb9];
const BAND: Colour = [0x8f, 0xbd, 0xa5];
const LINE: Colour = [0x4f, 0x82, 0x69];
const TRACE: Colour = [0xb3, 0x30, 0x1a];
const WHITE: Colour = [0xff, 0xfd, 0xf6];
const BLACK: Colour = [0x16, 0x21, 0x1d];
const CREAM: Colour = [0xf3, 0xea, 0xd2];

/// The head of a knight, from its first point on: cubic Bézier curves of two control points and an end.
const KNIGHT: [[(f32, f32); 3]; 10] = [
    [(30., 89.), (80., 89.), (80., 89.)],
    [(84., 62.), (80., 30.), (56., 19.)],
    [(56., 19.), (55., 7.), (55., 7.)],
    [(55., 7.), (45., 17.), (45., 17.)],
    [(36., 20.), (32., 25.), (29., 33.)],
    [(25., 42.), (19., 49.), (14., 57.)],
    [(11., 62.), (13., 68.), (18., 70.)],
    [(22., 72.), (26., 71.), (29., 67.)],
    [(34., 66.), (40., 64.), (46., 59.)],
    [(46., 68.), (32., 72.), (30., 89.)],
];

type Polygon = Vec<(f32, f32)>;

fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Polygon {
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// A regular polygon with this many corners; a circle, if there are many.
fn regular(corners: u8, radius: f32, (x, y): (f32, f32)) -> Polygon {
    let corner = |at: u8| (TAU * (f32::from(at) + 0.5) / f32::from(corners)).sin_cos();
    (0..corners).map(corner).map(|(sin, cos)| (x + radius * cos, y + radius * sin)).collect()
}

/// The head of a knight around (x, y), of which a unit has the length `scale`: negative, if it looks to the right.
fn knight((x, y): (f32, f32), scale: f32) -> Polygon {
    let mut points = Vec::new();
    let mut from = (30., 89.);
    for [one, other, to] in KNIGHT {
        for step in 1..=8u8 {
            let (t, u) = (f32::from(step) / 8., 1. - f32::from(step) / 8.);
            let of = |a: f32, b: f32, c: f32, d: f32| u * u * u * a + 3. * u * u * t * b + 3. * u * t * t * c + t * t * t * d;
            points.push((of(from.0, one.0, other.0, to.0), of(from.1, one.1, other.1, to.1)));
        }
        from = to;
    }
    points.into_iter().map(|(px, py)| (x + scale * (px - 50.), y + scale.abs() * (py - 50.))).collect()
}

/// A picture under construction, in the units of the board, whose step is 10.
struct Canvas {
    pixels: Vec<Colour>,
    scale: f32,
    left: f32,
    top: f32,
}

impl Canvas {
    /// A board of this many columns and rows, and a margin, in the middle of the picture.
    fn new(columns: u8, rows: u8, margin: f32) -> Canvas {
        let (width, height) = (10. * f32::from(columns - 1) + 2. * margin, 10. * f32::from(rows - 1) + 2. * margin);
        let scale = (SIZE.1 as f32 - 30.) / height;
        let left = (SIZE.0 as f32 - scale * width) / 2. + scale * margin;
        let mut canvas = Canvas { pixels: vec![PAPER; SIZE.0 * SIZE.1], scale, left, top: 15. + scale * margin };
        canvas.fill(&rectangle(-margin, -margin, width - margin, height - margin), BOARD);
        canvas
    }

    /// Fills a polygon by the even-odd rule.
    fn fill(&mut self, polygon: &[(f32, f32)], colour: Colour) {
        let points: Polygon = polygon.iter().map(|(x, y)| (self.left + self.scale * x, self.top + self.scale * y)).collect();
        let bound = |value: f32, most: usize| value.clamp(0., most as f32) as usize;
        let top = points.iter().map(|point| point.1).fold(f32::MAX, f32::min);
        let bottom = points.iter().map(|point| point.1).fold(f32::MIN, f32::max);
        for row in bound(top, SIZE.1)..bound(bottom.ceil(), SIZE.1) {
            let mut cover = vec![0.; SIZE.0];
            for sample in 0..SAMPLES {
                let y = row as f32 + (sample as f32 + 0.5) / SAMPLES as f32;
                let edges = points.iter().zip(points.iter().cycle().skip(1));
                let crossed = edges.filter(|(from, to)| (from.1 <= y) != (to.1 <= y));
                let mut at: Vec<f32> = crossed.map(|(from, to)| from.0 + (y - from.1) / (to.1 - from.1) * (to.0 - from.0)).collect();
                at.sort_by(f32::total_cmp);
                for span in at.chunks_exact(2) {
                    for (x, cover) in cover.iter_mut().enumerate().take(bound(span[1].ceil(), SIZE.0)).skip(bound(span[0], SIZE.0)) {
                        *cover += (span[1].min(x as f32 + 1.) - span[0].max(x as f32)).max(0.) / SAMPLES as f32;
                    }
                }
            }
            for (pixel, cover) in self.pixels[row * SIZE.0..].iter_mut().zip(cover) {
                for (old, new) in pixel.iter_mut().zip(colour) {
                    *old = (f32::from(*old) + cover * (f32::from(new) - f32::from(*old))).round() as u8;
                }
            }
        }
    }

    fn line(&mut self, (x1, y1): (f32, f32), (x2, y2): (f32, f32), width: f32, colour: Colour) {
        let length = (x2 - x1).hypot(y2 - y1).max(f32::EPSILON);
        let (dx, dy) = (width / 2. * (y2 - y1) / length, width / 2. * (x2 - x1) / length);
        self.fill(&[(x1 + dx, y1 - dy), (x2 + dx, y2 - dy), (x2 - dx, y2 + dy), (x1 - dx, y1 + dy)], colour);
    }

    fn ring(&mut self, at: (f32, f32), radius: f32, width: f32, colour: Colour) {
        let mut both = regular(48, radius + width / 2., at);
        both.push(both[0]);
        both.extend(regular(48, radius - width / 2., at));
        both.push(both[49]);
        self.fill(&both, colour);
    }

    /// The picture as a PNG.
    fn encoded(&self) -> std::io::Result<Vec<u8>> {
        let mut rows = ZlibEncoder::new(Vec::new(), Compression::default());
        for row in self.pixels.chunks(SIZE.0) {
            rows.write_all(&[0])?;
            rows.write_all(row.as_flattened())?;
        }
        let [width, height] = [SIZE.0, SIZE.1].map(|side| (side as u32).to_be_bytes());
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        // Eight bits a channel, three channels.
        for (kind, data) in [(b"IHDR", [&width[..], &height, &[8, 2, 0, 0, 0]].concat()), (b"IDAT", rows.finish()?), (b"IEND", Vec::new())]
        {
            let chunk = [&kind[..], &data].concat();
            let mut sum = Crc::new();
            sum.update(&chunk);
            png.extend((data.len() as u32).to_be_bytes());
            png.extend(chunk);
            png.extend(sum.sum().to_be_bytes());
        }
        Ok(png)
    }
}

/// A position, and the move that led to it, as a PNG.
pub fn png(game: &str, position: &str, last: Option<&str>) -> std::io::Result<Vec<u8>> {
    let mut canvas = match game {
        Knights::NAME => knights_board(last),
        ConnectFour::NAME => {
            let mut canvas = Canvas::new(7, 6, 7.);
            for (column, row) in (0..7u8).flat_map(|column| (0..6u8).map(move |row| (column, row))) {
                canvas.ring((10. * f32::from(column), 10. * f32::from(row)), 4.4, 0.34, LINE);
            }
            canvas
        }
        _ => {
            let mut canvas = Canvas::new(3, 3, 7.);
            for at in [5., 15.] {
                canvas.line((at, -5.), (at, 25.), 0.34, LINE);
                canvas.line((-5., at), (25., at), 0.34, LINE);
            }
            canvas
        }
    };
    for Piece { column, row, letter } in pieces(position) {
        let at = (10. * column as f32, 10. * row as f32);
        let is_white = ['N', 'X'].contains(&letter);
        let colour = if is_white { WHITE } else { BLACK };
        let radius = if game == Knights::NAME { 4.6 } else { 4. };
        if game == TicTacToe::NAME && is_white {
            canvas.line((at.0 - 3., at.1 - 3.), (at.0 + 3., at.1 + 3.), 1.6, colour);
            canvas.line((at.0 - 3., at.1 + 3.), (at.0 + 3., at.1 - 3.), 1.6, colour);
        } else if game == TicTacToe::NAME {
            canvas.ring(at, 2.8, 1.6, colour);
        } else {
            let corners = if is_white { 48 } else { 8 };
            canvas.fill(&regular(corners, radius + 0.4, at), BLACK);
            canvas.fill(&regular(corners, radius, at), colour);
        }
        if game == Knights::NAME && is_white {
            canvas.fill(&knight(at, -0.08), BLACK);
            canvas.fill(&knight(at, -0.069), WHITE);
        } else if game == Knights::NAME {
            canvas.fill(&knight(at, 0.077), CREAM);
        }
    }
    canvas.encoded()
}

fn knights_board(last: Option<&str>) -> Canvas {
    let mut canvas = Canvas::new(9, 9, 7.);
    for y in [0., 80.] {
        canvas.fill(&rectangle(-5.4, y - 5.4, 85.4, y + 5.4), BAND);
    }
    for at in (0..9u8).map(|at| 10. * f32::from(at)) {
        canvas.line((at, 0.), (at, 80.), 0.34, LINE);
        canvas.line((0., at), (80., at), 0.34, LINE);
    }
    if let Some([from, to]) = last.and_then(moved) {
        let [from, to] = [from, to].map(|(x, y)| (x as f32, y as f32));
        canvas.line(from, to, 0.9, TRACE);
        canvas.ring(from, 3., 0.7, TRACE);
        canvas.ring(to, 5.8, 1.2, TRACE);
    }
    canvas
}

#[cfg(test)]
mod tests {
    use super::{BOARD, SIZE, WHITE, png};
    use flate2::read::ZlibDecoder;
    use std::io::Read;

    #[test]
    fn a_picture_has_the_pieces_where_they_stand() {
        let png = png("connect-four", "7/7/7/7/7/3X3 b 1", None).expect("memory has no errors");
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xb0\0\0\x02\x76\x08\x02"));
        let at = png.windows(4).position(|kind| kind == b"IDAT").expect("a chunk");
        let mut rows = Vec::new();
        ZlibDecoder::new(&png[at + 4..]).read_to_end(&mut rows).expect("the rows are compressed");
        assert_eq!(rows.len(), SIZE.1 * (1 + 3 * SIZE.0));
        let pixel = |x: usize, y: usize| &rows[y * (1 + 3 * SIZE.0) + 1 + 3 * x..][..3];
        // The stone in the lowest row of the middle column, and the empty place above it.
        assert_eq!((pixel(600, 549), pixel(600, 455)), (&WHITE[..], &BOARD[..]));
    }
}
