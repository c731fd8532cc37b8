import { createCaller } from "../../../src/api/caller.ts";
import { type Role, walk } from "../../../src/api/endpoint.ts";
import { buildRequest } from "../../../src/api/request.ts";
import type { Schema } from "../../../src/api/schema.ts";
import { services } from "../../../src/api/services/all.ts";
import { sandbox as control } from "../../../src/api/services/sandbox/sandbox.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openTestShop } from "../../support/test-shop.ts";
import specification from "./specification.json" with { type: "json" };

type Json = ReturnType<JSON["parse"]>;

/** The values that the sandbox returned, as `Order approval status: PENDING`, and the call that returned each first. */
export type Seen = Map<string, string>;

/** How to make a call. */
interface How {
  as?: Role;
  /** The result of the payment. */
  payment?: string;
  /** An access token instead of `as`. */
  token?: string;
}

/** A shop in memory whose calls record the enumeration values in their responses. */
export interface RecordedShop {
  /** Makes a call by name, as an admin by default, and returns the body. */
  call(name: string, input?: object, how?: How): Promise<Json>;
  /** Sends a request that the client would not send, and records the rule. Throws Error unless the sandbox rejects it for it. */
  rejected(rule: string, name: string, input: object): Promise<void>;
  /** Returns all events with their signed form. */
  events(): Promise<Json[]>;
  /** Records a value that no schema declares. Throws Error unless it was received. */
  took(enumeration: string, sent: string, received: unknown): void;
  advance(by: string): Promise<void>;
  visitorToken: string;
}

const endpoints = new Map(walk({ ...services, sandbox: control }));
const base = "https://shop.example";

/** Opens the demo shop of a catalog version at a fixed time. `seen` collects the values. */
export async function openRecordedShop(seen: Seen, catalog: "v1" | "v3" = "v1") {
  const { send, close } = openTestShop({ catalog, now: "2030-01-15T12:00:00Z", origin: base });
  const note = (enumeration: string, value: string, where: string) => {
    const key = `${enumeration}: ${value}`;
    if (!seen.has(key)) seen.set(key, where);
  };
  const roles: Record<string, string> = { admin: defaults.apiKey };
  const caller = ({ as = "admin", payment, token }: How) =>
    createCaller({
      send,
      baseUrl: base,
      headersFor: async () => ({
        authorization: token ?? roles[as] ?? "",
        ...(payment !== undefined && { "x-sandbox-payment": payment }),
      }),
    });
  const call: RecordedShop["call"] = async (name, input = {}, how = {}) => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`Unknown call ${name}`);
    // The token call of a member takes an API key, although others need no identity.
    const open = endpoint.open && how.as === undefined;
    const body = await caller(how)({ ...endpoint, open: open ?? false }, input);
    collect(endpoint.result, body, (values, value) => {
      for (const one of specification)
        if (one.values.includes(value) && one.values.every((each) => values.includes(each)))
          note(one.name, value, name);
    });
    return body;
  };
  const { access_token: visitorToken } = await call("oauth.token", {
    clientId: defaults.clientId,
    grantType: "anonymous",
  });
  roles.visitor = visitorToken;
  const shop: RecordedShop = {
    call,
    async rejected(rule, name, input) {
      const endpoint = endpoints.get(name);
      if (!endpoint) throw new Error(`Unknown call ${name}`);
      const headers = { authorization: defaults.apiKey, "content-type": "application/json" };
      const placed = buildRequest(base, endpoint, input);
      const { body } = await send({ ...placed, headers, effect: endpoint.effect, name });
      const violations = JSON.parse(body).details?.validationError?.fieldViolations ?? [];
      const rules: string[] = violations.map(({ violatedRule }: Json) => violatedRule);
      if (!rules.includes(rule)) throw new Error(`${name} violates ${rules.join() || body}, not ${rule}`);
      note("Violated rule", rule, name);
    },
    async events() {
      const found: Json[] = [];
      for (;;) {
        const { events } = await call("sandbox.deliveries", { after: found.at(-1)?.seq ?? 0, limit: 1000 });
        if (events.length === 0) return found;
        found.push(...events);
      }
    },
    took(enumeration, sent, received) {
      if (received !== sent) throw new Error(`${enumeration}: sent ${sent}, received ${String(received)}`);
      note(enumeration, sent, "a round trip");
    },
    advance: async (by) => void (await call("sandbox.advance", { by })),
    visitorToken,
  };
  return { shop, close };
}

/** Calls `found` with each value at a path that the schema declares as an enumeration, and with all of its values. */
function collect(
  schema: Schema,
  value: unknown,
  found: (values: readonly string[], value: string) => void,
): void {
  if (value === null || value === undefined) return;
  const { enum: values, properties, additionalProperties, items } = schema;
  if (values && typeof value === "string") found(values, value);
  else if (properties)
    for (const [key, inner] of Object.entries(properties)) collect(inner, (value as Json)[key], found);
  else if (items) for (const one of value as Json[]) collect(items, one, found);
  else if (additionalProperties)
    for (const one of Object.values(value)) collect(additionalProperties, one, found);
}
