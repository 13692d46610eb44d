//! Reads an archive line by line, with one line in memory.

use super::archive_error::{ArchiveError, bad};
use crate::Error;
use protocol::{ArchiveLine, json};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use storage::{StorageError, StorageFailure};

/// The longest line, in bytes: all pairings of a round-robin of 100,000 games are one line.
const LINE_BYTES: u64 = 16 << 20;

#[derive(Clone, Copy, Debug)]
pub struct LinePosition {
    /// The line's number, from 1.
    pub number: usize,
    byte: u64,
}

pub struct LineReader<S> {
    source: BufReader<S>,
    next: LinePosition,
    line: Vec<u8>,
}

impl<S: Read + Seek> LineReader<S> {
    pub fn new(source: S) -> LineReader<S> {
        LineReader { source: BufReader::new(source), next: LinePosition { number: 1, byte: 0 }, line: Vec::new() }
    }

    pub fn place(&self) -> LinePosition {
        self.next
    }

    /// The last line, with its line break.
    pub fn text(&self) -> &[u8] {
        &self.line
    }

    pub fn go(&mut self, place: LinePosition) -> Result<(), Error> {
        self.source.seek(SeekFrom::Start(place.byte)).map_err(unreadable)?;
        self.next = place;
        Ok(())
    }

    /// The next line and its number; none after the last.
    pub fn read(&mut self) -> Result<Option<(usize, ArchiveLine)>, Error> {
        self.line.clear();
        let bytes = self.source.by_ref().take(LINE_BYTES + 1).read_until(b'\n', &mut self.line).map_err(unreadable)? as u64;
        let number = self.next.number;
        if bytes == 0 {
            return Ok(None);
        }
        if bytes > LINE_BYTES {
            return Err(bad(number, ArchiveError::LongLine { most: LINE_BYTES }));
        }
        self.next = LinePosition { number: number + 1, byte: self.next.byte + bytes };
        Ok(Some((number, parsed(number, &self.line)?)))
    }
}

/// Not generic: it is compiled once, not for every source.
fn parsed(number: usize, line: &[u8]) -> Result<ArchiveLine, Error> {
    json::from_bytes(line).map_err(|why| match number {
        1 => bad(1, ArchiveError::NoArchive),
        _ if !line.ends_with(b"\n") => bad(number, ArchiveError::BreaksOff),
        _ => bad(number, why),
    })
}

fn unreadable(error: io::Error) -> Error {
    StorageError::unavailable(StorageFailure::ArchiveNotRead, error).into()
}

#[test]
fn an_endless_line_is_refused() {
    let endless = io::Cursor::new(vec![b' '; LINE_BYTES as usize + 2]);
    let refused = LineReader::new(endless).read().expect_err("too long").to_string();
    assert!(refused.contains("at most 16777216 bytes"), "{refused}");
}

#[test]
fn reading_resumes_at_a_place() {
    let header = r#"{"archive":"header","kind":"k","version":1,"name":"n","created_ms":0}"#;
    let mut lines = LineReader::new(io::Cursor::new(format!("{header}\n{}\n{header}\n", header.replace("\"n\"", "\"second\""))));
    lines.read().expect("a line");
    let second = lines.place();
    let read = |lines: &mut LineReader<_>| lines.read().map(|line| line.map(|(number, _)| number)).expect("a line or none");
    assert_eq!([read(&mut lines), read(&mut lines), read(&mut lines)], [Some(2), Some(3), None]);
    lines.go(second).expect("in memory");
    assert_eq!(read(&mut lines), Some(2));
    assert!(lines.text().windows(6).any(|word| word == b"second") && lines.text().ends_with(b"\n"));
}
