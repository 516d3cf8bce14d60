//! A course as staff edits it, with its modules, objectives and prerequisites in one form. The server has already
//! sanitised the detailed description.
//!
//! The further requirements of publication are in `publishing`.

use crate::calendar::parse_date;
use crate::chapter::{MAX_CONTENT, MAX_TITLE};
use crate::code::Code;
use crate::course::CourseType;
use crate::course_part::{Module, ModuleInput, Part, PointInput, parts};
use crate::editing::{Form, double_option};
use crate::language::UiLanguage;
use crate::late_entry::LateEntry;
use crate::minimum::{self, Minimum};
use crate::money::Cents;
use crate::problem::{Fault, Fields};
use crate::publishing::check_capacity;
use crate::text;
use crate::url::web_address;
use crate::waitlist::{DEFAULT_OFFER_HOURS, check_offer_hours};
use chrono::NaiveDate;
use serde::Deserialize;

/// Minimum lengths of a name and of a description, in characters.
const MIN_NAME: usize = 3;
const MIN_DESCRIPTION: usize = 10;
/// Maximum length of a detailed description, in characters, tags included.
const MAX_DETAILS: usize = 50_000;
const MAX_SELLING_POINTS: usize = 12;
const MAX_HOURS: i64 = 10_000;

/// A course as sent by a form. In a change, absent fields stay, and null clears optional ones.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CourseForm {
    /// 3 to 200 characters.
    pub name: Option<String>,
    /// 10 to 2000 characters.
    pub description: Option<String>,
    /// Rich text.
    pub detailed_description: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<CourseType>,
    /// Euros: the sum of the modules' prices. Without modules, the course's own price.
    pub price: Option<f64>,
    /// At least 1.
    pub total_hours: Option<i64>,
    pub language_id: Option<i64>,
    pub level_id: Option<i64>,
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub teacher_id: Option<Option<i64>>,
    /// `yyyy-mm-dd`.
    pub start_date: Option<String>,
    /// `yyyy-mm-dd`, after the first day.
    pub end_date: Option<String>,
    /// Seats; null is unlimited. Absent in a new course: 10 in person, unlimited online.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub capacity: Option<Option<i64>>,
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub location: Option<Option<String>>,
    /// One per line.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub schedule: Option<Option<String>>,
    /// Address of the online class, http or https.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub meeting_url: Option<Option<String>>,
    /// At most 12 lines.
    pub selling_points: Option<Vec<String>>,
    /// Free of charge.
    pub free: Option<bool>,
    /// What whoever enters pays once sessions were held: the share of those that are left, or the whole price. Absent in a
    /// new course: the share in person, the whole price online.
    pub late_entry: Option<LateEntry>,
    /// Hours that whoever waited has to answer an offered seat, 1 to 72; absent in a new course: 24.
    pub offer_hours: Option<i64>,
    /// In person: with fewer learners, the school decides whether the course starts; with `decisionDay`.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub minimum_learners: Option<Option<i64>>,
    /// `yyyy-mm-dd`, no later than the first day; with `minimumLearners`.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub decision_day: Option<Option<String>>,
    /// Language the texts are written in, when that is not French: `fr`, `en`, `it`, `zh`.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub lang: Option<Option<String>>,
    /// All its modules, in order; absent: unchanged.
    pub modules: Option<Vec<ModuleInput>>,
    /// All its objectives, in order; absent: unchanged.
    pub objectives: Option<Vec<PointInput>>,
    /// All its prerequisites, in order; absent: unchanged.
    pub prerequisites: Option<Vec<PointInput>>,
    /// The client's own id of a new course (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated course. The server checks that language, level and teacher exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    pub name: String,
    pub description: String,
    pub detailed_description: String,
    pub kind: CourseType,
    pub price: Cents,
    pub total_hours: i64,
    pub language_id: i64,
    pub level_id: i64,
    /// Old courses may have none.
    pub teacher_id: Option<i64>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub capacity: Option<i64>,
    pub location: Option<String>,
    pub schedule: Option<String>,
    pub meeting_url: Option<String>,
    pub selling_points: Vec<String>,
    pub free: bool,
    pub late_entry: LateEntry,
    pub offer_hours: i64,
    /// None where it starts however few enrolled.
    pub minimum: Option<Minimum>,
    pub lang: Option<UiLanguage>,
    pub modules: Vec<Part<Module>>,
    pub objectives: Vec<Part<String>>,
    pub prerequisites: Vec<Part<String>>,
}

/// Days, seats and hours.
struct When {
    start_date: NaiveDate,
    end_date: NaiveDate,
    total_hours: i64,
    capacity: Option<i64>,
}

/// Optional fields.
struct Extras {
    location: Option<String>,
    schedule: Option<String>,
    meeting_url: Option<String>,
    selling_points: Vec<String>,
    lang: Option<UiLanguage>,
}

impl Form for CourseForm {
    type Content = Course;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn over(&self, before: Option<&Course>, fields: &mut Fields) -> Option<Course> {
        let name = at_least(MIN_NAME, self.name.as_ref().or(before.map(|b| &b.name)), MAX_TITLE);
        let name = fields.check("name", name);
        let description = self.description.as_ref().or(before.map(|b| &b.description));
        let description = fields.check("description", at_least(MIN_DESCRIPTION, description, MAX_CONTENT));
        let detailed_description = self.details(before, fields);
        let kind = self.kind.or(before.map(|b| b.kind)).ok_or(Fault::new(Code::TypeRequired));
        let kind = fields.check("type", kind);
        let language_id = self.language_id.or(before.map(|b| b.language_id));
        let language_id = fields.require("languageId", language_id.map(Ok::<_, Fault>));
        let level_id = self.level_id.or(before.map(|b| b.level_id));
        let level_id = fields.require("levelId", level_id.map(Ok::<_, Fault>));
        let teacher_id = self.teacher_id.unwrap_or(before.and_then(|b| b.teacher_id));
        let teacher_id = fields.require("teacherId", teacher_id.map(Ok::<_, Fault>));
        let when = self.when(kind, before, fields);
        let extras = self.extras(before, fields);
        let (modules, objectives, prerequisites) = self.parts(before, fields);
        let price = self.price(before, &modules, fields);
        let late_entry = self.late_entry.or(before.map(|b| b.late_entry));
        let offer_hours = self.offer_hours.or(before.map(|b| b.offer_hours)).unwrap_or(DEFAULT_OFFER_HOURS);
        let offer_hours = fields.check("offerHours", check_offer_hours(offer_hours));
        let minimum = self.minimum(kind, when.as_ref(), before, fields);
        let (When { start_date, end_date, total_hours, capacity }, extras) = when.zip(extras)?;
        Some(Course {
            name: name?,
            description: description?,
            detailed_description: detailed_description?,
            late_entry: late_entry.unwrap_or(kind?.default_late_entry()),
            offer_hours: offer_hours?,
            minimum,
            kind: kind?,
            price: price?,
            total_hours,
            language_id: language_id?,
            level_id: level_id?,
            teacher_id,
            start_date,
            end_date,
            capacity,
            location: extras.location,
            schedule: extras.schedule,
            meeting_url: extras.meeting_url,
            selling_points: extras.selling_points,
            free: self.free.or(before.map(|b| b.free)).unwrap_or_default(),
            lang: extras.lang,
            modules,
            objectives,
            prerequisites,
        })
    }
}

impl CourseForm {
    /// A description without visible content is stored as empty.
    fn details(&self, before: Option<&Course>, fields: &mut Fields) -> Option<String> {
        let sent = self.detailed_description.as_ref().or(before.map(|b| &b.detailed_description));
        match text::required_rich(sent.map_or("", |html| html), MAX_DETAILS) {
            Err(fault) if fault.code == Code::Required => Some(String::new()),
            checked => fields.check("detailedDescription", checked),
        }
    }

    /// The minimum size and its decision day.
    fn minimum(
        &self,
        kind: Option<CourseType>,
        when: Option<&When>,
        before: Option<&Course>,
        fields: &mut Fields,
    ) -> Option<Minimum> {
        let before = before.and_then(|b| b.minimum);
        let learners = self.minimum_learners.unwrap_or(before.map(|minimum| minimum.learners));
        let decision_day = match &self.decision_day {
            Some(sent) => {
                let sent = sent.as_deref().map(str::trim).filter(|day| !day.is_empty());
                fields.check("decisionDay", sent.map(parse_date).transpose())?
            }
            None => before.map(|minimum| minimum.decision_day),
        };
        let of_course = (kind, when.and_then(|when| when.capacity), when.map(|when| when.start_date));
        minimum::check(learners, decision_day, of_course, fields)
    }

    fn when(&self, kind: Option<CourseType>, before: Option<&Course>, fields: &mut Fields) -> Option<When> {
        let start = day(self.start_date.as_deref(), before.map(|b| b.start_date), Code::StartDateRequired);
        let end = day(self.end_date.as_deref(), before.map(|b| b.end_date), Code::EndDateRequired);
        // A missing date cannot be checked against the other.
        let follows = match (&start, &end) {
            (Ok(start), Ok(end)) => end > start,
            (Err(fault), Ok(_)) => fault.code != Code::StartDateRequired,
            (_, Err(_)) => true,
        };
        let start_date = fields.check("startDate", start);
        let end_date = fields.check("endDate", end);
        if !follows {
            fields.refuse("endDate", Code::EndBeforeStart);
        }
        let total_hours = match self.total_hours.or(before.map(|b| b.total_hours)) {
            None => Err(Code::Required.into()),
            Some(..1) => Err(Code::HoursRequired.into()),
            Some(hours) if hours > MAX_HOURS => Err(Fault::new(Code::TooBig).with("max", MAX_HOURS)),
            Some(hours) => Ok(hours),
        };
        let total_hours = fields.check("totalHours", total_hours);
        let usual = before.map_or(kind.and_then(CourseType::default_capacity), |b| b.capacity);
        let capacity = self.capacity.unwrap_or(usual);
        fields.check("capacity", check_capacity(capacity, 0))?;
        Some(When { start_date: start_date?, end_date: end_date?, total_hours: total_hours?, capacity })
    }

    fn extras(&self, before: Option<&Course>, fields: &mut Fields) -> Option<Extras> {
        let location = may_be_empty(self.location.as_ref(), before.map(|b| &b.location));
        let location = location.map(|text| text::line(text, MAX_TITLE)).transpose();
        let location = fields.check("location", location);
        let schedule = may_be_empty(self.schedule.as_ref(), before.map(|b| &b.schedule));
        let schedule = schedule.map(|text| text::lines(text, MAX_CONTENT)).transpose();
        let schedule = fields.check("schedule", schedule);
        let meeting_url = may_be_empty(self.meeting_url.as_ref(), before.map(|b| &b.meeting_url));
        let meeting_url = fields.check("meetingUrl", meeting_url.map(web_address).transpose());
        let sent = self.selling_points.as_deref().or(before.map(|b| b.selling_points.as_slice()));
        let selling_points = selling_points(sent.unwrap_or_default(), fields);
        let lang = match &self.lang {
            Some(sent) => {
                let sent = sent.as_deref().filter(|code| !code.is_empty());
                fields.check("lang", sent.map(UiLanguage::parse).transpose())
            }
            None => Some(before.and_then(|b| b.lang)),
        };
        Some(Extras {
            location: location?,
            schedule: schedule?,
            meeting_url: meeting_url?,
            selling_points,
            lang: lang?,
        })
    }

    #[allow(clippy::type_complexity, reason = "three lists")]
    fn parts(
        &self,
        before: Option<&Course>,
        fields: &mut Fields,
    ) -> (Vec<Part<Module>>, Vec<Part<String>>, Vec<Part<String>>) {
        let stood = before.map_or(&[][..], |b| &b.modules);
        let modules = self.modules.as_ref();
        let modules = modules.map_or_else(|| stood.to_vec(), |sent| parts("modules", sent, stood, fields));
        if fields.any(Code::ModuleTitleRequired) || fields.any(Code::ModulePriceRequired) {
            fields.summarise(Code::ModulesIncomplete);
        }
        let mut points = |name: &str, sent: Option<&Vec<PointInput>>, stood: &[Part<String>]| {
            sent.map_or_else(|| stood.to_vec(), |sent| parts(name, sent, stood, fields))
        };
        let stood = before.map_or(&[][..], |b| &b.objectives);
        let objectives = points("objectives", self.objectives.as_ref(), stood);
        let stood = before.map_or(&[][..], |b| &b.prerequisites);
        let prerequisites = points("prerequisites", self.prerequisites.as_ref(), stood);
        (modules, objectives, prerequisites)
    }

    /// The sum of the modules' prices; a price sent as well must equal it.
    fn price(&self, before: Option<&Course>, modules: &[Part<Module>], fields: &mut Fields) -> Option<Cents> {
        let sent = fields.check("price", self.price.map(Cents::from_euros).transpose())?;
        if modules.is_empty() {
            let had_none = before.filter(|b| b.modules.is_empty());
            return Some(sent.or(had_none.map(|b| b.price)).unwrap_or(Cents::ZERO));
        }
        let sum = total(modules.iter().map(|module| module.contents.price));
        let sum = fields.check("price", sum)?;
        // The sum is incomplete when a module has a fault.
        let whole = self.modules.as_ref().is_none_or(|sent| sent.len() == modules.len());
        if whole && sent.is_some_and(|sent| sent != sum) {
            fields.refuse("price", Code::PriceMismatch);
        }
        Some(sum)
    }
}

/// The total price of these modules.
///
/// # Errors
/// `too_big`.
pub fn total(prices: impl IntoIterator<Item = Cents>) -> Result<Cents, Fault> {
    let sum = Cents::checked_sum(prices).filter(|sum| *sum <= Cents::MAX);
    sum.ok_or_else(|| Fault::new(Code::TooBig).with("max", Cents::MAX.to_euros()))
}

/// A required text with a minimum length.
fn at_least(min: usize, text: Option<&String>, max: usize) -> Result<String, Fault> {
    let text = text::required_line(text.map_or("", |text| text), max)?;
    if text.chars().count() < min { Err(Fault::new(Code::TooShort).with("min", min)) } else { Ok(text) }
}

/// A required day; `missing` is the fault when there is none.
fn day(sent: Option<&str>, before: Option<NaiveDate>, missing: Code) -> Result<NaiveDate, Fault> {
    match (sent.map(str::trim), before) {
        (Some(""), _) | (None, None) => Err(missing.into()),
        (Some(text), _) => parse_date(text),
        (None, Some(before)) => Ok(before),
    }
}

/// The value sent, else the current one; none when it is blank.
fn may_be_empty<'a>(sent: Option<&'a Option<String>>, before: Option<&'a Option<String>>) -> Option<&'a str> {
    let text = sent.or(before).and_then(Option::as_deref);
    text.filter(|text| !text.trim().is_empty())
}

fn selling_points(sent: &[String], fields: &mut Fields) -> Vec<String> {
    if sent.len() > MAX_SELLING_POINTS {
        fields.refuse("sellingPoints", Fault::new(Code::TooMany).with("max", MAX_SELLING_POINTS));
        return Vec::new();
    }
    let checked = |(n, text): (usize, &String)| {
        fields.check(format!("sellingPoints[{n}]"), text::required_line(text, MAX_TITLE))
    };
    sent.iter().enumerate().filter_map(checked).collect()
}

#[cfg(test)]
#[path = "course_form_tests.rs"]
mod tests;
