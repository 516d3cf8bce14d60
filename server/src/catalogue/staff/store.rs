//! SQL of course editing.

use preau_core::code::Code;
use preau_core::course_form::Course;
use preau_core::language::UiLanguage;
use preau_core::problem::{Fault, Fields};
use preau_core::text::slug;
use serde_json::json;

use crate::error::{Error, Result};
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_scalar};

use super::super::course::Module;

const INSERT: &str = "
    INSERT INTO courses (client_id, slug, name, description, detailed_description, type, price_cents, free, total_hours,
        language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
        selling_points, lang, late_entry, offer_hours, minimum_learners, decision_day, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
        $25, $25)
    RETURNING id";
const UPDATE: &str = "
    UPDATE courses SET slug = $2, name = $3, description = $4, detailed_description = $5, type = $6, price_cents = $7,
        free = $8, total_hours = $9, language_id = $10, level_id = $11, teacher_id = $12, start_date = $13,
        end_date = $14, capacity = $15, location = $16, schedule = $17, meeting_url = $18, selling_points = $19,
        lang = $20, late_entry = $21, offer_hours = $22, minimum_learners = $23, decision_day = $24, version = version + 1,
        updated_at = $25
    WHERE id = $1";

/// Runs one of the two statements: `$first` is the client's id of a new course, or the id of an edited one.
macro_rules! write_course {
    ($run:ident, $tx:expr, $sql:expr, $first:expr, $slug:expr, $course:expr $(, $type:ty)?) => {
        $run!(
            $tx,
            $($type,)?
            $sql,
            $first,
            $slug,
            &$course.name,
            &$course.description,
            &$course.detailed_description,
            $course.kind.as_str(),
            $course.price.0,
            $course.free,
            $course.total_hours,
            $course.language_id,
            $course.level_id,
            $course.teacher_id,
            $course.start_date,
            $course.end_date,
            $course.capacity,
            $course.location.as_deref(),
            $course.schedule.as_deref(),
            $course.meeting_url.as_deref(),
            json!($course.selling_points).to_string(),
            $course.lang.map(UiLanguage::as_str),
            $course.late_entry.as_str(),
            $course.offer_hours,
            $course.minimum.map(|minimum| minimum.learners),
            $course.minimum.map(|minimum| minimum.decision_day),
            $tx.now
        )
    };
}

pub(super) async fn insert(tx: &mut Tx, course: &Course, client_id: Option<&str>, slug: &str) -> Result<i64> {
    tx.public_content_changed();
    write_course!(fetch_scalar, tx, INSERT, client_id, slug, course, i64)
}

pub(super) async fn update(tx: &mut Tx, id: i64, course: &Course, slug: &str) -> Result<()> {
    tx.public_content_changed();
    write_course!(execute, tx, UPDATE, id, slug, course)?;
    Ok(())
}

// A course that returns from the archive is given anew: its start is open again.
const STATUS: &str = "
    UPDATE courses SET status = $2, version = version + 1, updated_at = $3,
        start_confirmed = CASE WHEN status = 'ARCHIVED' THEN FALSE ELSE start_confirmed END
    WHERE id = $1";

pub(super) async fn set_status(tx: &mut Tx, id: i64, status: &str) -> Result<()> {
    tx.public_content_changed();
    execute!(tx, STATUS, id, status, tx.now)?;
    Ok(())
}

const SLUGS: &str = "SELECT slug FROM courses WHERE (slug = $1 OR slug LIKE $2) AND id <> $3";

/// A slug of the name that no other course has: `ciao`, `ciao-2`…
pub(super) async fn free_slug(tx: &mut Tx, name: &str, own: Option<i64>) -> Result<String> {
    let named = match slug(name) {
        empty if empty.is_empty() => "cours".to_owned(),
        named => named,
    };
    let taken = fetch_all!(tx, (String,), SLUGS, &named, format!("{named}-%"), own.unwrap_or_default())?;
    let is_free = |slug: &String| taken.iter().all(|(other,)| other != slug);
    let numbered = (2..).map(|n| format!("{named}-{n}"));
    let mut free = std::iter::once(named.clone()).chain(numbered).filter(is_free);
    free.next().ok_or_else(|| Error::internal("no address is free"))
}

const LANGUAGE: &str = "SELECT COUNT(*) FROM languages WHERE id = $1";
const LEVEL: &str = "SELECT COUNT(*) FROM levels WHERE id = $1";
const TEACHER: &str = "SELECT COUNT(*) FROM teachers WHERE id = $1";

/// Refuses languages, levels and teachers that do not exist.
pub(super) async fn check_references(tx: &mut Tx, course: &Course) -> Result<()> {
    let mut fields = Fields::default();
    for (field, sql, id) in [
        ("languageId", LANGUAGE, Some(course.language_id)),
        ("levelId", LEVEL, Some(course.level_id)),
        ("teacherId", TEACHER, course.teacher_id),
    ] {
        if fetch_scalar!(tx, i64, sql, id)? == 0 {
            fields.refuse(field, Code::UnknownReference);
        }
    }
    Ok(fields.finish()?)
}

const ASKED: &str = "
    SELECT COUNT(*) FROM decision_proposals p JOIN course_decisions d ON d.id = p.decision_id
    WHERE p.status = 'OPEN' AND (p.seat_course_id = $1 OR (d.course_id = $1 AND d.choice = 'NEW_DATES'))";

/// Refuses to change what payers are asked about.
///
/// # Errors
/// `answers_open`.
pub(super) async fn refuse_asked(tx: &mut Tx, id: i64) -> Result<()> {
    match fetch_scalar!(tx, i64, ASKED, id)? {
        0 => Ok(()),
        _ => Err(Code::AnswersOpen.into()),
    }
}

const RESERVED: &str = "
    SELECT (SELECT COUNT(*) FROM reservations WHERE course_id = $1)
        + (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = $1 AND NOT EXISTS
            (SELECT 1 FROM reservations r WHERE r.id = s.reservation_origin_id AND r.course_id = $1))
        + (SELECT COUNT(*) FROM decision_proposals WHERE seat_course_id = $1)
        + (SELECT COUNT(*) FROM comments WHERE course_id = $1)";

/// Refuses to delete a course that was ever reserved or granted, or that somebody commented on.
pub(super) async fn refuse_reserved(tx: &mut Tx, id: i64) -> Result<()> {
    match fetch_scalar!(tx, i64, RESERVED, id)? {
        0 => Ok(()),
        count => Err(Fault::new(Code::CourseReserved).with("count", count).into()),
    }
}

const SOLD: &str = "
    SELECT (SELECT COUNT(*) FROM reservations r WHERE r.course_id = $2 AND (r.scope = 'COURSE' OR EXISTS
            (SELECT 1 FROM reservation_lines l WHERE l.reservation_id = r.id AND l.module_id = $1)))
        + (SELECT COUNT(*) FROM subscriptions s WHERE s.course_id = $2 AND NOT EXISTS
                (SELECT 1 FROM reservations r WHERE r.id = s.reservation_origin_id AND r.course_id = $2)
            AND (s.scope = 'COURSE' OR EXISTS
                (SELECT 1 FROM subscription_modules m WHERE m.subscription_id = s.id AND m.module_id = $1)))";

/// Refuses to delete a module that was ever reserved or granted, alone or with its course.
pub(in crate::catalogue) async fn refuse_sold_module(tx: &mut Tx, module: &Module) -> Result<()> {
    match fetch_scalar!(tx, i64, SOLD, module.id, module.course_id)? {
        0 => Ok(()),
        count => {
            let fault = Fault::new(Code::ModuleSold).with("count", count);
            let named = fault.with("id", module.id).with("title", module.title.as_str());
            Err(Error::field("modules", named))
        }
    }
}
