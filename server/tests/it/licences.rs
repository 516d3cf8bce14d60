//! The notices of third-party licences: complete, served at `/licences` and printed by `preau licences`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use axum::http::{Method, StatusCode, header};

use crate::school::{Engine, School};

const OLD: &str = "the notices of licences are old: run `make licences`";
/// Where Vite lists what each build of a site bundles; absent when the sites are not built.
const BUILDS: [&str; 3] = ["web-public/dist", "web-public/dist/.ssr", "web-admin/dist"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn notices() -> String {
    std::fs::read_to_string(root().join("web-public/public/licences.txt")).unwrap()
}

/// The packages of the list that stands before the texts: `name version | licence | parts`.
fn named(notices: &str) -> Vec<(&str, &str)> {
    let list = notices.split("\n---").next().unwrap();
    let lines = list.lines().filter_map(|line| line.split_once(" | "));
    lines.map(|(package, rest)| (package, rest.rsplit(" | ").next().unwrap())).collect()
}

/// `name version` of every crate in a program as it is shipped.
fn crates(package: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--locked", "--offline", "--target", "x86_64-unknown-linux-gnu"])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"])
        .args(package)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let foreign = lines.lines().filter(|line| !line.is_empty() && !line.starts_with("preau-"));
    foreign.map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ").replace(" v", " ")).collect()
}

#[test]
fn every_crate_of_both_programs_is_named() {
    let text = notices();
    let named: BTreeSet<&str> = named(&text).into_iter().map(|(package, _)| package).collect();
    for program in [&["-p", "preau-server"][..], &["-p", "preau-desktop", "--features", "window"]] {
        let crates = crates(program);
        assert!(crates.len() > 200, "{program:?}: {crates:?}");
        let missing: Vec<_> = crates.iter().filter(|one| !named.contains(one.as_str())).collect();
        assert!(missing.is_empty(), "{OLD}: {missing:?}");
    }
}

#[test]
fn every_npm_package_in_the_sites_is_named_in_its_version() {
    let text = notices();
    let named = named(&text);
    for build in BUILDS {
        let Ok(list) = std::fs::read(root().join(build).join(".vite/license.json")) else { return };
        let list: Vec<serde_json::Value> = serde_json::from_slice(&list).unwrap();
        for package in list {
            let name =
                format!("{} {}", package["name"].as_str().unwrap(), package["version"].as_str().unwrap());
            assert!(named.iter().any(|(package, _)| *package == name), "{OLD}: {name} in {build}");
        }
    }
}

#[test]
fn what_is_named_of_the_sites_is_in_the_lock_file() {
    let lock = std::fs::read(root().join("package-lock.json")).unwrap();
    let lock: serde_json::Value = serde_json::from_slice(&lock).unwrap();
    let packages = lock["packages"].as_object().unwrap().iter();
    let locked: BTreeSet<String> = packages
        .filter_map(|(path, package)| {
            let name = path.rsplit("node_modules/").next()?;
            Some(format!("{name} {}", package["version"].as_str()?))
        })
        .collect();
    let text = notices();
    let of_sites = named(&text).into_iter().filter(|(_, parts)| parts.contains("sites"));
    // Names with a space are files that came without a package.
    let npm: Vec<_> = of_sites.filter(|(package, _)| package.split(' ').count() == 2).collect();
    assert!(npm.len() > 100, "{npm:?}");
    let old: Vec<_> = npm.iter().filter(|(package, _)| !locked.contains(*package)).collect();
    assert!(old.is_empty(), "{OLD}: {old:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn they_are_served_compressed_and_once() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let get = async |headers: &[(&str, &str)]| {
        school.visitor().request(Method::GET, "/licences", None, headers).await
    };
    let reply = get(&[]).await;
    if reply.status == StatusCode::SERVICE_UNAVAILABLE {
        return; // not built
    }
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.headers[header::CONTENT_TYPE], "text/plain; charset=utf-8");
    assert_eq!(reply.headers[header::CACHE_CONTROL], "no-cache");
    assert!(reply.text().contains("\naxum ") && reply.text().contains("\nreact "));
    let brotli = get(&[("Accept-Encoding", "br")]).await;
    assert_eq!(brotli.headers[header::CONTENT_ENCODING], "br");
    let tag = brotli.headers[header::ETAG].to_str().unwrap().to_owned();
    let again = get(&[("Accept-Encoding", "br"), ("If-None-Match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let posted = school.visitor().request(Method::POST, "/licences", None, &[]).await;
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
    let printed = Command::new(env!("CARGO_BIN_EXE_preau")).arg("licences").output().unwrap();
    assert!(printed.status.success());
    assert_eq!(String::from_utf8(printed.stdout).unwrap(), reply.text());
}
