import { describe, expect, test } from "vitest";
import type { Terminal } from "../support/terminal.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Returns the window as one line, without the line breaks of wrapped sentences. */
const textOf = (terminal: Terminal) => terminal.screen().join(" ").replace(/\s+/g, " ");

async function answersNo(terminal: Terminal): Promise<void> {
  terminal.type("\x1b");
  expect(await exitCodeOf(terminal)).toBe(1);
}

test("a question below its preview repeats nothing of it, and names no command before it is applied", async () => {
  const terminal = shop.onTerminal(["products", "update", "stoneware-mug", "--set", "price=30"], {
    columns: 80,
  });
  await terminal.waitFor(/Apply the changes to 1 product\?/);
  expect(textOf(terminal)).toContain("1 product: 1 to change");
  expect(textOf(terminal)).toContain("It can be undone.");
  expect(textOf(terminal)).not.toMatch(/variants\.update|till jobs undo/);
  await answersNo(terminal);
});

describe.each([40, 60, 80])("a question in %d columns is never cut", (columns) => {
  test("refunds: order, buyer and amount, no line for a sandbox, and the amount has to be typed", async () => {
    const terminal = shop.onTerminal(["orders", "refund", "10001", "--all"], { columns });
    await terminal.waitFor(() => textOf(terminal).includes("Type 122.50 USD to confirm:"));
    expect(textOf(terminal)).not.toMatch(/LIVE|profile/);
    expect(textOf(terminal)).toMatch(
      /\? Refund 122\.50 USD of order 10001 \(Rosa Almeida\), payment [\w-]{36}\?/,
    );
    for (const line of terminal.screen()) expect(line.length).toBeLessThanOrEqual(columns);
    // In the color of warnings.
    expect(terminal.raw()).toMatch(/\x1b\[(33|38;5;136)m\? Refund/);
    terminal.type("y\r");
    await terminal.waitFor("This is not 122.50 USD");
    await answersNo(terminal);
    const { stdout } = await shop.home.till("orders payments 10001 --json");
    expect(stdout).not.toMatch(/refund(ed)?":"122/i);
  });

  test("captures and voids: the same", async () => {
    for (const verb of ["capture", "void"]) {
      const terminal = shop.onTerminal(["orders", verb, "10007"], { columns });
      await terminal.waitFor(() => textOf(terminal).includes("Type 150.50 USD to confirm:"));
      expect(textOf(terminal)).not.toMatch(/LIVE|profile/);
      expect(textOf(terminal)).toMatch(/\? (Capture|Void) 150\.50 USD of order 10007 \(Pia Conti\)\?/);
      expect(terminal.raw()).toMatch(/\x1b\[(33|38;5;136)m\? (Capture|Void)/);
      await answersNo(terminal);
    }
  });

  test("canceling, and y together with Enter", async () => {
    const terminal = shop.onTerminal(["orders", "cancel", "10013"], { columns });
    await terminal.waitFor("y/N");
    expect(textOf(terminal)).not.toMatch(/LIVE|profile/);
    expect(textOf(terminal).replace(" y/N", "")).toContain("? Cancel order 10013 (Noor Haddad, 60.00 USD)?");
    terminal.type("y\r");
    await terminal.exit;
    expect(terminal.history().join(" ")).not.toContain("Nothing was done");
  });
});

test.each(["20.00 USD", "20.00"])("a refund is made if %j and Enter are typed at once", async (typed) => {
  const terminal = shop.onTerminal(["orders", "refund", "10001", "--amount", "20"]);
  await terminal.waitFor(() => textOf(terminal).includes("Type 20.00 USD to confirm:"));
  terminal.type(`${typed}\r`);
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toMatch(/Refunded +20\.00 USD/);
});
