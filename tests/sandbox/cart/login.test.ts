import { afterEach, beforeEach, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { createRequester } from "../../support/test-shop.ts";
import { base, type IdentitySandbox, openIdentitySandbox } from "../support/identity-sandbox.ts";
import { shopApp } from "../support/visitor-shop.ts";

const current = "/ecom/v1/carts/current";
let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

/** Returns the SKUs and quantities in the cart of a token. */
async function cartOf(authorization: string) {
  const { status, body } = await createRequester(sandbox.send, base)("GET", current, undefined, {
    authorization,
  });
  if (status !== 200) return status;
  return body.cart.lineItems.map(
    ({ physicalProperties, quantity }: { physicalProperties: { sku: string }; quantity: number }) =>
      `${quantity} ${physicalProperties.sku}`,
  );
}

async function add(authorization: string, slug: string, quantity: number, options = {}) {
  const ask = createRequester(sandbox.send, base);
  const { body } = await ask("POST", "/stores-reader/v1/products/query-platformized", {
    query: { filter: { slug } },
  });
  const catalogReference = { appId: shopApp, catalogItemId: body.products[0].id, options: { options } };
  const lineItems = [{ catalogReference, quantity }];
  const { status } = await ask("POST", `${current}/add-to-cart`, { lineItems }, { authorization });
  expect(status).toBe(200);
}

test("the visitor's cart becomes the member's cart at login", async () => {
  await add(sandbox.visitor, "stoneware-mug", 2, { Colour: "Oat" });
  const { access_token: member } = await sandbox.tokensOf("mira@example.com");
  expect(await cartOf(member)).toEqual(["2 MUG-OAT"]);
  expect(await cartOf(sandbox.visitor)).toBe(404);
});

test("the member's items stay, and equal items are merged", async () => {
  const { access_token: member } = await sandbox.tokensOf("mira@example.com");
  await add(member, "stoneware-mug", 1, { Colour: "Oat" });
  await add(member, "espresso-cup-set", 1);
  await add(sandbox.visitor, "stoneware-mug", 2, { Colour: "Oat" });
  await add(sandbox.visitor, "stoneware-mug", 1, { Colour: "Ink" });
  await sandbox.tokensOf("mira@example.com");
  expect(await cartOf(member)).toEqual(["3 MUG-OAT", "1 ESP-4", "1 MUG-INK"]);
});

test("the cart is merged at an external login too", async () => {
  await add(sandbox.visitor, "stoneware-mug", 2, { Colour: "Oat" });
  const { identity } = (await sandbox.logIn("mira@example.com")).body;
  const grant = { grant_type: "authorized_client", scope: "offline_access", member_id: identity.id };
  const { body } = await sandbox.grant(grant, `${sandbox.visitor},${defaults.apiKey}`);
  expect(await cartOf(body.access_token)).toEqual(["2 MUG-OAT"]);
  expect(await cartOf(sandbox.visitor)).toBe(404);
});

test("a login without a cart keeps the member's cart", async () => {
  const { access_token: member } = await sandbox.tokensOf("mira@example.com");
  await add(member, "espresso-cup-set", 1);
  await sandbox.tokensOf("mira@example.com");
  expect(await cartOf(member)).toEqual(["1 ESP-4"]);
});

test("a merged cart has at most 300 lines; the member's own lines stay", async () => {
  const ask = createRequester(sandbox.send, base);
  const fill = async (authorization: string, name: string, count: number) => {
    const customLineItems = Array.from({ length: count }, (_, index) => ({
      productName: { original: `${name} ${index}` },
      price: "1.00",
      quantity: 1,
      itemType: { preset: "SERVICE" },
    }));
    const { status } = await ask("POST", `${current}/add-to-cart`, { customLineItems }, { authorization });
    expect(status).toBe(200);
  };
  const { access_token: member } = await sandbox.tokensOf("mira@example.com");
  for (const part of ["first", "second"]) {
    await fill(member, `own, ${part}`, 100);
    await fill(sandbox.visitor, `the visitor's, ${part}`, 100);
  }
  await sandbox.tokensOf("mira@example.com");
  const { body } = await ask("GET", current, undefined, { authorization: member });
  const names: string[] = body.cart.lineItems.map(
    (line: { productName: { original: string } }) => line.productName.original,
  );
  expect(names).toHaveLength(300);
  expect(names.filter((name) => name.startsWith("own"))).toHaveLength(200);
  expect((await ask("GET", current, undefined, { authorization: sandbox.visitor })).status).toBe(404);
});
