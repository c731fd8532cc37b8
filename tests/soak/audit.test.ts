import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createHome, type Home, serve } from "../processes/program.ts";
import { type RecordedChange, recordedChanges } from "../support/recorded-changes.ts";

/** The record of single changes under load and after a kill. */
const homes: Home[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) home.close();
});

function newHome(): Home {
  const home = createHome();
  homes.push(home);
  return home;
}

const recorded = (home: Home): RecordedChange[] => recordedChanges(home.path("till/state/changes.sqlite"));

test("20 processes that write at once lose no record", async () => {
  const home = newHome();
  const { env } = await serve(home, "--seed", "demo");
  const names = Array.from({ length: 20 }, (_, index) => `Collection ${index + 1}`);
  const results = await Promise.all(
    names.map((name) => home.till(["collections", "create", "--name", name, "--yes"], { env })),
  );
  expect(results.map(({ code, stderr }) => [code, stderr.includes("not recorded")])).toEqual(
    names.map(() => [0, false]),
  );
  const calls = recorded(home);
  expect(calls.map(({ label }) => label).sort()).toEqual(names.toSorted());
  expect(calls.every(({ state, after }) => state === "done" && after !== undefined)).toBe(true);
  expect(new Set(calls.map(({ job }) => job)).size).toBe(20);
});

test("kill -9 between the request and its response leaves an unknown job", async () => {
  const home = newHome();
  const { env } = await serve(home, "--seed", "demo");
  // Answers reads from the sandbox, and never the update.
  const arrived = Promise.withResolvers<void>();
  const gate = createServer(async (request, response) => {
    if (request.method === "PATCH") return arrived.resolve();
    const body: Buffer[] = [];
    for await (const chunk of request) body.push(chunk as Buffer);
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const answer = await fetch(`${env.TILL_BASE_URL}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  await new Promise<void>((listening) => gate.listen(0, "127.0.0.1", listening));
  try {
    const { port } = gate.address() as AddressInfo;
    const through = { ...env, TILL_BASE_URL: `http://127.0.0.1:${port}` };
    const child = home.start(["collections", "update", "coffee", "--name", "Kaffee", "--yes"], {
      env: through,
    });
    await arrived.promise;
    expect(recorded(home)).toMatchObject([{ state: "sent" }]);
    const running = await home.till("jobs list --json --fields state", { env });
    expect(running.stdout).toContain('"running"');
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    const list = await home.till("jobs list --json --fields state", { env });
    expect(list.stdout).toContain('"unknown"');
    expect(await home.till("jobs resume last", { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("was not carried out"),
    });
    expect(recorded(home)).toMatchObject([{ state: "failed" }]);
  } finally {
    gate.close();
    gate.closeAllConnections();
  }
});
