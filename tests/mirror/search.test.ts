import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("data sync");
});
afterAll(() => world.close());

const found = async (line: string) =>
  JSON.parse((await world.till(`data search ${line} --json`)).stdout).items as Record<string, string>[];

test("finds products, orders and events by their words, names first", async () => {
  const [first] = await found("wool throw");
  expect(first).toMatchObject({ kind: "products", title: "Wool Throw", reference: "wool-throw" });
  const kinds = (await found("mug")).map(({ kind }) => kind);
  expect(kinds[0]).toBe("products");
  expect(kinds).toContain("orders");
  expect((await found("WRAP")).map(({ kind }) => kind)).toContain("products");
});

test("takes the beginning of words, without accents and in any case, and needs all of them", async () => {
  expect(await found("WOO thro --kind products")).toEqual([expect.objectContaining({ title: "Wool Throw" })]);
  expect((await found("muller --kind products")).length).toBeGreaterThan(0);
  expect(await found("Mu\u0308ller --kind products")).toEqual(await found("Müller --kind products"));
  expect(await found("wool zzzz")).toEqual([]);
  expect(await found("'\"ZZAND* (' --kind products")).toEqual([]);
});

test("every kind is found by a word of one of its rows", async () => {
  const { items } = JSON.parse(
    (await world.till(["data", "sql", "select email from guests where email <> '' limit 1", "--json"]))
      .stdout,
  );
  const { items: tickets } = JSON.parse(
    (await world.till(["data", "sql", "select ticketNumber from tickets limit 1", "--json"])).stdout,
  );
  const { items: coupons } = JSON.parse(
    (await world.till(["data", "sql", "select code from coupons limit 1", "--json"])).stdout,
  );
  expect((await found(`${items[0].email} --kind guests`)).length).toBeGreaterThan(0);
  expect((await found(`${tickets[0].ticketNumber} --kind tickets`))[0]?.reference).toBe(
    tickets[0].ticketNumber,
  );
  expect((await found(`${coupons[0].code} --kind coupons`))[0]?.reference).toBe(coupons[0].code);
});

test("what changes and what is deleted is found and not found after the next sync", async () => {
  await world.till("products update wool-throw --set name=Blanket --yes");
  await world.till("products delete oven-mitt --yes");
  await world.till("data sync");
  expect(await found("blanket --kind products")).toHaveLength(1);
  expect((await found("throw --kind products")).map(({ title }) => title)).not.toContain("Wool Throw");
  expect(await found("oven-mitt --kind products")).toEqual([]);
});

test.each([
  ["data search x --kind produts", 2, 'Did you mean "products"?'],
  ["data search '--' '...'", 2, "There is no word"],
])("till %s exits %i", async (line, code, message) => {
  expect(await world.till(line)).toMatchObject({ code, stderr: expect.stringContaining(message) });
});
