import { describe, expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

describe("the cursor stays on its row", () => {
  test("when another terminal adds an order, and actions and Enter are for that row", async () => {
    const terminal = shop.onTerminal(["orders"], { columns: 110 });
    await terminal.waitFor("1 of 14");
    terminal.type("jjjjjjjjj");
    await terminal.waitFor(/❯ +10005/);
    await shop.home.till("sandbox seed --orders 1");
    terminal.type("r");
    await terminal.waitFor("11 of 15");
    expect(terminal.screen().find((line) => line.startsWith("❯"))).toMatch(/^❯ +10005/);
    terminal.type("x");
    await terminal.waitFor("Actions for order 10005");
    terminal.type("q\r");
    await terminal.waitFor(/order 10005/i);
    terminal.type("qq");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("while a value is typed: the edit is for the row that was selected when e was pressed", async () => {
    const terminal = shop.onTerminal(["collections"], { columns: 110 });
    await terminal.waitFor(/❯ +\S/);
    terminal.type("jj");
    await terminal.waitFor(/❯ +Coffee/);
    terminal.type("eRen");
    await terminal.waitFor("NAME of Coffee: Coffee → Ren");
    await shop.home.till("collections delete coffee --yes");
    await terminal.waitFor("of 5");
    await terminal.waitFor("NAME of Coffee = Ren");
    terminal.type("amed\r");
    await terminal.waitFor("1 staged edit");
    terminal.type("d");
    await terminal.waitFor(/Coffee +NAME +Coffee +→ Renamed/);
    terminal.type("d");
    await terminal.waitFor(/❯ +Gifts/);
    terminal.type("qq");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("when the row is deleted, the next one is selected, and a sentence says so", async () => {
    const terminal = shop.onTerminal(["products"], { columns: 110 });
    await terminal.waitFor("1 of 24");
    terminal.type("jj");
    await terminal.waitFor("3 of 24");
    const { items } = JSON.parse((await shop.home.till("products list --json")).stdout);
    // The list also reads its rows by itself, and r would remove the sentence then.
    const isSaid = terminal.waitFor(
      `${items[2].name} is no longer in the list. ${items[3].name} is selected now.`,
    );
    await shop.home.till(["products", "delete", items[2].id, "--yes"]);
    terminal.type("r");
    await isSaid;
    expect(terminal.screen().find((line) => line.startsWith("❯"))).toContain(items[3].name);
    terminal.type("qq");
    expect(await exitCodeOf(terminal)).toBe(0);
  });
});

describe("on a slow server", () => {
  test("after 1 and then Tab, the next list is open, and the late response of 1 opens nothing", async () => {
    const answered = Promise.withResolvers<void>();
    const terminal = shop.onTerminal(["products"], {
      columns: 110,
      env: { TILL_PANE: "false" },
      watch: (send) => async (request) => {
        const answer = send(request);
        if (request.name === "products.get") answered.resolve(answer.then(() => {}));
        return await answer;
      },
    });
    await terminal.waitFor("1 of 24");
    await terminal.waitFor("Orders");
    await shop.hold("products.get");
    terminal.type("1");
    await terminal.waitFor(/Opening collections of .+/);
    terminal.type("\t");
    await terminal.waitFor(/▐Collections▌[\s\S]*1 of 6/);
    await shop.release();
    await answered.promise;
    terminal.type("j");
    await terminal.waitFor("2 of 6");
    expect(terminal.screen().join("\n")).not.toMatch(/has none| of .*Mug/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("r, 1 and the first rows show that they are loading", async () => {
    await shop.hold("products.query");
    const terminal = shop.onTerminal(["products"], { columns: 110, env: { TILL_PANE: "false" } });
    await terminal.waitFor(/Reading products… \d/);
    await shop.release();
    await terminal.waitFor("1 of 24");
    await shop.hold("products.query");
    terminal.type("r");
    await terminal.waitFor(/Reading… \d/);
    await shop.release();
    await terminal.waitFor((screen) => !screen.join("\n").includes("Reading"));
    await shop.hold("products.get");
    terminal.type("1");
    await terminal.waitFor(/Opening collections of .+… \d/);
    await shop.release();
    await terminal.waitFor("▐Collections▌");
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });
});

test("an arrow key writes at most 1.5 kB in a window of 120 by 40", async () => {
  const terminal = shop.onTerminal(["orders"], { columns: 120, rows: 40 });
  // The pane has read the order.
  await terminal.waitFor(/1 of 14[\s\S]*Total +30\.50 USD[\s\S]*order placed/);
  await shop.hold("orders.get");
  const before = terminal.raw().length;
  terminal.type("j");
  await terminal.waitFor("2 of 14");
  expect(Buffer.byteLength(terminal.raw().slice(before))).toBeLessThanOrEqual(1500);
  await shop.release();
  await terminal.waitFor("Balance due");
  expect(Buffer.byteLength(terminal.raw().slice(before))).toBeLessThanOrEqual(4500);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("sorting, searching and Esc keep the selected row and the marks", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 100, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  // Marks the second row, and selects the eighth.
  terminal.type("j jjjjjj");
  await terminal.waitFor(/❯ +Gooseneck Kettle/);
  terminal.type("s");
  await terminal.waitFor(/sort name ─+ 1 marked[\s\S]*❯ +Gooseneck Kettle/);
  terminal.type("/mu");
  await terminal.waitFor(/search "mu"/);
  terminal.type("\x1b");
  await terminal.waitFor((screen) => !screen.join("\n").includes('search "'));
  terminal.type("/oven mitt\r");
  await terminal.waitFor(/1 of 1[\s\S]*❯ +Oven Mitt/);
  expect(terminal.screen().join("\n")).toContain("1 marked");
  terminal.type("/\x1b");
  await terminal.waitFor(/1 marked +\d+ of 24[\s\S]*❯ +Oven Mitt/);
  terminal.type("G g");
  await terminal.waitFor("2 marked");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
