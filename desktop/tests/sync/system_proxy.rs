//! Requests through the system's proxy.

use std::process::Command;

use http::Method;
use preau_desktop::school::Client;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Set in the child process that sends the requests: a process does not change its own variables.
const SCHOOL_URL: &str = "PREAU_TEST_ASKS";

/// A proxy that refuses; returns the first request line that it receives.
async fn refuse_one(listener: TcpListener) -> String {
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut head = vec![0; 4096];
    let length = stream.read(&mut head).await.unwrap();
    stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n").await.unwrap();
    String::from_utf8_lossy(&head[..length]).lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_system_proxy_is_used_except_for_this_computer() {
    if let Ok(school_url) = std::env::var(SCHOOL_URL) {
        let client = Client::new().unwrap();
        let look = preau_desktop::school::ApiRequest::get("/api/version");
        assert_eq!(look.method, Method::GET);
        client.send("https://ecole.example", &look, None).await.unwrap_err();
        let answer = client.send(&school_url, &look, None).await.unwrap();
        assert_eq!(answer.json()["product"], "preau");
        return;
    }
    let proxy = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = format!("http://{}", proxy.local_addr().unwrap());
    let port = crate::school::free_port();
    let school = crate::unreliable_proxy::newer_school(port).await;
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "system_proxy::the_system_proxy_is_used_except_for_this_computer"]);
    child.env(SCHOOL_URL, format!("http://127.0.0.1:{port}")).env("HTTPS_PROXY", &at).env("HTTP_PROXY", &at);
    child.env_remove("NO_PROXY").env_remove("no_proxy");
    let child = tokio::task::spawn_blocking(move || child.output().unwrap());
    assert_eq!(refuse_one(proxy).await, "CONNECT ecole.example:443 HTTP/1.1");
    let done = child.await.unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert_eq!(school.end().await, ["GET /api/version"]);
}
