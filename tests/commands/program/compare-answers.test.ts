import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { differences } from "../../../src/commands/program/answer-differences.ts";
import { createWorld, type World } from "../../support/world.ts";

describe("differences of two answers", () => {
  const inShape = (site: unknown, sandbox: unknown) =>
    differences("orders.search", site, sandbox).map(({ field, ...sides }) => [
      field,
      sides.site,
      sides.sandbox,
    ]);

  test("are fields that one side lacks, or has with another type, each once", () => {
    const order = (id: string, more: object) => ({ id, price: { amount: "5" }, ...more });
    const site = { orders: [order("1", { seen: true, note: null }), order("2", { seen: true })], total: 2 };
    const sandbox = { orders: [order("2", { extra: [] }), order("1", { note: "" })], total: "2" };
    expect(inShape(site, sandbox)).toEqual([
      ["orders[].seen", "boolean", "missing"],
      ["orders[].note", "null", "string"],
      ["orders[].extra", "missing", "list"],
      ["total", "number", "string"],
    ]);
  });

  test("name no value, and no key that the shop chose", () => {
    const found = inShape({ choices: { "Shade of Blue": "Navy" } }, { choices: {} });
    expect(found).toEqual([["choices.*", "string", "missing"]]);
  });

  test("are none where only one side lists something", () => {
    expect(inShape({ items: [{ id: "1", name: "Mug" }] }, { items: [] })).toEqual([]);
    expect(inShape({ codes: ["a", "b"] }, { codes: ["c"] })).toEqual([]);
  });
});

describe("till doctor --compare", () => {
  let world: World;
  beforeEach(async () => {
    world = createWorld();
    await world.till("profiles create shop --platform sandbox");
  });
  afterEach(() => world.close());

  test.each(["v1", "v3"])("a copied sandbox answers as its shop does (catalog %s)", async (catalog) => {
    await world.till(`sandbox seed demo --catalog ${catalog} --profile shop`);
    await world.till("sandbox pull --from shop --name copy");
    const result = await world.till("doctor --compare shop --profile copy --output ndjson");
    expect(result).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("compared") });
    expect(Number(/(\d+) calls compared/.exec(result.stderr)?.[1])).toBeGreaterThanOrEqual(60);
  });

  test("says what to do if the active profile is no sandbox", async () => {
    await world.till("profiles create live --site 1c6ae045-e46e-43d4-adfb-3beb1beaac3e");
    expect(await world.till("doctor --compare shop --profile live")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("till sandbox pull --from shop --name my-copy"),
    });
  });
});
