//! Release builds embed both sites: build again when one of them was. Debug builds read the folders, whose paths are
//! resolved when the server is compiled: they must be there by then, even when the sites are built after it.

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all("../web-public/dist")?;
    std::fs::create_dir_all("../web-admin/dist")?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../migrations");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../web-public/dist");
        println!("cargo::rerun-if-changed=../web-admin/dist");
    }
    Ok(())
}
