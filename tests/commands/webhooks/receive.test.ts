import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { signer } from "../../support/webhooks.ts";
import { createWorld } from "../../support/world.ts";

test.each([
  ["a certificate", async () => "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"],
  ["a damaged key", async () => (await signer()).pem.replace(/[A-Z]{3}\n/, "\n")],
  ["nothing", async () => ""],
])("with a key file that has %s, nothing is received", async (_, key) => {
  const world = createWorld();
  writeFileSync(world.path("app.pem"), await key());
  const stop = new AbortController();
  const { code, stdout, stderr } = await world.till("webhooks receive --key app.pem", {
    signal: stop.signal,
    onOutput: (text) => text.includes("Receiving") && stop.abort("SIGINT"),
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("key");
});
