//! The rest of the timetable, which is only read here: rooms, closures, series, and the sessions of a course in short.

use chrono::Datelike as _;
use preau_core::calendar::paris_day;
use preau_core::class_session::{Times, time_text};
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::holiday::holidays;
use preau_core::series::{hours, slots};
use serde_json::{Value, json};

use super::reads::target;
use super::sessions::{Sessions, named, times};
use super::view::{View, ViewRow};
use crate::clock::instant_text;
use crate::error::Result;
use crate::store::{Key, Row};

/// How many sessions of a course are named.
const NEXT: usize = 3;
/// Where the last answer about the school is stored.
const SCHOOL: &str = "/api/settings/school";

/// The rooms, by name.
pub(super) fn rooms(view: &View<'_>) -> Result<Value> {
    Ok(sorted(view.store.rows(ContentKind::Room)?, "name"))
}

/// The closures, and the public holidays of this year and the next.
pub(super) fn closures(view: &View<'_>) -> Result<Value> {
    let school: Option<Value> = view.store.setting(SCHOOL)?;
    let alsace_moselle = school.is_some_and(|school| school["alsaceMoselle"] == true);
    let year = paris_day(view.now).year();
    let days = [year, year + 1].into_iter().flat_map(|year| holidays(year, alsace_moselle));
    let holidays: Value = days
        .map(|(day, holiday)| json!({"day": day, "label": holiday.french(), "holiday": holiday}))
        .collect();
    let closures = sorted(view.store.rows(ContentKind::Closure)?, "firstDay");
    Ok(json!({"closures": closures, "holidays": holidays}))
}

fn sorted(mut rows: Vec<Row>, by: &str) -> Value {
    rows.sort_by_cached_key(|row| row.row[by].as_str().unwrap_or_default().to_owned());
    rows.into_iter().map(|row| row.row).collect()
}

/// The series of a course, the earliest first.
pub(super) fn series(view: &View<'_>, course: &str) -> Result<Value> {
    // A course that the school does not know yet has no rule.
    let Target::Id(id) = target(view, Kind::Course, course)? else { return Ok(json!([])) };
    let sessions = Sessions::new(view)?;
    let mut rows = view.store.rows_under(ContentKind::SessionSeries, &Key::Id(id))?;
    rows.sort_by_cached_key(|row| row.row["firstDay"].as_str().unwrap_or_default().to_owned());
    rows.into_iter().map(|row| with_names(&sessions, row.row)).collect()
}

/// A series with the names of what it refers to.
fn with_names(sessions: &Sessions<'_>, mut row: Value) -> Result<Value> {
    let session = sessions.page_row(&ViewRow { target: Target::Id(0), row: row.clone() })?;
    for name in ["roomName", "teacherName", "moduleName", "moduleId"] {
        row[name] = session[name].clone();
    }
    Ok(row)
}

/// How many series name this teacher.
pub(super) fn series_of_teacher(view: &View<'_>, teacher: &Target) -> Result<usize> {
    let rows = view.store.rows(ContentKind::SessionSeries)?;
    Ok(rows.iter().filter(|row| named(view, &row.row, "teacherId").as_ref() == Some(teacher)).count())
}

/// The planned sessions of a course in short; null without any.
pub(super) fn summary(view: &View<'_>, course: &Target) -> Result<Value> {
    let mut planned: Vec<(Times, ViewRow)> = view
        .children(Kind::ClassSession, course)?
        .into_iter()
        .filter(|item| item.row["status"] != "CANCELLED")
        .filter_map(|item| Some((times(&item.row)?, item)))
        .collect();
    if planned.is_empty() {
        return Ok(Value::Null);
    }
    planned.sort_by_key(|(times, _)| times.starts_at());
    let minutes = planned.iter().map(|(times, _)| times.minutes).sum();
    let coming = || planned.iter().filter(|(times, _)| times.ends_at() > view.now);
    let slots: Value = slots(coming().map(|(times, _)| *times))
        .into_iter()
        .map(|slot| {
            let (start, end) = (time_text(slot.start), time_text(slot.end()));
            json!({"weekdays": slot.weekdays, "startTime": start, "endTime": end})
        })
        .collect();
    let next = coming().take(NEXT).map(|(times, item)| {
        Ok(json!({
            "id": view.page_id(&item.target)?, "date": times.day, "startTime": time_text(times.start),
            "minutes": times.minutes, "startsAt": instant_text(times.starts_at()),
            "endsAt": instant_text(times.ends_at()),
        }))
    });
    let next = next.collect::<Result<Value>>()?;
    Ok(json!({"slots": slots, "count": planned.len(), "hours": hours(minutes), "next": next}))
}
