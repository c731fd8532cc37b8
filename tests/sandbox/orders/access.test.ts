import { expect, test } from "vitest";
import { orders } from "../../architecture/samples/orders.ts";
import { createSampleSandboxes } from "../../architecture/samples/sample-set.ts";
import { createRequester } from "../../support/test-shop.ts";

test("a member can read only their own orders", async () => {
  const { send, headers, inputOf } = await createSampleSandboxes().open(orders);
  const ask = createRequester(send);
  const { id: own } = inputOf("orders.get") as { id: string };
  const find = async (search: object, who = headers.member) => {
    const { body } = await ask("POST", "/ecom/v1/orders/search", { search }, who);
    return (body.orders as { id: string }[]).map(({ id }) => id);
  };
  const all = await find({ cursorPaging: { limit: 100 } }, headers.admin);
  expect(all.length).toBeGreaterThan(10);

  const other = all.find((id) => id !== own) ?? "";
  const anything = { $or: [{ id: own }, { id: { $ne: own } }] };
  const byNumber = [{ fieldName: "number", order: "ASC" }];
  for (const search of [{}, { filter: anything }, { filter: anything, sort: byNumber }])
    expect(await find(search)).toEqual([own]);
  expect(await find({ filter: { id: other } })).toEqual([]);

  const { body, status } = await ask("GET", `/ecom/v1/orders/${other}`, undefined, headers.member);
  expect([status, body.details.applicationError.code]).toEqual([404, "ORDER_NOT_FOUND"]);
  expect((await ask("GET", `/ecom/v1/orders/${own}`, undefined, headers.member)).status).toBe(200);
  expect((await ask("GET", `/ecom/v1/orders/${own}`, undefined, headers.visitor)).status).toBe(403);
});
