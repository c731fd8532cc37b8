import { expect, test } from "vitest";
import { serve } from "../support/served.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals();

test("an empty list offers the key that fills the sandbox with the demo shop", async () => {
  const terminal = shop.onTerminal([], { columns: 100 });
  await terminal.waitFor(/No products yet\.[\s\S]*Press S to fill the sandbox with the demo shop\./);
  expect(terminal.screen().at(-1)).toMatch(/^S demo shop/);
  terminal.type("S");
  await terminal.waitFor(/▐Products▌[\s\S]*1 of 24/);
  expect(terminal.screen().at(-1)).not.toContain("S demo shop");
  terminal.type("S");
  await terminal.waitFor("The shop is not empty.");
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a live site shows its name, keeps the lists, and offers no demo shop", async () => {
  const served = await serve(shop.home);
  await shop.home.till([
    ...["profiles", "create", "atelier-with-a-really-long-name", "--platform", served.baseUrl, "--use"],
    ...["--site", served.siteId, "--client-id", served.clientId],
  ]);
  for (const columns of [60, 80, 120]) {
    const terminal = shop.onTerminal(["products", "list", "-i"], {
      columns,
      env: { TILL_API_KEY: served.apiKey },
    });
    await terminal.waitFor("No products yet.");
    const [head = ""] = terminal.screen();
    expect(head).toMatch(/LIVE atelier/);
    expect(head).not.toContain(served.siteId);
    expect(head).toMatch(/^( Dashboard |‹)▐Products▌ Collections/);
    expect(terminal.screen().join("\n")).not.toContain("Press S");
    terminal.type("q");
    await exitCodeOf(terminal);
  }
  await served.close();
});

test("a rejected API key is a whole sentence with a hint about the key", async () => {
  const served = await serve(shop.home);
  const terminal = shop.onTerminal(["orders"], {
    columns: 60,
    env: { ...served.env, TILL_API_KEY: "wrong" },
  });
  expect(await exitCodeOf(terminal)).toBe(4);
  const text = terminal.history().join("");
  expect(text).toContain("error: The access token or API key is unknown");
  expect(text).toContain("The platform rejected TILL_API_KEY. Check its value and that it is for the site");
  await served.close();
});
