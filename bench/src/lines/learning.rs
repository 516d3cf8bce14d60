//! What learners do: open lessons, read their progress and the page of a module.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Method;

use super::{Pace, Times, side_by_side};
use crate::database::Database;
use crate::error::Result;
use crate::person::Person;
use crate::report::Line;
use crate::school::School;

/// Concurrent learners.
const LEARNERS: usize = 16;

/// A learner with a subscription: its id, its modules, and the lessons not viewed yet.
#[derive(Clone)]
pub struct Learner {
    pub person: Person,
    pub subscription: i64,
    pub module: i64,
    lessons: Arc<Vec<i64>>,
    opened: Arc<AtomicUsize>,
}

impl Learner {
    /// Signs in this many learners who bought a whole course and have begun it.
    pub async fn sign_in(school: &School, db: &mut Database, how_many: usize) -> Result<Vec<Self>> {
        const BEGUN: &str = "
            SELECT s.id FROM subscriptions s JOIN users u ON u.id = s.user_id
            WHERE s.scope = 'COURSE' AND s.active AND s.completed_at IS NULL AND u.email LIKE 'eleve%@bench.test'
                AND EXISTS (SELECT 1 FROM lesson_views v WHERE v.subscription_id = s.id)
            ORDER BY s.id LIMIT $1";
        const UNSEEN: &str = "
            SELECT l.id FROM lessons l JOIN chapters h ON h.id = l.chapter_id JOIN modules m ON m.id = h.module_id
            JOIN subscriptions s ON s.course_id = m.course_id
            WHERE s.id = $1 AND NOT EXISTS
                (SELECT 1 FROM lesson_views v WHERE v.subscription_id = s.id AND v.lesson_id = l.id) ORDER BY l.id";
        const MODULE: &str = "
            SELECT MIN(m.id) FROM modules m JOIN subscriptions s ON s.course_id = m.course_id WHERE s.id = $1";
        let http = crate::school::client()?;
        let mut learners = Vec::new();
        for subscription in db.numbers(BEGUN, &[i64::try_from(how_many)?]).await? {
            let number =
                db.number("SELECT user_id FROM subscriptions WHERE id = $1", &[subscription]).await?;
            let email = email(db, number).await?;
            learners.push(Self {
                person: Person::sign_in(&http, &school.url, &email).await?,
                subscription,
                module: db.number(MODULE, &[subscription]).await?,
                lessons: Arc::new(db.numbers(UNSEEN, &[subscription]).await?),
                opened: Arc::default(),
            });
        }
        Ok(learners)
    }

    /// Opens the next lesson; once all are viewed, one again.
    pub async fn open_lesson(&self) -> Result<()> {
        let nth = self.opened.fetch_add(1, Ordering::Relaxed) % self.lessons.len().max(1);
        let lesson = self.lessons.get(nth).ok_or("a course without lessons")?;
        let address = format!("/api/progress/view?subscriptionId={}&lessonId={lesson}", self.subscription);
        self.person.call(Method::POST, &address).await.map(|_| ())
    }

    /// Reads the progress in the course.
    pub async fn progress(&self) -> Result<()> {
        let address = format!("/api/progress/subscription/progress?subscriptionId={}", self.subscription);
        self.person.read(&address).await.map(|_| ())
    }

    /// Reads the page of a module.
    pub async fn module_page(&self) -> Result<()> {
        let (subscription, module) = (self.subscription, self.module);
        let address = format!("/api/progress/module?subscriptionId={subscription}&moduleId={module}");
        self.person.read(&address).await.map(|_| ())
    }
}

/// The e-mail address of one account. Statements here return numbers, so it is found by the account's number.
async fn email(db: &mut Database, user: i64) -> Result<String> {
    const FIRST: &str = "SELECT MIN(id) FROM users WHERE email LIKE 'eleve%@bench.test'";
    let first = db.number(FIRST, &[]).await?;
    Ok(format!("eleve{}@bench.test", user - first + 1))
}

/// An action of a learner.
#[derive(Clone, Copy)]
enum Act {
    View,
    Progress,
    Module,
}

/// Measures each action.
pub async fn measure(engine: &str, school: &School, db: &mut Database, pace: Pace<'_>) -> Result<Vec<Line>> {
    let learners = Arc::new(Learner::sign_in(school, db, LEARNERS).await?);
    let people: Vec<Person> = learners.iter().map(|learner| learner.person.clone()).collect();
    let mut lines = Vec::new();
    for (what, act) in [
        ("lesson opened", Act::View),
        ("progress of a course", Act::Progress),
        ("page of a module", Act::Module),
    ] {
        let learners = learners.clone();
        let times = side_by_side(&people, pace.time, move |_, which, _| {
            let learner = learners[which].clone();
            async move {
                match act {
                    Act::View => learner.open_lesson().await?,
                    Act::Progress => learner.progress().await?,
                    Act::Module => learner.module_page().await?,
                }
                Ok(true)
            }
        })
        .await?;
        lines.push(Line::told(format!("{engine}: {what}"), told(&times)));
    }
    Ok(lines)
}

fn told(times: &Times) -> String {
    format!(
        "{:.0} a second, {LEARNERS} at a time; half within {:.0} ms, 99 % within {:.0} ms",
        times.rate(),
        times.percentile(50.0),
        times.percentile(99.0)
    )
}
