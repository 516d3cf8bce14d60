//! What a new or changed rule would do: computed alike for the preview and for the write.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::clash::Occupation;
use preau_core::class_session::Times;
use preau_core::course::CourseStatus;
use preau_core::series_change::{Change, Existing, Step, compare};
use preau_core::series_form::Series;
use serde_json::{Value, json};

use crate::db::Conn;
use crate::error::{Error, Result};
use crate::write::Tx;

use super::changed::changed;
use super::clash::{self, Clash};
use super::closures;
use super::course::{self, PlannedCourse, References};
use super::session::ClassSession;
use super::store::{self, Written};

/// A rule and what it does to the sessions of its series.
pub(super) struct Plan {
    pub(super) series: Series,
    pub(super) course: PlannedCourse,
    pub(super) teacher_id: Option<i64>,
    /// The sessions as they are.
    pub(super) existing: Vec<ClassSession>,
    pub(super) steps: Vec<Step>,
    /// What is in the way of each step.
    pub(super) clashes: Vec<Option<Clash>>,
    /// Planned minutes of the course outside of this series.
    pub(super) other_minutes: i64,
}

impl Plan {
    /// The plan of a new series, or of the changed one with this id.
    pub(super) async fn of(
        conn: &mut Conn,
        series: Series,
        id: Option<i64>,
        now: DateTime<Utc>,
    ) -> Result<Self> {
        let references = References {
            course_id: series.course_id,
            module_id: series.module_id,
            room_id: series.room_id,
            teacher_id: series.teacher.id(None),
        };
        let course = PlannedCourse::of(conn, &references).await?;
        let teacher_id = series.teacher.id(course.teacher_id);
        let days = series.rule.days(&closures::days_off(conn).await?)?;
        let existing = match id {
            Some(id) => store::of_series(conn, id).await?,
            None => Vec::new(),
        };
        let place = (series.room_id, teacher_id, series.module_id);
        let compared =
            existing.iter().map(|session| as_existing(session, place)).collect::<Result<Vec<_>>>()?;
        let steps = compare(&series.rule, &days, &compared, now);
        let other_minutes = store::minutes(conn, course.id, id).await?;
        let mut plan =
            Self { series, course, teacher_id, existing, steps, clashes: Vec::new(), other_minutes };
        plan.clashes = plan.find_clashes(conn, now).await?;
        Ok(plan)
    }

    async fn find_clashes(&self, conn: &mut Conn, now: DateTime<Utc>) -> Result<Vec<Option<Clash>>> {
        let takes_place =
            |times: &Times| self.course.status != CourseStatus::Archived || times.starts_at() <= now;
        let (room_id, teacher_id) = (self.series.room_id, self.teacher_id);
        let written = |step: &Step| matches!(step.change, Some(Change::Add | Change::Move));
        let places: Vec<usize> = (0..self.steps.len())
            .filter(|n| written(&self.steps[*n]) && takes_place(&self.steps[*n].times))
            .collect();
        let wanted: Vec<_> =
            places.iter().map(|n| Occupation { times: self.steps[*n].times, room_id, teacher_id }).collect();
        let leaves =
            self.steps.iter().filter(|step| matches!(step.change, Some(Change::Move | Change::Remove)));
        let but: Vec<i64> =
            leaves.filter_map(|step| step.existing).map(|place| self.existing[place].id).collect();
        let mut clashes = vec![None; self.steps.len()];
        for (n, clash) in places.into_iter().zip(clash::find(conn, &wanted, &but, now).await?) {
            clashes[n] = clash;
        }
        Ok(clashes)
    }

    /// Minutes of the sessions of the series that are planned afterwards.
    pub(super) fn minutes(&self) -> i64 {
        self.steps.iter().filter(|step| step.stays_planned()).map(|step| step.times.minutes).sum()
    }

    /// The days of sessions that are written.
    pub(super) fn written_days(&self) -> impl Iterator<Item = NaiveDate> {
        let written = |step: &&Step| matches!(step.change, Some(Change::Add | Change::Move));
        self.steps.iter().filter(written).map(|step| step.times.day)
    }

    /// Refuses what clashes, and days outside of the course's dates unless these are extended.
    pub(super) async fn check(&self, tx: &mut Tx) -> Result<()> {
        if let Some(clash) = self.clashes.iter().flatten().next() {
            return Err(clash.refusal().into());
        }
        let days: Vec<NaiveDate> = self.written_days().collect();
        course::fit(tx, &self.course, days, self.series.extend_course).await
    }

    /// Writes the sessions of the series; answers them as they are then.
    pub(super) async fn write(&self, tx: &mut Tx, series_id: i64) -> Result<Vec<ClassSession>> {
        let mut before = HashMap::<i64, Option<&ClassSession>>::new();
        for step in &self.steps {
            let old = step.existing.map(|place| &self.existing[place]);
            match (step.change, old) {
                (Some(Change::Add), _) => {
                    let id = store::insert(tx, &self.written(series_id, step.times, None)).await?;
                    before.insert(id, None);
                }
                (Some(Change::Move), Some(old)) => {
                    let written = self.written(series_id, step.times, Some(old));
                    store::update(tx, old.id, &written, false).await?;
                    before.insert(old.id, Some(old));
                }
                (Some(Change::Remove), Some(old)) => {
                    changed(tx, Some(old), None).await?;
                    store::delete(tx, old.id).await?;
                }
                _ => {}
            }
        }
        let after = store::of_series(tx, series_id).await?;
        for session in &after {
            if let Some(old) = before.get(&session.id) {
                changed(tx, *old, Some(session)).await?;
            }
        }
        Ok(after)
    }

    /// What a session of the series is written as; its own link and note stay.
    fn written<'p>(&'p self, series_id: i64, times: Times, old: Option<&'p ClassSession>) -> Written<'p> {
        Written {
            course_id: self.course.id,
            series_id: Some(series_id),
            module_id: self.series.module_id,
            times,
            room_id: self.series.room_id,
            meeting_url: old.and_then(|old| old.meeting_url.as_deref()),
            teacher_id: self.teacher_id,
            note: old.and_then(|old| old.note.as_deref()),
            client_id: None,
        }
    }

    /// What the plan changes, for the audit log.
    pub(super) fn noted(&self) -> Value {
        let touches = |step: &&Step| matches!(step.change, Some(Change::Add | Change::Move | Change::Remove));
        let line = |step: &Step| {
            let time = preau_core::class_session::time_text(step.times.start);
            json!({ "change": step.change, "date": step.times.day, "startTime": time })
        };
        self.steps.iter().filter(touches).map(line).collect()
    }
}

fn as_existing(
    session: &ClassSession,
    place: (Option<i64>, Option<i64>, Option<i64>),
) -> Result<Existing, Error> {
    Ok(Existing {
        times: session.times()?,
        cancelled: session.is_cancelled(),
        by_hand: session.by_hand || session.has_marks,
        same_place: (session.room_id, session.teacher_id, session.module_id) == place,
    })
}
