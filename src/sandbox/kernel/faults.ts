import { setTimeout as sleep } from "node:timers/promises";
import { faultKinds } from "../../api/services/sandbox/fault-kinds.ts";
import type { Request, Response } from "../../api/transport/transport.ts";
import { TransportError } from "../../kernel/errors.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import { invalid } from "./tx.ts";

/** A fault to inject: `429:7` sends Retry-After 7 seconds. */
export interface Fault {
  /** The stored fault that it was taken from; absent if it came with the request. */
  id?: number;
  kind: (typeof faultKinds)[number];
  argument: number | undefined;
  /** The delay of `slow` in ms: `slow:200`, `slow:50-400` (evenly between), `slow:p50=80,p95=400` (log-normal). */
  delay(random: () => number): number;
}

/** A fault that waits for matching calls. */
export type PendingFault = {
  id: number;
  fault: string;
  /** Substring of the call's name or path; empty matches every call. */
  route: string;
  /** Number of matching calls to let pass first. */
  skip: number;
  /** Number of calls left to fail; 0 if it matches calls until it is cleared, -1 if it only holds the calls it has matched. */
  times: number;
  /** The share of matching calls that fail, up to 1. */
  probability: number;
};

type StoredFault = PendingFault & {
  /** The state of the random numbers. */
  random: number;
};

const slowMs = 5_000;

/** Parses a fault such as `drop-after`, `429:7` or `slow:50-400`. Throws InvalidInput for `field` if invalid. */
export function parseFault(text: string, field: string): Fault {
  const [name = "", argument, ...rest] = text.trim().split(":");
  const kind = faultKinds.find((faultKind) => faultKind === name);
  const delay = kind === "slow" ? parseDelay(argument ?? String(slowMs)) : () => 0;
  const isNumber = argument === undefined || kind === "slow" || /^\d{1,7}$/.test(argument);
  if (!kind || !delay || rest.length > 0 || !isNumber) {
    const values = [...faultKinds];
    throw invalid(field, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  return { kind, argument: argument === undefined ? undefined : Number(argument), delay };
}

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.645;

function parseDelay(text: string): Fault["delay"] | undefined {
  const [, from, to] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  if (from !== undefined) {
    const [low, high] = [Number(from), Number(to ?? from)];
    return (random) => low + random() * (high - low);
  }
  const [, p50, p95] = /^p50=(\d{1,7}),p95=(\d{1,7})$/.exec(text) ?? [];
  const [median, high] = [Number(p50), Number(p95)];
  if (p50 === undefined || median === 0 || high < median) return undefined;
  const sigma = Math.log(high / median) / z95;
  return (random) => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return median * Math.exp(sigma * normal);
  };
}

/** Adds a fault for the next matching calls, in every process that shares this sandbox. `seed` makes chances repeatable. */
export function addFault(db: Database, fault: Omit<PendingFault, "id">, seed: number): void {
  db.prepare(
    "INSERT INTO fault (fault, route, skip, times, probability, random) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(fault.fault, fault.route, fault.skip, fault.times, fault.probability, seed | 0);
}

/** Returns the pending faults, oldest first. */
export function listFaults(db: Database): PendingFault[] {
  return storedFaults(db).map(({ random, ...fault }) => fault);
}

function storedFaults(db: Database): StoredFault[] {
  const columns = "id, fault, route, skip, times, probability, random";
  return db.prepare(`SELECT ${columns} FROM fault ORDER BY id`).all<StoredFault>();
}

/** Counts down and returns the first fault that a call does not pass, if any. */
export function takeFault(db: Database, name: string, path: string): Fault | undefined {
  const matching = () =>
    storedFaults(db).filter(
      ({ times, route }) => times >= 0 && (name.includes(route) || path.includes(route)),
    );
  if (matching().length === 0) return undefined;
  return transaction(db, "immediate", () => {
    for (const stored of matching()) {
      const fault = takeStored(db, stored);
      if (fault) return fault;
    }
    return undefined;
  });
}

/** Counts down a fault that matches a call. Returns undefined if the call passes. */
function takeStored(
  db: Database,
  { id, fault: text, skip, times, probability, random: start }: StoredFault,
): Fault | undefined {
  if (skip > 0) {
    db.prepare("UPDATE fault SET skip = skip - 1 WHERE id = ?").run(id);
    return undefined;
  }
  let state = start;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state);
  };
  const fails = probability >= 1 || random() < probability;
  const fault = parseFault(text, "fault");
  const delay = fault.delay(random);
  const isLast = fails && times === 1;
  const left = isLast ? holding : fails && times > 0 ? times - 1 : times;
  db.prepare("UPDATE fault SET random = ?, times = ? WHERE id = ?").run(state, left, id);
  if (isLast && fault.kind !== "hold") db.prepare("DELETE FROM fault WHERE id = ?").run(id);
  return fails ? { ...fault, id, delay: () => delay } : undefined;
}

/** The `times` of a fault that matches no more calls, but holds those that it has matched. */
const holding = -1;

/** How often a held call looks whether its fault is cleared, in milliseconds: another process may do that. */
const lookMs = 10;

/** Waits until a stored fault is cleared. Rejects with the reason of the signal. */
async function untilCleared(db: Database, id: number, signal: AbortSignal | undefined): Promise<void> {
  // A snapshot that is restored meanwhile is another database.
  const isStored = () => db.prepare("SELECT 1 FROM fault WHERE id = ?").get(id) !== undefined;
  while (isStored()) await pause(lookMs, signal);
}

/** Waits. If the caller aborts meanwhile, it gets its own abort reason. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error) => {
    throw signal?.reason ?? error;
  });
}

/** Returns the number between 0 and 1 of a state, as in the generator mulberry32. */
function mixed(state: number): number {
  let bits = Math.imul(state ^ (state >>> 15), state | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
}

/** Responds with the fault instead of `handle`, or delays or distorts the response of `handle`. */
export async function failWith(
  db: Database,
  fault: Fault,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { id, kind, argument, delay } = fault;
  switch (kind) {
    case "403":
      return {
        status: 403,
        headers: { "content-type": "application/json" },
        body: '{"message":"","details":{}}',
      };
    case "429":
      return errorResponse(429, "TOO_MANY_REQUESTS", { "retry-after": String(argument ?? 1) });
    case "500":
      return errorResponse(500, "INTERNAL_SERVER_ERROR", {});
    case "503":
      return errorResponse(
        503,
        "SERVICE_UNAVAILABLE",
        argument === undefined ? {} : { "retry-after": String(argument) },
      );
    case "504":
      return errorResponse(504, "GATEWAY_TIMEOUT", {});
    case "redirect": {
      const { pathname, search } = new URL(request.url);
      return {
        status: 307,
        headers: { location: `https://elsewhere.invalid${pathname}${search}` },
        body: "",
      };
    }
    case "drop-before":
      throw connectionClosed();
    case "drop-after":
      await handle();
      throw connectionClosed();
    case "slow":
      await pause(delay(Math.random), request.signal);
      return handle();
    case "hold":
      if (id === undefined)
        throw invalid(
          "x-sandbox-fault",
          "INVALID_ENUM_VALUE",
          "cannot be hold: set it with POST /__till/faults",
        );
      await untilCleared(db, id, request.signal);
      return handle();
    case "truncate": {
      const { status, headers, body } = await handle();
      const length = String(Buffer.byteLength(body));
      return {
        status,
        headers: { ...headers, "content-length": length },
        body: body.slice(0, body.length / 2),
      };
    }
  }
}

function errorResponse(status: number, code: string, headers: Record<string, string>): Response {
  const description = `Injected fault (${status})`;
  const body = JSON.stringify({
    message: description,
    details: { applicationError: { code, description, data: {} } },
  });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const connectionClosed = () =>
  new TransportError("The connection was closed before a response arrived.", "maybe");
