//! The parts of courses with pending operations applied: modules, objectives and prerequisites are saved with
//! their course, or individually. The list inside the copied course is usually the newer source: a course is
//! sent again after each write of a part.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Operation, Target};
use preau_core::draft::shape::overlay;
use serde_json::{Value, json};

use super::forms::{apply_form, defaults, reference_value};
use super::lists::{assign_positions, position_key};
use super::view::{View, ViewRow, content_kind, newer};
use crate::error::Result;
use crate::store::Key;

/// The field of the course form with the rows of this kind.
pub(super) fn list_name(kind: Kind) -> &'static str {
    Kind::Course.lists().iter().find(|(_, of)| *of == kind).map_or("", |(name, _)| name)
}

impl View<'_> {
    /// The parts of a course in order.
    pub(super) fn parts(&self, kind: Kind, course: &Target) -> Result<Vec<ViewRow>> {
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
        assign_positions(&mut rows);
        rows.sort_by_key(position_key);
        Ok(self.apply_orders(kind, course, rows))
    }

    fn is_of(&self, operation: &Operation, course: &Target) -> bool {
        self.resolve(&operation.target) == *course
    }

    fn copied_parts(&self, kind: Kind, course: &Target) -> Result<Vec<ViewRow>> {
        let Target::Id(id) = course else { return Ok(Vec::new()) };
        let part_rows = self.store.rows_under(content_kind(kind)?, &Key::Id(*id))?;
        let copied = self.store.row(content_kind(Kind::Course)?, &Key::Id(*id))?.map(|copied| copied.row);
        let mut writes = self.writes(Kind::Course).filter(|(of, _)| of == course);
        let copied = writes.next().map_or(copied.clone(), |(_, operation)| newer(copied, &operation.base));
        let list = copied.as_ref().and_then(|course| course.get(list_name(kind))?.as_array());
        let list = list.map_or(&[][..], |list| list);
        let parts = list.iter().filter_map(|part| {
            let target = Target::Id(part.get("id")?.as_i64()?);
            let part_row = part_rows.iter().find(|row| Target::Id(row.id.id().unwrap_or_default()) == target);
            let mut row = newer(Some(part.clone()), part_row.map_or(&Value::Null, |part_row| &part_row.row))?;
            row.as_object_mut().map(|fields| fields.remove("chapters"));
            Some(ViewRow { target, row })
        });
        Ok(parts.collect())
    }

    /// The list as it was saved with the course: parts that it does not name are deleted.
    fn saved(&self, kind: Kind, course: &Target, before: &[ViewRow], list: &[Value]) -> Vec<ViewRow> {
        let parts = (1_i64..).zip(list).filter_map(|(place, part)| {
            let named = part.get("id").filter(|id| !id.is_null()).or(part.get("clientId"))?;
            let target = self.reference(named)?;
            let before_row = before.iter().find(|item| item.target == target).map(|item| item.row.clone());
            let new = overlay(&defaults(kind), &json!({"courseId": reference_value(course)}));
            let mut row = apply_form(kind, &before_row.unwrap_or(new), part);
            row["orderIndex"] = json!(place);
            Some(ViewRow { target, row })
        });
        parts.collect()
    }

    fn write_part(&self, rows: &mut Vec<ViewRow>, operation: &Operation, course: &Target) {
        let target = self.resolve(&operation.target);
        let at = rows.iter().position(|item| item.target == target);
        let named = operation.payload.get("courseId").or(operation.base.get("courseId"));
        let ours = named.and_then(|course| self.reference(course)).as_ref() == Some(course);
        match (operation.action, at) {
            (Action::Delete, _) => rows.retain(|item| item.target != target),
            (Action::Create | Action::Update, Some(at)) => {
                let before_row = newer(Some(rows[at].row.clone()), &operation.base).unwrap_or_default();
                rows[at].row = apply_form(operation.kind, &before_row, &operation.payload);
            }
            // The school no longer has this part: it stays visible until the conflict is resolved.
            (Action::Create | Action::Update, None) if ours => {
                let before_row = newer(None, &operation.base).unwrap_or_else(|| defaults(operation.kind));
                rows.push(ViewRow {
                    target,
                    row: apply_form(operation.kind, &before_row, &operation.payload),
                });
            }
            (Action::Create | Action::Update, None) | (Action::Reorder | Action::Cancel, _) => {}
        }
    }

    /// The course of a part.
    pub(super) fn course_of(&self, kind: Kind, part: &Target) -> Result<Option<Target>> {
        let part = &self.resolve(part);
        if let Target::Id(id) = part
            && let Some(course) =
                self.store.row(content_kind(kind)?, &Key::Id(*id))?.and_then(|row| row.parent?.id())
        {
            return Ok(Some(Target::Id(course)));
        }
        for operation in self.queue.operations() {
            if operation.kind == kind
                && operation.action != Action::Reorder
                && self.resolve(&operation.target) == *part
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
                return Ok(Some(self.resolve(&operation.target)));
            }
        }
        self.course_that_lists(kind, part)
    }

    /// The course that lists a part which is not in the copy yet.
    fn course_that_lists(&self, kind: Kind, part: &Target) -> Result<Option<Target>> {
        let courses = self.store.rows(content_kind(Kind::Course)?)?;
        let lists = |row: &Value| {
            let list = row.get(list_name(kind)).and_then(Value::as_array);
            list.into_iter().flatten().any(|row| row.get("id").is_some_and(|id| *id == reference_value(part)))
        };
        let found = courses.into_iter().find(|course| lists(&course.row));
        Ok(found.and_then(|course| course.id.id()).map(Target::Id))
    }
}
