import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product } from "../../src/api/services/products.ts";
import { printList } from "../../src/cli/generic/print.ts";
import { stepLabels } from "../../src/cli/jobs/kinds.ts";
import { completeFields } from "../../src/commands/program/completion-values.ts";
import { type MemoryStreamOptions, memoryStreams } from "../../src/output/memory-streams.ts";
import { browseResource } from "../../src/resources/browse.ts";
import { productResource } from "../../src/resources/products/resource.ts";
import type { Resource } from "../../src/resources/resource.ts";
import { beginBrowse } from "../../src/ui/screens/browse/browse.state.ts";
import { Browse } from "../../src/ui/screens/browse/browse.tsx";
import { inContext } from "../support/context.ts";
import { waitFor } from "../support/runs.ts";
import { createWorld, type World } from "../support/world.ts";
import { open } from "../ui/frame.tsx";

/** Products with one more column, which is neither a top-level field of records nor a filter field. */
const name = "shopPrice";
const value = ({ priceData }: Product) => priceData?.formatted?.price ?? "";
const cell = "$24.00";
const extended: Resource<Product> = {
  ...productResource,
  columns: [{ header: "SHOP PRICE", name, value }, ...productResource.columns],
  fields: [{ header: "SHOP PRICE", name, value }, ...(productResource.fields ?? [])],
};
const mug = { filter: "handle = stoneware-mug" };

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterAll(() => world.close());

/** The output of a list command over the extended resource. */
async function list(output: "table" | "csv", options: MemoryStreamOptions = {}): Promise<string> {
  const streams = memoryStreams({ columns: 160, ...options });
  await inContext(
    world,
    async (context) => {
      await printList(context, extended, await extended.open(context), { args: [], options: mug });
    },
    { globals: { output }, streams },
  );
  return streams.text.stdout;
}

test("a new column is in the table", async () => {
  const [header, row] = (await list("table", { isTTY: true })).split("\n");
  expect(header).toMatch(/^SHOP PRICE +NAME/);
  expect(row?.startsWith(cell)).toBe(true);
});

test("a new column is in the CSV header", async () => {
  const [header, row] = (await list("csv")).split("\n");
  expect(header?.startsWith(`${name},name,`)).toBe(true);
  expect(row?.startsWith(`${cell},`)).toBe(true);
});

test("completion of --fields offers a new column", () => {
  expect(completeFields(extended, "--fields", "id,").names).toContain(name);
  expect(completeFields(productResource, "--fields", "id,").names).not.toContain(name);
});

test("a new column is on the screen", async () => {
  await inContext(world, async (context) => {
    const access = await extended.open(context);
    const resource = browseResource(extended, access, {
      times: () => ({}),
      describer: async (kind) => (await stepLabels(context, kind)).describe,
      flags: [],
    });
    const options = {
      initial: beginBrowse([resource], { resource: resource.name, query: mug, now: 0 }),
      target: { profile: "sandbox", live: false },
      freshMs: 1e9,
      now: () => 0,
      openWeb: async () => {},
    };
    const screen = open(<Browse options={options} onLeave={() => {}} />, 160);
    await waitFor(() => expect(screen.lines().join("\n")).toContain(cell));
    expect(screen.lines().join("\n")).toMatch(/SHOP PRICE +NAME/);
    screen.close();
  });
});
