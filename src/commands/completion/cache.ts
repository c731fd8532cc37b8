import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context/context.ts";
import { minute } from "../../kernel/durations.ts";
import type { Candidate } from "./candidate.ts";

/** How long values stay fresh, in milliseconds. */
const maxAge = minute;
/** How long to wait for a background refresh before starting another one, in milliseconds. */
const refreshTimeout = 10_000;
/** How many prefixes are cached. */
const maxEntries = 20;

interface Entry {
  /** The prefix of the values. */
  word: string;
  /** Whether these are all values with the prefix, so that they also answer longer prefixes. */
  complete: boolean;
  /** Milliseconds since the epoch. */
  updatedAt: number;
  refreshStartedAt: number;
  values: Candidate[];
}

/** The cached values of one kind and profile. */
export interface ValueCache {
  /** Returns the cached values, whether they are `fresh` and whether a background refresh is running. */
  get(word: string): { values: Candidate[]; fresh: boolean; refreshing: boolean };
  /** Records that a background refresh was started. */
  markRefreshing(word: string): void;
  set(word: string, values: Candidate[], complete: boolean): void;
}

/** Opens the cache of a kind. It is empty after a change of profile or settings. */
export function valueCache({ paths, globals, environment, now }: Context, kind: string): ValueCache {
  const file = join(paths.cache, "completion", `${kind}.json`);
  const { TILL_PROFILE, TILL_BASE_URL, TILL_SITE_ID, TILL_CLIENT_ID } = environment.variables;
  const settings = statSync(paths.settingsFile, { throwIfNoEntry: false })?.mtimeMs;
  const key = JSON.stringify([
    globals.profile,
    globals.as,
    TILL_PROFILE,
    TILL_BASE_URL,
    TILL_SITE_ID,
    TILL_CLIENT_ID,
    settings,
  ]);
  const time = now().getTime();
  const entries = (): Entry[] => {
    try {
      const stored = JSON.parse(readFileSync(file, "utf8")) as { key: string; entries: Entry[] };
      return stored.key === key ? stored.entries : [];
    } catch {
      // A missing or damaged cache counts as empty.
      return [];
    }
  };
  const write = (entry: Entry) => {
    const others = entries().filter(
      ({ word, updatedAt, refreshStartedAt }) =>
        word !== entry.word && time - Math.max(updatedAt, refreshStartedAt) < maxAge,
    );
    mkdirSync(join(paths.cache, "completion"), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify({ key, entries: [entry, ...others].slice(0, maxEntries) }), {
      mode: 0o600,
    });
    renameSync(part, file);
  };
  const find = (word: string) => entries().find((entry) => entry.word === word);
  return {
    get(word) {
      const found =
        entries().find((one) => time - one.updatedAt < maxAge && one.complete && word.startsWith(one.word)) ??
        find(word);
      const { values = [], updatedAt = 0, refreshStartedAt = 0 } = found ?? {};
      return {
        values,
        fresh: time - updatedAt < maxAge,
        refreshing: time - refreshStartedAt < refreshTimeout,
      };
    },
    markRefreshing: (word) =>
      write({
        ...(find(word) ?? { word, complete: false, updatedAt: 0, values: [] }),
        refreshStartedAt: time,
      }),
    set: (word, values, complete) => write({ word, complete, updatedAt: time, refreshStartedAt: 0, values }),
  };
}
