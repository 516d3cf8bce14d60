//! Sessions of classes as the page reads them: what they show of their course, their room and their teacher follows
//! the copy with its pending edits. Marks of the roll call are at the school only.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use preau_core::calendar::{add_days, parse_date, parse_time, start_of_paris_day};
use preau_core::clash::Occupation;
use preau_core::class_session::{Times, time_text, warnings};
use preau_core::code::Code;
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::period::Period;
use preau_core::problem::Problem;
use serde_json::{Value, json};

use super::filter::Query;
use super::rows::with_ids;
use super::view::{View, ViewRow, content_kind};
use crate::clock::instant_text;
use crate::error::Result;
use crate::store::{Key, Row};

/// Longest period of a list, in days.
const LONGEST: u64 = 92;

/// The fields whose change alone takes a session out of its series.
const OWN: [&str; 8] =
    ["moduleId", "date", "startTime", "minutes", "roomId", "meetingUrl", "teacherId", "note"];

/// Sessions with the rows that they refer to.
pub(super) struct Sessions<'v> {
    pub(super) view: &'v View<'v>,
    rooms: Vec<Row>,
    courses: RefCell<BTreeMap<Target, Rc<CourseOf>>>,
}

/// What sessions show of their course.
#[derive(Default)]
pub(super) struct CourseOf {
    pub(super) row: Value,
    language: Value,
    modules: Vec<ViewRow>,
    teacher: Option<Target>,
}

impl<'v> Sessions<'v> {
    pub(super) fn new(view: &'v View<'v>) -> Result<Self> {
        let rooms = view.store.rows(ContentKind::Room)?;
        Ok(Self { view, rooms, courses: RefCell::default() })
    }

    /// The course that a session names.
    pub(super) fn course(&self, session: &Value) -> Result<Rc<CourseOf>> {
        let Some(target) = named(self.view, session, "courseId") else { return Ok(Rc::default()) };
        if let Some(known) = self.courses.borrow().get(&target) {
            return Ok(Rc::clone(known));
        }
        let mut course = CourseOf::default();
        if let Some(item) = self.view.row(Kind::Course, &target)? {
            let language = named(self.view, &item.row, "languageId");
            let language =
                language.map(|language| self.view.row(Kind::Language, &language)).transpose()?.flatten();
            course = CourseOf {
                language: language.map_or(Value::Null, |language| language.row["code"].clone()),
                modules: self.view.children(Kind::Module, &target)?,
                teacher: named(self.view, &item.row, "teacherId"),
                row: item.row,
            };
        }
        let course = Rc::new(course);
        self.courses.borrow_mut().insert(target, Rc::clone(&course));
        Ok(course)
    }

    pub(super) fn room(&self, session: &Value) -> Option<&Value> {
        let id = session.get("roomId")?.as_i64()?;
        self.rooms.iter().find(|room| room.id.id() == Some(id)).map(|room| &room.row)
    }

    /// Who gives a session: a new one that names nobody is given by the course's teacher.
    pub(super) fn teacher(&self, session: &Value) -> Result<Option<Target>> {
        match session.get("teacherId") {
            Some(_) => Ok(named(self.view, session, "teacherId")),
            None => Ok(self.course(session)?.teacher.clone()),
        }
    }

    fn teacher_name(&self, teacher: Option<&Target>) -> Result<Value> {
        let Some(teacher) = teacher else { return Ok(Value::Null) };
        let row = self.view.row(Kind::Teacher, teacher)?;
        Ok(row.map_or(Value::Null, |item| {
            let [first, last] =
                ["firstName", "lastName"].map(|name| item.row[name].as_str().unwrap_or_default());
            json!(format!("{first} {last}"))
        }))
    }

    /// What a session occupies. A teacher of whom the school does not know yet is nowhere else at the school, and is
    /// told apart by the number that the page has.
    pub(super) fn occupation(&self, session: &Value) -> Result<Option<Occupation>> {
        let Some(times) = times(session) else { return Ok(None) };
        let teacher = self.teacher(session)?.map(|teacher| self.view.page_id(&teacher)).transpose()?;
        Ok(Some(Occupation {
            times,
            room_id: session.get("roomId").and_then(Value::as_i64),
            teacher_id: teacher,
        }))
    }

    /// A session as the page reads it.
    pub(super) fn page_row(&self, item: &ViewRow) -> Result<Value> {
        let course = self.course(&item.row)?;
        let teacher = self.teacher(&item.row)?;
        let mut row = with_ids(self.view, Kind::ClassSession, item)?;
        let room = self.room(&item.row);
        let of_room = |name: &str| room.map_or(Value::Null, |room| room[name].clone());
        let module = named(self.view, &item.row, "moduleId");
        let module = course.modules.iter().find(|other| Some(&other.target) == module.as_ref());
        let id = |target: Option<&Target>| target.map(|target| self.view.page_id(target)).transpose();
        let derived = json!({
            "clientId": item.row.get("clientId").cloned().unwrap_or_else(|| json!(item.target.client_id())),
            "courseName": course.row["name"], "courseType": course.row["type"],
            "courseStatus": course.row["status"], "languageCode": course.language,
            "capacity": course.row["capacity"], "seatsTaken": course.row["seatsTaken"],
            "moduleName": module.map_or(Value::Null, |module| module.row["title"].clone()),
            "moduleId": id(module.map(|module| &module.target))?,
            "joinUrl": self.join_url(&course.row, &item.row),
            "roomName": of_room("name"), "roomAddress": of_room("address"), "roomSeats": of_room("seats"),
            "teacherId": id(teacher.as_ref())?, "teacherName": self.teacher_name(teacher.as_ref())?,
            "courseTeacherId": id(course.teacher.as_ref())?,
            "courseTeacherName": self.teacher_name(course.teacher.as_ref())?,
            "byHand": item.row["byHand"] == true || self.is_changed_alone(item)?,
            "warnings": warnings(of_room("seats").as_i64(), course.row["capacity"].as_i64()),
        });
        let Some(fields) = row.as_object_mut() else { return Ok(row) };
        fields.extend(derived.as_object().cloned().unwrap_or_default());
        fields.remove("extendCourse");
        if let Some(times) = times(&item.row) {
            fields.insert("startTime".to_owned(), json!(time_text(times.start)));
            fields.insert("startsAt".to_owned(), json!(instant_text(times.starts_at())));
            fields.insert("endsAt".to_owned(), json!(instant_text(times.ends_at())));
        }
        Ok(row)
    }

    /// The session's own address; without a room, else the course's.
    fn join_url(&self, course: &Value, session: &Value) -> Value {
        let address = |row: &Value| row.get("meetingUrl").cloned().unwrap_or_default();
        match address(session) {
            Value::Null if self.room(session).is_none() => address(course),
            own => own,
        }
    }

    /// Whether pending edits take it out of its series.
    fn is_changed_alone(&self, item: &ViewRow) -> Result<bool> {
        let Target::Id(id) = item.target else { return Ok(false) };
        if item.row["seriesId"].is_null() {
            return Ok(false);
        }
        let copied = self.view.store.row(content_kind(Kind::ClassSession)?, &Key::Id(id))?;
        Ok(copied.is_some_and(|copied| OWN.iter().any(|name| copied.row[name] != item.row[*name])))
    }

    /// The sessions that a query wants, the earliest first.
    pub(super) fn list(&self, query: &Query) -> Result<Value> {
        let number =
            |name: &str| query.value(name).map(|id| id.parse().map_err(|_| invalid(name))).transpose();
        let (course, room, teacher) = (number("courseId")?, number("roomId")?, number("teacherId")?);
        let period = period(query, course.is_some())?;
        let mut rows = match course {
            Some(course) => match self.view.target_of(Kind::Course, course)? {
                Some(course) => self.view.children(Kind::ClassSession, &course)?,
                None => Vec::new(),
            },
            None => self.view.all(Kind::ClassSession)?,
        };
        rows.retain(|item| room.is_none_or(|room| item.row["roomId"] == json!(room)));
        if let Some(teacher) = teacher {
            let teacher = self.view.target_of(Kind::Teacher, teacher)?;
            let mut given = Vec::new();
            for item in rows {
                if teacher.is_some() && self.teacher(&item.row)? == teacher {
                    given.push(item);
                }
            }
            rows = given;
        }
        let begins = |item: &ViewRow| times(&item.row).map(|times| times.starts_at());
        if let Some(Period { from, to }) = period {
            let (from, after) = (start_of_paris_day(from), start_of_paris_day(add_days(to, 1)));
            rows.retain(|item| begins(item).is_some_and(|at| (from..after).contains(&at)));
        }
        // `children` and `all` have them by id.
        rows.sort_by_key(begins);
        rows.iter().map(|item| self.page_row(item)).collect()
    }
}

fn invalid(name: &str) -> Problem {
    Problem::field(name, Code::InvalidType)
}

/// The days of a query; of a course alone they may be absent.
fn period(query: &Query, of_course: bool) -> Result<Option<Period>> {
    let [from, to] = ["from", "to"].map(|name| query.value(name));
    if of_course && from.is_none() && to.is_none() {
        return Ok(None);
    }
    for (name, day) in [("from", from), ("to", to)] {
        if day.is_none() {
            return Err(Problem::field(name, Code::Required).into());
        }
    }
    let period = Period::open(from, to)?;
    if period.days() > LONGEST {
        return Err(Problem::field("to", Code::RangeTooLong).into());
    }
    Ok(Some(period))
}

/// The row that a field of a session names.
pub(super) fn named(view: &View<'_>, row: &Value, field: &str) -> Option<Target> {
    view.reference(row.get(field)?)
}

/// When a session is; nothing while its form is not valid.
pub(super) fn times(session: &Value) -> Option<Times> {
    let text = |name: &str| session.get(name).and_then(Value::as_str);
    Some(Times {
        day: parse_date(text("date")?).ok()?,
        start: parse_time(text("startTime")?).ok()?,
        minutes: session.get("minutes")?.as_i64()?,
    })
}
