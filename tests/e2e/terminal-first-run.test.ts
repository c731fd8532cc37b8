import { expect, test } from "vitest";
import { serve } from "../processes/program.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals();

test("an empty list offers the key that fills the sandbox with the demo shop", async () => {
  const pty = shop.onTerminal([], { columns: 100 });
  await pty.waitFor(/There is no product yet\.[\s\S]*Press S to fill the sandbox with the demo shop\./);
  expect(pty.screen().at(-1)).toMatch(/^S demo shop/);
  pty.type("S");
  await pty.waitFor(/\[Products\][\s\S]*1 of 24/);
  expect(pty.screen().at(-1)).not.toContain("S demo shop");
  pty.type("S");
  await pty.waitFor("The shop is not empty.");
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("a live site shows its name, keeps the lists, and offers no demo shop", async () => {
  const served = await serve(shop.home);
  await shop.home.till([
    ...["profiles", "add", "atelier-with-a-really-long-name", "--platform", served.baseUrl, "--use"],
    ...["--site", served.siteId, "--client-id", served.clientId],
  ]);
  for (const columns of [60, 80, 120]) {
    const pty = shop.onTerminal(["products", "list", "-i"], {
      columns,
      env: { TILL_API_KEY: served.apiKey },
    });
    await pty.waitFor("There is no product yet.");
    const [head = ""] = pty.screen();
    expect(head).toMatch(/LIVE atelier/);
    expect(head).not.toContain(served.siteId);
    expect(head).toMatch(/^\[Products\] Collections/);
    expect(pty.screen().join("\n")).not.toContain("Press S");
    pty.type("q");
    await exitCodeOf(pty);
  }
  await served.stop();
});

test("a rejected API key is a whole sentence with a hint about the key", async () => {
  const served = await serve(shop.home);
  const pty = shop.onTerminal(["orders"], { columns: 60, env: { ...served.env, TILL_API_KEY: "wrong" } });
  expect(await exitCodeOf(pty)).toBe(4);
  const text = pty.history().join("");
  expect(text).toContain("error: The access token or API key is unknown");
  expect(text).toContain("The platform rejected TILL_API_KEY. Check its value and that it is for the site");
  await served.stop();
});
