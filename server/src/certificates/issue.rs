//! Issuing certificates: in the change that notes a completion, or by hand. What stands on one is copied, so that
//! nothing that happens later is seen on it.

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::end_of_paris_day;
use preau_core::certificate::{self, Basis, Followed};
use preau_core::code::Code;
use preau_core::course::CourseType;
use preau_core::text::fold;
use serde_json::json;

use crate::accounts::store::Account;
use crate::clock::Ids;
use crate::error::{Error, Result};
use crate::invoices::view::Seller;
use crate::mail::facts::{CertificateFacts, certificate_fact};
use crate::mail::{self, Kind};
use crate::progress::completion;
use crate::subscriptions::learning::Learning;
use crate::write::Tx;
use crate::{accounts, crash_point, fetch_one, fetch_optional, fetch_scalar, school};

/// A row that was written, and what its learner is told.
struct Written {
    id: i64,
    facts: CertificateFacts,
}

/// Issues the certificate of a subscription whose completion was just noted. In person, viewing lessons earns none.
///
/// # Errors
/// When the database fails.
pub async fn on_completion(tx: &mut Tx, learning: &Learning) -> Result<()> {
    let online = learning.row.course_type == CourseType::Online;
    if !online
        || fetch_optional!(tx, (i64,), COMPLETED, learning.row.id, learning.row.completed_at)?.is_some()
    {
        return Ok(());
    }
    let Some(learner) = accounts::store::find(tx, learning.row.user_id).await? else { return Ok(()) };
    issue(tx, learning, &learner, Basis::Completion).await.map(|_| ())
}

// What was bought since and given back again changes nothing of what was complete before.
const EARNED: &str = "
    SELECT c.completed_at FROM certificates c JOIN subscriptions s ON s.id = c.subscription_id
    WHERE s.id = $1 AND c.basis = 'COMPLETION' AND NOT EXISTS (
        SELECT 1 FROM module_completions m
        WHERE m.subscription_id = s.id AND m.completed_at > c.completed_at AND (s.scope = 'COURSE' OR EXISTS (
            SELECT 1 FROM subscription_modules g WHERE g.subscription_id = s.id AND g.module_id = m.module_id)))
    ORDER BY c.completed_at DESC LIMIT 1";

/// When all that a subscription grants was complete already, by a certificate of then.
///
/// # Errors
/// When the database fails.
pub async fn earned_before(tx: &mut Tx, subscription_id: i64) -> Result<Option<DateTime<Utc>>> {
    Ok(fetch_optional!(tx, (DateTime<Utc>,), EARNED, subscription_id)?.map(|(at,)| at))
}

/// Issues one by hand; answers its id, and whether it is new: a repeat answers the one in force.
///
/// # Errors
/// `unknown_reference`, `certificate_nameless`, and those of [`Followed::earned`].
pub async fn by_hand(tx: &mut Tx, subscription_id: i64) -> Result<(i64, bool)> {
    let learning =
        completion::begin(tx, subscription_id, None).await.map_err(|error| match error.code() {
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
    let basis = course(tx, &learning).await?.followed(&learning).earned(today)?;
    Ok((issue(tx, &learning, &learner, basis).await?, true))
}

/// Writes the row of a completion of old, of which nobody has to be told.
///
/// # Errors
/// When the database fails.
pub async fn afterwards(tx: &mut Tx, learning: &Learning, at: DateTime<Utc>) -> Result<()> {
    let Some(learner) = accounts::store::find(tx, learning.row.user_id).await? else { return Ok(()) };
    let today = tx.today;
    let Ok(basis) = course(tx, learning).await?.followed(learning).earned(today) else { return Ok(()) };
    write(tx, learning, &learner, basis, at).await.map(|_| ())
}

// One that was revoked counts: nobody gets by viewing a lesson again what the school has taken back.
const COMPLETED: &str = "SELECT id FROM certificates WHERE subscription_id = $1 AND completed_at = $2";
const IN_FORCE: &str = "
    SELECT id FROM certificates
    WHERE subscription_id = $1 AND (completed_at = $2 OR basis = 'ATTENDANCE') AND revoked_at IS NULL
    ORDER BY id LIMIT 1";

async fn issue(tx: &mut Tx, learning: &Learning, learner: &Account, basis: Basis) -> Result<i64> {
    let now = tx.now;
    let Written { id, facts } = write(tx, learning, learner, basis, now).await?;
    let after = json!({ "number": facts.number, "subscriptionId": learning.row.id, "basis": basis });
    tx.audit("certificate.issued", "certificate", id, None, Some(after)).await?;
    let fact = certificate_fact(id);
    mail::queue(tx, &learner.letter(Kind::CertificateIssued(facts), fact)).await?;
    crash_point!("certificate.issued");
    Ok(id)
}

/// What a certificate says of a course beside what a subscription knows of it.
#[derive(preau_derive::FromRow)]
struct Course {
    start_date: NaiveDate,
    total_hours: i64,
    language_name: String,
}

impl Course {
    fn followed(&self, learning: &Learning) -> Followed {
        let row = &learning.row;
        Followed {
            course_type: row.course_type,
            course_starts_on: self.start_date,
            course_ends_on: row.course_end_date,
            subscribed_on: row.subscription_date,
            active: row.active,
            completed_at: row.completed_at,
        }
    }
}

const COURSE: &str = "
    SELECT c.start_date, c.total_hours, g.name AS language_name
    FROM courses c JOIN languages g ON g.id = c.language_id WHERE c.id = $1";

async fn course(tx: &mut Tx, learning: &Learning) -> Result<Course> {
    fetch_one!(tx, Course, COURSE, learning.row.course_id)
}

const WRITE: &str = "
    INSERT INTO certificates (number, learner_id, subscription_id, basis, completed_at, learner_name, learner_search,
        course_name, course_search, language_code, language_name, level, hours, starts_on, ends_on, school,
        ui_language, issued_at, key_name)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        (SELECT name FROM server_keys WHERE name = 'certificate' OR name LIKE 'certificate %'
         ORDER BY created_at DESC, name DESC LIMIT 1))
    RETURNING id";

async fn write(
    tx: &mut Tx,
    learning: &Learning,
    learner: &Account,
    basis: Basis,
    at: DateTime<Utc>,
) -> Result<Written> {
    let row = &learning.row;
    let course = course(tx, learning).await?;
    let (starts_on, ends_on) = course.followed(learning).period();
    let modules = learning.journey.modules.iter();
    let followed: Vec<&str> =
        modules.filter(|module| basis.covers(module)).map(|module| module.title.as_str()).collect();
    let hours = certificate::hours(course.total_hours, followed.len(), learning.total_modules);
    let course_name = certificate::course_name(&row.course_name, &followed, learning.total_modules);
    let completed_at = match basis {
        Basis::Completion => row.completed_at,
        Basis::Attendance => None,
    };
    let completed_at = completed_at.unwrap_or_else(|| end_of_paris_day(row.course_end_date));
    let school = Seller::from(school::store::read(tx).await?);
    school::logo::keep_for_papers(tx, school.logo_url.as_deref()).await?;
    let school = serde_json::to_string(&school);
    let school = school.map_err(|error| Error::internal(error.to_string()))?;
    let number = certificate::number(at, Ids.chance());
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
        &course.language_name,
        &row.level,
        hours,
        starts_on,
        ends_on,
        school,
        learner.language().as_str(),
        at
    )?;
    let ward_name = learner.guardian().map(|_| name);
    Ok(Written { id, facts: CertificateFacts { certificate_id: id, ward_name, number, course_name } })
}
