import { expect, test } from "vitest";
import { RowReporter } from "../../../src/cli/jobs/row-report.ts";
import type { Context } from "../../../src/context/context.ts";
import { planned, priceRise, shopWork } from "../../bulk/shop.ts";

test("deleting a large part of the shop shows the number of products and requires typing it", async () => {
  const { shop, rows } = priceRise(5);
  const { journal, summary } = await planned(rows, shopWork(shop));
  const question = (deletes?: { count: number; text: string }) =>
    new RowReporter(
      { globals: {}, environment: { variables: {} }, streams: {} } as unknown as Context,
      journal,
      {
        ...{ title: "Restore", options: {}, dangerous: true, deletes },
        describe: () => ({ label: "", what: "", before: "", after: "" }),
        changes: () => [],
      },
    ).question(summary);
  expect(question({ count: 1204, text: "1,204 of 1,300 in products" })).toMatchObject({
    typed: "delete 1204",
    warnings: ["It deletes 1,204 of 1,300 in products."],
  });
  expect(question()).toMatchObject({ typed: "5" });
});
