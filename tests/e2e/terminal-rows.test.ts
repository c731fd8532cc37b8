import { describe, expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** Delays the next calls of a route in the sandbox, in milliseconds. */
const slow = (route: string, ms: number, count = 1) =>
  shop.home.till(`sandbox fault slow:${ms} --route ${route} --count ${count}`);

describe("the cursor stays on its row", () => {
  test("when another terminal adds an order, and actions and Enter are for that row", async () => {
    const pty = shop.onTerminal(["orders"], { columns: 110 });
    await pty.waitFor("1 of 14");
    pty.type("jjjjjjjjj");
    await pty.waitFor(/❯ +10005/);
    await shop.home.till("sandbox seed --orders 1");
    pty.type("r");
    await pty.waitFor("11 of 15");
    expect(pty.screen().find((line) => line.startsWith("❯"))).toMatch(/^❯ +10005/);
    pty.type("x");
    await pty.waitFor("Actions for order 10005");
    pty.type("q\r");
    await pty.waitFor(/order 10005/i);
    pty.type("qq");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("while a value is typed: the edit is for the row that was selected when e was pressed", async () => {
    const pty = shop.onTerminal(["collections"], { columns: 110 });
    await pty.waitFor(/❯ +\S/);
    pty.type("jj");
    await pty.waitFor(/❯ +Coffee/);
    pty.type("eRen");
    await pty.waitFor("NAME of Coffee: Coffee → Ren");
    await shop.home.till("collections delete coffee --yes");
    await pty.waitFor("of 5");
    await pty.waitFor("NAME of Coffee = Ren");
    pty.type("amed\r");
    await pty.waitFor("1 staged edit");
    pty.type("d");
    await pty.waitFor(/Coffee +NAME +Coffee +→ Renamed/);
    pty.type("d");
    await pty.waitFor(/❯ +Gifts/);
    pty.type("qq");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("when the row is deleted, the next one is selected, and a sentence says so", async () => {
    const pty = shop.onTerminal(["products"], { columns: 110 });
    await pty.waitFor("1 of 24");
    pty.type("jj");
    await pty.waitFor("3 of 24");
    const { items } = JSON.parse((await shop.home.till("products list --json")).stdout);
    await shop.home.till(["products", "delete", items[2].id, "--yes"]);
    pty.type("r");
    await pty.waitFor(`${items[2].name} is no longer in the list. ${items[3].name} is selected now.`);
    expect(pty.screen().find((line) => line.startsWith("❯"))).toContain(items[3].name);
    pty.type("qq");
    expect(await exitCodeOf(pty)).toBe(0);
  });
});

describe("on a slow server", () => {
  test("1 then Tab opens the next list, and the late answer opens nothing", async () => {
    const pty = shop.onTerminal(["products"], { columns: 110, env: { TILL_PANE: "false" } });
    await pty.waitFor("1 of 24");
    await pty.waitFor("Orders");
    await slow("products.get", 1500);
    pty.type("1");
    await pty.waitFor(/Opening collections of .+/);
    pty.type("\t");
    await pty.waitFor(/\[Collections\][\s\S]*1 of 6/);
    await new Promise((resolve) => setTimeout(resolve, 1800));
    expect(pty.screen().join("\n")).toContain("1 of 6");
    expect(pty.screen().join("\n")).not.toMatch(/has none| of .*Mug/);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("r, 1 and the first rows show that they load", async () => {
    await slow("products.query", 1200);
    const pty = shop.onTerminal(["products"], { columns: 110, env: { TILL_PANE: "false" } });
    await pty.waitFor(/Reading products… \d/);
    await pty.waitFor("1 of 24");
    await slow("products.query", 1200);
    pty.type("r");
    await pty.waitFor(/Reading… \d/);
    await pty.waitFor((screen) => !screen.join("\n").includes("Reading"));
    await slow("products.get", 1200);
    pty.type("1");
    await pty.waitFor(/Opening collections of .+… \d/);
    await pty.waitFor("[Collections]");
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });
});

test("an arrow key writes at most 1.5 kB in a window of 120 by 40", async () => {
  const pty = shop.onTerminal(["orders"], { columns: 120, rows: 40 });
  await pty.waitFor(/\[Orders\][\s\S]*1 of 14/);
  await pty.quiet();
  await slow("orders.get", 1200);
  const before = pty.raw().length;
  pty.type("j");
  await pty.waitFor("2 of 14");
  expect(Buffer.byteLength(pty.raw().slice(before))).toBeLessThanOrEqual(1500);
  // Later, the pane has read the order.
  await pty.waitFor("Balance due");
  await pty.quiet();
  expect(Buffer.byteLength(pty.raw().slice(before))).toBeLessThanOrEqual(4500);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});
