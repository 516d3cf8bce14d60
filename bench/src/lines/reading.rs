//! What visitors read: a listing and course pages, compared with a plain server that returns the same bytes.

use super::Pace;
use crate::database::Database;
use crate::error::Result;
use crate::floor::{COMPRESSED, Floor};
use crate::load_generator::{Asked, ask};
use crate::report::Line;
use crate::school::School;
use crate::stats::{median, ratio};

/// Number of course pages that are read in turn.
const PAGES: i64 = 100;

/// The address of the first fifty online courses in the first language.
pub async fn listing(db: &mut Database) -> Result<String> {
    let language = db.number("SELECT MIN(id) FROM languages", &[]).await?;
    Ok(format!("/api/courses?language={language}&type=ONLINE&page=1&size=50"))
}

/// The addresses of loaded course pages.
pub async fn details(db: &mut Database) -> Result<Vec<String>> {
    let ids = db
        .numbers(
            "SELECT id FROM courses WHERE slug LIKE 'conversation-et-culture-%' ORDER BY id LIMIT $1",
            &[PAGES],
        )
        .await?;
    Ok(ids.into_iter().map(|id| format!("/api/courses/{id}/details")).collect())
}

/// The pages that visitors load, by name.
async fn site(db: &mut Database) -> Result<Vec<(&'static str, String)>> {
    const COURSE: &str =
        "SELECT slug FROM courses WHERE slug LIKE 'conversation-et-culture-%' ORDER BY id LIMIT 1";
    let slug = db.texts(COURSE).await?.pop().ok_or("no course")?;
    Ok(vec![
        ("front page", "/".to_owned()),
        ("page of a course as HTML", format!("/cours/{slug}")),
        ("FAQ (API)", "/api/faq".to_owned()),
        ("languages (API)", "/api/languages".to_owned()),
        ("settings of the school (API)", "/api/settings/school".to_owned()),
    ])
}

/// Longest time of 99 of a hundred requests for pages, in milliseconds.
const P99: f64 = 10.0;

/// One kind of reading: the addresses, the `ETag` of a conditional request, and the target as a part of the
/// baseline's rate; whether p99 has a target too.
struct Reading<'a> {
    what: String,
    addresses: &'a [String],
    tag: Option<&'a str>,
    wanted: f64,
    is_page: bool,
}

/// Measures all kinds, baseline and school alternately.
pub async fn measure(engine: &str, school: &School, db: &mut Database, pace: Pace<'_>) -> Result<Vec<Line>> {
    let list = [listing(db).await?];
    let pages = details(db).await?;
    let site: Vec<(&str, [String; 1])> =
        site(db).await?.into_iter().map(|(name, address)| (name, [address])).collect();
    let of_site: Vec<String> = site.iter().flat_map(|(_, address)| address.clone()).collect();
    let floor = Floor::of(&school.url, &[&list[..], &pages, &of_site].concat()).await?;
    let (tag, page_tag) = (floor.tag(&list[0])?.to_owned(), floor.tag(&pages[0])?.to_owned());
    let whole =
        |what: String, addresses, wanted, is_page| Reading { what, addresses, tag: None, wanted, is_page };
    let known = |what: &str, addresses, tag| Reading {
        what: what.into(),
        addresses,
        tag: Some(tag),
        wanted: 0.8,
        is_page: false,
    };
    let mut all = vec![
        whole(format!("listing of 50 courses, {} bytes", floor.bytes(&list[0])), &list[..], 0.5, false),
        known("listing, unchanged (304)", &list[..], tag.as_str()),
        whole(
            format!("pages of {} courses in turn, {} bytes", pages.len(), floor.bytes(&pages[0])),
            &pages,
            0.5,
            true,
        ),
        known("page of a course, unchanged (304)", &pages[..1], page_tag.as_str()),
    ];
    for (name, address) in &site {
        all.push(whole(format!("{name}, {} bytes", floor.bytes(&address[0])), &address[..], 0.5, true));
    }
    let floor = floor.serve().await?;
    let mut lines = Vec::new();
    for reading in &all {
        lines.push(compare(engine, school, &floor, reading, pace).await?);
    }
    Ok(lines)
}

async fn compare(
    engine: &str,
    school: &School,
    floor: &str,
    reading: &Reading<'_>,
    pace: Pace<'_>,
) -> Result<Line> {
    let mut headers = vec![COMPRESSED];
    headers.extend(reading.tag.map(|tag| ("if-none-match", tag)));
    let (mut bare, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..pace.rounds {
        bare.push(ask(pace.folder, floor, reading.addresses, &headers, pace.time).await?);
        ours.push(ask(pace.folder, &school.url, reading.addresses, &headers, pace.time).await?);
    }
    let middle = |all: &[Asked], of: fn(&Asked) -> f64| {
        median(&all.iter().map(of).collect::<Vec<f64>>()).unwrap_or(f64::NAN)
    };
    let (floor, rate) = (middle(&bare, |asked| asked.rate), middle(&ours, |asked| asked.rate));
    let part = ratio(rate, floor).ok_or("the floor answered nothing")?;
    let measured = format!(
        "{:.0} % ({rate:.0} of {floor:.0} a second; half within {:.1} ms, 99 % within {:.1} ms; floor {:.1} and {:.1} ms)",
        part * 100.0,
        middle(&ours, |asked| asked.middle),
        middle(&ours, |asked| asked.p99),
        middle(&bare, |asked| asked.middle),
        middle(&bare, |asked| asked.p99),
    );
    let wanted = format!("≥ {:.0} % of the floor", reading.wanted * 100.0);
    let is_fast = part >= reading.wanted;
    let (target, met) = if reading.is_page {
        let is_steady = middle(&ours, |asked| asked.p99) <= P99;
        (format!("{wanted}, p99 ≤ {P99:.0} ms"), is_fast && is_steady)
    } else {
        (wanted, is_fast)
    };
    Ok(Line::judged(format!("{engine}: {}", reading.what), target, measured, met))
}
