//! Fills a school that `preau demo` has created with as many courses, people, sales and views as requested.
//!
//! The database generates the rows by arithmetic on their numbers: the same statements for both engines, the
//! same rows every time. `preau doctor` must report no problem.

mod content;
mod people;
mod sales;

use std::time::{Duration, Instant};

use chrono::{Datelike as _, Days, NaiveTime};

use crate::clock;
use crate::database::Database;
use crate::error::{Result, because};

/// Accounts without a reservation, the last among the people: the buyers of the measurements.
pub const BUYERS: i64 = 64;

/// The size of the school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub courses: i64,
    pub users: i64,
    pub reservations: i64,
    pub views: i64,
}

impl Size {
    /// A size in thousandths of 2,000 courses, 50,000 users, 200,000 reservations and 2,000,000 lesson views.
    pub const fn of(thousandths: i64) -> Self {
        Self {
            courses: 2 * thousandths,
            users: 50 * thousandths,
            reservations: 200 * thousandths,
            views: 2_000 * thousandths,
        }
    }
}

/// The highest numbers in use before loading.
#[derive(Clone, Copy, Debug)]
struct After {
    courses: i64,
    modules: i64,
    chapters: i64,
    lessons: i64,
    users: i64,
    reservations: i64,
    payments: i64,
    subscriptions: i64,
    refunds: i64,
    invoices: i64,
}

impl After {
    async fn read(db: &mut Database) -> Result<Self> {
        Ok(Self {
            courses: db.number("SELECT COALESCE(MAX(id), 0) FROM courses", &[]).await?,
            modules: db.number("SELECT COALESCE(MAX(id), 0) FROM modules", &[]).await?,
            chapters: db.number("SELECT COALESCE(MAX(id), 0) FROM chapters", &[]).await?,
            lessons: db.number("SELECT COALESCE(MAX(id), 0) FROM lessons", &[]).await?,
            users: db.number("SELECT COALESCE(MAX(id), 0) FROM users", &[]).await?,
            reservations: db.number("SELECT COALESCE(MAX(id), 0) FROM reservations", &[]).await?,
            payments: db.number("SELECT COALESCE(MAX(id), 0) FROM payments", &[]).await?,
            subscriptions: db.number("SELECT COALESCE(MAX(id), 0) FROM subscriptions", &[]).await?,
            refunds: db.number("SELECT COALESCE(MAX(id), 0) FROM refunds", &[]).await?,
            invoices: db.number("SELECT COALESCE(MAX(id), 0) FROM invoices", &[]).await?,
        })
    }
}

/// Statements slower than this are reported, to show progress.
const WORTH_TELLING: Duration = Duration::from_secs(2);

/// A statement with its name, for errors, and its parameters.
struct Step(&'static str, &'static str, Vec<i64>);

/// Loads the school in one transaction.
pub async fn load(db: &mut Database, size: Size) -> Result<()> {
    begin(db).await?;
    let dropped = if db.is_sqlite() { triggers(db).await? } else { Vec::new() };
    let after = After::read(db).await?;
    prepare(db, size).await?;
    let steps = content::steps(size, &after).into_iter();
    for Step(what, sql, values) in steps.chain(people::steps(size, &after)).chain(sales::steps(size, &after))
    {
        let begun = Instant::now();
        db.execute(sql, &values).await.map_err(|error| because(what, error))?;
        if begun.elapsed() > WORTH_TELLING {
            println!("  {what}: {:.0} s", begun.elapsed().as_secs_f64());
        }
    }
    db.execute(CHANGES, &[]).await?;
    db.execute("UPDATE change_counter SET last = (SELECT MAX(seq) FROM changes)", &[]).await?;
    for trigger in dropped {
        db.execute_text(trigger).await?;
    }
    finish(db).await
}

/// Names of the triggers that record every row of content as a change. Loaded rows are recorded at the end,
/// in one statement.
async fn triggers(db: &mut Database) -> Result<Vec<String>> {
    const NAMES: &str = "SELECT name FROM sqlite_master WHERE type = 'trigger'";
    const TEXTS: &str = "SELECT sql FROM sqlite_master WHERE type = 'trigger'";
    let texts = db.texts(TEXTS).await?;
    for name in db.texts(NAMES).await? {
        db.execute_text(format!("DROP TRIGGER {name}")).await?;
    }
    Ok(texts)
}

async fn begin(db: &mut Database) -> Result<()> {
    if db.is_sqlite() {
        for pragma in
            ["PRAGMA synchronous = OFF", "PRAGMA cache_size = -400000", "PRAGMA temp_store = MEMORY"]
        {
            db.execute(pragma, &[]).await?;
        }
        return db.execute("BEGIN IMMEDIATE", &[]).await;
    }
    db.execute("SET session_replication_role = replica", &[]).await?;
    db.execute("SET synchronous_commit = off", &[]).await?;
    db.execute("BEGIN", &[]).await
}

/// Days for dating rows: future ones negative, past ones positive.
const DAYS: std::ops::RangeInclusive<i64> = -560..=730;

const NAMES: &str = "
    INSERT INTO names (n, first, last) VALUES
    (0, 'Camille', 'Moreau'), (1, 'Louis', 'Garnier'), (2, 'Jeanne', 'Lambert'), (3, 'Malo', 'Chevalier'),
    (4, 'Ines', 'Robin'), (5, 'Hugo', 'Faure'), (6, 'Alma', 'Rousseau'), (7, 'Jules', 'Blanc'),
    (8, 'Agathe', 'Guerin'), (9, 'Marius', 'Muller'), (10, 'Rose', 'Henry'), (11, 'Sacha', 'Roussel'),
    (12, 'Nina', 'Perrin'), (13, 'Paul', 'Morin'), (14, 'Lina', 'Mathieu'), (15, 'Oscar', 'Clement')";

/// Creates the tables of numbers and days, and of the rows of the demo school that the new courses refer to.
async fn prepare(db: &mut Database, size: Size) -> Result<()> {
    let most = size.reservations.max(12 * size.courses);
    db.execute("CREATE TEMP TABLE numbers (i BIGINT PRIMARY KEY)", &[]).await?;
    db.execute(
        "INSERT INTO numbers (i) WITH RECURSIVE c(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM c
         WHERE i < $1) SELECT i FROM c",
        &[most],
    )
    .await?;
    db.execute("CREATE TEMP TABLE names (n BIGINT PRIMARY KEY, first TEXT, last TEXT)", &[]).await?;
    db.execute(NAMES, &[]).await?;
    for table in [
        "CREATE TEMP TABLE tongues AS SELECT ROW_NUMBER() OVER (ORDER BY id) - 1 AS n, id, name FROM languages",
        "CREATE TEMP TABLE ranks AS SELECT ROW_NUMBER() OVER (ORDER BY id) - 1 AS n, id, name FROM levels",
        "CREATE TEMP TABLE staff AS SELECT ROW_NUMBER() OVER (ORDER BY id) - 1 AS n, id FROM teachers",
        "CREATE TEMP TABLE moments (n BIGINT PRIMARY KEY, day DATE, at TIMESTAMPTZ, paid TIMESTAMPTZ, year BIGINT)",
    ] {
        db.execute(table, &[]).await?;
    }
    let today = clock::now().date_naive();
    for ago in DAYS {
        let back = Days::new(ago.unsigned_abs());
        let day = if ago < 0 { today.checked_add_days(back) } else { today.checked_sub_days(back) };
        let day = day.ok_or("a day out of the calendar")?;
        let at = [(10, 0), (10, 4)].map(|(hour, minute)| {
            day.and_time(NaiveTime::from_hms_opt(hour, minute, 0).unwrap_or_default()).and_utc()
        });
        db.keep_moment(ago, day, at, i64::from(day.year())).await?;
    }
    if db.is_sqlite() {
        return Ok(());
    }
    for table in ["ANALYZE numbers", "ANALYZE moments"] {
        db.execute(table, &[]).await?;
    }
    Ok(())
}

/// Tables whose ids were assigned here.
const NUMBERED: [&str; 10] = [
    "courses",
    "modules",
    "chapters",
    "lessons",
    "users",
    "reservations",
    "payments",
    "subscriptions",
    "refunds",
    "invoices",
];

/// The changes that the triggers would have recorded.
const CHANGES: &str = "
    INSERT INTO changes (entity, entity_id, entity_code, seq, client_id, deleted)
    SELECT entity, id, '', (SELECT last FROM change_counter) + ROW_NUMBER() OVER (ORDER BY depth, entity, id), NULL, FALSE
    FROM (
        SELECT 3 AS depth, 'course' AS entity, id FROM courses UNION ALL SELECT 4, 'objective', id FROM objectives
        UNION ALL SELECT 4, 'prerequisite', id FROM prerequisites UNION ALL SELECT 4, 'module', id FROM modules
        UNION ALL SELECT 5, 'chapter', id FROM chapters UNION ALL SELECT 6, 'lesson', id FROM lessons
        UNION ALL SELECT 8, 'comment', id FROM comments
    ) AS known
    WHERE NOT EXISTS (SELECT 1 FROM changes c WHERE c.entity = known.entity AND c.entity_id = known.id)";

async fn finish(db: &mut Database) -> Result<()> {
    if db.is_sqlite() {
        for statement in ["COMMIT", "ANALYZE", "PRAGMA wal_checkpoint(TRUNCATE)"] {
            db.execute(statement, &[]).await?;
        }
        return Ok(());
    }
    for table in NUMBERED {
        db.execute_text(format!(
            "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT MAX(id) FROM {table}))"
        ))
        .await?;
    }
    for statement in ["COMMIT", "SET session_replication_role = DEFAULT", "VACUUM ANALYZE", "CHECKPOINT"] {
        db.execute(statement, &[]).await?;
    }
    Ok(())
}
