//! How much sixteen concurrent sign-ins slow down readers.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Pace, side_by_side};
use crate::database::Database;
use crate::error::Result;
use crate::floor::COMPRESSED;
use crate::load_generator::ask;
use crate::person::Person;
use crate::report::Line;
use crate::school::School;
use crate::stats::{median, ratio};

/// Concurrent sign-ins.
const SIGNING_IN: usize = 16;

/// Measures the listing alone and during sign-ins, alternately.
pub async fn measure(engine: &str, school: &School, db: &mut Database, pace: Pace<'_>) -> Result<Vec<Line>> {
    const SOME: &str = "SELECT email FROM users WHERE email LIKE 'eleve%@bench.test' ORDER BY id LIMIT 400";
    let emails = Arc::new(db.texts(SOME).await?);
    let listing = [super::reading::listing(db).await?];
    let http = crate::school::client()?;
    let first = Person::sign_in(&http, &school.url, &emails[0]).await?;
    let people = vec![first; SIGNING_IN];
    let (mut quiet, mut beside, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    let next = Arc::new(AtomicUsize::new(0));
    for _ in 0..pace.rounds {
        quiet.push(ask(pace.folder, &school.url, &listing, &[COMPRESSED], pace.time).await?.p99);
        let (emails, next, http, url) = (emails.clone(), next.clone(), http.clone(), school.url.clone());
        let sign_ins = side_by_side(&people, pace.time, move |_, _, _| {
            let which = next.fetch_add(1, Ordering::Relaxed) % emails.len();
            let (email, http, url) = (emails[which].clone(), http.clone(), url.clone());
            async move { Person::sign_in(&http, &url, &email).await.map(|_| true) }
        });
        let asked = ask(pace.folder, &school.url, &listing, &[COMPRESSED], pace.time);
        let (sign_ins, asked) = tokio::join!(sign_ins, asked);
        beside.push(asked?.p99);
        rates.push(sign_ins?.rate());
    }
    let (quiet, beside) = (median(&quiet).unwrap_or(f64::NAN), median(&beside).unwrap_or(f64::NAN));
    let times = ratio(beside, quiet).ok_or("nothing was answered")?;
    let rate = median(&rates).unwrap_or(f64::NAN);
    let measured =
        format!("{times:.1} × ({quiet:.1} ms quiet, {beside:.1} ms beside {rate:.0} sign-ins a second)");
    let what = format!("{engine}: the listing's p99 beside {SIGNING_IN} sign-ins at a time");
    Ok(vec![Line::judged(what, "under 3 × its quiet value", measured, times < 3.0)])
}
