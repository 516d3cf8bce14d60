//! Subscriptions as they are answered: with course, modules and progress, so that the list of a learner
//! needs one call.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use preau_core::course::CourseType;
use preau_core::progress::ModuleLessons;
use preau_core::subscription::{SubscriptionStatus, display_status};
use serde::Serialize;

use super::learning::Learning;

/// What a learner bought or was given of a course, and how far they have come.
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
    #[schema(value_type = BTreeMap<String, bool>)]
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
    /// Whether the learner was asked for a review after completing it.
    pub completion_notified: bool,
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

/// A subscription as ADMIN sees it: whose, and where it comes from.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnerSubscription {
    #[serde(flatten)]
    pub subscription: Subscription,
    /// None of a child without one.
    pub learner_email: Option<String>,
    /// Whether a reservation made or extended it; what was only given can be deleted.
    pub sold: bool,
    /// Why it was given, if it was.
    pub grant_reason: Option<String>,
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

/// A module to be led to.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleLink {
    pub module_id: i64,
    pub title: String,
}

impl From<&ModuleLessons> for ModuleLink {
    fn from(module: &ModuleLessons) -> Self {
        Self { module_id: module.id, title: module.title.clone() }
    }
}

impl Learning {
    /// As it is answered on this day.
    #[must_use]
    pub fn view(self, today: NaiveDate) -> Subscription {
        let (row, journey) = (&self.row, &self.journey);
        let course = journey.of_course();
        let open = self.can_access(today);
        let modules: Vec<ModuleProgress> =
            journey.modules.iter().map(|module| self.progress_of(module)).collect();
        let next = journey.next_module();
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
            course_end_date: row.course_end_date,
            language_code: row.language_code.clone(),
            level: row.level.clone(),
        }
    }

    /// As ADMIN is answered on this day.
    #[must_use]
    pub fn with_learner(self, today: NaiveDate) -> LearnerSubscription {
        LearnerSubscription {
            learner_email: self.row.learner_email.clone(),
            sold: self.row.sold,
            grant_reason: self.row.grant_reason.clone(),
            subscription: self.view(today),
        }
    }

    fn progress_of(&self, module: &ModuleLessons) -> ModuleProgress {
        let progress = self.journey.of_module(module);
        ModuleProgress {
            module_id: module.id,
            title: module.title.clone(),
            percent: progress.percent,
            completed: progress.completed,
        }
    }
}
