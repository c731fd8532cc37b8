import { once } from "node:events";
import { createServer as createHttpServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  awaitCode,
  createOauthData,
  listenForLogin,
  loginPorts,
  type OauthData,
  redirectUris,
} from "../../../src/api/auth/login.ts";

/** A login that waits on a real port, which is released after the test. */
async function waiting(options: { signal?: AbortSignal; ports?: number[] } = {}) {
  const notices: string[] = [];
  const errors: unknown[] = [];
  const listener = await listenForLogin({
    ports: [0],
    notice: (text) => notices.push(text),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(listener.close);
  const login = createOauthData(listener.redirectUri);
  const code = listener.code(login);
  const comeBack = (fields: Record<string, string> | [string, string][]) =>
    fetch(`${listener.redirectUri}?${new URLSearchParams(fields)}`);
  const { port } = new URL(listener.redirectUri);
  return { listener, login, code, comeBack, notices, errors, port: Number(port) };
}

const right = (login: OauthData) => ({ code: "the-code", state: login.state });

/** Checks that the login still waits, by sending it the correct response. */
async function stillWaits({ comeBack, login, code }: Awaited<ReturnType<typeof waiting>>) {
  expect((await comeBack(right(login))).status).toBe(200);
  expect(await code).toBe("the-code");
}

/** Sends a request with any headers, unlike a browser. */
async function raw(port: number, headers: Record<string, string>, method = "GET", path = "/callback") {
  const sent = httpRequest({ host: "127.0.0.1", port, path, method, headers, setHost: false }).end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode as number, headers: response.headers, body };
}

test("accepts the code in the query and shows that the window can be closed", async () => {
  const login = await waiting();
  const response = await login.comeBack(right(login.login));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("You can close this window");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await login.code).toBe("the-code");
  expect(login.notices).toEqual([]);
});

test("accepts the code in the fragment through the relay page", async () => {
  const login = await waiting();
  const relay = await fetch(login.listener.redirectUri);
  const page = await relay.text();
  expect(page).toContain("location.hash");
  expect(page).toContain("<noscript>");
  expect(relay.headers.get("content-security-policy")).toMatch(
    /script-src 'sha256-[^']+'; connect-src 'self'/,
  );
  const posted = await fetch(login.listener.redirectUri, {
    method: "POST",
    headers: { origin: new URL(login.listener.redirectUri).origin },
    body: String(new URLSearchParams(right(login.login))),
  });
  expect(posted.status).toBe(200);
  expect(await login.code).toBe("the-code");
});

test("rejects a wrong, missing or repeated state with its message and continues to wait", async () => {
  const login = await waiting();
  const { state } = login.login;
  const answers: [Record<string, string> | [string, string][], RegExp][] = [
    [{ code: "evil", state: "wrong" }, /Invalid _state/],
    [{ code: "evil", state: "wrong" }, /Invalid _state/],
    [{ code: "evil" }, /Missing code or _state/],
    [{ state }, /Missing code or _state/],
    [{ error: "access_denied" }, /Missing code or _state/],
    [
      [
        ["code", "evil"],
        ["state", state],
        ["state", state],
      ],
      /Missing code or _state/,
    ],
  ];
  for (const [fields, message] of answers) {
    const response = await login.comeBack(fields);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(message);
  }
  await stillWaits(login);
  // Each kind is reported once, so that many requests do not flood the terminal.
  expect(login.notices.map((one) => one.slice(0, 12))).toEqual(["Invalid _sta", "Missing code"]);
});

test("a second redirect is rejected", async () => {
  const login = await waiting();
  const { state } = login.login;
  const both = await Promise.all([
    login.comeBack({ code: "one", state }),
    login.comeBack({ code: "two", state }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  const late = await login.comeBack({ code: "three", state });
  expect(late.status).toBe(410);
  expect(await late.text()).toContain("already complete");
  expect(["one", "two"]).toContain(await login.code);
});

test("accepts no code before the login has started", async () => {
  const listener = await listenForLogin({ ports: [0], notice: () => {}, onError: () => {} });
  onTestFinished(listener.close);
  expect((await fetch(`${listener.redirectUri}?code=a&state=`)).status).toBe(503);
});

test("rejects another host and a foreign origin, even with the correct state", async () => {
  const login = await waiting();
  const path = `/callback?${new URLSearchParams(right(login.login))}`;
  const here = `127.0.0.1:${login.port}`;
  const attempts: Record<string, string>[] = [
    { host: `evil.example:${login.port}` },
    { host: `localhost:${login.port}` },
    { host: "127.0.0.1" },
    { host: `127.0.0.1:${login.port + 1}` },
    { host: here, origin: "https://evil.example" },
    { host: here, origin: "null" },
    { host: here, origin: `http://localhost:${login.port}` },
  ];
  for (const headers of attempts) {
    expect((await raw(login.port, headers, "GET", path)).status, JSON.stringify(headers)).toBe(403);
    expect((await raw(login.port, headers, "POST")).status, JSON.stringify(headers)).toBe(403);
  }
  // Only this page may read a response, and preflight requests are rejected.
  const preflight = { host: here, origin: "https://evil.example", "access-control-request-method": "POST" };
  const response = await raw(login.port, preflight, "OPTIONS");
  expect(response.status).toBe(403);
  expect(response.headers["access-control-allow-origin"]).toBeUndefined();
  await stillWaits(login);
});

test("escapes a hostile error_description on the page and in the terminal", async () => {
  const login = await waiting();
  const description = `<script>alert(1)</script>\u001b[2J\u202e" onload="x`;
  const response = await login.comeBack({
    error: "access_denied",
    error_description: description,
    state: login.login.state,
  });
  const page = await response.text();
  expect(page).not.toContain("<script>");
  expect(page).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  expect(page).not.toMatch(/[\u001b\u202e]/);
  await expect(login.code).rejects.toMatchObject({
    message: expect.stringMatching(/^The login was rejected: access_denied: <script>/),
    exitCode: 4,
  });
  await expect(login.code).rejects.not.toMatchObject({ message: expect.stringMatching(/[\u001b\u202e]/) });
});

test("accepts the correct code despite many invalid, huge and silent requests", async () => {
  const login = await waiting();
  const junk = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(login.port, "127.0.0.1", () => socket.write(text));
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
    });
  const head = "GET /callback HTTP/1.1\r\nhost: 127.0.0.1\r\n";
  const flood = Array.from({ length: 150 }, (_, index) =>
    junk(
      [
        "\u0000\u0001\u0002 not http at all\r\n\r\n",
        `${head}x: ${"y".repeat(200_000)}\r\n\r\n`,
        `POST /callback HTTP/1.1\r\nhost: 127.0.0.1:${login.port}\r\ncontent-length: 99999999\r\n\r\n${"z".repeat(50_000)}`,
        `GET /${"a".repeat(100_000)} HTTP/1.1\r\n\r\n`,
      ][index % 4] ?? "",
    ),
  );
  // These connections send nothing and stay open.
  const silent = Array.from({ length: 50 }, () => connect(login.port, "127.0.0.1").on("error", () => {}));
  onTestFinished(() => {
    for (const socket of silent) socket.destroy();
  });
  const wrong = Array.from({ length: 100 }, (_, index) =>
    login.comeBack({ code: "evil", state: String(index) }),
  );
  await Promise.all([...flood, ...wrong]);
  await stillWaits(login);
  expect(login.errors).toEqual([]);
  expect(login.notices).toHaveLength(1);
  // Open connections do not delay the end.
  const began = performance.now();
  await login.listener.close();
  expect(performance.now() - began).toBeLessThan(15_000);
});

test("rejects other paths and methods", async () => {
  const { port } = await waiting();
  const host = { host: `127.0.0.1:${port}` };
  expect((await raw(port, host, "GET", "/favicon.ico")).status).toBe(404);
  expect((await raw(port, host, "GET", "/callback/..?code=a")).status).toBe(404);
  expect((await raw(port, host, "DELETE")).status).toBe(405);
});

test("skips a used port, and reports a hint if none is free", async () => {
  const servers = [createServer(), createHttpServer()];
  for (const server of servers) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
  }
  const usedPorts = servers.map((one) => (one.address() as AddressInfo).port);
  const options = { notice: () => {}, onError: () => {} };
  const listener = await listenForLogin({ ...options, ports: [...usedPorts, 0] });
  onTestFinished(listener.close);
  expect(usedPorts).not.toContain(Number(new URL(listener.redirectUri).port));
  await expect(listenForLogin({ ...options, ports: usedPorts })).rejects.toMatchObject({
    message: expect.stringContaining(usedPorts.join(", ")),
    hint: expect.stringContaining("--no-browser"),
    code: "PORT_UNAVAILABLE",
    exitCode: 6,
  });
});

test("the registered redirect URIs use 127.0.0.1 and ports outside the ephemeral range", () => {
  expect(redirectUris).toEqual(loginPorts.map((port) => `http://127.0.0.1:${port}/callback`));
  for (const port of loginPorts) expect(port > 1023 && port < 32_768).toBe(true);
});

test("Ctrl-C ends the wait with its reason and releases the port immediately", async () => {
  const stop = new AbortController();
  // Ports that no system gives to other programs by itself: they could take a free one before it is listened on again.
  const ports = Array.from({ length: 10 }, (_, index) => 20_000 + ((process.pid * 10 + index) % 12_000));
  const { code, port } = await waiting({ signal: stop.signal, ports });
  const outcome = awaitCode([code], { signal: stop.signal });
  stop.abort("SIGINT");
  await expect(outcome).rejects.toBe("SIGINT");
  const next = createServer().listen(port, "127.0.0.1");
  await once(next, "listening");
  next.close();
});

test("times out with the message of the specification", async () => {
  const { code } = await waiting();
  await expect(awaitCode([code], { timeout: 30 })).rejects.toMatchObject({
    message: "OAuth flow timed out: no response within 0 s.",
    code: "LOGIN_TIMED_OUT",
    hint: "Start again with: till login",
    exitCode: 4,
  });
});

test("uses the first code, pasted or from the browser", async () => {
  const never = new Promise<string>(() => {});
  expect(await awaitCode([never, Promise.resolve("pasted")], {})).toBe("pasted");
  await expect(awaitCode([never, Promise.reject(new Error("refused"))], {})).rejects.toThrow("refused");
});
