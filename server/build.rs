//! Release builds embed both sites: build again when one of them was. Debug builds read the folders.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../migrations");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../web-public/dist");
        println!("cargo::rerun-if-changed=../web-admin/dist");
    }
}
