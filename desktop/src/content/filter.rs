//! Filters and paging of lists, from the query parameters of the school's calls.

use preau_core::code::Code;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::text::{fold, slug};
use serde_json::{Value, json};
use url::form_urlencoded;

use super::course::{Courses, Detail};
use super::languages::find_by_word;
use super::lists::position_key;
use super::view::ViewRow;
use crate::error::Result;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;

/// Default and maximum number of rows of a page.
const DEFAULT_SIZE: i64 = 20;
const MAX_SIZE: i64 = 100;

/// Query parameters by name.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn read(query: Option<&str>) -> Self {
        Self(form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect())
    }

    /// The value of a parameter; nothing when it is absent or empty.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        let value = self.0.iter().find(|(of, _)| of == name).map(|(_, value)| value.trim());
        value.filter(|value| !value.is_empty())
    }

    fn number(&self, name: &str, limit: i64, fields: &mut Fields) -> Option<i64> {
        let number = match self.value(name)?.parse::<i64>() {
            Err(_) => Err(Fault::new(Code::InvalidType)),
            Ok(..1) => Err(Fault::new(Code::TooSmall).with("min", 1)),
            Ok(number) if number > limit => Err(Fault::new(Code::TooBig).with("max", limit)),
            Ok(number) => Ok(number),
        };
        fields.check(name, number)
    }

    fn keyword<K: std::str::FromStr>(&self, name: &str) -> Result<Option<K>, Problem> {
        let keyword = self.value(name).map(str::parse).transpose();
        keyword.map_err(|_| Problem::field(name, Code::InvalidValue))
    }
}

/// All rows, or one page of them with the total.
pub(super) fn paged<T>(query: &Query, rows: &[T], show: impl Fn(&T) -> Result<Value>) -> Result<Value> {
    let mut fields = Fields::default();
    let requested = query.number("size", MAX_SIZE, &mut fields);
    let page = query.number("page", 1_000_000_000, &mut fields).or(requested.map(|_| 1));
    fields.finish()?;
    let Some(page) = page else { return rows.iter().map(show).collect() };
    let size = requested.unwrap_or(DEFAULT_SIZE);
    let total = rows.len();
    let before = usize::try_from((page - 1) * size).unwrap_or(usize::MAX);
    let window = rows.iter().skip(before).take(usize::try_from(size).unwrap_or(usize::MAX));
    let items: Value = window.map(show).collect::<Result<_>>()?;
    Ok(json!({"items": items, "page": page, "size": size, "total": total}))
}

/// The courses of a list.
pub(super) fn courses(courses: &Courses<'_>, query: &Query) -> Result<Value> {
    let mut rows = courses.view.all(Kind::Course)?;
    let text = |item: &ViewRow, name: &str| {
        item.row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    rows.sort_by_cached_key(|item| (text(item, "startDate"), position_key(item)));
    let status = query.keyword::<CourseStatus>("status")?;
    let kind = query.keyword::<CourseType>("type")?;
    rows.retain(|item| status.is_none_or(|status| text(item, "status") == status.as_str()));
    rows.retain(|item| kind.is_none_or(|kind| text(item, "type") == kind.as_str()));
    for (name, field, of, words) in [
        ("language", "languageId", &courses.languages, &["code", "name"][..]),
        ("level", "levelId", &courses.levels, &["name"][..]),
        ("teacher", "teacherId", &courses.teachers, &["fullName"][..]),
    ] {
        let Some(wanted) = query.value(name) else { continue };
        let target = find_by_word(of, wanted, words).map(|item| &item.target);
        let fits =
            |item: &ViewRow| target.is_some() && courses.view.reference(&item.row[field]).as_ref() == target;
        rows.retain(fits);
    }
    if let Some(wanted) = query.value("slug") {
        rows.retain(|item| {
            text(item, "slug") == slug(wanted) || item.target == Target::Id(wanted.parse().unwrap_or(0))
        });
    }
    let words = fold(query.value("q").unwrap_or_default());
    if words.is_empty() {
        return paged(query, &rows, |item| courses.page_row(item, Detail::List));
    }
    let mut found = Vec::new();
    for item in rows {
        let row = courses.page_row(&item, Detail::List)?;
        if contains(&row, &words) {
            found.push(row);
        }
    }
    paged(query, &found, |row| Ok(row.clone()))
}

/// Whether a course contains the words in this order.
fn contains(row: &Value, words: &str) -> bool {
    let parts = ["name", "language", "level", "teacherName", "description"];
    let text = parts.map(|name| row.get(name).and_then(Value::as_str).unwrap_or_default()).join(" ");
    let mut rest = &*fold(&text);
    words.split(' ').all(|word| {
        let found = rest.split_once(word);
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}
