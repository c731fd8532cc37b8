import { setImmediate } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openVisitorShop, type VisitorShop } from "../support/visitor-shop.ts";

const treeReference = { appNamespace: "@wix/stores", treeKey: null };
const path = "/categories/v1/categories";

async function openShop(): Promise<VisitorShop> {
  const shop = await openVisitorShop({ catalog: "v3" });
  onTestFinished(shop.close);
  return shop;
}

it("a visitor's query takes no empty filter, and filters by visibility", async () => {
  const shop = await openShop();
  const query = (query: object) => shop.visitor("POST", `${path}/query`, { query, treeReference });
  const rejected = (query: object) => shop.rejected("POST", `${path}/query`, { query, treeReference });
  expect(await rejected({ filter: {} })).toEqual([
    400,
    "INVALID_FILTER",
    "Filter expression cannot contain an empty condition",
  ]);
  const all = await query({});
  expect(all.categories).toEqual((await query({ filter: { name: { $exists: true } } })).categories);
  // The platform's own package for storefronts lists categories so.
  expect((await query({ filter: { visible: true } })).categories).toEqual(all.categories);
  expect(all.categories).toHaveLength(6);
});

it("the built-in category contains every product and cannot be changed", async () => {
  const shop = await openShop();
  const slug = `${path}/slug/all-products?treeReference.appNamespace=@wix/stores`;
  const { category } = await shop.visitor("GET", slug);
  expect(category).toMatchObject({ name: "All Products", itemCounter: 24 });
  const items = await shop.visitor("POST", `${path}/${category.id}/list-items`, {
    treeReference,
    cursorPaging: { limit: 100 },
  });
  expect(items.items).toHaveLength(24);
  const removed = await shop.ask(
    "DELETE",
    `${path}/${category.id}?treeReference.appNamespace=@wix/stores`,
    undefined,
  );
  expect(removed.body.details.applicationError.code).toBe("MANAGED_CATEGORY_OPERATION_NOT_ALLOWED");
});

it("of writes that arrive at the same time one succeeds, the others have an outdated revision", async () => {
  const shop = await openShop();
  const create = (name: string) => shop.ask("POST", path, { category: { name }, treeReference });
  const answers = await Promise.all(["Vases", "Bowls", "Plates"].map(create));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const failed = answers.find(({ status }) => status === 409)?.body;
  expect(failed.details.applicationError.code).toBe("INVALID_REVISION");
  expect(failed.message).toBe("Outdated revision for entity id @wix/stores");
  expect((await create("Lamps")).status).toBe(200);
});

it("a burst collides although its requests arrive one after the other, for as long as a write takes", async () => {
  const shop = await openShop();
  const settle = (value: string) => shop.control("POST", "settings", { name: "categoryWriteTime", value });
  const burst = async () => {
    const answers: Promise<{ status: number }>[] = [];
    for (let index = 0; index < 6; index++) {
      answers.push(shop.ask("POST", path, { category: { name: `Burst ${index}` }, treeReference }));
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };
  await settle("1000");
  expect(await burst()).toEqual([200, 409, 409, 409, 409, 409]);
  await expect(settle("soon")).rejects.toThrow("must be a number of milliseconds");
});
