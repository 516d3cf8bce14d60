// What a sale looks like to its customer and to the school: consents, withdrawal, papers, the desk; and what the school says
// of itself.
import type { Page } from "@playwright/test";
import { bookableCourse, Caller, draft, goodCard, visitorPassword } from "./api.ts";
import type { Say } from "./texts.ts";
import { draftedBooking, press, sessionOf, type View } from "./views.ts";

const PURCHASES = "/profile?tab=purchases";
const toWithdraw: Parameters<Say>[0] = "profile.purchases.withdrawal.open";

/** Somebody who has bought a course by card. */
async function buyer(url: string, email: string, language: string) {
  const course = await bookableCourse(url, language, "ONLINE");
  const visitor = new Caller(url);
  const started = await visitor.ok("POST", "/checkout", draft(course, email));
  const { reservationId: id, checkoutToken, clientSecret } = started;
  await visitor.ok("POST", "/payment/sandbox/confirm", { clientSecret, ...goodCard });
  await visitor.ok("POST", `/checkout/${id}/complete`, { checkoutToken });
  return { caller: await new Caller(url).signIn(email, visitorPassword), course, id };
}

export async function saleViews(url: string): Promise<{ customer: View[]; staff: View[] }> {
  const { reservationDraft } = await draftedBooking(url);
  const { acceptTerms: _, requestEarlyStart: __, ...undecided } = reservationDraft;
  const { caller, course } = await buyer(url, "lea.fontaine@exemple.test", "Français");
  const withdrawn = await buyer(url, "paul.serra@exemple.test", "Anglais");
  await withdrawn.caller.ok("POST", `/reservations/${withdrawn.id}/withdraw`);
  const customer = { signedIn: true, session: await sessionOf(caller) };
  const details = "/reservation/details";
  return {
    customer: [
      {
        name: "reservation-accords",
        path: details,
        remembers: { reservationDraft: undecided },
        open: (page, say) => heading(page, say("booking.consents")).scrollIntoViewIfNeeded(),
      },
      { name: "retractation", path: PURCHASES, ...customer },
      { name: "retractation-confirmation", path: PURCHASES, ...customer, open: withdraw },
    ],
    staff: [
      staff("ecole", "school/settings"),
      staff("page-legale", "school/pages/cgv"),
      staff("avant-ouverture", "school/checklist"),
      staff("retractations", "sales/withdrawals"),
      staff("reservation-remboursee", `sales/reservations/${withdrawn.id}`),
      staff("vente-comptoir", "sales/reservations", press("dashboard.sales.desk.open")),
      staff("annulation-cours", `course/${course.id}/cancel`),
      staff("fichier", "course-metadata?tab=teachers"),
    ],
  };
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

function staff(name: string, path: string, open?: View["open"]): View {
  const view = { name: `tableau-${name}`, path: `/dashboard/${path}`, signedIn: true };
  return open ? { ...view, open } : view;
}

/** The first of the two steps; its button names the course too. */
async function withdraw(page: Page, say: Say) {
  const words = new RegExp(`^${say(toWithdraw)}`);
  await page.getByRole("button", { name: words }).first().click();
  await page.getByRole("dialog").waitFor();
}
