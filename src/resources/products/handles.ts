import { join } from "node:path";
import type { Journal } from "../../bulk/journal/journal.ts";
import { stagedDialect, stagedHandleOf } from "../../bulk/plan/stage.ts";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";

/** What an import knows of a file's handle from imports before. */
export interface KnownHandle {
  handle: string;
  /** The slug that the product was created with. */
  slug: string;
  id?: string;
  /** The media sources that were sent; the platform keeps them under names of its own. */
  media?: readonly string[];
}

/** File handles and the products they stand for, per site and dialect. Kept on disk, so that a file can be imported again. */
export interface Handles {
  find(handles: readonly string[]): Map<string, KnownHandle>;
  /** Keeps (and completes) what is known, in one transaction. */
  remember(known: readonly KnownHandle[]): void;
  close(): void;
}

const migrations = [
  `CREATE TABLE handle (
     site TEXT NOT NULL, dialect TEXT NOT NULL, handle TEXT NOT NULL, slug TEXT NOT NULL, id TEXT, media TEXT,
     PRIMARY KEY (site, dialect, handle)
   ) STRICT`,
];

/** Opens the handles of one site and dialect in the folder where jobs are kept, too. */
export function openHandles(state: string, site: string, dialect: string): Handles {
  const file = join(state, "handles.sqlite");
  const db: Database = openDatabase(file, { synchronous: "FULL", migrations });
  const one = db.prepare(
    "SELECT handle, slug, id, media FROM handle WHERE site = ? AND dialect = ? AND handle = ?",
  );
  const put = db.prepare(
    `INSERT INTO handle (site, dialect, handle, slug, id, media) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET slug = coalesce(nullif(excluded.slug, ''), slug), id = coalesce(excluded.id, id), media = coalesce(excluded.media, media)`,
  );
  return {
    find: (handles) =>
      new Map(
        handles.flatMap((handle) => {
          const row = one.get<Record<string, string | null>>(site, dialect, handle);
          return row ? [[handle, knownOf(row)]] : [];
        }),
      ),
    remember: (known) =>
      transaction(db, "immediate", () => {
        for (const { handle, slug, id, media } of known) {
          put.run(
            site,
            dialect,
            handle,
            slug,
            id ?? null,
            media === undefined ? null : JSON.stringify(media),
          );
        }
      }),
    close: () => db.close(),
  };
}

function knownOf({ handle, slug, id, media }: Record<string, string | null>): KnownHandle {
  return {
    handle: handle ?? "",
    slug: slug ?? "",
    ...(id && { id }),
    ...(media && { media: JSON.parse(media) as string[] }),
  };
}

/**
 * Keeps, before an import is sent, which slug each new handle gets and which media sources each one had: with that a
 * file can be imported again even where the run was killed.
 */
export function rememberHandles(journal: Journal, handles: Handles): void {
  let waiting: KnownHandle[] = [];
  for (const step of journal.allSteps({ state: "planned" })) {
    const { kind, key, after, id } = step;
    const handle = stagedHandleOf(journal, step);
    if (handle === undefined) continue;
    if (kind === "product.create") waiting.push({ handle, slug: key ?? "" });
    if (kind === "media.add")
      waiting.push({ handle, slug: key ?? "", ...(id && { id }), media: after as string[] });
    if (waiting.length < 500) continue;
    handles.remember(waiting);
    waiting = [];
  }
  handles.remember(waiting);
}

/**
 * The same for an import that is resumed (it may have been killed before it got so far), or whose plan is applied.
 * Other jobs have no file.
 */
export function rememberImport(journal: Journal, state: string): void {
  const dialect = stagedDialect(journal);
  if (dialect === undefined) return;
  const handles = openHandles(state, journal.job.site, dialect);
  try {
    rememberHandles(journal, handles);
  } finally {
    handles.close();
  }
}
