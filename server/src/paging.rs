//! Lists of the API: a plain array, or with `?page` one page of it and how many there are in all; and the
//! words typed to search in one.

use preau_core::code::Code;
use preau_core::problem::{Fault, Fields};
use preau_core::text;
use serde::Serialize;

use crate::error::{Error, Result};

/// Rows of a page that names no size.
const DEFAULT_SIZE: i64 = 20;
/// Most rows of a page.
const LARGEST_SIZE: i64 = 100;
/// Highest page: beyond it no list of the school reaches, and offsets still fit.
const LAST_PAGE: i64 = 1_000_000_000;

/// Longest text to search for, in characters: far below what a `LIKE` pattern may be.
const LONGEST_SEARCH: usize = 200;

/// What `?q` searches for, folded as `search_text` columns are; nothing when it is empty.
///
/// # Errors
/// `too_long`, under `q`.
pub fn search_words(q: Option<&str>) -> Result<Option<String>> {
    let words =
        text::lines(q.unwrap_or_default(), LONGEST_SEARCH).map_err(|fault| Error::field("q", fault))?;
    Ok(Some(text::fold(&words)).filter(|words| !words.is_empty()))
}

/// Which rows of a list are wanted: `LIMIT limit OFFSET offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Most rows.
    pub limit: i64,
    /// Rows left out before them.
    pub offset: i64,
    page: Option<(i64, i64)>,
}

impl Default for Window {
    fn default() -> Self {
        Self::ALL
    }
}

impl Window {
    /// The whole list.
    pub const ALL: Self = Self { limit: i64::MAX, offset: 0, page: None };

    /// The page a query asks for; without `page` the whole list.
    ///
    /// # Errors
    /// `too_small` and `too_big`, under `page` and `size`.
    pub fn parse(page: Option<i64>, size: Option<i64>) -> Result<Self> {
        let mut fields = Fields::default();
        let size = fields.check("size", within(size.unwrap_or(DEFAULT_SIZE), LARGEST_SIZE));
        let page = page.and_then(|page| fields.check("page", within(page, LAST_PAGE)));
        fields.finish()?;
        Ok(page.zip(size).map_or(Self::ALL, |(page, size)| Self {
            limit: size,
            offset: (page - 1) * size,
            page: Some((page, size)),
        }))
    }

    /// Whether one page is wanted, and so the total.
    #[must_use]
    pub const fn is_page(&self) -> bool {
        self.page.is_some()
    }

    /// The rows as they were asked for; `total` counts the whole list.
    pub fn list<T>(&self, items: Vec<T>, total: i64) -> List<T> {
        match self.page {
            Some((page, size)) => List::Page(Page { items, page, size, total }),
            None => List::All(items),
        }
    }
}

fn within(number: i64, max: i64) -> Result<i64, Fault> {
    match number {
        ..1 => Err(Fault::new(Code::TooSmall).with("min", 1)),
        _ if number > max => Err(Fault::new(Code::TooBig).with("max", max)),
        _ => Ok(number),
    }
}

/// A list as it was asked for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum List<T> {
    /// Without `?page`.
    All(Vec<T>),
    /// With it.
    Page(Page<T>),
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
