import { writeFileSync } from "node:fs";
import { get } from "node:http";
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

test("a tunnel may be named by its URL or its host", async () => {
  const world = createWorld();
  writeFileSync(world.path("app.pem"), (await signer()).pem);
  const stop = new AbortController();
  const asked = Promise.withResolvers<(number | undefined)[]>();
  const ask = async (port: number, host: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    get({ port, host: "127.0.0.1", headers: { host } }, ({ statusCode }) => resolve(statusCode)).on(
      "error",
      reject,
    );
    return await promise;
  };
  const hosts = ["a.example", "B.example", "c.example:8443", "d.example"];
  const ended = world.till(
    "webhooks receive --key app.pem --host https://A.example/hooks --host b.example --host c.example:8443",
    {
      signal: stop.signal,
      onOutput(text) {
        const [, port] = /127\.0\.0\.1:(\d+)/.exec(text) ?? [];
        if (port) Promise.all(hosts.map((host) => ask(Number(port), host))).then(asked.resolve, asked.reject);
      },
    },
  );
  expect(await asked.promise).toEqual([405, 405, 405, 403]);
  stop.abort("SIGINT");
  expect((await ended).code).toBe(130);
});
