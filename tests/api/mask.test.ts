import { expect, test } from "vitest";
import { createFakes, maskByModel, openTexts } from "../../src/api/masking.ts";
import {
  bool,
  date,
  decimal,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  text,
} from "../../src/api/models/fields.ts";
import { Address } from "../../src/api/services/models.ts";

const fakes = createFakes(Buffer.alloc(32, 7));
const id = "0a1b2c3d-0000-4000-8000-000000000002";
const masked = (model: Parameters<typeof maskByModel>[0], value: unknown, open: string[] = []) =>
  maskByModel(model, value, openTexts(model, open), fakes) as Record<string, never>;

test("values that are safe by their type stay, and everything else in the same fields is replaced", () => {
  const Model = obj({
    ...{ id: guid(), at: date(), status: enumOf("PAID"), amount: decimal(), count: num(), on: bool() },
    ...{ country: text({ format: "COUNTRY" }), currency: text({ format: "CURRENCY" }), revision: text() },
    formattedAmount: text(),
  });
  const safe = {
    ...{ id, at: "2026-11-22T10:00:00.000Z", status: "PAID", amount: "-12.50", count: 3, on: true },
    ...{ country: "DE", currency: "EUR", revision: "17", formattedAmount: "1.234,50 €" },
  };
  expect(masked(Model, safe)).toEqual(safe);
  const names = Object.keys(safe).filter((name) => name !== "on");
  const personal = Object.fromEntries(names.map((name) => [name, `Jane Doe ${name} jane@doe.test`]));
  expect(JSON.stringify(masked(Model, personal))).not.toMatch(/jane|doe/i);
});

test("the same text has the same substitute, an email gets an email, and a name as many words", () => {
  const Person = obj({
    ...{ email: text({ format: "EMAIL" }), other: text(), phone: text({ format: "PHONE" }) },
    ...{ firstName: text(), lastName: text(), fullName: text(), note: text() },
  });
  const person = {
    ...{ email: "Jane@Doe.test", other: "jane@doe.test", phone: "+49 170 1234567" },
    ...{ firstName: "Jane", lastName: "Doe", fullName: "Jane Doe", note: "Ring at Doe, 2nd floor." },
  };
  const shown = masked(Person, person);
  expect(shown.email).toMatch(/^[0-9a-f]{12}@example\.com$/);
  expect(shown.other).toBe(shown.email);
  expect(shown.phone).toMatch(/^\+\d\d \d{3} \d{7}$/);
  expect(shown.phone).not.toBe(person.phone);
  expect(shown.fullName).toBe(`${shown.firstName} ${shown.lastName}`);
  expect(shown.note).toMatch(/^masked [0-9a-f]{12}$/);
  expect(masked(Person, person)).toEqual(shown);
  const otherKey = createFakes(Buffer.alloc(32, 8));
  expect(maskByModel(Person, person, {}, otherKey)).not.toEqual(shown);
});

test("countries, subdivisions and the beginning of postal codes of an address stay", () => {
  const home = {
    ...{ country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001-1234" },
    ...{ addressLine: "5 Main St", streetAddress: { number: "5", name: "Main St" } },
    geocode: { latitude: 40.7484, longitude: -73.9857 },
  };
  const shown = masked(Address, home);
  expect(shown).toMatchObject({
    ...{ country: "US", subdivision: "US-NY", postalCode: expect.stringMatching(/^10\d{3}-\d{4}$/) },
    geocode: { latitude: 41, longitude: -74 },
  });
  expect(JSON.stringify(shown)).not.toMatch(/New York|Main|10001-1234/);
});

test("fields, keys and types that are not in the model are replaced", () => {
  const Model = obj({ name: text(), count: num(), texts: map(text()), free: json() });
  const shown = masked(Model, {
    name: { first: "Jane" },
    count: "Jane",
    texts: { "jane@doe.test": "Jane" },
    free: { Jane: ["Jane", 4915112345678, { deep: "Jane", id }] },
    later: "Jane",
    laterList: [{ person: "Jane", phone: 4915112345678 }],
    "Jane Doe": 1,
  });
  expect(JSON.stringify(shown)).not.toMatch(/jane|doe|491511/i);
  expect(shown).not.toHaveProperty("Jane Doe");
  expect(JSON.stringify(shown)).toContain(id);
});

test("public texts stay, but secrets in their URLs are removed", () => {
  const Model = obj({
    title: text(),
    secret: text(),
    items: list(obj({ url: text(), label: text() })),
    choices: map(text()),
  });
  const open = ["title", "items[].url", "choices.*"];
  expect(
    masked(
      Model,
      {
        title: "Blue mug",
        secret: "Blue mug",
        items: [{ url: "https://u:p@shop.test/a.png?token=1#x", label: "Jane" }],
        choices: { Colour: "Blue" },
      },
      open,
    ),
  ).toMatchObject({
    title: "Blue mug",
    secret: expect.not.stringContaining("Blue"),
    items: [{ url: "https://shop.test/a.png", label: expect.not.stringContaining("Jane") }],
    choices: { Colour: "Blue" },
  });
  expect(() => openTexts(Model, ["titel"])).toThrow("it has no titel");
  expect(() => openTexts(Model, ["items"])).toThrow("is not a text");
});

test("numbers and dates of answers to forms are replaced, and ids that are emails", () => {
  const Model = obj({
    id: guid(),
    inputValues: list(obj({ inputName: text(), number: num(), dateTime: date() })),
  });
  const value = {
    id: "jane@doe.test",
    inputValues: [{ inputName: "born", number: 1983, dateTime: "1983-05-04T00:00:00.000Z" }],
  };
  const shown = masked(Model, value, ["inputValues[].inputName"]);
  expect(shown.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(shown)).not.toContain("1983");
});

test("formatted addresses and phone numbers are no amounts, even if they are digits only", () => {
  const Model = obj({ formattedAddress: text(), formattedPhone: text(), formattedItemCost: text() });
  const value = { formattedAddress: "D 10115", formattedPhone: "0170 1234567", formattedItemCost: "€5" };
  const shown = masked(Model, value);
  expect(JSON.stringify(shown)).not.toMatch(/10115|1234567/);
  expect(shown.formattedItemCost).toBe("€5");
});

test("a public text that is an object is replaced, unless the model has free-form JSON there", () => {
  const Model = obj({ title: text(), tags: list(text()), props: json(), media: obj({ name: text() }) });
  const jane = { first: "Jane", "jane@doe.test": ["Jane"] };
  const open = ["title", "tags[]", "props", "media.**"];
  const shown = masked(
    Model,
    { title: [jane], tags: ["blue", jane], props: { alt: "Mug" }, media: { name: jane } },
    open,
  );
  expect(JSON.stringify(shown)).not.toMatch(/jane/i);
  expect(shown).toMatchObject({ tags: ["blue", {}], props: { alt: "Mug" } });
});
