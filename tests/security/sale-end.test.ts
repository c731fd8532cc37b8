import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { startSandboxServer } from "../../src/sandbox/server/server.ts";
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
test("the command that schedules the end of a sale has the year", async () => {
  const { stderr } = await start("coffee-scale", "2099-12-31T23:59", "winter");
  expect(stderr).toContain(
    "Nothing ends it by itself; to schedule its end: till schedule create --at 2099-12-31T23:59Z --name sale-winter -- sale end winter --due --yes\n",
  );
});

test("the printed schedule can be installed", async () => {
  const { stderr } = await start("coffee-scale", "2099-12-31T23:59:30Z", "winter");
  const [, line = ""] = /: till (schedule .*)/.exec(stderr) ?? [];
  // Half a minute later, or it would not be due yet.
  expect(line).toContain("--at 2100-01-01T00:00Z");
  const preview = line.replace("create", "create --runner task --dry-run");
  const { code, stdout } = await world.till(splitCommandLine(preview));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("2100-01-01T00:00:00Z") });
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

test("a sale on another site than the profile's is ended there", async () => {
  const onError = (error: unknown) => {
    throw error;
  };
  const server = await startSandboxServer({ file: ":memory:", port: 0, sites: 2, onError });
  onTestFinished(() => server.close());
  const own = "--profile agency --site 00000000-0000-4000-8000-000000000001";
  const env = { TILL_API_KEY: server.apiKey };
  await world.till(`profiles create agency --platform ${server.baseUrl} --site ${server.siteId}`);
  await world.till(`products create --name Mug --price 9 --yes ${own}`, { env });
  const line = `sale start mug --set salePrice=1 --until 2099-12-31T12:00 --name winter --yes ${own}`;
  const { code, stderr } = await world.till(line, { env });
  expect(code).toBe(0);
  expect(stderr).toContain(`--name sale-winter ${own} -- sale end winter --due --yes\n`);
});
