import { expect, test } from "vitest";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { BulkEvent } from "../../../src/bulk/journal/step.ts";
import { newDrafts, planImport, Site } from "./bulk-jobs.ts";

/** Answers as the platform does when it creates products without their stock, which then cannot be read. */
const withoutStock =
  (send: Transport): Transport =>
  async (request) => {
    if (request.name === "inventoryItemsV3.query")
      return { status: 403, headers: {}, body: JSON.stringify({ message: "no permission for stock" }) };
    const response = await send(request);
    if (request.name !== "productsV3.bulkCreateWithInventory") return response;
    const body = { ...JSON.parse(response.body), inventoryResults: { error: { code: "INTERNAL" } } };
    return { ...response, body: JSON.stringify(body) };
  };

test("a bulk create whose stock cannot be completed says so in the outcome of each product", async () => {
  const site = new Site("v3");
  await site.seed(1);
  const { journal, work } = await planImport(await site.open(withoutStock), newDrafts(1));
  const events: BulkEvent[] = [];
  for await (const event of apply(journal, work)) events.push(event);
  const created = events.find((event) => event.type === "step.done");
  expect(created).toMatchObject({ step: { kind: "product.create", state: "done" } });
  expect(created).toMatchObject({ note: expect.stringContaining("its stock may be missing: no permission") });
});
