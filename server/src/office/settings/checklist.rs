//! The facts about the school for the checklist of missing settings.

use crate::routes;
use axum::extract::State;
use preau_core::checklist::{Check, Readiness, Teaching};
use utoipa_axum::router::OpenApiRouter;

use super::pages;
use crate::config::{Config, PaymentProvider};
use crate::context::AppContext;
use crate::error::Result;
use crate::fetch_one;
use crate::http::extract::Json;
use crate::school::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(checklist))
}

const TEACHING: &str = "
    SELECT (SELECT COUNT(*) FROM teachers), COUNT(*), COUNT(teacher_id),
        COUNT(CASE WHEN EXISTS (SELECT 1 FROM modules m WHERE m.course_id = c.id) THEN 1 END),
        COUNT(CASE WHEN EXISTS (SELECT 1 FROM lessons l JOIN chapters h ON h.id = l.chapter_id
            JOIN modules m ON m.id = h.module_id WHERE m.course_id = c.id) THEN 1 END),
        COUNT(CASE WHEN status = 'PUBLISHED' AND teacher_id IS NOT NULL THEN 1 END)
    FROM courses c WHERE status <> 'ARCHIVED'";
const COUNTS: &str = "
    SELECT (SELECT COUNT(*) FROM users WHERE role = 'ADMIN' AND deleted_at IS NULL),
        (SELECT COUNT(*) FROM users WHERE email LIKE '%@preau.test' AND deleted_at IS NULL)";

/// What a school has before it opens to the public, and what of it is missing.
#[utoipa::path(get, path = "/settings/checklist", tag = "school", responses((status = 200, body = [Check])))]
async fn checklist(State(app): State<AppContext>) -> Result<Json<Vec<Check>>> {
    let mut conn = app.db.read().await?;
    let facts = store::read(&mut conn).await?.facts();
    let pages: Vec<_> = pages::published(&mut conn).await?.into_iter().map(|page| page.kind).collect();
    let (teachers, courses, taught, with_module, with_lesson, published) =
        fetch_one!(conn, (i64, i64, i64, i64, i64, i64), TEACHING)?;
    let (admins, demo_accounts) = fetch_one!(conn, (i64, i64), COUNTS)?;
    let readiness = Readiness {
        school: &facts,
        pages: &pages,
        teaching: Teaching { teachers, courses, taught, with_module, with_lesson, published },
        admins,
        demo_accounts,
        mails_leave: app.config.mail.smtp_url.is_some(),
        takes_money: app.config.payment.provider != PaymentProvider::Sandbox,
        has_address: has_address(&app.config),
    };
    Ok(Json(readiness.checklist()))
}

/// Whether the public address has a domain name and uses HTTPS.
fn has_address(config: &Config) -> bool {
    let address = config.network.public_url.as_ref();
    address.is_some_and(|url| {
        url.scheme() == "https" && url.domain().is_some_and(|name| name != "localhost" && name.contains('.'))
    })
}
