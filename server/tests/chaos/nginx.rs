//! nginx with the very file that `deploy` ships, its addresses and folders replaced by those of a test.

use std::collections::HashMap;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::process::{Child, Command};

use crate::waiting::until;

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/nginx.conf");
/// What stands around the shipped file: on Debian that is /etc/nginx/nginx.conf.
const AROUND: &str = "
    pid FOLDER/nginx.pid;
    events { worker_connections 512; }
    http {
        log_format told '$http_x_number $status $upstream_addr';
        client_body_temp_path FOLDER/body;
        proxy_temp_path FOLDER/proxy;
        fastcgi_temp_path FOLDER/fastcgi;
        uwsgi_temp_path FOLDER/uwsgi;
        scgi_temp_path FOLDER/scgi;
        include FOLDER/preau.conf;
    }";

/// nginx, running.
pub struct Nginx {
    _process: Child,
    folder: PathBuf,
    /// Where it ends TLS.
    pub address: SocketAddr,
    /// Where it sends people on to TLS.
    pub plain: SocketAddr,
}

impl Nginx {
    /// Starts it before these servers.
    pub async fn before(servers: [SocketAddr; 3], folder: &Path) -> Self {
        let folder = folder.join("nginx");
        fs::create_dir(&folder).unwrap();
        certificate(&folder).await;
        let [plain, secure, plain_6, secure_6] = std::array::from_fn(|_| loopback());
        let at = |name: &str| folder.join(name).display().to_string();
        let mut shipped = fs::read_to_string(SHIPPED).unwrap();
        for (from, to) in [
            ("10.0.0.11:8080", servers[0].to_string()),
            ("10.0.0.12:8080", servers[1].to_string()),
            ("10.0.0.13:8080", servers[2].to_string()),
            ("listen 80;", format!("listen {plain};")),
            ("listen [::]:80;", format!("listen {plain_6};")),
            ("listen 443 ", format!("listen {secure} ")),
            ("listen [::]:443 ", format!("listen {secure_6} ")),
            ("/etc/letsencrypt/live/ecole.example/fullchain.pem", at("certificate.pem")),
            ("/etc/letsencrypt/live/ecole.example/privkey.pem", at("key.pem")),
            ("/var/log/nginx/preau.log preau", format!("{} told", at("asked.log"))),
        ] {
            assert_eq!(shipped.matches(from).count(), 1, "{from} in {SHIPPED}");
            shipped = shipped.replace(from, &to);
        }
        fs::write(folder.join("preau.conf"), shipped).unwrap();
        fs::write(folder.join("nginx.conf"), AROUND.replace("FOLDER", folder.to_str().unwrap())).unwrap();
        let process = nginx(&folder).spawn().unwrap();
        until("nginx", || async move { tokio::net::TcpStream::connect(secure).await.ok() }).await;
        Self { _process: process, folder, address: secure, plain }
    }

    /// Whom it asked for each numbered request, one after the other.
    pub fn asked(&self) -> HashMap<u64, Vec<SocketAddr>> {
        let log = fs::read_to_string(self.folder.join("asked.log")).unwrap_or_default();
        // The last line may still be on its way.
        let whole = log.rfind('\n').map_or("", |end| &log[..end]);
        let line = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let number = words.next()?.parse().ok()?;
            let servers = words.nth(1)?.split(", ").filter_map(|server| server.parse().ok());
            Some((number, servers.collect()))
        };
        whole.lines().filter_map(line).collect()
    }
}

fn nginx(folder: &Path) -> Command {
    let program =
        ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].into_iter().find(|path| Path::new(path).exists());
    let mut command = Command::new(program.unwrap_or("nginx"));
    command
        .arg("-p")
        .arg(folder)
        .arg("-c")
        .arg(folder.join("nginx.conf"))
        .arg("-e")
        .arg(folder.join("error.log"));
    command.args(["-g", "daemon off; master_process off;"]).kill_on_drop(true);
    command
}

/// A key and a certificate that nobody vouches for.
async fn certificate(folder: &Path) {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]);
    openssl.args(["-days", "2", "-subj", "/CN=ecole.example", "-addext", "subjectAltName=DNS:ecole.example"]);
    openssl.arg("-keyout").arg(folder.join("key.pem")).arg("-out").arg(folder.join("certificate.pem"));
    let made = openssl.output().await.expect("openssl makes the certificate");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

fn loopback() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, lasting_port()))
}

/// A free port below those that the system gives to outgoing connections: it is still free when somebody comes back to it.
pub fn lasting_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = std::process::id().wrapping_mul(37).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 20_000 + u16::try_from(number % 10_000).unwrap();
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
