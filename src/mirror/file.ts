import { join } from "node:path";
import type { Paths } from "../config/paths.ts";
import { schema } from "./tables.ts";

/** The facts of a mirror as a whole. */
export interface MirrorFacts {
  /** The id of the shop. */
  site: string;
  catalog: "v1" | "v3";
  timeZone: string;
  /** What is left out or added: `without customers`, `masked`, `with costs`. */
  options: readonly string[];
}

/** A profile and the site that its commands use. */
export interface MirrorPlace {
  paths: Pick<Paths, "cache">;
  profile: { name: string; siteId?: string | undefined };
}

/** Returns the file of the mirror of a profile and its site. */
export function mirrorFile({ paths, profile }: MirrorPlace): string {
  const name = [profile.name, profile.siteId].filter(Boolean).join("@");
  return join(paths.cache, "mirrors", `${encodeURIComponent(name)}.db`);
}

/** How far a list is read, and what the mirror knows of it. */
export interface ListState {
  /** Reading the whole list: where to continue, and the number of the reading. */
  whole?: WholeReading | undefined;
  /** All changes up to this time of the platform are stored. */
  seen?: string | undefined;
  /** When the list was last compared with the platform, on the clock of this computer. */
  syncedAt?: string | undefined;
  /** The numbers of products in collections, by id, that the stored products were compared with. */
  counts?: Readonly<Record<string, number>>;
  /** Whether its number of rows was compared with the platform's, so that it is exact. */
  proved?: boolean | undefined;
}

/** A reading of a whole list, which can be continued. */
export interface WholeReading {
  /** Its number: the rows that it has not found are removed at its end. */
  run: number;
  /** Where to continue. */
  next?: unknown;
  /** The number of rows read so far. */
  seen: number;
  /** The time of the last change in the list when the reading began. */
  newest: string;
  /** The number of rows in the list when the reading began, if reading can miss rows because others are removed. */
  before?: number | undefined;
  /** The rows that were created since then. */
  created: number;
}

/** The tables that a mirror needs besides those that are documented. */
const internal = `
  CREATE TABLE _fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE _list (name TEXT PRIMARY KEY, state TEXT NOT NULL) STRICT;
  CREATE TABLE _row (
    rowid INTEGER PRIMARY KEY, list TEXT NOT NULL, id TEXT NOT NULL, owner TEXT, updated TEXT, run INTEGER NOT NULL,
    UNIQUE (list, id)
  ) STRICT;
  CREATE VIRTUAL TABLE _search USING fts5(
    kind UNINDEXED, reference UNINDEXED, title, body, tokenize = "unicode61 remove_diacritics 2"
  );
  CREATE INDEX _row_updated ON _row (list, updated);
  CREATE INDEX _row_run ON _row (run);
  CREATE INDEX _row_owner ON _row (list, owner) WHERE owner IS NOT NULL;
  CREATE TABLE _part (list TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (list, owner, id))
    STRICT;
  CREATE INDEX _part_owner ON _part (owner);`;

/** Returns the statements that make a mirror. Mirrors that were made by others are made again, not migrated. */
export const wholeSchema = (): string => `${internal}\n${schema()}`;

/** Returns the facts from the rows of their table. */
export function factsIn(
  rows: readonly { name: string; value: string }[],
): (MirrorFacts & { schema?: string }) | undefined {
  if (rows.length === 0) return undefined;
  return Object.fromEntries(
    rows.map(({ name, value }) => [name, JSON.parse(value)]),
  ) as unknown as MirrorFacts;
}
