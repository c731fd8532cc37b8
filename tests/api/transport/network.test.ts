import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createNetwork, type NetworkOptions } from "../../../src/api/transport/network.ts";
import { withRetry } from "../../../src/api/transport/retry.ts";
import type { Request } from "../../../src/api/transport/transport.ts";
import { TransportError, UsageError } from "../../../src/kernel/errors.ts";
import { get, httpServer, tcpServer } from "../loopback.ts";

function network(options: NetworkOptions = {}) {
  const { send, close } = createNetwork(options);
  onTestFinished(close);
  return send;
}

async function failure(sending: Promise<unknown>): Promise<TransportError> {
  const error = await sending.then(
    () => expect.unreachable("it should have failed"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

test("the time limit of a call covers all its attempts and slow responses", async () => {
  const requests: number[] = [];
  const base = await httpServer((_, response) => {
    requests.push(performance.now());
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  });
  const send = withRetry(network({ timeouts: { total: 2_000 } }), {
    timeout: 3_500,
    sleep: async () => {},
    random: () => -0.9,
  });
  await expect(send(get(`${base}/`))).rejects.toMatchObject({ exitCode: 8 });
  expect(requests).toHaveLength(2);
});

test("sends method, headers and body unchanged, and returns the whole response", async () => {
  const base = await httpServer((request, response, body) => {
    response.setHeader("X-Wix-Request-Id", "r1");
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.end(
      JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }),
    );
  });
  const response = await network({ userAgent: "till/1" })(
    get(`${base}/v1/x?a=%20b`, { method: "POST", body: '{"n":"é"}', headers: { authorization: "tok" } }),
  );
  expect(response.status).toBe(200);
  expect(response.headers["x-wix-request-id"]).toBe("r1");
  expect(response.headers["set-cookie"]).toBe("a=1, b=2");
  const seen = JSON.parse(response.body);
  expect(seen).toMatchObject({ method: "POST", url: "/v1/x?a=%20b", body: '{"n":"é"}' });
  expect(seen.headers).toMatchObject({
    authorization: "tok",
    "user-agent": "till/1",
    "accept-encoding": "gzip",
  });
});

test("returns responses of every status and does not follow redirects", async () => {
  const paths: (string | undefined)[] = [];
  const base = await httpServer((request, response) => {
    paths.push(request.url);
    const status = Number(request.url?.slice(1));
    response.writeHead(status, status < 400 ? { location: "/200" } : {}).end("no");
  });
  const send = network();
  for (const status of [302, 307, 404, 500])
    expect((await send(get(`${base}/${status}`))).status).toBe(status);
  expect(paths).toEqual(["/302", "/307", "/404", "/500"]);
});

test("decodes gzip, even in single bytes", async () => {
  const text = JSON.stringify({ text: "é".repeat(5000) });
  const base = await httpServer((_, response) => {
    response.setHeader("content-encoding", "gzip");
    for (const byte of gzipSync(text)) response.write(Buffer.of(byte));
    response.end();
  });
  expect((await network()(get(base))).body).toBe(text);
});

test("a response without a body can say that it is compressed", async () => {
  const base = await httpServer((_, response) => {
    response.writeHead(429, { "content-encoding": "gzip", "retry-after": "7", "content-length": "0" }).end();
  });
  expect(await network()(get(base))).toMatchObject({
    status: 429,
    headers: { "retry-after": "7" },
    body: "",
  });
});

test("a response over the limit is rejected while streaming, plain or as a gzip bomb", async () => {
  let stopped = 0;
  const base = await httpServer((request, response) => {
    response.on("close", () => stopped++);
    response.setHeader("x-wix-request-id", "r2");
    if (request.url === "/bomb") {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(Buffer.alloc(50 * 1024 * 1024)));
    } else {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(8192, "x"))) {}
      };
      response.on("drain", more);
      more();
    }
  });
  const send = network();
  for (const path of ["/bomb", "/endless"]) {
    const error = await failure(send(get(base + path, { maxBytes: 64 * 1024 })));
    expect(error.message).toMatch(/sent a response larger than 0.1 MiB \(request r2\)/);
    expect(error).toMatchObject({ arrived: "maybe", requestId: "r2", exitCode: 8 });
  }
  await expect.poll(() => stopped).toBe(2);
  const byDefault = network({ maxBytes: 10 });
  expect((await failure(byDefault(get(`${base}/bomb`)))).message).toContain("larger than");
});

test("a refused connection and an unknown host did not arrive", async () => {
  const base = await httpServer(() => {});
  const port = Number(new URL(base).port);
  const free = await new Promise<number>((resolve) => {
    // A port that was just free, so nothing listens on it.
    const probe = connect(port, "127.0.0.1", () => {
      resolve(probe.localPort ?? 1);
      probe.destroy();
    });
  });
  const refused = await failure(network()(get(`http://127.0.0.1:${free}/`)));
  expect(refused).toMatchObject({ arrived: "no" });
  expect(refused.message).toBe(`Connection refused by 127.0.0.1:${free}.`);
  expect(refused.hint).toContain("till sandbox start");

  const unknown = await failure(network()(get("https://nowhere.invalid/")));
  expect(unknown.arrived).toBe("no");
  expect(unknown.message).toMatch(/^Cannot find the host nowhere.invalid/);
});

test("a failed TLS handshake did not arrive", async () => {
  const base = await tcpServer((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"));
  const error = await failure(network()(get(base.replace("http:", "https:"))));
  expect(error).toMatchObject({ arrived: "no", exitCode: 8 });
  expect(error.message).toContain(new URL(base).host);
});

test("an untrusted certificate is reported and not retried, and trusted with its authority", async () => {
  const pem = readFileSync(new URL("localhost.pem", import.meta.url), "utf8");
  const server = createServer({ key: pem, cert: pem }, (_, response) => response.end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  const error = await failure(network()(get(url)));
  expect(error).toMatchObject({ arrived: "no", code: "CERTIFICATE" });
  expect(error.hint).toContain("NODE_EXTRA_CA_CERTS");
  expect((await network({ ca: pem })(get(url))).body).toBe("{}");
});

test("a TLS handshake that hangs ends with the connect timeout, and did not arrive", async () => {
  const base = await tcpServer(() => {});
  const error = await failure(network({ timeouts: { connect: 60 } })(get(base.replace("http:", "https:"))));
  expect(error.arrived).toBe("no");
  expect(error.message).toMatch(/within 0.06 s/);
});

test("a connection that breaks after the request was sent may have arrived", async () => {
  const base = await tcpServer((socket) => socket.once("data", () => socket.resetAndDestroy()));
  const error = await failure(network()(get(base, { method: "POST", body: "{}", effect: "add" })));
  expect(error).toMatchObject({ arrived: "maybe" });
  expect(error.message).toMatch(/closed the connection before it responded/);
  expect(error.hint).toMatch(/may have been executed/);
  expect((await failure(network()(get(base)))).hint).toBe("It is safe to run it again.");
});

test("a body that is shorter than its length is an error", async () => {
  const base = await tcpServer((socket) =>
    socket.once("data", () =>
      socket.end("HTTP/1.1 200 OK\r\nX-Wix-Request-Id: r3\r\nContent-Length: 100\r\n\r\n{}"),
    ),
  );
  const error = await failure(network()(get(base)));
  expect(error).toMatchObject({ arrived: "maybe", requestId: "r3" });
  expect(error.message).toContain("during its response");
});

test("truncated or invalid gzip and unexpected encodings are rejected", async () => {
  const whole = gzipSync("{}".repeat(100));
  const base = await httpServer((request, response) => {
    response.setHeader("content-encoding", request.url === "/br" ? "br" : "gzip");
    response.end(request.url === "/cut" ? whole.subarray(0, -9) : Buffer.from("not gzip"));
  });
  for (const path of ["/cut", "/broken", "/br"]) {
    expect((await failure(network()(get(base + path)))).message).toContain("unreadable response");
  }
});

test("rejects invalid UTF-8 in a 200, but not in an error page", async () => {
  const base = await httpServer((request, response) => {
    response.writeHead(request.url === "/ok" ? 200 : 502).end(Buffer.of(0x22, 0xff, 0x22));
  });
  expect((await failure(network()(get(`${base}/ok`)))).message).toContain("not UTF-8");
  expect((await network()(get(`${base}/bad`))).status).toBe(502);
});

test("each timeout reports what took too long", async () => {
  const silent = await tcpServer(() => {});
  const stalled = await tcpServer((socket) =>
    socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")),
  );
  const headers = failure(network({ timeouts: { headers: 50 } })(get(silent)));
  const idle = failure(network({ timeouts: { idle: 50 } })(get(stalled)));
  expect((await headers).message).toMatch(/did not respond within 0.05 s/);
  expect((await idle).message).toMatch(/stopped sending for 0.05 s/);
  for (const error of [headers, idle]) expect((await error).arrived).toBe("maybe");
  // On a busy machine, connecting alone takes longer than the shortest of these times.
  for (let total = 50; ; total *= 2) {
    const error = await failure(network({ timeouts: { total } })(get(silent)));
    if (/^No connection/.test(error.message) && total < 10_000) continue;
    expect(error.message).toContain(`took longer than ${total / 1000} s`);
    expect(error.arrived).toBe("maybe");
    break;
  }
});

test("an abort ends the request with the signal's reason, before and while connecting and while waiting", async () => {
  let stop = new AbortController();
  const reason = new Error("stopped by Ctrl-C");
  const silent = await tcpServer(() => stop.abort(reason));
  await expect(network()(get(silent, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);

  for (const url of [silent, silent.replace("http:", "https:")]) {
    stop = new AbortController();
    await expect(network()(get(url, { signal: stop.signal }))).rejects.toBe(reason);
  }
});

test("a request aborted while it waits for its connection is never sent", async () => {
  const received: Buffer[] = [];
  const base = await tcpServer((socket) => socket.on("data", (chunk) => received.push(chunk)));
  const stop = new AbortController();
  const sending = network()(get(base, { method: "POST", body: "{}", signal: stop.signal }));
  stop.abort(new Error("no"));
  await expect(sending).rejects.toThrow("no");
  // A later connection to the same server proves that the earlier one could have been used.
  const probe = connect(Number(new URL(base).port), "127.0.0.1");
  await once(probe, "connect");
  probe.end("probe");
  await expect.poll(() => Buffer.concat(received).toString()).toBe("probe");
});

test("plain http is never sent to another computer", async () => {
  await expect(network()(get("http://shop.example/"))).rejects.toThrow(UsageError);
});

test("uses the proxy for https, reports its rejection, and never uses it for loopback", async () => {
  const received: string[] = [];
  const proxy = await tcpServer((socket) =>
    socket.once("data", (data) => {
      received.push(data.toString().split("\r\n")[0] ?? "");
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    }),
  );
  const send = network({ proxy: { https: proxy, no: "direct.invalid" } });
  const error = await failure(send(get("https://shop.invalid/")));
  expect(error.arrived).toBe("no");
  expect(error.message).toMatch(/The proxy rejected the connection to shop.invalid.*407/);
  expect(received).toEqual(["CONNECT shop.invalid:443 HTTP/1.1"]);

  expect((await failure(send(get("https://direct.invalid/")))).message).toContain("Cannot find the host");
  const base = await httpServer((_, response) => response.end("{}"));
  expect((await send(get(base))).body).toBe("{}");
  expect(received).toHaveLength(1);
});

test("a proxy that is down is named, not the platform", async () => {
  const held = await httpServer(() => {});
  const { promise, resolve } = Promise.withResolvers<number>();
  // A port that was just free, so nothing listens on it.
  const probe = connect(Number(new URL(held).port), "127.0.0.1", () => {
    resolve(probe.localPort ?? 1);
    probe.destroy();
  });
  const closed = await promise;
  const send = network({ proxy: { https: `http://127.0.0.1:${closed}`, no: "direct.invalid" } });
  expect(await failure(send(get("https://shop.invalid/")))).toMatchObject({
    arrived: "no",
    code: "PROXY_DOWN",
    message: `The proxy 127.0.0.1:${closed} cannot be reached (ECONNREFUSED); the platform was not asked.`,
  });
  const unknown = network({ proxy: { https: "http://proxy.invalid:3128", no: "direct.invalid" } });
  expect((await failure(unknown(get("https://shop.invalid/")))).message).toMatch(
    /^The proxy proxy.invalid:3128/,
  );
  expect((await failure(unknown(get("https://direct.invalid/")))).message).toContain(
    "Cannot find the host direct",
  );
});

test("concurrent requests get their own responses", async () => {
  const base = await httpServer((request, response) => response.end(JSON.stringify(request.url)));
  const send = network();
  const requests: Request[] = Array.from({ length: 100 }, (_, index) => get(`${base}/${index}`));
  const responses = await Promise.all(requests.map(send));
  expect(responses.map(({ body }) => JSON.parse(body))).toEqual(requests.map((_, index) => `/${index}`));
});

test.each(["socks5://proxy:1080", "http://", "nonsense"])(
  "a proxy of %s is an error that names the variable",
  (https) => {
    expect(() => createNetwork({ proxy: { https } })).toThrow(
      expect.objectContaining({ code: "INVALID_PROXY", field: "HTTPS_PROXY", exitCode: 2 }),
    );
  },
);
