//! The parts of courses with pending operations applied: modules, objectives and prerequisites are saved with
//! their course, or individually. The list inside the copied course is usually the newer source: a course is
//! sent again after each write of a part.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Operation, Target};
use preau_core::draft::shape::overlay;
use serde_json::{Value, json};

use super::forms::{blank, value_of, written};
use super::lists::{give_places, placed};
use super::view::{Seen, View, content, newer};
use crate::error::Result;
use crate::store::Key;

/// The field of the course form with the rows of this kind.
pub(super) fn list_name(kind: Kind) -> &'static str {
    Kind::Course.lists().iter().find(|(_, of)| *of == kind).map_or("", |(name, _)| name)
}

impl View<'_> {
    /// The parts of a course in order.
    pub(super) fn parts(&self, kind: Kind, course: &Target) -> Result<Vec<Seen>> {
        let mut rows = self.copied_parts(kind, course)?;
        for operation in self.queue.operations() {
            let saved = operation.payload.get(list_name(kind)).and_then(Value::as_array);
            let writes = matches!(operation.action, Action::Create | Action::Update);
            match saved {
                Some(list) if operation.kind == Kind::Course && writes && self.is_of(operation, course) => {
                    rows = self.saved(kind, course, &rows, list);
                }
                Some(_) | None if operation.kind == kind => self.write_part(&mut rows, operation, course),
                Some(_) | None => {}
            }
        }
        give_places(&mut rows);
        rows.sort_by_key(placed);
        Ok(self.arranged(kind, course, rows))
    }

    fn is_of(&self, operation: &Operation, course: &Target) -> bool {
        self.real(&operation.target) == *course
    }

    fn copied_parts(&self, kind: Kind, course: &Target) -> Result<Vec<Seen>> {
        let Target::Id(id) = course else { return Ok(Vec::new()) };
        let own = self.store.rows_under(content(kind)?, &Key::Id(*id))?;
        let copied = self.store.row(content(Kind::Course)?, &Key::Id(*id))?.map(|copied| copied.row);
        let mut writes = self.writes(Kind::Course).filter(|(of, _)| of == course);
        let copied = writes.next().map_or(copied.clone(), |(_, operation)| newer(copied, &operation.base));
        let list = copied.as_ref().and_then(|course| course.get(list_name(kind))?.as_array());
        let list = list.map_or(&[][..], |list| list);
        let seen = list.iter().filter_map(|part| {
            let target = Target::Id(part.get("id")?.as_i64()?);
            let own = own.iter().find(|row| Target::Id(row.id.id().unwrap_or_default()) == target);
            let mut row = newer(Some(part.clone()), own.map_or(&Value::Null, |own| &own.row))?;
            row.as_object_mut().map(|fields| fields.remove("chapters"));
            Some(Seen { target, row })
        });
        Ok(seen.collect())
    }

    /// The list as it was saved with the course: parts that it does not name are deleted.
    fn saved(&self, kind: Kind, course: &Target, before: &[Seen], list: &[Value]) -> Vec<Seen> {
        let parts = (1_i64..).zip(list).filter_map(|(place, part)| {
            let named = part.get("id").filter(|id| !id.is_null()).or(part.get("clientId"))?;
            let target = self.reference(named)?;
            let stood = before.iter().find(|seen| seen.target == target).map(|seen| seen.row.clone());
            let new = overlay(&blank(kind), &json!({"courseId": value_of(course)}));
            let mut row = written(kind, &stood.unwrap_or(new), part);
            row["orderIndex"] = json!(place);
            Some(Seen { target, row })
        });
        parts.collect()
    }

    fn write_part(&self, rows: &mut Vec<Seen>, operation: &Operation, course: &Target) {
        let target = self.real(&operation.target);
        let at = rows.iter().position(|seen| seen.target == target);
        let named = operation.payload.get("courseId").or(operation.base.get("courseId"));
        let ours = named.and_then(|course| self.reference(course)).as_ref() == Some(course);
        match (operation.action, at) {
            (Action::Delete, _) => rows.retain(|seen| seen.target != target),
            (Action::Create | Action::Update, Some(at)) => {
                let stood = newer(Some(rows[at].row.clone()), &operation.base).unwrap_or_default();
                rows[at].row = written(operation.kind, &stood, &operation.payload);
            }
            // The school no longer has this part: it stays visible until the conflict is settled.
            (Action::Create | Action::Update, None) if ours => {
                let stood = newer(None, &operation.base).unwrap_or_else(|| blank(operation.kind));
                rows.push(Seen { target, row: written(operation.kind, &stood, &operation.payload) });
            }
            (Action::Create | Action::Update, None) | (Action::Reorder, _) => {}
        }
    }

    /// The course of a part.
    pub(super) fn course_of(&self, kind: Kind, part: &Target) -> Result<Option<Target>> {
        let part = &self.real(part);
        if let Target::Id(id) = part
            && let Some(course) =
                self.store.row(content(kind)?, &Key::Id(*id))?.and_then(|row| row.parent?.id())
        {
            return Ok(Some(Target::Id(course)));
        }
        for operation in self.queue.operations() {
            if operation.kind == kind
                && operation.action != Action::Reorder
                && self.real(&operation.target) == *part
            {
                let named = operation.payload.get("courseId").or(operation.base.get("courseId"));
                if let Some(course) = named.and_then(|course| self.reference(course)) {
                    return Ok(Some(course));
                }
            }
            let list = operation.payload.get(list_name(kind)).filter(|_| operation.kind == Kind::Course);
            let named = list.and_then(Value::as_array).into_iter().flatten().any(|row| {
                let named = row.get("id").filter(|id| !id.is_null()).or(row.get("clientId"));
                named.and_then(|named| self.reference(named)).as_ref() == Some(part)
            });
            if named {
                return Ok(Some(self.real(&operation.target)));
            }
        }
        self.course_that_lists(kind, part)
    }

    /// The course that lists a part which is not in the copy yet.
    fn course_that_lists(&self, kind: Kind, part: &Target) -> Result<Option<Target>> {
        let courses = self.store.rows(content(Kind::Course)?)?;
        let lists = |row: &Value| {
            let list = row.get(list_name(kind)).and_then(Value::as_array);
            list.into_iter().flatten().any(|row| row.get("id").is_some_and(|id| *id == value_of(part)))
        };
        let found = courses.into_iter().find(|course| lists(&course.row));
        Ok(found.and_then(|course| course.id.id()).map(Target::Id))
    }
}
