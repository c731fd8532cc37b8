import "./check-node.ts";
import type { Duplex } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { createCaller } from "../api/caller.ts";
import { sandbox, sandboxClock } from "../api/services/sandbox/sandbox.ts";
import { UsageError } from "../kernel/errors.ts";
import { connectorTo, type LoopbackReply, type LoopbackRequest } from "../kernel/http-server.ts";
import { operator } from "../sandbox/control/control.ts";
import { makeStrict } from "../sandbox/kernel/settings.ts";
import { openStore, type Store } from "../sandbox/kernel/store.ts";
import { createRouter } from "../sandbox/server/router.ts";
import { answerHttp, type ServedStore, serveStore } from "../sandbox/server/server.ts";
import { checkChoice, checkedTime, checkOptions, closedShop } from "./checks.ts";
import { clientOver, inWordsOfLibrary } from "./client.ts";
import type { ClientOptions } from "./client-options.ts";
import { installShop } from "./installed-shops.ts";
import { prepareIntercept } from "./intercept.ts";
import { shopImage } from "./shop-image.ts";
import { createFetch, fetchNetwork } from "./test-fetch.ts";
import type { ShopFault, ShopLedger, ShopMail, ShopOptions, ShopRequest, TestShop } from "./test-shop.ts";
import { createWebhooks } from "./test-webhooks.ts";

export { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
export type * from "./seed.ts";
export { defineSeed } from "./seed.ts";
export type { Shop } from "./shop.ts";
export type * from "./test-shop.ts";

const hosted = "https://www.wixapis.com";
const keptRequests = 1000;

/**
 * Opens a shop in memory. The first shop with a seed takes about 300 ms, further ones a few milliseconds. Close it when
 * the test ends. Throws UsageError for an unknown option and for invalid data.
 */
export async function openShop(options: ShopOptions = {}): Promise<TestShop> {
  checkShopOptions("openShop", options);
  const { now, name } = options;
  const nameOf = name === undefined ? callSite() : () => name;
  // Tests install the shop without waiting.
  await prepareIntercept();
  const store = openSeeded(options);
  if (options.strict) store.write(operator, makeStrict);
  const shop = createShop(store, nameOf);
  if (now !== undefined) await shop.clock.set(now);
  return shop;
}

function openSeeded(options: ShopOptions): Store {
  try {
    return openStore(":memory:", { image: shopImage(options, hosted), origin: hosted });
  } catch (cause) {
    if (!(options.seed instanceof Uint8Array)) throw cause;
    const message = "seed is not a snapshot that this version reads. Pass what shop.snapshot() returned.";
    throw new UsageError(message, { code: "INVALID_SEED", field: "seed", cause });
  }
}

/** Throws UsageError for options that do not open a shop. `owner` is the function that they were passed to. */
export function checkShopOptions(owner: string, options: ShopOptions): void {
  checkOptions(owner, options, ["seed", "catalog", "strict", "now", "name"] satisfies (keyof ShopOptions)[]);
  const { seed = "demo", catalog = "v1", strict, now } = options;
  if (typeof seed !== "object") checkChoice("seed", seed, ["demo", "empty"]);
  checkChoice("catalog", catalog, ["v1", "v3"]);
  if (now !== undefined) checkedTime("now", now);
  if (strict !== undefined) checkChoice("strict", String(strict), ["true", "false"]);
}

/**
 * Returns a function that returns the place in the test where a shop is being opened, such as `shop.test.ts:12:5`; empty if
 * unknown. Only errors name it, and with source maps finding it takes a fifth of the time of opening a shop.
 */
function callSite(): () => string {
  const opening = new Error();
  return () => {
    const [, frame = ""] = opening.stack?.split(/\n.*\bopenShop\b.*\n/) ?? [];
    return /([^/\\(]+:\d+:\d+)\)?$/m.exec(frame.split("\n")[0] ?? "")?.[1] ?? "";
  };
}

function createShop(store: Store, nameOf: () => string): TestShop {
  const router = createRouter(store);
  let closed: Promise<void> | undefined;
  /** Throws UsageError if the shop is closed; `what` was about to use it. */
  const checkOpen = (what: string) => {
    if (closed !== undefined) throw closedShop(nameOf(), what);
  };
  const requests: ShopRequest[] = [];
  let served: Promise<ServedStore> | undefined;
  const removals = new Set<(closed: boolean) => void>();
  let connect: (() => Duplex) | undefined;

  const setting = (name: string) => {
    checkOpen("client");
    return store.read(operator, (tx) => tx.setting(name)) ?? "";
  };
  const caller = createCaller({
    send: async (request) => {
      checkOpen(request.name);
      return await router.send(request);
    },
    baseUrl: hosted,
    headersFor: async () => ({}),
  });
  const call = inWordsOfLibrary(caller, true);
  /** The faults that were added, by id, with the number of calls that they fail. */
  const addedFaults = new Map<number, { label: string; times: number }>();
  const start = store.db.prepare("SELECT max(seq) AS seq FROM event").get<{ seq: number | null }>()?.seq ?? 0;
  const { webhooks, deliver, delivered } = createWebhooks({
    call,
    start,
    now: () => store.now(),
    // Only other processes cause webhooks while a test waits.
    patience: () => (served === undefined ? 0 : 5000),
  });

  const respond = async (request: LoopbackRequest) => {
    // As on a network, other work comes first. Undici also needs the turn: it frees a connection for the next request in one.
    await breathe();
    checkOpen(`${request.method} ${request.path}`);
    const reply = await answerHttp(router, request, report);
    note(request, reply);
    return reply;
  };
  const note = ({ method, path, headers, body }: LoopbackRequest, reply: LoopbackReply) => {
    const cut = reply === "cut" || reply.cut === true;
    const response = !cut && typeof reply.body === "string" ? reply.body : "";
    requests.push(shopRequest({ method, path, headers, status: cut ? 0 : reply.status }, body, response));
    if (requests.length > keptRequests) requests.shift();
    deliver();
  };
  const send = createFetch(respond);
  const timeOf = ({ now }: { now?: string | null | undefined }) => {
    deliver();
    return new Date(now ?? "");
  };
  const listMail = async (to?: string) =>
    (await call(sandbox.mail, { to: to || undefined })).messages as ShopMail[];
  const network = fetchNetwork(respond);
  const clientOf = (identity: ClientOptions) => clientOver(network, { retries: 0, ...identity }, true);

  const shop: TestShop = {
    siteId: setting("siteId"),
    clientId: setting("clientId"),
    apiKey: setting("apiKey"),
    fetch: send,
    installFetch(options = {}) {
      checkOpen("installFetch");
      checkOptions("installFetch", options, ["onUnhandled"]);
      if (typeof options.onUnhandled !== "function")
        checkChoice("onUnhandled", options.onUnhandled ?? "bypass", ["bypass", "error"]);
      connect ??= connectorTo({ handler: respond, onError: report, maxBody: 4 * 1024 * 1024 });
      const remove = installShop({ ...options, nameOf, fetch: send, connect });
      removals.add(remove);
      return () => {
        removals.delete(remove);
        remove();
      };
    },
    client: {
      asAdmin: () => clientOf({ apiKey: setting("apiKey"), siteId: setting("siteId") }),
      asVisitor: () => clientOf({ clientId: setting("clientId") }),
      asMember(email) {
        const signIn = once(async () => (await call(sandbox.signIn, { email })).accessToken ?? "");
        return clientOf({ accessToken: signIn });
      },
    },
    clock: {
      now: async () => new Date((await call(sandboxClock.get, {})).now ?? ""),
      advance: async (by) => timeOf(await call(sandbox.advance, { by })),
      set: async (time) =>
        timeOf(await call(sandbox.clock, { set: checkedTime("time", time).toISOString() })),
      reset: async () => timeOf(await call(sandbox.clock, { real: true })),
    },
    faults: {
      async add(fault) {
        checkOptions("faults.add", fault, faultNames);
        const times = fault.times ?? ((fault.probability ?? 1) < 1 ? untilCleared : 1);
        const { faults } = await call(sandbox.fault, { ...fault, times });
        const id = faults?.at(-1)?.id;
        const label = `${fault.fault}${fault.route ? ` on "${fault.route}"` : ""}`;
        if (typeof id === "number") addedFaults.set(id, { label, times });
      },
      async clear() {
        addedFaults.clear();
        await call(sandbox.clearFaults, {});
      },
      async assertHit() {
        const { faults } = await call(sandbox.faults, {});
        const missed = (faults ?? []).flatMap(({ id, times }) => {
          const added = addedFaults.get(id ?? 0);
          return added && added.times === times ? [added.label] : [];
        });
        if (missed.length === 0) return;
        const calls = requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`);
        throw new UsageError(
          `No call was failed by ${missed.join(", ")}. Calls: ${[...new Set(calls)].slice(-10).join(", ") || "none"}.`,
          { code: "FAULT_NOT_HIT" },
        );
      },
    },
    mail: {
      list: listMail,
      last: async (to) => (await listMail(to))[0],
    },
    webhooks,
    requests: { list: () => [...requests], last: () => requests.at(-1) },
    payments: { next: async (outcome) => void (await call(sandbox.nextPayment, { outcome })) },
    ledger: async (orderId) => (await call(sandbox.ledger, { orderId })) as ShopLedger,
    async settled() {
      // Control calls run the work that is due.
      await call(sandboxClock.get, {});
      await delivered();
    },
    snapshot() {
      checkOpen("snapshot");
      return store.image();
    },
    fork: async () => createShop(openStore(":memory:", { image: shop.snapshot(), origin: hosted }), nameOf),
    async listen(options = {}) {
      checkOpen("listen");
      checkOptions("listen", options, ["port"]);
      const { port = 0 } = options;
      served ??= serveStore({ store, port, onError: report, onReply: note }).catch((error: unknown) => {
        served = undefined;
        throw error;
      });
      const { baseUrl: url, inspector } = await served;
      return { url, inspector };
    },
    async close() {
      closed ??= end();
      await closed;
    },
  };
  async function end(): Promise<void> {
    for (const remove of removals) remove(true);
    await (await served?.catch(() => undefined))?.close();
    store.close();
  }
  return shop;
}

const faultNames = ["fault", "route", "skip", "times", "probability", "seed"] satisfies (keyof ShopFault)[];

/** A fault with a probability fails as many calls as there may be. */
const untilCleared = 1_000_000;

/** Reports a failure inside the sandbox, which the caller sees as a response with status 503. */
function report(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** Returns a request whose bodies are parsed when they are read: most tests read a few of them. */
function shopRequest(
  facts: Omit<ShopRequest, "body" | "response">,
  body: string,
  response: string,
): ShopRequest {
  const once = (name: string, text: string) => ({
    configurable: true,
    enumerable: true,
    get() {
      const value = text === "" ? undefined : parsed(text);
      Object.defineProperty(request, name, { value, enumerable: true });
      return value;
    },
  });
  const request = Object.defineProperties(facts, {
    body: once("body", body),
    response: once("response", response),
  }) as ShopRequest;
  return request;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a function that does the work on its first call only. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
