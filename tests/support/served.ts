import { join } from "node:path";
import { expect } from "vitest";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";
import type { World } from "./world.ts";

/** A sandbox that is served on 127.0.0.1, by this process or by another one. */
export interface ServedSandbox extends Omit<SandboxServer, "pid" | "close"> {
  /** The sandbox's database. */
  readonly file: string;
  /** The environment for commands that use it as the admin. */
  readonly env: Record<string, string>;
  /** Makes a control call, such as `POST faults`. Throws if it fails. */
  control(call: `${"GET" | "POST" | "DELETE"} ${string}`, body?: object): Promise<unknown>;
}

/** A sandbox that this process serves. */
export interface Served extends ServedSandbox {
  /** Stops it. Throws if the server failed. */
  close(): Promise<void>;
}

/** Serves the sandbox of a home: the one of its commands, or another one by name. */
export async function serve(world: Pick<World, "home">, name = "served"): Promise<Served> {
  const file = join(world.home, name, "sandbox.db");
  const failures: unknown[] = [];
  const server = await startSandboxServer({ file, port: 0, onError: (error) => failures.push(error) });
  return {
    ...servedAt({ ...server, file }),
    async close() {
      await server.close();
      if (failures.length > 0) throw new AggregateError(failures, "The sandbox failed.");
    },
  };
}

/** Returns the served sandbox with these addresses and keys. */
export function servedAt(facts: Omit<ServedSandbox, "control" | "env">): ServedSandbox {
  const { baseUrl, apiKey, siteId, controlToken } = facts;
  return {
    ...facts,
    env: { TILL_BASE_URL: baseUrl, TILL_API_KEY: apiKey, TILL_SITE_ID: siteId },
    async control(call, body) {
      const [method = "", path] = call.split(" ");
      const headers = { "content-type": "application/json", "x-till-control": controlToken };
      const answer = await fetch(`${baseUrl}/__till/${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}

/** Resolves when the last call that the fault holds has arrived. */
export async function isHolding(served: ServedSandbox): Promise<void> {
  const times = async () =>
    ((await served.control("GET faults")) as { faults: { times: number }[] }).faults[0]?.times;
  await expect.poll(times).toBe(-1);
}

/** Returns the number of orders by number of captures: `{ 1: 150 }`. */
export async function timesCaptured(served: ServedSandbox): Promise<Record<number, number>> {
  const { movements } = (await served.control("GET ledger?limit=100000")) as {
    movements: { kind: string; paymentId: string }[];
  };
  const byPayment = new Map<string, number>();
  for (const { kind, paymentId } of movements)
    byPayment.set(paymentId, (byPayment.get(paymentId) ?? 0) + (kind === "CAPTURED" ? 1 : 0));
  const times: Record<number, number> = {};
  for (const count of byPayment.values()) times[count] = (times[count] ?? 0) + 1;
  return times;
}
