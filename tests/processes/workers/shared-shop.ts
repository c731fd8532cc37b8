import { join } from "node:path";
import { type SandboxServer, startSandboxServer } from "../../../src/sandbox/server/server.ts";
import { type CommandOptions, type CommandResult, createWorld, type World } from "../../support/world.ts";
import type { Cluster } from "../postgres.ts";

/** A line of a worker's log. */
export type LogLine = Record<string, unknown> & { event: string; worker: string; time: string };

/** A worker in this process. */
export interface RunningWorker {
  readonly log: LogLine[];
  /** Resolves with the first line of the log that fits. */
  until(fits: (line: LogLine) => boolean): Promise<LogLine>;
  stop(): Promise<CommandResult>;
}

/** A computer with a home of its own, and the shared journal. */
export interface Computer extends World {
  worker(options?: {
    flags?: string;
    onRequest?: CommandOptions["onRequest"];
    env?: Record<string, string>;
  }): RunningWorker;
}

/** A shop behind a server, and computers that share a journal. */
export interface SharedShop {
  readonly url: string;
  readonly server: SandboxServer;
  /** Adds a computer; `profile: false`: it has no profile of the shop. */
  computer(options?: { profile?: boolean }): Promise<Computer>;
  /**
   * Returns the paths of the changes that a site of the shop has executed. A request whose connection was closed before it arrived
   * is sent again, so what was sent may be more.
   */
  executed(site?: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves a shop with some products, or as many copies of it as `sites` says, and creates a database for the journal. */
export async function openSharedShop(cluster: Cluster, products = 30, sites?: number): Promise<SharedShop> {
  const url = await cluster.create();
  const shop = createWorld();
  await shop.till(`sandbox seed ${products}`);
  const server = await startSandboxServer({
    file: join(shop.home, "till", "data", "sandbox.db"),
    port: 0,
    sites,
    onError: () => {},
  });
  const computers: World[] = [];
  return {
    url,
    server,
    async computer({ profile = true } = {}) {
      const world = createWorld();
      computers.push(world);
      const till: World["till"] = (line, typed = {}) =>
        world.till(line, { ...typed, env: { TILL_JOURNAL: url, ...typed.env } });
      if (profile) {
        await till(`profiles create shop --platform ${server.baseUrl} --site ${server.siteId} --use`);
        await till("login --api-key --key-file -", { stdin: `${server.apiKey}\n` });
      }
      return { ...world, till, worker: (options) => startWorker(till, options) };
    },
    async executed(site = "") {
      const response = await fetch(`${server.baseUrl}/__till/log?limit=1000`, {
        headers: { "x-till-control": server.controlToken, ...(site && { "x-sandbox-branch": site }) },
      });
      const { requests } = (await response.json()) as {
        requests: { method: string; path: string; status: number }[];
      };
      return requests
        .filter(({ method, status }) => method === "PATCH" && status === 200)
        .map(({ path }) => path);
    },
    async close() {
      await server.close();
      for (const world of [shop, ...computers]) world.close();
    },
  };
}

function startWorker(
  till: World["till"],
  { flags = "", onRequest, env }: Parameters<Computer["worker"]>[0] = {},
): RunningWorker {
  const stopping = new AbortController();
  const log: LogLine[] = [];
  const waiting = new Set<() => void>();
  const ended = till(`worker ${flags}`, {
    signal: stopping.signal,
    onOutput(text) {
      for (const line of text.split("\n")) if (line.startsWith("{")) log.push(JSON.parse(line) as LogLine);
      for (const look of waiting) look();
    },
    ...(onRequest && { onRequest }),
    ...(env && { env }),
  });
  return {
    log,
    async until(fits) {
      const { promise, resolve, reject } = Promise.withResolvers<LogLine>();
      const look = () => {
        const found = log.find(fits);
        if (found) resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(({ stderr, code }) => reject(new Error(`The worker ended with ${code}: ${stderr}`)));
      return await promise.finally(() => waiting.delete(look));
    },
    async stop() {
      stopping.abort("SIGTERM");
      return await ended;
    },
  };
}
