//! What ADMIN changes of a list: the order, for a reason, and an offer out of it.

use axum::http::StatusCode;
use axum::response::Response;
use preau_core::code::Code;
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::text;
use preau_core::waitlist::{REASON_LENGTH, moved};
use serde_json::json;

use super::{NewPlace, offers, store};
use crate::answer;
use crate::context::AppContext;
use crate::error::Result;
use crate::sales::checkout::course;
use crate::write::{Call, check_version};

pub(super) async fn put_before(
    app: &AppContext,
    call: &Call,
    id: i64,
    NewPlace { before, reason }: NewPlace,
) -> Result<Response> {
    let (min, max) = REASON_LENGTH;
    let mut fields = Fields::default();
    let reason = text::required_lines(reason.as_deref().unwrap_or_default(), max).and_then(|reason| {
        if reason.chars().count() < min {
            Err(Fault::new(Code::TooShort).with("min", min))
        } else {
            Ok(reason)
        }
    });
    let reason = fields.check("reason", reason);
    let Some(reason) = reason else { return Err(fields.into_problem().into()) };
    answer!(app, call, StatusCode::OK, |tx| {
        let entry = store::get(tx, id).await?;
        let current = store::view(tx, id).await?;
        check_version(call, entry.version, || json!(current))?;
        let order = store::order(tx, entry.course_id).await?;
        let places = moved(&order, id, before)?;
        store::put(tx, id, &places).await?;
        let after = store::view(tx, id).await?;
        let (from, to) = (json!({ "rank": current.rank }), json!({ "rank": after.rank, "reason": reason }));
        tx.audit("waitlist.moved", "waitlist", id, Some(from), Some(to)).await?;
        Ok(after)
    })
}

pub(super) async fn offer_now(app: &AppContext, call: &Call, id: i64) -> Result<Response> {
    let answer = answer!(app, call, StatusCode::OK, |tx| {
        let entry = store::get(tx, id).await?;
        let current = store::view(tx, id).await?;
        check_version(call, entry.version, || json!(current))?;
        entry.status.offered()?;
        // The people of an entry that ended long ago are forgotten.
        if entry.payer_email.is_empty() {
            return Err(Code::NotWaiting.into());
        }
        let course = course::get(tx, entry.course_id).await?;
        if let Some(refusal) = course.availability.refusal(tx.today) {
            return Err(Problem::from(refusal).into());
        }
        offers::offer(tx, &course, &entry).await.map_err(|error| match error {
            error if error.is_unique_violation() => Code::AlreadyWaiting.into(),
            error => error,
        })?;
        store::view(tx, id).await
    })?;
    app.mail_queued.notify_one();
    Ok(answer)
}
