//! The demo school: a believable school in French that fills an empty database, with dates relative to
//! today. Its texts are in `content/`. Nothing here runs unless asked for.

mod attendance;
mod content;
mod journal;
mod learners;
mod plant;
mod purchase;
mod store;
mod student;
mod timetable;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use preau_core::calendar::start_of_paris_day;
use preau_core::course::CourseStatus;
use preau_core::password::Password;
use preau_core::role::Role;

use crate::change;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::people::passwords::HashQueue;

use content::Content;

/// Who can sign in to the demo school.
#[derive(Clone, Debug)]
pub struct DemoAccounts {
    /// Addresses of the administrator, the editor, the teacher and the student.
    pub emails: Vec<String>,
    /// Of all four.
    pub password: String,
}

/// Whether nobody has begun to use the database.
///
/// # Errors
/// When it does not answer.
pub async fn is_empty(app: &AppContext) -> Result<bool> {
    let mut conn = app.db.read().await?;
    store::is_empty(&mut conn).await
}

/// Fills an empty database. The accounts' password comes from the settings, or is random.
///
/// # Errors
/// When the database is not empty or the password too weak; nothing is changed then.
pub async fn fill(app: &AppContext) -> Result<DemoAccounts> {
    let content = Content::load()?;
    let password = match &app.config.demo_password {
        Some(password) => password.expose().to_owned(),
        None => app.ids.password(),
    };
    let parsed = Password::parse(&password).map_err(|fault| Error::field("PREAU_DEMO_PASSWORD", fault))?;
    let mut hashes = Vec::new();
    for _ in &content.people.accounts {
        hashes.push(app.passwords().hash(parsed.as_str(), HashQueue::Account).await?);
    }
    change!(app, None, |tx| {
        if !store::is_empty(tx).await? {
            return Err(Error::internal("the demo school needs an empty database; this one is not"));
        }
        tx.public_content_changed();
        let courses = plant::school(tx, &content).await?;
        let mut purchases = learners::purchases(tx, &content, &courses).await?;
        let (mut admin, mut editor, mut teacher) = (0, 0, 0);
        for (account, hash) in content.people.accounts.iter().zip(&hashes) {
            let user_id = store::account(tx, account, Some(hash)).await?;
            match account.role {
                Role::Admin => admin = user_id,
                Role::Editor => editor = user_id,
                Role::Teacher => {
                    store::link_teacher(tx, account, user_id).await?;
                    teacher = user_id;
                }
                Role::Student => purchases.extend(student::purchases(user_id, &courses, tx.today)),
            }
        }
        purchase::make(tx, app, &purchases).await?;
        for course in courses.iter().filter(|course| course.status == CourseStatus::Archived) {
            store::archive(tx, course.id).await?;
        }
        attendance::keep(tx, teacher).await?;
        timetable::forget_changes(tx).await?;
        for message in &content.school.class_messages {
            let course = courses.iter().find(|course| course.key == message.course);
            let course = course.ok_or_else(|| Error::internal("demo content: a message to no class"))?;
            let at = morning_of(days_from(tx.today, -message.days_ago));
            store::class_message(tx, course.id, teacher, &message.text, at).await?;
        }
        store::mark_mails_sent(tx).await?;
        journal::keep(tx, admin, editor).await?;
        tx.audit("school.filled", "school", 0, None, None).await
    })?;
    let emails = content.people.accounts.into_iter().map(|account| account.email).collect();
    Ok(DemoAccounts { emails, password })
}

/// So many days from `day`; back when negative.
fn days_from(day: NaiveDate, days: i64) -> NaiveDate {
    day.checked_add_signed(Duration::days(days)).unwrap_or(day)
}

/// Half past nine in Paris.
fn morning_of(day: NaiveDate) -> DateTime<Utc> {
    start_of_paris_day(day) + Duration::minutes(9 * 60 + 30)
}
