//! Subscriptions as they are answered: with course, modules and progress, so that the list of a learner
//! needs one call. Five statements for any number of subscriptions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::price::Scope;
use preau_core::progress::{self, ModuleLessons};
use preau_core::subscription::{SubscriptionStatus, can_access, display_status};
use serde::Serialize;

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::paging::Window;
use crate::{fetch_all, fetch_scalar};

/// What a learner bought or was given of a course, and how far they have come.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub id: i64,
    pub version: i64,
    /// The learner.
    pub user_id: i64,
    pub course_id: i64,
    /// Empty: the whole course, also what is added later.
    pub module_ids: Vec<i64>,
    /// `PAY_REF_…`; none when it was given.
    pub payment_reference: Option<String>,
    pub subscription_date: NaiveDate,
    pub active: bool,
    /// Last day of access.
    pub access_expires_at: NaiveDate,
    /// The reservation it began with.
    pub reservation_origin_id: Option<i64>,
    /// By module id: whether it is complete.
    pub module_completion_map: BTreeMap<i64, bool>,
    /// Of the lessons of the granted modules, 0 to 100.
    pub progression_percentage: u8,
    pub next_module_id: Option<i64>,
    pub next_module_title: Option<String>,
    pub status: SubscriptionStatus,
    /// The tab it stands on.
    pub display_status: SubscriptionStatus,
    /// Whether its lessons open today.
    pub can_access: bool,
    pub course_name: String,
    pub course_type: CourseType,
    pub course_slug: String,
    pub course_end_date: NaiveDate,
    pub language_code: String,
    pub level: String,
    /// Titles of the granted modules; empty for the whole course.
    pub module_titles: Vec<String>,
    pub total_course_modules: usize,
    /// The granted modules in their order.
    pub modules: Vec<ModuleProgress>,
}

/// How far one module has come.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleProgress {
    pub module_id: i64,
    pub title: String,
    /// Viewed lessons, 0 to 100.
    pub percent: u8,
    pub completed: bool,
}

/// A subscription's row with its course.
#[derive(Clone, Debug, sqlx::FromRow)]
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
    pub reservation_origin_id: Option<i64>,
    pub completed_at: Option<DateTime<Utc>>,
    pub course_name: String,
    #[sqlx(try_from = "String")]
    pub course_type: CourseType,
    pub course_slug: String,
    pub course_end_date: NaiveDate,
    pub language_code: String,
    pub level: String,
}

/// A subscription with what its rules need: the granted modules with their lessons, and those viewed.
#[derive(Clone, Debug)]
pub struct Learning {
    pub row: SubscriptionRow,
    pub granted: Vec<ModuleLessons>,
    pub viewed: BTreeSet<i64>,
    total_modules: usize,
}

impl Learning {
    /// Whether its lessons open on this day.
    #[must_use]
    pub fn can_access(&self, today: NaiveDate) -> bool {
        can_access(self.row.active, self.row.access_expires_at, today)
    }

    /// The lessons of all granted modules.
    #[must_use]
    pub fn lessons(&self) -> Vec<i64> {
        self.granted.iter().flat_map(|module| module.lessons.iter().copied()).collect()
    }

    /// The first granted module that is not complete.
    #[must_use]
    pub fn next_module(&self) -> Option<&ModuleLessons> {
        progress::next_module(&self.granted, &self.viewed)
    }

    /// As it is answered on this day.
    #[must_use]
    pub fn view(self, today: NaiveDate) -> Subscription {
        let row = &self.row;
        let progress = progress::of_subscription(&self.granted, &self.viewed, row.completed_at.is_some());
        let open = self.can_access(today);
        let modules: Vec<ModuleProgress> =
            self.granted.iter().map(|module| self.progress_of(module)).collect();
        let named = row.scope == Scope::Modules;
        let next = self.next_module();
        Subscription {
            module_ids: modules.iter().filter(|_| named).map(|module| module.module_id).collect(),
            module_titles: modules.iter().filter(|_| named).map(|module| module.title.clone()).collect(),
            module_completion_map: modules
                .iter()
                .map(|module| (module.module_id, module.completed))
                .collect(),
            progression_percentage: progress.percent,
            next_module_id: next.map(|module| module.id),
            next_module_title: next.map(|module| module.title.clone()),
            status: display_status(row.completed_at.is_some(), None, open, today),
            display_status: display_status(progress.completed, Some(row.course_end_date), open, today),
            can_access: open,
            total_course_modules: self.total_modules,
            modules,
            id: row.id,
            version: row.version,
            user_id: row.user_id,
            course_id: row.course_id,
            payment_reference: row.payment_reference.clone(),
            subscription_date: row.subscription_date,
            active: row.active,
            access_expires_at: row.access_expires_at,
            reservation_origin_id: row.reservation_origin_id,
            course_name: row.course_name.clone(),
            course_type: row.course_type,
            course_slug: row.course_slug.clone(),
            course_end_date: row.course_end_date,
            language_code: row.language_code.clone(),
            level: row.level.clone(),
        }
    }

    fn progress_of(&self, module: &ModuleLessons) -> ModuleProgress {
        let completed = module.is_complete(&self.viewed);
        ModuleProgress {
            module_id: module.id,
            title: module.title.clone(),
            percent: if completed { 100 } else { progress::percent(&module.lessons, &self.viewed) },
            completed,
        }
    }
}

/// Which subscriptions are wanted; absent filters let all through.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub id: Option<i64>,
    pub user_id: Option<i64>,
    pub course_id: Option<i64>,
    pub window: Window,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { id: None, user_id: None, course_id: None, window: Window::ALL }
    }
}

macro_rules! matching {
    () => {
        "(CAST($1 AS BIGINT) IS NULL OR id = $1) AND (CAST($2 AS BIGINT) IS NULL OR user_id = $2)
         AND (CAST($3 AS BIGINT) IS NULL OR course_id = $3)"
    };
}
macro_rules! picked {
    ($before:literal, $after:literal) => {
        concat!(
            $before,
            " (SELECT id FROM subscriptions WHERE ",
            matching!(),
            " ORDER BY id DESC LIMIT $4 OFFSET $5) ",
            $after
        )
    };
}

const ROWS: &str = picked!(
    "SELECT s.id, s.version, s.user_id, s.course_id, s.scope, s.active, s.holds_seat, s.payment_reference,
        s.subscription_date, s.access_expires_at, s.reservation_origin_id, s.completed_at,
        c.name AS course_name, c.type AS course_type, c.slug AS course_slug, c.end_date AS course_end_date,
        g.code AS language_code, v.name AS level
    FROM subscriptions s JOIN courses c ON c.id = s.course_id
    JOIN languages g ON g.id = c.language_id JOIN levels v ON v.id = c.level_id
    WHERE s.id IN",
    "ORDER BY s.id DESC"
);
const LESSONS: &str = picked!(
    "SELECT m.course_id, m.id, m.title, l.id
    FROM modules m LEFT JOIN chapters c ON c.module_id = m.id LEFT JOIN lessons l ON l.chapter_id = c.id
    WHERE m.course_id IN (SELECT course_id FROM subscriptions WHERE id IN",
    ") ORDER BY m.course_id, m.order_index, m.id, c.order_index, c.id, l.order_index, l.id"
);
const GRANTED: &str =
    picked!("SELECT subscription_id, module_id FROM subscription_modules WHERE subscription_id IN", "");
const VIEWED: &str =
    picked!("SELECT subscription_id, lesson_id FROM lesson_views WHERE subscription_id IN", "");
const COMPLETED: &str =
    picked!("SELECT subscription_id, module_id FROM module_completions WHERE subscription_id IN", "");
const COUNT: &str = concat!("SELECT COUNT(*) FROM subscriptions WHERE ", matching!());

type ById = HashMap<i64, BTreeSet<i64>>;

/// The wanted subscriptions, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn load(conn: &mut Conn, wanted: &Wanted) -> Result<Vec<Learning>> {
    let Wanted { id, user_id, course_id, window: Window { limit, offset, .. } } = *wanted;
    let rows = fetch_all!(conn, SubscriptionRow, ROWS, id, user_id, course_id, limit, offset)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let lessons = fetch_all!(conn, LessonRow, LESSONS, id, user_id, course_id, limit, offset)?;
    let granted = fetch_all!(conn, (i64, i64), GRANTED, id, user_id, course_id, limit, offset)?;
    let viewed = fetch_all!(conn, (i64, i64), VIEWED, id, user_id, course_id, limit, offset)?;
    let completed = fetch_all!(conn, (i64, i64), COMPLETED, id, user_id, course_id, limit, offset)?;
    let courses = by_course(lessons);
    let (granted, mut viewed, completed) = (by_id(granted), by_id(viewed), by_id(completed));
    let nothing = BTreeSet::new();
    let learning = |row: SubscriptionRow| {
        let named = granted.get(&row.id).unwrap_or(&nothing);
        let complete = completed.get(&row.id).unwrap_or(&nothing);
        let modules = courses.get(&row.course_id).map_or(&[][..], Vec::as_slice);
        let mine = modules.iter().filter(|module| row.scope == Scope::Course || named.contains(&module.id));
        Learning {
            granted: mine
                .map(|module| ModuleLessons {
                    completed_before: complete.contains(&module.id),
                    ..module.clone()
                })
                .collect(),
            viewed: viewed.remove(&row.id).unwrap_or_default(),
            total_modules: modules.len(),
            row,
        }
    };
    Ok(rows.into_iter().map(learning).collect())
}

/// How many there are of the wanted ones, on all pages.
///
/// # Errors
/// When the database fails.
pub async fn count(conn: &mut Conn, wanted: &Wanted) -> Result<i64> {
    fetch_scalar!(conn, i64, COUNT, wanted.id, wanted.user_id, wanted.course_id)
}

/// One subscription.
///
/// # Errors
/// `not_found`.
pub async fn get(conn: &mut Conn, id: i64) -> Result<Learning> {
    let found = load(conn, &Wanted { id: Some(id), ..Wanted::default() }).await?;
    found.into_iter().next().ok_or_else(Error::not_found)
}

type LessonRow = (i64, i64, String, Option<i64>);

fn by_course(rows: Vec<LessonRow>) -> HashMap<i64, Vec<ModuleLessons>> {
    let mut courses = HashMap::<i64, Vec<ModuleLessons>>::new();
    for (course_id, id, title, lesson) in rows {
        let modules = courses.entry(course_id).or_default();
        match modules.last_mut() {
            Some(module) if module.id == id => module.lessons.extend(lesson),
            Some(_) | None => modules.push(ModuleLessons {
                id,
                title,
                lessons: lesson.into_iter().collect(),
                completed_before: false,
            }),
        }
    }
    courses
}

fn by_id(rows: Vec<(i64, i64)>) -> ById {
    let mut sets = ById::new();
    for (id, member) in rows {
        sets.entry(id).or_default().insert(member);
    }
    sets
}
