import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { until } from "../../../web-public/e2e/support/ports.ts";

/** Ends with the tests, should one of them forget it. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export type Program = { child: ChildProcess /** All it wrote. */; output: () => string };

export function start(command: string, args: string[], options: SpawnOptions = {}): Program {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (bytes) => {
      output += bytes;
    });
  }
  child.once("error", (error) => {
    output += `${command}: ${error.message}`;
  });
  return { child, output: () => output };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const ended = () => child.exitCode !== null || child.signalCode !== null || !child.pid;
  if (!ended()) child.kill(signal);
  await until(`${child.spawnfile} to end`, ended);
}

/** The first child of this process: its id. */
export function childOf(pid: number | undefined): number | undefined {
  const ids = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return ids.map(Number).find(Boolean);
}

export function lives(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
