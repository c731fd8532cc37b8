import { expect, onTestFinished, test } from "vitest";
import { flagsOf } from "../../src/cli/flags.ts";
import { commands, examples, preparedShop } from "../examples/examples.ts";
import { type Served, serve } from "../support/served.ts";
import { createWorld, type World } from "../support/world.ts";

/** What a buyer does with a cart, a reservation or an account of their own; and links that are made anew each time. */
const buyers = [
  "till account password forgot",
  "till account redirect",
  "till cart add",
  "till cart checkout",
  "till cart coupon",
  "till cart note",
  "till cart remove",
  "till cart set",
  "till cart uncoupon",
  "till cart update",
  "till checkout coupon",
  "till checkout update",
  "till events rsvps create",
  "till orders tips choose",
  "till settings back-in-stock request",
  "till settings templates checkout",
  "till settings templates redirect",
  "till tickets checkout",
  "till tickets pos",
  "till tickets release",
  "till tickets reserve",
  "till tickets update",
];

async function hostedShop(): Promise<{ world: World; served: Served }> {
  const world = createWorld({ from: await preparedShop() });
  const served = await serve(world);
  onTestFinished(async () => {
    await served.close();
    world.close();
  });
  await served.control("POST seed", { shop: "demo" });
  return { world, served };
}

test("on a hosted shop no command of the merchant changes anything before it has asked", async () => {
  const { world, served } = await hostedShop();
  const asking = commands.filter(({ verb }) =>
    flagsOf(verb).some(({ flags }) => /--yes|--dry-run/.test(flags)),
  );
  const sent = new Set<string>();
  const asked = new Set<string>();
  for (const { name } of asking) {
    const line = examples.find((example) => example.name === name)?.run ?? name;
    const result = await world.sh(line.replace(/ (--yes|-y|--dry-run|-n)\b/g, ""), {
      env: served.env,
      unattended: true,
      onRequest: ({ effect }) => {
        if (effect !== "read") sent.add(name);
      },
    });
    if (result.code === 2 && result.stderr.includes("--yes")) asked.add(name);
  }
  expect([...sent].sort()).toEqual(buyers);
  expect(asked.size).toBeGreaterThan(185);
});

test("the change is shown with the values before it; --yes skips only the question", async () => {
  const { world, served } = await hostedShop();
  const line = "collections update coffee --name Beans";
  const preview = /^Update fields of a collection\nCoffee\tname\tCoffee\tBeans\n/;
  const asked = await world.till(line, { env: served.env });
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(preview)]);
  expect(asked.stderr).toContain("To confirm, add: --yes");
  const sent = await world.till(`${line} --yes`, { env: served.env });
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringMatching(preview)]);
  expect(sent.stderr).toContain("Writing to site");
});

test("a change that is final says so before the question", async () => {
  const { world, served } = await hostedShop();
  const { code, stderr } = await world.till("orders cancel 10007", { env: served.env });
  expect([code, stderr]).toEqual([2, expect.stringContaining("This cannot be undone.")]);
});
