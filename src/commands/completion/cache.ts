import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "../../context/context.ts";
import type { Candidate } from "./spot.ts";

/** How long values stay as good as new, in milliseconds. */
const freshFor = 60_000;
/** How long a renewal in the background may take before another one is begun. */
const patience = 10_000;
/** How many beginnings of words are kept. */
const kept = 20;

interface Entry {
  /** What the values begin with. */
  word: string;
  /** These are all of them, so that longer words can be answered too. */
  complete: boolean;
  at: number;
  asked: number;
  values: Candidate[];
}

/** Values of one kind for one profile, in a file of the cache folder. */
export interface ValueCache {
  /** What is known; `fresh` says whether it is new enough, `asked` whether a renewal is under way. */
  look(word: string): { values: Candidate[]; fresh: boolean; asked: boolean };
  /** Notes that a renewal was begun. */
  ask(word: string): void;
  keep(word: string, values: Candidate[], complete: boolean): void;
}

/** Opens the cache of a kind. Another profile, or a change of the settings, begins with an empty one. */
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
      // Not there, or not whole: it is only a cache.
      return [];
    }
  };
  const put = (entry: Entry) => {
    const others = entries().filter(
      ({ word, at, asked }) => word !== entry.word && time - Math.max(at, asked) < freshFor,
    );
    mkdirSync(join(paths.cache, "completion"), { recursive: true, mode: 0o700 });
    const part = `${file}.${process.pid}`;
    writeFileSync(part, JSON.stringify({ key, entries: [entry, ...others].slice(0, kept) }), { mode: 0o600 });
    renameSync(part, file);
  };
  const find = (word: string) => entries().find((entry) => entry.word === word);
  return {
    look(word) {
      const found =
        entries().find((one) => time - one.at < freshFor && one.complete && word.startsWith(one.word)) ??
        find(word);
      const { values = [], at = 0, asked = 0 } = found ?? {};
      return { values, fresh: time - at < freshFor, asked: time - asked < patience };
    },
    ask: (word) => put({ ...(find(word) ?? { word, complete: false, at: 0, values: [] }), asked: time }),
    keep: (word, values, complete) => put({ word, complete, at: time, asked: 0, values }),
  };
}
