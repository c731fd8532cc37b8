import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCaller } from "../../../src/api/caller.ts";
import { type Role, walk } from "../../../src/api/endpoint.ts";
import { services } from "../../../src/api/services/all.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import type { Request, Response, Transport } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type OpenSandbox, openSandbox } from "../../../src/sandbox/server/open.ts";

/** Makes a call by its name (`carts.create`), as an admin by default, and returns the body of the response. */
export type Ask = (
  name: string,
  input: object,
  role?: Role,
  /** The `x-sandbox-payment` header: the result of the payment. */
  payment?: string,
) => Promise<ReturnType<JSON["parse"]>>;

/** Sample inputs for the calls of some services, and the objects that they refer to. */
export interface SampleSet<Facts> {
  /** The catalog version of the demo shop; v1 by default. */
  catalog?: "v1" | "v3";
  /**
   * Creates the objects that the samples need, once; every test gets a copy of the resulting sandbox. A fact named
   * `memberToken` is the access token for calls that require a member.
   */
  prepare(ask: Ask): Promise<Facts>;
  /** An input for each call that returns 200 with the role that the call requires. */
  samples: Readonly<Record<string, (facts: Facts) => object>>;
}

/** A sample set without its type of facts. */
export interface PreparedSamples extends Pick<SampleSet<unknown>, "catalog"> {
  calls: readonly string[];
  prepare(ask: Ask): Promise<{ inputOf(call: string): object; memberToken?: string | undefined }>;
}

/** Returns a sample set without its type of facts, so that all sets fit into one list. */
export function sampleSet<Facts extends object>({
  catalog,
  prepare,
  samples,
}: SampleSet<Facts>): PreparedSamples {
  return {
    ...(catalog && { catalog }),
    calls: Object.keys(samples),
    async prepare(ask) {
      const facts = await prepare(ask);
      const { memberToken } = facts as { memberToken?: string };
      return { inputOf: (call) => samples[call]?.(facts) ?? {}, memberToken };
    },
  };
}

export const base = "https://shop.example";

export type Headers = Record<Role | "nobody", Record<string, string>>;

/** A sandbox for one test, prepared for a sample set. */
export interface SampleSandbox {
  /** Sends a request; `sent` counts the requests. */
  send: Transport;
  sent(): number;
  headers: Headers;
  inputOf(call: string): object;
  close(): void;
}

/** Opens sandboxes for sample sets. Each demo shop is seeded once and each set prepared once; a test gets a copy of the file. */
export function createSampleSandboxes() {
  const folder = mkdtempSync(join(tmpdir(), "till-contract-"));
  const seeded = new Map<"v1" | "v3", Promise<Prepared>>();
  const prepared = new Map<PreparedSamples, Promise<Prepared & { inputOf(call: string): object }>>();
  let copies = 0;

  const copyOf = (file: string) => {
    copies += 1;
    const copy = join(folder, `${copies}.sqlite`);
    copyFileSync(file, copy);
    return copy;
  };

  async function seed(catalog: "v1" | "v3"): Promise<Prepared> {
    const file = join(folder, `${catalog}.sqlite`);
    return await inSandbox(file, async (sandbox) => {
      const ask = askAs(sandbox.send, identities);
      await ask("sandbox.seed", { shop: "demo", catalog });
      const grant = { clientId: defaults.clientId, grantType: "anonymous" };
      const { access_token: authorization } = await ask("oauth.token", grant);
      return { file, headers: { ...identities, visitor: { authorization } } };
    });
  }

  async function prepare(one: PreparedSamples) {
    const { file: shop, headers } = await remember(seeded, one.catalog ?? "v1", seed);
    const file = copyOf(shop);
    return await inSandbox(file, async (sandbox) => {
      const { inputOf, memberToken: authorization } = await one.prepare(askAs(sandbox.send, headers));
      return { file, inputOf, headers: { ...headers, ...(authorization && { member: { authorization } }) } };
    });
  }

  return {
    async open(one: PreparedSamples): Promise<SampleSandbox> {
      const { file, headers, inputOf } = await remember(prepared, one, prepare);
      const copy = copyOf(file);
      const sandbox = openSandbox({ file: copy, origin: base });
      let count = 0;
      return {
        async send(request: Request): Promise<Response> {
          count += 1;
          return await sandbox.send(request);
        },
        sent: () => count,
        headers,
        inputOf,
        close() {
          sandbox.close();
          rmSync(copy);
        },
      };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const endpoints = new Map(walk({ ...services, sandbox: control }));

interface Prepared {
  file: string;
  headers: Headers;
}

const identities: Headers = {
  admin: { authorization: defaults.apiKey, "wix-site-id": defaults.siteId },
  member: {},
  visitor: {},
  nobody: {},
};

async function inSandbox<T>(file: string, work: (sandbox: OpenSandbox) => Promise<T>): Promise<T> {
  const sandbox = openSandbox({ file, origin: base });
  try {
    return await work(sandbox);
  } finally {
    sandbox.close();
  }
}

function askAs(send: Transport, headers: Headers): Ask {
  return async (name, input, role, payment) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`Unknown call ${name}`);
    const extra: Record<string, string> = payment ? { "x-sandbox-payment": payment } : {};
    const headersFor = async () => ({ ...headers[role ?? "admin"], ...extra });
    const call = createCaller({ send, baseUrl: base, headersFor });
    // A given role is always sent, even to open calls: the token call for a member takes an API key.
    return (await call(name, role === undefined ? endpoint : { ...endpoint, open: false }, input)).body;
  };
}

function remember<Key, T>(known: Map<Key, Promise<T>>, key: Key, make: (key: Key) => Promise<T>): Promise<T> {
  const value = known.get(key) ?? make(key);
  known.set(key, value);
  return value;
}
