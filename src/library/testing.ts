import "./check-node.ts";
import { createCaller } from "../api/caller.ts";
import { sandbox, sandboxClock } from "../api/services/sandbox/sandbox.ts";
import { operator } from "../sandbox/control/control.ts";
import { openStore, type Store } from "../sandbox/kernel/store.ts";
import { createRouter } from "../sandbox/server/router.ts";
import { answerHttp, type ServedStore, serveStore } from "../sandbox/server/server.ts";
import { type ClientOptions, createClient } from "./api.ts";
import { shopImage } from "./shop-image.ts";
import { createFetch } from "./test-fetch.ts";
import type { ShopLedger, ShopMail, ShopOptions, ShopRequest, TestShop } from "./test-shop.ts";
import { createWebhooks } from "./test-webhooks.ts";

export { ApiError, TillError, TransportError, UnknownOutcomeError, UsageError } from "../kernel/errors.ts";
export type * from "./seed.ts";
export { defineSeed } from "./seed.ts";
export type { Shop } from "./shop.ts";
export type * from "./test-shop.ts";

const hosted = "https://www.wixapis.com";
/** The hosts of the platform: its API, its pages and its media. */
const platformHost = /(^|\.)(wixapis|wix|wixstatic)\.com$/;
const keptRequests = 1000;

/**
 * Opens a shop in memory. The first shop with a seed takes about 300 ms, further ones a few milliseconds. Close it when
 * the test ends. Throws UsageError for invalid data.
 */
export async function openShop(options: ShopOptions = {}): Promise<TestShop> {
  const shop = createShop(openStore(":memory:", { image: shopImage(options, hosted), origin: hosted }));
  if (options.now !== undefined) await shop.clock.set(options.now);
  return shop;
}

function createShop(store: Store): TestShop {
  const router = createRouter(store);
  const requests: ShopRequest[] = [];
  let served: Promise<ServedStore> | undefined;
  let restoreFetch: (() => void) | undefined;

  const setting = (name: string) => store.read(operator, (tx) => tx.setting(name)) ?? "";
  const call = createCaller({ send: router.send, baseUrl: hosted, headersFor: async () => ({}) });
  const start = store.db.prepare("SELECT max(seq) AS seq FROM event").get<{ seq: number | null }>()?.seq ?? 0;
  const { webhooks, deliver, delivered } = createWebhooks(call, start);

  const send = createFetch(
    (request) => answerHttp(router, request, report),
    (request) => {
      requests.push(request);
      if (requests.length > keptRequests) requests.shift();
      deliver();
    },
  );
  const timeOf = ({ now }: { now?: string | null | undefined }) => {
    deliver();
    return new Date(now ?? "");
  };
  const listMail = async (to?: string) =>
    (await call(sandbox.mail, { to: to || undefined })).messages as ShopMail[];
  const clientOf = (identity: ClientOptions) => createClient({ fetch: send, retries: 0, ...identity });

  const shop: TestShop = {
    siteId: setting("siteId"),
    clientId: setting("clientId"),
    apiKey: setting("apiKey"),
    fetch: send,
    installFetch() {
      const previous = globalThis.fetch;
      const installed: typeof fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        return platformHost.test(url.hostname) ? send(input, init) : previous(input, init);
      };
      globalThis.fetch = installed;
      restoreFetch = () => {
        if (globalThis.fetch === installed) globalThis.fetch = previous;
        restoreFetch = undefined;
      };
      return restoreFetch;
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
      set: async (time) => timeOf(await call(sandbox.clock, { set: new Date(time).toISOString() })),
      reset: async () => timeOf(await call(sandbox.clock, { real: true })),
    },
    faults: {
      add: async (fault) => void (await call(sandbox.fault, { ...fault })),
      clear: async () => void (await call(sandbox.clearFaults, {})),
    },
    mail: {
      list: listMail,
      last: async (to) => (await listMail(to))[0],
    },
    webhooks,
    requests: { list: () => [...requests], last: () => requests.at(-1) },
    payments: { next: async (outcome) => void (await call(sandbox.nextPayment, { outcome })) },
    ledger: async (orderId) => (await call(sandbox.ledger, { orderId: orderId || undefined })) as ShopLedger,
    async settled() {
      // Control calls run the work that is due.
      await call(sandboxClock.get, {});
      await delivered();
    },
    snapshot: () => store.db.image(),
    fork: async () => createShop(openStore(":memory:", { image: shop.snapshot(), origin: hosted })),
    async listen({ port = 0 } = {}) {
      served ??= serveStore({ store, port, onError: report });
      return { url: (await served).baseUrl };
    },
    async close() {
      restoreFetch?.();
      await (await served)?.close();
      router.close();
      store.close();
    },
  };
  return shop;
}

/** Reports a failure inside the sandbox, which the caller sees as a response with status 503. */
function report(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** Returns a function that does the work on its first call only. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
