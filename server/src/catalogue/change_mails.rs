//! Tells learners and teachers what changed of a course and its sessions: one mail each for ten minutes of changes.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::{CourseStatus, CourseType};
use preau_core::language::UiLanguage;

use crate::context::AppContext;
use crate::error::Result;
use crate::mail::facts::{
    ChangedPart, CourseChange, CourseChangeFacts, SessionChange, SessionFacts, course_change_fact,
    teaching_change_fact,
};
use crate::mail::{self, Kind, NewMail};
use crate::people::accounts;
use crate::write::Tx;
use crate::{change, crash_point, fetch_all, fetch_optional, fetch_scalar};

use super::course::{CourseFacts, EditableCourse};
use super::course_changes::{self, Gathered, NotifiedDetails};
use super::timetable::{Difference, Noted, differences};
use crate::editing::Versioned as _;

const DUE: &str = "SELECT course_id FROM course_changes WHERE due_at <= $1 ORDER BY due_at, course_id";

/// Queues the mails about changes whose waiting time is over.
pub async fn queue_due(app: &AppContext) -> Result<()> {
    let due = {
        let mut conn = app.db.read().await?;
        fetch_all!(conn, (i64,), DUE, app.clock.now())?
    };
    for (course_id,) in due {
        // A failure must not block the other courses.
        match change!(app, None, |tx| queue_mails(tx, course_id).await) {
            Ok(()) => app.mail_queued.notify_one(),
            Err(error) => tracing::error!(course = course_id, %error, "a change was not told"),
        }
    }
    Ok(())
}

/// What is told of a course.
struct News {
    course: CourseFacts,
    changes: Vec<CourseChange>,
    sessions: Vec<Difference>,
    gathered: Gathered,
}

async fn queue_mails(tx: &mut Tx, course_id: i64) -> Result<()> {
    let sessions = differences(tx, course_id).await?;
    let Some(gathered) = course_changes::take(tx, course_id).await? else { return Ok(()) };
    let course = EditableCourse::find(tx, &course_id).await?.facts;
    let changes = NotifiedDetails::of(&course).changes_since(&gathered.before);
    let class = class(tx, course_id, gathered.last_at).await?;
    let told = course.status == CourseStatus::Published || !class.is_empty();
    let news = News { course, changes, sessions: if told { sessions } else { Vec::new() }, gathered };
    for learner in class {
        tell_learner(tx, &news, &learner).await?;
    }
    let states = news.sessions.iter().flat_map(Difference::states);
    let mut teachers: BTreeSet<i64> = states.filter_map(|state| news.teacher(state)).collect();
    if news.teaching().next().is_some() {
        teachers.extend(news.course.teacher_id);
    }
    for teacher_id in teachers {
        tell_teacher(tx, &news, teacher_id).await?;
    }
    crash_point!("course.change.told");
    Ok(())
}

impl News {
    /// Who gives a session: without a teacher of its own that of the course.
    fn teacher(&self, state: &Noted) -> Option<i64> {
        state.teacher_id.or(self.course.teacher_id)
    }

    /// What of the course its teacher is told: not who it is.
    fn teaching(&self) -> impl Iterator<Item = &CourseChange> {
        self.changes.iter().filter(|change| change.part != ChangedPart::Teacher)
    }

    /// The facts of a mail about these of the sessions.
    fn facts(&self, tx: &Tx, wanted: impl Fn(&Noted) -> bool) -> CourseChangeFacts {
        let wanted = self.sessions.iter().filter(|difference| difference.states().any(&wanted));
        CourseChangeFacts {
            course_id: self.course.id,
            course_name: self.course.name.clone(),
            changes: self.changes.clone(),
            sessions: wanted.map(|difference| self.session(difference, tx.now)).collect(),
        }
    }

    fn session(&self, Difference { before, now }: &Difference, told_at: DateTime<Utc>) -> SessionChange {
        let newest = now.as_ref().or(before.as_ref());
        SessionChange {
            uid: newest.map(|state| state.uid.clone()).unwrap_or_default(),
            // A deleted session has no number of its own any more.
            sequence: newest.map_or(0, |state| state.sequence + i64::from(now.is_none())),
            told_at,
            before: before.as_ref().map(|state| self.state(state)),
            now: now.as_ref().map(|state| self.state(state)),
        }
    }

    /// What is not a session's own is its course's.
    fn state(&self, state: &Noted) -> SessionFacts {
        let online = state.room.is_none();
        let of_course = |own: &Option<String>, course: &Option<String>, has: bool| {
            own.clone().or_else(|| course.clone().filter(|_| has))
        };
        let in_person = self.course.kind == CourseType::InPerson;
        SessionFacts {
            day: state.day,
            start_time: state.start_time.clone(),
            minutes: state.minutes,
            place: of_course(&state.room, &self.course.location, in_person),
            link: of_course(&state.link, &self.course.meeting_url, online),
            teacher: of_course(&state.teacher, &self.course.teacher_name, true),
            module: state.module.clone(),
            note: state.note.clone(),
            cancelled: state.cancelled,
            reason: state.reason.clone(),
        }
    }
}

async fn tell_learner(tx: &mut Tx, news: &News, learner: &Learner) -> Result<()> {
    let Some(account) = accounts::store::find(tx, learner.user_id).await? else { return Ok(()) };
    let mut facts = news.facts(tx, |state| learner.attends(state));
    if !learner.is_live {
        // The link is only for learners whose access is live.
        facts.changes.retain(|change| change.part != ChangedPart::Link);
        facts.sessions = facts.sessions.into_iter().map(SessionChange::without_link).collect();
        facts.sessions.retain(|change| change.before != change.now);
    }
    if facts.changes.is_empty() && facts.sessions.is_empty() {
        return Ok(());
    }
    let is_needed = facts.changes.iter().any(|change| change.part.is_about_time())
        || facts.sessions.iter().any(SessionChange::is_about_time);
    let fact = course_change_fact(news.course.id, news.gathered.began_at, learner.user_id);
    let mail = account.mail(Kind::CourseChanged(facts), fact);
    if is_needed || wants_changes(tx, &mail).await? {
        mail::queue(tx, &mail).await?;
    }
    Ok(())
}

const WANTS_CHANGES: &str = "SELECT session_changes FROM users WHERE id = $1";

/// Whether whoever reads this mail wants to know of other teachers, rooms and links.
async fn wants_changes(tx: &mut Tx, mail: &NewMail) -> Result<bool> {
    match mail.user_id {
        Some(id) => fetch_scalar!(tx, bool, WANTS_CHANGES, id),
        None => Ok(true),
    }
}

#[derive(preau_derive::FromRow)]
struct TeacherRow {
    user_id: Option<i64>,
    email: Option<String>,
    name: String,
}

const TEACHER: &str =
    "SELECT user_id, email, first_name || ' ' || last_name AS name FROM teachers WHERE id = $1";

/// Tells whoever gave or gives one of the sessions; by their account, else by the address that the school has of them.
async fn tell_teacher(tx: &mut Tx, news: &News, teacher_id: i64) -> Result<()> {
    let Some(teacher) = fetch_optional!(tx, TeacherRow, TEACHER, teacher_id)? else { return Ok(()) };
    let mut facts = news.facts(tx, |state| news.teacher(state) == Some(teacher_id));
    facts.changes = if news.course.teacher_id == Some(teacher_id) {
        news.teaching().cloned().collect()
    } else {
        Vec::new()
    };
    let fact = teaching_change_fact(news.course.id, news.gathered.began_at, teacher_id);
    let kind = Kind::TeachingChanged(facts);
    let account = match teacher.user_id {
        Some(id) => accounts::store::find(tx, id).await?,
        None => None,
    };
    let mail = match (account, teacher.email) {
        (Some(account), _) => account.mail(kind, fact),
        (None, Some(to)) => {
            let (name, language) = (teacher.name, UiLanguage::Fr);
            NewMail { kind, fact, to, name, language, user_id: None, reply_to: None }
        }
        (None, None) => return Ok(()),
    };
    mail::queue(tx, &mail).await
}

/// Somebody in the class.
struct Learner {
    user_id: i64,
    /// Whether they have access now.
    is_live: bool,
    /// The modules of their subscriptions; none for the whole course.
    modules: Option<BTreeSet<i64>>,
    /// The day on which they wished to start; none for a grant.
    starts_on: Option<NaiveDate>,
}

impl Learner {
    /// Whether a session is theirs; those of no module are everybody's.
    fn attends(&self, state: &Noted) -> bool {
        let covers = |id| self.modules.as_ref().is_none_or(|modules| modules.contains(&id));
        self.starts_on.is_none_or(|day| day <= state.day) && state.module_id.is_none_or(covers)
    }
}

// Learners who joined after the last change have seen it; those whose payer was asked since get the dates with that mail.
const CLASS: &str = "
    SELECT s.user_id, CASE WHEN s.access_expires_at >= $2 THEN TRUE ELSE FALSE END, s.scope, m.module_id,
        CASE WHEN s.granted_scope IS NULL THEN (SELECT MIN(r.start_date) FROM subscription_reservations b
            JOIN reservations r ON r.id = b.reservation_id WHERE b.subscription_id = s.id) END
    FROM subscriptions s LEFT JOIN subscription_modules m ON m.subscription_id = s.id
    WHERE s.course_id = $1 AND s.active AND (s.access_expires_at >= $2 OR s.holds_seat) AND s.created_at <= $3
        AND NOT EXISTS (SELECT 1 FROM subscription_reservations o JOIN decision_proposals p
            ON p.reservation_id = o.reservation_id AND p.status = 'OPEN' AND p.created_at >= $3
            WHERE o.subscription_id = s.id)
    ORDER BY s.user_id, s.id, m.module_id";

/// Learners who had a seat or a live subscription at `then`.
async fn class(tx: &mut Tx, course_id: i64, then: DateTime<Utc>) -> Result<Vec<Learner>> {
    let mut class: Vec<Learner> = Vec::new();
    type Row = (i64, bool, String, Option<i64>, Option<NaiveDate>);
    for (user_id, is_live, scope, module_id, starts_on) in
        fetch_all!(tx, Row, CLASS, course_id, tx.today, then)?
    {
        if class.last().is_none_or(|learner| learner.user_id != user_id) {
            class.push(Learner { user_id, is_live: false, modules: Some(BTreeSet::new()), starts_on });
        }
        let Some(learner) = class.last_mut() else { continue };
        learner.starts_on = learner.starts_on.zip(starts_on).map(|(one, other)| one.min(other));
        learner.is_live |= is_live;
        if scope == "COURSE" {
            learner.modules = None;
        } else if let Some(modules) = &mut learner.modules {
            modules.extend(module_id);
        }
    }
    Ok(class)
}
