import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SandboxServer, startSandboxServer } from "../../src/sandbox/server/server.ts";

/** A sandbox that is served on 127.0.0.1, by this process or by another one. */
export interface ServedSandbox extends Omit<SandboxServer, "pid" | "close"> {
  /** The sandbox's database. */
  readonly file: string;
  /** The environment for commands that use it as the admin. */
  readonly env: Record<string, string>;
  /** Makes a control call, such as `POST faults`. Throws if it fails. */
  control(call: `${"GET" | "POST" | "DELETE"} ${string}`, body?: object): Promise<unknown>;
}

/** Returns the served sandbox with these addresses and keys. */
export function servedAt(facts: Omit<ServedSandbox, "control" | "env">): ServedSandbox {
  return {
    ...facts,
    env: { TILL_BASE_URL: facts.baseUrl, TILL_API_KEY: facts.apiKey, TILL_SITE_ID: facts.siteId },
    async control(call, body) {
      const [method = "", path] = call.split(" ");
      const headers = { "content-type": "application/json", "x-till-control": facts.controlToken };
      const answer = await fetch(`${facts.baseUrl}/__till/${path}`, {
        method,
        headers,
        body: body ? JSON.stringify(body) : null,
      });
      if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
      return await answer.json();
    },
  };
}

/** Serves a new sandbox from this process. `seed` is the body of the control call that fills it. `close` removes it. */
export async function serveSandbox(seed?: object): Promise<ServedSandbox & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "till-served-"));
  const file = join(folder, "sandbox.db");
  const onError = (error: unknown) => {
    throw error;
  };
  const { close, ...facts } = await startSandboxServer({ file, port: 0, onError });
  const served = servedAt({ ...facts, file });
  if (seed !== undefined) await served.control("POST seed", seed);
  return {
    ...served,
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}
