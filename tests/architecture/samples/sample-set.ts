import { createCaller } from "../../../src/api/caller.ts";
import { type Role, walk } from "../../../src/api/endpoint.ts";
import { services } from "../../../src/api/services/all.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import type { Request, Response, Transport } from "../../../src/api/transport/transport.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";

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
export interface SampleSandbox extends Pick<TestShop, "store" | "advance" | "newEvents" | "close"> {
  /** Sends a request; `sent` counts the requests. */
  send: Transport;
  sent(): number;
  /** Returns the scheduled work, to compare. */
  due(): string;
  headers: Headers;
  inputOf(call: string): object;
}

/** Opens sandboxes for sample sets. Each set is prepared once; a test gets a copy. */
export function createSampleSandboxes() {
  const prepared = new Map<PreparedSamples, Promise<Prepared>>();

  async function prepare({ catalog = "v1", prepare }: PreparedSamples): Promise<Prepared> {
    const shop = openTestShop({ catalog, origin: base });
    try {
      const headers = { ...identities, visitor: await shop.newVisitor() };
      const { inputOf, memberToken: authorization } = await prepare(askAs(shop.send, headers));
      const image = shop.store.db.image();
      return { image, inputOf, headers: { ...headers, ...(authorization && { member: { authorization } }) } };
    } finally {
      shop.close();
    }
  }

  return {
    async open(set: PreparedSamples): Promise<SampleSandbox> {
      const known = prepared.get(set) ?? prepare(set);
      prepared.set(set, known);
      const { image, headers, inputOf } = await known;
      const { send, ...shop } = openTestShop({ seed: image, origin: base });
      const due = shop.store.db.prepare("SELECT kind, ref, at FROM due ORDER BY kind, ref");
      let count = 0;
      return {
        ...shop,
        async send(request: Request): Promise<Response> {
          count += 1;
          return await send(request);
        },
        sent: () => count,
        due: () => JSON.stringify(due.all()),
        headers,
        inputOf,
      };
    },
  };
}

const endpoints = new Map(walk({ ...services, sandbox: control }));

interface Prepared {
  image: Uint8Array;
  headers: Headers;
  inputOf(call: string): object;
}

const identities: Headers = {
  admin: { authorization: defaults.apiKey, "wix-site-id": defaults.siteId },
  member: {},
  visitor: {},
  nobody: {},
};

function askAs(send: Transport, headers: Headers): Ask {
  return async (name, input, role, payment) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`Unknown call ${name}`);
    const extra: Record<string, string> = payment ? { "x-sandbox-payment": payment } : {};
    const headersFor = async () => ({ ...headers[role ?? "admin"], ...extra });
    const call = createCaller({ send, baseUrl: base, headersFor });
    // A given role is always sent, even to open calls: the token call for a member takes an API key.
    return await call(role === undefined ? endpoint : { ...endpoint, open: false }, input);
  };
}
