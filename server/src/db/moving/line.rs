//! A row of either engine as a line of text in the format of PostgreSQL's COPY; equal rows of both engines
//! give equal lines.

use std::fmt::Write as _;

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::db::schema::{Column, Kind};

/// Writes the columns of a row in order, each read with the engine's own types.
macro_rules! write_row {
    ($row:expr, $columns:expr, $line:expr) => {{
        $line.clear();
        for (at, column) in $columns.iter().enumerate() {
            if at > 0 {
                $line.push('\t');
            }
            let put = match column.kind {
                Kind::Number => write_cell($row.try_get::<Option<i64>, _>(at), $line),
                Kind::Fraction => write_cell($row.try_get::<Option<f64>, _>(at), $line),
                Kind::Truth => write_cell($row.try_get::<Option<bool>, _>(at), $line),
                Kind::Day => write_cell($row.try_get::<Option<NaiveDate>, _>(at), $line),
                Kind::Instant => write_cell($row.try_get::<Option<DateTime<Utc>>, _>(at), $line),
                Kind::Text => write_cell($row.try_get::<Option<&str>, _>(at), $line),
            };
            put.map_err(|why| format!("{}: {why}", column.name))?;
        }
        $line.push('\n');
        Ok(())
    }};
}

/// Sets `line` to a SQLite row. The error says what PostgreSQL could not store unchanged.
pub(super) fn of_sqlite(row: &SqliteRow, columns: &[Column], line: &mut String) -> Result<(), String> {
    write_row!(row, columns, line)
}

/// Sets `line` to a PostgreSQL row.
pub(super) fn of_postgres(row: &PgRow, columns: &[Column], line: &mut String) -> Result<(), String> {
    write_row!(row, columns, line)
}

/// A value of a line.
trait Cell {
    fn write(&self, line: &mut String) -> Result<(), &'static str>;
}

fn write_cell<T: Cell>(cell: Result<Option<T>, sqlx::Error>, line: &mut String) -> Result<(), String> {
    match cell {
        Ok(Some(cell)) => cell.write(line).map_err(ToOwned::to_owned),
        Ok(None) => {
            line.push_str("\\N");
            Ok(())
        }
        Err(sqlx::Error::ColumnDecode { source, .. }) => Err(source.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

impl Cell for i64 {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        write!(line, "{self}").map_err(|_| "no number")
    }
}

impl Cell for f64 {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        if !self.is_finite() {
            return Err("a fraction that is infinite or no number");
        }
        // The shortest text that is read back as the same number.
        write!(line, "{self}").map_err(|_| "no fraction")
    }
}

impl Cell for bool {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        line.push(if *self { 't' } else { 'f' });
        Ok(())
    }
}

impl Cell for NaiveDate {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        if !(1..=9999).contains(&self.year()) {
            return Err("a day outside the years 1 to 9999");
        }
        write!(line, "{self}").map_err(|_| "no day")
    }
}

impl Cell for DateTime<Utc> {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        if !(1..=9999).contains(&self.year()) {
            return Err("an instant outside the years 1 to 9999");
        }
        // To the microsecond, PostgreSQL's precision.
        write!(line, "{}", self.format("%Y-%m-%d %H:%M:%S%.6f+00")).map_err(|_| "no instant")
    }
}

impl Cell for &str {
    fn write(&self, line: &mut String) -> Result<(), &'static str> {
        for letter in self.chars() {
            match letter {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                '\0' => return Err("a text with the letter U+0000, which PostgreSQL does not keep"),
                other => line.push(other),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(cell: &impl Cell) -> Result<String, &'static str> {
        let mut line = String::new();
        cell.write(&mut line).map(|()| line)
    }

    #[test]
    fn what_would_end_a_line_or_a_column_is_written_around() {
        assert_eq!(written(&"a\tb\nc\rd\\N é 🎓").as_deref(), Ok("a\\tb\\nc\\rd\\\\N é 🎓"));
        assert_eq!(written(&"").as_deref(), Ok(""));
        assert!(written(&"a\0b").is_err());
    }

    #[test]
    fn fractions_are_written_so_that_they_are_read_back_as_they_are() {
        for fraction in [0.0, -1.25, 0.1 + 0.2, f64::MIN_POSITIVE, f64::MAX] {
            assert_eq!(written(&fraction).map(|text| text.parse()), Ok(Ok(fraction)));
        }
        assert!(written(&f64::NAN).is_err() && written(&f64::INFINITY).is_err());
    }

    #[test]
    fn days_and_instants_are_written_as_they_are_or_refused() {
        let day = |text: &str| written(&text.parse::<NaiveDate>().unwrap());
        assert_eq!(day("0001-01-01").as_deref(), Ok("0001-01-01"));
        assert_eq!(day("9999-12-31").as_deref(), Ok("9999-12-31"));
        assert!(day("0000-12-31").is_err());
        assert!(day("+10000-01-01").is_err());
        let instant = |text: &str| written(&text.parse::<DateTime<Utc>>().unwrap());
        let summer = instant("2026-07-01T01:00:00.007+02:00");
        assert_eq!(summer.as_deref(), Ok("2026-06-30 23:00:00.007000+00"));
        let fine = instant("2026-07-01T01:00:00.123456789Z");
        assert_eq!(fine.as_deref(), Ok("2026-07-01 01:00:00.123456+00"));
        assert!(instant("0000-12-31T23:59:59Z").is_err());
    }
}
