import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../support/world.ts";

const prepared = createWorld();
const worlds: World[] = [prepared];
let world: World;
beforeAll(async () => {
  await prepared.till("sandbox seed demo");
});
beforeEach(() => {
  world = createWorld({ from: prepared.home });
  worlds.push(world);
});
afterAll(() => {
  for (const one of worlds) one.close();
});

const setPrice = async (price: number, ...slugs: string[]): Promise<string> => {
  const done = await world.till([
    "products",
    "update",
    ...slugs,
    "--set",
    `price=${price}`,
    "--yes",
    "--json",
  ]);
  expect(done.code).toBe(0);
  return JSON.parse(done.stdout).id as string;
};
const stateOf = async (job: string) =>
  JSON.parse((await world.till("jobs list --json")).stdout).items.find(({ id }: { id: string }) => id === job)
    .state as string;
/** Makes a change one that the journal does not know. */
const forget = (job: string) => rmSync(world.path(`till/state/jobs/${job}.sqlite`));
const slugs = ["coffee-scale", "serving-bowl"];

test("preview of an undo of rows that a later job changed: marked, and the job is named", async () => {
  const first = await setPrice(33, ...slugs);
  const later = await setPrice(44, "coffee-scale");
  const preview = await world.till(`jobs undo ${first} --dry-run`);
  expect(preview.code).toBe(0);
  const [changed, free] = [/Coffee Scale.*/, /Serving Bowl.*/].map((line) => line.exec(preview.stdout)?.[0]);
  expect(changed).toContain(`changed by job ${later}`);
  expect(free).not.toContain("changed");
  expect(preview.stdout).toContain("1 change will be left alone");
  expect(await stateOf(first)).toBe("done");
  const ran = await world.till(`jobs undo ${first} --yes`);
  expect(ran.code).toBe(9);
  expect(ran.stderr).toContain(`changed by job ${later}`);
  expect(await stateOf(first)).toBe("partly undone");
});

test("preview as JSON: the rows that will be left alone are not among the changes", async () => {
  const first = await setPrice(33, ...slugs);
  await setPrice(44, "coffee-scale");
  const preview = JSON.parse((await world.till(`jobs undo ${first} --dry-run --json`)).stdout);
  expect(preview).toMatchObject({ steps: 1, refused: 1 });
  expect(preview.changes).toHaveLength(1);
  expect(preview.changes[0]).toMatchObject({ name: "Serving Bowl" });
});

test("undo of rows that someone else changed: says so, exit 6 for one row as for many, and the job stays done", async () => {
  for (const rows of [slugs.slice(0, 1), slugs]) {
    const first = await setPrice(33, ...rows);
    forget(await setPrice(44 + rows.length, ...rows));
    const preview = await world.till(`jobs undo ${first} --dry-run`);
    expect(preview.stdout).toContain("changed by someone else");
    const refused = await world.till(`jobs undo ${first} --yes`);
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("changed by someone else");
    expect(await stateOf(first)).toBe("done");
  }
});

test("a second undo of what was left: exit 6, and nothing of the first is taken back", async () => {
  const first = await setPrice(33, ...slugs);
  await setPrice(44, "coffee-scale");
  expect((await world.till(`jobs undo ${first} --yes`)).code).toBe(9);
  expect((await world.till(`jobs undo ${first} --yes`)).code).toBe(6);
  expect(await stateOf(first)).toBe("partly undone");
});

test("a change that was undone meanwhile: the job that is in effect again is named", async () => {
  const first = await setPrice(33, "coffee-scale");
  const second = await setPrice(44, "coffee-scale");
  const third = await setPrice(55, "coffee-scale");
  await world.till(`jobs undo ${third} --yes`);
  expect((await world.till(`jobs undo ${first} --dry-run`)).stdout).toContain(`changed by job ${second}`);
  expect((await world.till(`jobs undo ${second} --yes`)).code).toBe(0);
  expect((await world.till(`jobs undo ${first} --yes`)).code).toBe(0);
});

test("a single change after a job is named like a job", async () => {
  const first = await setPrice(33, "coffee-scale");
  const id = JSON.parse((await world.till("products get coffee-scale --json")).stdout).id as string;
  const call = ["api", "products.update", "-f", `product.id=${id}`, "-f", "product.priceData.price=44"];
  expect(await world.till(call)).toMatchObject({ code: 0 });
  const single = JSON.parse((await world.till("jobs list --json")).stdout).items[0].id as string;
  expect((await world.till(`jobs undo ${first} --dry-run`)).stdout).toContain(`changed by job ${single}`);
});
