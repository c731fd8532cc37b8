import { existsSync, rmSync } from "node:fs";
import type { CatalogVersion } from "../kernel/catalog-version.ts";
import { randomGuid } from "../kernel/ids.ts";
import { openStore } from "../kernel/store.ts";
import { seedCopied } from "../seed/copied.ts";
import { countDocuments, operator } from "./control.ts";

/** The settings that a sandbox keeps when its shop is replaced: programs connect with them. */
const identity = ["siteId", "clientId", "apiKey"] as const;

/** A shop that is being copied into a sandbox. Until it is complete, the sandbox stays as it is. */
export interface ShopCopy {
  /** Stores objects of a kind. Returns how many the sandbox does not emulate, which are left out. */
  add(kind: string, objects: readonly object[]): number;
  /** Replaces the sandbox with the copy. Returns the number of its documents per table. */
  finish(): Promise<Record<string, number>>;
  /** Deletes what was copied. Does nothing after `finish`. */
  discard(): void;
}

/** Begins a copy into the sandbox of a file, which may not exist yet. The leftover of a copy that was killed is deleted. */
export function beginCopy(
  file: string,
  { catalog, currency }: { catalog: "v1" | "v3"; currency: string | undefined },
): ShopCopy {
  const staging = `${file}.copy`;
  deleteDatabase(staging);
  const store = openStore(staging);
  const version: CatalogVersion = catalog === "v3" ? "V3_CATALOG" : "V1_CATALOG";
  store.write(operator, (tx) => {
    tx.setSetting("catalogVersion", version);
    // New ids must not be those of the shop, which may be a sandbox with the default seed.
    tx.setSetting("seed", randomGuid());
    if (currency !== undefined) tx.setSetting("currency", currency);
  });
  let open = true;
  const discard = () => {
    if (open) store.close();
    open = false;
    deleteDatabase(staging);
  };
  return {
    add: (kind, objects) => store.write(operator, (tx) => seedCopied(tx, kind, objects)),
    async finish() {
      const target = openStore(file);
      try {
        const kept = target.read(operator, (tx) => identity.map((name) => [name, tx.setting(name)] as const));
        store.write(operator, (tx) => {
          for (const [name, value] of kept) if (value !== undefined) tx.setSetting(name, value);
        });
        store.db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
        await target.replaceWith(staging);
        return countDocuments(target);
      } finally {
        target.close();
        discard();
      }
    },
    discard,
  };
}

/** Returns the number of documents per table of the sandbox of a file; undefined if there is none. */
export function documentsIn(file: string): Record<string, number> | undefined {
  if (!existsSync(file)) return undefined;
  const store = openStore(file);
  try {
    return countDocuments(store);
  } finally {
    store.close();
  }
}

function deleteDatabase(file: string): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
}
