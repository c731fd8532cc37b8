import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorld, splitCommandLine, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterEach(() => world.close());

const start = (product: string, until: string, name: string) =>
  world.till(`sale start ${product} --set salePrice=1 --until ${until} --name ${name} --yes`);
const states = async () => {
  const { stdout } = await world.till("sale list --json");
  const { items } = JSON.parse(stdout) as { items: { name: string; state: string }[] };
  return Object.fromEntries(items.map(({ name, state }) => [name, state]));
};
test("the lines that end a sale have the year and end it only when it is due", async () => {
  const { stderr } = await start("coffee-scale", "2099-12-31T23:59", "winter");
  const lines = stderr.split("\n");
  expect(lines).toContain(
    "  worker:   till schedule add --at 2099-12-31T23:59Z --name sale-winter -- sale end winter --due --yes",
  );
  expect(lines).toContain("  at:       echo 'till sale end winter --due --yes' | TZ=UTC at -t 209912312359");
  expect(lines).toContain(
    "  systemd:  systemd-run --user --on-calendar='2099-12-31 23:59:00 UTC' till sale end winter --due --yes",
  );
  expect(stderr).not.toContain("31 12 *");
});

test("the printed schedule can be added", async () => {
  const { stderr } = await start("coffee-scale", "2099-12-31T23:59:30Z", "winter");
  const [, line = ""] = /worker: +till (.*)/.exec(stderr) ?? [];
  // Half a minute later, or it would not be due yet.
  expect(line).toContain("--at 2100-01-01T00:00Z");
  expect(await world.till(splitCommandLine(line))).toMatchObject({ code: 0 });
});

test("a line that runs a year too early does not end the sale", async () => {
  await start("coffee-scale", "2099-12-31T23:59", "winter");
  const { code, stderr } = await world.till("sale end winter --due --yes");
  expect(stderr).toContain("The sale winter runs until 2099-12-31 23:59 UTC: it is not due.");
  expect(code).toBe(0);
  expect(await states()).toEqual({ winter: "running" });
  expect(await world.till("sale end --due --yes")).toMatchObject({ code: 0, stderr: "No sale is due.\n" });
  expect(await world.till("sale end --yes")).toMatchObject({ code: 2 });
  expect(await states()).toEqual({ winter: "running" });
});

test("--due ends the sales whose time is over, and only those", async () => {
  await start("coffee-scale", "2099-12-31T23:59", "winter");
  await start("gift-wrapping", "2050-05-01T00:00", "may");
  await start("oven-mitt", "2050-05-02T00:00", "later");
  const at = (line: string, now: string) => world.till(line, { now: new Date(now) });
  expect(await at("sale end may --due --yes", "2050-04-30T23:59:59Z")).toMatchObject({ code: 0 });
  expect(await states()).toEqual({ winter: "running", may: "running", later: "running" });
  expect(await at("sale end may --due --yes", "2050-05-01T00:00:00Z")).toMatchObject({ code: 0 });
  expect(await states()).toEqual({ winter: "running", may: "ended", later: "running" });
  expect(await at("sale end --due --yes", "2050-06-01T00:00:00Z")).toMatchObject({ code: 0 });
  expect(await states()).toEqual({ winter: "running", may: "ended", later: "ended" });
});
