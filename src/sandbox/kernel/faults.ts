import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "../../api/transport/transport.ts";
import { TransportError } from "../../kernel/errors.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import { invalid } from "./invalid.ts";

/** The kinds of faults that can be injected into calls. */
export const faultKinds = [
  "429",
  "500",
  "503",
  "drop-before",
  "drop-after",
  "slow",
  "truncate",
  "redirect",
] as const;

/** A fault to inject: `429:7` sends Retry-After 7 seconds, `slow:200` delays the response by 200 ms. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  argument: number | undefined;
}

/** A stored fault that waits for matching calls. */
export type StoredFault = {
  id: number;
  fault: string;
  /** Substring of the call's name or path; empty matches every call. */
  route: string;
  /** Number of matching calls to let pass first. */
  skip: number;
  /** Number of matching calls left to fail. */
  times: number;
};

const slowMs = 5_000;

/** Parses a fault such as `drop-after` or `429:7`. Throws InvalidInput for `field` if invalid. */
export function parseFault(text: string, field: string): Fault {
  const [name, argument, ...rest] = text.trim().split(":");
  const kind = faultKinds.find((one) => one === name);
  if (!kind || rest.length > 0 || (argument !== undefined && !/^\d{1,7}$/.test(argument))) {
    const values = [...faultKinds];
    throw invalid(field, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  return { kind, argument: argument === undefined ? undefined : Number(argument) };
}

/** Adds a fault for the next matching calls, in every process that shares this sandbox. */
export function addFault(db: Database, { fault, route, skip, times }: Omit<StoredFault, "id">): void {
  db.prepare("INSERT INTO fault (fault, route, skip, times) VALUES (?, ?, ?, ?)").run(
    fault,
    route,
    skip,
    times,
  );
}

/** Returns the pending faults, oldest first. */
export function listFaults(db: Database): StoredFault[] {
  return db.prepare("SELECT id, fault, route, skip, times FROM fault ORDER BY id").all<StoredFault>();
}

/** Counts down and returns the fault for a call, or undefined if the call passes. */
export function takeFault(db: Database, name: string, path: string): Fault | undefined {
  const matching = () => listFaults(db).filter(({ route }) => name.includes(route) || path.includes(route));
  if (matching().length === 0) return undefined;
  return transaction(db, "immediate", () => {
    const [first] = matching();
    if (!first) return undefined;
    const { id, skip, times } = first;
    if (skip > 0) db.prepare("UPDATE fault SET skip = skip - 1 WHERE id = ?").run(id);
    else if (times > 1) db.prepare("UPDATE fault SET times = times - 1 WHERE id = ?").run(id);
    else db.prepare("DELETE FROM fault WHERE id = ?").run(id);
    return skip > 0 ? undefined : parseFault(first.fault, "fault");
  });
}

/** Responds with the fault instead of `handle`, or distorts the response of `handle`. */
export async function failWith(
  fault: Fault,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { kind, argument } = fault;
  switch (kind) {
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
      // If the caller aborts meanwhile, it gets its own abort reason.
      await sleep(argument ?? slowMs, undefined, { signal: request.signal }).catch((error) => {
        throw request.signal?.reason ?? error;
      });
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
