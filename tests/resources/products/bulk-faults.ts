import { expect } from "vitest";
import { productsV3 } from "../../../src/api/services/products.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { Journal } from "../../../src/bulk/journal/journal.ts";
import { openJournal } from "../../../src/bulk/journal/journals.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { TransportError } from "../../../src/kernel/errors.ts";
import { collect, diskImage } from "../../bulk/shop.ts";
import type { Site } from "./bulk-jobs.ts";

/** A generator of repeatable random numbers from 0 up to a limit. */
export type Random = (limit: number) => number;

/** Returns a random generator (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  };
}

class Killed extends Error {}

/** What goes wrong between a job and the platform. */
export interface Trouble {
  random: Random;
  /** How many processes are killed before the last one. */
  kills: number;
  /** One of so many requests is lost, rejected with a 429 or fails with a 5xx; 0: none. */
  faultEvery: number;
  /** One of so many writes comes after a change of the same products by someone else; 0: none. */
  writerEvery: number;
}

const response = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ message: "", details: { applicationError: { code: "FAULT", description: "" } } }),
});

function troubled(send: Transport, site: Site, { random, faultEvery, writerEvery }: Trouble): Transport {
  return async (request) => {
    const isWrite = request.name?.startsWith("productsV3.bulk") ?? false;
    if (isWrite && writerEvery > 0 && random(writerEvery) === 0) await meddle(site, random);
    if (faultEvery === 0 || random(faultEvery) > 0) return await send(request);
    switch (random(5)) {
      case 0:
        throw new TransportError("lost before it arrived", "maybe");
      case 1:
        await send(request);
        throw new TransportError("lost after it arrived", "maybe");
      case 2:
        return response(503);
      case 3:
        await send(request);
        return response(502);
      default:
        return response(429, { "retry-after": "0" });
    }
  };
}

/** Changes a field that the job does not plan, on a few products. */
async function meddle(site: Site, random: Random): Promise<void> {
  const call = site.call(site.sandbox.send);
  const { products = [] } = await call(productsV3.query, { query: { cursorPaging: { limit: 100 } } });
  const chosen = (products ?? []).filter(() => random(20) === 0).slice(0, 5);
  for (const { id, revision } of chosen)
    await call(productsV3.update, { product: { id, revision, plainDescription: `<p>${random(1e6)}</p>` } });
}

/** Returns a transport whose process is killed at its nth request: before it is sent, or before its response. */
function mortal(
  send: Transport,
  kill: { call: number; answered: boolean } | undefined,
  die: () => void,
): Transport {
  let calls = 0;
  let dead = false;
  return async (request) => {
    if (dead) throw new Killed();
    if (++calls !== kill?.call) {
      const answer = await send(request);
      if (dead) throw new Killed();
      return answer;
    }
    if (kill.answered) await send(request);
    dead = true;
    die();
    throw new Killed();
  };
}

/** Runs a job (or its undo) until nothing is left, in processes that are killed and among faults. */
export async function runThroughTrouble(
  go: typeof apply | typeof undo,
  site: Site,
  start: Journal,
  trouble: Trouble,
): Promise<Journal> {
  let journal = start;
  for (let life = 0; life < trouble.kills + 40; life++) {
    const kill =
      life < trouble.kills ? { call: 1 + trouble.random(8), answered: trouble.random(2) === 0 } : undefined;
    let image: string | undefined;
    const catalog = await site.open((send) =>
      mortal(troubled(send, site, trouble), kill, () => {
        image = diskImage(journal);
      }),
    );
    // The sandbox's reads never trail its writes.
    const work = { ...(await catalog.work()), rereads: [] };
    const options = {
      concurrency: 1 + trouble.random(4),
      ...(go === apply && { retryFailed: life > trouble.kills }),
    };
    const ended = await collect(go(journal, work, options)).catch((error: unknown) => {
      if (image === undefined) throw error;
    });
    if (image !== undefined) {
      journal.close();
      journal = openJournal(image, start.id);
      continue;
    }
    const { planned = 0, sent = 0, failed = 0, done = 0 } = ended?.finished.counts ?? {};
    const left = go === undo ? done + sent : planned + sent + failed;
    if (left === 0) return journal;
  }
  expect(journal.counts()).toMatchObject({ sent: 0, failed: 0 });
  throw new Error("the job did not end");
}
