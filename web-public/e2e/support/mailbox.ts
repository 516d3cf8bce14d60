import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { until } from "./ports.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** The names of the files that come with it. */
  attached: string[];
};

/** A real SMTP server on loopback that keeps what it is given. */
export class Mailbox {
  readonly mails: Mail[] = [];
  /** Addresses of which the server says that nobody is there. */
  readonly unknown = new Set<string>();
  private readonly server: SMTPServer;
  readonly url: string;

  private constructor(server: SMTPServer, url: string) {
    this.server = server;
    this.url = url;
  }

  static async open(): Promise<Mailbox> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onRcptTo({ address }, _session, done) {
        if (!mailbox.unknown.has(address)) return done();
        done(Object.assign(new Error("nobody of that name"), { responseCode: 550 }));
      },
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk) => chunks.push(chunk));
        stream.on("end", () => {
          PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
            for (const recipient of session.envelope.rcptTo) {
              mailbox.mails.push({
                to: recipient.address,
                subject: mail.subject ?? "",
                text: mail.text ?? "",
                html: mail.html ?? "",
                messageId: mail.messageId ?? "",
                attached: mail.attachments.map(({ filename }) => filename ?? ""),
              });
            }
            done();
          }, done);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.server.address();
    if (typeof address !== "object" || !address) throw new Error("no address");
    const mailbox = new Mailbox(server, `smtp://127.0.0.1:${address.port}`);
    return mailbox;
  }

  to(address: string): Mail[] {
    return this.mails.filter((mail) => mail.to === address);
  }

  /** The mail to `address` whose subject or text matches, once it has come. */
  async receive(address: string, matching: RegExp, milliseconds?: number): Promise<Mail> {
    return until(
      `a mail to ${address} matching ${matching}`,
      () =>
        this.to(address).find((mail) => matching.test(mail.subject) || matching.test(mail.text)),
      milliseconds,
    );
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
