import { afterEach, beforeEach, expect, test } from "vitest";
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
