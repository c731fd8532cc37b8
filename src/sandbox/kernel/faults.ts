import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "../../api/transport/transport.ts";
import { TransportError } from "../../kernel/errors.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import { invalid } from "./invalid.ts";

/** The ways in which a call can be made to fail. */
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

/** A fault to come: `429:7` waits 7 seconds in Retry-After, `slow:200` takes 200 ms longer. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  argument: number | undefined;
}

/** A fault that waits for calls. */
export type StoredFault = {
  id: number;
  fault: string;
  /** Part of the call's name or path; empty for every call. */
  route: string;
  /** Matching calls to let pass first. */
  skip: number;
  /** Matching calls still to fail. */
  times: number;
};

const slowMs = 5_000;

/** Reads `drop-after` or `429:7`. Throws InvalidInput for `field` otherwise. */
export function parseFault(text: string, field: string): Fault {
  const [name, argument, ...rest] = text.trim().split(":");
  const kind = faultKinds.find((one) => one === name);
  if (!kind || rest.length > 0 || (argument !== undefined && !/^\d{1,7}$/.test(argument))) {
    const values = [...faultKinds];
    throw invalid(field, "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  return { kind, argument: argument === undefined ? undefined : Number(argument) };
}

/** Makes the next matching calls fail, in every process that shares this sandbox. */
export function addFault(db: Database, { fault, route, skip, times }: Omit<StoredFault, "id">): void {
  db.prepare("INSERT INTO fault (fault, route, skip, times) VALUES (?, ?, ?, ?)").run(
    fault,
    route,
    skip,
    times,
  );
}

/** The faults that still wait, oldest first. */
export function listFaults(db: Database): StoredFault[] {
  return db.prepare("SELECT id, fault, route, skip, times FROM fault ORDER BY id").all<StoredFault>();
}

/** The stored fault that hits this call, counted down; undefined where it may pass. */
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

/** Answers in the platform's place, or lets `handle` run and spoils what comes of it. */
export async function failWith(
  fault: Fault,
  request: Request,
  handle: () => Promise<Response>,
): Promise<Response> {
  const { kind, argument } = fault;
  switch (kind) {
    case "429":
      return refusal(429, "TOO_MANY_REQUESTS", { "retry-after": String(argument ?? 1) });
    case "500":
      return refusal(500, "INTERNAL_SERVER_ERROR", {});
    case "503":
      return refusal(
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
      throw dropped();
    case "drop-after":
      await handle();
      throw dropped();
    case "slow":
      // Aborted while it waits: the caller's own reason is what it gets.
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

function refusal(status: number, code: string, headers: Record<string, string>): Response {
  const description = `a fault that was asked for (${status})`;
  const body = JSON.stringify({
    message: description,
    details: { applicationError: { code, description, data: {} } },
  });
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

const dropped = () => new TransportError("The connection was closed before an answer came.", "maybe");
