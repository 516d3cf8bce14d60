//! Whether requests get slower as the school grows: the same requests to a school a hundred times smaller,
//! alternately, as a signed-in user, so that no cached response is measured.

use std::time::Instant;

use super::checkout::Market;
use super::learning::Learner;
use crate::database::Database;
use crate::error::Result;
use crate::person::Person;
use crate::report::Line;
use crate::school::School;
use crate::stats::{median, ratio};

/// Courses of a listing that both schools can fill.
const LISTED: i64 = 10;
/// Requests of each kind.
const TIMES: usize = 60;

/// One of the two schools, with its users.
pub struct Side<'a> {
    pub school: &'a School,
    pub db: &'a mut Database,
}

/// A user for each kind of request.
struct Users {
    learner: Learner,
    market: Market,
    listing: String,
    page: String,
}

impl Users {
    async fn of(side: &mut Side<'_>) -> Result<Self> {
        let listing = super::reading::listing(side.db).await?;
        let page = super::reading::details(side.db).await?.into_iter().next();
        let learner = Learner::sign_in(side.school, side.db, 1).await?.pop();
        Ok(Self {
            learner: learner.ok_or("nobody learns")?,
            market: Market::open(side.school, side.db, 2).await?,
            listing: listing.replace("size=50", &format!("size={LISTED}")),
            page: page.ok_or("no course")?,
        })
    }

    async fn ask(&self, what: Asked, url: &str) -> Result<()> {
        match what {
            Asked::Listing => self.learner.person.read(&self.listing).await.map(|_| ()),
            Asked::Page => self.learner.person.read(&self.page).await.map(|_| ()),
            Asked::View => self.learner.open_lesson().await,
            Asked::Progress => self.learner.progress().await,
            Asked::Module => self.learner.module_page().await,
            // The second buyer, which nothing else uses.
            Asked::Purchase => self.market.buy(1).await.map(|_| ()),
            Asked::SignIn => {
                Person::sign_in(&crate::school::client()?, url, "student@preau.test").await.map(|_| ())
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Asked {
    Listing,
    Page,
    View,
    Progress,
    Module,
    Purchase,
    SignIn,
}

const ALL: [(Asked, &str, usize); 7] = [
    (Asked::Listing, "listing of ten courses", TIMES),
    (Asked::Page, "page of a course", TIMES),
    (Asked::View, "lesson opened", TIMES),
    (Asked::Progress, "progress of a course", TIMES),
    (Asked::Module, "page of a module", TIMES),
    // A small school has only so many courses to buy.
    (Asked::Purchase, "checkout to completion", 12),
    (Asked::SignIn, "sign-in", 12),
];

/// Measures every kind of request on both schools.
pub async fn measure(engine: &str, mut small: Side<'_>, mut large: Side<'_>) -> Result<Vec<Line>> {
    let (few, many) = (Users::of(&mut small).await?, Users::of(&mut large).await?);
    let mut lines = Vec::new();
    for (what, name, times) in ALL {
        let (mut at_small, mut at_large) = (Vec::new(), Vec::new());
        for nth in 0..=times {
            let pair =
                (time(&few, what, &small.school.url).await?, time(&many, what, &large.school.url).await?);
            // The first request fills caches.
            if nth > 0 {
                at_small.push(pair.0);
                at_large.push(pair.1);
            }
        }
        let (small, large) = (median(&at_small).unwrap_or(f64::NAN), median(&at_large).unwrap_or(f64::NAN));
        let part = ratio(small, large).ok_or("nothing was asked")?;
        let measured = format!("{:.0} % ({small:.2} ms and {large:.2} ms)", part * 100.0);
        let what = format!("{engine}: {name} in a school a hundred times smaller");
        lines.push(Line::judged(what, "≥ 77 % of the cost", measured, part >= 0.77));
    }
    Ok(lines)
}

async fn time(users: &Users, what: Asked, url: &str) -> Result<f64> {
    let asked = Instant::now();
    users.ask(what, url).await?;
    Ok(asked.elapsed().as_secs_f64() * 1e3)
}
