import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

const stores = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const picture = "https://static.wixstatic.com/media/pitcher.jpg";
const requests = "/back-in-stock-service/v1/back-in-stock-notification-requests";

for (const catalog of ["v1", "v3"] as const) {
  test(`catalog ${catalog}: a request gets an email once the item is back in stock`, async () => {
    const { ok, advance, mails } = openTestShop({ catalog });
    const wait = async (email: string) =>
      (
        await ok("POST", requests, {
          request: { email, catalogReference: { appId: stores, catalogItemId: pitcher.id } },
          itemDetails: { name: "Porcelain Pitcher", price: "54.00", image: { url: picture } },
        })
      ).request;
    const pitcher = await pitcherOf();
    const [one, unreachable] = [await wait("ivo@example.com"), await wait("nobody@shop.invalid")];
    expect(one.status).toBe("RECEIVED");
    expect(one).not.toHaveProperty("autoNotified");
    await restock();
    const processing = (await ok("GET", `${requests}/${one.id}`)).request;
    expect(processing).toMatchObject({
      status: "PROCESSING",
      itemDetails: { name: "Porcelain Pitcher", price: "54.00", image: { url: picture } },
    });
    expect(processing).not.toHaveProperty("autoNotified");
    await advance("2m");
    expect((await ok("GET", `${requests}/${one.id}`)).request).toMatchObject({
      status: "NOTIFICATION_SENT",
      autoNotified: true,
    });
    expect((await ok("GET", `${requests}/${unreachable.id}`)).request.status).toBe("FAILED");
    const emitted = (await mails()).filter(({ to }) => to === "ivo@example.com");
    expect(emitted).toMatchObject([{ subject: "Porcelain Pitcher is back in stock", image: picture }]);

    async function pitcherOf() {
      const filter = { slug: "porcelain-pitcher" };
      if (catalog === "v3")
        return (await ok("POST", "/stores/v3/products/query", { query: { filter } })).products[0];
      const path = "/stores-reader/v1/products/query-platformized";
      const body = await ok("POST", path, { query: { filter } });
      return body.products[0];
    }
    async function restock() {
      if (catalog === "v1") {
        const move = { incrementData: [{ productId: pitcher.id, incrementBy: 3 }] };
        return await ok("POST", "/stores/v2/inventoryItems/increment", move);
      }
      const query = { filter: { productId: pitcher.id } };
      const { inventoryItems } = await ok("POST", "/stores/v3/inventory-items/query", { query });
      const [{ id, revision }] = inventoryItems;
      const inventoryItem = { id, revision, quantity: 3 };
      return await ok("PATCH", `/stores/v3/inventory-items/${id}`, { inventoryItem });
    }
  });
}

test("catalog v3: the first stock at the default location notifies, and stock elsewhere does not", async () => {
  const { ok } = openTestShop({ catalog: "v3", seed: "empty" });
  const product = {
    name: "Jug",
    productType: "PHYSICAL",
    physicalProperties: {},
    variantsInfo: { variants: [{ price: { actualPrice: { amount: "10" } } }] },
  };
  const jug = (await ok("POST", "/stores/v3/products", { product })).product;
  const { request } = await ok("POST", requests, {
    request: { email: "ivo@example.com", catalogReference: { appId: stores, catalogItemId: jug.id } },
    itemDetails: { name: "Jug", price: "10.00" },
  });
  const status = async () => (await ok("GET", `${requests}/${request.id}`)).request.status;
  const items = "/stores/v3/inventory-items";
  const stock = async (more: object) => {
    const variantId = jug.variantsInfo.variants[0].id;
    return (await ok("POST", items, { inventoryItem: { productId: jug.id, variantId, ...more } }))
      .inventoryItem;
  };
  const { id, revision } = await stock({ quantity: 0, locationId: "11111111-2222-4333-8444-555555555555" });
  await ok("PATCH", `${items}/${id}`, { inventoryItem: { id, revision, quantity: 2 } });
  expect(await status()).toBe("RECEIVED");
  await stock({ quantity: 3 });
  expect(await status()).toBe("PROCESSING");
});

test("a duplicate request is rejected, and so is any request while collecting is off", async () => {
  const { ok, ask } = openTestShop();
  const body = {
    request: { email: "ivo@example.com", catalogReference: { appId: stores, catalogItemId: "a" } },
    itemDetails: { name: "A", price: "1.00" },
  };
  await ok("POST", requests, body);
  expect((await ask("POST", requests, body)).body.details.applicationError.code).toBe(
    "BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS",
  );
  const { countsPerCatalogReference } = await ok(
    "GET",
    `${requests}/count-by-catalog-reference?.r=${Buffer.from(
      JSON.stringify({ catalogReferences: [body.request.catalogReference] }),
    ).toString("base64url")}`,
  );
  expect(countsPerCatalogReference[0].count).toBe(1);
  await ok("POST", `${requests}/settings/stop-collecting`, { appId: stores });
  const other = { ...body, request: { ...body.request, email: "ute@example.com" } };
  expect((await ask("POST", requests, other)).body.details.applicationError.code).toBe(
    "REQUEST_COLLECTION_DISABLED",
  );
});

test("reporting an item notifies its requests, and one request can be marked as sent", async () => {
  const { ok, ask, advance, newEventTypes } = openTestShop();
  const make = async (email: string, variantId: string) =>
    (
      await ok("POST", requests, {
        request: { email, catalogReference: { appId: stores, catalogItemId: "a", options: { variantId } } },
        itemDetails: { name: "A", price: "1.00" },
      })
    ).request.id;
  const [red, blue] = [await make("r@example.com", "red"), await make("b@example.com", "blue")];
  const report = { itemDetails: { name: "A", price: "1.00" } };
  const reference = { appId: stores, catalogItemId: "a", options: { variantId: "red" } };
  const path = `${requests}/report-items-back-in-stock`;
  const both = { ...report, catalogReference: reference, requestIds: [red] };
  expect((await ask("POST", path, both)).status).toBe(400);
  newEventTypes();
  await ok("POST", path, { ...report, requestIds: [red, red] });
  await ok("POST", path, { ...report, catalogReference: reference });
  expect(newEventTypes()).toEqual(["back_in_stock_notification_request_updated"]);
  await advance("2m");
  const statusOf = async (id: string) => (await ok("GET", `${requests}/${id}`)).request.status;
  expect([await statusOf(red), await statusOf(blue)]).toEqual(["NOTIFICATION_SENT", "RECEIVED"]);
  await ok("PUT", `${requests}/${blue}/mark-as-notification-sent`, {});
  expect((await ok("GET", `${requests}/${blue}`)).request).toMatchObject({
    status: "NOTIFICATION_SENT",
    autoNotified: false,
  });
});
