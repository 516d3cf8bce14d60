import { expect, test } from "@playwright/test";
import { Bureau } from "./support/bureau.ts";
import { Desk } from "./support/desk.ts";

test("the window opens on the dashboard", async () => {
  const desk = await Desk.open();
  const bureau = await Bureau.start(desk);
  expect(await bureau.driver.getTitle()).toMatch(/Préau/);
  await bureau.close();
  await desk.close();
});
