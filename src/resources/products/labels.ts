import { nearest } from "../../kernel/text.ts";
import type { Catalog, Label } from "./catalog.ts";

export const labelFields: readonly Label[] = ["brand", "ribbon"];

/** Returns the brands or ribbons of a shop. */
export type KnownLabels = (field: Label) => Promise<ReadonlySet<string>>;

/** Returns what reads the brands and ribbons of a shop, each once and when it is needed. */
export function knownLabels(catalog: Pick<Catalog, "labels">): KnownLabels {
  const reads: ReturnType<Catalog["labels"]>[] = [];
  return async (field) => {
    for (const read of reads) {
      const found = (await read)[field];
      if (found) return found;
    }
    const read = catalog.labels(field);
    reads.push(read);
    return (await read)[field] ?? new Set();
  };
}

/** Returns the brand or ribbon of the shop that a new one was probably meant to be. */
export async function meantLabel(
  labels: KnownLabels,
  field: Label,
  value: string,
): Promise<string | undefined> {
  const all = await labels(field);
  return all.has(value) ? undefined : nearest(value, [...all]);
}
