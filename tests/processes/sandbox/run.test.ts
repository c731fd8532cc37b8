import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { checkBuilt } from "../program.ts";

checkBuilt();
const home = mkdtempSync(join(tmpdir(), "till-run-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs `till sandbox run` with arguments. */
function tillRun(...args: string[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: home, TILL_HOME: join(home, "till") };
  return spawnSync(process.execPath, [resolve("bin/till.js"), "sandbox", "run", ...args], {
    encoding: "utf8",
    env,
    cwd: home,
  });
}

/** A server that renders a page from the platform's products, as frameworks do, started by another process. */
const storefront = `
import { createServer } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
const { WIX_CLIENT_ID: clientId, NEXT_PUBLIC_WIX_CLIENT_ID: shown } = process.env;
const post = (url, body, headers = {}) =>
  fetch(url, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } });
const server = createServer(async (_, response) => {
  const token = await (await post("https://www.wixapis.com/oauth2/token", { clientId, grantType: "anonymous" })).json();
  const url = "https://edge.wixapis.com/stores-reader/v1/products/query";
  const headers = { authorization: token.access_token };
  const { products } = await (await post(url, {}, headers)).json();
  const older = await new Promise((resolve, reject) =>
    request(url, { method: "POST", headers: { ...headers, "content-type": "application/json" } }, (reply) => resolve(text(reply)))
      .on("error", reject)
      .end("{}"));
  response.end(JSON.stringify([products.length, JSON.parse(older).products.length, shown === clientId]));
}).listen(0, "127.0.0.1", async () => {
  console.log(await (await fetch("http://127.0.0.1:" + server.address().port)).text());
  process.exit(7);
});`;

test("every Node process of the command reaches the sandbox, and the exit code is the command's", () => {
  writeFileSync(join(home, "storefront.mjs"), storefront);
  const starter = `process.exitCode = require("node:child_process").spawnSync(process.execPath, ["storefront.mjs"], { stdio: "inherit" }).status`;
  const { status, stdout, stderr } = tillRun("--seed", "5", "--", process.execPath, "-e", starter);
  expect({ status, stdout }).toEqual({ status: 7, stdout: "[5,5,true]\n" });
  expect(stderr).toMatch(
    /^Sandbox http:\/\/127\.0\.0\.1:\d+: requests of Node processes for the platform reach it\.\nInspector http:\/\/127\.0\.0\.1:\d+\/__till#token=\S+\n$/,
  );
});

test("frameworks choose the mode themselves: NODE_ENV is that of the caller", () => {
  const { stdout } = tillRun("--", process.execPath, "-p", "String(process.env.NODE_ENV)");
  expect(stdout).toBe("undefined\n");
});

test("the library's own client reaches the sandbox", () => {
  const program = `
    import { createClient } from ${JSON.stringify(resolve("dist/library/api.js"))};
    const { WIX_API_KEY: apiKey, WIX_SITE_ID: siteId } = process.env;
    const { products } = await createClient({ apiKey, siteId }).products.query({});
    console.log(products.length);`;
  writeFileSync(join(home, "client.mjs"), program);
  expect(tillRun("--seed", "5", "--", process.execPath, "client.mjs")).toMatchObject({
    status: 0,
    stdout: "5\n",
  });
});

test("a storefront of catalog v3 finds its products", () => {
  const program = `
    const { WIX_API_KEY: authorization } = process.env;
    const answer = await fetch("https://www.wixapis.com/stores/v3/products/count", {
      method: "POST", body: "{}", headers: { authorization, "content-type": "application/json" },
    });
    console.log((await answer.json()).count);`;
  writeFileSync(join(home, "v3.mjs"), program);
  const { stdout } = tillRun("--seed", "5", "--catalog", "v3", "--", process.execPath, "v3.mjs");
  expect(stdout).toBe("5\n");
});

test("a client with a copy of undici reaches the sandbox, as the edge runtime of Next", () => {
  const program = `
    import { connect } from "node:tls";
    import { text } from "node:stream/consumers";
    const socket = connect({ host: "www.wixapis.com", port: 443, servername: "www.wixapis.com", ALPNProtocols: ["http/1.1"] });
    socket.once("secureConnect", () =>
      socket.write("GET /nowhere HTTP/1.1\\r\\nhost: www.wixapis.com\\r\\nconnection: close\\r\\n\\r\\n"));
    console.log((await text(socket)).match(/does not emulate GET .nowhere/)?.[0]);`;
  writeFileSync(join(home, "edge.mjs"), program);
  expect(tillRun("--seed", "5", "--", process.execPath, "edge.mjs").stdout).toBe(
    "does not emulate GET /nowhere\n",
  );
});

test.skipIf(process.platform === "win32")("ends what its command has started, too", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const grandchild = `require("node:net").connect(${port}, "127.0.0.1")`;
  writeFileSync(join(home, "grandchild.cjs"), grandchild);
  const env = { PATH: process.env.PATH ?? "", HOME: home, TILL_HOME: join(home, "till") };
  const command = ["sh", "-c", `"${process.execPath}" grandchild.cjs & wait`];
  const till = spawn(
    process.execPath,
    [resolve("bin/till.js"), "sandbox", "run", "--seed", "5", "--", ...command],
    {
      env,
      cwd: home,
      stdio: "ignore",
    },
  );
  const [connection] = (await once(server, "connection")) as [Socket];
  const ended = once(connection.resume(), "close");
  till.kill("SIGTERM");
  expect(await once(till, "close")).toEqual([143, null]);
  await ended;
});

test("a command that does not exist is named", () => {
  const { status, stderr } = tillRun("--", "no-such-program");
  expect({ status, stderr: stderr.split("\n").slice(2).join("\n") }).toEqual({
    status: 5,
    stderr: expect.stringContaining("Cannot run no-such-program: it is not installed, or not on the PATH."),
  });
});
