import { afterEach, beforeEach, expect, test } from "vitest";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type IdentitySandbox, openIdentitySandbox } from "../support/identity-sandbox.ts";

let sandbox: IdentitySandbox;
beforeEach(async () => {
  sandbox = await openIdentitySandbox();
});
afterEach(() => sandbox.close());

const reference = (catalogItemId: string, options?: object) => ({ appId: "shop", catalogItemId, options });

test("a member keeps each product once, and removes it again", async () => {
  const { access_token: mira } = await sandbox.tokensOf("mira@example.com");
  const send = async (what: string, catalogReference: object, token = mira) =>
    (await sandbox.ask(`/ecom/v1/wishlists/${what}`, { catalogReference, returnEntity: true }, token)).body;
  const itemsOf = ({ wishlist }: { wishlist: { items: { catalogReference: object }[] } }) =>
    wishlist.items.map(({ catalogReference }) => catalogReference);
  await send("add-item", reference("mug"));
  await send("add-item", reference("mug"));
  const both = await send("add-item", reference("mug", { variantId: "1" }));
  expect(itemsOf(both)).toEqual([reference("mug"), reference("mug", { variantId: "1" })]);
  expect(itemsOf(await send("remove-item", reference("mug")))).toEqual([
    reference("mug", { variantId: "1" }),
  ]);
});

test("the older call shows a page of a wishlist by its ID", async () => {
  const { access_token: mira } = await sandbox.tokensOf("mira@example.com");
  const add = async (id: string) =>
    (
      await sandbox.ask(
        "/ecom/v1/wishlists/add-item",
        { catalogReference: reference(id), returnEntity: true },
        mira,
      )
    ).body.wishlist;
  for (const id of ["mug", "jug"]) await add(id);
  const { id, memberId } = await add("cup");
  const shown = await sandbox.ask("/stores/v1/wishlists/get", { id, limit: 1, offset: 1 }, defaults.apiKey);
  expect(shown.body.wishlist).toMatchObject({
    id,
    ownerId: memberId,
    totalCount: 3,
    items: [{ id: "jug", type: "product", origin: "shop" }],
  });
  expect((await sandbox.ask("/stores/v1/wishlists/get", { id: memberId }, defaults.apiKey)).status).toBe(404);
});
