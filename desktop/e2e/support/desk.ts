import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../../web-public/e2e/support/ports.ts";
import { end, type Program, start } from "./processes.ts";

/** A session bus on which nobody offers anything: no keychain, no notices. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

/** A screen, a session bus and a home of their own, for one person's app. */
export class Desk {
  readonly home: string;
  readonly environment: Record<string, string>;
  private readonly programs: Program[];

  private constructor(home: string, environment: Record<string, string>, programs: Program[]) {
    this.home = home;
    this.environment = environment;
    this.programs = programs;
  }

  static async open(): Promise<Desk> {
    const home = mkdtempSync(join(tmpdir(), "preau-desk-"));
    // The server's choice of a free display comes back on the third channel.
    const screen = start(
      "Xvfb",
      ["-displayfd", "3", "-screen", "0", "1440x900x24", "-fbdir", home, "-nolisten", "tcp"],
      { stdio: ["ignore", "pipe", "pipe", "pipe"] },
    );
    let display = "";
    screen.child.stdio[3]?.on("data", (bytes) => {
      display += bytes;
    });
    writeFileSync(join(home, "bus.conf"), BUS);
    const bus = start("dbus-daemon", [
      `--config-file=${join(home, "bus.conf")}`,
      "--nofork",
      "--print-address=1",
    ]);
    await until("a screen", () => /^\d+\n/.test(display));
    const address = await until("a session bus", () => /^unix:\S+$/m.exec(bus.output())?.[0]);
    for (const name of ["Downloads", "config"]) mkdirSync(join(home, name));
    writeFileSync(join(home, "config", "user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
    const environment = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_CACHE_HOME: join(home, "cache"),
      LANG: "C.UTF-8",
      LC_MESSAGES: "fr_FR.UTF-8",
      TZ: "Europe/Paris",
      DISPLAY: `:${display.trim()}`,
      DBUS_SESSION_BUS_ADDRESS: address,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
    };
    return new Desk(home, environment, [screen, bus]);
  }

  /** Listens to the bus: what the app would have somebody be shown. */
  async notices(): Promise<() => string> {
    const rule = "interface='org.freedesktop.Notifications',member='Notify'";
    const ear = start("dbus-monitor", ["--session", rule], { env: this.environment });
    this.programs.unshift(ear);
    await until("to hear the bus", () => ear.output().includes("NameAcquired"));
    return ear.output;
  }

  /** A keychain that is open, as after signing in at the computer. */
  async keychain(): Promise<void> {
    const open = ["--foreground", "--components=secrets", "--unlock"];
    const daemon = start("gnome-keyring-daemon", open, {
      env: this.environment,
      stdio: ["pipe", "pipe", "pipe"],
    });
    daemon.child.stdin?.end("clef");
    this.programs.unshift(daemon);
    const owner = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/"];
    const asked = [...owner, "org.freedesktop.DBus.GetNameOwner", "string:org.freedesktop.secrets"];
    await until("a keychain", () => execFileSync("dbus-send", asked, { env: this.environment }));
  }

  /** Types a path into a dialog of the system that asks for a file, and confirms it. */
  async answerDialog(title: string, path: string): Promise<void> {
    const env = this.environment;
    const dialog = await until(`the dialog “${title}”`, () => {
      const found = execFileSync("xdotool", ["search", "--onlyvisible", "--name", `^${title}$`], {
        env,
      });
      return found.toString().trim().split("\n").at(-1);
    });
    const empty = await this.stillScreen();
    // The first letter opens the field for a path; what is typed before that is shown is lost.
    execFileSync("xdotool", ["windowfocus", "--sync", dialog, "type", path.slice(0, 1)], { env });
    await until("the field for a path", () => this.screen() !== empty);
    await this.stillScreen();
    execFileSync("xdotool", ["type", "--delay", "20", path.slice(1)], { env });
    execFileSync("xdotool", ["key", "Return"], { env });
  }

  /** What the screen shows, once it shows the same twice. */
  private async stillScreen(): Promise<string> {
    let before = "";
    return until("a still screen", () => {
      const now = this.screen();
      const still = now === before && now;
      before = now;
      return still;
    });
  }

  private screen(): string {
    return createHash("sha256")
      .update(readFileSync(join(this.home, "Xvfb_screen0")))
      .digest("hex");
  }

  async close(): Promise<void> {
    for (const { child } of this.programs) await end(child);
    // The web view's own processes end a moment after the app, and write into their caches until then.
    await until("the folder to go", () => {
      rmSync(this.home, { recursive: true, force: true });
      return true;
    });
  }
}
