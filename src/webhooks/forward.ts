import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "../api/transport/transport.ts";
import { TransportError } from "../kernel/errors.ts";
import { openDatabase } from "../kernel/sqlite.ts";
import type { WebhookEvent } from "./verify.ts";

/** One event to forward: its body and its entity. */
export interface Delivery {
  /** Its position in the order of events. */
  seq: number;
  type: string;
  entityId: string;
  jwt: string;
}

/** The result of one attempt. */
export interface DeliveryResult<D extends Delivery = Delivery> {
  delivery: D;
  /** The HTTP status, or undefined without a response. */
  status: number | undefined;
  /** Why there was no response. */
  reason?: string;
  /** Milliseconds until the response or the failure. */
  ms: number;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** Whether this is the last attempt: the event arrived or was rejected too often. */
  settled: boolean;
}

export interface ForwardOptions<D extends Delivery = Delivery> {
  /** The URL of the receiver. */
  url: string;
  send: Transport;
  signal: AbortSignal;
  onResult(result: DeliveryResult<D>): void;
  /** Returns the body for an attempt, because the signature of an earlier one may have expired. */
  bodyOf?(delivery: D): Promise<string>;
  /** The number of responses other than 2xx before an event is dropped. Default: 8. Unreachable receivers are retried without limit. */
  attempts?: number;
  /** The number of attempts before an event is dropped, also without responses. Default: no limit. */
  maxAttempts?: number;
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Where and how a body is sent. */
export interface PostOptions extends Pick<ForwardOptions, "url" | "send"> {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** The number of responses other than 2xx before an event is dropped. */
export const maxRejections = 8;

const longestWait = 10_000;

/** Returns how long to wait after an attempt (from 1), in milliseconds: from 0.2 s to 10 s. */
export const waitAfter = (attempt: number) => Math.min(200 * 2 ** (attempt - 1), longestWait);

/** Returns whether a response means that the event arrived. */
export const isArrived = (status: number | undefined) =>
  status !== undefined && status >= 200 && status < 300;

/** Sends a body once. Returns the status, or why there was no response, and the time that it took. */
export async function post(
  body: string,
  { url, send, signal, headers }: PostOptions,
): Promise<Pick<DeliveryResult, "status" | "reason" | "ms">> {
  const started = performance.now();
  const { status, ...rest } = await send({
    method: "POST",
    url,
    headers: { "content-type": "text/plain", ...headers },
    effect: "add",
    name: "webhook",
    body,
    signal,
    statusOnly: true,
  }).catch(unreached);
  const ms = Math.round(performance.now() - started);
  return { status, ...("reason" in rest && { reason: rest.reason }), ms };
}

/**
 * Sends one event until it arrives; resolves with whether it did. Waits grow from 0.2 s to 10 s. An unreachable receiver is
 * retried without limit, or `maxAttempts` times, one that responds with other than 2xx `attempts` times.
 */
export async function deliver<D extends Delivery>(delivery: D, options: ForwardOptions<D>): Promise<boolean> {
  const { url, send, signal, onResult, bodyOf, attempts = maxRejections, sleep = waitFor } = options;
  const { maxAttempts = Number.POSITIVE_INFINITY } = options;
  let rejections = 0;
  for (let attempt = 1; ; attempt += 1) {
    const body = (await bodyOf?.(delivery)) ?? delivery.jwt;
    const result = await post(body, { url, send, signal });
    const arrived = isArrived(result.status);
    if (result.status !== undefined && !arrived) rejections += 1;
    const settled = arrived || rejections >= attempts || attempt >= maxAttempts;
    onResult({ delivery, ...result, attempt, settled });
    if (settled) return arrived;
    await sleep(waitAfter(attempt), signal);
  }
}

function unreached(error: unknown): { status: undefined; reason: string } {
  if (error instanceof TransportError) return { status: undefined, reason: error.message };
  throw error;
}

const waitFor = async (ms: number, signal: AbortSignal) => void (await wait(ms, undefined, { signal }));

export interface QueueOptions<D extends Delivery> {
  /** The most concurrent deliveries. Default: 16. */
  concurrency?: number;
  /** Delivers one event; resolves when it is settled, successfully or not. */
  deliver(delivery: D): Promise<unknown>;
  /** Called when all events up to this position are settled; a restart continues from there. */
  onSettled(seq: number): void;
}

/** A queue of events. Events of one entity are delivered in order, those of different entities concurrently. */
export interface Queue<D extends Delivery> {
  /** Adds an event; resolves when there is room for it. */
  push(delivery: D): Promise<void>;
  /** Resolves when all pushed events are settled. */
  drained(): Promise<void>;
}

/** Returns a queue that keeps the order of each entity's events. If `deliver` fails, the next push or `drained` rejects. */
export function createQueue<D extends Delivery>(options: QueueOptions<D>): Queue<D> {
  const { concurrency = 16, deliver, onSettled } = options;
  const lastOf = new Map<string, Promise<void>>();
  /** The pushed events in order; those before the first open one are settled. */
  const open = new Set<number>();
  let settled = 0;
  let failure: { error: unknown } | undefined;
  let running = 0;
  const waiting: (() => void)[] = [];
  /** Called when an event is settled or failed. */
  let progress = Promise.withResolvers<void>();

  const slot = async <T>(work: () => Promise<T>): Promise<T> => {
    while (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
  const wake = () => {
    progress.resolve();
    progress = Promise.withResolvers();
  };
  const throwFailure = () => {
    if (failure) throw failure.error;
  };

  const take = async (delivery: D, before: Promise<void> | undefined) => {
    await before;
    if (failure) return;
    try {
      await slot(() => deliver(delivery));
    } catch (error) {
      failure ??= { error };
      wake();
      return;
    }
    open.delete(delivery.seq);
    const [first] = open.keys();
    settled = Math.max(settled, delivery.seq);
    onSettled(first === undefined ? settled : first - 1);
    wake();
  };

  return {
    async push(delivery) {
      // More events than deliveries are accepted, so that one slow entity does not block the others.
      while (open.size >= concurrency * 8 && !failure) await progress.promise;
      throwFailure();
      const { entityId, seq } = delivery;
      open.add(seq);
      const done = take(delivery, lastOf.get(entityId));
      lastOf.set(entityId, done);
      void done.then(() => lastOf.get(entityId) === done && lastOf.delete(entityId));
    },
    async drained() {
      while (open.size > 0 && !failure) await progress.promise;
      throwFailure();
    },
  };
}

/** The members of payloads that name what an event is about, the most specific first. Older events have no `entityId`. */
const entityMembers = [
  "entityId",
  "inventoryItemId",
  "productId",
  "collection_Id",
  "cartId",
  "orderNumber",
  "reservationId",
  "ticketDefinitionId",
  "rsvpId",
  "eventId",
];

/**
 * Returns the entity that an event is about, together with its installation, and the id of the event. Only events in the envelope
 * of the platform have an id. Without a known entity, it is the installation.
 */
export function eventKey({ instanceId, payload }: WebhookEvent): {
  entity: string;
  event: string | undefined;
} {
  const facts = payload as Record<string, unknown>;
  const member = entityMembers.find((name) => isId(facts[name]));
  const entity = member === undefined ? instanceId : `${instanceId} ${String(facts[member])}`;
  return { entity, event: member === "entityId" && isId(facts.id) ? facts.id : undefined };
}

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 200;

/** The position of each listener: the number of the last event up to which all events are settled. */
export interface Positions {
  get(listener: string): number | undefined;
  set(listener: string, seq: number): void;
  close(): void;
}

/** Opens the file of positions and creates it if it is missing. Concurrent listeners share it. */
export function openPositions(file: string): Positions {
  const db = openDatabase(file, {
    synchronous: "NORMAL",
    migrations: ["CREATE TABLE position (listener TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL)"],
  });
  return {
    get: (listener) =>
      db.prepare("SELECT seq FROM position WHERE listener = ?").get<{ seq: number }>(listener)?.seq,
    set(listener, seq) {
      db.prepare(
        "INSERT INTO position VALUES (?, ?) ON CONFLICT (listener) DO UPDATE SET seq = excluded.seq",
      ).run(listener, seq);
    },
    close: () => db.close(),
  };
}
