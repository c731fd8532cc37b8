import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { createWorld } from "../../support/world.ts";

test("results, errors, changes and notifications match the schemas that till help schemas prints", async () => {
  const world = createWorld();
  const printed = await world.till("help schemas");
  const document = JSON.parse(printed.stdout) as { $id: string; $defs: Record<string, object> };
  expect(document.$id).toBe("urn:till:output:1");
  const matches = (name: string, text: string) => {
    const schema = z.fromJSONSchema(document.$defs[name] as Parameters<typeof z.fromJSONSchema>[0]);
    const checked = schema.safeParse(JSON.parse(text));
    expect(checked.error?.issues ?? [], `${name}: ${text}`).toEqual([]);
  };
  await world.till("sandbox seed demo");
  writeFileSync(
    world.path("hook.cjs"),
    `process.stdin.pipe(require("node:fs").createWriteStream(${JSON.stringify(world.path("got"))}));`,
  );
  const notify = `'${process.execPath}' '${world.path("hook.cjs")}'`;

  matches("capture", (await world.till("orders capture 10006 nothing --dry-run --json")).stdout);
  const captured = await world.till([
    "orders",
    "capture",
    "10006",
    "10007",
    "10001",
    "nothing",
    "--yes",
    "--json",
    "--notify",
    notify,
  ]);
  matches("capture", captured.stdout);
  const { job, totals, items } = JSON.parse(captured.stdout) as {
    job: string;
    totals: object[];
    items: { result: string }[];
  };
  expect(job).toMatch(/^\w{4}$/);
  const done = items.filter(({ result }) => result === "captured").length;
  expect(totals).toContainEqual({
    result: "captured",
    orders: done,
    currency: "USD",
    amount: expect.stringMatching(/^\d+\.\d\d$/),
  });
  matches("notification", readFileSync(world.path("got"), "utf8"));

  const guarded = await world.till([
    "orders",
    "capture",
    "10008",
    "--expect",
    "9",
    "--yes",
    "--json",
    "--notify",
    notify,
  ]);
  matches("error", guarded.stderr.trim().split("\n").at(-1) ?? "");
  matches("notification", readFileSync(world.path("got"), "utf8"));
  matches("job", (await world.till("products update oven-mitt --set price=+1 --yes --json")).stdout);
  const changes = JSON.parse((await world.till("jobs audit --json")).stdout) as { items: object[] };
  expect(changes.items.length).toBeGreaterThan(2);
  for (const change of changes.items) matches("change", JSON.stringify(change));
});
