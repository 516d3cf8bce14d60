//! The access table: which role may make which request.
//!
//! A request without a row is refused for everybody. Whether a row of data belongs to the caller is checked by the
//! handlers.

use crate::role::Role;
use std::sync::LazyLock;

const TABLE: &str = include_str!("access.tsv");

/// A caller's access to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Yes,
    /// 401 when anonymous, else 403.
    No,
    /// Own rows only; others' yield 404.
    Own,
    /// Fewer fields or rows, see the note.
    Part,
}

impl Access {
    /// Whether the request may be made at all.
    pub const fn allows(self) -> bool {
        match self {
            Self::Yes | Self::Own | Self::Part => true,
            Self::No => false,
        }
    }
}

/// How a request treats an invalid token, and a session that must choose a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenRule {
    /// Refuses both.
    Whole,
    /// Refuses an invalid token; accepts a session that must choose a new password.
    Resetting,
    /// Treats both as anonymous.
    Ignored,
    /// Ignores an invalid token; accepts a session that must choose a new password.
    Any,
}

impl TokenRule {
    /// Whether an invalid token is refused instead of ignored.
    pub const fn refuses_bad_tokens(self) -> bool {
        matches!(self, Self::Whole | Self::Resetting)
    }

    /// Whether a session that must choose a new password is accepted.
    pub const fn knows_resetting(self) -> bool {
        matches!(self, Self::Resetting | Self::Any)
    }
}

/// One request and who may make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub method: &'static str,
    /// Path template under `/api`: `/users/{id}`.
    pub path: &'static str,
    pub anonymous: Access,
    pub student: Access,
    pub teacher: Access,
    pub editor: Access,
    pub admin: Access,
    pub token: TokenRule,
    pub note: &'static str,
}

impl Row {
    /// Access of this role; none is an anonymous visitor.
    pub const fn access(&self, role: Option<Role>) -> Access {
        match role {
            None => self.anonymous,
            Some(Role::Student) => self.student,
            Some(Role::Teacher) => self.teacher,
            Some(Role::Editor) => self.editor,
            Some(Role::Admin) => self.admin,
        }
    }
}

/// The whole table.
pub fn table() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| lines().filter_map(parse).collect());
    &ROWS
}

/// The row of a request, regardless of its parameters' names and of the `/api` prefix.
pub fn lookup(method: &str, path: &str) -> Option<&'static Row> {
    let path = path.strip_prefix("/api").unwrap_or(path);
    table().iter().find(|row| row.method.eq_ignore_ascii_case(method) && same_path(row.path, path))
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn parse(line: &'static str) -> Option<Row> {
    let mut cells = line.split('\t');
    Some(Row {
        method: cells.next()?,
        path: cells.next()?,
        anonymous: access(cells.next()?)?,
        student: access(cells.next()?)?,
        teacher: access(cells.next()?)?,
        editor: access(cells.next()?)?,
        admin: access(cells.next()?)?,
        token: token(cells.next()?)?,
        note: cells.next().unwrap_or_default(),
    })
}

fn access(word: &str) -> Option<Access> {
    match word {
        "yes" => Some(Access::Yes),
        "no" => Some(Access::No),
        "own" => Some(Access::Own),
        "part" => Some(Access::Part),
        _ => None,
    }
}

fn token(word: &str) -> Option<TokenRule> {
    match word {
        "-" => Some(TokenRule::Whole),
        "resetting" => Some(TokenRule::Resetting),
        "ignored" => Some(TokenRule::Ignored),
        "any" => Some(TokenRule::Any),
        _ => None,
    }
}

fn same_path(one: &str, other: &str) -> bool {
    let is_parameter = |segment: &str| segment.starts_with('{') && segment.ends_with('}');
    let mut others = other.split('/');
    one.split('/').all(|segment| {
        others.next().is_some_and(|other| segment == other || (is_parameter(segment) && is_parameter(other)))
    }) && others.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_row_and_no_call_stands_twice() {
        assert_eq!(table().len(), lines().count());
        assert!(table().len() > 190, "{}", table().len());
        for row in table() {
            let found = lookup(row.method, row.path).unwrap();
            assert!(std::ptr::eq(found, row), "{} {} stands twice", row.method, row.path);
            assert!(["GET", "POST", "PUT", "PATCH", "DELETE"].contains(&row.method));
        }
    }

    #[test]
    fn an_administrator_may_everything() {
        // Whoever scans a code has learnt in that class.
        for row in table().iter().filter(|row| row.path != "/check-in") {
            assert!(row.admin.allows(), "{} {}", row.method, row.path);
        }
    }

    #[test]
    fn what_a_visitor_may_a_user_may_too() {
        for row in table().iter().filter(|row| row.anonymous.allows()) {
            for role in Role::ALL {
                // Whoever edits courses waits for no seat in them.
                let edits = *role == Role::Editor && row.path.starts_with("/waitlist");
                assert!(edits || row.access(Some(*role)).allows(), "{} {} as {role}", row.method, row.path);
            }
        }
    }

    #[test]
    fn a_teacher_may_what_a_student_may() {
        for row in table().iter().filter(|row| row.student.allows()) {
            // Whoever presents a code to a teacher is not the teacher.
            assert!(row.teacher.allows() || row.path == "/check-in", "{} {}", row.method, row.path);
        }
    }

    #[test]
    fn parameter_names_do_not_matter() {
        let cases = [
            ("GET", "/users/{user_id}", Some(Access::Own)),
            ("get", "/api/users/{id}", Some(Access::Own)),
            ("GET", "/users/me", Some(Access::Yes)),
            ("POST", "/subscriptions", Some(Access::No)),
            ("POST", "/checkout/quote", Some(Access::Yes)),
            ("GET", "/users/7", None),
            ("GET", "/users/{id}/", None),
            ("GET", "/nowhere", None),
            ("PATCH", "/users/{id}", None),
        ];
        for (method, path, expected) in cases {
            let access = lookup(method, path).map(|row| row.access(Some(Role::Student)));
            assert_eq!(access, expected, "{method} {path}");
        }
    }
}
