//! Estimates the needs of a school of a given size from the measurements: disk in proportion to its people;
//! memory and processors as of the large school.

use crate::places::Engine;
use crate::stats::number;

/// The disk usage of one loaded school.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    pub engine: Engine,
    pub users: i64,
    pub megabytes: f64,
}

impl Measured {
    /// Megabytes for this many people who buy and learn as much as those of the loaded school.
    fn megabytes_for(&self, people: i64) -> f64 {
        self.megabytes * number(people) / number(self.users)
    }
}

/// The table that `docs/operations.md` refers to.
pub fn table(measured: &[Measured]) -> String {
    let names: Vec<&str> = measured.iter().map(|one| one.engine.name()).collect();
    let rows = [500, 5_000, 50_000].map(|people| {
        let cells: Vec<String> =
            measured.iter().map(|one| format!("{:.0} MB", one.megabytes_for(people).max(1.0))).collect();
        format!("| {people} people | {} | 256 MB | {} |\n", cells.join(" | "), processors(people))
    });
    format!(
        "### Sizing\n\n\
         Disk of the database for people who each bought four times and opened forty lessons, as in the loaded school;\n\
         uploaded files, copies and, on PostgreSQL, the log of changes come on top. Memory is the program's own.\n\n\
         | school | {} | memory | processors |\n| --- | {}--: | --: |\n{}",
        names.join(" | "),
        "--: | ".repeat(measured.len()),
        rows.concat()
    )
}

/// One processor is enough on ordinary days; a second one keeps sign-ins from slowing readers down.
const fn processors(people: i64) -> i64 {
    if people < 5_000 { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_of_the_people_need_a_tenth_of_the_disk() {
        let measured = [
            Measured { engine: Engine::Sqlite, users: 50_000, megabytes: 1_000.0 },
            Measured { engine: Engine::Postgres, users: 50_000, megabytes: 2_000.0 },
        ];
        let table = table(&measured);
        assert!(table.contains("| school | SQLite | PostgreSQL | memory | processors |"));
        assert!(table.contains("| 5000 people | 100 MB | 200 MB | 256 MB | 2 |"));
        assert!(table.contains("| 50000 people | 1000 MB | 2000 MB |"));
    }
}
