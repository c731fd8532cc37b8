import { describe, expect, test } from "vitest";
import { contentOf, countedIn, type MirroredShop, openMirroredShop } from "./mirrored.ts";

describe.each(["v1", "v3"] as const)("catalog %s", (version) => {
  test("an update that is killed at any request continues, and makes the same mirror", async () => {
    const shop = openMirroredShop(version);
    await shop.seed({ count: 230 });
    await shop.ask("sandbox.seed", { orders: 110 });
    const whole = await shop.open();
    shop.calls.length = 0;
    await shop.update(whole);
    const [requests, content] = [shop.calls.length, contentOf(whole)];
    // Three pages of products and two of orders; on v3, a page of variants and one of stock.
    expect(requests, shop.calls.join(" ")).toBeLessThanOrEqual(version === "v1" ? 20 : 25);
    expect(content.products).toHaveLength(230);
    expect(content.orders).toHaveLength(110);
    for (let last = 1; last < requests; last += version === "v1" ? 1 : 3) {
      const mirror = await shop.open();
      let left = last;
      shop.watch(() => {
        if (left-- <= 0) throw new Error("killed");
      });
      await expect(shop.update(mirror)).rejects.toThrow("killed");
      shop.watch(undefined);
      const { file } = mirror.db;
      mirror.close();
      const again = await shop.open(file);
      shop.calls.length = 0;
      expect(await shop.update(again)).toEqual([]);
      expect(contentOf(again), `killed after ${last} requests`).toEqual(content);
      expect(countedIn(again)).toEqual(countedIn(whole));
      // Nothing but the page under way and what proves the lists is read again.
      expect(shop.calls.length).toBeLessThanOrEqual(requests - last + 14);
      again.close();
    }
    whole.close();
    shop.close();
  });

  test("an unchanged shop takes twelve requests", async () => {
    const shop = openMirroredShop(version);
    await shop.seed({ count: 250 });
    await shop.ask("sandbox.seed", { orders: 250 });
    const mirror = await shop.open();
    await shop.update(mirror);
    const content = contentOf(mirror);
    for (const passed of [0, 1000, 3_600_000]) {
      shop.tick(passed);
      shop.calls.length = 0;
      await shop.update(mirror);
      expect(shop.calls.length, shop.calls.join(" ")).toBeLessThanOrEqual(12);
      expect(contentOf(mirror)).toEqual(content);
    }
    mirror.close();
    shop.close();
  });

  test("a product that is deleted is found with a few requests", async () => {
    const shop = openMirroredShop(version);
    await shop.seed({ count: 450 });
    const mirror = await shop.open();
    await shop.update(mirror);
    const id = mirror.ids("products")[317] ?? "";
    await shop.ask(
      version === "v1" ? "products.remove" : "productsV3.remove",
      version === "v1" ? { id } : { productId: id },
    );
    shop.calls.length = 0;
    expect(await shop.update(mirror)).toEqual([]);
    expect(mirror.has("products", id)).toBe(false);
    expect(mirror.rows("products")).toBe(449);
    expect(mirror.db.prepare("SELECT count(*) AS n FROM variants WHERE productId = ?").get(id)).toEqual({
      n: 0,
    });
    expect(shop.calls.length).toBeLessThanOrEqual(version === "v1" ? 18 : 20);
    mirror.close();
    shop.close();
  });

  test("many deletions read the list again", async () => {
    const shop = openMirroredShop(version);
    await shop.seed({ count: 330 });
    const mirror = await shop.open();
    await shop.update(mirror);
    for (const id of mirror.ids("products").slice(100, 150))
      await shop.ask(
        version === "v1" ? "products.remove" : "productsV3.remove",
        version === "v1" ? { id } : { productId: id },
      );
    expect(await shop.update(mirror)).toEqual([]);
    const fresh = await shop.open();
    await shop.update(fresh);
    expect(contentOf(mirror)).toEqual(contentOf(fresh));
    expect(mirror.rows("products")).toBe(280);
    mirror.close();
    fresh.close();
    shop.close();
  });

  test("products that are deleted and created while the list is read make no gaps", async () => {
    const shop = openMirroredShop(version);
    await shop.seed({ count: 230 });
    const ids = await shop.open().then(async (mirror) => {
      await shop.update(mirror);
      const found = mirror.ids("products");
      mirror.close();
      return found;
    });
    for (const page of [2, 4, 5, 6]) {
      const mirror = await shop.open();
      const gone = version === "v1" ? (ids.shift() ?? "") : await firstOf(shop);
      let requests = 0;
      shop.watch(async ({ name }) => {
        requests += 1;
        if (requests !== page) return;
        shop.watch(undefined);
        shop.tick(1000);
        const remove = version === "v1" ? "products.remove" : "productsV3.remove";
        await shop.ask(remove, version === "v1" ? { id: gone } : { productId: gone });
        if (page === 4) await shop.seed({ count: 321 + page });
        expect(name).not.toBe("");
      });
      expect(await shop.update(mirror)).toEqual([]);
      const fresh = await shop.open();
      await shop.update(fresh);
      // The collections were read before, and have the numbers of that time.
      expect({ ...contentOf(mirror), collections: [] }).toEqual({ ...contentOf(fresh), collections: [] });
      mirror.close();
      fresh.close();
    }
    shop.close();
  });
});

/** Returns the id of the first product of catalog v3 in the order of reading: without it, later pages begin one product later. */
async function firstOf(shop: MirroredShop): Promise<string> {
  const search = { sort: [{ fieldName: "createdDate", order: "ASC" }], cursorPaging: { limit: 1 } };
  return (await shop.ask("productsV3.search", { search })).products[0].id;
}

test("a product that is deleted while several pages of changes are read hides no change", async () => {
  const shop = openMirroredShop("v3");
  await shop.seed({ count: 330 });
  const mirror = await shop.open();
  await shop.update(mirror);
  shop.tick(600_000);
  const search = { cursorPaging: { limit: 100 } };
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const page = await shop.ask("productsV3.search", {
      search: cursor === "" ? search : { cursorPaging: { limit: 100, cursor } },
    });
    const products = page.products.map(({ id, revision }: { id: string; revision: string }) => ({
      product: { id, revision, name: `Changed ${id.slice(-4)}` },
    }));
    await shop.ask("productsV3.bulkUpdate", { products });
    cursor = page.pagingMetadata.cursors.next;
  }
  let searches = 0;
  shop.watch(async ({ name }) => {
    if (name !== "productsV3.search") return;
    searches += 1;
    // Of the first page, then the newest, then the pages again: before the second of them.
    if (searches !== 5) return;
    shop.watch(undefined);
    await shop.ask("productsV3.remove", { productId: await firstOf(shop) });
  });
  expect(await shop.update(mirror)).toEqual([]);
  expect(searches).toBe(5);
  const fresh = await shop.open();
  await shop.update(fresh);
  expect(contentOf(mirror).products).toEqual(contentOf(fresh).products);
  mirror.close();
  fresh.close();
  shop.close();
});

test("an item of stock that is removed by itself changes its product", async () => {
  const shop = openMirroredShop("v3");
  await shop.seed({ count: 130 });
  const mirror = await shop.open();
  await shop.update(mirror);
  shop.tick(600_000);
  const { inventoryItems } = await shop.ask("inventoryItemsV3.query", {
    query: { cursorPaging: { limit: 100 } },
  });
  const { id } = inventoryItems.find(({ trackQuantity }: { trackQuantity: boolean }) => trackQuantity);
  await shop.ask("inventoryItemsV3.remove", { inventoryItemId: id });
  const before = contentOf(mirror).variants;
  await shop.update(mirror);
  const fresh = await shop.open();
  await shop.update(fresh);
  expect(contentOf(mirror)).toEqual(contentOf(fresh));
  expect(contentOf(mirror).variants).not.toEqual(before);
  mirror.close();
  fresh.close();
  shop.close();
});

test("a product that joins a category of catalog v3 is found, even if the update is killed after the categories", async () => {
  const shop = openMirroredShop("v3");
  await shop.seed({ count: 130 });
  const treeReference = { appNamespace: "@wix/stores", treeKey: null };
  const { category } = await shop.ask("storeCategories.create", {
    category: { name: "Sale" },
    treeReference,
  });
  const mirror = await shop.open();
  await shop.update(mirror);
  shop.tick(600_000);
  const catalogItemId = mirror.ids("products")[7];
  const item = { catalogItemId, appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e" };
  await shop.ask("storeCategories.addItems", { categoryId: category.id, items: [item], treeReference });
  shop.watch(({ name }) => {
    if (name === "productsV3.query") throw new Error("killed");
  });
  await expect(shop.update(mirror)).rejects.toThrow("killed");
  shop.watch(undefined);
  await shop.update(mirror);
  const sql = "SELECT productId FROM product_collections WHERE collectionId = ?";
  expect(mirror.db.prepare(sql).all(category.id)).toEqual([{ productId: catalogItemId }]);
  mirror.close();
  shop.close();
});

test("a shop that never holds still is reported", async () => {
  const shop = openMirroredShop("v3");
  await shop.seed({ count: 250 });
  const mirror = await shop.open();
  const ids = (await shop.ask("productsV3.query", { query: { cursorPaging: { limit: 100 } } })).products.map(
    ({ id }: { id: string }) => id,
  );
  let under = false;
  shop.watch(async ({ name }) => {
    if (under || name !== "productsV3.count") return;
    under = true;
    await shop.ask("productsV3.remove", { productId: ids.pop() });
    under = false;
  });
  expect(await shop.update(mirror)).toEqual(["products"]);
  shop.watch(undefined);
  expect(await shop.update(mirror)).toEqual([]);
  mirror.close();
  shop.close();
});

test("payments of orders are read on request, 100 orders a request", async () => {
  const shop = openMirroredShop("v1");
  await shop.ask("sandbox.seed", { orders: 120 });
  const mirror = await shop.open();
  await shop.update(mirror, { payments: true });
  expect(shop.calls.filter((name) => name === "orderTransactions.list")).toHaveLength(2);
  const sql =
    "SELECT count(*) AS n, count(DISTINCT orderId) AS orders FROM payments WHERE status = 'AUTHORIZED'";
  expect(mirror.db.prepare(sql).get()).toEqual({ n: 120, orders: 120 });
  mirror.close();
  shop.close();
});
