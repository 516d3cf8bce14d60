//! Purchases from checkout to seat by buyers who pay with a test card, signed in or for the first time: purchases per
//! second, compared with plain transactions that write as many rows into plain tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chrono::{Datelike as _, Days};

use super::{Pace, Times, side_by_side};
use crate::clock;
use crate::database::Database;
use crate::error::{Error, Result};
use crate::person::{Person, Sale};
use crate::places::{Engine, Loaded, Places};
use crate::report::Line;
use crate::school::{School, Setup};
use crate::stats::{median, per_second};
use crate::wal;

/// Concurrent buyers.
pub const SIDE_BY_SIDE: usize = 8;
/// Purchases over which the written rows are averaged.
const COUNTED: usize = 5;

/// Rows that one purchase writes until its seat exists, without those of mails, which are sent later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writes {
    pub transactions: usize,
    pub rows: usize,
}

/// Who buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buyers {
    SignedIn,
    /// Their passwords are hashed with the purchase.
    Newcomers,
}

/// Accounts without purchases, and what they can buy.
#[derive(Clone)]
pub struct Market {
    pub buyers: Vec<Person>,
    courses: Arc<Vec<i64>>,
    sale: Sale,
    /// Number of purchases of each buyer so far.
    bought: Arc<Vec<AtomicUsize>>,
    school: String,
    http: reqwest::Client,
    /// Number of newcomers so far.
    newcomers: Arc<AtomicUsize>,
}

impl Market {
    /// Signs in this many buyers.
    pub async fn open(school: &School, db: &mut Database, buyers: usize) -> Result<Self> {
        const LAST: &str =
            "SELECT email FROM users WHERE email LIKE 'eleve%@bench.test' ORDER BY id DESC LIMIT 64";
        const ONLINE: &str = "
            SELECT id FROM courses WHERE type = 'ONLINE' AND capacity IS NULL AND NOT free AND status = 'PUBLISHED'
                AND slug LIKE 'conversation-et-culture-%' ORDER BY id";
        let http = crate::school::client()?;
        let mut people = Vec::new();
        for email in db.texts(LAST).await?.iter().take(buyers) {
            people.push(Person::sign_in(&http, &school.url, email).await?);
        }
        let today = clock::now().date_naive();
        let soon = today.checked_add_days(Days::new(30)).unwrap_or(today);
        let terms =
            db.number("SELECT COALESCE(MAX(number), 0) FROM school_pages WHERE kind = 'TERMS'", &[]).await?;
        Ok(Self {
            bought: Arc::new(people.iter().map(|_| AtomicUsize::new(0)).collect()),
            buyers: people,
            courses: Arc::new(db.numbers(ONLINE, &[]).await?),
            sale: Sale { course: 0, day: soon.to_string(), terms, card_until: today.year() + 2 },
            school: school.url.clone(),
            http,
            newcomers: Arc::default(),
        })
    }

    /// The next purchase of one buyer; false when there is nothing left to buy.
    pub async fn buy(&self, which: usize) -> Result<bool> {
        let nth = self.bought[which].fetch_add(1, Ordering::Relaxed);
        if nth >= self.courses.len() {
            return Ok(false);
        }
        let course = self.courses[(which * 31 + nth) % self.courses.len()];
        self.buyers[which].buy(&Sale { course, ..self.sale.clone() }).await?;
        Ok(true)
    }

    /// The first purchase of somebody new, who chooses a password with it.
    pub async fn buy_as_newcomer(&self) -> Result<bool> {
        let nth = self.newcomers.fetch_add(1, Ordering::Relaxed);
        let email = format!("nouveau{nth}-{}@bench.test", std::process::id());
        let course = self.courses[nth % self.courses.len()];
        let newcomer = Person::newcomer(&self.http, &self.school, &email);
        newcomer.buy(&Sale { course, ..self.sale.clone() }).await?;
        Ok(true)
    }

    /// As many buyers as there are signed in buy for this long.
    pub async fn busy(&self, buyers: Buyers, time: Duration) -> Result<Times> {
        let market = self.clone();
        side_by_side(&self.buyers, time, move |_, which, _| {
            let market = market.clone();
            async move {
                match buyers {
                    Buyers::SignedIn => market.buy(which).await,
                    Buyers::Newcomers => market.buy_as_newcomer().await,
                }
            }
        })
        .await
    }
}

/// Counts the rows that one purchase writes, on a copy of a school with triggers that record every written
/// row.
pub async fn count_writes(places: &Places, school: &Loaded) -> Result<Writes> {
    // This SMTP server never responds: the rows of sending mails do not mix with the purchase's.
    let silent = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let smtp_url = Some(format!("smtp://127.0.0.1:{}", silent.local_addr()?.port()));
    let setup = Setup { smtp_url, ..places.copy(school, "counted").await? };
    let mut db = setup.database().await?;
    note_writes(&mut db).await?;
    let running = setup.start().await?;
    let market = Market::open(&running, &mut db, 1).await?;
    market.buy(0).await?;
    let log = setup.folder.join("preau.db-wal");
    let (mut transactions, mut rows) = (Vec::new(), Vec::new());
    while rows.len() < COUNTED {
        tokio::time::sleep(Duration::from_millis(500)).await;
        let before = (wal::commits(&log), noted(&mut db).await?);
        market.buy(0).await?;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let after = (wal::commits(&log), noted(&mut db).await?);
        let mails = after.1.1 - before.1.1;
        // The write-ahead log may have been restarted in between.
        if let Some(commits) = after.0.checked_sub(before.0 + usize::from(mails > 0)) {
            transactions.push(crate::stats::number(i64::try_from(commits)?));
            rows.push(crate::stats::number(after.1.0 - before.1.0));
        }
    }
    running.stop().await?;
    db.close().await?;
    let whole = |all: &[f64]| -> Result<usize> {
        Ok(format!("{:.0}", median(all).ok_or("nothing was counted")?).parse()?)
    };
    Ok(Writes { transactions: whole(&transactions)?, rows: whole(&rows)? })
}

async fn note_writes(db: &mut Database) -> Result<()> {
    const TABLES: &str = "
        SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_sqlx%'";
    let tables = db.texts(TABLES).await?;
    db.execute("CREATE TABLE bench_writes (id INTEGER PRIMARY KEY, place TEXT, kind TEXT)", &[]).await?;
    for table in &tables {
        for kind in ["INSERT", "UPDATE", "DELETE"] {
            db.execute_text(format!(
                "CREATE TRIGGER bench_{kind}_{table} AFTER {kind} ON {table}
                 BEGIN INSERT INTO bench_writes (place, kind) VALUES ('{table}', '{kind}'); END"
            ))
            .await?;
        }
    }
    Ok(())
}

/// Rows written so far, and separately those of sending mails.
async fn noted(db: &mut Database) -> Result<(i64, i64)> {
    const SENDING: &str = "SELECT COUNT(*) FROM bench_writes WHERE place = 'mails' AND kind = 'UPDATE'";
    let sending = db.number(SENDING, &[]).await?;
    Ok((db.number("SELECT COUNT(*) FROM bench_writes", &[]).await? - sending, sending))
}

/// Measures purchases and plain transactions alternately.
pub async fn measure(
    places: &Places,
    engine: Engine,
    market: &Market,
    writes: Writes,
    pace: Pace<'_>,
) -> Result<Vec<Line>> {
    let mut floor = places.bare(engine).await?;
    for db in floor.iter_mut().take(1) {
        db.execute("CREATE TABLE plain (id BIGINT, what TEXT)", &[]).await?;
    }
    let mut bare = Vec::new();
    let mut measured = [Bought::of(Buyers::SignedIn), Bought::of(Buyers::Newcomers)];
    for _ in 0..pace.rounds {
        let (rate, back) = bare_purchases(floor, writes, pace.time).await?;
        floor = back;
        bare.push(rate);
        for bought in &mut measured {
            let done = market.busy(bought.buyers, pace.time).await?;
            bought.rates.push(done.rate());
            bought.times.extend(done.each);
        }
    }
    let floor = median(&bare).unwrap_or(f64::NAN);
    Ok(measured.into_iter().map(|bought| bought.line(engine, writes, floor)).collect())
}

/// Purchases of one kind of buyers.
struct Bought {
    buyers: Buyers,
    rates: Vec<f64>,
    times: Vec<f64>,
}

impl Bought {
    const fn of(buyers: Buyers) -> Self {
        Self { buyers, rates: Vec::new(), times: Vec::new() }
    }

    /// `floor`: bare transactions per second.
    fn line(self, engine: Engine, writes: Writes, floor: f64) -> Line {
        let wanted: f64 = match (self.buyers, engine) {
            (Buyers::SignedIn, Engine::Sqlite) => 150.0_f64.min(floor / 3.0),
            (Buyers::SignedIn, Engine::Postgres) => 100.0_f64.min(floor / 3.0),
            (Buyers::Newcomers, _) => 45.0,
        };
        let rate = median(&self.rates).unwrap_or(f64::NAN);
        let times = Times { each: self.times, seconds: 1.0 };
        let measured = format!(
            "{rate:.0} a second, {SIDE_BY_SIDE} at a time; half within {:.0} ms, 99 % within {:.0} ms; bare transactions \
             {floor:.0} a second",
            times.percentile(50.0),
            times.percentile(99.0),
        );
        let what = match self.buyers {
            Buyers::SignedIn => format!(
                "{}: purchase by a signed-in buyer ({} rows in {} transactions)",
                engine.name(),
                writes.rows,
                writes.transactions
            ),
            Buyers::Newcomers => format!("{}: purchase by a first-time buyer", engine.name()),
        };
        Line::judged(what, format!("≥ {wanted:.0} a second"), measured, rate >= wanted)
    }
}

/// Plain transactions with the rows of a purchase: the maximum of purchases per second that the database can
/// commit.
async fn bare_purchases(
    connections: Vec<Database>,
    writes: Writes,
    time: Duration,
) -> Result<(f64, Vec<Database>)> {
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for mut db in connections {
        tasks.push(tokio::spawn(async move {
            let mut done = 0;
            while begun.elapsed() < time {
                bare_purchase(&mut db, writes).await?;
                done += 1;
            }
            Ok::<_, Error>((done, db))
        }));
    }
    let (mut done, mut back) = (0, Vec::new());
    for task in tasks {
        let (times, db) = task.await??;
        done += times;
        back.push(db);
    }
    Ok((per_second(done, begun.elapsed().as_secs_f64()), back))
}

async fn bare_purchase(db: &mut Database, writes: Writes) -> Result<()> {
    /// A row of median length in the school.
    const ROW: &str = "
        INSERT INTO plain (id, what) VALUES ($1, 'a row of two hundred letters, which is about what a row of the school
        has in it when one counts its identifiers, its moments, its amounts and the few words that tell what it is all
        about, and nothing else')";
    let begin = if db.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN ISOLATION LEVEL SERIALIZABLE" };
    let transactions = writes.transactions.max(1);
    for nth in 0..transactions {
        let rows = writes.rows / transactions + usize::from(nth < writes.rows % transactions);
        db.execute(begin, &[]).await?;
        for row in 0..rows {
            db.execute(ROW, &[i64::try_from(row)?]).await?;
        }
        db.execute("COMMIT", &[]).await?;
    }
    Ok(())
}
