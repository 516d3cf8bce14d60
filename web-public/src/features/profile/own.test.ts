import { expect, test } from "vitest";
import { student } from "web-shared/fixtures";
import { type Own, ownOf, sentOf } from "./own";

const own: Own = {
  firstName: "Zoé",
  lastName: "Martin",
  dialCode: "+33",
  phoneNumber: "612345678",
  country: "France",
  birthDate: "1990-02-28",
  street: "3, rue Haute",
  postalCode: "13100",
  city: "Aix",
};

test("what is left empty is sent as nothing, a dial code without its number too", () => {
  expect(ownOf(student)).toMatchObject({ firstName: "Jeanne", dialCode: "+33", phoneNumber: "" });
  expect(sentOf({ ...own, phoneNumber: " ", country: "", birthDate: "" })).toEqual({
    firstName: "Zoé",
    lastName: "Martin",
    dialCode: null,
    phoneNumber: null,
    country: null,
    birthDate: null,
    address: { street: "3, rue Haute", postalCode: "13100", city: "Aix" },
  });
});
