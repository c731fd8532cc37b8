import { endpoint, service } from "../../endpoint.ts";
import { bool, enumOf, json, list, map, num, obj, text } from "../../models/fields.ts";
import { sandboxIdentity } from "./sandbox-identity.ts";
import { sandboxOrders } from "./sandbox-orders.ts";
import { sandboxShop } from "./sandbox-shop.ts";
import { sandboxSnapshots } from "./sandbox-snapshots.ts";

const Clock = obj({ mode: enumOf("real", "shifted", "frozen"), now: text() });
const LoggedRequest = obj({
  id: num(),
  at: text(),
  method: text(),
  path: text(),
  query: text(),
  call: text(),
  role: text(),
  status: num(),
  ms: num(),
  requestId: text(),
  error: text(),
  headers: map(text()),
  input: text(),
  response: text(),
});
const Fault = obj({ id: num(), fault: text(), route: text(), skip: num(), times: num(), probability: num() });
const nothing = obj({});
/** Control calls are not part of the platform and need no identity. */
const control = { open: true, role: "visitor" } as const;

/** Control calls of a sandbox. */
export const sandbox = service("sandbox", {
  status: endpoint("GET /__till/status", {
    ...control,
    input: obj({}),
    result: obj({
      file: text(),
      origin: text(),
      schemaVersion: num(),
      seed: text(),
      clock: Clock,
      counts: map(num()),
      catalog: enumOf("v1", "v3"),
      lastEvent: num(),
      faults: num(),
      dueFailures: list(
        obj({ at: text(), kind: text(), ref: text(), attempt: num(), error: text(), next: text() }),
      ),
      clientId: text(),
      siteId: text(),
      apiKey: text(),
      currency: text(),
      limits: list(text()),
      identity: text(),
    }),
    summary: "Show what the sandbox contains and what it does not emulate",
  }),
  identity: endpoint("GET /__till/identity", {
    ...control,
    input: obj({}),
    result: obj({ identity: text() }),
    summary: "Show what tells the sandbox apart from others with the same site ID; needs no token",
  }),
  seed: endpoint("POST /__till/seed", {
    ...control,
    input: obj({
      shop: enumOf("demo"),
      count: num({ min: 1, max: 1_000_000 }),
      catalog: enumOf("v1", "v3"),
      orders: num({ min: 1, max: 1_000_000 }),
      ticketOrders: num({ min: 1, max: 1_000_000 }),
      data: json(),
    }),
    /** `added`: the number of generated products or orders that are new. */
    result: obj({ counts: map(num()), added: num() }),
    requiredOneOf: [["shop", "count", "orders", "ticketOrders", "data"]],
    summary: "Add the demo shop, generated products or orders, or the contents of a seed file",
  }),
  reset: endpoint("POST /__till/reset", {
    ...control,
    input: obj({ seed: text({ maxLength: 100 }) }),
    result: nothing,
    effect: "set",
    summary: "Delete everything in a sandbox",
  }),
  clock: endpoint("POST /__till/clock", {
    ...control,
    input: obj({ set: text(), real: bool() }, { oneOf: [["set", "real"]] }),
    result: Clock,
    effect: "set",
    summary: "Freeze the sandbox clock at a time, or reset it to the system clock",
  }),
  advance: endpoint("POST /__till/advance", {
    ...control,
    input: obj({ by: text() }),
    result: Clock,
    required: ["by"],
    summary: "Advance the sandbox clock",
  }),
  faults: endpoint("GET /__till/faults", {
    ...control,
    input: obj({}),
    result: obj({ faults: list(Fault) }),
    summary: "List pending faults",
  }),
  fault: endpoint("POST /__till/faults", {
    ...control,
    input: obj({
      fault: text(),
      route: text({ maxLength: 200 }),
      skip: num({ min: 0 }),
      times: num({ min: 1, max: 1_000_000 }),
      probability: num({ min: 0, max: 1 }),
      seed: num(),
    }),
    result: obj({ faults: list(Fault) }),
    required: ["fault"],
    summary: "Make matching calls fail or wait",
  }),
  clearFaults: endpoint("DELETE /__till/faults", {
    ...control,
    input: obj({}),
    result: nothing,
    summary: "Remove all faults, and let held calls go on",
  }),
  log: endpoint("GET /__till/log", {
    ...control,
    input: obj({ limit: num({ min: 1, max: 1000 }) }),
    result: obj({ requests: list(LoggedRequest) }),
    summary: "List the latest requests to the sandbox",
  }),
  queryLog: endpoint("POST /__till/log/query", {
    ...control,
    input: obj({
      filter: json(),
      after: num({ min: 0 }),
      bodies: bool(),
      limit: num({ min: 1, max: 1000 }),
    }),
    result: obj({ requests: list(LoggedRequest) }),
    summary: "List the latest requests that match a filter, with their bodies if asked for",
  }),
  getLogged: endpoint("GET /__till/log/{requestId}", {
    ...control,
    input: obj({ requestId: text() }),
    result: obj({ request: LoggedRequest }),
    summary: "Show a request and its response, without secrets",
  }),
  replayLogged: endpoint("POST /__till/log/{requestId}/replay", {
    ...control,
    input: obj({ requestId: text() }),
    result: obj({ status: num(), requestId: text(), response: text() }),
    summary: "Send a request again with the same identity",
  }),
  events: endpoint("GET /__till/events", {
    ...control,
    input: obj({ after: num({ min: 0 }), limit: num({ min: 1, max: 1000 }) }),
    result: obj({
      events: list(obj({ seq: num(), at: text(), type: text(), entityId: text(), payload: json() })),
    }),
    summary: "List domain events after a position, oldest first",
  }),
  emit: endpoint("POST /__till/events", {
    ...control,
    input: obj({ type: text(), entityId: text(), payload: json() }),
    result: obj({ lastEvent: num() }),
    required: ["type", "entityId", "payload"],
    summary: "Emit a domain event without changing any data",
  }),
  deliveries: endpoint("GET /__till/deliveries", {
    ...control,
    input: obj({ after: num({ min: 0 }), limit: num({ min: 1, max: 1000 }), types: list(text()) }),
    result: obj({
      events: list(
        obj({ seq: num(), at: text(), type: text(), entityId: text(), payload: json(), jwt: text() }),
      ),
      last: num(),
    }),
    summary: "List domain events after a position as signed webhooks",
  }),
  keys: endpoint("GET /__till/keys", {
    ...control,
    input: obj({}),
    result: obj({ algorithm: text(), publicKey: text() }),
    summary: "Get the public key that verifies the sandbox's webhooks",
  }),
  ...sandboxIdentity,
  ...sandboxShop,
  ...sandboxOrders,
  ...sandboxSnapshots,
});
