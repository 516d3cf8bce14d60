//! Handlers behind one type: what axum and tower build around a handler is compiled once, not once per call of the API.
//!
//! Without this, each of two hundred handlers brings some sixty generic functions of its own, and the compiler proves for
//! each of them anew that the handler's whole future is `Send`: half of the server's compile time.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::context::AppContext;

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Any handler of the API.
#[derive(Clone)]
pub struct AnyHandler(Arc<dyn Fn(Request, AppContext) -> Answer + Send + Sync>);

impl AnyHandler {
    /// Hides the handler's own type.
    pub fn new<T: 'static>(handler: impl Handler<T, AppContext>) -> Self {
        Self(Arc::new(move |request, app| Box::pin(handler.clone().call(request, app))))
    }
}

impl Handler<(), AppContext> for AnyHandler {
    type Future = Answer;

    fn call(self, request: Request, app: AppContext) -> Answer {
        (self.0)(request, app)
    }
}

/// The routes of handlers that `#[utoipa::path]` describes, as `utoipa_axum::routes!` makes them, each handler behind
/// [`AnyHandler`].
#[macro_export]
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let mut schemas = Vec::new();
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut router = axum::routing::MethodRouter::<$crate::context::AppContext>::new();
        $(
            let (path, item, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            let handler = $crate::http::handler::AnyHandler::new($handler);
            for method in &methods {
                router = router.on(method.to_method_filter(), handler.clone());
            }
            paths.add_path_operation(&path, methods, item);
        )+
        (schemas, paths, router)
    }};
}
