//! Courses as the page reads them. Derived fields are computed by the school's own rules from other rows and
//! today's date; the number of occupied seats is the copy's.

use chrono::NaiveDate;
use preau_core::calendar::{paris_day, parse_date};
use preau_core::course::{Availability, CourseStatus, latest_start, price_per_hour};
use preau_core::course_form::total;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::money::Cents;
use preau_core::problem::Problem;
use preau_core::text::slug;
use serde_json::{Map, Value, json};

use super::rows::{outline, page_rows, with_ids};
use super::timetable::summary;
use super::view::{View, ViewRow, content_kind};
use crate::error::Result;
use crate::store::Key;

/// Courses with the rows that they refer to.
pub(super) struct Courses<'v> {
    pub(super) view: &'v View<'v>,
    pub(super) languages: Vec<ViewRow>,
    pub(super) levels: Vec<ViewRow>,
    pub(super) teachers: Vec<ViewRow>,
    today: NaiveDate,
}

/// How much of a course is included.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// As in lists.
    List,
    /// With the titles of its chapters.
    Full,
    /// With the id of every part.
    Editable,
}

impl<'v> Courses<'v> {
    pub(super) fn new(view: &'v View<'v>) -> Result<Self> {
        Ok(Self {
            view,
            languages: view.all(Kind::Language)?,
            levels: view.all(Kind::Level)?,
            teachers: view.all(Kind::Teacher)?,
            today: paris_day(view.now),
        })
    }

    pub(super) fn page_row(&self, item: &ViewRow, detail: Detail) -> Result<Value> {
        let mut row = with_ids(self.view, Kind::Course, item)?;
        let mut modules =
            page_rows(self.view, Kind::Module, &self.view.children(Kind::Module, &item.target)?)?;
        self.derive(&mut row, item, &modules)?;
        if detail != Detail::List {
            for module in modules.as_array_mut().into_iter().flatten() {
                let target = module.get("id").and_then(Value::as_i64).unwrap_or_default();
                let target = self.view.target_of(Kind::Module, target)?.unwrap_or(Target::Id(target));
                module["chapters"] = outline(self.view, &target)?;
            }
        }
        row["modules"] = modules;
        for (name, kind) in [("objectives", Kind::Objective), ("prerequisites", Kind::Prerequisite)] {
            let points = page_rows(self.view, kind, &self.view.children(kind, &item.target)?)?;
            row[name] = if detail == Detail::Editable { points } else { descriptions(&points) };
        }
        if detail != Detail::Editable {
            row.as_object_mut().map(|fields| fields.remove("seatsTaken"));
            row["sessionsSummary"] = summary(self.view, &item.target)?;
        }
        Ok(row)
    }

    /// Adds the derived fields of a course.
    fn derive(&self, row: &mut Value, item: &ViewRow, modules: &Value) -> Result<()> {
        let named = self.referenced_names(row, item);
        let Some(fields) = row.as_object_mut() else { return Ok(()) };
        let written = |kind| self.view.queue.operations().iter().any(|operation| operation.kind == kind);
        if written(Kind::Course) || written(Kind::Module) {
            set_price(fields, modules);
            fields.insert("slug".to_owned(), json!(self.slug(fields, item)?));
        }
        let price = cents(fields.get("price"));
        let hours =
            fields.get("totalHours").and_then(Value::as_i64).and_then(|hours| u32::try_from(hours).ok());
        let by_hour = price_per_hour(price, hours.map_or(0.0, f64::from)).map(Cents::to_euros);
        fields.insert("pricePerHour".to_owned(), json!(by_hour));
        fields.extend(named);
        self.availability(fields);
        if fields.get("meetingUrl").is_none_or(Value::is_null) {
            fields.remove("meetingUrl");
        }
        Ok(())
    }

    /// The names of the rows that it refers to.
    fn referenced_names(&self, row: &Value, item: &ViewRow) -> Map<String, Value> {
        let find = |rows: &'_ [ViewRow], field: &str| {
            let wanted = item.row.get(field).and_then(|named| self.view.reference(named));
            rows.iter().find(|row| Some(&row.target) == wanted.as_ref()).map(|item| item.row.clone())
        };
        let mut names = Map::new();
        if let Some(language) = find(&self.languages, "languageId") {
            names.insert("language".to_owned(), language["name"].clone());
            names.insert("languageCode".to_owned(), language["code"].clone());
        }
        if let Some(level) = find(&self.levels, "levelId") {
            names.insert("level".to_owned(), level["name"].clone());
        }
        if row.get("teacherId").is_none_or(Value::is_null) {
            names.insert("teacherName".to_owned(), Value::Null);
        } else if let Some(teacher) = find(&self.teachers, "teacherId") {
            let [first, last] =
                ["firstName", "lastName"].map(|name| teacher[name].as_str().unwrap_or_default());
            names.insert("teacherName".to_owned(), json!(format!("{first} {last}")));
        }
        names
    }

    fn availability(&self, fields: &mut Map<String, Value>) {
        let status = fields.get("status").and_then(Value::as_str).and_then(|status| status.parse().ok());
        let end = fields.get("endDate").and_then(Value::as_str).and_then(|day| parse_date(day).ok());
        let availability = Availability {
            status: status.unwrap_or(CourseStatus::Draft),
            end_date: end,
            capacity: fields.get("capacity").and_then(Value::as_i64),
            seats_taken: fields.get("seatsTaken").and_then(Value::as_i64).unwrap_or_default(),
        };
        let refusal = availability.refusal(self.today);
        let note = refusal.map(|code| json!({"code": code, "message": Problem::from(code).message}));
        fields.insert("latestStartDate".to_owned(), json!(end.map(latest_start)));
        fields.insert("seatsLeft".to_owned(), json!(availability.seats_left()));
        fields.insert("bookable".to_owned(), json!(refusal.is_none()));
        fields.insert("refusal".to_owned(), json!(note));
    }

    /// The slug: of a draft it follows the name; once public it stays.
    fn slug(&self, fields: &Map<String, Value>, item: &ViewRow) -> Result<String> {
        let text = |fields: &Value, name: &str| {
            fields.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let copied = match &item.target {
            Target::Id(id) => self.view.store.row(content_kind(Kind::Course)?, &Key::Id(*id))?,
            Target::ClientId(_) | Target::Name(_) => None,
        };
        let name = fields.get("name").and_then(Value::as_str).unwrap_or_default();
        let public = fields.get("status").and_then(Value::as_str).is_some_and(|status| status != "DRAFT");
        if let Some(copied) = copied.filter(|copied| public || text(&copied.row, "name") == name) {
            return Ok(text(&copied.row, "slug"));
        }
        let others = self.view.store.rows(content_kind(Kind::Course)?)?;
        let others =
            others.iter().filter(|other| other.id.id().map(Target::Id).as_ref() != Some(&item.target));
        let taken: Vec<String> = others.map(|other| text(&other.row, "slug")).collect();
        let named = Some(slug(name)).filter(|named| !named.is_empty()).unwrap_or_else(|| "cours".to_owned());
        let numbered = (2..).map(|n| format!("{named}-{n}"));
        let mut free = std::iter::once(named.clone()).chain(numbered).filter(|slug| !taken.contains(slug));
        Ok(free.next().unwrap_or(named.clone()))
    }
}

/// The price is the sum of the modules' prices; without modules it stays.
fn set_price(fields: &mut Map<String, Value>, modules: &Value) {
    let modules = modules.as_array().map_or(&[][..], |modules| modules);
    if !modules.is_empty()
        && let Ok(sum) = total(modules.iter().map(|module| cents(module.get("price"))))
    {
        fields.insert("price".to_owned(), json!(sum.to_euros()));
    }
}

pub(super) fn cents(euros: Option<&Value>) -> Cents {
    euros.and_then(Value::as_f64).and_then(|euros| Cents::from_euros(euros).ok()).unwrap_or(Cents::ZERO)
}

fn descriptions(points: &Value) -> Value {
    points.as_array().into_iter().flatten().map(|point| point["description"].clone()).collect()
}
