import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { Mailbox } from "./mailbox.ts";
import { freePort, until } from "./ports.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const password = "un-prau-au-soleil";

/** The program under test. */
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const binary = process.env.PREAU_BINARY ?? join(target, "debug", "preau");

/** One server of a school. */
export class Server {
  readonly url: string;
  readonly process: ChildProcess;
  readonly output: () => string;

  private constructor(url: string, child: ChildProcess, output: () => string) {
    this.url = url;
    this.process = child;
    this.output = output;
  }

  static async start(environment: Record<string, string>): Promise<Server> {
    for (;;) {
      const server = Server.spawn(await freePort(), environment);
      try {
        await server.ready();
        return server;
      } catch (error) {
        server.process.kill("SIGKILL");
        // Any program may have taken the port since it was found free.
        if (!server.output().includes("is in use by another program"))
          throw new Error(`${error}\n${server.output()}`);
      }
    }
  }

  private static spawn(port: number, environment: Record<string, string>): Server {
    const url = `http://localhost:${port}`;
    const child = spawn(binary, ["serve"], {
      env: {
        PATH: process.env.PATH ?? "",
        PREAU_ADDR: `127.0.0.1:${port}`,
        PREAU_PUBLIC_URL: url,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (bytes) => {
        output += bytes;
      });
    }
    return new Server(url, child, () => output);
  }

  private async ready(): Promise<void> {
    await until(
      "the server to be ready",
      async () => !this.running || (await fetch(`${this.url}/readyz`)).ok,
      30_000,
    );
    if (!this.running) throw new Error("the server ended");
  }

  get running(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  async ended(milliseconds = 25_000): Promise<void> {
    await until("the server to end", () => !this.running, milliseconds);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (this.running) this.process.kill(signal);
    await this.ended();
  }
}

/** A school of one test: its data, its mailbox and its servers. */
export class School {
  readonly servers: Server[] = [];
  readonly directory: string;
  readonly mailbox: Mailbox;
  private readonly environment: Record<string, string>;

  private constructor(directory: string, mailbox: Mailbox, environment: Record<string, string>) {
    this.directory = directory;
    this.mailbox = mailbox;
    this.environment = environment;
  }

  /** A demo school in a fresh file, with one server. */
  static async open(more: Record<string, string> = {}): Promise<School> {
    const school = await School.prepare(more);
    copyFileSync(demoDatabase(), join(school.directory, "preau.db"));
    await school.serve();
    return school;
  }

  /** A school as it is delivered: nobody in it but its first administrator, who has the usual password. */
  static async openEmpty(admin: string, more: Record<string, string> = {}): Promise<School> {
    const school = await School.prepare({ PREAU_ADMIN_PASSWORD: password, ...more });
    school.run("create-admin", "--email", admin);
    await school.serve();
    return school;
  }

  private static async prepare(more: Record<string, string>): Promise<School> {
    const directory = mkdtempSync(join(tmpdir(), "preau-e2e-"));
    const mailbox = await Mailbox.open();
    const environment: Record<string, string> = {
      PREAU_DATA_DIR: directory,
      PREAU_DEMO_PASSWORD: password,
      SMTP_URL: mailbox.url,
      PREAU_MAIL_ADMIN: "ecole@preau.test",
      ...more,
    };
    return new School(directory, mailbox, environment);
  }

  /** One more server on the same data. */
  async serve(more: Record<string, string> = {}): Promise<Server> {
    const server = await Server.start({ ...this.environment, ...more });
    this.servers.push(server);
    return server;
  }

  get url(): string {
    const server = this.servers.find((server) => server.running);
    if (!server) throw new Error("no server runs");
    return server.url;
  }

  /** Another command of the program on the same data; answers what it printed. */
  run(...command: string[]): string {
    return run(command, this.environment);
  }

  /** Changes rows behind the servers' back: what else only time would bring. */
  sql(statement: string): void {
    const database = new DatabaseSync(join(this.directory, "preau.db"), { timeout: 5_000 });
    database.exec(statement);
    database.close();
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.kill("SIGTERM");
    await this.mailbox.close();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function run(command: string[], environment: Record<string, string>): string {
  const done = spawnSync(binary, command, {
    env: { PATH: process.env.PATH ?? "", ...environment },
    encoding: "utf8",
    timeout: 60_000,
  });
  if (done.status !== 0) {
    throw new Error(`preau ${command.join(" ")}: ${done.status}\n${done.stdout}${done.stderr}`);
  }
  return done.stdout + done.stderr;
}

/** The demo school is filled once per worker; each test starts from a copy. */
let filled: string | undefined;
function demoDatabase(): string {
  if (filled && existsSync(filled)) return filled;
  const directory = mkdtempSync(join(tmpdir(), "preau-e2e-demo-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  const data = join(directory, "data");
  mkdirSync(data);
  run(["demo"], { PREAU_DATA_DIR: data, PREAU_DEMO_PASSWORD: password });
  filled = join(directory, "demo.db");
  run(["backup", filled], { PREAU_DATA_DIR: data });
  return filled;
}
