import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type Credential, openCredentials } from "../../../src/config/credentials.ts";
import { temporaryFolder } from "../../support/folders.ts";

const script = join(import.meta.dirname, "renew-process.ts");
const run = promisify(execFile);

function open() {
  const folder = temporaryFolder();
  const file = join(folder, "credentials.db");
  const notices: string[] = [];
  const store = openCredentials({ file, notice: (message) => notices.push(message) });
  onTestFinished(() => {
    store.close();
  });
  return { file, store, notices };
}

/** A token that has expired. */
const expired = (accessToken: string): Credential => ({
  accessToken,
  refreshToken: `${accessToken}-refresh`,
  issuedAt: 1,
  expiresAt: 2,
});

/** A token endpoint whose refresh tokens work once. */
async function tokenEndpoint() {
  let valid = "once-refresh";
  const uses: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { refreshToken } = JSON.parse(body);
    uses.push(refreshToken ?? "anonymous");
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (refreshToken !== undefined && refreshToken !== valid)
      return response.writeHead(400).end('{"error":"invalid_grant"}');
    valid = `refresh-${uses.length}`;
    response.end(
      JSON.stringify({ access_token: `access-${uses.length}`, refresh_token: valid, expires_in: 3600 }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { uses, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("two hundred commands in five processes around one expiry make one renewal and all succeed, without a notice", async () => {
  const { file, store, notices } = open();
  await store.update("shop", "member", async () => expired("once"));
  const { uses, baseUrl } = await tokenEndpoint();
  const runs = Array.from({ length: 5 }, () =>
    run(process.execPath, [script, file, baseUrl, "member", "40"]),
  );
  const outputs = await Promise.all(runs);
  const tokens = outputs.flatMap(({ stdout }) => stdout.split("\n"));
  expect(tokens).toEqual(Array.from({ length: 200 }, () => "access-1"));
  expect(outputs.map(({ stderr }) => stderr).join("")).toBe("");
  expect(uses).toEqual(["once-refresh"]);
  expect(await store.get("shop", "member")).toMatchObject({
    accessToken: "access-1",
    refreshToken: "refresh-1",
  });
  expect(notices).toEqual([]);
});

test("replaces a visitor that cannot be renewed with one new visitor for all processes, with one notice", async () => {
  const { file, store } = open();
  await store.update("shop", "visitor", async () => expired("dead"));
  const { uses, baseUrl } = await tokenEndpoint();
  const runs = Array.from({ length: 5 }, () =>
    run(process.execPath, [script, file, baseUrl, "visitor", "4"]),
  );
  const outputs = await Promise.all(runs);
  expect(new Set(outputs.flatMap(({ stdout }) => stdout.split("\n")))).toEqual(new Set(["access-2"]));
  expect(uses).toEqual(["dead-refresh", "anonymous"]);
  expect(outputs.map(({ stderr }) => stderr).join("")).toMatch(
    /^The visitor's session .* a new visitor.*\n$/,
  );
});

test("signs out a member that cannot be renewed in every process, and never continues as a visitor", async () => {
  const { file, store } = open();
  await store.update("shop", "member", async () => expired("dead"));
  const { uses, baseUrl } = await tokenEndpoint();
  const runs = Array.from({ length: 3 }, () =>
    run(process.execPath, [script, file, baseUrl]).then(
      () => "signed in",
      ({ stderr }: { stderr: string }) => stderr,
    ),
  );
  for (const result of await Promise.all(runs)) expect(result).toMatch(/has ended/);
  expect(uses).toEqual(["dead-refresh"]);
  expect(await store.kinds("shop")).toEqual(["member"]);
});

test("a process killed while holding the lock blocks no other process and loses no data", async () => {
  const { file, store } = open();
  await store.update("shop", "member", async () => expired("once"));
  const { uses, baseUrl } = await tokenEndpoint();
  const holder = spawn(process.execPath, [script, file, baseUrl, "hold"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  const waiting = run(process.execPath, [script, file, baseUrl]);
  holder.kill("SIGKILL");
  expect((await waiting).stdout).toBe("access-1");
  expect(uses).toEqual(["once-refresh"]);
});
