import { createConnection, createServer, type Server, type Socket } from "node:net";

/** The school's address as the app knows it: a door that leads to whichever server runs, or is shut. */
export class Door {
  readonly url: string;
  private readonly server: Server;
  private readonly through = new Set<Socket>();
  private to: number | undefined;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.url = `http://localhost:${port}`;
    server.on("connection", (caller) => this.pass(caller));
  }

  static async hang(): Promise<Door> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || !address) throw new Error("no port");
    return new Door(server, address.port);
  }

  open(url: string): void {
    this.to = Number(new URL(url).port);
  }

  /** Ends every conversation, and lets nobody in. */
  shut(): void {
    this.to = undefined;
    for (const socket of this.through) socket.destroy();
  }

  async close(): Promise<void> {
    this.shut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(caller: Socket): void {
    if (!this.to) {
      caller.destroy();
      return;
    }
    const called = createConnection(this.to, "127.0.0.1");
    for (const [one, other] of [
      [caller, called],
      [called, caller],
    ] as const) {
      this.through.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.through.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
