// The API's description, held against the specification by a validator that is not the server's; and its examples
// against their schemas.
import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON holds
type Json = any;

const file: Json = JSON.parse(readFileSync("server/openapi.json", "utf8"));

/** Every object and array of the file with its JSON pointer. */
function nodes(node: Json, pointer = ""): [string, Json][] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, value]) =>
    nodes(value, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return [[pointer, node], ...inside];
}

function ajv() {
  return addFormats.default(new Ajv2020({ allErrors: true, strict: false }));
}

test("it is OpenAPI 3.1, and each reference leads somewhere", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(file));
  expect(result.valid ? [] : result.errors).toEqual([]);
  expect(validator.version).toBe("3.1");
});

test("every schema is JSON Schema", () => {
  const checker = ajv();
  const faults = Object.entries(file.components.schemas).flatMap(([name, schema]) =>
    checker.validateSchema(schema as Json)
      ? []
      : [`${name}: ${checker.errorsText(checker.errors)}`],
  );
  expect(faults).toEqual([]);
});

test("every answer says what it is", () => {
  const answers = nodes(file).filter(([pointer]) =>
    /^\/(paths\/.*\/|components\/)responses\/[^/]+$/.test(pointer),
  );
  const silent = answers.filter(([, { $ref, description }]) => !($ref || /\w/.test(description)));
  expect(silent.map(([pointer]) => pointer)).toEqual([]);
});

/** The file with schemas that refuse what they do not name, wherever a value is described. */
function exact(): Json {
  const copy = structuredClone(file);
  const values = nodes(copy).filter(([pointer]) =>
    /\/(properties\/[^/]+|items|schema)$/.test(pointer),
  );
  for (const [, value] of values) {
    if (value.$ref || value.properties || value.allOf || value.oneOf)
      value.unevaluatedProperties = false;
  }
  return copy;
}

test("every example fits its schema, which names all that stands in it", () => {
  const checker = ajv().addSchema(exact(), "openapi");
  const holders = nodes(file).filter(
    ([pointer, node]) => pointer.includes("/content/") && "examples" in node,
  );
  const faults = holders.flatMap(([pointer, { examples }]) => {
    const fits = checker.getSchema(`openapi#${encodeURI(pointer)}/schema`);
    const wrong = Object.values<Json>(examples).filter(({ value }) => !fits?.(value));
    return wrong.map(() => `${pointer}: ${checker.errorsText(fits?.errors)}`);
  });
  expect(faults).toEqual([]);
  expect(holders.length).toBeGreaterThan(30);
});
