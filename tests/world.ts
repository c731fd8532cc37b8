import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "../src/config/environment.ts";
import type { Host } from "../src/context.ts";
import { main } from "../src/main.ts";
import { memoryStreams } from "../src/output/streams.ts";

export interface Said {
  stdout: string;
  stderr: string;
  code: number;
}

/** A separate world in a folder of its own: commands run in this process against its sandbox. */
export interface World {
  readonly home: string;
  /** A path inside the world's folder. */
  path(name: string): string;
  /** Runs `till` with these words, or with a command line split as a shell would (quotes, no expansion). */
  till(line: string | readonly string[], options?: { stdin?: string; env?: Record<string, string> }): Promise<Said>;
  close(): void;
}

/** Creates an empty world; `close` removes its folder. */
export function createWorld(): World {
  const home = mkdtempSync(join(tmpdir(), "till-world-"));
  return {
    home,
    path: (name) => join(home, name),
    async till(line, { stdin = "", env = {} } = {}) {
      const streams = memoryStreams({ stdin });
      const host: Host = {
        streams,
        environment: readEnvironment({ TILL_HOME: join(home, "till"), ...env }, "linux"),
        platform: "linux",
        signal: new AbortController().signal,
        stop: () => {},
        now: () => new Date(),
        cwd: home,
      };
      const code = await main(typeof line === "string" ? words(line) : line, host);
      return { stdout: streams.text.stdout, stderr: streams.text.stderr, code };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Splits a command line into words: single and double quotes, backslash inside double quotes. */
export function words(line: string): string[] {
  const found: string[] = [];
  let word: string | undefined;
  for (const [token, single, double] of line.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\s+|[^\s'"]+/g)) {
    if (/^\s/.test(token)) {
      if (word !== undefined) found.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + (single ?? double?.replace(/\\(.)/g, "$1") ?? token);
    }
  }
  if (word !== undefined) found.push(word);
  return found;
}
