//! Server-side rendering: one thread runs the public site's components in a JavaScript engine and returns HTML.
//!
//! The engine can only read our own API, as a visitor without an account. Rendering time, memory and the length of the
//! queue are limited. When the queue is full there is no rendering, and the browser renders the page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use rquickjs::{CatchResultExt as _, Context, Ctx, Function, Promise, Runtime};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::files::{renderer_program, renderer_version};
use super::page_cache::{Source, fetch};
use super::sent::Forms;
use crate::background::lower_priority;

/// Most requests that wait in the queue. Beyond it, browsers render the pages.
const QUEUE: usize = 16;
/// Time limit of one rendering, including its API calls.
// A debug build renders several times slower, often while other programs run.
const RENDER_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
/// Time limit for loading the program into the engine.
const START_TIME: Duration = Duration::from_secs(30);
/// An engine without work ends after this time, to free its memory.
const IDLE: Duration = Duration::from_mins(5);
/// Memory limit of the engine, in bytes. A tenth is normal.
const MEMORY: usize = 256 * 1024 * 1024;
/// Stack limits in bytes: of the engine, and of the thread, which is larger.
const JS_STACK: usize = 4 * 1024 * 1024;
const THREAD_STACK: usize = 8 * 1024 * 1024;

/// Which page to render, in which language and for which day. Sent to JavaScript as JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RenderRequest {
    pub path: String,
    /// With its question mark, or empty.
    pub query: String,
    pub language: &'static str,
    pub today: chrono::NaiveDate,
    pub origin: String,
}

/// The result for an address, as JavaScript returns it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub(super) enum Outcome {
    Page(PageParts),
    Redirect {
        status: u16,
        to: String,
    },
    /// A page that only the browser renders.
    ClientOnly,
    /// Rendering threw an error.
    Failed {
        error: String,
    },
}

/// What a page contains.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct PageParts {
    pub status: u16,
    pub head: String,
    /// The text of the one inline script.
    pub script: String,
    /// The text of the one style element.
    pub style: String,
    pub html: String,
    /// What the browser needs for hydration, as JSON.
    pub data: String,
}

/// An outcome with its route and the API responses it was made from.
#[derive(Debug)]
pub(super) struct Rendered {
    pub outcome: Outcome,
    /// The page as it is sent.
    pub sent: Forms,
    /// The pattern of the page's address, such as `/cours/:slug`; empty for an address without a page.
    pub route: String,
    pub sources: Vec<Source>,
}

struct Job {
    request: RenderRequest,
    done: oneshot::Sender<Option<Rendered>>,
}

pub(super) struct Renderer {
    api: Router,
    jobs: OnceLock<SyncSender<Job>>,
    /// The engine does not start.
    failed: Arc<AtomicBool>,
}

impl Renderer {
    pub(super) fn new(api: Router) -> Self {
        Self { api, jobs: OnceLock::new(), failed: Arc::default() }
    }

    /// Renders a page; `None` when the engine does not start, the queue is full or rendering fails.
    pub(super) async fn render(&self, request: RenderRequest) -> Option<Rendered> {
        let jobs = self.jobs.get_or_init(|| start(self.api.clone(), self.failed.clone()));
        if self.failed.load(Ordering::Acquire) {
            return None;
        }
        let (done, rendered) = oneshot::channel();
        jobs.try_send(Job { request, done }).ok()?;
        rendered.await.ok().flatten()
    }
}

/// Starts the thread. It ends when the renderer is dropped.
fn start(api: Router, failed: Arc<AtomicBool>) -> SyncSender<Job> {
    let (jobs, waiting) = sync_channel(QUEUE);
    let server = Handle::current();
    let thread = std::thread::Builder::new().name("ssr".into()).stack_size(THREAD_STACK);
    let spawned = thread.spawn(move || work(&api, &server, &failed, &waiting));
    if let Err(error) = spawned {
        tracing::error!(%error, "the rendering thread cannot be started");
    }
    jobs
}

fn work(api: &Router, server: &Handle, failed: &AtomicBool, waiting: &Receiver<Job>) {
    lower_priority();
    let mut next = None;
    while let Some(job) = next.take().or_else(|| waiting.recv().ok()) {
        let version = renderer_version();
        match Engine::new(api, server) {
            Ok(engine) => next = engine.serve(job, waiting, version),
            Err(error) => {
                tracing::error!(error, "server-side rendering does not start: browsers render the pages");
                failed.store(true, Ordering::Release);
                return;
            }
        }
    }
}

struct Engine {
    runtime: Runtime,
    context: Context,
    deadline: Arc<std::sync::Mutex<Instant>>,
    sources: Rc<RefCell<Vec<Source>>>,
}

impl Engine {
    fn new(api: &Router, server: &Handle) -> Result<Self, String> {
        let program = renderer_program().ok_or("it is not built")?;
        let runtime = Runtime::new().map_err(|error| error.to_string())?;
        runtime.set_memory_limit(MEMORY);
        runtime.set_max_stack_size(JS_STACK);
        let deadline = Arc::new(std::sync::Mutex::new(Instant::now() + START_TIME));
        let until = deadline.clone();
        runtime.set_interrupt_handler(Some(Box::new(move || {
            until.lock().is_ok_and(|until| Instant::now() > *until)
        })));
        let context = Context::full(&runtime).map_err(|error| error.to_string())?;
        let sources = Rc::<RefCell<Vec<Source>>>::default();
        let (api, server, fetched) = (api.clone(), server.clone(), sources.clone());
        let fetch_api = move |address: String| {
            let (source, body) = server.block_on(fetch(&api, &address));
            let response = serde_json::json!([source.status, body]).to_string();
            fetched.borrow_mut().push(source);
            response
        };
        context.with(|ctx| {
            let globals = ctx.globals();
            Function::new(ctx.clone(), fetch_api)
                .and_then(|fetch_api| globals.set("fetchApi", fetch_api))
                .and_then(|()| ctx.eval::<(), _>(&*program))
                .catch(&ctx)
                .map_err(|error| error.to_string())
        })?;
        Ok(Self { runtime, context, deadline, sources })
    }

    /// Renders until there is nothing to do for a while, a rendering was aborted or the program has changed. Returns a page
    /// that the next engine is to render.
    fn serve(&self, mut job: Job, waiting: &Receiver<Job>, version: Option<SystemTime>) -> Option<Job> {
        loop {
            if version != renderer_version() {
                return Some(job);
            }
            if !job.done.is_closed() && !self.run(job) {
                return None;
            }
            job = waiting.recv_timeout(IDLE).ok()?;
        }
    }

    /// Renders and sends the result; `false` when the engine must be replaced.
    fn run(&self, Job { request, done }: Job) -> bool {
        let started = Instant::now();
        let rendered = self.render(&request);
        let (page, ms) = (first_segment(&request.path), started.elapsed().as_millis());
        let usable = rendered.is_ok();
        let rendered = match rendered {
            Ok(Rendered { outcome: Outcome::Failed { error }, .. }) => {
                tracing::warn!(page, ms, error, "a page cannot be rendered");
                None
            }
            Ok(rendered) => {
                tracing::debug!(page, ms, "rendered");
                Some(rendered)
            }
            Err(error) => {
                tracing::warn!(page, ms, error, "the rendering of a page was aborted");
                None
            }
        };
        // The receiver is gone when the request was cancelled.
        let _ = done.send(rendered);
        usable
    }

    fn render(&self, request: &RenderRequest) -> Result<Rendered, String> {
        let request = serde_json::to_string(request).map_err(|error| error.to_string())?;
        if let Ok(mut deadline) = self.deadline.lock() {
            *deadline = Instant::now() + RENDER_TIME;
        }
        self.sources.borrow_mut().clear();
        let result =
            self.context.with(|ctx| call(&ctx, request).catch(&ctx).map_err(|error| error.to_string()))?;
        self.runtime.run_gc();
        let (route, outcome) = serde_json::from_str(&result).map_err(|error| error.to_string())?;
        Ok(Rendered { outcome, route, sources: self.sources.take(), sent: Forms::default() })
    }
}

/// The first segment of a path, for the log; the rest may contain what visitors typed.
fn first_segment(path: &str) -> &str {
    let end = path.char_indices().skip(1).find(|(_, c)| *c == '/').map_or(path.len(), |(end, _)| end);
    &path[..end]
}

fn call(ctx: &Ctx<'_>, request: String) -> rquickjs::Result<String> {
    let render: Function<'_> = ctx.globals().get("render")?;
    render.call::<_, Promise<'_>>((request,))?.finish()
}
