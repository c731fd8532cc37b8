import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { notificationOf } from "../../src/context/notify.ts";
import { exitCodes } from "../../src/kernel/errors.ts";
import { createWorld, type World } from "../support/world.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});

/** Serves a webhook that answers with these statuses, the last one repeatedly. */
async function hook(...statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      response.writeHead(statuses[Math.min(received.length, statuses.length - 1)] ?? 200).end();
      received.push({ headers: request.headers, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

test("a message says what may follow", () => {
  const facts = { actor: "ada", host: "studio", command: "till products import x.csv", profile: "shop" };
  const result = {
    exitCode: exitCodes.partial,
    summary: "Job k2m3: 2 products, 1 failed.",
    hint: "See why: till jobs show k2m3",
  };
  expect(notificationOf(result, { ...facts, site: undefined, now: new Date(0) }).message).toBe(
    "Job k2m3: 2 products, 1 failed. See why: till jobs show k2m3",
  );
});

const guarded = "orders capture 10006 --expect 2 --yes";

test("a plan with changes is no failure, whatever its exit code, and an empty secret signs nothing", async () => {
  const { url, received } = await hook(204);
  await world.till(["config", "set", "notify", url, "--profile", "sandbox"]);
  const plan = "products update oven-mitt --set price=+1 --plan-out plan.ndjson --detailed-exitcode";
  expect(await world.till(plan)).toMatchObject({ code: 11 });
  expect(received).toEqual([]);
  const env = { TILL_PROFILE: "sandbox", TILL_NOTIFY_SECRET: "" };
  expect(await world.till(`${plan} --notify ${url}`, { env })).toMatchObject({ code: 11 });
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ event: "finished", exitCode: 11 }),
  ]);
  expect(received[0]?.headers).not.toHaveProperty("webhook-signature");
});

test("a guard sends a signed webhook, which is tried again; reads, dry runs and successes send nothing", async () => {
  const { url, received } = await hook(500, 204);
  await world.till(["config", "set", "notify", url, "--profile", "sandbox"]);
  const env = {
    TILL_NOTIFY_SECRET: "CANARY-secret",
    TILL_PROFILE: "sandbox",
    GITHUB_ACTIONS: "1",
    GITHUB_RUN_ID: "7",
  };
  for (const line of [
    "orders list",
    `${guarded} --dry-run`,
    "orders get nothing",
    "collections update coffee --name A",
  ])
    await world.till(line);
  expect(received).toEqual([]);
  const result = await world.till(guarded, { env });
  expect(result).toMatchObject({ code: 6 });
  expect(received).toHaveLength(2);
  const [first, second] = received as [Received, Received];
  expect(first.headers["webhook-id"]).toBe(second.headers["webhook-id"]);
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature } = second.headers;
  const expected = createHmac("sha256", "CANARY-secret")
    .update(`${id}.${time}.${second.body}`)
    .digest("base64");
  expect(signature).toBe(`v1,${expected}`);
  expect(JSON.parse(second.body)).toMatchObject({
    _kind: "notification",
    event: "guard",
    exitCode: 6,
    profile: "sandbox",
    command: `till ${guarded}`,
    actor: "ada",
    ci: { system: "GitHub Actions", run: "7" },
    job: null,
    error: { message: expect.stringContaining("1") },
  });
  expect(result.stdout + result.stderr + second.body).not.toContain("CANARY");
});

test("--notify sends every result: as a chat message, or to a command on stdin", async () => {
  const { url, received } = await hook(200);
  await world.till(["orders", "capture", "10006", "--yes", "--notify", `slack+${url}`]);
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    text: expect.stringMatching(
      /^\*till finished\* \(exit code 0, sandbox, ada@studio\)\n`till orders capture 10006/,
    ),
  });
  const script = world.path("hook.cjs");
  writeFileSync(
    script,
    `process.stdin.pipe(require("node:fs").createWriteStream(${JSON.stringify(world.path("got"))}));`,
  );
  const target = `'${process.execPath}' '${script}'`;
  await world.till("sandbox fault drop-after --route orderBilling --times 9");
  const unknown = await world.till(["orders", "capture", "10007", "--yes", "--notify", target]);
  expect(JSON.parse(readFileSync(world.path("got"), "utf8"))).toMatchObject({
    exitCode: unknown.code,
    job: expect.stringMatching(/^\w{4}$/),
  });
  expect((await world.till("jobs list --json")).stdout).not.toContain(url);
});

test("a job that a signal stops is heard of; Ctrl-C only where nobody is at a terminal", async () => {
  const { url, received } = await hook(204);
  await world.till(["config", "set", "notify", url, "--profile", "sandbox"]);
  const change = "orders capture --authorized --concurrency 1 --yes --profile sandbox";
  const stopped = async (reason: string, unattended: boolean) => {
    const stop = new AbortController();
    const ended = await world.till(change, {
      signal: stop.signal,
      unattended,
      onRequest: ({ effect }) => effect !== "read" && stop.abort(reason),
    });
    return ended.code;
  };
  expect(await stopped("SIGINT", false)).toBe(130);
  expect(received).toEqual([]);
  await world.till("sandbox reset --yes");
  await world.till("sandbox seed demo");
  expect(await stopped("SIGINT", true)).toBe(130);
  await world.till("sandbox reset --yes");
  await world.till("sandbox seed demo");
  expect(await stopped("SIGTERM", false)).toBe(143);
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ event: "stopped", exitCode: 130 }),
    expect.objectContaining({ event: "stopped", exitCode: 143 }),
  ]);
});

test("the user and the password in the URL of a webhook are sent to it", async () => {
  const { url, received } = await hook(204);
  const target = url.replace("://", "://ada%40shop:p%3Ass@");
  await world.till(["collections", "update", "coffee", "--name", "Beans", "--notify", target]);
  expect(received.map(({ headers: { authorization } }) => authorization)).toEqual([
    `Basic ${Buffer.from("ada@shop:p:ss").toString("base64")}`,
  ]);
  const { url: open, received: others } = await hook(204);
  await world.till(["collections", "update", "coffee", "--name", "Coffee", "--notify", open]);
  expect(others.map(({ headers }) => "authorization" in headers)).toEqual([false]);
});

test("a target that fails changes neither the result nor the exit code", async () => {
  const { url, received } = await hook(500);
  const line = ["collections", "update", "coffee", "--name", "Beans"];
  const failed = await world.till([...line, "--notify", url]);
  expect(failed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("The notification did not arrive: 127.0.0.1"),
  });
  expect(received).toHaveLength(3);
  const refused = await world.till([...line, "--notify", "http://127.0.0.1:1/"]);
  expect(refused.stderr).toMatch(/The notification did not arrive: .*[^.]\.\n/);
  const env = { TILL_NOTIFY: "no-such-program-here", TILL_NOTIFY_ON: "all" };
  expect(await world.till(["collections", "update", "coffee", "--name", "Coffee"], { env })).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      "no-such-program-here could not be started: it is not installed, or not on the PATH",
    ),
  });
});

test.each(["no-such-program-here", "''", "https://", "./missing 'a b'"])(
  "--notify %s is rejected before anything is planned",
  async (target) => {
    const line = ["collections", "update", "coffee", "--name", "Beans", "--notify", target];
    for (const flags of [["--dry-run"], []])
      expect(await world.till([...line, ...flags])).toEqual({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining(`--notify: "${target}" is neither a URL nor a program`),
      });
    expect(await world.till("collections get coffee --jq .name")).toMatchObject({ stdout: "Coffee\n" });
  },
);
