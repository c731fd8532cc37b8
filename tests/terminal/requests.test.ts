import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Returns the text that the program has put on the clipboard last (OSC 52). */
function clipboard(raw: string): string {
  const last = [...raw.matchAll(/\x1b\]52;c;([^\x07\x1b]*)/g)].at(-1)?.[1] ?? "";
  return Buffer.from(last, "base64").toString();
}

test("a request shows its events, is copied as curl, as code of the SDK and of the library, and is sent again", async () => {
  await shop.home.till("orders update 10001 -f buyerNote=Hello");
  const terminal = shop.onTerminal(["sandbox", "log", "list", "-i"], { columns: 100, rows: 40 });
  await terminal.waitFor(/1 of \d+/);
  terminal.type("fcall = orders.update\r");
  await terminal.waitFor("1 of 1");
  terminal.type("\r");
  await terminal.waitFor(/Events and webhooks[\s\S]*order[\s\S]*not sent, no listener/);
  terminal.type("xc");
  await terminal.waitFor("Copied the curl command");
  expect(clipboard(terminal.raw())).toMatch(
    /^# .*, orders\.update, as admin\n# Serve this sandbox first: till sandbox start --port 8787\nTILL_TOKEN='SANDBOX\..*'\ncurl -X PATCH 'http:\/\/127\.0\.0\.1:8787\/ecom\/v1\/orders\/[\w-]+' .*--data-raw '\{.*Hello.*\}'$/s,
  );
  terminal.type("xo");
  await terminal.waitFor("Copied the SDK code");
  expect(clipboard(terminal.raw())).toMatch(
    /^import \{ orders \} from "@wix\/ecom";\n.*\nawait client\.orders\.updateOrder\("[\w-]+", \{\n {2}buyerNote: "Hello"[\s\S]*\}\);$/,
  );
  terminal.type("xl");
  await terminal.waitFor("Copied the call");
  expect(clipboard(terminal.raw())).toMatch(
    /^await shop\.orders\.update\(\{[\s\S]*buyerNote: "Hello"[\s\S]*\}\);$/,
  );
  terminal.type("R");
  await terminal.waitFor("Press Enter to return to the list.");
  expect(terminal.screen().join("\n")).toMatch(/Status 200, request /);
  terminal.type("\r");
  await terminal.waitFor("▐Requests▌");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
