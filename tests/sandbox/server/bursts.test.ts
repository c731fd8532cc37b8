import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../../src/sandbox/server/server.ts";

const treeReference = { appNamespace: "@wix/stores", treeKey: null };
const onError = (error: unknown) => {
  throw error;
};

let server: SandboxServer;
beforeAll(async () => {
  server = await startSandboxServer({ file: ":memory:", port: 0, onError });
  await control("seed", { count: 1, catalog: "v3" });
  await control("settings", { name: "categoryWriteTime", value: "0" });
});
afterAll(() => server.close());

async function control(call: string, body: object): Promise<void> {
  const response = await fetch(`${server.baseUrl}/__till/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-till-control": server.controlToken },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toBeTruthy();
  expect(response.status).toBe(200);
}

/** Opens a connection to the server. */
async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(server.baseUrl).port), "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** The text of a request that creates a category, which closes its connection. */
function creating(name: string): string {
  const body = JSON.stringify({ category: { name }, treeReference });
  const head = [
    "POST /categories/v1/categories HTTP/1.1",
    `host: ${new URL(server.baseUrl).host}`,
    `authorization: ${server.apiKey}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

async function statusOf(socket: Socket): Promise<number> {
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(" ")[1]);
}

/** Returns after the server has answered other requests, in which time it could have answered those before them. */
async function answers(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await fetch(`${server.baseUrl}/__till/identity`);
}

test("a write collides with the requests of open connections, however late the computer reads them", async () => {
  const sockets = await Promise.all([1, 2, 3].map(open));
  const [first, ...others] = sockets;
  const statuses = sockets.map(statusOf);
  first?.write(creating("First"));
  // Long enough for the write, which takes no time of its own, if it did not wait for the other two.
  await answers(10);
  for (const [index, socket] of others.entries()) {
    const text = creating(`Other ${index}`);
    socket.write(text.slice(0, 40));
    await answers(1);
    socket.write(text.slice(40));
  }
  expect((await Promise.all(statuses)).sort()).toEqual([200, 409, 409]);
});

test("writes that follow one another succeed, beside a connection that sends nothing", async () => {
  const idle = await open();
  for (const name of ["One", "Two"]) {
    const socket = await open();
    socket.write(creating(name));
    expect(await statusOf(socket)).toBe(200);
  }
  idle.destroy();
});
