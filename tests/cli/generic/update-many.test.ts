import { beforeEach, expect, test } from "vitest";
import { serve } from "../../support/served.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

const rates = async () =>
  (
    await world.till("settings tax rates list --jq '.items[] | .jurisdiction + \" \" + .taxRate' --all")
  ).stdout
    .split("\n")
    .filter((line) => /^(Germany|Brazil)/.test(line))
    .sort();

test("update --set changes all that a filter selects, with a preview, and undo takes it back", async () => {
  const line = "settings tax rates update --filter 'taxRate > 0.05' --set taxRate=+10%";
  const planned = await world.till(`${line} --dry-run`);
  expect(planned.stdout).toContain("Germany\ttaxRate\t0.19\t0.209\n");
  expect(await rates()).toEqual(["Brazil 0.17", "Germany 0.07", "Germany 0.19"]);
  expect(await world.till(`${line} --expect 4 --yes`)).toMatchObject({ code: 0 });
  expect(await rates()).toEqual(["Brazil 0.187", "Germany 0.077", "Germany 0.209"]);
  expect((await world.till(`${line} --expect 3 --yes`)).code).toBe(6);
  expect(await world.till("jobs undo last --yes")).toMatchObject({ code: 0 });
  expect(await rates()).toEqual(["Brazil 0.17", "Germany 0.07", "Germany 0.19"]);
});

test("records are named by their names, null clears, and a field inside another keeps what is beside it", async () => {
  const named = await world.till("settings tax rates update California Brazil --set taxName=null --yes");
  expect([named.code, named.stderr]).toEqual([0, expect.stringContaining("Brazil\ttaxName\tICMS\t(none)")]);
  const before = JSON.parse((await world.till('discounts get "Big basket" --json')).stdout);
  const changed = await world.till(
    "discounts update 'Big basket' --set trigger.subtotalRange.from=55.5 --yes",
  );
  expect(changed).toMatchObject({ code: 0 });
  const { revision, updatedDate, ...after } = JSON.parse(
    (await world.till('discounts get "Big basket" --json')).stdout,
  );
  expect(after.trigger.subtotalRange).toEqual({ ...before.trigger.subtotalRange, from: "55.5" });
  expect({
    ...after,
    trigger: before.trigger,
    revision: before.revision,
    updatedDate: before.updatedDate,
  }).toEqual(before);
});

test.each([
  ["--set tax=5", "There is no field tax to set"],
  ["--set revision=5", "There is no field revision to set"],
  ["--set taxRate=much", "taxRate"],
  ["--set jurisdictionType=PLANET", "jurisdictionType"],
  ["", "Nothing to change."],
])(
  "settings tax rates update Brazil California %s is refused, and nothing is sent",
  async (flags, message) => {
    const sent: string[] = [];
    const { code, stderr, stdout } = await world.till(
      `settings tax rates update Brazil California ${flags} --yes`,
      {
        onRequest: ({ name = "", effect }) => effect === "read" || sent.push(name),
      },
    );
    expect([code, `${stderr}${stdout}`]).toEqual([2, expect.stringContaining(message)]);
    expect(sent).toEqual([]);
  },
);

test("on a hosted shop it asks; a request without an answer is read back", async () => {
  const served = await serve(world);
  await served.control("POST seed", { shop: "demo" });
  const line = "settings tax rates update Brazil California --set taxName=Levy";
  expect(await world.till(line, { env: served.env })).toMatchObject({ code: 2 });
  await served.control("POST faults", { fault: "drop-after", route: "manualTaxMappings.update", times: 1 });
  const { code, stdout } = await world.till(`${line} --yes`, { env: served.env });
  expect([code, stdout]).toEqual([0, expect.stringContaining("2 ok")]);
  await served.close();
});

test("rows that an expression cannot compute or that get a value out of bounds are skipped, the others changed", async () => {
  const line =
    "settings tax rates update --filter 'taxRate > 0.04' --set 'taxRate = 0.01 / (taxRate - 0.07)'";
  const problems = /Germany, taxRate: Division by zero\n.*New York City, taxRate: must be 0 or more\n/s;
  const refused = await world.till(`${line} --yes`);
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/2 invalid rows. Nothing was sent./),
  });
  expect(refused.stderr).toMatch(problems);
  expect(await rates()).toEqual(["Brazil 0.17", "Germany 0.07", "Germany 0.19"]);
  const skipped = await world.till(`${line} --skip-invalid --yes`);
  expect(skipped).toMatchObject({ code: 9, stderr: expect.stringMatching(problems) });
  expect(await rates()).toEqual(["Brazil 0.1", "Germany 0.07", "Germany 0.083333"]);
});

test("a single change and one of several, or names and a filter, are not mixed", async () => {
  for (const [flags, message] of [
    ["Brazil --filter 'taxRate > 0' --set taxRate=1", "Give tax rates or --filter, not both."],
    ["Brazil --all --set taxRate=1", "Give tax rates or --filter, not both."],
    ["Brazil -f taxRate=0.2 --set taxRate=0.3", "-f and --input change one object. Use --set for several."],
  ] as const)
    expect(await world.till(`settings tax rates update ${flags} --yes`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  expect(await rates()).toEqual(["Brazil 0.17", "Germany 0.07", "Germany 0.19"]);
});
