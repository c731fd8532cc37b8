import { nearest } from "../../kernel/text.ts";
import type { Catalog } from "./catalog.ts";

/** The fields whose values make a list of the shop: a new value is a new brand or ribbon. */
export type Label = "brand" | "ribbon";

export const labelFields: readonly Label[] = ["brand", "ribbon"];

/** Returns the brands or ribbons of a shop. */
export type KnownLabels = (field: Label) => Promise<readonly string[]>;

/** Returns what reads the brands and ribbons of a shop, each once and when it is needed. */
export function knownLabels(catalog: Pick<Catalog, "brands" | "ribbons">): KnownLabels {
  const known = new Map<Label, Promise<readonly string[]>>();
  const read = async (field: Label) => [
    ...new Set(await Array.fromAsync(field === "brand" ? catalog.brands() : catalog.ribbons())),
  ];
  return (field) => {
    const all = known.get(field) ?? read(field);
    known.set(field, all);
    return all;
  };
}

/** Returns the brand or ribbon of the shop that a new one was probably meant to be. */
export async function meantLabel(
  labels: KnownLabels,
  field: Label,
  value: string,
): Promise<string | undefined> {
  const all = await labels(field);
  return all.includes(value) ? undefined : nearest(value, all);
}
