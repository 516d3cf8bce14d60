//! API representation of subscriptions: with course, modules and progress, so that a learner's list needs one request.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::course::CourseType;
use preau_core::progress::ModuleLessons;
use preau_core::subscription::{SubscriptionStatus, display_status};
use serde::Serialize;

use super::learning::Learning;
use crate::catalogue::threshold::Threshold;
use crate::clock;
use crate::db::Conn;
use crate::error::Result;
use crate::fetch_optional;

/// What a learner bought or was granted of a course, with their progress.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub id: i64,
    pub version: i64,
    /// The learner.
    pub user_id: i64,
    /// The learner's name; a guardian follows the courses of several.
    pub learner_name: String,
    pub course_id: i64,
    /// Empty: the whole course, including modules added later.
    pub module_ids: Vec<i64>,
    /// `PAY_REF_…`; none when it was granted.
    pub payment_reference: Option<String>,
    pub subscription_date: NaiveDate,
    pub active: bool,
    /// Last day of access.
    pub access_expires_at: NaiveDate,
    /// The reservation that created it.
    pub reservation_origin_id: Option<i64>,
    /// By module id: whether it is complete.
    #[schema(value_type = BTreeMap<String, bool>)]
    pub module_completion_map: BTreeMap<i64, bool>,
    /// Percentage of viewed lessons of the granted modules, 0 to 100.
    pub progression_percentage: u8,
    pub next_module_id: Option<i64>,
    pub next_module_title: Option<String>,
    pub status: SubscriptionStatus,
    /// The tab it is listed on.
    pub display_status: SubscriptionStatus,
    /// Whether its lessons open today.
    pub can_access: bool,
    /// Whether the learner was asked for a review after completing it.
    pub completion_notified: bool,
    pub course_name: String,
    pub course_type: CourseType,
    pub course_slug: String,
    pub course_start_date: NaiveDate,
    pub course_end_date: NaiveDate,
    pub location: Option<String>,
    /// Days and times, as the school writes them.
    pub schedule: Option<String>,
    /// Address of the online class, while the access is live.
    pub meeting_url: Option<String>,
    pub teacher_name: Option<String>,
    /// From which day on the lessons open, while none is open.
    pub opens_on: Option<NaiveDate>,
    /// Whether this day results from the withdrawal period instead of the requested start date.
    pub opens_after_withdrawal: bool,
    /// The lesson to resume with; none when none is left or open.
    pub resume: Option<Resume>,
    /// When a lesson was last opened.
    #[serde(serialize_with = "clock::maybe_instant")]
    pub last_opened_at: Option<DateTime<Utc>>,
    pub language_code: String,
    pub level: String,
    /// While the start of the course depends on how many enrol; null otherwise.
    pub threshold: Option<Threshold>,
    /// Titles of the granted modules; empty for the whole course.
    pub module_titles: Vec<String>,
    pub total_course_modules: usize,
    /// The granted modules in their order.
    pub modules: Vec<ModuleProgress>,
}

/// A subscription for ADMIN, with its learner and origin.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnerSubscription {
    #[serde(flatten)]
    pub subscription: Subscription,
    /// None for a child without e-mail.
    pub learner_email: Option<String>,
    /// Whether a reservation created or extended it; a merely granted one can be deleted.
    pub sold: bool,
    /// Reason of the grant, if it was granted.
    pub grant_reason: Option<String>,
}

/// The next lesson that was not viewed yet.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resume {
    pub lesson_id: i64,
    /// Only in a learner's own list.
    pub lesson_title: Option<String>,
    pub module_id: i64,
    pub module_title: String,
    /// From 1, among the lessons of the module.
    pub position: usize,
    pub lesson_count: usize,
}

/// Progress in one module.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleProgress {
    pub module_id: i64,
    pub title: String,
    /// Viewed lessons, 0 to 100.
    pub percent: u8,
    pub completed: bool,
    /// Opening day, while it is in the future.
    pub opens_on: Option<NaiveDate>,
}

/// A link to a module.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleLink {
    pub module_id: i64,
    pub title: String,
}

const TITLE: &str = "SELECT title FROM lessons WHERE id = $1";

/// Adds the titles of the lessons to resume with.
pub async fn name_lessons(conn: &mut Conn, subscriptions: &mut [Subscription]) -> Result<()> {
    for resume in subscriptions.iter_mut().filter_map(|subscription| subscription.resume.as_mut()) {
        let title = fetch_optional!(conn, (String,), TITLE, resume.lesson_id)?;
        resume.lesson_title = title.map(|(title,)| title);
    }
    Ok(())
}

impl From<&ModuleLessons> for ModuleLink {
    fn from(module: &ModuleLessons) -> Self {
        Self { module_id: module.id, title: module.title.clone() }
    }
}

impl Learning {
    /// API representation on this day.
    #[must_use]
    pub fn view(self, today: NaiveDate) -> Subscription {
        let (row, journey) = (&self.row, &self.journey);
        let course = journey.of_course();
        let open = self.can_access(today);
        let modules: Vec<ModuleProgress> =
            journey.modules.iter().map(|module| self.progress_of(module, today)).collect();
        let next = journey.next_module();
        let opens_on = self.opens_first(today).filter(|_| open);
        Subscription {
            module_ids: self.named().iter().map(|module| module.id).collect(),
            module_titles: self.named().iter().map(|module| module.title.clone()).collect(),
            module_completion_map: modules
                .iter()
                .map(|module| (module.module_id, module.completed))
                .collect(),
            progression_percentage: course.percent,
            next_module_id: next.map(|module| module.id),
            next_module_title: next.map(|module| module.title.clone()),
            status: display_status(course.completed, None, open, today),
            display_status: display_status(course.completed, Some(row.course_end_date), open, today),
            completion_notified: row.completion_notified_at.is_some(),
            can_access: open,
            total_course_modules: self.total_modules,
            modules,
            id: row.id,
            version: row.version,
            user_id: row.user_id,
            learner_name: format!("{} {}", row.learner_first_name, row.learner_last_name).trim().to_owned(),
            course_id: row.course_id,
            payment_reference: row.payment_reference.clone(),
            subscription_date: row.subscription_date,
            active: row.active,
            access_expires_at: row.access_expires_at,
            reservation_origin_id: row.reservation_origin_id,
            course_name: row.course_name.clone(),
            course_type: row.course_type,
            course_slug: row.course_slug.clone(),
            course_start_date: row.course_start_date,
            course_end_date: row.course_end_date,
            location: row.location.clone(),
            schedule: row.schedule.clone(),
            meeting_url: row.meeting_url.clone().filter(|_| open),
            teacher_name: row.teacher_name.clone(),
            opens_on,
            opens_after_withdrawal: opens_on.is_some() && !row.opens_as_wished,
            resume: self.resume_of(today).filter(|_| open),
            last_opened_at: self.last_opened.map(|(_, at)| at),
            language_code: row.language_code.clone(),
            level: row.level.clone(),
            threshold: Threshold::of(row.missing, row.decision_day).filter(|_| open),
        }
    }

    /// API representation for ADMIN on this day.
    #[must_use]
    pub fn with_learner(self, today: NaiveDate) -> LearnerSubscription {
        LearnerSubscription {
            learner_email: self.row.learner_email.clone(),
            sold: self.row.sold,
            grant_reason: self.row.grant_reason.clone(),
            subscription: self.view(today),
        }
    }

    fn resume_of(&self, today: NaiveDate) -> Option<Resume> {
        let lesson_id = self.resume(today)?;
        let (module, _) = self.journey.place(lesson_id)?;
        let lessons = module.lessons();
        Some(Resume {
            lesson_id,
            lesson_title: None,
            module_id: module.id,
            module_title: module.title.clone(),
            position: 1 + lessons.iter().take_while(|other| **other != lesson_id).count(),
            lesson_count: lessons.len(),
        })
    }

    fn progress_of(&self, module: &ModuleLessons, today: NaiveDate) -> ModuleProgress {
        let progress = self.journey.of_module(module);
        ModuleProgress {
            module_id: module.id,
            title: module.title.clone(),
            percent: progress.percent,
            completed: progress.completed,
            opens_on: self.opens_on(module.id, today),
        }
    }
}
