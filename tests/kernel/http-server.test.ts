import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { TillError } from "../../src/kernel/errors.ts";
import {
  type Loopback,
  type LoopbackOptions,
  type LoopbackRequest,
  serveLoopback,
} from "../../src/kernel/http-server.ts";

const open: Loopback[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(options: Partial<LoopbackOptions> = {}) {
  const seen: LoopbackRequest[] = [];
  const errors: unknown[] = [];
  const loopback = await serveLoopback({
    port: 0,
    onError: (error) => errors.push(error),
    ...options,
    handler: async (sent) => {
      seen.push(sent);
      return options.handler ? options.handler(sent) : { status: 200, body: `got ${sent.body}` };
    },
  });
  open.push(loopback);
  return { loopback, seen, errors };
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

function ask(port: number, headers: Record<string, string> = {}, method = "GET", body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: "/x?y=1",
        method,
        headers: { connection: "keep-alive", ...headers },
        agent: false,
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("error", reject);
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

test("passes a request as plain values and sends the response", async () => {
  const { loopback, seen } = await serve();
  const answer = await ask(loopback.port, { "X-Thing": "1" }, "POST", "grüezi");
  expect(answer).toMatchObject({ status: 200, body: "got grüezi" });
  expect(seen).toMatchObject([
    { method: "POST", path: "/x?y=1", body: "grüezi", headers: { "x-thing": "1" } },
  ]);
  expect(loopback.origin).toBe(`http://127.0.0.1:${loopback.port}`);
});

test.each(["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example"])(
  "rejects the host %j before the handler is called",
  async (host) => {
    const { loopback, seen } = await serve();
    expect((await ask(loopback.port, { host })).status).toBe(403);
    expect(seen).toEqual([]);
  },
);

test("accepts localhost and an allowed host", async () => {
  const { loopback } = await serve({ hosts: ["www.wixapis.com"] });
  expect((await ask(loopback.port, { host: `LOCALHOST:${loopback.port}` })).status).toBe(200);
  expect((await ask(loopback.port, { host: "www.wixapis.com" })).status).toBe(200);
  expect((await ask(loopback.port, { host: "edge.wixapis.com" })).status).toBe(403);
});

test.each([
  "https://evil.example",
  "null",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example:80",
])("rejects pages of %s", async (origin) => {
  const { loopback, seen } = await serve({ cors: true });
  const answer = await ask(loopback.port, { origin });
  expect(answer.status).toBe(403);
  expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  expect(seen).toEqual([]);
});

test("sends CORS headers to pages of loopback origins, with preflight, if CORS is on", async () => {
  const { loopback, seen } = await serve({ cors: true });
  const origin = "http://localhost:3000";
  const preflight = await ask(
    loopback.port,
    { origin, "access-control-request-method": "PATCH", "access-control-request-headers": "authorization" },
    "OPTIONS",
  );
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    "access-control-allow-origin": origin,
    "access-control-allow-headers": "authorization",
    "access-control-allow-methods": expect.stringContaining("PATCH"),
  });
  expect(seen).toEqual([]);
  expect((await ask(loopback.port, { origin })).headers["access-control-allow-origin"]).toBe(origin);
});

test("accepts only the server's own pages without CORS", async () => {
  const { loopback } = await serve();
  expect((await ask(loopback.port, { origin: loopback.origin })).status).toBe(200);
  expect((await ask(loopback.port, { origin: "http://localhost:3000" })).status).toBe(403);
});

test("rejects a body above the limit, with or without a length", async () => {
  const { loopback, seen } = await serve({ maxBody: 10 });
  expect((await ask(loopback.port, { "content-length": "11" }, "POST", "x".repeat(11))).status).toBe(413);
  expect((await ask(loopback.port, { "transfer-encoding": "chunked" }, "POST", "x".repeat(11))).status).toBe(
    413,
  );
  expect((await ask(loopback.port, {}, "POST", "x".repeat(10))).status).toBe(200);
  expect(seen).toHaveLength(1);
});

test("rejects a body that is not UTF-8", async () => {
  const { loopback, seen } = await serve();
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      { host: "127.0.0.1", port: loopback.port, method: "POST", agent: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    );
    sent.on("error", reject);
    sent.end(Buffer.from([0xff, 0xfe, 0x41]));
  });
  expect(status).toBe(400);
  expect(seen).toEqual([]);
});

test("can close the connection before or within a response", async () => {
  const before = await serve({ handler: async () => "cut" });
  await expect(ask(before.loopback.port)).rejects.toMatchObject({ code: "ECONNRESET" });
  const within = await serve({
    handler: async () => ({ status: 200, headers: { "content-length": "100" }, body: "half", cut: true }),
  });
  await expect(ask(within.loopback.port)).rejects.toMatchObject({ code: "ECONNRESET" });
});

test("reports errors of the handler, and the client gets a 500 without details", async () => {
  const { loopback, errors } = await serve({ handler: () => Promise.reject(new Error("secret detail")) });
  const answer = await ask(loopback.port);
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain("secret");
  expect(errors).toMatchObject([{ message: "secret detail" }]);
});

test("aborts the handler's signal when the client disconnects", async () => {
  const gone = Promise.withResolvers<boolean>();
  const arrived = Promise.withResolvers<void>();
  const { loopback } = await serve({
    handler: async ({ signal }) => {
      signal.addEventListener("abort", () => gone.resolve(signal.aborted));
      arrived.resolve();
      await gone.promise;
      return { status: 200 };
    },
  });
  const socket = connect(loopback.port, "127.0.0.1");
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${loopback.port}\r\n\r\n`);
  await arrived.promise;
  socket.destroy();
  expect(await gone.promise).toBe(true);
});

test("fails with a hint if the port is in use", async () => {
  const { loopback } = await serve();
  const error = await serveLoopback({
    port: loopback.port,
    handler: async () => ({ status: 200 }),
    onError: () => undefined,
  }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TillError);
  expect(error).toMatchObject({ code: "PORT_UNAVAILABLE", exitCode: 6 });
  expect((error as TillError).message).toContain(String(loopback.port));
  expect((error as TillError).hint).toMatch(/another port/);
});

test.each([
  [{ port: 70_000 }, /70000: it is not a port/, /1 to 65535/],
  [
    { port: 0, host: "203.0.113.1" },
    /203\.0\.113\.1:0: this computer does not have the address/,
    /0\.0\.0\.0/,
  ],
])("fails with a hint if it cannot listen on %j", async (where, message, hint) => {
  const error = await serve(where).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TillError);
  expect((error as TillError).message).toMatch(message);
  expect((error as TillError).hint).toMatch(hint);
});

test("on all addresses it accepts addresses and local names as hosts, but no domain of the Internet", async () => {
  const { loopback } = await serve({ host: "0.0.0.0", cors: true });
  const { port, origin } = loopback;
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  for (const host of [
    `till:${port}`,
    `192.168.1.5:${port}`,
    `[fd00::1]:${port}`,
    "shop.local",
    "localhost:1",
  ])
    expect((await ask(port, { host })).status, host).toBe(200);
  for (const host of [`evil.example:${port}`, "till.evil.example", "till@evil.example"])
    expect((await ask(port, { host })).status, host).toBe(403);
  expect((await ask(port, { host: `till:${port}`, origin: `http://till:${port}` })).status).toBe(200);
  expect((await ask(port, { host: `till:${port}`, origin: "http://evil.example" })).status).toBe(403);
});

test("releases the port when it closes and finishes a request in flight", async () => {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const { loopback } = await serve({
    handler: async () => {
      arrived.resolve();
      await release.promise;
      return { status: 200, body: "done" };
    },
  });
  const answer = ask(loopback.port);
  await arrived.promise;
  const closed = loopback.close();
  const again = await serve({ port: loopback.port });
  expect(again.loopback.port).toBe(loopback.port);
  release.resolve();
  // The client would keep its connection, and closing would wait for that.
  expect(await answer).toMatchObject({ body: "done", headers: { connection: "close" } });
  await closed;
});

test("closes on a signal", async () => {
  const stop = new AbortController();
  const { loopback } = await serve({ signal: stop.signal });
  stop.abort();
  await loopback.close();
  await expect(ask(loopback.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a client that disconnects before its body is complete is no error of the server", async () => {
  const { loopback, seen, errors } = await serve();
  const client = connect(loopback.port, "127.0.0.1");
  const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${loopback.port}\r\nContent-Length: 9\r\n\r\n`;
  client.write(`${head}half`);
  await expect.poll(() => loopback.incoming()).toBe(1);
  client.destroy();
  await expect.poll(() => loopback.incoming()).toBe(0);
  await loopback.close();
  expect([seen, errors]).toEqual([[], []]);
});

const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
// Addresses of a link need its name.
test.each(addresses.filter((host) => !host.startsWith("fe80")))(
  "the URL of a server on %s works",
  async (host) => {
    const { loopback } = await serve({ host });
    expect((await fetch(loopback.origin)).status).toBe(200);
  },
);
