// Pictures of every page of the demo school for the manual, on a phone and on a desk: `make screens`.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Page, test } from "@playwright/test";
import sharp from "sharp";
import { Caller } from "./support/api.ts";
import { proposalViews } from "./support/proposalViews.ts";
import { saleViews } from "./support/saleViews.ts";
import { password, School } from "./support/school.ts";
import { saying } from "./support/texts.ts";
import { allViews, sessionOf, show, staffViews, studentSession } from "./support/views.ts";

const ADMIN = "admin@preau.test";
const folder = fileURLToPath(new URL("../../docs/screens/", import.meta.url));
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const size of sizes) {
  test(`the pages at ${size.width} pixels`, async ({ browser }) => {
    const school = await School.open();
    const student = await studentSession(school.url);
    const admin = await sessionOf(await new Caller(school.url).signIn(ADMIN, password));
    const context = await browser.newContext({
      baseURL: school.url,
      reducedMotion: "reduce",
      locale: "fr-FR",
      timezoneId: "Europe/Paris",
    });
    const ofStaff = await staffViews(school.url);
    const sales = await saleViews(school.url);
    const proposals = await proposalViews(school.url);
    ofStaff.push(...sales.staff, ...proposals.staff);
    const ofPublic = [...(await allViews(school.url)), ...sales.customer, ...proposals.customer];
    for (const view of [...ofPublic, ...ofStaff]) {
      if (size.width > (view.below ?? 9999) || size.width < (view.above ?? 0)) continue;
      const page = await context.newPage();
      await show(page, view, {
        size,
        session: ofStaff.includes(view) ? admin : student,
        say: saying("fr"),
      });
      await drawn(page);
      const over = view.open || (await page.getByRole("dialog").isVisible());
      const picture = await page.screenshot({ fullPage: !over, animations: "disabled" });
      await sharp(picture)
        .png({ palette: true, effort: 8 })
        .toFile(`${folder}${view.name}-${size.width}.png`);
      await page.close();
    }
    await context.close();
    await school.close();
  });
}

test("the papers", async () => {
  const school = await School.open();
  const admin = await new Caller(school.url).signIn(ADMIN, password);
  const papers: { id: number; kind: string }[] = await admin.ok("GET", "/invoices");
  const certificates: { id: number }[] = await admin.ok("GET", "/certificates");
  const idOf = (kind: string) => papers.find((paper) => paper.kind === kind)?.id;
  for (const [path, name] of [
    [`/invoices/${idOf("INVOICE")}`, "facture"],
    [`/invoices/${idOf("CREDIT_NOTE")}`, "avoir"],
    [`/certificates/${certificates[0]?.id}`, "attestation"],
  ]) {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${school.url}/api${path}/pdf`, { headers });
    const input = Buffer.from(await answer.arrayBuffer());
    const page = execFileSync("pdftoppm", ["-png", "-r", "96", "-singlefile", "-"], { input });
    await sharp(page).png({ palette: true, effort: 8 }).toFile(`${folder}${name}.png`);
  }
  await school.close();
});

/** Pictures below the fold come when they are scrolled to. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = "eager";
      await image.decode().catch(() => undefined); // a picture that cannot be drawn is seen to be missing
    }
  });
}
