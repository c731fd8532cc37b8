import { type EndpointDeclaration, endpoint, service } from "../../endpoint.ts";
import {
  bool,
  date,
  decimalField,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  text,
} from "../../models/fields.ts";

const control = { open: true, role: "visitor", personal: false } as const;

/** The sandbox clock: a separate service, because captures need only this one. */
export const sandboxClock = service("sandboxClock", {
  get: endpoint("GET /__till/time", {
    ...control,
    input: obj({}),
    result: obj({ now: text() }),
    summary: "Get the sandbox's current time",
  }),
});

const Setting = obj({ name: text(), value: text(), standard: text(), summary: text() });
const Message = {
  ...obj({
    id: text(),
    at: text(),
    channel: enumOf("email", "sms", "call", "push"),
    to: text(),
    subject: text(),
    text: text(),
    code: text(),
    link: text(),
    token: text(),
  }),
  "x-till-personal": true,
} as const;
const Member = {
  ...obj({
    id: text(),
    email: text(),
    status: enumOf("PENDING", "ACTIVE", "BLOCKED", "DELETED", "OFFLINE"),
    reasons: list(text()),
    emailVerified: bool(),
    mustResetPassword: bool(),
    factors: list(text()),
    phone: text(),
    totp: obj({ secret: text(), uri: text(), code: text() }),
    createdDate: text(),
  }),
  "x-till-personal": true,
} as const;

/** Control calls for the sandbox's identity service: settings, mailbox, members. */
export const sandboxIdentity = {
  settings: endpoint("GET /__till/settings", {
    ...control,
    input: obj({}),
    result: obj({ settings: list(Setting) }),
    summary: "List sandbox settings",
  }),
  configure: endpoint("POST /__till/settings", {
    ...control,
    input: obj({ name: text({ maxLength: 100 }), value: text({ minLength: 1, maxLength: 1000 }) }),
    result: obj({}),
    required: ["name", "value"],
    effect: "set",
    summary: "Update a sandbox setting",
  }),
  mail: endpoint("GET /__till/mail", {
    ...control,
    input: obj({ to: text(), limit: num({ min: 1, max: 1000 }) }),
    result: obj({ messages: list(Message) }),
    summary: "List the messages in the sandbox mailbox, newest first",
  }),
  clearMail: endpoint("DELETE /__till/mail", {
    ...control,
    input: obj({}),
    result: obj({ deleted: num() }),
    summary: "Empty the sandbox mailbox",
  }),
  members: endpoint("GET /__till/members", {
    ...control,
    input: obj({ email: text() }),
    result: obj({ members: list(Member) }),
    summary: "List sandbox members, including data that only a sandbox reveals",
  }),
  changeMember: endpoint("POST /__till/members", {
    ...control,
    input: obj({
      action: text({ maxLength: 50 }),
      email: text({ maxLength: 254 }),
      password: text({ maxLength: 200 }),
      factors: list(text()),
    }),
    result: obj({ member: Member }),
    required: ["action", "email"],
    effect: "set",
    summary: "Create or update a sandbox member",
  }),
  signIn: endpoint("POST /__till/sign-in", {
    ...control,
    input: obj({ email: text({ maxLength: 254 }) }),
    result: obj({ accessToken: text(), refreshToken: text(), expiresIn: num() }),
    required: ["email"],
    summary: "Sign a member in without a password and return the tokens",
  }),
};

/** Control calls for the payments of a sandbox's orders. */
export const sandboxOrders = {
  ledger: endpoint("GET /__till/ledger", {
    open: true,
    role: "visitor",
    input: obj({ orderId: text({ maxLength: 100 }), limit: num({ min: 1, max: 100_000 }) }),
    result: obj({
      movements: list(
        obj({
          at: text(),
          orderId: text(),
          paymentId: text(),
          kind: enumOf("AUTHORIZED", "CAPTURED", "VOIDED", "CHARGED", "REFUNDED"),
          amount: text(),
          currency: text(),
        }),
      ),
      totals: list(
        obj({
          currency: text(),
          authorized: text(),
          captured: text(),
          captures: num(),
          voided: text(),
          charged: text(),
          refunded: text(),
        }),
      ),
    }),
    summary: "List the money movements of one order or all; a double capture appears twice",
  }),
  payment: endpoint("GET /__till/next-payment", {
    open: true,
    role: "visitor",
    input: obj({}),
    result: obj({ outcome: text() }),
    summary: "Get the outcome of the next payment",
  }),
  nextPayment: endpoint("POST /__till/next-payment", {
    open: true,
    role: "visitor",
    input: obj({ outcome: text({ maxLength: 100 }) }),
    result: obj({ outcome: text() }),
    effect: "set",
    summary: "Set the outcome of the next payment, such as DECLINED; without one, it is approved",
  }),
};

const amount = () => decimalField({ min: 0, max: 1e15, maxScale: 4 });

/** A coupon: one of `percent`, `amount` and `freeShipping`. */
const Coupon = obj(
  {
    id: text(),
    code: text({ minLength: 1, maxLength: 20 }),
    name: text({ maxLength: 100 }),
    percent: decimalField({ gt: 0, max: 100, maxScale: 4 }),
    amount: amount(),
    freeShipping: bool(),
    minimumSubtotal: amount(),
    start: date(),
    end: date(),
    usageLimit: num({ min: 1 }),
    used: num(),
    productIds: list(text()),
    collectionIds: list(text()),
  },
  { oneOf: [["percent", "amount", "freeShipping"]] },
);
const Fee = obj({
  id: text(),
  code: text({ minLength: 1, maxLength: 100 }),
  name: text({ minLength: 1, maxLength: 50 }),
  price: amount(),
  source: enumOf("SERVICE_PLUGIN", "ITEM"),
  productIds: list(text()),
});
const Membership = obj({
  id: text(),
  appId: guid(),
  name: text({ minLength: 1, maxLength: 100 }),
  memberId: guid(),
  productIds: list(text()),
  credits: obj({ total: num({ min: 1 }), remaining: num({ min: 0 }) }),
  expirationDate: date(),
});

/** Control calls for what other apps provide on the platform: coupons, fees, memberships. */
export const sandboxShop = {
  coupons: listOf("coupons", obj({ coupons: list(Coupon) }), "List coupons"),
  addCoupon: endpoint("POST /__till/coupons", {
    ...control,
    input: obj({ coupon: Coupon }),
    result: obj({ coupon: Coupon }),
    required: ["coupon.code"],
    requiredOneOf: [["coupon.percent", "coupon.amount", "coupon.freeShipping"]],
    summary: "Add a coupon, or replace the one with the same code",
  }),
  removeCoupon: removed("coupons", "Delete a coupon"),
  fees: listOf("fees", obj({ fees: list(Fee) }), "List fees"),
  addFee: endpoint("POST /__till/fees", {
    ...control,
    input: obj({ fee: Fee }),
    result: obj({ fee: Fee }),
    required: ["fee.name", "fee.price"],
    summary: "Add a fee on every order, or on items of some products",
  }),
  removeFee: removed("fees", "Delete a fee"),
  memberships: listOf("memberships", obj({ memberships: list(Membership) }), "List memberships"),
  addMembership: endpoint("POST /__till/memberships", {
    ...control,
    input: obj({ membership: Membership }),
    result: obj({ membership: Membership }),
    required: ["membership.memberId", "membership.name"],
    summary: "Add a membership to a member",
  }),
  removeMembership: removed("memberships", "Delete a membership"),
};

function listOf<R extends EndpointDeclaration["result"]>(kind: string, result: R, summary: string) {
  return endpoint(`GET /__till/${kind}`, { ...control, input: obj({}), result, summary });
}

function removed(kind: string, summary: string) {
  return endpoint(`DELETE /__till/${kind}/{id}`, {
    ...control,
    input: obj({ id: text() }),
    result: obj({}),
    summary,
  });
}

const name = () => text({ minLength: 1, maxLength: 64 });

const Snapshot = obj({ name: text(), savedAt: text(), bytes: num() });
const Branch = obj({ name: text(), url: text(), createdAt: text(), bytes: num() });

/** Control calls for snapshots, which are files, and for branches of a running sandbox, which are in memory. */
export const sandboxSnapshots = {
  snapshots: endpoint("GET /__till/snapshots", {
    ...control,
    input: obj({}),
    result: obj({ snapshots: list(Snapshot) }),
    summary: "List snapshots",
  }),
  saveSnapshot: endpoint("POST /__till/snapshots", {
    ...control,
    input: obj({ name: name(), replace: bool() }),
    result: obj({ snapshot: Snapshot }),
    required: ["name"],
    effect: "set",
    summary: "Save everything in the sandbox, or the branch, as a snapshot",
  }),
  deleteSnapshot: endpoint("DELETE /__till/snapshots/{name}", {
    ...control,
    input: obj({ name: name() }),
    result: obj({}),
    summary: "Delete a snapshot",
  }),
  restore: endpoint("POST /__till/restore", {
    ...control,
    input: obj({ snapshot: name() }),
    result: obj({ counts: map(num()) }),
    required: ["snapshot"],
    effect: "set",
    summary: "Replace everything in the sandbox, or the branch, with a snapshot",
  }),
  branches: endpoint("GET /__till/branches", {
    ...control,
    input: obj({}),
    result: obj({ branches: list(Branch) }),
    summary: "List the branches of a running sandbox",
  }),
  fork: endpoint("POST /__till/branches", {
    ...control,
    input: obj({ name: name(), snapshot: name(), replace: bool() }),
    result: obj({ branch: Branch }),
    required: ["name"],
    effect: "set",
    summary: "Copy the sandbox, the branch or a snapshot to a new branch",
  }),
  deleteBranch: endpoint("DELETE /__till/branches/{name}", {
    ...control,
    input: obj({ name: name() }),
    result: obj({}),
    summary: "Delete a branch",
  }),
};

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
  events: num(),
  error: text(),
  headers: map(text()),
  input: text(),
  response: text(),
});
const Fault = obj({ id: num(), fault: text(), route: text(), skip: num(), times: num(), probability: num() });
/** The last attempt to deliver an event to a receiver of webhooks. */
const Delivered = obj({
  event: num({ min: 1 }),
  url: text(),
  status: num(),
  reason: text(),
  attempts: num({ min: 1 }),
  settled: bool(),
});
const DomainEvent = obj({
  seq: num(),
  at: text(),
  type: text(),
  entityId: text(),
  payload: json(),
  deliveries: list(Delivered),
});
const nothing = obj({});

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
  documents: endpoint("GET /__till/documents/{table}", {
    ...control,
    input: obj({
      table: text({ maxLength: 100 }),
      contains: text({ maxLength: 200 }),
      limit: num({ min: 1, max: 1000 }),
      offset: num({ min: 0 }),
    }),
    result: obj({ documents: list(json()), total: num() }),
    summary: "List what the sandbox stores in a table; status has the names of the tables",
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
  stop: endpoint("POST /__till/stop", {
    ...control,
    input: obj({}),
    result: nothing,
    effect: "set",
    summary: "Stop a running sandbox, once the requests in flight have been answered",
  }),
  expire: endpoint("POST /__till/expire", {
    ...control,
    input: obj({ kind: enumOf("checkout", "contract"), id: text({ minLength: 1, maxLength: 100 }) }),
    result: nothing,
    required: ["kind", "id"],
    effect: "delete",
    summary:
      "Delete a checkout or subscription contract, as the platform does on its own, and emit its event",
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
    result: obj({ request: LoggedRequest, events: list(DomainEvent) }),
    summary: "Show a request, its response and the events that it caused, without secrets",
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
    result: obj({ events: list(DomainEvent) }),
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
  recordDeliveries: endpoint("POST /__till/deliveries", {
    ...control,
    input: obj({ deliveries: list(Delivered) }),
    result: nothing,
    required: ["deliveries"],
    summary: "Record what became of webhooks that a listener has sent",
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

/**
 * Every control call of a sandbox, which are the calls below `/__till`. Their reference page, their OpenAPI document and
 * the check of their fields follow from this table; their handlers are in `src/sandbox/control/`.
 */
export const controlCalls = { sandbox, sandboxClock } as const;
