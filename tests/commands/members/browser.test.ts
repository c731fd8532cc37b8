import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { httpServer } from "../../api/loopback.ts";
import { type CommandResult, createWorld } from "../../support/world.ts";

const clientId = "c11e9700-5a9d-4b0c-8a0d-00000000000c";
const visitorTokens = { access_token: "visitor-access", refresh_token: "visitor-refresh", expires_in: 3600 };
const memberTokens = { access_token: "member-access", refresh_token: "member-refresh", expires_in: 3600 };

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** The requests that the platform received. */
interface AuthRequest {
  redirectUri: string;
  state: string;
  codeChallenge: string;
  sessionToken?: string;
  responseMode: string;
  prompt: string;
}

interface Script {
  /** The browser; receives the URL to return to. */
  browser?: (request: AuthRequest) => unknown;
  /** The response to the code exchange. */
  exchange?: Reply;
  /** The user info that the platform returns; by default none. */
  person?: Reply;
  /** The URL of the login page. */
  page?: string;
}

/** A test world whose profile is a hosted shop with scripted responses. */
async function shop({ browser, exchange, person, page = "https://shop.example/login" }: Script) {
  const grants: Record<string, string>[] = [];
  const sessions: AuthRequest[] = [];
  const baseUrl = await httpServer((request, response, text) => {
    const body = JSON.parse(text || "{}");
    const answer = ({ status = 200, headers = {}, body }: Reply) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    if (request.url === "/oauth2/token") {
      grants.push(body);
      return answer(
        body.grantType === "authorization_code"
          ? (exchange ?? { body: memberTokens })
          : { body: visitorTokens },
      );
    }
    if (request.url === "/oauth2/user-info") return answer(person ?? { status: 404, body: {} });
    const requests: AuthRequest = { ...body.auth.authRequest, prompt: body.auth.prompt };
    sessions.push(requests);
    answer({ body: { redirectSession: { fullUrl: page } } });
    setImmediate(() => void browser?.(requests));
  });
  const world = createWorld();
  onTestFinished(world.close);
  mkdirSync(world.path("till/config"), { recursive: true, mode: 0o700 });
  const profile = { name: "shop", platform: { baseUrl }, credentials: "shop", clientId };
  writeFileSync(
    world.path("till/config/settings.json"),
    JSON.stringify({ profile: "shop", profiles: [profile] }),
  );
  const login = (more = "", stdin = "") => world.till(`login --no-browser --port 0 ${more}`, { stdin });
  const role = async () => JSON.parse((await world.till("whoami --json")).stdout).role;
  return { ...world, baseUrl, grants, sessions, login, role };
}

/** Calls the callback URL like a browser, retrying until a listener accepts it. */
async function callCallback(
  { redirectUri, state }: AuthRequest,
  fields: Record<string, string> = { code: "the-code" },
) {
  return await fetch(`${redirectUri}?${new URLSearchParams({ state, ...fields })}`);
}

test("prints the URL, receives the code on a loopback port and exchanges it with its verifier", async () => {
  const world = await shop({ browser: callCallback });
  const result = await world.login("--prompt consent");
  expect(result).toMatchObject({ stdout: "Signed in to profile shop as member.\n", code: 0 });
  expect(result.stderr).toContain("\n  https://shop.example/login\n");
  const [request] = world.sessions;
  expect(request).toMatchObject({
    clientId,
    codeChallengeMethod: "S256",
    responseMode: "fragment",
    responseType: "code",
    scope: "offline_access",
    prompt: "consent",
    redirectUri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  });
  const grant = world.grants.at(-1);
  expect(grant).toEqual({
    clientId,
    grantType: "authorization_code",
    redirectUri: request?.redirectUri,
    code: "the-code",
    codeVerifier: expect.stringMatching(/^[\w.~-]{43}$/),
  });
  const { challengeOf } = await import("../../../src/api/auth/login.ts");
  expect(request?.codeChallenge).toBe(challengeOf(grant?.codeVerifier ?? ""));
  expect(await world.role()).toBe("member");
});

test("user info is fetched once and stored; the login succeeds without it", async () => {
  const person = { body: { sub: "5173f0a0-5a9d-4b0c-8a0d-0000000000aa", email: "ada@example.com" } };
  const emitted = await shop({ browser: callCallback, person });
  expect((await emitted.login()).stdout).toBe("Signed in to profile shop as ada@example.com (member).\n");
  expect(JSON.parse((await emitted.till("whoami --json")).stdout).member).toEqual({
    id: person.body.sub,
    email: person.body.email,
  });
  for (const odd of [{ status: 403, body: {} }, { body: "<html>" }, { body: { sub: 5 } }]) {
    const untold = await shop({ browser: callCallback, person: odd });
    expect((await untold.login()).stdout).toBe("Signed in to profile shop as member.\n");
    expect((await untold.till("whoami")).stdout).toContain("Member\tunknown");
  }
});

test("a callback URL can be pasted, with the code in the query or in the fragment", async () => {
  for (const mark of ["#", "?"]) {
    let paste: (line: string) => void = () => {};
    const line = new Promise<string>((resolve) => {
      paste = resolve;
    });
    const world = await shop({
      browser: ({ redirectUri, state }) =>
        paste(`${redirectUri}${mark}${new URLSearchParams({ code: "c", state })}`),
    });
    const typing = (async function* () {
      yield `\n${await line}\n`;
    })();
    const result = await world.till("login --no-browser --port 0", { typing });
    expect(result.code, result.stderr).toBe(0);
    expect(world.grants.at(-1)?.code).toBe("c");
  }
});

test("a pasted URL of another login or without a code fails, and nothing is exchanged", async () => {
  for (const [text, message] of [
    ["http://127.0.0.1:17580/callback#code=evil&state=wrong", "Invalid _state"],
    ["http://127.0.0.1:17580/callback#state=wrong", "Missing code or _state"],
    ["nonsense", "Missing code or _state"],
  ]) {
    const world = await shop({});
    const { stderr, code } = await world.login("", `${text}\n`);
    expect(code).toBe(4);
    expect(stderr).toMatch(new RegExp(`^error: ${message}`, "m"));
    expect(world.grants.map(({ grantType }) => grantType)).not.toContain("authorization_code");
    expect(await world.role()).toBe("visitor");
  }
});

test("a login that the platform rejects fails with its sanitized message", async () => {
  const world = await shop({
    browser: (request) =>
      callCallback(request, { error: "access_denied", error_description: "no\u001b[2J\u202eway" }),
  });
  const { stderr, code } = await world.login();
  expect(code).toBe(4);
  expect(stderr).toContain("error: The login was rejected: access_denied: no␛[2J\\u{202e}way");
  expect(await world.role()).toBe("visitor");
});

test("callbacks with a wrong state are reported and do not end the login", async () => {
  const world = await shop({
    browser: async (request) => {
      await callCallback({ ...request, state: "wrong" }, { code: "evil" });
      await callCallback(request, { code: "good" });
    },
  });
  const { stderr, code } = await world.login();
  expect(code).toBe(0);
  expect(stderr).toContain("Invalid _state");
  expect(world.grants.at(-1)?.code).toBe("good");
});

test("a token response without tokens fails the login", async () => {
  const hits: string[] = [];
  const elsewhere = await httpServer((request, response) => {
    hits.push(request.url ?? "");
    response.end(JSON.stringify(memberTokens));
  });
  const replies: [Reply, RegExp, number][] = [
    [{ body: "<html>welcome</html>" }, /responded 200 without an access token/, 8],
    [{ body: "" }, /responded 200 without an access token/, 8],
    [{ body: { access_token: 5 } }, /responded 200 without an access token/, 8],
    [
      { status: 307, headers: { location: `${elsewhere}/oauth2/token` }, body: "" },
      /something went wrong.*307/,
      1,
    ],
    [{ status: 302, headers: { location: elsewhere }, body: "" }, /something went wrong.*302/, 1],
    [{ status: 400, body: { error: "invalid_grant" } }, /something went wrong.*400/, 4],
    [{ status: 500, body: "<html>" }, /something went wrong.*500/, 8],
    [{ status: 201, body: memberTokens }, /something went wrong.*201/, 1],
  ];
  for (const [exchange, message, exit] of replies) {
    const world = await shop({ browser: callCallback, exchange });
    const { stderr, code } = await world.login();
    expect(stderr, JSON.stringify(exchange)).toMatch(/^error: Failed to get member tokens: /m);
    expect(stderr).toMatch(message);
    expect(code, JSON.stringify(exchange)).toBe(exit);
    expect(await world.role()).toBe("visitor");
    // The code works only once, so it was sent once.
    expect(world.grants.filter(({ grantType }) => grantType === "authorization_code")).toHaveLength(1);
  }
  expect(hits).toEqual([]);
});

test("an invalid expires_in gives a short token lifetime", async () => {
  const lifetimes: [unknown, number][] = [
    [0, 60],
    [-1, 60],
    [undefined, 60],
    [1e15, 60],
    ["soon", 60],
    ["3600", 3600],
  ];
  for (const [expires_in, seconds] of lifetimes) {
    const world = await shop({ browser: callCallback, exchange: { body: { ...memberTokens, expires_in } } });
    expect((await world.login()).code).toBe(0);
    const { expires } = JSON.parse((await world.till("whoami --json")).stdout);
    const left = (Date.parse(expires) - Date.now()) / 1000;
    expect(left, String(expires_in)).toBeGreaterThan(seconds - 20);
    expect(left, String(expires_in)).toBeLessThanOrEqual(seconds);
  }
});

test("an unsafe login URL is rejected before waiting", async () => {
  for (const page of ["file:///etc/passwd", "http://shop.example/login", "javascript:alert(1)"]) {
    const world = await shop({ page });
    const { stderr, code } = await world.login();
    expect(code).toBe(1);
    expect(stderr).toContain("Cannot open");
  }
});

test("a taken port is an error with a hint; with --no-browser the URL can still be pasted", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => squatter.once("listening", resolve));
  onTestFinished(() => void squatter.close());
  const { port } = squatter.address() as { port: number };
  const world = await shop({});
  const taken = await world.till(`login --port ${port}`);
  expect(taken).toMatchObject({ code: 6, stderr: expect.stringContaining("--no-browser") });
  const pasted = await world.till(`login --no-browser --port ${port}`, { stdin: "x\n" });
  expect(pasted.stderr).toMatch(/No free port[\s\S]*Open this URL to sign in[\s\S]*Missing code or _state/);
});

test("Ctrl-C while waiting exits 130 and frees the port", async () => {
  const stop = new AbortController();
  let during = 0;
  const world = await shop({
    browser() {
      during = listening();
      stop.abort("SIGINT");
    },
  });
  const result: CommandResult = await world.till("login --no-browser --port 0", { signal: stop.signal });
  expect(result.code).toBe(130);
  expect(listening()).toBe(during - 1);
});

/** Returns the number of ports that this process listens on: a port that is free may be taken by another process at once. */
function listening(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap").length;
}

test("an API key is stored with its site only if the platform accepts it", async () => {
  const keys: string[] = [];
  const baseUrl = await httpServer((request, response) => {
    keys.push(`${request.headers.authorization} ${request.headers["wix-site-id"]}`);
    const { authorization: key } = request.headers;
    const status = key === "bad" ? 401 : key === "narrow" ? 403 : 200;
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(status === 200 ? { catalogVersion: "V1_CATALOG" } : { message: "no" }));
  });
  const world = await shop({});
  const profile = { name: "shop", platform: { baseUrl }, credentials: "shop" };
  const settings = { profile: "shop", profiles: [profile] };
  writeFileSync(world.path("till/config/settings.json"), JSON.stringify(settings));
  const keep = (key: string, more = "--site site-1", env: Record<string, string> = {}) =>
    world.till(`login --api-key --key-file - ${more}`, { stdin: `${key}\n`, env });

  expect(await keep("bad")).toMatchObject({ code: 4, stderr: expect.stringContaining("Nothing was stored") });
  expect((await keep("good", "")).code).toBe(2);
  expect(await world.role()).toBe("none");
  expect(await keep("good")).toMatchObject({ stdout: "Signed in to profile shop as admin.\n", code: 0 });
  expect(keys.at(-1)).toBe("good site-1");
  const who = JSON.parse((await world.till("whoami --json")).stdout);
  expect(who).toMatchObject({ role: "admin", loggedIn: false, site: "site-1", expires: null });
  expect(await keep("narrow")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Stored the key, but"),
  });
  // An explicit login stores the key from the environment.
  const env = { TILL_API_KEY: "from-env", TILL_SITE_ID: "site-2" };
  const given = await world.till("login --api-key", { env });
  expect(given).toMatchObject({ code: 0, stderr: expect.stringContaining("TILL_API_KEY is still set") });
  expect(keys.at(-1)).toBe("from-env site-2");
  await world.till("logout");
  expect(await world.role()).toBe("admin");
  await world.till("logout --api-key");
  expect(await world.role()).toBe("none");
});

test("--no-input exits 2 before sending a request", async () => {
  const world = await shop({ browser: callCallback });
  const result = await world.till("login --port 0 --no-input");
  expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining("--email") });
  expect(world.sessions).toEqual([]);
});

test("without a browser and a terminal, login fails without waiting", async () => {
  const world = await shop({});
  const env = { BROWSER: world.path("no-such-browser") };
  const result = await world.till("login --port 0", { env });
  expect(result).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no browser and no terminal"),
  });
});
