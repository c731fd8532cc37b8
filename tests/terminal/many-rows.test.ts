import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

async function request<T>(line: string): Promise<T> {
  return JSON.parse((await shop.home.till(`${line} --json`)).stdout) as T;
}

/** Returns the kinds of all jobs, the newest first. */
async function jobs(): Promise<string[]> {
  const { items } = await request<{ items: { id: string }[] }>("jobs list");
  return await Promise.all(
    items.map(async ({ id }) => (await request<{ kind: string }>(`jobs show ${id}`)).kind),
  );
}

/** Places an order like another one, with a status. Returns its number. */
async function copyOrder(number: string, status: string): Promise<string> {
  const {
    id: _,
    number: __,
    ...order
  } = await request<{ id: string; number: string }>(`orders get ${number}`);
  const input = JSON.stringify({ order: { ...order, _kind: undefined } });
  const { stdout } = await shop.home.till("api orders.create --input - --json", { stdin: input });
  const created = JSON.parse(stdout).order as { id: string; number: string };
  const change = JSON.stringify({ orderId: created.id, status });
  await shop.home.till("api orders.updateStatus --input - --json", { stdin: change });
  return created.number;
}

/** Opens the orders that a filter finds, with all of them marked. */
async function marked(filter: string, count: number) {
  const terminal = shop.onTerminal(["orders", "list", "-i", "--filter", filter], { columns: 100 });
  await terminal.waitFor(`1 of ${count}`);
  terminal.type("a");
  await terminal.waitFor("all marked");
  return terminal;
}

test("fulfills marked orders as one job, without the questions for one order", async () => {
  const terminal = await marked("number in (10010, 10014)", 2);
  terminal.type("xf");
  await terminal.waitFor("Apply the changes to 2 orders?");
  expect(terminal.screen().join("\n")).toContain("Fulfill 2 marked orders");
  expect(terminal.screen().join("\n")).toContain("This cannot be undone.");
  terminal.type("y");
  await terminal.waitFor(/▐Orders▌[\s\S]*✔ 2 orders in .* · cannot be undone/);
  expect(await request("orders get 10010")).toMatchObject({ fulfillmentStatus: "FULFILLED" });
  expect(await request("orders get 10014")).toMatchObject({ fulfillmentStatus: "FULFILLED" });
  expect(await jobs()).toEqual(["orders.fulfill"]);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test.each([
  {
    keys: "xm",
    what: "marks as seen",
    found: "number in (10001, 10002)",
    shown: "seen",
    field: "seenByAHuman",
  },
  { keys: "xa", what: "archives", found: "number in (10001, 10002)", shown: "archived", field: "archived" },
])("$what marked orders as one job, which z undoes", async ({ keys, found, shown, field }) => {
  await shop.home.till("orders update 10001 10002 --set seen=false --set archived=false --yes");
  const terminal = await marked(found, 2);
  terminal.type(keys);
  await terminal.waitFor(new RegExp(`10001 +${shown} [\\s\\S]*Apply the changes to 2 orders\\?`));
  terminal.type("y");
  await terminal.waitFor(" · z undo");
  expect(await request("orders get 10001")).toMatchObject({ [field]: true });
  terminal.type("z");
  await terminal.waitFor("Undo the changes to 2 orders?");
  terminal.type("y");
  await terminal.waitFor(/Job \w+ is undone\./);
  expect(await request("orders get 10001")).toMatchObject({ [field]: false });
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("tags marked orders by name", async () => {
  const terminal = await marked("number in (10012, 10013)", 2);
  terminal.type("xgGift wrap\r");
  await terminal.waitFor("Apply the changes to 2 orders?");
  terminal.type("y");
  await terminal.waitFor("✔ 2 orders in");
  expect(await request("orders get 10012")).toMatchObject({ tags: { tags: { tagIds: ["g1ftw"] } } });
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("marks orders as paid as one job once the total is typed, and says of others why they cannot be", async () => {
  const other = await copyOrder("10012", "APPROVED");
  const terminal = await marked(`number in (10012, ${other})`, 2);
  terminal.type("xdcash\r");
  await terminal.waitFor("Type 197.00 USD to confirm");
  terminal.type("197.00 USD\r");
  await terminal.waitFor("✔ 2 orders in");
  expect(await request("orders get 10012")).toMatchObject({ paymentStatus: "PAID" });
  expect(await request(`orders get ${other}`)).toMatchObject({ paymentStatus: "PAID" });
  terminal.type("axd");
  await terminal.waitFor(/Not possible for 2 of 2\. order \d+ Hugo Martin: It is already paid\./);
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test.each([
  { keys: "xo", done: "APPROVED", kind: "orders.approve" },
  { keys: "xj", done: "REJECTED", kind: "orders.reject" },
])("makes marked pending orders $done as one job", async ({ keys, done, kind }) => {
  const other = await copyOrder("10011", "PENDING");
  const terminal = await marked(`number in (10011, ${other})`, 2);
  terminal.type(keys);
  await terminal.waitFor("Apply the changes to 2 orders?");
  terminal.type("y");
  await terminal.waitFor("✔ 2 orders in");
  for (const number of ["10011", other])
    expect(await request(`orders get ${number}`)).toMatchObject({ status: done });
  expect((await jobs())[0]).toBe(kind);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
