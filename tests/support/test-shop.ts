import { onTestFinished, TestRunner } from "vitest";
import type { Request, Transport } from "../../src/api/transport/transport.ts";
import { shopImage } from "../../src/library/shop-image.ts";
import type { ShopOptions } from "../../src/library/test-shop.ts";
import { defaults } from "../../src/sandbox/kernel/defaults.ts";
import { type OutboxEvent, readEvents } from "../../src/sandbox/kernel/outbox.ts";
import { lastEvent, openStore, type Store } from "../../src/sandbox/kernel/store.ts";
import { allServices, createRouter, type RouterOptions } from "../../src/sandbox/server/router.ts";

type Json = ReturnType<JSON["parse"]>;
type Method = Request["method"];

/** A response with its parsed JSON body. */
export interface JsonResponse {
  status: number;
  headers: Record<string, string>;
  /** Untyped JSON. */
  body: Json;
}

/** A shop in memory: the store and router of the sandbox, without a port, a client or retries. */
export interface TestShop {
  readonly store: Store;
  readonly send: Transport;
  /** Sends a request, as an admin unless the headers say otherwise. */
  ask(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<JsonResponse>;
  /** Like `ask`, and returns the body. Throws unless the status is 200. */
  ok(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json>;
  /** Makes a control call, such as `settings`, and returns the body. Throws unless the status is 200. */
  control(method: Method, path: string, body?: object): Promise<Json>;
  /** Advances the clock by milliseconds; due work runs with the next request. */
  tick(ms: number): void;
  /** Advances the clock by a duration such as `90m`, and runs the work that is due. */
  advance(by: string): Promise<void>;
  /** Returns the events since the last call, or since the shop was opened. */
  newEvents(): OutboxEvent[];
  /** Returns their types without the namespace: `discount_rule_created`. */
  newEventTypes(): string[];
  /** Returns the messages that the shop sent, newest first. */
  mails(): Promise<Json[]>;
  /** Returns the header of a new visitor. */
  newVisitor(): Promise<{ authorization: string }>;
  close(): void;
}

export interface TestShopOptions
  extends Pick<ShopOptions, "seed" | "catalog">,
    Pick<RouterOptions, "services"> {
  /** The time of sandbox and machine, which only `tick` and `advance` move. Default: noon on January 31, 2026, in UTC. */
  now?: string;
  origin?: string;
}

/** Opens the demo shop, or another one, in memory. It ends with the test, or with `close`. */
export function openTestShop({
  now = "2026-01-31T12:00:00Z",
  origin = "https://shop.example",
  services = allServices,
  ...content
}: TestShopOptions = {}): TestShop {
  let time = Date.parse(now);
  const image = shopImage({ ...content, now }, origin);
  const store = openStore(":memory:", { image, origin, wallTime: () => new Date(time) });
  const router = createRouter(store, { services });
  const ask = createRequester(router.send, origin);
  const ok: TestShop["ok"] = async (method, path, body, headers) => {
    const answer = await ask(method, path, body, headers);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let seen = lastEvent(store.db);
  const newEvents = () => {
    const events = readEvents(store.db, seen, 10_000);
    seen = events.at(-1)?.seq ?? seen;
    return events;
  };
  const close = once(() => {
    store.close();
  });
  if (TestRunner.getCurrentTest()) onTestFinished(close);
  return {
    store,
    send: router.send,
    ask,
    ok,
    control: (method, path, body) => ok(method, `/__till/${path}`, body),
    tick(ms) {
      time += ms;
    },
    advance: async (by) => void (await ok("POST", "/__till/advance", { by })),
    newEvents,
    newEventTypes: () => newEvents().map(({ type }) => type.split(".").at(-1) ?? ""),
    mails: async () => (await ok("GET", "/__till/mail?limit=50")).messages,
    async newVisitor() {
      const grant = { clientId: defaults.clientId, grantType: "anonymous" };
      return { authorization: (await ok("POST", "/oauth2/token", grant)).access_token };
    },
    close,
  };
}

/** Returns a function that calls a sandbox as an admin (or with other headers) and parses the response. */
export function createRequester(send: Transport, base = "https://www.wixapis.com"): TestShop["ask"] {
  return async (method, path, body, headers = {}, signal) => {
    const answer = await send({
      method,
      url: base + path,
      headers: { authorization: defaults.apiKey, ...headers },
      effect: "read",
      name: "test",
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    return { ...answer, body: JSON.parse(answer.body) };
  };
}

/** Returns the code of an application error. */
export function codeOf({ body }: Pick<JsonResponse, "body">): string {
  return body.details.applicationError.code;
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
