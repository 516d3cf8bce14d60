import { test as base, expect } from "@playwright/test";
import { Caller } from "../../../web-public/e2e/support/api.ts";
import { until } from "../../../web-public/e2e/support/ports.ts";
import { password, School } from "../../../web-public/e2e/support/school.ts";
import { Bureau } from "./bureau.ts";
import { Desk } from "./desk.ts";
import { Door } from "./door.ts";
import { fill, press, see } from "./page.ts";

export { expect };
export const EDITOR = "editor@preau.test";

/** The editor's desk, the door of the school, and the app; each of one test. */
export class Scene {
  readonly desk: Desk;
  readonly door: Door;
  readonly school: School;
  bureau: Bureau;

  private constructor(desk: Desk, door: Door, school: School, bureau: Bureau) {
    this.desk = desk;
    this.door = door;
    this.school = school;
    this.bureau = bureau;
  }

  static async open({ keychain = false } = {}): Promise<Scene> {
    const [desk, door] = await Promise.all([Desk.open(), Door.hang()]);
    if (keychain) await desk.keychain();
    const school = await School.open({ PREAU_PUBLIC_URL: door.url });
    door.open(school.url);
    return new Scene(desk, door, school, await Bureau.start(desk));
  }

  /** The app is started again. */
  async restart(): Promise<void> {
    this.bureau = await Bureau.start(this.desk);
  }

  /** Another person who calls the school, not through the door. */
  async caller(email = EDITOR): Promise<Caller> {
    return new Caller(this.school.url).signIn(email, password);
  }

  /** The editor signs in, and the first copy comes. */
  async signIn(): Promise<void> {
    await this.typePassword();
    await see(this.bureau, "Bonjour Paul");
    await this.state("the first copy", (state) => state.copied);
  }

  /** The editor names the school and sends their password. */
  async typePassword(): Promise<void> {
    const { bureau, door } = this;
    await see(bureau, "Bienvenue dans Préau");
    await fill(bureau, "Adresse de l’école", door.url);
    await press(bureau, "button", "Continuer");
    await see(bureau, "Mot de passe");
    await fill(bureau, "Adresse e-mail", EDITOR);
    await fill(bureau, "Mot de passe", password);
    await press(bureau, "button", "Se connecter");
  }

  /** Waits until the app says so of itself. */
  async state(what: string, is: (state: State) => boolean, milliseconds = 40_000): Promise<State> {
    return until(
      what,
      async () => {
        const state = await this.bureau.call<State>("GET", "/api/desktop/state");
        return is(state) && state;
      },
      milliseconds,
    );
  }

  async close(): Promise<void> {
    await this.bureau.close();
    await this.school.close();
    await this.door.close();
    await this.desk.close();
  }
}

export type State = {
  connection: "online" | "offline" | "signed_out" | "too_new";
  waiting: number;
  failed: number;
  conflicts: number;
  copied: boolean;
  secret: string | null;
};

export const test = base.extend<{ keychain: boolean; scene: Scene; desk: Desk }>({
  keychain: [false, { option: true }],
  scene: async ({ keychain }, use, info) => {
    const scene = await Scene.open({ keychain });
    await use(scene);
    if (info.status !== info.expectedStatus) {
      const picture = await scene.bureau.driver.takeScreenshot().catch(() => undefined);
      if (picture)
        await info.attach("page", {
          body: Buffer.from(picture, "base64"),
          contentType: "image/png",
        });
      await info.attach("log", { body: scene.bureau.log });
    }
    await scene.close();
  },
  desk: async ({}, use) => {
    const desk = await Desk.open();
    await use(desk);
    await desk.close();
  },
});
