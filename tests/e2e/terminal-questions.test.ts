import { describe, expect, test } from "vitest";
import type { Pty } from "../support/pty.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** Returns the window as one line, without the line breaks of wrapped sentences. */
const textOf = (pty: Pty) => pty.screen().join(" ").replace(/\s+/g, " ");

async function answersNo(pty: Pty): Promise<void> {
  pty.type("\x1b");
  expect(await exitCodeOf(pty)).toBe(1);
}

describe.each([40, 60, 80])("a question in %d columns is never cut", (columns) => {
  test("refunds: order, buyer, amount and site, and the amount has to be typed", async () => {
    const pty = shop.onTerminal(["orders", "refund", "10001", "--all"], { columns });
    await pty.waitFor(() => textOf(pty).includes("Type 122.50 USD to confirm:"));
    expect(textOf(pty)).toContain("sandbox (profile sandbox)");
    expect(textOf(pty)).toMatch(
      /\? Refund 122\.50 USD of order 10001 \(Rosa Almeida\), payment [\w-]{36}\? This cannot be undone\./,
    );
    for (const line of pty.screen()) expect(line.length).toBeLessThanOrEqual(columns);
    // In the colour of warnings.
    expect(pty.raw()).toMatch(/\x1b\[(33|38;5;136)m\? Refund/);
    pty.type("y\r");
    await pty.waitFor("This is not 122.50 USD");
    await answersNo(pty);
    const { stdout } = await shop.home.till("orders payments 10001 --json");
    expect(stdout).not.toMatch(/refund(ed)?":"122/i);
  });

  test("captures and voids: the same", async () => {
    for (const verb of ["capture", "void"]) {
      const pty = shop.onTerminal(["orders", verb, "10007"], { columns });
      await pty.waitFor(() => textOf(pty).includes("Type 150.50 USD to confirm:"));
      expect(textOf(pty)).toContain("sandbox (profile sandbox)");
      expect(textOf(pty)).toMatch(/\? (Capture|Void) 150\.50 USD of order 10007 \(Pia Conti\)\?/);
      expect(pty.raw()).toMatch(/\x1b\[(33|38;5;136)m\? (Capture|Void)/);
      await answersNo(pty);
    }
  });

  test("canceling, and y together with Enter", async () => {
    const pty = shop.onTerminal(["orders", "cancel", "10013"], { columns });
    await pty.waitFor("y/N");
    expect(textOf(pty)).toContain("sandbox (profile sandbox)");
    expect(textOf(pty).replace(" y/N", "")).toContain(
      "? Cancel order 10013 (Noor Haddad, 60.00 USD)? This cannot be undone.",
    );
    pty.type("y\r");
    await pty.exit;
    expect(pty.history().join(" ")).not.toContain("Nothing was done");
  });
});

test("money that was typed together with Enter is refunded", async () => {
  const pty = shop.onTerminal(["orders", "refund", "10001", "--amount", "20"]);
  await pty.waitFor(() => textOf(pty).includes("Type 20.00 USD to confirm:"));
  pty.type("20.00 USD\r");
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toMatch(/Refunded +20\.00 USD/);
});
