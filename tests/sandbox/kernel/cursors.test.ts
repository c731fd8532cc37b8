import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

test.each([
  ["/ecom/v1/discount-rules/query", "query"],
  ["/ecom/v1/orders/search", "search"],
  ["/wix-data/v2/items/query", "query"],
])("a cursor that no list has given is refused by POST %s", async (path, member) => {
  const { ask, ok } = openTestShop();
  await ok("POST", "/wix-data/v2/collections", { collection: { id: "places", fields: [] } });
  for (const text of [
    "no JSON",
    "null",
    "7",
    '"text"',
    "[]",
    '{"offset":-1}',
    '{"offset":0.5}',
    '{"offset":"a"}',
  ]) {
    const cursor = Buffer.from(text).toString("base64url");
    const paging = { cursorPaging: { limit: 10, cursor } };
    const { status, body } = await ask("POST", path, { dataCollectionId: "places", [member]: paging });
    expect({ text, status }).toEqual({ text, status: 400 });
    expect(body.message).toContain(`"${member}.cursorPaging.cursor" is not`);
  }
});
