//! Issues certificates, in the transaction that records a completion, or by hand. Their contents are copied: later
//! changes of the data do not alter them.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::attendance::Rate;
use preau_core::calendar::{end_of_paris_day, paris_day, subtract_days};
use preau_core::certificate::{self, Basis, Followed};
use preau_core::code::Code;
use preau_core::course::CourseType;
use preau_core::text::fold;
use serde_json::json;

use crate::catalogue::attendance;
use crate::clock::Ids;
use crate::context::AppContext;
use crate::documents::data::Seller;
use crate::error::{Error, Result};
use crate::learning::progress::completion;
use crate::mail::facts::{CertificateFacts, certificate_fact};
use crate::mail::{self, Kind};
use crate::people::accounts;
use crate::people::accounts::store::Account;
use crate::sales::subscriptions::learning::Learning;
use crate::school;
use crate::write::Tx;
use crate::{change, crash_point, fetch_all, fetch_one, fetch_optional, fetch_scalar};

/// An inserted certificate, and the data of its learner's mail.
struct Inserted {
    id: i64,
    facts: CertificateFacts,
}

/// Issues the certificate of a completed subscription if it is earned; returns whether one was issued.
pub async fn on_completion(tx: &mut Tx, learning: &Learning) -> Result<bool> {
    let today = tx.today;
    // Attendance is confirmed by hand, once all sheets are closed.
    let Ok(basis @ Basis::Completion) = followed(tx, learning).await?.earned(today) else { return Ok(false) };
    if fetch_optional!(tx, (i64,), COMPLETED, learning.row.id, learning.row.completed_at)?.is_some() {
        return Ok(false);
    }
    let Some(learner) = accounts::store::find(tx, learning.row.user_id).await? else { return Ok(false) };
    issue(tx, learning, &learner, basis).await.map(|_| true)
}

// How long after the course's first day a certificate that waited for it is still issued.
const LOOKED_FOR_DAYS: u64 = 30;
const WAITING: &str = "
    SELECT s.id, s.completed_at, c.start_date FROM subscriptions s JOIN courses c ON c.id = s.course_id
    WHERE s.completed_at IS NOT NULL AND c.type = 'ONLINE' AND c.start_date <= $1 AND c.start_date >= $2
        AND NOT EXISTS (SELECT 1 FROM certificates e WHERE e.subscription_id = s.id AND e.completed_at = s.completed_at)
    ORDER BY s.id";

/// Issues the certificates of courses completed before their first day, from that day on.
pub async fn run_waiting(app: &AppContext) -> Result<()> {
    let today = app.clock.today();
    let found = {
        let mut conn = app.db.read().await?;
        fetch_all!(
            conn,
            (i64, DateTime<Utc>, NaiveDate),
            WAITING,
            today,
            subtract_days(today, LOOKED_FOR_DAYS)
        )?
    };
    for (id, ..) in found.into_iter().filter(|(_, completed_at, start)| paris_day(*completed_at) < *start) {
        let issued = change!(app, None, |tx| {
            let learning = completion::lock(tx, id, None).await?;
            on_completion(tx, &learning).await
        });
        // A failure must not block the other certificates.
        match issued {
            Ok(_) => app.mail_queued.notify_one(),
            Err(error) => tracing::error!(subscription = id, %error, "a certificate was not issued"),
        }
    }
    Ok(())
}

// Modules bought since and refunded again do not change an earlier completion.
const EARNED: &str = "
    SELECT c.completed_at FROM certificates c JOIN subscriptions s ON s.id = c.subscription_id
    WHERE s.id = $1 AND c.basis = 'COMPLETION' AND NOT EXISTS (
        SELECT 1 FROM module_completions m
        WHERE m.subscription_id = s.id AND m.completed_at > c.completed_at AND (s.scope = 'COURSE' OR EXISTS (
            SELECT 1 FROM subscription_modules g WHERE g.subscription_id = s.id AND g.module_id = m.module_id)))
    ORDER BY c.completed_at DESC LIMIT 1";

/// When everything the subscription grants was already completed, according to an earlier certificate.
pub async fn earned_before(tx: &mut Tx, subscription_id: i64) -> Result<Option<DateTime<Utc>>> {
    Ok(fetch_optional!(tx, (DateTime<Utc>,), EARNED, subscription_id)?.map(|(at,)| at))
}

/// Issues a certificate by hand; returns its id and whether it is new: a repetition returns the one in force.
///
/// # Errors
/// `unknown_reference`, `certificate_nameless`, and those of [`Followed::earned`].
pub async fn issue_manually(tx: &mut Tx, subscription_id: i64) -> Result<(i64, bool)> {
    let learning = completion::lock(tx, subscription_id, None).await.map_err(|error| match error.code() {
        Code::NotFound => Error::field("subscriptionId", Code::UnknownReference),
        _ => error,
    })?;
    let row = &learning.row;
    if let Some((id,)) = fetch_optional!(tx, (i64,), IN_FORCE, row.id, row.completed_at)? {
        return Ok((id, false));
    }
    let learner = accounts::store::find(tx, row.user_id).await?;
    let learner = learner.ok_or(Code::CertificateNameless)?;
    let today = tx.today;
    let basis = followed(tx, &learning).await?.earned(today)?;
    Ok((issue(tx, &learning, &learner, basis).await?, true))
}

// A revoked certificate counts too: viewing a lesson again must not issue a new one.
const COMPLETED: &str = "SELECT id FROM certificates WHERE subscription_id = $1 AND completed_at = $2";
const IN_FORCE: &str = "
    SELECT id FROM certificates
    WHERE subscription_id = $1 AND (completed_at = $2 OR basis = 'ATTENDANCE') AND revoked_at IS NULL
    ORDER BY id LIMIT 1";

async fn issue(tx: &mut Tx, learning: &Learning, learner: &Account, basis: Basis) -> Result<i64> {
    let Inserted { id, facts } = write(tx, learning, learner, basis).await?;
    let after = json!({ "number": facts.number, "subscriptionId": learning.row.id, "basis": basis });
    tx.audit("certificate.issued", "certificate", id, None, Some(after)).await?;
    let fact = certificate_fact(id);
    mail::queue(tx, &learner.mail(Kind::CertificateIssued(facts), fact)).await?;
    crash_point!("certificate.issued");
    Ok(id)
}

async fn followed(tx: &mut Tx, learning: &Learning) -> Result<Followed> {
    let row = &learning.row;
    Ok(Followed {
        course_type: row.course_type,
        course_starts_on: row.course_start_date,
        course_ends_on: row.course_end_date,
        subscribed_on: row.subscription_date,
        active: row.active,
        completed_at: row.completed_at,
        all_opened: learning.journey.all_opened(),
        attendance: match row.course_type {
            CourseType::InPerson => attendance::rate(tx, row.id).await?,
            CourseType::Online => Rate::default(),
        },
        open_sheets: match row.course_type {
            CourseType::InPerson => attendance::open_sheets(tx, row.id).await?,
            CourseType::Online => 0,
        },
    })
}

const LANGUAGE: &str =
    "SELECT g.name FROM courses c JOIN languages g ON g.id = c.language_id WHERE c.id = $1";

const WRITE: &str = "
    INSERT INTO certificates (number, learner_id, subscription_id, basis, completed_at, learner_name, learner_search,
        course_name, course_search, language_code, language_name, level, starts_on, ends_on, school, ui_language,
        issued_at, attended_minutes, held_minutes, key_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        (SELECT name FROM server_keys WHERE name = 'certificate' OR name LIKE 'certificate %'
         ORDER BY created_at DESC, name DESC LIMIT 1))
    RETURNING id";

async fn write(tx: &mut Tx, learning: &Learning, learner: &Account, basis: Basis) -> Result<Inserted> {
    let at = tx.now;
    let row = &learning.row;
    let (language_name,) = fetch_one!(tx, (String,), LANGUAGE, row.course_id)?;
    let followed = followed(tx, learning).await?;
    let (starts_on, ends_on) = followed.period();
    let minutes = (basis == Basis::Attendance).then_some(followed.attendance);
    let modules = learning.journey.modules.iter();
    let titles: Vec<&str> =
        modules.filter(|module| basis.covers(module)).map(|module| module.title.as_str()).collect();
    let course_name = certificate::course_name(&row.course_name, &titles, learning.total_modules);
    let completed_at = match basis {
        Basis::Completion => row.completed_at,
        Basis::Attendance => None,
    };
    let completed_at = completed_at.unwrap_or_else(|| end_of_paris_day(row.course_end_date));
    let school = Seller::from(school::store::read(tx).await?);
    school::logo::retain_for_documents(tx, school.logo_url.as_deref()).await?;
    let school = serde_json::to_string(&school);
    let school = school.map_err(|error| Error::internal(error.to_string()))?;
    let number = certificate::number(at, Ids.random_bytes());
    let name = format!("{} {}", learner.first_name, learner.last_name).trim().to_owned();
    let id = fetch_scalar!(
        tx,
        i64,
        WRITE,
        &number,
        learner.id,
        row.id,
        basis.as_str(),
        completed_at,
        &name,
        fold(&name),
        &course_name,
        fold(&course_name),
        &row.language_code,
        &language_name,
        &row.level,
        starts_on,
        ends_on,
        school,
        learner.language().as_str(),
        at,
        minutes.map(|minutes| minutes.attended_minutes),
        minutes.map(|minutes| minutes.held_minutes)
    )?;
    let ward_name = learner.guardian().map(|_| name);
    Ok(Inserted { id, facts: CertificateFacts { certificate_id: id, ward_name, number, course_name } })
}
