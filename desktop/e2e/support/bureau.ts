import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Capabilities, WebDriver } from "selenium-webdriver";
import { Executor, HttpClient } from "selenium-webdriver/http/index.js";
import { freePort, until } from "../../../web-public/e2e/support/ports.ts";
import type { Desk } from "./desk.ts";
import { childOf, end, lives, type Program, start } from "./processes.ts";

/** Milliseconds. */
const PATIENCE = 40_000;

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const binary = process.env.PREAU_DESKTOP_BINARY ?? join(target, "debug", "preau-desktop");

/** The running app, seen through the driver of its web view. */
export class Bureau {
  readonly driver: WebDriver;
  readonly pid: number;
  private readonly program: Program;

  private readonly display: string;

  private constructor(driver: WebDriver, pid: number, program: Program, display: string) {
    this.driver = driver;
    this.pid = pid;
    this.program = program;
    this.display = display;
  }

  static async start(desk: Desk, more: Record<string, string> = {}): Promise<Bureau> {
    const port = await freePort();
    const program = start("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
      env: { ...desk.environment, TAURI_WEBVIEW_AUTOMATION: "true", ...more },
    });
    const url = `http://127.0.0.1:${port}`;
    await until("the driver", async () => (await fetch(`${url}/status`)).ok);
    try {
      // No `browserName`: the driver would look for a browser of that name.
      const wanted = new Capabilities({ "webkitgtk:browserOptions": { binary, args: [] } });
      const driver = WebDriver.createSession(new Executor(new HttpClient(url)), wanted);
      await driver.getSession();
      await driver.manage().setTimeouts({ script: 20_000 });
      const pid = childOf(program.child.pid);
      if (!pid) throw new Error("the app is not there");
      return new Bureau(driver, pid, program, desk.environment.DISPLAY ?? "");
    } catch (error) {
      await end(program.child, "SIGKILL");
      throw new Error(`${error}\n${program.output()}`);
    }
  }

  /** What the app wrote to its log. */
  get log(): string {
    return this.program.output();
  }

  /** Dies as by a power cut. */
  async kill(): Promise<void> {
    if (lives(this.pid)) process.kill(this.pid, "SIGKILL");
    await until("the app to be dead", () => !lives(this.pid));
    await end(this.program.child);
  }

  /** Closed as by its user. */
  async close(): Promise<void> {
    // The driver may lose the app before it has an answer.
    const failure = lives(this.pid) ? await this.driver.quit().catch(String) : undefined;
    await this.ended(failure);
  }

  async ended(failure: unknown = ""): Promise<void> {
    const closed = until("the app to be closed", () => !lives(this.pid), PATIENCE);
    await closed.catch((error) => {
      throw new Error(`${error} ${failure}\n${this.log}`);
    });
    await end(this.program.child);
  }

  async run<T>(script: string, ...values: unknown[]): Promise<T> {
    return this.driver.executeScript<T>(script, ...values);
  }

  /** Runs a function body that may wait, in the page. */
  async runAsync<T>(body: string, ...values: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1];
      (async (...args) => { ${body} })(...[...arguments].slice(0, -1)).then(
        (value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.driver.executeAsyncScript<{ value: T; error?: string }>(
      script,
      ...values,
    );
    if (error) throw new Error(error);
    return value;
  }

  /** What the app answers its page. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.runAsync<T>(
      `const [method, path, body] = args;
       const json = body === null ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
       const answer = await fetch(path, { method, ...json });
       const text = await answer.text();
       if (!answer.ok) throw new Error(method + " " + path + ": " + answer.status + " " + text);
       return text ? JSON.parse(text) : null;`,
      method,
      path,
      body ?? null,
    );
  }

  /** Opens another page of the dashboard. */
  async open(path: string): Promise<void> {
    await this.driver.get(`preau://localhost/dashboard/${path}`);
  }

  /** Presses keys as the keyboard does: the window hears them before its page. */
  async keys(...names: string[]): Promise<void> {
    const display = { ...process.env, DISPLAY: this.display };
    const asked = execFileSync("xdotool", ["search", "--onlyvisible", "--name", "Préau"], {
      env: display,
    });
    const window = asked.toString().trim().split("\n").at(-1) ?? "";
    // Nobody manages windows here: without this none has the keyboard.
    execFileSync("xdotool", ["windowfocus", "--sync", window, "key", ...names], { env: display });
  }

  /** A picture of the page for the documentation, when `PREAU_SCREENS` asks for those. */
  async picture(name: string): Promise<void> {
    if (!process.env.PREAU_SCREENS) return;
    await this.run(
      "document.activeElement.matches('body, a') && scrollTo({ top: 0, behavior: 'instant' })",
    );
    const png = await this.driver.takeScreenshot();
    writeFileSync(join(root, "docs", "screens", `${name}.png`), png, "base64");
  }
}
