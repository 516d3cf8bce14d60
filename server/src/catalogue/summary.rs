//! What the published courses offer in short, for the front page: it does not have to read them all.

use std::collections::BTreeMap;

use crate::routes;
use axum::extract::State;
use preau_core::course::{CourseType, price_per_hour};
use preau_core::money::Cents;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::error::Result;
use crate::fetch_all;
use crate::http::extract::Json;

pub(crate) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(course_summary))
}

/// The published courses in short.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct CourseSummary {
    /// By the code of the language.
    offers: Vec<Offer>,
    /// Euros of the cheapest hour that costs something; absent when none does.
    #[schema(value_type = Option<f64>)]
    lowest_hour: Option<Cents>,
    /// Euros of the dearest hour.
    #[schema(value_type = Option<f64>)]
    highest_hour: Option<Cents>,
}

/// The published courses of a language.
#[derive(Debug, Default, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
struct Offer {
    language_code: String,
    /// Number of courses online.
    online: i64,
    /// Number of courses in person.
    in_person: i64,
    /// Names of the levels, by rank.
    levels: Vec<String>,
}

/// Courses that the summary does not tell apart.
#[derive(preau_derive::FromRow)]
struct Alike {
    language_code: String,
    #[sqlx(rename = "type", try_from = "String")]
    kind: CourseType,
    level: String,
    price_cents: i64,
    total_hours: i64,
    count: i64,
}

const PUBLISHED: &str = "
    SELECT g.code AS language_code, c.type, v.name AS level, c.price_cents, c.total_hours, COUNT(*) AS count
    FROM courses c JOIN languages g ON g.id = c.language_id JOIN levels v ON v.id = c.level_id
    WHERE c.status = 'PUBLISHED'
    GROUP BY g.code, c.type, v.rank, v.name, c.price_cents, c.total_hours
    ORDER BY g.code, v.rank, v.name";

/// How many courses there are of each language and type, their levels, and between which prices an hour costs.
#[utoipa::path(get, path = "/courses/summary", tag = "courses", responses((status = 200, body = CourseSummary)))]
async fn course_summary(State(app): State<AppContext>) -> Result<Json<CourseSummary>> {
    let mut conn = app.db.read().await?;
    Ok(Json(summary(fetch_all!(&mut conn, Alike, PUBLISHED)?)))
}

fn summary(courses: Vec<Alike>) -> CourseSummary {
    let hour = |course: &Alike| {
        let hours = u32::try_from(course.total_hours).map_or(0.0, f64::from);
        price_per_hour(Cents(course.price_cents), hours).filter(|price| *price > Cents(0))
    };
    let hours = courses.iter().filter_map(hour);
    let (lowest_hour, highest_hour) = (hours.clone().min(), hours.max());
    let mut offers = BTreeMap::<String, Offer>::new();
    for Alike { language_code, kind, level, count, .. } in courses {
        let offer =
            offers.entry(language_code.clone()).or_insert(Offer { language_code, ..Offer::default() });
        match kind {
            CourseType::Online => offer.online += count,
            CourseType::InPerson => offer.in_person += count,
        }
        if offer.levels.last() != Some(&level) {
            offer.levels.push(level);
        }
    }
    CourseSummary { offers: offers.into_values().collect(), lowest_hour, highest_hour }
}
