//! The table of content calls: recognises the page's requests, and gives the address at which an operation is
//! sent.

use http::Method;
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Target};
use preau_core::draft::queue;
use url::form_urlencoded;

/// The action of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Endpoint {
    /// `GET /courses`, and its alias.
    Courses,
    /// A course with the titles of its chapters, as on the public site.
    Details,
    /// Every row of a kind.
    All,
    LanguageDetails,
    /// The rows under a parent.
    Under,
    One,
    /// One row by this field instead of its id.
    By(&'static str),
    /// The questions of a level test.
    Test,
    /// The questions of one type.
    TestOfType,
    FaqCategories,
    /// The grade of a sample answer to a question that is being edited.
    Grade,
    Create,
    /// A new row under a parent.
    CreateUnder,
    CreateMany,
    CreateManyUnder,
    Update,
    Delete,
    /// Deletes all rows under a parent.
    Clear,
    Order,
    /// The sessions that a query wants.
    Sessions,
    /// Cancels a session.
    Cancel,
    Rooms,
    Closures,
    /// The series of a course.
    Series,
}

/// A call of the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    pub(super) endpoint: Endpoint,
    pub(super) kind: Kind,
    /// The parts of the path where the table has `*`.
    pub(super) names: Vec<String>,
    reads: bool,
}

impl Call {
    /// Whether it only reads: then [`super::read`] answers it, else [`super::edit`].
    #[must_use]
    pub const fn reads(&self) -> bool {
        self.reads
    }

    /// The kind of row that it reads or writes, as the copy names it.
    #[must_use]
    pub fn kind(&self) -> Option<ContentKind> {
        match self.endpoint {
            Rooms => Some(ContentKind::Room),
            Closures => Some(ContentKind::Closure),
            Series => Some(ContentKind::SessionSeries),
            _ => self.kind.as_str().parse().ok(),
        }
    }

    /// The first variable part of its path.
    pub(super) fn name(&self) -> &str {
        self.names.first().map_or("", |name| name)
    }
}

type Row = (Method, &'static str, Kind, Endpoint);

const GET: Method = Method::GET;
const POST: Method = Method::POST;
const PUT: Method = Method::PUT;
const PATCH: Method = Method::PATCH;
const DELETE: Method = Method::DELETE;

use Endpoint::{
    All, By, Cancel, Clear, Closures, Courses, Create, CreateMany, CreateManyUnder, CreateUnder, Delete,
    Details, FaqCategories, Grade, LanguageDetails, One, Order, Rooms, Series, Sessions, Test, TestOfType,
    Under, Update,
};
use Kind::{
    Chapter, ClassSession, Course, Faq, Language, Lesson, Level, Module, Objective, Prerequisite, Quiz,
    QuizQuestion, Resource, Teacher, TestQuestion,
};

/// The first matching row counts.
#[rustfmt::skip]
const TABLE: &[Row] = &[
    (GET, "/courses", Course, Courses),
    (GET, "/courses/details", Course, Courses),
    (GET, "/courses/admin/*", Course, One),
    (GET, "/courses/*/details", Course, Details),
    (POST, "/courses/admin", Course, Create),
    (PUT, "/courses/admin/*", Course, Update),
    (DELETE, "/courses/admin/*", Course, Delete),
    (GET, "/languages", Language, All),
    (GET, "/languages/details", Language, LanguageDetails),
    (GET, "/languages/*", Language, One),
    (GET, "/languages/code/*", Language, By("code")),
    (POST, "/languages", Language, Create),
    (PUT, "/languages/*", Language, Update),
    (DELETE, "/languages/id/*", Language, Delete),
    (GET, "/levels", Level, All),
    (GET, "/levels/*", Level, One),
    (GET, "/levels/name/*", Level, By("name")),
    (GET, "/levels/rank/*", Level, By("rank")),
    (POST, "/levels", Level, Create),
    (PUT, "/levels/*", Level, Update),
    (DELETE, "/levels/*", Level, Delete),
    (GET, "/teachers", Teacher, All),
    (GET, "/teachers/*", Teacher, One),
    (POST, "/teachers", Teacher, Create),
    (PUT, "/teachers/*", Teacher, Update),
    (DELETE, "/teachers/*", Teacher, Delete),
    (GET, "/modules/course/*", Module, Under),
    (GET, "/modules/*", Module, One),
    (POST, "/modules", Module, Create),
    (POST, "/modules/batch", Module, CreateMany),
    (PUT, "/modules/*", Module, Update),
    (DELETE, "/modules/*", Module, Delete),
    (PUT, "/modules/course/*/order", Module, Order),
    (GET, "/objectives/course/*", Objective, Under),
    (GET, "/objectives/*", Objective, One),
    (POST, "/objectives/course/*", Objective, CreateUnder),
    (POST, "/objectives/course/*/batch", Objective, CreateManyUnder),
    (PUT, "/objectives/*", Objective, Update),
    (DELETE, "/objectives/*", Objective, Delete),
    (DELETE, "/objectives/course/*", Objective, Clear),
    (PUT, "/objectives/course/*/order", Objective, Order),
    (GET, "/prerequisites/course/*", Prerequisite, Under),
    (GET, "/prerequisites/*", Prerequisite, One),
    (POST, "/prerequisites/course/*", Prerequisite, CreateUnder),
    (POST, "/prerequisites/course/*/batch", Prerequisite, CreateManyUnder),
    (PUT, "/prerequisites/*", Prerequisite, Update),
    (DELETE, "/prerequisites/*", Prerequisite, Delete),
    (DELETE, "/prerequisites/course/*", Prerequisite, Clear),
    (PUT, "/prerequisites/course/*/order", Prerequisite, Order),
    (GET, "/chapters/module/*", Chapter, Under),
    (POST, "/chapters", Chapter, Create),
    (POST, "/chapters/batch", Chapter, CreateMany),
    (PUT, "/chapters/*", Chapter, Update),
    (DELETE, "/chapters/*", Chapter, Delete),
    (PUT, "/chapters/module/*/order", Chapter, Order),
    (GET, "/chapter-lessons/chapter/*", Lesson, Under),
    (GET, "/chapter-lessons/*", Lesson, One),
    (POST, "/chapter-lessons", Lesson, Create),
    (POST, "/chapter-lessons/batch", Lesson, CreateMany),
    (PUT, "/chapter-lessons/*", Lesson, Update),
    (DELETE, "/chapter-lessons/*", Lesson, Delete),
    (PUT, "/chapter-lessons/chapter/*/order", Lesson, Order),
    (GET, "/resources/lesson/*", Resource, Under),
    (GET, "/resources/*", Resource, One),
    (POST, "/resources", Resource, Create),
    (POST, "/resources/batch", Resource, CreateMany),
    (PUT, "/resources/*", Resource, Update),
    (DELETE, "/resources/*", Resource, Delete),
    (PUT, "/resources/lesson/*/order", Resource, Order),
    (GET, "/quizzes/lesson/*", Quiz, Under),
    (GET, "/quizzes/*", Quiz, One),
    (POST, "/quizzes", Quiz, Create),
    (POST, "/quizzes/batch", Quiz, CreateMany),
    (PUT, "/quizzes/*", Quiz, Update),
    (DELETE, "/quizzes/*", Quiz, Delete),
    (GET, "/questions/quiz/*", QuizQuestion, Under),
    (POST, "/questions", QuizQuestion, Create),
    (POST, "/questions/batch", QuizQuestion, CreateMany),
    (PUT, "/questions/*", QuizQuestion, Update),
    (DELETE, "/questions/*", QuizQuestion, Delete),
    (PUT, "/questions/quiz/*/order", QuizQuestion, Order),
    (GET, "/tests/*", TestQuestion, Test),
    (GET, "/tests/*/type/*", TestQuestion, TestOfType),
    (POST, "/tests/create", TestQuestion, Create),
    (POST, "/tests/grade", TestQuestion, Grade),
    (PUT, "/tests/*/update", TestQuestion, Update),
    (DELETE, "/tests/*/delete", TestQuestion, Delete),
    (GET, "/faq", Faq, All),
    (GET, "/faq/categories", Faq, FaqCategories),
    (GET, "/faq/category/*", Faq, Under),
    (POST, "/faq", Faq, Create),
    (PUT, "/faq/*", Faq, Update),
    (DELETE, "/faq/*", Faq, Delete),
    (PUT, "/faq/category/*/order", Faq, Order),
    (GET, "/class-sessions", ClassSession, Sessions),
    (POST, "/class-sessions", ClassSession, Create),
    (PUT, "/class-sessions/*", ClassSession, Update),
    (DELETE, "/class-sessions/*", ClassSession, Delete),
    (PATCH, "/class-sessions/*/cancel", ClassSession, Cancel),
    // Rooms, closures and rules are only read here: the school alone writes them.
    (GET, "/rooms", ClassSession, Rooms),
    (GET, "/closures", ClassSession, Closures),
    (GET, "/session-series/course/*", ClassSession, Series),
];

/// The content call of a request; nothing for any other request. The path is without `/api`.
#[must_use]
pub fn route(method: &Method, path: &str) -> Option<Call> {
    let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    TABLE.iter().filter(|row| row.0 == *method).find_map(|(method, pattern, kind, endpoint)| {
        let names = match_path(pattern, path)?;
        // Distinguishes these from fixed names such as `create` or `export`.
        let fits = !matches!(endpoint, One | Update | Delete | Cancel | Series)
            || names.iter().all(|name| name.parse::<i64>().is_ok());
        fits.then(|| Call { endpoint: *endpoint, kind: *kind, names, reads: *method == GET })
    })
}

fn match_path(pattern: &str, path: &str) -> Option<Vec<String>> {
    let (mut wanted, mut there) = (pattern.split('/'), path.split('/'));
    let mut names = Vec::new();
    loop {
        match (wanted.next(), there.next()) {
            (None, None) => return Some(names),
            (Some("*"), Some(name)) if !name.is_empty() => {
                names.push(decoded(name));
            }
            (Some(word), Some(name)) if word == name => {}
            (Some(_) | None, Some(_) | None) => return None,
        }
    }
}

/// A path segment, percent-decoded; unlike in a form, `+` is not a space.
fn decoded(name: &str) -> String {
    let form = name.replace('+', "%2B").replace('=', "%3D").replace('&', "%26");
    form_urlencoded::parse(form.as_bytes()).map(|(name, _)| name).collect()
}

/// Method and path of an operation, without `/api`; nothing while the ids in it are unknown.
#[must_use]
pub fn request_target(request: &queue::Request) -> Option<(Method, String)> {
    let wanted: &[Endpoint] = match request.action {
        Action::Create => &[Create, CreateUnder],
        Action::Update => &[Update],
        Action::Delete => &[Delete],
        Action::Cancel => &[Cancel],
        Action::Reorder => &[Order],
    };
    let (method, pattern, _, endpoint) =
        TABLE.iter().find(|(_, _, kind, endpoint)| *kind == request.kind && wanted.contains(endpoint))?;
    let name = match endpoint {
        Create => None,
        CreateUnder => Some(request.parent.as_ref()?),
        _ => Some(&request.target),
    };
    let path = match name {
        None => (*pattern).to_owned(),
        Some(Target::Id(id)) => pattern.replace('*', &id.to_string()),
        Some(Target::Name(code)) => pattern.replace('*', code),
        Some(Target::ClientId(_)) => return None,
    };
    Some((method.clone(), path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_calls_are_recognised_by_method_and_path() {
        let cases = [
            (GET, "/courses", Some((Course, Courses, vec![]))),
            (GET, "/api/courses/details", Some((Course, Courses, vec![]))),
            (GET, "/courses/admin/-3", Some((Course, One, vec!["-3"]))),
            (GET, "/courses/7/details", Some((Course, Details, vec!["7"]))),
            (GET, "/languages/details", Some((Language, LanguageDetails, vec![]))),
            (DELETE, "/languages/id/3", Some((Language, Delete, vec!["3"]))),
            (GET, "/tests/it", Some((TestQuestion, Test, vec!["it"]))),
            (GET, "/tests/fran%C3%A7ais", Some((TestQuestion, Test, vec!["français"]))),
            (PUT, "/tests/3/update", Some((TestQuestion, Update, vec!["3"]))),
            (PUT, "/faq/category/PRIX/order", Some((Faq, Order, vec!["PRIX"]))),
            (PUT, "/chapters/module/-1/order", Some((Chapter, Order, vec!["-1"]))),
            (POST, "/courses/admin/3/duplicate", None),
            (GET, "/courses/admin/3/learners", None),
            (PATCH, "/courses/admin/3/publish", None),
            (PATCH, "/class-sessions/3/cancel", Some((ClassSession, Cancel, vec!["3"]))),
            (GET, "/session-series/course/-1", Some((ClassSession, Series, vec!["-1"]))),
            (GET, "/class-sessions/3/roster", None),
            (POST, "/class-sessions/import", None),
            (POST, "/rooms", None),
            (POST, "/session-series/preview", None),
            (GET, "/tests/it/export", None),
            (POST, "/tests/import", None),
            (POST, "/checkout/quote", None),
            (GET, "/users", None),
            (GET, "/resources/", None),
        ];
        for (method, path, expected) in cases {
            let found = route(&method, path).map(|call| (call.kind, call.endpoint, call.names));
            let expected = expected.map(|(kind, endpoint, names)| {
                (kind, endpoint, names.into_iter().map(ToOwned::to_owned).collect::<Vec<_>>())
            });
            assert_eq!(found, expected, "{method} {path}");
        }
    }

    #[test]
    fn every_operation_has_a_request_target() {
        for kind in Kind::ALL {
            for action in [Action::Create, Action::Update, Action::Delete] {
                let request = queue::Request {
                    operation: String::new(),
                    key: String::new(),
                    kind: *kind,
                    action,
                    target: Target::Id(7),
                    parent: Some(Target::Id(5)),
                    body: serde_json::Value::Null,
                    version: None,
                };
                let (method, path) = request_target(&request).unwrap_or_else(|| panic!("{kind} {action:?}"));
                let call = route(&method, &path).unwrap_or_else(|| panic!("{method} {path}"));
                assert_eq!(call.kind, *kind, "{path}");
            }
        }
    }
}
