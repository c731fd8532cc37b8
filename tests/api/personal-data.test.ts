import { expect, test } from "vitest";
import {
  bool,
  date,
  decimalField,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  text,
} from "../../src/api/models/fields.ts";
import { createFakes, maskInput, maskResult, maskValue } from "../../src/api/personal-data.ts";
import type { Schema } from "../../src/api/schema.ts";
import { Address } from "../../src/api/services/models.ts";
import { orders } from "../../src/api/services/orders.ts";

const fakes = createFakes(Buffer.alloc(32, 7));
const id = "0a1b2c3d-0000-4000-8000-000000000002";
const masked = (model: Schema, value: unknown, personal = true) =>
  maskValue(model, value, fakes, personal) as Record<string, never>;
const open = <S extends Schema>(schema: S) => ({ ...schema, "x-till-personal": false }) as const;

test("values that are safe by their type stay, and everything else in the same fields is replaced", () => {
  const Model = obj({
    ...{ id: guid(), at: date(), status: enumOf("PAID"), amount: decimalField(), count: num(), on: bool() },
    ...{ country: text({ format: "COUNTRY" }), currency: text({ format: "CURRENCY" }) },
    formattedAmount: text(),
  });
  const safe = {
    ...{ id, at: "2026-11-22T10:00:00.000Z", status: "PAID", amount: "-12.50", count: 3, on: true },
    ...{ country: "DE", currency: "EUR", formattedAmount: "1.234,50 €" },
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
  expect(maskValue(Person, person, otherKey)).not.toEqual(shown);
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

test("open texts stay, but secrets in their URLs are removed, and email addresses in any text", () => {
  const Model = obj({
    title: open(text()),
    secret: text(),
    items: list(obj({ url: open(text()), label: text() })),
    choices: open(map(text())),
  });
  const value = {
    title: "Blue mug",
    secret: "Blue mug",
    items: [{ url: "https://u:p@shop.test/a.png?token=1#x", label: "Jane" }],
    choices: { Colour: "Blue, as jane@doe.test wished" },
  };
  const shown = masked(Model, value);
  expect(shown).toMatchObject({
    title: "Blue mug",
    secret: expect.not.stringContaining("Blue"),
    items: [{ url: "https://shop.test/a.png", label: expect.not.stringContaining("Jane") }],
    choices: { Colour: expect.stringMatching(/^Blue, as [0-9a-f]{12}@example\.com wished$/) },
  });
  expect(masked(Model, shown)).toMatchObject({ choices: shown.choices });
});

test("numbers and dates of answers to forms are replaced, and ids that are emails", () => {
  const Model = obj({
    id: guid(),
    inputValues: {
      ...list(obj({ inputName: open(text()), number: num(), dateTime: date() })),
      "x-till-personal": "all" as const,
    },
  });
  const value = {
    id: "jane@doe.test",
    inputValues: [{ inputName: "born", number: 1983, dateTime: "1983-05-04T00:00:00.000Z" }],
  };
  const shown = masked(Model, value);
  expect(shown.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(shown)).toContain("born");
  expect(JSON.stringify(shown)).not.toContain("1983");
});

test("what describes a person is replaced in an object of the shop, too", () => {
  const Shop = obj({ name: text(), owner: { ...obj({ name: text() }), "x-till-personal": true } });
  const shown = masked(
    Shop,
    { name: "Jane's", owner: { name: "Jane", later: "Jane" }, later: "Jane" },
    false,
  );
  expect(shown).toMatchObject({ name: "Jane's", later: "Jane" });
  expect(JSON.stringify(shown.owner)).not.toContain("Jane");
});

test("the name of an item is open if the item is in the catalog", () => {
  const Item = obj({
    name: { ...text(), "x-till-personal": { unless: "reference.id" } },
    reference: obj({ id: guid() }),
  });
  expect(masked(Item, { name: "Mug", reference: { id } }).name).toBe("Mug");
  expect(masked(Item, { name: "For Jane" }).name).not.toContain("Jane");
});

test("filters are masked by the fields that they name", () => {
  const filter = {
    status: { $in: ["APPROVED"] },
    $or: [
      { "buyerInfo.email": "jane@doe.test" },
      { "billingInfo.contactDetails.lastName": { $startsWith: "Doe" } },
    ],
  };
  const shown = JSON.stringify(maskInput(orders.search, { search: { filter } }, fakes));
  expect(shown).toContain('"status":{"$in":["APPROVED"]}');
  expect(shown).toContain('"billingInfo.contactDetails.lastName":{"$startsWith":"');
  expect(shown).not.toMatch(/jane|doe"/i);
});

test("everything is personal that an unknown call returns, and of errors, email addresses are", () => {
  expect(JSON.stringify(maskResult(undefined, { name: "Jane" }, fakes))).not.toContain("Jane");
  const error = { message: "No member jane@doe.test." };
  expect(JSON.stringify(maskResult(undefined, error, fakes, true))).toMatch(
    /"No member [0-9a-f]{12}@example\.com\."/,
  );
});

test("formatted addresses and phone numbers are no amounts, even if they are digits only", () => {
  const Model = obj({ formattedAddress: text(), formattedPhone: text(), formattedItemCost: text() });
  const value = { formattedAddress: "D 10115", formattedPhone: "0170 1234567", formattedItemCost: "€5" };
  const shown = masked(Model, value);
  expect(JSON.stringify(shown)).not.toMatch(/10115|1234567/);
  expect(shown.formattedItemCost).toBe("€5");
});

test("an open text that is an object is replaced, unless the model has free-form JSON there", () => {
  const Model = obj({ title: open(text()), tags: open(list(text())), props: open(json()) });
  const jane = { first: "Jane", "jane@doe.test": ["Jane"] };
  const shown = masked(Model, { title: [jane], tags: ["blue", jane], props: { alt: "Mug" } });
  expect(JSON.stringify(shown)).not.toMatch(/jane/i);
  expect(shown).toMatchObject({ tags: ["blue", {}], props: { alt: "Mug" } });
});
