//! A subscription with what its rules need: its course, what is granted and what was viewed. Five statements for any number
//! of subscriptions, and one that finds them.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::add_days;
use preau_core::course::CourseType;
use preau_core::price::Scope;
use preau_core::problem::Problem;
use preau_core::progress::{ChapterLessons, Journey, ModuleLessons, resume};
use preau_core::reading::{self, Hold, Opening};
use preau_core::subscription::{Coverage, SOON, Standing, can_access};

use crate::catalogue::threshold::missing;
use crate::db::{Conn, Filter, Order, words_pattern};
use crate::error::{Error, Result};
use crate::http::paging::Window;
use crate::people::accounts::store::own_and_wards;

/// A subscription's row with its course.
#[derive(Clone, Debug, preau_derive::FromRow)]
pub struct SubscriptionRow {
    pub id: i64,
    pub version: i64,
    pub user_id: i64,
    pub course_id: i64,
    #[sqlx(try_from = "String")]
    pub scope: Scope,
    pub active: bool,
    pub holds_seat: bool,
    pub payment_reference: Option<String>,
    pub subscription_date: NaiveDate,
    pub access_expires_at: NaiveDate,
    /// From which day on its lessons open, but for modules that came with another purchase.
    pub opens_on: Option<NaiveDate>,
    /// Whether that is the day on which its learner wished to begin.
    pub opens_as_wished: bool,
    pub reservation_origin_id: Option<i64>,
    pub completed_at: Option<DateTime<Utc>>,
    pub completion_notified_at: Option<DateTime<Utc>>,
    pub learner_first_name: String,
    pub learner_last_name: String,
    /// None of a ward.
    pub learner_email: Option<String>,
    pub grant_reason: Option<String>,
    /// Whether a reservation made or extended it.
    pub sold: bool,
    pub course_name: String,
    #[sqlx(try_from = "String")]
    pub course_type: CourseType,
    pub course_slug: String,
    pub course_start_date: NaiveDate,
    pub course_end_date: NaiveDate,
    pub location: Option<String>,
    pub schedule: Option<String>,
    pub meeting_url: Option<String>,
    pub teacher_name: Option<String>,
    pub language_code: String,
    pub level: String,
    pub missing: Option<i64>,
    pub decision_day: Option<NaiveDate>,
}

/// A subscription and how far its learner has come.
#[derive(Clone, Debug)]
pub struct Learning {
    pub row: SubscriptionRow,
    pub journey: Journey,
    /// All modules of the course, granted or not.
    pub total_modules: usize,
    opening: Opening,
    /// The lesson opened last, and when.
    pub last_opened: Option<(i64, DateTime<Utc>)>,
}

impl Learning {
    /// Whether its lessons open on this day.
    #[must_use]
    pub fn can_access(&self, today: NaiveDate) -> bool {
        can_access(self.row.active, self.row.access_expires_at, today)
    }

    /// From which day on a module opens, while that is still to come.
    #[must_use]
    pub fn opens_on(&self, module_id: i64, today: NaiveDate) -> Option<NaiveDate> {
        self.opening.of(module_id).filter(|day| today < *day)
    }

    /// The first day of everything that is granted, while nothing of it is open.
    #[must_use]
    pub fn opens_first(&self, today: NaiveDate) -> Option<NaiveDate> {
        let days = self.journey.modules.iter().map(|module| self.opens_on(module.id, today));
        days.collect::<Option<Vec<_>>>()?.into_iter().min()
    }

    /// The lesson to go on with, of the modules that are open.
    #[must_use]
    pub fn resume(&self, today: NaiveDate) -> Option<i64> {
        let modules = self.journey.modules.iter();
        let open = modules.filter(|module| self.opens_on(module.id, today).is_none());
        let lessons: Vec<i64> = open.flat_map(ModuleLessons::lessons).collect();
        resume(&lessons, &self.journey.viewed, self.last_opened.map(|(lesson, _)| lesson))
    }

    /// Refuses what stands inside a module before it opens and once the access is over.
    ///
    /// # Errors
    /// `access_ended`, `access_not_open`; `not_found` when the module is not granted.
    pub fn check(&self, module_id: i64, today: NaiveDate) -> Result<(), Problem> {
        let row = &self.row;
        let coverage = Coverage::Modules(self.journey.modules.iter().map(|module| module.id).collect());
        let opening = self.opening.clone();
        let hold = Hold { id: row.id, coverage, active: row.active, expires: row.access_expires_at, opening };
        reading::check(&[hold], module_id, today)
    }

    /// The granted modules when they are named one by one; empty for the whole course.
    #[must_use]
    pub fn named(&self) -> &[ModuleLessons] {
        match self.row.scope {
            Scope::Course => &[],
            Scope::Modules => &self.journey.modules,
        }
    }
}

/// Which subscriptions are read; what is absent lets all through.
#[derive(Clone, Debug, Default)]
pub struct SubscriptionFilter {
    /// The learner, or the guardian of a ward.
    pub user_id: Option<i64>,
    pub course_id: Option<i64>,
    /// Words of the learner's name or address, folded.
    pub words: Option<String>,
    /// How it stands on a day.
    pub standing: Option<(Standing, NaiveDate)>,
}

impl SubscriptionFilter {
    fn filter(&self) -> Filter {
        const SEARCH: &str = "user_id IN (SELECT id FROM users WHERE search_text LIKE $1 ESCAPE '\\')";
        let filter = Filter::new()
            .when(concat!("user_id IN ", own_and_wards!("$1")), self.user_id)
            .when("course_id = $1", self.course_id)
            .when(SEARCH, self.words.as_deref().map(words_pattern));
        let Some((standing, day)) = self.standing else { return filter };
        match standing {
            Standing::Live => filter.with("active AND access_expires_at >= $1", day),
            Standing::Expiring => filter.with(
                "active AND access_expires_at >= $1 AND access_expires_at <= $2",
                (day, add_days(day, SOON)),
            ),
            Standing::Ended => filter.with("NOT active OR access_expires_at < $1", day),
            Standing::Completed => filter.with("completed_at IS NOT NULL", ()),
        }
    }
}

const IDS: &str = "SELECT id FROM subscriptions";
const COUNT: &str = "SELECT COUNT(*) FROM subscriptions";
const ROWS: &str = concat!(
    "SELECT s.id, s.version, s.user_id, s.course_id, s.scope, s.active, s.holds_seat, s.payment_reference,
        s.subscription_date, s.access_expires_at, s.opens_on, EXISTS (SELECT 1 FROM subscription_reservations sr
            JOIN reservations r ON r.id = sr.reservation_id AND r.start_date = s.opens_on
            WHERE sr.subscription_id = s.id) AS opens_as_wished,
        s.reservation_origin_id, s.completed_at, s.completion_notified_at,
        s.grant_reason, EXISTS (SELECT 1 FROM subscription_reservations sr WHERE sr.subscription_id = s.id) AS sold,
        u.first_name AS learner_first_name, u.last_name AS learner_last_name, u.email AS learner_email,
        c.name AS course_name, c.type AS course_type, c.slug AS course_slug, c.start_date AS course_start_date,
        c.end_date AS course_end_date, c.location, c.schedule, c.meeting_url,
        t.first_name || ' ' || t.last_name AS teacher_name, g.code AS language_code, v.name AS level, ",
    missing!(),
    "
    FROM subscriptions s JOIN users u ON u.id = s.user_id JOIN courses c ON c.id = s.course_id
    JOIN languages g ON g.id = c.language_id JOIN levels v ON v.id = c.level_id
    LEFT JOIN teachers t ON t.id = c.teacher_id"
);
const LESSONS: &str = "
    SELECT m.course_id, m.id, m.title, c.id, l.id
    FROM modules m LEFT JOIN chapters c ON c.module_id = m.id LEFT JOIN lessons l ON l.chapter_id = c.id";
const BY_PLACE: Order = Order::ascending(&[
    "m.course_id",
    "m.order_index",
    "m.id",
    "c.order_index",
    "c.id",
    "l.order_index",
    "l.id",
]);
const GRANTED: &str = "SELECT subscription_id, module_id, opens_on FROM subscription_modules";
const VIEWED: &str = "SELECT subscription_id, lesson_id, opened_at FROM lesson_views";
const DONE: &str = "
    SELECT subscription_id, module_id, chapter_id FROM (
        SELECT subscription_id, module_id, CAST(NULL AS BIGINT) AS chapter_id FROM module_completions
        UNION ALL SELECT subscription_id, NULL, chapter_id FROM chapter_completions) AS done";

type ById = HashMap<i64, BTreeSet<i64>>;

/// The subscriptions that pass, the newest first.
pub async fn load(conn: &mut Conn, filter: &SubscriptionFilter, window: Window) -> Result<Vec<Learning>> {
    let ids = window.fetch_ids(conn, IDS, &filter.filter(), Order::descending(&["id"])).await?;
    of_ids(conn, &ids).await
}

/// The subscriptions of these ids, the newest first.
async fn of_ids(conn: &mut Conn, ids: &[i64]) -> Result<Vec<Learning>> {
    let rows = Filter::new().among("s.id", ids);
    let rows = rows.fetch_all::<SubscriptionRow>(conn, ROWS, Order::descending(&["s.id"])).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let courses: BTreeSet<i64> = rows.iter().map(|row| row.course_id).collect();
    let courses: Vec<i64> = courses.into_iter().collect();
    let lessons = Filter::new().among("m.course_id", &*courses);
    let lessons = lessons.fetch_all(conn, LESSONS, BY_PLACE).await?;
    let theirs = Filter::new().among("subscription_id", ids);
    let granted = theirs.fetch_all(conn, GRANTED, Order::NONE).await?;
    let viewed = theirs.fetch_all(conn, VIEWED, Order::NONE).await?;
    let done = theirs.fetch_all::<(i64, Option<i64>, Option<i64>)>(conn, DONE, Order::NONE).await?;
    let parts = Parts {
        courses: by_course(lessons),
        granted: grouped(granted, |(id, ..)| *id),
        viewed: grouped(viewed, |(id, ..)| *id),
        modules_done: by_id(done.iter().map(|(id, module, _)| (*id, *module))),
        chapters_done: by_id(done.iter().map(|(id, _, chapter)| (*id, *chapter))),
    };
    Ok(rows.into_iter().map(|row| parts.learning(row)).collect())
}

/// Subscription, module, the day on which it opens.
type Granted = (i64, i64, Option<NaiveDate>);
/// Subscription, lesson, when it was opened last; nothing of what was marked with its chapter.
type Viewed = (i64, i64, Option<DateTime<Utc>>);

/// What belongs to the subscriptions of a list, by their ids.
struct Parts {
    courses: HashMap<i64, Vec<ModuleLessons>>,
    granted: HashMap<i64, Vec<Granted>>,
    viewed: HashMap<i64, Vec<Viewed>>,
    modules_done: ById,
    chapters_done: ById,
}

impl Parts {
    fn learning(&self, row: SubscriptionRow) -> Learning {
        let modules = self.courses.get(&row.course_id).map_or(&[][..], Vec::as_slice);
        let granted = self.granted.get(&row.id).map_or(&[][..], Vec::as_slice);
        let viewed = self.viewed.get(&row.id).map_or(&[][..], Vec::as_slice);
        let has = |sets: &ById, id| sets.get(&row.id).is_some_and(|set| set.contains(&id));
        let is_granted = |module: &&ModuleLessons| {
            row.scope == Scope::Course || granted.iter().any(|(_, id, _)| *id == module.id)
        };
        let mine = modules.iter().filter(is_granted).cloned().map(|mut module| {
            module.completed_before = has(&self.modules_done, module.id);
            for chapter in &mut module.chapters {
                chapter.completed_before = has(&self.chapters_done, chapter.id);
            }
            module
        });
        let opened = || viewed.iter().filter_map(|(_, lesson, at)| Some((*lesson, (*at)?)));
        Learning {
            journey: Journey {
                modules: mine.collect(),
                viewed: viewed.iter().map(|(_, lesson, _)| *lesson).collect(),
                opened: opened().map(|(lesson, _)| lesson).collect(),
                completed_before: row.completed_at.is_some(),
            },
            total_modules: modules.len(),
            opening: Opening {
                named: granted.iter().map(|(_, module, day)| (*module, *day)).collect(),
                others: row.opens_on,
            },
            last_opened: opened().max_by_key(|(lesson, at)| (*at, *lesson)),
            row,
        }
    }
}

/// How many pass, on all pages.
pub async fn count(conn: &mut Conn, filter: &SubscriptionFilter) -> Result<i64> {
    filter.filter().count(conn, COUNT).await
}

/// One subscription.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Learning> {
    of_ids(conn, &[id]).await?.pop().ok_or_else(Error::not_found)
}

type LessonRow = (i64, i64, String, Option<i64>, Option<i64>);

fn by_course(rows: Vec<LessonRow>) -> HashMap<i64, Vec<ModuleLessons>> {
    let mut courses = HashMap::<i64, Vec<ModuleLessons>>::new();
    for (course_id, id, title, chapter, lesson) in rows {
        let modules = courses.entry(course_id).or_default();
        if modules.last().is_none_or(|module| module.id != id) {
            modules.push(ModuleLessons { id, title, chapters: Vec::new(), completed_before: false });
        }
        let (Some(module), Some(id)) = (modules.last_mut(), chapter) else { continue };
        if module.chapters.last().is_none_or(|chapter| chapter.id != id) {
            module.chapters.push(ChapterLessons { id, lessons: Vec::new(), completed_before: false });
        }
        if let Some(chapter) = module.chapters.last_mut() {
            chapter.lessons.extend(lesson);
        }
    }
    courses
}

fn by_id(rows: impl Iterator<Item = (i64, Option<i64>)>) -> ById {
    let mut sets = ById::new();
    for (id, member) in rows {
        sets.entry(id).or_default().extend(member);
    }
    sets
}

fn grouped<T>(rows: Vec<T>, id: impl Fn(&T) -> i64) -> HashMap<i64, Vec<T>> {
    let mut groups = HashMap::<i64, Vec<T>>::new();
    for row in rows {
        groups.entry(id(&row)).or_default().push(row);
    }
    groups
}
