import { expect, test } from "vitest";
import { createJournal } from "../../../src/bulk/journal/journals.ts";
import { RowReporter } from "../../../src/cli/jobs/row-report.ts";
import type { Context } from "../../../src/context/context.ts";
import { someJob } from "../../bulk/shop.ts";
import { temporaryFolder } from "../../support/folders.ts";

test("deleting a large part of the shop shows the number of products and requires typing it", () => {
  const journal = createJournal(temporaryFolder(), someJob);
  const plan = {
    rows: 5,
    steps: 5,
    unchanged: 0,
    rejected: 0,
    calls: 1,
    reads: 1,
    kinds: {},
    changed: 0,
    problems: 0,
  };
  const question = (deletes?: { count: number; text: string }) =>
    new RowReporter({ globals: {}, environment: { variables: {} } } as unknown as Context, journal, {
      ...{ title: "Restore", options: {}, dangerous: true, deletes },
      describe: () => ({ label: "", what: "", before: "", after: "" }),
      changes: () => [],
    }).question(plan);
  expect(question({ count: 1204, text: "1,204 of 1,300 in products" })).toMatchObject({
    typed: "delete 1204",
    warnings: ["It deletes 1,204 of 1,300 in products."],
  });
  expect(question()).toMatchObject({ typed: "5" });
});
