//! How soon an editor's change is visible: in the next response of the same server, and on another server.

use std::time::{Duration, Instant};

use reqwest::{Client, Method};

use crate::error::Result;
use crate::person::{Person, read};
use crate::report::Line;
use crate::school::School;
use crate::stats::median;

/// Number of changes; each takes a course off the site or puts it back.
const CHANGES: usize = 20;
/// Maximum wait for one change.
const PATIENCE: Duration = Duration::from_secs(10);

/// The course that is taken off the site and put back, and where visitors see it.
pub struct Watched {
    pub course: i64,
    /// A listing in which it comes first.
    pub listing: String,
}

/// Changes by one server, read immediately from the same one.
pub async fn same_server(engine: &str, school: &School, watched: &Watched) -> Result<Line> {
    let http = crate::school::client()?;
    let editor = Person::sign_in(&http, &school.url, "editor@preau.test").await?;
    let mut late = 0;
    for nth in 0..CHANGES {
        let shown = nth % 2 == 1;
        show(&editor, watched.course, shown).await?;
        late += usize::from(is_shown(&http, school, watched).await? != shown);
    }
    let measured = format!("{} of {CHANGES} changes", CHANGES - late);
    Ok(Line::judged(format!("{engine}: change seen in the next answer"), "every change", measured, late == 0))
}

/// Changes by one server, read from another one.
pub async fn other_server(engine: &str, here: &School, there: &School, watched: &Watched) -> Result<Line> {
    let http = crate::school::client()?;
    let editor = Person::sign_in(&http, &here.url, "editor@preau.test").await?;
    let mut waited = Vec::new();
    for nth in 0..CHANGES {
        let shown = nth % 2 == 1;
        show(&editor, watched.course, shown).await?;
        let changed = Instant::now();
        while is_shown(&http, there, watched).await? != shown {
            if changed.elapsed() > PATIENCE {
                return Err("a change was never seen on the other server".into());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        waited.push(changed.elapsed().as_secs_f64());
    }
    let most = waited.iter().copied().fold(0.0, f64::max);
    let measured = format!("{most:.2} s at most, {:.2} s in the middle", median(&waited).unwrap_or(f64::NAN));
    Ok(Line::judged(format!("{engine}: change seen on another server"), "within 2 s", measured, most <= 2.0))
}

async fn show(editor: &Person, course: i64, shown: bool) -> Result<()> {
    let word = if shown { "publish" } else { "unpublish" };
    editor.call(Method::PATCH, &format!("/api/courses/admin/{course}/{word}")).await?;
    Ok(())
}

/// Whether a visitor sees the course in the listing; also requested before the change, so that it is cached.
async fn is_shown(http: &Client, school: &School, watched: &Watched) -> Result<bool> {
    let page = read(http, &format!("{}{}", school.url, watched.listing)).await?;
    let items = page["items"].as_array().ok_or("no list")?;
    Ok(items.iter().any(|course| course["id"] == watched.course))
}
