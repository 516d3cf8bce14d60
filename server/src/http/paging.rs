//! Lists of the API: an array of the first rows, or with `?page` one page and the total; and the search
//! terms. Both have the headers `X-Total-Count`, and `Link` to the next page.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use preau_core::code::Code;
use preau_core::problem::{Fault, Fields};
use preau_core::text;
use serde::Serialize;

use crate::db::{Conn, Filter, Order, Record};
use crate::error::{Error, Result};

static TOTAL: HeaderName = HeaderName::from_static("x-total-count");

/// Default number of rows of a page.
const DEFAULT_SIZE: i64 = 20;
/// Maximum number of rows of a page.
const LARGEST_SIZE: i64 = 100;
/// Maximum number of rows of a list without pages: two pages.
const AT_ONCE: i64 = 2 * LARGEST_SIZE;
/// Highest page: beyond any list of the school, and its offset does not overflow.
const LAST_PAGE: i64 = 1_000_000_000;

/// Longest search term in characters: far below the limit of a `LIKE` pattern.
const LONGEST_SEARCH: usize = 200;

/// The search term of `?q`, folded like `search_text` columns; nothing when it is empty.
///
/// # Errors
/// `too_long`, under `q`.
pub fn search_words(q: Option<&str>) -> Result<Option<String>> {
    let words =
        text::lines(q.unwrap_or_default(), LONGEST_SEARCH).map_err(|fault| Error::field("q", fault))?;
    Ok(Some(text::fold(&words)).filter(|words| !words.is_empty()))
}

/// The requested rows of a list: `LIMIT limit OFFSET offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Maximum number of rows.
    pub limit: i64,
    /// Rows to skip before them.
    pub offset: i64,
    /// Whether both are counted from the end of the list: the query's order is reversed, and its rows are
    /// reversed again.
    pub backwards: bool,
    page: Option<(i64, i64)>,
}

impl Default for Window {
    fn default() -> Self {
        Self::ALL
    }
}

impl Window {
    /// The whole list.
    pub const ALL: Self = Self { limit: i64::MAX, offset: 0, backwards: false, page: None };

    /// The requested page, the first one where only a size is given; without both the first rows of the list.
    ///
    /// # Errors
    /// `too_small` and `too_big`, under `page` and `size`.
    pub fn parse(page: Option<i64>, asked: Option<i64>) -> Result<Self> {
        let mut fields = Fields::default();
        let size = fields.check("size", in_range(asked.unwrap_or(DEFAULT_SIZE), LARGEST_SIZE));
        let page = page.or(asked.map(|_| 1)).and_then(|page| fields.check("page", in_range(page, LAST_PAGE)));
        fields.finish()?;
        let first = Self { limit: AT_ONCE, ..Self::ALL };
        Ok(page.zip(size).map_or(first, |(page, size)| Self {
            limit: size,
            offset: (page - 1) * size,
            backwards: false,
            page: Some((page, size)),
        }))
    }

    /// The same rows, counted from the end of a list of `total` rows when they are nearer to it: the last
    /// page is then as fast as the first.
    #[must_use]
    pub fn from_nearer_end(self, total: i64) -> Self {
        if self.page.is_none() || self.offset <= total / 2 {
            return self;
        }
        let limit = self.limit.min(total - self.offset).max(0);
        Self { limit, offset: (total - self.offset - limit).max(0), backwards: true, ..self }
    }

    /// The requested rows, counted from the beginning.
    #[must_use]
    pub fn forwards(self) -> Self {
        let (limit, offset) =
            self.page.map_or((self.limit, self.offset), |(page, size)| (size, (page - 1) * size));
        Self { limit, offset, backwards: false, ..self }
    }

    /// Puts the rows into the order of the list.
    #[must_use]
    pub fn restore_order<T>(self, mut rows: Vec<T>) -> Vec<T> {
        if self.backwards {
            rows.reverse();
        }
        rows
    }

    /// These rows of those that pass, in the order of the list.
    pub async fn fetch<T: Record>(
        self,
        conn: &mut Conn,
        select: &'static str,
        filter: &Filter,
        order: Order,
    ) -> Result<Vec<T>> {
        let order = if self.backwards { order.reversed() } else { order };
        Ok(self.restore_order(filter.fetch_page(conn, select, order, (self.limit, self.offset)).await?))
    }

    /// The ids of these rows, in the order of the list.
    pub async fn fetch_ids(
        self,
        conn: &mut Conn,
        select: &'static str,
        filter: &Filter,
        order: Order,
    ) -> Result<Vec<i64>> {
        let ids = self.fetch::<(i64,)>(conn, select, filter, order).await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }

    /// The list with the requested rows; `total` counts the whole list.
    pub fn list<T>(&self, items: Vec<T>, total: i64) -> List<T> {
        match self.page {
            Some((page, size)) => List::Page(Page { items, page, size, total }),
            None => List::First(First { items, total }),
        }
    }
}

fn in_range(number: i64, max: i64) -> Result<i64, Fault> {
    match number {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        _ if number > max => Err(Fault::new(Code::TooBig).with("max", max)),
        _ => Ok(number),
    }
}

/// The first rows, or with `?page` one page of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum List<T> {
    /// Without `?page`: at most 200 rows.
    #[schema(value_type = Vec<T>)]
    First(First<T>),
    /// With it.
    Page(Page<T>),
}

/// The first rows of a list, and the total.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct First<T> {
    items: Vec<T>,
    #[serde(skip)]
    total: i64,
}

/// What the headers of a list need.
#[derive(Clone, Copy, Debug)]
struct Listed {
    total: i64,
    /// Number and size of the next page, unless this is the last.
    next: Option<(i64, i64)>,
}

impl<T> List<T> {
    fn listed(&self) -> Listed {
        let (total, page, size) = match self {
            Self::First(first) => (first.total, AT_ONCE / LARGEST_SIZE, LARGEST_SIZE),
            Self::Page(page) => (page.total, page.page, page.size),
        };
        Listed { total, next: (total > page * size).then_some((page + 1, size)) }
    }
}

impl<T: Serialize> IntoResponse for List<T> {
    fn into_response(self) -> Response {
        let listed = self.listed();
        let mut response = Json(self).into_response();
        response.extensions_mut().insert(listed);
        response
    }
}

/// The middleware that writes the headers of lists.
pub async fn layer(request: Request, next: Next) -> Response {
    let uri = request.uri().clone();
    let mut response = next.run(request).await;
    if let Some(Listed { total, next }) = response.extensions_mut().remove() {
        response.headers_mut().insert(&TOTAL, HeaderValue::from(total));
        let link = next.and_then(|next| HeaderValue::try_from(link(&uri, next)).ok());
        response.headers_mut().extend(link.map(|link| (header::LINK, link)));
    }
    response
}

/// The address of another page of the same search, relative to the request's.
fn link(uri: &Uri, (page, size): (i64, i64)) -> String {
    let asked = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let search = asked.filter(|(name, _)| !matches!(&**name, "page" | "size"));
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(search).append_pair("page", &page.to_string()).append_pair("size", &size.to_string());
    format!("<?{}>; rel=\"next\"", query.finish())
}

/// One page of a list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Page<T> {
    /// Its rows.
    pub items: Vec<T>,
    /// From 1.
    pub page: i64,
    /// Most rows of a page, at most 100.
    pub size: i64,
    /// Rows of the whole list.
    pub total: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers below `total` that a window selects, simulating a database.
    fn shown(window: Window, total: i64) -> Vec<i64> {
        let [limit, offset] = [window.limit, window.offset].map(|number| usize::try_from(number).unwrap());
        let mut list: Vec<i64> = (0..total).collect();
        if window.backwards {
            list.reverse();
        }
        window.restore_order(list.into_iter().skip(offset).take(limit).collect())
    }

    #[test]
    fn every_page_is_the_same_from_whichever_end_it_is_counted() {
        for total in [0, 1, 6, 7, 8, 20, 21] {
            for page in 1..=5 {
                let window = Window::parse(Some(page), Some(7)).unwrap();
                let turned = window.from_nearer_end(total);
                assert_eq!(shown(turned, total), shown(window, total), "page {page} of {total}");
                assert_eq!(turned.forwards(), window);
            }
        }
        assert!(Window::parse(Some(3), Some(7)).unwrap().from_nearer_end(20).backwards);
        assert_eq!(Window::ALL.from_nearer_end(20), Window::ALL);
    }
}
