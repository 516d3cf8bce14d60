import { expect, test } from "vitest";
import { outsideOf } from "./outside";

test("a path is opened at the school's address", () => {
  expect(outsideOf("/profile?tab=security", "https://ecole.fr")).toBe(
    "https://ecole.fr/profile?tab=security",
  );
  expect(outsideOf("/", "https://ecole.fr:8443")).toBe("https://ecole.fr:8443/");
});

test("an address of another site stays what it is", () => {
  expect(outsideOf("https://youtu.be/x", "https://ecole.fr")).toBe("https://youtu.be/x");
  expect(outsideOf("mailto:a@b.fr", null)).toBe("mailto:a@b.fr");
});

test("a path without a school and what starts programs are not opened", () => {
  expect(outsideOf("/profile", null)).toBeNull();
  expect(outsideOf("file:///etc/passwd", "https://ecole.fr")).toBeNull();
  expect(outsideOf("javascript:alert(1)", "https://ecole.fr")).toBeNull();
});
