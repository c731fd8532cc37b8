import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Request } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { base, type IdentitySandbox, openIdentitySandbox } from "../support/identity-sandbox.ts";

/**
 * Requests that `@wix/sdk` 1.21.16 with `@wix/identity` 1.0.238 sent to a sandbox with the demo shop, in order, and what it
 * read from the responses, with user actions in between (a setting, a message, an address opened in a browser). Values
 * of earlier responses are written `{{name}}`.
 */
interface Step {
  call: string;
  method?: Request["method"];
  url?: string;
  headers?: Record<string, string>;
  body?: object;
  /** Default 200. */
  status?: number;
  dates?: string[];
  /** Paths of response values that later steps use, by name. */
  keep?: Record<string, string>;
  /** Part of the response. */
  answer?: object;
  /** Instead of a request: a control call, the newest message to an address, or an address to open. */
  control?: string;
  mail?: string;
  visit?: string;
}

type Json = ReturnType<JSON["parse"]>;

const steps = JSON.parse(readFileSync("tests/sandbox/members/sdk.json", "utf8")) as Step[];
const known: Record<string, string> = { clientId: defaults.clientId, apiKey: defaults.apiKey };
let sandbox: IdentitySandbox;

beforeAll(async () => {
  sandbox = await openIdentitySandbox();
  known.memberZero = (await sandbox.control("GET", "members")).members[0].id;
});
afterAll(() => sandbox.close());

function filled<T>(value: T): T {
  const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    expect(known).toHaveProperty(name);
    return known[name] ?? "";
  });
  return JSON.parse(text) as T;
}

const valueAt = (value: Json, path: string): Json => path.split(".").reduce((one, key) => one?.[key], value);

async function take(step: Step): Promise<{ status: number; body: Json }> {
  if (step.control) return { status: 200, body: await sandbox.control("POST", step.control, step.body) };
  if (step.mail) return { status: 200, body: await sandbox.mailTo(step.mail) };
  if (step.visit) return { status: 200, body: await open(filled(step.visit)) };
  const { method = "POST", url = "", headers = {}, body } = step;
  const lower = Object.entries(filled(headers)).map(([name, value]) => [name.toLowerCase(), value]);
  const sent = {
    method,
    url: filled(url),
    headers: Object.fromEntries(lower),
    effect: "read",
    name: "test",
  } as const;
  const answer = await sandbox.send(body ? { ...sent, body: JSON.stringify(filled(body)) } : sent);
  return { status: answer.status, body: JSON.parse(answer.body) };
}

/** Returns what the SDK's `parseFromUrl` reads from the query or the fragment of a redirect. */
async function open(url: string): Promise<Json> {
  const { headers } = await sandbox.send({ method: "GET", url, headers: {}, effect: "read", name: "test" });
  const { search, hash } = new URL(headers.location ?? "");
  return Object.fromEntries(new URLSearchParams(search || hash.slice(1)));
}

describe("recorded logins of the official SDK", () => {
  for (const step of steps) {
    test(step.call, async () => {
      const { status, body } = await take(step);
      expect([status, body]).toMatchObject([step.status ?? 200, filled(step.answer ?? {})]);
      for (const { data } of body.details?.validationError?.fieldViolations ?? [])
        expect(data).toBeTypeOf("object");
      for (const path of step.dates ?? []) expect(valueAt(body, path)).toMatch(/^\d{4}-.*T.*\.\d{3}Z$/);
      for (const [name, path] of Object.entries(step.keep ?? {})) known[name] = String(valueAt(body, path));
    });
  }

  test("profiles open pages of the sandbox only", () => {
    expect(known.authUrl).toMatch(new RegExp(`^${base}/__till/pages/auth\\?session=[0-9a-f-]{36}$`));
  });
});
