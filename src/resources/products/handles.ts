import { join } from "node:path";
import type { JobPlace } from "../../bulk/engine/job.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { stagedDialect, stagedHandleOf } from "../../bulk/plan/stage.ts";
import { sameJson } from "../../kernel/json.ts";
import { type Database, openDatabase, transaction } from "../../kernel/sqlite.ts";
import type { MediaList } from "./step-kinds.ts";

/** The product that an earlier import created for a handle of a file. */
export interface KnownHandle {
  handle: string;
  /** The slug that the product was created with. */
  slug: string;
  id?: string;
  /** The media sources that were sent. The platform stores media under other names. */
  media?: readonly string[];
}

/** The products of file handles, per site and dialect, stored on disk so that a file can be imported again. */
export interface Handles {
  find(handles: readonly string[]): Map<string, KnownHandle>;
  /** Stores or completes handles in one transaction. */
  remember(known: readonly KnownHandle[]): void;
  /** Forgets which media sources were sent for handles, in one transaction. */
  forgetMedia(handles: readonly string[]): void;
  /** Does nothing if they are closed already. */
  close(): void;
}

/** No handles: for products that are known by id. */
export const noHandles: Handles = {
  find: () => new Map(),
  remember: () => {},
  forgetMedia: () => {},
  close: () => {},
};

const migrations = [
  `CREATE TABLE handle (
     site TEXT NOT NULL, dialect TEXT NOT NULL, handle TEXT NOT NULL, slug TEXT NOT NULL, id TEXT, media TEXT,
     PRIMARY KEY (site, dialect, handle)
   ) STRICT`,
];

/** Opens the handles of a shop and dialect, in the folder of the jobs. Many sandboxes have the same site ID. */
export function openHandles(state: string, shop: JobPlace, dialect: string): Handles {
  const site = shop.sandbox === undefined ? shop.site : `${shop.site} ${shop.sandbox}`;
  const file = join(state, "handles.sqlite");
  const db: Database = openDatabase(file, { synchronous: "FULL", migrations });
  let isOpen = true;
  const known = db.prepare(
    `SELECT handle, slug, id, media FROM handle
     WHERE site = ? AND dialect = ? AND handle IN (SELECT value FROM json_each(?))`,
  );
  const put = db.prepare(
    `INSERT INTO handle (site, dialect, handle, slug, id, media) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET slug = coalesce(nullif(excluded.slug, ''), slug), id = coalesce(excluded.id, id), media = coalesce(excluded.media, media)`,
  );
  const withoutMedia = db.prepare(
    "UPDATE handle SET media = NULL WHERE site = ? AND dialect = ? AND handle = ?",
  );
  return {
    find: (handles) =>
      new Map(
        known
          .all<Record<string, string | null>>(site, dialect, JSON.stringify(handles))
          .map((row) => [row.handle ?? "", toKnownHandle(row)]),
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
    forgetMedia: (handles) =>
      transaction(db, "immediate", () => {
        for (const handle of handles) withoutMedia.run(site, dialect, handle);
      }),
    close() {
      if (isOpen) db.close();
      isOpen = false;
    },
  };
}

function toKnownHandle({ handle, slug, id, media }: Record<string, string | null>): KnownHandle {
  return {
    handle: handle ?? "",
    slug: slug ?? "",
    id: id || undefined,
    media: media ? (JSON.parse(media) as string[]) : undefined,
  };
}

/**
 * Stores the slug of each new handle and the media sources of each handle before an import is sent, so that the file can
 * be imported again even if the run is killed.
 */
export function rememberHandles(journal: Journal, handles: Handles): void {
  let batch: KnownHandle[] = [];
  for (const step of journal.allSteps({ state: "planned" })) {
    const { kind, key, before, after, id } = step;
    const handle = stagedHandleOf(journal, step);
    if (handle === undefined) continue;
    if (kind === "product.create") {
      const { media } = after as { media?: string[] };
      batch.push({ handle, slug: key ?? "", media });
    }
    const media = mediaAfter({ kind, before, after });
    if (media) batch.push({ handle, slug: key ?? "", id: id || undefined, media });
    if (batch.length < 500) continue;
    handles.remember(batch);
    batch = [];
  }
  handles.remember(batch);
}

/** Returns the media sources that a step gives to its product; undefined if it leaves them alone. */
function mediaAfter({ kind, before, after }: Pick<Step, "kind" | "before" | "after">): string[] | undefined {
  if (kind === "media.add") return after as string[];
  if (kind !== "media.set") return undefined;
  const { media } = after as MediaList;
  return sameJson((before as MediaList | null)?.media, media) ? undefined : media;
}

/**
 * Stores the slug of each new handle of an import whose plan is saved: the products are found by it if the plan is applied on
 * another computer. Its media are not known to be sent.
 */
export function rememberPlanned(journal: Journal, handles: Handles): void {
  const slugsOnly = (known: readonly KnownHandle[]) =>
    handles.remember(known.flatMap(({ handle, slug }) => (slug === "" ? [] : { handle, slug })));
  rememberHandles(journal, { ...handles, remember: slugsOnly });
}

/**
 * Stores the handles of an import that is resumed or whose plan is applied, in case the first run was killed before it
 * stored them. Does nothing for other jobs.
 */
export function rememberImport(journal: Journal, state: string): void {
  withHandles(journal, state, (handles) => rememberHandles(journal, handles));
}

/** Forgets the media sources of an import that is undone, so that the file can be imported again. */
export function forgetImport(journal: Journal, state: string): void {
  withHandles(journal, state, (handles) => {
    let batch: string[] = [];
    for (const step of journal.allSteps()) {
      const handle = mediaAfter(step) ? stagedHandleOf(journal, step) : undefined;
      if (handle !== undefined) batch.push(handle);
      if (batch.length < 500) continue;
      handles.forgetMedia(batch);
      batch = [];
    }
    handles.forgetMedia(batch);
  });
}

function withHandles(journal: Journal, state: string, use: (handles: Handles) => void): void {
  const dialect = stagedDialect(journal);
  if (dialect === undefined) return;
  const handles = openHandles(state, journal.job, dialect);
  try {
    use(handles);
  } finally {
    handles.close();
  }
}
